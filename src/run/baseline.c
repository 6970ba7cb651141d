/* baseline.c - what --diff compares with.  */

#include "config.h"

#include "run/baseline.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/memory.h"
#include "input/reader.h"

/* --- What the files are -------------------------------------------------- */

/* Is the first old file, NAME, a report?  What else was opened and may not be
   opened twice is kept.  */
static bool
is_report (struct baseline *baseline, const char *name)
{
  struct infile *infile = &baseline->opened;
  struct diag unsaid = { .status = STATUS_IO };
  struct stat about;
  const bool is_directory = strcmp (name, "-") != 0 && stat (name, &about) == 0
                            && S_ISDIR (about.st_mode);
  *infile = (struct infile){ .fd = -1 };
  if (!is_directory && reader_open_file (infile, name, &unsaid) == STATUS_OK
      && old_report_begins (infile))
    return true;
  if (infile->regular || infile->data == NULL)
    infile_release (infile);
  return false;
}

/* Read the reports that OPTIONS name, of which the first one is open.  */
static enum status
read_reports (struct baseline *baseline, const struct options *options,
              struct diag *diag)
{
  struct infile *infile = &baseline->opened;
  enum status status = STATUS_OK;
  for (size_t i = 0; i < options->old_profiles.count && status == STATUS_OK;
       i++)
    {
      if (i > 0)
        status
            = reader_open_file (infile, options->old_profiles.items[i], diag);
      if (status == STATUS_OK)
        status = old_report_read (&baseline->reports, infile, options->by_line,
                                  diag);
      infile_release (infile);
    }
  return status;
}

/* Credit samples as the reports do, unless the user has chosen, and warn of a
   report that does not.  */
static void
choose_attribution (const struct baseline *baseline, struct options *options,
                    struct diag *diag)
{
  const struct old_report *reports = baseline->reports.items.items;
  const size_t count = baseline->reports.items.count;
  if (count > 0)
    options_prefer_exact (options, reports[0].exact);
  for (size_t i = 0; i < count; i++)
    if (reports[i].exact != options->exact)
      diag_warn (diag, PLACE_FILE (reports[i].name),
                 _ ("the report was made with '--attribution=%s', which this "
                    "run does not use, so times may differ for no other "
                    "reason"),
                 reports[i].exact ? "exact" : "gnu");
}

enum status
baseline_check (const struct options *options, struct diag *diag)
{
  for (size_t i = 0; i < options->old_profiles.count; i++)
    {
      const char *name = options->old_profiles.items[i];
      if (strcmp (name, "-") == 0 || access (name, R_OK) == 0)
        continue;
      const int error = errno;
      enum status status
          = diag_fail_errno (diag, name, error, _ ("cannot open"));
      if (strpbrk (name, "*?[") != NULL)
        diag_hint (diag, _ ("shells do not expand patterns behind '='; name a "
                            "directory, or give '--diff' for each file"));
      return status;
    }
  return STATUS_OK;
}

enum status
baseline_open (struct baseline *baseline, struct options *options,
               struct diag *diag)
{
  enum status status = baseline_check (options, diag);
  if (status == STATUS_OK && options->old_profiles.count > 0
      && is_report (baseline, options->old_profiles.items[0]))
    status = read_reports (baseline, options, diag);
  if (status == STATUS_OK)
    choose_attribution (baseline, options, diag);
  return status;
}

/* --- Profiles ------------------------------------------------------------ */

/* Load the program of this side, and its profiles unless there are reports.  */
static enum status
load (struct baseline *baseline, const struct options *options,
      struct program *program, struct diag *diag)
{
  struct options *own = &baseline->options;
  *own = *options;
  own->profiles.items = options->old_profiles.items;
  own->profiles.count = options->old_profiles.count;
  own->found = options->old_found;
  own->live = options->old_live;
  own->old_found = NULL;
  if (baseline->reports.items.count > 0)
    {
      own->profiles.count = 0;
      own->found = NULL;
    }
  if (options->diff_image != NULL)
    own->image = options->diff_image;
  own->default_image = false;
  baseline->side.opened = &baseline->opened;
  return side_load (&baseline->side, own, program, NULL, NULL, diag);
}

/* --- Reports ------------------------------------------------------------- */

/* Fill OLD, a side without profiles, with what the reports have.  If they are
   about another program than OLD's, it begins anew with that.  */
static enum status
take_reports (struct baseline *baseline, struct compared_side *old,
              struct diag *diag)
{
  const struct old_reports *reports = &baseline->reports;
  struct side *side = &baseline->side;
  enum status status = old_functions_make (&baseline->old_functions, reports,
                                           old->program, diag);
  if (status == STATUS_OK && baseline->old_functions.program != old->program)
    {
      old->program = baseline->old_functions.program;
      spreads_release (&side->spreads);
      side->measured.symtab = &old->program->symtab;
      spreads_start (&side->spreads, &side->measured, NULL);
      spreads_finish (&side->spreads);
    }
  for (size_t i = 0; i < reports->items.count && status == STATUS_OK; i++)
    {
      const struct old_report *report = &reports->items.items[i];
      if (report->rate == 0)
        continue;
      if (!(old->rate > 0))
        old->rate = (double)report->rate;
      if (old->unit == NULL)
        old->unit = report->unit;
      if (report->weight > old->weight)
        old->weight = report->weight;
      status = comparison_check_units (old->unit, report->unit, diag);
    }
  if (status != STATUS_OK)
    return status;
  const size_t count = old->program->symtab.count;
  old->ticks = baseline->ticks = array_new (count, sizeof *baseline->ticks);
  old->calls = baseline->calls = array_new (count, sizeof *baseline->calls);
  old_functions_add (&baseline->old_functions, reports, old->rate,
                     baseline->ticks, baseline->calls, &side->spreads);
  return STATUS_OK;
}

/* --- Both ---------------------------------------------------------------- */

enum status
baseline_compare (struct baseline *baseline, const struct options *options,
                  struct side *new, struct diag *diag)
{
  struct side *side = &baseline->side;
  struct program *program = options->diff_image == NULL ? new->program : NULL;
  const bool has_reports = baseline->reports.items.count > 0;
  if (program != NULL && !has_reports)
    {
      /* What was decoded of the program; NEW has no more use for it, unless
         --asm decodes some of it once more.  */
      side->measurement.crediting = new->measurement.crediting;
      new->measurement.crediting = (struct crediting){ 0 };
    }
  enum status status = load (baseline, options, program, diag);
  if (status == STATUS_OK && !has_reports)
    status = side_count (side, options, diag);
  if (status == STATUS_OK && !has_reports)
    status = measurement_propagate (&side->measurement, &side->measured, diag);
  struct compared_side before = side_compared (side);
  const struct compared_side after = side_compared (new);
  if (status == STATUS_OK && has_reports)
    status = take_reports (baseline, &before, diag);
  return status == STATUS_OK ? comparison_make (&baseline->comparison, &before,
                                                &after, options, diag)
                             : status;
}

void
baseline_release (struct baseline *baseline)
{
  comparison_release (&baseline->comparison);
  free (baseline->ticks);
  free (baseline->calls);
  old_functions_release (&baseline->old_functions);
  side_release (&baseline->side);
  infile_release (&baseline->opened);
  old_reports_release (&baseline->reports);
  *baseline = (struct baseline){ 0 };
}
