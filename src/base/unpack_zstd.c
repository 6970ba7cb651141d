/* unpack_zstd.c - frames of zstd files, by libzstd.  */

#include "config.h"

#ifdef HAVE_ZSTD

#include "unpack_decoder.h"

#include <zstd.h>
#include <zstd_errors.h>

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
    unpack->decoder = ZSTD_createDStream ();
  if (unpack->decoder == NULL)
    return DECODED_NO_MEMORY;
  const size_t code = ZSTD_initDStream (unpack->decoder);
  return ZSTD_isError (code) ? result_of (code, reason) : DECODED_PART;
}

static enum decoded
decode (struct unpack *unpack, const char **reason)
{
  ZSTD_inBuffer in = { unpack->next, unpack->left, 0 };
  ZSTD_outBuffer out = { unpack->to, unpack->space, 0 };
  const size_t code = ZSTD_decompressStream (unpack->decoder, &out, &in);
  unpack->next += in.pos;
  unpack->left -= in.pos;
  unpack->to += out.pos;
  unpack->space -= out.pos;
  return result_of (code, reason);
}

static void
release (void *decoder)
{
  ZSTD_freeDStream (decoder);
}

const struct decoder decoder_zstd = { begin, decode, release };

#endif
