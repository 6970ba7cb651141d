/* output.c - buffered text output that remembers the first failure.

   After a failed write the rest is dropped, and the failure is reported at the
   end.  What goes to a terminal passes a filter (escape) between the buffer
   and the descriptor, which also puts in the sequences of styles.  */

#include "config.h"

#include "base/output.h"

#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/memory.h"

/* The control characters that a listing is laid out with.  */
#define LAYOUT_CHARACTERS                                                     \
  (UINT32_C (1) << '\t' | UINT32_C (1) << '\n' | UINT32_C (1) << '\f')

/* Shares of the time in percent from which it is warm or hot.  */
static const double warm_share = 5, hot_share = 20;

enum
{
  SEQUENCE_MOST = 16,
  DECIMALS_MOST = 15 /* of a number below 1e-4 without an exponent */
};

void
output_open (struct output *output, int fd)
{
  output->fd = fd;
  output->error = 0;
  output->used = 0;
  output->to_terminal = isatty (fd) == 1;
  output->has_colours = output->is_paged = false;
  output->has_written = false;
  output->lines = 0;
  output->wanted = output->shown = STYLE_PLAIN;
  output->mark_count = 0;
  output->begin = NULL;
  output->sink = NULL;
  output->context = NULL;
  escape_start (&output->escape, LAYOUT_CHARACTERS);
}

void
output_open_sink (struct output *output, output_sink *sink, void *context)
{
  output_open (output, -1);
  output->sink = sink;
  output->context = context;
}

void
output_use_colours (struct output *output)
{
  output->has_colours = output->to_terminal = true;
}

void
output_begin (struct output *output, int (*begin) (void *context),
              void *context)
{
  output->begin = begin;
  output->context = context;
}

static void
write_plain (struct output *output, const char *bytes, size_t count)
{
  if (output->sink != NULL)
    {
      output->sink (output->context, bytes, count);
      return;
    }
  while (count > 0 && output->error == 0)
    {
      ssize_t done = write (output->fd, bytes, count);
      if (done < 0 && errno != EINTR)
        output->error = errno;
      else if (done == 0)
        output->error = EIO; /* or this would never end */
      else if (done > 0)
        {
          bytes += done;
          count -= (size_t)done;
        }
    }
}

/* Write the sequence for STYLE to TO; its length.  Both colours are readable
   on light and on dark backgrounds.  */
static size_t
put_sequence (unsigned style, char to[SEQUENCE_MOST])
{
  return (size_t)sprintf (to, "\033[0%s%sm", style & STYLE_BOLD ? ";1" : "",
                          style & STYLE_HOT    ? ";31"
                          : style & STYLE_WARM ? ";35"
                                               : "");
}

/* Write to TO what BYTE becomes on a terminal, in the style it has; the number
   of bytes.  Ends of lines are plain: a pager shows lines in any order.  */
static size_t
put_on_terminal (struct output *output, unsigned char byte,
                 char to[SEQUENCE_MOST + 2 * ESCAPE_MOST])
{
  const bool is_end = byte == '\n' || byte == '\f';
  const unsigned style = is_end ? STYLE_PLAIN : output->wanted;
  size_t used = 0;
  output->lines += byte == '\n';
  if (byte == '\f' && output->is_paged)
    return 0;
  if (style != output->shown)
    {
      used = escape_end (&output->escape, to);
      used += put_sequence (style, to + used);
      output->shown = style;
    }
  return used + escape_put (&output->escape, byte, to + used);
}

/* Write BYTES to a terminal; the marks are for them.  What the filter holds
   back is then the start of a character, which is written with the rest of
   it.  */
static void
write_escaped (struct output *output, const char *bytes, size_t count)
{
  enum
  {
    MOST = SEQUENCE_MOST + 2 * ESCAPE_MOST
  };
  char escaped[4096];
  size_t used = 0, mark = 0;
  for (size_t i = 0; i < count; i++)
    {
      for (; mark < output->mark_count && output->marks[mark].at <= i; mark++)
        output->wanted = output->marks[mark].style;
      used
          += put_on_terminal (output, (unsigned char)bytes[i], escaped + used);
      if (used > sizeof escaped - MOST)
        {
          write_plain (output, escaped, used);
          used = 0;
        }
    }
  for (; mark < output->mark_count; mark++)
    output->wanted = output->marks[mark].style;
  output->mark_count = 0;
  write_plain (output, escaped, used);
}

static void
write_all (struct output *output, const char *bytes, size_t count)
{
  if (!output->has_written && count > 0 && output->begin != NULL)
    {
      const int fd = output->begin (output->context);
      output->is_paged = fd != output->fd;
      output->fd = fd;
    }
  output->has_written = output->has_written || count > 0;
  if (output->to_terminal)
    write_escaped (output, bytes, count);
  else
    write_plain (output, bytes, count);
}

void
output_flush (struct output *output)
{
  write_all (output, output->buffer, output->used);
  output->used = 0;
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
  memcpy (output_room (output, count), bytes, count);
  output->used += count;
}

void
output_text (struct output *output, const char *text)
{
  output_bytes (output, text, strlen (text));
}

void
output_name (struct output *output, const char *name)
{
  struct arena memory = { 0 };
  const char *shown = output->to_terminal ? escape_text (&memory, name) : name;
  output_text (output, shown != NULL ? shown : "?");
  arena_release (&memory);
}

void
output_blanks (struct output *output, size_t count)
{
  while (count > 0)
    {
      size_t some = count < 256 ? count : 256;
      memset (output_room (output, some), ' ', some);
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

  va_start (arguments, format);
  char *large = memory_vformat (format, arguments);
  va_end (arguments);
  output_text (output, large);
  free (large);
}

/* --- Styles --------------------------------------------------------------- */

static void
add_mark (struct output *output, size_t at, unsigned style)
{
  if (output->mark_count < MARKS_MOST)
    output->marks[output->mark_count++]
        = (struct style_mark){ (uint32_t)at, style };
}

void
output_mark (struct output *output, unsigned style)
{
  enum
  {
    OF_PERCENT = 2 /* which cannot flush what is put together */
  };
  if (output->mark_count + OF_PERCENT >= MARKS_MOST)
    output_flush (output);
  add_mark (output, output->used, style);
}

void
output_mark_percent (struct output *output, const char *at, const char *end,
                     double percent, unsigned style)
{
  const unsigned heat = percent >= hot_share    ? STYLE_HOT | STYLE_BOLD
                        : percent >= warm_share ? STYLE_WARM | style
                                                : style;
  add_mark (output, (size_t)(at - output->buffer), heat);
  add_mark (output, (size_t)(end - output->buffer), style);
}

void
output_heading (struct output *output, const char *text)
{
  output_style (output, STYLE_BOLD);
  output_text (output, text);
  output_style (output, STYLE_PLAIN);
}

/* --- Shortest numbers ---------------------------------------------------- */

/* The fewest decimal digits that mean a double.

   All real numbers between the middles to both neighbours of a double are
   read as that double; the middles themselves, too, if its last bit is 0
   (IEEE 754, rounding to even).  Multiplied by a power of ten, such that 17
   digits stand before the point or nearly so, the ends of that range and
   the double fit exactly into 128 bits.  Then the last digits are dropped
   as long as a number with zeros in their place is in the range.  */

enum
{
  FRACTION_BITS = DBL_MANT_DIG /* 53: IEEE 754 */
};

/* Numbers from here on have a whole number within half the distance to the next
   double.  */
static const double least_whole = 1e16;

enum
{
  SCALE_MOST = 25 /* 1e-9 times this power of ten is LEAST_WHOLE */
};

static const uint64_t powers_of_five[SCALE_MOST + 1] = {
  UINT64_C (1),
  UINT64_C (5),
  UINT64_C (25),
  UINT64_C (125),
  UINT64_C (625),
  UINT64_C (3125),
  UINT64_C (15625),
  UINT64_C (78125),
  UINT64_C (390625),
  UINT64_C (1953125),
  UINT64_C (9765625),
  UINT64_C (48828125),
  UINT64_C (244140625),
  UINT64_C (1220703125),
  UINT64_C (6103515625),
  UINT64_C (30517578125),
  UINT64_C (152587890625),
  UINT64_C (762939453125),
  UINT64_C (3814697265625),
  UINT64_C (19073486328125),
  UINT64_C (95367431640625),
  UINT64_C (476837158203125),
  UINT64_C (2384185791015625),
  UINT64_C (11920928955078125),
  UINT64_C (59604644775390625),
  UINT64_C (298023223876953125),
};

/* A number below 2^128, in units of 2^-SHIFT of one.  */
struct wide
{
  uint64_t high, low;
};

static struct wide
multiply (uint64_t a, uint64_t b)
{
  const uint64_t mask = UINT32_MAX;
  const uint64_t low = (a & mask) * (b & mask);
  const uint64_t left = (a >> 32) * (b & mask) + (low >> 32);
  const uint64_t right = (a & mask) * (b >> 32) + (left & mask);
  return (struct wide){ (a >> 32) * (b >> 32) + (left >> 32) + (right >> 32),
                        right << 32 | (low & mask) };
}

static struct wide
add (struct wide a, uint64_t b)
{
  const uint64_t low = a.low + b;
  return (struct wide){ a.high + (low < b), low };
}

static struct wide
subtract (struct wide a, uint64_t b)
{
  return (struct wide){ a.high - (a.low < b), a.low - b };
}

/* WIDE without its last SHIFT bits, 1 to 63 of them, which go to *REST.  */
static uint64_t
whole_part (const struct wide *wide, unsigned shift, uint64_t *rest)
{
  *rest = wide->low & (((uint64_t)1 << shift) - 1);
  return wide->high << (64 - shift) | wide->low >> shift;
}

/* Is what was cut off more than half of UNIT: DROPPED and REST / 2^SHIFT?  Of
   halves, the one that makes LAST, the digits left, even.  */
static bool
rounds_up (uint64_t dropped, uint64_t unit, uint64_t rest, unsigned shift,
           uint64_t last)
{
  const uint64_t half = (uint64_t)1 << (shift - 1);
  if (unit == 1)
    return rest > half || (rest == half && last % 2 == 1);
  return 2 * dropped > unit
         || (2 * dropped == unit && (rest > 0 || last % 2 == 1));
}

/* VALUE, which is normal, is the result times 2^(*POWER - FRACTION_BITS).  */
static uint64_t
fraction_of (double value, int *power)
{
  return (uint64_t)ldexp (frexp (value, power), FRACTION_BITS);
}

/* The least power of ten by which VALUE, of which POWER is that of
   fraction_of, is LEAST_WHOLE or more.  */
static int
scale_of (double value, int power)
{
  /* 0.30103 is the logarithm of 2, so this is too small, by 2 at most.  */
  int scale = (FRACTION_BITS - power) * 30103 / 100000;
  while (value * (double)powers_of_five[scale]
             * (double)(UINT64_C (1) << scale)
         < least_whole)
    scale++;
  return scale;
}

/* Set DIGITS * 10^EXPONENT to the decimal number with the fewest digits that a
   program reads back as VALUE, the nearest to it if there are several; DIGITS
   does not end in 0.  False if VALUE is not in [1e-9, 1e15), where 128 bits
   suffice.  */
static bool
shortest_decimal (double value, uint64_t *digits, int *exponent)
{
  if (!(value >= 1e-9 && value < 1e15))
    return false;
  int power;
  const uint64_t fraction = fraction_of (value, &power);
  const int scale = scale_of (value, power);
  const uint64_t fives = powers_of_five[scale];
  /* Everything times 4, for the middle to a neighbour below a power of 2.  */
  const unsigned shift = (unsigned)(FRACTION_BITS - power - scale + 2);
  const bool at_power = fraction == (uint64_t)1 << (FRACTION_BITS - 1);
  const struct wide middle = multiply (4 * fraction, fives);
  const struct wide least = subtract (middle, at_power ? fives : 2 * fives);
  const struct wide most = add (middle, 2 * fives);
  uint64_t rest, low_rest, high_rest;
  const uint64_t whole = whole_part (&middle, shift, &rest);
  uint64_t low = whole_part (&least, shift, &low_rest);
  uint64_t high = whole_part (&most, shift, &high_rest);
  const bool without_ends = fraction % 2 == 1;
  low += low_rest > 0 || without_ends;
  high -= high_rest == 0 && without_ends;
  uint64_t unit = 1;
  int dropped = 0;
  for (; (low + 9) / 10 <= high / 10; dropped++, unit *= 10)
    {
      low = (low + 9) / 10;
      high /= 10;
    }
  uint64_t found = whole / unit;
  found += rounds_up (whole % unit, unit, rest, shift, found);
  *digits = found < low ? low : found > high ? high : found;
  *exponent = dropped - scale;
  return true;
}

/* --- Lines put together in the buffer ------------------------------------ */

static unsigned
count_digits (uint64_t value)
{
  unsigned digits = 1;
  for (; value >= 100; value /= 100)
    digits += 2;
  return digits + (value >= 10);
}

/* The decimal numbers of two digits, one after the other.  */
static const char pairs[]
    = "00010203040506070809101112131415161718192021222324"
      "25262728293031323334353637383940414243444546474849"
      "50515253545556575859606162636465666768697071727374"
      "75767778798081828384858687888990919293949596979899";

/* Put VALUE's last DIGITS decimal digits in front of END; returns the first.  */
static char *
put_digits_before (char *end, unsigned digits, uint64_t value)
{
  for (; digits >= 2; digits -= 2, value /= 100)
    {
      end -= 2;
      memcpy (end, pairs + 2 * (value % 100), 2);
    }
  if (digits > 0)
    *--end = (char)('0' + value % 10);
  return end;
}

char *
put_count (char *at, unsigned width, uint64_t value)
{
  const unsigned digits = count_digits (value);
  if (digits < width)
    at = put_blanks (at, width - digits);
  put_digits_before (at + digits, digits, value);
  return at + digits;
}

char *
put_count_left (char *at, unsigned width, uint64_t value)
{
  const unsigned digits = count_digits (value);
  put_digits_before (at + digits, digits, value);
  at += digits;
  return digits < width ? put_blanks (at, width - digits) : at;
}

char *
put_fixed (char *at, unsigned width, unsigned decimals, double value)
{
  const double scaled = value * (decimals == 1 ? 10 : 100);

  /* SCALED has a relative error of 2^-53, below 1e-5 here.  Unless the rest is
     that close to one half, rounding SCALED gives the same as rounding VALUE;
     close to a whole number, a wrong rest does no harm.  */
  const bool is_plain = !signbit (value) && scaled < 1e11;
  uint64_t number = is_plain ? (uint64_t)scaled : 0;
  const double rest = scaled - (double)number;
  if (!is_plain || fabs (rest - 0.5) < 1e-4)
    return at + sprintf (at, "%*.*f", (int)width, (int)decimals, value);
  number += rest > 0.5;
  /* At least one digit stands before the point.  */
  unsigned digits = count_digits (number);
  if (digits < decimals + 1)
    digits = decimals + 1;
  if (digits + 1 < width)
    at = put_blanks (at, width - digits - 1);
  char *end = at + digits + 1;
  put_digits_before (end, decimals, number);
  end[-(int)decimals - 1] = '.';
  put_digits_before (end - decimals - 1, digits - decimals,
                     number / (decimals == 1 ? 10 : 100));
  return end;
}

/* DIGITS / 10^DECIMALS, with a digit before the point.  */
static char *
put_decimals (char *at, uint64_t digits, unsigned decimals)
{
  unsigned count = count_digits (digits);
  if (count <= decimals)
    count = decimals + 1;
  char *end = put_digits_before (at + count, count, digits) + count;
  if (decimals == 0)
    return end;
  memmove (end - decimals + 1, end - decimals, decimals);
  end[-(int)decimals] = '.';
  return end + 1;
}

/* DIGITS * 10^EXPONENT, which is from 1e-99 to below 1.  */
static char *
put_scientific (char *at, uint64_t digits, int exponent)
{
  const unsigned decimals = count_digits (digits) - 1;
  at = put_decimals (at, digits, decimals);
  *at++ = 'e';
  *at++ = '-';
  const unsigned power = (unsigned)-exponent - decimals;
  return put_digits_before (at + 2, 2, power) + 2;
}

/* VALUE, which shortest_decimal refused.  */
static char *
put_extreme (char *at, double value)
{
  int length = 0;
  /* Numbers below the normal ones have fewer digits.  */
  for (int digits = value < DBL_MIN ? 1 : 15; digits <= 17; digits++)
    {
      length = sprintf (at, "%.*g", digits, value);
      if (digits == 17 || strtod (at, NULL) == value)
        break;
    }
  return at + length;
}

char *
put_number (char *at, double value)
{
  if (value < 0)
    {
      *at++ = '-';
      value = -value;
    }
  uint64_t digits = 0;
  int exponent = 0;
  if (value != 0 && !shortest_decimal (value, &digits, &exponent))
    return put_extreme (at, value);
  if (value < 1e-4 && -exponent > DECIMALS_MOST)
    return put_scientific (at, digits, exponent);
  for (; exponent > 0; exponent--)
    digits *= 10;
  return put_decimals (at, digits, (unsigned)-exponent);
}

void
output_number (struct output *output, double value)
{
  char *at = output_room (output, PUT_NUMBER_MOST);
  output_advance (output, put_number (at, value));
}

void
output_count (struct output *output, unsigned width, uint64_t value)
{
  char *at = output_room (output, (size_t)width + PUT_COUNT_MOST + PUT_SLACK);
  output_advance (output, put_count (at, width, value));
}

void
output_address (struct output *output, uint64_t pc)
{
  enum
  {
    MOST = 2 + 16
  };
  char text[MOST];
  char *at = text + MOST;
  for (; at == text + MOST || pc > 0; pc >>= 4)
    *--at = "0123456789abcdef"[pc & 15];
  *--at = 'x';
  *--at = '0';
  output_bytes (output, at, (size_t)(text + MOST - at));
}

void
output_fixed (struct output *output, unsigned width, unsigned decimals,
              double value)
{
  char *at = output_room (output, (size_t)width + PUT_FIXED_MOST + PUT_SLACK);
  output_advance (output, put_fixed (at, width, decimals, value));
}

void
output_discard (struct output *output)
{
  output->used = output->mark_count = 0;
}

enum status
output_close (struct output *output, const char *name, struct diag *diag)
{
  output_flush (output);
  char escaped[ESCAPE_MOST + SEQUENCE_MOST];
  size_t used = 0;
  if (output->to_terminal)
    used = escape_end (&output->escape, escaped);
  if (output->shown != STYLE_PLAIN)
    used += put_sequence (STYLE_PLAIN, escaped + used);
  write_plain (output, escaped, used);
  /* EINTR: all has been written, and the descriptor is gone.  */
  if (close (output->fd) != 0 && output->error == 0 && errno != EINTR)
    output->error = errno;
  output->fd = -1;
  /* Who quits a pager has seen enough.  */
  if (output->is_paged && output->error == EPIPE)
    output->error = 0;
  if (output->error != 0)
    return diag_fail_errno (diag, name, output->error, _ ("cannot write"));
  return STATUS_OK;
}
