/* json.h - JSON (RFC 8259), written as it comes to be.

   KEY is that of the value in the object around it, a literal that needs no
   escapes, or null in an array.  The values of the outermost object, and those
   of arrays in it, are lines.  */

#ifndef JSON_H
#define JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/output.h"

struct json
{
  struct output *output;
  unsigned depth;  /* objects and arrays that are open, */
  uint64_t arrays; /* bit N: the one at depth N + 1 is an array */
  bool separates;  /* a comma comes before the next value */
};

/* Begin a text, which is one value, on OUTPUT.  */
void json_start (struct json *json, struct output *output);

void json_open_object (struct json *json, const char *key);
void json_open_array (struct json *json, const char *key);

/* End the object or array that was opened last.  Behind the outermost one a
   line feed follows.  */
void json_close (struct json *json);

/* TEXT as UTF-8 (quote_json), or null.  */
void json_text (struct json *json, const char *key, const char *text);

/* The same, and if it is no UTF-8 another value KEY_base64 with its bytes.  */
void json_bytes (struct json *json, const char *key, const char *text);

void json_truth (struct json *json, const char *key, bool value);

/* A whole number, exact.  */
void json_whole (struct json *json, const char *key, uint64_t value);

/* A number as output_number has it; null if it is not finite, because JSON has
   no such numbers.  */
void json_number (struct json *json, const char *key, double value);

/* An address as text, since many readers keep only 53 bits of a number.  */
void json_address (struct json *json, const char *key, uint64_t pc);

#endif
