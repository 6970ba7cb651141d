/* unpack.h - compressed data, expanded piece by piece.

   Reads what gzip, xz and zstd write: one member or several, one after the
   other, with zeros between and behind them as padding.  Libraries do the
   work; one that a build lacks is named where a file needs it.  */

#ifndef UNPACK_H
#define UNPACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"

enum packing
{
  PACKING_NONE,
  PACKING_GZIP,
  PACKING_XZ,
  PACKING_ZSTD,
  PACKINGS
};

enum
{
  PACKING_ENOUGH = 6 /* bytes from the start that identify any packing */
};

/* What a library may take for one member, in bytes: as much as xz -9 and zstd
   --long need, but less than their formats allow.  */
#define UNPACK_MEMORY ((size_t)128 << 20)

/* How the file is compressed that begins with the SIZE bytes at DATA.  */
enum packing packing_of (const unsigned char *data, size_t size);

/* Zeroed, it owns nothing.  */
struct unpack
{
  enum packing packing;
  const unsigned char *next; /* the input that is there; borrowed */
  size_t left;               /* its bytes */
  bool is_last;              /* none follow them */
  uint64_t used;             /* bytes of input before NEXT */
  unsigned char *to;         /* where the output goes; borrowed */
  size_t space;              /* bytes free there */
  bool between;              /* no member is begun */
  bool at_end;               /* all was expanded */
  void *decoder;             /* the library's, for PACKING; owned */
};

/* Begin with data that is in PACKING.  What was used before for the same
   packing is used again.  The caller then sets input and output.  */
void unpack_start (struct unpack *unpack, enum packing packing);

/* Expand until there is no space, or no input, or the end is reached.  FILE is
   for messages, whose places are offsets in the input.  STATUS_FORMAT if the
   input is damaged, ends too early or goes on with something else;
   STATUS_UNSUPPORTED without the library, STATUS_NO_MEMORY.  Any thread may
   call this if DIAG holds a failure already.  */
enum status unpack_run (struct unpack *unpack, const char *file,
                        struct diag *diag);

void unpack_release (struct unpack *unpack);

#endif
