/* test_stacks.c - synthesised stacks (R15.40-R15.45).

   Small graphs by hand, and random ones: times add up, and each function has
   on its paths what propagation gives it.  */

#include "config.h"

#include "analysis/stacks.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "gmon_text.h"
#include "random_graph.h"
#include "tap.h"

struct example
{
  struct symtab_text table;
  struct callgraph graph;
  struct cycles cycles;
  struct selection selection;
  struct analysis analysis;
  struct stacks stacks;
};

/* Analyse e->graph, which has SYMBOLS symbols.  */
static void
analyse (struct example *e, const double *ticks)
{
  cycles_number (&e->cycles, &e->graph);
  propagate (&e->analysis, &e->graph, &e->cycles, ticks, &e->selection);
  stacks_make (&e->stacks, &e->graph, &e->cycles, &e->analysis);
}

static void
release (struct example *e)
{
  stacks_release (&e->stacks);
  analysis_release (&e->analysis);
  selection_release (&e->selection);
  cycles_release (&e->cycles);
  callgraph_release (&e->graph);
  symtab_text_release (&e->table);
}

/* Write the last frame of STACK to TO.  */
static int
put_frame (const struct example *e, const struct stack *stack, char *to,
           size_t size)
{
  const size_t symbols = e->table.symtab.count;
  if (stack->node == STACK_OTHER)
    return snprintf (to, size, "[other]");
  if (stack->node >= symbols)
    return snprintf (to, size, "<%zu>", stack->node - symbols + 1);
  return snprintf (to, size, "%s", e->table.symtab.name[stack->node]);
}

/* The paths that have time, as "a;b;c N|..." */
static void
check (const char *symbols, const char *arcs, const double *ticks,
       const char *expected, const char *what)
{
  struct example e = { 0 };
  char text[2000] = "";
  size_t used = 0;
  symtab_text_build (&e.table, symbols);
  graph_text_build (&e.graph, &e.table.symtab, arcs);
  analyse (&e, ticks);
  uint32_t *path = array_new (e.stacks.deepest, sizeof *path);
  uint64_t *whole = array_new (e.stacks.count, sizeof *whole);
  stacks_round (&e.stacks, 1, whole);
  for (uint32_t i = 0; i < e.stacks.count; i++)
    if (e.stacks.items[i].self > 0)
      {
        stacks_path (&e.stacks, i, path);
        for (uint32_t j = 0; j < e.stacks.items[i].depth; j++)
          {
            used += (size_t)snprintf (text + used, sizeof text - used, "%s",
                                      j > 0 ? ";" : "");
            used += (size_t)put_frame (&e, &e.stacks.items[path[j]],
                                       text + used, sizeof text - used);
          }
        used += (size_t)snprintf (text + used, sizeof text - used, " %u|",
                                  (unsigned)whole[i]);
      }
  is_text (text, expected, "%s", what);
  free (path);
  free (whole);
  release (&e);
}

static const char five[] = "T 1000 main\nT 1010 a\nT 1020 b\nT 1030 c\n"
                           "T 1040 leaf\nend 1050";

static void
test_by_hand (void)
{
  static const double ticks[] = { 10, 20, 30, 40, 60 };
  static const double few[] = { 0, 0, 0, 0, 2 };
  static const double one_each[] = { 0, 0, 0, 1, 1 };
  static const double parts[] = { 0.6, 0, 0, 0.7, 0.7 };
  static const double divided[] = { 2.6, 0, 0, 0, 5.4 };
  static const double large[] = { 10, 1000000, 3, 4, 1 };

  /* leaf's 60 are divided 3 : 9.  main has 10 + 20 + 30 + 60.  c is called by
     nobody.  */
  check (five, "main a 1\nmain b 1\na leaf 3\nb leaf 9\n", ticks,
         "main 10|main;b 30|main;b;leaf 45|main;a 20|main;a;leaf 15|c 40|",
         "a diamond");

  /* b and c are a cycle of 70, and leaf's 60 are b's.  main calls it at both
     members, and a, too: 4 + 2 of 8 calls are main's, so 130 * 6/8 = 97.5.
     b has 30 + 60 of these 130, c 40: 22.5 + 45 + 30 below main, 7.5 + 15 + 10
     below a.  b's 30 are 22 + 7, and of equal remainders the first gets the one
     that is missing.  */
  check (five, "main b 4\nmain c 2\na c 2\nb c 5\nc b 4\nb leaf 9\n", ticks,
         "main 10|main;<1>;b 23|main;<1>;b;leaf 45|main;<1>;c 30|"
         "a 20|a;<1>;b 7|a;<1>;b;leaf 15|a;<1>;c 10|",
         "a cycle is one frame, with its members");

  /* What nobody calls from outside is a root, and so is a cycle.  */
  check (five, "b c 5\nc b 4\nb leaf 9\nmain a 1\n", ticks,
         "<1>;b 30|<1>;b;leaf 60|<1>;c 40|main 10|main;a 20|",
         "a cycle that nobody calls");

  /* Recursion is no frame, whatever its count.  */
  check (five, "main a 1\na a 99\na leaf 1\n", ticks,
         "main 10|main;a 20|main;a;leaf 60|c 40|b 30|", "recursion");

  /* Without arcs every function is a root; equals by address.  */
  check (five, "", ticks, "leaf 60|c 40|b 30|a 20|main 10|", "no arcs");

  /* An arc without calls brings no time.  */
  check (five, "main leaf 0\na leaf 1\n", ticks,
         "a 20|a;leaf 60|c 40|b 30|main 10|", "an arc without calls");

  /* Two samples are divided over three paths, 2/3 each: rounded down there are
     none, and the two first of equal remainders get them.  */
  check (five, "main leaf 1\na leaf 1\nb leaf 1\n", few,
         "main;leaf 1|a;leaf 1|b;leaf 0|", "remainders");

  /* c and leaf keep their sample, though leaf has three thirds of one, and c
     two halves, which lose more.  */
  check (five, "main c 1\na c 1\nmain leaf 1\na leaf 1\nb leaf 1\n", one_each,
         "main;c 1|main;leaf 1|a;c 0|a;leaf 0|b;leaf 0|", "a sample each");

  /* Two samples: c and leaf lose 0.7 each, main only 0.6, though no path of c or
     leaf has more than 0.35.  These are 0.5 of the one sample that each has.  */
  check (five, "main c 1\nmain leaf 1\na c 1\na leaf 1\n", parts,
         "main 0|main;c 1|main;leaf 1|a;c 0|a;leaf 0|", "parts of samples");

  /* 8 samples.  leaf's 5.4 are 5, main's 2.6 are 3.  Of these 5, main has 7 of
     9 calls, 3.89, so 3 + 1, a 2 of 9, 1.11.  */
  check (five, "main leaf 7\na leaf 2\n", divided,
         "main 3|main;leaf 4|a;leaf 1|", "first functions, then paths");

  /* A hundred-thousandth of 1000018 is 10.00018.  b, with 3 + 4, and leaf are
     left out below main; main itself, with all of that, is not, nor is a.  */
  check (five, "main a 1\nmain b 1\nmain leaf 1\nb c 1\n", large,
         "main 10|main;a 1000000|main;[other] 8|", "little is left out");

  /* Roots, too.  */
  check (five, "main a 1\nb c 1\n", large, "main 10|main;a 1000000|[other] 8|",
         "among the roots, too");
}

/* --- Properties ---------------------------------------------------------- */

enum
{
  NODES = 12
};

/* Is what each path has what it and the paths below it have themselves?  */
static bool
adds_up (const struct stacks *stacks)
{
  double *below = array_new (stacks->count, sizeof *below);
  bool good = true;
  for (size_t i = stacks->count; i-- > 0;)
    {
      const struct stack *stack = &stacks->items[i];
      const double sum = below[i] + stack->self;
      good = good && fabs (sum - stack->total) <= 1e-6 * (1 + stack->total);
      if (stack->parent != STACK_NONE)
        below[stack->parent] += sum;
    }
  free (below);
  return good;
}

/* Do whole numbers add up, and is each last frame, of NODES, less than one from
   its time?  */
static bool
is_whole_exact (const struct stacks *stacks, size_t nodes, double unit)
{
  uint64_t *whole = array_new (stacks->count, sizeof *whole);
  double *lost = array_new (nodes + 1, sizeof *lost);
  uint64_t sum = 0;
  bool good = true;
  stacks_round (stacks, unit, whole);
  for (size_t i = 0; i < stacks->count; i++)
    {
      const double self = stacks->items[i].self * unit;
      const uint32_t node = stacks->items[i].node;
      good = good && fabs ((double)whole[i] - self) <= 2.0001;
      lost[node == STACK_OTHER ? nodes : node] += self - (double)whole[i];
      sum += whole[i];
    }
  for (size_t i = 0; i <= nodes; i++)
    good = good && fabs (lost[i]) <= 1.0001;
  free (whole);
  free (lost);
  return good && (double)sum == floor (stacks->total * unit + 0.5);
}

/* Has each node on its paths what propagation gives it?  STACKS has nothing
   left out.  */
static bool
agrees (const struct example *e, size_t symbols)
{
  const size_t nodes = e->analysis.node_count;
  double *self = array_new (nodes, sizeof *self);
  double *total = array_new (nodes, sizeof *total);
  bool good = true;
  for (size_t i = 0; i < e->stacks.count; i++)
    {
      self[e->stacks.items[i].node] += e->stacks.items[i].self;
      total[e->stacks.items[i].node] += e->stacks.items[i].total;
    }
  for (size_t node = 0; node < nodes; node++)
    {
      const struct analysis *a = &e->analysis;
      const double all = a->self_ticks[node] + a->child_ticks[node];
      good = good && fabs (total[node] - all) <= 1e-6 * (1 + all)
             && (node >= symbols
                 || fabs (self[node] - a->self_ticks[node])
                        <= 1e-6 * (1 + a->self_ticks[node]));
    }
  free (self);
  free (total);
  return good;
}

static bool
has_other (const struct stacks *stacks)
{
  for (size_t i = 0; i < stacks->count; i++)
    if (stacks->items[i].node == STACK_OTHER)
      return true;
  return false;
}

static void
test_random (void)
{
  struct rng rng = { 4711 };
  unsigned whole = 0;
  for (int run = 0; run < 400; run++)
    {
      struct symtab symtab;
      struct example e = { 0 };
      double ticks[NODES];
      for (size_t i = 0; i < NODES; i++)
        ticks[i] = rng_below (&rng, 3) != 0 ? rng_below (&rng, 5000) / 7.0 : 0;
      plain_symtab (&symtab, NODES);
      random_graph (&e.graph, &symtab, 30, &rng);
      analyse (&e, ticks);
      ok (adds_up (&e.stacks), "graph %d: the paths add up", run);
      ok (is_whole_exact (&e.stacks, e.analysis.node_count, 1)
              && is_whole_exact (&e.stacks, e.analysis.node_count, 1e7),
          "graph %d: so do whole numbers", run);
      ok (e.stacks.count <= STACKS_MOST, "graph %d: not too many", run);
      if (!has_other (&e.stacks))
        {
          whole++;
          ok (agrees (&e, NODES), "graph %d: as propagated", run);
        }
      release (&e);
      symtab_release (&symtab);
    }
  ok (whole > 100, "%u graphs had nothing left out", whole);
}

/* --- Limits -------------------------------------------------------------- */

/* STEPS functions, each of which calls the next STRIDE ones once and takes OWN
   itself, the last one LAST.  */
static void
make_ladder (struct example *e, struct symtab *symtab, size_t steps,
             size_t stride, double own, double last)
{
  double *ticks = array_new (steps, sizeof *ticks);
  plain_symtab (symtab, steps);
  e->graph.symbol_count = steps;
  for (size_t i = 0; i < steps; i++)
    {
      ticks[i] = i + 1 == steps ? last : own;
      for (size_t j = i + 1; j < steps && j <= i + stride; j++)
        {
          vec_push (&e->graph.from, (sym_id)i);
          vec_push (&e->graph.to, (sym_id)j);
          vec_push (&e->graph.count, 1);
        }
    }
  e->graph.counted = e->graph.count.count;
  callgraph_link (&e->graph);
  analyse (e, ticks);
  free (ticks);
}

static void
check_ladder (size_t steps, size_t stride, double last, const char *what)
{
  struct symtab symtab;
  struct example e = { 0 };
  size_t frames = 0, paths = 0;
  make_ladder (&e, &symtab, steps, stride, 1, last);
  for (size_t i = 0; i < e.stacks.count; i++)
    if (e.stacks.items[i].self > 0)
      {
        paths++;
        frames += e.stacks.items[i].depth;
      }
  ok (paths <= STACKS_MOST && frames <= STACKS_FRAMES_MOST,
      "%s: %zu paths, %zu frames", what, paths, frames);
  ok (adds_up (&e.stacks)
          && is_whole_exact (&e.stacks, e.analysis.node_count, 1),
      "%s: they add up", what);
  ok (has_other (&e.stacks), "%s: some are left out", what);
  release (&e);
  symtab_release (&symtab);
}

/* How many paths there are in that ladder, and what share of the time is
   left out.  */
static size_t
count_paths (double own, double last, double *other)
{
  struct symtab symtab;
  struct example e = { 0 };
  make_ladder (&e, &symtab, 400, 2, own, last);
  *other = 0;
  for (size_t i = 0; i < e.stacks.count; i++)
    if (e.stacks.items[i].node == STACK_OTHER)
      *other += e.stacks.items[i].self / e.stacks.total;
  const size_t count = e.stacks.count;
  release (&e);
  symtab_release (&symtab);
  return count;
}

/* 2000 functions with too little time each, but together a hundredth of all,
   are left out below their caller.  */
static void
test_place (void)
{
  enum
  {
    SMALL = 2000,
    NODES_OF_STAR = SMALL + 3
  };
  struct symtab symtab;
  struct example e = { 0 };
  double *ticks = array_new (NODES_OF_STAR, sizeof *ticks);
  plain_symtab (&symtab, NODES_OF_STAR);
  e.graph.symbol_count = NODES_OF_STAR;
  for (sym_id i = 1; i < NODES_OF_STAR; i++)
    {
      ticks[i] = i > 2 ? 1 : i == 1 ? 197000 : 0;
      vec_push (&e.graph.from, i > 2 ? 2 : 0);
      vec_push (&e.graph.to, i);
      vec_push (&e.graph.count, 1);
    }
  e.graph.counted = e.graph.count.count;
  callgraph_link (&e.graph);
  analyse (&e, ticks);
  is_u64 (e.stacks.count, 4, "paths of a star");
  const struct stack *last = &e.stacks.items[e.stacks.count - 1];
  ok (last->node == STACK_OTHER && last->depth == 3
          && e.stacks.items[last->parent].node == 2 && last->self > 1999.9,
      "what is left out is below its caller");
  free (ticks);
  release (&e);
  symtab_release (&symtab);
}

/* What is left out does not depend on how long a tick is.  */
static void
test_units (void)
{
  double other, scaled;
  const size_t paths = count_paths (1, 1000, &other);
  is_u64 (count_paths (1.0 / 1024, 1000.0 / 1024, &scaled), paths,
          "paths of a ladder, in ticks and in large ones");
  ok (other > 0 && fabs (other - scaled) < 1e-9,
      "the share that is left out: %g, %g", other, scaled);
}

int
main (void)
{
  test_by_hand ();
  test_random ();
  /* A chain of a million calls, and one with more paths than there are
     atoms.  */
  check_ladder (1000000, 1, 1, "a chain");
  check_ladder (4000, 1, 1e9, "a chain with all time at its end");
  check_ladder (400, 2, 1000, "a ladder");
  check_ladder (5000, 20, 1e9, "a wide ladder");
  check_ladder (20000, 1, 5, "a long chain");
  test_place ();
  test_units ();
  return done ();
}
