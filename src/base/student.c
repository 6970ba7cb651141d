/* student.c - Student's distribution.

   Only roots are taken, which processors compute: a library of mathematical
   functions would be loaded for every run.  */

#include "config.h"

#include "base/student.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

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

/* X, at most 1, to the power of A.  The bits of A before the point stand for
   squares of X, those after it for roots.  */
static double
power (double x, double a)
{
  const uint64_t whole = (uint64_t)a;
  double value = 1, square = x, root = x;
  for (uint64_t bits = whole; bits > 0; bits >>= 1, square *= square)
    value *= bits & 1 ? square : 1;
  for (double rest = 2 * (a - (double)whole); rest > 0; rest *= 2)
    {
      root = sqrt (root);
      if (rest >= 1)
        {
          value *= root;
          rest -= 1;
        }
    }
  return value;
}

/* Gamma (A + 1/2) / Gamma (A): DLMF 5.11.13, after the recurrence of 5.5.1 has
   led to an A for which that converges.  */
static double
gamma_ratio (double a)
{
  double value = 1;
  for (; a < 100; a++)
    value *= a / (a + 0.5);
  const double b = 1 / (8 * a);
  return value * sqrt (a) * (1 - b * (1 - b / 2 * (1 + b * (5 - b * 21 / 4))));
}

/* I_X (A, 1/2); Y is 1 - X, which the caller knows better.  */
static double
beta (double x, double y, double a)
{
  const double b = 0.5, pi = 3.14159265358979323846;
  if (x <= 0 || y <= 0)
    return x <= 0 ? 0 : 1;
  const double front = power (x, a) * sqrt (y / pi) * gamma_ratio (a);
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
               freedom / 2);
}
