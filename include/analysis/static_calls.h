/* static_calls.h - the calls in the program's machine code, for -c.  */

#ifndef STATIC_CALLS_H
#define STATIC_CALLS_H

#include <stdbool.h>

#include "analysis/callscan.h"
#include "base/diag.h"
#include "input/options.h"
#include "model/profile.h"
#include "input/program.h"

struct static_calls
{
  struct callscan calls;
  bool found; /* the code was searched */
};

/* Find the calls in the code of PROGRAM's objects if OPTIONS ask for them and PROFILE has a
   call graph that they could go to (R0.6).  For a machine whose code we cannot
   read there is a warning, and none are found.  STATUS_IO, STATUS_FORMAT or
   STATUS_NO_MEMORY.  What callscan_find costs.  */
enum status static_calls_find (struct static_calls *found,
                               const struct options *options,
                               const struct program *program,
                               const struct profile *profile,
                               struct diag *diag);

/* What was found, or null if the code was not searched.  */
const struct callscan *static_calls_of (const struct static_calls *found);

void static_calls_release (struct static_calls *found);

#endif
