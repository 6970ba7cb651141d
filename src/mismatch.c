/* mismatch.c - do this image and these profiles belong together?

   Five signs, the surest first; two of them compare files with each other.
   All are judged by majority, so that a stray record proves nothing.  */

#include "config.h"

#include "mismatch.h"

#include <inttypes.h>
#include <stdlib.h>

#include "i18n.h"
#include "sort.h"
#include "vec.h"

enum
{
  /* The profiling call stands in a function's prologue; no machine needs
     more bytes before it than this.  */
  PROLOGUE_SIZE = 128,
  LEAST_MOVED = 3 /* targets that make a file suspect */
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

/* Does any of the new ranges of FILE touch code?  If so, or if there is but
   such a one, *RANGE is the first.  */
static bool
touches_code (const struct image *image, const struct profile *profile,
              const struct profile_file *file, const struct histogram **range)
{
  *range = NULL;
  for (uint32_t i = file->first_histogram; i < file->histogram_limit; i++)
    {
      const struct histogram *histogram = &profile->histograms.items[i];
      if (histogram->high_pc == histogram->low_pc)
        continue;
      if (*range == NULL)
        *range = histogram;
      if (image_has_code (image, histogram->low_pc, histogram->high_pc))
        return true;
    }
  return false;
}

/* OUTSIDE lies outside the code, INSIDE does not.  */
static void
warn_of_ranges (const char *image_name, const struct histogram *outside,
                const struct histogram *inside, struct diag *diag)
{
  diag_warn (
      diag, PLACE_FILE (outside->where.file),
      /* TRANSLATORS: the first %s is the program, the second one another
                profile file.  */
      _ ("histogram 0x%" PRIx64 "-0x%" PRIx64
         " lies outside the code of '%s', unlike 0x%" PRIx64 "-0x%" PRIx64
         " in '%s': are the profiles of different builds "
         "of the program?"),
      outside->low_pc, outside->high_pc, image_name, inside->low_pc,
      inside->high_pc, inside->where.file);
}

/* Warn if one file lies in the code with all its ranges and another one with
   none of them, and they share none.  A file with several ranges, or one range
   more than the others, proves nothing.  */
static bool
warn_of_other_ranges (const struct image *image, const char *image_name,
                      const struct profile *profile, struct diag *diag)
{
  const struct histogram *first = NULL;
  bool first_touches = false;
  for (size_t i = 0; i < profile->files.count; i++)
    {
      const struct profile_file *file = &profile->files.items[i];
      const struct histogram *range;
      const bool touches = touches_code (image, profile, file, &range);
      if (range == NULL || file->repeats_range)
        continue;
      if (first == NULL)
        {
          first = range;
          first_touches = touches;
        }
      else if (touches != first_touches)
        {
          warn_of_ranges (image_name, touches ? first : range,
                          touches ? range : first, diag);
          return true;
        }
    }
  return false;
}

/* How many of the new arcs of FILE lead to another place in their function
   than one of an earlier file did, *MOVED, and how many could, *KNOWN.
   EARLIEST has for each symbol 1 more than the first arc that led into it, or
   0.  */
static void
count_moved (const struct profile *profile, const struct profile_file *file,
             const struct symtab *symtab, uint32_t *earliest, uint32_t *moved,
             uint32_t *known)
{
  *moved = *known = 0;
  for (uint32_t i = file->first_arc; i < file->arc_limit; i++)
    {
      const uint64_t pc = profile->arcs.items[i].self_pc;
      const sym_id id = symtab_find (symtab, pc);
      /* Arcs of sums lead to starts.  */
      if (id == SYM_NONE || pc == symtab->start[id])
        continue;
      if (earliest[id] == 0)
        earliest[id] = i + 1;
      else if (earliest[id] <= file->first_arc)
        {
          ++*known;
          *moved += profile->arcs.items[earliest[id] - 1].self_pc != pc;
        }
    }
}

/* Warn of the first file most of whose new arcs lead to other places in their
   functions than those of the files before it.  There is only one place in a
   function that calls the profiler.  */
static enum status
warn_of_moved_targets (const struct profile *profile,
                       const struct symtab *symtab, bool *warned,
                       struct diag *diag)
{
  *warned = false;
  if (profile->files.count < 2)
    return STATUS_OK;
  uint32_t *earliest = array_new (symtab->count, sizeof *earliest);
  if (earliest == NULL)
    return diag_no_memory (diag);
  for (size_t i = 0; i < profile->files.count && !*warned; i++)
    {
      const struct profile_file *file = &profile->files.items[i];
      uint32_t moved, known;
      count_moved (profile, file, symtab, earliest, &moved, &known);
      *warned = moved >= LEAST_MOVED && moved > known / 2;
      if (*warned)
        diag_warn (diag, PLACE_FILE (file->name),
                   _ ("%" PRIu32 " of %" PRIu32
                      " arcs lead to other places in their functions than "
                      "those of the files before: is it of another build of "
                      "the program?"),
                   moved, known);
    }
  free (earliest);
  return STATUS_OK;
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
  if (warn_of_other_ranges (image, image_name, profile, diag))
    return STATUS_OK;
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
  bool warned;
  enum status status = warn_of_moved_targets (profile, symtab, &warned, diag);
  if (status == STATUS_OK && !warned)
    status = percent_strange_targets (profile, symtab, &percent, diag);
  if (status == STATUS_OK && !warned && percent > 50)
    diag_warn (diag, where,
               _ ("%u%% of the call targets are not where functions of '%s' "
                  "start: was it rebuilt since, or stripped?"),
               percent, image_name);
  return status;
}
