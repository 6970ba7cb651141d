/* reporting.c - all that is printed behind one another.  */

#include "config.h"

#include "output/reporting.h"

#include <stdlib.h>

#include "output/listings.h"
#include "output/print_debug.h"

/* The index names the files of the static functions in it.  */
static enum status
locate_for_index (const struct reported *reported, struct diag *diag)
{
  struct symset wanted = { 0 };
  enum status status = STATUS_OK;
  const struct symtab *symtab = &reported->program->symtab;
  for (sym_id id = 0; id < symtab->count && status == STATUS_OK; id++)
    if ((symtab->flags[id] & SYMBOL_STATIC)
        && (reported->options->show_unused
            || analysis_is_used (&reported->measurement->analysis, id)))
      status = symset_add_range (&wanted, symtab->count, id, id + 1, diag);
  if (status == STATUS_OK && wanted.any)
    status = program_locate (reported->program, &wanted, diag);
  symset_release (&wanted);
  return status;
}

/* Look up the source positions that the listings will show.  */
static enum status
locate_shown (const struct reported *reported, struct diag *diag)
{
  const struct options *options = reported->options;
  const unsigned needs = listings_needs (options);
  if (reported->program->all_located)
    return STATUS_OK;
  if ((needs & NEEDS_PLACES)
      || (options->debug & (DEBUG_SYMBOLS | DEBUG_SOURCES)))
    return program_locate (reported->program, NULL, diag);
  if (needs & NEEDS_INDEX_PLACES)
    return locate_for_index (reported, diag);
  return STATUS_OK;
}

/* The directories of -I and behind them those of the environment (R1.9).  */
static enum status
load_source_path (struct search_path *path, const struct options *options,
                  struct diag *diag)
{
  const char *more = getenv ("GPROF_PATH");
  enum status status = STATUS_OK;
  for (size_t i = 0; i < options->source_path.count && status == STATUS_OK;
       i++)
    status = search_path_add (path, options->source_path.items[i], diag);
  if (status == STATUS_OK && more != NULL)
    status = search_path_add (path, more, diag);
  if (status == STATUS_OK && (listings_needs (options) & NEEDS_SOURCES))
    status = search_path_expect (path, options->image, diag);
  return status;
}

static enum status
prepare_report (struct reporting *reporting, const struct reported *reported,
                struct diag *diag)
{
  const struct options *options = reported->options;
  const struct program *program = reported->program;
  enum status status = names_start (&reporting->names, program->image, options,
                                    &program->symtab, &program->sources, diag);
  reporting->names.escapes = reported->output->to_terminal;
  reporting->report
      = (struct report){ .options = options,
                         .symtab = &program->symtab,
                         .selection = &program->selection,
                         .profile = reported->of->profile,
                         .map = &program->map,
                         .source_path = &reporting->source_path,
                         .names = &reporting->names,
                         .output = reported->output,
                         .printed = options->requested & LISTING_INFO };
  report_borrow (&reporting->report, reported->measurement);
  return status == STATUS_OK ? report_number (&reporting->report, diag)
                             : status;
}

/* All that the listings need.  */
static enum status
prepare (struct reporting *reporting, const struct reported *reported,
         struct diag *diag)
{
  enum status status = locate_shown (reported, diag);
  if (status == STATUS_OK)
    status = listings_measure (reported->measurement, reported->of,
                               reported->options,
                               reported->program->sources.names.count, diag);
  if (status == STATUS_OK)
    status
        = load_source_path (&reporting->source_path, reported->options, diag);
  return status == STATUS_OK ? prepare_report (reporting, reported, diag)
                             : status;
}

enum status
reporting_print (struct reporting *reporting, const struct reported *reported,
                 struct diag *diag)
{
  const struct debug debug = { .report = &reporting->report,
                               .target = reported->of->target,
                               .candidates = &reported->program->candidates,
                               .calls = reported->of->calls };
  enum status status = prepare (reporting, reported, diag);
  /* What -d tells comes before all listings.  */
  if (status == STATUS_OK)
    status = print_debug (&debug, diag);
  if (status == STATUS_OK)
    status = listings_print (&reporting->report, diag);
  if (status == STATUS_OK && reporting->names.lacks_memory)
    status = diag_no_memory (diag);
  return status;
}

void
reporting_release (struct reporting *reporting)
{
  report_release (&reporting->report);
  names_release (&reporting->names);
  search_path_release (&reporting->source_path);
}
