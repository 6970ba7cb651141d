/* test_argfile.c - arguments of the form @FILE (R1.2).  */

#include "config.h"

#include "base/argfile.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "capture.h"
#include "tap.h"

/* All words between bars, to be freed.  */
static char *
joined (const struct arguments *arguments)
{
  size_t size = 2;
  for (size_t i = 0; i < arguments->words.count; i++)
    size += strlen (arguments->words.items[i]) + 1;
  char *text = malloc (size);
  strcpy (text, "|");
  for (size_t i = 0; i < arguments->words.count; i++)
    {
      strcat (text, arguments->words.items[i]);
      strcat (text, "|");
    }
  return text;
}

static int
count_words (char *const *argv)
{
  int count = 0;
  while (argv[count] != NULL)
    count++;
  return count;
}

/* ARGV, ended by a null, expands to EXPECTED.  */
static void
check_words (char *const *argv, const char *expected, const char *what)
{
  struct diag diag = { 0 };
  struct arguments arguments;
  is_u64 (arguments_expand (&arguments, count_words (argv), argv, &diag),
          STATUS_OK, "%s: expands", what);
  char *words = joined (&arguments);
  is_text (words, expected, "%s: to the right words", what);
  ok (arguments.words.items[arguments.words.count] == NULL,
      "%s: a null follows", what);
  free (words);
  arguments_release (&arguments);
  diag_release (&diag);
}

/* "prog before @FILE after", FILE holding TEXT.  */
static void
check_file (const char *text, const char *expected, const char *what)
{
  char at_name[SCRATCH_NAME_SIZE + 1] = "@", before[] = "before",
                                   after[] = "after", prog[] = "prog";
  scratch_file (at_name + 1, text, strlen (text));
  char *argv[] = { prog, before, at_name, after, NULL };
  char all[300];
  snprintf (all, sizeof all, "|prog|before|%safter|", expected);
  check_words (argv, all, what);
  unlink (at_name + 1);
}

static void
test_words_of_files (void)
{
  check_file ("-b -p", "-b|-p|", "blanks separate");
  check_file (" \t\n-b\r\v\f-p\n\n", "-b|-p|", "all white space separates");
  check_file ("", "", "an empty file has no words");
  check_file (" \n ", "", "nor has white space");
  check_file ("one", "one|", "no newline at the end");
}

static void
test_quotes (void)
{
  check_file ("'a b' c", "a b|c|", "single quotes");
  check_file ("\"a b\" c", "a b|c|", "double quotes");
  check_file ("x'a b'y", "xa by|", "quotes inside a word");
  check_file ("'a\"b' \"c'd\"", "a\"b|c'd|", "each kind quotes the other");
  check_file ("a\\ b \\\\ \\'", "a b|\\|'|", "the backslash quotes");
  check_file ("'a\\'b'", "a'b|", "in quotes, too");
  check_file ("\"a\\\"b\"", "a\"b|", "in both kinds");
  check_file ("'' \"\"", "||", "empty quotes are an empty word");
  check_file ("'a b", "a b|", "an open quote ends with the file");
  check_file ("a\\", "a|", "a backslash at the end quotes nothing");
  check_file ("'a\nb'", "a\nb|", "a quoted newline stays");
}

static void
test_literal (void)
{
  char prog[] = "@prog", missing[] = "@no/such/file", at[] = "@",
       input[] = "@-", mail[] = "a@b", empty[] = "";
  char *argv[] = { prog, missing, at, input, mail, empty, NULL };
  check_words (argv, "|@prog|@no/such/file|@|@-|a@b||",
               "what names no file stays");
  char *none[] = { NULL };
  check_words (none, "|", "no words at all");
}

/* The name of the program is no argument.  */
static void
test_first_word (void)
{
  char at_name[SCRATCH_NAME_SIZE + 1] = "@", expected[SCRATCH_NAME_SIZE + 16];
  scratch_file (at_name + 1, "-b", 2);
  char *argv[] = { at_name, at_name, NULL };
  snprintf (expected, sizeof expected, "|%s|-b|", at_name);
  check_words (argv, expected, "the first word stays");
  unlink (at_name + 1);
}

static void
test_unreadable (void)
{
  char at_name[SCRATCH_NAME_SIZE + 1] = "@", prog[] = "prog";
  scratch_file (at_name + 1, "-b", 2);
  chmod (at_name + 1, 0);
  if (access (at_name + 1, R_OK) == 0)
    skip (3, "this user can read every file");
  else
    {
      char *argv[] = { prog, at_name, NULL };
      char expected[SCRATCH_NAME_SIZE + 16];
      snprintf (expected, sizeof expected, "|prog|%s|", at_name);
      check_words (argv, expected, "an unreadable file stays");
    }
  unlink (at_name + 1);
}

/* /dev/zero never ends, but its size is 0.  */
static void
test_devices (void)
{
  char prog[] = "prog", null[] = "@/dev/null", zero[] = "@/dev/zero",
       last[] = "last";
  char *argv[] = { prog, null, zero, last, NULL };
  if (access ("/dev/null", R_OK) != 0 || access ("/dev/zero", R_OK) != 0)
    skip (3, "there are no such devices");
  else
    check_words (argv, "|prog|last|", "devices count as empty");
}

/* The pipe has no writer: to open it would block.  */
static void
test_pipe (void)
{
  char at_name[SCRATCH_NAME_SIZE + 1] = "@", prog[] = "prog";
  char expected[SCRATCH_NAME_SIZE + 16];
  scratch_file (at_name + 1, "", 0);
  unlink (at_name + 1);
  if (mkfifo (at_name + 1, 0600) != 0)
    {
      skip (3, "no pipe can be made here");
      return;
    }
  char *argv[] = { prog, at_name, NULL };
  snprintf (expected, sizeof expected, "|prog|%s|", at_name);
  check_words (argv, expected, "a pipe stays");
  unlink (at_name + 1);
}

static void
test_nesting (void)
{
  char inner[SCRATCH_NAME_SIZE], outer[100];
  scratch_file (inner, "x @no/such/file y", 17);
  snprintf (outer, sizeof outer, "1 @%s 2 '@%s' 3", inner, inner);
  check_file (outer, "1|x|@no/such/file|y|2|x|@no/such/file|y|3|",
              "files may name files");
  unlink (inner);
}

static void
test_self_naming (void)
{
  char at_name[SCRATCH_NAME_SIZE + 1] = "@", prog[] = "prog", text[100];
  scratch_file (at_name + 1, "", 0);
  FILE *file = fopen (at_name + 1, "w");
  snprintf (text, sizeof text, "-b %s %s\n", at_name, at_name);
  fputs (text, file);
  fclose (file);
  char *argv[] = { prog, at_name, NULL };
  struct diag diag = { 0 };
  struct arguments arguments;
  is_u64 (arguments_expand (&arguments, 2, argv, &diag), STATUS_USAGE,
          "a file that names itself is a usage failure");
  ok (diag.text != NULL && strstr (diag.text, at_name + 1) != NULL,
      "and is named");
  arguments_release (&arguments);
  diag_release (&diag);
  unlink (at_name + 1);
}

static void
test_directory (void)
{
  char prog[] = "prog", at_directory[] = "@.";
  char *argv[] = { prog, at_directory, NULL };
  struct diag diag = { 0 };
  struct arguments arguments;
  is_u64 (arguments_expand (&arguments, 2, argv, &diag), STATUS_IO,
          "a directory is STATUS_IO");
  arguments_release (&arguments);
  diag_release (&diag);
}

/* Words of files live as long as ARGUMENTS, others are those of ARGV.  */
static void
test_many_words (void)
{
  enum
  {
    WORDS = 5000
  };
  char *text = malloc (WORDS * 8 + 1);
  for (size_t i = 0; i < WORDS; i++)
    snprintf (text + 8 * i, 9, "w%06zu ", i);
  char at_name[SCRATCH_NAME_SIZE + 1] = "@", prog[] = "prog";
  scratch_file (at_name + 1, text, strlen (text));
  char *argv[] = { prog, at_name, NULL };
  struct diag diag = { 0 };
  struct arguments arguments;
  arguments_expand (&arguments, 2, argv, &diag);
  is_u64 (arguments.words.count, WORDS + 1, "5000 words of a file");
  is_text (arguments.words.items[1], "w000000", "the first");
  is_text (arguments.words.items[WORDS], "w004999", "the last");
  const char *last = arguments.words.items[WORDS];
  arguments_release_list (&arguments);
  is_u64 (arguments.words.count, 0, "the list is released alone,");
  is_text (last, "w004999", "the words remain");
  arguments_release (&arguments);
  unlink (at_name + 1);
  free (text);
}

/* With room for the rest of the file in each word these would take 10
   gigabytes, 200 megabytes of it in use.  */
static void
test_memory_is_linear (void)
{
  enum
  {
    WORDS = 50000
  };
  char *text = malloc (WORDS * 8 + 1);
  for (size_t i = 0; i < WORDS; i++)
    snprintf (text + 8 * i, 9, "'%05zu' ", i);
  char at_name[SCRATCH_NAME_SIZE + 1] = "@", prog[] = "prog";
  scratch_file (at_name + 1, text, strlen (text));
  char *argv[] = { prog, at_name, NULL };
  struct diag diag = { 0 };
  struct arguments arguments;
  const long before = peak_memory ();
  is_u64 (arguments_expand (&arguments, 2, argv, &diag), STATUS_OK,
          "a file of %d words expands", WORDS);
  const long grown = peak_memory () - before;
  ok (grown < 32 * 1024, "taking no 32 megabytes");
  bool right = arguments.words.count == WORDS + 1;
  for (size_t i = 0; right && i < WORDS; i++)
    right = strtoul (arguments.words.items[i + 1], NULL, 10) == i
            && strlen (arguments.words.items[i + 1]) == 5;
  ok (right, "to the right words");
  arguments_release (&arguments);
  unlink (at_name + 1);
  free (text);
}

int
main (void)
{
  test_words_of_files ();
  test_quotes ();
  test_literal ();
  test_first_word ();
  test_unreadable ();
  test_devices ();
  test_pipe ();
  test_nesting ();
  test_self_naming ();
  test_directory ();
  test_many_words ();
  test_memory_is_linear ();
  return done ();
}
