/* gzip.h - the gzip format (RFC 1952), written as it comes to be.

   Data is stored and not compressed (RFC 1951, 3.2.4): the same input is the
   same file whatever library there is, and formats that have to be in this
   one are small.  */

#ifndef GZIP_H
#define GZIP_H

#include <stddef.h>
#include <stdint.h>

#include "base/output.h"

enum
{
  GZIP_BLOCK_MOST = 65535 /* bytes of a block that is stored */
};

struct gzip
{
  struct output *output;
  uint32_t crc, length; /* of all bytes so far; modulo 2^32 */
  size_t used;
  unsigned char block[GZIP_BLOCK_MOST];
};

/* Begin a file without a name or a date on OUTPUT.  */
void gzip_start (struct gzip *gzip, struct output *output);

void gzip_bytes (struct gzip *gzip, const unsigned char *bytes, size_t count);

void gzip_end (struct gzip *gzip);

#endif
