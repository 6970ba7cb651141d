/* view_source.h - the rows of annotated source (R9.1-R9.14): lines with their
   counts, the lines called most, and a summary for each file.  */

#ifndef VIEW_SOURCE_H
#define VIEW_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analysis/coverage.h"
#include "base/diag.h"
#include "output/report.h"
#include "object/srctext.h"

enum
{
  SOURCE_COUNTS_MOST = 16 /* counts of a line; more are not shown */
};

struct source_row
{
  const char *text; /* with its line feed, if it has one */
  size_t length;
  uint64_t counts[SOURCE_COUNTS_MOST];
  size_t count_count; /* 0: nothing is known of the line */
  bool is_rare;       /* executed less often than the user wants to see */
};

/* The figures of a file (R9.10).  */
struct source_summary
{
  uint64_t executable; /* lines with symbols */
  uint64_t executed;   /* those of them that have counts, even 0 (R9.10) */
  double percent;      /* EXECUTED of EXECUTABLE */
  uint64_t executions; /* of all lines */
  double average;      /* for each of EXECUTABLE */
};

struct source_view
{
  const struct report *report;
  const struct coverage_file *file;
  const char *text, *end; /* what is left of the file */
  size_t line;            /* in the coverage, the next one */
  uint32_t number;        /* of the latest line of text, from 1 */
  uint64_t running;       /* the latest count, for -x: across files (R9.5) */
  uint64_t executable, executed;
  struct source_row row;
};

/* Let VIEW, a zeroed one or that of the file before, be of FILE, whose text is
   TEXT.  REPORT, FILE and TEXT are borrowed.  */
void source_view_start (struct source_view *view, const struct report *report,
                        const struct coverage_file *file,
                        const struct srctext *text);

/* The next line, valid until the next call; null behind the last one.  */
const struct source_row *source_view_next (struct source_view *view);

/* Set *ORDER to the *COUNT lines called most, as places behind the file's
   first one in the coverage, to be freed: as many as the user wants (R9.9).
   STATUS_NO_MEMORY.  O(lines log lines).  */
enum status source_view_top (const struct source_view *view, uint32_t **order,
                             size_t *count, struct diag *diag);

/* After the last line.  */
struct source_summary source_view_summary (const struct source_view *view);

#endif
