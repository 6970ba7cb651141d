/* claims.c - who owns which piece of the code when ranges overlap.

   A sweep over the addresses with a heap of the claims that are open, the best
   on top.  Claims that are over leave the heap when they come to the top.  */

#include "config.h"

#include "dwarf/claims.h"

#include <stdbool.h>
#include <stdlib.h>

static bool
is_better (const struct claim *a, const struct claim *b)
{
  return a->rank != b->rank ? a->rank < b->rank : a->owner > b->owner;
}

typedef VEC (const struct claim *) claim_heap;

static bool
heap_push (claim_heap *heap, const struct claim *claim)
{
  if (!vec_push (heap, claim))
    return false;
  size_t at = heap->count - 1;
  for (; at > 0 && is_better (claim, heap->items[(at - 1) / 2]);
       at = (at - 1) / 2)
    heap->items[at] = heap->items[(at - 1) / 2];
  heap->items[at] = claim;
  return true;
}

static void
heap_pop (claim_heap *heap)
{
  const struct claim *last = heap->items[--heap->count];
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
static bool
add_piece (claim_list *pieces, const struct claim *claim, uint64_t low_pc,
           uint64_t high_pc)
{
  if (pieces->count > 0)
    {
      struct claim *last = &pieces->items[pieces->count - 1];
      if (last->owner == claim->owner && last->high_pc == low_pc)
        {
          last->high_pc = high_pc;
          return true;
        }
    }
  const struct claim piece = { low_pc, high_pc, claim->rank, claim->owner };
  return vec_push (pieces, piece);
}

static int
compare_claims (const void *a, const void *b)
{
  const struct claim *x = a, *y = b;
  if (x->low_pc != y->low_pc)
    return x->low_pc < y->low_pc ? -1 : 1;
  return x->owner < y->owner ? -1 : x->owner > y->owner;
}

static void
sort_claims (claim_list *claims)
{
  for (size_t i = 1; i < claims->count; i++)
    if (compare_claims (&claims->items[i - 1], &claims->items[i]) > 0)
      {
        qsort (claims->items, claims->count, sizeof *claims->items,
               compare_claims);
        return;
      }
}

enum status
claims_settle (claim_list *claims, claim_list *pieces, struct diag *diag)
{
  claim_heap heap = { 0 };
  sort_claims (claims);
  const struct claim *next = claims->items;
  const struct claim *end = vec_at (claims, claims->count);
  bool has_room = true;
  uint64_t pc = 0;
  while (has_room && (heap.count > 0 || next < end))
    {
      if (heap.count == 0)
        pc = next->low_pc;
      while (has_room && next < end && next->low_pc <= pc)
        has_room = heap_push (&heap, next++);
      while (heap.count > 0 && heap.items[0]->high_pc <= pc)
        heap_pop (&heap);
      if (heap.count == 0)
        continue;
      const struct claim *best = heap.items[0];
      const uint64_t until = next < end && next->low_pc < best->high_pc
                                 ? next->low_pc
                                 : best->high_pc;
      has_room = has_room && add_piece (pieces, best, pc, until);
      pc = until;
    }
  vec_release (&heap);
  return has_room ? STATUS_OK : diag_no_memory (diag);
}
