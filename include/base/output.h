/* output.h - buffered text output that remembers the first failure.

   Printers write without looking; main asks once at the end, through
   output_close.  What is meant for a terminal has octal escapes for what could
   control it (escape.h), but for the characters of a listing's layout: line
   feed, tab and form feed.  All other files get the bytes as they are.

   Styles are kept apart from the text, as marks at places of the buffer, so
   nothing in the text can look like one.  Where colours are off, a mark costs a
   test and writes nothing.  */

#ifndef OUTPUT_H
#define OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/diag.h"
#include "base/escape.h"

/* How text looks: a set of bits.  A style only stresses what the text says
   without it.  */
enum output_style
{
  STYLE_PLAIN = 0,
  STYLE_BOLD = 1,
  STYLE_WARM = 2, /* some part of the time */
  STYLE_HOT = 4   /* much of it */
};

/* From AT in the buffer on, text has STYLE.  */
struct style_mark
{
  uint32_t at;
  uint32_t style; /* set of enum output_style */
};

enum
{
  MARKS_MOST = 1024
};

typedef void output_sink (void *context, const char *bytes, size_t count);

struct output
{
  int fd;
  int error; /* errno of the first failed write, 0 if none */
  size_t used;
  bool to_terminal;       /* the descriptor is one, or is meant for one */
  bool has_colours;       /* styles are written */
  bool is_paged;          /* it is a pipe to a pager */
  bool has_written;       /* something was written to it */
  struct escape escape;   /* what is written to a terminal passes this */
  size_t lines;           /* written to a terminal */
  unsigned wanted, shown; /* the styles of the text written next and last */
  size_t mark_count;
  struct style_mark marks[MARKS_MOST];
  int (*begin) (void *context); /* see output_begin; null for nothing */
  output_sink *sink;            /* see output_open_sink; null for FD */
  void *context;
  char buffer[65536];
};

void output_open (struct output *output, int fd);

/* Let SINK take what is written, and CONTEXT.  Such an output is flushed, not
   closed.  */
void output_open_sink (struct output *output, output_sink *sink,
                       void *context);

/* Write styles as the escape sequences of ECMA-48, and treat OUTPUT as meant
   for a terminal, whatever the descriptor is.  */
void output_use_colours (struct output *output);

/* Call BEGIN with CONTEXT before the first byte is written.  It returns the
   descriptor to write to: that of OUTPUT, or a pipe to a pager, to which form
   feeds are not written, and where it is no failure that nobody reads all.  */
void output_begin (struct output *output, int (*begin) (void *context),
                   void *context);

/* For output_style only.  */
void output_mark (struct output *output, unsigned style);

/* From here on text has STYLE, a set of enum output_style.  Lines are styled
   one by one, so that each can be shown alone.  */
static inline void
output_style (struct output *output, unsigned style)
{
  if (output->has_colours)
    output_mark (output, style);
}

/* TEXT in bold.  */
void output_heading (struct output *output, const char *text);

void output_bytes (struct output *output, const char *bytes, size_t count);
void output_text (struct output *output, const char *text);

/* A NAME from an image or a profile: as output_text, but a terminal gets the
   characters of the layout escaped, too.  */
void output_name (struct output *output, const char *name);

void output_blanks (struct output *output, size_t count);

void output_printf (struct output *output, const char *format, ...)
    DIAG_PRINTF (2, 3);

/* The same bytes as printf ("0x%lx"), ("%*lu"), and ("%*.*f") with one or two
   DECIMALS.  */
void output_address (struct output *output, uint64_t pc);
void output_count (struct output *output, unsigned width, uint64_t value);
void output_fixed (struct output *output, unsigned width, unsigned decimals,
                   double value);

/* VALUE, which is finite, by the shortest decimal number that a program reads
   back as VALUE; no exponent from 1e-4 up to 1e15.  */
void output_number (struct output *output, double value);

void output_flush (struct output *output);

/* --- Lines put together in the buffer ------------------------------------

   Listings have millions of lines of a few short fields, so their printers
   write into the buffer itself:

       char *at = output_room (out, LINE_ROOM);
       at = put_fixed (at, 7, 2, seconds);
       *at++ = ' ';
       at = put_count (at, 7, calls);
       output_advance (out, at);

   Each put_* writes at AT, returns the end of what it wrote, and may overwrite
   the PUT_SLACK bytes behind that.  */

enum
{
  PUT_SLACK = 16,
  PUT_COUNT_MOST = 20, /* digits of the longest number */
  PUT_FIXED_MOST = 320 /* bytes of the longest number */
};

/* COUNT contiguous bytes of the buffer, at most half of it.  Valid until the
   next call for OUTPUT.  */
static inline char *
output_room (struct output *output, size_t count)
{
  if (sizeof output->buffer - output->used < count)
    output_flush (output);
  return output->buffer + output->used;
}

/* The bytes got from output_room are used up to END.  */
static inline void
output_advance (struct output *output, const char *end)
{
  output->used = (size_t)(end - output->buffer);
}

static inline void
output_char (struct output *output, char c)
{
  *output_room (output, 1) = c;
  output->used++;
}

/* Of sizes that compilers know, since they make a call of a loop.  */
static inline char *
put_blanks (char *at, size_t count)
{
  memset (at, ' ', PUT_SLACK);
  if (count > PUT_SLACK)
    memset (at + PUT_SLACK, ' ', PUT_SLACK);
  if (count > (size_t)2 * PUT_SLACK)
    memset (at + (size_t)2 * PUT_SLACK, ' ', count - (size_t)2 * PUT_SLACK);
  return at + count;
}

/* The same bytes as sprintf ("%*lu"), or "%-*lu" to the left.  */
char *put_count (char *at, unsigned width, uint64_t value);
char *put_count_left (char *at, unsigned width, uint64_t value);

/* The same bytes as sprintf ("%*.*f"), with one or two DECIMALS.  */
char *put_fixed (char *at, unsigned width, unsigned decimals, double value);

enum
{
  PUT_NUMBER_MOST = 32
};

/* See output_number; no slack.  */
char *put_number (char *at, double value);

/* For put_percent only.  */
void output_mark_percent (struct output *output, const char *at,
                          const char *end, double percent, unsigned style);

/* PERCENT of all time at AT in the buffer of OUTPUT, as put_fixed has it, in a
   style that says how much that is; the line, which output_style has begun,
   otherwise has STYLE.  */
static inline char *
put_percent (struct output *output, char *at, unsigned width,
             unsigned decimals, double percent, unsigned style)
{
  char *end = put_fixed (at, width, decimals, percent);
  if (output->has_colours)
    output_mark_percent (output, at, end, percent, style);
  return end;
}

/* The LENGTH bytes at TEXT; no slack.  */
static inline char *
put_bytes (char *at, const char *text, size_t length)
{
  memcpy (at, text, length);
  return at + length;
}

/* A string literal.  */
#define put_literal(at, literal) put_bytes ((at), literal, sizeof literal - 1)

/* --- The end ------------------------------------------------------------- */

/* Forget what is buffered and not yet written.  */
void output_discard (struct output *output);

/* Write out what is buffered and close the descriptor.  STATUS_IO if this or
   an earlier write failed; NAME is what messages call it.  */
enum status output_close (struct output *output, const char *name,
                          struct diag *diag);

#endif
