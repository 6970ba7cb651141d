/* warnings_pairing.c - do this image and these profiles belong together?

   Each sign is a function that says what it has found, and the first that does
   so is enough.  A sign says nothing where the image lacks what would show it,
   for instance symbols, so that what it says is certain.  */

#include "config.h"

#include "analysis/warnings.h"

#include <inttypes.h>
#include <stdlib.h>

#include "analysis/callscan.h"
#include "analysis/callsites.h"
#include "base/i18n.h"
#include "base/memory.h"
#include "base/sort.h"

enum
{
  /* The profiling call stands in a function's prologue; no machine needs
     more bytes before it than this.  */
  PROLOGUE_SIZE = 128,
  LEAST_MOVED = 3,  /* targets that make a file suspect */
  LEAST_STRANGE = 3 /* addresses that no call returns to, likewise */
};

/* What messages about all objects call the program.  */
static const char *
main_name (const struct pairing *pair)
{
  return program_main (pair->program)->name;
}

/* Let FOUND say of FILE what printf would print, unless something was
   found.  */
static void MEMORY_PRINTF (3, 4)
    object_to (struct mismatch *found, const char *file, const char *format,
               ...)
{
  va_list arguments;
  if (found->text != NULL)
    return;
  va_start (arguments, format);
  *found = (struct mismatch){ file, memory_vformat (format, arguments) };
  va_end (arguments);
}

/* Does any of the new ranges of FILE touch code?  *RANGE becomes the first of
   these ranges that is not empty, or null.  */
static bool
touches_code (const struct program *program, const struct profile *profile,
              const struct profile_file *file, const struct histogram **range)
{
  *range = NULL;
  for (uint32_t i = file->first_histogram; i < file->histogram_limit; i++)
    {
      const struct histogram *histogram = &profile->histograms.items[i];
      if (histogram->high_pc == histogram->low_pc)
        continue;
      if (*range == NULL)
        *range = histogram;
      if (program_has_code (program, histogram->low_pc, histogram->high_pc))
        return true;
    }
  return false;
}

/* Is there a file whose new ranges touch the code and another one whose new
   ranges do not?  A file that shares a range with one before it, and so only
   has a range more, proves nothing.  */
static void
judge_other_ranges (const struct pairing *pair, struct mismatch *found)
{
  const struct profile *profile = pair->profile;
  const struct histogram *first = NULL;
  bool first_touches = false;
  for (size_t i = 0; i < profile->files.count; i++)
    {
      const struct profile_file *file = &profile->files.items[i];
      const struct histogram *range;
      const bool touches = touches_code (pair->program, profile, file, &range);
      if (range == NULL || file->repeats_range)
        continue;
      if (first == NULL)
        {
          first = range;
          first_touches = touches;
        }
      else if (touches != first_touches)
        {
          const struct histogram *outside = touches ? first : range;
          const struct histogram *inside = touches ? range : first;
          object_to (
              found, outside->where.file,
              /* TRANSLATORS: the first %s is the program, the second one
                 another profile file.  */
              _ ("histogram 0x%" PRIx64 "-0x%" PRIx64
                 " lies outside the code of '%s', unlike 0x%" PRIx64
                 "-0x%" PRIx64 " in '%s': are the profiles of different "
                 "builds of the program?"),
              outside->low_pc, outside->high_pc, main_name (pair),
              inside->low_pc, inside->high_pc, inside->where.file);
          return;
        }
    }
}

static void
judge_code (const struct pairing *pair, struct mismatch *found)
{
  const struct profile *profile = pair->profile;
  bool any = false;
  for (size_t i = 0; i < profile->histograms.count; i++)
    {
      const struct histogram *histogram = &profile->histograms.items[i];
      any = any || histogram->high_pc > histogram->low_pc;
      if (program_has_code (pair->program, histogram->low_pc,
                            histogram->high_pc))
        return;
    }
  if (any)
    object_to (found, pair->profile_name,
               _ ("no histogram touches the code of '%s': is this the "
                  "profile of another program, or of a shared library?"),
               main_name (pair));
}

/* OBJECT was linked without what begins a profile, but the histogram begins
   where that lets it begin: at the object's first page.  Simulators, which
   write profiles of any program, begin with the code.  */
static void
judge_start_code (const struct pairing *pair, const struct object *object,
                  const struct profiling *profiling, struct mismatch *found)
{
  if (!profiling->is_hosted || profiling->starts_profiling)
    return;
  for (size_t i = 0; i < pair->profile->histograms.count; i++)
    {
      const struct histogram *histogram = &pair->profile->histograms.items[i];
      if (histogram->low_pc == profiling->first_pc
          && histogram->high_pc > histogram->low_pc)
        object_to (found, histogram->where.file,
                   _ ("'%s' writes no profiles, since nothing in it "
                      "starts profiling (was it linked without -pg?): "
                      "name the image that wrote this one"),
                   object->name);
    }
}

/* The start code has the text from __executable_start up to etext sampled, and
   the C library widens that to multiples of four bytes: two bins of 16 bits
   for four bytes of code.  A histogram with another lower limit is one that
   the program chose itself.  */
static void
judge_limits (const struct pairing *pair, const struct object *object,
              const struct profiling *profiling, struct mismatch *found)
{
  const uint64_t unit = 4;
  if (!profiling->has_limits || !profiling->starts_profiling
      || profiling->chooses_range)
    return;
  const uint64_t low_pc = profiling->text_start_pc & ~(unit - 1);
  const uint64_t high_pc = (profiling->text_end_pc + (unit - 1)) & ~(unit - 1);
  for (size_t i = 0; i < pair->profile->histograms.count; i++)
    {
      const struct histogram *histogram = &pair->profile->histograms.items[i];
      if (histogram->low_pc == low_pc && histogram->high_pc != low_pc
          && histogram->high_pc != high_pc)
        object_to (found, histogram->where.file,
                   _ ("the histogram covers 0x%" PRIx64 "-0x%" PRIx64
                      ", but those of '%s' cover 0x%" PRIx64 "-0x%" PRIx64
                      ": was it rebuilt since?  run it again, or name the "
                      "image that wrote this profile"),
                   histogram->low_pc, histogram->high_pc, object->name, low_pc,
                   high_pc);
    }
}

/* How many of the new arcs of FILE lead to another place in their function
   than one of an earlier file did, *MOVED, and how many could, *KNOWN.
   EARLIEST has for each symbol 1 more than the first arc that led into it, or
   0.  */
static void
count_moved (const struct profile *profile, const struct profile_file *file,
             const struct symtab *symtab, uint32_t *earliest, uint32_t *moved,
             uint32_t *known)
{
  *moved = *known = 0;
  for (uint32_t i = file->first_arc; i < file->arc_limit; i++)
    {
      const uint64_t pc = profile->arcs.items[i].self_pc;
      const sym_id id = symtab_find (symtab, pc);
      /* Arcs of sums lead to starts.  */
      if (id == SYM_NONE || pc == symtab->start[id])
        continue;
      if (earliest[id] == 0)
        earliest[id] = i + 1;
      else if (earliest[id] <= file->first_arc)
        {
          ++*known;
          *moved += profile->arcs.items[earliest[id] - 1].self_pc != pc;
        }
    }
}

/* Do most of a file's new arcs lead to other places in their functions than
   those of the files before it?  There is only one place in a function that
   calls the profiler.  */
static void
judge_moved_targets (const struct pairing *pair, struct mismatch *found)
{
  const struct profile *profile = pair->profile;
  if (profile->files.count < 2)
    return;
  uint32_t *earliest = array_new (pair->symtab->count, sizeof *earliest);
  for (size_t i = 0; i < profile->files.count && found->text == NULL; i++)
    {
      const struct profile_file *file = &profile->files.items[i];
      uint32_t moved, known;
      count_moved (profile, file, pair->symtab, earliest, &moved, &known);
      if (moved >= LEAST_MOVED && moved > known / 2)
        object_to (found, file->name,
                   _ ("%" PRIu32 " of %" PRIu32
                      " arcs lead to other places in their functions than "
                      "those of the files before: is it of another build of "
                      "the program?"),
                   moved, known);
    }
  free (earliest);
}

/* Percent of the samples whose bins lie outside the image's code.  */
static unsigned
percent_outside_code (const struct program *program,
                      const struct profile *profile)
{
  double all = 0, outside = 0;
  const struct object *object = NULL; /* that has the bin, mostly the one of
                                         the bin before */
  for (size_t i = 0; i < profile->histograms.count; i++)
    {
      const struct histogram *histogram = &profile->histograms.items[i];
      const double width = (double)(histogram->high_pc - histogram->low_pc)
                           / (double)histogram->bin_count;
      const uint64_t *bins = profile_ticks (profile, histogram);
      for (size_t bin = profile_next_ticks (profile, histogram, 0);
           bin < histogram->bin_count;
           bin = profile_next_ticks (profile, histogram, bin + 1))
        {
          const uint64_t middle
              = histogram->low_pc + (uint64_t)(width * ((double)bin + 0.5));
          all += (double)bins[bin];
          if (object == NULL || middle < object->low_pc
              || middle >= object->limit_pc)
            object = program_object_at (program, middle);
          if (object == NULL || !object_has_code (object, middle, middle + 1))
            outside += (double)bins[bin];
        }
    }
  return all > 0 ? (unsigned)(100 * outside / all) : 0;
}

static void
judge_samples (const struct pairing *pair, struct mismatch *found)
{
  const unsigned percent = percent_outside_code (pair->program, pair->profile);
  if (percent > 50)
    object_to (found, pair->profile_name,
               _ ("%u%% of the samples lie outside the code of '%s': "
                  "name the image they belong to"),
               percent, main_name (pair));
}

/* Percent of the different call targets TARGETS[0 .. COUNT-1], which ascend,
   that are not the one place in a function's prologue that calls the
   profiler.  */
static unsigned
percent_strange (const uint64_t *targets, size_t count,
                 const struct symtab *symtab)
{
  size_t different = 0, strange = 0;
  sym_id next = 0, last = SYM_NONE; /* NEXT is the first above the target */
  for (size_t i = 0; i < count; i++)
    {
      const uint64_t pc = targets[i];
      if (i > 0 && targets[i - 1] == pc)
        continue;
      while (next < symtab->count && symtab->start[next] <= pc)
        next++;
      const bool found = next > 0 && pc < symtab->limit[next - 1];
      const sym_id id = found ? next - 1 : SYM_NONE;
      different++;
      if (id == SYM_NONE || id == last
          || pc - symtab->start[id] > PROLOGUE_SIZE)
        strange++;
      last = id;
    }
  return different > 0 ? (unsigned)(100 * strange / different) : 0;
}

/* Where the code before the targets in the image cannot be judged: are most of
   them at least near the start of a function?  */
static void
judge_prologues (const struct pairing *pair, struct mismatch *found)
{
  const struct profile *profile = pair->profile;
  const bool is_alone = pair->program->objects.count < 2;
  const struct object *main = program_main (pair->program);
  size_t count = 0;
  uint64_t *targets = array_new (profile->arcs.count, sizeof *targets);
  for (size_t i = 0; i < profile->arcs.count && !main->is_unnamed; i++)
    if (is_alone || profile->arcs.items[i].self_pc < main->limit_pc)
      targets[count++] = profile->arcs.items[i].self_pc;
  sort_numbers (targets, count);
  profile_keep_sampled (profile, targets, &count);
  const unsigned percent = percent_strange (targets, count, pair->symtab);
  free (targets);
  if (percent > 50)
    object_to (found, pair->profile_name,
               _ ("%u%% of the call targets are not where functions of "
                  "'%s' start: was it rebuilt since, or stripped?"),
               percent, main_name (pair));
}

/* Compare the profile's arcs with the code of OBJECT, if that is compiled with
   -pg and of a machine whose calls can be recognised.  */
static enum status
judge_calls (const struct pairing *pair, const struct object *object,
             const struct profiling *profiling, struct mismatch *found,
             struct diag *diag)
{
  const struct target *target = program_target (pair->program);
  struct text_section code;
  enum status status
      = profiling->calls_counter && callscan_knows_returns (target)
            ? object_look_at_code (object, &code, diag)
            : STATUS_ABSENT;
  if (status == STATUS_ABSENT && pair->full_table
      && object == program_main (pair->program))
    judge_prologues (pair, found);
  if (status != STATUS_OK)
    return status == STATUS_ABSENT ? STATUS_OK : status;
  struct callsites callsites;
  callsites_count (&callsites, pair->profile, pair->symtab, &code, target);
  /* All targets may have come from a sum, of functions that a table of the
     user does not have.  */
  if (!pair->full_table
      && callsites.targets.strange == callsites.targets.count)
    return STATUS_OK;
  const struct return_addresses *targets = &callsites.targets;
  const struct return_addresses *callers = &callsites.callers;
  /* The counter of calls returns to behind a call of it, without exception.
     Few strange targets among many may be damaged records.  */
  if (targets->strange >= LEAST_STRANGE
      || targets->strange > targets->count / 50)
    object_to (found, pair->profile_name,
               _ ("call targets that are not behind a call of the profiler in "
                  "'%s': %zu of %zu, the first is 0x%" PRIx64
                  ": was it rebuilt since?  run it again, or name the image "
                  "that wrote this profile"),
               object->name, targets->strange, targets->count,
               targets->first_strange);
  /* Handlers of signals and coroutines can be entered without a call.  */
  if (callers->strange >= LEAST_STRANGE
      && callers->strange > callers->count / 4)
    object_to (found, pair->profile_name,
               _ ("callers that are not behind a call in '%s': %zu of %zu, "
                  "the first is 0x%" PRIx64
                  ": was it rebuilt since?  run it again, or name the image "
                  "that wrote this profile"),
               object->name, callers->strange, callers->count,
               callers->first_strange);
  return STATUS_OK;
}

/* All signs, the surest first.  */
static enum status
judge (const struct pairing *pair, struct mismatch *found, struct diag *diag)
{
  const struct program *program = pair->program;
  const size_t objects = program->objects.count;
  if (pair->profile->arcs_are_measured && !pair->profile->calls_are_complete)
    {
      /* All that samples alone show.  */
      judge_code (pair, found);
      judge_samples (pair, found);
      return STATUS_OK;
    }
  /* Live files have samples of everything, and no ranges.  */
  const bool has_ranges = !pair->profile->bins_are_addresses;
  struct profiling *profiling = array_new (objects, sizeof *profiling);
  enum status status = STATUS_OK;
  if (has_ranges)
    {
      judge_code (pair, found);
      judge_other_ranges (pair, found);
    }
  for (size_t i = 0; i < objects; i++)
    {
      const struct object *object = &program->objects.items[i];
      object_profiling (object, &profiling[i]);
      if (has_ranges)
        {
          judge_start_code (pair, object, &profiling[i], found);
          judge_limits (pair, object, &profiling[i], found);
        }
    }
  if (has_ranges)
    judge_samples (pair, found);
  if (pair->full_table)
    judge_moved_targets (pair, found);
  if (pair->full_table || pair->table_is_given)
    for (size_t i = 0;
         i < objects && found->text == NULL && status == STATUS_OK; i++)
      status = judge_calls (pair, &program->objects.items[i], &profiling[i],
                            found, diag);
  free (profiling);
  return status;
}

enum status
warn_of_pairing (const struct pairing *pair, struct mismatch *found,
                 struct diag *diag)
{
  *found = (struct mismatch){ 0 };
  enum status status = judge (pair, found, diag);
  if (status != STATUS_OK || found->text == NULL)
    return status;
  status = diag_warn_or_fail (diag, pair->strict, STATUS_MISMATCH,
                              PLACE_FILE (found->file), "%s", found->text);
  return status == STATUS_ABSENT ? STATUS_OK : status;
}
