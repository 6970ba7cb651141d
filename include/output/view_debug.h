/* view_debug.h - the rows of what -d prints of raw arcs, entries and samples:
   steps that are in no result, taken again by the functions of the stages.  */

#ifndef VIEW_DEBUG_H
#define VIEW_DEBUG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analysis/callgraph.h"
#include "base/diag.h"
#include "analysis/measured.h"
#include "base/sort.h"
#include "output/report.h"
#include "output/view_graph.h"

/* --- Raw arcs ------------------------------------------------------------ */

struct raw_arc_row
{
  const struct raw_arc *raw;
  enum arc_fate fate;
  sym_id from, to; /* if it is kept or unwanted */
};

struct raw_arc_view
{
  const struct report *report;
  struct arc_resolver resolver;
  size_t next, kept; /* rows so far, and those of them that are kept */
  struct raw_arc_row row;
};

/* Start VIEW of REPORT, which is borrowed; to be ended whatever the status.
   What arc_resolver_start costs and returns.  */
enum status raw_arc_view_start (struct raw_arc_view *view,
                                const struct report *report,
                                struct diag *diag);

/* The next row, valid until the next call; null behind the last one.  */
const struct raw_arc_row *raw_arc_view_next (struct raw_arc_view *view);

void raw_arc_view_end (struct raw_arc_view *view);

/* --- Arcs of entries ----------------------------------------------------- */

struct entry_arc_row
{
  sym_id entry;
  bool is_child; /* else a parent */
  arc_id arc;
  enum arc_kind kind;
  double time; /* in ticks */
  uint64_t count;
};

struct entry_arc_view
{
  const struct report *report;
  size_t group; /* the next one: parents and children of each symbol */
  struct sort_item *items, *scratch; /* the arcs of the present group */
  size_t next, count;
  struct entry_arc_row row;
};

/* Start VIEW of REPORT, which is borrowed; to be ended whatever the status.
   The rows of each symbol are in the order in which its entry lists them.
   STATUS_NO_MEMORY.  O(arcs log arcs + symbols) for all rows.  */
enum status entry_arc_view_start (struct entry_arc_view *view,
                                  const struct report *report,
                                  struct diag *diag);

/* The next row, valid until the next call; null behind the last one.  */
const struct entry_arc_row *entry_arc_view_next (struct entry_arc_view *view);

void entry_arc_view_end (struct entry_arc_view *view);

/* --- Samples ------------------------------------------------------------- */

enum sample_fate
{
  SAMPLE_CREDITED,
  SAMPLE_LEFT_OUT,     /* of the flat profile, as the user wants it */
  SAMPLE_IN_NO_SYMBOL, /* lost */
  SAMPLE_IN_NO_UNIT    /* lost, since the bin has less than two bytes */
};

/* What becomes of a part of a bin.  */
struct sample_row
{
  uint64_t low_pc, high_pc; /* of the bin */
  double ticks;             /* in it */
  enum sample_fate fate;
  double part;   /* of the ticks */
  sym_id symbol; /* that covers the part, if one does */
};

/* Zeroed but for the first two.  */
struct sample_view
{
  void (*print) (const void *context, const struct sample_row *row);
  const void *context;
  struct sample_row row;           /* the bin, and its latest row */
  double credited, left_out, lost; /* the sums so far */
};

/* Call view->print for each row of OF's profile.  What crediting_walk costs
   and returns.  */
enum status sample_view_walk (struct sample_view *view,
                              const struct measured *of, struct diag *diag);

#endif
