/* state.h - what the recorder knows of its process.
   SPDX-License-Identifier: 0BSD

   A recorder is part of a program that it must not disturb, and works within
   signal handlers and in the middle of any function; so its state is in plain
   memory of its own, and nothing of it is ever freed.  */

#ifndef RECORDER_STATE_H
#define RECORDER_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/live_format.h"
#include "recorder/machine.h"

enum
{
  EVENTS_MOST = 64, /* threads that have perf events at the same time */
  PATH_SIZE = 4096,
  PARTS_MOST = 1024
};

struct block;

/* A part of the live file that is mapped, and what its block has that is needed
   to go on if somebody cuts the file short.  */
struct part
{
  char *start;
  uint64_t size;
  struct block *next;
  uint32_t kind, capacity, mask;
  uint16_t shift;
};

/* What stands for the start of object NUMBER while it is closed.  */
static inline uint64_t
live_gone (uint32_t number)
{
  return LIVE_GONE | (uint64_t)number << LIVE_OFFSET_BITS;
}

/* What the live file is: there is none yet, one thread makes it, it is there,
   or none can be.  */
enum live_phase
{
  LIVE_NOT_YET,
  LIVE_IN_THE_MAKING,
  LIVE_THERE,
  LIVE_IMPOSSIBLE
};

/* Everything that belongs to one process.  The system clears it in a child
   that was forked, by whatever means (MADV_WIPEONFORK); so a child never adds
   to the file of its parent.  */
struct state
{
  /* Calls and samples are recorded.  The entry points read it: the first
     byte.  */
  unsigned char is_on;
  unsigned char is_off_by_program; /* moncontrol (0) */
  unsigned char is_child;          /* of a process that recorded, by fork */
  uint32_t has_begun; /* of a size that all machines exchange at once */
  uint32_t process;

  struct block *blocks;   /* all, also those outside the file */
  uint32_t next_page;     /* of the live file */
  uint32_t phase;         /* enum live_phase */
  int descriptor;         /* of the live file; -1 if there is none */
  uint64_t device, inode; /* of the live file */
  struct live_header *header;
  struct part parts[PARTS_MOST];
  uint32_t part_count; /* also beyond PARTS_MOST */
  uint32_t is_mending; /* a thread */
  char *aside; /* a part of the live file for a sandbox, of which so many bytes
                  are used and there */
  uint32_t aside_used, aside_size;
  uint32_t lacks;                     /* as in the header */
  uintptr_t lost_calls, lost_samples; /* as in the header, */
  uintptr_t signals;                  /* likewise */

  uint64_t own_stacks_taken; /* by threads: a bit for each */

  uint32_t scanning;  /* a thread looks at the objects */
  uint32_t published; /* bytes of objects that are in the live file */
  uint32_t unknown;   /* addresses that were in no object */
  uint32_t seats;     /* that threads have had */
  uint64_t clock;     /* when the recording began; as in the header */

  int timer; /* of the whole process, or of the thread below until it has a
                table; -1 if there is none */
  uint32_t timer_thread;
  unsigned char has_threads; /* there are more than one, or may be */
  uintptr_t unseen;          /* microseconds of threads that have ended */

  void *events[EVENTS_MOST]; /* pages of perf events; null: free */

  uint32_t writer;  /* the thread that writes the profiles; 0 if none */
  uint64_t written; /* the sum of all counts when they were written */

  uint64_t error_device, error_inode; /* of standard error at the start */
  uint32_t live_stem; /* bytes of the path before the process's number, if the
                         number is dropped at the end */
  char live_path[PATH_SIZE];

  /* Paths that the writer makes: not on its stack, which may be small.  */
  char name[PATH_SIZE], other_name[PATH_SIZE];
};

/* Padded so that nothing else is cleared with it.  */
union state_pages
{
  struct state state;
  char pages[(sizeof (struct state) / LARGEST_PAGE + 1) * LARGEST_PAGE];
};

extern union state_pages gprofh_state;
#define STATE (&gprofh_state.state)

/* What a forked child inherits and gives back: not cleared in children.  */
struct inheritance
{
  struct block *blocks; /* as in the state, perhaps less the newest */
  struct live_header *header;
  int descriptor;
  uint64_t device, inode;
  struct block *left; /* of an earlier generation */
  uint64_t left_size;
  bool is_sandboxed; /* all threads are; see gprofh_is_sandboxed */
};

extern struct inheritance gprofh_inheritance;

/* This thread, and those that it starts, are in a sandbox.  */
extern __thread bool gprofh_thread_is_sandboxed
    __attribute__ ((tls_model ("initial-exec"), visibility ("hidden")));

/* Is the caller to make no system call that the program does not make?  */
static inline bool
gprofh_is_sandboxed (void)
{
  return gprofh_thread_is_sandboxed || gprofh_inheritance.is_sandboxed;
}

enum timer_choice
{
  TIMER_AUTO,
  TIMER_PROCESS,
  TIMER_THREAD,
  TIMER_PERF, /* likewise, and events */
  TIMER_NONE
};

enum live_choice
{
  LIVE_KEEP,
  LIVE_REMOVE, /* when the program ends as usual */
  LIVE_NONE
};

/* What was found out when the program started; constant after that, and the
   same in children.  */
struct settings
{
  unsigned char is_ready; /* the rest is; the entry points read this byte */
  bool is_secure;         /* the environment is not to be trusted */
  bool wants_all;         /* also of programs without calls to count */
  bool lacks_plain;       /* no plain profiles are wanted */
  bool has_stacks;        /* samples have stacks */
  bool wants_waits;       /* waits are to be measured, */
  bool lacks_waits;       /* or are not, */
  bool has_waits;         /* and they are: the library for them is there */
  bool is_misread;        /* GPROF_HELPER has a word that means nothing */
  uint32_t page;
  uint32_t rate;
  uint32_t signal;     /* 0: whichever is free */
  uint32_t rank;       /* as in the header of the live file */
  uint32_t least_wait; /* microseconds of one that has a stack */
  enum timer_choice timer;
  enum live_choice live;
  bool has_prefix;
  uint64_t low, high; /* the code that the start code wants profiled; 0 if it
                         has not asked */
  char program[64];   /* the name, for messages */
  char prefix[PATH_SIZE]; /* a copy of GMON_OUT_PREFIX */
};

extern struct settings gprofh_settings;

/* The page that BYTES end in, as bytes.  */
static inline uint64_t
page_up (uint64_t bytes)
{
  return (bytes + gprofh_settings.page - 1) / gprofh_settings.page
         * gprofh_settings.page;
}

#endif
