/* quoting.h - names in the syntax of other programs' formats (R15.8).

   Names come from images and profiles, which are not trusted: they may hold
   any byte but NUL.  A format takes each name apart into characters and writes
   a replacement for each, so a name of any length needs no memory.

   All formats are in UTF-8.  Bytes that are no UTF-8 (RFC 3629) become U+FFFD,
   one for each sequence that could have begun a character.  */

#ifndef QUOTING_H
#define QUOTING_H

#include <stdbool.h>
#include <stddef.h>

#include "base/output.h"

enum
{
  QUOTED_MOST = 16 /* bytes that replace one character */
};

/* Write what replaces the first character of *AT, which is not at its end, to
   TO, set *AT behind that character, and return how many bytes were
   written.  */
typedef size_t quoting (const unsigned char **at, char to[QUOTED_MOST]);

/* Between the quotation marks of a JSON text.  "<" is an escape, too, so the
   text can stand in a script of a page; so are the characters that control
   terminals, the direction of writing or lines.  */
quoting quote_json;

/* Between those of a field of CSV (RFC 4180).  */
quoting quote_csv;

/* Between those of an id or label of DOT: no escapes of Graphviz, no entities
   of HTML.  Control characters become U+FFFD, and so does what XML excludes,
   for Graphviz copies names into SVG.  */
quoting quote_dot;

/* In text and attributes of XML and HTML.  Control characters become
   U+FFFD.  */
quoting quote_xml;

/* A name of callgrind's format, up to the end of the line.  Control
   characters become "?".  */
quoting quote_callgrind;

/* A frame of folded stacks: blanks become "_", semicolons ":" and control
   characters "?".  */
quoting quote_folded;

/* Write TEXT to OUTPUT as QUOTE has it.  O(length).  */
void output_quoted (struct output *output, quoting *quote, const char *text);

/* The same, but after MOST bytes were written, or a few more, an ellipsis takes
   the place of what is left of TEXT.  */
void output_quoted_start (struct output *output, quoting *quote,
                          const char *text, size_t most);

/* A copy of TEXT in UTF-8, to be freed.  What is no UTF-8 is taken to be in the
   encoding of the locale; bytes that are no characters there become U+FFFD.  */
char *quoting_from_locale (const char *text);

/* Would a spreadsheet take TEXT, or a part of it in front of a blank, for a
   formula?  Not if it is a number.  */
bool quoting_is_formula (const char *text);

/* Write TEXT as a field of CSV: in quotation marks where it needs them, and
   behind an apostrophe if it is a formula.  */
void output_csv_field (struct output *output, const char *text);

/* Write COUNT bytes in base64.  */
void output_base64 (struct output *output, const void *bytes, size_t count);

#endif
