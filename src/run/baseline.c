/* baseline.c - what --diff compares with.  */

#include "config.h"

#include "run/baseline.h"

/* Name image and profiles of this side.  */
static void
choose_files (struct baseline *baseline, const struct options *options)
{
  baseline->options = *options;
  baseline->options.profiles.items = options->old_profiles.items;
  baseline->options.profiles.count = options->old_profiles.count;
  if (options->diff_image != NULL)
    baseline->options.image = options->diff_image;
  baseline->options.default_image = false;
}

enum status
baseline_compare (struct baseline *baseline, const struct options *options,
                  struct side *new, struct diag *diag)
{
  struct side *side = &baseline->side;
  struct program *program = options->diff_image == NULL ? new->program : NULL;
  choose_files (baseline, options);
  if (program != NULL)
    {
      /* What was decoded of the program; NEW has no more use for it, unless
         --asm decodes some of it once more.  */
      side->measurement.crediting = new->measurement.crediting;
      new->measurement.crediting = (struct crediting){ 0 };
    }
  enum status status
      = side_load (side, &baseline->options, program, NULL, NULL, diag);
  if (status == STATUS_OK)
    status = measurement_count (&side->measurement, &side->measured,
                                options->by_line, diag);
  if (status == STATUS_OK)
    status = measurement_propagate (&side->measurement, &side->measured, diag);
  if (status != STATUS_OK)
    return status;
  const struct compared_side before = side_compared (side),
                             after = side_compared (new);
  return comparison_make (&baseline->comparison, &before, &after, options,
                          diag);
}

void
baseline_release (struct baseline *baseline)
{
  comparison_release (&baseline->comparison);
  side_release (&baseline->side);
  *baseline = (struct baseline){ 0 };
}
