/* live_file.c - what a live file of the recorder says (R20.40, R20.41).

   A program may write to the file meanwhile: what is not yet complete is
   passed over.  Nothing of the file is trusted.  */

#include "config.h"

#include "input/live_file.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/placement.h"
#include "base/search.h"

enum
{
  HEADER_SIZE = 64,
  BLOCK_SIZE = 64,
  SLOT_SIZE = 24,
  OBJECT_SIZE = 40,
  LEAST_ALIGNMENT = 4096,
  MOST_ALIGNMENT = 65536,
  MOST_OBJECTS = 16384 /* twice as many as a recorder has space for */
};

EVERY_RUN bool
live_file_begins (const struct bytes *head)
{
  return bytes_left (head) >= LIVE_COOKIE_SIZE
         && memcmp (head->next, LIVE_COOKIE, LIVE_COOKIE_SIZE) == 0;
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
  entry.number = bytes_u32 (&at);
  entry.start = bytes_u64 (&at);
  entry.end = bytes_u64 (&at);
  entry.bias = bytes_u64 (&at);
  entry.build_id_size = bytes_u32 (&at);
  const uint32_t name_size = bytes_u32 (&at);
  const uint64_t texts = (uint64_t)entry.build_id_size + name_size;
  if (texts > size - OBJECT_SIZE || name_size == 0 || entry.start >= entry.end
      || file->objects.count == MOST_OBJECTS)
    return fail_size (bytes);
  entry.build_id = bytes_take (&at, entry.build_id_size);
  entry.name = (const char *)bytes_take (&at, name_size);
  if (entry.name[name_size - 1] != '\0')
    return fail_size (bytes);
  bytes_skip (bytes, size);
  return diag_try (vec_push (&file->objects, entry), bytes->diag)
             ? STATUS_OK
             : diag_no_memory (bytes->diag);
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
static enum status
order_objects (struct live_file *file, struct diag *diag)
{
  interval_list claims = { 0 };
  enum status status = STATUS_OK;
  if (file->objects.count > 0)
    qsort (file->objects.items, file->objects.count,
           sizeof *file->objects.items, compare_entries);
  for (size_t i = 0; i < file->objects.count && status == STATUS_OK; i++)
    {
      const struct live_entry *entry = &file->objects.items[i];
      const struct interval claim = { .low_pc = entry->start,
                                      .high_pc = entry->end,
                                      .rank = UINT64_MAX - entry->number,
                                      .owner = (uint32_t)i };
      if (!vec_push (&claims, claim))
        status = diag_no_memory (diag);
    }
  if (status == STATUS_OK)
    status = intervals_resolve (&claims, &file->ranges, diag);
  vec_release (&claims);
  return status;
}

/* --- Blocks -------------------------------------------------------------- */

/* Read what a block of KIND has behind its header, SIZE bytes, of which BYTES
   has those that are there.  */
static enum status
read_body (struct live_file *file, struct bytes *bytes, uint32_t kind,
           uint32_t capacity, uint32_t used, uint64_t size)
{
  if (kind == LIVE_OBJECTS)
    return used > capacity || capacity > size
               ? fail_size (bytes)
               : read_objects (file, bytes, used);
  if (kind != LIVE_ARCS)
    return STATUS_OK;
  if (capacity > size / SLOT_SIZE)
    return fail_size (bytes);
  const uint64_t there = bytes_left (bytes) / SLOT_SIZE;
  struct live_slots slots = { bytes->next, used < capacity ? used : capacity };
  if (slots.count > there)
    slots.count = (uint32_t)there;
  return diag_try (vec_push (&file->tables, slots), bytes->diag)
             ? STATUS_OK
             : diag_no_memory (bytes->diag);
}

/* Note that the file ends within the block at BYTES, which has SIZE bytes.  */
static void
note_cut (struct live_file *file, const struct bytes *bytes, uint64_t size)
{
  file->cut = *bytes;
  file->lacking = size - bytes_left (bytes);
}

/* Read the block at BYTES, which has a cookie, and leave it behind.  */
static enum status
read_block (struct live_file *file, struct bytes *bytes, uint32_t alignment)
{
  struct bytes at = *bytes;
  if (bytes_left (bytes) < BLOCK_SIZE)
    {
      note_cut (file, bytes, BLOCK_SIZE);
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
  if (size > bytes_left (bytes))
    note_cut (file, bytes, size);
  else
    at.end = bytes->next + size;
  bytes->next = size > bytes_left (bytes) ? bytes->end : at.end;
  return read_body (file, &at, kind, capacity, used, size - BLOCK_SIZE);
}

/* Read all blocks; between them are places that were not used.  */
static enum status
read_blocks (struct live_file *file, struct bytes *bytes, uint32_t alignment)
{
  enum status status = STATUS_OK;
  while (status == STATUS_OK && bytes_left (bytes) >= LIVE_COOKIE_SIZE)
    if (memcmp (bytes->next, LIVE_BLOCK_COOKIE, LIVE_COOKIE_SIZE) == 0)
      {
        bytes->record++;
        status = read_block (file, bytes, alignment);
      }
    else
      bytes_skip (bytes, alignment < bytes_left (bytes) ? alignment
                                                        : bytes_left (bytes));
  return status;
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
  bytes_skip (bytes, 2);
  *alignment = bytes_u32 (bytes);
  if (file->word_size != bytes->word_size || *alignment < LEAST_ALIGNMENT
      || *alignment > MOST_ALIGNMENT || (*alignment & (*alignment - 1)) != 0)
    return fail_size (bytes);
  file->rate = bytes_u32 (bytes);
  file->process = bytes_u32 (bytes);
  bytes_skip (bytes, 4);
  file->start = bytes_u64 (bytes);
  file->lacks = bytes_u32 (bytes);
  bytes_skip (bytes, 4);
  file->lost_calls = bytes_u64 (bytes);
  file->lost_samples = bytes_u64 (bytes);
  return STATUS_OK;
}

enum status
live_file_read (struct live_file *file, struct bytes *bytes)
{
  uint32_t alignment = 0;
  enum status status = read_header (file, bytes, &alignment);
  if (status == STATUS_OK)
    {
      const size_t rest = alignment - HEADER_SIZE;
      bytes_skip (bytes,
                  rest < bytes_left (bytes) ? rest : bytes_left (bytes));
      status = read_blocks (file, bytes, alignment);
    }
  return status == STATUS_OK ? order_objects (file, bytes->diag) : status;
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

/* Note in USED what SLOT is of and where it is called.  */
static void
note_use (const struct live_file *file, const struct live_count *slot,
          struct used_mapping *used)
{
  uint64_t unused;
  const uint32_t self = live_file_find (file, slot->self, &unused);
  const uint32_t from = slot->from != LIVE_SAMPLE
                            ? live_file_find (file, slot->from, &unused)
                            : LIVE_NOWHERE;
  if (self != LIVE_NOWHERE && slot->from == LIVE_SAMPLE)
    used[self].samples = true;
  else if (self != LIVE_NOWHERE)
    used[self].called = true;
  if (from != LIVE_NOWHERE)
    used[from].calls = true;
}

enum status
live_file_list (const struct live_file *file, used_mapping_list *used,
                struct diag *diag)
{
  const size_t first = used->count;
  for (size_t i = 0; i < file->objects.count; i++)
    {
      const struct used_mapping mapping
          = { .mapping = live_file_mapping (&file->objects.items[i]) };
      if (!vec_push (used, mapping))
        return diag_no_memory (diag);
    }
  for (size_t i = 0; i < file->tables.count; i++)
    for (uint32_t k = 0; k < file->tables.items[i].count; k++)
      {
        const struct live_count slot
            = live_file_slot (file, &file->tables.items[i], k);
        note_use (file, &slot, used->items + first);
      }
  return STATUS_OK;
}

void
live_file_release (struct live_file *file)
{
  vec_release (&file->objects);
  vec_release (&file->ranges);
  vec_release (&file->tables);
}
