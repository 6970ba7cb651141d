/* test_view_exec.c - the rows of the execution counts (R9.30-R9.32).  */

#include "config.h"

#include "output/printers.h"

#include "corridor.h"
#include "tap.h"
#include "typed_programs.h"

/* The rows that are expected, and how many came.  */
struct expected
{
  const struct exec_row *rows;
  size_t count, seen;
};

static void
is_row (void *context, const struct exec_row *row)
{
  struct expected *expected = context;
  const size_t number = expected->seen++;
  if (number >= expected->count)
    return;
  const struct exec_row *e = &expected->rows[number];
  is_text (row->name, e->name, "row %zu: name", number);
  is_text (row->file, e->file, "row %zu: file", number);
  is_u64 (row->line, e->line, "row %zu: line", number);
  is_u64 (row->pc, e->pc, "row %zu: address", number);
  is_u64 (row->count, e->count, "row %zu: count", number);
}

static void
rows_are (const char *options, const char *symbols, const char *gmon,
          const struct exec_row *rows, size_t count)
{
  struct corridor c;
  struct expected expected = { rows, count, 0 };
  tap_note ("options '%s'", options);
  corridor_walk (&c, options, symbols, gmon);
  exec_view_walk (&c.reporting.report, is_row, &expected);
  is_u64 (expected.seen, count, "so many rows");
  corridor_release (&c);
}

/* Calls by others: main 1, work 3, helper 2 + 6.  Files have their full
   names, in whose order main.c comes behind lib/util.c; what has no file is
   compared by address.  */
static void
test_plain (void)
{
  static const struct exec_row called[]
      = { { "lib/util.c", 5, "helper", 0x1020, 8 },
          { "main.c", 3, "main", 0x1000, 1 },
          { "main.c", 20, "work", 0x1010, 3 } };
  static const struct exec_row all[]
      = { { "lib/util.c", 5, "helper", 0x1020, 8 },
          { "main.c", 3, "main", 0x1000, 1 },
          { "main.c", 20, "work", 0x1010, 3 },
          { NULL, 0, "_start", 0x1030, 0 },
          { NULL, 0, "idle", 0x1040, 0 } };
  rows_are ("-C", plain_symbols, plain_gmon, called, 3);
  rows_are ("-C -z", plain_symbols, plain_gmon, all, 5);
}

/* -C with a symspec and -Z: nothing but the selection counts, neither -m nor
   what other listings leave out.  */
static void
test_selection (void)
{
  static const struct exec_row work[]
      = { { "main.c", 20, "work", 0x1010, 3 } };
  static const struct exec_row others[]
      = { { "lib/util.c", 5, "helper", 0x1020, 8 },
          { "main.c", 3, "main", 0x1000, 1 } };
  rows_are ("-Cwork -m 9 -Pwork -Qwork", plain_symbols, plain_gmon, work, 1);
  rows_are ("-C -Zwork", plain_symbols, plain_gmon, others, 2);
  rows_are ("-C", plain_symbols, "hist 1000 1004 100 seconds s 1\n", NULL, 0);
}

/* By file, then line, then address; without a file by address alone.  */
static void
test_order (void)
{
  static const struct exec_row rows[] = { { "a.c", 1, "f5", 0x1010, 0 },
                                          { "a.c", 2, "f3", 0x1008, 0 },
                                          { "b.c", 1, "f2", 0x1004, 0 },
                                          { "b.c", 1, "f4", 0x100c, 0 },
                                          { "b.c", 10, "f1", 0x1000, 0 } };
  static const struct exec_row unknown[] = { { NULL, 0, "z", 0x1000, 0 },
                                             { NULL, 0, "y", 0x1004, 0 },
                                             { "a.c", 9, "x", 0x1008, 0 } };
  rows_are ("-C -z",
            "T 1000 f1 b.c:10\nT 1004 f2 b.c:1\nT 1008 f3 a.c:2\n"
            "T 100c f4 b.c:1\nT 1010 f5 a.c:1\nend 1014",
            "", rows, 5);
  rows_are ("-C -z", "T 1000 z\nT 1004 y\nT 1008 x a.c:9\nend 100c", "",
            unknown, 3);
}

/* Blocks follow their symbol, in the order of the profile, unless they have no
   count; g has only blocks.  Without -l there are none.  */
static void
test_blocks (void)
{
  static const char symbols[] = "T 1000 f f.c:1\nT 1010 g f.c:8\n"
                                "T 1020 h f.c:9\nend 1030";
  static const char gmon[]
      = "arc 1024 1000 5\nblock 1008 7 1004 6 1014 0 1018 9\n";
  static const struct exec_row counted[] = { { "f.c", 1, "f", 0x1000, 5 },
                                             { "f.c", 1, "f", 0x1008, 7 },
                                             { "f.c", 1, "f", 0x1004, 6 },
                                             { "f.c", 8, "g", 0x1018, 9 } };
  static const struct exec_row all[]
      = { { "f.c", 1, "f", 0x1000, 5 }, { "f.c", 1, "f", 0x1008, 7 },
          { "f.c", 1, "f", 0x1004, 6 }, { "f.c", 8, "g", 0x1010, 0 },
          { "f.c", 8, "g", 0x1014, 0 }, { "f.c", 8, "g", 0x1018, 9 },
          { "f.c", 9, "h", 0x1020, 0 } };
  rows_are ("-C -l", symbols, gmon, counted, 4);
  rows_are ("-C -l -z", symbols, gmon, all, 7);
  rows_are ("-C", symbols, gmon, counted, 1);
}

int
main (void)
{
  test_plain ();
  test_selection ();
  test_order ();
  test_blocks ();
  return done ();
}
