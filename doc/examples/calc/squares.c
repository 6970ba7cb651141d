/* squares.c - powers by repeated squaring, instead of power.c.  */

#include "scan.h"

double
power (double base, int n)
{
  double half;

  if (n <= 0)
    return 1;
  half = power (base, n / 2);
  return n % 2 == 0 ? half * half : half * half * base;
}
