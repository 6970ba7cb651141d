/* unpack.c - compressed data: what all formats have in common.

   A file is one member after the other.  The libraries expand one member each;
   what stands between members is looked at here.  */

#include "config.h"

#include "base/unpack.h"

#include <string.h>

#include "base/i18n.h"
#include "unpack_decoder.h"

#ifdef HAVE_ZLIB
#define ZLIB &decoder_zlib
#else
#define ZLIB NULL
#endif
#ifdef HAVE_LZMA
#define LZMA &decoder_lzma
#else
#define LZMA NULL
#endif
#ifdef HAVE_ZSTD
#define ZSTD &decoder_zstd
#else
#define ZSTD NULL
#endif

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

/* Consume zeros before a member.  */
static void
skip_padding (struct unpack *unpack)
{
  while (unpack->left > 0 && *unpack->next == 0)
    {
      unpack->next++;
      unpack->left--;
      unpack->used++;
    }
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
    return diag_no_memory (diag);
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
      if (unpack->between)
        skip_padding (unpack);
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
