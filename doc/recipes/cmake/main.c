/* In how many ways can N queens stand on a board of N by N squares, so that
   none attacks another?  A program to try a profiler with.
   SPDX-License-Identifier: 0BSD  */

#include <stdio.h>
#include <stdlib.h>

#include "board.h"

/* The ways to place queens in rows ROW to SIZE - 1 below those in COLUMNS.  */
static int
place (int columns[], int row, int size)
{
  int ways = 0;

  if (row == size)
    return 1;
  for (int column = 0; column < size; column++)
    if (!attacked (columns, row, column))
      {
        columns[row] = column;
        ways += place (columns, row + 1, size);
      }
  return ways;
}

int
main (void)
{
  int columns[LARGEST];

  for (int size = 1; size <= LARGEST; size++)
    printf ("%d queens: %d\n", size, place (columns, 0, size));
  return EXIT_SUCCESS;
}
