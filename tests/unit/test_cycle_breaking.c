/* test_cycle_breaking.c - arcs without which cycles are none (R14.26, R14.27).

   Random graphs are checked with another algorithm than the module's: members
   without callers are taken away one after the other until none is left.  */

#include "config.h"

#include "analysis/cycle_breaking.h"

#include <stdlib.h>
#include <string.h>

#include "capture.h"
#include "gmon_text.h"
#include "random_graph.h"
#include "tap.h"

/* --- By hand ------------------------------------------------------------- */

/* The inner arcs as "1: a>b c>a*; 2: ...", those that break it marked.  */
static const char *
as_text (const struct cycle_breaking *breaking, const struct cycles *cycles,
         const struct callgraph *graph, const struct symtab *symtab)
{
  static char text[400];
  size_t length = 0;
  text[0] = '\0';
  for (size_t c = 1; c <= cycles->count; c++)
    {
      length += (size_t)snprintf (text + length, sizeof text - length,
                                  "%s%zu:", c > 1 ? "; " : "", c);
      for (size_t i = breaking->arc_start[c]; i < breaking->arc_start[c + 1];
           i++)
        length += (size_t)
            snprintf (text + length, sizeof text - length, " %s>%s%s",
                      symtab->name[graph->from.items[breaking->arcs[i]]],
                      symtab->name[graph->to.items[breaking->arcs[i]]],
                      breaking->breaks[i] ? "*" : "");
    }
  return text;
}

static void
check (const char *symbols, const char *arcs, const char *expected)
{
  struct symtab_text table;
  struct callgraph graph;
  struct cycles cycles;
  struct cycle_breaking breaking;
  symtab_text_build (&table, symbols);
  graph_text_build (&graph, &table.symtab, arcs);
  cycles_number (&cycles, &graph);
  cycle_breaking_find (&breaking, &cycles, &graph, &table.symtab,
                       cycle_breaking_steps (&graph));
  is_text (as_text (&breaking, &cycles, &graph, &table.symtab), expected,
           "\"%s\"", expected);
  for (size_t c = 1; c <= cycles.count; c++)
    ok (breaking.broken[c] && breaking.minimal[c], "cycle %zu is broken", c);
  cycle_breaking_release (&breaking);
  cycles_release (&cycles);
  callgraph_release (&graph);
  symtab_text_release (&table);
}

static const char abcd[] = "T 1000 a\nT 1010 b\nT 1020 c\nT 1030 d\nend 1040";

static void
test_by_hand (void)
{
  check (abcd, "", "");
  check (abcd, "a a 5\na b 1\n", "");
  check (abcd, "a b 3\nb a 1\n", "1: a>b b>a*");
  check (abcd, "a b 1\nb a 3\n", "1: b>a a>b*");
  /* Equal counts: by names, and the last one goes.  */
  check (abcd, "c a 2\nb c 2\na b 2\n", "1: a>b b>c c>a*");
  /* Calls of a member by itself and from outside are no arcs within.  */
  check (abcd, "a b 3\nb a 1\nb b 9\nd a 9\nb c 9\n", "1: a>b b>a*");
  check (abcd, "a c 1\nc a 4\nb d 3\nd b 2\n", "1: c>a a>c*; 2: b>d d>b*");
  /* Both ways around use a>b.  */
  check (abcd, "a b 1\nb c 5\nc a 5\nb d 5\nd a 5\n",
         "1: b>c b>d c>a d>a a>b*");
  /* Calls found in the code count nothing, so they go first.  */
  check (abcd, "a b 0\nb a 7\n", "1: b>a a>b*");
}

/* --- Random graphs ------------------------------------------------------- */

/* Is there a cycle in GRAPH without the arcs that break some, but with the arc
   ALSO?  Arcs from a symbol to itself do not count.  */
static bool
has_cycle (const struct callgraph *graph, const bool *gone, size_t also)
{
  const size_t arcs = callgraph_arc_count (graph);
  size_t *callers = array_new (graph->symbol_count, sizeof *callers);
  sym_id *free_ones = array_new (graph->symbol_count, sizeof *free_ones);
  size_t found = 0;
  for (size_t arc = 0; arc < arcs; arc++)
    callers[graph->to.items[arc]]
        += (!gone[arc] || arc == also)
           && graph->to.items[arc] != graph->from.items[arc];
  for (sym_id id = 0; id < graph->symbol_count; id++)
    if (callers[id] == 0)
      free_ones[found++] = id;
  /* Symbols without callers are taken away, until there are none.  */
  for (size_t i = 0; i < found; i++)
    for (size_t k = graph->child_start[free_ones[i]];
         k < graph->child_start[free_ones[i] + 1]; k++)
      {
        const size_t arc = graph->child_arc[k];
        const sym_id to = graph->to.items[arc];
        if ((!gone[arc] || arc == also) && to != free_ones[i]
            && --callers[to] == 0)
          free_ones[found++] = to;
      }
  free (callers);
  free (free_ones);
  return found < graph->symbol_count;
}

struct verdict
{
  bool broken, claims, minimal, ordered;
};

static void
judge (struct verdict *verdict, const struct cycle_breaking *breaking,
       const struct cycles *cycles, const struct callgraph *graph)
{
  bool *gone = array_new (callgraph_arc_count (graph) + 1, sizeof *gone);
  const size_t inner = breaking->arc_start[cycles->count + 1];
  for (size_t i = 0; i < inner; i++)
    gone[breaking->arcs[i]] = breaking->breaks[i];
  verdict->broken &= !has_cycle (graph, gone, SIZE_MAX);
  for (size_t c = 1; c <= cycles->count; c++)
    {
      verdict->claims &= breaking->broken[c];
      for (size_t i = breaking->arc_start[c]; i < breaking->arc_start[c + 1];
           i++)
        {
          if (i > breaking->arc_start[c])
            verdict->ordered &= graph->count.items[breaking->arcs[i - 1]]
                                >= graph->count.items[breaking->arcs[i]];
          if (breaking->breaks[i] && breaking->minimal[c])
            verdict->minimal &= has_cycle (graph, gone, breaking->arcs[i]);
        }
    }
  free (gone);
}

/* GRAPHS of NODES symbols and up to ARCS arcs.  */
static void
test_random (size_t graphs, size_t nodes, uint32_t arcs, size_t steps,
             const char *what)
{
  struct rng rng = { 1 };
  struct symtab symtab;
  struct verdict verdict = { true, true, true, true };
  size_t minimal = 0, all = 0;
  plain_symtab (&symtab, nodes);
  for (size_t i = 0; i < graphs; i++)
    {
      struct callgraph graph;
      struct cycles cycles;
      struct cycle_breaking breaking;
      random_graph (&graph, &symtab, arcs, &rng);
      cycles_number (&cycles, &graph);
      cycle_breaking_find (&breaking, &cycles, &graph, &symtab, steps);
      judge (&verdict, &breaking, &cycles, &graph);
      for (size_t c = 1; c <= cycles.count; c++, all++)
        minimal += breaking.minimal[c];
      cycle_breaking_release (&breaking);
      cycles_release (&cycles);
      callgraph_release (&graph);
    }
  ok (verdict.broken, "%s: nothing remains a cycle", what);
  ok (verdict.claims, "%s: and that is said", what);
  ok (verdict.ordered, "%s: most calls come first", what);
  ok (verdict.minimal, "%s: what is said to be minimal is", what);
  ok (all > graphs / 4 && minimal == (steps > 0 ? all : 0),
      "%s: %zu of %zu are minimal", what, minimal, all);
  symtab_release (&symtab);
}

/* --- A large cycle ------------------------------------------------------- */

/* A ring of COUNT symbols, the arcs of which come in the worst order: each
   function calls the one before it in the table.  */
static void
test_ring (size_t count)
{
  struct symtab symtab;
  struct diag diag = { 0 };
  struct profile_builder builder = { 0 };
  struct profile profile;
  struct callgraph graph;
  struct cycles cycles;
  struct cycle_breaking breaking;
  const struct arcset none = { 0 };
  size_t gone = 0;
  plain_symtab (&symtab, count);
  for (size_t i = 0; i < count; i++)
    {
      const struct raw_arc arc
          = { symtab.start[i], symtab.start[(i + count - 1) % count],
              i == 0 ? 1 : 2 };
      if (profile_builder_add_arc (&builder, &arc, &diag) != STATUS_OK)
        exit (EXIT_FAILURE);
    }
  if (profile_builder_finish (&builder, &profile, &diag) != STATUS_OK
      || callgraph_build (&graph, &profile, &symtab, &none, &none, NULL, NULL,
                          &diag)
             != STATUS_OK)
    exit (EXIT_FAILURE);
  cycles_number (&cycles, &graph);
  cycle_breaking_find (&breaking, &cycles, &graph, &symtab,
                       cycle_breaking_steps (&graph));
  for (size_t i = 0; i < count; i++)
    gone += breaking.breaks[i];
  is_u64 (cycles.count, 1, "a ring of %zu is a cycle", count);
  is_u64 (gone, 1, "which one arc breaks");
  ok (breaking.breaks[count - 1], "that with the least calls");
  ok (breaking.broken[1], "as was checked");
  cycle_breaking_release (&breaking);
  cycles_release (&cycles);
  callgraph_release (&graph);
  profile_release (&profile);
  symtab_release (&symtab);
}

int
main (void)
{
  test_by_hand ();
  test_random (3000, 14, 40, 4000000, "with steps");
  test_random (3000, 14, 40, 0, "without steps");
  /* Most arcs that are in the wrong order are far from their neighbours.  */
  test_random (30, 3000, 4500, 4000000, "large ones");
  test_ring (2000);
  return done ();
}
