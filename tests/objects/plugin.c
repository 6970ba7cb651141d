/* A plugin, which the program opens itself.
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "objects.h"
#include "counted.h"

enum
{
  RUN_STEP,
  RUN_STORE
};
TABLE ("plugin.so", { "plugin_run", "plugin_step", 0 },
       { "plugin_run", "store", 0 })

volatile unsigned long stepped;

void
plugin_step (unsigned value)
{
  for (unsigned i = 0; i < 50000; i++)
    stepped += value;
}

void
plugin_run (unsigned count)
{
  for (unsigned i = 0; i < count; i++)
    {
      counts[RUN_STEP].count++;
      TIMED (plugin_step (i));
    }
  counts[RUN_STORE].count++;
  store (5);
}
