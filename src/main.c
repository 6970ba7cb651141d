/* main.c - the data flow and the exit status.

   Reads like the drawing in doc/HACKING: options, image and symbols, profile
   files, analysis, listings.  Only this file exits, and base/memory.c.  */

#include "config.h"

#include <stdlib.h>
#include <unistd.h>

#include "analysis/inlining.h"
#include "analysis/warnings.h"
#include "base/diag.h"
#include "base/filemark.h"
#include "base/i18n.h"
#include "base/memory.h"
#include "base/process.h"
#include "input/options.h"
#include "input/profile_names.h"
#include "object/debuginfod.h"
#include "output/browsing.h"
#include "output/formats.h"
#include "output/printers.h"
#include "output/reporting.h"
#include "run/baseline.h"
#include "run/destination.h"
#include "run/pattern.h"
#include "run/record.h"
#include "run/side.h"
#include "run/watch.h"

enum
{
  EXIT_GREW = 3 /* --fail-above; 2 is for wrong usage in other programs */
};

/* Everything a run owns, in the order in which it comes to be.  */
struct run
{
  struct diag diag;
  char **words; /* the arguments, ended by a null */
  struct options options;
  struct watch watch; /* of --watch without --run, and --browse */
  struct browsing browsing;
  struct record record;        /* of --run */
  struct found_profiles found; /* the files that profile arguments mean */
  struct debuginfod *servers;  /* null unless they may be asked */
  struct destination destination;
  struct filemarks inputs;  /* the profiles that were read, for -s and
                              --output */
  struct side side;         /* the program and its profiles */
  unsigned listings;        /* set of enum listing: those that are written */
  struct baseline baseline; /* of --diff */
  struct inlining inlining;
  struct reporting reporting;
};

static enum status
load_options (struct run *run, int argc, char **argv)
{
  run->words = process_expand_arguments (&argc, argv);
  enum status status
      = options_parse (&run->options, argc, run->words,
                       getenv ("POSIXLY_CORRECT") != NULL, &run->diag);
  return status == STATUS_OK ? formats_choose (&run->options, &run->diag)
                             : status;
}

/* May servers be asked for debugging information?  A sum of live files has no
   symbols.  */
static bool
may_ask_servers (const struct options *options)
{
  return !options->quirks.asks_no_servers
         && (!options->live
             || listings_any_but (LISTING_INFO | LISTING_SUM,
                                  options->requested, options));
}

/* Record a program for --run, or show one that runs for --watch.  Then let the
   options say what only the inputs tell: which files they are, and how samples
   are credited.  From here on options are constant.  */
static enum status
resolve (struct run *run)
{
  struct options *options = &run->options;
  enum status status
      = pattern_check (options->output_name, "--output", &run->diag);
  if (status == STATUS_OK && options->watch > 0 && !options->run)
    status = options->report_format == REPORT_BROWSE
                 ? watch_check (options, &run->diag)
                 : watch_files (&run->watch, options, &run->diag);
  /* A format that a terminal cannot show is refused before.  */
  if (status == STATUS_OK && options->run && options->output_name == NULL)
    status = destination_choose (&run->destination, options, 0, &run->diag);
  if (status == STATUS_OK && options->run)
    status = record_run (&run->record, options, &run->diag);
  if (status == STATUS_OK)
    status = live_choose (&run->found, options, &run->diag);
  if (status == STATUS_OK && run->servers == NULL && may_ask_servers (options))
    run->servers = debuginfod_open (DEBUGINFOD_PATIENCE, &run->diag);
  options->servers = run->servers;
  return status == STATUS_OK
             ? baseline_open (&run->baseline, options, &run->diag)
             : status;
}

/* Can the old profiles be read again?  A pipe cannot.  */
static bool
has_old_files (const struct run *run)
{
  const struct profile_names *names = &run->found.old;
  size_t ordinary = 0;
  while (ordinary < names->files.count && names->regular.items[ordinary])
    ordinary++;
  return ordinary == names->files.count;
}

/* Shall the report be made anew while the program runs?  */
static void
follow (struct run *run)
{
  enum
  {
    USUAL = 1 /* seconds */
  };
  const struct options *options = &run->options;
  struct browsing *browsing = &run->browsing;
  browsing->interval = 0;
  if (options->report_format == REPORT_BROWSE && options->live && !options->run
      && !(options->requested & LISTING_SUM) && has_old_files (run)
      && watch_follow (&run->watch, &run->found.new))
    browsing->interval = options->watch > 0 ? options->watch : USUAL;
  browsing->state = run->watch.state;
}

/* The process that the report is about: with --run the one that was started;
   else the one that has recorded the profile, or 0 if that is not one.  */
static uint32_t
reported_process (const struct run *run)
{
  const struct profile *profile = &run->side.profile;
  if (run->options.run)
    return (uint32_t)run->record.command.process;
  return profile->processes.count == 1 ? profile->processes.items[0].process
                                       : 0;
}

static enum status
load (struct run *run)
{
  const struct options *options = &run->options;
  const bool sums = options->requested & LISTING_SUM;
  const bool informs = options->requested & LISTING_INFO;
  enum status status = resolve (run);
  follow (run);
  if (sums)
    filemarks_start (&run->inputs, side_sum_name (options));
  if (status == STATUS_OK && informs)
    status = destination_choose (&run->destination, options,
                                 reported_process (run), &run->diag);
  if (status == STATUS_OK)
    status = side_load (&run->side, options, NULL,
                        informs ? run->destination.report : NULL,
                        sums || options->output_name != NULL ? &run->inputs
                                                             : NULL,
                        &run->diag);
  if (status == STATUS_OK)
    run->listings
        = formats_choose_listings (options, &run->side.profile, &run->diag);
  return status;
}

static enum status
count_calls (struct run *run)
{
  struct side *side = &run->side;
  const enum status status = side_count (side, &run->options, &run->diag);
  if (status == STATUS_OK && !side->profile.lacks_calls)
    warn_of_calls (&side->measurement.graph, run->listings, side->program,
                   side->mismatch.text != NULL, &run->diag);
  return status;
}

/* Write gmon.sum if that was asked for.  */
static enum status
write_sum (struct run *run)
{
  const struct options *options = &run->options;
  const bool prints = listings_any_but (LISTING_SUM, run->listings, options);
  return run->listings & LISTING_SUM
             ? side_write_sums (&run->side, options, &run->inputs,
                                prints ? run->destination.standard : NULL,
                                &run->diag)
             : STATUS_OK;
}

/* Compute all times, and what has changed.  */
static enum status
measure_time (struct run *run)
{
  struct side *side = &run->side;
  enum status status = measurement_propagate (&side->measurement,
                                              &side->measured, &run->diag);
  if (status == STATUS_OK && (run->listings & LISTING_DIFF))
    status
        = baseline_compare (&run->baseline, &run->options, side, &run->diag);
  if (status == STATUS_OK && run->options.inlined)
    status = inlining_make (&run->inlining, side->program, &side->measured,
                            &side->measurement.crediting, &run->diag);
  if (status == STATUS_OK)
    warn_of_samples (&side->profile, run->listings, &run->options,
                     side->measurement.total_ticks, &run->diag);
  return status;
}

/* Print all that was asked for but -i.  */
static enum status
print (struct run *run)
{
  struct side *side = &run->side;
  enum status status = destination_choose (&run->destination, &run->options,
                                           reported_process (run), &run->diag);
  struct side *before = &run->baseline.side;
  const struct reported old = { .program = before->program,
                                .of = &before->measured,
                                .measurement = &before->measurement };
  const struct reported reported
      = { .options = &run->options,
          .listings = run->listings,
          .program = side->program,
          .of = &side->measured,
          .measurement = &side->measurement,
          .mismatch = &side->mismatch,
          .spreads = &side->spreads,
          .threads = &side->threads,
          .comparison = &run->baseline.comparison,
          .old = run->baseline.reports.items.count == 0 ? &old : NULL,
          .inlining = &run->inlining,
          .command = run->options.run ? &run->record.command : NULL,
          .browsing = &run->browsing,
          .output = run->destination.report,
          .columns = run->destination.size.columns };
  if (status == STATUS_OK)
    record_print_rule (&run->record, &run->options, run->destination.report);
  return status == STATUS_OK
             ? reporting_print (&run->reporting, &reported, &run->diag)
             : status;
}

static enum status
report_profile (struct run *run)
{
  enum status status = load (run);
  /* A sum of live files has no symbols.  */
  const bool counts = !run->options.live
                      || listings_any_but (LISTING_INFO | LISTING_SUM,
                                           run->listings, &run->options);
  if (status == STATUS_OK && counts)
    status = count_calls (run);
  if (status == STATUS_OK)
    status = write_sum (run);
  if (status == STATUS_OK)
    status = listings_check (formats_needs (run->listings, &run->options),
                             &run->options, &run->side.profile, &run->diag);
  if (!listings_any_but (LISTING_INFO | LISTING_SUM, run->listings,
                         &run->options))
    return status;
  if (status == STATUS_OK)
    status = measure_time (run);
  return status == STATUS_OK ? print (run) : status;
}

/* Release what report_profile made.  */
static void
forget_report (struct run *run)
{
  reporting_release (&run->reporting);
  inlining_release (&run->inlining);
  baseline_release (&run->baseline);
  side_release (&run->side);
  found_profiles_release (&run->found);
}

/* Make the report for which ASKED are the options anew.  What there was to warn
   of has been said.  */
static enum status
report_again (struct run *run, const struct options *asked)
{
  struct diag said = run->diag;
  forget_report (run);
  run->options = *asked;
  run->diag = (struct diag){ .program = said.program };
  enum status status = report_profile (run);
  if (status != STATUS_OK)
    status = diag_adopt (&said, &run->diag);
  else
    diag_release (&run->diag);
  run->diag = said;
  return status;
}

/* A program that ends may rename its live file, or remove it.  */
static bool
has_profiles (const struct run *run)
{
  const struct profile_names *names = &run->found.new;
  size_t there = 0;
  while (there < names->files.count
         && access (names->files.items[there], F_OK) == 0)
    there++;
  return there == names->files.count;
}

static enum status
report (struct run *run)
{
  const struct options asked = run->options;
  enum status status = report_profile (run);
  while (status == STATUS_OK && run->browsing.is_due)
    if (has_profiles (run))
      status = report_again (run, &asked);
    else
      {
        run->browsing.interval = 0;
        run->browsing.state = NULL;
        status = formats_write (&run->reporting.report, &run->diag);
      }
  browsing_end (&run->browsing);
  return status;
}

static enum status
act (struct run *run)
{
  struct destination *destination = &run->destination;
  enum status status = STATUS_OK;
  destination_start (destination, &run->options, &run->diag);
  switch (run->options.action)
    {
    case ACTION_HELP:
      print_help (destination->standard, run->diag.program);
      break;
    case ACTION_VERSION:
      print_version (destination->standard);
      break;
    case ACTION_REPORT:
      status = report (run);
      break;
    }
  return destination_close (destination, &run->options, run->listings,
                            &run->inputs, status, &run->diag);
}

/* Memory has run out: leave terminal and files as the run at OWNER has found
   them, and say so.  */
static void
tell_of_lack (void *owner)
{
  struct run *run = owner;
  watch_end (&run->watch);
  destination_abandon (&run->destination);
  record_release (&run->record);
  diag_print_line (stderr, run->diag.program, _ ("out of memory"));
}

static void
release (struct run *run)
{
  forget_report (run);
  watch_end (&run->watch);
  filemarks_release (&run->inputs);
  destination_release (&run->destination);
  debuginfod_close (run->servers);
  record_release (&run->record);
  options_release (&run->options);
  process_free_arguments (run->words);
  diag_release (&run->diag);
}

int
main (int argc, char **argv)
{
  process_set_locale (LOCALEDIR);
  struct run run = { .diag = { .program = process_name (argc, argv),
                               .stream = stderr,
                               .keeps = true } };
  memory_start (tell_of_lack, &run);
  process_watch_signals ();
  enum status status = process_reserve_descriptors (&run.diag);
  if (status == STATUS_OK)
    status = load_options (&run, argc, argv);
  if (status == STATUS_OK)
    status = act (&run);
  /* A failure that ended nothing, such as a source that could not be read, is
     one, too.  */
  const bool failed = (status != STATUS_OK && status != STATUS_ABSENT)
                      || run.diag.status != STATUS_OK;
  diag_report (&run.diag);
  int code = run.record.status;
  if (failed && code == 0)
    code = EXIT_FAILURE;
  else if (code == 0 && run.options.fails_above
           && comparison_grew (&run.baseline.comparison,
                               run.options.fail_percent))
    code = EXIT_GREW;
  release (&run);
  return code;
}
