/* baseline.c - what --diff compares with, measured like the others.  */

#include "config.h"

#include "analysis/baseline.h"

#include "analysis/warnings.h"
#include "input/profiles.h"

static enum status
hear_file (void *context, const char *name,
           const struct profile_builder *builder,
           const struct record_counts *counts, struct diag *diag)
{
  (void)counts;
  return spreads_add (context, builder, name, diag);
}

static enum status
load_program (struct baseline *baseline, struct program *program,
              struct diag *diag)
{
  const struct options *options = &baseline->options;
  baseline->program = program;
  if (options->diff_image == NULL)
    return STATUS_OK;
  baseline->program = &baseline->own;
  enum status status = program_open (&baseline->own, options, diag);
  return status == STATUS_OK ? program_load (&baseline->own, options, diag)
                             : status;
}

static enum status
load_profiles (struct baseline *baseline, struct diag *diag)
{
  const struct program *program = baseline->program;
  const struct options *options = &baseline->options;
  const struct profiles_listener listener = { .read = hear_file,
                                              .context = &baseline->spreads,
                                              .needs_bins = true };
  bool mismatched;
  enum status status = spreads_start (&baseline->spreads, &baseline->measured,
                                      &baseline->measurement.crediting, diag);
  if (status == STATUS_OK)
    status
        = profiles_read (&baseline->profile, options, program_target (program),
                         program_main (program), &listener, NULL, diag);
  spreads_finish (&baseline->spreads);
  return status == STATUS_OK ? warn_of_profile (&baseline->profile, options,
                                                program, &mismatched, diag)
                             : status;
}

enum status
baseline_measure (struct baseline *baseline, const struct options *options,
                  struct program *program, struct diag *diag)
{
  baseline->options = *options;
  baseline->options.profiles.items = options->old_profiles.items;
  baseline->options.profiles.count = options->old_profiles.count;
  if (options->diff_image != NULL)
    baseline->options.image = options->diff_image;
  baseline->options.default_image = false;
  enum status status = load_program (baseline, program, diag);
  if (status != STATUS_OK)
    return status;
  baseline->measured
      = measured_of (baseline->program, program_target (baseline->program),
                     &baseline->profile, options);
  status = load_profiles (baseline, diag);
  if (status == STATUS_OK)
    status = measurement_count (&baseline->measurement, &baseline->measured,
                                options->by_line, diag);
  return status == STATUS_OK
             ? measurement_propagate (&baseline->measurement,
                                      &baseline->measured, diag)
             : status;
}

void
baseline_release (struct baseline *baseline)
{
  spreads_release (&baseline->spreads);
  measurement_release (&baseline->measurement);
  profile_release (&baseline->profile);
  program_release (&baseline->own);
  *baseline = (struct baseline){ 0 };
}
