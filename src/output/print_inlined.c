/* print_inlined.c - what the parts of a function's self time are called.  */

#include "config.h"

#include "output/print_inlined.h"

#include <inttypes.h>

/* " [inlined at file.c:12]", or how many places there are.  */
static void
print_places (const struct report *report, const struct inlined_row *row)
{
  struct output *out = report->output;
  if (row->places == 0)
    output_text (out, " [inlined]");
  else if (row->places > 1)
    output_printf (out, " [inlined at %" PRIu32 " places]", row->places);
  else
    {
      output_text (out, " [inlined at ");
      output_name (out, report->options->print_path
                            ? row->call_file
                            : source_base (row->call_file));
      output_printf (out, ":%" PRIu32 "]", row->call_line);
    }
}

void
print_inlined_name (const struct report *report,
                    const struct inlined_part *part)
{
  struct output *out = report->output;
  output_blanks (out, 2 * (size_t)part->depth);
  if (part->kind == INLINED_OWN)
    output_text (out, "<own code>");
  else if (part->kind == INLINED_OTHERS)
    output_printf (out, "<%" PRIu32 " more inlined>", part->count);
  else
    {
      const struct shown_name name
          = names_show (report->names, part->row->name);
      output_bytes (out, name.text, name.length);
      print_places (report, part->row);
    }
  output_char (out, '\n');
}
