/* view_order.h - the rows of the orders for a linker (R10): names.  */

#ifndef VIEW_ORDER_H
#define VIEW_ORDER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/diag.h"
#include "output/report.h"

struct order_view
{
  const struct report *report;
  size_t next; /* place in the order */
  bool *named; /* files of the map: those that were returned; null for an order
                  of functions */
  size_t file; /* the next one to look at of those that no symbol stands for */
};

/* Start VIEW of the order of functions, or of object files, in REPORT, which
   is borrowed; to be ended whatever the status.  STATUS_NO_MEMORY.  */
enum status order_view_start (struct order_view *view,
                              const struct report *report, bool of_files,
                              struct diag *diag);

/* The next name, or null: of files as they were placed, each once, then of
   those that no symbol stands for.  With --gnu-compat, a file comes each time
   that a symbol stands for it (R10.20).  */
const char *order_view_next (struct order_view *view);

void order_view_end (struct order_view *view);

#endif
