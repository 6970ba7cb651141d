/* corridor.h - the whole analysis on typed-in data, for tests of printers.

   What main does between reading the command line and printing, without
   files: symbols and profile come from text, see gmon_text.h.  */

#ifndef CORRIDOR_H
#define CORRIDOR_H

#include "gmon_text.h"
#include "analysis/measurement.h"
#include "input/options.h"
#include "model/profile.h"
#include "output/report.h"
#include "input/symspec.h"

struct corridor
{
  struct symtab_text symbols;
  VEC (char *) words;
  struct options options;
  struct selection selection;
  struct profile profile;
  struct measurement measurement;
  struct search_path source_path;
  struct names names;
  struct report report;
};

/* Make a numbered report from SYMBOLS and GMON.  OPTIONS are words as on the
   command line.  Names are not demangled: there is no image.  */
void corridor_walk (struct corridor *corridor, const char *options,
                    const char *symbols, const char *gmon);

typedef enum status corridor_printer (struct report *report,
                                      struct diag *diag);

/* What PRINT prints; to be freed.  */
char *corridor_print (struct corridor *corridor, corridor_printer *print);

/* The symbol called NAME.  */
sym_id corridor_id (const struct corridor *corridor, const char *name);

void corridor_release (struct corridor *corridor);

#endif
