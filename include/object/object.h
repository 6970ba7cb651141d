/* object.h - one object of the profiled program: an image at its place in the
   program's addresses.

   An image knows only the addresses that it was linked for.  In the program
   these are higher by the object's bias.  Everything here takes and gives
   addresses of the program; where it asks the image, it translates.

   An object whose file is missing or of no use has no image: it is unnamed, and
   has no lines and no code.  What has no address, the image is asked itself.  */

#ifndef OBJECT_H
#define OBJECT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/filemark.h"
#include "dwarf/dwarf.h"
#include "model/mapping.h"
#include "model/sources.h"
#include "model/symset.h"
#include "model/symtab.h"
#include "model/text_section.h"
#include "object/image.h"
#include "object/instructions.h"
#include "object/srcline.h"

/* --- Inlined code -------------------------------------------------------- */

/* Which code of an image comes from functions that were inlined, and what into:
   read from DWARF by the rules of the standard, for libbfd is not asked.
   Zeroed, it is empty.  */
struct inlined_code
{
  struct dwarf *dwarf;        /* owned; null if nothing is known */
  struct dwarf *supplement;   /* owned: a file that several programs share; or
                               null */
  VEC (struct dwarf *) split; /* owned: files of units that were split */
  struct sources split_names; /* of these, and of those that are missing; */
  uint32_t missing;           /* how many that are, and one of them */
  const char *missing_name;
  inlined_list instances;
  interval_list pieces; /* of the code, ascending and apart; owned by the
                           innermost of INSTANCES */
};

/* Read what was inlined in the functions of the units of NEAR, which ascends;
   see dwarf_list_inlined.  STATUS_ABSENT if there is no debugging information,
   STATUS_UNSUPPORTED if it is out of proportion; CODE is empty then.  To be
   called once.  */
enum status inlined_code_read (struct inlined_code *code,
                               struct srcline *srcline,
                               const interval_list *near, struct diag *diag);

/* What the function of INSTANCE is called: for the linker, if that is known.
   Null if the name is not known; it lives as long as CODE and the image.  */
const char *inlined_code_name (const struct inlined_code *code,
                               uint32_t instance);

void inlined_code_release (struct inlined_code *code);

struct object
{
  struct image *image;  /* null if there is none */
  const char *name;     /* of its file, for messages; borrowed */
  const char *label;    /* what listings call it; borrowed */
  const char *soname;   /* what it is called as a library, or null; borrowed
                          from the image */
  struct filemark mark; /* of its file; not known before objects_open */
  bool is_unnamed;    /* it has no symbols: its range is one function without a
                      name (R16.37) */
  bool has_outside;   /* the byte below its code stands for callers elsewhere;
                       that is a function, too (R16.32) */
  bool is_bystander;  /* the recorder saw no calls of its functions, so nobody
                        misses its names */
  bool is_of_process; /* a profile of a process named it, so that a file that
                         cannot be read costs its names only */
  bool is_elsewhere;  /* it stands for all code that is in no object */
  bool is_recorder;   /* its range is one function, which is left out of
                        listings (R20.28) */
  uint64_t bias;      /* modulo 2^64 */
  uint64_t low_pc,
      limit_pc;            /* [low_pc, limit_pc): all that it has in memory */
  struct srcline *srcline; /* null before object_expect_lines */
  struct line_symbols lines;   /* of -l; empty without */
  struct inlined_code inlined; /* of --inlined; empty without */
};

/* Open the image NAME as OBJECT, BIAS above the addresses that it was linked
   for.  PROGRAM and the status as for image_open; OBJECT is zeroed if that
   fails.  */
enum status object_open (struct object *object, const char *name,
                         uint64_t bias, const char *program,
                         struct diag *diag);

/* Move OBJECT, which was opened with bias 0, and may have no image, to START_PC
   or above, as far as the low digits of its addresses are to stay.  False if it
   would not end below 2^63.  */
bool object_place (struct object *object, uint64_t start_pc);

/* Where MAPPING, which is of OBJECT's file, is in the program.
   O(sections).  */
struct mapped_place object_place_mapping (const struct object *object,
                                          const struct mapping *mapping);

/* Let OBJECT have a function for callers elsewhere, unless its code is at
   0.  */
void object_add_outside (struct object *object);

/* Is there a byte of a section that holds code from LOW_PC up to HIGH_PC?
   O(log sections).  */
bool object_has_code (const struct object *object, uint64_t low_pc,
                      uint64_t high_pc);

/* One past the last byte of its text section.  */
uint64_t object_text_limit (const struct object *object);

/* Append its symbols to SYMBOLS, see image_read_symbols.  */
enum status object_read_symbols (const struct object *object,
                                 const struct symbol_filter *filter,
                                 symbol_list *symbols, struct diag *diag);

/* Prepare for object_locate and object_read_lines; see srcline_open.  */
void object_expect_lines (struct object *object, const struct quirks *quirks);

/* Look up where the symbols RUN of SYMTAB, which are OBJECT's, come from as
   far as they are in WANTED, or all of them if that is null, see
   srcline_locate.  */
enum status object_locate (const struct object *object, struct symtab *symtab,
                           struct symrun run, const struct symset *wanted,
                           struct sources *sources, struct diag *diag);

/* Fill object->lines, see line_symbols_read; RUN as for object_locate.  */
enum status object_read_lines (struct object *object, struct symtab *symtab,
                               struct symrun run, const address_list *near,
                               struct sources *sources, struct diag *diag);

/* Fill object->inlined, see inlined_code_read; pieces at addresses of the
   program.  */
enum status object_read_inlined (struct object *object,
                                 const interval_list *near, struct diag *diag);

/* See image_find_extents.  */
void object_find_extents (const struct object *object, bool with_sizes,
                          struct extents *extents);

/* See image_list_taken.  */
enum status object_list_taken (const struct object *object,
                               address_list *taken, struct diag *diag);

/* See instructions_open.  */
enum status object_open_instructions (const struct object *object,
                                      bool with_text,
                                      struct instructions **instructions,
                                      struct diag *diag);

/* See image_read_code and image_look_at_code.  */
enum status object_read_code (const struct object *object,
                              struct text_section *code, struct diag *diag);
enum status object_look_at_code (const struct object *object,
                                 struct text_section *code, struct diag *diag);

/* See image_profiling.  */
void object_profiling (const struct object *object,
                       struct profiling *profiling);

/* Close the image and free the rest; OBJECT may be zeroed.  */
void object_close (struct object *object);

#endif
