/* reader_gperf.c - CPU profiles of gperftools (R16.60-R16.64).

   Words of the machine - a header, records of stacks, a trailer - and then the
   text of /proc/self/maps.  Nothing of it is trusted: lengths are compared with
   the file's, and what is no line of a map is passed over.  Which object is
   where in the program, objects.c knows.  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/minmax.h"
#include "base/search.h"
#include "input/reader.h"

enum
{
  HEADER_WORDS = 5, /* 0, words that follow, version, period, 0 */
  HEADER_MORE = 3,  /* at least so many follow */
  RECORD_WORDS = 2, /* samples, frames */
  LINE_MOST = 200   /* bytes of a line of the map; its path may go on */
};

static const uint64_t second = 1000000; /* microseconds */

/* COUNT samples of one stack.  PCS are DEPTH words in the file, the innermost
   frame first.  */
struct gperf_record
{
  uint64_t count, depth;
  struct bytes pcs;
};

/* A profile whose records and map were checked.  Zeroed, it is empty.  */
struct gperf
{
  struct bytes records; /* behind the header; borrows the file's bytes */
  uint64_t period;      /* microseconds from one sample to the next */
  VEC (struct mapping) mappings; /* executable ones, by address; they borrow
                                    their names from the file */
};

static const char record_name[] = N_ ("stack record");

/* --- Header and records -------------------------------------------------- */

/* Can HEAD be the beginning of such a profile?  */
static bool
gperf_begins (const struct bytes *head)
{
  struct bytes bytes = *head;
  if (bytes_left (&bytes) < HEADER_WORDS * (size_t)bytes.word_size)
    return false;
  const uint64_t first = bytes_count (&bytes);
  const uint64_t more = bytes_count (&bytes);
  const uint64_t version = bytes_count (&bytes);
  const uint64_t period = bytes_count (&bytes);
  return first == 0 && more >= HEADER_MORE && more < UINT16_MAX && version == 0
         && period > 0 && period <= 100 * second && bytes_count (&bytes) == 0;
}

/* Consume the header.  */
static enum status
read_header (struct gperf *gperf)
{
  struct bytes *bytes = &gperf->records;
  const unsigned word = bytes->word_size;
  enum status status
      = bytes_want (bytes, HEADER_WORDS * (uint64_t)word, N_ ("file header"));
  if (status != STATUS_OK)
    return status;
  bytes_count (bytes);
  const uint64_t more = bytes_count (bytes);
  bytes_count (bytes);
  gperf->period = bytes_count (bytes);
  status = bytes_want (bytes, (more - 2) * word, N_ ("file header"));
  if (status == STATUS_OK)
    bytes_skip (bytes, (size_t)(more - 2) * word);
  return status;
}

/* Take a record, or the trailer, from BYTES, which must have it.  */
static struct gperf_record
take_record (struct bytes *bytes)
{
  struct gperf_record record
      = { .count = bytes_count (bytes), .depth = bytes_count (bytes) };
  record.pcs = *bytes;
  bytes_skip (bytes, (size_t)record.depth * bytes->word_size);
  return record;
}

/* Is RECORD the trailer: no samples at address 0?  */
static bool
is_trailer (const struct gperf_record *record)
{
  struct bytes pcs = record->pcs;
  return record->count == 0 && record->depth == 1 && bytes_count (&pcs) == 0;
}

/* Is there a whole record, with its frames, in BYTES?  */
static enum status
check_record (struct bytes *bytes)
{
  const unsigned word = bytes->word_size;
  const struct place where = bytes_place (bytes);
  enum status status
      = bytes_want (bytes, RECORD_WORDS * (uint64_t)word, record_name);
  if (status != STATUS_OK)
    return status;
  struct bytes ahead = *bytes;
  bytes_count (&ahead);
  const uint64_t depth = bytes_count (&ahead);
  if (depth == 0)
    return diag_fail (bytes->diag, STATUS_FORMAT, &where,
                      _ ("a stack without frames"));
  return depth > bytes_left (&ahead) / word
             ? bytes_fail_short (&ahead,
                                 depth < UINT64_MAX / word ? depth * word
                                                           : UINT64_MAX,
                                 record_name)
             : STATUS_OK;
}

/* Look at all records.  *MAP is behind them then, where the map begins.  */
static enum status
check_records (const struct gperf *gperf, struct bytes *map)
{
  *map = gperf->records;
  for (;;)
    {
      map->record++;
      enum status status = check_record (map);
      if (status != STATUS_OK)
        return status;
      const struct gperf_record record = take_record (map);
      if (is_trailer (&record))
        return STATUS_OK;
    }
}

/* --- The map ------------------------------------------------------------- */

/* The length of NAME without what the system adds when the file is gone.  */
static size_t
without_mark (const char *name, size_t length)
{
  static const char mark[] = " (deleted)";
  const size_t size = sizeof mark - 1;
  return length > size && memcmp (name + length - size, mark, size) == 0
             ? length - size
             : length;
}

/* Read a line of LENGTH bytes at TEXT, such as "55d0-55d8 r-xp 00001000 08:01
   4711   /bin/true"; false if it is another, or of what cannot be run.  */
static bool
read_line (const char *text, size_t length, struct mapping *mapping)
{
  char line[LINE_MOST], start[17], limit[17], permissions[5] = "";
  char offset[17];
  int path = 0;
  *mapping = (struct mapping){ 0 };
  snprintf (line, sizeof line, "%.*s", (int)min_u64 (length, LINE_MOST), text);
  /* %x would take a sign, and a number of any size.  */
  if (sscanf (line, "%16[0-9a-f]-%16[0-9a-f] %4s %16[0-9a-f] %*s %*s %n",
              start, limit, permissions, offset, &path)
          < 4
      || permissions[2] != 'x')
    return false;
  mapping->start_pc = strtoull (start, NULL, 16);
  mapping->limit_pc = strtoull (limit, NULL, 16);
  mapping->offset = strtoull (offset, NULL, 16);
  mapping->path = text + path;
  mapping->path_length
      = path > 0 ? without_mark (text + path, length - (size_t)path) : 0;
  return mapping->start_pc < mapping->limit_pc;
}

/* By address; of the same one, as in the file.  */
static int
compare_mappings (const void *a, const void *b)
{
  const struct mapping *x = a, *y = b;
  if (x->start_pc != y->start_pc)
    return x->start_pc < y->start_pc ? -1 : 1;
  return x->path < y->path ? -1 : x->path > y->path;
}

/* Mark the mappings of the first file.  */
static void
find_first (struct gperf *gperf)
{
  const struct mapping *first = NULL;
  for (size_t i = 0; i < gperf->mappings.count; i++)
    {
      struct mapping *mapping = &gperf->mappings.items[i];
      if (mapping->path_length == 0 || mapping->path[0] != '/')
        continue;
      first = first != NULL ? first : mapping;
      mapping->is_first
          = mapping->path_length == first->path_length
            && memcmp (mapping->path, first->path, first->path_length) == 0;
    }
}

static void
read_map (struct gperf *gperf, const struct bytes *map)
{
  const char *at = (const char *)map->next, *end = (const char *)map->end;
  while (at < end)
    {
      const char *feed = memchr (at, '\n', (size_t)(end - at));
      const char *line_end = feed != NULL ? feed : end;
      struct mapping mapping;
      if (read_line (at, (size_t)(line_end - at), &mapping))
        vec_push (&gperf->mappings, mapping);
      at = feed != NULL ? feed + 1 : end;
    }
  if (gperf->mappings.count > 0)
    qsort (gperf->mappings.items, gperf->mappings.count,
           sizeof *gperf->mappings.items, compare_mappings);
  find_first (gperf);
}

/* The number of the mapping that has PC, or that of mappings.  O(log
   mappings).  */
static size_t
gperf_find_mapping (const struct gperf *gperf, uint64_t pc)
{
  const struct mapping *items = gperf->mappings.items;
  const size_t count = gperf->mappings.count;
  size_t above;
  search_first (above, 0, count, items[above].start_pc > pc);
  return above > 0 && pc < items[above - 1].limit_pc ? above - 1 : count;
}

/* Mapping NUMBER; that behind the last one is of no file and has only PC.  */
static struct mapping
gperf_mapping (const struct gperf *gperf, size_t number, uint64_t pc)
{
  return number < gperf->mappings.count
             ? gperf->mappings.items[number]
             : (struct mapping){ .start_pc = pc, .limit_pc = pc };
}

/* --- The file ------------------------------------------------------------ */

/* Read the header and the map of the file WHOLE, and check the lengths of all
   records.  To be released in any case.  */
static enum status
gperf_open (struct gperf *gperf, const struct bytes *whole)
{
  struct bytes map;
  *gperf = (struct gperf){ .records = *whole };
  enum status status = read_header (gperf);
  if (status == STATUS_OK)
    status = check_records (gperf, &map);
  if (status == STATUS_OK)
    read_map (gperf, &map);
  return status;
}

/* Take the next record; false behind the last one.  */
static bool
gperf_next (struct gperf *gperf, struct gperf_record *record)
{
  gperf->records.record++;
  *record = take_record (&gperf->records);
  return !is_trailer (record);
}

/* An address in the instruction of the next frame of RECORD, of which there
   must be one; IS_FIRST: the frame is the innermost one.  Others are addresses
   that calls return to.  */
static uint64_t
gperf_next_pc (struct gperf_record *record, bool is_first)
{
  const uint64_t pc = bytes_count (&record->pcs);
  return is_first || pc == 0 ? pc : pc - 1;
}

/* Append to USED the mappings that stacks with samples lead through, in the
   order in which they first do, unless there is no map.  */
static enum status
list_used (struct bytes *whole, used_mapping_list *used)
{
  struct gperf gperf;
  struct gperf_record record;
  enum status status = gperf_open (&gperf, whole);
  bool *seen = array_new (gperf.mappings.count + 1, sizeof *seen);
  while (status == STATUS_OK && gperf_next (&gperf, &record))
    for (uint64_t i = 0; record.count > 0 && i < record.depth; i++)
      {
        const uint64_t pc = gperf_next_pc (&record, i == 0);
        const size_t number = gperf_find_mapping (&gperf, pc);
        const struct used_mapping mapping
            = { .mapping = gperf_mapping (&gperf, number, pc),
                .samples = true,
                .called = true,
                .calls = true };
        if (!seen[number] && gperf.mappings.count > 0)
          vec_push (used, mapping);
        seen[number] = true;
      }
  free (seen);
  vec_release (&gperf.mappings);
  return status;
}

/* --- The reader ---------------------------------------------------------- */

static enum status
refuse (const struct bytes *bytes)
{
  return diag_fail (bytes->diag, STATUS_FORMAT, PLACE_FILE (bytes->file),
                    _ ("not a profile: it does not start with 'gmon', nor "
                       "like a profile of the BSDs"));
}

static enum status
probe (const struct bytes *head, bool sure)
{
  if (gperf_begins (head))
    return STATUS_OK;
  return sure ? refuse (head) : STATUS_ABSENT;
}

/* Do records go on up to the trailer, or to the end of what is there of a
   longer file?  */
static bool
fits (const struct bytes *so_far, uint64_t size)
{
  struct diag unsaid = { .status = STATUS_IO };
  struct gperf gperf = { .records = *so_far };
  struct bytes map;
  gperf.records.diag = &unsaid;
  return read_header (&gperf) == STATUS_OK
         && (check_records (&gperf, &map) == STATUS_OK
             || bytes_left (so_far) < size);
}

#define NOWHERE (UINT64_MAX - 1) /* an address that is nobody's */

/* A file that is read.  */
struct reading
{
  struct gperf gperf;
  struct profile_builder *builder;
  uint64_t *deltas;   /* of each mapping, and of what is in none, see struct
                        mapped_place */
  bool *known;        /* which of these are */
  VEC (uint64_t) pcs; /* of a stack, in the program */
};

/* Find out where the mappings are in the program; one whose file nobody knows
   is of none.  All addresses that are in none become one.  */
static void
place_mappings (struct reading *reading)
{
  const struct profile_origin *origin = &reading->builder->origin;
  const size_t count = reading->gperf.mappings.count;
  reading->deltas = array_new (count + 1, sizeof *reading->deltas);
  reading->known = array_new (count + 1, sizeof *reading->known);
  for (size_t i = 0; i <= count; i++)
    {
      struct mapping mapping = gperf_mapping (&reading->gperf, i, 0);
      struct mapped_place place = { 0 };
      bool known = origin->place (origin->program, &mapping, &place);
      mapping.path_length = 0;
      if (!known)
        known = origin->place (origin->program, &mapping, &place);
      reading->known[i] = known;
      reading->deltas[i] = place.delta;
    }
}

/* The address PC of the process, as it is in the program.  */
static uint64_t
place_pc (const struct reading *reading, uint64_t pc)
{
  const size_t count = reading->gperf.mappings.count;
  const size_t number = gperf_find_mapping (&reading->gperf, pc);
  if (count == 0)
    return pc < NOWHERE ? pc : NOWHERE;
  const uint64_t moved = (number < count ? pc : 0) + reading->deltas[number];
  return reading->known[number] && moved < NOWHERE ? moved : NOWHERE;
}

static enum status
add_record (struct reading *reading, struct gperf_record *record)
{
  const struct place where = bytes_place (&record->pcs);
  const size_t depth = (size_t)record->depth;
  uint32_t path = PATH_NONE;
  vec_reserve (&reading->pcs, depth);
  uint64_t *pcs = reading->pcs.items;
  for (size_t i = 0; i < depth; i++)
    pcs[i] = place_pc (reading, gperf_next_pc (record, i == 0));
  for (size_t i = depth; i-- > 0;)
    path = profile_builder_add_frame (reading->builder, path, pcs[i]);
  return profile_builder_add_samples (reading->builder, path, record->count,
                                      &where, record->pcs.diag);
}

static enum status
read_gperf (struct bytes *bytes, struct profile_builder *builder,
            struct record_counts *counts)
{
  if (builder->quirks.knows_no_libraries)
    return refuse (bytes);
  struct reading reading = { .builder = builder };
  struct gperf_record record;
  const struct place *where = PLACE_FILE (bytes->file);
  enum status status = gperf_open (&reading.gperf, bytes);
  if (status == STATUS_OK)
    {
      const uint64_t period = reading.gperf.period;
      const uint64_t rate = (second + period / 2) / period;
      status = profile_builder_begin_stacks (builder,
                                             rate > 0 ? (uint32_t)rate : 1,
                                             where, bytes->diag);
    }
  if (status == STATUS_OK && builder->origin.place == NULL)
    status = diag_fail (bytes->diag, STATUS_UNSUPPORTED, where,
                        _ ("a profile of gperftools must be in a file, since "
                           "it is read twice"));
  if (status == STATUS_OK)
    place_mappings (&reading);
  while (status == STATUS_OK && gperf_next (&reading.gperf, &record))
    if (record.count > 0)
      {
        counts->stacks++;
        status = add_record (&reading, &record);
      }
  free (reading.deltas);
  free (reading.known);
  vec_release (&reading.pcs);
  vec_release (&reading.gperf.mappings);
  return status;
}

const struct reader reader_gperf = {
  .probe = probe, .read = read_gperf, .fits = fits, .list_used = list_used
};
