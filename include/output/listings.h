/* listings.h - the table of listings: which there are, what each needs, and
   what prints it.  A new listing is a bit in enum listing, a row in the option
   table, a view, a printer that is declared here, and a row.

   LISTINGS is everywhere a set of enum listing, those that are written.  */

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
  NEEDS_FILE_ORDER = 1 << 7,
  NEEDS_CYCLE_BREAKING = 1 << 8,
  NEEDS_SPREADS = 1 << 9,       /* of self times between files */
  NEEDS_ROW_PLACES = 1 << 10,   /* file and line of what may have a row */
  NEEDS_LOWER_BOUNDS = 1 << 11, /* of which functions calls may be lost */
  NEEDS_SAMPLED_CODE = 1 << 12, /* and its lines */
  NEEDS_FINDINGS = 1 << 13,
  NEEDS_HOT_CODE = 1 << 14,    /* as NEEDS_SAMPLED_CODE, of the functions that
                               took most */
  NEEDS_FILE_COLUMNS = 1 << 15 /* with LISTING_PER_FILE */
};

/* All that LISTINGS need.  */
unsigned listings_needs (unsigned listings, const struct options *options);

/* What is printed for PROFILE if the user asked for nothing (R1.5).  */
unsigned listings_default (const struct options *options,
                           const struct profile *profile);

/* The listings to write: what OPTIONS ask for, or, if that is nothing, what is
   printed then for PROFILE (R1.5), with a warning if it has no call graph.  */
unsigned listings_choose (const struct options *options,
                          const struct profile *profile, struct diag *diag);

/* Is there one in LISTINGS that is not one of OTHERS, or is the debugging text
   of -d printed?  */
bool listings_any_but (unsigned others, unsigned listings,
                       const struct options *options);

/* Check that PROFILE has the data for NEEDS, bits of enum listing_needs
   (R1.7).  STATUS_FORMAT if it does not.  */
enum status listings_check (unsigned needs, const struct options *options,
                            const struct profile *profile, struct diag *diag);

/* Print the listings of REPORT, in the order of their style.  */
enum status listings_print (struct report *report, struct diag *diag);

/* --- The printers -------------------------------------------------------- */

/* Print one listing as text.  The flat profile needs a histogram; graph, index
   and cycles need arcs, cycles also what breaks them; annotated source needs
   the coverage, orders their ordering, that of files the map as well.  STATUS_NO_MEMORY is their only failure, but
   for annotated source in files of its own: STATUS_IO if one of these cannot
   be written, after all others were tried.  */
typedef enum status listing_printer (struct report *report, struct diag *diag);

listing_printer print_flat, print_graph, print_index, print_exec, print_source,
    print_function_order, print_file_order, print_cycles, print_per_file,
    print_diff, print_asm, print_findings;

/* The explanations, in print_blurb.c.  */
void print_flat_blurb (struct output *output, const struct options *options);
void print_graph_blurb (struct output *output, const struct options *options);
void print_per_file_blurb (struct output *output);
void print_diff_blurb (struct output *output);
void print_asm_blurb (struct output *output);
void print_findings_blurb (struct output *output);

#endif
