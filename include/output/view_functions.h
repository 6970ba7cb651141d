/* view_functions.h - the rows of functions, arcs and cycles for programs that
   read them (R15.10-R15.13): everything once, numbered, with the kind of each
   number.

   Unlike the views of listings, the rows are there all at once, because one
   refers to another by its number.  */

#ifndef VIEW_FUNCTIONS_H
#define VIEW_FUNCTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/sort.h"
#include "model/symtab.h"
#include "output/report.h"

#define ROW_NONE UINT32_MAX

/* How certain the time is that an arc passes on, or that a function gets by
   arcs, which is not of the kinds in the middle.  */
enum arc_certainty
{
  ARC_EXACT,     /* all calls of the callee, or of its cycle, come by it */
  ARC_ESTIMATED, /* its time is a share by calls */
  ARC_RECURSIVE, /* of a function to itself, which passes on no time */
  ARC_OF_CYCLE, /* between members of a cycle, likewise; in a profile of stacks
                    both do, as sampled */
  ARC_MEASURED, /* its time was sampled */
  ARC_AT_LEAST /* like ARC_EXACT, but some time of the callee's children may be
                   unseen */
};

/* Times are in units of the profile, samples in its ticks.  */
struct function_row
{
  sym_id symbol;
  const char *function; /* as the linker has it */
  const char *name;     /* as listings show it */
  const char *object;   /* the file that it is in, by its base name; null if
                           none is known */
  const char *file;     /* of the source, null likewise */
  uint32_t line;        /* 0 likewise */
  uint64_t address, limit;
  double self_samples, children_samples;
  double self, children, total;
  uint64_t calls;       /* from other functions */
  uint64_t self_calls;  /* from itself */
  double self_per_call; /* 0 without calls */
  double total_per_call;
  double self_percent, total_percent; /* of all time; 0 without any */
  double self_error, total_error;     /* 0 where errors are not known */
  uint32_t cycle;                     /* from 1; 0 if it is in none */
  uint32_t index; /* number of its entry in the call graph; 0 if there is no
                     call graph */
  enum arc_certainty children_kind;
  double system, total_system; /* the parts of self and total that are the
                                  system's; of its samples likewise */
  double system_samples, total_system_samples;
  double recording_samples; /* of the recorder, that it called; in no time */
  bool few_samples;         /* in the function itself */
  bool has_calls;           /* they were counted, else both are 0; */
  bool is_lower_bound;      /* CALLS may be too few */
};

struct arc_row
{
  uint32_t caller, callee; /* numbers of their rows */
  arc_id arc;
  uint64_t calls;
  double self_samples, children_samples; /* that it passes to the caller */
  double self, children;
  enum arc_certainty certainty;
  double most; /* of what is estimated: all that it may be; of what is
                          measured, but has no sample, likewise, else 0 */
  double total_per_call; /* of what is measured; 0 without calls */
  double error;          /* likewise; 0 where errors are not known */
  bool has_calls;        /* as in function_row */
  bool is_lower_bound;   /* CALLS may be too few */
  bool is_static;        /* it was only found in the code */
};

struct cycle_row
{
  uint32_t cycle; /* from 1 */
  uint32_t index; /* as in function_row */
  double self_samples, children_samples;
  double self, children, total;
  uint64_t calls;      /* of members, from outside */
  uint64_t self_calls; /* of members by each other */
  double total_percent;
  const sym_id *members;
  size_t member_count;
};

struct functions_view
{
  double least_arc; /* samples that an arc passes on if it does; the reader may
                       set it to leave out those that pass less */
  uint64_t recorded_samples; /* in the profile, whatever they are credited to;
                                at most 2^64 - 1 */
  size_t count;              /* rows of functions */
  size_t left_out;           /* functions that options leave out, */
  double left_out_samples;   /* what they have themselves, */
  size_t left_out_arcs; /* and arcs of theirs, after the last arc was read */

  /* For the functions below.  */
  const struct report *report;
  struct sort_item *items; /* the functions */
  uint32_t *number;        /* of each symbol's row, ROW_NONE without */
  bool *estimated;         /* of each node: some time of its children is */
  struct sort_item *arcs;  /* of one function, sorted */
  size_t caller;           /* the row after that of the arcs */
  size_t arc_count, next_arc;
};

/* Start VIEW of REPORT, which is borrowed; to be ended.  What options leave out
   has no row.  O(symbols + arcs + rows log rows), 5 bytes per symbol, 24 per
   row.  */
void functions_view_start (struct functions_view *view,
                           const struct report *report);

/* The same for a picture: where options choose by time, a member of a cycle has
   at least the time that arcs from outside pass on to the cycle by it, so that
   what leads there does not end at nothing; and with --diff what has lost time
   counts with that.  8 more bytes per symbol while at
   work.  */
void functions_view_start_picture (struct functions_view *view,
                                   const struct report *report);

/* Row NUMBER, below VIEW->count: by self time, calls, name, or as --sort
   says.  */
struct function_row functions_view_row (const struct functions_view *view,
                                        size_t number);

/* The symbol of row NUMBER.  */
static inline sym_id
functions_view_symbol (const struct functions_view *view, size_t number)
{
  return view->items[number].id;
}

/* The number of SYMBOL's row, or ROW_NONE.  */
static inline uint32_t
functions_view_number (const struct functions_view *view, sym_id symbol)
{
  return view->number[symbol];
}

/* CERTAINTY as formats call it, which is never translated.  */
const char *certainty_word (enum arc_certainty certainty);

/* What is known of calls, likewise.  */
const char *calls_word (bool has_calls, bool is_lower_bound);

/* Set *ROW to the next arc between two functions that have rows; false behind
   the last one.  In the order of callers, and of each the arc first that takes
   most.  All together O(arcs log arcs).  */
bool functions_view_next_arc (struct functions_view *view,
                              struct arc_row *row);

/* Let the arcs that follow be those of the function in row NUMBER alone, with its
   callers or with what it calls.  O(its arcs log arcs).  */
void functions_view_take_arcs (struct functions_view *view, size_t number,
                               bool with_callers);

/* The cycle of this NUMBER, from 1.  */
struct cycle_row functions_view_cycle (const struct functions_view *view,
                                       uint32_t number);

void functions_view_end (struct functions_view *view);

#endif
