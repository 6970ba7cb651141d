/* fuzz_dwarf.c - our own reader of DWARF, behind the imitation of libbfd, and
   what it says is inlined.

   Input: a byte, bit 0 for big-endian, bit 1 for signed addresses, bit 2 for
   --gnu-compat, bit 3 for asking near an address only; two bytes for the size
   of each section, in the order of struct dwarf_sections; and these sections.
   They are followed by addresses to look up, four bytes each.  */

#include "config.h"

#include "object/srcline_libbfd.h"

#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "dwarf/dwarf_units.h"

enum
{
  SECTIONS = 9,
  ADDRESSES_AT_MOST = 8,
  NAMES_AT_MOST = 1000
};

static struct dwarf_section *
section (struct dwarf_sections *sections, unsigned number)
{
  struct dwarf_section *const all[SECTIONS]
      = { &sections->info,   &sections->abbrev,   &sections->line,
          &sections->str,    &sections->line_str, &sections->str_offsets,
          &sections->ranges, &sections->rnglists, &sections->addr };
  return all[number];
}

static struct dwarf_sections
take_sections (struct input *input)
{
  const unsigned choice = input_u8 (input);
  struct dwarf_sections sections
      = { .big_endian = choice & 1, .sign_extend = choice & 2 };
  size_t sizes[SECTIONS];
  for (unsigned i = 0; i < SECTIONS; i++)
    sizes[i] = input_u16 (input);
  for (unsigned i = 0; i < SECTIONS; i++)
    {
      const struct input part = input_part (input, sizes[i]);
      *section (&sections, i)
          = (struct dwarf_section){ part.left > 0 ? input_copy (part) : NULL,
                                    part.left };
    }
  return sections;
}

static void
check_function (struct dwarf *dwarf, uint32_t function)
{
  struct dwarf_name name;
  if (dwarf_name_function (dwarf, function, &name) == STATUS_OK
      && name.name != NULL)
    (void)strlen (name.name);
}

/* Line ranges ascend, are disjoint, and have names.  */
static void
check_ranges (struct dwarf *dwarf, const line_range_list *ranges)
{
  for (size_t i = 0; i < ranges->count; i++)
    {
      const struct dwarf_line_range *range = &ranges->items[i];
      if (range->low_pc >= range->high_pc
          || (i > 0 && ranges->items[i - 1].high_pc > range->low_pc))
        abort ();
      if (i >= NAMES_AT_MOST)
        continue;
      if (range->file != DWARF_NONE)
        (void)strlen (dwarf_path (dwarf, range->file));
      if (range->function != DWARF_NONE)
        check_function (dwarf, range->function);
    }
}

static void
ask (struct imitation *imitation, struct input input, bool only_near)
{
  address_list near = { 0 }, positions = { 0 };
  line_range_list ranges = { 0 };
  while (input.left > 0 && near.count < ADDRESSES_AT_MOST)
    {
      const uint64_t low = input_u16 (&input);
      const uint64_t pc = low | (uint64_t)input_u16 (&input) << 16;
      const char *path;
      uint32_t line;
      bool ask_libbfd = false;
      if (imitation_find_line (imitation, pc, &path, &line, &ask_libbfd)
          == STATUS_OK)
        (void)strlen (path);
      vec_push (&near, pc);
    }
  const address_list first = { near.items, near.count > 0, near.count > 0 };
  imitation_check_memory (imitation, &first);
  if (imitation_list_ranges (imitation, only_near ? &near : NULL, &ranges)
      == STATUS_OK)
    check_ranges (imitation->dwarf, &ranges);
  imitation_list_positions (imitation, &positions);
  vec_release (&ranges);
  vec_release (&positions);
  vec_release (&near);
}

static void
correct_files (const struct dwarf_sections *sections, struct input input)
{
  struct line_files *files = line_files_read (sections, 8);
  for (unsigned i = 0; input.left > 0 && i < ADDRESSES_AT_MOST; i++)
    {
      const uint64_t pc = input_u16 (&input);
      for (uint32_t line = 0; line < 4; line++)
        (void)strlen (line_files_correct (files, pc, line, "a.c"));
    }
  line_files_close (files);
}

/* What is inlined: parents come first and are not too many, pieces ascend and
   are instances'.  */
static void
check_inlined (const inlined_list *inlined, const interval_list *pieces)
{
  for (size_t i = 0; i < inlined->count; i++)
    {
      const struct dwarf_inlined *instance = &inlined->items[i];
      unsigned depth = 1;
      if (instance->parent != DWARF_NONE && instance->parent >= i)
        abort ();
      for (uint32_t at = instance->parent; at != DWARF_NONE;
           at = inlined->items[at].parent)
        if (++depth > DWARF_DEEPEST_INLINED)
          abort ();
      if (i < NAMES_AT_MOST)
        check_function (instance->dwarf, instance->function);
      if (instance->call_file != NULL)
        (void)strlen (instance->call_file);
    }
  for (size_t i = 0; i < pieces->count; i++)
    if (pieces->items[i].low_pc >= pieces->items[i].high_pc
        || pieces->items[i].owner >= inlined->count
        || (i > 0 && pieces->items[i - 1].high_pc > pieces->items[i].low_pc))
      abort ();
}

/* List what is inlined in all units of DWARF.  */
static void
list_inlined (struct dwarf *dwarf, inlined_list *inlined,
              interval_list *claims)
{
  bool *all = array_new (dwarf->units.count, sizeof *all);
  for (size_t i = 0; i < dwarf->units.count; i++)
    all[i] = true;
  dwarf_list_inlined (dwarf, all, inlined, claims);
  free (all);
}

/* The sections are those of the program, of what was split from it and of what
   it shares with others.  */
static void
ask_what_is_inlined (const struct dwarf_sections *sections)
{
  struct dwarf *dwarf, *split = NULL;
  inlined_list inlined = { 0 };
  interval_list claims = { 0 }, pieces = { 0 };
  enum status status = dwarf_open (&dwarf, sections);
  if (status == STATUS_ABSENT)
    {
      dwarf_drop_unread (dwarf);
      status = STATUS_OK;
    }
  if (status == STATUS_OK)
    {
      const struct interval some = { 0, UINT32_MAX, 0, 0 };
      const interval_list near = { (struct interval *)&some, 1, 1 };
      bool *marks = array_new (dwarf->units.count, sizeof *marks);
      dwarf->supplement = dwarf;
      dwarf_assign_code (dwarf);
      dwarf_mark_units (dwarf, &near, marks);
      free (marks);
      list_inlined (dwarf, &inlined, &claims);
      if (dwarf->units.count > 0)
        dwarf_open_split (&split, dwarf, 0, sections);
      if (split != NULL)
        list_inlined (split, &inlined, &claims);
      intervals_resolve (&claims, &pieces);
      check_inlined (&inlined, &pieces);
    }
  vec_release (&inlined);
  vec_release (&claims);
  vec_release (&pieces);
  dwarf_close (split);
  dwarf_close (dwarf);
}

void
fuzz_one (struct input input)
{
  const unsigned choice = input.left > 0 ? *input.next : 0;
  struct quirks quirks = quirks_of (choice & 4);
  quirks.unset_file_is_first = choice & 8;
  struct dwarf_sections sections = take_sections (&input);
  struct diag diag = { .stream = nowhere () };
  struct imitation imitation;
  if (imitation_open (&imitation, &sections, &quirks) == STATUS_OK)
    ask (&imitation, input, choice & 8);
  imitation_close (&imitation);
  correct_files (&sections, input);
  ask_what_is_inlined (&sections);
  diag_release (&diag);
  for (unsigned i = 0; i < SECTIONS; i++)
    free ((void *)section (&sections, i)->data);
}
