/* json_parts.c - parts of a report as JSON (R15.23, R15.26).  */

#include "config.h"

#include "output/json_parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/quoting.h"
#include "output/view_findings.h"

/* --- Provenance ---------------------------------------------------------- */

static void
write_object (struct json *json, const struct object *object,
              const unsigned char *id, size_t size)
{
  json_open_object (json, NULL);
  json_bytes (json, "file", object->label);
  if (id != NULL)
    {
      char text[BUILD_ID_TEXT];
      build_id_text (text, id, size);
      json_text (json, "build_id", text);
    }
  json_close (json);
}

static enum status
write_objects (struct json *json, const struct report *report,
               struct diag *diag)
{
  const struct program *program = report->program;
  enum status status = STATUS_OK;
  json_open_array (json, "objects");
  for (size_t i = 0; i < program->objects.count && status == STATUS_OK; i++)
    {
      const struct object *object = &program->objects.items[i];
      const unsigned char *id;
      size_t size;
      status = object_find_build_id (object, &id, &size, diag);
      if (status == STATUS_OK)
        write_object (json, object, id, size);
    }
  json_close (json);
  return status;
}

static void
write_texts (struct json *json, const char *key, const char *const *texts,
             size_t count)
{
  json_open_array (json, key);
  for (size_t i = 0; i < count; i++)
    json_text (json, NULL, texts[i]);
  json_close (json);
}

/* Whom samples are credited to, and by what.  */
static void
write_attribution (struct json *json, const struct report *report)
{
  const bool exact = report->options->exact;
  json_text (json, "attribution", exact ? "exact" : "gnu");
  if (exact)
    json_text (json, "attribution_by",
               report->program->instructions.count > 0
                       && !report->profile->is_live
                   ? "instructions"
                   : "addresses");
}

/* What a row stands for.  */
static void
write_group (struct json *json, const struct options *options)
{
  const char *words = option_words ("GROUPS");
  char word[20];
  for (unsigned i = 0; i < (unsigned)options->group_by; i++)
    words += strcspn (words, " ") + 1;
  snprintf (word, sizeof word, "%.*s", (int)strcspn (words, " "), words);
  json_text (json, "rows", options->by_line ? "line" : word);
}

static enum status
write_warnings (struct json *json, struct diag *diag)
{
  enum status status = STATUS_OK;
  json_open_array (json, "warnings");
  for (size_t at = 0; at < diag->kept_size && status == STATUS_OK;
       at += strlen (diag->kept + at) + 1)
    {
      char *text = quoting_from_locale (diag->kept + at);
      if (text != NULL)
        json_text (json, NULL, text);
      else
        status = diag_no_memory (diag);
      free (text);
    }
  json_close (json);
  return status;
}

enum status
json_provenance (struct json *json, const struct report *report,
                 struct diag *diag)
{
  const struct options *options = report->options;
  json_open_object (json, "provenance");
  json_text (json, "generator", "gprof " PACKAGE_VERSION);
  enum status status = write_objects (json, report, diag);
  write_texts (json, "profiles", options->profiles.items,
               options->profiles.count);
  if (options->old_profiles.count > 0)
    write_texts (json, "old_profiles", options->old_profiles.items,
                 options->old_profiles.count);
  json_whole (json, "files", report->profile->file_count);
  json_whole (json, "rate", report->profile->rate);
  json_number (json, "period", report_time (report, 1));
  json_text (json, "unit", report->profile->dimension.name);
  write_attribution (json, report);
  write_group (json, options);
  if (status == STATUS_OK)
    status = write_warnings (json, diag);
  json_close (json);
  return status;
}

/* --- Findings ------------------------------------------------------------ */

enum status
json_findings (struct json *json, const struct report *report,
               struct diag *diag)
{
  struct findings_view view;
  findings_view_start (&view, report);
  json_open_array (json, "findings");
  for (const struct findings_row *row;
       (row = findings_view_next (&view)) != NULL;)
    {
      json_open_object (json, NULL);
      json_text (json, "id", row->id);
      json_text (json, "severity", row->severity);
      json_text (json, "what", row->what);
      json_text (json, "evidence", row->evidence);
      json_text (json, "remedy", row->remedy);
      json_close (json);
    }
  json_close (json);
  return findings_view_end (&view, diag);
}
