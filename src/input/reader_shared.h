/* reader_shared.h - what the C library writes about a shared library for
   LD_PROFILE (R16.30); for reader_magic.c, which reads the header.  */

#ifndef READER_SHARED_H
#define READER_SHARED_H

#include <stdbool.h>
#include <stdint.h>

#include "base/bytes.h"
#include "base/diag.h"
#include "input/reader.h"
#include "model/profile_builder.h"

/* Read what follows the header, as struct reader's READ does.  STATUS_FORMAT,
   also if nobody has told BUILDER which library that is; otherwise what
   profile_builder_add_histogram and profile_builder_add_arc return.  Warns of
   a table of arcs that was full.  */
enum status reader_read_shared (struct bytes *bytes,
                                struct profile_builder *builder,
                                struct record_counts *counts);

/* Does what follows the header fit into a file of SIZE bytes, as struct reader's
   FITS wants it?  SO_FAR begins with the header.  */
bool reader_fits_shared (const struct bytes *so_far, uint64_t size);

#endif
