/* test_file_columns.c - self times in consecutive files (R15.90).

   Symbol S has (file + S) % 7 ticks in each file, and none in some files.  The
   means of columns are compared with sums over their files.  */

#include "config.h"

#include "analysis/spreads.h"

#include "tap.h"

enum
{
  SYMBOLS = 5
};

static double
ticks_of (size_t file, sym_id symbol)
{
  return (double)((file + symbol) % 7);
}

static void
add_files (struct file_columns *columns, size_t files)
{
  file_columns_start (columns, SYMBOLS);
  for (size_t file = 0; file < files; file++)
    {
      double ticks[SYMBOLS] = { 0 };
      sym_id touched[SYMBOLS];
      size_t count = 0;
      for (sym_id id = 0; id < SYMBOLS; id++)
        if ((ticks[id] = ticks_of (file, id)) > 0)
          touched[count++] = id;
      file_columns_add (columns, touched, count, ticks);
    }
}

static void
test_files (size_t files, size_t width, size_t count)
{
  struct file_columns columns = { 0 };
  size_t file = 0;
  bool right = true;
  add_files (&columns, files);
  is_u64 (columns.width, width, "%zu files: so many in a column", files);
  is_u64 (file_columns_count (&columns), count, "%zu files: columns", files);
  for (size_t i = 0; i < count; i++)
    {
      const size_t first = file;
      double sum[SYMBOLS] = { 0 };
      for (; file < files && file < first + width; file++)
        for (sym_id id = 0; id < SYMBOLS; id++)
          sum[id] += ticks_of (file, id);
      for (sym_id id = 0; id < SYMBOLS; id++)
        right = right && file_columns_files (&columns, i) == file - first
                && file_columns_mean (&columns, id, i)
                       == sum[id] / (double)(file - first);
    }
  ok (right, "%zu files: means", files);
  file_columns_release (&columns);
}

int
main (void)
{
  test_files (0, 1, 0);
  test_files (1, 1, 1);
  test_files (FILE_COLUMNS_MOST, 1, FILE_COLUMNS_MOST);
  test_files (FILE_COLUMNS_MOST + 1, 2, FILE_COLUMNS_MOST / 2 + 1);
  test_files (2 * FILE_COLUMNS_MOST, 2, FILE_COLUMNS_MOST);
  test_files (1000, 16, 63);
  return done ();
}
