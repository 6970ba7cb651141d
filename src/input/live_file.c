/* live_file.c - what a live file of the recorder says, and the profile that
   it is (R20.40-R20.48, R20.180-R20.184, R20.192).

   A program may write to the file meanwhile: what is not yet complete is
   passed over.  Nothing of the file is trusted.  */

#include "config.h"

#include "input/live_file.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/i18n.h"
#include "base/minmax.h"
#include "base/process.h"
#include "base/search.h"
#include "input/reader.h"

enum
{
  HEADER_SIZE = 72,
  TIMES_SIZE = 48, /* of what followed later */
  BLOCK_SIZE = 64,
  SLOT_SIZE = 24,
  OBJECT_SIZE = 40,
  THREAD_SIZE = 96,
  SHORT_SIZE = 16,
  LEAST_ALIGNMENT = 4096,
  MOST_ALIGNMENT = 65536,
  MOST_FRAMES = 2048, /* of a stack; a recorder keeps 1000 of a deeper one */

  /* How far behind blocks may lie that are looked for: a recorder makes its
     tables at most six times as large as what the ones before hold, but a
     thread may be killed before it has begun the block that it claimed.  */
  REACH_LEAST = 16 << 20,              /* bytes, and for each */
  REACH_OF_BLOCK = 2 * MOST_ALIGNMENT, /* block so many more, */
  REACH_OF_BYTE = 16 /* and for each byte that a slot or object takes */
};

bool
live_file_begins (const struct bytes *head)
{
  return bytes_left (head) >= LIVE_COOKIE_SIZE
         && memcmp (head->next, LIVE_COOKIE, LIVE_COOKIE_SIZE) == 0;
}

bool
live_file_is_unborn (const struct bytes *head)
{
  static const char ending[] = ".live";
  const size_t size = bytes_left (head);
  for (size_t i = 0; i < size && i < HEADER_SIZE; i++)
    if (head->next[i] != 0)
      return false;
  const size_t length = strlen (head->file);
  return length >= sizeof ending - 1
         && strcmp (head->file + length - (sizeof ending - 1), ending) == 0;
}

static enum status
fail_size (struct bytes *bytes)
{
  struct place where = bytes_place (bytes);
  return diag_fail (bytes->diag, STATUS_FORMAT, &where,
                    /* TRANSLATORS: of a part of a file.  */
                    _ ("it has a size that is not possible"));
}

/* --- Objects ------------------------------------------------------------- */

/* Read the object of SIZE bytes at BYTES, of which all are there.  */
static enum status
read_object (struct live_file *file, struct bytes *bytes, uint32_t size)
{
  struct bytes at = *bytes;
  struct live_entry entry;
  bytes_skip (&at, 4);
  const uint32_t number = bytes_u32 (&at);
  entry.number = number & ~LIVE_CLOSED;
  entry.is_closed = (number & LIVE_CLOSED) != 0;
  entry.start = bytes_u64 (&at);
  entry.end = bytes_u64 (&at);
  entry.bias = bytes_u64 (&at);
  entry.build_id_size = bytes_u32 (&at);
  const uint32_t name_size = bytes_u32 (&at);
  const uint64_t texts = (uint64_t)entry.build_id_size + name_size;
  if (texts > size - OBJECT_SIZE || name_size == 0 || entry.start >= entry.end
      || file->objects.count == LIVE_MOST_OBJECTS)
    return fail_size (bytes);
  entry.build_id = bytes_take (&at, entry.build_id_size);
  entry.name = (const char *)bytes_take (&at, name_size);
  if (entry.name[name_size - 1] != '\0')
    return fail_size (bytes);
  bytes_skip (bytes, size);
  file->reach += REACH_OF_BYTE * OBJECT_SIZE;
  vec_push (&file->objects, entry);
  return STATUS_OK;
}

/* Read USED bytes of objects, as far as they are there.  */
static enum status
read_objects (struct live_file *file, struct bytes *bytes, uint32_t used)
{
  enum status status = STATUS_OK;
  while (used > 0 && status == STATUS_OK)
    {
      struct bytes at = *bytes;
      if (bytes_left (bytes) < 4)
        return STATUS_OK;
      const uint32_t size = bytes_u32 (&at);
      if (size < OBJECT_SIZE || size % 8 != 0 || size > used)
        return fail_size (bytes);
      if (bytes_left (bytes) < size)
        return STATUS_OK;
      status = read_object (file, bytes, size);
      used -= size;
    }
  return status;
}

static int
compare_entries (const void *a, const void *b)
{
  const struct live_entry *x = a, *y = b;
  return x->number < y->number ? -1 : x->number > y->number;
}

/* Find out which object has which memory: the newest of several.  */
static void
order_objects (struct live_file *file)
{
  interval_list claims = { 0 };
  if (file->objects.count > 0)
    qsort (file->objects.items, file->objects.count,
           sizeof *file->objects.items, compare_entries);
  for (size_t i = 0; i < file->objects.count; i++)
    {
      const struct live_entry *entry = &file->objects.items[i];
      const struct interval claim = { .low_pc = entry->start,
                                      .high_pc = entry->end,
                                      .rank = UINT64_MAX - entry->number,
                                      .owner = (uint32_t)i };
      if (!entry->is_closed)
        vec_push (&claims, claim);
    }
  intervals_resolve (&claims, &file->ranges);
  vec_release (&claims);
}

/* --- Blocks -------------------------------------------------------------- */

/* Is slot I of TREE possible?  DEPTHS has how many slots lead to each one
   before it, itself included, or 0 for LIVE_SYSTEM and waits, which lead
   nowhere; that of I is set.  */
static bool
slot_fits (const struct live_file *file, const struct live_slots *tree,
           uint32_t i, uint16_t *depths)
{
  const struct live_count slot = live_file_slot (file, tree, i);
  const bool has_caller = slot.from > 0 && slot.from <= i;
  const uint32_t caller = has_caller ? (uint32_t)slot.from - 1 : 0;
  const unsigned depth = has_caller ? depths[caller] : 0;
  const bool is_wait = live_is_wait (slot.self);
  const bool is_leaf = is_wait || slot.self == LIVE_SYSTEM;
  depths[i] = is_leaf ? 0 : (uint16_t)(depth + 1);
  if (slot.self == LIVE_SAMPLE || slot.self == LIVE_SQUARES
      || (has_caller && depth == 0) || depth >= MOST_FRAMES)
    return false;
  if (is_wait && (slot.self - LIVE_WAIT) / LIVE_WAIT_STEP >= LIVE_WAIT_KINDS)
    return false;
  if (is_leaf && has_caller)
    return live_file_slot (file, tree, caller).self != LIVE_CUT;
  if (is_leaf)
    return is_wait && slot.from == LIVE_LOST;
  return (slot.self != LIVE_CUT || slot.count == 0)
         && (has_caller || slot.from == LIVE_OUTERMOST
             || slot.from == LIVE_LOST);
}

/* Check the tree SLOTS, which is at BYTES (R20.181).  */
static enum status
check_tree (const struct live_file *file, const struct bytes *bytes,
            const struct live_slots *slots)
{
  struct bytes at = *bytes;
  uint16_t *depths = array_new (slots->count, sizeof *depths);
  uint32_t i = 0;
  while (i < slots->count && slot_fits (file, slots, i, depths))
    i++;
  free (depths);
  if (i == slots->count)
    return STATUS_OK;
  bytes_skip (&at, (size_t)i * SLOT_SIZE);
  struct place where = bytes_place (&at);
  return diag_fail (bytes->diag, STATUS_FORMAT, &where,
                    _ ("a stack has a caller or a mark that is not "
                       "possible"));
}

/* Read what is known of the threads of a seat, with CAPACITY sums of short waits,
   as far as that is there.  */
static enum status
read_seat (struct live_file *file, struct bytes *bytes, uint32_t capacity,
           uint64_t size)
{
  struct live_seat seat = { .count = capacity };
  struct live_thread *thread = &seat.thread;
  if (size < THREAD_SIZE || capacity > (size - THREAD_SIZE) / SHORT_SIZE)
    return fail_size (bytes);
  if (bytes_left (bytes) < THREAD_SIZE)
    return STATUS_OK;
  thread->start = bytes_u64 (bytes);
  memcpy (thread->name, bytes_take (bytes, LIVE_NAME_SIZE),
          LIVE_NAME_SIZE - 1);
  thread->number = bytes_u32 (bytes);
  thread->count = bytes_u32 (bytes);
  thread->elapsed = bytes_u64 (bytes);
  thread->processor = bytes_u64 (bytes);
  thread->began = bytes_u64 (bytes);
  thread->waits = bytes_u64 (bytes);
  thread->from = bytes_u64 (bytes);
  thread->function = bytes_u32 (bytes);
  bytes_skip (bytes, 4 + 2 * sizeof (uint64_t));
  seat.at = bytes->next;
  seat.count = (uint32_t)min_u64 (capacity, bytes_left (bytes) / SHORT_SIZE);
  vec_push (&file->seats, seat);
  return STATUS_OK;
}

/* Read what a block of KIND has behind its header, SIZE bytes, of which BYTES
   has those that are there.  */
static enum status
read_body (struct live_file *file, struct bytes *bytes, uint32_t kind,
           uint32_t capacity, uint32_t used, uint64_t size)
{
  const uint32_t seat = kind >> LIVE_KIND_BITS;
  kind &= (1U << LIVE_KIND_BITS) - 1;
  if (kind == LIVE_OBJECTS)
    return used > capacity || capacity > size
               ? fail_size (bytes)
               : read_objects (file, bytes, used);
  if (kind == LIVE_THREAD)
    return read_seat (file, bytes, capacity, size);
  if (kind != LIVE_ARCS && kind != LIVE_STACKS)
    return STATUS_OK;
  if (capacity > size / SLOT_SIZE)
    return fail_size (bytes);
  const uint64_t there = bytes_left (bytes) / SLOT_SIZE;
  struct live_slots slots
      = { bytes->next, used < capacity ? used : capacity, seat };
  if (slots.count > there)
    slots.count = (uint32_t)there;
  for (uint32_t i = 0; i < slots.count; i++)
    if (live_file_slot (file, &slots, i).self != LIVE_EMPTY)
      file->reach += REACH_OF_BYTE * SLOT_SIZE;
  if (kind == LIVE_STACKS)
    {
      vec_push (&file->trees, slots);
      return check_tree (file, bytes, &slots);
    }
  vec_push (&file->tables, slots);
  return STATUS_OK;
}

/* Read the block at BYTES, which has a cookie, and leave it behind.  */
static enum status
read_block (struct live_file *file, struct bytes *bytes, uint32_t alignment)
{
  struct bytes at = *bytes;
  if (bytes_left (bytes) < BLOCK_SIZE)
    {
      file->cut = *bytes;
      file->lacking = BLOCK_SIZE - bytes_left (bytes);
      bytes->next = bytes->end;
      return STATUS_OK;
    }
  bytes_skip (&at, LIVE_COOKIE_SIZE);
  const uint64_t size = bytes_u64 (&at);
  const uint32_t kind = bytes_u32 (&at);
  bytes_skip (&at, 4);
  const uint32_t capacity = bytes_u32 (&at);
  const uint32_t used = bytes_u32 (&at);
  bytes_skip (&at, 32);
  if (size == 0 || size % alignment != 0)
    return fail_size (bytes);
  const struct bytes block = *bytes;
  if (size <= bytes_left (bytes))
    at.end = bytes->next + size;
  bytes->next = at.end;
  file->reach += REACH_OF_BLOCK;
  const enum status status
      = read_body (file, &at, kind, capacity, used, size - BLOCK_SIZE);
  /* What it has itself counts: that of a sum may be all that there is.  */
  if (size > file->reach - (uint64_t)(block.next - block.start))
    file->is_beyond = true;
  else if (size > bytes_left (&block))
    {
      file->cut = block;
      file->lacking = size - bytes_left (&block);
    }
  return status;
}

/* Leave COUNT bytes behind, or all if there are fewer.  */
static void
skip (struct bytes *bytes, size_t count)
{
  bytes_skip (bytes, count < bytes_left (bytes) ? count : bytes_left (bytes));
}

/* Read what the header has of time.  Files that are cut off before have no
   blocks.  */
static void
read_times (struct live_file *file, const struct bytes *bytes)
{
  struct bytes at = *bytes;
  if (bytes_left (&at) < TIMES_SIZE)
    return;
  file->clock = bytes_u64 (&at);
  file->elapsed = bytes_u64 (&at);
  file->user = bytes_u64 (&at);
  file->system = bytes_u64 (&at);
  file->rank = bytes_u32 (&at);
  file->processes = bytes_u32 (&at);
  file->longest = bytes_u64 (&at);
}

/* Read the header; *ALIGNMENT is that of blocks.  */
static enum status
read_header (struct live_file *file, struct bytes *bytes, uint32_t *alignment)
{
  enum status status = bytes_want (bytes, HEADER_SIZE, N_ ("file header"));
  if (status != STATUS_OK)
    return status;
  bytes_skip (bytes, LIVE_COOKIE_SIZE);
  struct place where = bytes_place (bytes);
  const uint32_t version = bytes_u32 (bytes);
  if (version != LIVE_VERSION)
    return diag_fail (bytes->diag, STATUS_FORMAT, &where,
                      _ ("version %" PRIu32
                         " of live files is unknown, 1 expected"),
                      version);
  file->word_size = bytes_u8 (bytes);
  file->big_endian = bytes->big_endian;
  file->has_ended = bytes_u8 (bytes) != 0;
  file->machine = bytes_u16 (bytes);
  *alignment = bytes_u32 (bytes);
  if (file->word_size != bytes->word_size || *alignment < LEAST_ALIGNMENT
      || *alignment > MOST_ALIGNMENT || (*alignment & (*alignment - 1)) != 0)
    return fail_size (bytes);
  file->rate = bytes_u32 (bytes);
  file->process = bytes_u32 (bytes);
  bytes_skip (bytes, 4);
  file->start = bytes_u64 (bytes);
  file->lacks = bytes_u32 (bytes);
  const uint32_t flags = bytes_u32 (bytes);
  file->has_stacks = (flags & LIVE_HAS_STACKS) != 0;
  file->has_waits = (flags & LIVE_HAS_WAITS) != 0;
  file->lost_calls = bytes_u64 (bytes);
  file->lost_samples = bytes_u64 (bytes);
  file->signals = bytes_u64 (bytes);
  read_times (file, bytes);
  return STATUS_OK;
}

uint64_t
live_file_reach (const struct bytes *so_far)
{
  struct diag unsaid = { .status = STATUS_IO };
  struct bytes bytes = *so_far;
  struct live_file file = { 0 };
  bytes.diag = &unsaid;
  live_file_read (&file, &bytes);
  live_file_release (&file);
  return file.reach + MOST_ALIGNMENT + LIVE_COOKIE_SIZE;
}

enum status
live_file_read (struct live_file *file, struct bytes *bytes)
{
  uint32_t alignment = 0;
  if (live_file_is_unborn (bytes))
    {
      file->is_unborn = true;
      return STATUS_OK;
    }
  enum status status = read_header (file, bytes, &alignment);
  if (status != STATUS_OK)
    return status;
  skip (bytes, alignment - HEADER_SIZE);
  file->reach = REACH_LEAST;
  /* Between blocks are places that were not used.  */
  while (status == STATUS_OK && bytes_left (bytes) >= LIVE_COOKIE_SIZE
         && (uint64_t)(bytes->next - bytes->start) < file->reach)
    if (memcmp (bytes->next, LIVE_BLOCK_COOKIE, LIVE_COOKIE_SIZE) == 0)
      {
        bytes->record++;
        status = read_block (file, bytes, alignment);
      }
    else
      skip (bytes, alignment);
  file->is_beyond |= bytes_left (bytes) >= LIVE_COOKIE_SIZE;
  if (status == STATUS_OK)
    order_objects (file);
  return status;
}

/* --- Slots --------------------------------------------------------------- */

struct live_count
live_file_slot (const struct live_file *file, const struct live_slots *slots,
                uint32_t i)
{
  const unsigned char *at = slots->at + (size_t)i * SLOT_SIZE;
  return (struct live_count){
    .self = bytes_decode_u64 (at, file->big_endian),
    .from = bytes_decode_u64 (at + 8, file->big_endian),
    .count = bytes_decode_u64 (at + 16, file->big_endian),
  };
}

struct live_short
live_file_short (const struct live_file *file, const struct live_seat *seat,
                 uint32_t i)
{
  const unsigned char *at = seat->at + (size_t)i * SHORT_SIZE;
  return (struct live_short){ bytes_decode_u64 (at, file->big_endian),
                              bytes_decode_u64 (at + 8, file->big_endian) };
}

uint64_t
live_file_end (const struct live_file *file)
{
  const uint64_t second = 1000000000, slack = 2;
  if (file->clock == 0 || file->elapsed > 0 || file->has_ended
      || file->process > INT32_MAX || !process_runs ((pid_t)file->process))
    return file->elapsed > 0 ? add_u64 (file->clock, file->elapsed) : 0;
  /* Is that the process?  The clock begins anew with the system, and stands
     still while that is suspended.  */
  const uint64_t now = process_nanoseconds ();
  const time_t date = time (NULL);
  return date >= 0 && now >= file->clock
                 && (now - file->clock) / second
                        <= add_u64 ((uint64_t)date, slack) - file->start
             ? now
             : 0;
}

/* The object with NUMBER, which the memory at OFFSET from its start was of.  */
static uint32_t
find_gone (const struct live_file *file, uint64_t number, uint64_t offset)
{
  size_t i;
  search_first (i, 0, file->objects.count,
                file->objects.items[i].number >= number);
  const struct live_entry *entry = vec_at (&file->objects, i);
  return i < file->objects.count && entry->number == number
                 && offset < entry->end - entry->start
             ? (uint32_t)i
             : LIVE_NOWHERE;
}

uint32_t
live_file_find (const struct live_file *file, uint64_t pc, uint64_t *address)
{
  const uint64_t offset_mask = (UINT64_C (1) << LIVE_OFFSET_BITS) - 1;
  const uint64_t word_mask = file->word_size == 8 ? UINT64_MAX : UINT32_MAX;
  uint32_t found = LIVE_NOWHERE;
  if (pc & LIVE_GONE)
    {
      found = find_gone (file, (pc ^ LIVE_GONE) >> LIVE_OFFSET_BITS,
                         pc & offset_mask);
      if (found != LIVE_NOWHERE)
        pc = file->objects.items[found].start + (pc & offset_mask);
    }
  else
    {
      size_t i;
      search_first (i, 0, file->ranges.count,
                    file->ranges.items[i].high_pc > pc);
      if (i < file->ranges.count && file->ranges.items[i].low_pc <= pc)
        found = file->ranges.items[i].owner;
    }
  if (found != LIVE_NOWHERE)
    *address = (pc - file->objects.items[found].bias) & word_mask;
  return found;
}

double
live_file_squares (double samples, double signals)
{
  return floor (samples * (samples - signals) / signals + 0.5);
}

struct mapping
live_file_mapping (const struct live_entry *entry)
{
  return (struct mapping){ .start_pc = entry->start,
                           .limit_pc = entry->end,
                           .linked_pc = entry->start - entry->bias,
                           .is_linked = true,
                           .path = entry->name,
                           .path_length = strlen (entry->name),
                           .build_id = entry->build_id,
                           .build_id_size = entry->build_id_size,
                           .is_first = entry->number == 1 };
}

void
live_file_release (struct live_file *file)
{
  vec_release (&file->objects);
  vec_release (&file->ranges);
  vec_release (&file->tables);
  vec_release (&file->trees);
  vec_release (&file->seats);
}

/* --- A profile ----------------------------------------------------------- */

/* Samples and arcs at the addresses of one process become those of the
   program: where each object is there, objects.c knows.  */

enum
{
  GRID = 16,       /* addresses in a histogram */
  USUAL_RATE = 100 /* for a file without samples */
};

/* An address that was sampled; and by how many samples, of which STACKED have
   a stack, and of which MOVED are those of a call.  */
struct leaf
{
  uint64_t pc, samples, stacked, moved;
  uint32_t thread; /* only its samples, where threads are told apart */
};

struct leaves
{
  VEC (struct leaf) items;
  struct pairmap index;
};

/* One file.  */
struct translation
{
  const struct profile_origin *origin;
  struct live_file file;
  struct mapped_place *places; /* of each object of the file; without any
                                  addresses if it has none */
  struct place where;
  struct profile_builder *builder;
  struct record_counts *counts;
  uint32_t thread; /* that what is read now is of, or THREAD_NONE */
  double samples;
  double squares; /* sum of n * (n - 1), of signals with n samples each */
  double factor;  /* ticks of the profile for a sample of the file */
  struct leaves leaves;
  struct leaves of_threads; /* the same by thread, if the builder keeps them */
  struct diag *diag;
};

static enum status
probe (const struct bytes *head, bool sure)
{
  (void)sure;
  return live_file_begins (head) ? STATUS_OK : STATUS_ABSENT;
}

static bool
fits (const struct bytes *so_far, uint64_t size)
{
  struct bytes bytes = *so_far;
  (void)size;
  if (bytes_left (&bytes) < LIVE_COOKIE_SIZE + 5)
    return false;
  bytes_skip (&bytes, LIVE_COOKIE_SIZE);
  return bytes_u32 (&bytes) == LIVE_VERSION
         && bytes_u8 (&bytes) == bytes.word_size;
}

/* Where PC is in the program; OTHERWISE if it is in no object.  */
static uint64_t
translate (const struct translation *t, uint64_t pc, uint64_t otherwise)
{
  uint64_t address;
  const uint32_t number = live_file_find (&t->file, pc, &address);
  if (number == LIVE_NOWHERE)
    return otherwise;
  const struct mapped_place *place = &t->places[number];
  address += place->bias;
  return address >= place->low_pc && address < place->limit_pc ? address
                                                               : otherwise;
}

/* The header of a histogram with BINS addresses from LOW_PC on.  */
static struct histogram_header
header_of (const struct translation *t, uint64_t low_pc, uint32_t bins)
{
  return (struct histogram_header){ .low_pc = low_pc,
                                    .high_pc = low_pc + bins,
                                    .bin_count = bins,
                                    .rate = t->file.rate > 0 ? t->file.rate
                                                             : USUAL_RATE,
                                    .dimension = { "seconds", 's' } };
}

/* Add COUNT samples at PC.  */
static enum status
add_samples (struct translation *t, uint64_t pc, uint64_t count)
{
  const size_t i = pc % GRID;
  const struct histogram_header header = header_of (t, pc - i, GRID);
  uint64_t *bins;
  enum status status
      = profile_builder_add_histogram (t->builder, &header, &t->where, &bins,
                                       t->diag);
  if (status == STATUS_OK)
    status = profile_builder_count (&bins[i], count, pc, &t->where, t->diag);
  if (status == STATUS_OK && t->builder->keeps_bins)
    profile_builder_note_bin (t->builder, i, count);
  return status;
}

/* The one of LEAVES at PC, an address in the program, of THREAD.  */
static struct leaf *
find_leaf (struct leaves *leaves, uint64_t pc, uint32_t thread)
{
  const uint32_t fresh = (uint32_t)leaves->items.count;
  const struct leaf leaf = { .pc = pc, .thread = thread };
  const uint32_t number = pairmap_enter (&leaves->index, pc, thread, fresh);
  if (number == fresh)
    vec_push (&leaves->items, leaf);
  return &leaves->items.items[number];
}

/* What was sampled at PC.  */
static struct leaf *
leaf_at (struct translation *t, uint64_t pc)
{
  return find_leaf (&t->leaves, pc, THREAD_NONE);
}

/* The same in the present thread.  Its numbers are parts of those, so they
   fit, too.  */
static struct leaf *
thread_leaf_at (struct translation *t, uint64_t pc)
{
  return find_leaf (&t->of_threads, pc, t->thread);
}

static enum status
add_slot (struct translation *t, const struct live_count *slot)
{
  const struct profile_origin *origin = t->origin;
  if (slot->self == LIVE_EMPTY || slot->count == 0)
    return STATUS_OK;
  if (slot->from == LIVE_SQUARES)
    {
      const double squares = (double)slot->count;
      t->squares += squares;
      profile_builder_add_excess (t->builder, translate (t, slot->self, 0),
                                  t->factor * t->factor * squares);
      return STATUS_OK;
    }
  const uint64_t self = translate (t, slot->self, origin->elsewhere_pc);
  if (slot->from == LIVE_SAMPLE)
    {
      struct leaf *leaf = leaf_at (t, self);
      t->counts->histograms++;
      t->samples += (double)slot->count;
      profile_builder_add_thread_samples (t->builder, t->thread, slot->count,
                                          header_of (t, 0, 0).rate);
      if (t->builder->keeps_threads)
        thread_leaf_at (t, self)->samples += slot->count;
      if (t->factor != 1)
        profile_builder_add_excess (t->builder, self,
                                    t->factor * (t->factor - 1)
                                        * (double)slot->count);
      return profile_builder_count (&leaf->samples, slot->count, self,
                                    &t->where, t->diag);
    }
  const struct raw_arc arc
      = { .from_pc = translate (t, slot->from, origin->outside_pc),
          .self_pc = self,
          .count = slot->count };
  t->counts->arcs++;
  profile_builder_add_thread_calls (t->builder, t->thread, slot->count);
  return profile_builder_add_arc (t->builder, &arc, t->diag);
}

/* The thread of SEAT.  */
static uint32_t
thread_of (const struct translation *t, uint32_t seat)
{
  const struct profile_thread thread = { .seat = seat };
  return profile_builder_add_thread (t->builder, &thread);
}

/* Add all slots; and, as there may be no samples, a histogram that has the
   rate.  */
static enum status
add_slots (struct translation *t)
{
  const struct histogram_header none = header_of (t, 0, 0);
  uint64_t *bins;
  enum status status
      = profile_builder_add_histogram (t->builder, &none, &t->where, &bins,
                                       t->diag);
  t->factor = t->builder->so_far.rate > 0
                  ? (double)t->builder->so_far.rate / none.rate
                  : 1;
  for (size_t i = 0; i < t->file.tables.count && status == STATUS_OK; i++)
    {
      const struct live_slots *slots = &t->file.tables.items[i];
      t->thread = thread_of (t, slots->seat);
      for (uint32_t k = 0; k < slots->count && status == STATUS_OK; k++)
        {
          const struct live_count slot = live_file_slot (&t->file, slots, k);
          status = add_slot (t, &slot);
        }
    }
  return status;
}

/* Is SLOT a frame in a linkage table, and who called that known, as PATH?  Then
   it is part of the instruction that calls (R20.192).  */
static bool
is_linkage (const struct translation *t, const struct live_count *slot,
            uint32_t path)
{
  const struct profile_origin *origin = t->origin;
  uint64_t address;
  if (path == PATH_NONE || t->builder->paths.items[path].kind != PATH_FRAME)
    return false;
  const uint32_t number = live_file_find (&t->file, slot->self, &address);
  return number != LIVE_NOWHERE
         && t->places[number].low_pc < t->places[number].limit_pc
         && origin->is_linkage (origin->program, t->places[number].object,
                                address + t->places[number].bias);
}

/* The path of SLOT, whose caller's path, if it has one, is in PATHS.  */
static uint32_t
path_of (const struct translation *t, const struct live_count *slot,
         const uint32_t *paths)
{
  uint32_t path = PATH_NONE;
  if (slot->from == LIVE_LOST)
    path = profile_builder_add_mark (t->builder, PATH_NONE, PATH_LOST);
  else if (slot->from > 0)
    path = paths[slot->from - 1];
  if (slot->self == LIVE_SYSTEM || is_linkage (t, slot, path))
    return path;
  if (slot->self == LIVE_CUT)
    return profile_builder_add_mark (t->builder, path, PATH_CUT);
  return profile_builder_add_frame (t->builder, path,
                                    translate (t, slot->self,
                                               t->origin->elsewhere_pc));
}

/* Let COUNT samples at the address FROM_PC be some at TO_PC.  */
static enum status
move_samples (struct translation *t, uint64_t from_pc, uint64_t to_pc,
              uint64_t count)
{
  enum status status
      = profile_builder_count (&leaf_at (t, from_pc)->moved, count, from_pc,
                               &t->where, t->diag);
  if (status == STATUS_OK)
    status = profile_builder_count (&leaf_at (t, to_pc)->samples, count, to_pc,
                                    &t->where, t->diag);
  if (status == STATUS_OK && t->builder->keeps_threads)
    {
      thread_leaf_at (t, from_pc)->moved += count;
      thread_leaf_at (t, to_pc)->samples += count;
    }
  return status;
}

/* Add SLOT, of waits, whose caller's path, if it has one, is in PATHS.  */
static void
add_wait (const struct translation *t, const struct live_count *slot,
          const uint32_t *paths)
{
  const uint64_t mark = slot->self - LIVE_WAIT;
  struct raw_wait wait
      = { .path
          = slot->from == LIVE_LOST
                ? profile_builder_add_mark (t->builder, PATH_NONE, PATH_LOST)
                : paths[slot->from - 1],
          .function = (uint32_t)(mark % LIVE_WAIT_STEP),
          .thread = t->thread };
  switch (mark / LIVE_WAIT_STEP)
    {
    case LIVE_WAIT_COUNT:
      wait.count = slot->count;
      break;
    case LIVE_WAIT_TIME:
      wait.time = slot->count;
      break;
    default:
      wait.longest = slot->count;
    }
  profile_builder_add_wait (t->builder, &wait);
}

/* Add the stacks of TREE.  */
static enum status
add_tree (struct translation *t, const struct live_slots *tree)
{
  const uint32_t rate = header_of (t, 0, 0).rate;
  uint32_t *paths = array_new (tree->count, sizeof *paths);
  enum status status = STATUS_OK;
  for (uint32_t i = 0; i < tree->count && status == STATUS_OK; i++)
    {
      const struct live_count slot = live_file_slot (&t->file, tree, i);
      if (live_is_wait (slot.self))
        {
          add_wait (t, &slot, paths);
          continue;
        }
      paths[i] = path_of (t, &slot, paths);
      if (slot.count == 0)
        continue;
      t->counts->stacks++;
      profile_builder_add_path (t->builder, paths[i], slot.count, rate,
                                slot.self == LIVE_SYSTEM);
      if (slot.self == LIVE_SYSTEM)
        profile_builder_add_thread_system (t->builder, t->thread, slot.count,
                                           rate);
      const uint64_t pc = t->builder->paths.items[paths[i]].pc;
      const uint64_t self
          = slot.self != LIVE_SYSTEM
                ? translate (t, slot.self, t->origin->elsewhere_pc)
                : pc;
      status = profile_builder_count (&leaf_at (t, pc)->stacked, slot.count,
                                      pc, &t->where, t->diag);
      if (self != pc && status == STATUS_OK)
        status = move_samples (t, self, pc, slot.count);
    }
  free (paths);
  return status;
}

/* Add the samples.  One without a stack has callers that nobody knows.  A file
   that is read while it is written may have a stack and not yet its sample.  */
static enum status
add_leaves (struct translation *t)
{
  const uint32_t rate = header_of (t, 0, 0).rate;
  enum status status = STATUS_OK;
  for (size_t i = 0; i < t->leaves.items.count && status == STATUS_OK; i++)
    {
      const struct leaf *leaf = &t->leaves.items.items[i];
      const uint64_t left
          = leaf->samples > leaf->moved ? leaf->samples - leaf->moved : 0;
      const uint64_t count = left > leaf->stacked ? left : leaf->stacked;
      if (count > 0)
        status = add_samples (t, leaf->pc, count);
      if (count == leaf->stacked)
        continue;
      const uint32_t lost
          = profile_builder_add_mark (t->builder, PATH_NONE, PATH_LOST);
      profile_builder_add_path (t->builder,
                                profile_builder_add_frame (t->builder, lost,
                                                           leaf->pc),
                                count - leaf->stacked, rate, false);
    }
  return status;
}

static int
compare_leaves (const void *a, const void *b)
{
  const struct leaf *x = a, *y = b;
  if (x->thread != y->thread)
    return x->thread < y->thread ? -1 : 1;
  return x->pc < y->pc ? -1 : x->pc > y->pc;
}

/* Note which thread has the samples, which were added.  */
static enum status
note_threads (struct translation *t)
{
  struct leaf *leaves = t->of_threads.items.items;
  const size_t count = t->of_threads.items.count;
  enum status status = STATUS_OK;
  uint64_t *unused;
  if (count > 0)
    qsort (leaves, count, sizeof *leaves, compare_leaves);
  for (size_t i = 0; i < count && status == STATUS_OK; i++)
    {
      const size_t bin = leaves[i].pc % GRID;
      const struct histogram_header header
          = header_of (t, leaves[i].pc - bin, GRID);
      if (leaves[i].samples <= leaves[i].moved)
        continue;
      status = profile_builder_add_histogram (t->builder, &header, &t->where,
                                              &unused, t->diag);
      profile_builder_note_thread_bin (t->builder, leaves[i].thread, bin,
                                       leaves[i].samples - leaves[i].moved);
    }
  return status;
}

static enum status
add_stacks (struct translation *t)
{
  enum status status = STATUS_OK;
  for (size_t i = 0; i < t->file.trees.count && status == STATUS_OK; i++)
    {
      t->thread = thread_of (t, t->file.trees.items[i].seat);
      status = add_tree (t, &t->file.trees.items[i]);
    }
  if (status == STATUS_OK)
    status = add_leaves (t);
  return status == STATUS_OK ? note_threads (t) : status;
}

/* --- Time that passed ----------------------------------------------------- */

/* Add the wait that THREAD had not finished at END.  */
static void
add_unfinished (struct translation *t, const struct live_thread *thread,
                uint64_t end)
{
  const uint64_t time = live_passed (thread->waits, end);
  if (time == 0)
    return;
  const uint32_t lost
      = profile_builder_add_mark (t->builder, PATH_NONE, PATH_LOST);
  const struct raw_wait wait
      = { .path = thread->from == 0 ? lost
                                    : profile_builder_add_frame (
                                        t->builder, lost,
                                        translate (t, thread->from,
                                                   t->origin->elsewhere_pc)),
          .function = thread->function,
          .thread = t->thread,
          .unfinished = 1,
          .count = 1,
          .time = time,
          .longest = time };
  profile_builder_add_wait (t->builder, &wait);
}

static void
add_seat (struct translation *t, const struct live_seat *seat, uint64_t end)
{
  const struct live_thread *in_file = &seat->thread;
  struct profile_thread thread = {
    .seat = in_file->number,
    .count = in_file->count,
    .start_pc = in_file->start != 0
                    ? translate (t, in_file->start, t->origin->elsewhere_pc)
                    : 0,
    .elapsed = add_u64 (in_file->elapsed, live_passed (in_file->began, end)),
    .processor = in_file->processor
  };
  memcpy (thread.name, in_file->name, sizeof thread.name);
  t->thread = profile_builder_add_thread (t->builder, &thread);
  for (uint32_t i = 0; i < seat->count; i++)
    {
      const struct live_short sum = live_file_short (&t->file, seat, i);
      const struct raw_wait wait = { .path = PATH_NONE,
                                     .function = i,
                                     .thread = t->thread,
                                     .count = sum.count,
                                     .time = sum.time };
      if (sum.count > 0)
        profile_builder_add_wait (t->builder, &wait);
    }
  add_unfinished (t, in_file, end);
}

/* Add the process and its threads.  */
static void
add_process (struct translation *t)
{
  const struct live_file *file = &t->file;
  const uint64_t end = live_file_end (file);
  const uint64_t elapsed = live_passed (file->clock, end);
  const struct profile_process process
      = { .file = t->where.file,
          .process = file->process,
          .rank = file->rank,
          .count = (uint32_t)max_u64 (file->processes, 1),
          .elapsed = elapsed,
          .longest = file->longest > 0 ? file->longest : elapsed,
          .user = file->user,
          .system = file->system,
          .goes_on
          = (end > 0 && file->elapsed == 0) || (file->lacks & LIVE_NO_TIMES),
          .has_waits = file->has_waits };
  profile_builder_add_process (t->builder, &process);
  for (size_t i = 0; i < file->seats.count; i++)
    add_seat (t, &file->seats.items[i], end);
}

/* Warn of what the recorder could not record, and of what the file has lost
   since.  */
static void
warn_of_gaps (const struct live_file *file, const struct bytes *bytes)
{
  struct bytes cut = file->cut;
  struct diag failed
      = { .program = bytes->diag->program, .stream = bytes->diag->stream };
  const struct place *where = PLACE_FILE (bytes->file);
  if (file->is_unborn)
    diag_note (bytes->diag, where,
               _ ("nothing is recorded yet: the program has just started, or "
                  "was killed then"));
  if (file->lacking > 0)
    {
      cut.diag = &failed;
      bytes_fail_short (&cut, file->lacking + bytes_left (&cut),
                        N_ ("block of a live file"));
      diag_warn_failed (bytes->diag, &failed);
      diag_release (&failed);
    }
  if (file->is_beyond)
    diag_warn (bytes->diag, where,
               _ ("what follows byte %" PRIu64
                  " is not read, since so little before it is in use"),
               file->reach);
  if (file->lacks & (LIVE_LOST_CALLS | LIVE_LOST_SAMPLES))
    diag_warn (bytes->diag, where,
               /* TRANSLATORS: by the recorder, for want of memory.  */
               _ ("what could not be recorded: calls %" PRIu64
                  ", samples %" PRIu64),
               file->lost_calls, file->lost_samples);
  if (file->lacks & (LIVE_NO_TIMER | LIVE_NO_OBJECTS | LIVE_NOT_ALL_LIVE))
    diag_warn (bytes->diag, where,
               _ ("a part of the calls or samples is not in the file, since "
                  "the system refused a timer, memory or space on the disk"));
  if (file->lacks & LIVE_NO_WAITS)
    diag_warn (bytes->diag, where,
               _ ("waits are not in the file, since the program was started "
                  "without the library that measures them"));
  if (file->lacks & LIVE_NO_STACKS)
    diag_warn (bytes->diag, where,
               _ ("some samples have no callers, since there was no memory "
                  "for their stacks"));
  if (file->lacks & LIVE_CUT_SHORT)
    diag_warn (bytes->diag, where,
               _ ("another program has cut this file short, so what was in it "
                  "is lost"));
}

/* Note what the signals brought; if the file has only their number, each as
   much as the others, and if not even that, one sample.  */
static void
note_signals (const struct translation *t)
{
  const double signals
      = t->file.signals > 0 ? (double)t->file.signals : t->samples;
  double squares = t->squares;
  if (squares <= 0 && signals < t->samples)
    {
      squares = live_file_squares (t->samples, signals);
      profile_builder_add_excess (t->builder, 0,
                                  t->factor * t->factor * squares);
    }
  profile_builder_note_signals (t->builder, signals, squares);
}

static enum status
read_live (struct bytes *bytes, struct profile_builder *builder,
           struct record_counts *counts)
{
  struct translation t = { .origin = &builder->origin,
                           .where = bytes_place (bytes),
                           .builder = builder,
                           .counts = counts,
                           .diag = bytes->diag };
  enum status status = live_file_read (&t.file, bytes);
  if (status == STATUS_OK)
    {
      profile_builder_note_version (builder, LIVE_VERSION);
      profile_builder_note_live (builder, t.origin->outside_pc,
                                 t.file.has_stacks);
      warn_of_gaps (&t.file, bytes);
      t.places = array_new (t.file.objects.count, sizeof *t.places);
      for (size_t i = 0; i < t.file.objects.count; i++)
        {
          const struct mapping mapping
              = live_file_mapping (&t.file.objects.items[i]);
          if (!t.origin->place (t.origin->program, &mapping, &t.places[i]))
            t.places[i] = (struct mapped_place){ 0 };
        }
      add_process (&t);
      status = add_slots (&t);
    }
  if (status == STATUS_OK)
    status = add_stacks (&t);
  if (status == STATUS_OK)
    note_signals (&t);
  free (t.places);
  vec_release (&t.leaves.items);
  pairmap_release (&t.leaves.index);
  vec_release (&t.of_threads.items);
  pairmap_release (&t.of_threads.index);
  live_file_release (&t.file);
  return status;
}

/* Note in USED the objects that the frames of TREE lead through.  */
static void
note_tree (const struct live_file *file, const struct live_slots *tree,
           struct used_mapping *used)
{
  uint64_t unused;
  for (uint32_t i = 0; i < tree->count; i++)
    {
      const struct live_count slot = live_file_slot (file, tree, i);
      const uint32_t number = !live_is_mark (slot.self)
                                  ? live_file_find (file, slot.self, &unused)
                                  : LIVE_NOWHERE;
      if (number != LIVE_NOWHERE)
        used[number].samples = true;
    }
}

/* Note in USED where the threads of SEAT began, and where one waited at END.  */
static void
note_seat (const struct live_file *file, const struct live_seat *seat,
           uint64_t end, struct used_mapping *used)
{
  const bool waits = live_passed (seat->thread.waits, end) > 0;
  const uint64_t pcs[] = { seat->thread.start, waits ? seat->thread.from : 0 };
  uint64_t unused;
  for (size_t i = 0; i < sizeof pcs / sizeof *pcs; i++)
    {
      const uint32_t number = live_file_find (file, pcs[i], &unused);
      if (number != LIVE_NOWHERE)
        used[number].samples = true;
    }
}

/* For each object its memory, and what there is of it: slots of it, and slots of
   what it calls.  */
static enum status
list_used (struct bytes *bytes, used_mapping_list *used)
{
  struct live_file file = { 0 };
  uint64_t unused;
  const size_t first = used->count;
  enum status status = live_file_read (&file, bytes);
  const uint64_t end = live_file_end (&file);
  for (size_t i = 0; i < file.objects.count && status == STATUS_OK; i++)
    {
      const struct used_mapping mapping
          = { .mapping = live_file_mapping (&file.objects.items[i]) };
      vec_push (used, mapping);
    }
  for (size_t i = 0; i < file.tables.count && status == STATUS_OK; i++)
    for (uint32_t k = 0; k < file.tables.items[i].count; k++)
      {
        const struct live_count slot
            = live_file_slot (&file, &file.tables.items[i], k);
        if (slot.from == LIVE_SQUARES || slot.count == 0)
          continue;
        const uint32_t self = live_file_find (&file, slot.self, &unused);
        const uint32_t from = slot.from != LIVE_SAMPLE
                                  ? live_file_find (&file, slot.from, &unused)
                                  : LIVE_NOWHERE;
        if (self != LIVE_NOWHERE && slot.from == LIVE_SAMPLE)
          used->items[first + self].samples = true;
        else if (self != LIVE_NOWHERE)
          used->items[first + self].called = true;
        if (from != LIVE_NOWHERE)
          used->items[first + from].calls = true;
      }
  for (size_t i = 0; i < file.trees.count && status == STATUS_OK; i++)
    note_tree (&file, &file.trees.items[i], used->items + first);
  for (size_t i = 0; i < file.seats.count && status == STATUS_OK; i++)
    note_seat (&file, &file.seats.items[i], end, used->items + first);
  live_file_release (&file);
  return status;
}

const struct reader reader_live = {
  .probe = probe, .read = read_live, .fits = fits, .list_used = list_used
};
