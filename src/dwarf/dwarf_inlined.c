/* dwarf_inlined.c - the functions that were inlined, and what into.

   The entries of a unit are read one after the other, with a stack of those
   that the next one is inside.  Lexical blocks and the like are transparent; a
   function of its own begins anew.  */

#include "config.h"

#include "dwarf_entries.h"

#include "base/search.h"

enum
{
  DEEPEST = 1 << 16 /* entries inside entries */
};

/* What an entry is inside: an instance, DWARF_NONE for none, and how many
   instances that are.  */
struct around
{
  uint32_t instance;
  uint32_t depth;
};

struct walk
{
  struct dwarf *dwarf;
  const struct dwarf_unit *unit;
  struct cursor cursor;
  struct line_table files; /* without rows; empty if it is damaged */
  struct around around;    /* of the next entry */
  VEC (struct around) outer;
  inlined_list *inlined;
  interval_list *claims;
};

/* Set what INLINED says of its call.  */
static void
set_call (struct walk *walk, const struct extent *instance,
          struct dwarf_inlined *inlined)
{
  const uint64_t file = instance->call_file.number;
  const uint64_t line = instance->call_line.number;
  if (instance->call_file.form == 0 || file >= NO_FILE || line == 0
      || line > UINT32_MAX)
    return;
  line_table_path (&walk->files, (uint32_t)file, &walk->dwarf->paths,
                   &inlined->call_file);
  inlined->call_line = (uint32_t)line;
}

/* Read the inlined instance at ENTRY; the cursor is behind the code of its
   abbreviation.  What comes next is around it.  */
static enum status
add_instance (struct walk *walk, const unsigned char *entry,
              const struct abbreviation *abbreviation)
{
  struct dwarf *dwarf = walk->dwarf;
  const uint32_t id = (uint32_t)walk->inlined->count;
  const size_t first = walk->claims->count;
  const struct extent instance
      = dwarf_take_extent (dwarf, walk->unit, abbreviation, &walk->cursor);
  if (walk->cursor.failed)
    return STATUS_ABSENT;
  if (dwarf_read_ranges (dwarf, walk->unit, &instance, id, walk->claims)
      != STATUS_OK)
    {
      /* Ranges that are damaged cost only this instance its code.  */
      walk->claims->count = first;
      if (dwarf_is_exhausted (dwarf))
        return STATUS_ABSENT;
    }
  struct dwarf_inlined inlined
      = { .parent = walk->around.instance,
          .dwarf = dwarf,
          .function = (uint32_t)dwarf->functions.count };
  const struct dwarf_function function = { .entry = entry };
  set_call (walk, &instance, &inlined);
  walk->around = (struct around){ id, walk->around.depth + 1 };
  /* The deepest one wins.  */
  for (size_t i = first; i < walk->claims->count; i++)
    walk->claims->items[i].rank = DWARF_DEEPEST_INLINED - walk->around.depth;
  vec_push (walk->inlined, inlined);
  vec_push (&dwarf->functions, function);
  return STATUS_OK;
}

/* Go from one entry to the next.  */
static enum status
pass_entry (struct walk *walk)
{
  struct dwarf *dwarf = walk->dwarf;
  const unsigned char *entry = walk->cursor.next;
  const struct around around = walk->around;
  const uint64_t code = cursor_leb128 (&walk->cursor);
  if (code == 0)
    {
      if (walk->outer.count > 0)
        walk->around = walk->outer.items[--walk->outer.count];
      return STATUS_OK;
    }
  const struct abbreviation *abbreviation
      = abbreviations_find (dwarf->abbreviations, walk->unit->table, code);
  if (abbreviation == NULL || walk->outer.count == DEEPEST
      || !dwarf_take_work (&dwarf->budget, abbreviation->count))
    return STATUS_ABSENT;
  enum status status = STATUS_OK;
  if (abbreviation->tag == TAG_INLINED_SUBROUTINE
      && around.depth < DWARF_DEEPEST_INLINED)
    status = add_instance (walk, entry, abbreviation);
  else
    dwarf_skip_entry (dwarf, abbreviation, walk->unit->widths, &walk->cursor);
  if (abbreviation->tag == TAG_SUBPROGRAM)
    walk->around = (struct around){ DWARF_NONE, 0 };
  if (!abbreviation->has_children)
    walk->around = around;
  else
    vec_push (&walk->outer, around);
  return status;
}

/* Read the unit with index NUMBER up to its end or to damage in it.  */
static void
read_unit (struct walk *walk, uint32_t number)
{
  struct dwarf *dwarf = walk->dwarf;
  const struct dwarf_unit *unit = &dwarf->units.items[number];
  walk->unit = unit;
  walk->cursor = (struct cursor){ unit->entries, unit->end,
                                  dwarf->sections.big_endian, false };
  walk->around = (struct around){ DWARF_NONE, 0 };
  walk->outer.count = 0;
  line_table_read_files (&walk->files, &dwarf->sections, &unit->lines);
  while (cursor_left (&walk->cursor) > 0 && pass_entry (walk) == STATUS_OK)
    ;
  line_table_release (&walk->files);
}

void
dwarf_mark_units (const struct dwarf *dwarf, const interval_list *near,
                  bool *is_near)
{
  const struct interval *pieces = dwarf->pieces.items;
  size_t piece = 0;
  for (size_t i = 0; i < near->count; i++)
    {
      const struct interval *code = &near->items[i];
      search_first (piece, piece, dwarf->pieces.count,
                    pieces[piece].high_pc > code->low_pc);
      for (size_t p = piece;
           p < dwarf->pieces.count && pieces[p].low_pc < code->high_pc; p++)
        is_near[pieces[p].owner] = true;
    }
}

void
dwarf_list_inlined (struct dwarf *dwarf, const bool *is_near,
                    inlined_list *inlined, interval_list *claims)
{
  struct walk walk = { .dwarf = dwarf, .inlined = inlined, .claims = claims };
  dwarf_renew_ranges (dwarf);
  for (uint32_t i = 0; i < dwarf->units.count; i++)
    if (is_near[i])
      read_unit (&walk, i);
  vec_release (&walk.outer);
}
