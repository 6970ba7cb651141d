/* A program with work in some functions, for a makefile that profiles it.  */

#include <stdio.h>

static unsigned table[4096];

unsigned mix (unsigned key);
void insert (unsigned key);
void fill (unsigned count);

unsigned
mix (unsigned key)
{
  for (int round = 0; round < 50; round++)
    key = (key ^ (key >> 7)) * 2654435761u;
  return key;
}

void
insert (unsigned key)
{
  table[mix (key) % 4096]++;
}

void
fill (unsigned count)
{
  while (count-- > 0)
    insert (count);
}

int
main (void)
{
  fill (300000);
  printf ("%u\n", mix (table[0]));
  return 0;
}
