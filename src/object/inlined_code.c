/* inlined_code.c - which code of an image comes from functions that were
   inlined, and what into.  */

#include "config.h"

#include "object/inlined_code.h"

#include "dwarf/dwarf_units.h"

/* What was read before damage counts, but not the ranges of a unit that was
   not read to its end.  */
static void
drop_unread_unit (struct dwarf *dwarf)
{
  interval_list *ranges = &dwarf->unit_ranges;
  while (ranges->count > 0
         && ranges->items[ranges->count - 1].owner >= dwarf->units.count)
    ranges->count--;
}

static enum status
read_code (struct inlined_code *code, const struct dwarf_sections *sections,
           const interval_list *near, struct diag *diag)
{
  enum status status = dwarf_open (&code->dwarf, sections, diag);
  if (status == STATUS_ABSENT)
    {
      drop_unread_unit (code->dwarf);
      status = STATUS_OK;
    }
  if (status == STATUS_OK)
    status = dwarf_assign_code (code->dwarf);
  if (status == STATUS_OK)
    status = dwarf_list_inlined (code->dwarf, near, &code->instances,
                                 &code->pieces);
  return status == STATUS_OK && dwarf_is_exhausted (code->dwarf)
             ? STATUS_UNSUPPORTED
             : status;
}

enum status
inlined_code_read (struct inlined_code *code, struct srcline *srcline,
                   const interval_list *near, struct diag *diag)
{
  struct dwarf_sections sections;
  enum status status = srcline_sections (srcline, &sections, diag);
  if (status == STATUS_OK && sections.info.size == 0)
    status = STATUS_ABSENT;
  if (status == STATUS_OK)
    status = read_code (code, &sections, near, diag);
  if (status != STATUS_OK)
    inlined_code_release (code);
  return status;
}

enum status
inlined_code_name (const struct inlined_code *code, uint32_t instance,
                   const char **name)
{
  struct dwarf_name found = { 0 };
  enum status status
      = dwarf_name_function (code->dwarf,
                             code->instances.items[instance].function, &found);
  *name = found.name;
  /* Damage costs only names.  */
  return status == STATUS_ABSENT ? STATUS_OK : status;
}

void
inlined_code_release (struct inlined_code *code)
{
  dwarf_close (code->dwarf);
  code->dwarf = NULL;
  vec_release (&code->instances);
  vec_release (&code->pieces);
}
