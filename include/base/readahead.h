/* readahead.h - files that are read before they are asked for.

   The files of a list are handed out in its order.  If they are many, threads
   have meanwhile read the next ones.  A file with which anything is unusual is
   left to the caller, so messages do not depend on threads.  Nor do failures:
   when memory or descriptors run out, all that was read ahead is released
   first.  */

#ifndef READAHEAD_H
#define READAHEAD_H

#include <stdbool.h>
#include <stddef.h>

#include "base/infile.h"

struct readahead;

/* What the files that are read ahead may take, with all that goes with them
   less than 256 million bytes.  */
#define READAHEAD_MEMORY ((size_t)240 << 20)

/* Begin with the COUNT files NAMES, borrowed until readahead_stop.  REGULAR,
   borrowed likewise, is for each what infile_load is told; null stands for
   false.  JOBS is how many threads may be at work, the caller's among them; 0:
   as many as there are cores.  There are never more than 64, and none but the
   caller's if there is little to read, or threads or descriptors are scarce.

   MEMORY, in bytes, is shared out in equal parts, a few for each thread; a file
   that is larger than that is not read ahead.  Until readahead_stop there is a
   relief: it ends the threads and releases all but the file in the caller's
   hands; the rest of the files is then left to him.  */
struct readahead *readahead_start (const char *const *names,
                                   const bool *regular, size_t count,
                                   unsigned jobs, size_t memory);

/* The next file, valid until the next call.  True: it was loaded whole.
   False: it was not, and *INFILE is ready for infile_reopen.  To be called
   COUNT times at most, by the thread that began.  */
bool readahead_next (struct readahead *ahead, struct infile **infile);

/* How many threads there are besides the caller's.  */
size_t readahead_threads (const struct readahead *ahead);

/* End the threads and release all; AHEAD may be null.  */
void readahead_stop (struct readahead *ahead);

#endif
