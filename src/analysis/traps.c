/* traps.c - warnings of what profiles may not tell truly, though nothing is
   wrong with the files.

   Other modules count while they do their work; here it is put into words.  */

#include "config.h"

#include "analysis/traps.h"

#include <inttypes.h>
#include <stdbool.h>

#include "base/i18n.h"

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

void
traps_warn_full_bins (const struct profile *profile,
                      const struct symtab *symtab, struct diag *diag)
{
  const struct profile_file *first = NULL;
  uint64_t bins = 0;
  size_t files = 0;
  for (size_t i = 0; i < profile->files.count; i++)
    {
      const struct profile_file *file = &profile->files.items[i];
      if (file->full_bins == 0 || is_sum (file, symtab))
        continue;
      first = first == NULL ? file : first;
      bins += file->full_bins;
      files++;
    }
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
             id != SYM_NONE ? symtab->name[id] : _ ("no symbol"), files);
}

void
traps_warn_rates (const struct profile *profile, struct diag *diag)
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

/* How many calls there are in DROPPED.  */
static uint64_t
count_dropped (const struct dropped_calls *dropped)
{
  const uint64_t room = UINT64_MAX - dropped->without_callee;
  return dropped->without_caller > room
             ? UINT64_MAX
             : dropped->without_caller + dropped->without_callee;
}

void
traps_warn_dropped_calls (const struct callgraph *graph, bool to_elsewhere,
                          struct diag *diag)
{
  const struct dropped_calls *dropped = &graph->dropped;
  const uint64_t calls = count_dropped (dropped);
  if (calls == 0)
    return;
  if (calls == UINT64_MAX)
    {
      /* As far as was counted.  */
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

void
traps_warn_no_graph (const char *profile_name, struct diag *diag)
{
  diag_warn (diag, PLACE_FILE (profile_name),
             _ ("the call graph is left out, since no calls were counted: "
                "was the program linked with -pg, but not compiled with it?"));
}

void
traps_warn_no_samples (const struct profile *profile, const char *profile_name,
                       struct diag *diag)
{
  for (size_t i = 0; i < profile->bins.count; i++)
    if (profile->bins.items[i] != 0)
      return;
  diag_warn (
      diag, PLACE_FILE (profile_name),
      /* TRANSLATORS: a tick is the time from one sample to the next.  */
      _ ("there are no samples, so no times: the program ran for less than a "
         "tick (mostly 0.01 s), waited, spent its time in shared libraries, "
         "or is the child of a fork, which is not sampled"));
}

void
traps_warn_threads (const char *image_name, const char *starter,
                    struct diag *diag)
{
  diag_warn (diag, PLACE_FILE (image_name),
             /* TRANSLATORS: %s is a function such as pthread_create.  */
             _ ("the program may start threads (it has '%s'): of calls at the "
                "same time some are not counted, so numbers of calls are "
                "lower bounds"),
             starter);
}
