/* program.h - the program that was profiled: its symbols, where they come
   from, and which of them the user selects.

   It has one object, the image; addresses are those of the image.  */

#ifndef PROGRAM_H
#define PROGRAM_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/diag.h"
#include "object/image.h"
#include "object/line_symbols.h"
#include "input/options.h"
#include "model/profile.h"
#include "input/selection.h"
#include "model/sources.h"
#include "object/symfile.h"
#include "model/symset.h"
#include "model/symtab.h"
#include "model/target.h"

/* Zeroed as long as nothing is loaded, and then in the order in which it comes
   to be.  */
struct program
{
  struct image *image;
  struct symfile_map map;    /* of -R; empty without */
  struct arena symbol_names; /* of -S */
  symbol_list candidates;    /* what the symbol table was built from */
  struct sources sources;
  struct symtab symtab;
  bool all_located; /* there is no place of a symbol left to look up */
  struct line_symbols lines;
  struct selection selection;
};

/* Open the image of OPTIONS and fill PROGRAM: symbols, with their lines as far
   as symspecs or -l need them, and what the symspecs select.  If gmon.sum is
   all that is wanted, the last two wait for program_finish.  Warns of symspecs
   that match nothing and of lines that are not there.

   STATUS_IO, STATUS_FORMAT, STATUS_UNSUPPORTED or STATUS_NO_MEMORY.  What
   image_read_symbols, symtab_build, line_symbols_read and symspecs_select cost.  */
enum status program_load (struct program *program,
                          const struct options *options, struct diag *diag);

/* Do what program_load has left, with the lines of the code that arcs and
   basic blocks of PROFILE belong to.  */
enum status program_finish (struct program *program,
                            const struct options *options,
                            const struct profile *profile, struct diag *diag);

/* Look up file and line of the symbols in WANTED, or of all if that is null,
   unless that was done; see locate_symbols.  */
enum status program_locate (struct program *program,
                            const struct symset *wanted, struct diag *diag);

/* Do OPTIONS let every function of the image, under whatever name, into the
   symbol table?  */
bool program_has_all_functions (const struct options *options);

/* The target that it was built for; lives as long as PROGRAM.  */
const struct target *program_target (const struct program *program);

void program_release (struct program *program);

#endif
