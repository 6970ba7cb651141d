/* live_write.c - gmon.sum.live: a sum of live files, as live_file.c reads
   it.  */

#include "config.h"

#include "output/live_write.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/minmax.h"
#include "base/outfile.h"

enum
{
  ALIGNMENT = 4096,
  HEADER_SIZE = 120,
  BLOCK_SIZE = 64,
  SLOT_SIZE = 24,
  OBJECT_SIZE = 40,
  THREAD_SIZE = 96,
  SHORT_SIZE = 16
};

struct writer
{
  struct output *output;
  bool big_endian;
};

static void
put (const struct writer *writer, unsigned size, uint64_t value)
{
  char bytes[8];
  for (unsigned i = 0; i < size; i++)
    bytes[writer->big_endian ? size - 1 - i : i] = (char)(value >> 8 * i);
  output_bytes (writer->output, bytes, size);
}

static void
put_zeros (const struct writer *writer, uint64_t count)
{
  static const char zeros[ALIGNMENT] = { 0 };
  for (; count > 0; count -= min_u64 (count, ALIGNMENT))
    output_bytes (writer->output, zeros, (size_t)min_u64 (count, ALIGNMENT));
}

static uint64_t
round_up (uint64_t size, uint64_t unit)
{
  return (size + unit - 1) / unit * unit;
}

static void
put_header (const struct writer *writer, const struct live_sum *sum)
{
  output_bytes (writer->output, LIVE_COOKIE, LIVE_COOKIE_SIZE);
  put (writer, 4, LIVE_VERSION);
  put (writer, 1, program_target (sum->program)->word_size);
  put (writer, 1, !sum->goes_on);
  put (writer, 2, sum->machine);
  put (writer, 4, ALIGNMENT);
  put (writer, 4, sum->rate);
  put (writer, 4, 0); /* no process, */
  put (writer, 4, 0); /* and none of its programs */
  put (writer, 8, sum->start);
  put (writer, 4, sum->lacks);
  put (writer, 4,
       (sum->has_stacks ? LIVE_HAS_STACKS : 0)
           | (sum->has_waits ? LIVE_HAS_WAITS : 0));
  put (writer, 8, sum->lost_calls);
  put (writer, 8, sum->lost_samples);
  put (writer, 8, sum->signals);
  put (writer, 8, sum->elapsed > 0); /* so it ends when that has passed */
  put (writer, 8, sum->elapsed);
  put (writer, 8, sum->user);
  put (writer, 8, sum->system);
  put (writer, 4, sum->rank);
  put (writer, 4, sum->processes);
  put (writer, 8, sum->longest);
  put_zeros (writer, ALIGNMENT - HEADER_SIZE);
}

/* The start of a block of KIND and SEAT with COUNT slots, or bytes, SIZE bytes
   in all.  Returns how many zeros come after them.  */
static uint64_t
put_block (const struct writer *writer, uint32_t kind, uint32_t seat,
           uint64_t count, uint64_t size)
{
  const uint64_t whole = round_up (BLOCK_SIZE + size, ALIGNMENT);
  output_bytes (writer->output, LIVE_BLOCK_COOKIE, LIVE_COOKIE_SIZE);
  put (writer, 8, whole);
  put (writer, 4, kind | seat << LIVE_KIND_BITS);
  put (writer, 4, 0); /* no thread adds to it */
  put (writer, 4, count);
  put (writer, 4, count);
  put_zeros (writer, 32);
  return whole - BLOCK_SIZE - size;
}

static uint64_t
size_of_object (const struct live_entry *entry)
{
  return round_up (OBJECT_SIZE + (uint64_t)entry->build_id_size
                       + strlen (entry->name) + 1,
                   8);
}

static void
put_object (const struct writer *writer, const struct live_sum *sum,
            uint32_t i)
{
  const struct live_sum_object *object = &sum->objects.items[i];
  const struct live_entry *entry = &object->entry;
  const uint64_t size = size_of_object (entry);
  const size_t name_size = strlen (entry->name) + 1;
  put (writer, 4, size);
  put (writer, 4, sum->has_first && i == sum->first ? 1 : i + 2);
  put (writer, 8, live_sum_middle (i));
  put (writer, 8,
       live_sum_middle (i) + (uint64_t)(object->high - object->low));
  put (writer, 8,
       live_sum_middle (i) - object->linked - (uint64_t)object->low);
  put (writer, 4, entry->build_id_size);
  put (writer, 4, name_size);
  output_bytes (writer->output, (const char *)entry->build_id,
                entry->build_id_size);
  output_bytes (writer->output, entry->name, name_size);
  put_zeros (writer, size - OBJECT_SIZE - entry->build_id_size - name_size);
}

static void
put_objects (const struct writer *writer, const struct live_sum *sum,
             uint64_t size)
{
  if (size == 0)
    return;
  const uint64_t rest = put_block (writer, LIVE_OBJECTS, 0, size, size);
  for (uint32_t i = 0; i < sum->objects.count; i++)
    put_object (writer, sum, i);
  put_zeros (writer, rest);
}

/* ADDRESS of SUM as it is written: each object begins at its middle, so a sum of
   the sum is the same.  */
static uint64_t
place (const struct live_sum *sum, uint64_t address)
{
  const uint64_t reach = LIVE_SUM_REACH, i = address / (2 * reach) - 1;
  return i < sum->objects.count ? address - (uint64_t)sum->objects.items[i].low
                                : address;
}

/* A block of COUNT SLOTS of SEAT, from FIRST on.  Of slots in a tree, the second
   is the number of another one.  */
static void
put_slots (const struct writer *writer, const struct live_sum *sum,
           uint32_t kind, uint32_t seat, const struct live_sum_slots *slots,
           size_t first, size_t count)
{
  const bool is_tree = kind == LIVE_STACKS;
  const uint64_t rest
      = put_block (writer, kind, seat, count, count * SLOT_SIZE);
  for (size_t i = first; i < first + count; i++)
    {
      const struct pairmap_entry *entry = &slots->index.entries.items[i];
      put (writer, 8, place (sum, is_tree ? entry->second : entry->first));
      put (writer, 8, place (sum, is_tree ? entry->first : entry->second));
      put (writer, 8, slots->counts.items[i]);
    }
  put_zeros (writer, rest);
}

/* The slots of TABLE in the order in which they came.  */
static void
put_table (const struct writer *writer, const struct live_sum *sum,
           const struct live_sum_table *table)
{
  size_t *next = array_new (table->seats.count, sizeof *next);
  for (size_t i = 0; i < table->runs.count; i++)
    {
      const struct live_sum_run *run = &table->runs.items[i];
      put_slots (writer, sum, LIVE_ARCS, run->seat,
                 &table->seats.items[run->seat], next[run->seat], run->count);
      next[run->seat] += run->count;
    }
  free (next);
}

/* The trees; first that of all frames, unless one seat has them all.  */
static void
put_stacks (const struct writer *writer, const struct live_sum *sum)
{
  const struct live_sum_table *stacks = &sum->stacks;
  if (!sum->has_stacks && !sum->trees_have_waits)
    return;
  for (uint32_t i = sum->tree_seat; i < stacks->seats.count; i++)
    if (stacks->seats.items[i].counts.count > 0)
      put_slots (writer, sum, LIVE_STACKS, i, &stacks->seats.items[i], 0,
                 stacks->seats.items[i].counts.count);
}

static void
put_seat (const struct writer *writer, const struct live_sum *sum, uint32_t i)
{
  const struct live_sum_seat *seat = &sum->seats.items[i];
  const struct live_thread *thread = &seat->thread;
  const size_t count = seat->shorts.count;
  const uint64_t rest = put_block (writer, LIVE_THREAD, i + 1, count,
                                   THREAD_SIZE + count * SHORT_SIZE);
  put (writer, 8, place (sum, thread->start));
  output_bytes (writer->output, thread->name, LIVE_NAME_SIZE);
  put (writer, 4, i + 1);
  put (writer, 4, thread->count);
  put (writer, 8, thread->elapsed);
  put (writer, 8, thread->processor);
  put_zeros (writer, THREAD_SIZE - 48);
  for (size_t k = 0; k < count; k++)
    {
      put (writer, 8, seat->shorts.items[k].count);
      put (writer, 8, seat->shorts.items[k].time);
    }
  put_zeros (writer, rest);
}

enum status
live_sum_write (const struct live_sum *sum, const char *name,
                const struct filemarks *inputs, const struct output *listings,
                struct diag *diag)
{
  uint64_t size = 0;
  for (size_t i = 0; i < sum->objects.count; i++)
    size += size_of_object (&sum->objects.items[i].entry);
  const uint64_t most
      = max_u64 (size, (uint64_t)sum->seats.count << LIVE_KIND_BITS);
  if (most > UINT32_MAX)
    return diag_fail (diag, STATUS_UNSUPPORTED, NULL,
                      _ ("a sum of %" PRIu64 " is too large for a profile "
                         "file"),
                      most);
  struct outfile *outfile = array_new (1, sizeof *outfile);
  enum status status
      = outfile_open (outfile, name, OUTFILE_ANYTHING,
                      listings != NULL ? listings->fd : -1, diag);
  if (status == STATUS_OK)
    {
      const struct writer writer
          = { &outfile->output, program_target (sum->program)->big_endian };
      put_header (&writer, sum);
      put_objects (&writer, sum, size);
      for (uint32_t i = 0; i < sum->seats.count; i++)
        put_seat (&writer, sum, i);
      put_table (&writer, sum, &sum->arcs);
      put_table (&writer, sum, &sum->samples);
      put_stacks (&writer, sum);
      status = outfile_commit (outfile, inputs, diag);
    }
  free (outfile);
  return status;
}
