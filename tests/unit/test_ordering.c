/* test_ordering.c - orders for the linker.

   The model follows R10.2 to R10.8 and R10.20 sentence by sentence: it has
   links in both directions and walks along them, another algorithm than the
   module's.  */

#include "config.h"

#include "analysis/ordering.h"

#include <stdlib.h>
#include <string.h>

#include "gmon_text.h"
#include "random_graph.h"
#include "tap.h"

static const struct quirks ours = { 0 }, gnu = { .forgets_last_hot = true,
                                                 .repeats_unused = true };

/* --- By hand ------------------------------------------------------------ */

static const char *
order_as_text (const struct ordering *ordering, const struct symtab *symtab)
{
  static char text[400];
  size_t length = 0;
  text[0] = '\0';
  for (size_t i = 0; i < ordering->order.count; i++)
    length += (size_t)snprintf (text + length, sizeof text - length, "%s%s",
                                i > 0 ? " " : "",
                                symtab->name[ordering->order.items[i]]);
  return text;
}

static void
check_functions (const char *symbols, const char *arcs, const char *expected)
{
  struct symtab_text table;
  struct callgraph graph;
  struct ordering ordering;
  symtab_text_build (&table, symbols);
  graph_text_build (&graph, &table.symtab, arcs);
  ordering_of_functions (&ordering, &graph, &ours);
  is_text (order_as_text (&ordering, &table.symtab), expected, "%s", expected);
  ordering_release (&ordering);
  callgraph_release (&graph);
  symtab_text_release (&table);
}

static const char seven[] = "T 1000 a\nT 1010 b\nT 1020 c\nT 1030 d\n"
                            "T 1040 e\nT 1050 f\nT 1060 g\nend 1070";

/* The arcs from a, which nobody calls, are there to make functions called,
   and so many that the arcs of interest lie within 0.99 of all calls.  */
static void
test_functions_by_hand (void)
{
  check_functions (seven, "", "a b c d e f g");
  /* The arc of a function that is never called places nothing: b comes with
     what was called.  */
  check_functions (seven, "a b 5\n", "b a c d e f g");
  /* d b, then b is the last of the chain and c joins it there.  */
  check_functions (seven, "a d 50\nd b 900\nb c 800\n", "d b c a e f g");
  /* c b, b d: c b d.  From b it is one step to either end; what a caller
     calls joins the last: c b d f.  */
  check_functions (seven, "a c 50\nc b 900\nb d 800\nb f 700\n",
                   "c b d f a e g");
  /* b c d, and what calls c from the midst joins the first: e b c d.  */
  check_functions (seven, "a b 50\na e 50\nb c 900\nc d 800\ne c 700\n",
                   "e b c d a f g");
  /* Longer at one side: c d e f, then g calls d, one step from c and two from
     f.  */
  check_functions (seven,
                   "a g 50\na c 50\nc d 900\nd e 800\ne f 700\ng d 600\n",
                   "g c d e f a b");
  /* b c and d e are chains of their own; no arc joins two chains.  */
  check_functions (seven, "a b 50\na d 50\nb c 900\nd e 800\nc d 700\n",
                   "b c d e a f g");
}

/* The last hundredth of the calls waits until all others are placed.  */
static void
test_leftover (void)
{
  /* 1000 of 1013 calls: b c.  What remains makes a chain of its own, though f
     is called by a function that has been placed.  */
  check_functions (seven, "a e 1\na b 5\nb c 1000\ne g 4\nc f 3\n",
                   "b c e g f a d");
  /* e calls c, but too late to be placed beside it.  */
  check_functions (seven, "a e 1\na b 5\nb d 1\nb c 1000\ne c 4\n",
                   "b c d e a f g");
}

static void
test_files_by_hand (void)
{
  struct symtab_text table;
  struct callgraph graph;
  struct ordering ordering;
  symtab_text_build (&table, seven);
  /* b, d, e, g are files.  Arcs count in the order of their creation.  */
  static const sym_id mapped[] = { 1, 3, 4, 6 };
  for (size_t i = 0; i < 4; i++)
    table.symtab.flags[mapped[i]] |= SYMBOL_MAPPED;
  graph_text_build (&graph, &table.symtab,
                    "a b 100\ng b 1\nc d 50\ne b 70\nb e 9\ne d 1\n");
  ordering_of_files (&ordering, &graph, &table.symtab);
  /* g b; e joins b: g b e.  The last arc is beyond 0.99 of 231 calls.  */
  is_text (order_as_text (&ordering, &table.symtab), "g b e d",
           "g b, then e; d is not called often enough");
  ordering_release (&ordering);
  callgraph_release (&graph);
  symtab_text_release (&table);
}

/* --- The model ---------------------------------------------------------- */

enum
{
  NODES = 420,
  ARCS = 3000,
  NONE = -1
};

/* A list of arcs or symbols.  */
struct list
{
  int items[4 * ARCS];
  int count;
};

struct model
{
  const struct callgraph *graph;
  int prev[NODES], next[NODES];
  bool placed[NODES], arc_placed[ARCS];
  uint64_t uses[NODES];
  const struct quirks *quirks;
  bool hot_missing, unused_twice; /* a mistake of R10.7 happened */
  struct list out;
};

static void
append (struct list *list, int item)
{
  list->items[list->count++] = item;
}

static int
from (const struct model *m, int arc)
{
  return (int)m->graph->from.items[arc];
}

static int
to (const struct model *m, int arc)
{
  return (int)m->graph->to.items[arc];
}

static uint64_t
count (const struct model *m, int arc)
{
  return m->graph->count.items[arc];
}

static bool
has_link (const struct model *m, int id)
{
  return m->prev[id] != NONE || m->next[id] != NONE;
}

/* R10.3: the end of ID's chain in one direction, and the steps to it.  */
static int
walk (const int *links, int id, int *steps)
{
  for (*steps = 0; links[id] != NONE; ++*steps)
    id = links[id];
  return id;
}

static void
link_pair (struct model *m, int first, int second)
{
  m->next[first] = second;
  m->prev[second] = first;
}

static uint64_t
sum (const struct model *m, const struct list *arcs)
{
  uint64_t total = 0;
  for (int i = 0; i < arcs->count; i++)
    total += count (m, arcs->items[i]);
  return total;
}

/* R10.3.  */
static void
model_chains (struct model *m, const struct list *arcs, bool all,
              struct list *leftover)
{
  uint64_t total = sum (m, arcs), running = 0;
  for (int i = 0; i < arcs->count; i++)
    {
      const int arc = arcs->items[i];
      int p = from (m, arc), c = to (m, arc), a, b;
      running += count (m, arc);
      if (m->arc_placed[arc])
        continue;
      if ((!all && (double)running / (double)total > 0.99) || m->placed[p]
          || m->placed[c] || (has_link (m, p) && has_link (m, c)))
        {
          append (leftover, arc);
          continue;
        }
      if (!has_link (m, p))
        {
          const int last = walk (m->next, c, &a);
          const int first = walk (m->prev, c, &b);
          c = a < b ? last : first;
        }
      else
        {
          const int last = walk (m->next, p, &a);
          const int first = walk (m->prev, p, &b);
          p = b < a ? first : last;
        }
      if (m->next[p] != NONE)
        link_pair (m, c, p);
      else if (m->prev[p] != NONE)
        link_pair (m, p, c);
      else if (m->prev[c] != NONE)
        link_pair (m, c, p);
      else
        link_pair (m, p, c);
      m->arc_placed[arc] = true;
    }
}

static void
model_print (struct model *m, int id)
{
  m->placed[id] = true;
  append (&m->out, id);
}

/* R10.4.  */
static void
model_place (struct model *m, const struct list *arcs, bool all,
             struct list *leftover)
{
  model_chains (m, arcs, all, leftover);
  for (int i = 0; i < arcs->count; i++)
    {
      const int p = from (m, arcs->items[i]), c = to (m, arcs->items[i]);
      int steps;
      if (m->placed[p] || m->placed[c] || !has_link (m, p))
        continue;
      for (int id = walk (m->prev, p, &steps); id != NONE; id = m->next[id])
        model_print (m, id);
    }
  for (int i = 0; i < arcs->count && all; i++)
    if (!m->placed[from (m, arcs->items[i])]
        && !m->placed[to (m, arcs->items[i])])
      model_print (m, from (m, arcs->items[i]));
}

/* A stable sort, the slow way: largest VALUES first.  */
static void
sort_largest_first (struct list *list, const uint64_t *values)
{
  for (int i = 1; i < list->count; i++)
    for (int j = i;
         j > 0 && values[list->items[j - 1]] < values[list->items[j]]; j--)
      {
        const int swapped = list->items[j];
        list->items[j] = list->items[j - 1];
        list->items[j - 1] = swapped;
      }
}

static void
model_arcs (const struct model *m, struct list *arcs)
{
  arcs->count = 0;
  for (int arc = 0; arc < (int)callgraph_arc_count (m->graph); arc++)
    if (from (m, arc) != to (m, arc))
      append (arcs, arc);
}

/* R10.5.  */
static void
model_uses (struct model *m, const struct list *arcs)
{
  uint64_t total = sum (m, arcs), running = 0;
  for (int i = 0; i < arcs->count; i++)
    {
      running += count (m, arcs->items[i]);
      if ((double)running / (double)total > 0.90)
        break;
      m->uses[to (m, arcs->items[i])]++;
    }
}

/* R10.6: the arcs of hot functions go to X; how many functions are hot.  */
static int
model_hot (struct model *m, const struct list *hottest, struct list *x)
{
  const int arcs = (int)callgraph_arc_count (m->graph);
  int hot = 0;
  for (int i = 0; i < hottest->count / 80; i++)
    {
      const int id = hottest->items[i];
      if (m->uses[id] == 5)
        break;
      for (int arc = arcs - 1; arc >= 0; arc--)
        if (from (m, arc) == id && to (m, arc) != id)
          append (x, arc);
      for (int arc = arcs - 1; arc >= 0; arc--)
        if (to (m, arc) == id && from (m, arc) != id)
          append (x, arc);
      m->placed[id] = true;
      hot++;
    }
  for (int i = 0; i < x->count; i++)
    m->arc_placed[x->items[i]] = true;
  return hot;
}

/* R10.7.  Without GNU_COMPAT the last one is printed, too.  */
static void
model_inner (struct model *m, const struct list *hottest, int hot,
             const struct list *x, struct list *y)
{
  for (int i = 0; i < x->count; i++)
    {
      const int p = from (m, x->items[i]), c = to (m, x->items[i]);
      if (!m->placed[p] || !m->placed[c])
        continue;
      append (y, x->items[i]);
      m->placed[p] = m->placed[c] = false;
    }
  for (int i = 0; i < hot; i++)
    if (m->placed[hottest->items[i]])
      {
        if (i == hot - 1 && m->quirks->forgets_last_hot)
          m->hot_missing = true;
        else
          append (&m->out, hottest->items[i]);
      }
}

static bool
has_item (const struct list *list, int item)
{
  for (int i = 0; i < list->count; i++)
    if (list->items[i] == item)
      return true;
  return false;
}

/* R10.8, the end.  Without the quirk nothing is printed twice.  */
static void
model_rest (struct model *m, const struct list *called)
{
  for (int i = 0; i < called->count; i++)
    if (!m->placed[called->items[i]])
      append (&m->out, called->items[i]);
  for (int id = 0; id < (int)m->graph->symbol_count; id++)
    if (m->graph->calls[id] == 0)
      {
        const bool twice = has_item (&m->out, id);
        m->unused_twice = m->unused_twice || twice;
        if (!twice || m->quirks->repeats_unused)
          append (&m->out, id);
      }
}

static void
model_start (struct model *m, const struct callgraph *graph)
{
  memset (m, 0, sizeof *m);
  m->graph = graph;
  for (int id = 0; id < NODES; id++)
    m->prev[id] = m->next[id] = NONE;
}

static void
model_functions (struct model *m, const struct callgraph *graph,
                 const struct quirks *quirks)
{
  static struct list called, arcs, hottest, x, y, leftover, ignored;
  model_start (m, graph);
  m->quirks = quirks;
  called.count = x.count = y.count = leftover.count = ignored.count = 0;
  for (int id = 0; id < (int)graph->symbol_count; id++)
    if (graph->calls[id] == 0)
      m->placed[id] = true;
    else
      append (&called, id);
  model_arcs (m, &arcs);
  sort_largest_first (&arcs, graph->count.items);
  model_uses (m, &arcs);
  hottest = called;
  sort_largest_first (&hottest, m->uses);
  const int hot = model_hot (m, &hottest, &x);
  model_inner (m, &hottest, hot, &x, &y);
  sort_largest_first (&y, graph->count.items);
  model_place (m, &y, true, &leftover);
  model_place (m, &arcs, false, &leftover);
  model_place (m, &leftover, true, &ignored);
  model_rest (m, &called);
}

/* R10.20.  */
static void
model_files (struct model *m, const struct callgraph *graph,
             const struct symtab *symtab)
{
  static struct list arcs, ignored;
  model_start (m, graph);
  model_arcs (m, &arcs);
  ignored.count = 0;
  for (int i = 0; i < arcs.count; i++)
    m->arc_placed[arcs.items[i]]
        = !(symtab->flags[from (m, arcs.items[i])] & SYMBOL_MAPPED)
          || !(symtab->flags[to (m, arcs.items[i])] & SYMBOL_MAPPED);
  model_place (m, &arcs, false, &ignored);
  for (int id = 0; id < (int)graph->symbol_count; id++)
    if ((symtab->flags[id] & SYMBOL_MAPPED) && !m->placed[id])
      append (&m->out, id);
}

static bool
same_order (const struct model *m, const struct ordering *ordering)
{
  if (ordering->order.count != (size_t)m->out.count)
    return false;
  for (int i = 0; i < m->out.count; i++)
    if (ordering->order.items[i] != (sym_id)m->out.items[i])
      return false;
  return true;
}

/* Is each of COUNT symbols there once?  */
static bool
has_each_once (const struct ordering *ordering, size_t symbols)
{
  bool seen[NODES] = { false };
  for (size_t i = 0; i < ordering->order.count; i++)
    {
      if (seen[ordering->order.items[i]])
        return false;
      seen[ordering->order.items[i]] = true;
    }
  return ordering->order.count == symbols;
}

/* Checks of random graphs so far.  */
struct findings
{
  bool functions_same, compat_same, files_same, each_once;
  unsigned hot_missing, unused_twice;
};

static void
try_graph (const struct callgraph *graph, struct symtab *symtab,
           struct rng *rng, struct findings *findings)
{
  static struct model m;
  struct ordering ordering;
  ordering_of_functions (&ordering, graph, &ours);
  model_functions (&m, graph, &ours);
  findings->functions_same
      = findings->functions_same && same_order (&m, &ordering);
  findings->each_once
      = findings->each_once && has_each_once (&ordering, symtab->count);
  ordering_release (&ordering);

  ordering_of_functions (&ordering, graph, &gnu);
  model_functions (&m, graph, &gnu);
  findings->compat_same = findings->compat_same && same_order (&m, &ordering);
  findings->hot_missing += m.hot_missing;
  findings->unused_twice += m.unused_twice;
  ordering_release (&ordering);

  for (sym_id id = 0; id < symtab->count; id++)
    if (rng_below (rng, 4) != 0)
      symtab->flags[id] |= SYMBOL_MAPPED;
  ordering_of_files (&ordering, graph, symtab);
  model_files (&m, graph, symtab);
  findings->files_same = findings->files_same && same_order (&m, &ordering);
  ordering_release (&ordering);
}

/* Small ones, where chains meet, and some that are large enough for hot
   functions, one for each 80 that are called, which call each other (R10.3 to
   R10.9).  */
static void
test_random_graphs (void)
{
  enum
  {
    GRAPHS = 8000
  };
  struct rng rng = { 97 };
  struct findings findings = { true, true, true, true, 0, 0 };
  for (unsigned round = 0; round < GRAPHS; round++)
    {
      const bool is_large = round % 16 == 0;
      struct symtab symtab;
      struct callgraph graph;
      plain_symtab (&symtab, 1 + rng_below (&rng, is_large ? NODES : 14));
      random_graph (&graph, &symtab,
                    1 + rng_below (&rng, is_large ? ARCS : 50), &rng);
      try_graph (&graph, &symtab, &rng, &findings);
      callgraph_release (&graph);
      symtab_release (&symtab);
    }
  ok (findings.functions_same, "%d random graphs: functions as in the model",
      GRAPHS);
  ok (findings.each_once, "each of them once");
  ok (findings.compat_same, "likewise with --gnu-compat");
  ok (findings.files_same, "files as in the model");
  ok (findings.hot_missing > 100, "GNU would have lost a hot one %u times",
      findings.hot_missing);
  ok (findings.unused_twice > 10,
      "and have printed an unused one twice %u"
      " times",
      findings.unused_twice);
}

/* --- Size --------------------------------------------------------------- */

enum
{
  LONG = 300000
};

/* Each symbol calls the next one.  Walking to the ends of the chain would take
   LONG * LONG / 2 steps (R10.9).  */
static void
long_chain (struct callgraph *graph, const struct symtab *symtab)
{
  struct profile_builder builder = { 0 };
  struct profile profile;
  struct diag diag = { 0 };
  const struct arcset none = { 0 };
  for (uint32_t i = 0; i + 1 < LONG; i++)
    {
      const struct raw_arc arc = { symtab->start[i], symtab->start[i + 1], 1 };
      if (profile_builder_add_arc (&builder, &arc, &diag) != STATUS_OK)
        abort ();
    }
  if (profile_builder_finish (&builder, &profile, &diag) != STATUS_OK)
    abort ();
  if (callgraph_build (graph, &profile, symtab, &none, &none, NULL, NULL,
                       &diag)
      != STATUS_OK)
    abort ();
  profile_release (&profile);
}

static void
test_long_chain (void)
{
  struct symtab symtab;
  struct callgraph graph;
  struct ordering ordering;
  plain_symtab (&symtab, LONG);
  for (sym_id id = 0; id < LONG; id++)
    symtab.flags[id] |= SYMBOL_MAPPED;
  long_chain (&graph, &symtab);
  ordering_of_files (&ordering, &graph, &symtab);
  bool in_order = ordering.order.count == LONG;
  for (sym_id id = 0; id < LONG && in_order; id++)
    in_order = ordering.order.items[id] == id;
  ok (in_order, "a chain of %d files, in the order of the calls", LONG);
  ordering_release (&ordering);
  ordering_of_functions (&ordering, &graph, &ours);
  is_u64 (ordering.order.count, LONG, "all of as many functions");
  ordering_release (&ordering);
  callgraph_release (&graph);
  symtab_release (&symtab);
}

static void
test_empty (void)
{
  const struct symtab none = { 0 };
  struct callgraph graph;
  struct ordering ordering;
  graph_text_build (&graph, &none, "");
  ordering_of_functions (&ordering, &graph, &ours);
  is_u64 (ordering.order.count, 0, "no function or file to place");
  ordering_release (&ordering);
  ordering_of_files (&ordering, &graph, &none);
  is_u64 (ordering.order.count, 0, "no function or file to place");
  ordering_release (&ordering);
  callgraph_release (&graph);
}

int
main (void)
{
  test_functions_by_hand ();
  test_leftover ();
  test_files_by_hand ();
  test_random_graphs ();
  test_long_chain ();
  test_empty ();
  return done ();
}
