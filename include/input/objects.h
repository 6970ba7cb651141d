/* objects.h - the objects of a program: the image, its shared libraries, and
   the files that profiles of processes name; and which of them a profile is
   of.  */

#ifndef OBJECTS_H
#define OBJECTS_H

#include <stdbool.h>

#include "base/diag.h"
#include "input/options.h"
#include "input/program.h"
#include "model/profile_builder.h"

/* Open the objects that OPTIONS name, and those that their profiles, which
   somebody has looked for, mean by their names (R16.31, R16.34) or, as live
   files (R20.43) and files with stacks (R16.61), have samples or calls of.
   A library that is not found, or cannot be read, becomes an object without an
   image, after a warning.  What is wrong with a profile is left to its reader.
   Then program_target is known, which is all that reading profiles takes.

   STATUS_IO, STATUS_FORMAT or STATUS_UNSUPPORTED, of the image; STATUS_IO if
   the system fails; STATUS_MISMATCH if there are no addresses left, or a live
   file is of another program.  Reads live files and files with stacks whole,
   and of others the beginning.  O(profiles + libraries * what opening one
   costs).  */
enum status objects_open (struct program *program,
                          const struct options *options, struct diag *diag);

/* Is MAPPING, of a live file, of the image (R20.43)?  O(objects).  */
bool objects_is_image (const struct program *program,
                       const struct mapping *mapping);

/* The object of PROGRAM that the profile called NAME is of; IS_LIVE: it is a
   live file.  O(objects).  */
struct profile_origin objects_origin (const struct program *program,
                                      const char *name, bool is_live);

#endif
