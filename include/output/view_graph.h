/* view_graph.h - the rows of the call graph (R6.40-R6.49).

   One entry per node: its callers, itself, what it calls; a cycle as a whole
   has its members instead.  */

#ifndef VIEW_GRAPH_H
#define VIEW_GRAPH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analysis/callgraph.h"
#include "base/sort.h"
#include "model/symtab.h"
#include "output/print_inlined.h"
#include "output/report.h"

enum graph_row_kind
{
  GRAPH_SPONTANEOUS, /* no caller is known */
  GRAPH_PARENT,
  GRAPH_PRIMARY, /* the symbol that the entry is about */
  GRAPH_INLINED, /* part of its self time (R14.105) */
  GRAPH_CHILD,
  GRAPH_RECORDING, /* the recorder, which it called; in no time (R20.182) */
  GRAPH_INDIRECT,  /* a call whose target is not known (R6.56) */
  GRAPH_CYCLE,     /* the cycle that the entry is about */
  GRAPH_MEMBER,
  GRAPH_END /* of the entry */
};

/* What does not apply to the KIND is 0.  */
struct graph_row
{
  enum graph_row_kind kind;
  sym_id symbol;        /* that the row names; SYM_NONE if none */
  uint32_t cycle;       /* number of the cycle, from 1 */
  uint32_t index;       /* number of the entry: primary rows and cycles */
  uint32_t left_out;    /* parents, children or members that --top leaves out
                           and the row adds up; 0 if it is about one symbol */
  bool has_times;       /* false for arcs within a cycle and from a symbol to
                           itself, unless their time was sampled: they pass on
                           no time, so only their calls are shown */
  double percent;       /* of all time that the graph shows: likewise */
  double self;          /* time: the symbol's, or what the arc passes on */
  double children;      /* likewise */
  bool has_calls;       /* these were counted, else all three are 0 */
  bool is_share;        /* CALLS are a part of TOTAL_CALLS */
  uint64_t calls;       /* of the arc, or of the entry from outside */
  uint64_t total_calls; /* of an arc's callee, or of its cycle; 0 for several
                           callees */
  uint64_t self_calls;  /* within the entry */

  const struct inlined_part *part; /* GRAPH_INLINED: of what SELF is */

  /* With --errors (R14.50), else 0.  */
  double self_error, children_error; /* the standard errors of both times */
  double most;         /* of an arc that is not exact: all time of the callee,
                         or of its cycle; of one that is measured, but was not
                         sampled, what it may have */
  double per_call;     /* of an arc that is measured: its time for each call */
  bool is_measured;    /* the time of the arc was sampled */
  bool is_exact;       /* all calls of the callee come by this arc, and
                         none was lost */
  bool is_at_least;    /* of an arc: some time of what the callee calls may be
                         unseen */
  bool few_samples;    /* fewer than FEW_SAMPLES in the function and what it
                         calls */
  bool is_lower_bound; /* CALLS may be too few */
};

/* Called for each row, which is valid until it returns, with the CONTEXT of the
   walk.  */
typedef void graph_row_taker (void *context, const struct graph_row *row);

/* Give all rows of REPORT to TAKE.  O(nodes + arcs log arcs).  */
void graph_view_walk (const struct report *report, graph_row_taker *take,
                      void *context);

/* What stands around the rows.  */
struct graph_totals
{
  bool has_time;         /* any was propagated */
  double total;          /* that time, if so */
  double sample_percent; /* the share of one sample in it */
  size_t left_out;       /* entries that options leave out; */
  double left_out_time;  /* self time of their symbols */
};

struct graph_totals graph_view_totals (const struct report *report);

/* Choose and sort the entries of REPORT as its options ask for, if the graph
   is one of its listings (R14.1-R14.5); for those who make a report.  O(nodes
   log nodes), what shown_choose costs, and 5 bytes per node, if there are such
   options; nothing otherwise.  */
void graph_view_choose (struct report *report);

/* Does the graph show an entry of NODE?  */
bool graph_view_has_entry (const struct report *report, size_t node);

/* --- The order of an entry's arcs ---------------------------------------- */

/* How an arc is sorted in the entries of its ends (R6.46).  */
enum arc_kind
{
  ARC_OTHER,    /* between two entries */
  ARC_IN_CYCLE, /* between members of one cycle */
  ARC_SELF
};

enum arc_kind graph_view_arc_kind (const struct report *report, arc_id arc);

/* ARC with the keys of its place in an entry: its time, its count, and as rank
   its kind.  */
struct sort_item graph_view_arc_item (const struct report *report, arc_id arc);

/* The order of the children in an entry (R6.46), for sort_items with such
   items.  */
int graph_view_compare_children (const struct sort_item *a,
                                 const struct sort_item *b);

#endif
