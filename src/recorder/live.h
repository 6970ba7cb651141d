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

/* Set SIZE bytes of the file aside for blocks in a sandbox, whole pages: false
   if it is not there.  */
bool gprofh_live_set_aside (uint64_t size);

/* Note that this process, a child in a sandbox, does not record a call.  */
void gprofh_lose_call_of_child (void);

/* Give back what this process, a new child, has of its parent: the descriptor
   and the memory; but not yet LAST, the table of the parent's thread, as the
   child may have been forked by a signal handler that interrupted it when it
   counted, and go on there.  */
void gprofh_live_give_back (struct block *last);

/* The program ends as usual: complete the file with what is in memory alone,
   and give it its last name, or remove it if so chosen.  What is counted later
   is still added.  Once.  */
void gprofh_live_end (void);

/* The address AT cannot be had: if it is one of the file, which somebody has cut
   short, let there be memory in its place, and nothing in it.  In a signal
   handler.  */
bool gprofh_live_mend (const void *at);

/* Remove the file, as it holds nothing.  */
void gprofh_live_remove (void);

/* Note that the recording lacks what bit LACK of live_header.lacks says.  */
void gprofh_lacks (uint32_t lack);

/* Note that COUNT calls or samples could not be recorded.  */
void gprofh_lose_calls (uint32_t count);
void gprofh_lose_samples (uint32_t count);

#endif
