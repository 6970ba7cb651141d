/* names.h - display names: demangled once, with the source place if asked
   for.  */

#ifndef NAMES_H
#define NAMES_H

#include <stdbool.h>

#include "base/memory.h"
#include "input/options.h"
#include "input/program.h"
#include "model/sources.h"
#include "model/symset.h"
#include "model/symtab.h"
#include "object/demangler.h"
#include "object/image.h"

/* What a symbol is called, LENGTH bytes and a NUL.  */
struct shown_name
{
  const char *text;
  size_t length;
};

/* Symbols with whose names their source files are shown, as others have these
   names, too; and those of them whose files are called alike but for their
   directories.  Zeroed, there are none.  */
struct same_names
{
  struct symset all, whole;
};

/* A zeroed entry has not been asked for.  */
struct names
{
  struct demangler demangler;
  const struct options *options;
  const struct symtab *symtab;
  const struct sources *sources;
  const struct program *program; /* its libraries are part of names, and
                                    addresses are those in its objects; null
                                    without */
  bool without_objects;          /* libraries are not */
  const struct same_names *same; /* whose source files are; null for none */
  bool escapes;        /* for a terminal: with control characters escaped */
  bool without_places; /* even with -l and --inline-file-names */
  struct arena memory;
  struct shown_name *shown; /* of each symbol: 16 bytes */
};

/* IMAGE is that of any object of the program, since all have one target, by
   which names are demangled; null if none will be.  Everything but NAMES is
   borrowed.  */
void names_start (struct names *names, const struct image *image,
                  const struct options *options, const struct symtab *symtab,
                  const struct sources *sources);

/* Is the source file a part of the name of ID, to tell it from others?  */
bool names_tell_file (const struct names *names, sym_id id);

/* Make what names_get returns; for names_get only.  */
struct shown_name names_make (struct names *names, sym_id id);

/* What listings call symbol ID (R7.12, R3.40, R14.20): the name, demangled
   unless the style is the traditional one, in the form of --names, and
   " (file:line)" with --inline-file-names, " (file)" if that tells it from
   others of its name (R16.46), and " [library]" if it is
   of an object that is not the program's first (R16.40).
   Where names become long out of proportion they stay mangled.
   Lives as long as NAMES.  Where NAMES->escapes was set, control characters
   are escaped.  */
static inline struct shown_name
names_get (struct names *names, sym_id id)
{
  const struct shown_name *shown = &names->shown[id];
  return shown->text != NULL ? *shown : names_make (names, id);
}

/* Its text alone.  */
static inline const char *
names_of (struct names *names, sym_id id)
{
  return names_get (names, id).text;
}

/* What the gap ID and all others of its object are called together.  Lives as
   long as NAMES.  */
const char *names_of_gaps (struct names *names, sym_id id);

/* NAME, which is the linker's or that of the source, as names_get shows the
   names of symbols without places; not kept.  */
struct shown_name names_show (struct names *names, const char *name);

/* The demangled NAME, to be freed, or null if it stays as it is.  */
char *names_demangle (struct names *names, const char *name);

/* What a source file is called: its base name, or all of it with -L.  */
const char *names_of_source (struct names *names, source_id id);

void names_release (struct names *names);

#endif
