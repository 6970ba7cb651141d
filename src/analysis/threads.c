/* threads.c - what threads are called, and what functions take in each.  */

#include "config.h"

#include "analysis/threads.h"

#include <stdlib.h>
#include <string.h>

#include "base/minmax.h"
#include "base/paths.h"
#include "object/demangler.h"

/* --- Names --------------------------------------------------------------- */

struct naming
{
  struct thread_names *names;
  const struct profile *profile;
  const struct program *program;
  const struct options *options;
  struct demangler demangler;
  uint32_t *first; /* of each process: its first thread, or THREAD_NONE */
};

/* The first thread of a process is the one with the lowest seat that began
   with no function.  */
static void
find_first (struct naming *naming)
{
  const struct profile *profile = naming->profile;
  const struct profile_thread *threads = profile->threads.items;
  naming->first = array_new (profile->processes.count, sizeof *naming->first);
  for (size_t i = 0; i < profile->processes.count; i++)
    naming->first[i] = THREAD_NONE;
  for (uint32_t i = 0; i < profile->threads.count; i++)
    {
      uint32_t *first = &naming->first[threads[i].process];
      if (threads[i].start_pc == 0
          && (*first == THREAD_NONE || threads[i].seat < threads[*first].seat))
        *first = i;
    }
}

/* Is NAME the program's, as far as the system keeps it?  */
static bool
is_program (const struct naming *naming, const char *name)
{
  const struct object *main = program_main (naming->program);
  return main != NULL
         && strncmp (name, path_base (main->name), LIVE_NAME_SIZE - 1) == 0;
}

/* Has thread I got its name, and not only that of the thread which made
   it?  */
static bool
has_own_name (const struct naming *naming, uint32_t i)
{
  const struct profile_thread *threads = naming->profile->threads.items;
  const uint32_t first = naming->first[threads[i].process];
  return threads[i].name[0] != '\0' && !is_program (naming, threads[i].name)
         && (first == THREAD_NONE || first == i
             || strcmp (threads[i].name, threads[first].name) != 0);
}

/* The function at PC, in memory of the names; null if it has no name.  */
static const char *
find_function (struct naming *naming, uint64_t pc)
{
  const struct symtab *symtab = &naming->program->symtab;
  const sym_id id = pc != 0 ? symtab_find (symtab, pc) : SYM_NONE;
  if (id == SYM_NONE
      || (symtab->flags[id] & (SYMBOL_GAP | SYMBOL_NO_LINKER_NAME)))
    return NULL;
  char *plain
      = naming->options->demangle
            ? demangler_make (&naming->demangler, symtab->name[id], false)
            : NULL;
  const char *text = plain != NULL ? plain : symtab->name[id];
  const char *kept = arena_text (&naming->names->memory, text, strlen (text));
  free (plain);
  return kept;
}

static const char *
name_of (struct naming *naming, uint32_t i)
{
  const struct profile_thread *thread = &naming->profile->threads.items[i];
  if (has_own_name (naming, i))
    return thread->name;
  if (naming->first[thread->process] == i)
    return MAIN_THREAD;
  const char *function = find_function (naming, thread->start_pc);
  return function != NULL ? function : UNKNOWN_THREAD;
}

void
thread_names_find (struct thread_names *names, const struct profile *profile,
                   const struct program *program,
                   const struct options *options)
{
  const struct object *main = program_main (program);
  struct naming naming = {
    .names = names, .profile = profile, .program = program, .options = options
  };
  demangler_start (&naming.demangler, main != NULL ? main->image : NULL,
                   options->demangle_style > 0 ? options->demangle_style : 0,
                   &options->quirks);
  find_first (&naming);
  names->items = array_new (profile->threads.count, sizeof *names->items);
  for (uint32_t i = 0; i < profile->threads.count; i++)
    names->items[i] = name_of (&naming, i);
  free (naming.first);
}

void
thread_names_release (struct thread_names *names)
{
  free (names->items);
  arena_release (&names->memory);
  *names = (struct thread_names){ 0 };
}

/* --- Times --------------------------------------------------------------- */

void
thread_times_start (struct thread_times *times, const struct measured *of,
                    struct crediting *crediting)
{
  spreads_start (&times->spreads, of, crediting);
}

/* The time in all symbols of THREAD, which may be THREAD_NONE.  */
static double *
ticks_of (struct thread_times *times, uint32_t thread)
{
  if (thread == THREAD_NONE)
    return &times->unknown;
  while (times->ticks.count <= thread)
    vec_push (&times->ticks, 0);
  return &times->ticks.items[thread];
}

/* Note what has time in THREAD, the latest one.  */
static void
note_uses (struct thread_times *times, uint32_t thread)
{
  const struct spreads *spreads = &times->spreads;
  for (size_t i = 0; i < spreads->touched_count; i++)
    {
      const struct thread_use use = { spreads->touched[i], thread };
      vec_push (&times->uses, use);
    }
}

enum status
thread_times_add (struct thread_times *times,
                  const struct profile_builder *builder, struct diag *diag)
{
  const struct file_bin *bins = builder->thread_bins.items;
  const size_t count = builder->thread_bins.count;
  enum status status = STATUS_OK;
  for (size_t i = 0, end; i < count && status == STATUS_OK; i = end)
    {
      const uint32_t thread = bins[i].thread;
      double sum;
      for (end = i + 1; end < count && bins[end].thread == thread;)
        end++;
      status = spreads_add_bins (&times->spreads, builder, &bins[i], end - i,
                                 thread, &sum, diag);
      *ticks_of (times, thread) += sum;
      note_uses (times, thread);
    }
  return status;
}

/* By symbol, then thread, of which the unknown ones come last.  */
static int
compare_uses (const void *a, const void *b)
{
  const struct thread_use *x = a, *y = b;
  if (x->id != y->id)
    return x->id < y->id ? -1 : 1;
  return x->thread < y->thread ? -1 : x->thread > y->thread;
}

/* Let the uses be of the first thread of each name, and set SIZES to how many
   have the name of each first one.  */
static void
join_threads (struct thread_times *times, const struct thread_names *names,
              size_t count, uint32_t *sizes)
{
  struct sources keys = { 0 };
  uint32_t *first = array_new (count, sizeof *first); /* of each key */
  uint32_t *same = array_new (count, sizeof *same);
  for (uint32_t i = 0; i < count; i++)
    {
      source_id key;
      const size_t known = keys.names.count;
      sources_intern (&keys, names->items[i], &key);
      if (key == known)
        first[key] = i;
      same[i] = first[key];
      sizes[same[i]]++;
    }
  for (size_t i = 0; i < times->uses.count; i++)
    if (times->uses.items[i].thread != THREAD_NONE)
      times->uses.items[i].thread = same[times->uses.items[i].thread];
  free (first);
  free (same);
  sources_release (&keys);
}

void
thread_times_finish (struct thread_times *times,
                     const struct thread_names *names, size_t count)
{
  const size_t symbols = times->spreads.of->symtab->count;
  const struct thread_use *uses = times->uses.items;
  uint32_t *sizes = array_new (count, sizeof *sizes);
  join_threads (times, names, count, sizes);
  if (times->uses.count > 0)
    qsort (times->uses.items, times->uses.count, sizeof *uses, compare_uses);
  times->threads = array_new (symbols, sizeof *times->threads);
  for (size_t i = 0; i < times->uses.count; i++)
    if (uses[i].thread == THREAD_NONE)
      times->threads[uses[i].id]++;
    else if (i == 0 || compare_uses (&uses[i - 1], &uses[i]) != 0)
      times->threads[uses[i].id] += sizes[uses[i].thread];
  for (size_t id = 0; id < symbols; id++)
    if (times->threads[id] > 0)
      spread_complete (&times->spreads.items[id], times->threads[id]);
  free (sizes);
}

void
thread_times_release (struct thread_times *times)
{
  spreads_release (&times->spreads);
  vec_release (&times->ticks);
  vec_release (&times->uses);
  free (times->threads);
  *times = (struct thread_times){ 0 };
}

/* --- Groups -------------------------------------------------------------- */

/* Add TICKS of a thread called NAME to its group, and set *NUMBER to that.
   The groups have the numbers of their names.  */
static void
add_time (struct grouping *grouping, const char *name, double ticks,
          source_id *number)
{
  sources_intern (&grouping->keys, name, number);
  grouping->measurement.ticks[*number] += ticks;
}

/* A table with a symbol for each group, without addresses.  */
static enum status
make_symtab (struct grouping *grouping, struct diag *diag)
{
  const size_t count = grouping->keys.names.count;
  struct symbol *symbols = array_new (count, sizeof *symbols);
  for (size_t i = 0; i < count; i++)
    symbols[i]
        = (struct symbol){ .start_pc = i,
                           .name
                           = sources_name (&grouping->keys, (source_id)i),
                           .flags = SYMBOL_FUNCTION | SYMBOL_NO_LINKER_NAME };
  const enum status status
      = symtab_build (&grouping->symtab, symbols, count, count, diag);
  free (symbols);
  return status;
}

/* Add the calls of all threads, whose groups are NUMBERS, and the part of
   their time that is the system's.  */
static void
add_more (struct grouping *grouping, const source_id *numbers)
{
  const struct profile *profile = grouping->of.profile;
  struct analysis *analysis = &grouping->measurement.analysis;
  const size_t count = analysis->node_count;
  if (profile->knows_system)
    {
      analysis->system_self = array_new (count, sizeof (double));
      analysis->system_total = array_new (count, sizeof (double));
      analysis->recording = array_new (count, sizeof (double));
    }
  for (size_t i = 0; i < profile->threads.count; i++)
    {
      const struct profile_thread *thread = &profile->threads.items[i];
      uint64_t *calls = &analysis->calls[numbers[i]];
      *calls = add_u64 (*calls, thread->calls);
      if (profile->knows_system)
        {
          analysis->system_self[numbers[i]] += thread->system;
          analysis->system_total[numbers[i]] += thread->system;
        }
    }
}

enum status
thread_groups_make (struct grouping *grouping, const struct options *options,
                    const struct program *program, const struct measured *of,
                    const struct measurement *measurement,
                    const struct thread_times *times, struct diag *diag)
{
  const size_t count = of->profile->threads.count;
  struct measurement *merged = &grouping->measurement;
  struct thread_names names = { 0 };
  source_id *numbers = array_new (count + 1, sizeof *numbers);
  merged->ticks = array_new (count + 1, sizeof *merged->ticks);
  thread_names_find (&names, of->profile, program, options);
  for (size_t i = 0; i < count; i++)
    add_time (grouping, names.items[i],
              i < times->ticks.count ? times->ticks.items[i] : 0, &numbers[i]);
  if (times->unknown > 0)
    add_time (grouping, UNKNOWN_THREAD, times->unknown, &numbers[count]);
  const enum status status = make_symtab (grouping, diag);
  if (status == STATUS_OK)
    {
      grouping->of = *of;
      grouping->of.symtab = &grouping->symtab;
      grouping->of.selection = &grouping->selection;
      merged->graph.symbol_count = grouping->symtab.count;
      merged->graph.counts_all = measurement->graph.counts_all;
      callgraph_link (&merged->graph);
      merged->total_ticks = measurement->total_ticks;
      merged->recording_ticks = measurement->recording_ticks;
      measurement_follow_arcs (merged, &grouping->of);
      /* A thread has no callers that could be unknown.  */
      merged->unseen = (struct unseen){ 0 };
      add_more (grouping, numbers);
    }
  free (numbers);
  thread_names_release (&names);
  return status;
}
