/* shortest.h - the fewest decimal digits that mean a double.  */

#ifndef SHORTEST_H
#define SHORTEST_H

#include <stdbool.h>
#include <stdint.h>

/* Set DIGITS * 10^EXPONENT to the decimal number with the fewest digits that a
   program reads back as VALUE, the nearest to it if there are several; DIGITS
   does not end in 0.  False if VALUE is not in [1e-9, 1e15), where 128 bits
   suffice.  */
bool shortest_decimal (double value, uint64_t *digits, int *exponent);

#endif
