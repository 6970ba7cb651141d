/* registers.c THREADS - calls with all kinds of arguments in registers, each
   the first of its kind in new threads, so that both paths of the recorder are
   taken.  Ends with status 1 at the first value that has changed.  */

#include <complex.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef __clang__
#define FUNCTION __attribute__ ((noinline))
#else
#define FUNCTION __attribute__ ((noinline, noclone))
#endif

static int failures;

static void
check (int is_right, const char *what)
{
  if (!is_right)
    {
      __atomic_fetch_add (&failures, 1, __ATOMIC_RELAXED);
      printf ("%s\n", what);
    }
}

FUNCTION static int
many (int a, long b, unsigned char c, short d, int e, long f, double g,
      double h, float i, double j, double k, double l, double m, double n,
      int o)
{
  return a == 1 && b == -2 && c == 3 && d == -4 && e == 5 && f == 6 && g == 1.5
         && h == 2.5 && i == 3.5F && j == 4.5 && k == 5.5 && l == 6.5
         && m == 7.5 && n == 8.5 && o == 9;
}

FUNCTION static int
wide (long double a, double complex b, long double c)
{
  return a == 1.25L && creal (b) == 2.5 && cimag (b) == -3.5 && c == 4.75L;
}

FUNCTION static double
sum (int count, ...)
{
  double all = 0;
  va_list list;
  va_start (list, count);
  for (int i = 0; i < count; i++)
    all += va_arg (list, double);
  va_end (list);
  return all;
}

struct large
{
  double x[9];
};

FUNCTION static struct large
returned (double x)
{
  struct large large;
  for (int i = 0; i < 9; i++)
    large.x[i] = x + i;
  return large;
}

#ifdef __SIZEOF_INT128__
FUNCTION static __int128
product (__int128 a, __int128 b)
{
  return a * b;
}
#endif

typedef double four __attribute__ ((vector_size (32)));
typedef double eight __attribute__ ((vector_size (64)));

#ifdef __AVX__
FUNCTION static four
fours (four a, four b, four c, four d, four e, four f, four g, four h)
{
  return a + b + c + d + e + f + g + h;
}
#endif

#ifdef __AVX512F__
FUNCTION static eight
eights (eight a, eight b, eight c, eight d, eight e, eight f, eight g, eight h)
{
  return a + b + c + d + e + f + g + h;
}

#include <immintrin.h>
/* A mask in a register while a call is made.  */
FUNCTION static __mmask8
masks (__m512d a, __m512d b)
{
  return _mm512_cmp_pd_mask (a, b, _CMP_LT_OQ);
}
#endif

FUNCTION static int
by_chain (int n)
{
#ifdef __clang__
  return n * n;
#else
  int chained = n;
  FUNCTION int inner (int i) { return i * chained; }
  return inner (n);
#endif
}

static void *
run (void *unused)
{
  check (many (1, -2, 3, -4, 5, 6, 1.5, 2.5, 3.5F, 4.5, 5.5, 6.5, 7.5, 8.5, 9),
         "arguments");
  check (wide (1.25L, 2.5 - 3.5 * I, 4.75L), "long double and complex");
  check (sum (9, 1., 2., 3., 4., 5., 6., 7., 8., 9.) == 45, "variable");
  check (returned (2).x[8] == 10, "a structure");
#ifdef __SIZEOF_INT128__
  check (product ((__int128)1 << 70, 5) == (__int128)5 << 70, "128 bits");
#endif
#ifdef __AVX__
  const four f = { 1, 2, 3, 4 };
  const four fs = fours (f, f, f, f, f, f, f, f);
  check (fs[0] == 8 && fs[3] == 32, "AVX");
#endif
#ifdef __AVX512F__
  const eight e = { 1, 2, 3, 4, 5, 6, 7, 8 };
  const eight es = eights (e, e, e, e, e, e, e, e);
  check (es[0] == 8 && es[7] == 64, "AVX-512");
  check (masks ((__m512d)e, (__m512d)(e * 2 - 4)) == 0xf0, "masks");
#endif
  check (by_chain (7) == 49, "the static chain");
  return unused;
}

int
main (int argc, char **argv)
{
  const int threads = argc > 1 ? atoi (argv[1]) : 1;
  run (NULL);
  for (int i = 0; i < threads; i++)
    {
      pthread_t thread;
      if (pthread_create (&thread, NULL, run, NULL) != 0)
        return 1;
      pthread_join (thread, NULL);
    }
  return failures != 0;
}
