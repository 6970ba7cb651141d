/* infile.h - an input file read whole, in two steps, without seeking.

   The first step brings enough bytes to tell what the file is; only a file
   that somebody recognises is read to its end, so an endless device or pipe
   of something else is refused at once.  Who wants it gets what a compressed
   file expands to, in the same two steps.  */

#ifndef INFILE_H
#define INFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/filemark.h"
#include "base/unpack.h"

/* The compressed bytes of a file.  Zeroed, it owns nothing.  */
struct packed
{
  struct unpack unpack;
  unsigned char *data; /* those read last, or all */
  size_t capacity;
  bool mapped;
};

struct infile
{
  const char *name; /* as given; "-" is standard input; borrowed */
  unsigned char *data;
  size_t size; /* bytes read, and expanded, so far */
  size_t capacity;
  uintmax_t forgotten;  /* bytes before these, see infile_next */
  uintmax_t known_size; /* of an ordinary file when it was opened, or 0; 0 if
                           it is compressed, too */
  struct filemark mark; /* of such a file, likewise */
  int fd;
  int error;    /* the errno value of a read that failed, or 0 */
  bool regular; /* an ordinary file, which has an end */
  bool at_end;
  bool mapped;    /* DATA is a mapping of its own, made by infile_load */
  bool is_packed; /* the file is compressed, and DATA what it expands to */
  struct packed packed; /* used if it is */
};

/* Open NAME and read at least WANTED bytes, or all if there are fewer.  Like
   the other functions that take a diag, it asks that for relief when memory or
   descriptors run out.  */
enum status infile_open (struct infile *infile, const char *name,
                         size_t wanted, struct diag *diag);

/* The same for an INFILE that is zeroed or was used before, whose file is
   closed and whose buffer is used again.  */
enum status infile_reopen (struct infile *infile, const char *name,
                           size_t wanted, struct diag *diag);

/* If INFILE, of which PACKING_ENOUGH bytes were read, or all, is compressed, go
   on, here and in the other functions, with what it expands to, of which WANTED
   bytes are read then, or all.  STATUS_FORMAT if that is compressed again;
   otherwise as infile_read_on and unpack_run.  */
enum status infile_unpack (struct infile *infile, size_t wanted,
                           struct diag *diag);

/* Read the whole file NAME into INFILE, which is as infile_reopen wants it, if
   it is an ordinary file of 1 to LIMIT - 1 bytes and all goes well; a compressed
   one is expanded, if that makes less than LIMIT bytes, and kept in PACKED,
   zeroed or used before, meanwhile.  Otherwise false, without a message, and
   infile_reopen can still read the file: no pipe or device is opened.  REGULAR:
   somebody found out that it is an ordinary file; else that is checked here.

   For any thread: the memory comes from the kernel, since the C library would
   set up a heap for each thread, 64 MiB of addresses; only libraries that
   expand files take theirs from the C library.  A buffer has at most LIMIT
   bytes, rounded up to a multiple of INFILE_UNIT, and INFILE_SPARE bytes
   of addresses are left for others when it is made.  */
bool infile_load (struct infile *infile, const char *name, bool regular,
                  size_t limit, struct packed *packed);

/* Free what PACKED owns.  */
void packed_release (struct packed *packed);

enum
{
  INFILE_UNIT = 64 << 10, /* a multiple of every machine's page */
  INFILE_SPARE = 1 << 20
};

/* Give back what the buffer of a loaded INFILE has behind the file's end.  */
void infile_trim (struct infile *infile);

/* What is read at most of a pipe or device, which may never end, and what a
   compressed file may expand to.  */
#define INFILE_MOST (UINTMAX_C (512) << 20)

/* Read on until SIZE reaches WANTED or the file ends.  STATUS_FORMAT for a
   pipe, a device or a compressed file that brings more than INFILE_MOST.  */
enum status infile_read_on (struct infile *infile, size_t wanted,
                            struct diag *diag);

/* Forget what was read and read on, at most WANTED bytes: SIZE is 0 behind the
   end.  STATUS_FORMAT likewise, for all bytes together.  */
enum status infile_next (struct infile *infile, size_t wanted,
                         struct diag *diag);

/* Read what is left.  STATUS_FORMAT as above.  */
enum status infile_finish (struct infile *infile, struct diag *diag);

/* Close the file; what was read of it stays.  */
void infile_close (struct infile *infile);

/* Close and free; safe on a zeroed struct.  */
void infile_release (struct infile *infile);

#endif
