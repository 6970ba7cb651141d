/* intervals.c - who owns which piece of the code when ranges overlap.

   A sweep over the addresses with a priority queue, a heap, of the claims that
   have begun, the best on top.  Claims that have ended are removed when they
   come to the top.  */

#include "config.h"

#include "dwarf/intervals.h"

#include <stdbool.h>
#include <stdlib.h>

static bool
is_better (const struct interval *a, const struct interval *b)
{
  return a->rank != b->rank ? a->rank < b->rank : a->owner > b->owner;
}

typedef VEC (const struct interval *) interval_heap;

static void
heap_push (interval_heap *heap, const struct interval *claim)
{
  vec_push (heap, claim);
  size_t at = heap->count - 1;
  for (; at > 0 && is_better (claim, heap->items[(at - 1) / 2]);
       at = (at - 1) / 2)
    heap->items[at] = heap->items[(at - 1) / 2];
  heap->items[at] = claim;
}

static void
heap_pop (interval_heap *heap)
{
  const struct interval *last = heap->items[--heap->count];
  size_t at = 0;
  for (;;)
    {
      size_t below = 2 * at + 1;
      if (below >= heap->count)
        break;
      if (below + 1 < heap->count
          && is_better (heap->items[below + 1], heap->items[below]))
        below++;
      if (!is_better (heap->items[below], last))
        break;
      heap->items[at] = heap->items[below];
      at = below;
    }
  if (heap->count > 0)
    heap->items[at] = last;
}

/* OWNER of CLAIM owns [LOW_PC, HIGH_PC).  */
static void
add_piece (interval_list *pieces, const struct interval *claim,
           uint64_t low_pc, uint64_t high_pc)
{
  if (pieces->count > 0)
    {
      struct interval *last = &pieces->items[pieces->count - 1];
      if (last->owner == claim->owner && last->high_pc == low_pc)
        {
          last->high_pc = high_pc;
          return;
        }
    }
  const struct interval piece = { low_pc, high_pc, claim->rank, claim->owner };
  vec_push (pieces, piece);
}

static int
compare_claims (const void *a, const void *b)
{
  const struct interval *x = a, *y = b;
  if (x->low_pc != y->low_pc)
    return x->low_pc < y->low_pc ? -1 : 1;
  return x->owner < y->owner ? -1 : x->owner > y->owner;
}

static void
sort_claims (interval_list *claims)
{
  for (size_t i = 1; i < claims->count; i++)
    if (compare_claims (&claims->items[i - 1], &claims->items[i]) > 0)
      {
        qsort (claims->items, claims->count, sizeof *claims->items,
               compare_claims);
        return;
      }
}

void
intervals_resolve (interval_list *claims, interval_list *pieces)
{
  interval_heap heap = { 0 };
  sort_claims (claims);
  const struct interval *next = claims->items;
  const struct interval *end = vec_at (claims, claims->count);
  uint64_t pc = 0;
  while (heap.count > 0 || next < end)
    {
      if (heap.count == 0)
        pc = next->low_pc;
      while (next < end && next->low_pc <= pc)
        heap_push (&heap, next++);
      while (heap.count > 0 && heap.items[0]->high_pc <= pc)
        heap_pop (&heap);
      if (heap.count == 0)
        continue;
      const struct interval *best = heap.items[0];
      const uint64_t until = next < end && next->low_pc < best->high_pc
                                 ? next->low_pc
                                 : best->high_pc;
      add_piece (pieces, best, pc, until);
      pc = until;
    }
  vec_release (&heap);
}
