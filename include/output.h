/* output.h - buffered text output that remembers the first failure.

   Printers write without looking; main asks once at the end, through
   output_close.  */

#ifndef OUTPUT_H
#define OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diag.h"

struct output
{
  int fd;
  int error; /* errno of the first failed write, 0 if none */
  size_t used;
  char buffer[65536];
};

void output_open (struct output *output, int fd);

void output_bytes (struct output *output, const char *bytes, size_t count);
void output_text (struct output *output, const char *text);
void output_char (struct output *output, char c);

/* COUNT blanks.  */
void output_blanks (struct output *output, size_t count);

void output_printf (struct output *output, const char *format, ...)
    DIAG_PRINTF (2, 3);

/* VALUE in decimal, at least WIDTH bytes, blanks to the left; the same bytes
   as printf ("%*lu").  */
void output_count (struct output *output, unsigned width, uint64_t value);

/* The same bytes as printf ("%*.*f"), with one or two DECIMALS.  */
void output_fixed (struct output *output, unsigned width, unsigned decimals,
                   double value);

/* Write out what is buffered.  */
void output_flush (struct output *output);

/* Forget what is buffered and not yet written.  */
void output_discard (struct output *output);

/* Write out what is buffered and close the descriptor.  STATUS_IO if this or
   an earlier write failed; NAME is what messages call it.  */
enum status output_close (struct output *output, const char *name,
                          struct diag *diag);

#endif
