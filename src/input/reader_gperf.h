/* reader_gperf.h - CPU profiles of gperftools: stacks of samples, and the map
   of the process (R16.60-R16.62); for process_objects.c, which looks for
   the objects of the process.  */

#ifndef READER_GPERF_H
#define READER_GPERF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/bytes.h"
#include "base/diag.h"
#include "base/memory.h"
#include "model/mapping.h"

/* A profile whose records and map were checked.  Zeroed, it is empty.  */
struct gperf
{
  struct bytes records; /* behind the header; borrows the file's bytes */
  uint64_t period;      /* microseconds from one sample to the next */
  VEC (struct mapping) mappings; /* executable ones, by address; they borrow
                                    their names from the file */
};

/* Read the header and the map of the file WHOLE, which is borrowed, and check
   the lengths of all records.  STATUS_FORMAT.  To be released in any case.
   O(records + mappings log mappings).  */
enum status gperf_open (struct gperf *gperf, const struct bytes *whole);

/* Append to USED the mappings that stacks with samples lead through, in the
   order in which they first do, unless there is no map.  Consumes the records.
   O(frames log mappings).  */
void gperf_list_used (struct gperf *gperf, used_mapping_list *used);

void gperf_release (struct gperf *gperf);

#endif
