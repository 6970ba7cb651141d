/* test_print_source.c - annotated source (R9.1-R9.14).

   Runs in a directory of its own, where it puts the source files.  */

#include "config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include "capture.h"
#include "corridor.h"
#include "tap.h"

/* How many of the next reads fail.  */
static unsigned failing_reads;

/* In place of the C library's, for src/base/infile.c.  */
ssize_t
read (int fd, void *buffer, size_t count)
{
  struct iovec place = { buffer, count };
  if (failing_reads == 0)
    return readv (fd, &place, 1);
  failing_reads--;
  errno = EIO;
  return -1;
}

static void
put_file_bytes (const char *name, const char *bytes, size_t size)
{
  FILE *file = fopen (name, "w");
  if (file == NULL || fwrite (bytes, 1, size, file) != size
      || fclose (file) != 0)
    helper_failed ("cannot write", name);
}

static void
put_file (const char *name, const char *text)
{
  put_file_bytes (name, text, strlen (text));
}

/* What file NAME holds; to be freed; null if it is not there.  */
static char *
get_file (const char *name)
{
  FILE *file = fopen (name, "r");
  if (file == NULL)
    return NULL;
  char *text = array_new (1, 10000);
  if (fread (text, 1, 9999, file) == 0)
    helper_failed ("cannot read", name);
  fclose (file);
  return text;
}

/* As corridor_walk, and blocks belong to symbols as with -l.  */
static void
walk (struct corridor *c, const char *options, const char *symbols,
      const char *gmon)
{
  corridor_walk (c, options, symbols, gmon);
  block_counts_release (&c->measurement.block_counts);
  block_counts_build (&c->measurement.block_counts, &c->profile,
                      &c->program.symtab, BLOCKS_ALL);
}

static char *
print (const char *options, const char *symbols, const char *gmon)
{
  struct corridor c;
  walk (&c, options, symbols, gmon);
  char *text = corridor_try (&c, print_source);
  corridor_release (&c);
  return text;
}

static void
check (const char *options, const char *symbols, const char *gmon,
       const char *expected, const char *what)
{
  char *text = print (options, symbols, gmon);
  is_text (text, expected, "%s", what);
  free (text);
}

/* --- A whole listing ---------------------------------------------------- */

static const char two_files[] = "T 1000 main   one.c:1\n"
                                "T 1010 work   one.c:3\n"
                                "t 1020 helper two.c:2\n"
                                "T 1030 _start\n"
                                "T 1040 idle   three.c:1\n"
                                "end 1050";
/* helper's two calls of itself do not count.  */
static const char two_files_gmon[] = "arc 1034 1000 1\n"
                                     "arc 1004 1010 3\n"
                                     "arc 1014 1020 50\n"
                                     "arc 1024 1020 2\n";

static void
test_listing (void)
{
  put_file ("one.c", "int main\n{\n work\nlast line");
  put_file ("two.c", "static\nhelper\n");
  check ("-A", two_files, two_files_gmon,
         "*** File two.c:\n"
         "                static\n"
         "          50 -> helper\n"
         "\n\nTop 10 Lines:\n\n     Line      Count\n\n"
         "        2         50\n"
         "\nExecution Summary:\n\n"
         "        1   Executable lines in this file\n"
         "        1   Lines executed\n"
         "   100.00   Percent of the file executed\n\n"
         "       50   Total number of line executions\n"
         "    50.00   Average executions per line\n"
         "\n\f\n*** File one.c:\n"
         "           1 -> int main\n"
         "                {\n"
         "           3 ->  work\n"
         "                last line"
         "\n\nTop 10 Lines:\n\n     Line      Count\n\n"
         "        3          3\n"
         "        1          1\n"
         "\nExecution Summary:\n\n"
         "        2   Executable lines in this file\n"
         "        2   Lines executed\n"
         "   100.00   Percent of the file executed\n\n"
         "        4   Total number of line executions\n"
         "     2.00   Average executions per line\n",
         "the newest file first; files without calls are left out");
  put_file ("three.c", "idle\n");
  check (
      "-A -z -t0 -Jone.c -Jhelper", two_files, two_files_gmon,
      "*** File three.c:\n"
      "       ##### -> idle\n"
      "\nExecution Summary:\n\n"
      "        1   Executable lines in this file\n"
      "        1   Lines executed\n"
      "   100.00   Percent of the file executed\n\n"
      "        0   Total number of line executions\n"
      "     0.00   Average executions per line\n",
      "-z: they are not; a file without accepted symbols is; -t0: no table");
}

/* A form feed before each file if something was printed; the newline only
   between files.  */
static void
test_separation (void)
{
  struct corridor c;
  walk (&c, "-A", two_files, two_files_gmon);
  c.reporting.report.printed = true;
  char *text = corridor_try (&c, print_source);
  ok (strncmp (text, "\f\n*** File two.c:\n", 17) == 0,
      "after another listing, a form feed comes first");
  ok (strstr (text, "per line\n\n\f\n*** File one.c:\n") != NULL,
      "and between files an empty line, too");
  free (text);
  corridor_release (&c);
}

/* --- The field of a line (R9.2-R9.6) ------------------------------------ */

/* The first LENGTH bytes that are printed for source TEXT.  */
static void
check_fields (const char *options, const char *symbols, const char *gmon,
              const char *expected, const char *what)
{
  static const char heading[] = "*** File a.c:\n";
  char *text = print (options, symbols, gmon);
  char *end = strstr (text, "\nExecution Summary:\n");
  if (end != NULL)
    *end = '\0';
  ok (strncmp (text, heading, sizeof heading - 1) == 0, "%s: the heading",
      what);
  is_text (text + sizeof heading - 1, expected, "%s", what);
  free (text);
}

static const char lines[] = "T 1000 f  a.c:1\n"
                            "L 1004 f2 a.c:2\n"
                            "L 1008 f3 a.c:3\n"
                            "L 100c f4 a.c:4\n"
                            "T 1010 g  a.c:5\n"
                            "L 1014 g6 a.c:6\n"
                            "end 1020";

static void
test_blocks (void)
{
  put_file ("a.c", "1\n2\n3\n4\n5\n6\n");
  static const char gmon[] = "arc 1010 1000 7\n"
                             "block 1000 7 1004 8 1006 8 1007 0 100a 9\n"
                             "block 1010 1 1012 1 1015 2\n";
  check_fields ("-A -t0", lines, gmon,
                "         7,7 -> 1\n"
                "       8,8,0 -> 2\n"
                "           9 -> 3\n"
                "                4\n"
                "       0,1,1 -> 5\n"
                "           2 -> 6\n",
                "the calls of a function, and each block's count");
  /* Line 3 has its first block above its first address, so the count of the
     line before comes first; line 6 likewise; line 4 has none of its own.  */
  check_fields ("-A -x -t0", lines, gmon,
                "           7 -> 1\n"
                "         8,0 -> 2\n"
                "         0,9 -> 3\n"
                "           9 -> 4\n"
                "         0,1 -> 5\n"
                "         1,2 -> 6\n",
                "-x: a count on every line, none twice in a row");
}

/* What -x shows where nothing is known: the count before; and what -m
   compares: the sum.  */
static void
test_sums (void)
{
  put_file ("a.c", "1\n2\n3\n4\n5\n6\n");
  static const char gmon[] = "arc 1010 1000 2\n"
                             "block 1004 1 1005 1 1006 1 1009 2\n";
  check_fields ("-A -m3 -t0", lines, gmon,
                "       ##### -> 1\n"
                "       1,1,1 -> 2\n"
                "       ##### -> 3\n"
                "                4\n"
                "       ##### -> 5\n"
                "                6\n",
                "the sum of a line is compared");
  check_fields ("-A -x -m3 -t0", lines, gmon,
                "       ##### -> 1\n"
                "           1 -> 2\n"
                "         1,2 -> 3\n"
                "       ##### -> 4\n"
                "       ##### -> 5\n"
                "       ##### -> 6\n",
                "-x: the sum includes what is not shown twice");
  check_fields ("-A -m0 -t0", lines, gmon,
                "           2 -> 1\n"
                "       1,1,1 -> 2\n"
                "           2 -> 3\n"
                "                4\n"
                "           0 -> 5\n"
                "                6\n",
                "-m0: nothing is below");
}

/* Further symbols of a line: their calls count, their blocks do not.  */
static void
test_merged (void)
{
  put_file ("a.c", "1\n2\n3\n");
  static const char symbols[] = "T 1000 f  a.c:1\n"
                                "L 1004 f2 a.c:2\n"
                                "L 1008 f1 a.c:1\n"
                                "L 100c f3 a.c:3\n"
                                "T 1010 g  a.c:1\n"
                                "T 1020 h  a.c:2\n"
                                "T 1030 i  a.c:3\n"
                                "end 1040";
  static const char gmon[] = "arc 1030 1000 1\n"
                             "arc 1030 1010 10\n"
                             "arc 1000 1020 100\n"
                             "block 1008 5 1010 6 1020 7 1004 8\n";
  check_fields ("-A", symbols, gmon,
                "          11 -> 1\n"
                "           8 -> 2\n"
                "                3\n"
                "\n\nTop 10 Lines:\n\n     Line      Count\n\n"
                "        2        100\n"
                "        1         11\n",
                "calls of all, kind and blocks of the first");
  /* Line 2: a merged line has no address, so its block is above it.  */
  check_fields ("-A -x -t0", symbols, gmon,
                "          11 -> 1\n"
                "        11,8 -> 2\n"
                "           8 -> 3\n",
                "-x: the address of a merged line is 0");
}

static void
test_wide (void)
{
  const char *gmon = "arc 1010 1000 4000000000\n"
                     "block 1004 123456 1005 12345\n"
                     "block 1008 123456 1009 123456\n"
                     "block 100c 18446744073709551615 100d 1\n"
                     "block 1010 1234567 1014 123456789012\n";
  put_file ("a.c", "1\n2\n3\n4\n5\n6\n");
  check_fields ("-A -t0", lines, gmon,
                "  4000000000 -> 1\n"
                "123456,12345 -> 2\n"
                "123456,123456 ->3\n"
                "18446744073709554\n"
                "   0,1234567 -> 5\n"
                "123456789012 -> 6\n",
                "16 bytes and no more; what sums up to 2^64 was executed");
  check_fields ("-A -t0 --gnu-compat", lines, gmon,
                "  4000000000 -> 1\n"
                "123456,12345 -> 2\n"
                "123456,123456 ->3\n"
                "       ##### -> 4\n"
                "   0,1234567 -> 5\n"
                "123456789012 -> 6\n",
                "--gnu-compat: sums are taken modulo 2^64");
}

/* The count that -x repeats goes from file to file.  */
static void
test_running (void)
{
  put_file ("a.c", "1\n");
  put_file ("b.c", "1\n2\n");
  char *text = print ("-A -x -t0",
                      "T 1000 f  b.c:1\n"
                      "L 1004 f1 a.c:1\n"
                      "L 1008 f2 b.c:2\n"
                      "T 1010 g  a.c:9\n"
                      "end 1020",
                      "arc 1010 1000 7\n"
                      "arc 1000 1010 1\n"
                      "block 1008 5\n");
  /* a.c is the newer one; no count is known when it begins.  */
  ok (strstr (text, "*** File a.c:\n       ##### -> 1\n") == text,
      "it begins with 0");
  ok (strstr (text, "*** File b.c:\n           7 -> 1\n           5 -> 2\n")
          != NULL,
      "and is the latest one");
  free (text);
  text = print ("-A -x -t0",
                "L 1000 f  b.c:2\n"
                "T 1004 f1 a.c:1\n"
                "T 1008 f2 b.c:9\n"
                "end 1020",
                "arc 1008 1004 7\n"
                "arc 1004 1008 1\n");
  ok (strstr (text, "*** File b.c:\n                1\n           7 -> 2\n")
          != NULL,
      "the second file begins with the last count of the first");
  free (text);
}

/* --- Texts -------------------------------------------------------------- */

static void
check_text (const char *text, size_t size, const char *expected,
            size_t expected_size, const char *what)
{
  static const char heading[] = "*** File a.c:\n";
  struct corridor c;
  struct capture capture;
  struct diag diag = { 0 };
  size_t got_size;
  put_file_bytes ("a.c", text, size);
  walk (&c, "-A -t0", "T 1000 f a.c:2\nT 1010 g\nend 1020",
        "arc 1010 1000 4\n");
  capture_start (&capture);
  c.reporting.report.output = &capture.output;
  is_u64 (print_source (&c.reporting.report, &diag), STATUS_OK, "%s", what);
  char *got = capture_end (&capture, &got_size);
  const size_t before = sizeof heading - 1;
  ok (got_size > before + expected_size
          && memcmp (got + before, expected, expected_size) == 0
          && memcmp (got + before + expected_size, "\nExecution", 10) == 0,
      "%s: copied byte by byte", what);
  free (got);
  corridor_release (&c);
}

#define BLANKS "                "
#define CHECK_TEXT(text, expected, what)                                      \
  check_text ((text), sizeof (text) - 1, (expected), sizeof (expected) - 1,   \
              (what))

static void
test_texts (void)
{
  CHECK_TEXT ("", "", "an empty file");
  CHECK_TEXT ("\n", BLANKS "\n", "an empty line");
  CHECK_TEXT ("1", BLANKS "1", "a file that is too short");
  CHECK_TEXT ("1\n\n", BLANKS "1\n           4 -> \n", "an empty line 2");
  CHECK_TEXT ("\0\n\0x\n\0", BLANKS "\0\n           4 -> \0x\n" BLANKS "\0",
              "NUL bytes");
  CHECK_TEXT ("1\r2\r\n2\r\n", BLANKS "1\r2\r\n           4 -> 2\r\n",
              "carriage returns");
  enum
  {
    LONG = 200000
  };
  char *text = memory_new (LONG), *expected = memory_new (LONG + 32);
  memset (text, 'x', LONG);
  text[LONG - 4] = '\n';
  memcpy (expected, BLANKS, 16);
  memcpy (expected + 16, text, LONG - 3);
  memcpy (expected + LONG + 13, "           4 -> ", 16);
  memcpy (expected + LONG + 29, "xxx", 3);
  check_text (text, LONG, expected, LONG + 32, "a very long line");
  free (text);
  free (expected);
}

/* --- The table of top lines (R9.9) -------------------------------------- */

static void
test_top_lines (void)
{
  static const char symbols[] = "T 1000 f a.c:4\n"
                                "T 1010 g a.c:2\n"
                                "T 1020 h a.c:3000000000\n"
                                "T 1030 i a.c:1\n"
                                "T 1040 j a.c:5\n"
                                "T 1050 k\n"
                                "end 1060";
  static const char gmon[] = "arc 1050 1000 5\n"
                             "arc 1050 1010 5\n"
                             "arc 1050 1020 4000000000\n"
                             "arc 1051 1020 4000000000\n"
                             "arc 1052 1020 4000000000\n"
                             "arc 1050 1030 4\n"
                             "block 1040 99\n";
  put_file ("a.c", "");
  check_fields ("-A", symbols, gmon,
                "\n\nTop 10 Lines:\n\n     Line      Count\n\n"
                "3000000000 12000000000\n"
                "        2          5\n"
                "        4          5\n"
                "        1          4\n",
                "by calls, then by line; none without calls");
  check_fields ("-A -t2", symbols, gmon,
                "\n\nTop 2 Lines:\n\n     Line      Count\n\n"
                "3000000000 12000000000\n"
                "        2          5\n",
                "not more than were asked for");
}

/* Percent and average: 1 of 3 lines is not reached, 10 calls.  */
static void
test_summary (void)
{
  put_file ("a.c", "1\n2\n3\n4\n");
  char *text = print ("-A -t0",
                      "T 1000 f  a.c:1\n"
                      "L 1004 f2 a.c:2\n"
                      "L 1008 f3 a.c:3\n"
                      "T 1010 g  a.c:9\n"
                      "end 1020",
                      "arc 1010 1000 7\narc 1000 1010 3\nblock 1008 0\n");
  char *summary = strstr (text, "\nExecution Summary:");
  is_text (summary,
           "\nExecution Summary:\n\n"
           "        3   Executable lines in this file\n"
           "        2   Lines executed\n"
           "    66.67   Percent of the file executed\n\n"
           "       10   Total number of line executions\n"
           "     3.33   Average executions per line\n",
           "lines beyond the text have calls, but are not executable");
  free (text);
  put_file ("a.c", "");
  check ("-A -t0", "T 1000 f a.c:1\nT 1010 g\nend 1020", "arc 1010 1000 7\n",
         "*** File a.c:\n"
         "\nExecution Summary:\n\n"
         "        0   Executable lines in this file\n"
         "        0   Lines executed\n"
         "   100.00   Percent of the file executed\n\n"
         "        7   Total number of line executions\n"
         "     0.00   Average executions per line\n",
         "no line at all");
}

/* --- Files -------------------------------------------------------------- */

/* Print with -y; the caller checks the files.  */
static void
write_files (const char *options, const char *symbols, const char *gmon,
             enum status expected, const char *messages, const char *what)
{
  struct corridor c;
  struct capture capture;
  struct caught_diag caught;
  caught_start (&caught);
  walk (&c, options, symbols, gmon);
  capture_start (&capture);
  c.reporting.report.output = &capture.output;
  is_u64 (print_source (&c.reporting.report, &caught.diag), expected, "%s",
          what);
  char *text = capture_end (&capture, NULL);
  is_text (text, "", "nothing goes to standard output");
  is_text (caught_text (&caught), messages, "%s: messages", what);
  free (text);
  corridor_release (&c);
  caught_release (&caught);
}

/* File NAME begins with TEXT.  */
static void
check_file (const char *name, const char *text)
{
  char *got = get_file (name);
  ok (got != NULL && strncmp (got, text, strlen (text)) == 0,
      "%s is as it should be", name);
  free (got);
  remove (name);
}

static const char namesakes[] = "T 1000 f s.c:1\n"
                                "T 1010 g d/s.c:1\n"
                                "T 1020 h nosuch/s.c:1\n"
                                "T 1030 i d/t.c:1\n"
                                "T 1040 j d/e/s.c:1\n"
                                "end 1050";
static const char namesakes_gmon[] = "arc 1010 1000 1\n"
                                     "arc 1000 1010 2\n"
                                     "arc 1000 1020 3\n"
                                     "arc 1000 1030 4\n"
                                     "arc 1000 1040 5\n";
static const char not_found[] = "prog: nosuch/s.c: warning: there is no such "
                                "source file, so it is not annotated\n";

static void
test_separate_files (void)
{
  char messages[1000];
  mkdir ("d", 0777);
  mkdir ("d/e", 0777);
  put_file ("s.c", "s.c\n");
  put_file ("d/s.c", "d/s.c\n");
  put_file ("d/t.c", "d/t.c\n");
  put_file ("d/e/s.c", "d/e/s.c\n");
  put_file ("t.c-ann", "from an earlier run\n");
  snprintf (messages, sizeof messages,
            "%sprog: d/s.c: warning: goes to 's.c-ann.2', since another "
            "source file has the same base name\n"
            "prog: s.c: warning: goes to 's.c-ann.3', since another "
            "source file has the same base name\n",
            not_found);
  write_files ("-A -y", namesakes, namesakes_gmon, STATUS_OK, messages,
               "files of one base name get names of their own");
  check_file ("s.c-ann", "           5 -> d/e/s.c\n\n\nTop 10 Lines:\n");
  check_file ("s.c-ann.2", "           2 -> d/s.c\n");
  check_file ("s.c-ann.3", "           1 -> s.c\n");
  check_file ("t.c-ann", "           4 -> d/t.c\n");

  snprintf (messages, sizeof messages,
            "%sprog: d/s.c: warning: replaces 's.c-ann' of another source "
            "file with the same base name\n"
            "prog: s.c: warning: replaces 's.c-ann' of another source file "
            "with the same base name\n",
            not_found);
  write_files ("-A -y --gnu-compat", namesakes, namesakes_gmon, STATUS_OK,
               messages, "with --gnu-compat the last one stays");
  check_file ("s.c-ann", "           1 -> s.c\n");
  check_file ("t.c-ann", "           4 -> d/t.c\n");
}

/* What cannot be created is skipped, but not the others.  */
static void
test_obstructed_files (void)
{
  static const char symbols[] = "T 1000 f s.c:1\n"
                                "T 1010 g d/t.c:1\n"
                                "end 1020";
  static const char gmon[] = "arc 1010 1000 1\narc 1000 1010 2\n";
  mkdir ("t.c-ann", 0777);
  write_files ("-A -y", symbols, gmon, STATUS_OK,
               "prog: warning: t.c-ann: not a regular file, so it is not "
               "replaced\n",
               "a directory is in the way");
  remove ("t.c-ann");
  check_file ("s.c-ann", "           1 -> s.c\n");
}

/* A source that the system fails to read is a failure in the end; all others
   are annotated.  */
static void
test_unreadable_source (void)
{
  static const char start[] = "*** File one.c:\n"
                              "           1 -> int main\n";
  char message[1000];
  struct corridor c;
  struct capture capture;
  struct diag diag = { 0 };
  put_file ("one.c", "int main\n{\n work\nlast line");
  put_file ("two.c", "static\nhelper\n");
  walk (&c, "-A", two_files, two_files_gmon);
  capture_start (&capture);
  c.reporting.report.output = &capture.output;
  failing_reads = 1;
  is_u64 (print_source (&c.reporting.report, &diag), STATUS_OK,
          "the first of two sources fails");
  char *text = capture_end (&capture, NULL);
  ok (strncmp (text, start, sizeof start - 1) == 0
          && strstr (text, "*** File two.c") == NULL,
      "the second is printed");
  snprintf (message, sizeof message, "two.c: cannot read: %s", strerror (EIO));
  is_u64 (diag.status, STATUS_IO, "the failure is recorded");
  is_text (diag.text, message, "and told");
  free (text);
  corridor_release (&c);
  diag_release (&diag);

  snprintf (message, sizeof message,
            "%sprog: d/s.c: warning: goes to 's.c-ann.2', since another "
            "source file has the same base name\n"
            "prog: s.c: warning: goes to 's.c-ann.3', since another "
            "source file has the same base name\n",
            not_found);
  failing_reads = 1;
  write_files ("-A -y", namesakes, namesakes_gmon, STATUS_OK, message,
               "the first of several files");
  ok (access ("s.c-ann", F_OK) != 0, "its name remains its own");
  check_file ("s.c-ann.2", "           2 -> d/s.c\n");
  check_file ("s.c-ann.3", "           1 -> s.c\n");
  check_file ("t.c-ann", "           4 -> d/t.c\n");
}

/* Remove what the tests made; everything else in the directory is a
   mistake.  */
static void
clean_up (void)
{
  static const char *const names[]
      = { "one.c", "two.c", "three.c", "a.c", "b.c", "s.c",
          "d/s.c", "d/t.c", "d/e/s.c", "d/e", "d" };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (remove (names[i]) != 0)
      tap_note ("%s cannot be removed", names[i]);
}

int
main (void)
{
  char directory[SCRATCH_NAME_SIZE];
  scratch_enter (directory);
  test_listing ();
  test_separation ();
  test_blocks ();
  test_sums ();
  test_merged ();
  test_wide ();
  test_running ();
  test_texts ();
  test_top_lines ();
  test_summary ();
  test_separate_files ();
  test_obstructed_files ();
  test_unreadable_source ();
  clean_up ();
  ok (chdir ("..") == 0 && rmdir (directory) == 0, "nothing else is left");
  return done ();
}
