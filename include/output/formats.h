/* formats.h - the table of formats: what form a report can have, what each
   form needs, and what writes it.  A new format is a word in the row FORMAT of
   value_table, the enumerator in enum report_format at the same place, a
   writer that is declared here, and a row in formats.c.  */

#ifndef FORMATS_H
#define FORMATS_H

#include "base/diag.h"
#include "base/output.h"
#include "input/options.h"
#include "output/listings.h"
#include "output/report.h"

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

/* Write the listings of REPORT in its format.  STATUS_NO_MEMORY, or what the
   writer says.  */
enum status formats_write (struct report *report, struct diag *diag);

/* --- The writers ---------------------------------------------------------

   Each writes all of REPORT->output, and uses the listings that REPORT has and
   its row in the table allows.  STATUS_NO_MEMORY is their only failure, but
   for what sources that are shown say, and for SVG STATUS_UNSUPPORTED without
   the program dot and STATUS_IO if that fails.  */

listing_printer write_json, write_csv, write_dot, write_svg, write_callgrind,
    write_folded, write_speedscope, write_pprof, write_html;

#endif
