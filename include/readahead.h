/* readahead.h - files that are read before they are asked for.

   The files of a list are handed out one after the other, in its order.  If
   they are many, threads have meanwhile read the next ones.  Threads only read
   ordinary files into memory: they judge nothing, report nothing and touch
   nothing else.  A file with which anything is unusual is left to who asks for
   it, so what happens to whom and in which order does not depend on
   threads.  */

#ifndef READAHEAD_H
#define READAHEAD_H

#include <stdbool.h>
#include <stddef.h>

#include "diag.h"
#include "infile.h"

struct readahead;

/* Begin with the COUNT files NAMES, borrowed until readahead_stop.  JOBS is
   how many threads may be at work, the caller's among them, and 0 stands for
   as many as there are cores.  There are never more than 64, and none but the
   caller's if there is little to read or the system has no more.
   STATUS_NO_MEMORY.

   Memory: a few files for each thread, 256 MiB in all; a larger file, which
   would not fit in, is not read ahead.  */
enum status readahead_start (struct readahead **ahead,
                             const char *const *names, size_t count,
                             unsigned jobs, struct diag *diag);

/* The next file, valid until the next call.  True: it was loaded whole.
   False: it was not, and *INFILE is ready for infile_reopen.  To be called
   COUNT times at most, by the thread that began.  */
bool readahead_next (struct readahead *ahead, struct infile **infile);

/* How many threads there are besides the caller's.  */
size_t readahead_threads (const struct readahead *ahead);

/* End the threads and release all; AHEAD may be null.  */
void readahead_stop (struct readahead *ahead);

#endif
