/* fuzz_packed.c - compressed files.

   Input: a byte, odd for reading in one step instead of many; the rest is the
   file.  Whether it is expanded piece by piece or after it was loaded whole, the
   result must be the same.  Only libzstd, which decodes a frame that is there
   as a whole in another way, may find damage in one of the two.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/infile.h"
#include "fuzz.h"

enum
{
  LIMIT = 16 * INFILE_UNIT /* expanded bytes that are looked at */
};

/* The libraries' own limit, beside what the harness allows.  */
const int64_t fuzz_more_memory = (int64_t)2 * UNPACK_MEMORY;

/* Expand the file NAME in steps of STEP bytes.  */
static enum status
expand (struct infile *infile, const char *name, size_t step)
{
  struct diag diag = { .program = "fuzz", .stream = nowhere () };
  enum status status = infile_open (infile, name, PACKING_ENOUGH, &diag);
  if (status == STATUS_OK)
    status = infile_unpack (infile, PACKING_ENOUGH, &diag);
  for (size_t wanted = step; status == STATUS_OK && wanted <= LIMIT;
       wanted += step)
    status = infile_read_on (infile, wanted, &diag);
  if ((status == STATUS_OK) != (diag.status == STATUS_OK))
    abort ();
  diag_report (&diag);
  diag_release (&diag);
  return status;
}

void
fuzz_one (struct input input)
{
  const size_t step = input_u8 (&input) & 1 ? LIMIT : LIMIT / 256;
  const bool is_zstd = packing_of (input.next, input.left) == PACKING_ZSTD;
  char name[FILE_NAME_SIZE];
  const int fd = memory_file (input, name);
  struct infile pieces = { 0 }, whole = { 0 };
  struct packed packed = { 0 };
  const enum status status = expand (&pieces, name, step);
  const bool ends = status == STATUS_OK && pieces.size < LIMIT;
  const bool loaded = infile_load (&whole, name, true, LIMIT, &packed);
  if (pieces.is_packed && loaded != ends && !is_zstd)
    abort ();
  if (loaded && ends
      && (whole.size != pieces.size
          || (whole.size > 0
              && memcmp (whole.data, pieces.data, whole.size) != 0)))
    abort ();
  infile_release (&pieces);
  infile_release (&whole);
  packed_release (&packed);
  close (fd);
}
