/* uncalled: functions without calls, some of them with callers in the text.

   never and its callees are not reached; rarely is called by a function that
   is not reached and by main.  One of the unused functions is static.  */

#include <stdlib.h>

#if defined __GNUC__ && !defined __clang__
# define KEEP __attribute__ ((noipa, used))
#else
# define KEEP __attribute__ ((noinline, used))
#endif

static volatile unsigned sink;

KEEP static void
unused_static (void)
{
  sink++;
}

KEEP void
rarely (void)
{
  for (unsigned i = 0; i < 30000000; i++)
    sink += i;
}

KEEP void
never_leaf (void)
{
  unused_static ();
}

KEEP void
never (void)
{
  never_leaf ();
  rarely ();
}

int
main (int argc, char **argv)
{
  rarely ();
  if (argc > 1)
    rarely ();
  if (argc > 2)
    never ();
  return argc > 2 ? atoi (argv[2]) : 0;
}
