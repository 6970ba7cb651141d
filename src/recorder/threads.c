/* threads.c - what is known of each thread.
   SPDX-License-Identifier: 0BSD  */

#include "recorder/threads.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/prctl.h>
#include <time.h>

#include "model/wait_functions.h"
#include "recorder/files.h"
#include "recorder/live.h"
#include "recorder/text.h"

enum
{
  NANOSECONDS = 1000000000,
  TRIES = 16,          /* seats that are looked at for a free one */
  OF_A_THREAD = 4 | 2, /* a clock's number: processor time of a thread */
  PATH_OF_NAME_SIZE = 64
};

__thread struct live_thread *gprofh_this_seat
    __attribute__ ((tls_model ("initial-exec")));

/* The function that it began with; 0 if that is not known.  */
static __thread uintptr_t beginning
    __attribute__ ((tls_model ("initial-exec")));

void
gprofh_forget_seat (void)
{
  gprofh_this_seat = NULL;
}

static uint64_t
time_of (long clock)
{
  struct timespec now = { 0, 0 };
  SYS3 (SYS_clock_gettime, clock, &now, 0);
  return (uint64_t)now.tv_sec * NANOSECONDS + (uint64_t)now.tv_nsec;
}

uint64_t
gprofh_clock (void)
{
  return time_of (CLOCK_MONOTONIC);
}

static uint64_t
processor_time (uint32_t thread)
{
  return time_of ((long)(~(unsigned long)thread << 3 | OF_A_THREAD));
}

struct block *
gprofh_seat_table (const struct live_thread *of, uint32_t kind)
{
  return (struct block *)(uintptr_t)of->own[kind == LIVE_STACKS];
}

void
gprofh_set_seat_table (struct live_thread *of, uint32_t kind,
                       struct block *table)
{
  if (of != NULL)
    of->own[kind == LIVE_STACKS] = (uintptr_t)table;
}

/* ------------------------------------------------------------------- names */

/* Let the name of OF, which others may have had, be what it has in common with
   NAME: of numbers one after the other nothing.  */
static void
add_name (struct live_thread *of, const char *name)
{
  unsigned same = 0;
  if (of->name[0] == '\0')
    {
      gprofh_copy (of->name, name, LIVE_NAME_SIZE);
      of->name[LIVE_NAME_SIZE - 1] = '\0';
      return;
    }
  while (same < LIVE_NAME_SIZE && of->name[same] == name[same]
         && name[same] != '\0')
    same++;
  gprofh_clear (of->name + same, LIVE_NAME_SIZE - same);
}

/* Read the name of THREAD, which is not this one.  */
static void
read_name (uint32_t thread, char *name)
{
  char space[PATH_OF_NAME_SIZE];
  struct text path;
  gprofh_text_start (&path, space, sizeof space);
  gprofh_text_add (&path, "/proc/self/task/");
  gprofh_text_add_number (&path, thread);
  gprofh_text_add (&path, "/comm");
  const int file
      = (int)SYS6 (SYS_openat, AT_FDCWD, space, O_RDONLY | O_CLOEXEC, 0, 0, 0);
  if (file < 0)
    return;
  const long size = SYS3 (SYS_read, file, name, LIVE_NAME_SIZE);
  name[size > 0 ? size - 1 : 0] = '\0';
  gprofh_close (file);
}

static void
note_name (struct live_thread *of, uint32_t thread, bool is_this)
{
  char name[LIVE_NAME_SIZE];
  gprofh_clear (name, sizeof name);
  if (is_this)
    SYS3 (SYS_prctl, PR_GET_NAME, name, 0);
  else
    read_name (thread, name);
  add_name (of, name);
}

/* ------------------------------------------------------------------- seats */

/* Has the thread of BLOCK ended?  */
static bool
is_free (const struct block *block)
{
  const uint32_t thread = __atomic_load_n (&block->thread, __ATOMIC_RELAXED);
  return SYS3 (SYS_tgkill, STATE->process, thread, 0) == -ESRCH;
}

/* The seat of a thread that has ended, now THREAD's; null if none is found
   soon.  */
static struct live_thread *
free_seat (uint32_t thread)
{
  unsigned tries = TRIES;
  struct block *block = __atomic_load_n (&STATE->blocks, __ATOMIC_ACQUIRE);
  for (; block != NULL && tries > 0; block = block->u.own.next)
    {
      uint32_t before = block->thread;
      if (block_kind (block) != LIVE_THREAD)
        continue;
      tries--;
      if (block_seat (block)->start == beginning && before != thread
          && is_free (block)
          && __atomic_compare_exchange_n (&block->thread, &before, thread,
                                          false, __ATOMIC_ACQ_REL,
                                          __ATOMIC_RELAXED))
        return block_seat (block);
    }
  return NULL;
}

static struct live_thread *
new_seat (uint32_t thread)
{
  const uint32_t number
      = __atomic_add_fetch (&STATE->seats, 1, __ATOMIC_RELAXED);
  struct block *block
      = gprofh_block (LIVE_THREAD | number << LIVE_KIND_BITS,
                      sizeof (struct live_thread)
                          + WAIT_FUNCTION_COUNT * sizeof (struct live_short));
  if (block == NULL)
    return NULL;
  block->capacity = WAIT_FUNCTION_COUNT;
  block->thread = thread;
  block_seat (block)->number = number;
  block_seat (block)->start = beginning;
  gprofh_block_publish (block);
  return block_seat (block);
}

struct live_thread *
gprofh_take_seat (uint32_t thread)
{
  if (gprofh_this_seat != NULL || gprofh_is_sandboxed ())
    return gprofh_this_seat;
  struct live_thread *taken = free_seat (thread);
  if (taken == NULL)
    taken = new_seat (thread);
  if (taken == NULL)
    return NULL;
  taken->count++;
#ifdef GPROFH_SHARED
  taken->waits = 0;
  taken->began = thread == STATE->process ? STATE->clock : gprofh_clock ();
  if (taken->name[0] == '\0')
    {
      SYS3 (SYS_prctl, PR_GET_NAME, taken->name, 0);
      taken->spare = 1;
    }
#endif
  return gprofh_this_seat = taken;
}

/* Of the thread of BLOCK, complete what its end decides.  */
static void
complete (struct block *block, uint32_t caller)
{
  struct live_thread *of = block_seat (block);
  const uint32_t thread = block->thread;
  if (of->began == 0 || (thread != caller && is_free (block)))
    return;
  of->elapsed += gprofh_clock () - of->began;
  of->processor += processor_time (thread);
  of->began = 0;
  /* A name that was inherited is only the thread's if it keeps it.  */
  if (of->spare != 0)
    gprofh_clear (of->name, LIVE_NAME_SIZE);
  of->spare = 0;
  note_name (of, thread, thread == caller);
}

void
gprofh_seats_end (void)
{
  const uint32_t caller = (uint32_t)SYS3 (SYS_gettid, 0, 0, 0);
  struct block *block = __atomic_load_n (&STATE->blocks, __ATOMIC_ACQUIRE);
  for (; block != NULL; block = block->u.own.next)
    if (block_kind (block) == LIVE_THREAD)
      complete (block, caller);
}

#ifdef GPROFH_SHARED

static struct block *
block_of (struct live_thread *of)
{
  return (struct block *)(void *)of - 1;
}

void
gprofh_seat_begins (uintptr_t function)
{
  beginning = function;
}

void
gprofh_seat_ends (void)
{
  struct live_thread *seat = gprofh_this_seat;
  if (seat == NULL || gprofh_is_sandboxed ())
    return;
  /* It was cancelled while it waited.  */
  if (seat->waits != 0 && seat->function < WAIT_FUNCTION_COUNT)
    {
      struct live_short *cut = seat_shorts (seat) + seat->function;
      cut->count++;
      cut->time += gprofh_clock () - seat->waits;
      seat->waits = 0;
    }
  complete (block_of (seat), block_of (seat)->thread);
}

#endif
