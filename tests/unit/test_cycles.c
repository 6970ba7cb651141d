/* test_cycles.c - depth-first numbers, cycles, topological order.

   The model follows R6.10 to R6.14 sentence by sentence: it recurses, searches
   its stack and has another algorithm than the module.  */

#include "config.h"

#include "analysis/cycles.h"

#include <stdlib.h>
#include <string.h>

#include "gmon_text.h"
#include "random_graph.h"
#include "tap.h"

/* --- By hand ------------------------------------------------------------ */

/* Cycles as "1: main work; 2: ..." in the order of their members.  */
static const char *
cycles_as_text (const struct cycles *cycles, const struct symtab *symtab)
{
  static char text[400];
  size_t length = 0;
  text[0] = '\0';
  for (size_t c = 0; c < cycles->count; c++)
    {
      length += (size_t)snprintf (text + length, sizeof text - length,
                                  "%s%zu:", c > 0 ? "; " : "", c + 1);
      for (size_t i = cycles->member_start[c]; i < cycles->member_start[c + 1];
           i++)
        length += (size_t)snprintf (text + length, sizeof text - length, " %s",
                                    symtab->name[cycles->members[i]]);
    }
  return text;
}

static const char *
order_as_text (const struct cycles *cycles, const struct symtab *symtab)
{
  static char text[400];
  size_t length = 0;
  text[0] = '\0';
  for (size_t i = 0; i < symtab->count; i++)
    length += (size_t)snprintf (text + length, sizeof text - length, "%s%s",
                                i > 0 ? " " : "",
                                symtab->name[cycles->topological[i]]);
  return text;
}

static void
check (const char *symbols, const char *arcs, const char *expected_cycles,
       const char *expected_order)
{
  struct symtab_text table;
  struct callgraph graph;
  struct cycles cycles;
  symtab_text_build (&table, symbols);
  graph_text_build (&graph, &table.symtab, arcs);
  cycles_number (&cycles, &graph);
  is_text (cycles_as_text (&cycles, &table.symtab), expected_cycles,
           "cycles are \"%s\"", expected_cycles);
  is_text (order_as_text (&cycles, &table.symtab), expected_order,
           "callees come first: %s", expected_order);
  cycles_release (&cycles);
  callgraph_release (&graph);
  symtab_text_release (&table);
}

static const char abcd[] = "T 1000 a\nT 1010 b\nT 1020 c\nT 1030 d\nend 1040";

static void
test_by_hand (void)
{
  check (abcd, "", "", "a b c d");
  /* The search goes from a to b to c and numbers them on the way back.  */
  check (abcd, "a b 1\nb c 1\n", "", "c b a d");
  /* Newest arc first: c before b.  */
  check (abcd, "a b 1\na c 1\n", "", "c b a d");
  check (abcd, "a a 5\n", "", "a b c d"); /* recursion is no cycle */
  check (abcd, "b c 1\nc b 1\n", "1: b c", "a b c d");
  check (abcd, "c b 1\nb c 1\na c 1\n", "1: c b", "b c a d");
  check (abcd, "a b 0\nb a 0\n", "1: a b",
         "a b c d"); /* counts do not matter */
}

/* Two cycles joined by an arc, numbered by their heads' addresses.  */
static void
test_two_cycles (void)
{
  check (abcd, "a c 1\nc a 1\nb d 1\nd b 1\n", "1: a c; 2: b d", "a c b d");
  check (abcd, "a c 1\nc a 1\nb d 1\nd b 1\na d 1\n", "1: a c; 2: d b",
         "b d a c");
}

/* Members stand in the order in which they were joined to the chain.  */
static void
test_member_order (void)
{
  /* From a to b to c to d.  d -> c joins c d, c's other arc -> a joins all:
     a, then b, then c with its chain.  */
  check (abcd, "a b 1\nb c 1\nc a 1\nc d 1\nd c 1\n", "1: a b c d", "a b c d");
  /* From a to d first (newest), back to a; then a to b, back to a.  */
  check (abcd, "a b 1\na d 1\nb a 1\nd a 1\n", "1: a d b", "a b d c");
}

static void
test_empty (void)
{
  const struct symtab none = { 0 };
  struct callgraph graph;
  struct cycles cycles;
  graph_text_build (&graph, &none, "");
  cycles_number (&cycles, &graph);
  is_u64 (cycles.count, 0, "a graph without symbols has no cycles");
  cycles_release (&cycles);
  callgraph_release (&graph);
}

/* --- The model ---------------------------------------------------------- */

enum
{
  NODES = 12,
  NONE = -1
};

struct model
{
  const struct callgraph *graph;
  int ord[NODES], head[NODES], next[NODES];
  int stack[NODES], depth, counter;
};

static int
model_last (const struct model *m, int f)
{
  while (m->next[f] != NONE)
    f = m->next[f];
  return f;
}

/* R6.12.  */
static void
model_back_edge (struct model *m, int f)
{
  int at = m->depth - 1;
  while (m->stack[at] != f && !(m->head[f] != f && m->head[f] == m->stack[at]))
    at--;
  if (at == m->depth - 1)
    return;
  const int e = m->stack[at], h = m->head[e];
  int t = model_last (m, e);
  for (int i = at + 1; i < m->depth; i++)
    {
      const int g = m->stack[i];
      if (m->head[g] != g)
        continue;
      m->next[t] = g;
      for (int member = g; member != NONE; member = m->next[member])
        m->head[member] = h;
      t = model_last (m, t);
    }
}

/* R6.11.  */
static void
model_visit (struct model *m, int f)
{
  if (m->ord[f] > 0)
    return;
  if (m->ord[f] == -1)
    {
      model_back_edge (m, f);
      return;
    }
  m->stack[m->depth++] = f;
  m->ord[f] = -1;
  /* The list of outgoing arcs has the newest first.  */
  for (size_t arc = callgraph_arc_count (m->graph); arc-- > 0;)
    if (m->graph->from.items[arc] == (sym_id)f)
      model_visit (m, (int)m->graph->to.items[arc]);
  if (m->head[f] == f)
    {
      m->counter++;
      for (int member = f; member != NONE; member = m->next[member])
        m->ord[member] = m->counter;
    }
  m->depth--;
}

/* R6.10.  */
static void
model_number (struct model *m, const struct callgraph *graph)
{
  *m = (struct model){ .graph = graph };
  const int n = (int)graph->symbol_count;
  for (int i = 0; i < n; i++)
    {
      m->head[i] = i;
      m->next[i] = NONE;
    }
  for (int i = 0; i < n; i++)
    if (m->ord[i] == 0)
      model_visit (m, i);
}

/* R6.13: numbers in address order of heads, members in chain order.  */
static bool
same_cycles (const struct model *m, const struct cycles *cycles)
{
  const int n = (int)m->graph->symbol_count;
  uint32_t numbers[NODES] = { 0 };
  size_t count = 0, filled = 0;
  bool same = true;
  for (int i = 0; i < n; i++)
    {
      if (m->head[i] != i || m->next[i] == NONE)
        continue;
      count++;
      for (int member = i; member != NONE; member = m->next[member])
        {
          numbers[member] = (uint32_t)count;
          same = same && cycles->members[filled] == (sym_id)member;
          filled++;
        }
      same = same && cycles->member_start[count] == filled;
    }
  for (int i = 0; i < n; i++)
    same = same && cycles->cycle[i] == numbers[i];
  return same && cycles->count == count;
}

/* R6.14.  */
static bool
same_order (const struct model *m, const struct cycles *cycles)
{
  const int n = (int)m->graph->symbol_count;
  int place = 0;
  for (int ord = 1; ord <= m->counter; ord++)
    for (int i = 0; i < n; i++)
      if (m->ord[i] == ord && cycles->topological[place++] != (sym_id)i)
        return false;
  return place == n;
}

/* Sparse graphs have chains, dense ones cycles within cycles.  */
static void
test_random_graphs (void)
{
  enum
  {
    GRAPHS = 20000
  };
  struct rng rng = { 41 };
  bool cycles_same = true, orders_same = true;
  unsigned with_cycles = 0;
  for (unsigned round = 0; round < GRAPHS; round++)
    {
      struct symtab symtab;
      struct callgraph graph;
      struct cycles cycles;
      struct model model;
      plain_symtab (&symtab, 1 + rng_below (&rng, NODES));
      random_graph (&graph, &symtab, 1 + rng_below (&rng, 40), &rng);
      cycles_number (&cycles, &graph);
      model_number (&model, &graph);
      cycles_same = cycles_same && same_cycles (&model, &cycles);
      orders_same = orders_same && same_order (&model, &cycles);
      with_cycles += cycles.count > 0;
      cycles_release (&cycles);
      callgraph_release (&graph);
      symtab_release (&symtab);
    }
  ok (cycles_same, "%d random graphs: cycles and members as in the model",
      GRAPHS);
  ok (orders_same, "and the topological order");
  ok (with_cycles > GRAPHS / 3, "%u of them have cycles", with_cycles);
}

/* --- Depth -------------------------------------------------------------- */

enum
{
  DEEP = 1000000
};

/* An arc from each of DEEP symbols to the next and, if CLOSED, from the last
   to the first.  Built by hand: a profile of that size takes its time.  */
static void
deep_chain (struct callgraph *graph, bool closed)
{
  *graph = (struct callgraph){ .symbol_count = DEEP };
  const size_t arcs = closed ? DEEP : DEEP - 1;
  graph->child_start = array_new (DEEP + 1, sizeof *graph->child_start);
  graph->child_arc = array_new (arcs, sizeof *graph->child_arc);
  for (uint32_t i = 0; i < DEEP; i++)
    {
      graph->child_start[i + 1] = (arc_id)(i + 1 < arcs ? i + 1 : arcs);
      if (i == arcs)
        break;
      graph->child_arc[i] = i;
      vec_push (&graph->from, i);
      vec_push (&graph->to, (i + 1) % DEEP);
      vec_push (&graph->count, 1);
    }
}

static void
test_deep_chain (void)
{
  struct callgraph graph;
  struct cycles cycles;
  deep_chain (&graph, false);
  cycles_number (&cycles, &graph);
  is_u64 (cycles.count, 0,
          "a chain of %d calls needs no deep stack, and has no cycles", DEEP);
  bool reversed = true;
  for (uint32_t i = 0; i < DEEP; i++)
    reversed = reversed && cycles.topological[i] == DEEP - 1 - i;
  ok (reversed, "callees come first");
  cycles_release (&cycles);
  callgraph_release (&graph);
}

static void
test_deep_cycle (void)
{
  struct callgraph graph;
  struct cycles cycles;
  deep_chain (&graph, true);
  cycles_number (&cycles, &graph);
  ok (cycles.count == 1 && cycles.member_start[1] == DEEP,
      "nor does a cycle of %d, which is one with all of them", DEEP);
  ok (cycles.members[0] == 0 && cycles.members[DEEP - 1] == DEEP - 1,
      "in the order of the calls");
  cycles_release (&cycles);
  callgraph_release (&graph);
}

int
main (void)
{
  test_by_hand ();
  test_two_cycles ();
  test_member_order ();
  test_empty ();
  test_random_graphs ();
  test_deep_chain ();
  test_deep_cycle ();
  return done ();
}
