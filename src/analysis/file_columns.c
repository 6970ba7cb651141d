/* file_columns.c - the self times of functions in consecutive files
   (R15.90).  */

#include "config.h"

#include "analysis/file_columns.h"

#include <stdlib.h>

enum status
file_columns_start (struct file_columns *columns, size_t symbols,
                    struct diag *diag)
{
  *columns = (struct file_columns){
    .width = 1, .number = array_new (symbols, sizeof *columns->number)
  };
  return columns->number != NULL ? STATUS_OK : diag_no_memory (diag);
}

/* Make one column of every two; the second half is empty then.  */
static void
join (struct file_columns *columns)
{
  const size_t half = FILE_COLUMNS_MOST / 2;
  columns->width *= 2;
  for (size_t i = 0; i < half; i++)
    columns->first[i] = columns->first[2 * i];
  for (size_t row = 0; row < columns->rows.count; row++)
    {
      double *ticks = columns->rows.items[row].ticks;
      for (size_t i = 0; i < half; i++)
        ticks[i] = ticks[2 * i] + ticks[2 * i + 1];
      for (size_t i = half; i < FILE_COLUMNS_MOST; i++)
        ticks[i] = 0;
    }
}

enum status
file_columns_add (struct file_columns *columns, const char *name,
                  const sym_id *touched, size_t count, const double *ticks,
                  struct diag *diag)
{
  static const struct file_columns_row none = { 0 };
  if (columns->files / columns->width == FILE_COLUMNS_MOST)
    join (columns);
  const size_t column = columns->files / columns->width;
  if (columns->files++ % columns->width == 0)
    columns->first[column] = name;
  for (size_t i = 0; i < count; i++)
    {
      uint32_t *number = &columns->number[touched[i]];
      if (*number == 0)
        {
          if (!vec_push (&columns->rows, none))
            return diag_no_memory (diag);
          *number = (uint32_t)columns->rows.count;
        }
      columns->rows.items[*number - 1].ticks[column] += ticks[touched[i]];
    }
  return STATUS_OK;
}

size_t
file_columns_count (const struct file_columns *columns)
{
  return columns->files / columns->width
         + (columns->files % columns->width != 0);
}

size_t
file_columns_files (const struct file_columns *columns, size_t number)
{
  const size_t before = number * columns->width;
  return columns->files - before < columns->width ? columns->files - before
                                                  : columns->width;
}

double
file_columns_mean (const struct file_columns *columns, sym_id id,
                   size_t number)
{
  const uint32_t row = columns->number[id];
  return row == 0 ? 0
                  : columns->rows.items[row - 1].ticks[number]
                        / (double)file_columns_files (columns, number);
}

void
file_columns_release (struct file_columns *columns)
{
  free (columns->number);
  vec_release (&columns->rows);
  *columns = (struct file_columns){ 0 };
}
