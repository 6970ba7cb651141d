/* rounding.h - whole numbers for parts of a sum, such that the whole numbers
   add up to the sum, rounded.  If the parts come one by one, what one of them
   loses, the next one gets; of parts that are all there, those get it that have
   lost most.  */

#ifndef ROUNDING_H
#define ROUNDING_H

#include <stddef.h>
#include <stdint.h>

/* A sum so far.  Zeroed, it is empty.  */
struct rounding
{
  double exact;   /* of the parts, none of which is negative */
  uint64_t whole; /* of what was handed out for them; at most 2^64 - 1 */
};

/* The whole number for the next PART: the sum, rounded half up, less what was
   handed out before, but never below 0.  It is less than 1 away from PART if
   WHOLE began as EXACT, rounded.  */
static inline uint64_t
rounding_next (struct rounding *rounding, double part)
{
  const double limit = 18446744073709549568.0; /* the last one below 2^64 */
  rounding->exact += part;
  const double sum = rounding->exact + 0.5;
  const uint64_t rounded = sum < limit ? (uint64_t)sum : UINT64_MAX;
  const uint64_t next
      = rounded > rounding->whole ? rounded - rounding->whole : 0;
  rounding->whole += next;
  return next;
}

/* VALUE, not negative, as a whole number, at most 2^63 - 1.  */
uint64_t rounding_half_up (double value);

/* Set WHOLE[0 .. COUNT-1] to whole numbers for PARTS, none negative, that add
   up to SUM, which is theirs, rounded: each is rounded down, and what remains
   goes to those that lose most, of equal ones to the first.  What does not fit
   into 63 bits is 2^63 - 1.  O(COUNT log COUNT).  */
void rounding_all (uint64_t *whole, const double *parts, size_t count,
                   uint64_t sum);

#endif
