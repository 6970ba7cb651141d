/* main.c - the data flow and the exit status.

   Reads like the drawing in doc/HACKING: options, image and symbols, profile
   files, analysis, listings.  Only this file exits.  */

#include "config.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/argfile.h"
#include "analysis/baseline.h"
#include "analysis/comparison.h"
#include "base/diag.h"
#include "base/filemark.h"
#include "output/gmon_write.h"
#include "analysis/grouping.h"
#include "base/i18n.h"
#include "output/listings.h"
#include "analysis/measurement.h"
#include "input/options.h"
#include "base/output.h"
#include "output/print_help.h"
#include "output/print_info.h"
#include "base/process.h"
#include "model/profile.h"
#include "input/profiles.h"
#include "input/program.h"
#include "output/reporting.h"
#include "analysis/spreads.h"
#include "analysis/static_calls.h"
#include "base/vec.h"
#include "analysis/warnings.h"

static const char sum_name[] = "gmon.sum";

enum
{
  EXIT_GREW = 3 /* --fail-above; 2 is for wrong usage in other programs */
};

/* Everything a run owns, in the order in which it comes to be.  */
struct run
{
  struct diag diag;
  struct arguments arguments;
  struct options options;
  struct output *output;
  struct program program;
  struct filemarks inputs; /* for -s: the profiles that were read */
  struct profile profile;
  unsigned listings; /* set of enum listing: those that are written */
  bool mismatched;   /* the profile is not the program's, or not all of it */
  struct static_calls calls;
  struct measured measured;
  struct spreads spreads;
  struct measurement measurement;
  struct grouping grouping;
  struct baseline baseline;
  struct comparison comparison;
  bool grew; /* a function did, by more than --fail-above */
  struct reporting reporting;
};

static enum status
load_options (struct run *run, int argc, char **argv)
{
  enum status status
      = arguments_expand (&run->arguments, argc, argv, &run->diag);
  if (status != STATUS_OK)
    return status;
  return options_parse (&run->options, (int)run->arguments.words.count,
                        run->arguments.words.items,
                        getenv ("POSIXLY_CORRECT") != NULL, &run->diag);
}

/* The file NAME was read.  What -i tells of it is printed even if the next one
   cannot be read.  */
static enum status
hear_file (void *context, const char *name,
           const struct profile_builder *builder,
           const struct record_counts *counts, struct diag *diag)
{
  struct run *run = context;
  if (run->options.requested & LISTING_INFO)
    {
      print_info (run->output, name, builder->version, counts);
      output_flush (run->output);
    }
  return run->spreads.items != NULL
             ? spreads_add (&run->spreads, builder, name, diag)
             : STATUS_OK;
}

/* Name all that a measurement is made of; calls in the code are added
   later.  */
static enum status
prepare_measurement (struct run *run)
{
  const struct options *options = &run->options;
  run->measured = measured_of (&run->program, program_target (&run->program),
                               &run->profile, options);
  return listings_needs (options->requested, options) & NEEDS_SPREADS
             ? spreads_start (&run->spreads, &run->measured,
                              &run->measurement.crediting, &run->diag)
             : STATUS_OK;
}

static enum status
load_profiles (struct run *run)
{
  const struct options *options = &run->options;
  const struct profiles_listener listener
      = { .read = hear_file,
          .context = run,
          .prints = options->requested & LISTING_INFO,
          .needs_bins = run->spreads.items != NULL };
  const bool sums = options->requested & LISTING_SUM;
  if (sums)
    filemarks_start (&run->inputs, sum_name);
  enum status status
      = profiles_read (&run->profile, options, program_target (&run->program),
                       program_main (&run->program), &listener,
                       sums ? &run->inputs : NULL, &run->diag);
  spreads_finish (&run->spreads);
  return status == STATUS_OK
             ? warn_of_profile (&run->profile, options, &run->program,
                                &run->mismatched, &run->diag)
             : status;
}

static enum status
load (struct run *run)
{
  enum status status = program_open (&run->program, &run->options, &run->diag);
  if (status == STATUS_OK)
    status = program_load (&run->program, &run->options, &run->diag);
  if (status == STATUS_OK)
    status = prepare_measurement (run);
  if (status == STATUS_OK)
    status = load_profiles (run);
  if (status == STATUS_OK)
    status = program_finish (&run->program, &run->options, &run->profile,
                             &run->diag);
  if (status == STATUS_OK)
    run->listings = listings_choose (&run->options, &run->profile, &run->diag);
  return status;
}

static enum status
count_calls (struct run *run)
{
  const struct options *options = &run->options;
  enum status status = static_calls_find (&run->calls, options, &run->program,
                                          &run->profile, &run->diag);
  run->measured.calls = static_calls_of (&run->calls);
  if (status == STATUS_OK)
    status = measurement_count (&run->measurement, &run->measured,
                                options->by_line, &run->diag);
  return status == STATUS_OK
             ? warn_of_calls (&run->measurement.graph, run->listings,
                              &run->program, run->mismatched, &run->diag)
             : status;
}

/* Write gmon.sum if that was asked for.  */
static enum status
write_sum (struct run *run)
{
  const struct options *options = &run->options;
  const bool prints = listings_any_but (LISTING_SUM, run->listings, options);
  if (!(run->listings & LISTING_SUM))
    return STATUS_OK;
  const struct gmon_sum sum = { .profile = &run->profile,
                                .symtab = &run->program.symtab,
                                .graph = &run->measurement.graph,
                                .block_counts = &run->measurement.block_counts,
                                .target = program_target (&run->program),
                                .inputs = &run->inputs,
                                .listings = prints ? run->output : NULL,
                                .format = options->format,
                                .quirks = &options->quirks };
  return gmon_write (sum_name, &sum, &run->diag);
}

/* Compare with the profiles of --diff.  */
static enum status
compare (struct run *run)
{
  const struct options *options = &run->options;
  if (!(run->listings & LISTING_DIFF))
    return STATUS_OK;
  enum status status
      = baseline_measure (&run->baseline, options, &run->program, &run->diag);
  if (status != STATUS_OK)
    return status;
  const struct baseline *baseline = &run->baseline;
  const struct compared_side old
      = { baseline->program, &baseline->measured, &baseline->measurement,
          &baseline->spreads };
  const struct compared_side new
      = { &run->program, &run->measured, &run->measurement, &run->spreads };
  status = comparison_make (&run->comparison, &old, &new, options, &run->diag);
  run->grew = status == STATUS_OK && options->fails_above
              && comparison_grew (&run->comparison, options->fail_percent);
  return status;
}

/* Print all that was asked for but -i.  */
static enum status
print (struct run *run)
{
  struct reported reported = { .options = &run->options,
                               .listings = run->listings,
                               .program = &run->program,
                               .of = &run->measured,
                               .measurement = &run->measurement,
                               .spreads = &run->spreads,
                               .comparison = &run->comparison,
                               .output = run->output };
  if (!listings_any_but (LISTING_INFO | LISTING_SUM, run->listings,
                         &run->options))
    return STATUS_OK;
  enum status status
      = measurement_propagate (&run->measurement, &run->measured, &run->diag);
  if (status == STATUS_OK)
    status = compare (run);
  if (status != STATUS_OK)
    return status;
  warn_of_samples (&run->profile, run->listings, &run->options,
                   run->measurement.total_ticks, &run->diag);
  if (run->options.group_by != GROUP_BY_FUNCTION)
    {
      status = grouping_make (&run->grouping, &run->options, &run->program,
                              &run->measured, &run->measurement, &run->diag);
      reported.of = &run->grouping.of;
      reported.measurement = &run->grouping.measurement;
    }
  return status == STATUS_OK
             ? reporting_print (&run->reporting, &reported, &run->diag)
             : status;
}

static enum status
report_profile (struct run *run)
{
  enum status status = load (run);
  if (status == STATUS_OK)
    status = count_calls (run);
  if (status == STATUS_OK)
    status = write_sum (run);
  if (status == STATUS_OK)
    status = listings_check (run->listings, &run->options, &run->profile,
                             &run->diag);
  return status == STATUS_OK ? print (run) : status;
}

static enum status
act (struct run *run)
{
  run->output = array_new (1, sizeof *run->output);
  if (run->output == NULL)
    return diag_no_memory (&run->diag);
  output_open (run->output, STDOUT_FILENO);
  enum status status = STATUS_OK;
  switch (run->options.action)
    {
    case ACTION_HELP:
      print_help (run->output, run->diag.program);
      break;
    case ACTION_VERSION:
      print_version (run->output);
      break;
    case ACTION_REPORT:
      status = report_profile (run);
      break;
    }
  /* What was prepared before a failure is no listing.  */
  if (status != STATUS_OK)
    output_discard (run->output);
  enum status closed
      = output_close (run->output, _ ("standard output"), &run->diag);
  if (status == STATUS_OK && closed == STATUS_OK && run->output->has_written)
    diag_repeat (&run->diag);
  return status == STATUS_OK ? closed : status;
}

static void
release (struct run *run)
{
  reporting_release (&run->reporting);
  comparison_release (&run->comparison);
  baseline_release (&run->baseline);
  grouping_release (&run->grouping);
  measurement_release (&run->measurement);
  static_calls_release (&run->calls);
  spreads_release (&run->spreads);
  profile_release (&run->profile);
  filemarks_release (&run->inputs);
  program_release (&run->program);
  free (run->output);
  options_release (&run->options);
  arguments_release (&run->arguments);
  diag_release (&run->diag);
}

int
main (int argc, char **argv)
{
  process_set_locale (LOCALEDIR);
  struct run run = { .diag = { .program = process_name (argc, argv),
                               .stream = stderr,
                               .keeps = process_shares_terminal () } };
  process_watch_signals ();
  enum status status = process_reserve_descriptors (&run.diag);
  if (status == STATUS_OK)
    status = load_options (&run, argc, argv);
  if (status == STATUS_OK)
    status = act (&run);
  /* Also without a warning that there was no memory for.  */
  const bool failed = run.diag.status != STATUS_OK;
  diag_report (&run.diag);
  const bool grew = run.grew;
  release (&run);
  if (status != STATUS_OK || failed)
    return EXIT_FAILURE;
  return grew ? EXIT_GREW : EXIT_SUCCESS;
}
