/* test_view_source.c - the rows of annotated source, as numbers (R9.2 to
   R9.10).

   Texts and symbols are typed in; no file is read.  */

#include "config.h"

#include "output/view_source.h"

#include <stdlib.h>

#include "capture.h"
#include "corridor.h"
#include "tap.h"

/* What of the file called NAME is seen while the view goes through TEXT.  */
struct seen
{
  struct corridor corridor;
  struct source_view view;
};

/* Blocks belong to symbols as with -l, but source lines have only symbols that
   are typed in.  */
static void
walk (struct seen *seen, const char *options, const char *symbols,
      const char *gmon)
{
  struct corridor *c = &seen->corridor;
  *seen = (struct seen){ 0 };
  corridor_walk (c, options, symbols, gmon);
  block_counts_release (&c->measurement.block_counts);
  block_counts_build (&c->measurement.block_counts, &c->profile,
                      &c->program.symtab, BLOCKS_ALL);
}

/* Begin file NUMBER, in the order in which the symbols name them, whose text
   is TEXT, which must stay valid: what source_view_next_file does with a file
   that it has read.  */
static void
begin (struct seen *seen, size_t number, const char *text)
{
  struct corridor *c = &seen->corridor;
  struct source_view *view = &seen->view;
  if (view->report == NULL)
    source_view_start (view, &c->reporting.report);
  view->lines = &c->measurement.coverage.files[number];
  view->line = view->lines->first;
  view->text = text;
  view->end = text + strlen (text);
  view->number = 0;
  view->executable = view->executed = 0;
}

/* The next row is TEXT, with the counts of COUNTS, apart by blanks, or null if
   nothing is known of the line.  */
static void
row_is (struct seen *seen, const char *text, const char *counts, bool rare)
{
  const struct source_row *row = source_view_next (&seen->view);
  char got[400] = "";
  if (!ok (row != NULL, "there is a row '%s'", text))
    return;
  is_u64 (row->length, strlen (text), "'%s': length", text);
  ok (strncmp (row->text, text, row->length) == 0, "'%s': text", text);
  for (size_t i = 0; i < row->count_count; i++)
    snprintf (got + strlen (got), sizeof got - strlen (got), "%s%" PRIu64,
              i > 0 ? " " : "", row->counts[i]);
  is_text (row->count_count > 0 ? got : NULL, counts, "'%s': counts", text);
  if (counts != NULL)
    is_u64 (row->is_rare, rare, "'%s': whether it is rare", text);
  ok (row == &seen->view.row, "'%s': in the buffer", text);
}

static void
ends (struct seen *seen)
{
  ok (source_view_next (&seen->view) == NULL
          && source_view_next (&seen->view) == NULL,
      "no row comes behind them");
}

static void
summary_is (struct seen *seen, uint64_t executable, uint64_t executed,
            double percent, uint64_t executions, double average)
{
  const struct source_summary got = source_view_summary (&seen->view);
  is_u64 (got.executable, executable, "executable lines");
  is_u64 (got.executed, executed, "executed lines");
  is_double (got.percent, percent, "percent of them");
  is_u64 (got.executions, executions, "executions");
  is_double (got.average, average, "for each line");
}

/* f is called 4 times, g never; f's line 2 has blocks of 7 and 0 and line 4
   none.  The other file has a line 7, of which nothing is seen in this one.  */
static const char symbols[] = "T 1000 f  a.c:1\nL 1008 f2 a.c:2\n"
                              "L 1010 f4 a.c:4\nT 1020 g  a.c:6\n"
                              "T 1030 h  b.c:7\nend 1040";
static const char gmon[] = "arc 1030 1000 4\nblock 1008 7 100c 0\n";
static const char text[] = "f\n2\n\n4\nx\ng\nend";

/* Without -x a line shows its function's calls and its blocks.  Of four lines
   with symbols two functions' and one with blocks have counts: 75 %.  f is
   called 4 times, that is once for each of the four lines.  */
static void
test_lines (void)
{
  struct seen s;
  walk (&s, "-A", symbols, gmon);
  begin (&s, 0, text);
  row_is (&s, "f\n", "4", false);
  row_is (&s, "2\n", "7 0", false);
  row_is (&s, "\n", NULL, false);
  row_is (&s, "4\n", NULL, false);
  row_is (&s, "x\n", NULL, false);
  row_is (&s, "g\n", "0", true);
  row_is (&s, "end", NULL, false);
  ends (&s);
  summary_is (&s, 4, 3, 75, 4, 1.0);
  corridor_release (&s.corridor);
}

/* With -x a line without counts shows the latest one, across files, and a
   block whose count is the one before it in its line is left out.  */
static void
test_all_lines (void)
{
  static const char other[] = "T 1000 f  a.c:1\nL 1008 f2 a.c:2\n"
                              "L 1010 f4 a.c:4\nL 1020 h1 b.c:1\nend 1040";
  struct seen s;
  walk (&s, "-A -x", other, "arc 1030 1000 4\nblock 1008 7 100c 7 1014 9\n");
  begin (&s, 1, "h1\n");
  row_is (&s, "h1\n", "0", true);
  ends (&s);
  summary_is (&s, 1, 1, 100, 0, 0);
  begin (&s, 0, text);
  row_is (&s, "f\n", "4", false);
  row_is (&s, "2\n", "7", false);
  row_is (&s, "\n", NULL, false);
  /* The block of line 4 begins behind it: before it, the latest count.  */
  row_is (&s, "4\n", "7 9", false);
  while (source_view_next (&s.view) != NULL)
    ;
  begin (&s, 1, "h1\n");
  row_is (&s, "h1\n", "9", false);
  corridor_release (&s.corridor);
}

/* -x: two symbols in line 2 make it a merged one, whose address is 0, so every
   block begins behind it.  */
static void
test_merged (void)
{
  static const char twice[] = "L 1000 l  a.c:2\nL 1010 m  a.c:2\nend 1020";
  static const char once[] = "L 1000 l  a.c:2\nend 1020";
  struct seen s;
  walk (&s, "-A -x", twice, "block 1000 5\n");
  begin (&s, 0, "1\n2\n");
  row_is (&s, "1\n", NULL, false);
  row_is (&s, "2\n", "0 5", false);
  corridor_release (&s.corridor);
  walk (&s, "-A -x", once, "block 1000 5\n");
  begin (&s, 0, "1\n2\n");
  row_is (&s, "1\n", NULL, false);
  row_is (&s, "2\n", "5", false);
  corridor_release (&s.corridor);
}

/* --- Rare lines ----------------------------------------------------------- */

/* A line is rare if all its counts are less than -m, which is 1 by default.  */
static void
test_rare (void)
{
  struct seen s;
  walk (&s, "-A -m 4", symbols, gmon);
  begin (&s, 0, text);
  row_is (&s, "f\n", "4", false);
  row_is (&s, "2\n", "7 0", false);
  corridor_release (&s.corridor);
  walk (&s, "-A -m 8", symbols, gmon);
  begin (&s, 0, text);
  row_is (&s, "f\n", "4", true);
  row_is (&s, "2\n", "7 0", true);
  corridor_release (&s.corridor);
}

/* f's calls and its blocks count together.  -x: so does the latest count in
   front of a block, and alone.  */
static void
test_sums (void)
{
  static const char with_block[] = "arc 1030 1000 4\nblock 1004 3 1014 2\n";
  struct seen s;
  walk (&s, "-A -m 7", symbols, with_block);
  begin (&s, 0, text);
  row_is (&s, "f\n", "4 3", false);
  corridor_release (&s.corridor);
  walk (&s, "-A -x -m 5", symbols, with_block);
  begin (&s, 0, text);
  row_is (&s, "f\n", "4 3", false);
  row_is (&s, "2\n", "3", true);
  row_is (&s, "\n", NULL, false);
  row_is (&s, "4\n", "3 2", false);
  corridor_release (&s.corridor);
}

/* More than 64 bits can hold are many; with --gnu-compat they begin at 0
   again: 2^64 - 1 and 1 are 0.  */
static void
check_overflow (const char *options, bool rare)
{
  struct seen s;
  walk (&s, options, symbols, "block 1000 1 1004 1 1008 1\n");
  s.corridor.measurement.block_counts.count[0] = UINT64_MAX;
  begin (&s, 0, text);
  row_is (&s, "f\n", "0 18446744073709551615 1", rare);
  row_is (&s, "2\n", "1", false);
  corridor_release (&s.corridor);
}

/* A line keeps sixteen counts.  */
static void
test_many_counts (void)
{
  struct seen s;
  walk (&s, "-A -m 136", "L 1000 l a.c:1\nend 1020",
        "block 1000 1 1001 2 1002 3 1003 4 1004 5 1005 6 1006 7 1007 8 1008 9 "
        "1009 10 100a 11 100b 12 100c 13 100d 14 100e 15 100f 16 1010 17\n");
  begin (&s, 0, "1\n");
  row_is (&s, "1\n", "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16", false);
  ends (&s);
  corridor_release (&s.corridor);
}

/* --- Behind the lines ----------------------------------------------------- */

/* A file without text, and one whose text ends before its lines do: what was
   not seen is not executable, but calls are the file's.  */
static void
test_short_text (void)
{
  struct seen s;
  walk (&s, "-A", symbols, gmon);
  begin (&s, 0, "");
  ends (&s);
  summary_is (&s, 0, 0, 100, 4, 0);
  begin (&s, 0, "f");
  row_is (&s, "f", "4", false);
  ends (&s);
  summary_is (&s, 1, 1, 100, 4, 4.0);
  corridor_release (&s.corridor);
}

int
main (void)
{
  test_lines ();
  test_all_lines ();
  test_merged ();
  test_rare ();
  test_sums ();
  check_overflow ("-A", false);
  check_overflow ("-A --gnu-compat", true);
  test_many_counts ();
  test_short_text ();
  return done ();
}
