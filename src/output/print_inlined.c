/* print_inlined.c - the parts of a function's self time, and what they are
   called.  */

#include "config.h"

#include "output/print_inlined.h"

#include <inttypes.h>

#include "base/paths.h"

/* --- Rows ---------------------------------------------------------------- */

void
inlined_parts (inlined_part_list *parts, const struct report *report,
               sym_id id, double all)
{
  const struct inlining *inlining = report->inlining;
  const double self = report->analysis->self_ticks[id];
  const double least = report->options->min_percent / 100 * all;
  struct inlined_part others = { .kind = INLINED_OTHERS, .depth = 1 };
  double inlined = 0;
  uint32_t first = 0;
  const uint32_t end = inlining_rows_of (inlining, id, &first);
  for (uint32_t i = first; i < end; i++)
    inlined += inlining->rows.items[inlining->order[i]].self;
  const struct inlined_part own
      = { .kind = INLINED_OWN, .depth = 1, .ticks = self - inlined };
  parts->count = 0;
  /* Less is what rounding leaves of a difference.  */
  if (first < end && own.ticks > 1e-9 * self)
    vec_push (parts, own);
  for (uint32_t i = first; i < end; i++)
    {
      const struct inlined_row *row
          = &inlining->rows.items[inlining->order[i]];
      const struct inlined_part part = { .kind = INLINED_FUNCTION,
                                         .row = row,
                                         .depth = row->depth,
                                         .ticks = row->self };
      if (row->total >= least)
        {
          vec_push (parts, part);
          continue;
        }
      /* It is left out with all those below it.  */
      others.ticks += row->total;
      others.count++;
      for (;
           i + 1 < end
           && inlining->rows.items[inlining->order[i + 1]].depth > row->depth;
           i++)
        others.count++;
    }
  if (others.count > 0)
    vec_push (parts, others);
}

/* --- Text ---------------------------------------------------------------- */

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
                            : path_base (row->call_file));
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
