/* Recursion, functions that call each other, and a library (gperf_lib.c).  */

void lib_work (unsigned n);

volatile unsigned long sink;

static void
leaf (unsigned n)
{
  for (unsigned i = 0; i < n; i++)
    sink += i * 3 ^ sink >> 2;
}

unsigned
fib (unsigned n)
{
  sink += n;
  return n < 2 ? n : fib (n - 1) + fib (n - 2);
}

void odd (unsigned n);

void
even (unsigned n)
{
  leaf (60000);
  if (n > 0)
    odd (n - 1);
  sink++;
}

void
odd (unsigned n)
{
  leaf (20000);
  if (n > 0)
    even (n - 1);
  sink++;
}

/* Many calls that cost little.  */
void
light (void)
{
  for (int i = 0; i < 1000; i++)
    leaf (2000);
  sink++;
}

/* Few that cost much.  */
void
heavy (void)
{
  for (int i = 0; i < 10; i++)
    leaf (1000000);
  sink++;
}

int
main (int argc, char **argv)
{
  (void)argv;
  for (int i = 0; i < 12 * argc; i++)
    {
      light ();
      heavy ();
      fib (25);
      even (100);
      lib_work (3000000);
    }
  return 0;
}
