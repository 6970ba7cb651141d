/* side.c - profiles with their program, and their sum.  */

#include "config.h"

#include "run/side.h"

#include <stdlib.h>

#include "base/i18n.h"
#include "base/memory.h"
#include "base/paths.h"
#include "input/objects.h"
#include "input/profiles.h"
#include "output/formats.h"
#include "output/gmon_write.h"
#include "output/live_write.h"
#include "output/printers.h"

static const char sum_of_plain[] = "gmon.sum";

const char *
side_sum_name (const struct options *options)
{
  return options->live ? "gmon.sum.live" : sum_of_plain;
}

/* Add INFILE, a live file, to the sum of these.  */
static enum status
add_to_sum (struct side *side, const struct infile *infile, struct diag *diag)
{
  struct live_file file = { 0 };
  enum status status
      = reader_read_live (infile, program_target (side->program), &file, diag);
  if (status == STATUS_OK)
    status = live_sum_add (&side->live_sum, &file, infile->name, diag);
  live_file_release (&file);
  return status;
}

/* Called for each profile file that has been read.  */
static enum status
hear_file (void *context, const char *name, const struct infile *infile,
           const struct profile_builder *builder,
           const struct record_counts *counts, struct diag *diag)
{
  struct side *side = context;
  struct spreads *spreads = &side->spreads;
  if (side->info != NULL)
    {
      print_info (side->info, name, builder->version, counts);
      output_flush (side->info);
    }
  enum status status = STATUS_OK;
  if (side->sums_live)
    status = add_to_sum (side, infile, diag);
  if (status == STATUS_OK && spreads->items != NULL)
    status = spreads_add (spreads, builder, name, diag);
  return status == STATUS_OK && builder->keeps_threads
             ? thread_times_add (&side->threads, builder, diag)
             : status;
}

enum status
side_load (struct side *side, const struct options *options,
           struct program *program, struct output *info,
           struct filemarks *inputs, struct diag *diag)
{
  struct profiles_listener listener
      = { .read = hear_file, .context = side, .prints = info != NULL };
  enum status status = STATUS_OK;
  side->info = info;
  side->program = program != NULL ? program : &side->own;
  if (program == NULL)
    status = objects_open (&side->own, options, diag);
  if (program == NULL && status == STATUS_OK)
    status = program_load (&side->own, options, diag);
  if (status != STATUS_OK)
    return status;
  side->sums_live = options->live && (options->requested & LISTING_SUM);
  side->live_sum.program = side->program;
  side->measured = measured_of (side->program, program_target (side->program),
                                &side->profile, options);
  const unsigned needs = listings_needs (options->requested, options);
  const bool needs_spreads = needs & NEEDS_SPREADS;
  listener.needs_bins = needs_spreads;
  listener.needs_threads = needs & NEEDS_THREADS;
  listener.needs_processes = needs_spreads
                             && (options->requested & LISTING_PER_FILE)
                             && (options->requested & LISTING_WAITS);
  if (listener.needs_threads)
    thread_times_start (&side->threads, &side->measured,
                        &side->measurement.crediting);
  if (needs_spreads)
    spreads_start (&side->spreads, &side->measured,
                   &side->measurement.crediting);
  if (needs_spreads && (options->requested & LISTING_PER_FILE)
      && (formats_needs (options->requested, options) & NEEDS_FILE_COLUMNS))
    {
      side->spreads.columns = &side->columns;
      file_columns_start (&side->columns, side->measured.symtab->count);
    }
  /* Without profiles there are old reports.  */
  const bool has_profiles = options->profiles.count > 0;
  if (has_profiles)
    status = profiles_read (&side->profile, options, side->program, &listener,
                            inputs, side->opened, diag);
  spreads_finish (&side->spreads);
  if (has_profiles && status == STATUS_OK)
    status = warn_of_profile (&side->profile, options, side->program,
                              &side->mismatch, diag);
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

void
side_release (struct side *side)
{
  callscan_release (&side->calls);
  measurement_release (&side->measurement);
  spreads_release (&side->spreads);
  file_columns_release (&side->columns);
  thread_times_release (&side->threads);
  free (side->mismatch.text);
  profile_release (&side->profile);
  live_sum_release (&side->live_sum);
  program_release (&side->own);
  *side = (struct side){ 0 };
}

/* --- Sums ---------------------------------------------------------------- */

/* What of SUM is object NUMBER's.  */
static struct sum_part
part_of (const struct program *program, size_t number)
{
  const uint64_t page = 64 << 10; /* histograms begin with one */
  const struct object *object = &program->objects.items[number];
  const struct object *next = object + 1;
  return (struct sum_part){
    .is_part = program->objects.count > 1 || object->has_outside,
    .object = number,
    .bias = object->bias,
    .low_pc = number > 0 ? (object->low_pc + 1) & ~(page - 1) : 0,
    .limit_pc = number + 1 < program->objects.count
                    ? (next->low_pc + 1) & ~(page - 1)
                    : UINT64_MAX,
    .outside_pc = object->has_outside ? object->low_pc : UINT64_MAX
  };
}

/* What the file of object NUMBER is called, to be freed.  A library keeps its
   name.  */
static char *
sum_name (const struct program *program, size_t number)
{
  const struct object *object = &program->objects.items[number];
  if (!object->has_outside)
    return memory_text (sum_of_plain);
  const char *label = number > 0               ? object->label
                      : object->soname != NULL ? object->soname
                                               : object->label;
  return memory_format ("%s.%s", sum_of_plain, path_base (label));
}

enum status
side_write_sums (const struct side *side, const struct options *options,
                 const struct filemarks *inputs, const struct output *listings,
                 struct diag *diag)
{
  const struct program *program = side->program;
  if (options->live)
    return live_sum_write (&side->live_sum, side_sum_name (options), inputs,
                           listings, diag);
  if (side->profile.lacks_calls)
    return diag_fail (diag, STATUS_UNSUPPORTED,
                      PLACE_FILE (options->profiles.items[0]),
                      _ ("a profile with sampled stacks cannot be written as "
                         "'%s', which has counts of calls"),
                      sum_of_plain);
  struct filemarks others = *inputs;
  struct gmon_sum sum = { .profile = &side->profile,
                          .symtab = side->measured.symtab,
                          .graph = &side->measurement.graph,
                          .block_counts = &side->measurement.block_counts,
                          .target = side->measured.target,
                          .listings = listings,
                          .format = options->format,
                          .quirks = &options->quirks };
  enum status status = STATUS_OK;
  /* The file that was looked at before anything was read is gmon.sum.  */
  others.before = (struct filemark){ 0 };
  for (size_t i = 0; i < program->objects.count && status == STATUS_OK; i++)
    {
      sum.inputs = program->objects.items[i].has_outside ? &others : inputs;
      sum.part = part_of (program, i);
      if (program->objects.count > 1 && !gmon_sum_has_any (&sum))
        continue;
      char *name = sum_name (program, i);
      status = gmon_write (name, &sum, diag);
      free (name);
    }
  return status;
}
