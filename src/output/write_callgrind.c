/* write_callgrind.c - functions and arcs in callgrind's format
   (R15.60-R15.66), and what they cost, in whole numbers (R15.63).

   Readers of the format add up the costs of functions and calls; some take
   the calls of a function, others those by it.  They know neither cycles nor
   fractions.  */

#include "config.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/quoting.h"
#include "base/rounding.h"
#include "output/formats.h"
#include "output/report.h"
#include "output/view_functions.h"
#include "output/view_graph.h"

/* The times of functions and arcs in one unit.  */
struct costs
{
  uint64_t *functions; /* of each symbol itself */
  uint64_t *arcs;      /* of each arc, with all that was called */
  uint64_t total;      /* of all functions */
};

/* Let COSTS be the times of REPORT, which are in samples, SCALE times as large.
   Left out are none.  What a function calls, but for members of its own cycle,
   comes before it, so that its inclusive cost is known when it is shared among
   callers.  O(symbols + arcs); 8 bytes for each, and 24 more per node while at
   work.  */
static void
compute (struct costs *costs, const struct report *report, double scale)
{
  const struct analysis *analysis = report->analysis;
  const struct callgraph *graph = report->graph;
  const struct cycles *cycles = report->cycles;
  uint64_t *inclusive = array_new (analysis->node_count, sizeof *inclusive);
  struct rounding *given = array_new (analysis->node_count, sizeof *given);
  struct rounding own = { 0 };
  costs->functions
      = array_new (report->symtab->count, sizeof *costs->functions);
  costs->arcs = array_new (callgraph_arc_count (graph), sizeof *costs->arcs);
  for (size_t i = 0; i < report->symtab->count; i++)
    {
      const sym_id id = cycles->topological[i];
      uint64_t *all = &inclusive[cycles_head (cycles, id)];
      costs->functions[id]
          = rounding_next (&own, scale * analysis->self_ticks[id]);
      *all += costs->functions[id];
      for (size_t j = graph->child_start[id]; j < graph->child_start[id + 1];
           j++)
        {
          const arc_id arc = graph->child_arc[j];
          const size_t to = cycles_head (cycles, graph->to.items[arc]);
          const double ticks
              = analysis->self_ticks[to] + analysis->child_ticks[to];
          const double passed
              = analysis->arc_self[arc] + analysis->arc_child[arc];
          if (graph_view_arc_kind (report, arc) == ARC_OTHER && ticks > 0)
            costs->arcs[arc]
                = rounding_next (&given[to],
                                 (double)inclusive[to] * (passed / ticks));
          *all += costs->arcs[arc];
        }
    }
  costs->total = own.whole;
  free (inclusive);
  free (given);
}

/* --- Text ---------------------------------------------------------------- */

enum
{
  SAMPLES,
  MICROSECONDS,
  EVENTS
};

/* Names are written once, with a number, and later by the number alone.  */
struct callgrind
{
  struct output *out;
  const struct report *report;
  struct functions_view view;
  unsigned events; /* how many columns there are */
  bool *functions; /* of each row: its name was written; */
  bool *files;     /* likewise of each source file, */
  bool *objects;   /* and object */
  bool unknown_file;
  struct costs costs[EVENTS];
  uint64_t left[EVENTS]; /* of the totals, for what was not written yet */
};

/* --- Names --------------------------------------------------------------- */

/* Write KEY with the name of number ID, and with NAME if that was not WRITTEN
   yet.  A name that shows nothing is a question mark.  */
static void
put_name (struct callgrind *to, const char *key, size_t id, bool *written,
          const char *name)
{
  output_text (to->out, key);
  output_text (to->out, "=(");
  output_count (to->out, 1, id);
  output_char (to->out, ')');
  if (!*written)
    {
      output_char (to->out, ' ');
      output_quoted (to->out, quote_callgrind,
                     name[strspn (name, " ")] != '\0' ? name : "?");
    }
  *written = true;
  output_char (to->out, '\n');
}

static void
put_object (struct callgrind *to, const char *key,
            const struct function_row *row)
{
  const size_t object = row->object != NULL
                            ? symtab_object (to->report->symtab, row->symbol)
                            : 0;
  if (row->object != NULL)
    put_name (to, key, object + 1, &to->objects[object], row->object);
}

/* Files are numbered from 2; 1 is what is not known.  */
static void
put_file (struct callgrind *to, const char *key,
          const struct function_row *row)
{
  const source_id file = to->report->symtab->file[row->symbol];
  if (row->file != NULL)
    put_name (to, key, (size_t)file + 2, &to->files[file], row->file);
  else
    put_name (to, key, 1, &to->unknown_file, "???");
}

static void
put_function (struct callgrind *to, const char *key, uint32_t number,
              const char *name)
{
  put_name (to, key, (size_t)number + 1, &to->functions[number], name);
}

/* --- Costs --------------------------------------------------------------- */

/* The line of COSTS at a LINE of the source.  */
static void
put_costs (struct callgrind *to, uint32_t line, const uint64_t costs[EVENTS])
{
  output_count (to->out, 1, line);
  for (unsigned i = 0; i < to->events; i++)
    {
      output_char (to->out, ' ');
      output_count (to->out, 1, costs[i]);
    }
  output_char (to->out, '\n');
}

/* --- Functions and arcs --------------------------------------------------- */

static void
write_function (struct callgrind *to, const struct function_row *row,
                uint32_t number)
{
  uint64_t costs[EVENTS] = { 0 };
  for (unsigned i = 0; i < to->events; i++)
    {
      costs[i] = to->costs[i].functions[row->symbol];
      to->left[i] -= costs[i];
    }
  output_char (to->out, '\n');
  put_object (to, "ob", row);
  put_file (to, "fl", row);
  put_function (to, "fn", number, row->name);
  put_costs (to, row->line, costs);
}

/* Is ARC from the function of ROW to be written?  A function that only itself
   calls would have no inclusive cost for readers who take that from callers;
   what was found in the code only has no calls.  */
static bool
is_called (const struct callgrind *to, const struct function_row *row,
           const struct arc_row *arc)
{
  if (to->report->profile->arcs_are_measured)
    return !arc->is_static && arc->certainty != ARC_RECURSIVE;
  return arc->calls != 0
         && (arc->certainty != ARC_RECURSIVE || row->calls != 0);
}

/* ARC from the function of ROW.  Where it calls is not known, so its cost is
   at the line of the function.  */
static void
write_arc (struct callgrind *to, const struct function_row *row,
           const struct arc_row *arc)
{
  const struct function_row callee
      = functions_view_row (&to->view, arc->callee);
  const struct symtab *symtab = to->report->symtab;
  uint64_t costs[EVENTS] = { 0 };
  for (unsigned i = 0; i < to->events; i++)
    costs[i] = to->costs[i].arcs[arc->arc];
  if (callee.object != row->object)
    put_object (to, "cob", &callee);
  if (symtab->file[callee.symbol] != symtab->file[row->symbol])
    put_file (to, "cfi", &callee);
  put_function (to, "cfn", arc->callee, callee.name);
  output_text (to->out, "calls=");
  output_count (to->out, 1, arc->calls);
  output_char (to->out, ' ');
  output_count (to->out, 1, callee.line);
  output_char (to->out, '\n');
  put_costs (to, row->line, costs);
}

/* What has no row, so that the total is that of the profile.  */
static void
write_left_out (struct callgrind *to)
{
  bool written = false;
  if (to->left[SAMPLES] == 0 && to->left[MICROSECONDS] == 0)
    return;
  output_char (to->out, '\n');
  put_name (to, "fl", 1, &to->unknown_file, "???");
  put_name (to, "fn", to->view.count + 1, &written, "<left out>");
  put_costs (to, 0, to->left);
}

/* What took to record, for the same reason.  */
static void
write_recording (struct callgrind *to)
{
  const double ticks = report_recording (to->report);
  const double seconds = report_time (to->report, ticks);
  const uint64_t costs[EVENTS]
      = { [SAMPLES] = (uint64_t)llround (ticks),
          [MICROSECONDS] = (uint64_t)llround (1e6 * seconds) };
  bool written = false;
  if (!(ticks > 0))
    return;
  output_char (to->out, '\n');
  put_name (to, "fl", 1, &to->unknown_file, "???");
  put_name (to, "fn", to->view.count + 2, &written, RECORDING);
  put_costs (to, 0, costs);
  for (unsigned i = 0; i < to->events; i++)
    to->costs[i].total += costs[i];
}

static void
write_functions (struct callgrind *to)
{
  struct arc_row arc;
  bool has_arc = functions_view_next_arc (&to->view, &arc);
  for (uint32_t i = 0; i < to->view.count; i++)
    {
      const struct function_row row = functions_view_row (&to->view, i);
      write_function (to, &row, i);
      for (; has_arc && arc.caller == i;
           has_arc = functions_view_next_arc (&to->view, &arc))
        if (is_called (to, &row, &arc))
          write_arc (to, &row, &arc);
    }
  write_left_out (to);
  write_recording (to);
}

/* --- The file ------------------------------------------------------------- */

static void
write_head (struct callgrind *to)
{
  output_text (to->out, "# callgrind format\n"
                        "version: 1\n"
                        "creator: gprof " PACKAGE_VERSION "\n"
                        "cmd: ");
  output_quoted (to->out, quote_callgrind, to->report->options->image);
  output_text (to->out, "\npositions: line\nevents: Samples");
  output_text (to->out, to->events > MICROSECONDS ? " Microseconds\n" : "\n");
}

void
write_callgrind (struct report *report)
{
  const struct profile *profile = report->profile;
  const struct symtab *symtab = report->symtab;
  const bool has_time
      = profile->rate > 0 && strcmp (profile->dimension.name, "seconds") == 0;
  const double scales[EVENTS]
      = { [SAMPLES] = 1, [MICROSECONDS] = 1e6 * report_time (report, 1) };
  size_t files = 0;
  struct callgrind to = { .out = report->output,
                          .report = report,
                          .events = has_time ? EVENTS : MICROSECONDS };
  for (sym_id id = 0; id < symtab->count; id++)
    if (symtab->file[id] != SOURCE_NONE && symtab->file[id] >= files)
      files = (size_t)symtab->file[id] + 1;
  functions_view_start (&to.view, report);
  to.functions = array_new (to.view.count, sizeof *to.functions);
  to.files = array_new (files, sizeof *to.files);
  to.objects = array_new (report->program->objects.count, sizeof *to.objects);
  for (unsigned i = 0; i < to.events; i++)
    {
      compute (&to.costs[i], report, scales[i]);
      to.left[i] = to.costs[i].total;
    }
  write_head (&to);
  write_functions (&to);
  output_text (to.out, "\ntotals:");
  for (unsigned i = 0; i < to.events; i++)
    {
      output_char (to.out, ' ');
      output_count (to.out, 1, to.costs[i].total);
      free (to.costs[i].functions);
      free (to.costs[i].arcs);
    }
  output_char (to.out, '\n');
  functions_view_end (&to.view);
  free (to.functions);
  free (to.files);
  free (to.objects);
}
