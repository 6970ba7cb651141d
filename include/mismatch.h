/* mismatch.h - do this image and these profiles belong together?  */

#ifndef MISMATCH_H
#define MISMATCH_H

#include "diag.h"
#include "image.h"
#include "profile.h"
#include "symtab.h"

/* Print at most one warning line when the profile cannot be this image's: its
   histograms lie outside the code, or those of one file do and those of
   another do not, or most samples do, or a file's call targets are at other
   places in their functions than those of other files, or most are not at the
   start of a function.  FULL_TABLE: SYMTAB has all functions of the image, so
   call targets can be judged.  PROFILE_NAME is what the message calls the
   profile.  STATUS_NO_MEMORY is the only failure. O(bins log sections + arcs +
   symbols).  */
enum status mismatch_warn (const struct image *image, const char *image_name,
                           const struct profile *profile,
                           const char *profile_name,
                           const struct symtab *symtab, bool full_table,
                           struct diag *diag);

#endif
