/* mismatch.h - do this image and these profiles belong together?  */

#ifndef MISMATCH_H
#define MISMATCH_H

#include <stdbool.h>

#include "base/diag.h"
#include "object/image.h"
#include "model/profile.h"
#include "model/symtab.h"

/* What is held against each other.  Everything is borrowed.  */
struct pairing
{
  struct image *image; /* asked for its code and for its symbols, which must
                          have been read if they will be */
  const char *image_name;
  const struct profile *profile;
  const char *profile_name; /* what messages call the profile */
  const struct symtab *symtab;
  bool full_table; /* SYMTAB has all functions of the image, so call targets
                      can be judged */
  bool table_is_given; /* SYMTAB is the user's: what it has is right, but
                          functions may be missing */
  bool strict;         /* fail instead of printing a warning */
};

/* Find out whether PAIR's profile can be the image's, by these signs, the first
   of which is told: its histograms lie outside the code, or those of one file
   do and those of another do not; nothing in the image starts profiling; a
   histogram ends elsewhere than those of the image; most samples lie outside
   the code; a file's call targets are at other places in their functions than
   those of other files; call targets or callers are not behind calls, or, where
   that cannot be known, most targets are not at the start of a function.
   Addresses outside all histograms are not judged.  What the image does not
   show is no sign.

   Prints one warning line and sets *FOUND, or fails with STATUS_MISMATCH if
   that is wanted.
   STATUS_NO_MEMORY or STATUS_IO otherwise.  O(bins log sections + arcs +
   symbols + histograms log histograms).  */
enum status mismatch_check (const struct pairing *pair, bool *found,
                            struct diag *diag);

#endif
