/* deep: recursion of depth 100000 with small frames.

   down calls itself; even and odd call each other; each level of climb calls
   leaf once.  */

#if defined __GNUC__ && !defined __clang__
# define KEEP __attribute__ ((noipa))
#else
# define KEEP __attribute__ ((noinline))
#endif

enum { depth = 40000, deepest = 100000 };

static volatile unsigned sink;

KEEP static void
leaf (void)
{
  for (unsigned i = 0; i < 200; i++)
    sink += i;
}

KEEP static unsigned
down (unsigned n)
{
  sink++;
  return n == 0 ? 0 : down (n - 1) + 1;
}

static unsigned odd (unsigned n);

KEEP static unsigned
even (unsigned n)
{
  sink++;
  return n == 0 ? 0 : odd (n - 1) + 1;
}

KEEP static unsigned
odd (unsigned n)
{
  sink++;
  return n == 0 ? 0 : even (n - 1) + 1;
}

KEEP static unsigned
climb (unsigned n)
{
  leaf ();
  return n == 0 ? 0 : climb (n - 1) + 1;
}

int
main (void)
{
  unsigned total = 0;

  total += down (deepest);
  total += even (deepest);
  for (int i = 0; i < 5; i++)
    total += climb (depth);
  return total == 0;
}
