/* places.h - places in source texts, as lines of a listing.

   ADDRESS FILE:LINE FUNCTION, or ADDRESS ? for code of which nothing is known;
   a line for each address at which the answer is not that of the one before.  */

#ifndef PLACES_H
#define PLACES_H

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct source_place
{
  const char *file, *function; /* null: nothing is known */
  uint32_t line;
};

struct place_printer
{
  char *last; /* what was printed behind the last address */
};

static inline void
place_print (struct place_printer *printer, uint64_t pc,
             const struct source_place *place)
{
  const bool known = place->file != NULL;
  const size_t size
      = known ? strlen (place->file) + strlen (place->function) + 16 : 2;
  char *text = malloc (size);
  if (text == NULL)
    exit (EXIT_FAILURE);
  if (known)
    snprintf (text, size, "%s:%" PRIu32 " %s", place->file, place->line,
              place->function);
  else
    snprintf (text, size, "?");
  if (printer->last == NULL || strcmp (printer->last, text) != 0)
    printf ("%" PRIx64 " %s\n", pc, text);
  free (printer->last);
  printer->last = text;
}

static inline void
place_printer_release (struct place_printer *printer)
{
  free (printer->last);
}

#endif
