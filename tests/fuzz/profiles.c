/* profiles.c - profile readers on any bytes.

   Files are passed as loaded into memory, so that only readers cost time.
   What is read must be consistent.  */

#include "config.h"

#include "profiles.h"

#include <stdlib.h>

#include "model/profile_builder.h"
#include "input/reader.h"

static void
check (const struct profile *profile)
{
  size_t bins = 0;
  for (size_t i = 0; i < profile->histograms.count; i++)
    {
      const struct histogram *histogram = &profile->histograms.items[i];
      if (histogram->low_pc > histogram->high_pc
          || histogram->first_bin != bins)
        abort ();
      if (histogram->bin_count > 0 && histogram->scale != profile->scale)
        abort ();
      bins += histogram->bin_count;
    }
  if (bins != profile->bins.count)
    abort ();
  if ((profile->samples != profile->bins.items)
      != (profile->other_rates.files > 0))
    abort ();
}

static enum status
read_file (struct input content, enum profile_format format,
           const struct target *target, struct profile_builder *builder,
           struct diag *diag)
{
  struct record_counts counts = { 0 };
  struct infile infile = { .name = "input",
                           .fd = -1,
                           .at_end = true,
                           .data = input_copy (content),
                           .size = content.left,
                           .capacity = content.left };
  enum status status
      = reader_read_opened (&infile, format, target, builder, &counts, diag);
  infile_release (&infile);
  if ((status == STATUS_OK) != (diag->status == STATUS_OK))
    abort ();
  return status;
}

void
fuzz_profiles (struct input input, enum profile_format format)
{
  fuzz_profiles_of (input, format, &(struct profile_origin){ 0 });
}

void
fuzz_profiles_of (struct input input, enum profile_format format,
                  const struct profile_origin *origin)
{
  fuzz_profiles_seen (input, format, origin, NULL);
}

void
fuzz_profiles_seen (struct input input, enum profile_format format,
                    const struct profile_origin *origin,
                    void (*look) (const struct profile *profile,
                                  struct diag *diag))
{
  const struct target target = target_of (input_u8 (&input));
  const size_t size = input_u16 (&input);
  struct profile_builder builder = { 0 };
  struct profile profile = { 0 };
  struct diag diag = { .program = "fuzz", .stream = nowhere () };
  profile_builder_set_origin (&builder, origin);
  enum status status = read_file (input_part (&input, size), format, &target,
                                  &builder, &diag);
  if (status == STATUS_OK && input.left > 0)
    status = read_file (input, format, &target, &builder, &diag);
  if (status == STATUS_OK)
    status = profile_builder_finish (&builder, &profile, &diag);
  if (status == STATUS_OK)
    check (&profile);
  if (status == STATUS_OK && look != NULL)
    look (&profile, &diag);
  profile_release (&profile);
  profile_builder_release (&builder);
  diag_report (&diag);
  diag_release (&diag);
}
