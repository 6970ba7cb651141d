/* formats.c - the table of formats.  */

#include "config.h"

#include "output/formats.h"

#include <limits.h>
#include <string.h>

#include "base/i18n.h"

struct format_row
{
  const char *suffix;   /* of files that have this format */
  bool binary;          /* it is nothing for a terminal */
  bool has_one_listing; /* a file holds one listing, */
  unsigned fallback;    /* this one if none was asked for; 0: as text */
  unsigned listings;    /* set of enum listing: those that it can hold */
  bool has_all;         /* options that choose or sort rows do not apply */
  unsigned needs;       /* bits of enum listing_needs, whatever the listings */
  listing_printer *write;
};

/* Rows of functions with all that is known of them.  */
#define FUNCTION_ROWS (NEEDS_ROW_PLACES | NEEDS_LOWER_BOUNDS)

/* The call graph as a picture.  */
#define PICTURE                                                               \
  .fallback = LISTING_GRAPH, .listings = LISTING_GRAPH, .needs = FUNCTION_ROWS

/* Synthesised stacks: the call graph in another form.  */
#define STACKS                                                                \
  .has_all = true, .fallback = LISTING_GRAPH, .listings = LISTING_GRAPH,      \
  .needs = NEEDS_HISTOGRAM | NEEDS_ROW_PLACES

/* In the order of enum report_format.  */
static const struct format_row rows[] = {
  [REPORT_TEXT]
  = { .suffix = ".txt", .listings = ~0u, .write = listings_print },
  [REPORT_JSON]
  = { .suffix = ".json",
      .listings = LISTING_FLAT | LISTING_GRAPH | LISTING_EXEC | LISTING_SOURCE
                  | LISTING_CYCLES | LISTING_PER_FILE | LISTING_DIFF
                  | LISTING_EXPLAIN,
      .needs = FUNCTION_ROWS,
      .write = write_json },
  [REPORT_CSV] = { .suffix = ".csv",
                   .has_one_listing = true,
                   .fallback = LISTING_FLAT,
                   .listings = LISTING_FLAT | LISTING_GRAPH | LISTING_PER_FILE
                               | LISTING_DIFF,
                   .needs = FUNCTION_ROWS,
                   .write = write_csv },
  [REPORT_DOT] = { .suffix = ".dot", PICTURE, .write = write_dot },
  [REPORT_SVG] = { .suffix = ".svg", PICTURE, .write = write_svg },
  [REPORT_CALLGRIND] = { .suffix = ".callgrind",
                         .listings = LISTING_FLAT | LISTING_GRAPH,
                         .needs = FUNCTION_ROWS,
                         .write = write_callgrind },
  [REPORT_FOLDED] = { .suffix = ".folded", STACKS, .write = write_folded },
  [REPORT_SPEEDSCOPE]
  = { .suffix = ".speedscope.json", STACKS, .write = write_speedscope },
  [REPORT_PPROF]
  = { .suffix = ".pb.gz", .binary = true, STACKS, .write = write_pprof },
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
      const size_t size = strlen (rows[i].suffix);
      if (length > size && size > longest
          && strcmp (name + length - size, rows[i].suffix) == 0)
        {
          found = (enum report_format)i;
          longest = size;
        }
    }
  return found;
}

/* The option NAME, behind DASHES, and the format exclude each other.  */
static enum status
refuse (const struct options *options, const char *dashes, const char *name,
        struct diag *diag)
{
  const char *words = option_words ("FORMAT");
  for (unsigned i = 0; i < (unsigned)options->report_format; i++)
    words += strcspn (words, " ") + 1;
  return diag_fail (diag, STATUS_USAGE, NULL,
                    /* TRANSLATORS: the first two %s are an option; the third
                       a format, such as csv.  */
                    _ ("'%s%s' and the format '%.*s' exclude each other"),
                    dashes, name, (int)strcspn (words, " "), words);
}

/* Refuse the first option of the table that asks for a listing in UNFIT.  */
static enum status
refuse_listing (const struct options *options, unsigned unfit,
                struct diag *diag)
{
  const struct option_row *row = option_table;
  while (row->key != 0 && !(row->listing & unfit))
    row++;
  const char letter[] = { (char)row->key, '\0' };
  return row->key > UCHAR_MAX ? refuse (options, "--", row->name, diag)
                              : refuse (options, "-", letter, diag);
}

/* Is there more than one listing in LISTINGS?  */
static bool
are_several (unsigned listings)
{
  return (listings & (listings - 1)) != 0;
}

/* Refuse the first option that chooses or sorts rows.  */
static enum status
refuse_choice (const struct options *options, struct diag *diag)
{
  const char *name = options->top != 0                ? "top"
                     : options->min_percent > 0       ? "min-percent"
                     : options->focus.items.count > 0 ? "focus"
                     : options->hide.items.count > 0  ? "hide"
                                                      : "sort";
  return refuse (options, "--", name, diag);
}

/* Refuse what the format of OPTIONS cannot hold (R15.3).  */
static enum status
check_listings (const struct options *options, struct diag *diag)
{
  const struct format_row *row = &rows[options->report_format];
  const bool is_text = options->report_format == REPORT_TEXT;
  if (options->requested & ~row->listings)
    return refuse_listing (options, options->requested & ~row->listings, diag);
  if (!is_text && options->debug != 0)
    return refuse (options, "-", "d", diag);
  if (!is_text && options->traditional)
    return refuse (options, "-", "T", diag);
  if (!is_text && options->inlined)
    return refuse (options, "--", "inlined", diag);
  if (row->has_all && shown_chooses (options))
    return refuse_choice (options, diag);
  if (row->has_one_listing && are_several (options->requested))
    return diag_fail (diag, STATUS_USAGE, NULL,
                      _ ("a CSV file has one table, so only one listing can "
                         "be asked for"));
  if (options->output_name != NULL && (options->requested & LISTING_SUM))
    return diag_fail (diag, STATUS_USAGE, NULL,
                      _ ("'%s' and '%s' exclude each other"), "-s",
                      "--output");
  return STATUS_OK;
}

enum status
formats_choose (struct options *options, struct diag *diag)
{
  /* These exclude exact attribution (R14.40).  */
  const unsigned plain = LISTING_SUM | LISTING_FILE_ORDER;
  if (options->action != ACTION_REPORT)
    return STATUS_OK;
  if (!options->format_named && options->output_name != NULL)
    options->report_format = format_by_suffix (options->output_name);
  enum status status = check_listings (options, diag);
  if (status != STATUS_OK || options->report_format == REPORT_TEXT)
    return status;
  if (options->requested == 0)
    options->requested = rows[options->report_format].fallback;
  if (!options->attribution_named)
    options->exact = !(options->requested & plain);
  return STATUS_OK;
}

enum status
formats_check_output (const struct options *options,
                      const struct output *output, struct diag *diag)
{
  if (!rows[options->report_format].binary || !output->to_terminal)
    return STATUS_OK;
  return diag_fail (diag, STATUS_UNSUPPORTED, NULL,
                    _ ("this format is not for terminals; name a file with "
                       "'--output'"));
}

unsigned
formats_needs (unsigned listings, const struct options *options)
{
  const unsigned needs = listings_needs (listings, options);
  if (options->report_format == REPORT_TEXT)
    return needs;
  /* A table of functions may lack times, and has no index.  */
  return (needs & ~(unsigned)(NEEDS_HISTOGRAM | NEEDS_INDEX_PLACES))
         | rows[options->report_format].needs;
}

enum status
formats_write (struct report *report, struct diag *diag)
{
  return rows[report->options->report_format].write (report, diag);
}
