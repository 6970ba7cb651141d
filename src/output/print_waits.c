/* print_waits.c - where threads wait, and the account of all time
   (R20.202-R20.206), as text.  */

#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "base/i18n.h"
#include "base/memory.h"
#include "output/formats.h"
#include "output/view_waits.h"

enum
{
  MOST_NAMED = 5 /* functions of threads that only waited */
};

/* TEXT, which is freed, and FORMAT behind it.  */
static char *DIAG_PRINTF (2, 3) append (char *text, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  char *more = memory_vformat (format, arguments);
  va_end (arguments);
  char *all = memory_format ("%s%s", text, more);
  free (text);
  free (more);
  return all;
}

const char *
waits_name (const struct report *report, const struct wait_entry *entry)
{
  return entry->name != NULL ? entry->name
                             : names_of (report->names, entry->symbol);
}

size_t
waits_shown (const struct report *report)
{
  return report->options->show_unused ? report->waiting->entries.count
                                      : report->waiting->notable_entries;
}

size_t
waits_shown_places (const struct report *report,
                    const struct wait_entry *entry)
{
  const size_t count = entry->limit - entry->first;
  return report->options->show_unused || entry->notable == 0 ? count
                                                             : entry->notable;
}

char *
waits_callers (const struct report *report, const struct wait_place *place)
{
  char *text = memory_text ("");
  for (unsigned i = 0; i < place->callers; i++)
    text = append (text, "%s%s", i > 0 ? " < " : "",
                   names_of (report->names, place->caller[i]));
  return place->callers > 0 && place->has_more ? append (text, " < ...")
                                               : text;
}

/* --- The listing --------------------------------------------------------- */

static void
print_heading (struct output *out, int width)
{
  output_style (out, STYLE_BOLD);
  output_printf (out, "%10s %9s %11s  %-*s  %s\n", "seconds", "waits",
                 "longest", width, "function", "called from");
  output_style (out, STYLE_PLAIN);
}

static void
print_numbers (struct output *out, double seconds, uint64_t count,
               double longest)
{
  output_printf (out, "%10.3f ", seconds);
  if (count > 0)
    output_count (out, 9, count);
  else
    output_blanks (out, 9);
  if (longest > 0)
    output_printf (out, " %11.6f  ", longest);
  else
    output_blanks (out, 14);
}

static void
print_callers (const struct report *report, const struct wait_place *place)
{
  struct output *out = report->output;
  char *callers = waits_callers (report, place);
  output_text (out, place->callers == 0 ? "<spontaneous>" : callers);
  free (callers);
  if (place->unfinished > 0)
    output_text (out, " (not finished)");
  output_char (out, '\n');
}

/* A line for the function and, if it has several places, one for each of
   them.  */
static void
print_entry (const struct report *report, const struct wait_entry *entry,
             int width)
{
  struct output *out = report->output;
  const struct wait_place *places = report->waiting->places.items;
  const char *name = waits_name (report, entry);
  const size_t end = entry->first + waits_shown_places (report, entry);
  print_numbers (out, entry->seconds, entry->count, entry->longest);
  output_text (out, name);
  if (entry->limit - entry->first == 1)
    {
      output_blanks (out, (size_t)width - strlen (name) + 2);
      print_callers (report, &places[entry->first]);
      return;
    }
  output_char (out, '\n');
  for (size_t i = entry->first; i < end; i++)
    {
      print_numbers (out, places[i].seconds, places[i].count,
                     places[i].longest);
      output_blanks (out, (size_t)width + 2);
      print_callers (report, &places[i]);
    }
}

/* Say what threads that only waited did.  */
static void
print_idle (const struct report *report)
{
  struct output *out = report->output;
  const struct waiting *waiting = report->waiting;
  if (waiting->idle_threads == 0)
    return;
  output_char (out, '\n');
  output_printf (out,
                 P_ ("%" PRIu64 " thread only waited: %.3f s",
                     "%" PRIu64 " threads only waited: %.3f s",
                     waiting->idle_threads),
                 waiting->idle_threads, waiting->idle_seconds);
  for (size_t i = 0; i < waiting->entries.count - waiting->busy_entries; i++)
    {
      const struct wait_entry *entry
          = &waiting->entries.items[waiting->busy_entries + i];
      output_text (out, i == 0 ? " (" : ", ");
      if (i == MOST_NAMED)
        {
          output_text (out, "...");
          break;
        }
      output_text (out, waits_name (report, entry));
      output_printf (out, " %.3f s", entry->seconds);
    }
  output_text (out, ")\n");
}

void
print_waits (struct report *report)
{
  struct output *out = report->output;
  const struct waiting *waiting = report->waiting;
  const size_t count = waits_shown (report);
  size_t width = strlen ("function");
  for (size_t i = 0; i < count; i++)
    {
      const size_t length
          = strlen (waits_name (report, &waiting->entries.items[i]));
      width = length > width ? length : width;
    }
  report_separate (report);
  output_heading (out, "Waits:\n");
  output_char (out, '\n');
  if (!waiting->is_measured)
    {
      output_char (out, ' ');
      output_text (out, _ ("no waits were measured: gprof --run --waits does "
                           "that"));
      output_char (out, '\n');
    }
  if (count > 0 || waiting->is_measured)
    print_heading (out, (int)width);
  for (size_t i = 0; i < count; i++)
    print_entry (report, &waiting->entries.items[i], (int)width);
  print_idle (report);
  if (!report->options->brief)
    print_waits_blurb (out);
}

/* --- The account --------------------------------------------------------- */

/* What there is to say of waits, behind TEXT.  */
static char *
append_waits (char *text, const struct account *account, bool lists_waits)
{
  if (!account->has_waits && lists_waits)
    return append (text, _ ("; %.2f s were no processor time"),
                   account->unexplained);
  if (!account->has_waits)
    return append (text,
                   /* TRANSLATORS: behind "4.74 s elapsed, 0.20 s
                      processor".  */
                   _ ("; %.2f s were no processor time, which --run --waits "
                      "names"),
                   account->unexplained);
  text = append (text,
                 P_ ("; %.2f s of waits in %zu place",
                     "; %.2f s of waits in %zu places", account->places),
                 account->waits, account->places);
  if (!lists_waits)
    text = append (text, " (--waits)");
  if (account->idle > 0)
    text = append (text, _ (", %.2f s of threads that only waited"),
                   account->idle);
  return append (text, _ ("; %.2f s not explained"), account->unexplained);
}

const char *
account_text (const struct account *account, bool lists_waits,
              struct arena *memory)
{
  const double little = 0.005;
  char *text = memory_format (/* TRANSLATORS: the beginning of a sentence.  */
                              _ ("%.2f s elapsed"), account->elapsed);
  if (account->processes > 1)
    text = append (text, _ (" in %zu processes, the longest %.2f s"),
                   account->processes, account->longest);
  if (account->threads > account->processes)
    text = append (text, _ (", %.2f s in %" PRIu64 " threads"), account->lives,
                   account->threads);
  text = append (text, _ (", %.2f s processor (%.2f user, %.2f system)"),
                 account_processor (account), account->user, account->system);
  if (account->recording >= little)
    text = append (text,
                   /* TRANSLATORS: behind "2.41 s processor"; rows of
                      listings.  */
                   _ (", of which %.2f s recording (in no row)"),
                   account->recording);
  text = append_waits (text, account, lists_waits);
  const char *kept = arena_text (memory, text, strlen (text));
  free (text);
  return kept;
}

void
print_account (const struct report *report)
{
  struct arena memory = { 0 };
  if (!report->account->is_known)
    return;
  output_char (report->output, '\n');
  output_text (report->output,
               account_text (report->account, report->listings & LISTING_WAITS,
                             &memory));
  output_char (report->output, '\n');
  arena_release (&memory);
}
