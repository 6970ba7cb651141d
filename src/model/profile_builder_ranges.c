/* profile_builder_ranges.c - do histograms of different ranges overlap
   (R4.31)?  */

#include "config.h"

#include "profile_builder_private.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/sort.h"

static int
compare_ranges (uint32_t a, uint32_t b, const void *context)
{
  const struct histogram *histograms = context;
  const struct histogram *x = &histograms[a], *y = &histograms[b];
  if (x->low_pc != y->low_pc)
    return x->low_pc < y->low_pc ? -1 : 1;
  return x->high_pc < y->high_pc ? -1 : x->high_pc > y->high_pc;
}

/* A came after B.  */
static enum status
fail_overlap (const struct histogram *a, const struct histogram *b,
              struct diag *diag)
{
  if (strcmp (a->where.file, b->where.file) == 0)
    return diag_fail (diag, STATUS_MISMATCH, &a->where,
                      _ ("histogram 0x%" PRIx64 "-0x%" PRIx64
                         " overlaps one of another range, 0x%" PRIx64
                         "-0x%" PRIx64),
                      a->low_pc, a->high_pc, b->low_pc, b->high_pc);
  return diag_fail (diag, STATUS_MISMATCH, &a->where,
                    /* TRANSLATORS: %s is another profile file.  */
                    _ ("histogram 0x%" PRIx64 "-0x%" PRIx64
                       " overlaps one of another range, 0x%" PRIx64
                       "-0x%" PRIx64 " in '%s': are they of different builds "
                       "of the program?"),
                    a->low_pc, a->high_pc, b->low_pc, b->high_pc,
                    b->where.file);
}

/* ORDER has the histograms by ascending range.  Whatever overlaps an earlier
   one overlaps the one that has reached highest so far.  */
static enum status
find_overlap (const struct profile_builder *builder, const uint32_t *order,
              struct diag *diag)
{
  const struct histogram *histograms = builder->histograms.items;
  uint32_t highest = order[0];
  for (size_t i = 1; i < builder->histograms.count; i++)
    {
      const struct histogram *reach = &histograms[highest];
      const struct histogram *next = &histograms[order[i]];
      if (next->low_pc < reach->high_pc && next->low_pc < next->high_pc)
        return order[i] > highest ? fail_overlap (next, reach, diag)
                                  : fail_overlap (reach, next, diag);
      if (next->high_pc > reach->high_pc)
        highest = order[i];
    }
  return STATUS_OK;
}

/* Set *ORDER to the numbers of the histograms from FIRST on, by ascending
   range; to be freed.  */
static enum status
order_ranges (const struct profile_builder *builder, size_t first,
              uint32_t **order, struct diag *diag)
{
  const size_t count = builder->histograms.count - first;
  if (!diag_try ((*order = array_new (count, sizeof **order)) != NULL, diag))
    return diag_no_memory (diag);
  for (size_t i = 0; i < count; i++)
    (*order)[i] = (uint32_t)(first + i);
  return sort_ids (*order, count, compare_ranges, builder->histograms.items,
                   diag);
}

/* Compare all histograms.  */
static enum status
check_by_sorting (const struct profile_builder *builder, struct diag *diag)
{
  uint32_t *order;
  enum status status = order_ranges (builder, 0, &order, diag);
  if (status == STATUS_OK)
    status = find_overlap (builder, order, diag);
  free (order);
  return status;
}

/* Put histogram NUMBER among the others in the tree.  */
static enum status
enter_range (struct profile_builder *builder, uint32_t number,
             struct diag *diag)
{
  const struct histogram *histograms = builder->histograms.items;
  const struct histogram *fresh = &histograms[number];
  uint32_t other = RANGE_NONE;
  if (fresh->low_pc == fresh->high_pc)
    return STATUS_OK;
  enum status status = ranges_add (&builder->ranges, fresh->low_pc,
                                   fresh->high_pc, number, &other, diag);
  if (other == RANGE_NONE)
    return status;
  return number > other ? fail_overlap (fresh, &histograms[other], diag)
                        : fail_overlap (&histograms[other], fresh, diag);
}

/* Compare those that are not yet in the tree with those that are.  In order,
   so that the ways down the tree resemble each other.  */
static enum status
check_by_tree (struct profile_builder *builder, struct diag *diag)
{
  const size_t first = builder->ordered_histograms;
  uint32_t *order;
  enum status status = order_ranges (builder, first, &order, diag);
  for (size_t i = 0;
       i < builder->histograms.count - first && status == STATUS_OK; i++)
    status = enter_range (builder, order[i], diag);
  builder->ordered_histograms = builder->histograms.count;
  free (order);
  return status;
}

/* A file that at least doubles their number pays for sorting them all; what
   others bring is looked for in a tree, since there may be as many files as
   histograms.  */
enum status
profile_builder_check_ranges (struct profile_builder *builder,
                              struct diag *diag)
{
  const size_t before = builder->checked_histograms;
  const size_t fresh = builder->histograms.count - before;
  if (fresh == 0)
    return STATUS_OK;
  return fresh >= before ? check_by_sorting (builder, diag)
                         : check_by_tree (builder, diag);
}
