/* notime: over before the first tick.  */

#if defined __GNUC__ && !defined __clang__
# define KEEP __attribute__ ((noipa))
#else
# define KEEP __attribute__ ((noinline))
#endif

static volatile int sink;

KEEP static void
quick (void)
{
  sink++;
}

KEEP static void
twice (void)
{
  quick ();
  quick ();
}

int
main (void)
{
  for (int i = 0; i < 3; i++)
    twice ();
  quick ();
  return 0;
}
