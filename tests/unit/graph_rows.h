/* graph_rows.h - the rows of the call graph, all at once.  */

#ifndef GRAPH_ROWS_H
#define GRAPH_ROWS_H

#include "corridor.h"
#include "output/view_graph.h"

enum
{
  GRAPH_ROWS_MOST = 60
};

struct graph_rows
{
  struct graph_row items[GRAPH_ROWS_MOST];
  size_t count;
};

static inline void
graph_rows_take (void *context, const struct graph_row *row)
{
  struct graph_rows *rows = context;
  if (rows->count < GRAPH_ROWS_MOST)
    rows->items[rows->count] = *row;
  rows->count++;
}

static inline struct graph_rows
graph_rows_of (const struct corridor *corridor)
{
  struct graph_rows rows = { .count = 0 };
  graph_view_walk (&corridor->reporting.report, graph_rows_take, &rows);
  return rows;
}

#endif
