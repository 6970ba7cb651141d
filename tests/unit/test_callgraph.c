/* test_callgraph.c - raw arcs become arcs between symbols.  */

#include "config.h"

#include "analysis/callgraph.h"

#include <stdlib.h>

#include "gmon_text.h"
#include "rng.h"
#include "tap.h"

/* The graph of a profile over a table.  */
struct built
{
  struct symtab_text table;
  struct profile profile;
  struct callgraph graph;
};

static const struct arcset no_arcs;

static void
build_with (struct built *built, const char *symbols, const char *gmon,
            const struct arcset *include, const struct arcset *exclude,
            const struct callscan *calls)
{
  *built = (struct built){ 0 };
  struct diag diag = { 0 };
  symtab_text_build (&built->table, symbols);
  gmon_text_read (gmon, &built->profile);
  is_u64 (callgraph_build (&built->graph, &built->profile,
                           &built->table.symtab, include, exclude, NULL, calls,
                           &diag),
          STATUS_OK, "a graph is built");
}

static void
build (struct built *built, const char *symbols, const char *gmon,
       const struct arcset *include, const struct arcset *exclude)
{
  build_with (built, symbols, gmon, include, exclude, NULL);
}

static void
release (struct built *built)
{
  callgraph_release (&built->graph);
  profile_release (&built->profile);
  symtab_text_release (&built->table);
}

/* The arcs as "from-to:count", in the order in which IDS gives them.  */
static const char *
list_arcs (const struct callgraph *graph, const arc_id *ids, size_t count)
{
  static char text[300];
  size_t length = 0;
  text[0] = '\0';
  for (size_t i = 0; i < count; i++)
    {
      const arc_id arc = ids != NULL ? ids[i] : (arc_id)i;
      length += (size_t)snprintf (text + length, sizeof text - length,
                                  "%s%u-%u:%" PRIu64, i > 0 ? " " : "",
                                  graph->from.items[arc], graph->to.items[arc],
                                  graph->count.items[arc]);
    }
  return text;
}

static const char *
all_arcs (const struct callgraph *graph)
{
  return list_arcs (graph, NULL, callgraph_arc_count (graph));
}

static const char *
children (const struct callgraph *graph, sym_id id)
{
  const size_t first = graph->child_start[id];
  return list_arcs (graph, graph->child_arc + first,
                    graph->child_start[id + 1] - first);
}

static const char *
parents (const struct callgraph *graph, sym_id id)
{
  const size_t first = graph->parent_start[id];
  return list_arcs (graph, graph->parent_arc + first,
                    graph->parent_start[id + 1] - first);
}

static const char three[] = "T 1000 main\nT 1100 work\nT 1200 leaf\nend 1300";

/* Different call sites of one caller, different addresses of one callee
   (R6.1).  */
static void
test_coalescing (void)
{
  struct built b;
  build (&b, three,
         "arc 1004 1200 1\n"
         "arc 1008 1100 2\n"
         "arc 10ff 12ff 4\n"
         "arc 1100 1204 4294967295\n",
         &no_arcs, &no_arcs);
  is_text (all_arcs (&b.graph), "0-2:5 0-1:2 1-2:4294967295",
           "arcs between the same two symbols are one, oldest first");
  is_u64 (b.graph.calls[2], UINT64_C (4294967300),
          "calls of leaf, in 64 bits");
  is_u64 (b.graph.calls[1], 2, "calls of work");
  is_u64 (b.graph.calls[0], 0, "nobody calls main");
  release (&b);
}

/* R6.1.  */
static void
test_adjacency (void)
{
  struct built b;
  build (&b, three,
         "arc 1000 1100 1\narc 1000 1200 2\narc 1100 1200 3\n"
         "arc 1200 1200 4\narc 1000 1000 5\narc 1000 1100 6\n",
         &no_arcs, &no_arcs);
  is_text (children (&b.graph, 0), "0-0:5 0-2:2 0-1:7",
           "what a symbol calls, newest first");
  is_text (children (&b.graph, 1), "1-2:3", "one callee");
  is_text (parents (&b.graph, 2), "2-2:4 1-2:3 0-2:2",
           "who calls it, newest first");
  is_text (parents (&b.graph, 0), "0-0:5", "an arc to oneself is in both");
  is_u64 (b.graph.child_start[3], 5, "every arc is a child once");
  is_u64 (b.graph.parent_start[3], 5, "and a parent once");
  release (&b);
}

/* R6.3.  */
static void
test_self_calls (void)
{
  struct built b;
  build (&b, three, "arc 1100 1100 7\narc 1000 1100 3\narc 1150 1100 2\n",
         &no_arcs, &no_arcs);
  is_u64 (b.graph.calls[1], 3, "calls by itself are no calls");
  is_u64 (b.graph.self_calls[1], 9, "but self calls");
  is_u64 (b.graph.self_calls[0], 0, "of that symbol alone");
  release (&b);
}

/* R6.1.  */
static void
test_zero_counts (void)
{
  struct built b;
  build (&b, three, "arc 1000 1100 0\n", &no_arcs, &no_arcs);
  is_text (all_arcs (&b.graph), "0-1:0", "an arc without calls is an arc");
  release (&b);
}

/* R4.32.  */
static void
test_outside_symbols (void)
{
  struct built b;
  build (&b, three,
         "arc fff 1100 1\narc 1300 1100 2\narc 1000 fff 4\narc 1000 1300 8\n"
         "arc 0 0 16\n",
         &no_arcs, &no_arcs);
  is_text (all_arcs (&b.graph), "", "an arc needs a symbol at both ends");
  is_u64 (b.graph.calls[1], 0, "one that is dropped counts nowhere");
  release (&b);
}

/* R4.32, R6.2: only functions are called.  */
static void
test_labels (void)
{
  struct built b;
  build (&b,
         "L 1000 first\nT 1100 work\nL 1200 again\nl 1300 more\n"
         "T 1400 leaf\nend 1500",
         "arc 1400 1300 1\narc 1400 1200 2\narc 1400 1000 4\n"
         "arc 1200 1400 8\n",
         &no_arcs, &no_arcs);
  is_text (all_arcs (&b.graph), "4-1:3 2-4:8",
           "a call of a label is one of the function before it; callers may "
           "be labels");
  release (&b);
}

static struct arcset
one_arc (sym_id from, sym_id to)
{
  struct arcset set = { 0 };
  const struct symrun callee = { to, to + 1 }, caller = { from, from + 1 };
  arcset_add_spec (&set, 0, 0);
  arcset_add (&set.callees, 0, callee);
  arcset_add (&set.callers, 0, caller);
  arcset_finish (&set);
  return set;
}

/* R2.10.  */
static void
test_selection (void)
{
  static const char gmon[]
      = "arc 1000 1100 1\narc 1000 1200 2\narc 1100 1200 4\n";
  struct arcset set = one_arc (0, 2);
  struct built b;
  build (&b, three, gmon, &set, &no_arcs);
  is_text (all_arcs (&b.graph), "0-2:2", "only included arcs");
  is_u64 (b.graph.calls[2], 2, "others do not count as calls");
  release (&b);
  build (&b, three, gmon, &no_arcs, &set);
  is_text (all_arcs (&b.graph), "0-1:1 1-2:4", "all but excluded arcs");
  release (&b);
  build (&b, three, gmon, &set, &set);
  is_text (all_arcs (&b.graph), "0-2:2", "the include table wins");
  release (&b);
  arcset_release (&set);
}

/* The arc to the function is what a filter sees, not the one to the label in
   it.  */
static void
test_selection_after_resolving (void)
{
  struct arcset set = one_arc (1, 0);
  struct built b;
  build (&b, "T 1000 main\nT 1100 work\nL 1200 again\nend 1300",
         "arc 1100 1000 1\narc 1000 1200 2\n", &no_arcs, &set);
  is_text (all_arcs (&b.graph), "0-1:2", "filters see resolved arcs");
  release (&b);
  arcset_release (&set);
}

static void
test_no_arcs (void)
{
  struct built b;
  build (&b, three, "hist 0 4 1 seconds s 1\n", &no_arcs, &no_arcs);
  is_u64 (callgraph_arc_count (&b.graph), 0, "no arcs make a graph");
  is_u64 (b.graph.child_start[3], 0, "with nothing to walk");
  release (&b);
}

/* --- Random profiles ---------------------------------------------------- */

enum
{
  SIDE = 12
};

/* Sums of counts between symbols of 16 bytes each from 0x1000; those with odd
   numbers are labels.  */
static void
random_arcs (struct rng *rng, struct profile_builder *builder,
             uint64_t sums[SIDE][SIDE])
{
  struct diag diag = { 0 };
  for (uint32_t i = rng_below (rng, 200); i > 0; i--)
    {
      const uint32_t from = rng_below (rng, SIDE), to = rng_below (rng, SIDE);
      const struct raw_arc arc
          = { 0x1000 + 16 * from + rng_below (rng, 16),
              0x1000 + 16 * to + rng_below (rng, 16), rng_below (rng, 100) };
      profile_builder_add_arc (builder, &arc, &diag);
      sums[from][to - to % 2] += arc.count;
    }
}

static bool
graph_is (const struct callgraph *graph, uint64_t sums[SIDE][SIDE])
{
  uint64_t calls[SIDE] = { 0 };
  bool right = true;
  for (size_t arc = 0; arc < callgraph_arc_count (graph); arc++)
    {
      const sym_id from = graph->from.items[arc], to = graph->to.items[arc];
      right = right && graph->count.items[arc] == sums[from][to];
      sums[from][to] = from == to ? sums[from][to] : 0;
      if (from != to)
        calls[to] += graph->count.items[arc];
    }
  for (sym_id id = 0; id < SIDE; id++)
    {
      right = right && graph->calls[id] == calls[id]
              && graph->self_calls[id] == sums[id][id];
      for (sym_id to = 0; to < SIDE; to++)
        right = right && (to == id || sums[id][to] == 0);
    }
  return right;
}

static void
test_random (void)
{
  char text[SIDE * 16 + 16];
  size_t length = 0;
  for (unsigned i = 0; i < SIDE; i++)
    length += (size_t)snprintf (text + length, sizeof text - length,
                                "%c %x f%u\n", i % 2 ? 'L' : 'T',
                                0x1000 + 16 * i, i);
  snprintf (text + length, sizeof text - length, "end %x", 0x1000 + 16 * SIDE);
  struct symtab_text table;
  symtab_text_build (&table, text);
  struct rng rng = { 23 };
  struct diag diag = { 0 };
  bool right = true;
  for (unsigned round = 0; round < 1000; round++)
    {
      struct profile_builder builder = { 0 };
      struct profile profile;
      struct callgraph graph;
      uint64_t sums[SIDE][SIDE] = { { 0 } };
      random_arcs (&rng, &builder, sums);
      gmon_finish (&builder, &profile);
      callgraph_build (&graph, &profile, &table.symtab, &no_arcs, &no_arcs,
                       NULL, NULL, &diag);
      right = graph_is (&graph, sums) && right;
      callgraph_release (&graph);
      profile_release (&profile);
    }
  ok (right, "1000 random profiles: counts and calls are what a matrix says");
  symtab_text_release (&table);
}

/* R6.4, R6.57.  main = 0, work = 1, leaf = 2  */
static void
test_static_arcs (void)
{
  static struct static_arc found[]
      = { { 0, 2 }, { 0, 1 }, { 1, 1 }, { 1, 0 }, { 1, 1 } };
  const struct callscan calls = { .arcs = { found, 5, 5 } };
  struct built b;
  build_with (&b, three, "arc 1004 1100 7\narc 1100 1100 3\n", &no_arcs,
              &no_arcs, &calls);
  is_text (all_arcs (&b.graph), "0-1:7 1-1:3 0-2:0 1-0:0",
           "calls in the code come behind those of the profile, with count 0");
  is_text (children (&b.graph, 0), "0-2:0 0-1:7", "they are children");
  is_text (parents (&b.graph, 0), "1-0:0", "and parents");
  is_u64 (b.graph.calls[2], 0, "they count no call");
  is_u64 (b.graph.calls[1], 7, "and change none");
  is_u64 (b.graph.self_calls[1], 3, "nor of itself");
  ok (b.graph.indirect == NULL, "none is of unknown target");
  release (&b);
}

/* The user's specs for arcs apply to those of the profile (R6.50).  */
static void
test_static_arcs_are_not_selected (void)
{
  static struct static_arc found[] = { { 0, 1 }, { 1, 2 } };
  const struct callscan calls = { .arcs = { found, 2, 2 } };
  struct arcset exclude = one_arc (0, 1);
  struct built b;
  build_with (&b, three, "arc 1004 1100 7\narc 1100 1200 3\n", &no_arcs,
              &exclude, &calls);
  is_text (all_arcs (&b.graph), "1-2:3 0-1:0",
           "an arc left out comes back with count 0");
  release (&b);
  arcset_release (&exclude);
}

/* R6.56.  */
static void
test_unknown_targets (void)
{
  static struct static_arc found[] = {
    { 0, 2 }, { 0, SYM_NONE }, { 0, 0 }, { 0, SYM_NONE }, { 2, SYM_NONE }
  };
  const struct callscan calls
      = { .arcs = { found, 5, 5 }, .indirect_name = "somebody" };
  struct built b;
  build_with (&b, three, "arc 1004 1100 7\n", &no_arcs, &no_arcs, &calls);
  is_text (all_arcs (&b.graph), "0-1:7 0-2:0 0-0:0",
           "a call of unknown target is no arc");
  is_u64 (b.graph.indirect[0], 2, "but has an age: that of the third arc");
  is_u64 (b.graph.indirect[1], ARC_NONE, "if there is one");
  is_u64 (b.graph.indirect[2], 3, "it may be younger than all arcs");
  is_text (b.graph.indirect_name, "somebody", "it has a name");
  release (&b);
}

int
main (void)
{
  test_static_arcs ();
  test_static_arcs_are_not_selected ();
  test_unknown_targets ();
  test_coalescing ();
  test_adjacency ();
  test_self_calls ();
  test_zero_counts ();
  test_outside_symbols ();
  test_labels ();
  test_selection ();
  test_selection_after_resolving ();
  test_no_arcs ();
  test_random ();
  return done ();
}
