/* life.h - begin and end of the recording, and processes that are forked.
   SPDX-License-Identifier: 0BSD

   A program that is linked with -pg begins in __monstartup, which its start
   code calls; any other when it first calls a function compiled with -pg.
   What counts nothing leaves nothing.  */

#ifndef RECORDER_LIFE_H
#define RECORDER_LIFE_H

#include <stdbool.h>
#include <stdint.h>

#include "recorder/machine.h"

/* A call came while nothing is recorded: begin, if that was never done in this
   process, and count it.  The entry points call this only if the settings are
   ready.  */
SAVES_REGISTERS void gprofh_wake (uintptr_t from, uintptr_t self);

/* The process ends: write the profiles.  IS_SIGNAL_SAFE: it may have been
   interrupted anywhere, also within the C library.  */
void gprofh_end (bool is_signal_safe);

/* Write the profiles, if anything was counted since the last time.  Signals may
   come.  */
void gprofh_write_so_far (void);

/* GMON_OUT_PREFIX as it was at the start; null if it was not set or is not
   trusted.  */
const char *gprofh_prefix (void);

#endif
