/* measurement.h - what one set of profiles says about a program: calls and
   time of each symbol, along arcs and through cycles.

   It is made in steps, since not every run needs all: first calls, for
   gmon.sum, too; then time; then what only some listings need.  */

#ifndef MEASUREMENT_H
#define MEASUREMENT_H

#include <stddef.h>

#include "analysis/call_paths.h"
#include "analysis/callgraph.h"
#include "analysis/coverage.h"
#include "analysis/crediting.h"
#include "analysis/cycle_breaking.h"
#include "analysis/cycles.h"
#include "analysis/measured.h"
#include "analysis/ordering.h"
#include "analysis/propagate.h"
#include "base/diag.h"

/* Zeroed where a step was not taken.  */
struct measurement
{
  struct callgraph graph;
  struct block_counts block_counts; /* only with lines */
  struct crediting crediting;       /* how bins were shared out */
  double *ticks;                    /* sampled in each symbol, */
  double *excess; /* and the excess of their variance; null if none is known */
  double total_ticks;      /* sampled, less what the flat profile leaves out */
  double recording_ticks;  /* the part of that in routines that count calls */
  struct call_paths paths; /* if the profile has stacks */
  struct cycles cycles;
  struct analysis analysis;
  struct unseen unseen; /* all 0 with stacks, which show callers */
  /* These are made for the listings that show them.  */
  struct coverage coverage;
  struct ordering ordering;
  struct cycle_breaking breaking;
};

/* Count calls: the graph, and if BY_LINE the basic blocks.  What
   callgraph_build and block_counts_build cost.  */
enum status measurement_count (struct measurement *measurement,
                               const struct measured *of, bool by_line,
                               struct diag *diag);

/* Credit samples to symbols, find cycles and propagate time; after
   measurement_count.  What crediting_assign, cycles_number and propagate
   cost.  */
enum status measurement_propagate (struct measurement *measurement,
                                   const struct measured *of,
                                   struct diag *diag);

/* The end of measurement_propagate, where graph, paths and ticks are not those
   of functions: find cycles and propagate time.  */
void measurement_follow_arcs (struct measurement *measurement,
                              const struct measured *of);

void measurement_release (struct measurement *measurement);

#endif
