/* reader_gperf.h - CPU profiles of gperftools: stacks of samples, and the map
   of the process (R16.60-R16.62); for libraries.c, which looks for the objects
   of the process.  */

#ifndef READER_GPERF_H
#define READER_GPERF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/bytes.h"
#include "base/diag.h"
#include "base/vec.h"
#include "model/profile_builder.h"

/* A profile whose records and map were checked.  Zeroed, it is empty.  */
struct gperf
{
  struct bytes records; /* behind the header; borrows the file's bytes */
  uint64_t period;      /* microseconds from one sample to the next */
  VEC (struct mapping) mappings; /* executable ones, by address; they borrow
                                    their names from the file */
};

/* COUNT samples of one stack.  PCS are DEPTH words in the file, the innermost
   frame first.  */
struct gperf_record
{
  uint64_t count, depth;
  struct bytes pcs;
};

/* Can HEAD be the beginning of such a profile?  */
bool gperf_begins (const struct bytes *head);

/* Read the header and the map of the file WHOLE, which is borrowed, and check
   the lengths of all records.  STATUS_FORMAT, STATUS_NO_MEMORY.  To be released
   in any case.  O(records + mappings log mappings).  */
enum status gperf_open (struct gperf *gperf, const struct bytes *whole);

/* Take the next record; false behind the last one.  */
bool gperf_next (struct gperf *gperf, struct gperf_record *record);

/* An address in the instruction of the next frame of RECORD, of which there
   must be one; IS_FIRST: the frame is the innermost one.  Others are addresses
   that calls return to.  */
uint64_t gperf_next_pc (struct gperf_record *record, bool is_first);

/* The number of the mapping that has PC, or that of mappings.  O(log
   mappings).  */
size_t gperf_find_mapping (const struct gperf *gperf, uint64_t pc);

/* Mapping NUMBER; that behind the last one is of no file and has only PC.  */
struct mapping gperf_mapping (const struct gperf *gperf, size_t number,
                              uint64_t pc);

void gperf_release (struct gperf *gperf);

#endif
