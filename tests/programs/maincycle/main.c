/* maincycle: main takes part in a cycle that nobody outside calls.

   main calls step and step calls main again, three levels deep; a second
   function below them is ordinary.  */

#if defined __GNUC__ && !defined __clang__
# define KEEP __attribute__ ((noipa))
#else
# define KEEP __attribute__ ((noinline))
#endif

static volatile unsigned sink;
static int level;

KEEP int main (int argc, char **argv);

KEEP static void
work (unsigned rounds)
{
  for (unsigned i = 0; i < rounds; i++)
    sink += i;
}

KEEP static int
step (int argc, char **argv)
{
  work (10000000);
  return main (argc, argv);
}

KEEP int
main (int argc, char **argv)
{
  int status = 0;

  work (15000000);
  if (level++ < 3)
    status = step (argc, argv);
  return status;
}
