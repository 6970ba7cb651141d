/* write_speedscope.c - stacks of samples, and of waits as a profile of their own
   (R20.262), in the file format of speedscope (R15.48): https://www.speedscope.app/file-format-schema.json.  */

#include "config.h"

#include <string.h>

#include "base/json.h"
#include "base/minmax.h"
#include "output/formats.h"
#include "output/view_stacks.h"

/* The unit of times, one of those that the format has.  */
static const char *
unit_of (const struct stacks_view *view)
{
  static const char *const units[]
      = { "seconds", "milliseconds", "microseconds", "nanoseconds", "bytes" };
  const char *unit = view->report->profile->dimension.name;
  for (size_t i = 0; i < sizeof units / sizeof *units; i++)
    if (view->has_time && strcmp (unit, units[i]) == 0)
      return units[i];
  return "none";
}

static void
write_frames (struct json *json, struct stacks_view *view)
{
  for (size_t i = 0; i < view->frame_count; i++)
    {
      const struct stack_frame frame = stacks_view_frame (view, i);
      json_open_object (json, NULL);
      json_text (json, "name", frame.name);
      if (frame.file != NULL)
        {
          json_text (json, "file", frame.file);
          json_whole (json, "line", frame.line);
        }
      json_close (json);
    }
}

/* Each row as a sample; the frames of VIEW are those from FIRST on.  */
static void
write_samples (struct json *json, struct stacks_view *view, size_t first)
{
  const struct stack_row *row;
  json_open_array (json, "samples");
  while ((row = stacks_view_next (view)) != NULL)
    {
      json_open_array (json, NULL);
      for (size_t i = 0; i < row->depth; i++)
        json_whole (json, NULL, first + row->frames[i]);
      json_close (json);
    }
  json_close (json);
}

static void
write_sampled (struct json *json, struct stacks_view *view)
{
  json_open_object (json, NULL);
  json_text (json, "type", "sampled");
  json_text (json, "name",
             view->report->profile->arcs_are_measured ? "sampled stacks"
                                                      : STACKS_SYNTHESISED);
  json_text (json, "unit", unit_of (view));
  json_whole (json, "startValue", 0);
  json_number (json, "endValue", view->total);
  write_samples (json, view, 0);
  json_open_array (json, "weights");
  for (const struct stack_row *row; (row = stacks_view_next (view)) != NULL;)
    json_number (json, NULL, row->time);
  json_close (json);
  json_close (json);
}

/* Nanoseconds, since as few as 10,000 of them are a wait.  */
static void
write_waits (struct json *json, struct stacks_view *view, size_t first)
{
  uint64_t total = 0;
  json_open_object (json, NULL);
  json_text (json, "type", "sampled");
  json_text (json, "name", "waits");
  json_text (json, "unit", "nanoseconds");
  write_samples (json, view, first);
  json_open_array (json, "weights");
  for (const struct stack_row *row; (row = stacks_view_next (view)) != NULL;)
    {
      json_whole (json, NULL, row->nanoseconds);
      total = add_u64 (total, row->nanoseconds);
    }
  json_close (json);
  json_whole (json, "startValue", 0);
  json_whole (json, "endValue", total);
  json_close (json);
}

void
write_speedscope (struct report *report)
{
  struct json json;
  struct stacks_view sampled = { 0 }, waits = { 0 };
  const bool has_samples = stacks_view_start_samples (&sampled, report);
  if (report->listings & LISTING_WAITS)
    stacks_view_start_waits (&waits, report);
  json_start (&json, report->output);
  json_open_object (&json, NULL);
  json_text (&json, "$schema",
             "https://www.speedscope.app/file-format-schema.json");
  json_text (&json, "name", report->options->image);
  json_text (&json, "exporter", "gprof " PACKAGE_VERSION);
  json_open_object (&json, "shared");
  json_open_array (&json, "frames");
  write_frames (&json, &sampled);
  write_frames (&json, &waits);
  json_close (&json);
  json_close (&json);
  json_open_array (&json, "profiles");
  if (has_samples)
    write_sampled (&json, &sampled);
  if (report->listings & LISTING_WAITS)
    write_waits (&json, &waits, sampled.frame_count);
  json_close (&json);
  json_close (&json);
  stacks_view_end (&sampled);
  stacks_view_end (&waits);
}
