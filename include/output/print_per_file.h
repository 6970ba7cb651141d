/* print_per_file.h - the rows of --per-file (R14.60): how the self time of each
   function varies between the profiles.  */

#ifndef PRINT_PER_FILE_H
#define PRINT_PER_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "model/symtab.h"
#include "output/report.h"

/* Times are in the unit of the profile.  */
struct per_file_row
{
  sym_id symbol;
  double mean, minimum, maximum;
  bool has_deviation; /* there are two files or more */
  double deviation;   /* standard deviation between files */
  double imbalance;   /* maximum / mean */
  const char *file;   /* that has the maximum */
};

struct per_file_view
{
  /* For the heading.  */
  size_t files;
  size_t count;      /* of the rows */
  size_t file_width; /* bytes of the longest name of a file */

  /* For the functions below.  */
  const struct report *report;
  sym_id *symbols; /* of the rows */
  size_t next;
  struct per_file_row row;
};

/* Start VIEW of REPORT, which is borrowed; to be ended.  O(symbols + rows log
   rows).  */
void per_file_view_start (struct per_file_view *view,
                          const struct report *report);

/* The next row, valid until the next call; null behind the last one.  */
const struct per_file_row *per_file_view_next (struct per_file_view *view);

void per_file_view_end (struct per_file_view *view);

#endif
