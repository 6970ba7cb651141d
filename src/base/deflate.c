/* deflate.c - output that is compressed, by zlib.  */

#include "config.h"

#include "base/deflate.h"

#ifdef HAVE_ZLIB

#include <stdlib.h>
#define ZLIB_CONST
#include <zlib.h>

#include "base/memory.h"
#include "base/quoting.h"

enum
{
  WINDOW = MAX_WBITS,
  GZIP_WINDOW = 16 + MAX_WBITS, /* for deflateInit2: with gzip's header */
  LEVEL = 3,        /* half the time of the usual 6, a fifth more bytes */
  MEMORY_LEVEL = 8, /* what deflateInit takes */
  CHUNK = 3 << 14   /* bytes that base64 has no padding for */
};

struct packer
{
  struct output from;
  struct output *to;
  enum deflate_form form;
  z_stream stream;
  unsigned char chunk[CHUNK]; /* compressed, but not written */
};

/* Write what is in the chunk, and begin another one.  */
static void
write_chunk (struct packer *packer)
{
  const size_t count = CHUNK - packer->stream.avail_out;
  if (packer->form == DEFLATE_BASE64)
    output_base64 (packer->to, packer->chunk, count);
  else
    output_bytes (packer->to, (const char *)packer->chunk, count);
  packer->stream.next_out = packer->chunk;
  packer->stream.avail_out = CHUNK;
}

/* Compress COUNT bytes that FROM was flushed of.  zlib takes less than 4 GiB
   at once.  */
static void
take (void *context, const char *bytes, size_t count)
{
  struct packer *packer = context;
  z_stream *stream = &packer->stream;
  for (size_t part; count > 0; bytes += part, count -= part)
    {
      part = count < CHUNK ? count : CHUNK;
      stream->next_in = (const unsigned char *)bytes;
      stream->avail_in = (uInt)part;
      while (deflate (stream, Z_NO_FLUSH), stream->avail_out == 0)
        write_chunk (packer);
    }
}

struct output *
deflate_start (struct output *to, enum deflate_form form)
{
  struct packer *packer = array_new (1, sizeof *packer);
  if (deflateInit2 (&packer->stream, LEVEL, Z_DEFLATED,
                    form == DEFLATE_GZIP ? GZIP_WINDOW : WINDOW, MEMORY_LEVEL,
                    Z_DEFAULT_STRATEGY)
      != Z_OK)
    memory_lacking ();
  output_open_sink (&packer->from, take, packer);
  packer->to = to;
  packer->form = form;
  packer->stream.next_out = packer->chunk;
  packer->stream.avail_out = CHUNK;
  return &packer->from;
}

void
deflate_end (struct output *from)
{
  struct packer *packer = from->context;
  output_flush (from);
  while (deflate (&packer->stream, Z_FINISH) != Z_STREAM_END)
    write_chunk (packer);
  write_chunk (packer);
  deflateEnd (&packer->stream);
  free (packer);
}

#else

struct output *
deflate_start (struct output *to, enum deflate_form form)
{
  (void)form;
  return to;
}

void
deflate_end (struct output *from)
{
  (void)from;
}

#endif
