/* Static functions of a header: the first code of a unit that includes it, and
   its line program sets no file before them.  */
__attribute__ ((noinline)) static int
halve (int value)
{
  int half = value / 2;
  return half > 0 ? half : 1;
}

__attribute__ ((noinline)) static int
count_down (int value)
{
  int steps = 0;
  while (value > 1)
    {
      value = halve (value);
      steps++;
    }
  return steps;
}
