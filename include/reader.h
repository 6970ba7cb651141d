/* reader.h - recognise and read one profile-data format.

   A format is a row in a table: a probe that looks at the first bytes and a
   function that reads the rest into a profile.  */

#ifndef READER_H
#define READER_H

#include <stdbool.h>
#include <stdint.h>

#include "bytes.h"
#include "diag.h"
#include "profile.h"
#include "target.h"

/* How many records of each kind a file held.  */
struct record_counts
{
  uint64_t histograms, arcs, blocks;
};

struct reader
{
  const char *name;
  /* STATUS_ABSENT if this is some other format.  Nothing is consumed.  */
  enum status (*probe) (const struct bytes *bytes);
  /* Read a whole file.  */
  enum status (*read) (struct bytes *bytes, struct profile *profile,
                       struct record_counts *counts);
};

extern const struct reader reader_magic;

/* Read the profile file NAME, "-" for standard input, and add it to PROFILE.
   STATUS_IO, STATUS_FORMAT, STATUS_MISMATCH; PROFILE may then hold part of
   the file.  Needs memory for the whole file.  */
enum status reader_read_file (const char *name, const struct target *target,
                              struct profile *profile,
                              struct record_counts *counts, struct diag *diag);

#endif
