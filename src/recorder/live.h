/* live.h - the live file: what is counted is in it at once, since the program
   counts in memory that is mapped from it.
   SPDX-License-Identifier: 0BSD

   All of this is safe in signal handlers, and uses no function of the C
   library.  */

#ifndef RECORDER_LIVE_H
#define RECORDER_LIVE_H

#include <stdbool.h>
#include <stdint.h>

#include "recorder/table.h"

/* A block of KIND with at least BYTES after its header, all zeros: in the live
   file, which is made if there is none yet, or else in memory alone.  Null if
   there is no memory.  The caller completes the header and then calls
   gprofh_block_publish.  */
struct block *gprofh_block (uint32_t kind, uint64_t bytes);

/* Make BLOCK one that readers see, and add it to STATE->blocks.  */
void gprofh_block_publish (struct block *block);

/* The program ends as usual: complete the file with what is in memory alone,
   and give it its last name, or remove it if so chosen.  What is counted later
   is still added.  Once.  */
void gprofh_live_end (void);

/* Remove the file, as it holds nothing.  */
void gprofh_live_remove (void);

/* Note that the recording lacks what bit LACK of live_header.lacks says.  */
void gprofh_lacks (uint32_t lack);

/* Note that COUNT calls or samples could not be recorded.  */
void gprofh_lose_calls (uint32_t count);
void gprofh_lose_samples (uint32_t count);

#endif
