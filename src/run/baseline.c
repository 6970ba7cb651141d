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

/* --- Reports ------------------------------------------------------------- */

/* Is NAME a directory, or not to be found?  */
static bool
is_no_file (const char *name)
{
  struct stat about;
  return strcmp (name, "-") != 0
         && (stat (name, &about) != 0 || S_ISDIR (about.st_mode));
}

/* INFILE, called NAME, is no report; if it was opened and may not be opened
   twice, keep it.  */
static void
keep_profile (struct baseline *baseline, const char *name,
              struct infile *infile)
{
  if (infile->regular)
    infile_release (infile);
  vec_push (&baseline->profiles, name);
  vec_push (&baseline->opened, *infile);
}

/* Read the file NAME if it is a report.  */
static enum status
open_file (struct baseline *baseline, const char *name, bool by_line,
           struct diag *diag)
{
  struct infile infile = { .fd = -1 };
  struct diag unsaid = { .status = STATUS_IO };
  if (is_no_file (name)
      || reader_open_file (&infile, name, &unsaid) != STATUS_OK)
    infile_release (&infile);
  if (infile.data == NULL || !old_report_begins (&infile))
    {
      keep_profile (baseline, name, &infile);
      return STATUS_OK;
    }
  enum status status
      = old_report_read (&baseline->reports, &infile, by_line, diag);
  infile_release (&infile);
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
  for (size_t i = 0; i < options->old_profiles.count && status == STATUS_OK;
       i++)
    status = open_file (baseline, options->old_profiles.items[i],
                        options->by_line, diag);
  if (status == STATUS_OK)
    choose_attribution (baseline, options, diag);
  return status;
}

/* --- Profiles ------------------------------------------------------------ */

/* Name image and profiles of this side.  */
static void
choose_files (struct baseline *baseline, const struct options *options)
{
  baseline->options = *options;
  baseline->options.profiles.items = baseline->profiles.items;
  baseline->options.profiles.count = baseline->profiles.count;
  if (options->diff_image != NULL)
    baseline->options.image = options->diff_image;
  baseline->options.default_image = false;
  baseline->options.live = options->old_live;
  baseline->options.found = NULL; /* there are reports among OLD_FOUND */
  baseline->options.old_found = NULL;
}

static enum status
measure (struct baseline *baseline, const struct options *options,
         struct side *new, struct diag *diag)
{
  struct side *side = &baseline->side;
  struct program *program = options->diff_image == NULL ? new->program : NULL;
  choose_files (baseline, options);
  side->opened = baseline->opened.items;
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
    status = side_count (side, options, diag);
  return status == STATUS_OK ? side_propagate (side, diag) : status;
}

/* --- Both ---------------------------------------------------------------- */

/* The reports are about another program: begin anew with that.  */
static enum status
start_anew (struct baseline *baseline, struct compared_side *old,
            struct diag *diag)
{
  const struct old_report *first = &baseline->reports.items.items[0];
  struct side *side = &baseline->side;
  if (baseline->profiles.count > 0)
    return diag_fail (diag, STATUS_MISMATCH, PLACE_FILE (first->name),
                      _ ("the report and the old profiles are not of the same "
                         "build of the program"));
  old->program = baseline->old_functions.program;
  spreads_release (&side->spreads);
  side->measured.symtab = &old->program->symtab;
  spreads_start (&side->spreads, &side->measured, NULL);
  spreads_finish (&side->spreads);
  return STATUS_OK;
}

/* Make the sums of OLD those of profiles and reports.  */
static void
add_reports (struct baseline *baseline, struct compared_side *old)
{
  const size_t count = old->program->symtab.count;
  const bool has_profiles = baseline->profiles.count > 0;
  baseline->ticks = array_new (count, sizeof *baseline->ticks);
  baseline->calls = array_new (count, sizeof *baseline->calls);
  for (size_t id = 0; id < count && has_profiles; id++)
    {
      baseline->ticks[id] = old->ticks[id];
      baseline->calls[id] = old->calls[id];
    }
  old->ticks = baseline->ticks;
  old->calls = baseline->calls;
  old_functions_add (&baseline->old_functions, &baseline->reports, old->rate,
                     baseline->ticks, baseline->calls,
                     &baseline->side.spreads);
}

/* Add the reports to OLD, the profiles.  */
static enum status
join_reports (struct baseline *baseline, struct compared_side *old,
              struct diag *diag)
{
  const struct old_reports *reports = &baseline->reports;
  enum status status = old_functions_make (&baseline->old_functions, reports,
                                           old->program, diag);
  if (status == STATUS_OK && baseline->old_functions.program != old->program)
    status = start_anew (baseline, old, diag);
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
  if (status == STATUS_OK)
    add_reports (baseline, old);
  return status;
}

enum status
baseline_compare (struct baseline *baseline, const struct options *options,
                  struct side *new, struct diag *diag)
{
  enum status status = measure (baseline, options, new, diag);
  if (status != STATUS_OK)
    return status;
  struct compared_side before = side_compared (&baseline->side);
  const struct compared_side after = side_compared (new);
  if (baseline->reports.items.count > 0)
    status = join_reports (baseline, &before, diag);
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
  for (size_t i = 0; i < baseline->opened.count; i++)
    infile_release (&baseline->opened.items[i]);
  vec_release (&baseline->opened);
  vec_release (&baseline->profiles);
  old_reports_release (&baseline->reports);
  *baseline = (struct baseline){ 0 };
}
