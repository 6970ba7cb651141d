/* test_gzip.c - gzip files whose data is stored (R15.49), and binary formats
   on terminals (R15.7).  */

#include "config.h"

#include "base/gzip.h"

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "capture.h"
#include "output/formats.h"
#include "tap.h"

/* COUNT bytes at BYTES, the lowest first.  */
static uint32_t
little (const char *bytes, size_t count)
{
  uint32_t value = 0;
  while (count-- > 0)
    value = value << 8 | (unsigned char)bytes[count];
  return value;
}

/* Write COUNT bytes of DATA in two parts; to be freed.  */
static char *
write_file (const char *data, size_t count, size_t *size)
{
  struct capture capture;
  struct gzip *gzip = array_new (1, sizeof *gzip);
  const unsigned char *bytes = (const unsigned char *)data;
  capture_start (&capture);
  gzip_start (gzip, &capture.output);
  gzip_bytes (gzip, bytes, count / 3);
  gzip_bytes (gzip, bytes + count / 3, count - count / 3);
  gzip_end (gzip);
  free (gzip);
  return capture_end (&capture, size);
}

/* RFC 1952 and RFC 1951, 3.2.4; the remainder of these nine digits is the one
   that is known as the check of CRC-32.  */
static void
test_short (void)
{
  size_t size;
  char *file = write_file ("123456789", 9, &size);
  is_u64 (size, 10 + 5 + 9 + 8, "header, block, end");
  ok (memcmp (file, "\x1f\x8b\x08\0\0\0\0\0\0\xff", 10) == 0,
      "the header has no name and no date");
  ok (memcmp (file + 10,
              "\x01\x09\0\xf6\xff"
              "123456789",
              14)
          == 0,
      "one block, the last, stored");
  is_u64 (little (file + 24, 4), 0xcbf43926, "the remainder");
  is_u64 (little (file + 28, 4), 9, "the length");
  free (file);
}

static void
test_empty (void)
{
  size_t size;
  char *file = write_file ("", 0, &size);
  is_u64 (size, 10 + 5 + 8, "an empty block");
  is_u64 (little (file + 15, 4), 0, "whose remainder is 0");
  free (file);
}

/* Blocks have at most 65,535 bytes.  */
static void
test_long (void)
{
  const size_t count = 2 * GZIP_BLOCK_MOST + 5;
  char *data = array_new (count, 1);
  size_t size, at = 10, sum = 0;
  for (size_t i = 0; i < count; i++)
    data[i] = (char)(i * 7 / 3);
  char *file = write_file (data, count, &size);
  for (bool is_last = false; !is_last && at < size;)
    {
      const size_t length = little (file + at + 1, 2);
      is_last = file[at] == 1;
      is_u64 (little (file + at + 3, 2), ~length & 0xffff, "a block of %zu",
              length);
      ok (memcmp (file + at + 5, data + sum, length) == 0, "has the data");
      sum += length;
      at += 5 + length;
    }
  is_u64 (sum, count, "all of it");
  is_u64 (little (file + at + 4, 4), count, "with the length");
  is_u64 (at + 8, size, "and nothing else");
  free (file);
  free (data);
}

static void
test_terminal (void)
{
  struct caught_diag caught;
  struct options options = { .report_format = REPORT_PPROF };
  struct output *output = array_new (1, sizeof *output);
  caught_start (&caught);
  is_u64 (formats_check_output (&options, output, &caught.diag), STATUS_OK,
          "a binary format to a file");
  output->to_terminal = true;
  is_u64 (formats_check_output (&options, output, &caught.diag),
          STATUS_UNSUPPORTED, "but not to a terminal");
  options.report_format = REPORT_FOLDED;
  is_u64 (formats_check_output (&options, output, &caught.diag), STATUS_OK,
          "text to a terminal");
  caught_release (&caught);
  free (output);
}

int
main (void)
{
  test_short ();
  test_empty ();
  test_long ();
  test_terminal ();
  return done ();
}
