/* libraries.h - the shared libraries of a run: which profiles are theirs, and
   their files.  */

#ifndef LIBRARIES_H
#define LIBRARIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "input/options.h"
#include "input/program.h"
#include "model/profile_builder.h"

/* A library that a profile needs; all is borrowed.  */
struct library_wanted
{
  const char *label;   /* what it is to be called; null for its own name */
  const char *profile; /* the one that needs it */
  const char *path;    /* where to look first, or null */
  const unsigned char *build_id;
  size_t build_id_size; /* of the id that it must have; 0 for any */
  uint64_t low_pc,
      limit_pc;       /* its addresses if there is no file; 0 if not known */
  bool knows_callers; /* the profile has callers elsewhere by their addresses,
                         so there is no function for them */
  bool is_caller;     /* it is only needed for callers, so it is left out if
                         there is no file */
  bool is_bystander;  /* nobody misses its names */
};

/* Add to PROGRAM, which has its image, the libraries that OPTIONS name, and
   those that the names of profiles mean (R16.31, R16.34).  A library that is
   not found, or cannot be read, becomes an object without an image, after a
   warning.  STATUS_IO if the system fails; STATUS_MISMATCH if there are no
   addresses left.  O(profiles + libraries * what opening one costs).  */
enum status libraries_open (struct program *program,
                            const struct options *options, struct diag *diag);

/* Set *NUMBER to that of the library called NAME, which has no slash, in
   PROGRAM: the first file that is WANTED, which may be an object already, or
   else the object of that name, unless its build-id should be known.  Without
   either it becomes an object without an image, after a warning, or
   STATUS_ABSENT.  Otherwise as libraries_open.  */
enum status libraries_find (struct program *program, const char *name,
                            const struct library_wanted *wanted,
                            size_t *number, struct diag *diag);

/* Set *NUMBER to that of the object called NAME in PROGRAM, which has no file;
   a new one, if need be.  As libraries_open.  */
enum status libraries_find_unnamed (struct program *program, const char *name,
                                    const struct library_wanted *wanted,
                                    size_t *number, struct diag *diag);

/* Put OBJECT, whose addresses are not yet the program's, behind those that
   PROGRAM has.  HAS_OUTSIDE: see object_add_outside.  STATUS_MISMATCH: there
   are no addresses left; then OBJECT stays the caller's.  */
enum status libraries_append (struct program *program, struct object *object,
                              bool has_outside, struct diag *diag);

/* STATUS_MISMATCH: the object file NAME has another build-id than the one in
   PROFILE.  */
enum status libraries_fail_build_id (const char *name, const char *profile,
                                     struct diag *diag);

/* Does the text of LENGTH bytes at NAME look like the name of a shared
   library?  */
bool libraries_is_name (const char *name, size_t length);

/* Is OBJECT called by the LENGTH bytes at NAME (R16.31)?  */
bool libraries_is_called (const struct object *object, const char *name,
                          size_t length);

/* The object of PROGRAM that the profile called NAME is of.  O(objects).  */
struct profile_origin libraries_origin (const struct program *program,
                                        const char *name);

#endif
