/* A chess board, of which only the queens' columns are kept, row by row.
   SPDX-License-Identifier: 0BSD  */

#ifndef BOARD_H
#define BOARD_H

enum { LARGEST = 11 };

/* Does one of the queens above ROW, in COLUMNS, attack this square?  */
int attacked (const int columns[], int row, int column);

#endif
