/* profile_names.h - the files that profile arguments mean: a directory stands
   for the files in it.  */

#ifndef PROFILE_NAMES_H
#define PROFILE_NAMES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/diag.h"
#include "base/memory.h"
#include "input/options.h"

/* Zeroed, it is empty.  */
struct profile_names
{
  const char *const *files; /* COUNT: the arguments or, if directories are
                               among them, those in OWN */
  size_t count;
  VEC (bool) regular; /* for each: it is an ordinary file, or not there; false
                         if that was not looked at */
  bool has_counts;    /* the user named the first one, and it was seen to be of
                         the GNU C library's kind, so there are no stacks */
  bool owns;          /* OWN is in use */
  VEC (const char *) own;
  VEC (bool) listed;   /* for each of OWN: it is one of a directory */
  struct arena memory; /* of names in directories */
};

/* Fill NAMES, zeroed, with what ARGUMENTS[0 .. COUNT-1] mean, which are
   borrowed, they and their array: a file is itself, and a directory, if it
   EXPANDS, all ordinary files in it by ascending names, as bytes, but not what
   is in directories below it.  STATUS_IO if a directory cannot be read,
   STATUS_FORMAT if it has no file.  */
enum status profile_names_expand (struct profile_names *names,
                                  const char *const *arguments, size_t count,
                                  bool expands, struct diag *diag);

/* Is file number I one of a directory, not named by the user?  */
bool profile_names_is_listed (const struct profile_names *names, size_t i);

/* Release all but the memory of the names, which moves to *MEMORY.  */
void profile_names_release (struct profile_names *names, struct arena *memory);

/* Release all.  */
void profile_names_close (struct profile_names *names);

/* --- Live files ---------------------------------------------------------- */

/* Are the profiles of a run live files?  */

/* The files of both sides.  Zeroed, there are none.  */
struct found_profiles
{
  struct profile_names new, old;
};

/* Look for the profiles of OPTIONS, which borrow FOUND then, and find out
   whether they are live files, as the first of them shows (R20.42); choose
   what that requires.  What cannot be found is left to profiles_read.
   STATUS_UNSUPPORTED: live files cannot be added up in gmon.sum.
   Opens a file for each of both sides, and of a directory
   those before the first profile.  FOUND is to be released in any case.  */
enum status live_choose (struct found_profiles *found, struct options *options,
                         struct diag *diag);

void found_profiles_release (struct found_profiles *found);

#endif
