/* SPDX-License-Identifier: 0BSD  */

#include "board.h"

int
attacked (const int columns[], int row, int column)
{
  for (int above = 0; above < row; above++)
    {
      int shift = columns[above] - column;

      if (shift == 0 || shift == row - above || shift == above - row)
        return 1;
    }
  return 0;
}
