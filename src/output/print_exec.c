/* print_exec.c - execution counts as text (R9.30-R9.32).  */

#include "config.h"

#include <inttypes.h>

#include "output/listings.h"
#include "output/view_exec.h"

static void
print_row (struct output *out, const struct exec_row *row)
{
  output_name (out, row->file != NULL ? row->file : "<unknown>");
  output_printf (out, ":%u: (", (unsigned)row->line);
  output_name (out, row->name);
  output_printf (out, ":0x%" PRIx64 ") %" PRIu64 " executions\n", row->pc,
                 row->count);
}

enum status
print_exec (struct report *report, struct diag *diag)
{
  struct exec_view view;
  enum status status = exec_view_start (&view, report, diag);
  if (status == STATUS_OK)
    {
      report_separate (report);
      for (const struct exec_row *row; (row = exec_view_next (&view)) != NULL;)
        print_row (report->output, row);
    }
  exec_view_end (&view);
  return status;
}
