/* write_html_names.c - the names of functions in a page: each once, and of
   what they have in common only the first (R15.91).  */

#include "config.h"

#include "write_html_private.h"

#include <stdlib.h>
#include <string.h>

#include "base/quoting.h"
#include "base/repeats.h"
#include "base/vec.h"

#define SEPARATOR '`' /* in names of no language that we know */

typedef VEC (char) text_vec;

/* Can NAME be one of the joined ones?  In these a character is a byte.  */
static bool
is_joined (const char *name)
{
  while (*name >= ' ' && *name <= '~' && *name != SEPARATOR)
    name++;
  return *name == '\0';
}

static bool
is_row_joined (const struct function_row *row)
{
  return is_joined (row->name) && is_joined (row->function);
}

/* The name of ROW to the linker, nothing if that is no other one.  */
static const char *
linker_name (const struct function_row *row)
{
  return strcmp (row->function, row->name) == 0 ? "" : row->function;
}

static bool
append (text_vec *text, const char *name)
{
  const size_t length = strlen (name);
  if (!vec_reserve (text, text->count + length + 1))
    return false;
  memcpy (text->items + text->count, name, length);
  text->count += length;
  text->items[text->count++] = SEPARATOR;
  return true;
}

/* Join the names of all functions, and those that the linker has for them;
   empty ones for those that cannot be joined.  */
static enum status
join (const struct html_writer *writer, text_vec *text)
{
  bool has_memory = true;
  for (size_t i = 0; i < writer->functions.count && has_memory; i++)
    {
      const struct function_row *row = &writer->rows[i];
      const bool joined = is_row_joined (row);
      has_memory = append (text, joined ? row->name : "")
                   && append (text, joined ? linker_name (row) : "");
    }
  /* For the end of the last literal.  */
  return has_memory && vec_push (text, '\0') ? STATUS_OK
                                             : diag_no_memory (writer->diag);
}

/* Write TEXT as literals, behind each of which is what is copied: where it is
   in the text, and how long.  */
static enum status
write_joined (struct html_writer *writer, text_vec *text)
{
  struct json *json = &writer->json;
  struct repeats repeats;
  struct repeat repeat;
  enum status status
      = repeats_start (&repeats, text->items, text->count - 1, writer->diag);
  while (status == STATUS_OK && repeats_next (&repeats, &repeat))
    {
      char *end = text->items + repeat.literal + repeat.literal_size;
      const char first = *end;
      *end = '\0';
      json_text (json, NULL, text->items + repeat.literal);
      *end = first;
      if (repeat.copied_size == 0)
        break;
      json_whole (json, NULL, repeat.copied);
      json_whole (json, NULL, repeat.copied_size);
    }
  repeats_end (&repeats);
  return status;
}

/* Of each function whose names are not joined: its number, its name, the one
   that the linker has for it, if that is another one, and the bytes of that,
   if they are no UTF-8; else null.  */
static void
write_others (struct html_writer *writer)
{
  struct json *json = &writer->json;
  json_open_array (json, "other_names");
  for (size_t i = 0; i < writer->functions.count; i++)
    {
      const struct function_row *row = &writer->rows[i];
      if (is_row_joined (row))
        continue;
      json_whole (json, NULL, i);
      json_text (json, NULL, row->name);
      json_text (json, NULL,
                 *linker_name (row) != '\0' ? row->function : NULL);
      if (quoting_is_utf8 (row->function))
        json_text (json, NULL, NULL);
      else
        json_base64 (json, NULL, row->function);
    }
  json_close (json);
}

enum status
html_names (struct html_writer *writer)
{
  text_vec text = { 0 };
  enum status status = join (writer, &text);
  json_open_array (&writer->json, "names");
  if (status == STATUS_OK)
    status = write_joined (writer, &text);
  json_close (&writer->json);
  vec_release (&text);
  write_others (writer);
  return status;
}
