/* write_csv.c - one listing as a table of comma-separated values (R15.15).  */

#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "base/quoting.h"
#include "output/formats.h"
#include "output/printers.h"
#include "output/view_diff.h"
#include "output/view_functions.h"
#include "output/view_waits.h"

/* --- Fields -------------------------------------------------------------- */

/* A field and what separates it from the next one.  */
static void
put_text (struct output *out, const char *text)
{
  output_csv_field (out, text != NULL ? text : "");
  output_char (out, ',');
}

/* Nothing for what is not finite.  */
static void
put_value (struct output *out, double value)
{
  if (isfinite (value))
    output_number (out, value);
  output_char (out, ',');
}

static void
put_value_if (struct output *out, bool applies, double value)
{
  put_value (out, applies ? value : NAN);
}

/* Nothing for 0, which says that there is none.  */
static void
put_whole_or_none (struct output *out, uint64_t value)
{
  if (value != 0)
    output_count (out, 1, value);
  output_char (out, ',');
}

/* Nothing if they were not counted.  */
static void
put_calls (struct output *out, bool has_calls, uint64_t calls)
{
  if (has_calls)
    output_count (out, 1, calls);
  output_char (out, ',');
}

static void
put_address (struct output *out, uint64_t pc)
{
  output_address (out, pc);
  output_char (out, ',');
}

/* The last field of a line.  On a terminal, which would show a carriage return
   as an escape, lines end as everywhere.  */
static void
end_line (struct output *out, const char *text)
{
  output_text (out, text);
  output_text (out, out->to_terminal ? "\n" : "\r\n");
}

/* --- Functions ----------------------------------------------------------- */

static void
write_function (struct output *out, const struct function_row *row,
                bool has_errors, bool has_system)
{
  put_text (out, row->function);
  put_text (out, row->name);
  put_text (out, row->object);
  put_text (out, row->file);
  put_whole_or_none (out, row->line);
  put_address (out, row->address);
  put_value (out, row->self_samples);
  put_value (out, row->self);
  put_value (out, row->children);
  put_value (out, row->total);
  put_calls (out, row->has_calls, row->calls);
  put_calls (out, row->has_calls, row->self_calls);
  put_value_if (out, row->calls != 0, row->self_per_call);
  put_value_if (out, row->calls != 0, row->total_per_call);
  put_value (out, row->self_percent);
  put_value (out, row->total_percent);
  put_value_if (out, has_errors, row->self_error);
  put_value_if (out, has_errors, row->total_error);
  put_whole_or_none (out, row->cycle);
  put_whole_or_none (out, row->index);
  if (has_system)
    {
      put_value (out, row->system);
      put_value (out, row->total_system);
    }
  end_line (out, calls_word (row->has_calls, row->is_lower_bound));
}

/* The recorder's own time, in a row, so that no sample is lacking: a function
   without a place, or an arc from nowhere.  */
static void
write_recording (struct output *out, const struct report *report, bool is_arc)
{
  const double ticks = report_recording (report);
  if (!(ticks > 0))
    return;
  output_text (out, is_arc ? ",,," : "");
  put_text (out, RECORDING);
  put_text (out, RECORDING);
  output_text (out, is_arc ? ",,," : ",,,,");
  put_value (out, ticks);
  output_text (out, is_arc ? "," : "");
  put_value (out, report_time (report, ticks));
  output_text (out, is_arc ? ",," : ",,,,,,,,,,,,");
  if (is_arc && report->profile->arcs_are_measured)
    output_text (out, ",,");
  if (!is_arc && report->profile->knows_system)
    output_text (out, ",,");
  end_line (out, "recording");
}

static void
write_functions (struct output *out, const struct functions_view *view)
{
  const bool has_errors = report_has_errors (view->report);
  const bool has_system = view->report->profile->knows_system;
  output_text (out, "function,name,object,file,line,address,samples,self,"
                    "children,total,calls,self_calls,self_per_call,"
                    "total_per_call,self_percent,total_percent,self_error,"
                    "total_error,cycle,index,");
  end_line (out, has_system ? "system,total_system,kind" : "kind");
  for (size_t i = 0; i < view->count; i++)
    {
      const struct function_row row = functions_view_row (view, i);
      write_function (out, &row, has_errors, has_system);
    }
  write_recording (out, view->report, false);
}

/* --- Arcs ---------------------------------------------------------------- */

static void
write_arc (struct output *out, const struct functions_view *view,
           const struct arc_row *arc)
{
  const struct function_row caller = functions_view_row (view, arc->caller);
  const struct function_row callee = functions_view_row (view, arc->callee);
  put_text (out, caller.function);
  put_text (out, caller.name);
  put_address (out, caller.address);
  put_text (out, callee.function);
  put_text (out, callee.name);
  put_address (out, callee.address);
  put_calls (out, arc->has_calls, arc->calls);
  put_text (out, calls_word (arc->has_calls, arc->is_lower_bound));
  put_value (out, arc->self_samples);
  put_value (out, arc->children_samples);
  put_value (out, arc->self);
  put_value (out, arc->children);
  put_value_if (out, arc->certainty == ARC_ESTIMATED || arc->most > 0,
                arc->most);
  if (view->report->profile->arcs_are_measured)
    {
      put_value_if (out, report_has_errors (view->report), arc->error);
      put_value_if (out, arc->calls != 0, arc->total_per_call);
    }
  end_line (out, certainty_word (arc->certainty));
}

static void
write_arcs (struct output *out, struct functions_view *view)
{
  struct arc_row arc;
  output_text (out, "caller,caller_name,caller_address,callee,callee_name,"
                    "callee_address,calls,calls_kind,self_samples,"
                    "children_samples,self,children,most,");
  end_line (out, view->report->profile->arcs_are_measured
                     ? "error,total_per_call,kind"
                     : "kind");
  while (functions_view_next_arc (view, &arc))
    write_arc (out, view, &arc);
  write_recording (out, view->report, true);
}

/* --- Several profiles ---------------------------------------------------- */

static void
write_per_file (struct report *report, enum listing listing)
{
  struct output *out = report->output;
  struct per_file_view view;
  per_file_view_start (&view, report, listing);
  output_text (out, "function,name,address,mean,deviation,minimum,maximum,"
                    "imbalance,");
  end_line (out, view.of_threads ? "threads,maximum_in" : "maximum_in");
  for (const struct per_file_row *row;
       (row = per_file_view_next (&view)) != NULL;)
    {
      put_text (out, report->symtab->name[row->symbol]);
      put_text (out, names_of (report->names, row->symbol));
      put_address (out, report->symtab->start[row->symbol]);
      put_value (out, row->mean);
      put_value_if (out, row->has_deviation, row->deviation);
      put_value (out, row->minimum);
      put_value (out, row->maximum);
      put_value (out, row->imbalance);
      if (view.of_threads)
        put_whole_or_none (out, row->files);
      output_csv_field (out, row->called);
      end_line (out, "");
    }
  per_file_view_end (&view);
}

static void
write_change (struct output *out, const char *name, const struct diff_row *row)
{
  static const char *const kinds[] = { [DIFF_MATCHED] = "matched",
                                       [DIFF_NEW] = "new",
                                       [DIFF_GONE] = "gone",
                                       [DIFF_AMBIGUOUS] = "ambiguous" };
  const struct change *change = row->change;
  put_text (out, name);
  put_value (out, change->sides[SIDE_OLD].time);
  put_value (out, change->sides[SIDE_NEW].time);
  put_value (out, change->delta);
  put_value (out, change->error);
  put_value_if (out, row->has_percent, row->percent);
  put_text (out, change->significant ? "yes"
                 : change->possible  ? "possible"
                                     : "no");
  put_value_if (out, change->possible, row->needs);
  for (int side = 0; side < SIDES; side++)
    put_calls (out, change->sides[side].has_calls, change->sides[side].calls);
  end_line (out, kinds[row->kind]);
}

static void
write_comparison (struct report *report)
{
  struct diff_view view;
  diff_view_start (&view, report);
  end_line (report->output,
            "name,old_self,new_self,delta,delta_error,delta_percent,"
            "significant,needs_times,old_calls,new_calls,kind");
  for (const struct diff_row *row; (row = diff_view_next (&view)) != NULL;)
    write_change (report->output, diff_view_name (&view, row), row);
  diff_view_end (&view);
}

/* --- Waits --------------------------------------------------------------- */

static void
write_place (const struct report *report, const struct wait_place *place)
{
  struct output *out = report->output;
  const struct wait_entry *entry
      = &report->waiting->entries.items[place->entry];
  const bool has_caller = place->callers > 0;
  const sym_id caller = place->caller[0];
  char *callers = waits_callers (report, place);
  put_text (out, entry->name != NULL ? entry->name
                                     : report->symtab->name[entry->symbol]);
  put_text (out, waits_name (report, entry));
  put_text (out, has_caller ? report->symtab->name[caller] : NULL);
  put_text (out, has_caller ? names_of (report->names, caller) : NULL);
  put_text (out, callers);
  put_value (out, place->seconds);
  put_value (out, place->processor);
  output_count (out, 1, place->count);
  output_char (out, ',');
  put_value_if (out, place->longest > 0, place->longest);
  output_count (out, 1, place->unfinished);
  output_char (out, ',');
  end_line (out, entry->is_idle ? "idle" : "wait");
  free (callers);
}

/* What of the lives of all threads is in no other row.  */
static void
write_account (struct output *out, const char *what, double seconds,
               double processor)
{
  put_text (out, what);
  put_text (out, what);
  output_text (out, ",,,");
  put_value (out, seconds);
  put_value (out, processor);
  output_text (out, ",,,");
  end_line (out, "account");
}

static void
write_waits (const struct report *report)
{
  struct output *out = report->output;
  const struct waiting *waiting = report->waiting;
  const struct account *account = report->account;
  end_line (out, "function,name,caller,caller_name,callers,seconds,processor,"
                 "waits,longest,unfinished,kind");
  for (size_t i = 0; i < waiting->places.count; i++)
    write_place (report, &waiting->places.items[i]);
  if (!account->is_known)
    return;
  write_account (out, "<user>", account->user, 0);
  write_account (out, "<system>", account->system, 0);
  write_account (out, RECORDING, account->recording, account->recording);
  write_account (out, "<not explained>", account->unexplained, 0);
}

/* --- The table ------------------------------------------------------------ */

void
write_csv (struct report *report)
{
  if (report->listings & LISTING_PER_FILE)
    write_per_file (report, LISTING_PER_FILE);
  else if (report->listings & LISTING_PER_THREAD)
    write_per_file (report, LISTING_PER_THREAD);
  else if (report->listings & LISTING_DIFF)
    write_comparison (report);
  else if (report->listings & LISTING_WAITS)
    write_waits (report);
  else
    {
      struct functions_view view;
      functions_view_start (&view, report);
      if (report->listings & LISTING_GRAPH)
        write_arcs (report->output, &view);
      else
        write_functions (report->output, &view);
      functions_view_end (&view);
    }
}
