/* rounding.h - whole numbers for parts of a sum, such that the whole numbers
   add up to the sum, rounded: what one part loses, the next one gets.  */

#ifndef ROUNDING_H
#define ROUNDING_H

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

#endif
