/* side.c - profiles and their program.  */

#include "config.h"

#include "run/side.h"

#include <stdlib.h>

#include "input/objects.h"
#include "input/profiles.h"
#include "output/formats.h"
#include "output/printers.h"

/* Called for each profile file that has been read.  */
struct listening
{
  struct side *side;
  struct output *info;
};

static enum status
hear_file (void *context, const char *name,
           const struct profile_builder *builder,
           const struct record_counts *counts, struct diag *diag)
{
  const struct listening *listening = context;
  struct spreads *spreads = &listening->side->spreads;
  if (listening->info != NULL)
    {
      print_info (listening->info, name, builder->version, counts);
      output_flush (listening->info);
    }
  return spreads->items != NULL ? spreads_add (spreads, builder, name, diag)
                                : STATUS_OK;
}

static enum status
load_profiles (struct side *side, const struct options *options,
               struct output *info, struct filemarks *inputs,
               struct diag *diag)
{
  const struct program *program = side->program;
  struct listening listening = { side, info };
  const struct profiles_listener listener
      = { .read = hear_file,
          .context = &listening,
          .prints = info != NULL,
          .needs_bins = side->spreads.items != NULL };
  enum status status = profiles_read (&side->profile, options, program,
                                      &listener, inputs, side->opened, diag);
  spreads_finish (&side->spreads);
  return status == STATUS_OK ? warn_of_profile (&side->profile, options,
                                                program, &side->mismatch, diag)
                             : status;
}

/* Prepare to hear how self times vary.  */
static void
start_spreads (struct side *side, const struct options *options)
{
  const unsigned needs = formats_needs (options->requested, options);
  spreads_start (&side->spreads, &side->measured,
                 &side->measurement.crediting);
  if (!(options->requested & LISTING_PER_FILE)
      || !(needs & NEEDS_FILE_COLUMNS))
    return;
  side->spreads.columns = &side->columns;
  file_columns_start (&side->columns, side->measured.symtab->count);
}

enum status
side_load (struct side *side, const struct options *options,
           struct program *program, struct output *info,
           struct filemarks *inputs, struct diag *diag)
{
  enum status status = STATUS_OK;
  side->program = program != NULL ? program : &side->own;
  if (program == NULL)
    status = objects_open (&side->own, options, diag);
  if (program == NULL && status == STATUS_OK)
    status = program_load (&side->own, options, diag);
  if (status != STATUS_OK)
    return status;
  side->measured = measured_of (side->program, program_target (side->program),
                                &side->profile, options);
  if (listings_needs (options->requested, options) & NEEDS_SPREADS)
    start_spreads (side, options);
  /* Without profiles there are old reports.  */
  if (options->profiles.count > 0)
    status = load_profiles (side, options, info, inputs, diag);
  else
    spreads_finish (&side->spreads);
  return status == STATUS_OK
             ? program_finish (side->program, options, &side->profile, diag)
             : status;
}

enum status
side_count (struct side *side, const struct options *options,
            struct diag *diag)
{
  enum status status = callscan_find_all (&side->calls, options, side->program,
                                          &side->measured, diag);
  side->measured.calls = &side->calls;
  return status == STATUS_OK
             ? measurement_count (&side->measurement, &side->measured,
                                  options->by_line, diag)
             : status;
}

enum status
side_propagate (struct side *side, struct diag *diag)
{
  return measurement_propagate (&side->measurement, &side->measured, diag);
}

void
side_release (struct side *side)
{
  callscan_release (&side->calls);
  measurement_release (&side->measurement);
  spreads_release (&side->spreads);
  file_columns_release (&side->columns);
  free (side->mismatch.text);
  profile_release (&side->profile);
  program_release (&side->own);
  *side = (struct side){ 0 };
}
