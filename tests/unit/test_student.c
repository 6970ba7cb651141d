/* test_student.c - Student's distribution, against closed forms.  */

#include "config.h"

#include "base/student.h"

#include <math.h>

#include "tap.h"

static void
check (double t, double freedom, double expected)
{
  const double got = student_tails (t, freedom);
  ok (fabs (got - expected) <= 1e-9 * expected, "t %g, freedom %g: %.12g", t,
      freedom, got);
  ok (student_tails (-t, freedom) == got, "and on the other side");
}

int
main (void)
{
  const double pi = acos (-1);
  for (double t = 0.125; t < 100; t *= 2)
    {
      const double angle = atan (t / sqrt (3)), root = sqrt (4 + t * t);
      check (t, 1, 2 / pi * atan2 (1, t));
      check (t, 2, 2 / (2 + t * t) / (1 + t / sqrt (2 + t * t)));
      if (t < 30) /* beyond, the difference has too few digits */
        check (t, 3, 1 - 2 / pi * (angle + sin (angle) * cos (angle)));
      /* 1 - s (3 - s^2) / 2 with s = t / root, without cancellation.  */
      const double gap = 4 / (root * (root + t));
      check (t, 4, gap * gap * (3 - gap) / 2);
    }
  is_double (student_tails (0, 7), 1, "no difference");
  is_double (student_tails (INFINITY, 7), 0, "an endless one");
  ok (fabs (student_tails (3, 1e7) - erfc (3 / sqrt (2))) < 1e-8,
      "many degrees of freedom: the normal distribution");
  ok (student_tails (2.7764451051977987, 4) > 0.0499999999
          && student_tails (2.7764451051977987, 4) < 0.0500000001,
      "the value in tables");
  return done ();
}
