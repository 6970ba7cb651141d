/* print_info.h - what a profile file holds, for -i.  */

#ifndef PRINT_INFO_H
#define PRINT_INFO_H

#include <stdint.h>

#include "base/output.h"
#include "input/reader.h"

/* Print the numbers of records in COUNTS for the file NAME, and VERSION, that
   of the magic format (R4.40).  */
void print_info (struct output *output, const char *name, uint32_t version,
                 const struct record_counts *counts);

#endif
