/* regexes.h - POSIX extended regular expressions that cannot run away.

   They are the C library's.  Its matcher is linear in the text if a pattern can
   only match at the beginning and does not refer back to what a part of it
   matched; but intervals such as (a{1,255}){1,255} make a pattern as large as
   their product, repetitions within others such as ((a+)*)* take exponential
   time, and the states that it finds while it matches are kept.  So patterns that refer back, or are long
   or large, are refused, and what was kept is given back from time to time.  */

#ifndef REGEXES_H
#define REGEXES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/diag.h"
#include "base/vec.h"

struct regex;

/* Any number of patterns; a zeroed struct has none.  */
struct regexes
{
  VEC (struct regex *) items;
};

/* Add PATTERN, which OPTION, such as "--focus", was given.  STATUS_USAGE,
   with the place in the pattern that is wrong; STATUS_NO_MEMORY.  O(length of
   the pattern squared).  */
enum status regexes_add (struct regexes *regexes, const char *option,
                         const char *pattern, struct diag *diag);

/* Does one of the patterns match a part of TEXT?  O(patterns x size of these x
   length), of which at most some kilobytes of the text are looked at.  A byte
   that is no character of the locale is taken for a question mark.  A text is
   no match where memory runs out, and *LACKS_MEMORY is set then.  */
bool regexes_match (const struct regexes *regexes, const char *text,
                    bool *lacks_memory);

void regexes_release (struct regexes *regexes);

#endif
