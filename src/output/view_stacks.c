/* view_stacks.c - the rows of stacks, synthesised (R15.40-R15.46), sampled
   (R16.74) or of waits (R20.262).  */

#include "config.h"

#include "output/view_stacks.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "model/wait_functions.h"

/* Names of what is no function; each node is UINT32_MAX less its place.  */
static const char *const marks[] = {
  "[other]",           /* STACK_OTHER */
  "<unknown callers>", /* STACK_LOST */
  "<frames left out>", /* STACK_CUT */
  RECORDING            /* STACK_RECORDING */
};

enum
{
  MARKS = sizeof marks / sizeof *marks
};

/* Number the frames by their first appearance.  Behind the nodes of the analysis
   are the functions that wait.  */
static void
number_frames (struct stacks_view *view)
{
  const struct stacks *stacks = &view->stacks;
  const size_t nodes
      = view->report->analysis->node_count + WAIT_FUNCTION_COUNT + 1;
  uint32_t *known = array_new (nodes + MARKS, sizeof *known);
  for (size_t i = 0; i < stacks->count; i++)
    {
      const uint32_t node = stacks->items[i].node;
      uint32_t *number
          = &known[node < nodes ? node : nodes + (UINT32_MAX - node)];
      if (*number == 0)
        {
          view->nodes[view->frame_count++] = node;
          *number = (uint32_t)view->frame_count;
        }
      view->number[i] = *number - 1;
    }
  free (known);
  view->recording = (uint32_t)view->frame_count;
  view->frame_count += view->recording_ticks > 0;
}

/* TICKS as the time of a row.  */
static double
time_of (const struct stacks_view *view, double ticks)
{
  return view->has_time ? ticks / view->rate : ticks;
}

/* Prepare the rows of VIEW, whose stacks are there.  */
static void
make_rows (struct stacks_view *view)
{
  const size_t count = view->stacks.count;
  view->total = time_of (view, view->stacks.total + view->recording_ticks);
  view->samples = array_new (count, sizeof *view->samples);
  view->nanoseconds = array_new (count, sizeof *view->nanoseconds);
  view->nodes = array_new (count, sizeof *view->nodes);
  view->number = array_new (count, sizeof *view->number);
  view->path = array_new (view->stacks.deepest + 1, sizeof *view->path);
  number_frames (view);
  stacks_round (&view->stacks, view->sample, view->samples);
  if (view->has_nanoseconds)
    stacks_round (&view->stacks, 1e9 / view->rate, view->nanoseconds);
}

void
stacks_view_start_scaled (struct stacks_view *view,
                          const struct report *report, double sample)
{
  const struct profile *profile = report->profile;
  *view = (struct stacks_view){ .report = report,
                                .sample = sample,
                                .has_time = profile->rate > 0,
                                .rate = profile->rate };
  view->has_nanoseconds
      = view->has_time && strcmp (profile->dimension.name, "seconds") == 0;
  /* With stacks the recorder is in them.  */
  view->recording_ticks
      = profile->arcs_are_measured ? 0 : report_recording (report);
  if (profile->arcs_are_measured)
    call_paths_stacks (report->paths, report->selection, &view->stacks);
  else
    stacks_make (&view->stacks, report->graph, report->cycles,
                 report->analysis);
  make_rows (view);
}

void
stacks_view_start (struct stacks_view *view, const struct report *report)
{
  stacks_view_start_scaled (view, report, 1);
}

bool
stacks_view_start_samples (struct stacks_view *view,
                           const struct report *report)
{
  if (!(report->listings & LISTING_GRAPH))
    return false;
  stacks_view_start (view, report);
  if (view->frame_count > 0 || !(report->listings & LISTING_WAITS))
    return true;
  stacks_view_end (view);
  return false;
}

void
stacks_view_start_waits (struct stacks_view *view, const struct report *report)
{
  *view = (struct stacks_view){ .report = report,
                                .sample = 1e6,
                                .has_time = true,
                                .has_nanoseconds = true,
                                .rate = 1 };
  waiting_stacks (report->waiting, report->profile, report->paths,
                  report->options->show_unused,
                  (uint32_t)report->analysis->node_count, &view->stacks);
  make_rows (view);
}

void
stacks_view_end (struct stacks_view *view)
{
  stacks_release (&view->stacks);
  free (view->samples);
  free (view->nanoseconds);
  free (view->nodes);
  free (view->number);
  free (view->path);
  *view = (struct stacks_view){ 0 };
}

/* The frame of the symbol ID.  */
static struct stack_frame
frame_of_symbol (const struct report *report, sym_id id)
{
  const struct symtab *symtab = report->symtab;
  const struct program *program = report->program;
  struct stack_frame frame = { .name = names_of (report->names, id),
                               .symbol = id,
                               .function = symtab->name[id],
                               .line = symtab->line[id],
                               .address = symtab->start[id] };
  if (symtab->file[id] != SOURCE_NONE)
    frame.file = sources_name (report->names->sources, symtab->file[id]);
  if (program->objects.count > 0 && symtab == &program->symtab)
    frame.object = symtab_object (symtab, id) + 1;
  return frame;
}

struct stack_frame
stacks_view_frame (struct stacks_view *view, size_t number)
{
  if (number == view->recording)
    return (struct stack_frame){ .name = RECORDING, .symbol = SYM_NONE };
  const uint32_t node = view->nodes[number];
  if (node > UINT32_MAX - MARKS)
    return (struct stack_frame){ .name = marks[UINT32_MAX - node],
                                 .symbol = SYM_NONE };
  const size_t nodes = view->report->analysis->node_count;
  if (node >= nodes)
    return (struct stack_frame){
      .name = wait_function_name ((uint32_t)(node - nodes)), .symbol = SYM_NONE
    };
  const uint32_t cycle = report_cycle_of_node (view->report, node);
  if (cycle == 0)
    return frame_of_symbol (view->report, node);
  snprintf (view->name, sizeof view->name, "<cycle %" PRIu32 ">", cycle);
  return (struct stack_frame){ .name = view->name,
                               .symbol = SYM_NONE,
                               .cycle = cycle };
}

/* The row of the recorder's own time; null if there is none, or it was seen,
   and then the first row is the next one.  */
static const struct stack_row *
make_recording (struct stacks_view *view)
{
  const double ticks = view->recording_ticks;
  const double time = time_of (view, ticks);
  if (view->recording == view->frame_count || view->next > view->stacks.count)
    {
      view->next = 0;
      return NULL;
    }
  view->next++;
  view->path[0] = view->recording;
  view->row = (struct stack_row){
    .frames = view->path,
    .depth = 1,
    .samples = (uint64_t)llround (ticks * view->sample),
    .nanoseconds = view->has_nanoseconds ? (uint64_t)llround (1e9 * time) : 0,
    .time = time
  };
  return &view->row;
}

const struct stack_row *
stacks_view_next (struct stacks_view *view)
{
  const struct stacks *stacks = &view->stacks;
  while (view->next < stacks->count && !(stacks->items[view->next].self > 0))
    view->next++;
  if (view->next >= stacks->count)
    return make_recording (view);
  const uint32_t index = view->next++;
  const struct stack *stack = &stacks->items[index];
  stacks_path (stacks, index, view->path);
  for (size_t i = 0; i < stack->depth; i++)
    view->path[i] = view->number[view->path[i]];
  view->row = (struct stack_row){ .frames = view->path,
                                  .depth = stack->depth,
                                  .samples = view->samples[index],
                                  .nanoseconds = view->nanoseconds[index],
                                  .time = time_of (view, stack->self) };
  return &view->row;
}
