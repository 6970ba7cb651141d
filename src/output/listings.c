/* listings.c - the table of listings.  */

#include "config.h"

#include "output/listings.h"

#include "base/i18n.h"
#include "analysis/warnings.h"

struct listing_row
{
  unsigned listing; /* the bit of enum listing that asks for it */
  unsigned needs;   /* bits of enum listing_needs */
  listing_printer *print;
};

/* In the order in which they are printed.  */
static const struct listing_row rows[] = {
  { LISTING_EXPLAIN, NEEDS_FINDINGS | NEEDS_SOURCES, print_findings },
  { LISTING_FLAT, NEEDS_HISTOGRAM, print_flat },
  { LISTING_GRAPH, NEEDS_ARCS, print_graph },
  { LISTING_GRAPH, NEEDS_INDEX_PLACES, print_index },
  { LISTING_EXEC, NEEDS_PLACES, print_exec },
  { LISTING_SOURCE, NEEDS_PLACES | NEEDS_COVERAGE | NEEDS_SOURCES,
    print_source },
  { LISTING_FUNCTION_ORDER, NEEDS_FUNCTION_ORDER, print_function_order },
  { LISTING_FILE_ORDER, NEEDS_FILE_ORDER, print_file_order },
  { LISTING_CYCLES, NEEDS_ARCS | NEEDS_CYCLE_BREAKING, print_cycles },
  { LISTING_PER_FILE, NEEDS_SPREADS, print_per_file },
  { LISTING_DIFF, NEEDS_SPREADS, print_diff },
  { LISTING_ASM, NEEDS_SAMPLED_CODE | NEEDS_SOURCES, print_asm },
};

enum
{
  ROW_COUNT = sizeof rows / sizeof *rows
};

unsigned
listings_needs (unsigned listings, const struct options *options)
{
  unsigned needs = 0;
  for (size_t i = 0; i < ROW_COUNT; i++)
    if (listings & rows[i].listing)
      needs |= rows[i].needs;
  if ((listings & (LISTING_FLAT | LISTING_GRAPH)) && shown_by_file (options))
    needs |= NEEDS_PLACES;
  /* Its index names no files (R8.5).  */
  if (options->traditional)
    needs &= ~(unsigned)NEEDS_INDEX_PLACES;
  return needs;
}

unsigned
listings_default (const struct options *options, const struct profile *profile)
{
  unsigned listings = 0;
  if (profile->has_histogram)
    listings |= LISTING_FLAT;
  if (profile->has_arcs && !profile->lacks_callers)
    listings |= LISTING_GRAPH;
  if (listings == 0)
    listings = LISTING_EXEC;
  return listings & ~options->mentioned;
}

unsigned
listings_choose (const struct options *options, const struct profile *profile,
                 struct diag *diag)
{
  if (options->requested != 0)
    return options->requested;
  if (profile->has_histogram && !profile->has_arcs && !profile->lacks_callers
      && !options->run && !(options->mentioned & LISTING_GRAPH))
    warn_of_no_graph (options, diag);
  return listings_default (options, profile);
}

bool
listings_any_but (unsigned others, unsigned listings,
                  const struct options *options)
{
  return (listings & ~others) != 0 || options->debug != 0;
}

enum status
listings_check (unsigned needs, const struct options *options,
                const struct profile *profile, struct diag *diag)
{
  const struct place *where = PLACE_FILE (options_recorded (options));
  if ((needs & NEEDS_HISTOGRAM) && !profile->has_histogram)
    return diag_fail (diag, STATUS_FORMAT, where,
                      _ ("no histogram, so there is no flat profile"));
  if ((needs & NEEDS_ARCS) && !profile->has_arcs)
    return diag_fail (diag, STATUS_FORMAT, where,
                      _ ("no arcs, so there is no call graph; was the "
                         "program compiled with -pg?"));
  return STATUS_OK;
}

enum status
listings_print (struct report *report, struct diag *diag)
{
  const bool traditional = report->options->traditional;
  enum status status = STATUS_OK;
  for (size_t i = 0; i < ROW_COUNT && status == STATUS_OK; i++)
    {
      /* In the traditional style the call graph comes before the flat profile
         (R1.6).  */
      const bool swapped = traditional && (i == 1 || i == 2);
      const struct listing_row *row = &rows[swapped ? 3 - i : i];
      if (report->listings & row->listing)
        status = row->print (report, diag);
    }
  return status;
}
