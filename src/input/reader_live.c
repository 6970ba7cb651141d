/* reader_live.c - the live file of the recorder (R20.40-R20.48).

   Samples and arcs at the addresses of one process become those of the program:
   where each object is there, process_objects knows.  */

#include "config.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/i18n.h"
#include "input/live_file.h"
#include "input/reader.h"

enum
{
  GRID = 16,       /* addresses in a histogram */
  USUAL_RATE = 100 /* for a file without samples */
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
  return status == STATUS_OK && t->builder->keeps_bins
             ? profile_builder_note_bin (t->builder, i, count, t->diag)
             : status;
}

static enum status
add_slot (struct translation *t, const struct live_count *slot)
{
  const struct profile_origin *origin = t->origin;
  if (slot->self == LIVE_EMPTY || slot->count == 0)
    return STATUS_OK;
  const uint64_t self = translate (t, slot->self, origin->elsewhere_pc);
  if (slot->from == LIVE_SAMPLE)
    {
      t->counts->histograms++;
      return add_samples (t, self, slot->count);
    }
  const struct raw_arc arc
      = { .from_pc = translate (t, slot->from, origin->outside_pc),
          .self_pc = self,
          .count = slot->count };
  t->counts->arcs++;
  return profile_builder_add_arc (t->builder, &arc, t->diag);
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
  for (size_t i = 0; i < t->file.tables.count && status == STATUS_OK; i++)
    {
      const struct live_slots *slots = &t->file.tables.items[i];
      for (uint32_t k = 0; k < slots->count && status == STATUS_OK; k++)
        {
          const struct live_count slot = live_file_slot (&t->file, slots, k);
          status = add_slot (t, &slot);
        }
    }
  return status;
}

static enum status
find_places (struct translation *t)
{
  const size_t count = t->file.objects.count;
  t->places = array_new (count, sizeof *t->places);
  if (t->places == NULL)
    return diag_no_memory (t->diag);
  for (size_t i = 0; i < count; i++)
    {
      const struct mapping mapping
          = live_file_mapping (&t->file.objects.items[i]);
      if (!t->origin->place (t->origin->program, &mapping, &t->places[i]))
        t->places[i] = (struct mapped_place){ 0 };
    }
  return STATUS_OK;
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
  if (file->lacking > 0)
    {
      cut.diag = &failed;
      bytes_fail_short (&cut, file->lacking + bytes_left (&cut),
                        N_ ("block of a live file"));
      diag_warn_failed (bytes->diag, &failed);
      diag_release (&failed);
    }
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
      profile_builder_note_live (builder, t.origin->outside_pc);
      warn_of_gaps (&t.file, bytes);
      status = find_places (&t);
    }
  if (status == STATUS_OK)
    status = add_slots (&t);
  free (t.places);
  live_file_release (&t.file);
  return status;
}

const struct reader reader_live = { probe, NULL, read_live, fits, NULL };
