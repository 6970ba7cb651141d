/* threads.h - what is known of each thread, for readers that tell them apart.
   SPDX-License-Identifier: 0BSD

   A thread has a seat, a block of the live file with its name, the function that
   it began with and its time; its tables have the seat's number.  When it has
   ended, the next thread that begins with the same function takes the seat and
   continues the tables, so a program may begin as many as it likes.  In a
   sandbox there are no new seats.  */

#ifndef RECORDER_THREADS_H
#define RECORDER_THREADS_H

#include <stdint.h>

#include "recorder/table.h"

/* The record of a seat, which is behind the header of BLOCK.  */
static inline struct live_thread *
block_seat (struct block *block)
{
  return (struct live_thread *)(void *)(block + 1);
}

/* The waits of SEAT that have no stacks, by their functions.  */
static inline struct live_short *
seat_shorts (struct live_thread *seat)
{
  return (struct live_short *)(void *)(seat + 1);
}

extern __thread struct live_thread *gprofh_this_seat
    __attribute__ ((tls_model ("initial-exec"), visibility ("hidden")));

/* The seat of this thread; null if it has none.  */
static inline struct live_thread *
gprofh_seat (void)
{
  return gprofh_this_seat;
}

/* The same, but THREAD, which is this one, takes a seat first: that of one that
   has ended, or a new one.  */
struct live_thread *gprofh_take_seat (uint32_t thread);

/* The table of SEAT for what KIND of block says, or null; and let it be
   TABLE.  SEAT may be null.  */
struct block *gprofh_seat_table (const struct live_thread *seat,
                                 uint32_t kind);
void gprofh_set_seat_table (struct live_thread *seat, uint32_t kind,
                            struct block *table);

/* This thread is about to begin with FUNCTION.  Only in the shared library.  */
void gprofh_seat_begins (uintptr_t function);

/* This thread ends.  Only in the shared library.  */
void gprofh_seat_ends (void);

/* The process ends: complete the seats of all threads that go on.  */
void gprofh_seats_end (void);

/* The caller is the only thread of a new process, so it has no seat yet.  */
void gprofh_forget_seat (void);

/* CLOCK_MONOTONIC in nanoseconds, by a system call.  */
uint64_t gprofh_clock (void);

#endif
