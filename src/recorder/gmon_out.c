/* gmon_out.c - plain profiles, as the C library writes them.
   SPDX-License-Identifier: 0BSD  */

#include "recorder/gmon_out.h"

#include <errno.h>

#include "model/gmon_format.h"
#include "recorder/files.h"
#include "recorder/life.h"
#include "recorder/objects.h"
#include "recorder/table.h"
#include "recorder/text.h"

enum
{
  BIN_BYTES = 2,    /* of the program */
  RANGE_UNIT = 4,   /* bytes of the program */
  BIN_MOST = 65535, /* samples */
  BUFFER_SIZE = 1 << 16,
  HISTOGRAM_SIZE = 1 + 2 * (int)sizeof (uintptr_t) + 4 + 4 + 16,
  ARC_SIZE = 1 + 2 * (int)sizeof (uintptr_t) + 4
};

/* What one object counted, in addresses of its file; with the memory to sort
   and write it.  */
struct counts
{
  struct live_slot *slots; /* samples first, by SELF; then arcs, by FROM */
  uint32_t count, samples;
  uint64_t size; /* of all this memory */
  unsigned char *buffer;
  uint32_t buffered;
  int descriptor;
  int failed; /* the first error, a negative number */
};

/* --------------------------------------------------- what is to be written */

/* The slots of all tables.  */
static uint32_t
all_slots (void)
{
  uint32_t slots = 0;
  for (struct block *t = __atomic_load_n (&STATE->blocks, __ATOMIC_ACQUIRE);
       t != NULL; t = t->u.own.next)
    if (block_kind (t) == LIVE_ARCS)
      slots += t->capacity;
  return slots;
}

/* Collect what OBJECT's file counted: whether it has calls.  */
static bool
collect (struct counts *counts, const struct object *object, uint32_t most)
{
  bool has_calls = false;
  counts->count = counts->samples = 0;
  for (struct block *t = __atomic_load_n (&STATE->blocks, __ATOMIC_ACQUIRE);
       t != NULL; t = t->u.own.next)
    for (uint32_t i = 0; block_kind (t) == LIVE_ARCS && i < block_used (t);
         i++)
      {
        struct live_slot slot = block_slots (t)[i];
        if (slot.self == LIVE_EMPTY || slot.from == LIVE_SQUARES
            || counts->count == most
            || !gprofh_file_address (object, &slot.self))
          continue;
        has_calls = has_calls || slot.from != LIVE_SAMPLE;
        if (slot.from == LIVE_SAMPLE)
          counts->samples++;
        else if (!gprofh_file_address (object, &slot.from))
          continue;
        counts->slots[counts->count++] = slot;
      }
  return has_calls;
}

static bool
is_before (const struct live_slot *a, const struct live_slot *b)
{
  /* Samples come first.  */
  const uint64_t x = a->from + 1;
  const uint64_t y = b->from + 1;
  return x != y ? x < y : a->self < b->self;
}

static void
sift (struct live_slot *slots, uint32_t at, uint32_t count)
{
  const struct live_slot moved = slots[at];
  for (uint32_t child; (child = 2 * at + 1) < count; at = child)
    {
      if (child + 1 < count && is_before (slots + child, slots + child + 1))
        child++;
      if (!is_before (&moved, slots + child))
        break;
      slots[at] = slots[child];
    }
  slots[at] = moved;
}

/* Sort, in place and in bounded time, and add up equal addresses.  */
static void
sort (struct counts *counts)
{
  struct live_slot *slots = counts->slots;
  for (uint32_t i = counts->count / 2; i-- > 0;)
    sift (slots, i, counts->count);
  for (uint32_t left = counts->count; left-- > 1;)
    {
      const struct live_slot last = slots[left];
      slots[left] = slots[0];
      slots[0] = last;
      sift (slots, 0, left);
    }
  uint32_t kept = 0;
  counts->samples = 0;
  for (uint32_t i = 0; i < counts->count; i++)
    if (kept > 0 && slots[kept - 1].self == slots[i].self
        && slots[kept - 1].from == slots[i].from)
      slots[kept - 1].count += slots[i].count;
    else
      {
        counts->samples += slots[i].from == LIVE_SAMPLE;
        slots[kept++] = slots[i];
      }
  counts->count = kept;
}

/* -------------------------------------------------------------- the file */

static void
flush (struct counts *counts)
{
  if (counts->failed == 0)
    counts->failed
        = gprofh_write (counts->descriptor, counts->buffer, counts->buffered);
  counts->buffered = 0;
}

static void
put (struct counts *counts, const void *bytes, uint32_t size)
{
  if (size > BUFFER_SIZE - counts->buffered)
    flush (counts);
  gprofh_copy (counts->buffer + counts->buffered, bytes, size);
  counts->buffered += size;
}

static void
put_byte (struct counts *counts, unsigned char byte)
{
  put (counts, &byte, 1);
}

static void
put_number (struct counts *counts, uint32_t number)
{
  put (counts, &number, sizeof number);
}

static void
put_address (struct counts *counts, uint64_t pc)
{
  const uintptr_t word = (uintptr_t)pc;
  put (counts, &word, sizeof word);
}

/* The range of the histograms of OBJECT: what the start code has asked for, if
   it is the program, else its executable segments.  Widened as in the C
   library, since gprof compares the range with that of the image.  */
static void
find_range (const struct object *object, uint64_t *low, uint64_t *high)
{
  const uint64_t mask = ~(uint64_t)(RANGE_UNIT - 1);
  uint64_t from = object->text_start;
  uint64_t to = object->text_end;
  if (object == gprofh_objects () && gprofh_settings.low >= object->live.start
      && gprofh_settings.high <= object->live.end
      && gprofh_settings.low < gprofh_settings.high)
    {
      from = gprofh_settings.low;
      to = gprofh_settings.high;
    }
  *low = (from - object->live.bias) & mask;
  *high = (to - object->live.bias + RANGE_UNIT - 1) & mask;
}

/* The most samples of any bin.  */
static uint64_t
fullest (const struct counts *counts)
{
  uint64_t most = 0;
  uint64_t sum = 0;
  for (uint32_t i = 0; i < counts->samples; i++)
    {
      const struct live_slot *slot = counts->slots + i;
      sum = i > 0 && slot[-1].self / BIN_BYTES == slot->self / BIN_BYTES
                ? sum + slot->count
                : slot->count;
      most = sum > most ? sum : most;
    }
  return most;
}

static uint32_t
histograms (const struct counts *counts)
{
  if (gprofh_settings.rate == 0)
    return 0;
  const uint64_t most = fullest (counts);
  return most == 0 ? 1 : (uint32_t)((most + BIN_MOST - 1) / BIN_MOST);
}

/* Histogram INDEX: of each bin what those before have left over.  */
static void
put_histogram (struct counts *counts, uint64_t low, uint64_t high,
               uint32_t index)
{
  static const char dimension[] = "seconds\0\0\0\0\0\0\0\0s";
  const uint64_t before = (uint64_t)index * BIN_MOST;
  uint32_t next = 0;
  put_byte (counts, TAG_HISTOGRAM);
  put_address (counts, low);
  put_address (counts, high);
  put_number (counts, (uint32_t)((high - low) / BIN_BYTES));
  put_number (counts, gprofh_settings.rate);
  put (counts, dimension, sizeof dimension - 1);
  for (uint64_t pc = low; pc < high; pc += BIN_BYTES)
    {
      uint64_t sum = 0;
      for (;
           next < counts->samples && counts->slots[next].self < pc + BIN_BYTES;
           next++)
        if (counts->slots[next].self >= pc)
          sum += counts->slots[next].count;
      sum = sum > before ? sum - before : 0;
      const uint16_t bin = (uint16_t)(sum < BIN_MOST ? sum : BIN_MOST);
      put (counts, &bin, sizeof bin);
    }
}

static void
put_arc (struct counts *counts, const struct live_slot *slot)
{
  for (uint64_t left = slot->count; left > 0;)
    {
      const uint32_t part = left < UINT32_MAX ? (uint32_t)left : UINT32_MAX;
      put_byte (counts, TAG_ARC);
      put_address (counts, slot->from);
      put_address (counts, slot->self);
      put_number (counts, part);
      left -= part;
    }
}

static void
put_profile (struct counts *counts, uint64_t low, uint64_t high)
{
  static const char spare[MAGIC_SPARE_SIZE];
  put (counts, MAGIC_COOKIE, MAGIC_COOKIE_SIZE);
  put_number (counts, MAGIC_VERSION);
  put (counts, spare, sizeof spare);
  const uint32_t number = histograms (counts);
  for (uint32_t i = 0; i < number; i++)
    put_histogram (counts, low, high, i);
  for (uint32_t i = counts->samples; i < counts->count; i++)
    put_arc (counts, counts->slots + i);
  flush (counts);
}

static uint64_t
size_of_profile (const struct counts *counts, uint64_t low, uint64_t high)
{
  uint64_t arcs = 0;
  for (uint32_t i = counts->samples; i < counts->count; i++)
    arcs += 1 + (counts->slots[i].count >> 32);
  return MAGIC_HEADER_SIZE + arcs * ARC_SIZE
         + histograms (counts)
               * (HISTOGRAM_SIZE + (high - low) / BIN_BYTES * 2);
}

/* ---------------------------------------------------------------- the name */

/* The name of the profile of OBJECT: that of the C library, and for all
   objects but the program the base name of the file.  */
static void
add_name (struct text *name, const struct object *object)
{
  const char *prefix = gprofh_prefix ();
  gprofh_text_add (name, prefix != NULL ? prefix : "gmon.out");
  if (prefix != NULL || STATE->is_child)
    {
      gprofh_text_add (name, ".");
      gprofh_text_add_number (name, STATE->process);
    }
  if (object == gprofh_objects ())
    return;
  const char *base = gprofh_base (gprofh_object_name (object));
  uint32_t same = 1;
  for (const struct object *other = gprofh_objects (); other != object;
       other = gprofh_next_object (other))
    {
      const char *others = gprofh_base (gprofh_object_name (other));
      same += gprofh_equal (base, others, gprofh_length (base) + 1)
              && gprofh_is_first (other);
    }
  gprofh_text_add (name, ".");
  gprofh_text_add (name, base);
  if (same > 1)
    {
      gprofh_text_add (name, "-");
      gprofh_text_add_number (name, same);
    }
}

static const char *
reason (int failed)
{
  switch (-failed)
    {
    case ENOSPC:
    case EDQUOT:
      return "no space left on the device";
    case EFBIG:
      return "larger than files may be here";
    case EACCES:
    case EPERM:
      return "permission denied";
    case EROFS:
      return "the file system is read-only";
    case ENOENT:
    case ENOTDIR:
      return "there is no such directory";
    case ENAMETOOLONG:
      return "the name is too long";
    case EMFILE:
    case ENFILE:
      return "too many open files";
    default:
      return "the system refused it";
    }
}

/* Write the profile to a new file, which then gets its name: 0, or a negative
   error.  */
static int
write_file (struct counts *counts, const struct object *object,
            struct text *name)
{
  char *const other = STATE->other_name;
  struct text temporary;
  uint64_t low, high;
  gprofh_text_start (&temporary, other, sizeof STATE->other_name);
  gprofh_text_add (&temporary, name->at);
  gprofh_text_add (&temporary, ".");
  gprofh_text_add_number (&temporary, STATE->process);
  gprofh_text_add (&temporary, ".tmp");
  find_range (object, &low, &high);
  if (name->is_cut || temporary.is_cut)
    return -ENAMETOOLONG;
  if (!gprofh_may_have (size_of_profile (counts, low, high)))
    return -EFBIG;
  counts->descriptor = gprofh_create (other);
  if (counts->descriptor == -EEXIST)
    {
      /* Left by a process that was killed.  */
      gprofh_remove (other);
      counts->descriptor = gprofh_create (other);
    }
  if (counts->descriptor < 0)
    return counts->descriptor;
  counts->failed = 0;
  counts->buffered = 0;
  put_profile (counts, low, high);
  gprofh_close (counts->descriptor);
  if (counts->failed == 0)
    counts->failed = gprofh_rename (other, name->at);
  if (counts->failed != 0)
    gprofh_remove (other);
  return counts->failed;
}

/* ------------------------------------------------------------- all files */

static void
write_object (struct counts *counts, const struct object *object,
              uint32_t most, struct text *failure)
{
  struct text name;
  if (!gprofh_is_first (object)
      || (!collect (counts, object, most) && object != gprofh_objects ()))
    return;
  sort (counts);
  gprofh_text_start (&name, STATE->name, sizeof STATE->name);
  add_name (&name, object);
  const int failed = write_file (counts, object, &name);
  if (failed == 0 || failure->used > 0)
    return;
  gprofh_text_add (failure, name.at);
  gprofh_text_add (failure, " is not written: ");
  gprofh_text_add (failure, reason (failed));
}

bool
gprofh_write_gmon_out (char *failure, size_t size)
{
  struct counts counts;
  struct text text;
  /* Some more, as other threads may still count.  */
  const uint32_t most = all_slots () + 1024;
  gprofh_text_start (&text, failure, size);
  gprofh_clear (&counts, sizeof counts);
  counts.size = BUFFER_SIZE + (uint64_t)most * sizeof (struct live_slot);
  counts.buffer = gprofh_map (-1, 0, page_up (counts.size));
  if (counts.buffer == NULL)
    {
      gprofh_text_add (&text, "no profile is written: not enough memory");
      return false;
    }
  counts.slots = (struct live_slot *)(void *)(counts.buffer + BUFFER_SIZE);
  for (const struct object *object = gprofh_objects (); object != NULL;
       object = gprofh_next_object (object))
    write_object (&counts, object, most, &text);
  gprofh_unmap (counts.buffer, page_up (counts.size));
  return text.used == 0;
}
