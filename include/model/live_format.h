/* live_format.h - the file in which a program that runs keeps its profile; the
   tables are in doc/formats.md, "The live file".

   SPDX-License-Identifier: 0BSD

   All numbers have the byte order of the program.  All sizes, addresses and
   counts have 64 bits, also in programs of 32 bits.  */

#ifndef LIVE_FORMAT_H
#define LIVE_FORMAT_H

#include <stdint.h>

#define LIVE_RECORDER "libgprof-helper.so" /* who writes it */
#define LIVE_WAITER "libgprof-waits.so"    /* what measures waits */
#define LIVE_COOKIE "gprofrec"
#define LIVE_BLOCK_COOKIE "gprofblk"

/* Where a process of a parallel program finds its rank: in the first of these
   in its environment that begins with a digit.  */
#define LIVE_RANK_VARIABLES                                                   \
  "PMI_RANK=", "PMIX_RANK=", "OMPI_COMM_WORLD_RANK=", "SLURM_PROCID="

enum
{
  LIVE_COOKIE_SIZE = 8,
  LIVE_VERSION = 1,

  /* Kinds of blocks.  */
  LIVE_ARCS = 1,
  LIVE_OBJECTS = 2,
  LIVE_STACKS = 3,
  LIVE_THREAD = 4,
  LIVE_KIND_BITS = 8, /* of KIND; those above it are a seat */

  /* Bits of the flags.  */
  LIVE_HAS_STACKS = 1, /* stacks were taken */
  LIVE_HAS_WAITS = 2,  /* waits were measured */

  /* Ways in which a recording is not complete: bits of struct live_header.  */
  LIVE_LOST_CALLS = 1,    /* no memory for another arc */
  LIVE_LOST_SAMPLES = 2,  /* no memory for another address */
  LIVE_NO_TIMER = 4,      /* the system refused a timer */
  LIVE_NO_OBJECTS = 8,    /* no space for another object */
  LIVE_NOT_ALL_LIVE = 16, /* a part was outside the file while it ran */
  LIVE_CUT_SHORT = 32,    /* somebody has shortened the file meanwhile */
  LIVE_NO_STACKS = 64,    /* no memory for a stack; its sample is there */
  LIVE_NO_EVENTS = 128, /* the system refused perf events, which were wanted */
  LIVE_NO_WAITS = 256,  /* waits were wanted, without the library for them */
  LIVE_NO_TIMES = 512   /* in a sum: ELAPSED lacks a process, or its end */
};

/* At the start of the file; the first block follows at ALIGNMENT.  */
struct live_header
{
  char cookie[LIVE_COOKIE_SIZE];
  uint32_t version;
  uint8_t word_size; /* of the program, in bytes: 4 or 8 */
  uint8_t
      has_ended; /* the program ended as usual; else it runs or was killed */
  uint16_t machine;   /* as e_machine in ELF files */
  uint32_t alignment; /* in the file, of all blocks: the page size */
  uint32_t rate;      /* samples a second; 0 if none are taken */
  uint32_t process;
  uint32_t image;      /* programs that this process executed before, and that
                            left a file */
  uint64_t start;      /* of the recording, in seconds since 1970 */
  uint32_t lacks;      /* bits of LIVE_LOST_CALLS and so on */
  uint32_t flags;      /* LIVE_HAS_STACKS */
  uint64_t lost_calls; /* at least so many are not in the file */
  uint64_t lost_samples;
  uint64_t signals; /* that brought the samples, several each where the system
                       looks at its clock less often than RATE says; 0 if that
                       is not known */

  /* Files of earlier recorders have zeros from here on.  Nanoseconds, since
     the recording began; of all threads.  */
  uint64_t clock;   /* CLOCK_MONOTONIC when it began */
  uint64_t elapsed; /* what passed; 0 while it runs, or if it was killed */
  uint64_t user, system; /* processor time, likewise */
  uint32_t rank; /* of the process in a parallel program, plus 1; 0: none
                          */

  /* Of a sum; else zeros.  The clock of a sum is 1 if ELAPSED is not 0.  */
  uint32_t processes; /* so many were added up */
  uint64_t longest;   /* what passed of one of them */
};

/* At the start of each block.  */
struct live_block
{
  char cookie[LIVE_COOKIE_SIZE]; /* the last that is written of the block */
  uint64_t size;                 /* in bytes, a multiple of the alignment */
  uint32_t kind;   /* and the number of the seat of the threads that have added
                        to the block, or 0, in the bits from LIVE_KIND_BITS on */
  uint32_t thread; /* that adds to the block; 0 if none does any more */
  uint32_t capacity; /* slots of arcs or stacks, or bytes of objects */
  uint32_t used;     /* slots, of arcs perhaps more than there are; of stacks,
                        and bytes of objects, those that are complete */
  uint64_t own[4];   /* of no use to readers */
};

/* CAPACITY of these come first in a block of arcs.  */
struct live_slot
{
  uint64_t self;  /* LIVE_EMPTY, or an address in the callee */
  uint64_t from;  /* an address in the caller, LIVE_SAMPLE or LIVE_SQUARES */
  uint64_t count; /* of calls, or of samples at the address SELF */
};

#define LIVE_EMPTY ((uint64_t)0)
#define LIVE_SAMPLE (~(uint64_t)0)

/* In place of a caller, too: COUNT is the sum of n * (n - 1) over the signals
   that each brought n samples at SELF.  */
#define LIVE_SQUARES (~(uint64_t)0 - 1)

/* CAPACITY of struct live_slot come first in a block of stacks, too, a tree of
   those of one thread.  A slot is a frame with all its callers: SELF is an
   address in the instruction that was sampled, or that calls; FROM is the
   number in this block, from 1, of the caller's slot, which is always lower
   than the slot's own; or LIVE_OUTERMOST or LIVE_LOST.
   COUNT is that of samples whose stack ends there.  The same stack may be in
   several blocks.  */
#define LIVE_OUTERMOST ((uint64_t)0) /* nobody called */
#define LIVE_LOST (~(uint64_t)0)     /* nobody knows the caller */

/* Marks in place of SELF.  Frames were left out here, between the outer ones,
   which FROM leads to, and those that have this slot for their caller.  */
#define LIVE_CUT (~(uint64_t)0 - 2)

/* FROM is the slot of an instruction that was sampled; COUNT is that of its
   samples directly behind a system call, which its own count lacks.  */
#define LIVE_SYSTEM (~(uint64_t)0 - 3)

/* Waits in function F (model/wait_functions.h): SELF is LIVE_WAIT + F +
   LIVE_WAIT_STEP times an enum live_wait, which says what COUNT is.  FROM is the
   slot of the instruction that called the function; LIVE_LOST where nobody
   knows it.  Nothing has such a slot for its caller.  */
#define LIVE_WAIT ((uint64_t)0 - 0x4000)

enum live_wait
{
  LIVE_WAIT_COUNT,
  LIVE_WAIT_TIME,    /* nanoseconds of all of them */
  LIVE_WAIT_LONGEST, /* nanoseconds of one: not a sum */
  LIVE_WAIT_KINDS,
  LIVE_WAIT_STEP = 0x1000
};

/* An address in an object that is no longer loaded: this bit, the number of
   the object, and the offset from the object's start.  */
#define LIVE_GONE ((uint64_t)1 << 63)

enum
{
  LIVE_OFFSET_BITS = 40
};

#define LIVE_CLOSED ((uint32_t)1 << 31)

/* This comes first in a block of a seat: what is known of the threads that had
   it, one after the other, and that began with the same function.  CAPACITY of
   struct live_short follow: element F has the waits in function F that were too
   short to have stacks.  Clocks are CLOCK_MONOTONIC in nanoseconds.  */
enum
{
  LIVE_NAME_SIZE = 16
};

struct live_thread
{
  uint64_t start; /* address of the function that they began with; 0 for the
                     first thread of the process, or if it is not known */
  char name[LIVE_NAME_SIZE];   /* with a zero byte; of several what their names
                                begin with */
  uint32_t number;             /* of this seat */
  uint32_t count;              /* of the threads */
  uint64_t elapsed, processor; /* nanoseconds of those that have ended */
  uint64_t began;    /* clock: of the one that goes on; 0: it has ended */
  uint64_t waits;    /* clock: it waits since then; 0: it does not, */
  uint64_t from;     /* called from this address, */
  uint32_t function; /* in this function */
  uint32_t spare;
  uint64_t own[2]; /* of no use to readers */
};

struct live_short
{
  uint64_t count, time; /* time in nanoseconds */
};

/* These make a block of objects, one after the other, from the newest block
   the newest.  An address belongs to the object with the largest number of
   those that cover it and are not closed.  */
struct live_object
{
  uint32_t size;       /* of all this, a multiple of 8 */
  uint32_t number;     /* with the bit LIVE_CLOSED while it is not loaded */
  uint64_t start, end; /* of the memory that the object takes */
  uint64_t bias;       /* what was added to the addresses in its file */
  uint32_t build_id_size;
  uint32_t name_size; /* with a zero byte after it */
  /* The build-id and the name follow.  */
};

#endif
