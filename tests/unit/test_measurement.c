/* test_measurement.c - the steps of the analysis, one after the other.

   What each step finds is tested with its module; here, that it is taken with
   the right data.  The programs are in typed_programs.h.  */

#include "config.h"

#include "analysis/measurement.h"

#include "capture.h"
#include "gmon_text.h"
#include "tap.h"
#include "typed_programs.h"

/* What is measured, and the measurement.  */
struct given
{
  struct symtab_text symbols;
  struct profile profile;
  struct target target;
  struct selection selection;
  struct quirks quirks;
  struct measured of;
  struct measurement measurement;
  struct diag diag;
};

static void
give (struct given *g, const char *symbols, const char *gmon)
{
  *g = (struct given){ .target = { .word_size = 8 } };
  symtab_text_build (&g->symbols, symbols);
  gmon_text_read (gmon, &g->profile);
  g->of = (struct measured){ .profile = &g->profile,
                             .symtab = &g->symbols.symtab,
                             .target = &g->target,
                             .selection = &g->selection,
                             .quirks = &g->quirks };
}

static sym_id
id_of (const struct given *g, const char *name)
{
  return symtab_text_id (&g->symbols.symtab, name);
}

/* Let TABLE have the symbol called NAME.  */
static void
select_symbol (struct given *g, enum spec_table table, const char *name)
{
  const sym_id id = id_of (g, name);
  symset_add_range (&g->selection.tables[table], g->symbols.symtab.count, id,
                    id + 1);
}

static void
count (struct given *g, bool by_line)
{
  is_u64 (measurement_count (&g->measurement, &g->of, by_line, &g->diag),
          STATUS_OK, "calls are counted");
}

/* Give counts to the lines of two files.  */
static void
cover (struct given *g)
{
  const struct symset *tables = g->selection.tables;
  coverage_build (&g->measurement.coverage, &g->symbols.symtab, 2,
                  &tables[SPEC_SOURCE_INCLUDE], &tables[SPEC_SOURCE_EXCLUDE],
                  g->measurement.analysis.calls);
}

static void
spread (struct given *g)
{
  is_u64 (measurement_propagate (&g->measurement, &g->of, &g->diag), STATUS_OK,
          "time is propagated");
}

static void
take_away (struct given *g)
{
  measurement_release (&g->measurement);
  ok (g->measurement.ticks == NULL, "it can be released again");
  selection_release (&g->selection);
  profile_release (&g->profile);
  symtab_text_release (&g->symbols);
  diag_release (&g->diag);
}

/* helper was called 2 + 6 times by others, 3 times by itself; it has 160 of
   200 ticks.  */
static void
test_steps (void)
{
  struct given g;
  give (&g, plain_symbols, plain_gmon);
  const sym_id helper = id_of (&g, "helper");
  count (&g, false);
  is_u64 (g.measurement.graph.calls[helper], 8, "calls by others");
  is_u64 (g.measurement.graph.self_calls[helper], 3, "and by itself");
  ok (g.measurement.block_counts.start == NULL, "without lines, no blocks");
  ok (g.measurement.ticks == NULL, "no time yet");
  spread (&g);
  is_double (g.measurement.ticks[helper], 160, "its ticks");
  is_double (g.measurement.total_ticks, 200, "and those of all");
  is_double (g.measurement.analysis.print_ticks, 200, "are in the graph");
  is_double (g.measurement.analysis.child_ticks[id_of (&g, "work")], 120,
             "work inherits 6/8 of 160");
  is_u64 (g.measurement.cycles.count, 0, "there is no cycle");
  ok (g.measurement.coverage.files == NULL, "nor source lines yet");
  is_u64 (g.measurement.ordering.order.count, 0, "nor an order");
  take_away (&g);

  give (&g, cycle_symbols, cycle_gmon);
  count (&g, false);
  spread (&g);
  is_u64 (g.measurement.cycles.count, 1, "a cycle");
  is_double (g.measurement.analysis.prop_child[g.symbols.symtab.count], 100,
             "inherits leaf's ticks");
  take_away (&g);
}

/* Each table is asked for what it is about.  */
static void
test_selection (void)
{
  struct given g;
  give (&g, plain_symbols, plain_gmon);
  select_symbol (&g, SPEC_FLAT_EXCLUDE, "helper");
  count (&g, false);
  spread (&g);
  is_double (g.measurement.total_ticks, 40, "-P: the total loses helper's");
  is_double (g.measurement.analysis.print_ticks, 40, "and so does the graph");
  take_away (&g);

  give (&g, plain_symbols, plain_gmon);
  select_symbol (&g, SPEC_FLAT_INCLUDE, "helper");
  select_symbol (&g, SPEC_SOURCE_INCLUDE, "work");
  count (&g, false);
  spread (&g);
  is_double (g.measurement.total_ticks, 160, "-p: it is helper's");
  cover (&g);
  is_u64 (g.measurement.coverage.file_count, 2, "in two files");
  is_u64 (g.measurement.coverage.files[0].limit, 1, "main.c has one line");
  is_u64 (g.measurement.coverage.lines[0].line, 20, "that is work's");
  is_u64 (g.measurement.coverage.lines[0].calls, 3, "called 3 times");
  is_u64 (g.measurement.coverage.files[1].calls, 0, "util.c is left out");
  take_away (&g);

  give (&g, plain_symbols, plain_gmon);
  select_symbol (&g, SPEC_SOURCE_EXCLUDE, "work");
  count (&g, false);
  spread (&g);
  cover (&g);
  is_u64 (g.measurement.coverage.lines[0].line, 3, "main.c keeps main's");
  is_u64 (g.measurement.coverage.files[0].limit, 1, "alone");
  take_away (&g);
}

/* GNU gprof keeps ten blocks for a symbol, and no time for the last one.  */
static void
check_quirks (bool gnu_compat, size_t blocks, double ticks)
{
  struct given g;
  give (&g, "T 1000 f\nT 1010 last\nend 1020",
        "hist 1000 1020 100 seconds s 1 0 0 0 5 0 0 0\n"
        "block 1000 1 1001 1 1002 1 1003 1 1004 1 1005 1 1006 1 1007 1 "
        "1008 1 1009 1 100a 1 100b 1\n");
  g.quirks = quirks_of (gnu_compat);
  count (&g, true);
  is_u64 (block_counts_total (&g.measurement.block_counts, 2), blocks,
          "blocks of f");
  spread (&g);
  is_double (g.measurement.ticks[1], ticks, "ticks of the last symbol");
  take_away (&g);
}

/* In which order, and of what.  */
static void
test_orders (void)
{
  struct given g;
  give (&g, plain_symbols, plain_gmon);
  count (&g, false);
  ordering_of_functions (&g.measurement.ordering, &g.measurement.graph,
                         &g.quirks);
  is_u64 (g.measurement.ordering.order.count, 5, "all functions are ordered");
  take_away (&g);

  give (&g, plain_symbols, plain_gmon);
  g.symbols.symtab.flags[id_of (&g, "idle")] |= SYMBOL_MAPPED;
  g.symbols.symtab.flags[id_of (&g, "work")] |= SYMBOL_MAPPED;
  count (&g, false);
  ordering_of_files (&g.measurement.ordering, &g.measurement.graph,
                     &g.symbols.symtab);
  is_u64 (g.measurement.ordering.order.count, 2,
          "files are ordered: what stands for one");
  take_away (&g);
}

/* Counts that 64 bits cannot hold end the first step.  */
static void
test_failure (void)
{
  struct given g;
  give (&g, plain_symbols, "arc 1034 1000 1\narc 1004 1010 3\n");
  g.profile.arcs.items[0].count = UINT64_MAX;
  is_u64 (measurement_count (&g.measurement, &g.of, true, &g.diag),
          STATUS_UNSUPPORTED, "too many calls");
  ok (g.measurement.block_counts.start == NULL, "blocks are not looked at");
  take_away (&g);
}

int
main (void)
{
  test_steps ();
  test_selection ();
  check_quirks (false, 12, 5);
  check_quirks (true, 10, 0);
  test_orders ();
  test_failure ();
  return done ();
}
