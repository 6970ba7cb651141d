/* A function in a file of its own, to be compiled in its own way.  */
extern volatile unsigned sink;

void
other (unsigned n)
{
  for (unsigned i = 0; i < 4 * n; i++)
    sink -= i;
}
