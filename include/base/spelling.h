/* spelling.h - how far two words are apart, for "did you mean".  */

#ifndef SPELLING_H
#define SPELLING_H

#include <stddef.h>

enum
{
  SPELLING_LONGEST = 128 /* bytes of a word; longer ones are like no other */
};

/* How many typing errors turn the B_LENGTH bytes at B into the A_LENGTH bytes
   at A: a byte too few, one too many, a wrong one, or two neighbours that
   changed places.  SIZE_MAX if a word is longer than SPELLING_LONGEST.
   O(A_LENGTH B_LENGTH).  */
size_t spelling_distance (const char *a, size_t a_length, const char *b,
                          size_t b_length);

/* How many typing errors a word of LENGTH bytes may have for the intended word
   to be guessed: none below 3 bytes, then one for every three bytes, but not
   more than 3.  */
size_t spelling_tolerance (size_t length);

#endif
