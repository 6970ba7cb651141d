/* gzip.c - the gzip format (RFC 1952).  */

#include "config.h"

#include "base/gzip.h"

#include <string.h>

/* CRC, the remainder so far, with COUNT more bytes; four bits at a time.  */
static uint32_t
add_to_crc (uint32_t crc, const unsigned char *bytes, size_t count)
{
  /* The remainders of all half bytes, for the polynomial 0xedb88320.  */
  static const uint32_t remainders[16]
      = { 0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac,
          0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c,
          0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
          0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c };
  for (size_t i = 0; i < count; i++)
    {
      crc ^= bytes[i];
      crc = crc >> 4 ^ remainders[crc & 15];
      crc = crc >> 4 ^ remainders[crc & 15];
    }
  return crc;
}

/* VALUE in BYTES bytes, the lowest one first.  */
static void
put_little (struct output *output, uint32_t value, unsigned bytes)
{
  for (unsigned i = 0; i < bytes; i++)
    output_char (output, (char)(value >> 8 * i & 0xff));
}

static void
write_block (struct gzip *gzip, bool is_last)
{
  const uint32_t size = (uint32_t)gzip->used;
  output_char (gzip->output, is_last ? 1 : 0);
  put_little (gzip->output, size, 2);
  put_little (gzip->output, ~size, 2);
  output_bytes (gzip->output, (const char *)gzip->block, gzip->used);
  gzip->used = 0;
}

void
gzip_start (struct gzip *gzip, struct output *output)
{
  /* The method, no flags, no time, nothing on the speed, an unknown
     system.  */
  static const char header[10] = { 0x1f, '\x8b', 8, 0, 0, 0, 0, 0, 0, '\xff' };
  gzip->output = output;
  gzip->crc = UINT32_MAX;
  gzip->length = 0;
  gzip->used = 0;
  output_bytes (output, header, sizeof header);
}

void
gzip_bytes (struct gzip *gzip, const unsigned char *bytes, size_t count)
{
  gzip->crc = add_to_crc (gzip->crc, bytes, count);
  gzip->length += (uint32_t)count;
  while (count > 0)
    {
      if (gzip->used == GZIP_BLOCK_MOST)
        write_block (gzip, false);
      const size_t left = GZIP_BLOCK_MOST - gzip->used;
      const size_t part = count < left ? count : left;
      memcpy (gzip->block + gzip->used, bytes, part);
      gzip->used += part;
      bytes += part;
      count -= part;
    }
}

void
gzip_end (struct gzip *gzip)
{
  write_block (gzip, true);
  put_little (gzip->output, ~gzip->crc, 4);
  put_little (gzip->output, gzip->length, 4);
}
