/* sorts.c - the same words sorted in two ways, the example of gprof's README.

   SPDX-License-Identifier: 0BSD

   Both ways compare words and swap neighbours; a profile tells which of the
   two costs how much, and what of it.  The words are the same in each run, so
   the numbers of calls are, too.  */

#include <stdio.h>

enum
{
  WORDS = 3000,
  LENGTH = 64
};

typedef char word[LENGTH];

static word words[WORDS];
static word *order[WORDS];

/* Fill in the words, in no order.  They have a long beginning in common, so
   that it takes a while to compare them.  */
void
make_words (void)
{
  unsigned number = 1;

  for (int i = 0; i < WORDS; i++)
    {
      number = (number * 1103515245u + 12345u) & 0x7fffffffu;
      snprintf (words[i], LENGTH, "all words begin with these words, %010u",
                number);
      order[i] = &words[i];
    }
}

/* Less than, equal to or greater than 0, like A compared with B.  */
int
compare (const char *a, const char *b)
{
  while (*a == *b && *a != '\0')
    {
      a++;
      b++;
    }
  return *a - *b;
}

void
swap (int i, int j)
{
  word *kept = order[i];

  order[i] = order[j];
  order[j] = kept;
}

void
bubble_sort (void)
{
  for (int end = WORDS - 1; end > 0; end--)
    for (int i = 0; i < end; i++)
      if (compare (*order[i], *order[i + 1]) > 0)
        swap (i, i + 1);
}

void
insertion_sort (void)
{
  for (int i = 1; i < WORDS; i++)
    for (int j = i; j > 0 && compare (*order[j - 1], *order[j]) > 0; j--)
      swap (j - 1, j);
}

int
main (void)
{
  make_words ();
  bubble_sort ();
  make_words ();
  insertion_sort ();
  printf ("first: %s\nlast:  %s\n", *order[0], *order[WORDS - 1]);
  return 0;
}
