/* labels: symbols that are not one function each.

   Two labels inside functions (without type), one of them local; several
   names for one address; a weak function; a function nobody instrumented.
   The label after_mark splits with_mark in two: calls after it come from
   after_mark.  (The C library rounds call sites down to multiples of 16 bytes,
   so there is some code between a label and the next call.)  */

#if defined __GNUC__ && !defined __clang__
# define KEEP __attribute__ ((noipa))
#else
# define KEEP __attribute__ ((noinline))
#endif

static volatile unsigned sink;

static inline __attribute__ ((always_inline)) void
burn (unsigned rounds)
{
  for (unsigned i = 0; i < rounds; i++)
    sink += i;
}

KEEP void
leaf (void)
{
  burn (100000);
}

KEEP void
with_mark (void)
{
  leaf ();
  burn (200000);
  __asm__ volatile (".globl after_mark\nafter_mark:");
  burn (300000);
  leaf ();
}

KEEP void
with_local_mark (void)
{
  leaf ();
  burn (200000);
  __asm__ volatile ("local_mark:");
  burn (100000);
  leaf ();
}

/* One address, four names.  */
KEEP static void
_private_name (void)
{
  burn (200000);
}

void public_name (void) __attribute__ ((alias ("_private_name")));
void _public_name (void) __attribute__ ((alias ("_private_name")));
void __public_name (void) __attribute__ ((alias ("_private_name")));

KEEP __attribute__ ((weak)) void
weak_name (void)
{
  burn (100000);
}

/* Time without calls.  */
KEEP __attribute__ ((no_instrument_function)) void
silent (void)
{
  burn (10000000);
  leaf ();
}

int
main (void)
{
  for (int i = 0; i < 20; i++)
    {
      with_mark ();
      with_local_mark ();
      public_name ();
      weak_name ();
    }
  for (int i = 0; i < 3; i++)
    silent ();
  return 0;
}
