/* json_reader.h - JSON (RFC 8259), read value by value.

   Nothing is kept but the open file's buffer, a bit for each object or array
   around the present value, and its text, so memory does not depend on the
   size of the file.  Every byte is checked, also of what is passed over.  */

#ifndef JSON_READER_H
#define JSON_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/infile.h"
#include "base/memory.h"

enum json_kind
{
  JSON_NONE, /* there is no other value */
  JSON_OBJECT,
  JSON_ARRAY,
  JSON_TEXT,
  JSON_NUMBER,
  JSON_WORD /* true, false, null */
};

typedef VEC (char) json_text_buffer;

struct json_reader
{
  /* Of the latest value.  */
  json_text_buffer key;  /* in an object: its key; ends with a NUL */
  json_text_buffer text; /* of a text, number or word; likewise */
  bool is_name; /* the text has no U+0000, nor half a pair of surrogates, for
                   which U+FFFD stands */

  /* For the functions below.  */
  struct infile *infile;
  struct diag *diag;
  enum status status;  /* of the first failure */
  size_t at;           /* the next byte of the buffer */
  uint64_t passed;     /* bytes in front of the buffer, */
  uint64_t line_start; /* and in front of the line */
  uint64_t line;       /* from 1 */
  unsigned depth;      /* objects and arrays that are open */
  uint64_t arrays;     /* bit N: the one at depth N + 1 is an array */
  bool has_items;      /* a value was read in the innermost one */
};

enum
{
  JSON_DEPTH_MOST = 64,
  JSON_TEXT_MOST = 1 << 20 /* bytes of a text */
};

/* Begin with INFILE, which is open; it and DIAG are borrowed.  READER is to be
   released in any case.  */
void json_reader_start (struct json_reader *reader, struct infile *infile,
                        struct diag *diag);

/* Go on to the next value of the object or array that was opened last and not
   ended, and set *KIND; JSON_NONE is its end.  JSON_OBJECT and JSON_ARRAY open
   one.  Around all there is one value, and then the end of the file.
   STATUS_IO; STATUS_FORMAT, with line and column, for what
   is no JSON, a text of more than JSON_TEXT_MOST bytes, and what is deeper than
   JSON_DEPTH_MOST.  */
enum status json_next (struct json_reader *reader, enum json_kind *kind);

/* Pass over the rest of the value of this KIND, which was read last.  */
enum status json_skip (struct json_reader *reader, enum json_kind kind);

/* Set *VALUE to the number that was read last.  False if that is not finite,
   or no whole number from 0 to 2^64 - 1.  */
bool json_get_number (const struct json_reader *reader, double *value);
bool json_get_whole (const struct json_reader *reader, uint64_t *value);

/* Fail with STATUS_FORMAT, for a REASON that is yet to be translated, at the
   line and column where READER is.  Returns the first failure.  */
enum status json_refuse (struct json_reader *reader, const char *reason);

void json_reader_release (struct json_reader *reader);

#endif
