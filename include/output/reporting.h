/* reporting.h - all that is printed behind one another: what the listings need
   beside time and calls, the report, what -d tells, and the listings.  */

#ifndef REPORTING_H
#define REPORTING_H

#include "analysis/callscan.h"
#include "base/diag.h"
#include "analysis/measurement.h"
#include "output/names.h"
#include "input/options.h"
#include "base/output.h"
#include "input/program.h"
#include "output/report.h"
#include "object/srctext.h"

/* What is reported; all borrowed.  */
struct reported
{
  const struct options *options;
  struct program *program;   /* its symbols are located as needed */
  const struct measured *of; /* what MEASUREMENT is made of */
  struct measurement
      *measurement; /* propagated; the rest is added as needed */
  struct output *output;
};

/* What printing it takes.  */
struct reporting
{
  struct search_path source_path;
  struct names names;
  struct report report;
};

/* Print what the user asked for, less -i and -s, or nothing if that is all;
   REPORTING is zeroed before and must not outlive REPORTED.  STATUS_NO_MEMORY,
   or what locating symbols and listings_print say; what was printed by then
   may lack its end.  */
enum status reporting_print (struct reporting *reporting,
                             const struct reported *reported,
                             struct diag *diag);

void reporting_release (struct reporting *reporting);

#endif
