/* mismatch.c - do this image and this profile belong together?

   Three signs, the surest first.  All are judged by majority, so that a
   stray record proves nothing.  */

#include "config.h"

#include "mismatch.h"

#include <stdlib.h>

#include "i18n.h"
#include "sort.h"
#include "vec.h"

enum
{
  /* The profiling call stands in a function's prologue; no machine needs
     more bytes before it than this.  */
  PROLOGUE_SIZE = 128
};

static bool
all_outside_code (const struct image *image, const struct profile *profile)
{
  bool any = false;
  for (size_t i = 0; i < profile->histograms.count; i++)
    {
      const struct histogram *histogram = &profile->histograms.items[i];
      any = any || histogram->high_pc > histogram->low_pc;
      if (image_has_code (image, histogram->low_pc, histogram->high_pc))
        return false;
    }
  return any;
}

/* Percent of the samples whose bins lie outside the image's code.  */
static unsigned
percent_outside_code (const struct image *image, const struct profile *profile)
{
  double all = 0, outside = 0;
  for (size_t i = 0; i < profile->histograms.count; i++)
    {
      const struct histogram *histogram = &profile->histograms.items[i];
      const double width
          = (double)(histogram->high_pc - histogram->low_pc)
            / (double)(histogram->bin_count > 0 ? histogram->bin_count : 1);
      const uint64_t *bins = profile->bins.items + histogram->first_bin;
      for (size_t bin = 0; bin < histogram->bin_count; bin++)
        {
          if (bins[bin] == 0)
            continue;
          const uint64_t middle
              = histogram->low_pc + (uint64_t)(width * ((double)bin + 0.5));
          all += (double)bins[bin];
          if (!image_is_code (image, middle))
            outside += (double)bins[bin];
        }
    }
  return all > 0 ? (unsigned)(100 * outside / all) : 0;
}

/* Percent of the different call targets TARGETS[0 .. COUNT-1], which ascend,
   that are not the one place in a function's prologue that calls the
   profiler.  */
static unsigned
judge_targets (const uint64_t *targets, size_t count,
               const struct symtab *symtab)
{
  size_t different = 0, strange = 0;
  sym_id next = 0, last = SYM_NONE; /* NEXT is the first above the target */
  for (size_t i = 0; i < count; i++)
    {
      const uint64_t pc = targets[i];
      if (i > 0 && targets[i - 1] == pc)
        continue;
      while (next < symtab->count && symtab->start[next] <= pc)
        next++;
      const bool found = next > 0 && pc < symtab->limit[next - 1];
      const sym_id id = found ? next - 1 : SYM_NONE;
      different++;
      if (id == SYM_NONE || id == last
          || pc - symtab->start[id] > PROLOGUE_SIZE)
        strange++;
      last = id;
    }
  return different > 0 ? (unsigned)(100 * strange / different) : 0;
}

/* Set *PERCENT to how many of the call targets are not at the start of a
   function.  */
static enum status
percent_strange_targets (const struct profile *profile,
                         const struct symtab *symtab, unsigned *percent,
                         struct diag *diag)
{
  const size_t count = profile->arcs.count;
  uint64_t *targets = array_new (count, sizeof *targets);
  if (targets == NULL)
    return diag_no_memory (diag);
  for (size_t i = 0; i < count; i++)
    targets[i] = profile->arcs.items[i].self_pc;
  enum status status = sort_numbers (targets, count, diag);
  if (status == STATUS_OK)
    *percent = judge_targets (targets, count, symtab);
  free (targets);
  return status;
}

enum status
mismatch_warn (const struct image *image, const char *image_name,
               const struct profile *profile, const char *profile_name,
               const struct symtab *symtab, bool full_table, struct diag *diag)
{
  const struct place *where = PLACE_FILE (profile_name);
  if (all_outside_code (image, profile))
    {
      diag_warn (diag, where,
                 _ ("no histogram touches the code of '%s': is this the "
                    "profile of another program, or of a shared library?"),
                 image_name);
      return STATUS_OK;
    }
  unsigned percent = percent_outside_code (image, profile);
  if (percent > 50)
    {
      diag_warn (diag, where,
                 _ ("%u%% of the samples lie outside the code of '%s': name "
                    "the image they belong to"),
                 percent, image_name);
      return STATUS_OK;
    }
  if (!full_table)
    return STATUS_OK;
  enum status status
      = percent_strange_targets (profile, symtab, &percent, diag);
  if (status == STATUS_OK && percent > 50)
    diag_warn (diag, where,
               _ ("%u%% of the call targets are not where functions of '%s' "
                  "start: was it rebuilt since, or stripped?"),
               percent, image_name);
  return status;
}
