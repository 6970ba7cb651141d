/* shortest.c - the fewest decimal digits that mean a double.

   All real numbers between the middles to both neighbours of a double are read
   as that double; the middles themselves, too, if its last bit is 0 (IEEE 754,
   rounding to even).  Multiplied by a power of ten, such that 17 digits stand
   before the point or nearly so, the ends of that range and the double fit
   exactly into 128 bits.  Then the last digits are dropped as long as a number
   with zeros in their place is in the range.  */

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

bool
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
