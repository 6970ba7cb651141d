/* deflate.h - output that is compressed, by zlib (RFC 1951).  */

#ifndef DEFLATE_H
#define DEFLATE_H

#include "base/output.h"

enum deflate_form
{
  DEFLATE_GZIP,  /* a gzip file (RFC 1952), without name and date */
  DEFLATE_BASE64 /* the form of zlib (RFC 1950), in base64 */
};

/* An output whose bytes go to TO, compressed; TO itself in a build without
   zlib.  Until deflate_end nothing else is written to TO.  */
struct output *deflate_start (struct output *to, enum deflate_form form);

/* Write what is left of FROM, which deflate_start made, and release it.  */
void deflate_end (struct output *from);

#endif
