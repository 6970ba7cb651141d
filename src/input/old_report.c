/* old_report.c - reports of ours in JSON, read back for --diff.

   Members come in any order, since other programs may have written the report
   again; those that nobody needs are passed over.  */

#include "config.h"

#include "input/old_report.h"

#include <stdlib.h>
#include <string.h>

#include "base/encoding.h"
#include "base/i18n.h"
#include "base/json_reader.h"

/* No profile has more samples; nor do sums of these overflow.  */
#define NUMBER_MOST 0x1p64

enum
{
  FILES_MOST = 1 << 24 /* profiles in a report */
};

struct reading
{
  struct old_reports *reports;
  struct json_reader json;
  const char *schema;
  const char *rows; /* what they are */
  const char *attribution;
  uint64_t left_out;
  bool has_rows;
  struct old_report report;
};

/* What is known of a member of an object.  Arrays of these, of 32 at most, end
   with one without a key.  */
struct member
{
  const char *key;
  enum member_type
  {
    MEMBER_TEXT,
    MEMBER_BYTES, /* base64 */
    MEMBER_ADDRESS,
    MEMBER_NUMBER, /* from 0 to NUMBER_MOST */
    MEMBER_WHOLE,
    MEMBER_CALLS,  /* the same, or null, which is 0 */
    MEMBER_OBJECT, /* with the members at VALUE */
    MEMBER_FIRST,  /* an array, whose first object has these */
    MEMBER_ROWS    /* an array of functions */
  } type;
  bool is_needed;
  void *value;
};

/* --- Values -------------------------------------------------------------- */

static enum status
lack (struct reading *reading, const char *key)
{
  return diag_fail (
      reading->json.diag, STATUS_MISMATCH, PLACE_FILE (reading->report.name),
      /* TRANSLATORS: %s is the name of a value in a report, such as
         "samples".  */
      _ ("the report has no '%s' as a comparison needs it"), key);
}

/* Set *VALUE to the address in TEXT.  */
static bool
get_address (const char *text, uint64_t *value)
{
  char *end;
  if (strncmp (text, "0x", 2) != 0
      || strspn (text + 2, "0123456789abcdefABCDEF") != strlen (text + 2)
      || strlen (text + 2) > 16)
    return false;
  *value = strtoull (text, &end, 16);
  return end > text + 2;
}

/* Keep the value of this KIND for MEMBER, which is no object or array.  False if
   it is not what it should be.  */
static bool
take_plain (struct reading *reading, const struct member *member,
            enum json_kind kind)
{
  struct json_reader *json = &reading->json;
  switch (member->type)
    {
    case MEMBER_BYTES:
      if (kind != JSON_TEXT)
        return false;
      json->text.count = base64_decode (json->text.items, json->text.count);
      json->is_name = json->text.count > 0;
      /* Fall through.  */
    case MEMBER_TEXT:
      if (kind != JSON_TEXT || !json->is_name)
        return false;
      *(const char **)member->value
          = arena_text (&reading->reports->memory, json->text.items,
                        json->text.count);
      return true;
    case MEMBER_ADDRESS:
      return kind == JSON_TEXT
             && get_address (json->text.items, member->value);
    case MEMBER_NUMBER:
      return kind == JSON_NUMBER && json_get_number (json, member->value)
             && *(double *)member->value >= 0
             && *(double *)member->value <= NUMBER_MOST;
    case MEMBER_CALLS:
      if (kind == JSON_WORD)
        return true;
      /* Fall through.  */
    case MEMBER_WHOLE:
      return kind == JSON_NUMBER && json_get_whole (json, member->value);
    default:
      return false;
    }
}

/* --- Objects ------------------------------------------------------------- */

static enum status read_array (struct reading *reading,
                               const struct member *member);

/* Read the rest of an object with these MEMBERS.  */
static enum status
read_object (struct reading *reading, const struct member *members)
{
  struct json_reader *json = &reading->json;
  uint32_t seen = 0;
  enum json_kind kind;
  enum status status;
  while ((status = json_next (json, &kind)) == STATUS_OK && kind != JSON_NONE)
    {
      size_t i = 0;
      while (members[i].key != NULL
             && strcmp (members[i].key, json->key.items) != 0)
        i++;
      const struct member *member = &members[i];
      if (member->key == NULL)
        status = json_skip (json, kind);
      else if (seen >> i & 1)
        status = json_refuse (json, N_ ("the same name a second time"));
      else if (member->type == MEMBER_OBJECT && kind == JSON_OBJECT)
        status = read_object (reading, member->value);
      else if (member->type > MEMBER_OBJECT && kind == JSON_ARRAY)
        status = read_array (reading, member);
      else if (!take_plain (reading, member, kind))
        status = lack (reading, member->key);
      if (status != STATUS_OK)
        return status;
      seen |= member->key != NULL ? (uint32_t)1 << i : 0;
    }
  for (size_t i = 0; members[i].key != NULL && status == STATUS_OK; i++)
    if (members[i].is_needed && !(seen >> i & 1))
      status = lack (reading, members[i].key);
  return status;
}

/* Read one function.  */
static enum status
read_row (struct reading *reading)
{
  struct old_row row = { 0 };
  const char *function_bytes = NULL, *file_bytes = NULL;
  const struct member members[]
      = { { "function", MEMBER_TEXT, true, &row.function },
          { "function_base64", MEMBER_BYTES, false, &function_bytes },
          { "file", MEMBER_TEXT, false, &row.file },
          { "file_base64", MEMBER_BYTES, false, &file_bytes },
          { "address", MEMBER_ADDRESS, true, &row.address },
          { "samples", MEMBER_NUMBER, true, &row.samples },
          { "calls", MEMBER_CALLS, true, &row.calls },
          { 0 } };
  enum status status = read_object (reading, members);
  if (status != STATUS_OK)
    return status;
  if (function_bytes != NULL)
    row.function = function_bytes;
  if (file_bytes != NULL)
    row.file = file_bytes;
  vec_push (&reading->reports->rows, row);
  return STATUS_OK;
}

/* Read the rest of the array that MEMBER is: all functions, or one object.  */
static enum status
read_array (struct reading *reading, const struct member *member)
{
  const bool has_rows = member->type == MEMBER_ROWS;
  bool is_first = true;
  enum json_kind kind;
  enum status status;
  while ((status = json_next (&reading->json, &kind)) == STATUS_OK
         && kind != JSON_NONE)
    {
      if (has_rows)
        status = kind == JSON_OBJECT ? read_row (reading)
                                     : lack (reading, member->key);
      else if (is_first && kind == JSON_OBJECT)
        status = read_object (reading, member->value);
      else
        status = json_skip (&reading->json, kind);
      if (status != STATUS_OK)
        return status;
      is_first = false;
    }
  reading->has_rows |= has_rows;
  return status;
}

/* --- A report ------------------------------------------------------------ */

static enum status
read_report (struct reading *reading, bool by_line)
{
  struct old_report *report = &reading->report;
  const struct member object[]
      = { { "build_id", MEMBER_TEXT, false, &report->build_id }, { 0 } };
  const struct member provenance[]
      = { { "objects", MEMBER_FIRST, false, (void *)object },
          { "files", MEMBER_WHOLE, true, &report->files },
          { "rate", MEMBER_WHOLE, true, &report->rate },
          { "samples_per_signal", MEMBER_NUMBER, false, &report->weight },
          { "unit", MEMBER_TEXT, true, &report->unit },
          { "attribution", MEMBER_TEXT, true, &reading->attribution },
          { "rows", MEMBER_TEXT, true, &reading->rows },
          { 0 } };
  const struct member totals[]
      = { { "left_out_functions", MEMBER_WHOLE, true, &reading->left_out },
          { 0 } };
  const struct member members[]
      = { { "schema", MEMBER_TEXT, false, &reading->schema },
          { "provenance", MEMBER_OBJECT, true, (void *)provenance },
          { "totals", MEMBER_OBJECT, true, (void *)totals },
          { by_line ? "lines" : "functions", MEMBER_ROWS, false, NULL },
          { 0 } };
  return read_object (reading, members);
}

/* The whole file was read, or it has failed with STATUS.  Is it a report that
   can be compared?  Whether it is a report at all matters most.  */
static enum status
check (struct reading *reading, bool by_line, enum status status)
{
  struct diag *diag = reading->json.diag;
  const struct old_report *report = &reading->report;
  const struct place *where = PLACE_FILE (report->name);
  if (status != STATUS_OK && status != STATUS_MISMATCH)
    return status;
  if (reading->schema == NULL || strcmp (reading->schema, REPORT_SCHEMA) != 0)
    diag_forget (diag);
  if (reading->schema == NULL)
    return diag_fail (diag, STATUS_UNSUPPORTED, where,
                      _ ("this is JSON, but no report of gprof"));
  if (strcmp (reading->schema, REPORT_SCHEMA) != 0)
    return diag_fail (diag, STATUS_UNSUPPORTED, where,
                      _ ("the schema of the report is '%s', but only '%s' is "
                         "known"),
                      reading->schema, REPORT_SCHEMA);
  if (status != STATUS_OK)
    return status;
  if (strcmp (reading->rows, by_line ? "line" : "function") != 0)
    return diag_fail (diag, STATUS_MISMATCH, where,
                      /* TRANSLATORS: words such as "function".  */
                      _ ("a row of the report is a %s, but a %s is needed"),
                      reading->rows, by_line ? "line" : "function");
  if (reading->left_out > 0)
    return diag_fail (diag, STATUS_MISMATCH, where,
                      _ ("functions are left out of the report, by '--top' or "
                         "the like: %ju"),
                      (uintmax_t)reading->left_out);
  if (!reading->has_rows)
    return lack (reading, by_line ? "lines" : "functions");
  return report->files > 0 && report->files <= FILES_MOST
             ? STATUS_OK
             : lack (reading, "files");
}

bool
old_report_begins (const struct infile *infile)
{
  size_t at = 0;
  for (int wanted = 0; at < infile->size; at++)
    {
      const unsigned char c = infile->data[at];
      if (c == ' ' || c == '\t' || c == '\n' || c == '\r')
        continue;
      if (wanted == 1)
        return c == '"' || c == '}';
      if (c != '{')
        return false;
      wanted++;
    }
  return false;
}

enum status
old_report_read (struct old_reports *reports, struct infile *infile,
                 bool by_line, struct diag *diag)
{
  struct reading reading = { .reports = reports,
                             .report = { .name = infile->name,
                                         .weight = 1,
                                         .first_row = reports->rows.count } };
  enum json_kind kind;
  json_reader_start (&reading.json, infile, diag);
  enum status status = json_next (&reading.json, &kind);
  if (status == STATUS_OK)
    status = read_report (&reading, by_line);
  if (status == STATUS_OK)
    status = json_next (&reading.json, &kind);
  status = check (&reading, by_line, status);
  json_reader_release (&reading.json);
  if (status != STATUS_OK)
    return status;
  reading.report.row_limit = reports->rows.count;
  reading.report.exact = strcmp (reading.attribution, "exact") == 0;
  vec_push (&reports->items, reading.report);
  return STATUS_OK;
}

void
old_reports_release (struct old_reports *reports)
{
  vec_release (&reports->items);
  vec_release (&reports->rows);
  arena_release (&reports->memory);
}
