/* spreads.c - how the self time of each function varies from file to file,
   and in consecutive files.  */

#include "config.h"

#include "analysis/spreads.h"

#include <stdlib.h>

#include "base/memory.h"

/* --- Times in consecutive files (R15.90) --------------------------------- */

void
file_columns_start (struct file_columns *columns, size_t symbols)
{
  *columns = (struct file_columns){
    .width = 1, .number = array_new (symbols, sizeof *columns->number)
  };
}

/* Make one column of every two; the second half is empty then.  */
static void
join (struct file_columns *columns)
{
  const size_t half = FILE_COLUMNS_MOST / 2;
  columns->width *= 2;
  for (size_t row = 0; row < columns->rows.count; row++)
    {
      double *ticks = columns->rows.items[row].ticks;
      for (size_t i = 0; i < half; i++)
        ticks[i] = ticks[2 * i] + ticks[2 * i + 1];
      for (size_t i = half; i < FILE_COLUMNS_MOST; i++)
        ticks[i] = 0;
    }
}

void
file_columns_add (struct file_columns *columns, const sym_id *touched,
                  size_t count, const double *ticks)
{
  static const struct file_columns_row none = { 0 };
  if (columns->files / columns->width == FILE_COLUMNS_MOST)
    join (columns);
  const size_t column = columns->files++ / columns->width;
  for (size_t i = 0; i < count; i++)
    {
      uint32_t *number = &columns->number[touched[i]];
      if (*number == 0)
        {
          vec_push (&columns->rows, none);
          *number = (uint32_t)columns->rows.count;
        }
      columns->rows.items[*number - 1].ticks[column] += ticks[touched[i]];
    }
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

/* --- Spreads ------------------------------------------------------------- */

void
spreads_start (struct spreads *spreads, const struct measured *of,
               struct crediting *crediting)
{
  const size_t count = of->symtab->count;
  *spreads
      = (struct spreads){ .of = of,
                          .crediting = crediting,
                          .items = array_new (count, sizeof *spreads->items),
                          .ticks = array_new (count, sizeof *spreads->ticks),
                          .touched
                          = array_new (count, sizeof *spreads->touched) };
}

/* Credit the COUNT BINS.  */
static enum status
credit (struct spreads *spreads, const struct profile_builder *builder,
        const struct file_bin *bins, size_t count, struct diag *diag)
{
  const struct histogram *histograms = builder->histograms.items;
  const struct shares *shares = &spreads->crediting->shares;
  for (size_t i = 0; i < count; i++)
    {
      const struct file_bin *bin = &bins[i];
      const double ticks = profile_builder_ticks (builder, bin);
      enum status status
          = crediting_share (spreads->crediting, spreads->of, histograms,
                             &histograms[bin->histogram], bin->bin,
                             SHARE_SYMBOLS, diag);
      if (status != STATUS_OK)
        return status;
      for (size_t k = 0; k < shares->items.count; k++)
        {
          const struct share *share = &shares->items.items[k];
          const double part = shares_ticks (shares, share->weight, ticks);
          if (!share->accepted || !(part > 0))
            continue;
          /* Parts are positive, so a symbol without ticks was not touched
             yet.  */
          if (spreads->ticks[share->symbol] == 0)
            spreads->touched[spreads->touched_count++] = share->symbol;
          spreads->ticks[share->symbol] += part;
        }
    }
  return STATUS_OK;
}

void
spread_add (struct spread *spread, double ticks, size_t file)
{
  const double before = ticks - spread->mean;
  spread->files++;
  spread->mean += before / (double)spread->files;
  spread->squares += before * (ticks - spread->mean);
  if (ticks > spread->most)
    {
      spread->most = ticks;
      spread->most_in = file;
    }
  if (spread->files == 1 || ticks < spread->least)
    spread->least = ticks;
}

enum status
spreads_add_bins (struct spreads *spreads,
                  const struct profile_builder *builder,
                  const struct file_bin *bins, size_t count, size_t number,
                  double *sum, struct diag *diag)
{
  spreads->touched_count = 0;
  enum status status = credit (spreads, builder, bins, count, diag);
  if (status == STATUS_OK && spreads->columns != NULL)
    file_columns_add (spreads->columns, spreads->touched,
                      spreads->touched_count, spreads->ticks);
  *sum = 0;
  for (size_t i = 0; i < spreads->touched_count; i++)
    {
      const sym_id id = spreads->touched[i];
      spread_add (&spreads->items[id], spreads->ticks[id], number);
      *sum += spreads->ticks[id];
      spreads->ticks[id] = 0;
    }
  spread_add (&spreads->total, *sum, number);
  spreads->files++;
  return status;
}

enum status
spreads_add (struct spreads *spreads, const struct profile_builder *builder,
             const char *name, struct diag *diag)
{
  double sum;
  vec_push (&spreads->names, name);
  return spreads_add_bins (spreads, builder, builder->file_bins.items,
                           builder->file_bins.count, spreads->files, &sum,
                           diag);
}

/* The others are a set whose mean differs by SPREAD's (Chan, Golub and
   LeVeque, "Updating formulae and a pairwise algorithm for computing sample
   variances", 1979).  */
void
spread_complete (struct spread *spread, size_t files)
{
  const double share = (double)spread->files / (double)files;
  if (spread->files == files)
    return;
  spread->squares
      += spread->mean * spread->mean * share * (double)(files - spread->files);
  spread->mean *= share;
  spread->least = 0;
}

void
spreads_finish (struct spreads *spreads)
{
  if (spreads->items == NULL)
    return;
  for (size_t id = 0; id < spreads->of->symtab->count; id++)
    if (spreads->items[id].files > 0)
      spread_complete (&spreads->items[id], spreads->files);
  free (spreads->ticks);
  free (spreads->touched);
  spreads->ticks = NULL;
  spreads->touched = NULL;
}

/* Add to SPREAD, of FILES files, MORE files whose mean is MEAN and whose
   spread is not known (Chan, Golub and LeVeque, likewise).  */
static void
add_sum (struct spread *spread, size_t files, double mean, size_t more)
{
  const double apart = mean - spread->mean;
  const double share = (double)more / ((double)files + (double)more);
  spread->mean += apart * share;
  spread->squares += apart * apart * (double)files * share;
}

void
spreads_add_sums (struct spreads *spreads, const double *ticks, size_t files)
{
  double sum = 0;
  for (size_t id = 0; id < spreads->of->symtab->count; id++)
    {
      add_sum (&spreads->items[id], spreads->files, ticks[id] / (double)files,
               files);
      sum += ticks[id];
    }
  add_sum (&spreads->total, spreads->files, sum / (double)files, files);
  spreads->files += files;
  spreads->has_sums = spreads->has_sums || files > 1;
}

void
spreads_release (struct spreads *spreads)
{
  free (spreads->items);
  free (spreads->ticks);
  free (spreads->touched);
  vec_release (&spreads->names);
  *spreads = (struct spreads){ 0 };
}
