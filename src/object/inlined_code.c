/* inlined_code.c - which code of an image comes from functions that were
   inlined, and what into.  */

#include "config.h"

#include "object/object.h"

#include <stdlib.h>

#include "dwarf/dwarf_units.h"
#include "image_lines.h"

/* What is read into a struct inlined_code.  */
struct code_reader
{
  struct inlined_code *code;
  struct image *image;
  interval_list claims;
  struct diag *diag;
};

/* List what is inlined in the unit with index NUMBER, whose entries are in
   SECTIONS.  */
static enum status
list_split (struct code_reader *reader, uint32_t number,
            const struct dwarf_sections *sections)
{
  struct inlined_code *code = reader->code;
  struct dwarf *dwarf;
  enum status status
      = dwarf_open_split (&dwarf, code->dwarf, number, sections);
  vec_push (&code->split, dwarf);
  if (status != STATUS_OK)
    return status;
  bool *is_near = array_new (dwarf->units.count, sizeof *is_near);
  is_near[dwarf->pieces.items[0].owner] = true;
  dwarf_list_inlined (dwarf, is_near, &code->instances, &reader->claims);
  free (is_near);
  return STATUS_OK;
}

/* If the entries of the unit with index NUMBER are elsewhere, list what is
   inlined there.  A file that several units name is that of the first.  */
static enum status
follow_split (struct code_reader *reader, uint32_t number)
{
  struct inlined_code *code = reader->code;
  const struct dwarf_unit *unit = &code->dwarf->units.items[number];
  const size_t before = code->split_names.names.count;
  struct dwarf_sections sections;
  source_id id;
  if (unit->split_name == NULL)
    return STATUS_OK;
  sources_intern (&code->split_names, unit->split_name, &id);
  if (code->split_names.names.count == before)
    return STATUS_OK;
  enum status status
      = image_split_sections (reader->image, unit->lines.directory,
                              unit->split_name, &sections, reader->diag);
  if (status == STATUS_OK)
    status = list_split (reader, number, &sections);
  if (status != STATUS_ABSENT)
    return status;
  /* The file cannot be read, or is of another build.  */
  code->missing++;
  code->missing_name = unit->split_name;
  return STATUS_OK;
}

/* Read the units of NEAR.  */
static enum status
read_units (struct code_reader *reader, const interval_list *near)
{
  struct dwarf *dwarf = reader->code->dwarf;
  bool *is_near = array_new (dwarf->units.count, sizeof *is_near);
  dwarf_mark_units (dwarf, near, is_near);
  dwarf_list_inlined (dwarf, is_near, &reader->code->instances,
                      &reader->claims);
  enum status status = STATUS_OK;
  for (uint32_t i = 0; i < dwarf->units.count && status == STATUS_OK; i++)
    if (is_near[i])
      status = follow_split (reader, i);
  free (is_near);
  return status;
}

/* Open what dwz has moved to a file that several programs share.  Without it
   only names are missing.  */
static enum status
open_supplement (struct code_reader *reader)
{
  struct inlined_code *code = reader->code;
  struct dwarf_sections sections;
  enum status status
      = image_supplement_sections (reader->image, &sections, reader->diag);
  if (status == STATUS_OK)
    status = dwarf_open (&code->supplement, &sections);
  if (status == STATUS_OK)
    code->dwarf->supplement = code->supplement;
  return status == STATUS_ABSENT || status == STATUS_UNSUPPORTED ? STATUS_OK
                                                                 : status;
}

static enum status
read_code (struct code_reader *reader, const struct dwarf_sections *sections,
           const interval_list *near)
{
  struct inlined_code *code = reader->code;
  enum status status = dwarf_open (&code->dwarf, sections);
  if (status == STATUS_ABSENT)
    {
      /* What was read before damage counts.  */
      dwarf_drop_unread (code->dwarf);
      status = STATUS_OK;
    }
  if (status == STATUS_OK)
    status = open_supplement (reader);
  if (status != STATUS_OK)
    return status;
  dwarf_assign_code (code->dwarf);
  status = read_units (reader, near);
  if (status != STATUS_OK)
    return status;
  intervals_resolve (&reader->claims, &code->pieces);
  return dwarf_is_exhausted (code->dwarf) ? STATUS_UNSUPPORTED : STATUS_OK;
}

enum status
inlined_code_read (struct inlined_code *code, struct srcline *srcline,
                   const interval_list *near, struct diag *diag)
{
  struct code_reader reader
      = { .code = code, .image = srcline->image, .diag = diag };
  const struct dwarf_sections *sections = &srcline->sections;
  enum status status = srcline_load_sections (srcline, diag);
  if (status == STATUS_OK)
    status = sections->info.size == 0 ? STATUS_ABSENT
                                      : read_code (&reader, sections, near);
  vec_release (&reader.claims);
  if (status != STATUS_OK)
    inlined_code_release (code);
  return status;
}

const char *
inlined_code_name (const struct inlined_code *code, uint32_t instance)
{
  struct dwarf_name found = { 0 };
  const struct dwarf_inlined *inlined = &code->instances.items[instance];
  /* Damage costs only names.  */
  dwarf_name_function (inlined->dwarf, inlined->function, &found);
  return found.name;
}

void
inlined_code_release (struct inlined_code *code)
{
  dwarf_close (code->dwarf);
  dwarf_close (code->supplement);
  code->dwarf = code->supplement = NULL;
  for (size_t i = 0; i < code->split.count; i++)
    dwarf_close (code->split.items[i]);
  vec_release (&code->split);
  sources_release (&code->split_names);
  vec_release (&code->instances);
  vec_release (&code->pieces);
}
