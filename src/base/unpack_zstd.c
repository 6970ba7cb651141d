/* unpack_zstd.c - frames of zstd files, by libzstd.  */

#include "config.h"

#ifdef HAVE_ZSTD

#include "unpack_decoder.h"

#include <stdlib.h>
#include <string.h>
#include <zstd.h>
#include <zstd_errors.h>

#include "base/vec.h"

enum
{
  HEADER_SIZE = 18 /* of a frame's header, at most */
};

/* The library does not compare the size of the contents with that which the
   header declares where the last block of a frame is empty.  We do.  */
struct zstd
{
  ZSTD_DStream *stream;
  unsigned char header[HEADER_SIZE]; /* the first bytes of the frame */
  size_t header_size;
  uint64_t contents; /* bytes expanded */
};

static enum decoded
result_of (size_t code, const char **reason)
{
  if (!ZSTD_isError (code))
    return code == 0 ? DECODED_MEMBER : DECODED_PART;
  *reason = ZSTD_getErrorName (code);
  return ZSTD_getErrorCode (code) == ZSTD_error_memory_allocation
             ? DECODED_NO_MEMORY
             : DECODED_WRONG;
}

/* The library's own limit for a window is UNPACK_MEMORY, too.  */
static enum decoded
begin (struct unpack *unpack, const char **reason)
{
  if (unpack->decoder == NULL)
    unpack->decoder = array_new (1, sizeof (struct zstd));
  struct zstd *zstd = unpack->decoder;
  if (zstd != NULL && zstd->stream == NULL)
    zstd->stream = ZSTD_createDStream ();
  if (zstd == NULL || zstd->stream == NULL)
    return DECODED_NO_MEMORY;
  zstd->header_size = 0;
  zstd->contents = 0;
  const size_t code = ZSTD_initDStream (zstd->stream);
  return ZSTD_isError (code) ? result_of (code, reason) : DECODED_PART;
}

/* Keep what belongs to the header of the SIZE bytes of input at DATA.  */
static void
keep_header (struct zstd *zstd, const unsigned char *data, size_t size)
{
  const size_t missing = HEADER_SIZE - zstd->header_size;
  const size_t taken = size < missing ? size : missing;
  memcpy (zstd->header + zstd->header_size, data, taken);
  zstd->header_size += taken;
}

/* Whether the frame, which has ended, has the contents that it declares.  */
static bool
is_whole (const struct zstd *zstd)
{
  const unsigned long long declared
      = ZSTD_getFrameContentSize (zstd->header, zstd->header_size);
  return declared == ZSTD_CONTENTSIZE_UNKNOWN || declared == zstd->contents;
}

static enum decoded
decode (struct unpack *unpack, const char **reason)
{
  struct zstd *zstd = unpack->decoder;
  /* The library decodes a frame that is there as a whole in another way, and
     accepts other damage.  The same file must always get the same answer, so
     no frame is there as a whole.  */
  const bool is_first = zstd->header_size == 0 && unpack->left > 1;
  ZSTD_inBuffer in = { unpack->next, is_first ? 1 : unpack->left, 0 };
  ZSTD_outBuffer out = { unpack->to, unpack->space, 0 };
  const size_t code = ZSTD_decompressStream (zstd->stream, &out, &in);
  keep_header (zstd, unpack->next, in.pos);
  zstd->contents += out.pos;
  unpack->next += in.pos;
  unpack->left -= in.pos;
  unpack->to += out.pos;
  unpack->space -= out.pos;
  const enum decoded result = result_of (code, reason);
  if (result != DECODED_MEMBER || is_whole (zstd))
    return result;
  *reason = ZSTD_getErrorString (ZSTD_error_corruption_detected);
  return DECODED_WRONG;
}

static void
release (void *decoder)
{
  struct zstd *zstd = decoder;
  ZSTD_freeDStream (zstd->stream);
  free (zstd);
}

const struct decoder decoder_zstd = { begin, decode, release };

#endif
