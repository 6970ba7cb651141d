/* print_index.h - the items of the index by function name (R8), in its order.

   The index is printed in columns, so items are accessed by number.  */

#ifndef PRINT_INDEX_H
#define PRINT_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/symtab.h"
#include "output/report.h"

struct index_item
{
  uint32_t index;     /* number of the entry */
  bool shown;         /* there is such an entry */
  uint32_t cycle;     /* number of the cycle; 0 for a symbol */
  sym_id symbol;      /* SYM_NONE for a cycle */
  const char *source; /* the file of a static function, null if none is
                         shown */
};

struct index_view
{
  size_t count; /* of the items */
  const struct report *report;
  uint32_t *nodes;
};

/* Start VIEW of REPORT, which is borrowed; to be ended.  O(nodes).  */
void index_view_start (struct index_view *view, const struct report *report);

/* Item NUMBER, below VIEW->count.  */
struct index_item index_view_item (const struct index_view *view,
                                   size_t number);

void index_view_end (struct index_view *view);

#endif
