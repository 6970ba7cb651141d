/* waiting.c - where threads wait: the functions that do, and what calls them
   (R20.202, R20.203).

   A path has a higher number than its caller's, so one pass over them meets
   callers first, or last.  */

#include "config.h"

#include "analysis/waiting.h"

#include <stdlib.h>
#include <string.h>

#include "base/minmax.h"
#include "base/pairmap.h"
#include "base/sort.h"
#include "model/wait_functions.h"

/* The part of its life that a thread uses the processor for if it does not only
   wait.  */
static const double busy_part = 0.01;

static const double second = 1e9; /* in nanoseconds */

/* What an entry has in a process.  */
struct wait_part
{
  uint32_t entry, process;
  double seconds;
};

/* The search.  Times are in seconds.  */
struct search
{
  const struct profile *profile;
  const struct symtab *symtab;
  const struct call_paths *paths;
  struct waiting *waiting;
  double *below; /* of each path: processor time of what it calls */
  double *at;    /* of each path: all waits of functions that it calls */
  uint32_t *mpi; /* of each path: the outermost one with a function of MPI that
                    leads to it, or PATH_NONE */
  double below_part[WAIT_FUNCTION_COUNT + 1]; /* of each function: the part of
                                                 BELOW that is in its waits
                                                 that have paths */
  double *short_part; /* of each thread: the part of its short waits that
                         counts */
  VEC (struct wait_place) places;
  struct pairmap place_index;
  VEC (struct wait_entry) entries;
  struct pairmap entry_index;
  VEC (struct wait_part) parts; /* where processes are told apart; entries are
                                   those of the search */
};

/* Functions that we do not know are one.  */
static uint32_t
function_of (const struct raw_wait *wait)
{
  return wait->function < WAIT_FUNCTION_COUNT ? wait->function
                                              : WAIT_FUNCTION_COUNT;
}

static double
seconds_of_ticks (const struct search *s, double ticks)
{
  return s->profile->rate > 0 ? ticks / s->profile->rate : 0;
}

/* --- Paths --------------------------------------------------------------- */

static bool
is_mpi (const struct search *s, uint32_t path)
{
  const sym_id id = s->paths->symbol[path];
  if (s->paths->role[path] != ROLE_FRAME || id == SYM_NONE)
    return false;
  const char *name = s->symtab->name[id];
  return strncmp (name + (name[0] == 'P'), "MPI_", 4) == 0;
}

static void
look_at_paths (struct search *s)
{
  const struct call_paths *paths = s->paths;
  double *all = array_new (paths->count, sizeof *all);
  for (uint32_t i = 0; i < paths->count; i++)
    {
      const uint32_t up = paths->parent[i];
      s->mpi[i] = up != PATH_NONE ? s->mpi[up] : PATH_NONE;
      if (s->mpi[i] == PATH_NONE && is_mpi (s, i))
        s->mpi[i] = i;
    }
  for (size_t i = paths->count; i-- > 0;)
    {
      const uint32_t up = paths->items[i].parent;
      s->below[i] = paths->items[i].kind == PATH_FRAME ? all[i] : 0;
      if (paths->role[i] != ROLE_RECORDER)
        all[i] += seconds_of_ticks (s, paths->items[i].ticks);
      if (up != PATH_NONE)
        all[up] += all[i];
    }
  free (all);
}

/* --- How much of it was a wait ------------------------------------------- */

/* Find what of the processor time below a function is in its waits that have
   paths: those that have none are short because they did not wait.  */
static void
find_below_parts (struct search *s)
{
  double below[WAIT_FUNCTION_COUNT + 1] = { 0 };
  double in_short[WAIT_FUNCTION_COUNT + 1] = { 0 };
  for (size_t i = 0; i < s->profile->waits.count; i++)
    {
      const struct raw_wait *wait = &s->profile->waits.items[i];
      const double time = (double)wait->time / second;
      const uint32_t function = function_of (wait);
      if (wait->path == PATH_NONE)
        in_short[function] += time;
      else if (time > 0)
        below[function] += s->below[wait->path] * time / s->at[wait->path];
    }
  for (size_t i = 0; i <= WAIT_FUNCTION_COUNT; i++)
    if (below[i] > in_short[i])
      s->below_part[i] = 1 - in_short[i] / below[i];
}

/* The time of WAIT, which has a path, without processor time.  */
static double
time_of (const struct search *s, const struct raw_wait *wait)
{
  const double time = (double)wait->time / second;
  if (wait->time == 0)
    return 0;
  const double part = s->below[wait->path] * s->below_part[function_of (wait)]
                      / s->at[wait->path];
  return part < 1 ? time * (1 - part) : 0;
}

/* Which threads only waited, and how much of their short waits fits into the
   time that is neither that of the processor nor other waits.  */
static void
look_at_threads (struct search *s)
{
  const size_t count = s->profile->threads.count;
  double *with_path = array_new (count, sizeof *with_path);
  double *without = array_new (count, sizeof *without);
  for (size_t i = 0; i < s->profile->waits.count; i++)
    {
      const struct raw_wait *wait = &s->profile->waits.items[i];
      if (wait->thread == THREAD_NONE)
        continue;
      if (wait->path == PATH_NONE)
        without[wait->thread] += (double)wait->time / second;
      else
        with_path[wait->thread] += time_of (s, wait);
    }
  for (size_t i = 0; i < count; i++)
    {
      const struct profile_thread *thread = &s->profile->threads.items[i];
      const double elapsed = (double)thread->elapsed / second;
      const double clock = (double)thread->processor / second;
      const double sampled = seconds_of_ticks (s, thread->ticks);
      const double processor = clock > sampled ? clock : sampled;
      const double room = elapsed - processor - with_path[i];
      s->waiting->is_idle[i] = thread->start_pc != 0 && elapsed > 0
                               && processor < busy_part * elapsed;
      s->short_part[i] = 1;
      if (elapsed > 0 && without[i] > room)
        s->short_part[i] = room > 0 ? room / without[i] : 0;
    }
  free (with_path);
  free (without);
}

/* --- Places -------------------------------------------------------------- */

/* Set the callers of PLACE to those at the end of PATH.  */
static void
set_callers (const struct search *s, struct wait_place *place, uint32_t path)
{
  const struct call_paths *paths = s->paths;
  if (path != PATH_NONE && paths->role[path] == ROLE_RECORDER)
    path = paths->parent[path];
  while (path != PATH_NONE && paths->role[path] == ROLE_FRAME
         && paths->symbol[path] != SYM_NONE && place->callers < WAIT_CALLERS)
    {
      place->caller[place->callers++] = paths->symbol[path];
      path = paths->parent[path];
    }
  place->has_more = path != PATH_NONE;
  place->is_lost = path != PATH_NONE && paths->role[path] == ROLE_LOST;
}

/* Let PLACE have the callers that OTHER has, too, as far as they are known.  */
static void
share_callers (struct wait_place *place, const struct wait_place *other)
{
  unsigned same = 0;
  while (same < place->callers && same < other->callers
         && place->caller[same] == other->caller[same])
    same++;
  if (same == other->callers && other->is_lost)
    return;
  if (same == place->callers && place->is_lost)
    {
      memcpy (place->caller, other->caller, sizeof place->caller);
      place->callers = other->callers;
      place->has_more = other->has_more;
      place->is_lost = other->is_lost;
      return;
    }
  place->has_more = place->has_more || same < place->callers
                    || same < other->callers || other->has_more;
  place->is_lost = place->is_lost && other->is_lost;
  place->callers = same;
}

/* The number of the entry of NAME or else SYMBOL, maybe a new one.  */
static uint32_t
enter_entry (struct search *s, uint32_t function, sym_id symbol, bool is_idle)
{
  const struct wait_entry none
      = { .name = symbol == SYM_NONE ? wait_function_name (function) : NULL,
          .symbol = symbol,
          .is_idle = is_idle };
  const uint32_t fresh = (uint32_t)s->entries.count;
  const uint64_t key
      = symbol == SYM_NONE ? function : (uint64_t)symbol + UINT32_MAX + 1;
  const uint32_t number = pairmap_enter (&s->entry_index, key, is_idle, fresh);
  if (number == fresh)
    vec_push (&s->entries, none);
  return number;
}

/* Add FOUND, with the numbers of some waits in FUNCTION that PATH leads to, to
   its place.  A function of MPI in PATH has them instead (R20.203).  Returns the
   number of the entry.  */
static uint32_t
add_to_place (struct search *s, uint32_t function, uint32_t path, bool is_idle,
              struct wait_place found)
{
  const uint32_t mpi = path != PATH_NONE ? s->mpi[path] : PATH_NONE;
  const sym_id symbol = mpi != PATH_NONE ? s->paths->symbol[mpi] : SYM_NONE;
  const uint32_t fresh = (uint32_t)s->places.count;
  found.entry = enter_entry (s, function, symbol, is_idle);
  set_callers (s, &found, mpi != PATH_NONE ? s->paths->parent[mpi] : path);
  const uint32_t number
      = pairmap_enter (&s->place_index, found.entry,
                       found.callers > 0 ? found.caller[0] : SYM_NONE, fresh);
  if (number == fresh)
    {
      vec_push (&s->places, found);
      return found.entry;
    }
  struct wait_place *place = &s->places.items[number];
  share_callers (place, &found);
  place->count = add_u64 (place->count, found.count);
  place->unfinished += found.unfinished;
  place->seconds += found.seconds;
  place->processor += found.processor;
  if (found.longest > place->longest)
    place->longest = found.longest;
  return found.entry;
}

static void
add_part (struct search *s, uint32_t entry, uint32_t process, double seconds)
{
  const struct wait_part part = { entry, process, seconds };
  if (s->profile->has_process_ticks)
    vec_push (&s->parts, part);
}

static void
add_waits (struct search *s)
{
  struct waiting *waiting = s->waiting;
  bool *has_waited = array_new (s->profile->threads.count, sizeof *has_waited);
  for (size_t i = 0; i < s->profile->waits.count; i++)
    {
      const struct raw_wait *wait = &s->profile->waits.items[i];
      const bool has_thread = wait->thread != THREAD_NONE;
      const bool is_idle = has_thread && s->waiting->is_idle[wait->thread];
      struct wait_place found = { .count = wait->count,
                                  .unfinished = wait->unfinished,
                                  .longest = (double)wait->longest / second };
      if (wait->path != PATH_NONE)
        found.seconds = time_of (s, wait);
      else
        found.seconds = (double)wait->time / second
                        * (has_thread ? s->short_part[wait->thread] : 1);
      if (is_idle && !has_waited[wait->thread])
        waiting->idle_threads += s->profile->threads.items[wait->thread].count;
      if (has_thread)
        has_waited[wait->thread] = true;
      waiting->wait_seconds[i] = found.seconds;
      *(is_idle ? &waiting->idle_seconds : &waiting->seconds) += found.seconds;
      const uint32_t entry
          = add_to_place (s, function_of (wait), wait->path, is_idle, found);
      if (has_thread)
        add_part (s, entry, s->profile->threads.items[wait->thread].process,
                  found.seconds);
    }
  free (has_waited);
}

/* Who waits in MPI mostly spins there.  */
static void
add_processor_of_mpi (struct search *s)
{
  for (uint32_t i = 0; i < s->paths->count; i++)
    {
      const double seconds = seconds_of_ticks (s, s->paths->items[i].ticks);
      const struct wait_place found
          = { .seconds = seconds, .processor = seconds };
      if (s->mpi[i] != PATH_NONE && seconds > 0
          && s->paths->role[i] != ROLE_RECORDER)
        add_to_place (s, 0, i, false, found);
    }
  for (size_t i = 0; i < s->profile->process_ticks.count; i++)
    {
      const struct process_ticks *part = &s->profile->process_ticks.items[i];
      const uint32_t mpi = s->mpi[part->path];
      if (mpi != PATH_NONE && s->paths->role[part->path] != ROLE_RECORDER)
        add_part (s, enter_entry (s, 0, s->paths->symbol[mpi], false),
                  part->process, seconds_of_ticks (s, part->ticks));
    }
}

/* --- Order --------------------------------------------------------------- */

static int
compare_times (double a, double b)
{
  return a > b ? -1 : a < b;
}

static int
compare_entries (uint32_t a, uint32_t b, const void *context)
{
  const struct wait_entry *entries = context;
  const struct wait_entry *x = &entries[a], *y = &entries[b];
  if (x->is_idle != y->is_idle)
    return x->is_idle ? 1 : -1;
  return compare_times (x->seconds, y->seconds);
}

/* Places by the rank of their entry.  */
struct ranked
{
  const struct wait_place *places;
  const uint32_t *rank;
};

static int
compare_places (uint32_t a, uint32_t b, const void *context)
{
  const struct ranked *ranked = context;
  const struct wait_place *x = &ranked->places[a], *y = &ranked->places[b];
  const uint32_t rank = ranked->rank[x->entry];
  const uint32_t other = ranked->rank[y->entry];
  if (rank != other)
    return rank < other ? -1 : 1;
  return compare_times (x->seconds, y->seconds);
}

/* COUNT numbers, in order; to be freed.  */
static uint32_t *
numbers (size_t count)
{
  uint32_t *ids = array_new (count, sizeof *ids);
  for (size_t i = 0; i < count; i++)
    ids[i] = (uint32_t)i;
  return ids;
}

static void
add_up_entry (struct wait_entry *entry, const struct wait_place *place)
{
  entry->count = add_u64 (entry->count, place->count);
  entry->unfinished += place->unfinished;
  entry->seconds += place->seconds;
  entry->processor += place->processor;
  if (place->longest > entry->longest)
    entry->longest = place->longest;
}

static int
compare_parts (const void *a, const void *b)
{
  const struct wait_part *x = a, *y = b;
  if (x->entry != y->entry)
    return x->entry < y->entry ? -1 : 1;
  return x->process < y->process ? -1 : x->process > y->process;
}

/* Make the spreads of entries, which have RANK among these, between
   processes.  */
static void
spread_parts (struct search *s, const uint32_t *rank)
{
  const struct wait_part *parts = s->parts.items;
  const size_t count = s->parts.count;
  struct spread *spreads = array_new (s->entries.count, sizeof *spreads);
  double seconds = 0;
  if (count > 0)
    qsort (s->parts.items, count, sizeof *parts, compare_parts);
  for (size_t i = 0; i < count; i++)
    {
      seconds += parts[i].seconds;
      if (i + 1 < count && compare_parts (&parts[i], &parts[i + 1]) == 0)
        continue;
      spread_add (&spreads[rank[parts[i].entry]], seconds, parts[i].process);
      seconds = 0;
    }
  for (size_t i = 0; i < s->entries.count; i++)
    if (spreads[i].files > 0)
      spread_complete (&spreads[i], s->profile->processes.count);
  s->waiting->spreads = spreads;
}

/* Sort entries and their places; equals stay as they were found.  */
static void
put_in_order (struct search *s)
{
  struct waiting *waiting = s->waiting;
  const size_t entries = s->entries.count, places = s->places.count;
  uint32_t *order = numbers (entries), *place_order = numbers (places);
  uint32_t *rank = array_new (entries, sizeof *rank);
  const struct ranked ranked = { s->places.items, rank };
  for (size_t i = 0; i < places; i++)
    add_up_entry (&s->entries.items[s->places.items[i].entry],
                  &s->places.items[i]);
  sort_ids (order, entries, compare_entries, s->entries.items);
  waiting->entries.items = array_new (entries, sizeof (struct wait_entry));
  waiting->entries.count = entries;
  for (size_t i = 0; i < entries; i++)
    {
      rank[order[i]] = (uint32_t)i;
      waiting->entries.items[i] = s->entries.items[order[i]];
      const struct wait_entry *entry = &waiting->entries.items[i];
      waiting->busy_entries += !entry->is_idle;
      waiting->notable_entries
          += !entry->is_idle && entry->seconds >= LITTLE_WAIT;
    }
  sort_ids (place_order, places, compare_places, &ranked);
  waiting->places.items = array_new (places, sizeof (struct wait_place));
  waiting->places.count = places;
  for (size_t i = 0; i < places; i++)
    {
      struct wait_place *place = &waiting->places.items[i];
      *place = s->places.items[place_order[i]];
      place->entry = rank[place->entry];
      struct wait_entry *entry = &waiting->entries.items[place->entry];
      if (entry->limit == 0)
        entry->first = i;
      entry->limit = i + 1;
      if (place->seconds < LITTLE_WAIT)
        continue;
      entry->notable++;
      waiting->notable_places += !entry->is_idle;
    }
  if (s->profile->has_process_ticks)
    spread_parts (s, rank);
  free (order);
  free (place_order);
  free (rank);
}

/* --- All ----------------------------------------------------------------- */

void
waiting_find (struct waiting *waiting, const struct profile *profile,
              const struct symtab *symtab, const struct call_paths *paths)
{
  struct search s = {
    .profile = profile, .symtab = symtab, .paths = paths, .waiting = waiting
  };
  *waiting = (struct waiting){ 0 };
  for (size_t i = 0; i < profile->processes.count; i++)
    waiting->is_measured
        = waiting->is_measured || profile->processes.items[i].has_waits;
  s.below = array_new (paths->count, sizeof *s.below);
  s.at = array_new (paths->count, sizeof *s.at);
  s.mpi = array_new (paths->count, sizeof *s.mpi);
  waiting->is_idle
      = array_new (profile->threads.count, sizeof *waiting->is_idle);
  waiting->wait_seconds
      = array_new (profile->waits.count, sizeof *waiting->wait_seconds);
  s.short_part = array_new (profile->threads.count, sizeof *s.short_part);
  for (size_t i = 0; i < profile->waits.count; i++)
    {
      const struct raw_wait *wait = &profile->waits.items[i];
      if (wait->path != PATH_NONE)
        s.at[wait->path] += (double)wait->time / second;
    }
  look_at_paths (&s);
  find_below_parts (&s);
  look_at_threads (&s);
  add_waits (&s);
  if (waiting->is_measured)
    add_processor_of_mpi (&s);
  put_in_order (&s);
  free (s.below);
  free (s.at);
  free (s.mpi);
  free (s.short_part);
  vec_release (&s.places);
  pairmap_release (&s.place_index);
  vec_release (&s.entries);
  pairmap_release (&s.entry_index);
  vec_release (&s.parts);
}

void
waiting_stacks (const struct waiting *waiting, const struct profile *profile,
                const struct call_paths *paths, bool has_idle,
                uint32_t first_node, struct stacks *stacks)
{
  struct path_leaf *leaves = array_new (profile->waits.count, sizeof *leaves);
  size_t count = 0;
  for (size_t i = 0; i < profile->waits.count; i++)
    {
      const struct raw_wait *wait = &profile->waits.items[i];
      if (wait->thread != THREAD_NONE && waiting->is_idle[wait->thread]
          && !has_idle)
        continue;
      uint32_t path = wait->path;
      if (path != PATH_NONE && paths->role[path] == ROLE_RECORDER)
        path = paths->parent[path];
      leaves[count++]
          = (struct path_leaf){ path, first_node + function_of (wait),
                                waiting->wait_seconds[i] };
    }
  call_paths_leaf_stacks (paths, leaves, count, stacks);
  free (leaves);
}

void
waiting_release (struct waiting *waiting)
{
  free (waiting->places.items);
  free (waiting->entries.items);
  free (waiting->wait_seconds);
  free (waiting->is_idle);
  free (waiting->spreads);
  *waiting = (struct waiting){ 0 };
}
