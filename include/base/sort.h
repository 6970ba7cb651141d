/* sort.h - a stable merge sort of ids, fast ones of plain numbers and of names.

   The reference sorts with the C library's merge sort: halves of n/2 and
   n - n/2, the left element first when the comparator says "not greater".
   Some of its comparators are not consistent orders, so the scheme itself is
   part of the answer (R0.2).  */

#ifndef SORT_H
#define SORT_H

#include <stddef.h>
#include <stdint.h>

/* Less than, equal to or greater than zero as A sorts before, with or after
   B.  */
typedef int sort_compare (uint32_t a, uint32_t b, const void *context);

/* Sort IDS[0 .. COUNT-1] in O(COUNT log COUNT) comparisons, stably.  */
void sort_ids (uint32_t *ids, size_t count, sort_compare *compare,
               const void *context);

#define TREE_NONE UINT32_MAX

/* Set ORDER[0 .. COUNT-1] to the numbers of the nodes of trees depth first, each
   before those below it, and those that have one parent, or none, sorted as
   sort_ids does.  PARENT has that of each node, TREE_NONE for none.  */
void sort_trees (uint32_t *order, const uint32_t *parent, size_t count,
                 sort_compare *compare, const void *context);

/* Sort NUMBERS[0 .. COUNT-1], ascending.  Three passes where they are within
   four gigabytes, as addresses mostly are; at most six.  */
void sort_numbers (uint64_t *numbers, size_t count);

/* --- Ids with their keys --------------------------------------------------

   A comparison that looks ids up in large tables waits for memory most of the
   time.  Where there are many ids, they are sorted together with copies of
   their keys.  */

struct sort_item
{
  double time;
  uint64_t number;
  uint32_t rank;
  uint32_t id;
};

typedef int sort_compare_items (const struct sort_item *a,
                                const struct sort_item *b);

/* By time, then number, greatest first, then by rank and id.  What is not needed
   of an item is 0.  */
sort_compare_items sort_by_keys;

/* Sort ITEMS[0 .. COUNT-1] likewise.  */
void sort_items (struct sort_item *items, size_t count,
                 sort_compare_items *compare);

/* --- The order of names -------------------------------------------------- */

/* Listings fall back to names where times and calls are equal, which in a
   large program they mostly are.  Names are long, lie all over memory and
   share their beginnings, so they are compared once for all listings, and
   from then on by rank.  */

struct name_order
{
  uint32_t *by_name; /* ids ascending by name, equal names by id */
  uint32_t *rank;    /* of each id; equal names have equal ranks, and
                        rank[a] < rank[b] where strcmp says less */
};

/* Order the ids 0 .. COUNT-1 by NAMES, eight bytes of the names at a time:
   O((COUNT + all bytes that names share) log COUNT), and 37 bytes per id while
   at work, 8 afterwards.  */
void name_order_build (struct name_order *order, const char *const *names,
                       size_t count);

void name_order_release (struct name_order *order);

#endif
