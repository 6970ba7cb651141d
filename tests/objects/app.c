/* The program: usage: app PLUGIN.  SPDX-License-Identifier:
   GPL-3.0-or-later  */

#include <dlfcn.h>

#include "objects.h"
#include "counted.h"

enum
{
  MAIN_SCAN,
  MAIN_STORE,
  MAIN_WORK
};
TABLE ("app", { "main", "scan", 0 }, { "main", "store", 0 },
       { "main", "work", 0 })

volatile unsigned long worked;

__attribute__ ((noinline)) void
work (unsigned value)
{
  for (unsigned i = 0; i < 100000; i++)
    worked += value;
}

int
main (int argc, char **argv)
{
  void *plugin = dlopen (argc > 1 ? argv[1] : "plugin.so", RTLD_LAZY);
  void (*run) (unsigned)
      = plugin != NULL ? (void (*) (unsigned))dlsym (plugin, "plugin_run") : 0;
  if (run == 0)
    {
      fprintf (stderr, "app: %s\n", dlerror ());
      return 1;
    }
  for (unsigned i = 0; i < 300; i++)
    {
      counts[MAIN_WORK].count++;
      TIMED (work (i));
    }
  for (unsigned i = 0; i < 100; i++)
    {
      counts[MAIN_SCAN].count++;
      scan (i);
    }
  for (unsigned i = 0; i < 30; i++)
    {
      counts[MAIN_STORE].count++;
      store (i);
    }
  run (500);
  return 0;
}
