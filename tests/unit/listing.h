/* listing.h - checks of what a printer prints for typed-in data.  */

#ifndef LISTING_H
#define LISTING_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "corridor.h"
#include "tap.h"

/* PRINT prints EXPECTED.  */
static inline void
listing_is (listing_printer *print, const char *options, const char *symbols,
            const char *gmon, const char *expected, const char *what)
{
  struct corridor c;
  corridor_walk (&c, options, symbols, gmon);
  char *text = corridor_print (&c, print);
  is_text (text, expected, "%s", what);
  free (text);
  corridor_release (&c);
}

/* PART is somewhere in what PRINT prints; with MISSING, it is not.  */
static inline void
listing_has (listing_printer *print, const char *options, const char *symbols,
             const char *gmon, const char *part, bool missing,
             const char *what)
{
  struct corridor c;
  corridor_walk (&c, options, symbols, gmon);
  char *text = corridor_print (&c, print);
  if (!ok ((strstr (text, part) == NULL) == missing, "%s", what))
    {
      tap_note_text ("got", text);
      tap_note_text (missing ? "with" : "without", part);
    }
  free (text);
  corridor_release (&c);
}

#endif
