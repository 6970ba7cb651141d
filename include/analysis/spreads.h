/* spreads.h - how the self time of each function varies from file to file,
   and its course over consecutive files, as few columns of a table (R15.90).

   Nobody knows how many files there will be.  When there are too many for one
   column each, every two columns become one.  */

#ifndef SPREADS_H
#define SPREADS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analysis/crediting.h"
#include "analysis/measured.h"
#include "base/diag.h"
#include "base/memory.h"
#include "model/profile_builder.h"
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
  uint32_t *number; /* of each symbol's row, from 1; 0 without */
  VEC (struct file_columns_row) rows;
};

/* Begin for a program of so many SYMBOLS: 4 bytes for each, and 512 more for
   each that has time.  */
void file_columns_start (struct file_columns *columns, size_t symbols);

/* Add a file, in which the COUNT symbols in TOUCHED have TICKS, which is of each
   symbol.  O(COUNT), and now and then O(rows).  */
void file_columns_add (struct file_columns *columns, const sym_id *touched,
                       size_t count, const double *ticks);

/* How many columns there are.  */
size_t file_columns_count (const struct file_columns *columns);

/* How many files are in column NUMBER.  */
size_t file_columns_files (const struct file_columns *columns, size_t number);

/* The mean ticks of symbol ID in the files of column NUMBER.  */
double file_columns_mean (const struct file_columns *columns, sym_id id,
                          size_t number);

void file_columns_release (struct file_columns *columns);

/* --- Spreads ------------------------------------------------------------- */

/* One pass over the files: each is credited to the symbols by itself, and
   mean and squares are kept up to date by Welford's method ("Note on a
   method for calculating corrected sums of squares and products", 1962).  */

/* The self times of one symbol, in ticks.  Until spreads_finish, files in
   which it has none are not in it.  */
struct spread
{
  double mean;
  double squares; /* of the differences from the mean, added up */
  double least, most;
  size_t most_in; /* number of the first file that has MOST */
  size_t files;   /* in which it has time */
};

/* Zeroed, it is empty.  */
struct spreads
{
  const struct measured *of;
  struct crediting *crediting;
  size_t files;
  VEC (const char *) names; /* of the files that were added; borrowed */
  bool has_sums;            /* of some files only the sum is known */
  struct spread total;      /* of the sums over all symbols */
  struct spread *items;     /* of each symbol; null if it was not started */
  double *ticks;            /* of the file that is added; else 0 */
  struct file_columns *columns; /* gets all files, too, unless it is null;
                                   borrowed */
  sym_id *touched;              /* symbols that have time in the latest one */
  size_t touched_count;
};

/* Begin for the program of OF, whose profile is not looked at, and with
   CREDITING, which is of that program; both are borrowed until spreads_finish.
   60 bytes per symbol, and 8 per file.  */
void spreads_start (struct spreads *spreads, const struct measured *of,
                    struct crediting *crediting);

/* Add what has the COUNT bins at BINS, of BUILDER, as file NUMBER, and set
   *SUM to its ticks in all symbols.  What crediting_share costs, for these
   bins, and returns.  */
enum status spreads_add_bins (struct spreads *spreads,
                              const struct profile_builder *builder,
                              const struct file_bin *bins, size_t count,
                              size_t number, double *sum, struct diag *diag);

/* Add the file NAME, borrowed, whose bins BUILDER has kept; their numbers
   count up from 0.  As spreads_add_bins.  */
enum status spreads_add (struct spreads *spreads,
                         const struct profile_builder *builder,
                         const char *name, struct diag *diag);

/* All files were added: let each symbol have 0 in the others.  O(symbols).  */
void spreads_finish (struct spreads *spreads);

/* Add TICKS in file number FILE, which SPREAD does not have yet.  */
void spread_add (struct spread *spread, double ticks, size_t file);

/* Let SPREAD, of some of FILES files, have 0 in the others.  */
void spread_complete (struct spread *spread, size_t files);

/* Add FILES files, at least one, after spreads_finish, which all together have
   TICKS in each symbol.  O(symbols).  */
void spreads_add_sums (struct spreads *spreads, const double *ticks,
                       size_t files);

/* The variance of self times between FILES files, in square ticks; 0 for one
   file.  After spreads_finish.  */
static inline double
spread_variance (const struct spread *spread, size_t files)
{
  return files > 1 ? spread->squares / (double)(files - 1) : 0;
}

void spreads_release (struct spreads *spreads);

#endif
