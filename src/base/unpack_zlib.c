/* unpack_zlib.c - members of gzip files, by zlib.  */

#include "config.h"

#ifdef HAVE_ZLIB

#include "unpack_decoder.h"

#include <limits.h>
#include <stdlib.h>
#define ZLIB_CONST
#include <zlib.h>

#include "base/minmax.h"
#include "base/vec.h"

enum
{
  GZIP_FORMAT = 16 + MAX_WBITS /* for inflateInit2: with gzip's header */
};

static enum decoded
result_of (int code, const z_stream *stream, const char **reason)
{
  switch (code)
    {
    case Z_OK:
    case Z_BUF_ERROR: /* no input or no space, and that is no error */
      return DECODED_PART;
    case Z_STREAM_END:
      return DECODED_MEMBER;
    case Z_MEM_ERROR:
      return DECODED_NO_MEMORY;
    default:
      *reason = stream->msg != NULL ? stream->msg : zError (code);
      return DECODED_WRONG;
    }
}

static enum decoded
begin (struct unpack *unpack, const char **reason)
{
  z_stream *stream = unpack->decoder;
  if (stream != NULL)
    return result_of (inflateReset (stream), stream, reason);
  stream = array_new (1, sizeof *stream);
  if (stream == NULL)
    return DECODED_NO_MEMORY;
  const enum decoded result
      = result_of (inflateInit2 (stream, GZIP_FORMAT), stream, reason);
  if (result == DECODED_PART)
    unpack->decoder = stream;
  else
    free (stream);
  return result;
}

static enum decoded
decode (struct unpack *unpack, const char **reason)
{
  z_stream *stream = unpack->decoder;
  const uInt left = (uInt)min_u64 (unpack->left, UINT_MAX);
  const uInt space = (uInt)min_u64 (unpack->space, UINT_MAX);
  stream->next_in = unpack->next;
  stream->avail_in = left;
  stream->next_out = unpack->to;
  stream->avail_out = space;
  const int code = inflate (stream, Z_NO_FLUSH);
  unpack->next = stream->next_in;
  unpack->left -= left - stream->avail_in;
  unpack->to = stream->next_out;
  unpack->space -= space - stream->avail_out;
  return result_of (code, stream, reason);
}

static void
release (void *decoder)
{
  inflateEnd (decoder);
  free (decoder);
}

const struct decoder decoder_zlib = { begin, decode, release };

#endif
