/* exclusions.h - which options exclude each other.  */

#ifndef EXCLUSIONS_H
#define EXCLUSIONS_H

#include "base/diag.h"
#include "input/options.h"

/* What options ask for besides listings, in bits that enum listing does not
   use.  Where several are refused, the first one is named.  */
enum option_use
{
  USES_DEBUG = 1 << 16,
  USES_LINES = 1 << 17,
  USES_TRADITIONAL = 1 << 18,
  USES_INLINED = 1 << 19,
  USES_ERRORS = 1 << 20,
  USES_EXACT = 1 << 21,
  USES_GROUPS = 1 << 22,
  USES_OUTPUT = 1 << 23,
  USES_TOP = 1 << 24,
  USES_MIN_PERCENT = 1 << 25,
  USES_FOCUS = 1 << 26,
  USES_HIDE = 1 << 27,
  USES_SORT = 1 << 28,
  USES_RUN = 1 << 29
};

/* All of enum listing and enum option_use that OPTIONS ask for.  */
unsigned options_uses (const struct options *options);

enum
{
  USE_NAME_MOST = 40 /* bytes of such a name, with the last 0 */
};

/* Set NAME to the first option that asks for one of USES, which is not empty,
   as users write it.  */
void options_name_use (unsigned uses, char name[USE_NAME_MOST]);

/* STATUS_USAGE if two of OPTIONS exclude each other.  */
enum status exclusions_check (const struct options *options,
                              struct diag *diag);

#endif
