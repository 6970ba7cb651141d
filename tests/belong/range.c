/* range.c - a program that chooses what is profiled: with -DOWN_RANGE a part
   of its code, else the time.  */

extern void monstartup (unsigned long low, unsigned long high);
extern int moncontrol (int mode);

static volatile long sum;

void
before (int n)
{
  for (int i = 0; i < n; i++)
    sum += i;
}

void
within (int n)
{
  before (n);
}

void
behind (int n)
{
  within (n);
}

int
main (void)
{
#ifdef OWN_RANGE
  monstartup ((unsigned long)before, (unsigned long)main);
#else
  moncontrol (0);
  moncontrol (1);
#endif
  for (int i = 0; i < 2000; i++)
    behind (10000);
  return 0;
}
