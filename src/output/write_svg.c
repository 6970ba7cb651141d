/* write_svg.c - the picture of write_dot.c, drawn by the program dot (R15.77).
 */

#include "config.h"

#include "base/filter.h"
#include "base/i18n.h"
#include "output/formats.h"

enum status
write_svg (struct report *report, struct diag *diag)
{
  char *arguments[] = { (char *)"dot", (char *)"-Tsvg", NULL };
  struct filter filter;
  struct report drawn = *report;
  enum status status = filter_start (&filter, diag);
  drawn.output = filter.input;
  if (status == STATUS_OK)
    status = write_dot (&drawn, diag);
  if (status == STATUS_OK)
    status = filter_run (&filter, arguments, report->output, diag);
  if (status == STATUS_ABSENT)
    status = diag_fail (diag, STATUS_UNSUPPORTED, NULL,
                        _ ("the format svg needs the program dot; install the "
                           "package graphviz, or use the format dot"));
  filter_end (&filter);
  return status;
}
