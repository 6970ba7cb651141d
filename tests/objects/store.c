/* A library that calls another one.  SPDX-License-Identifier:
   GPL-3.0-or-later  */

#include "objects.h"
#include "counted.h"

enum
{
  STORE_KEEP,
  STORE_SCAN
};
TABLE ("libstore.so.1", { "store", "keep", 0 }, { "store", "scan", 0 })

volatile unsigned long stored;

void
keep (unsigned value)
{
  for (unsigned i = 0; i < 80000; i++)
    stored += value;
}

void
store (unsigned count)
{
  for (unsigned i = 0; i < count; i++)
    {
      counts[STORE_KEEP].count++;
      TIMED (keep (i));
    }
  counts[STORE_SCAN].count++;
  scan (2);
}
