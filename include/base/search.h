/* search.h - the one binary search, in order of whatever the caller says.  */

#ifndef SEARCH_H
#define SEARCH_H

#include <stddef.h>

/* Set INDEX, a variable of type size_t, to the first number from FROM up to
   but not including TO for which CLAIM holds, or to TO if there is none.

   CLAIM is an expression in which INDEX stands for the number in question, and
   that is false up to some number and true from there on.  So the first of
   ITEMS, which ascend by their member END, that ends above PC is

     size_t i;
     search_first (i, 0, count, items[i].end > pc);

   A macro, so that every search is compiled for its own array and needs no
   call for a comparison.  FROM and TO are evaluated once, CLAIM log2 (TO -
   FROM) + 1 times at most.  */
#define search_first(index, from, to, claim)                                  \
  do                                                                          \
    {                                                                         \
      size_t search_low = (from), search_high = (to);                         \
      while (search_low < search_high)                                        \
        {                                                                     \
          (index) = search_low + (search_high - search_low) / 2;              \
          if (claim)                                                          \
            search_high = (index);                                            \
          else                                                                \
            search_low = (index) + 1;                                         \
        }                                                                     \
      (index) = search_low;                                                   \
    }                                                                         \
  while (0)

#endif
