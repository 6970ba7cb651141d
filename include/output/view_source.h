/* view_source.h - the rows of annotated source (R9.1-R9.14): source files, and
   of each its lines with their counts, the lines called most, and a summary.  */

#ifndef VIEW_SOURCE_H
#define VIEW_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analysis/coverage.h"
#include "base/diag.h"
#include "base/memory.h"
#include "model/sources.h"
#include "object/srctext.h"
#include "output/report.h"

enum
{
  SOURCE_COUNTS_MOST = 16 /* counts of a line; more are not shown */
};

/* A source file that is shown.  */
struct source_file
{
  const char *name; /* as debugging information has it */
  unsigned
      same_base; /* how many files there were with this base name, this one
                         included, since each gets a file of its own */
};

/* A line.  */
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
  source_id next_file;  /* one above the next one */
  bool all_uncalled;    /* nothing is shown, since all files that could be were
                           left out for want of calls */
  bool any;             /* a file was not left out for that */
  struct sources bases; /* base names of files so far */
  VEC (unsigned) uses;  /* how often each one came */
  struct source_file file;
  const struct coverage_file *lines; /* of that file */
  struct srctext source;             /* its text */
  const char *text, *end;            /* what is left of it */
  size_t line;                       /* in the coverage, the next one */
  uint32_t number;                   /* of the latest line of text, from 1 */
  uint64_t running; /* the latest count, for -x: across files (R9.5) */
  uint64_t executable, executed;
  struct source_row row;
};

/* Let VIEW be of REPORT, which is borrowed.  */
void source_view_start (struct source_view *view, const struct report *report);

/* The next source file, the newest first (R9.1), valid until the next call; null
   behind the last one.  A file without counted calls is left out unless the
   user wants to see it, and so is one that cannot be read, after a warning; a
   failure of the system is recorded in DIAG instead.  */
const struct source_file *source_view_next_file (struct source_view *view,
                                                 struct diag *diag);

/* The next line of the file, valid until the next call; null behind the last
   one.  */
const struct source_row *source_view_next (struct source_view *view);

/* After the last line of the file.  */
struct source_summary source_view_summary (const struct source_view *view);

void source_view_end (struct source_view *view);

#endif
