/* sums.c - the sum of all profiles, a file for each object.  */

#include "config.h"

#include "run/sums.h"

#include "base/i18n.h"
#include "base/memory.h"
#include "output/gmon_write.h"

#include <stdlib.h>

const char sums_name[] = "gmon.sum";

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
name_of (const struct program *program, size_t number)
{
  const struct object *object = &program->objects.items[number];
  if (!object->has_outside)
    return memory_text (sums_name);
  const char *label = number > 0               ? object->label
                      : object->soname != NULL ? object->soname
                                               : object->label;
  return memory_format ("%s.%s", sums_name, diag_base_name (label));
}

enum status
sums_write (const struct side *side, const struct options *options,
            const struct filemarks *inputs, const struct output *listings,
            struct diag *diag)
{
  const struct program *program = side->program;
  if (side->profile.lacks_calls)
    return diag_fail (diag, STATUS_UNSUPPORTED,
                      PLACE_FILE (options->profiles.items[0]),
                      _ ("a profile with sampled stacks cannot be written as "
                         "'%s', which has counts of calls"),
                      sums_name);
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
      char *name = name_of (program, i);
      status = gmon_write (name, &sum, diag);
      free (name);
    }
  return status;
}
