/* formats.h - the tables of listings and formats: what each needs and holds,
   and what prints it.

   LISTINGS is everywhere a set of enum listing, those that are written.  */

#ifndef FORMATS_H
#define FORMATS_H

#include <stdbool.h>

#include "analysis/measurement.h"
#include "base/diag.h"
#include "base/json.h"
#include "base/output.h"
#include "input/options.h"
#include "model/profile.h"
#include "output/report.h"
#include "output/view_functions.h"

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
  NEEDS_HOT_CODE = 1 << 14,     /* as NEEDS_SAMPLED_CODE, of the functions that
                               took most */
  NEEDS_FILE_COLUMNS = 1 << 15, /* with LISTING_PER_FILE */
  NEEDS_WAITS = 1 << 16,        /* that were measured */
  NEEDS_THREADS = 1 << 17       /* what functions take in each */
};

/* All that LISTINGS need.  */
unsigned listings_needs (unsigned listings, const struct options *options);

/* The listings to write: what OPTIONS ask for, or, if that is nothing, what is
   printed then for PROFILE (R1.5), with a warning if it has no call graph.  */
unsigned listings_choose (const struct options *options,
                          const struct profile *profile, struct diag *diag);

/* Is there one in LISTINGS that is not one of OTHERS, or is the debugging text
   of -d printed?  */
static inline bool
listings_any_but (unsigned others, unsigned listings,
                  const struct options *options)
{
  return (listings & ~others) != 0 || options->debug != 0;
}

/* Check that PROFILE has the data for NEEDS, bits of enum listing_needs
   (R1.7).  STATUS_FORMAT if it does not.  */
enum status listings_check (unsigned needs, const struct options *options,
                            const struct profile *profile, struct diag *diag);

/* Print the listings of REPORT, in the order of their style.  */
enum status listings_print (struct report *report, struct diag *diag);

/* --- The printers -------------------------------------------------------- */

/* Print one listing as text.  The flat profile needs a histogram; graph, index
   and cycles need arcs, cycles also what breaks them; annotated source needs
   the coverage, orders their ordering, that of files the map as well.  */
typedef void listing_printer (struct report *report);

listing_printer print_flat, print_graph, print_index, print_exec,
    print_function_order, print_file_order, print_cycles, print_per_file,
    print_per_thread, print_diff, print_findings, print_waits;

/* Print what the account of REPORT says, if it is known (R20.205).  */
void print_account (const struct report *report);

/* The same for what can fail: annotated source in files of its own with
   STATUS_IO if one of these cannot be written, after all others were tried;
   instructions as asm_view_next_function says.  */
typedef enum status failing_printer (struct report *report, struct diag *diag);

failing_printer print_source, print_asm;

/* The explanations, in print_blurb.c.  */
void print_flat_blurb (const struct report *report);
void print_graph_blurb (const struct report *report);
void print_per_file_blurb (struct output *output);
void print_per_thread_blurb (struct output *output);
void print_diff_blurb (struct output *output);
void print_asm_blurb (struct output *output);
void print_findings_blurb (struct output *output);
void print_waits_blurb (struct output *output);

/* --- Formats ------------------------------------------------------------- */

/* Decide what OPTIONS, which were parsed, leave open: the format, by the
   suffix of the output file, and for all formats but text the attribution of
   samples, exact where nothing excludes that (R15.2, R15.4).  STATUS_USAGE if
   the format cannot hold what was asked for (R15.3).  */
enum status formats_choose (struct options *options, struct diag *diag);

/* The listings to write: those of listings_choose, and those that the format
   of OPTIONS has without being asked for them (R15.80).  */
unsigned formats_choose_listings (const struct options *options,
                                  const struct profile *profile,
                                  struct diag *diag);

/* STATUS_UNSUPPORTED if the report would go to OUTPUT, which is a terminal, in
   a binary format.  */
enum status formats_check_output (const struct options *options,
                                  const struct output *output,
                                  struct diag *diag);

/* All that LISTINGS need in the format that OPTIONS ask for: bits of enum
   listing_needs.  */
unsigned formats_needs (unsigned listings, const struct options *options);

/* Write the listings of REPORT in its format.  The status is the writer's.  */
enum status formats_write (struct report *report, struct diag *diag);

/* --- The writers ---------------------------------------------------------

   Each writes all of REPORT->output, and uses the listings that REPORT has and
   its row in the table allows.  STATUS_IO if the program or its sources cannot
   be read, or the program dot fails; STATUS_UNSUPPORTED if SVG has no such
   program, or stacks are to be compared with a report, which has none.  */

listing_printer write_csv, write_dot, write_callgrind, write_speedscope;
failing_printer write_json, write_svg, write_folded, write_pprof, write_html;

/* Show REPORT on the terminal until the user has seen enough.
   STATUS_UNSUPPORTED as in screen_open.  */
failing_printer browse_report;

/* Write the members of REPORT in JSON, but for "schema", into the object that
   is open; if IS_BRIEF, of functions and arcs without what follows from other
   members.  FUNCTIONS, which was started, is used up.  STATUS_IO.  */
enum status json_report (struct json *json, struct report *report,
                         struct functions_view *functions, bool is_brief,
                         struct diag *diag);

#endif
