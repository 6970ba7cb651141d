/* student.c - Student's distribution.  */

#include "config.h"

#include "base/student.h"

#include <math.h>
#include <stdbool.h>

/* Not 0, where the fraction would divide by it.  */
static double
not_zero (double value)
{
  return fabs (value) < 1e-300 ? 1e-300 : value;
}

/* One step of Lentz's method: the next partial numerator is TERM.  */
static double
step (double term, double *c, double *d)
{
  *d = 1 / not_zero (1 + term * *d);
  *c = not_zero (1 + term / *c);
  return *c * *d;
}

/* The continued fraction of DLMF 8.17.22, which converges in O(sqrt (max (A,
   B))) terms for X below (A + 1) / (A + B + 2).  */
static double
beta_fraction (double x, double a, double b)
{
  enum
  {
    TERMS = 10000
  };
  double c = 1, d = 1 / not_zero (1 - (a + b) * x / (a + 1)), value = d;
  for (int i = 1; i <= TERMS; i++)
    {
      const double m = i;
      value
          *= step (m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)), &c, &d);
      const double factor
          = step (-(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
                  &c, &d);
      value *= factor;
      if (fabs (factor - 1) < 1e-15)
        break;
    }
  return value;
}

/* I_X (A, B); Y is 1 - X, which the caller knows better.  */
static double
beta (double x, double y, double a, double b)
{
  if (x <= 0 || y <= 0)
    return x <= 0 ? 0 : 1;
  const double front = exp (lgamma (a + b) - lgamma (a) - lgamma (b)
                            + a * log (x) + b * log (y));
  return x < (a + 1) / (a + b + 2) ? front * beta_fraction (x, a, b) / a
                                   : 1 - front * beta_fraction (y, b, a) / b;
}

double
student_tails (double t, double freedom)
{
  const double square = t * t;
  if (!(square < INFINITY))
    return 0;
  return beta (freedom / (freedom + square), square / (freedom + square),
               freedom / 2, 0.5);
}
