/* formats.c - the tables of listings and of formats.  */

#include "config.h"

#include "output/formats.h"

#include <string.h>

#include "analysis/warnings.h"
#include "base/i18n.h"
#include "base/process.h"
#include "base/screen.h"
#include "input/options.h"

/* --- Listings ------------------------------------------------------------ */

struct listing_row
{
  unsigned listing;       /* the bit of enum listing that asks for it */
  unsigned needs;         /* bits of enum listing_needs */
  listing_printer *print; /* this, or */
  failing_printer *print_or_fail;
};

/* In the order in which they are printed.  */
static const struct listing_row listing_rows[] = {
  { LISTING_EXPLAIN, NEEDS_FINDINGS | NEEDS_SOURCES, print_findings, NULL },
  { LISTING_FLAT, NEEDS_HISTOGRAM, print_flat, NULL },
  { LISTING_GRAPH, NEEDS_ARCS, print_graph, NULL },
  { LISTING_GRAPH, NEEDS_INDEX_PLACES, print_index, NULL },
  { LISTING_EXEC, NEEDS_PLACES, print_exec, NULL },
  { LISTING_SOURCE, NEEDS_PLACES | NEEDS_COVERAGE | NEEDS_SOURCES, NULL,
    print_source },
  { LISTING_FUNCTION_ORDER, NEEDS_FUNCTION_ORDER, print_function_order, NULL },
  { LISTING_FILE_ORDER, NEEDS_FILE_ORDER, print_file_order, NULL },
  { LISTING_CYCLES, NEEDS_ARCS | NEEDS_CYCLE_BREAKING, print_cycles, NULL },
  { LISTING_PER_FILE, NEEDS_SPREADS, print_per_file, NULL },
  { LISTING_PER_THREAD, NEEDS_THREADS, print_per_thread, NULL },
  { LISTING_DIFF, NEEDS_SPREADS, print_diff, NULL },
  { LISTING_ASM, NEEDS_SAMPLED_CODE | NEEDS_SOURCES, NULL, print_asm },
  { LISTING_WAITS, 0, print_waits, NULL },
};

enum
{
  LISTING_ROWS = sizeof listing_rows / sizeof *listing_rows
};

unsigned
listings_needs (unsigned listings, const struct options *options)
{
  unsigned needs = 0;
  for (size_t i = 0; i < LISTING_ROWS; i++)
    if (listings & listing_rows[i].listing)
      needs |= listing_rows[i].needs;
  if ((listings & (LISTING_FLAT | LISTING_GRAPH)) && shown_by_file (options))
    needs |= NEEDS_PLACES;
  if (options->group_by == GROUP_BY_THREAD)
    needs |= NEEDS_THREADS;
  /* Its index names no files (R8.5).  */
  if (options->traditional)
    needs &= ~(unsigned)NEEDS_INDEX_PLACES;
  return needs;
}

/* What is printed for PROFILE if the user asked for nothing (R1.5).  */
static unsigned
listings_default (const struct options *options, const struct profile *profile)
{
  unsigned listings = 0;
  /* What was run is known to have no calls, and that is said (R20.68).  */
  const bool has_none = options->run && profile->arcs.count == 0
                        && profile->has_histogram
                        && !profile->arcs_are_measured;
  if (profile->has_histogram)
    listings |= LISTING_FLAT;
  if (profile->has_arcs && !profile->lacks_callers && !has_none
      && options->group_by != GROUP_BY_THREAD)
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
  if ((needs & NEEDS_WAITS) && profile->waits.count == 0)
    return diag_fail (diag, STATUS_FORMAT, where,
                      _ ("no waits, so there are no stacks of them; were they "
                         "measured?"));
  if ((needs & NEEDS_THREADS) && profile->threads.count == 0)
    return diag_fail (diag, STATUS_FORMAT, where,
                      _ ("no thread is known: only live files of gprof's "
                         "recorder tell them apart"));
  return STATUS_OK;
}

/* Call PRINT, or PRINT_OR_FAIL if that is not null.  */
static enum status
call (listing_printer *print, failing_printer *print_or_fail,
      struct report *report, struct diag *diag)
{
  if (print_or_fail != NULL)
    return print_or_fail (report, diag);
  print (report);
  return STATUS_OK;
}

/* Is the account to be printed?  Not behind what only programs read.  */
static bool
has_account (const struct report *report)
{
  return report->account->is_known
         && (report->listings
             & ~(unsigned)(LISTING_FUNCTION_ORDER | LISTING_FILE_ORDER
                           | LISTING_SUM | LISTING_INFO))
                != 0;
}

enum status
listings_print (struct report *report, struct diag *diag)
{
  const bool traditional = report->options->traditional;
  enum status status = STATUS_OK;
  /* The account tells that, too.  */
  report->told_recording = has_account (report);
  for (size_t i = 0; i < LISTING_ROWS && status == STATUS_OK; i++)
    {
      /* In the traditional style the call graph comes before the flat profile
         (R1.6).  */
      const bool swapped = traditional && (i == 1 || i == 2);
      const struct listing_row *row = &listing_rows[swapped ? 3 - i : i];
      if (report->listings & row->listing)
        status = call (row->print, row->print_or_fail, report, diag);
    }
  if (status == STATUS_OK && has_account (report))
    print_account (report);
  return status;
}

/* --- Formats ------------------------------------------------------------- */

struct format_row
{
  const char *suffix;   /* of files that have this format; null for none */
  bool binary;          /* it is nothing for a terminal */
  bool is_screen;       /* it is only for one */
  bool has_one_listing; /* a file holds one listing, */
  unsigned fallback;    /* this one if none was asked for; 0: as text */
  unsigned listings;    /* set of enum listing: those that it can hold */
  bool compares; /* --diff is no listing of its own: the call graph shows what
                    has changed */
  bool is_complete;  /* it has also what was not asked for */
  unsigned excludes; /* set of enum option_use */
  unsigned needs;    /* bits of enum listing_needs, whatever the listings */
  listing_printer *write; /* this, or */
  failing_printer *write_or_fail;
};

/* What only text has.  */
#define TEXT_ONLY (USES_DEBUG | USES_TRADITIONAL | USES_INLINED)

/* What chooses or sorts rows.  */
#define CHOICE                                                                \
  (USES_TOP | USES_MIN_PERCENT | USES_FOCUS | USES_HIDE | USES_SORT)

/* All bits of enum listing.  */
#define ALL_LISTINGS ((unsigned)USES_DEBUG - 1)

/* Rows of functions with all that is known of them.  */
#define FUNCTION_ROWS (NEEDS_ROW_PLACES | NEEDS_LOWER_BOUNDS)

/* The call graph as a picture.  */
#define PICTURE                                                               \
  .excludes = TEXT_ONLY | USES_THREADS, .fallback = LISTING_GRAPH,            \
  .listings = LISTING_GRAPH | LISTING_DIFF, .compares = true,                 \
  .needs = FUNCTION_ROWS

/* Stacks, synthesised or sampled: the call graph in another form; and of
   waits.  */
#define STACKS                                                                \
  .excludes = TEXT_ONLY | CHOICE | USES_THREADS, .fallback = LISTING_GRAPH,   \
  .needs = NEEDS_HISTOGRAM | NEEDS_WAITS | NEEDS_ROW_PLACES

/* In the order of enum report_format.  */
static const struct format_row rows[] = {
  [REPORT_TEXT] = { .suffix = ".txt",
                    .listings = ALL_LISTINGS,
                    .write_or_fail = listings_print },
  [REPORT_JSON]
  = { .suffix = ".json",
      .listings = LISTING_FLAT | LISTING_GRAPH | LISTING_EXEC | LISTING_SOURCE
                  | LISTING_CYCLES | LISTING_PER_FILE | LISTING_PER_THREAD
                  | LISTING_DIFF | LISTING_EXPLAIN | LISTING_WAITS,
      .excludes = TEXT_ONLY,
      .needs = FUNCTION_ROWS,
      .write_or_fail = write_json },
  [REPORT_CSV]
  = { .suffix = ".csv",
      .has_one_listing = true,
      .fallback = LISTING_FLAT,
      .listings = LISTING_FLAT | LISTING_GRAPH | LISTING_PER_FILE
                  | LISTING_PER_THREAD | LISTING_DIFF | LISTING_WAITS,
      .excludes = TEXT_ONLY,
      .needs = FUNCTION_ROWS,
      .write = write_csv },
  [REPORT_DOT] = { .suffix = ".dot", PICTURE, .write = write_dot },
  [REPORT_SVG] = { .suffix = ".svg", PICTURE, .write_or_fail = write_svg },
  [REPORT_CALLGRIND] = { .suffix = ".callgrind",
                         .listings = LISTING_FLAT | LISTING_GRAPH,
                         .excludes = TEXT_ONLY,
                         .needs = FUNCTION_ROWS,
                         .write = write_callgrind },
  [REPORT_FOLDED] = { .suffix = ".folded",
                      .has_one_listing = true,
                      STACKS,
                      .listings = LISTING_GRAPH | LISTING_WAITS | LISTING_DIFF,
                      .compares = true,
                      .write_or_fail = write_folded },
  [REPORT_SPEEDSCOPE] = { .suffix = ".speedscope.json",
                          .is_complete = true,
                          STACKS,
                          .listings = LISTING_GRAPH | LISTING_WAITS,
                          .write = write_speedscope },
  [REPORT_PPROF] = { .suffix = ".pb.gz",
                     .binary = true,
                     .is_complete = true,
                     STACKS,
                     .listings = LISTING_GRAPH | LISTING_WAITS,
                     .write_or_fail = write_pprof },
  [REPORT_HTML] = { .suffix = ".html",
                    .is_complete = true,
                    .listings = LISTING_FLAT | LISTING_GRAPH | LISTING_CYCLES
                                | LISTING_PER_FILE | LISTING_DIFF
                                | LISTING_EXPLAIN | LISTING_WAITS,
                    .excludes = TEXT_ONLY,
                    .needs = FUNCTION_ROWS | NEEDS_HOT_CODE | NEEDS_SOURCES
                             | NEEDS_FILE_COLUMNS,
                    .write_or_fail = write_html },
  [REPORT_BROWSE]
  = { .is_screen = true,
      .is_complete = true,
      .listings = LISTING_FLAT | LISTING_GRAPH | LISTING_CYCLES | LISTING_DIFF
                  | LISTING_EXPLAIN | LISTING_WAITS,
      .excludes = TEXT_ONLY,
      .needs = FUNCTION_ROWS | NEEDS_HOT_CODE | NEEDS_SOURCES,
      .write_or_fail = browse_report },
};

enum
{
  ROW_COUNT = sizeof rows / sizeof *rows
};

/* The format of a file called NAME, text if its suffix says nothing; the
   longest suffix decides.  */
static enum report_format
format_by_suffix (const char *name)
{
  const size_t length = strlen (name);
  enum report_format found = REPORT_TEXT;
  size_t longest = 0;
  for (size_t i = 0; i < ROW_COUNT; i++)
    {
      const size_t size
          = rows[i].suffix != NULL ? strlen (rows[i].suffix) : SIZE_MAX;
      if (length > size && size > longest
          && strcmp (name + length - size, rows[i].suffix) == 0)
        {
          found = (enum report_format)i;
          longest = size;
        }
    }
  return found;
}

/* What asks for the first of USES and the format exclude each other.  */
static enum status
refuse (const struct options *options, unsigned uses, struct diag *diag)
{
  const char *words = option_words ("FORMAT");
  char name[USE_NAME_MOST];
  for (unsigned i = 0; i < (unsigned)options->report_format; i++)
    words += strcspn (words, " ") + 1;
  options_name_use (uses, name);
  return diag_fail (diag, STATUS_USAGE, NULL,
                    /* TRANSLATORS: the first %s is an option; the second a
                       format, such as csv.  */
                    _ ("'%s' and the format '%.*s' exclude each other"), name,
                    (int)strcspn (words, " "), words);
}

/* Is there more than one listing in LISTINGS?  */
static bool
are_several (unsigned listings)
{
  return (listings & (listings - 1)) != 0;
}

/* Refuse what the format of OPTIONS cannot hold (R15.3).  */
static enum status
check_listings (const struct options *options, struct diag *diag)
{
  const struct format_row *row = &rows[options->report_format];
  const unsigned excluded
      = options_uses (options)
        & (row->excludes | (ALL_LISTINGS & ~row->listings));
  if (excluded != 0)
    return refuse (options, excluded, diag);
  if (row->is_screen && options->output_name != NULL)
    return diag_fail (diag, STATUS_USAGE, NULL,
                      _ ("'%s' and '%s' exclude each other"), "--browse",
                      "--output");
  const bool compares_graph
      = row->compares && (options->requested & LISTING_GRAPH);
  if (row->has_one_listing
      && are_several (options->requested
                      & ~(compares_graph ? (unsigned)LISTING_DIFF : 0)))
    return diag_fail (diag, STATUS_USAGE, NULL,
                      _ ("a file of this format has one listing, so only one "
                         "can be asked for"));
  return STATUS_OK;
}

enum status
formats_choose (struct options *options, struct diag *diag)
{
  if (options->action != ACTION_REPORT)
    return STATUS_OK;
  if (!options->format_named && options->output_name != NULL)
    options->report_format = format_by_suffix (options->output_name);
  enum status status = check_listings (options, diag);
  if (status != STATUS_OK || options->report_format == REPORT_TEXT)
    return status;
  const struct format_row *row = &rows[options->report_format];
  if (options->requested == 0
      || (row->compares && options->requested == LISTING_DIFF))
    options->requested |= row->fallback;
  options_prefer_exact (options, true);
  return STATUS_OK;
}

unsigned
formats_choose_listings (const struct options *options,
                         const struct profile *profile, struct diag *diag)
{
  unsigned listings = listings_choose (options, profile, diag);
  if (!rows[options->report_format].is_complete)
    return listings;
  if (!(listings & (LISTING_FLAT | LISTING_GRAPH)))
    listings |= listings_default (options, profile);
  if (listings & LISTING_GRAPH)
    listings |= LISTING_CYCLES;
  /* Stacks of waits are only where they are asked for (R20.262).  */
  if (options->group_by == GROUP_BY_FUNCTION
      && (options->report_format == REPORT_HTML
          || options->report_format == REPORT_BROWSE))
    listings |= profile->waits.count > 0 ? LISTING_EXPLAIN | LISTING_WAITS
                                         : LISTING_EXPLAIN;
  return listings & rows[options->report_format].listings;
}

enum status
formats_check_output (const struct options *options,
                      const struct output *output, struct diag *diag)
{
  const struct format_row *row = &rows[options->report_format];
  if (row->is_screen)
    return screen_check (diag);
  if (!row->binary || !output->to_terminal)
    return STATUS_OK;
  return diag_fail (diag, STATUS_UNSUPPORTED, NULL,
                    _ ("this format is not for terminals; name a file with "
                       "'--output'"));
}

unsigned
formats_needs (unsigned listings, const struct options *options)
{
  unsigned needs = listings_needs (listings, options);
  if (options->report_format == REPORT_TEXT)
    return needs;
  /* A table of functions may lack times, and has no index.  */
  needs = (needs & ~(unsigned)(NEEDS_HISTOGRAM | NEEDS_INDEX_PLACES))
          | rows[options->report_format].needs;
  /* Stacks are those of samples, unless only waits were asked for.  */
  return needs
         & ~(unsigned)(listings == LISTING_WAITS ? NEEDS_HISTOGRAM
                                                 : NEEDS_WAITS);
}

enum status
formats_write (struct report *report, struct diag *diag)
{
  const enum report_format format = report->options->report_format;
  const struct format_row *row = &rows[format];
  /* All formats for programs are in UTF-8, whatever the locale.  */
  process_speak_utf8 (format != REPORT_TEXT && format != REPORT_BROWSE);
  const enum status status
      = call (row->write, row->write_or_fail, report, diag);
  process_speak_utf8 (false);
  return status;
}
