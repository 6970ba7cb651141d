/* live_file.h - what a live file of the recorder says: its objects, and tables
   of slots, with addresses as they were in the process.  */

#ifndef LIVE_FILE_H
#define LIVE_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/bytes.h"
#include "base/diag.h"
#include "base/memory.h"
#include "dwarf/intervals.h"
#include "model/live_format.h"
#include "model/mapping.h"

#define LIVE_NOWHERE UINT32_MAX

enum
{
  LIVE_MOST_OBJECTS = 16384 /* in a file; twice as many as a recorder has space
                               for */
};

/* An object of the process; texts are borrowed from the file's bytes.  */
struct live_entry
{
  uint32_t number;
  uint32_t build_id_size;
  uint64_t start, end, bias; /* as in struct live_object */
  const unsigned char *build_id;
  const char *name;
  bool is_closed; /* no address belongs to it any more */
};

/* COUNT slots at AT, which threads of SEAT have added to; 0 if that is not
   known.  */
struct live_slots
{
  const unsigned char *at;
  uint32_t count;
  uint32_t seat;
};

/* A seat, and COUNT struct live_short at AT.  */
struct live_seat
{
  struct live_thread thread; /* its name has a zero byte */
  const unsigned char *at;
  uint32_t count;
};

/* Zeroed, it is empty.  */
struct live_file
{
  unsigned word_size;
  bool big_endian;
  bool is_unborn;
  bool has_ended;   /* the process, as usual; else it runs or was killed */
  uint16_t machine; /* as in ELF files */
  uint32_t process;
  uint64_t start; /* in seconds since 1970 */
  uint32_t rate;  /* samples a second, or 0 */
  uint32_t lacks; /* bits of LIVE_LOST_CALLS and so on */
  uint64_t lost_calls, lost_samples;
  uint64_t signals;
  bool has_stacks;         /* they were taken */
  bool has_waits;          /* they were measured */
  uint64_t clock, elapsed; /* these are as in struct live_header */
  uint64_t user, system;
  uint32_t rank;
  uint32_t processes;
  uint64_t longest;
  VEC (struct live_entry) objects; /* by ascending numbers */
  interval_list ranges;            /* which of them an address belongs to */
  VEC (struct live_slots) tables;
  VEC (struct live_slots) trees; /* of stacks, see live_format.h */
  VEC (struct live_seat) seats;
  struct bytes cut; /* where the file ends within a block, */
  uint64_t lacking; /* which should have so many bytes more; 0 if it does
                       not */
  uint64_t reach;   /* no block is looked for from there on */
  bool is_beyond;   /* the file, or a block, has more than that */
};

/* A slot.  FROM is LIVE_SAMPLE for samples; in a tree, LIVE_LOST or a number
   that is in order.  */
struct live_count
{
  uint64_t self, from, count;
};

/* Is SELF, of a slot in a tree, a mark and no address?  */
static inline bool
live_is_mark (uint64_t self)
{
  return self >= LIVE_WAIT;
}

/* Is it that of waits?  */
static inline bool
live_is_wait (uint64_t self)
{
  return self >= LIVE_WAIT && self < LIVE_SYSTEM;
}

/* Does HEAD begin like a live file?  */
bool live_file_begins (const struct bytes *head);

/* Is HEAD the start of one, by its name, that has nothing but zeros yet?  */
bool live_file_is_unborn (const struct bytes *head);

/* Read all of BYTES, which live as long as FILE.  What the file has beyond its
   end is not missed (see CUT).  STATUS_FORMAT: not what a recorder writes, or
   one of another byte order or word size.  FILE is to be released in any case.
   O(blocks + objects log objects).  */
enum status live_file_read (struct live_file *file, struct bytes *bytes);

/* How many bytes of a file that begins with SO_FAR are worth reading, or more:
   less than that if there are fewer, and what the file has behind that is out of
   reach, as in a sparse file of any size.  As live_file_read.  */
uint64_t live_file_reach (const struct bytes *so_far);

/* Slot number I of SLOTS.  */
struct live_count live_file_slot (const struct live_file *file,
                                  const struct live_slots *slots, uint32_t i);

/* Waits of SEAT that were too short to have stacks, in function I.  */
struct live_short live_file_short (const struct live_file *file,
                                   const struct live_seat *seat, uint32_t i);

/* The nanoseconds from the clock SINCE to END; 0 if one of them is not known.  */
static inline uint64_t
live_passed (uint64_t since, uint64_t end)
{
  return since > 0 && end > since ? end - since : 0;
}

/* CLOCK_MONOTONIC when the process ended, or now if it runs; 0 if nobody
   knows.  */
uint64_t live_file_end (const struct live_file *file);

/* The number in FILE->objects of the object that PC belongs or belonged to, or
   LIVE_NOWHERE; *ADDRESS is the one in the object's file then.
   O(log objects).  */
uint32_t live_file_find (const struct live_file *file, uint64_t pc,
                         uint64_t *address);

/* The sum of n * (n - 1) over SIGNALS that brought n samples each, of SAMPLES in
   all, if nobody knows more: a whole number, as sums of files have it.  */
double live_file_squares (double samples, double signals);

/* The memory of ENTRY, which is borrowed.  */
struct mapping live_file_mapping (const struct live_entry *entry);

void live_file_release (struct live_file *file);

#endif
