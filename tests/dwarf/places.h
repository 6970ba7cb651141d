/* places.h - the listings by which two readers of debugging information are
   compared.

   Of lines, in this order:

     reader NAME                    who answered
     symbol ADDRESS FILE:LINE       of every symbol that is known
     code ADDRESS FILE:LINE NAME    from here on, the code is from that place
     code ADDRESS ?                 from here on, nothing is known
     file NAME                      source files as they were first seen

   Of what the debugging information holds:

     text LOW HIGH                  the text section; ours only
     unit OFFSET                    in .debug_info
     row ADDRESS FILE:LINE          of its line table
     end ADDRESS                    of a sequence of rows
     function OFFSET LOW HIGH NAME  one of its ranges

   All numbers but those of lines are hexadecimal.  */

#ifndef PLACES_H
#define PLACES_H

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct source_place
{
  const char *file, *function; /* FILE is null if nothing is known */
  uint32_t line;
};

static inline void
print_symbol (uint64_t pc, const char *file, uint32_t line)
{
  printf ("symbol %" PRIx64 " %s:%" PRIu32 "\n", pc, file, line);
}

static inline void
print_code (uint64_t pc, const struct source_place *place)
{
  if (place->file == NULL)
    printf ("code %" PRIx64 " ?\n", pc);
  else
    printf ("code %" PRIx64 " %s:%" PRIu32 " %s\n", pc, place->file,
            place->line, place->function);
}

/* A row of a line table; FILE may be null.  */
static inline void
print_row (uint64_t pc, const char *file, uint32_t line)
{
  printf ("row %" PRIx64 " %s:%" PRIu32 "\n", pc, file != NULL ? file : "",
          line);
}

static inline void
print_function (uint64_t offset, uint64_t low_pc, uint64_t high_pc,
                const char *name)
{
  printf ("function %" PRIx64 " %" PRIx64 " %" PRIx64 " %s\n", offset, low_pc,
          high_pc, name != NULL ? name : "");
}

_Noreturn static inline void
give_up (const char *program, const char *name, const char *what)
{
  fprintf (stderr, "%s: %s: %s\n", program, name, what);
  exit (EXIT_FAILURE);
}

#endif
