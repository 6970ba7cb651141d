/* libraries.h - the shared libraries of a run: which profiles are theirs, and
   their files.  */

#ifndef LIBRARIES_H
#define LIBRARIES_H

#include "base/diag.h"
#include "input/options.h"
#include "input/program.h"
#include "model/profile_builder.h"

/* Add to PROGRAM, which has its image, the libraries that OPTIONS name, and
   those that the names of profiles mean (R16.31, R16.34).  A library that is
   not found, or cannot be read, becomes an object without an image, after a
   warning.  STATUS_NO_MEMORY; STATUS_IO if the system fails; STATUS_MISMATCH if
   there are no addresses left.  O(profiles + libraries * what opening one
   costs).  */
enum status libraries_open (struct program *program,
                            const struct options *options, struct diag *diag);

/* The object of PROGRAM that the profile called NAME is of.  O(objects).  */
struct profile_origin libraries_origin (const struct program *program,
                                        const char *name);

#endif
