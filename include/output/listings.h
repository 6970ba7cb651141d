/* listings.h - the table of listings: which there are, what each needs, and
   who prints it.  A new listing is a view, a printer and a row.  */

#ifndef LISTINGS_H
#define LISTINGS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/diag.h"
#include "analysis/measurement.h"
#include "input/options.h"
#include "model/profile.h"
#include "output/report.h"

/* What has to be there before a listing is printed.  */
enum listing_needs
{
  NEEDS_HISTOGRAM = 1 << 0,
  NEEDS_ARCS = 1 << 1,
  NEEDS_PLACES = 1 << 2,       /* file and line of all symbols */
  NEEDS_INDEX_PLACES = 1 << 3, /* of static functions that were used */
  NEEDS_COVERAGE = 1 << 4,
  NEEDS_SOURCES = 1 << 5, /* the search path for source files */
  NEEDS_FUNCTION_ORDER = 1 << 6,
  NEEDS_FILE_ORDER = 1 << 7
};

/* All that the listings need which OPTIONS ask for.  */
unsigned listings_needs (const struct options *options);

/* If OPTIONS ask for nothing, let them ask for what is printed then for
   PROFILE (R1.5), and warn if it has no call graph.  */
void listings_choose (struct options *options, const struct profile *profile,
                      struct diag *diag);

/* Do OPTIONS ask for a text that is printed when all profiles were read: a
   listing, or what -d tells?  */
bool listings_any (const struct options *options);

/* Add to MEASUREMENT, made of OF, what listings need beside time and calls;
   after measurement_propagate.  The files of the symbols are below
   FILE_COUNT.  */
enum status listings_measure (struct measurement *measurement,
                              const struct measured *of,
                              const struct options *options, size_t file_count,
                              struct diag *diag);

/* See that PROFILE has the data for what OPTIONS ask for (R1.7).
   STATUS_FORMAT if it has not.  */
enum status listings_check (const struct options *options,
                            const struct profile *profile, struct diag *diag);

/* Print what REPORT's options ask for, in the order of their style.  */
enum status listings_print (struct report *report, struct diag *diag);

#endif
