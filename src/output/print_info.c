/* print_info.c - what a profile file holds, for -i.  */

#include "config.h"

#include "output/printers.h"

#include <inttypes.h>

static void
print_count (struct output *output, uint64_t count, const char *what)
{
  output_printf (output, "\t%" PRIu64 " %s record%s\n", count, what,
                 count == 1 ? "" : "s");
}

void
print_info (struct output *output, const char *name, uint32_t version,
            const struct record_counts *counts)
{
  output_text (output, "File `");
  output_name (output, name);
  output_printf (output, "' (version %" PRIu32 ") contains:\n", version);
  if (counts->stacks > 0)
    print_count (output, counts->stacks, "stack");
  print_count (output, counts->histograms, "histogram");
  print_count (output, counts->arcs, "call-graph");
  print_count (output, counts->blocks, "basic-block count");
}
