/* test_propagate.c - time and print flags along the arcs.

   One example by hand, and random graphs against a model that follows R6.13
   and R6.20 to R6.29 sentence by sentence.  All doubles are compared exactly:
   the order of every sum affects the result.  */

#include "config.h"

#include "analysis/propagate.h"

#include <stdlib.h>
#include <string.h>

#include "gmon_text.h"
#include "random_graph.h"
#include "tap.h"

/* --- By hand ------------------------------------------------------------ */

struct example
{
  struct symtab_text table;
  struct callgraph graph;
  struct cycles cycles;
  struct selection selection;
  struct analysis analysis;
};

static void
start (struct example *e, const char *symbols, const char *arcs)
{
  *e = (struct example){ 0 };
  symtab_text_build (&e->table, symbols);
  graph_text_build (&e->graph, &e->table.symtab, arcs);
  cycles_number (&e->cycles, &e->graph);
}

static void
select_symbol (struct example *e, enum spec_table table, const char *name)
{
  const sym_id id = symtab_text_id (&e->table.symtab, name);
  symset_add_range (&e->selection.tables[table], e->table.symtab.count, id,
                    id + 1);
}

static void
run (struct example *e, const double *ticks)
{
  analysis_release (&e->analysis);
  propagate (&e->analysis, &e->graph, &e->cycles, ticks, &e->selection);
}

static void
release (struct example *e)
{
  analysis_release (&e->analysis);
  selection_release (&e->selection);
  cycles_release (&e->cycles);
  callgraph_release (&e->graph);
  symtab_text_release (&e->table);
}

static const char five[] = "T 1000 main\nT 1010 a\nT 1020 b\nT 1030 c\n"
                           "T 1040 leaf\nend 1050";

/*   main --2--> a --3--> leaf        self: main 10, a 20, b 30, c 40,
     main --6--> b --9--> leaf              leaf 60
     b <--> c is a cycle: b --5--> c, c --4--> b

   leaf is called 3 + 9 = 12 times.
   a gets 60 * 3/12 = 15 from leaf, so a has 20 + 15 = 35.
   b gets 60 * 9/12 = 45.  The cycle: self 30 + 40 = 70, children 45, called 6
   times from outside, 5 + 4 = 9 times from within.
   main gets all of a, 20 + 15, and all of the cycle, 70 + 45: 150.  */
static void
test_example (void)
{
  static const double ticks[] = { 10, 20, 30, 40, 60 };
  struct example e;
  start (&e, five, "main a 2\nmain b 6\nb c 5\nc b 4\na leaf 3\nb leaf 9\n");
  run (&e, ticks);
  const struct analysis *a = &e.analysis;
  const size_t cycle = 5;
  is_u64 (a->node_count, 6, "five symbols and a cycle");
  is_u64 (a->calls[4], 12, "leaf is called 12 times");
  is_u64 (a->calls[cycle], 6, "the cycle 6 times from outside");
  is_u64 (a->self_calls[cycle], 9, "and 9 times from within");
  is_double (a->child_ticks[1], 15.0, "a gets 60 * 3/12");
  is_double (a->child_ticks[2], 45.0, "b gets 60 * 9/12");
  is_double (a->child_ticks[3], 0.0, "c gets nothing from its cycle");
  is_double (a->self_ticks[cycle], 70.0, "the cycle's self time");
  is_double (a->child_ticks[cycle], 45.0, "and its children's");
  is_double (a->child_ticks[0], 150.0, "main gets everything");
  is_double (a->print_ticks, 160.0, "all self time counts");
  for (size_t node = 0; node < 6; node++)
    {
      ok (a->shown[node], "node %zu is shown", node);
      is_double (a->fraction[node], 1.0, "and counts as a whole");
    }

  const arc_id to_cycle
      = graph_text_arc (&e.graph, &e.table.symtab, "main", "b");
  is_double (a->arc_self[to_cycle], 70.0, "an arc into a cycle carries all");
  is_double (a->arc_child[to_cycle], 45.0, "its children's time, too");
  const arc_id within = graph_text_arc (&e.graph, &e.table.symtab, "b", "c");
  is_double (a->arc_self[within], 0.0, "an arc within a cycle nothing");
  release (&e);
}

/* Time of a is not wanted (-E a): nothing goes to a or comes from it.  leaf is
   still the child of b, with 9 of its 12 calls.  */
static void
test_excluded_time (void)
{
  static const double ticks[] = { 10, 20, 30, 40, 60 };
  struct example e;
  start (&e, five, "main a 2\nmain b 6\na leaf 3\nb leaf 9\n");
  select_symbol (&e, SPEC_TIME_EXCLUDE, "a");
  run (&e, ticks);
  const struct analysis *a = &e.analysis;
  is_double (a->fraction[1], 0.0, "an excluded symbol has no fraction");
  is_double (a->prop_self[1], 0.0, "its time does not count");
  is_double (a->child_ticks[1], 0.0, "and it gathers nothing");
  is_double (a->self_ticks[1], 20.0, "though its ticks are there");
  /* a passes on nothing of the 3 calls: 0 * 3/12 + 1 * 9/12.  */
  is_double (a->fraction[4], 0.75, "leaf counts as far as b calls it");
  is_double (a->prop_self[4], 45.0, "with 60 * 9/12");
  is_double (a->child_ticks[0], 75.0, "main gets b's 30 and 45 of leaf");
  is_double (a->print_ticks, 10 + 30 + 40 + 45.0, "the rest is what counts");
  release (&e);
}

static void
check_shown (const struct example *e, const char *expected, const char *what)
{
  char shown[8] = "";
  for (size_t id = 0; id < e->table.symtab.count; id++)
    shown[id] = e->analysis.shown[id] ? '1' : '0';
  is_text (shown, expected, "%s", what);
}

/* R6.21, R6.24: a flag comes from callers and can be refused.  */
static void
test_flags (void)
{
  static const double ticks[5] = { 0 };
  struct example e;
  start (&e, five, "main a 1\na leaf 0\nmain b 1\nc c 1\n");
  select_symbol (&e, SPEC_GRAPH_INCLUDE, "a");
  run (&e, ticks);
  check_shown (&e, "01001", "-f a: a and what it calls, even 0 times");
  select_symbol (&e, SPEC_GRAPH_EXCLUDE, "leaf");
  run (&e, ticks);
  check_shown (&e, "01000", "-f a -e leaf: without leaf");
  select_symbol (&e, SPEC_GRAPH_INCLUDE, "leaf");
  run (&e, ticks);
  check_shown (&e, "01001", "-f leaf wins over -e leaf");
  release (&e);

  start (&e, five, "main a 1\na leaf 1\n");
  select_symbol (&e, SPEC_GRAPH_EXCLUDE, "main");
  run (&e, ticks);
  check_shown (&e, "01111", "-e main: what it calls stays");
  release (&e);
}

/* R6.27: nobody calls the cycle from outside.  */
static void
test_uncalled_cycle (void)
{
  static const double ticks[] = { 10, 20, 30, 40, 60 };
  struct example e;
  start (&e, five, "main a 1\na main 1\na leaf 1\n");
  run (&e, ticks);
  const struct analysis *a = &e.analysis;
  ok (!a->shown[5], "an uncalled cycle has no entry as a whole");
  ok (a->shown[0] && a->shown[1], "though its members have");
  is_double (a->fraction[5], 0.0, "as a whole it counts for nothing");
  is_double (a->prop_self[5], 0.0, "so its own time is 0 there");
  is_double (a->self_ticks[5], 30.0, "though it has some");
  is_double (a->prop_child[5], 60.0, "its children's time is counted");
  release (&e);
}

/* --- The model ---------------------------------------------------------- */

enum
{
  NODES = 9,
  HEADERS = NODES / 2
};

/* A symbol, or the header of a cycle.  */
struct node
{
  uint64_t calls, self_calls;
  double time, child_time, F, prop_self, prop_child;
  bool P;
};

struct model
{
  const struct callgraph *graph;
  const struct cycles *cycles;
  const struct symset *tables;
  struct node nodes[NODES + HEADERS];
  double arc_self[NODES * NODES], arc_child[NODES * NODES];
  double print_time;
};

static struct node *
model_head (struct model *m, sym_id id)
{
  const uint32_t cycle = m->cycles->cycle[id];
  return &m->nodes[cycle ? m->graph->symbol_count + cycle - 1 : id];
}

/* R6.3, R6.13.  */
static void
model_calls (struct model *m)
{
  for (size_t arc = 0; arc < callgraph_arc_count (m->graph); arc++)
    {
      const sym_id from = m->graph->from.items[arc];
      const sym_id to = m->graph->to.items[arc];
      const uint64_t count = m->graph->count.items[arc];
      struct node *header = model_head (m, to);
      if (from == to)
        {
          m->nodes[to].self_calls += count;
          continue;
        }
      m->nodes[to].calls += count;
      if (header == &m->nodes[to])
        continue;
      if (header == model_head (m, from))
        header->self_calls += count;
      else
        header->calls += count;
    }
}

/* R6.21, R6.22 for one member; incoming arcs have the newest first.  */
static void
model_inherit (struct model *m, struct node *head, sym_id id)
{
  for (size_t arc = callgraph_arc_count (m->graph); arc-- > 0;)
    {
      const sym_id caller = m->graph->from.items[arc];
      if (m->graph->to.items[arc] != id || model_head (m, caller) == head)
        continue;
      head->P = head->P || m->nodes[caller].P;
      if (head->calls != 0)
        head->F
            += m->nodes[caller].F
               * ((double)m->graph->count.items[arc] / (double)head->calls);
    }
}

/* R6.24, R6.25.  */
static void
model_select (struct model *m, sym_id id)
{
  struct node *node = &m->nodes[id];
  const bool ig = symset_has (&m->tables[SPEC_GRAPH_INCLUDE], id);
  const bool eg = symset_has (&m->tables[SPEC_GRAPH_EXCLUDE], id);
  const bool it = symset_has (&m->tables[SPEC_TIME_INCLUDE], id);
  const bool et = symset_has (&m->tables[SPEC_TIME_EXCLUDE], id);
  if (!node->P)
    node->P = ig || (!m->tables[SPEC_GRAPH_INCLUDE].any && !eg);
  else if (eg && !ig)
    node->P = false;
  if (node->F == 0.0)
    node->F = it || (!m->tables[SPEC_TIME_INCLUDE].any && !et) ? 1.0 : 0.0;
  else if (et && !it)
    node->F = 0.0;
}

/* R6.20 to R6.26.  */
static void
model_top_down (struct model *m)
{
  const struct cycles *cycles = m->cycles;
  struct node *last = NULL;
  for (size_t i = m->graph->symbol_count; i-- > 0;)
    {
      const sym_id id = cycles->topological[i];
      const uint32_t cycle = cycles->cycle[id];
      struct node *head = model_head (m, id);
      if (head != last && cycle == 0)
        model_inherit (m, head, id);
      if (head != last && cycle != 0)
        {
          const size_t first = cycles->member_start[cycle - 1];
          const size_t end = cycles->member_start[cycle];
          for (size_t j = first; j < end; j++)
            model_inherit (m, head, cycles->members[j]);
          for (size_t j = first; j < end; j++)
            {
              m->nodes[cycles->members[j]].P = head->P;
              m->nodes[cycles->members[j]].F = head->F;
            }
        }
      last = head;
      model_select (m, id);
      m->nodes[id].prop_self = m->nodes[id].time * m->nodes[id].F;
      m->print_time += m->nodes[id].prop_self;
    }
}

/* R6.28.  */
static void
model_headers (struct model *m)
{
  for (size_t c = 0; c < m->cycles->count; c++)
    {
      struct node *header = &m->nodes[m->graph->symbol_count + c];
      for (size_t i = m->cycles->member_start[c];
           i < m->cycles->member_start[c + 1]; i++)
        if (m->nodes[m->cycles->members[i]].F != 0)
          header->time += m->nodes[m->cycles->members[i]].time;
      header->prop_self = header->F * header->time;
    }
}

/* R6.29 for one arc of P.  */
static void
model_pass (struct model *m, size_t arc, sym_id p)
{
  const sym_id callee = m->graph->to.items[arc];
  const uint64_t count = m->graph->count.items[arc];
  struct node *parent = &m->nodes[p];
  if (count == 0 || callee == p || m->nodes[callee].F == 0)
    return;
  if (m->cycles->cycle[callee] != 0
      && m->cycles->cycle[callee] == m->cycles->cycle[p])
    return;
  const struct node *c = model_head (m, callee);
  if (c->calls == 0)
    return;
  const double q = (double)count / (double)c->calls;
  m->arc_self[arc] = c->time * q;
  m->arc_child[arc] = c->child_time * q;
  const double share = m->arc_self[arc] + m->arc_child[arc];
  const double ps = parent->F * share;
  parent->child_time += share;
  parent->prop_child += ps;
  m->arc_self[arc] *= parent->F;
  m->arc_child[arc] *= parent->F;
  if (m->cycles->cycle[p] != 0)
    {
      model_head (m, p)->child_time += share;
      model_head (m, p)->prop_child += ps;
    }
}

static void
model_bottom_up (struct model *m)
{
  for (size_t i = 0; i < m->graph->symbol_count; i++)
    {
      const sym_id p = m->cycles->topological[i];
      for (size_t arc = callgraph_arc_count (m->graph); arc-- > 0;)
        if (m->graph->from.items[arc] == p && m->nodes[p].F != 0)
          model_pass (m, arc, p);
    }
}

static void
model_propagate (struct model *m, const struct callgraph *graph,
                 const struct cycles *cycles, const double *ticks,
                 const struct selection *selection)
{
  *m = (struct model){ .graph = graph,
                       .cycles = cycles,
                       .tables = selection->tables };
  for (size_t id = 0; id < graph->symbol_count; id++)
    m->nodes[id].time = ticks[id];
  model_calls (m);
  model_top_down (m);
  model_headers (m);
  model_bottom_up (m);
}

static bool
same (const struct analysis *a, const struct model *m)
{
  bool result = a->print_ticks == m->print_time;
  for (size_t i = 0; i < a->node_count; i++)
    {
      const struct node *node = &m->nodes[i];
      result
          = result && a->self_ticks[i] == node->time
            && a->child_ticks[i] == node->child_time
            && a->fraction[i] == node->F && a->prop_self[i] == node->prop_self
            && a->prop_child[i] == node->prop_child
            && a->calls[i] == node->calls
            && a->self_calls[i] == node->self_calls && a->shown[i] == node->P;
    }
  for (size_t arc = 0; arc < callgraph_arc_count (m->graph); arc++)
    result = result && a->arc_self[arc] == m->arc_self[arc]
             && a->arc_child[arc] == m->arc_child[arc];
  return result;
}

/* --- Random graphs ------------------------------------------------------ */

/* Often empty, sometimes one symbol, sometimes several.  */
static void
random_selection (struct selection *selection, uint32_t count, struct rng *rng)
{
  static const enum spec_table tables[]
      = { SPEC_GRAPH_INCLUDE, SPEC_GRAPH_EXCLUDE, SPEC_TIME_INCLUDE,
          SPEC_TIME_EXCLUDE };
  *selection = (struct selection){ 0 };
  for (size_t t = 0; t < 4; t++)
    for (uint32_t i = rng_below (rng, 6); i > 3; i--)
      {
        const uint32_t id = rng_below (rng, count);
        symset_add_range (&selection->tables[tables[t]], count, id, id + 1);
      }
}

static void
random_ticks (double ticks[NODES], struct rng *rng)
{
  for (size_t i = 0; i < NODES; i++)
    ticks[i] = rng_below (rng, 3) == 0
                   ? 0
                   : rng_below (rng, 10000) / (1.0 + rng_below (rng, 7));
}

static bool
check_random (struct rng *rng, unsigned *with_cycles)
{
  struct symtab symtab;
  struct callgraph graph;
  struct cycles cycles;
  struct selection selection;
  struct analysis analysis;
  struct model model;
  double ticks[NODES];
  plain_symtab (&symtab, 1 + rng_below (rng, NODES));
  random_graph (&graph, &symtab, 25, rng);
  random_selection (&selection, (uint32_t)symtab.count, rng);
  random_ticks (ticks, rng);
  cycles_number (&cycles, &graph);
  propagate (&analysis, &graph, &cycles, ticks, &selection);
  model_propagate (&model, &graph, &cycles, ticks, &selection);
  const bool result = same (&analysis, &model);
  *with_cycles += cycles.count > 0;
  analysis_release (&analysis);
  selection_release (&selection);
  cycles_release (&cycles);
  callgraph_release (&graph);
  symtab_release (&symtab);
  return result;
}

static void
test_random_graphs (void)
{
  enum
  {
    GRAPHS = 20000
  };
  struct rng rng = { 43 };
  unsigned right = 0, with_cycles = 0;
  for (unsigned round = 0; round < GRAPHS; round++)
    right += check_random (&rng, &with_cycles);
  is_u64 (right, GRAPHS, "%d random graphs: every double as in the model",
          GRAPHS);
  ok (with_cycles > GRAPHS / 3, "%u of them have cycles", with_cycles);
}

int
main (void)
{
  test_example ();
  test_excluded_time ();
  test_flags ();
  test_uncalled_cycle ();
  test_random_graphs ();
  return done ();
}
