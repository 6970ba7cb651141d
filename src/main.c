/* main.c - the corridor and the exit status.

   Reads like the drawing in doc/HACKING: options, image and symbols, profile
   files, analysis, listings.  Only this file exits.  */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/argfile.h"
#include "analysis/callscan.h"
#include "model/code.h"
#include "base/diag.h"
#include "base/filemark.h"
#include "output/gmon_write.h"
#include "input/hints.h"
#include "base/i18n.h"
#include "object/image.h"
#include "object/lines.h"
#include "output/listings.h"
#include "object/locate.h"
#include "analysis/measurement.h"
#include "analysis/mismatch.h"
#include "output/names.h"
#include "input/options.h"
#include "base/output.h"
#include "output/print_debug.h"
#include "output/print_help.h"
#include "output/print_info.h"
#include "model/profile.h"
#include "base/progress.h"
#include "base/readahead.h"
#include "input/reader.h"
#include "output/report.h"
#include "model/sources.h"
#include "object/srctext.h"
#include "object/symfile.h"
#include "input/symspec.h"
#include "model/symtab.h"
#include "analysis/traps.h"
#include "base/vec.h"

static const char sum_name[] = "gmon.sum";

/* Everything a run owns, in the order in which it comes to be.  */
struct run
{
  struct diag diag;
  struct arguments arguments;
  struct options options;
  struct image *image;
  struct symfile_map map;
  struct arena symbol_names; /* of -S */
  symbol_list symbols;
  struct sources sources;
  struct symtab symtab;
  struct lines lines;
  bool all_located; /* source positions were looked up already */
  struct selection selection;
  struct profile profile;
  bool mismatched; /* the profile is not the image's, or not all of it */
  struct filemarks inputs; /* for -s: the profiles that were read */
  struct code code;
  struct callscan calls;
  bool calls_found; /* the machine code was searched for calls */
  struct measured measured;
  struct measurement measurement;
  struct search_path source_path;
  struct names names;
  struct report report;
  struct output *output;
};

static void
set_locale (void)
{
  /* Digits stay plain: LC_NUMERIC is never set.  */
  setlocale (LC_MESSAGES, "");
  setlocale (LC_CTYPE, "");
  bindtextdomain (PACKAGE, LOCALEDIR);
  textdomain (PACKAGE);
}

static enum status
load_options (struct run *run, int argc, char **argv)
{
  enum status status
      = arguments_expand (&run->arguments, argc, argv, &run->diag);
  if (status != STATUS_OK)
    return status;
  return options_parse (&run->options, (int)run->arguments.words.count,
                        run->arguments.words.items,
                        getenv ("POSIXLY_CORRECT") != NULL, &run->diag);
}

/* Is gmon.sum all that the user wants?  Then lines matter only where the
   profiles have arcs and blocks, so they can wait for these.  Specs are
   matched before profiles are read, since what is wrong with them is told
   first.  */
static bool
only_sums (const struct options *options)
{
  return (options->requested & LISTING_SUM)
         && (options->requested & ~(unsigned)(LISTING_SUM | LISTING_INFO)) == 0
         && options->debug == 0 && options->specs.count == 0;
}

/* Locate the symbols if they must be located before symspecs are matched, and
   go from functions to lines if the user asks for them, at least NEAR those
   addresses if that is not null.  */
static enum status
find_lines (struct run *run, const address_list *near)
{
  const struct options *options = &run->options;
  /* The symbols of -S have no places (R3.30).  */
  const bool placeless = options->symbol_file != NULL;
  run->all_located = placeless || symspecs_need_lines (options)
                     || options->inline_file_names || options->by_line;
  if (!run->all_located || placeless)
    return STATUS_OK;
  if (!options->by_line)
    return locate_symbols (run->image, &run->symtab, NULL, &run->sources,
                           &run->diag);
  enum status status = lines_read (&run->lines, run->image, &run->symtab, near,
                                   &run->sources, &run->diag);
  if (status == STATUS_OK)
    status = symtab_add_lines (&run->symtab, run->lines.symbols.items,
                               run->lines.symbols.count, &run->diag);
  return status;
}

/* Tell a user who asks for lines that there are none.  -s only takes them where
   they are.  */
static enum status
warn_of_no_lines (struct run *run)
{
  const struct options *options = &run->options;
  const bool by_line = options->by_line && !(options->requested & LISTING_SUM);
  if (!by_line && !(options->requested & LISTING_SOURCE))
    return STATUS_OK;
  if (options->symbol_file != NULL)
    {
      diag_warn (&run->diag, PLACE_FILE (options->symbol_file),
                 _ ("a table of symbols has no source lines"));
      return STATUS_OK;
    }
  enum status status = image_has_lines (run->image, &run->diag);
  if (status != STATUS_ABSENT)
    return status;
  diag_warn (&run->diag, NULL,
             _ ("no line information in '%s': compile with -g"),
             options->image);
  return STATUS_OK;
}

/* Read the map of -R, and the symbols from the table of -S or else, with the
   map applied, from the image (R3.23).  */
static enum status
read_symbols (struct run *run)
{
  const struct options *options = &run->options;
  const struct symbol_filter filter
      = { .no_static = options->no_static,
          .only_functions = options->only_functions,
          .quirks = options->quirks };
  struct diag *diag = &run->diag;
  enum status status = STATUS_OK;
  if (options->map_file != NULL)
    status = symfile_read_map (&run->map, options->map_file, diag);
  if (status == STATUS_OK && options->symbol_file != NULL)
    return symfile_read_table (&run->symbols, &run->symbol_names,
                               options->symbol_file,
                               options->quirks.cuts_table_lines, diag);
  if (status == STATUS_OK)
    status = image_read_symbols (run->image, &filter, &run->symbols, diag);
  return status == STATUS_OK
             ? symfile_apply_map (&run->map, &run->symbols, diag)
             : status;
}

/* Add lines to the symbols, see find_lines, and match the symspecs.  */
static enum status
finish_symbols (struct run *run, const address_list *near)
{
  const int style = run->options.demangle_style;
  struct demangler demangler;
  /* What a symspec means does not depend on how names are shown, so "none" is
     a style for listings only.  */
  demangler_start (&demangler, run->image, style > 0 ? style : 0,
                   run->options.quirks.d_names_stay);
  const struct spec_demangler names = { demangler_make, &demangler };
  enum status status = find_lines (run, near);
  if (status == STATUS_OK)
    status = symspecs_select (&run->selection, &run->options, &run->symtab,
                              &run->sources, image_target (run->image), &names,
                              &run->diag);
  return status;
}

static enum status
load_symbols (struct run *run)
{
  const struct options *options = &run->options;
  enum status status = image_open (&run->image, options->image,
                                   run->diag.program, &run->diag);
  if (status != STATUS_OK)
    hint_of_image (options, &run->diag);
  if (status == STATUS_OK)
    status = read_symbols (run);
  if (status == STATUS_OK)
    status
        = symtab_build (&run->symtab, run->symbols.items, run->symbols.count,
                        image_text_limit (run->image), &run->diag);
  if (status == STATUS_OK && !only_sums (options))
    status = finish_symbols (run, NULL);
  return status == STATUS_OK ? warn_of_no_lines (run) : status;
}

/* What load_symbols left to do for sums.  */
static enum status
finish_for_sums (struct run *run)
{
  address_list ends = { 0 };
  bool has_room = true;
  for (size_t i = 0; i < run->profile.arcs.count && has_room; i++)
    has_room = vec_push (&ends, run->profile.arcs.items[i].from_pc);
  for (size_t i = 0; i < run->profile.blocks.count && has_room; i++)
    has_room = vec_push (&ends, run->profile.blocks.items[i].pc);
  enum status status
      = has_room ? finish_symbols (run, &ends) : diag_no_memory (&run->diag);
  vec_release (&ends);
  return status;
}

/* Is every function of the image, under whatever name, in the symbol
   table?  */
static bool
has_all_functions (const struct options *options)
{
  return !options->no_static && !options->quirks.drops_dotted_locals
         && options->symbol_file == NULL && options->map_file == NULL;
}

/* For -s: what gmon.sum and the profiles were like.  */
static enum status
note_input (struct run *run, const char *name, const struct infile *infile)
{
  if (!(run->options.requested & LISTING_SUM)
      || filemarks_add (&run->inputs, name, &infile->mark))
    return STATUS_OK;
  return diag_no_memory (&run->diag);
}

/* Read the next file of AHEAD, which is called NAME.  */
static enum status
load_profile (struct run *run, struct readahead *ahead, const char *name)
{
  struct record_counts counts = { 0 };
  struct infile *infile;
  enum status status = readahead_next (ahead, &infile)
                           ? STATUS_OK
                           : reader_open_file (infile, name, &run->diag);
  if (status == STATUS_OK)
    status = reader_read_opened (infile, run->options.format,
                                 image_target (run->image), &run->profile,
                                 &counts, &run->diag);
  if (status != STATUS_OK)
    hint_of_profile (&run->options, run->image, name, &run->diag);
  infile_close (infile);
  if (status == STATUS_OK)
    status = note_input (run, name, infile);
  if (status == STATUS_OK && (run->options.requested & LISTING_INFO))
    {
      print_info (run->output, name, run->profile.version, &counts);
      /* What was told of this file stays, whatever the next one is.  */
      output_flush (run->output);
    }
  return status;
}

/* Read them all, and tell a user who must wait how far we are; with -i he
   sees it.  */
static enum status
load_all_profiles (struct run *run, bool *saw_blocks)
{
  const struct options *options = &run->options;
  const size_t count = options->profiles.count;
  struct progress progress;
  struct readahead *ahead = NULL;
  if (options->requested & LISTING_SUM)
    filemarks_start (&run->inputs, sum_name);
  enum status status
      = readahead_start (&ahead, options->profiles.items, count, options->jobs,
                         READAHEAD_MEMORY, &run->diag);
  progress_start (&progress,
                  options->requested & LISTING_INFO ? NULL : run->diag.stream);
  for (size_t i = 0; i < count && status == STATUS_OK; i++)
    {
      status = load_profile (run, ahead, options->profiles.items[i]);
      *saw_blocks = *saw_blocks || run->profile.has_blocks;
      progress_files (&progress, i + 1, count);
    }
  progress_end (&progress);
  readahead_stop (ahead);
  if (status == STATUS_OK)
    status = profile_finish (&run->profile, &run->diag);
  return status;
}

static enum status
load_profiles (struct run *run)
{
  const struct options *options = &run->options;
  bool saw_blocks = false;
  run->profile.forgets_blocks = options->quirks.forgets_blocks;
  run->profile.merges_rates = options->quirks.merges_rates;
  enum status status = reader_check_format (options->format, &run->diag);
  if (status == STATUS_OK)
    status = load_all_profiles (run, &saw_blocks);
  if (status != STATUS_OK)
    return status;
  if (saw_blocks && !options->by_line)
    diag_warn (&run->diag, NULL,
               _ ("basic-block counts are ignored: they belong to lines, so "
                  "'-l' is needed"));
  traps_warn_rates (&run->profile, &run->diag);
  traps_warn_full_bins (&run->profile, &run->symtab, &run->diag);
  const struct pairing pair
      = { .image = run->image,
          .image_name = options->image,
          .profile = &run->profile,
          .profile_name = options->profiles.items[0],
          .symtab = &run->symtab,
          .full_table = has_all_functions (options),
          .table_is_given
          = options->symbol_file != NULL && !options->quirks.cuts_table_lines,
          .strict = options->strict };
  return mismatch_check (&pair, &run->mismatched, &run->diag);
}

/* Choose the listings if the user asked for none (R1.5).  */
static void
choose_listings (struct run *run)
{
  struct options *options = &run->options;
  if (options->requested != 0)
    return;
  if (run->profile.has_histogram && !run->profile.has_arcs
      && !(options->mentioned & LISTING_GRAPH))
    traps_warn_no_graph (options->profiles.items[0], &run->diag);
  options->requested = listings_default (options, &run->profile);
}

/* Find the calls in the machine code if the user wants them and there is a
   call graph that they could go to (R0.6).  */
static enum status
find_calls (struct run *run)
{
  const struct options *options = &run->options;
  const struct target *target = image_target (run->image);
  if (!options->static_calls || !run->profile.has_arcs)
    return STATUS_OK;
  if (!callscan_knows (target, &options->quirks))
    {
      diag_warn (&run->diag, PLACE_FILE (options->image),
                 _ ("cannot find calls in code for this machine; "
                    "option '-c' has no effect"));
      return STATUS_OK;
    }
  enum status status = image_read_code (run->image, &run->code, &run->diag);
  if (status != STATUS_OK)
    return status == STATUS_ABSENT ? STATUS_OK : status;
  run->calls_found = true;
  return callscan_find (&run->calls, &run->code, target, &run->profile,
                        &run->symtab, &options->quirks, &run->diag);
}

static enum status
count_calls (struct run *run)
{
  enum status status = find_calls (run);
  if (status != STATUS_OK)
    return status;
  run->measured
      = (struct measured){ .profile = &run->profile,
                           .symtab = &run->symtab,
                           .target = image_target (run->image),
                           .selection = &run->selection,
                           .calls = run->calls_found ? &run->calls : NULL,
                           .quirks = &run->options.quirks };
  return measurement_count (&run->measurement, &run->measured,
                            run->options.by_line, &run->diag);
}

/* Is an end of the first call that has no place in the graph in code that is
   not the image's?  A profile of another program has such ends for another
   reason.  */
static bool
drops_calls_to_elsewhere (const struct run *run)
{
  const struct raw_arc *first = &run->measurement.graph.dropped.first;
  return !run->mismatched
         && (!image_is_code (run->image, first->from_pc)
             || !image_is_code (run->image, first->self_pc));
}

/* Warn of calls that the graph may lack, if it will be shown or written.  */
static enum status
warn_of_calls (struct run *run)
{
  const struct options *options = &run->options;
  if ((options->requested & ~(unsigned)LISTING_INFO) != 0)
    traps_warn_dropped_calls (&run->measurement.graph,
                              drops_calls_to_elsewhere (run), &run->diag);
  if (!(options->requested & LISTING_GRAPH)
      || run->measurement.graph.counted == 0)
    return STATUS_OK;
  const char *starter;
  enum status status = image_thread_starter (run->image, &starter, &run->diag);
  if (status == STATUS_OK && starter != NULL)
    traps_warn_threads (options->image, starter, &run->diag);
  return status;
}

/* Write gmon.sum if that was asked for.  */
static enum status
write_sum (struct run *run)
{
  const struct options *options = &run->options;
  const bool prints = (options->requested & ~(unsigned)LISTING_SUM) != 0
                      || options->debug != 0;
  if (!(options->requested & LISTING_SUM))
    return STATUS_OK;
  const struct gmon_sum sum = { .profile = &run->profile,
                                .symtab = &run->symtab,
                                .graph = &run->measurement.graph,
                                .slots = &run->measurement.slots,
                                .target = image_target (run->image),
                                .inputs = &run->inputs,
                                .listings = prints ? run->output : NULL,
                                .format = options->format,
                                .truncate = options->quirks.truncates_sums };
  return gmon_write (sum_name, &sum, &run->diag);
}

/* The index names the files of the static functions in it.  */
static enum status
locate_for_index (struct run *run)
{
  struct symset wanted = { 0 };
  enum status status = STATUS_OK;
  const struct symtab *symtab = &run->symtab;
  for (sym_id id = 0; id < symtab->count && status == STATUS_OK; id++)
    if ((symtab->flags[id] & SYMBOL_STATIC)
        && (run->options.show_unused
            || analysis_is_used (&run->measurement.analysis, id)))
      status
          = symset_add_range (&wanted, symtab->count, id, id + 1, &run->diag);
  if (status == STATUS_OK && wanted.any)
    status = locate_symbols (run->image, &run->symtab, &wanted, &run->sources,
                             &run->diag);
  symset_release (&wanted);
  return status;
}

/* Look up the source positions that the listings will show.  */
static enum status
locate_shown (struct run *run)
{
  const struct options *options = &run->options;
  if (run->all_located)
    return STATUS_OK;
  const unsigned needs = listings_needs (options);
  if ((needs & NEEDS_PLACES)
      || (options->debug & (DEBUG_SYMBOLS | DEBUG_SOURCES)))
    return locate_symbols (run->image, &run->symtab, NULL, &run->sources,
                           &run->diag);
  if (needs & NEEDS_INDEX_PLACES)
    return locate_for_index (run);
  return STATUS_OK;
}

/* What some listings need beside time and calls.  */
static enum status
measure_more (struct run *run)
{
  const unsigned needs = listings_needs (&run->options);
  struct measurement *measurement = &run->measurement;
  enum status status = STATUS_OK;
  if (needs & NEEDS_COVERAGE)
    status = measurement_cover (measurement, &run->measured,
                                run->sources.names.count, &run->diag);
  if (status == STATUS_OK
      && (needs & (NEEDS_FUNCTION_ORDER | NEEDS_FILE_ORDER)))
    status = measurement_order (measurement, &run->measured,
                                !(needs & NEEDS_FUNCTION_ORDER), &run->diag);
  return status;
}

/* The directories of -I and behind them those of the environment (R1.9).  */
static enum status
load_source_path (struct run *run)
{
  const char *more = getenv ("GPROF_PATH");
  enum status status = STATUS_OK;
  for (size_t i = 0; i < run->options.source_path.count && status == STATUS_OK;
       i++)
    status = search_path_add (&run->source_path,
                              run->options.source_path.items[i], &run->diag);
  if (status == STATUS_OK && more != NULL)
    status = search_path_add (&run->source_path, more, &run->diag);
  if (status == STATUS_OK && (listings_needs (&run->options) & NEEDS_SOURCES))
    status = search_path_expect (&run->source_path, run->options.image,
                                 &run->diag);
  return status;
}

static enum status
prepare_report (struct run *run)
{
  enum status status = names_start (&run->names, run->image, &run->options,
                                    &run->symtab, &run->sources, &run->diag);
  run->names.escapes = run->output->to_terminal;
  run->report
      = (struct report){ .options = &run->options,
                         .symtab = &run->symtab,
                         .selection = &run->selection,
                         .profile = &run->profile,
                         .map = &run->map,
                         .source_path = &run->source_path,
                         .names = &run->names,
                         .output = run->output,
                         .printed = run->options.requested & LISTING_INFO };
  report_borrow (&run->report, &run->measurement);
  return status == STATUS_OK ? report_number (&run->report, &run->diag)
                             : status;
}

/* What -d tells comes before all listings.  */
static enum status
print_debugging (struct run *run)
{
  const struct debug debug
      = { .report = &run->report,
          .target = image_target (run->image),
          .candidates = &run->symbols,
          .calls = run->calls_found ? &run->calls : NULL };
  return print_debug (&debug, &run->diag);
}

static enum status
print_report (struct run *run)
{
  enum status status
      = measurement_propagate (&run->measurement, &run->measured, &run->diag);
  if (status == STATUS_OK && (run->options.requested & LISTING_FLAT)
      && run->measurement.total_ticks <= 0)
    traps_warn_no_samples (&run->profile, run->options.profiles.items[0],
                           &run->diag);
  if (status == STATUS_OK)
    status = locate_shown (run);
  if (status == STATUS_OK)
    status = measure_more (run);
  if (status == STATUS_OK)
    status = load_source_path (run);
  if (status == STATUS_OK)
    status = prepare_report (run);
  if (status == STATUS_OK)
    status = print_debugging (run);
  if (status == STATUS_OK)
    status = listings_print (&run->report, &run->diag);
  if (status == STATUS_OK && run->names.lacks_memory)
    status = diag_no_memory (&run->diag);
  return status;
}

static enum status
report_profile (struct run *run)
{
  const unsigned not_printed_here = LISTING_INFO | LISTING_SUM;
  enum status status = load_symbols (run);
  if (status == STATUS_OK)
    status = load_profiles (run);
  if (status == STATUS_OK && only_sums (&run->options))
    status = finish_for_sums (run);
  if (status == STATUS_OK)
    {
      choose_listings (run);
      status = count_calls (run);
    }
  if (status == STATUS_OK)
    status = warn_of_calls (run);
  if (status == STATUS_OK)
    status = write_sum (run);
  if (status == STATUS_OK)
    status = listings_check (&run->options, &run->profile, &run->diag);
  if (status == STATUS_OK
      && ((run->options.requested & ~not_printed_here)
          || run->options.debug != 0))
    status = print_report (run);
  return status;
}

static enum status
act (struct run *run)
{
  run->output = array_new (1, sizeof *run->output);
  if (run->output == NULL)
    return diag_no_memory (&run->diag);
  output_open (run->output, STDOUT_FILENO);
  enum status status = STATUS_OK;
  switch (run->options.action)
    {
    case ACTION_HELP:
      print_help (run->output, run->diag.program);
      break;
    case ACTION_VERSION:
      print_version (run->output);
      break;
    case ACTION_REPORT:
      status = report_profile (run);
      break;
    }
  /* What was prepared before a failure is no listing.  */
  if (status != STATUS_OK)
    output_discard (run->output);
  enum status closed
      = output_close (run->output, _ ("standard output"), &run->diag);
  if (status == STATUS_OK && closed == STATUS_OK && run->output->has_written)
    diag_repeat (&run->diag);
  return status == STATUS_OK ? closed : status;
}

static void
release (struct run *run)
{
  free (run->output);
  report_release (&run->report);
  names_release (&run->names);
  search_path_release (&run->source_path);
  measurement_release (&run->measurement);
  callscan_release (&run->calls);
  code_release (&run->code);
  filemarks_release (&run->inputs);
  profile_release (&run->profile);
  selection_release (&run->selection);
  symtab_release (&run->symtab);
  lines_release (&run->lines);
  sources_release (&run->sources);
  vec_release (&run->symbols);
  arena_release (&run->symbol_names);
  symfile_map_release (&run->map);
  image_close (run->image);
  options_release (&run->options);
  arguments_release (&run->arguments);
  diag_release (&run->diag);
}

/* See that no file we open becomes standard input, output or error.  A
   descriptor that was closed is put to a use that fails: output cannot be
   written to one that is open for reading.  */
static enum status
occupy_standard_descriptors (struct diag *diag)
{
  static const char null[] = "/dev/null";
  static const int modes[] = { O_WRONLY, O_RDONLY, O_RDWR };
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
    if (fcntl (fd, F_GETFD) < 0 && open (null, modes[fd]) < 0)
      return diag_fail_errno (diag, null, errno, _ ("cannot open"));
  return STATUS_OK;
}

/* The image is mapped.  Where a part of it is gone, because somebody cut the
   file short meanwhile or a disk fails, the system sends a signal.  All that
   is left to do is to say so; what is on standard output by then is no
   listing. Any other reason for the signal is a defect of ours, and ends us as
   such.  */
static void
end_without_image (int number, siginfo_t *about, void *context)
{
  static const char message[]
      = "gprof: the image was cut short, or cannot be read, while it was in "
        "use\n";
  (void)number;
  (void)context;
  if (about->si_code != BUS_ADRERR)
    return; /* to the same fault, which nobody handles any more */
  ssize_t written = write (STDERR_FILENO, message, sizeof message - 1);
  (void)written;
  _exit (EXIT_FAILURE);
}

static void
watch_for_lost_image (void)
{
  struct sigaction action = { 0 };
  action.sa_sigaction = end_without_image;
  action.sa_flags = SA_SIGINFO | (int)SA_RESETHAND;
  sigemptyset (&action.sa_mask);
  sigaction (SIGBUS, &action, NULL);
}

/* Would a listing scroll warnings away?  Then they follow it once more.  */
static bool
shares_terminal (void)
{
  return isatty (STDOUT_FILENO) && isatty (STDERR_FILENO);
}

/* Who starts us may leave out the name; Linux makes an empty one of that.  */
static const char *
program_name (int argc, char *const *argv)
{
  return argc > 0 && argv[0][0] != '\0' ? argv[0] : "gprof";
}

int
main (int argc, char **argv)
{
  set_locale ();
  struct run run = { .diag = { .program = program_name (argc, argv),
                               .stream = stderr,
                               .keeps = shares_terminal () } };
  /* A file that becomes larger than the user allows is a failed write.  */
  signal (SIGXFSZ, SIG_IGN);
  watch_for_lost_image ();
  enum status status = occupy_standard_descriptors (&run.diag);
  if (status == STATUS_OK)
    status = load_options (&run, argc, argv);
  if (status == STATUS_OK)
    status = act (&run);
  /* Also without a warning that there was no memory for.  */
  const bool failed = run.diag.status != STATUS_OK;
  diag_report (&run.diag);
  release (&run);
  return status == STATUS_OK && !failed ? EXIT_SUCCESS : EXIT_FAILURE;
}
