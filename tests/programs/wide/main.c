/* wide: values and names wider than their columns.

   tick is called ten million times, so its count has eight digits; the two
   long names are wider than a column of the index and shorter than two.  */

#if defined __GNUC__ && !defined __clang__
# define KEEP __attribute__ ((noipa))
#else
# define KEEP __attribute__ ((noinline))
#endif

static volatile unsigned sink;

KEEP static void
tick (void)
{
  sink++;
}

KEEP static void
a_static_function_with_quite_a_long_name (void)
{
  for (unsigned i = 0; i < 4000000; i++)
    tick ();
  for (unsigned i = 0; i < 20000000; i++)
    sink += i;
}

KEEP void
a_global_function_with_an_even_longer_name_than_the_other (void)
{
  for (unsigned i = 0; i < 6000000; i++)
    tick ();
  for (unsigned i = 0; i < 30000000; i++)
    sink += i;
}

int
main (void)
{
  a_static_function_with_quite_a_long_name ();
  a_global_function_with_an_even_longer_name_than_the_other ();
  return 0;
}
