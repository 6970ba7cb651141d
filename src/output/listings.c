/* listings.c - the table of listings.  */

#include "config.h"

#include "output/listings.h"

#include "base/i18n.h"
#include "analysis/warnings.h"

struct listing_row
{
  unsigned listing; /* the bit of enum listing that asks for it */
  unsigned needs;   /* bits of enum listing_needs */
  enum status (*print) (struct report *report, struct diag *diag);
  unsigned place[2]; /* among the others; in the traditional style */
};

static const struct listing_row rows[]
    = { { LISTING_FLAT, NEEDS_HISTOGRAM, print_flat, { 0, 1 } },
        { LISTING_GRAPH, NEEDS_ARCS, print_graph, { 1, 0 } },
        { LISTING_GRAPH, NEEDS_INDEX_PLACES, print_index, { 2, 2 } },
        { LISTING_EXEC, NEEDS_PLACES, print_exec, { 3, 3 } },
        { LISTING_SOURCE,
          NEEDS_PLACES | NEEDS_COVERAGE | NEEDS_SOURCES,
          print_source,
          { 4, 4 } },
        { LISTING_FUNCTION_ORDER,
          NEEDS_FUNCTION_ORDER,
          print_function_order,
          { 5, 5 } },
        { LISTING_FILE_ORDER, NEEDS_FILE_ORDER, print_file_order, { 6, 6 } } };

enum
{
  ROW_COUNT = sizeof rows / sizeof *rows
};

unsigned
listings_needs (const struct options *options)
{
  unsigned needs = 0;
  for (size_t i = 0; i < ROW_COUNT; i++)
    if (options->requested & rows[i].listing)
      needs |= rows[i].needs;
  /* Its index names no files (R8.5).  */
  if (options->traditional)
    needs &= ~(unsigned)NEEDS_INDEX_PLACES;
  return needs;
}

/* What is printed for PROFILE if the user asked for nothing (R1.5).  */
static unsigned
default_listings (const struct options *options, const struct profile *profile)
{
  unsigned listings = 0;
  if (profile->has_histogram)
    listings |= LISTING_FLAT;
  if (profile->has_arcs)
    listings |= LISTING_GRAPH;
  if (listings == 0)
    listings = LISTING_EXEC;
  return listings & ~options->mentioned;
}

void
listings_choose (struct options *options, const struct profile *profile,
                 struct diag *diag)
{
  if (options->requested != 0)
    return;
  if (profile->has_histogram && !profile->has_arcs
      && !(options->mentioned & LISTING_GRAPH))
    warn_of_no_graph (options, diag);
  options->requested = default_listings (options, profile);
}

bool
listings_any (const struct options *options)
{
  const unsigned not_here = LISTING_INFO | LISTING_SUM;
  return (options->requested & ~not_here) != 0 || options->debug != 0;
}

enum status
listings_check (const struct options *options, const struct profile *profile,
                struct diag *diag)
{
  const unsigned needs = listings_needs (options);
  const struct place *where = PLACE_FILE (options->profiles.items[0]);
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
listings_measure (struct measurement *measurement, const struct measured *of,
                  const struct options *options, size_t file_count,
                  struct diag *diag)
{
  const unsigned needs = listings_needs (options);
  enum status status = STATUS_OK;
  if (needs & NEEDS_COVERAGE)
    status = measurement_cover (measurement, of, file_count, diag);
  if (status == STATUS_OK
      && (needs & (NEEDS_FUNCTION_ORDER | NEEDS_FILE_ORDER)))
    status = measurement_order (measurement, of,
                                !(needs & NEEDS_FUNCTION_ORDER), diag);
  return status;
}

/* The row that comes at PLACE in the style.  */
static const struct listing_row *
row_at (bool traditional, unsigned place)
{
  for (size_t i = 0; i < ROW_COUNT; i++)
    if (rows[i].place[traditional] == place)
      return &rows[i];
  return NULL;
}

enum status
listings_print (struct report *report, struct diag *diag)
{
  enum status status = STATUS_OK;
  for (unsigned place = 0; place < ROW_COUNT && status == STATUS_OK; place++)
    {
      const struct listing_row *row
          = row_at (report->options->traditional, place);
      if (row != NULL && (report->options->requested & row->listing))
        status = row->print (report, diag);
    }
  return status;
}
