/* live_sum.c - live files added up.

   The processes had their objects at different addresses; in the sum each
   object has a window of its own, and threads of one beginning and name have one
   seat (R20.250).  What is counted there is entered in the order in which it
   comes, so a sum of sums is that of all files, to the byte (R20.54).  The files
   were read before, as profiles; what is wrong with them is the reader's.  */

#include "config.h"

#include "output/live_sum.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/minmax.h"
#include "input/objects.h"
#include "model/profile.h"

enum
{
  USUAL_RATE = 100, /* of a file without samples */
  NOWHERE = 1       /* stands for all code in no object */
};

/* Where an entry of a file is in the sum.  */
struct moved
{
  bool is_needed;  /* the rest applies */
  uint64_t linked; /* the address that its start was linked for */
  uint64_t start;  /* its start in the sum */
};

/* An address that was sampled by threads of SEAT, SAMPLES times in the file,
   STACKED times of these with a stack; TICKS are samples of the sum.  */
struct leaf
{
  uint32_t seat;
  uint64_t pc, samples, stacked, ticks;
};

/* The number of a slot, or what else may be its caller, in the tree of its seat
   and in that of all frames.  */
struct node
{
  uint64_t own, all;
};

/* One file that is added.  */
struct adding
{
  struct live_sum *sum;
  const struct live_file *file;
  const char *name;
  struct moved *moved;  /* for each entry */
  size_t image;         /* the first entry that is the image */
  uint64_t mask;        /* for addresses of the program */
  uint64_t end;         /* of the process, as live_file_end says */
  struct pairmap seats; /* of the file, and their numbers in the sum */
  uint32_t seat;        /* of the sum: what is added now is of its threads */
  uint32_t rate;
  uint64_t carried; /* fractions of ticks */
  double samples, squares;
  VEC (struct leaf) leaves;
  struct pairmap leaf_index;
  struct diag *diag;
};

/* --- Objects ------------------------------------------------------------- */

static uint64_t
hash_bytes (uint64_t hash, const void *bytes, size_t size)
{
  const unsigned char *at = bytes;
  for (size_t i = 0; i < size; i++)
    hash = (hash ^ at[i]) * UINT64_C (0x100000001b3);
  return hash;
}

/* A number for what identifies ENTRY: the build-id, or without one the name, and
   its addresses, since of what has no file the first ones decide.  */
static uint64_t
hash_entry (const struct live_entry *entry, uint64_t linked, uint64_t seed)
{
  const uint64_t numbers[] = { linked, entry->end - entry->start };
  const uint64_t hash = hash_bytes (seed, numbers, sizeof numbers);
  return entry->build_id_size > 0
             ? hash_bytes (hash, entry->build_id, entry->build_id_size)
             : hash_bytes (hash, entry->name, strlen (entry->name));
}

static bool
is_same (const struct live_sum_object *object, const struct live_entry *entry,
         uint64_t linked)
{
  const struct live_entry *known = &object->entry;
  if (object->linked != linked
      || known->end - known->start != entry->end - entry->start
      || known->build_id_size != entry->build_id_size)
    return false;
  return entry->build_id_size > 0
             ? memcmp (known->build_id, entry->build_id, entry->build_id_size)
                   == 0
             : strcmp (known->name, entry->name) == 0;
}

/* The index of a new object, which ENTRY is of.  */
static uint32_t
append_object (struct live_sum *sum, const struct live_entry *entry,
               uint64_t linked)
{
  struct live_sum_object object
      = { .entry = *entry,
          .linked = linked,
          .high = (int64_t)(entry->end - entry->start) };
  object.entry.name
      = arena_text (&sum->texts, entry->name, strlen (entry->name));
  if (entry->build_id_size > 0)
    object.entry.build_id
        = (const unsigned char *)arena_text (&sum->texts,
                                             (const char *)entry->build_id,
                                             entry->build_id_size);
  vec_push (&sum->objects, object);
  return (uint32_t)sum->objects.count - 1;
}

/* The index of the object that entry I of the file is of, maybe a new one.
   Where build-ids do not tell, the image may have another name in each process
   (R20.43).  */
static uint32_t
find_object (const struct adding *adding, size_t i)
{
  struct live_sum *sum = adding->sum;
  const struct live_entry *entry = &adding->file->objects.items[i];
  const uint64_t linked = adding->moved[i].linked;
  const uint32_t fresh = (uint32_t)sum->objects.count;
  const uint64_t hash = hash_entry (entry, linked, sum->seed);
  const bool is_first = entry->number == 1;
  uint32_t index;
  if (is_first && sum->first_is_image && i == adding->image)
    return sum->first;
  for (uint64_t n = 0;
       (index = pairmap_enter (&sum->object_index, hash, n, fresh)) != fresh;
       n++)
    if (is_same (&sum->objects.items[index], entry, linked))
      return index;
  append_object (sum, entry, linked);
  if (is_first && !sum->has_first)
    {
      sum->has_first = true;
      sum->first_is_image = i == adding->image;
      sum->first = fresh;
    }
  return fresh;
}

static enum status
fail_size (const struct adding *adding)
{
  return diag_fail (adding->diag, STATUS_UNSUPPORTED,
                    PLACE_FILE (adding->name),
                    _ ("it has a size that is not possible"));
}

/* Give entry I of the file its place in the sum.  */
static enum status
move_entry (struct adding *adding, size_t i)
{
  const struct live_entry *entry = &adding->file->objects.items[i];
  const uint32_t index = find_object (adding, i);
  const size_t count = adding->sum->objects.count;
  struct live_sum_object *object = &adding->sum->objects.items[index];
  const uint64_t size = entry->end - entry->start;
  const int64_t low = (int64_t)(adding->moved[i].linked - object->linked);
  if (count > LIVE_MOST_OBJECTS)
    return diag_fail (adding->diag, STATUS_UNSUPPORTED,
                      PLACE_FILE (adding->name),
                      _ ("a sum of %" PRIu64
                         " is too large for a profile file"),
                      (uint64_t)count);
  if (size > (uint64_t)LIVE_SUM_REACH || low < -LIVE_SUM_REACH
      || low > LIVE_SUM_REACH - (int64_t)size)
    return fail_size (adding);
  const int64_t high = low + (int64_t)size;
  object->low = low < object->low ? low : object->low;
  object->high = high > object->high ? high : object->high;
  if (object->high - object->low > LIVE_SUM_REACH)
    return fail_size (adding);
  adding->moved[i].start = live_sum_middle (index) + (uint64_t)low;
  return STATUS_OK;
}

/* The object that has PC is needed.  */
static void
need (const struct adding *adding, uint64_t pc)
{
  uint64_t unused;
  const uint32_t i = live_file_find (adding->file, pc, &unused);
  if (i != LIVE_NOWHERE)
    adding->moved[i].is_needed = true;
}

/* Find out which objects of the file are needed: those that a report would
   have, the first image, and the first one, which is mostly that.  */
static void
find_needed (struct adding *adding)
{
  const struct live_file *file = adding->file;
  for (size_t i = 0; i < file->tables.count; i++)
    for (uint32_t k = 0; k < file->tables.items[i].count; k++)
      {
        const struct live_count slot
            = live_file_slot (file, &file->tables.items[i], k);
        if (slot.count == 0 || slot.from == LIVE_SQUARES)
          continue;
        need (adding, slot.self);
        if (slot.from != LIVE_SAMPLE)
          need (adding, slot.from);
      }
  for (size_t i = 0; i < file->trees.count; i++)
    for (uint32_t k = 0; k < file->trees.items[i].count; k++)
      {
        const uint64_t self
            = live_file_slot (file, &file->trees.items[i], k).self;
        if (!live_is_mark (self))
          need (adding, self);
      }
  for (size_t i = 0; i < file->seats.count; i++)
    {
      const struct live_thread *thread = &file->seats.items[i].thread;
      need (adding, thread->start);
      if (live_passed (thread->waits, adding->end) > 0)
        need (adding, thread->from);
    }
}

static enum status
add_objects (struct adding *adding)
{
  const struct live_file *file = adding->file;
  const struct live_entry *entries = file->objects.items;
  const size_t count = file->objects.count;
  enum status status = STATUS_OK;
  while (adding->image < count)
    {
      const struct mapping mapping
          = live_file_mapping (&entries[adding->image]);
      if (objects_is_image (adding->sum->program, &mapping))
        break;
      adding->image++;
    }
  find_needed (adding);
  for (size_t i = 0; i < count && status == STATUS_OK; i++)
    {
      struct moved *moved = &adding->moved[i];
      moved->linked = (entries[i].start - entries[i].bias) & adding->mask;
      moved->is_needed
          |= (i == adding->image && !adding->sum->has_image)
             || (entries[i].number == 1 && !adding->sum->has_first);
      if (moved->is_needed)
        status = move_entry (adding, i);
    }
  adding->sum->has_image |= adding->image < count;
  return status;
}

/* --- Slots --------------------------------------------------------------- */

/* PC, an address in the process, as it is in the sum.  */
static uint64_t
translate (const struct adding *adding, uint64_t pc)
{
  uint64_t address;
  const uint32_t i = live_file_find (adding->file, pc, &address);
  if (i == LIVE_NOWHERE || !adding->moved[i].is_needed)
    return NOWHERE;
  const struct moved *moved = &adding->moved[i];
  return moved->start + ((address - moved->linked) & adding->mask);
}

/* The count in TABLE of what threads of SEAT have with FIRST and SECOND, maybe a
   new one; *ENTRY is its number.  */
static uint64_t *
count_at (struct live_sum_table *table, uint32_t seat, uint64_t first,
          uint64_t second, uint32_t *entry)
{
  const struct live_sum_slots none = { 0 };
  while (table->seats.count <= seat)
    vec_push (&table->seats, none);
  struct live_sum_slots *slots = &table->seats.items[seat];
  const uint32_t fresh = (uint32_t)slots->counts.count;
  *entry = pairmap_enter (&slots->index, first, second, fresh);
  if (*entry == fresh)
    vec_push (&slots->counts, 0);
  return &slots->counts.items[*entry];
}

/* Add COUNT, which is not 0, to that of FIRST and SECOND in TABLE.  */
static enum status
add_count (const struct adding *adding, struct live_sum_table *table,
           uint64_t first, uint64_t second, uint64_t count)
{
  const struct live_sum_run none = { .seat = adding->seat };
  uint32_t entry;
  uint64_t *sum = count_at (table, adding->seat, first, second, &entry);
  if (*sum == 0
      && (table->runs.count == 0
          || table->runs.items[table->runs.count - 1].seat != adding->seat))
    vec_push (&table->runs, none);
  if (*sum == 0)
    table->runs.items[table->runs.count - 1].count++;
  return profile_builder_count (sum, count, first, PLACE_FILE (adding->name),
                                adding->diag);
}

/* What was sampled at PC, an address in the sum.  */
static struct leaf *
leaf_at (struct adding *adding, uint64_t pc)
{
  const uint32_t fresh = (uint32_t)adding->leaves.count;
  const struct leaf leaf = { .seat = adding->seat, .pc = pc };
  const uint32_t number
      = pairmap_enter (&adding->leaf_index, pc, adding->seat, fresh);
  if (number == fresh)
    vec_push (&adding->leaves, leaf);
  return &adding->leaves.items[number];
}

/* COUNT samples of the file are so many of the sum; fractions go on to the next
   ones (R20.47).  What does not fit is too large to be added up, too.  */
static uint64_t
convert (struct adding *adding, uint64_t count)
{
  uint64_t ticks = 0;
  if (adding->rate == adding->sum->rate)
    return count;
  return tick_rates_carry (&ticks, &count, 1, adding->rate, adding->sum->rate,
                           &adding->carried)
             ? ticks
             : UINT64_MAX;
}

/* The count of FROM and SELF in the tree of the seat, as count_at.  */
static uint64_t *
stack_at (const struct adding *adding, uint64_t from, uint64_t self,
          uint32_t *entry)
{
  struct live_sum *sum = adding->sum;
  if (!sum->has_trees)
    sum->tree_seat = adding->seat;
  sum->has_trees = true;
  if (sum->tree_seat != adding->seat)
    sum->tree_seat = 0;
  return count_at (&sum->stacks, adding->seat, from, self, entry);
}

/* The slot of FROM and SELF in the trees of the seat and of all frames, maybe a
   new one.  */
static struct node
node_at (const struct adding *adding, struct node from, uint64_t self)
{
  uint32_t own, all;
  count_at (&adding->sum->stacks, 0, from.all, self, &all);
  stack_at (adding, from.own, self, &own);
  return (struct node){ .own = (uint64_t)own + 1, .all = (uint64_t)all + 1 };
}

/* Add COUNT samples of LEAF whose stack is NODE.  */
static enum status
add_stack (struct adding *adding, struct node node, struct leaf *leaf,
           uint64_t count)
{
  const uint64_t ticks = convert (adding, count);
  uint64_t *sum = &adding->sum->stacks.seats.items[adding->seat]
                       .counts.items[node.own - 1];
  enum status status
      = profile_builder_count (sum, ticks, leaf->pc, PLACE_FILE (adding->name),
                               adding->diag);
  return status == STATUS_OK
             ? profile_builder_count (&leaf->ticks, ticks, leaf->pc,
                                      PLACE_FILE (adding->name), adding->diag)
             : status;
}

/* Add COUNT of waits with MARK, called by FROM.  */
static void
add_wait (const struct adding *adding, struct node from, uint64_t mark,
          uint64_t count)
{
  uint32_t unused;
  uint64_t *sum = stack_at (adding, from.own, mark, &unused);
  adding->sum->trees_have_waits = true;
  const bool is_longest
      = (mark - LIVE_WAIT) / LIVE_WAIT_STEP == LIVE_WAIT_LONGEST;
  *sum = is_longest ? max_u64 (*sum, count) : add_u64 (*sum, count);
}

/* Add SLOT of a table, samples to their leaf.  */
static enum status
add_slot (struct adding *adding, struct live_count slot)
{
  if (slot.self == LIVE_EMPTY || slot.count == 0)
    return STATUS_OK;
  const uint64_t self = translate (adding, slot.self);
  if (slot.from == LIVE_SAMPLE)
    {
      adding->samples += (double)slot.count;
      return profile_builder_count (&leaf_at (adding, self)->samples,
                                    slot.count, self,
                                    PLACE_FILE (adding->name), adding->diag);
    }
  if (slot.from == LIVE_SQUARES)
    adding->squares += (double)slot.count;
  if (slot.from == LIVE_SQUARES && adding->rate != adding->sum->rate)
    return STATUS_OK;
  if (slot.from != LIVE_SQUARES)
    slot.from = translate (adding, slot.from);
  return add_count (adding, &adding->sum->arcs, self, slot.from, slot.count);
}

/* Add the squares of a file that has none by address, as it is of another rate
   or has only the number of signals: with N of those, each brought T / N of T
   samples.  At F times the rate, a signal that brought n brings F n.  */
static enum status
add_squares (struct adding *adding)
{
  const double most = 1e19; /* less than 2^64 */
  const double times = (double)adding->sum->rate / adding->rate;
  const double samples = adding->samples;
  const double signals = (double)adding->file->signals;
  const bool has_own = adding->squares > 0;
  if (!has_own && signals > 0 && signals < samples)
    adding->squares = live_file_squares (samples, signals);
  if (has_own && adding->rate == adding->sum->rate)
    return STATUS_OK;
  const double squares
      = times * times * (adding->squares + samples) - times * samples;
  return squares < 0.5
             ? STATUS_OK
             : add_count (adding, &adding->sum->arcs, NOWHERE, LIVE_SQUARES,
                          (uint64_t)(squares < most ? squares + 0.5 : most));
}

/* Add the stacks of TREE, whose callers are in order.  */
static enum status
add_tree (struct adding *adding, const struct live_slots *tree)
{
  struct node *nodes = array_new (tree->count, sizeof *nodes);
  uint64_t *pcs = array_new (tree->count, sizeof *pcs);
  enum status status = STATUS_OK;
  for (uint32_t i = 0; i < tree->count && status == STATUS_OK; i++)
    {
      const struct live_count slot = live_file_slot (adding->file, tree, i);
      const bool is_root
          = slot.from == LIVE_OUTERMOST || slot.from == LIVE_LOST;
      const struct node from = is_root ? (struct node){ slot.from, slot.from }
                                       : nodes[slot.from - 1];
      if (live_is_wait (slot.self))
        {
          add_wait (adding, from, slot.self, slot.count);
          continue;
        }
      const uint64_t self = live_is_mark (slot.self)
                                ? slot.self
                                : translate (adding, slot.self);
      pcs[i] = slot.self == LIVE_SYSTEM ? pcs[slot.from - 1] : self;
      nodes[i] = node_at (adding, from, self);
      if (slot.count == 0)
        continue;
      struct leaf *leaf = leaf_at (adding, pcs[i]);
      status = profile_builder_count (&leaf->stacked, slot.count, leaf->pc,
                                      PLACE_FILE (adding->name), adding->diag);
      if (status == STATUS_OK)
        status = add_stack (adding, nodes[i], leaf, slot.count);
    }
  free (nodes);
  free (pcs);
  return status;
}

/* Add samples without a stack as those of unknown callers, which they are to
   readers, and all samples of each leaf.  A file that was read while it was
   written may have a stack, but not yet its sample.  */
static enum status
add_leaves (struct adding *adding)
{
  const struct node lost = { LIVE_LOST, LIVE_LOST };
  enum status status = STATUS_OK;
  for (size_t i = 0; i < adding->leaves.count && status == STATUS_OK; i++)
    {
      struct leaf *leaf = &adding->leaves.items[i];
      adding->seat = leaf->seat;
      if (leaf->samples > leaf->stacked)
        status = add_stack (adding, node_at (adding, lost, leaf->pc), leaf,
                            leaf->samples - leaf->stacked);
      if (status == STATUS_OK && leaf->ticks > 0)
        status = add_count (adding, &adding->sum->samples, leaf->pc,
                            LIVE_SAMPLE, leaf->ticks);
    }
  return status;
}

/* The number in the sum of SEAT of the file.  */
static uint32_t
seat_of (const struct adding *adding, uint32_t seat)
{
  const uint32_t *number = pairmap_find (&adding->seats, seat, 0);
  return number != NULL ? *number : 0;
}

static enum status
add_slots (struct adding *adding)
{
  const struct live_file *file = adding->file;
  enum status status = STATUS_OK;
  for (size_t i = 0; i < file->tables.count; i++)
    {
      const struct live_slots *table = &file->tables.items[i];
      adding->seat = seat_of (adding, table->seat);
      for (uint32_t k = 0; k < table->count && status == STATUS_OK; k++)
        status = add_slot (adding, live_file_slot (file, table, k));
    }
  adding->seat = 0;
  if (status == STATUS_OK)
    status = add_squares (adding);
  for (size_t i = 0; i < file->trees.count && status == STATUS_OK; i++)
    {
      adding->seat = seat_of (adding, file->trees.items[i].seat);
      status = add_tree (adding, &file->trees.items[i]);
    }
  return status == STATUS_OK ? add_leaves (adding) : status;
}

/* --- Threads ------------------------------------------------------------- */

/* Set what is added now to the seat of the sum that threads like THREAD have.  */
static struct live_sum_seat *
find_seat (struct adding *adding, const struct live_thread *thread)
{
  struct live_sum *sum = adding->sum;
  struct live_sum_seat fresh
      = { .thread.start
          = thread->start != 0 ? translate (adding, thread->start) : 0 };
  uint64_t words[2];
  memcpy (fresh.thread.name, thread->name, strlen (thread->name));
  memcpy (words, fresh.thread.name, sizeof words);
  const uint32_t name
      = pairmap_enter (&sum->name_index, words[0], words[1],
                       (uint32_t)sum->name_index.entries.count);
  const uint32_t i = pairmap_enter (&sum->seat_index, fresh.thread.start, name,
                                    (uint32_t)sum->seats.count);
  if (i == sum->seats.count)
    vec_push (&sum->seats, fresh);
  adding->seat = i + 1;
  return &sum->seats.items[i];
}

/* Add WAIT in FUNCTION to those of SEAT that have no stack.  */
static void
add_short (struct live_sum_seat *seat, uint32_t function,
           struct live_short wait)
{
  const struct live_short none = { 0 };
  if (wait.count == 0 && wait.time == 0)
    return;
  while (seat->shorts.count <= function)
    vec_push (&seat->shorts, none);
  struct live_short *sum = &seat->shorts.items[function];
  sum->count = add_u64 (sum->count, wait.count);
  sum->time = add_u64 (sum->time, wait.time);
}

/* Add the wait that THREAD had not finished, which has its caller for a
   stack.  */
static void
add_unfinished (struct adding *adding, const struct live_thread *thread)
{
  const uint64_t time = live_passed (thread->waits, adding->end);
  const uint64_t counts[LIVE_WAIT_KINDS] = { 1, time, time };
  const uint32_t function
      = (uint32_t)min_u64 (thread->function, LIVE_WAIT_STEP - 1);
  struct node from = { LIVE_LOST, LIVE_LOST };
  if (time == 0)
    return;
  if (thread->from != 0)
    from = node_at (adding, from, translate (adding, thread->from));
  for (unsigned kind = 0; kind < LIVE_WAIT_KINDS; kind++)
    add_wait (adding, from, LIVE_WAIT + kind * LIVE_WAIT_STEP + function,
              counts[kind]);
}

static void
add_seats (struct adding *adding)
{
  const struct live_file *file = adding->file;
  for (size_t i = 0; i < file->seats.count; i++)
    {
      const struct live_seat *in_file = &file->seats.items[i];
      const struct live_thread *from = &in_file->thread;
      struct live_sum_seat *seat = find_seat (adding, from);
      struct live_thread *to = &seat->thread;
      to->count
          = (uint32_t)min_u64 (UINT32_MAX, (uint64_t)to->count + from->count);
      to->elapsed = add_u64 (to->elapsed,
                             add_u64 (from->elapsed,
                                      live_passed (from->began, adding->end)));
      to->processor = add_u64 (to->processor, from->processor);
      for (uint32_t k = 0; k < in_file->count; k++)
        add_short (seat, k, live_file_short (file, in_file, k));
      add_unfinished (adding, from);
      if (from->number != 0)
        pairmap_enter (&adding->seats, from->number, 0, adding->seat);
    }
}

/* --- Files --------------------------------------------------------------- */

/* Add what the header of FILE, which ended at END, says of time.  */
static void
add_times (struct live_sum *sum, const struct live_file *file, uint64_t end)
{
  const uint64_t elapsed = live_passed (file->clock, end);
  if (file->elapsed == 0)
    sum->lacks |= LIVE_NO_TIMES;
  sum->elapsed = add_u64 (sum->elapsed, elapsed);
  sum->longest
      = max_u64 (sum->longest, file->longest > 0 ? file->longest : elapsed);
  sum->user = add_u64 (sum->user, file->user);
  sum->system = add_u64 (sum->system, file->system);
  sum->processes
      = (uint32_t)min_u64 (UINT32_MAX, (uint64_t)sum->processes
                                           + max_u64 (file->processes, 1));
}

/* Add what the header of FILE says, but for its times and signals.  */
static void
add_header (struct live_sum *sum, const struct live_file *file)
{
  if (!sum->has_files)
    {
      sum->rate = file->rate > 0 ? file->rate : USUAL_RATE;
      sum->seed = pairmap_seed (sum);
      sum->rank = file->rank;
    }
  sum->has_files = true;
  if (sum->rank != file->rank)
    sum->rank = 0;
  sum->goes_on = sum->goes_on || !file->has_ended;
  if (sum->machine == 0)
    sum->machine = file->machine;
  if (sum->start == 0 || (file->start > 0 && file->start < sum->start))
    sum->start = file->start;
  sum->lacks |= file->lacks | (file->lacking > 0 ? LIVE_CUT_SHORT : 0);
  sum->has_stacks = sum->has_stacks || file->has_stacks;
  sum->has_waits = sum->has_waits || file->has_waits;
  sum->lost_calls = add_u64 (sum->lost_calls, file->lost_calls);
  sum->lost_samples = add_u64 (sum->lost_samples, file->lost_samples);
}

enum status
live_sum_add (struct live_sum *sum, const struct live_file *file,
              const char *name, struct diag *diag)
{
  const uint32_t rate = file->rate > 0 ? file->rate : USUAL_RATE;
  struct adding adding
      = { .sum = sum,
          .file = file,
          .name = name,
          .moved = array_new (file->objects.count, sizeof *adding.moved),
          .mask = file->word_size == 4 ? UINT32_MAX : UINT64_MAX,
          .end = live_file_end (file),
          .rate = rate,
          .carried = rate / 2,
          .diag = diag };
  add_header (sum, file);
  add_times (sum, file, adding.end);
  enum status status = add_objects (&adding);
  if (status == STATUS_OK)
    {
      add_seats (&adding);
      status = add_slots (&adding);
    }
  free (adding.moved);
  pairmap_release (&adding.seats);
  vec_release (&adding.leaves);
  pairmap_release (&adding.leaf_index);
  /* Without their number, each sample has a signal.  */
  sum->signals
      = add_u64 (sum->signals,
                 file->signals > 0 ? file->signals : (uint64_t)adding.samples);
  return status;
}

static void
release_table (struct live_sum_table *table)
{
  for (size_t i = 0; i < table->seats.count; i++)
    {
      pairmap_release (&table->seats.items[i].index);
      vec_release (&table->seats.items[i].counts);
    }
  vec_release (&table->seats);
  vec_release (&table->runs);
}

void
live_sum_release (struct live_sum *sum)
{
  vec_release (&sum->objects);
  pairmap_release (&sum->object_index);
  for (size_t i = 0; i < sum->seats.count; i++)
    vec_release (&sum->seats.items[i].shorts);
  vec_release (&sum->seats);
  pairmap_release (&sum->name_index);
  pairmap_release (&sum->seat_index);
  release_table (&sum->arcs);
  release_table (&sum->samples);
  release_table (&sum->stacks);
  arena_release (&sum->texts);
  *sum = (struct live_sum){ 0 };
}
