/* test_view_index.c - what the index by function name lists (R8.1, R8.4).

   The two programs and the index numbers are in typed_programs.h.  */

#include "config.h"

#include "output/printers.h"

#include "corridor.h"
#include "tap.h"
#include "typed_programs.h"

/* An item with the name of its symbol, null for a cycle.  */
struct expected
{
  const char *name;
  uint32_t index;
  const char *source;
  bool hidden;
  uint32_t cycle;
};

static void
is_item (const struct corridor *c, const struct index_view *view,
         size_t number, const struct expected *e)
{
  const struct index_item item = index_view_item (view, number);
  is_text (item.symbol != SYM_NONE ? c->program.symtab.name[item.symbol]
                                   : NULL,
           e->name, "item %zu: name", number);
  is_u64 (item.index, e->index, "item %zu: index", number);
  is_u64 (item.shown, !e->hidden, "item %zu: whether it is shown", number);
  is_u64 (item.cycle, e->cycle, "item %zu: cycle", number);
  is_text (item.source, e->source, "item %zu: source", number);
}

static void
items_are (const char *options, const char *symbols, const char *gmon,
           const struct expected *expected, size_t count)
{
  struct corridor c;
  struct index_view view;
  tap_note ("options '%s'", options);
  corridor_walk (&c, options, symbols, gmon);
  index_view_start (&view, &c.reporting.report);
  if (is_u64 (view.count, count, "so many items"))
    for (size_t i = count; i-- > 0;)
      is_item (&c, &view, i, &expected[i]);
  index_view_end (&view);
  index_view_end (&view);
  corridor_release (&c);
}

/* _start was called by nobody and has no samples; idle neither.  helper is
   static, so its file tells which helper it is.  */
static void
test_plain (void)
{
  static const struct expected used[]
      = { { .name = "helper", .index = 3, .source = "util.c" },
          { .name = "main", .index = 1 },
          { .name = "work", .index = 4 } };
  static const struct expected all[]
      = { { .name = "_start", .index = 2 },
          { .name = "helper", .index = 3, .source = "lib/util.c" },
          { .name = "idle", .index = 5 },
          { .name = "main", .index = 1 },
          { .name = "work", .index = 4 } };
  items_are ("", plain_symbols, plain_gmon, used, 3);
  items_are ("-z -L", plain_symbols, plain_gmon, all, 5);
}

/* Cycles come behind all symbols, in the order of their numbers.  main of the
   first program has no samples and no callers.  */
static void
test_cycles (void)
{
  static const struct expected one[] = { { .name = "a", .index = 3 },
                                         { .name = "b", .index = 5 },
                                         { .name = "leaf", .index = 4 },
                                         { .index = 1, .cycle = 1 } };
  /* Nothing takes time: cycles, then names, as all are called once.  */
  static const struct expected two[]
      = { { .name = "a", .index = 3, .hidden = true },
          { .name = "b", .index = 4, .hidden = true },
          { .name = "c", .index = 5, .hidden = true },
          { .name = "d", .index = 6, .hidden = true },
          { .index = 1, .cycle = 1, .hidden = true },
          { .index = 2, .cycle = 2, .hidden = true } };
  items_are ("", cycle_symbols, cycle_gmon, one, 4);
  items_are ("-Qa -Qb -Qc -Qd",
             "T 1000 d\nT 1010 c\nT 1020 b\nT 1030 a\nend 1040",
             "arc 1000 1010 1\narc 1010 1000 1\n"
             "arc 1020 1030 1\narc 1030 1020 1\n",
             two, 6);
}

/* What has no entry is listed all the same, and known to have none.  */
static void
test_hidden (void)
{
  static const struct expected items[]
      = { { .name = "helper", .index = 3, .source = "util.c" },
          { .name = "main", .index = 1, .hidden = true },
          { .name = "work", .index = 4 } };
  items_are ("-qwork", plain_symbols, plain_gmon, items, 3);
}

/* Global functions need no file, nor do lines; nor is there one that is not
   known.  known has 1 tick and the 3 of global, unknown 2.  */
static void
test_sources (void)
{
  static const char symbols[] = "t 1000 known dir/k.c:1\nt 1004 unknown\n"
                                "T 1008 global dir/g.c:1\nend 100c";
  static const char gmon[]
      = "hist 1000 100c 100 seconds s 1 2 3\narc 1000 1008 1\n";
  static const struct expected items[]
      = { { .name = "global", .index = 2 },
          { .name = "known", .index = 1, .source = "k.c" },
          { .name = "unknown", .index = 3 } };
  static const struct expected lines[] = { { .name = "global", .index = 2 },
                                           { .name = "known", .index = 1 },
                                           { .name = "unknown", .index = 3 } };
  items_are ("", symbols, gmon, items, 3);
  items_are ("-l", symbols, gmon, lines, 3);
}

/* Used are those with calls or samples, either is enough.  */
static void
test_used (void)
{
  static const struct expected items[] = { { .name = "called", .index = 2 },
                                           { .name = "sampled", .index = 1 } };
  items_are ("",
             "T 1000 called\nT 1004 sampled\nT 1008 caller\n"
             "T 100c recursive\nend 1010",
             "hist 1000 1010 100 seconds s 0 1 0 0\narc 1008 1000 1\n"
             "arc 100c 100c 1\n",
             items, 2);
  items_are ("", "T 1000 f\nend 1004", "arc 2000 2000 1\n", NULL, 0);
}

int
main (void)
{
  test_plain ();
  test_cycles ();
  test_hidden ();
  test_sources ();
  test_used ();
  return done ();
}
