/* corridor.h - the whole analysis on typed-in data, for tests of printers.

   What main does between reading the command line and printing, without
   files: symbols and profile come from text, see gmon_text.h.  Time and calls
   are measured and the report is made by the functions that main calls.  */

#ifndef CORRIDOR_H
#define CORRIDOR_H

#include "gmon_text.h"
#include "analysis/measurement.h"
#include "input/options.h"
#include "input/program.h"
#include "model/profile.h"
#include "output/formats.h"
#include "output/reporting.h"

struct corridor
{
  struct arena memory;
  VEC (char *) words;
  struct options options;
  struct program program; /* without an image */
  struct profile profile;
  struct measured measured;
  struct measurement measurement;
  struct output nowhere;
  struct reporting reporting;
};

/* Make a numbered report from SYMBOLS and GMON.  OPTIONS are words as on the
   command line.  Names are not demangled: there is no image.  */
void corridor_walk (struct corridor *corridor, const char *options,
                    const char *symbols, const char *gmon);

/* What PRINT prints; to be freed.  */
char *corridor_print (struct corridor *corridor, listing_printer *print);

/* The same for what may fail, but does not.  */
char *corridor_try (struct corridor *corridor, failing_printer *print);

/* The symbol called NAME.  */
sym_id corridor_id (const struct corridor *corridor, const char *name);

void corridor_release (struct corridor *corridor);

#endif
