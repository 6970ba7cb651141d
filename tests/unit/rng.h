/* rng.h - random numbers that are the same in every run and on every host.

   The generator is xorshift64* (Vigna, 2016).  */

#ifndef RNG_H
#define RNG_H

#include <stdint.h>

/* Any start but 0.  */
struct rng
{
  uint64_t state;
};

static inline uint64_t
rng_next (struct rng *rng)
{
  rng->state ^= rng->state >> 12;
  rng->state ^= rng->state << 25;
  rng->state ^= rng->state >> 27;
  return rng->state * 0x2545f4914f6cdd1du;
}

/* A number from 0 to LIMIT - 1.  */
static inline uint32_t
rng_below (struct rng *rng, uint32_t limit)
{
  return (uint32_t)((rng_next (rng) >> 32) * limit >> 32);
}

#endif
