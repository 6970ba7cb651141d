/* The library of app.c.  */

volatile unsigned long lib_sink;

void
lib_leaf (unsigned n)
{
  for (unsigned i = 0; i < n; i++)
    lib_sink += i * i ^ lib_sink >> 3;
}

void
lib_work (unsigned n)
{
  lib_leaf (n);
  for (unsigned i = 0; i < n / 2; i++)
    lib_sink ^= i;
}
