/* program.h - the program that was profiled: its objects and symbols, where
   they come from, and which of them the user selects.

   A program is a list of objects, each in a range of addresses of its own.
   Objects are numbered by their places in that list, which is in the order of
   addresses; struct symtab has the same numbers.  Object 0 is the image that
   the user names.  It has bias 0, so addresses in it are those that it was
   linked for.  */

#ifndef PROGRAM_H
#define PROGRAM_H

#include <stdbool.h>

#include "base/diag.h"
#include "base/memory.h"
#include "input/options.h"
#include "input/symspec.h"
#include "model/mapping.h"
#include "model/profile.h"
#include "model/sources.h"
#include "model/symset.h"
#include "model/symtab.h"
#include "model/target.h"
#include "object/library_search.h"
#include "object/object.h"
#include "object/srctext.h"
#include "object/symfile.h"

/* A profile that is of the object with this number, whatever its name.  */
struct library_profile
{
  const char *profile; /* borrowed */
  size_t object;
};

/* What the file of MAPPING, whose texts are owned, is in the program: the object
   with this number.  */
struct process_object
{
  struct mapping mapping;
  size_t object;
};

/* Zeroed as long as nothing is loaded, and then in the order in which it comes
   to be.  */
struct program
{
  VEC (struct object) objects;
  struct library_paths library_paths; /* files that were looked for; its memory
                                         holds names of objects, too */
  VEC (struct library_profile) library_profiles;
  size_t named_count; /* so many objects come first that the user named */
  VEC (struct process_object) process_objects; /* of profiles of processes */
  bool has_stacks;       /* a profile with stacks was there, so these are
                             known */
  uint64_t outside_pc;   /* stands for callers that are in no object, */
  uint64_t elsewhere_pc; /* and this for all other code there; 0 without live
                             files */
  struct search_path debug_path; /* of --debug-dir */
  struct symfile_map map;        /* of -R; empty without */
  struct arena symbol_names;     /* of -S */
  symbol_list candidates;        /* what the symbol table was built from */
  struct sources sources;
  struct symtab symtab;
  bool all_located; /* there is no place of a symbol left to look up */
  struct selection selection;
  VEC (struct instructions *) instructions; /* see program_decode */
};

/* Fill PROGRAM, which was opened: symbols, with their lines as far as symspecs
   or -l need them, and what the symspecs select.  If gmon.sum is all that is
   wanted, the last two wait for program_finish.  Warns of symspecs that match
   nothing and of lines that are not there.

   STATUS_IO, STATUS_FORMAT or STATUS_UNSUPPORTED.  What image_read_symbols,
   symtab_build, line_symbols_read and symspecs_select cost.  */
enum status program_load (struct program *program,
                          const struct options *options, struct diag *diag);

/* Do what program_load has left, with the lines of the code that arcs and
   basic blocks of PROFILE belong to.  */
enum status program_finish (struct program *program,
                            const struct options *options,
                            const struct profile *profile, struct diag *diag);

/* Look up file and line of the symbols in WANTED, or of all if that is null,
   unless that was done; see srcline_locate.  */
enum status program_locate (struct program *program,
                            const struct symset *wanted, struct diag *diag);

/* Prepare PROGRAM, which was loaded, for reading instructions: one entry for
   each object, or none if nobody knows the instructions of this machine.
   program_load does it for --attribution=exact.  STATUS_IO.  */
enum status program_decode (struct program *program, struct diag *diag);

/* Add to SET the functions whose address is taken (R14.53, R14.81).  STATUS_IO.
   O(what image_list_taken costs + addresses log symbols).  */
enum status program_find_taken (const struct program *program,
                                struct symset *set, struct diag *diag);

/* Fill the lines of each object with those of the code of the functions in
   WANTED, and perhaps others, unless symbols come from a table.  What
   object_read_lines costs for these functions.  */
enum status program_read_lines (struct program *program,
                                const struct options *options,
                                const struct symset *wanted,
                                struct diag *diag);

/* Fill the inlined code of the objects of PROGRAM, which was loaded, as far as
   it is around NEAR, which ascends: see inlined_code_read.  Warns if nothing
   can be known.  STATUS_IO.  */
enum status program_read_inlined (struct program *program,
                                  const interval_list *near,
                                  struct diag *diag);

/* Add to SET the symbols of which the C library may have lost calls: all if an
   object of PROGRAM starts threads, else those of program_find_taken, which
   costs and returns the same.  */
enum status program_find_lower_bounds (const struct program *program,
                                       struct symset *set, struct diag *diag);

/* Do OPTIONS let every function of the objects, under whatever name, into the
   symbol table?  */
bool program_has_all_functions (const struct options *options);

/* Object 0, or null if none was opened.  */
static inline const struct object *
program_main (const struct program *program)
{
  return program->objects.count > 0 ? &program->objects.items[0] : NULL;
}

/* The object that symbol ID is of; there is at least one.  O(log objects).  */
static inline const struct object *
program_object_of (const struct program *program, sym_id id)
{
  return &program->objects.items[symtab_object (&program->symtab, id)];
}

/* How much higher symbol ID is than it was linked for; 0 if it is not PROGRAM's
   but of another SYMTAB.  O(log objects).  */
static inline uint64_t
program_bias_of (const struct program *program, const struct symtab *symtab,
                 sym_id id)
{
  return program != NULL && symtab == &program->symtab
                 && program->objects.count > 0
             ? program_object_of (program, id)->bias
             : 0;
}

/* The target that all objects were built for; lives as long as PROGRAM.  */
const struct target *program_target (const struct program *program);

/* The object whose range has PC, or null.  O(log objects).  */
const struct object *program_object_at (const struct program *program,
                                        uint64_t pc);

/* Is there any code, that is a byte of a section that holds code, from LOW_PC
   up to HIGH_PC?  O(log objects + objects there * log sections).  */
bool program_has_code (const struct program *program, uint64_t low_pc,
                       uint64_t high_pc);

/* Is PC in a section that holds code?  O(log objects + log sections).  */
static inline bool
program_is_code (const struct program *program, uint64_t pc)
{
  return pc < UINT64_MAX && program_has_code (program, pc, pc + 1);
}

void program_release (struct program *program);

#endif
