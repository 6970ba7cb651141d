/* power.c - powers by multiplication.  */

#include "scan.h"

double
power (double base, int n)
{
  double result = 1;

  for (int i = 0; i < n; i++)
    result *= base;
  return result;
}
