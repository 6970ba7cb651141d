/* reporting.c - from a measurement to the listings, in order.  */

#include "config.h"

#include "output/reporting.h"

#include <stdlib.h>

#include "output/formats.h"
#include "output/printers.h"
#include "output/same_names.h"
#include "output/view_graph.h"
#include "output/view_hot.h"

/* Did ID, of the new program, take time in the old profiles?  */
static bool
took_time_before (const struct reported *reported, sym_id id)
{
  const struct comparison *comparison = reported->comparison;
  return (reported->listings & LISTING_DIFF)
         && comparison->changes[comparison->matching.of[SIDE_NEW][id]]
                    .sides[SIDE_OLD]
                    .ticks
                > 0;
}

/* Add to ROWS the symbols that may have rows; if ONLY_STATIC, of these the static
   functions, whose files the index names.  */
static void
find_rows (struct symset *rows, const struct reported *reported,
           bool only_static)
{
  const struct symtab *symtab = reported->of->symtab;
  const arc_id *calls = reported->measurement->graph.child_start;
  for (sym_id id = 0; id < symtab->count; id++)
    if ((!only_static || (symtab->flags[id] & SYMBOL_STATIC))
        && (reported->options->show_unused
            || analysis_is_used (&reported->measurement->analysis, id)
            || (!only_static
                && (calls[id] < calls[id + 1]
                    || took_time_before (reported, id)))))
      symset_add_range (rows, symtab->count, id, id + 1);
}

/* Look these up.  */
static enum status
locate_rows (const struct reported *reported, bool only_static,
             struct diag *diag)
{
  struct symset wanted = { 0 };
  enum status status = STATUS_OK;
  find_rows (&wanted, reported, only_static);
  if (wanted.any)
    status = program_locate (reported->program, &wanted, diag);
  symset_release (&wanted);
  return status;
}

/* Look up the source positions that the listings will show.  */
static enum status
locate_shown (const struct reported *reported, struct diag *diag)
{
  const struct options *options = reported->options;
  const unsigned needs = formats_needs (reported->listings, options);
  const bool has_groups = reported->of->symtab != &reported->program->symtab;
  if (reported->program->all_located)
    return STATUS_OK;
  if ((needs & NEEDS_PLACES)
      || (options->debug & (DEBUG_SYMBOLS | DEBUG_SOURCES)))
    return program_locate (reported->program, NULL, diag);
  if ((needs & NEEDS_INDEX_PLACES)
      || ((needs & NEEDS_ROW_PLACES) && !has_groups))
    return locate_rows (reported, !(needs & NEEDS_ROW_PLACES), diag);
  return STATUS_OK;
}

/* Can rows of functions look the same, although nothing says that they are to?
   Other formats have a field for files, and of text GNU gprof knows what does
   not show live files, nor changes.  */
static bool
tells_names_apart (const struct reported *reported)
{
  const struct options *options = reported->options;
  if (options->by_line || options->traditional
      || reported->of->symtab != &reported->program->symtab)
    return false;
  switch (options->report_format)
    {
    case REPORT_DOT:
    case REPORT_SVG:
    case REPORT_FOLDED:
    case REPORT_BROWSE:
      return true;
    case REPORT_TEXT:
      return options->live || reported->listings == LISTING_DIFF;
    case REPORT_CSV:
      return reported->listings == LISTING_DIFF;
    default:
      return false;
    }
}

/* Are names shown as GNU gprof shows them?  Of text it knows what does not show
   live files, nor changes, nor parts of names.  */
static bool
shows_gnu_names (const struct reported *reported)
{
  const struct options *options = reported->options;
  return options->report_format == REPORT_TEXT && !options->live
         && reported->listings != LISTING_DIFF
         && options->name_form == NAMES_FULL;
}

/* Find the functions whose files tell them apart.  */
static enum status
find_same_names (struct same_names *same, const struct reported *reported,
                 struct diag *diag)
{
  struct symset rows = { 0 };
  enum status status = STATUS_OK;
  if (!tells_names_apart (reported))
    return STATUS_OK;
  find_rows (&rows, reported, false);
  if (rows.any)
    status = same_names_find (same, reported->program, &rows, diag);
  symset_release (&rows);
  return status;
}

/* Add to the measurement what the listings need beside time and calls.  */
static void
measure_more (const struct reported *reported)
{
  const unsigned needs = formats_needs (reported->listings, reported->options);
  const struct measured *of = reported->of;
  const struct symset *tables = of->selection->tables;
  struct measurement *measurement = reported->measurement;
  const struct callgraph *graph = &measurement->graph;
  if (needs & NEEDS_COVERAGE)
    coverage_build (&measurement->coverage, of->symtab,
                    reported->program->sources.names.count,
                    &tables[SPEC_SOURCE_INCLUDE], &tables[SPEC_SOURCE_EXCLUDE],
                    measurement->analysis.calls);
  if (needs & NEEDS_CYCLE_BREAKING)
    cycle_breaking_find (&measurement->breaking, &measurement->cycles, graph,
                         of->symtab, cycle_breaking_steps (graph));
  if (needs & NEEDS_FUNCTION_ORDER)
    ordering_of_functions (&measurement->ordering, graph, of->quirks);
  else if (needs & NEEDS_FILE_ORDER)
    ordering_of_files (&measurement->ordering, graph, of->symtab);
}

/* Find the samples in the code of the functions WANTED, and its lines.  */
static enum status
look_at (struct sampled_code *sampled, const struct reported *reported,
         const struct symset *wanted, struct diag *diag)
{
  const struct measured *of = reported->of;
  enum status status
      = sampled_code_find (sampled, of, &reported->measurement->crediting,
                           wanted, diag);
  return status == STATUS_OK
             ? program_read_lines (reported->program, reported->options,
                                   wanted, diag)
             : status;
}

/* The same for what the listings show.  Groups and lines have no code of
   their own.  */
static enum status
look_into_code (struct sampled_code *sampled, const struct reported *reported,
                struct diag *diag)
{
  const struct measured *of = reported->of;
  const struct analysis *analysis = &reported->measurement->analysis;
  const unsigned needs = formats_needs (reported->listings, reported->options);
  struct symset hot = { 0 };
  if (needs & NEEDS_SAMPLED_CODE)
    return look_at (sampled, reported,
                    &of->selection->tables[SPEC_ASM_INCLUDE], diag);
  if (!(needs & NEEDS_HOT_CODE) || reported->options->by_line
      || of->symtab != &reported->program->symtab)
    return STATUS_OK;
  hot_view_choose (&hot, of->symtab, analysis->self_ticks,
                   reported->measurement->total_ticks);
  const enum status status
      = hot.any ? look_at (sampled, reported, &hot, diag) : STATUS_OK;
  symset_release (&hot);
  return status;
}

/* The directories of -I and behind them those of the environment (R1.9).  */
static enum status
load_source_path (struct search_path *path, const struct reported *reported,
                  struct diag *diag)
{
  const struct options *options = reported->options;
  const char *more = getenv ("GPROF_PATH");
  enum status status = STATUS_OK;
  for (size_t i = 0; i < options->source_path.count; i++)
    search_path_add (path, options->source_path.items[i]);
  if (more != NULL)
    search_path_add (path, more);
  if (!(formats_needs (reported->listings, options) & NEEDS_SOURCES))
    return STATUS_OK;
  for (size_t i = 0;
       i < reported->program->objects.count && status == STATUS_OK; i++)
    status
        = search_path_expect (path, reported->program->objects.items[i].name,
                              diag);
  return status;
}

/* Find the rows of which calls may have been lost; with groups, those that such
   a function is in: GROUP has the one of each function, or is null.  */
static enum status
find_lower_bounds (struct symset *rows, const struct reported *reported,
                   const sym_id *group, struct diag *diag)
{
  struct symset functions = { 0 };
  if (group == NULL)
    return program_find_lower_bounds (reported->program, rows, diag);
  enum status status
      = program_find_lower_bounds (reported->program, &functions, diag);
  for (size_t id = 0;
       id < reported->program->symtab.count && status == STATUS_OK; id++)
    if (group[id] != SYM_NONE && symset_has (&functions, (sym_id)id))
      symset_add_range (rows, reported->of->symtab->count, group[id],
                        group[id] + 1);
  symset_release (&functions);
  return status;
}

/* The columns of the index (R14.143).  */
static int
index_width (const struct reported *reported)
{
  enum
  {
    USUAL = 80,
    LEAST_ON_TERMINAL = 40
  };
  const struct options *options = reported->options;
  if (options->width != 0)
    return options->width;
  if (reported->columns == 0 || options->quirks.ignores_terminal)
    return USUAL;
  return reported->columns > LEAST_ON_TERMINAL ? reported->columns
                                               : LEAST_ON_TERMINAL;
}

/* Has FORMAT a field for objects?  */
static bool
has_objects (enum report_format format)
{
  return format == REPORT_JSON || format == REPORT_CSV
         || format == REPORT_CALLGRIND || format == REPORT_PPROF;
}

/* Let NAMES be those of PROGRAM's symbols in SYMTAB, as the report is to have
   them.  */
static void
start_names (struct names *names, const struct reported *reported,
             const struct program *program, const struct symtab *symtab)
{
  const struct options *options = reported->options;
  const struct object *main = program_main (program);
  const bool is_text = options->report_format == REPORT_TEXT;
  names_start (names, main != NULL ? main->image : NULL, options, symtab,
               &program->sources);
  /* Other formats have escapes of their own, and fields for places.  */
  names->escapes = is_text && reported->output->to_terminal;
  names->without_places = !is_text;
  if (program->objects.count > 1 && symtab == &program->symtab)
    names->program = program;
  names->without_objects = has_objects (options->report_format);
  names->demangler.fortran_names_stay |= shows_gnu_names (reported);
}

/* The stacks of old profiles are compared, too.  */
static void
make_old (struct reporting *reporting, const struct reported *reported)
{
  const struct reported *old = reported->old;
  const enum report_format format = reported->options->report_format;
  if ((format != REPORT_FOLDED && format != REPORT_HTML)
      || !(reported->listings & LISTING_DIFF) || old == NULL)
    return;
  start_names (&reporting->old_names, reported, old->program, old->of->symtab);
  reporting->old = (struct report){ .options = reported->options,
                                    .program = old->program,
                                    .symtab = old->of->symtab,
                                    .selection = old->of->selection,
                                    .profile = old->of->profile,
                                    .names = &reporting->old_names };
  report_borrow (&reporting->old, old->measurement);
  reporting->report.old = &reporting->old;
}

static enum status
make_report (struct reporting *reporting, const struct reported *reported,
             struct diag *diag)
{
  const struct options *options = reported->options;
  const struct program *program = reported->program;
  enum status status = STATUS_OK;
  start_names (&reporting->names, reported, program, reported->of->symtab);
  reporting->names.same = &reporting->same;
  reporting->report
      = (struct report){ .options = options,
                         .listings = reported->listings,
                         .program = program,
                         .symtab = reported->of->symtab,
                         .selection = reported->of->selection,
                         .profile = reported->of->profile,
                         .map = &program->map,
                         .source_path = &reporting->source_path,
                         .spreads = reported->spreads,
                         .threads = reported->threads,
                         .thread_names = &reporting->thread_names,
                         .comparison = reported->comparison,
                         .inlining = reported->inlining,
                         .sampled = &reporting->sampled,
                         .findings = &reporting->findings,
                         .waiting = &reporting->waiting,
                         .account = &reporting->account,
                         .browsing = reported->browsing,
                         .names = &reporting->names,
                         .output = reported->output,
                         .index_width = index_width (reported),
                         .printed = reported->listings & LISTING_INFO };
  report_borrow (&reporting->report, reported->measurement);
  make_old (reporting, reported);
  if (!reported->of->profile->lacks_calls
      && !reported->of->profile->calls_are_complete
      && (options->errors
          || (formats_needs (reported->listings, options)
              & NEEDS_LOWER_BOUNDS)))
    status = find_lower_bounds (&reporting->report.lower_bounds, reported,
                                reporting->grouping.group, diag);
  report_number (&reporting->report);
  /* Other formats choose among functions, not entries (R15.10).  */
  if (options->report_format == REPORT_TEXT)
    graph_view_choose (&reporting->report);
  return status;
}

/* Find the waits of FUNCTIONS, and the account of all time.  */
static void
account_for_time (struct reporting *reporting,
                  const struct reported *functions)
{
  const struct profile *profile = functions->of->profile;
  const struct measurement *measurement = functions->measurement;
  const double recording = profile->calls_are_complete && profile->rate > 0
                               ? measurement->recording_ticks / profile->rate
                               : 0;
  waiting_find (&reporting->waiting, profile, functions->of->symtab,
                &measurement->paths);
  reporting->account = account_make (profile, &reporting->waiting, recording,
                                     functions->command);
}

/* Make the groups of the functions of REPORTING.  */
static enum status
group (struct reporting *reporting, struct diag *diag)
{
  const struct reported *functions = &reporting->reported;
  return functions->options->group_by == GROUP_BY_THREAD
             ? thread_groups_make (&reporting->grouping, functions->options,
                                   functions->program, functions->of,
                                   functions->measurement, functions->threads,
                                   diag)
             : grouping_make (&reporting->grouping, functions->options,
                              functions->program, functions->of,
                              functions->measurement, diag);
}

enum status
reporting_prepare (struct reporting *reporting,
                   const struct reported *functions, struct diag *diag)
{
  const struct reported *reported = &reporting->reported;
  enum status status = STATUS_OK;
  reporting->reported = *functions;
  if (functions->options->group_by != GROUP_BY_FUNCTION)
    {
      status = group (reporting, diag);
      reporting->reported.of = &reporting->grouping.of;
      reporting->reported.measurement = &reporting->grouping.measurement;
    }
  if (status == STATUS_OK)
    status = locate_shown (reported, diag);
  if (status == STATUS_OK)
    status = find_same_names (&reporting->same, reported, diag);
  if (status == STATUS_OK)
    {
      measure_more (reported);
      status = look_into_code (&reporting->sampled, reported, diag);
    }
  if (status == STATUS_OK && (reported->listings & LISTING_PER_THREAD))
    {
      const struct profile *profile = reported->of->profile;
      thread_names_find (&reporting->thread_names, profile, reported->program,
                         reported->options);
      thread_times_finish (reported->threads, &reporting->thread_names,
                           profile->threads.count);
    }
  if (status == STATUS_OK)
    status = load_source_path (&reporting->source_path, reported, diag);
  account_for_time (reporting, functions);
  if (status == STATUS_OK
      && (formats_needs (reported->listings, reported->options)
          & NEEDS_FINDINGS))
    status = findings_make (&reporting->findings, reported->options,
                            reported->program, reported->of,
                            reported->measurement, &reporting->account,
                            reported->mismatch, &reporting->source_path, diag);
  return status == STATUS_OK ? make_report (reporting, reported, diag)
                             : status;
}

enum status
reporting_print (struct reporting *reporting, const struct reported *reported,
                 struct diag *diag)
{
  enum status status = reporting_prepare (reporting, reported, diag);
  /* What -d prints comes before all listings.  */
  if (status == STATUS_OK)
    status = print_debug (&reporting->report, reported->of, diag);
  return status == STATUS_OK ? formats_write (&reporting->report, diag)
                             : status;
}

void
reporting_release (struct reporting *reporting)
{
  report_release (&reporting->report);
  sampled_code_release (&reporting->sampled);
  same_names_release (&reporting->same);
  names_release (&reporting->names);
  names_release (&reporting->old_names);
  findings_release (&reporting->findings);
  waiting_release (&reporting->waiting);
  thread_names_release (&reporting->thread_names);
  search_path_release (&reporting->source_path);
  grouping_release (&reporting->grouping);
  *reporting = (struct reporting){ 0 };
}
