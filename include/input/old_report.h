/* old_report.h - reports of ours in JSON, read back for --diff: what they say
   of functions (R15.140-R15.147).  */

#ifndef OLD_REPORT_H
#define OLD_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/infile.h"
#include "base/memory.h"

/* Of these reports: doc/gprof.schema.json describes it.  */
#define REPORT_SCHEMA "gprof/1"

/* A function of a report.  Texts belong to the reports.  */
struct old_row
{
  const char *function; /* as the linker has it */
  const char *file;     /* of the source; null if the report has none */
  uint64_t address;
  uint64_t calls;
  double samples;
};

struct old_report
{
  const char *name;     /* of its file; borrowed */
  const char *build_id; /* hexadecimal; null if it has none */
  const char *unit;
  bool exact;     /* its samples are credited like that */
  uint64_t files; /* profiles that are added up in it, 1 to 2^24 */
  uint64_t rate;  /* samples per unit; 0 without a histogram */
  double weight;  /* samples for each signal (profile_weight) */
  size_t first_row, row_limit;
};

/* Zeroed, there is none.  */
struct old_reports
{
  VEC (struct old_report) items;
  VEC (struct old_row) rows; /* of all reports, one after the other */
  struct arena memory;
};

/* Does INFILE, of which enough was read to recognise it, begin like JSON?  */
bool old_report_begins (const struct infile *infile);

/* Read INFILE, which begins like that, to its end, and add the report to
   REPORTS, which may then hold part of it.  Its rows have to be lines if
   BY_LINE, else functions.  STATUS_IO; STATUS_FORMAT for what is no JSON,
   STATUS_UNSUPPORTED for what is no report, or one of an unknown schema,
   STATUS_MISMATCH for one that lacks what a comparison needs.  O(size of the
   file); keeps 40 bytes a function, and texts.  */
enum status old_report_read (struct old_reports *reports,
                             struct infile *infile, bool by_line,
                             struct diag *diag);

void old_reports_release (struct old_reports *reports);

#endif
