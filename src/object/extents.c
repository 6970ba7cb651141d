/* extents.c - where functions end, and which code belongs to none.

   All addresses at which a gap may begin are sorted: ends of functions, ends
   of sections.  One does begin there if no function has the address.  */

#include "config.h"

#include "object/image.h"

#include <stdlib.h>

#include "base/sort.h"

static const char gap_name[] = "<no function>";

/* What is known of the functions, all in the order of addresses.  */
struct survey
{
  address_list starts; /* of functions, an address perhaps several times */
  address_list limits; /* of each of these */
  address_list bounds; /* of sections and objects */
  address_list places; /* where a gap may begin */
};

static int
compare_extents (const void *a, const void *b)
{
  const struct extent *x = a, *y = b;
  if (x->low_pc != y->low_pc)
    return x->low_pc < y->low_pc ? -1 : 1;
  return x->high_pc < y->high_pc ? -1 : x->high_pc > y->high_pc;
}

void
extents_sort (extent_list *list)
{
  if (list->count > 1)
    qsort (list->items, list->count, sizeof *list->items, compare_extents);
}

static void
list_bounds (struct survey *survey, const struct extents *extents)
{
  for (size_t i = 0; i < extents->barriers.count; i++)
    vec_push (&survey->bounds, extents->barriers.items[i]);
  for (size_t i = 0; i < extents->sections.count; i++)
    {
      vec_push (&survey->bounds, extents->sections.items[i].low_pc);
      vec_push (&survey->bounds, extents->sections.items[i].high_pc);
    }
  sort_numbers (survey->bounds.items, survey->bounds.count);
}

/* Find where each function ends.  Of several at one address only the last
   counts.  */
static void
list_limits (struct survey *survey, const struct extents *extents)
{
  const extent_list *functions = &extents->functions;
  size_t f = 0, b = 0;
  for (size_t i = 0; i < survey->starts.count; i++)
    {
      const uint64_t start_pc = survey->starts.items[i];
      while (b < survey->bounds.count && survey->bounds.items[b] <= start_pc)
        b++;
      uint64_t limit
          = b < survey->bounds.count ? survey->bounds.items[b] : UINT64_MAX;
      while (f < functions->count && functions->items[f].low_pc < start_pc)
        f++;
      /* The last of an address is the longest.  */
      for (size_t same = f; same < functions->count
                            && functions->items[same].low_pc == start_pc;
           same++)
        limit = functions->items[same].high_pc;
      const bool has_next = i + 1 < survey->starts.count;
      if (has_next && survey->starts.items[i + 1] < limit)
        limit = survey->starts.items[i + 1];
      vec_push (&survey->limits, limit);
    }
}

/* Append to SYMBOLS a gap at each place that no function has.  */
static void
push_gaps (const struct survey *survey, const extent_list *sections,
           symbol_list *symbols)
{
  size_t above = 0, section = 0;
  for (size_t i = 0; i < survey->places.count; i++)
    {
      const uint64_t pc = survey->places.items[i];
      while (above < survey->starts.count && survey->starts.items[above] <= pc)
        above++;
      while (section < sections->count
             && sections->items[section].high_pc <= pc)
        section++;
      const bool is_code
          = section < sections->count && sections->items[section].low_pc <= pc;
      const struct symbol gap
          = { pc, gap_name,
              (uint8_t)(SYMBOL_FUNCTION | SYMBOL_GAP
                        | (is_code ? 0 : SYMBOL_NO_CODE)) };
      if ((i > 0 && survey->places.items[i - 1] == pc) || pc == UINT64_MAX
          || (above > 0 && pc < survey->limits.items[above - 1]))
        continue;
      vec_push (symbols, gap);
    }
}

void
extents_add_gaps (struct extents *extents, symbol_list *symbols)
{
  struct survey survey = { 0 };
  extents_sort (&extents->functions);
  extents_sort (&extents->sections);
  for (size_t i = 0; i < symbols->count; i++)
    vec_push (&survey.starts, symbols->items[i].start_pc);
  sort_numbers (survey.starts.items, survey.starts.count);
  list_bounds (&survey, extents);
  list_limits (&survey, extents);
  vec_push (&survey.places, 0);
  for (size_t i = 0; i < survey.bounds.count; i++)
    vec_push (&survey.places, survey.bounds.items[i]);
  for (size_t i = 0; i < survey.limits.count; i++)
    vec_push (&survey.places, survey.limits.items[i]);
  sort_numbers (survey.places.items, survey.places.count);
  push_gaps (&survey, &extents->sections, symbols);
  vec_release (&survey.starts);
  vec_release (&survey.limits);
  vec_release (&survey.bounds);
  vec_release (&survey.places);
}

void
extents_release (struct extents *extents)
{
  vec_release (&extents->functions);
  vec_release (&extents->sections);
  vec_release (&extents->barriers);
}
