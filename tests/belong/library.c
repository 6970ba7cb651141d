/* library.c - code of a shared library or plugin.  With -DMORE it has a
   function more.  */

static volatile long sum;

#ifdef MORE
int
library_more (int n)
{
  sum += n * 3;
  return n;
}
#endif

static void
inner (int n)
{
  for (int i = 0; i < n; i++)
    sum += i;
}

int
library_work (int n)
{
  inner (n);
  return (int)sum;
}

int
library_call (int (*back) (int), int n)
{
  return back (n);
}

int
library_both (int n)
{
  inner (n);
  return library_work (n);
}
