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
  VEC (const char *) files;
  VEC (bool) regular;  /* for each: was it seen to be an ordinary file? */
  VEC (bool) listed;   /* is it one of a directory, not named by the user? */
  struct arena memory; /* of names in directories */
};

/* Fill NAMES, zeroed, with what ARGUMENTS[0 .. COUNT-1] mean, which are
   borrowed: a file is itself, and a directory, if it EXPANDS, all ordinary files
   in it by ascending names, as bytes, but not what is in directories below it.
   STATUS_IO if a directory cannot be read, STATUS_FORMAT if it has no file.  */
enum status profile_names_expand (struct profile_names *names,
                                  const char *const *arguments, size_t count,
                                  bool expands, struct diag *diag);

/* Release all but the memory of the names, which moves to *MEMORY.  */
void profile_names_release (struct profile_names *names, struct arena *memory);

/* Release all.  */
void profile_names_close (struct profile_names *names);

/* Does the text of LENGTH bytes at NAME look like the name of a shared library
   (R16.31)?  */
bool profile_names_library (const char *name, size_t length);

/* --- Live files ---------------------------------------------------------- */

/* The files of both sides.  Zeroed, there are none.  */
struct found_profiles
{
  struct profile_names new, old;
};

/* Look for the profiles of OPTIONS, which borrow FOUND then, and find out
   whether they are live files, as the first of them shows (R20.42); choose
   what that requires.  Of live files in directories, what is beside them is left
   out.  What cannot be found is left to profiles_read, and so is
   everything with --gnu-compat.  Opens a file for each of both sides, and of a
   directory those before the first profile.  STATUS_IO if the system fails.
   FOUND is to be released in any case.  */
enum status live_choose (struct found_profiles *found, struct options *options,
                         struct diag *diag);

void found_profiles_release (struct found_profiles *found);

#endif
