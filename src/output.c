/* output.c - buffered text output that remembers the first failure.

   After a failed write the rest is dropped: nobody would see it, and the
   failure is told at the end.  */

#include "config.h"

#include "output.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "i18n.h"

void
output_open (struct output *output, int fd)
{
  output->fd = fd;
  output->error = 0;
  output->used = 0;
}

static void
write_all (struct output *output, const char *bytes, size_t count)
{
  while (count > 0 && output->error == 0)
    {
      ssize_t done = write (output->fd, bytes, count);
      if (done < 0 && errno != EINTR)
        output->error = errno;
      else if (done > 0)
        {
          bytes += done;
          count -= (size_t)done;
        }
    }
}

void
output_flush (struct output *output)
{
  write_all (output, output->buffer, output->used);
  output->used = 0;
}

/* COUNT contiguous bytes of the buffer, COUNT being far below its size.  */
static char *
room_for (struct output *output, size_t count)
{
  if (sizeof output->buffer - output->used < count)
    output_flush (output);
  return output->buffer + output->used;
}

void
output_bytes (struct output *output, const char *bytes, size_t count)
{
  if (count > sizeof output->buffer / 2)
    {
      output_flush (output);
      write_all (output, bytes, count);
      return;
    }
  memcpy (room_for (output, count), bytes, count);
  output->used += count;
}

void
output_text (struct output *output, const char *text)
{
  output_bytes (output, text, strlen (text));
}

void
output_char (struct output *output, char c)
{
  *room_for (output, 1) = c;
  output->used++;
}

void
output_blanks (struct output *output, size_t count)
{
  while (count > 0)
    {
      size_t some = count < 256 ? count : 256;
      memset (room_for (output, some), ' ', some);
      output->used += some;
      count -= some;
    }
}

void
output_printf (struct output *output, const char *format, ...)
{
  char small[512];
  va_list arguments;
  va_start (arguments, format);
  int length = vsnprintf (small, sizeof small, format, arguments);
  va_end (arguments);
  if (length >= 0 && (size_t)length < sizeof small)
    {
      output_bytes (output, small, (size_t)length);
      return;
    }

  char *large = length >= 0 ? malloc ((size_t)length + 1) : NULL;
  if (large == NULL)
    {
      output->error = output->error ? output->error : ENOMEM;
      return;
    }
  va_start (arguments, format);
  vsnprintf (large, (size_t)length + 1, format, arguments);
  va_end (arguments);
  output_bytes (output, large, (size_t)length);
  free (large);
}

/* Put VALUE's decimal digits in front of END; returns the first.  */
static char *
digits_before (char *end, uint64_t value)
{
  do
    *--end = (char)('0' + value % 10);
  while ((value /= 10) != 0);
  return end;
}

static void
output_right (struct output *output, unsigned width, const char *text,
              size_t length)
{
  if (length < width)
    output_blanks (output, width - length);
  output_bytes (output, text, length);
}

void
output_count (struct output *output, unsigned width, uint64_t value)
{
  char digits[24];
  char *end = digits + sizeof digits;
  char *first = digits_before (end, value);
  output_right (output, width, first, (size_t)(end - first));
}

void
output_fixed (struct output *output, unsigned width, unsigned decimals,
              double value)
{
  const unsigned power = decimals == 1 ? 10 : 100;
  double scaled = value * power;
  double whole = floor (scaled);
  double rest = scaled - whole;

  /* SCALED carries a relative error of 2^-53, below 1e-5 here.  Unless the
     rest is that close to one half, or to a whole number where FLOOR could
     have gone wrong without harm, rounding SCALED rounds VALUE.  */
  if (signbit (value) || !(scaled < 1e11) || fabs (rest - 0.5) < 1e-4)
    {
      output_printf (output, "%*.*f", (int)width, (int)decimals, value);
      return;
    }
  uint64_t number = (uint64_t)whole + (rest > 0.5);
  char digits[32];
  char *end = digits + sizeof digits;
  char *first = end;
  for (unsigned i = 0; i < decimals; i++, number /= 10)
    *--first = (char)('0' + number % 10);
  *--first = '.';
  first = digits_before (first, number);
  output_right (output, width, first, (size_t)(end - first));
}

void
output_discard (struct output *output)
{
  output->used = 0;
}

enum status
output_close (struct output *output, const char *name, struct diag *diag)
{
  output_flush (output);
  if (close (output->fd) != 0 && output->error == 0)
    output->error = errno;
  output->fd = -1;
  if (output->error != 0)
    return diag_fail_errno (diag, name, output->error, _ ("cannot write"));
  return STATUS_OK;
}
