/* pattern.h - names of files with letters behind a percent sign, which stand
   for a process or its rank (R20.231).  */

#ifndef PATTERN_H
#define PATTERN_H

#include <stdint.h>

#include "base/diag.h"

/* Set *NAME to PATTERN, the argument of OPTION, with %p replaced by PROCESS,
   %r by the rank of this process in a parallel program, and %% by %; to be
   freed.  STATUS_USAGE: another letter.  STATUS_UNSUPPORTED: no rank, or no process,
   which is 0.  */
enum status pattern_expand (char **name, const char *pattern,
                            const char *option, uint32_t process,
                            struct diag *diag);

/* Fail as that would with any process.  PATTERN may be null.  */
enum status pattern_check (const char *pattern, const char *option,
                           struct diag *diag);

#endif
