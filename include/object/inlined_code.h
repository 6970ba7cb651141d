/* inlined_code.h - which code of an image comes from functions that were
   inlined, and what into.

   Read from DWARF by the rules of the standard, for libbfd is not asked.  */

#ifndef INLINED_CODE_H
#define INLINED_CODE_H

#include <stdint.h>

#include "base/diag.h"
#include "dwarf/dwarf.h"
#include "model/sources.h"
#include "object/srcline.h"

/* Zeroed, it is empty.  */
struct inlined_code
{
  struct dwarf *dwarf;        /* owned; null if nothing is known */
  struct dwarf *supplement;   /* owned: a file that several programs share; or
                               null */
  VEC (struct dwarf *) split; /* owned: files of units that were split */
  struct sources split_names; /* of these, and of those that are missing; */
  uint32_t missing;           /* how many that are, and one of them */
  const char *missing_name;
  inlined_list instances;
  interval_list pieces; /* of the code, ascending and apart; owned by the
                           innermost of INSTANCES */
};

/* Read what was inlined in the functions of the units of NEAR, which ascends;
   see dwarf_list_inlined.  STATUS_ABSENT if there is no debugging information,
   STATUS_UNSUPPORTED if it is out of proportion; CODE is empty then.  To be
   called once.  */
enum status inlined_code_read (struct inlined_code *code,
                               struct srcline *srcline,
                               const interval_list *near, struct diag *diag);

/* What the function of INSTANCE is called: for the linker, if that is known.
   Null if the name is not known; it lives as long as CODE and the image.  */
const char *inlined_code_name (const struct inlined_code *code,
                               uint32_t instance);

void inlined_code_release (struct inlined_code *code);

#endif
