/* unpack.c - compressed data, expanded by zlib, liblzma and libzstd.

   A file is one member after the other.  The libraries expand one member each;
   what stands between members is looked at here.  */

#include "config.h"

#include "base/unpack.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#ifdef HAVE_ZLIB
#define ZLIB_CONST
#include <zlib.h>
#endif
#ifdef HAVE_LZMA
#include <lzma.h>
#endif
#ifdef HAVE_ZSTD
#include <zstd.h>
#include <zstd_errors.h>
#endif

#include "base/i18n.h"
#include "base/memory.h"
#include "base/minmax.h"

enum decoded
{
  DECODED_PART, /* or nothing, without input or space */
  DECODED_MEMBER,
  DECODED_WRONG, /* *REASON is the library's, in its language */
  DECODED_NO_MEMORY
};

/* What each library does.  */
struct decoder
{
  /* Begin a member.  UNPACK's decoder is null for the first time.
     DECODED_PART or a failure.  */
  enum decoded (*begin) (struct unpack *unpack, const char **reason);
  /* Go on with it as far as input and space allow.  */
  enum decoded (*decode) (struct unpack *unpack, const char **reason);
  void (*release) (void *decoder);
};

/* --- zlib: members of gzip files ----------------------------------------- */

#ifdef HAVE_ZLIB

enum
{
  GZIP_FORMAT = 16 + MAX_WBITS /* for inflateInit2: with gzip's header */
};

static enum decoded
zlib_result (int code, const z_stream *stream, const char **reason)
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
zlib_begin (struct unpack *unpack, const char **reason)
{
  z_stream *stream = unpack->decoder;
  if (stream != NULL)
    return zlib_result (inflateReset (stream), stream, reason);
  stream = calloc (1, sizeof *stream);
  if (stream == NULL)
    return DECODED_NO_MEMORY;
  const enum decoded result
      = zlib_result (inflateInit2 (stream, GZIP_FORMAT), stream, reason);
  if (result == DECODED_PART)
    unpack->decoder = stream;
  else
    free (stream);
  return result;
}

static enum decoded
zlib_decode (struct unpack *unpack, const char **reason)
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
  return zlib_result (code, stream, reason);
}

static void
zlib_release (void *decoder)
{
  inflateEnd (decoder);
  free (decoder);
}

static const struct decoder zlib_decoder
    = { zlib_begin, zlib_decode, zlib_release };
#define ZLIB &zlib_decoder
#else
#define ZLIB NULL
#endif

/* --- liblzma: streams of xz files ---------------------------------------- */

#ifdef HAVE_LZMA

static enum decoded
lzma_result (lzma_ret code, const char **reason)
{
  switch (code)
    {
    case LZMA_OK:
    case LZMA_BUF_ERROR: /* no input or no space, and that is no error */
      return DECODED_PART;
    case LZMA_STREAM_END:
      return DECODED_MEMBER;
    case LZMA_MEM_ERROR:
      return DECODED_NO_MEMORY;
    case LZMA_MEMLIMIT_ERROR:
      *reason = "more memory would be needed than may be used";
      return DECODED_WRONG;
    case LZMA_OPTIONS_ERROR:
      *reason = "unknown options";
      return DECODED_WRONG;
    default:
      *reason = "damaged data";
      return DECODED_WRONG;
    }
}

static enum decoded
lzma_begin (struct unpack *unpack, const char **reason)
{
  if (unpack->decoder == NULL)
    unpack->decoder = calloc (1, sizeof (lzma_stream));
  if (unpack->decoder == NULL)
    return DECODED_NO_MEMORY;
  return lzma_result (lzma_stream_decoder (unpack->decoder, UNPACK_MEMORY, 0),
                      reason);
}

static enum decoded
lzma_decode (struct unpack *unpack, const char **reason)
{
  lzma_stream *stream = unpack->decoder;
  stream->next_in = unpack->next;
  stream->avail_in = unpack->left;
  stream->next_out = unpack->to;
  stream->avail_out = unpack->space;
  const lzma_ret code = lzma_code (stream, LZMA_RUN);
  unpack->next = stream->next_in;
  unpack->left = stream->avail_in;
  unpack->to = stream->next_out;
  unpack->space = stream->avail_out;
  return lzma_result (code, reason);
}

static void
lzma_release (void *decoder)
{
  lzma_end (decoder);
  free (decoder);
}

static const struct decoder lzma_decoder
    = { lzma_begin, lzma_decode, lzma_release };
#define LZMA &lzma_decoder
#else
#define LZMA NULL
#endif

/* --- libzstd: frames of zstd files --------------------------------------- */

#ifdef HAVE_ZSTD

static enum decoded
zstd_result (size_t code, const char **reason)
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
zstd_begin (struct unpack *unpack, const char **reason)
{
  if (unpack->decoder == NULL)
    unpack->decoder = ZSTD_createDStream ();
  if (unpack->decoder == NULL)
    return DECODED_NO_MEMORY;
  const size_t code = ZSTD_initDStream (unpack->decoder);
  return ZSTD_isError (code) ? zstd_result (code, reason) : DECODED_PART;
}

static enum decoded
zstd_decode (struct unpack *unpack, const char **reason)
{
  ZSTD_inBuffer in = { unpack->next, unpack->left, 0 };
  ZSTD_outBuffer out = { unpack->to, unpack->space, 0 };
  const size_t code = ZSTD_decompressStream (unpack->decoder, &out, &in);
  unpack->next += in.pos;
  unpack->left -= in.pos;
  unpack->to += out.pos;
  unpack->space -= out.pos;
  return zstd_result (code, reason);
}

static void
zstd_release (void *decoder)
{
  ZSTD_freeDStream (decoder);
}

static const struct decoder zstd_decoder
    = { zstd_begin, zstd_decode, zstd_release };
#define ZSTD &zstd_decoder
#else
#define ZSTD NULL
#endif

/* --- All of them --------------------------------------------------------- */

/* The decoder is null if the library is not there.  */
static const struct
{
  const char *program;
  const struct decoder *decoder;
} packings[PACKINGS] = { [PACKING_GZIP] = { "gzip", ZLIB },
                         [PACKING_XZ] = { "xz", LZMA },
                         [PACKING_ZSTD] = { "zstd", ZSTD } };

static const struct
{
  enum packing packing;
  unsigned char mask; /* of the first byte */
  size_t size;
  const char *bytes;
} magics[] = { { PACKING_GZIP, 0xff, 3, "\037\213\010" },
               { PACKING_XZ, 0xff, 6, "\3757zXZ\0" },
               { PACKING_ZSTD, 0xff, 4, "\050\265\057\375" },
               /* A frame to be skipped.  */
               { PACKING_ZSTD, 0xf0, 4, "\120\052\115\030" } };

enum
{
  MAGICS = sizeof magics / sizeof *magics
};

static bool
begins_like (size_t magic, unsigned char first)
{
  return (first & magics[magic].mask) == (unsigned char)magics[magic].bytes[0];
}

enum packing
packing_of (const unsigned char *data, size_t size)
{
  for (size_t i = 0; i < MAGICS; i++)
    if (size >= magics[i].size && begins_like (i, data[0])
        && memcmp (data + 1, magics[i].bytes + 1, magics[i].size - 1) == 0)
      return magics[i].packing;
  return PACKING_NONE;
}

void
unpack_start (struct unpack *unpack, enum packing packing)
{
  if (packing != unpack->packing)
    unpack_release (unpack);
  *unpack = (struct unpack){ .packing = packing,
                             .between = true,
                             .decoder = unpack->decoder };
}

void
unpack_release (struct unpack *unpack)
{
  if (unpack->decoder != NULL)
    packings[unpack->packing].decoder->release (unpack->decoder);
  *unpack = (struct unpack){ 0 };
}

static bool
may_begin (enum packing packing, unsigned char first)
{
  bool found = false;
  for (size_t i = 0; i < MAGICS; i++)
    found = found || (magics[i].packing == packing && begins_like (i, first));
  return found;
}

/* Record a failure of the library, WHAT, for which it has REASON.  */
static enum status
fail (const struct unpack *unpack, enum decoded what, const char *reason,
      const struct place *where, struct diag *diag)
{
  if (what == DECODED_NO_MEMORY)
    return STATUS_NO_MEMORY;
  return diag_fail (diag, STATUS_FORMAT, where,
                    /* TRANSLATORS: the first %s is a program such as xz, the
                       second what its library says, in English.  */
                    _ ("cannot be decompressed with %s: %s"),
                    packings[unpack->packing].program, reason);
}

/* Begin a member with the input that is there.  */
static enum status
begin (struct unpack *unpack, const struct place *where, struct diag *diag)
{
  const char *program = packings[unpack->packing].program;
  const struct decoder *decoder = packings[unpack->packing].decoder;
  if (decoder == NULL)
    return diag_fail (diag, STATUS_UNSUPPORTED, PLACE_FILE (where->file),
                      /* TRANSLATORS: %s is a program such as xz.  */
                      _ ("compressed with %s, which this gprof was built "
                         "without"),
                      program);
  if (!may_begin (unpack->packing, *unpack->next))
    return diag_fail (diag, STATUS_FORMAT, where,
                      /* TRANSLATORS: %s is a program such as xz.  */
                      _ ("what follows the compressed data is not compressed "
                         "with %s"),
                      program);
  const char *reason = NULL;
  const enum decoded result = decoder->begin (unpack, &reason);
  unpack->between = false;
  return result == DECODED_PART ? STATUS_OK
                                : fail (unpack, result, reason, where, diag);
}

/* Go on with a member.  */
static enum status
decode (struct unpack *unpack, const char *file, struct diag *diag)
{
  const size_t left = unpack->left, space = unpack->space;
  const char *reason = NULL;
  enum decoded result
      = packings[unpack->packing].decoder->decode (unpack, &reason);
  unpack->used += left - unpack->left;
  unpack->between = result == DECODED_MEMBER;
  if (result == DECODED_PART && left > 0 && left == unpack->left
      && space == unpack->space)
    {
      result = DECODED_WRONG;
      reason = "no progress";
    }
  const struct place where = { file, 0, (int64_t)unpack->used };
  if (result == DECODED_WRONG || result == DECODED_NO_MEMORY)
    return fail (unpack, result, reason, &where, diag);
  if (result == DECODED_PART && unpack->is_last && unpack->left == 0
      && unpack->space > 0)
    return diag_fail (diag, STATUS_FORMAT, &where,
                      /* TRANSLATORS: %s is a program such as xz.  */
                      _ ("the data compressed with %s is cut short"),
                      packings[unpack->packing].program);
  return STATUS_OK;
}

enum status
unpack_run (struct unpack *unpack, const char *file, struct diag *diag)
{
  enum status status = STATUS_OK;
  while (status == STATUS_OK)
    {
      /* Zeros before a member are padding.  */
      for (; unpack->between && unpack->left > 0 && *unpack->next == 0;
           unpack->left--, unpack->used++)
        unpack->next++;
      unpack->at_end = unpack->between && unpack->left == 0 && unpack->is_last;
      if (unpack->between && unpack->left > 0)
        status
            = begin (unpack, &(struct place){ file, 0, (int64_t)unpack->used },
                     diag);
      if (unpack->between || unpack->space == 0 || status != STATUS_OK)
        return status;
      status = decode (unpack, file, diag);
      if (unpack->left == 0 && unpack->space > 0 && !unpack->between)
        return status;
    }
  return status;
}
