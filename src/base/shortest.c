/* shortest.c - the fewest decimal digits that mean a double.

   All real numbers between the middles to both neighbours of a double are read
   as that double; the middles themselves, too, if its last bit is 0 (IEEE 754,
   rounding to even).  Multiplied by a power of ten, such that 17 digits stand
   before the point or nearly so, the ends of that range and the double fit exactly into 128
   bits.  Then the last digits are dropped as long as a number with zeros in
   their place is in the range.  */

#include "config.h"

#include "base/shortest.h"

#include <float.h>
#include <string.h>

enum
{
  FRACTION_BITS = DBL_MANT_DIG /* 53: IEEE 754 */
};

/* Numbers from here on have a whole number within half the distance to the next
   double.  */
static const double least_whole = 1e16;

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

/* VALUE, which is normal, is the result times 2^(*POWER - FRACTION_BITS).  Not
   by frexp: nothing else would need libm, which takes 300 kB of each run.  */
static uint64_t
fraction_of (double value, int *power)
{
  const uint64_t first = (uint64_t)1 << (FRACTION_BITS - 1);
  uint64_t bits;
  memcpy (&bits, &value, sizeof bits);
  *power = (int)(bits >> (FRACTION_BITS - 1)) - (DBL_MAX_EXP - 2);
  return (bits & (first - 1)) | first;
}

bool
shortest_decimal (double value, uint64_t *digits, int *exponent)
{
  if (!(value >= 1e-9 && value < 1e15))
    return false;
  int power, scale = 0;
  const uint64_t fraction = fraction_of (value, &power);
  uint64_t fives = 1;
  for (double at = value; at < least_whole; at *= 10, scale++)
    fives *= 5;
  /* Everything times 4, for the middle to a neighbour below a power of 2.  */
  const unsigned shift = (unsigned)(FRACTION_BITS - power - scale + 2);
  const bool at_power = fraction == (uint64_t)1 << (FRACTION_BITS - 1);
  const struct wide middle = multiply (4 * fraction, fives),
                    least
                    = multiply (4 * fraction - (at_power ? 1 : 2), fives),
                    most = multiply (4 * fraction + 2, fives);
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
