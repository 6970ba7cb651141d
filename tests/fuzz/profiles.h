/* profiles.h - what the targets of profile readers share.  */

#ifndef FUZZ_PROFILES_H
#define FUZZ_PROFILES_H

#include "fuzz.h"
#include "input/options.h"
#include "model/profile_builder.h"

/* Read one or two files of FORMAT and add them up, as main would.

   Input: a byte, the target (target_of); two bytes, the size of the first
   file; that file; and the rest, if there is one, is the second.  */
void fuzz_profiles (struct input input, enum profile_format format);

/* The same for files of ORIGIN.  */
void fuzz_profiles_of (struct input input, enum profile_format format,
                       const struct profile_origin *origin);

/* The same, and then let LOOK have what was read, if all was.  */
void fuzz_profiles_seen (struct input input, enum profile_format format,
                         const struct profile_origin *origin,
                         void (*look) (const struct profile *profile,
                                       struct diag *diag));

#endif
