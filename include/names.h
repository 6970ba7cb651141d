/* names.h - display names: demangled once, with the source place if asked
   for.  */

#ifndef NAMES_H
#define NAMES_H

#include <stdbool.h>

#include "arena.h"
#include "diag.h"
#include "image.h"
#include "options.h"
#include "sources.h"
#include "symtab.h"

struct names
{
  const struct image *image;
  const struct options *options;
  const struct symtab *symtab;
  const struct sources *sources;
  struct arena memory;
  const char **text; /* of each symbol, null until asked for */
};

/* Everything but NAMES is borrowed.  */
enum status names_start (struct names *names, const struct image *image,
                         const struct options *options,
                         const struct symtab *symtab,
                         const struct sources *sources, struct diag *diag);

/* What listings call symbol ID (R7.12, R3.40): the name, demangled unless the
   style is the traditional one, and " (file:line)" with --inline-file-names.
   Lives as long as NAMES.  When memory runs out, the plain name.  */
const char *names_of (struct names *names, sym_id id);

/* What a source file is called: its base name, or all of it with -L.  */
const char *names_of_source (const struct names *names, source_id id);

void names_release (struct names *names);

#endif
