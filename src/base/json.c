/* json.c - JSON (RFC 8259), written as it comes to be.  */

#include "config.h"

#include "base/json.h"

#include <math.h>
#include <string.h>

#include "base/encoding.h"
#include "base/quoting.h"

enum
{
  KEY_MOST = 64,  /* bytes of a key, which is ours, with its suffix */
  PUNCTUATION = 5 /* bytes around it */
};

void
json_start (struct json *json, struct output *output)
{
  *json = (struct json){ .output = output };
}

static bool
in_array (const struct json *json)
{
  return json->depth > 0 && (json->arrays >> (json->depth - 1) & 1);
}

static char *
put_key (char *at, const char *text)
{
  /* Shorter than what calls of the C library cost.  */
  while (*text != '\0')
    *at++ = *text++;
  return at;
}

/* Write what stands in front of a value.  SUFFIX is appended to the key.  */
static void
begin_value (struct json *json, const char *key, const char *suffix)
{
  char *at = output_room (json->output, KEY_MOST + PUNCTUATION);
  if (json->separates)
    *at++ = ',';
  if (json->depth == 1 || (json->depth == 2 && in_array (json)))
    *at++ = '\n';
  json->separates = true;
  if (key != NULL)
    {
      *at++ = '"';
      at = put_key (put_key (at, key), suffix);
      *at++ = '"';
      *at++ = ':';
    }
  output_advance (json->output, at);
}

static void
open_value (struct json *json, const char *key, bool is_array)
{
  begin_value (json, key, "");
  output_char (json->output, is_array ? '[' : '{');
  const uint64_t bit = UINT64_C (1) << json->depth++;
  json->arrays = is_array ? json->arrays | bit : json->arrays & ~bit;
  json->separates = false;
}

void
json_open_object (struct json *json, const char *key)
{
  open_value (json, key, false);
}

void
json_open_array (struct json *json, const char *key)
{
  open_value (json, key, true);
}

void
json_close (struct json *json)
{
  const bool is_array = in_array (json);
  if (json->depth == 1 || (json->depth == 2 && is_array && json->separates))
    output_char (json->output, '\n');
  output_char (json->output, is_array ? ']' : '}');
  json->separates = true;
  if (--json->depth == 0)
    output_char (json->output, '\n');
}

void
json_text (struct json *json, const char *key, const char *text)
{
  begin_value (json, key, "");
  if (text == NULL)
    {
      output_text (json->output, "null");
      return;
    }
  output_char (json->output, '"');
  output_quoted (json->output, quote_json, text);
  output_char (json->output, '"');
}

void
json_bytes (struct json *json, const char *key, const char *text)
{
  json_text (json, key, text);
  if (text == NULL || utf8_is_valid (text))
    return;
  begin_value (json, key, "_base64");
  output_char (json->output, '"');
  output_base64 (json->output, text, strlen (text));
  output_char (json->output, '"');
}

void
json_truth (struct json *json, const char *key, bool value)
{
  begin_value (json, key, "");
  output_text (json->output, value ? "true" : "false");
}

void
json_whole (struct json *json, const char *key, uint64_t value)
{
  begin_value (json, key, "");
  output_count (json->output, 1, value);
}

void
json_number (struct json *json, const char *key, double value)
{
  begin_value (json, key, "");
  if (isfinite (value))
    output_number (json->output, value);
  else
    output_text (json->output, "null");
}

void
json_address (struct json *json, const char *key, uint64_t pc)
{
  begin_value (json, key, "");
  output_char (json->output, '"');
  output_address (json->output, pc);
  output_char (json->output, '"');
}
