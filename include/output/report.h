/* report.h - the bundle that printers see: finished values, listing order and
   index numbers.  */

#ifndef REPORT_H
#define REPORT_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analysis/account.h"
#include "analysis/callgraph.h"
#include "analysis/comparison.h"
#include "analysis/coverage.h"
#include "analysis/cycle_breaking.h"
#include "analysis/cycles.h"
#include "analysis/findings.h"
#include "analysis/inlining.h"
#include "analysis/measurement.h"
#include "analysis/ordering.h"
#include "analysis/propagate.h"
#include "analysis/sampled_code.h"
#include "analysis/spreads.h"
#include "analysis/threads.h"
#include "analysis/waiting.h"
#include "base/output.h"
#include "base/prefetch.h"
#include "base/sort.h"
#include "input/options.h"
#include "input/program.h"
#include "input/symspec.h"
#include "model/profile.h"
#include "model/symtab.h"
#include "object/srctext.h"
#include "object/symfile.h"
#include "output/names.h"
#include "output/shown.h"

/* What stands behind the numbers of a line that is about a symbol: name,
   cycle, index number, end of line.  As long as a line of the processor's
   cache, for such texts are printed for every arc, in no order.  */
struct name_line
{
  uint8_t length; /* 0 if it was not composed yet, or is too long */
  char text[63];
};

/* The entries of the call graph where options choose or sort them.  */
struct entries
{
  uint32_t *nodes; /* those that are shown, in their order; null without such
                      options */
  size_t count;
  bool *omitted; /* of each node: its entry is left out; null likewise */
  struct shown shown;
};

struct report
{
  const struct options *options;
  unsigned listings; /* set of enum listing: those that are written */
  const struct program *program;
  const struct symtab *symtab;
  const struct selection *selection;
  const struct profile *profile;
  const struct callgraph *graph;
  const struct cycles *cycles;
  const struct analysis *analysis;
  const struct call_paths *paths; /* of sampled stacks; empty without */
  const struct block_counts *block_counts;
  const struct coverage *coverage;       /* empty unless it will be shown */
  const struct search_path *source_path; /* where to look for sources */
  const struct symfile_map *map;         /* of -R; empty without */
  const struct ordering *ordering;       /* of -r or -R; empty without */
  const struct cycle_breaking *breaking; /* of --cycles; empty without */
  const struct comparison *comparison;   /* with older profiles, or null */
  const struct report
      *old; /* their measurement, with its names; null if nothing
                               needs it, or they are reports */
  const struct spreads *spreads; /* of self times between files, likewise */
  const struct thread_times *threads;      /* and between threads, */
  const struct thread_names *thread_names; /* which are called so */
  const struct inlining *inlining;         /* of --inlined; empty without */
  const struct sampled_code *sampled;      /* of --asm; empty without */
  const struct findings *findings;         /* of --explain; empty without */
  const struct waiting *waiting;           /* empty if none was recorded */
  const struct account *account;           /* of all time */
  struct browsing *browsing;               /* of --browse */
  struct names *names;    /* fills itself as names are asked for */
  double total_ticks;     /* sampled, less what the flat profile leaves out, */
  double recording_ticks; /* and the part of this that took to count */
  struct unseen unseen;   /* nothing with -l, where lines have no callers */
  struct symset lower_bounds;   /* with --errors: symbols, or groups, of which
                                 calls may have been lost */
  struct name_order name_order; /* of all symbols, see report_number */
  uint32_t *by_index;     /* nodes in the order of the call graph (R6.31) */
  uint32_t *index;        /* of each node, from 1; 0 without a call graph */
  struct entries entries; /* see graph_view_choose */
  struct name_line *name_lines; /* of each symbol, if there are numbers */
  struct output *output;
  int index_width;     /* columns of the index, at least 1 */
  bool printed;        /* a listing came before (R0.4) */
  bool told_recording; /* and had the line of the recorder's own time, or the
                          last line has that */
};

/* Number the nodes of REPORT, whose borrowed fields are set, and order its
   symbols by name.  Neither is done for a flat profile alone, which shows no
   numbers and names few symbols.  O(nodes log nodes) and what name_order_build
   costs; 16 bytes per node stay, and 64 per symbol once it is printed; 37 more
   are needed while at work.  */
void report_number (struct report *report);

/* Let REPORT be about MEASUREMENT, which is borrowed.  */
void report_borrow (struct report *report,
                    const struct measurement *measurement);

void report_release (struct report *report);

/* --- For printers ------------------------------------------------------- */

/* Is symbol ID shown even if it was never called and took no time?  */
static inline bool
report_shows_unused (const struct report *report, sym_id id)
{
  return report->options->show_unused
         && !(report->symtab->flags[id] & SYMBOL_GAP);
}

/* The cycle that NODE is as a whole, from 1, or 0 for a symbol.  */
static inline uint32_t
report_cycle_of_node (const struct report *report, size_t node)
{
  const size_t symbols = report->symtab->count;
  return node < symbols ? 0 : (uint32_t)(node - symbols + 1);
}

/* Is the index number of NODE printed as that of an entry?  */
static inline bool
report_shows (const struct report *report, size_t node)
{
  return report->analysis->shown[node]
         && (report->entries.omitted == NULL
             || !report->entries.omitted[node]);
}

/* The name of ID will be printed soon.  */
static inline void
report_expect_name (const struct report *report, sym_id id)
{
  if (report->name_lines != NULL)
    prefetch (&report->name_lines[id]);
}

/* TICKS in the unit of the profile.  Without a rate there is no time, so 0;
   GNU gprof divides all the same, and so do we with --gnu-compat.  */
static inline double
report_time (const struct report *report, double ticks)
{
  const double rate = (double)report->profile->rate;
  return rate > 0 || report->options->quirks.divides_by_missing_rate
             ? ticks / rate
             : 0;
}

/* Were the calls of NODE counted?  Where samples have stacks, functions and
   arcs are there that nobody counts.  */
bool report_counts_calls_of (const struct report *report, size_t node);

/* Were those that ARC stands for?  */
bool report_counts_arc (const struct report *report, arc_id arc);

#define RECORDING "<recording>" /* the recorder's own time, in formats */

/* The recorder's own ticks, which are in the profile and in no row.  Profiles
   of the C library have some, too, but where is not known as well.  */
static inline double
report_recording (const struct report *report)
{
  return report->profile->calls_are_complete ? report->recording_ticks : 0;
}

/* Say behind a listing of times how much the recorder took, which is in no row,
   if no listing before has said it (R20.128).  */
void report_print_recording (struct report *report);

/* The same behind LISTING, the flat profile or the call graph; and behind the
   last of both what is in no total (R20.127, R14.54).  */
void report_print_missing (struct report *report, enum listing listing);

/* --- Errors (R14.50) ------------------------------------------------------ */

enum
{
  FEW_SAMPLES = 10,  /* rows with fewer are marked */
  LEAST_LARGEST = 30 /* a profile whose largest function has fewer is */
};

/* Are standard errors known?  Not without samples or their rate.  */
static inline bool
report_has_errors (const struct report *report)
{
  return report->profile->histograms.count > 0 && report->profile->rate > 0;
}

/* Are TICKS of a number of samples, each by itself, that says little?  */
static inline bool
report_has_few (const struct report *report, double ticks)
{
  return report_has_errors (report)
         && ticks < FEW_SAMPLES * profile_weight (report->profile);
}

/* The standard error of TICKS that are the share of WHOLE, which has that of
   profile_weight.  In the unit of report_time.  */
static inline double
report_error (const struct report *report, double ticks, double whole)
{
  const double signals = whole / profile_weight (report->profile);
  return whole > 0 ? report_time (report, ticks / sqrt (signals)) : 0;
}

/* The standard error of TICKS of all that were sampled in an arc, the stacks of
   samples being known (R20.186): each signal was one of the arc, or not.  In
   the unit of report_time.  */
static inline double
report_arc_error (const struct report *report, double ticks)
{
  const double all = report->analysis->print_ticks;
  const double others = ticks < all ? 1 - ticks / all : 0;
  return report_time (report, sqrt (ticks * others
                                    * profile_weight (report->profile)));
}

/* The time that nearly no function without a sample has: 19 of 20 that have it
   get one (R20.186).  */
static inline double
report_least_bound (const struct report *report)
{
  return report_time (report, 3 * profile_weight (report->profile));
}

/* With --errors print, in the first of flat profile and call graph, which is
   LISTING, that all functions have few samples if that is so.  */
void report_print_few_samples (const struct report *report,
                               enum listing listing);

/* An error of width WIDTH, or a dash if errors are not known.  */
char *report_put_error (const struct report *report, char *at, unsigned width,
                        double error);

/* Bytes that one bin covers, as the granularity line tells them.  */
int64_t report_granularity (const struct report *report);

/* The form feed between two listings (R0.4).  */
void report_separate (struct report *report);

/* "[7]", or "(7)" if there is no entry of NODE, which has a number.  */
char *report_put_index (const struct report *report, char *at, size_t node);

/* Print the name of symbol ID with its cycle and index (R6.45), and the end of
   the line.  */
void report_print_name_line (const struct report *report, sym_id id);

enum
{
  LINE_ROOM = 6 * (PUT_FIXED_MOST + PUT_SLACK) + 200 /* a line but its name */
};

#endif
