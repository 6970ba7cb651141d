/* view_waits.h - the rows of --waits, and the account of all time, for listings
   and formats.  The rows are those of struct waiting, which REPORT has.  */

#ifndef VIEW_WAITS_H
#define VIEW_WAITS_H

#include <stddef.h>

#include "analysis/account.h"
#include "analysis/waiting.h"
#include "base/memory.h"
#include "output/report.h"

/* What listings call the function that ENTRY is of.  */
const char *waits_name (const struct report *report,
                        const struct wait_entry *entry);

/* The callers of PLACE as listings show them, " < " between them and behind them
   " < ..." if there are more; "" if nobody knows any.  To be freed.  */
char *waits_callers (const struct report *report,
                     const struct wait_place *place);

/* How many of REPORT's entries listings show, from the first one on: not those
   of threads that only waited, nor what is little, but with -z (R20.202,
   R20.203).  */
size_t waits_shown (const struct report *report);

/* The same of the places of ENTRY.  */
size_t waits_shown_places (const struct report *report,
                           const struct wait_entry *entry);

/* ACCOUNT, which is known, as a sentence without a full stop, in MEMORY.  Where
   LISTS_WAITS, it does not say which option does.  */
const char *account_text (const struct account *account, bool lists_waits,
                          struct arena *memory);

#endif
