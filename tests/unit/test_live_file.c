/* test_live_file.c - live files of any byte order and word size (R20.40,
   R20.43, R20.46, R20.49, R20.200, R20.201).  */

#include "config.h"

#include "input/live_file.h"

#include <string.h>

#include "model/wait_functions.h"
#include "model/waits.h"
#include "tap.h"

enum
{
  ALIGNMENT = 4096,
  SIZE = 3 * ALIGNMENT,
  OBJECTS = ALIGNMENT, /* where the block of objects is, */
  SLOTS = 2 * ALIGNMENT,
  SEAT = SIZE, /* and in a file with waits */
  TREE = SIZE + ALIGNMENT,
  LONG_SIZE = SIZE + 2 * ALIGNMENT
};

/* A file in the making.  */
struct typed
{
  unsigned char bytes[LONG_SIZE];
  size_t next; /* where numbers go */
  bool big_endian;
  unsigned word_size;
};

static void
put (struct typed *typed, unsigned size, uint64_t number)
{
  for (unsigned i = 0; i < size; i++)
    typed->bytes[typed->next + (typed->big_endian ? size - 1 - i : i)]
        = (unsigned char)(number >> 8 * i & 0xff);
  typed->next += size;
}

static void
put_text (struct typed *typed, const char *text, size_t size)
{
  memcpy (typed->bytes + typed->next, text, size);
  typed->next += size;
}

static void
put_block (struct typed *typed, size_t at, uint32_t kind, uint32_t capacity,
           uint32_t used)
{
  typed->next = at;
  put_text (typed, LIVE_BLOCK_COOKIE, LIVE_COOKIE_SIZE);
  put (typed, 8, ALIGNMENT);
  put (typed, 4, kind);
  put (typed, 4, 1);
  put (typed, 4, capacity);
  put (typed, 4, used);
  typed->next += 32;
}

static void
put_object (struct typed *typed, uint32_t number, uint64_t start, uint64_t end,
            uint64_t bias, const char name[7])
{
  put (typed, 4, 48);
  put (typed, 4, number);
  put (typed, 8, start);
  put (typed, 8, end);
  put (typed, 8, bias);
  put (typed, 4, 1);
  put (typed, 4, 7);
  put_text (typed, "i", 1);
  put_text (typed, name, 7);
}

static void
put_slot (struct typed *typed, uint64_t self, uint64_t from, uint64_t count)
{
  put (typed, 8, self);
  put (typed, 8, from);
  put (typed, 8, count);
}

/* A program at 0x10000, and two libraries of which the first was closed and the
   second has part of its memory.  */
static void
type (struct typed *typed, bool big_endian, unsigned word_size)
{
  *typed = (struct typed){ .big_endian = big_endian, .word_size = word_size };
  put_text (typed, LIVE_COOKIE, LIVE_COOKIE_SIZE);
  put (typed, 4, LIVE_VERSION);
  put (typed, 1, word_size);
  put (typed, 1, 0);
  put (typed, 2, 62);
  put (typed, 4, ALIGNMENT);
  put (typed, 4, 250);
  typed->next += 16;
  put (typed, 4, LIVE_LOST_CALLS);
  put (typed, 4, 0);
  put (typed, 8, 77);
  put (typed, 8, 88);
  put (typed, 8, 99);
  put_block (typed, OBJECTS, LIVE_OBJECTS, 144, 144);
  put_object (typed, 3, 0x20800, 0x22000, 0x20000, "/three");
  put_object (typed, 1, 0x10000, 0x11000, 0, "/first");
  put_object (typed, 2, 0x20000, 0x21000, 0x1f000, "/other");
  put_block (typed, SLOTS, LIVE_ARCS, 3, 9);
  put_slot (typed, 0x10010, LIVE_SAMPLE, UINT64_C (1) << 40);
  put_slot (typed, LIVE_EMPTY, 1, 1);
  put_slot (typed, LIVE_GONE | UINT64_C (2) << LIVE_OFFSET_BITS | 0x900,
            0x20900, 5);
}

static struct bytes
bytes_of (const struct typed *typed, size_t size, struct diag *diag)
{
  return (struct bytes){ .file = "typed",
                         .start = typed->bytes,
                         .next = typed->bytes,
                         .end = typed->bytes + size,
                         .word_size = typed->word_size,
                         .big_endian = typed->big_endian,
                         .diag = diag };
}

static void
check_find (const struct live_file *file, uint64_t pc, const char *name,
            uint64_t address)
{
  uint64_t found = 0;
  const uint32_t number = live_file_find (file, pc, &found);
  if (name == NULL)
    {
      is_u64 (number, LIVE_NOWHERE, "an address in no object");
      return;
    }
  is_text (number != LIVE_NOWHERE ? file->objects.items[number].name : "none",
           name, "the object of an address");
  is_u64 (found, address, "and where in its file");
}

static void
test_layout (bool big_endian, unsigned word_size)
{
  static struct typed typed;
  struct diag diag = { 0 };
  struct live_file file = { 0 };
  type (&typed, big_endian, word_size);
  struct bytes bytes = bytes_of (&typed, SIZE, &diag);
  ok (live_file_begins (&bytes), "is a live file");
  is_u64 (live_file_read (&file, &bytes), STATUS_OK, "can be read");
  is_u64 (file.rate, 250, "rate");
  is_u64 (file.lost_calls, 77, "lost calls");
  is_u64 (file.signals, 99, "signals");
  is_u64 (file.objects.count, 3, "objects");
  is_u64 (file.objects.items[0].number, 1, "in the order of their numbers");
  is_u64 (file.tables.count, 1, "a table");
  is_u64 (file.tables.items[0].count, 3, "no more slots than it has");
  struct live_count slot = live_file_slot (&file, &file.tables.items[0], 0);
  is_u64 (slot.count, UINT64_C (1) << 40, "a count of 41 bits");
  check_find (&file, slot.self, "/first", 0x10010);
  slot = live_file_slot (&file, &file.tables.items[0], 2);
  check_find (&file, slot.self, "/other", 0x1900);
  check_find (&file, slot.from, "/three", 0x900);
  check_find (&file, 0x20100, "/other", 0x1100);
  check_find (&file, 0x22000, NULL, 0);
  check_find (&file, LIVE_GONE | UINT64_C (9) << LIVE_OFFSET_BITS, NULL, 0);
  check_find (&file, LIVE_GONE | UINT64_C (2) << LIVE_OFFSET_BITS | 0x1000,
              NULL, 0);
  is_u64 (file.lacking, 0, "nothing is lacking");
  live_file_release (&file);
  diag_release (&diag);
}

/* What SIZE bytes of a file have.  */
static void
test_cut (size_t size, uint64_t objects, uint64_t slots, bool is_cut)
{
  static struct typed typed;
  struct diag diag = { 0 };
  struct live_file file = { 0 };
  type (&typed, false, 8);
  struct bytes bytes = bytes_of (&typed, size, &diag);
  is_u64 (live_file_read (&file, &bytes), STATUS_OK, "a file that is cut");
  is_u64 (file.objects.count, objects, "its objects");
  is_u64 (file.tables.count > 0 ? file.tables.items[0].count : 0, slots,
          "its slots");
  ok ((file.lacking > 0) == is_cut, "does a block lack bytes?");
  live_file_release (&file);
  diag_release (&diag);
}

/* A file in which the number of 4 bytes at PLACE is NUMBER.  */
static void
test_wrong (size_t place, uint32_t number, const char *what)
{
  static struct typed typed;
  struct diag diag = { 0 };
  struct live_file file = { 0 };
  type (&typed, true, 8);
  typed.next = place;
  put (&typed, 4, number);
  struct bytes bytes = bytes_of (&typed, SIZE, &diag);
  is_u64 (live_file_read (&file, &bytes), STATUS_FORMAT, "%s", what);
  live_file_release (&file);
  diag_release (&diag);
}

/* As type, with the times of a process, a seat, which is number 5, and a tree
   with waits.  */
static void
type_waits (struct typed *typed, bool big_endian, unsigned word_size)
{
  type (typed, big_endian, word_size);
  typed->next = 44;
  put (typed, 4, LIVE_HAS_STACKS | LIVE_HAS_WAITS);
  typed->next = 72;
  for (unsigned i = 1; i <= 4; i++)
    put (typed, 8, i << 20);
  put (typed, 4, 7);
  put (typed, 4, 9);
  put (typed, 8, 5 << 20);
  put_block (typed, SEAT, LIVE_THREAD | 5 << LIVE_KIND_BITS, 2, 0);
  put (typed, 8, 0x10020);
  put_text (typed, "sixteen letters!", LIVE_NAME_SIZE);
  put (typed, 4, 5);
  put (typed, 4, 3);
  for (unsigned i = 1; i <= 5; i++)
    put (typed, 8, i << 16);
  put (typed, 4, WAIT_FUNCTION_COUNT);
  put (typed, 4, 0);
  put (typed, 8, 0);
  put (typed, 8, 0);
  for (unsigned i = 1; i <= 4; i++)
    put (typed, 8, i);
  put_block (typed, TREE, LIVE_STACKS | 5 << LIVE_KIND_BITS, 4, 4);
  put_slot (typed, 0x10010, LIVE_OUTERMOST, 0);
  put_slot (typed, LIVE_WAIT + WAIT_read, 1, 2);
  put_slot (typed, LIVE_WAIT + WAIT_read + LIVE_WAIT_STEP, LIVE_LOST, 9);
  put_slot (typed, LIVE_SYSTEM, 1, 1);
}

static void
test_waits (bool big_endian, unsigned word_size)
{
  static struct typed typed;
  struct diag diag = { 0 };
  struct live_file file = { 0 };
  type_waits (&typed, big_endian, word_size);
  struct bytes bytes = bytes_of (&typed, LONG_SIZE, &diag);
  is_u64 (live_file_read (&file, &bytes), STATUS_OK, "a file with waits");
  ok (file.has_stacks && file.has_waits, "has both");
  is_u64 (file.clock, 1 << 20, "clock");
  is_u64 (file.elapsed, 2 << 20, "elapsed");
  is_u64 (file.user, 3 << 20, "user");
  is_u64 (file.system, 4 << 20, "system");
  is_u64 (file.rank, 7, "rank");
  is_u64 (file.processes, 9, "processes");
  is_u64 (file.longest, 5 << 20, "the longest one");
  is_u64 (live_file_end (&file), 3 << 20, "its end");
  is_u64 (file.trees.items[0].seat, 5, "the seat of a tree");
  is_u64 (file.tables.items[0].seat, 0, "a table has none");
  is_u64 (file.seats.count, 1, "a seat");
  const struct live_thread *thread = &file.seats.items[0].thread;
  is_text (thread->name, "sixteen letters", "a name that has no end");
  is_u64 (thread->start, 0x10020, "where it begins");
  is_u64 (thread->number, 5, "number");
  is_u64 (thread->count, 3, "threads");
  is_u64 (thread->elapsed, 1 << 16, "elapsed");
  is_u64 (thread->processor, 2 << 16, "processor");
  is_u64 (thread->began, 3 << 16, "began");
  is_u64 (thread->waits, 4 << 16, "waits");
  is_u64 (thread->from, 5 << 16, "from");
  is_text (wait_function_name (thread->function), "?",
           "a function of a newer recorder");
  is_text (wait_function_name (WAIT_tcdrain), "tcdrain", "the last one");
  is_u64 (file.seats.items[0].count, 2, "short waits of two functions");
  const struct live_short sum
      = live_file_short (&file, &file.seats.items[0], 1);
  is_u64 (sum.count, 3, "how many");
  is_u64 (sum.time, 4, "how long");
  live_file_release (&file);
  diag_release (&diag);
}

/* A file with waits in which slot I is SELF, FROM.  */
static void
test_wait_mark (unsigned i, uint64_t self, uint64_t from, enum status status,
                const char *what)
{
  static struct typed typed;
  struct diag diag = { 0 };
  struct live_file file = { 0 };
  type_waits (&typed, true, 8);
  typed.next = TREE + 64 + 24 * i;
  put_slot (&typed, self, from, 1);
  struct bytes bytes = bytes_of (&typed, LONG_SIZE, &diag);
  is_u64 (live_file_read (&file, &bytes), status, "%s", what);
  live_file_release (&file);
  diag_release (&diag);
}

static void
test_wait_marks (void)
{
  const uint64_t last = LIVE_WAIT + LIVE_WAIT_KINDS * LIVE_WAIT_STEP;
  test_wait_mark (2, LIVE_WAIT - 1, 1, STATUS_OK, "the last address");
  test_wait_mark (2, last - 1, 1, STATUS_OK, "the last mark of a wait");
  test_wait_mark (2, last, 1, STATUS_FORMAT, "one of no kind");
  test_wait_mark (2, LIVE_SYSTEM - 1, 1, STATUS_FORMAT, "another");
  test_wait_mark (2, LIVE_WAIT, LIVE_OUTERMOST, STATUS_FORMAT,
                  "a wait that nobody called");
  test_wait_mark (2, LIVE_WAIT, 2, STATUS_FORMAT, "one called by a wait");
  test_wait_mark (2, LIVE_WAIT, 3, STATUS_FORMAT, "one called by itself");
  test_wait_mark (3, 0x10020, 2, STATUS_FORMAT, "a frame called by a wait");
  test_wait_mark (3, LIVE_SYSTEM, 2, STATUS_FORMAT,
                  "time in the system called by a wait");
  test_wait_mark (0, LIVE_CUT, LIVE_OUTERMOST, STATUS_FORMAT,
                  "a wait called by frames that were left out");
}

/* A seat of CAPACITY, or in a file of SIZE bytes.  */
static void
test_seat (uint32_t capacity, size_t size, enum status status, uint64_t seats,
           uint64_t sums)
{
  static struct typed typed;
  struct diag diag = { 0 };
  struct live_file file = { 0 };
  type_waits (&typed, false, 8);
  typed.next = SEAT + 24;
  put (&typed, 4, capacity);
  struct bytes bytes = bytes_of (&typed, size, &diag);
  is_u64 (live_file_read (&file, &bytes), status, "a seat of %u functions",
          capacity);
  is_u64 (file.seats.count, seats, "is it there?");
  if (seats > 0)
    is_u64 (file.seats.items[0].count, sums, "its functions");
  live_file_release (&file);
  diag_release (&diag);
}

int
main (void)
{
  for (unsigned i = 0; i < 4; i++)
    test_waits (i & 1, i & 2 ? 4 : 8);
  test_wait_marks ();
  /* (4096 - 64 - 96) / 16 = 246 fit.  */
  test_seat (246, LONG_SIZE, STATUS_OK, 1, 246);
  test_seat (247, LONG_SIZE, STATUS_FORMAT, 0, 0);
  test_seat (UINT32_MAX, LONG_SIZE, STATUS_FORMAT, 0, 0);
  test_seat (0, LONG_SIZE, STATUS_OK, 1, 0);
  test_seat (2, SEAT + 64 + 96 + 16 + 15, STATUS_OK, 1, 1);
  test_seat (2, SEAT + 64 + 95, STATUS_OK, 0, 0);
  for (unsigned i = 0; i < 4; i++)
    test_layout (i & 1, i & 2 ? 4 : 8);
  test_cut (SIZE - 1, 3, 3, true);
  test_cut (SLOTS + 64 + 24, 3, 1, true);
  test_cut (SLOTS + 20, 3, 0, true);
  test_cut (SLOTS, 3, 0, false);
  test_cut (OBJECTS + 64 + 50, 1, 0, true);
  test_cut (72, 0, 0, false);
  test_wrong (8, 2, "another version");
  test_wrong (12, 0x04000000, "another word size");
  test_wrong (16, 4097, "an alignment that is no power of two");
  test_wrong (16, 128, "one that is too small");
  test_wrong (OBJECTS + 12, ALIGNMENT - 8, "a block that is not aligned");
  test_wrong (OBJECTS + 12, 0, "an empty block");
  test_wrong (OBJECTS + 24, 143, "more bytes than there is space for");
  test_wrong (OBJECTS + 64, 44, "an object of a size that is not possible");
  test_wrong (OBJECTS + 64, 0, "an object without a size");
  test_wrong (OBJECTS + 64 + 36, 0, "an object without a name");
  test_wrong (OBJECTS + 64 + 36, 900, "a name that is too long");
  test_wrong (OBJECTS + 64 + 44, 0x61616161, "a name without an end");
  test_wrong (SLOTS + 24, 200, "more slots than there is space for");
  return done ();
}
