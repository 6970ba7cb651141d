/* reading.h - reading memory that may not be there: stacks hold anything.
   SPDX-License-Identifier: 0BSD

   A page is looked at with a system call before it is read, once as long as a
   window covers it.  Another thread may take it away in that moment; no thread
   does so with the stack of one that runs, or the code that it executes.  */

#ifndef RECORDER_READING_H
#define RECORDER_READING_H

#include <stdbool.h>
#include <stdint.h>

/* The memory from LOW to HIGH, excluding HIGH, was found readable, by so many
   system calls, of which there may be 128.  All zeros at first.  */
struct window
{
  uintptr_t low, high;
  uint32_t probes;
};

/* Find out how this system says that memory cannot be read, which IS_EMULATED
   by valgrind or is not: false if no way works; then nothing can be read.  */
bool gprofh_can_read (bool is_emulated);

/* Are the SIZE bytes AT there?  A system call for each page beyond WINDOW.  */
bool gprofh_is_there (struct window *window, uintptr_t at, uintptr_t size);

/* Read the aligned word AT: false if it is not there.  */
bool gprofh_read (struct window *window, uintptr_t at, uintptr_t *word);

/* Read SIZE bytes AT, at most 8, as a number, the lowest byte first.  */
bool gprofh_read_bytes (struct window *window, uintptr_t at, unsigned size,
                        uint64_t *number);

#endif
