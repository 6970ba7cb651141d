/* unpack_decoder.h - what unpack.c asks of each library.  */

#ifndef UNPACK_DECODER_H
#define UNPACK_DECODER_H

#include "base/unpack.h"

enum decoded
{
  DECODED_PART, /* or nothing, without input or space */
  DECODED_MEMBER,
  DECODED_WRONG, /* *REASON is the library's, in its language */
  DECODED_NO_MEMORY
};

struct decoder
{
  /* Begin a member.  UNPACK's decoder is null for the first time.
     DECODED_PART or a failure.  */
  enum decoded (*begin) (struct unpack *unpack, const char **reason);
  /* Go on with it as far as input and space allow.  */
  enum decoded (*decode) (struct unpack *unpack, const char **reason);
  void (*release) (void *decoder);
};

#ifdef HAVE_ZLIB
extern const struct decoder decoder_zlib;
#endif
#ifdef HAVE_LZMA
extern const struct decoder decoder_lzma;
#endif
#ifdef HAVE_ZSTD
extern const struct decoder decoder_zstd;
#endif

#endif
