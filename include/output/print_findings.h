/* print_findings.h - the rows of --explain (R14.120): each finding in words,
   for all formats.  */

#ifndef PRINT_FINDINGS_H
#define PRINT_FINDINGS_H

#include <stddef.h>

#include "analysis/findings.h"
#include "base/memory.h"
#include "output/report.h"

/* A finding.  ID and SEVERITY never change; the others are sentences without a
   capital and full stop, in the language of messages, with names as listings
   show them.  All live as long as the view and the report.  */
struct findings_row
{
  const char *id;       /* "few-samples" */
  const char *severity; /* "serious", "doubtful" or "note" */
  const char *what;
  const char *evidence; /* the numbers that show it */
  const char *remedy;   /* what to do */
};

struct findings_view
{
  const struct report *report;
  size_t next;
  struct arena memory; /* of sentences */
  struct findings_row row;
};

/* Start VIEW of REPORT, which is borrowed and has findings; to be ended.  */
void findings_view_start (struct findings_view *view,
                          const struct report *report);

/* The next row, valid until the next call; null behind the last one.  */
const struct findings_row *findings_view_next (struct findings_view *view);

void findings_view_end (struct findings_view *view);

#endif
