/* browsing.h - a report on the screen of a terminal, which may be made anew
   while the program runs that it is about.  */

#ifndef BROWSING_H
#define BROWSING_H

#include <stdbool.h>

struct walk;

/* What stays from one report to the next one.  Zeroed, there is none.  */
struct browsing
{
  struct walk *walk; /* the screen and its pages, once there is a report */
  const char
      *state;      /* what is said of a program that runs, or null; borrowed */
  double interval; /* seconds without a key, after which there is to be
                        another report; 0 if it would be the same */
  bool is_due;     /* there is to be another one now */
};

/* Give the terminal back.  BROWSING is zeroed.  */
void browsing_end (struct browsing *browsing);

#endif
