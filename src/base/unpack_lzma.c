/* unpack_lzma.c - streams of xz files, by liblzma.

   The library is loaded under the name (LZMA_SONAME) that configure found when
   a file needs it, so that other runs do not pay for it.  Where there is no
   such library, it is linked.  */

#include "config.h"

#ifdef HAVE_LZMA

#include "unpack_decoder.h"

#include <errno.h>
#include <lzma.h>
#include <stdlib.h>

#include "base/vec.h"
#ifdef LZMA_SONAME
#include "base/library.h"
#endif

struct lzma
{
  lzma_stream stream;
  lzma_ret (*code) (lzma_stream *stream, lzma_action action);
  lzma_ret (*start) (lzma_stream *stream, uint64_t memory, uint32_t flags);
  void (*end) (lzma_stream *stream);
#ifdef LZMA_SONAME
  void *library;
#endif
};

#ifdef LZMA_SONAME

static enum decoded
load (struct lzma *lzma, const char **reason)
{
  errno = 0;
  lzma->library = dlopen (LZMA_SONAME, RTLD_NOW | RTLD_LOCAL);
  if (lzma->library != NULL
      && library_find (lzma->library, "lzma_code", &lzma->code)
      && library_find (lzma->library, "lzma_stream_decoder", &lzma->start)
      && library_find (lzma->library, "lzma_end", &lzma->end))
    return DECODED_PART;
  *reason = lzma->library == NULL ? dlerror () : LZMA_SONAME;
  /* Only errno distinguishes a lack of memory from a missing library.  */
  return errno == ENOMEM ? DECODED_NO_MEMORY : DECODED_WRONG;
}

#else

static enum decoded
load (struct lzma *lzma, const char **reason)
{
  (void)reason;
  lzma->code = lzma_code;
  lzma->start = lzma_stream_decoder;
  lzma->end = lzma_end;
  return DECODED_PART;
}

#endif

static enum decoded
result_of (lzma_ret code, const char **reason)
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

static void
release (void *decoder)
{
  struct lzma *lzma = decoder;
  if (lzma->end != NULL)
    lzma->end (&lzma->stream);
#ifdef LZMA_SONAME
  if (lzma->library != NULL)
    dlclose (lzma->library);
#endif
  free (lzma);
}

/* Make UNPACK's decoder.  */
static enum decoded
make (struct unpack *unpack, const char **reason)
{
  struct lzma *lzma = array_new (1, sizeof *lzma);
  if (lzma == NULL)
    return DECODED_NO_MEMORY;
  const enum decoded result = load (lzma, reason);
  if (result == DECODED_PART)
    unpack->decoder = lzma;
  else
    release (lzma);
  return result;
}

static enum decoded
begin (struct unpack *unpack, const char **reason)
{
  if (unpack->decoder == NULL)
    {
      const enum decoded result = make (unpack, reason);
      if (result != DECODED_PART)
        return result;
    }
  struct lzma *lzma = unpack->decoder;
  return result_of (lzma->start (&lzma->stream, UNPACK_MEMORY, 0), reason);
}

static enum decoded
decode (struct unpack *unpack, const char **reason)
{
  struct lzma *lzma = unpack->decoder;
  lzma->stream.next_in = unpack->next;
  lzma->stream.avail_in = unpack->left;
  lzma->stream.next_out = unpack->to;
  lzma->stream.avail_out = unpack->space;
  const lzma_ret code = lzma->code (&lzma->stream, LZMA_RUN);
  unpack->next = lzma->stream.next_in;
  unpack->left = lzma->stream.avail_in;
  unpack->to = lzma->stream.next_out;
  unpack->space = lzma->stream.avail_out;
  return result_of (code, reason);
}

const struct decoder decoder_lzma = { begin, decode, release };

#endif
