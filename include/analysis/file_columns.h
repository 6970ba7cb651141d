/* file_columns.h - the self times of functions in consecutive files, as few
   columns of a table (R15.90).

   Nobody knows how many files there will be.  When there are too many for one
   column each, every two columns become one.  */

#ifndef FILE_COLUMNS_H
#define FILE_COLUMNS_H

#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/vec.h"
#include "model/symtab.h"

enum
{
  FILE_COLUMNS_MOST = 64
};

/* What one function has in the files of each column, in ticks.  */
struct file_columns_row
{
  double ticks[FILE_COLUMNS_MOST];
};

/* Zeroed, it is empty.  */
struct file_columns
{
  size_t files;
  size_t width; /* files in each column, but perhaps the last: a power of 2 */
  const char *first[FILE_COLUMNS_MOST]; /* the names of the first files of
                                           columns; borrowed */
  uint32_t *number; /* of each symbol's row, from 1; 0 without */
  VEC (struct file_columns_row) rows;
};

/* Begin for a program of so many SYMBOLS: 4 bytes for each, and 512 more for
   each that has time.  STATUS_NO_MEMORY.  */
enum status file_columns_start (struct file_columns *columns, size_t symbols,
                                struct diag *diag);

/* Add the file NAME, borrowed, in which the COUNT symbols in TOUCHED have
   TICKS, which is of each symbol.  O(COUNT), and now and then O(rows).
   STATUS_NO_MEMORY.  */
enum status file_columns_add (struct file_columns *columns, const char *name,
                              const sym_id *touched, size_t count,
                              const double *ticks, struct diag *diag);

/* How many columns there are.  */
size_t file_columns_count (const struct file_columns *columns);

/* How many files are in column NUMBER.  */
size_t file_columns_files (const struct file_columns *columns, size_t number);

/* The mean ticks of symbol ID in the files of column NUMBER.  */
double file_columns_mean (const struct file_columns *columns, sym_id id,
                          size_t number);

void file_columns_release (struct file_columns *columns);

#endif
