/* live_choice.h - are the profiles of a run live files?  */

#ifndef LIVE_CHOICE_H
#define LIVE_CHOICE_H

#include "base/diag.h"
#include "input/options.h"
#include "input/profile_names.h"

/* The files of both sides.  Zeroed, there are none.  */
struct found_profiles
{
  struct profile_names new, old;
};

/* Look for the profiles of OPTIONS, which borrow FOUND then, and find out
   whether they are live files, as the first of them shows (R20.42); choose
   what that requires.  What cannot be found is left to profiles_read.
   STATUS_UNSUPPORTED: live files cannot be added up in gmon.sum.
   STATUS_NO_MEMORY.  Opens a file for each of both sides, and of a directory
   those before the first profile.  FOUND is to be released in any case.  */
enum status live_choose (struct found_profiles *found, struct options *options,
                         struct diag *diag);

void found_profiles_release (struct found_profiles *found);

#endif
