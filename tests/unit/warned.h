/* warned.h - what a caught diag printed, as two tests.  */

#ifndef WARNED_H
#define WARNED_H

#include <string.h>

#include "capture.h"
#include "tap.h"

/* One warning was printed, and EXPECTED is in it, or, if that is empty,
   nothing was.  */
static inline void
is_warned (struct caught_diag *caught, const char *expected, const char *what)
{
  const char *text = caught_text (caught);
  const bool silent = expected[0] == '\0';
  is_u64 (caught->diag.warnings, !silent, "%s: %s", what,
          silent ? "silence" : "a warning");
  ok (silent ? text[0] == '\0' : strstr (text, expected) != NULL,
      "it says '%s'", expected);
}

#endif
