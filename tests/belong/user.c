/* user.c - calls library.c; with -DPLUGIN it loads it, from where its argument
   says.  */

#include <dlfcn.h>
#include <stddef.h>

static volatile long sum;

int
back (int n)
{
  sum += n;
  return n;
}

#ifdef PLUGIN
typedef int worker (int n);
typedef int caller (int (*back) (int), int n);

int
main (int argc, char **argv)
{
  void *plugin = argc > 1 ? dlopen (argv[1], RTLD_NOW) : NULL;
  if (plugin == NULL)
    return 1;
  worker *const work = (worker *)dlsym (plugin, "library_work");
  worker *const both = (worker *)dlsym (plugin, "library_both");
  caller *const call = (caller *)dlsym (plugin, "library_call");
  for (int i = 0; i < 1000; i++)
    {
      work (10000);
      both (10000);
      call (back, i);
    }
  return 0;
}
#else
int library_work (int n);
int library_both (int n);
int library_call (int (*back) (int), int n);

int
main (void)
{
  for (int i = 0; i < 1000; i++)
    {
      library_work (10000);
      library_both (10000);
      library_call (back, i);
    }
  return 0;
}
#endif
