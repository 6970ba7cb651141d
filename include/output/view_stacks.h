/* view_stacks.h - the rows of stacks, synthesised (R15.40-R15.46), sampled
   (R16.74) or of waits (R20.262), for programs that read them: frames, each once, numbered, and paths
   of them.  */

#ifndef VIEW_STACKS_H
#define VIEW_STACKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analysis/stacks.h"
#include "output/report.h"

/* What formats say of synthesised stacks.  */
#define STACKS_SYNTHESISED "synthesised from a call graph"

struct stack_frame
{
  const char *name;     /* as listings show it, a function that waits, "<cycle
                           N>", "[other]", "<recording>", "<unknown callers>"
                           or "<frames left out>"; until the next frame is asked
                           for */
  const char *function; /* as the linker has it; null for no function, and
                           then all below is 0 */
  const char *file;     /* of the source, null if not known */
  uint32_t line;        /* where the function begins, 0 likewise */
  uint64_t address;
  sym_id symbol;  /* SYM_NONE for no function */
  uint32_t cycle; /* number from 1 of the cycle that it is, 0 likewise */
  size_t object;  /* number from 1 of the object that it is in, 0 likewise */
};

/* A path with time of its own.  */
struct stack_row
{
  const uint32_t *frames; /* numbers from 0, the outermost first; until the
                             next row is asked for */
  size_t depth;
  uint64_t samples;     /* whole ones, see stacks_round; of waits
                           microseconds */
  uint64_t nanoseconds; /* likewise; 0 without has_nanoseconds */
  double time; /* in units of the profile, of waits seconds; samples if
                           has_time is false */
};

struct stacks_view
{
  size_t frame_count;
  bool has_time;        /* the rate of the samples is known, */
  bool has_nanoseconds; /* and they are time */
  double total;         /* of all rows, as their times */

  /* For the functions below.  */
  const struct report *report;
  double sample; /* how many samples a tick is */
  double rate;   /* ticks of a unit; those of waits are seconds */
  struct stacks stacks;
  uint64_t *samples, *nanoseconds; /* of each path */
  uint32_t *nodes;                 /* of each frame */
  uint32_t *number;                /* of each path: that of its last frame */
  uint32_t *path;                  /* of the row: paths, then frames */
  uint32_t next;
  double recording_ticks; /* of that row */
  uint32_t recording; /* number of the frame of the recorder's own time, in a
                         row behind all others; frame_count without */
  struct stack_row row;
  char name[32];
};

/* Start VIEW of REPORT, which is borrowed.  What stacks_make or
   call_paths_stacks costs.  */
void stacks_view_start (struct stacks_view *view, const struct report *report);

/* The same, but each tick is SAMPLE samples, which are rounded then.  */
void stacks_view_start_scaled (struct stacks_view *view,
                               const struct report *report, double sample);

/* The same of REPORT's waits, those that its listing has rows for
   (R20.203).  */
void stacks_view_start_waits (struct stacks_view *view,
                              const struct report *report);

/* Start VIEW, which is zeroed, as stacks_view_start does, if REPORT is to have
   samples: they were asked for, and there are some or no waits.  Else false, and
   VIEW stays as it is.  */
bool stacks_view_start_samples (struct stacks_view *view,
                                const struct report *report);

/* Frame NUMBER, below VIEW->frame_count; valid until the next call.  */
struct stack_frame stacks_view_frame (struct stacks_view *view, size_t number);

/* The next path with time of its own; null after the last one, and then the
   first one again.  */
const struct stack_row *stacks_view_next (struct stacks_view *view);

void stacks_view_end (struct stacks_view *view);

#endif
