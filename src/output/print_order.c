/* print_order.c - functions, or object files, in an order for the linker
   (R10).  One name per line.  */

#include "config.h"

#include "output/listings.h"
#include "output/view_order.h"

static enum status
print_order (struct report *report, bool of_files, struct diag *diag)
{
  struct order_view view;
  enum status status = order_view_start (&view, report, of_files, diag);
  if (status == STATUS_OK)
    for (const char *name; (name = order_view_next (&view)) != NULL;)
      {
        output_name (report->output, name);
        output_char (report->output, '\n');
      }
  order_view_end (&view);
  return status;
}

enum status
print_function_order (struct report *report, struct diag *diag)
{
  return print_order (report, false, diag);
}

enum status
print_file_order (struct report *report, struct diag *diag)
{
  return print_order (report, true, diag);
}
