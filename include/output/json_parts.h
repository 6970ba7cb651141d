/* json_parts.h - parts of a report as JSON that more than one format has.  */

#ifndef JSON_PARTS_H
#define JSON_PARTS_H

#include "base/diag.h"
#include "base/json.h"
#include "output/report.h"

/* Write the member "provenance" of REPORT: what was measured, and how
   (R15.26).  What object_find_build_id says.  */
enum status json_provenance (struct json *json, const struct report *report,
                             struct diag *diag);

/* Write the member "findings" of REPORT, which has some (R15.23).
   STATUS_NO_MEMORY.  */
enum status json_findings (struct json *json, const struct report *report,
                           struct diag *diag);

#endif
