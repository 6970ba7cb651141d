/* scan_text.c - scanners run on code typed in as text.  */

#include "config.h"

#include "scan_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "capture.h"
#include "base/memory.h"

/* What was found so far, as text.  */
typedef VEC (char) found_text;

static void
append (found_text *found, const char *word)
{
  const size_t length = strlen (word);
  vec_reserve (found, found->count + length + 2);
  if (found->count > 0)
    found->items[found->count++] = ' ';
  memcpy (found->items + found->count, word, length + 1);
  found->count += length;
}

static void
found_direct (void *context, uint64_t target_pc)
{
  char word[24];
  snprintf (word, sizeof word, "%" PRIx64, target_pc);
  append (context, word);
}

static void
found_indirect (void *context)
{
  append (context, "?");
}

unsigned char *
hex_bytes (const char *hex, size_t *size)
{
  unsigned char *bytes = array_new (strlen (hex) / 2, 1);
  *size = 0;
  for (hex += strspn (hex, " "); *hex != '\0'; hex += strspn (hex, " "))
    {
      char digits[3] = { hex[0], hex[1], '\0' }, *end;
      const unsigned long value = strtoul (digits, &end, 16);
      if (end != digits + 2)
        helper_failed ("scan_text: not hexadecimal", hex);
      bytes[(*size)++] = (unsigned char)value;
      hex += 2;
    }
  unsigned char *exact = malloc (*size);
  if (*size > 0)
    memcpy (exact, bytes, *size);
  free (bytes);
  return exact;
}

char *
scan_span (call_scanner *scan, const struct code_span *span)
{
  found_text found = { 0 };
  const struct call_sink sink = { found_direct, found_indirect, &found };
  scan (span, &sink);
  if (found.items == NULL)
    append (&found, "");
  return found.items;
}

char *
scan_hex (call_scanner *scan, const struct code_span *about, const char *hex)
{
  struct code_span span = *about;
  unsigned char *bytes = hex_bytes (hex, &span.length);
  span.readable = span.length;
  span.bytes = bytes;
  char *found = scan_span (scan, &span);
  free (bytes);
  return found;
}
