/* descriptors.c - uses processor time, and prints which descriptors this process
   and a child have.
   SPDX-License-Identifier: GPL-3.0-or-later  */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile unsigned sink;

__attribute__ ((noinline)) static void
work (unsigned n)
{
  for (unsigned i = 0; i < n; i++)
    sink += i;
}

static void
print (const char *who)
{
  for (int i = 0; i < 2048; i++)
    if (fcntl (i, F_GETFD) >= 0)
      printf ("%s %d\n", who, i);
  fflush (stdout);
}

int
main (void)
{
  work (50000000);
  print ("parent");
  if (fork () == 0)
    {
      work (50000000);
      print ("child");
      _exit (0);
    }
  wait (NULL);
  return 0;
}
