/* view_cycles.h - the rows of the listing of cycles (R14.25-R14.29): of each
   cycle its members, the arcs between them, and what breaks it.  */

#ifndef VIEW_CYCLES_H
#define VIEW_CYCLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/sort.h"
#include "model/symtab.h"
#include "output/report.h"

enum cycles_row_kind
{
  CYCLES_WHOLE,  /* the cycle */
  CYCLES_MEMBER, /* most time first */
  CYCLES_ARC,    /* from one member to another, most calls first */
  CYCLES_BREAK,  /* one of those that break the cycle, likewise; none where -k
                    could not leave them out */
  CYCLES_END
};

/* What does not apply to the KIND is 0.  */
struct cycles_row
{
  enum cycles_row_kind kind;
  uint32_t cycle;      /* its number, from 1 */
  sym_id symbol;       /* the member, or what the arc leads from */
  sym_id callee;       /* what it leads to */
  double percent;      /* of all time that the graph shows: total */
  double self;         /* time of the cycle or the member */
  double total;        /* with what it calls */
  uint64_t calls;      /* from outside, or of the arc */
  uint64_t self_calls; /* from inside */
  bool breaks;         /* the arc is one of those that break the cycle */
  uint64_t lost_calls; /* of these arcs; in rows CYCLES_WHOLE, as the next */
  bool verified;       /* without them there is no cycle */
  bool minimal;        /* none of them can be spared */
};

struct cycles_view
{
  const struct report *report;
  struct sort_item *order;   /* all cycles */
  struct sort_item *items;   /* members of one */
  struct sort_item *scratch; /* for sorting */
  size_t entry;              /* place in ORDER of the next cycle */
  uint32_t cycle;
  enum cycles_row_kind phase; /* kind of the next row */
  size_t next, limit;         /* of what there are rows of this kind for */
  struct cycles_row row;
};

/* Start VIEW of REPORT, which is borrowed and has numbers; to be ended
   whatever the status.  All rows together take O(arcs + members log
   members).  STATUS_NO_MEMORY.  */
enum status cycles_view_start (struct cycles_view *view,
                               const struct report *report, struct diag *diag);

/* The next row, valid until the next call; null behind the last one.  */
const struct cycles_row *cycles_view_next (struct cycles_view *view);

void cycles_view_end (struct cycles_view *view);

#endif
