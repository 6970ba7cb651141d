/* write_speedscope.c - synthesised stacks in the file format of speedscope
   (R15.48): https://www.speedscope.app/file-format-schema.json.  */

#include "config.h"

#include <string.h>

#include "base/json.h"
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
  json_open_object (json, "shared");
  json_open_array (json, "frames");
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
  json_close (json);
  json_close (json);
}

/* Each row as a sample.  */
static void
write_samples (struct json *json, struct stacks_view *view)
{
  const struct stack_row *row;
  json_open_array (json, "samples");
  while ((row = stacks_view_next (view)) != NULL)
    {
      json_open_array (json, NULL);
      for (size_t i = 0; i < row->depth; i++)
        json_whole (json, NULL, row->frames[i]);
      json_close (json);
    }
  json_close (json);
  json_open_array (json, "weights");
  while ((row = stacks_view_next (view)) != NULL)
    json_number (json, NULL, row->time);
  json_close (json);
}

static void
write_profile (struct json *json, struct stacks_view *view)
{
  json_open_array (json, "profiles");
  json_open_object (json, NULL);
  json_text (json, "type", "sampled");
  json_text (json, "name",
             view->report->profile->arcs_are_measured ? "sampled stacks"
                                                      : STACKS_SYNTHESISED);
  json_text (json, "unit", unit_of (view));
  json_whole (json, "startValue", 0);
  json_number (json, "endValue", view->total);
  write_samples (json, view);
  json_close (json);
  json_close (json);
}

void
write_speedscope (struct report *report)
{
  struct json json;
  struct stacks_view view;
  stacks_view_start (&view, report);
  json_start (&json, report->output);
  json_open_object (&json, NULL);
  json_text (&json, "$schema",
             "https://www.speedscope.app/file-format-schema.json");
  json_text (&json, "name", report->options->image);
  json_text (&json, "exporter", "gprof " PACKAGE_VERSION);
  write_frames (&json, &view);
  write_profile (&json, &view);
  json_close (&json);
  stacks_view_end (&view);
}
