/* A library with exported functions that call each other, and a static one,
   which nobody can call through the linkage table.
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "objects.h"
#include "counted.h"

enum
{
  SCAN_TOKEN,
  TOKEN_MORE,
  MORE_TOKEN
};
TABLE ("libscan.so.1", { "scan", "token", 0 }, { "token", "more", 0 },
       { "more", "token", 0 })

volatile unsigned long scanned;

__attribute__ ((noinline)) static void
burn (unsigned long rounds)
{
  for (unsigned long i = 0; i < rounds; i++)
    scanned += i;
}

void
more (unsigned depth)
{
  counts[MORE_TOKEN].count++;
  token (depth - 1);
  scanned++;
}

void
token (unsigned depth)
{
  TIMED (burn (20000));
  if (depth > 0)
    {
      counts[TOKEN_MORE].count++;
      more (depth);
    }
  scanned++;
}

void
scan (unsigned count)
{
  for (unsigned i = 0; i < count; i++)
    {
      counts[SCAN_TOKEN].count++;
      token (i % 3);
    }
}
