/* gmon_format.h - what the readers and the writer of profiles share; the
   tables are in doc/formats.md.

   SPDX-License-Identifier: 0BSD

   Nothing but numbers of the formats: the recorder, which becomes part of
   other programs, includes it, too.  */

#ifndef GMON_FORMAT_H
#define GMON_FORMAT_H

#include <stdbool.h>

/* The format of the GNU C library (R4.10-R4.14).  */
#define MAGIC_COOKIE "gmon"

enum
{
  MAGIC_COOKIE_SIZE = 4,
  MAGIC_SPARE_SIZE = 12,
  MAGIC_HEADER_SIZE = MAGIC_COOKIE_SIZE + 4 + MAGIC_SPARE_SIZE,
  MAGIC_VERSION = 1, /* the newest */
  TAG_HISTOGRAM = 0,
  TAG_ARC = 1,
  TAG_BLOCKS = 2
};

/* What the C library writes for LD_PROFILE has the same header with this
   version (R16.30).  */
#define SHARED_VERSION 0x0001ffffu

/* The formats of the BSDs (R4.20-R4.22).  */
#define BSD44_VERSION 0x00051879u

enum
{
  BSD44_SPARE_SIZE = 12, /* at the end of the header of 4.4BSD */
  CLOCK_RATE = 100       /* ticks a second where the format has no rate */
};

/* Bytes of a header for a target whose words have WORD_SIZE bytes.  */
static inline unsigned
bsd_header_size (unsigned word_size, bool is_44)
{
  return 2 * word_size + 4 + (is_44 ? 8 + BSD44_SPARE_SIZE : 0);
}

#endif
