/* warnings.c - which warnings a run needs about its profiles and calls, and
   what they say.

   Other modules count while they work.  Whether image and profile belong
   together is in warnings_pairing.c.  */

#include "config.h"

#include "analysis/warnings.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/i18n.h"
#include "base/memory.h"

/* --- Profiles ------------------------------------------------------------ */

/* Was FILE written by -s?  Its arcs lead to the starts of functions (R4.35),
   those of a program to the place in a function that calls the profiler, which
   is further down.  */
static bool
is_sum (const struct profile_file *file, const struct symtab *symtab)
{
  if (!file->has_arcs)
    return false;
  const sym_id id = symtab_find (symtab, file->last_self_pc);
  return id != SYM_NONE && symtab->start[id] == file->last_self_pc;
}

struct bins_nearly_full
find_full_bins (const struct profile *profile, const struct symtab *symtab)
{
  struct bins_nearly_full full = { 0 };
  for (size_t i = 0; i < profile->files.count; i++)
    {
      const struct profile_file *file = &profile->files.items[i];
      if (file->full_bins == 0 || is_sum (file, symtab))
        continue;
      full.first = full.first == NULL ? file : full.first;
      full.bins += file->full_bins;
      full.files++;
    }
  return full;
}

void
warn_of_full_bins (const struct profile *profile, const struct symtab *symtab,
                   struct diag *diag)
{
  const struct bins_nearly_full full = find_full_bins (profile, symtab);
  const struct profile_file *first = full.first;
  const uint64_t bins = full.bins;
  if (first == NULL)
    return;
  const sym_id id = symtab_find (symtab, first->full_pc);
  diag_warn (diag, PLACE_FILE (first->name),
             /* TRANSLATORS: a bin counts the ticks of a few bytes of code.
                The first %s is the function in which the address is.  */
             P_ ("%" PRIu64 " bin is nearly full, at 0x%" PRIx64
                 " (%s): after 65535 ticks a bin starts again from 0, so "
                 "time may be missing (files with such bins: %zu)",
                 "%" PRIu64 " bins are nearly full, the first at 0x%" PRIx64
                 " (%s): after 65535 ticks a bin starts again from 0, so "
                 "time may be missing (files with such bins: %zu)",
                 bins),
             bins, first->full_pc,
             id != SYM_NONE ? symtab->name[id] : _ ("no symbol"), full.files);
}

/* Warn of ticks at other rates than the first, which were converted.  */
static void
warn_of_rates (const struct profile *profile, struct diag *diag)
{
  if (profile->other_rates.files == 0)
    return;
  diag_warn (diag, PLACE_FILE (profile->other_rates.file),
             /* TRANSLATORS: rates of samples, such as 100 a second.  */
             _ ("the rate is %" PRIu32 ", that of the first histogram %" PRIu32
                ": ticks are converted to the first rate (files with other "
                "rates: %" PRIu32 ")"),
             profile->other_rates.rate, profile->rate,
             profile->other_rates.files);
}

/* What the profiles have of one object.  */
struct object_use
{
  bool has_histogram, has_ticks, has_calls;
};

/* Fill USES, one for each object.  */
static void
find_uses (const struct profile *profile, const struct program *program,
           struct object_use *uses)
{
  const struct object *first = program->objects.items;
  for (size_t i = 0; i < profile->histograms.count; i++)
    {
      const struct histogram *histogram = &profile->histograms.items[i];
      const struct object *object = program_object_at (
          program,
          histogram->low_pc + (histogram->high_pc - histogram->low_pc) / 2);
      if (object == NULL)
        continue;
      uses[object - first].has_histogram = true;
      if (profile_next_ticks (profile, histogram, 0) < histogram->bin_count)
        uses[object - first].has_ticks = true;
    }
  for (size_t i = 0; i < profile->arcs.count; i++)
    {
      const struct raw_arc *arc = &profile->arcs.items[i];
      const struct object *object = program_object_at (program, arc->self_pc);
      if (object != NULL && arc->count > 0)
        uses[object - first].has_calls = true;
    }
}

const struct object *
find_unsampled_library (const struct profile *profile,
                        const struct program *program)
{
  const size_t count = program->objects.count;
  const struct object *found = NULL;
  if (count < 2)
    return NULL;
  struct object_use *uses = array_new (count, sizeof *uses);
  find_uses (profile, program, uses);
  for (size_t i = 1; i < count && found == NULL && uses[0].has_ticks; i++)
    if (uses[i].has_histogram && uses[i].has_calls && !uses[i].has_ticks)
      found = &program->objects.items[i];
  free (uses);
  return found;
}

/* Warn of a library without samples.  */
static void
warn_of_unsampled_library (const struct profile *profile,
                           const struct program *program, struct diag *diag)
{
  const struct object *object = find_unsampled_library (profile, program);
  if (object != NULL)
    diag_warn (diag, PLACE_FILE (object->label),
               _ ("there are calls but no samples: in one process, the C "
                  "library samples either the program, if that is linked "
                  "with -pg, or the library of LD_PROFILE"));
}

enum status
warn_of_profile (const struct profile *profile, const struct options *options,
                 const struct program *program, struct mismatch *found,
                 struct diag *diag)
{
  const struct pairing pair
      = { .program = program,
          .profile = profile,
          .profile_name = options->profiles.items[0],
          .symtab = &program->symtab,
          .full_table = program_has_all_functions (options),
          .table_is_given
          = options->symbol_file != NULL && !options->quirks.cuts_table_lines,
          .strict = options->strict };
  warn_of_rates (profile, diag);
  warn_of_full_bins (profile, &program->symtab, diag);
  warn_of_unsampled_library (profile, program, diag);
  return warn_of_pairing (&pair, found, diag);
}

void
warn_of_no_graph (const struct options *options, struct diag *diag)
{
  diag_warn (diag, PLACE_FILE (options_recorded (options)),
             _ ("the call graph is left out, since no calls were counted: "
                "was the program linked with -pg, but not compiled with it?"));
}

void
warn_of_samples (const struct profile *profile, unsigned listings,
                 const struct options *options, double ticks,
                 struct diag *diag)
{
  if (!(listings
        & (LISTING_FLAT | LISTING_PER_FILE | LISTING_PER_THREAD
           | LISTING_DIFF))
      || ticks > 0 || options->runs_on)
    return;
  for (size_t i = 0; i < profile->histograms.count; i++)
    {
      const struct histogram *histogram = &profile->histograms.items[i];
      if (profile_next_ticks (profile, histogram, 0) < histogram->bin_count)
        return;
    }
  diag_warn (
      diag, PLACE_FILE (options_recorded (options)), "%s",
      profile->bins_are_addresses
          ? _ ("there are no samples, so no times: the program used less "
               "processor time than a tick (mostly 0.01 s), or was not "
               "sampled")
          /* TRANSLATORS: a tick is the time from one sample to the next.  */
          : _ ("there are no samples, so no times: the program ran for less "
               "than a tick (mostly 0.01 s), waited, spent its time in shared "
               "libraries, or is the child of a fork, which is not sampled"));
}

/* --- Calls --------------------------------------------------------------- */

void
warn_of_dropped_calls (const struct callgraph *graph, bool to_elsewhere,
                       struct diag *diag)
{
  const struct dropped_calls *dropped = &graph->dropped;
  const uint64_t most = UINT64_MAX - dropped->without_callee;
  const uint64_t calls = dropped->without_caller + dropped->without_callee;
  if (dropped->without_caller == 0 && dropped->without_callee == 0)
    return;
  if (dropped->without_caller >= most)
    {
      /* The two counts may have reached their limits, too.  */
      diag_warn (diag, NULL,
                 _ ("2^64 - 1 calls or more are left out: the first from "
                    "0x%" PRIx64 " to 0x%" PRIx64),
                 dropped->first.from_pc, dropped->first.self_pc);
      return;
    }
  diag_warn (diag, NULL,
             !to_elsewhere
                 ? P_ ("%" PRIu64 " call is left out (from no symbol: %" PRIu64
                       ", to no function: %" PRIu64 "): from 0x%" PRIx64
                       " to 0x%" PRIx64,
                       "%" PRIu64
                       " calls are left out (from no symbol: %" PRIu64
                       ", to no function: %" PRIu64
                       "): the first from 0x%" PRIx64 " to 0x%" PRIx64,
                       calls)
                 : P_ ("%" PRIu64 " call is left out (from no symbol: %" PRIu64
                       ", to no function: %" PRIu64 "): from 0x%" PRIx64
                       " to 0x%" PRIx64
                       "; usually one end is in a shared library or plugin",
                       "%" PRIu64
                       " calls are left out (from no symbol: %" PRIu64
                       ", to no function: %" PRIu64
                       "): the first from 0x%" PRIx64 " to 0x%" PRIx64
                       "; usually one end is in a shared library or plugin",
                       calls),
             calls, dropped->without_caller, dropped->without_callee,
             dropped->first.from_pc, dropped->first.self_pc);
}

const struct object *
find_thread_starter (const struct program *program, const char **starter)
{
  *starter = NULL;
  for (size_t i = 0; i < program->objects.count; i++)
    {
      *starter = image_thread_starter (program->objects.items[i].image);
      if (*starter != NULL)
        return &program->objects.items[i];
    }
  return NULL;
}

void
warn_of_calls (const struct callgraph *graph, unsigned listings,
               const struct program *program, bool mismatched,
               struct diag *diag)
{
  const struct raw_arc *first = &graph->dropped.first;
  /* A profile of another program has ends in code that is not PROGRAM's for
     another reason.  */
  if ((listings & ~(unsigned)LISTING_INFO) != 0)
    warn_of_dropped_calls (graph,
                           !mismatched
                               && (!program_is_code (program, first->from_pc)
                                   || !program_is_code (program,
                                                        first->self_pc)),
                           diag);
  if (!(listings & (LISTING_GRAPH | LISTING_CYCLES)) || graph->counted == 0
      || graph->counts_all)
    return;
  /* Threads count calls at the same time without a lock.  */
  const char *starter;
  const struct object *object = find_thread_starter (program, &starter);
  if (object != NULL)
    diag_warn (diag, PLACE_FILE (object->name),
               /* TRANSLATORS: %s is a function such as
                  pthread_create.  */
               _ ("the program may start threads (it has '%s'): of calls "
                  "at the same time some are not counted, so numbers of "
                  "calls are lower bounds"),
               starter);
}
