/* spreads.c - how the self time of each function varies from file to file.  */

#include "config.h"

#include "analysis/spreads.h"

#include <stdlib.h>

#include "analysis/hist.h"
#include "base/vec.h"

enum status
spreads_start (struct spreads *spreads, const struct measured *of,
               struct diag *diag)
{
  const size_t count = of->symtab->count;
  *spreads
      = (struct spreads){ .of = of,
                          .items = array_new (count, sizeof *spreads->items),
                          .ticks = array_new (count, sizeof *spreads->ticks),
                          .touched
                          = array_new (count, sizeof *spreads->touched) };
  return spreads->items != NULL && spreads->ticks != NULL
                 && spreads->touched != NULL
             ? STATUS_OK
             : diag_no_memory (diag);
}

/* Credits are positive, so a symbol without ticks was not touched yet.  */
static void
add_credit (void *context, sym_id id, uint64_t units, double ticks,
            bool accepted)
{
  struct spreads *spreads = context;
  (void)units;
  if (!accepted || !(ticks > 0))
    return;
  if (spreads->ticks[id] == 0)
    spreads->touched[spreads->touched_count++] = id;
  spreads->ticks[id] += ticks;
}

/* Credit the bins of the present file.  */
static void
credit_file (struct spreads *spreads, const struct profile_builder *builder)
{
  const struct measured *of = spreads->of;
  const struct symset *tables = of->selection->tables;
  const struct hist_visitor visitor = { NULL, add_credit, spreads };
  const struct crediting crediting
      = { of->symtab,
          of->target,
          &tables[SPEC_FLAT_INCLUDE],
          &tables[SPEC_FLAT_EXCLUDE],
          of->quirks->last_symbol_covers_nothing,
          builder->histograms.count > 0 ? builder->histograms.items[0].low_pc
                                        : 0,
          builder->so_far.scale,
          &visitor };
  for (size_t i = 0; i < builder->file_bins.count; i++)
    {
      const struct file_bin *bin = &builder->file_bins.items[i];
      hist_credit (&crediting, &builder->histograms.items[bin->histogram],
                   bin->bin, profile_builder_ticks (builder, bin));
    }
}

static void
add_time (struct spread *spread, double ticks, const char *file)
{
  const double before = ticks - spread->mean;
  spread->files++;
  spread->mean += before / (double)spread->files;
  spread->squares += before * (ticks - spread->mean);
  if (ticks > spread->most)
    {
      spread->most = ticks;
      spread->most_file = file;
    }
  if (spread->files == 1 || ticks < spread->least)
    spread->least = ticks;
}

void
spreads_add (struct spreads *spreads, const struct profile_builder *builder,
             const char *name)
{
  double sum = 0;
  credit_file (spreads, builder);
  for (size_t i = 0; i < spreads->touched_count; i++)
    {
      const sym_id id = spreads->touched[i];
      add_time (&spreads->items[id], spreads->ticks[id], name);
      sum += spreads->ticks[id];
      spreads->ticks[id] = 0;
    }
  add_time (&spreads->total, sum, name);
  spreads->touched_count = 0;
  spreads->files++;
}

/* Add to SPREAD, of some of FILES files, 0 for each of the others: two sets
   whose means differ by SPREAD's (Chan, Golub and LeVeque, "Updating formulae
   and a pairwise algorithm for computing sample variances", 1979).  */
static void
add_zeros (struct spread *spread, size_t files)
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
      add_zeros (&spreads->items[id], spreads->files);
  free (spreads->ticks);
  free (spreads->touched);
  spreads->ticks = NULL;
  spreads->touched = NULL;
}

void
spreads_release (struct spreads *spreads)
{
  free (spreads->items);
  free (spreads->ticks);
  free (spreads->touched);
  *spreads = (struct spreads){ 0 };
}
