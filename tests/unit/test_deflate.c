/* test_deflate.c - output that is compressed (R15.49, R15.83), and binary
   formats on terminals (R15.7).  */

#include "config.h"

#include "base/deflate.h"

#include <stdlib.h>
#include <string.h>

#include "base/unpack.h"
#include "base/memory.h"
#include "capture.h"
#include "output/formats.h"
#include "tap.h"

/* COUNT bytes that cannot be compressed much; to be freed.  */
static char *
make_data (size_t count)
{
  char *data = array_new (count, 1);
  uint32_t random = 1;
  for (size_t i = 0; i < count; i++)
    data[i] = (char)((random = random * 1103515245 + 12345) >> 24);
  return data;
}

/* What becomes of COUNT bytes of DATA that are written in two parts; to be
   freed.  */
static char *
compress_data (const char *data, size_t count, enum deflate_form form,
               size_t *size)
{
  struct capture capture;
  capture_start (&capture);
  struct output *output = deflate_start (&capture.output, form);
  if (output == NULL)
    helper_failed ("deflate_start", "no memory");
  output_bytes (output, data, count / 3);
  output_bytes (output, data + count / 3, count - count / 3);
  deflate_end (output);
  return capture_end (&capture, size);
}

/* It expands to what it was; without zlib it is that.  */
static void
test_gzip (size_t count)
{
  struct caught_diag caught;
  struct unpack unpack = { 0 };
  size_t size;
  char *data = make_data (count), *expanded = array_new (count + 1, 1);
  char *file = compress_data (data, count, DEFLATE_GZIP, &size);
#ifdef HAVE_ZLIB
  ok (size > 18 && memcmp (file, "\x1f\x8b\x08\0\0\0\0\0", 8) == 0,
      "the header has no name and no date");
  caught_start (&caught);
  unpack_start (&unpack, packing_of ((unsigned char *)file, size));
  unpack.next = (unsigned char *)file;
  unpack.left = size;
  unpack.is_last = true;
  unpack.to = (unsigned char *)expanded;
  unpack.space = count + 1;
  is_u64 (unpack_run (&unpack, "file", &caught.diag), STATUS_OK, "it expands");
  ok (unpack.at_end, "all of it");
  is_u64 (unpack.space, 1, "to %zu bytes", count);
  ok (memcmp (expanded, data, count) == 0, "which are the same");
  unpack_release (&unpack);
  caught_release (&caught);
#else
  (void)caught;
  (void)unpack;
  ok (size == count && memcmp (file, data, count) == 0,
      "it is not compressed");
#endif
  free (file);
  free (expanded);
  free (data);
}

/* However much it is, it is one text, padded only at the end.  */
static void
test_base64 (void)
{
#ifdef HAVE_ZLIB
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                               "abcdefghijklmnopqrstuvwxyz0123456789+/";
  size_t size;
  char *data = make_data (300000);
  char *text = compress_data (data, 300000, DEFLATE_BASE64, &size);
  const size_t used = strspn (text, digits);
  ok (size > 400000 && size % 4 == 0, "a third more");
  ok (size - used < 3 && strspn (text + used, "=") == size - used,
      "padded at the end");
  /* 'x': the method is deflate, the window 32 KiB (RFC 1950).  */
  ok (text[0] == 'e', "in the form of zlib");
  free (text);
  free (data);
#endif
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
  test_gzip (0);
  test_gzip (1);
  test_gzip (300000);
  test_base64 ();
  test_terminal ();
  return done ();
}
