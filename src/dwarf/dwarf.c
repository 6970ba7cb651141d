/* dwarf.c - DWARF debugging information, put together: units, line tables and
   functions become answers about code.

   dwarf_units.c, dwarf_ranges.c, line_table.c and dwarf_form.c read the
   sections; dwarf_places.c answers about single addresses.  */

#include "config.h"

#include <stdlib.h>

#include "dwarf_private.h"

/* --- Opening ------------------------------------------------------------- */

/* Enter into SEEN the line tables of the units that tell their addresses, or
   of those that do not, as TELLS says.  Of the latter, one whose table is
   already there loses it.  */
static enum status
share_tables (struct dwarf *dwarf, bool tells, struct pairmap *seen)
{
  for (uint32_t i = 0; i < dwarf->units.count; i++)
    {
      struct dwarf_unit *unit = &dwarf->units.items[i];
      if (!unit->has_lines || unit->has_no_ranges == tells)
        continue;
      const uint32_t *first = pairmap_enter (seen, unit->line_offset, 0, i);
      if (first == NULL)
        return diag_no_memory (dwarf->diag);
      unit->has_lines = tells || *first == i;
    }
  return STATUS_OK;
}

/* Units that do not tell their addresses have only their line table to go by.
   When another unit has the same one, as those of types, and those that dwz
   makes, they have no code: the table is not theirs.  */
static enum status
settle_shared_tables (struct dwarf *dwarf)
{
  struct pairmap seen = { 0 };
  enum status status = share_tables (dwarf, true, &seen);
  if (status == STATUS_OK)
    status = share_tables (dwarf, false, &seen);
  pairmap_release (&seen);
  return status;
}

/* What libbfd answers where units share a table depends on what it was asked
   before.  */
static enum status
check_shared_tables (struct dwarf *dwarf)
{
  struct pairmap seen = { 0 };
  enum status status = STATUS_OK;
  if (!dwarf->sections->quirks.keeps_shared_tables)
    status = settle_shared_tables (dwarf);
  for (size_t i = 0; i < dwarf->units.count && status == STATUS_OK; i++)
    {
      const struct dwarf_unit *unit = &dwarf->units.items[i];
      if (!unit->has_lines)
        continue;
      const uint32_t *first
          = pairmap_enter (&seen, unit->line_offset, 0, (uint32_t)i);
      if (first == NULL)
        status = diag_no_memory (dwarf->diag);
      else if (*first != i)
        dwarf->is_odd = true;
    }
  pairmap_release (&seen);
  return status;
}

/* A unit that does not tell its addresses claims those of its line table and
   of its functions (R3.9g).  */
static enum status
claim_by_contents (struct dwarf *dwarf, uint32_t number)
{
  struct line_table table;
  interval_list *claims = &dwarf->unit_ranges;
  size_t first = claims->count;
  enum status status
      = line_table_read (&table, dwarf->sections, &dwarf->units.items[number],
                         dwarf->diag);
  for (size_t i = 0; i < table.sequences.count && status == STATUS_OK; i++)
    {
      const struct line_sequence *sequence = &table.sequences.items[i];
      const struct interval claim
          = { sequence->low_pc, sequence->high_pc, 0, number };
      if (!vec_push (claims, claim))
        status = diag_no_memory (dwarf->diag);
    }
  line_table_release (&table);
  if (status == STATUS_OK)
    status = dwarf_read_functions (dwarf, number, claims);
  dwarf->functions.count = 0;
  for (; first < claims->count; first++)
    claims->items[first].owner = number;
  if (status == STATUS_ABSENT)
    {
      dwarf->is_odd = true;
      return STATUS_OK;
    }
  return status;
}

static enum status
settle_units (struct dwarf *dwarf)
{
  interval_list *ranges = &dwarf->unit_ranges;
  enum status status = STATUS_OK;
  for (uint32_t i = 0; i < dwarf->units.count && status == STATUS_OK; i++)
    if (dwarf->units.items[i].has_no_ranges && dwarf->units.items[i].has_lines)
      status = claim_by_contents (dwarf, i);
  size_t kept = 0;
  for (size_t i = 0; i < ranges->count; i++)
    {
      struct interval claim = ranges->items[i];
      claim.rank = claim.owner; /* the first unit wins */
      if (claim.low_pc < claim.high_pc
          && dwarf->units.items[claim.owner].has_lines)
        ranges->items[kept++] = claim;
    }
  ranges->count = kept;
  if (status == STATUS_OK)
    status = intervals_resolve (ranges, &dwarf->pieces, dwarf->diag);
  for (size_t i = 1; i < kept; i++)
    if (ranges->items[i].low_pc < ranges->items[i - 1].high_pc)
      dwarf->units_overlap = true;
  return status;
}

/* Whoever reads all ranges, once, finds no more than there are bytes.  */
void
dwarf_grant_ranges (struct dwarf *dwarf)
{
  const struct dwarf_sections *sections = dwarf->sections;
  dwarf->range_room
      = sections->info.size + sections->ranges.size + sections->rnglists.size;
}

/* Leave out what behind the last null byte of SECTION would be a text without
   an end, so that nobody has to look for the ends of the others.  */
static void
end_with_text (struct dwarf_section *section)
{
  if (section->data == NULL)
    section->size = 0;
  while (section->size > 0 && section->data[section->size - 1] != 0)
    section->size--;
}

void
dwarf_bound_texts (struct dwarf_sections *sections)
{
  end_with_text (&sections->str);
  end_with_text (&sections->line_str);
}

enum status
dwarf_open (struct dwarf **result, const struct dwarf_sections *sections,
            struct diag *diag)
{
  *result = NULL;
  struct dwarf *dwarf = array_new (1, sizeof *dwarf);
  if (dwarf == NULL)
    return diag_no_memory (diag);
  dwarf->own_sections = *sections;
  dwarf_bound_texts (&dwarf->own_sections);
  dwarf->sections = &dwarf->own_sections;
  dwarf->diag = diag;
  dwarf_grant_ranges (dwarf);
  dwarf_grant (dwarf);
  enum status status = dwarf_read_units (dwarf);
  if (status == STATUS_OK)
    status = dwarf_check_line_tables (dwarf);
  if (status == STATUS_OK)
    status = dwarf_check_overlap (dwarf);
  if (status == STATUS_OK)
    status = check_shared_tables (dwarf);
  if (status == STATUS_OK)
    status = settle_units (dwarf);
  if (status == STATUS_OK)
    *result = dwarf;
  /* What is damaged in one place may keep libbfd busy in another.  */
  if (status == STATUS_ABSENT)
    {
      const enum status vetted = dwarf_vet_all (dwarf);
      status = vetted != STATUS_OK ? vetted : STATUS_ABSENT;
    }
  if (status != STATUS_OK)
    dwarf_close (dwarf);
  return status;
}

void
dwarf_close (struct dwarf *dwarf)
{
  if (dwarf == NULL)
    return;
  abbreviations_release (&dwarf->abbreviations);
  vec_release (&dwarf->units);
  vec_release (&dwarf->unit_ranges);
  vec_release (&dwarf->pieces);
  vec_release (&dwarf->strays);
  for (size_t i = 0; i < dwarf->line_tables.count; i++)
    line_table_release (&dwarf->line_tables.items[i]);
  vec_release (&dwarf->line_tables);
  vec_release (&dwarf->functions);
  vec_release (&dwarf->files);
  arena_release (&dwarf->paths.memory);
  free (dwarf);
}

/* --- Stretches of one unit ----------------------------------------------- */

/* A unit's lines and functions while they become stretches.  */
struct merger
{
  struct dwarf *dwarf;
  uint32_t unit;
  struct line_table *table;
  size_t sequence, row; /* of the current piece of the line table */
  uint64_t low, high;   /* what is left of that; empty at the end */
  uint32_t file, line;  /* where it is from */
  uint32_t *files;      /* ids of the table's files, or DWARF_NONE */
  const interval_list *functions;
  size_t function;       /* the current piece of these */
  uint64_t function_low; /* what is left of it begins here */
  stretch_list *stretches;
  size_t first; /* of this unit's stretches */
};

/* Set *ID to the program's number for file NUMBER of the table.  */
static enum status
number_file (struct merger *merger, uint32_t number, uint32_t *id)
{
  struct dwarf *dwarf = merger->dwarf;
  const size_t known = merger->table->files.count + 1;
  /* Behind the known ones come the unknown, which have one name.  */
  uint32_t *slot = &merger->files[number < known ? number : known];
  *id = number != NO_FILE ? *slot : DWARF_NONE;
  if (*id != DWARF_NONE || number == NO_FILE)
    return STATUS_OK;
  enum status status = STATUS_OK;
  const char *path = line_table_path (merger->table, number, &dwarf->paths,
                                      &status, dwarf->diag);
  if (status != STATUS_OK || path == NULL)
    return status;
  *id = *slot = (uint32_t)dwarf->files.count;
  return vec_push (&dwarf->files, path) ? STATUS_OK
                                        : diag_no_memory (dwarf->diag);
}

/* Go on to the next piece of the line table that is not empty.  */
static enum status
next_line (struct merger *merger)
{
  const struct line_table *table = merger->table;
  for (; merger->sequence < table->sequences.count;
       merger->sequence++, merger->row = 0)
    {
      const struct line_sequence *sequence
          = &table->sequences.items[merger->sequence];
      const struct line_row *rows = vec_at (&table->rows, sequence->first);
      while (merger->row + 1 < sequence->count)
        {
          const struct line_row *row = &rows[merger->row++];
          merger->low
              = row->pc > sequence->low_pc ? row->pc : sequence->low_pc;
          merger->high
              = row[1].pc < sequence->high_pc ? row[1].pc : sequence->high_pc;
          if (merger->low >= merger->high)
            continue;
          merger->line = row->line;
          return number_file (merger, row->file, &merger->file);
        }
    }
  merger->low = merger->high = UINT64_MAX;
  return STATUS_OK;
}

static void
next_function (struct merger *merger)
{
  const interval_list *functions = merger->functions;
  merger->function++;
  merger->function_low = merger->function < functions->count
                             ? functions->items[merger->function].low_pc
                             : UINT64_MAX;
}

/* Append STRETCH to the unit's stretches, or to the last of them.  */
static enum status
add_stretch (struct merger *merger, const struct dwarf_stretch *stretch)
{
  stretch_list *list = merger->stretches;
  if (list->count > merger->first)
    {
      struct dwarf_stretch *last = &list->items[list->count - 1];
      if (last->high_pc == stretch->low_pc && last->line == stretch->line
          && last->file == stretch->file
          && last->function == stretch->function)
        {
          last->high_pc = stretch->high_pc;
          return STATUS_OK;
        }
    }
  return vec_push (list, *stretch) ? STATUS_OK
                                   : diag_no_memory (merger->dwarf->diag);
}

/* Merge the pieces of the line table and those of the functions.  */
static enum status
merge_pieces (struct merger *merger)
{
  const interval_list *functions = merger->functions;
  enum status status = next_line (merger);
  while (status == STATUS_OK)
    {
      const uint64_t low = merger->low < merger->function_low
                               ? merger->low
                               : merger->function_low;
      if (low == UINT64_MAX)
        break;
      struct dwarf_stretch stretch = { .low_pc = low,
                                       .file = DWARF_NONE,
                                       .function = DWARF_NONE,
                                       .unit = merger->unit };
      uint64_t function_end = merger->function_low;
      stretch.high_pc = merger->low;
      if (merger->low == low)
        {
          stretch.high_pc = merger->high;
          stretch.file = merger->line != 0 ? merger->file : DWARF_NONE;
          stretch.line = stretch.file != DWARF_NONE ? merger->line : 0;
        }
      if (merger->function_low == low)
        {
          function_end = functions->items[merger->function].high_pc;
          stretch.function = functions->items[merger->function].owner;
        }
      if (function_end < stretch.high_pc)
        stretch.high_pc = function_end;
      status = add_stretch (merger, &stretch);
      if (merger->function_low == low)
        {
          merger->function_low = stretch.high_pc;
          if (stretch.high_pc == function_end)
            next_function (merger);
        }
      if (merger->low == low)
        merger->low = stretch.high_pc;
      if (status == STATUS_OK && merger->low == merger->high
          && merger->low != UINT64_MAX)
        status = next_line (merger);
    }
  return status;
}

/* The smallest range that holds an address decides; of equals that of the
   later entry (R3.9b).  */
static enum status
settle_functions (struct dwarf *dwarf, interval_list *ranges,
                  interval_list *pieces)
{
  size_t kept = 0;
  for (size_t i = 0; i < ranges->count; i++)
    {
      struct interval claim = ranges->items[i];
      claim.rank = claim.high_pc - claim.low_pc;
      if (claim.low_pc < claim.high_pc)
        ranges->items[kept++] = claim;
    }
  ranges->count = kept;
  return intervals_resolve (ranges, pieces, dwarf->diag);
}

/* Append the stretches of UNIT, given its line TABLE.  RANGES and PIECES are
   empty lists.  */
static enum status
list_unit (struct dwarf *dwarf, uint32_t unit, struct line_table *table,
           interval_list *ranges, interval_list *pieces,
           stretch_list *stretches)
{
  const size_t slots = table->files.count + 2;
  uint32_t *files = array_new (slots, sizeof *files);
  if (files == NULL)
    return diag_no_memory (dwarf->diag);
  memset (files, 0xff, slots * sizeof *files);
  enum status status = dwarf_read_functions (dwarf, unit, ranges);
  if (status == STATUS_OK)
    status = settle_functions (dwarf, ranges, pieces);
  struct merger merger = { .dwarf = dwarf,
                           .unit = unit,
                           .table = table,
                           .files = files,
                           .functions = pieces,
                           .function = SIZE_MAX,
                           .stretches = stretches,
                           .first = stretches->count };
  next_function (&merger);
  if (status == STATUS_OK)
    status = merge_pieces (&merger);
  free (files);
  return status;
}

/* Note in WANTED which units are near ADDRESSES: those whose piece of the code
   holds one or is the last that begins before it, and the piece before that,
   from where a line may reach into it.  */
static void
choose_units (const struct dwarf *dwarf, const address_list *addresses,
              bool *wanted)
{
  const interval_list *pieces = &dwarf->pieces;
  for (size_t i = 0; i < addresses->count; i++)
    {
      size_t low = 0, high = pieces->count;
      while (low < high)
        {
          const size_t middle = low + (high - low) / 2;
          if (pieces->items[middle].low_pc <= addresses->items[i])
            low = middle + 1;
          else
            high = middle;
        }
      if (low > 0)
        wanted[pieces->items[low - 1].owner] = true;
      if (low > 1)
        wanted[pieces->items[low - 2].owner] = true;
    }
}

/* Append the stretches of all units that are WANTED, or of all if that is
   null, one unit after the other.  */
static enum status
list_units (struct dwarf *dwarf, const bool *wanted, stretch_list *stretches)
{
  interval_list ranges = { 0 }, pieces = { 0 };
  enum status status = STATUS_OK;
  for (uint32_t i = 0; i < dwarf->units.count && status == STATUS_OK; i++)
    {
      struct line_table table;
      const struct dwarf_unit *unit = &dwarf->units.items[i];
      if (!unit->has_lines || (wanted != NULL && !wanted[i]))
        continue;
      ranges.count = pieces.count = 0;
      status = line_table_read (&table, dwarf->sections, unit, dwarf->diag);
      if (status == STATUS_OK)
        status = list_unit (dwarf, i, &table, &ranges, &pieces, stretches);
      line_table_release (&table);
    }
  vec_release (&ranges);
  vec_release (&pieces);
  return status;
}

/* --- Stretches of all units ---------------------------------------------- */

/* Stretches of one unit that adjoin: ITEMS[FIRST .. FIRST+COUNT-1].  */
struct group
{
  uint64_t low_pc, high_pc;
  size_t first, count;
};

typedef VEC (struct group) group_list;

static int
compare_groups (const void *a, const void *b)
{
  const struct group *x = a, *y = b;
  if (x->low_pc != y->low_pc)
    return x->low_pc < y->low_pc ? -1 : 1;
  return x->first < y->first ? -1 : x->first > y->first;
}

static enum status
list_groups (const stretch_list *stretches, group_list *groups,
             struct diag *diag)
{
  for (size_t i = 0; i < stretches->count; i++)
    {
      const struct dwarf_stretch *stretch = &stretches->items[i];
      if (i > 0 && stretch[-1].high_pc == stretch->low_pc
          && stretch[-1].unit == stretch->unit)
        {
          struct group *last = &groups->items[groups->count - 1];
          last->high_pc = stretch->high_pc;
          last->count++;
          continue;
        }
      const struct group group = { stretch->low_pc, stretch->high_pc, i, 1 };
      if (!vec_push (groups, group))
        return diag_no_memory (diag);
    }
  if (groups->count > 0)
    qsort (groups->items, groups->count, sizeof *groups->items,
           compare_groups);
  return STATUS_OK;
}

/* Append to ORDERED the stretches of the COUNT groups at GROUP, which overlap:
   the first unit wins.  */
static enum status
settle_groups (const stretch_list *from, const struct group *group,
               size_t count, stretch_list *ordered, struct diag *diag)
{
  interval_list claims = { 0 }, pieces = { 0 };
  enum status status = STATUS_OK;
  for (size_t g = 0; g < count; g++)
    for (size_t i = group[g].first; i < group[g].first + group[g].count; i++)
      {
        const struct dwarf_stretch *stretch = &from->items[i];
        const struct interval claim = { stretch->low_pc, stretch->high_pc,
                                        stretch->unit, (uint32_t)i };
        if (status == STATUS_OK && !vec_push (&claims, claim))
          status = diag_no_memory (diag);
      }
  if (status == STATUS_OK)
    status = intervals_resolve (&claims, &pieces, diag);
  for (size_t i = 0; i < pieces.count && status == STATUS_OK; i++)
    {
      struct dwarf_stretch stretch = from->items[pieces.items[i].owner];
      stretch.low_pc = pieces.items[i].low_pc;
      stretch.high_pc = pieces.items[i].high_pc;
      if (!vec_push (ordered, stretch))
        status = diag_no_memory (diag);
    }
  vec_release (&claims);
  vec_release (&pieces);
  return status;
}

/* Append the stretches of GROUPS to ORDERED.  */
static enum status
order_groups (const stretch_list *from, const group_list *groups,
              stretch_list *ordered, struct diag *diag)
{
  enum status status = STATUS_OK;
  for (size_t i = 0; i < groups->count && status == STATUS_OK;)
    {
      const struct group *group = &groups->items[i];
      uint64_t reach = group->high_pc;
      size_t count = 1;
      for (; i + count < groups->count && group[count].low_pc < reach; count++)
        if (group[count].high_pc > reach)
          reach = group[count].high_pc;
      if (count > 1)
        status = settle_groups (from, group, count, ordered, diag);
      else if (!vec_reserve (ordered, ordered->count + group->count))
        status = diag_no_memory (diag);
      else
        {
          memcpy (ordered->items + ordered->count, from->items + group->first,
                  group->count * sizeof *from->items);
          ordered->count += group->count;
        }
      i += count;
    }
  return status;
}

/* The units of which a caller wants stretches NEAR some addresses.  */
static enum status
list_wanted (struct dwarf *dwarf, const address_list *near,
             stretch_list *stretches)
{
  dwarf_grant_ranges (dwarf);
  /* Where units overlap, one that is not near may hide another.  */
  if (near == NULL || dwarf->units_overlap)
    return list_units (dwarf, NULL, stretches);
  bool *wanted = array_new (dwarf->units.count, sizeof *wanted);
  if (wanted == NULL)
    return diag_no_memory (dwarf->diag);
  choose_units (dwarf, near, wanted);
  enum status status = list_units (dwarf, wanted, stretches);
  free (wanted);
  return status;
}

enum status
dwarf_list_stretches (struct dwarf *dwarf, const address_list *near,
                      stretch_list *stretches)
{
  stretch_list unordered = { 0 };
  group_list groups = { 0 };
  enum status status
      = dwarf->is_odd ? STATUS_ABSENT : list_wanted (dwarf, near, &unordered);
  if (status == STATUS_OK && dwarf->is_odd)
    status = STATUS_ABSENT;
  if (status == STATUS_OK)
    status = list_groups (&unordered, &groups, dwarf->diag);
  if (status == STATUS_OK)
    status = vec_reserve (stretches, unordered.count)
                 ? order_groups (&unordered, &groups, stretches, dwarf->diag)
                 : diag_no_memory (dwarf->diag);
  vec_release (&groups);
  vec_release (&unordered);
  return status;
}

/* --- Names --------------------------------------------------------------- */

const char *
dwarf_path (const struct dwarf *dwarf, uint32_t file)
{
  return dwarf->files.items[file];
}

/* --- Positions ----------------------------------------------------------- */

static enum status
push_claims (const interval_list *claims, address_list *positions,
             struct diag *diag)
{
  for (size_t i = 0; i < claims->count; i++)
    if (!vec_push (positions, claims->items[i].low_pc)
        || !vec_push (positions, claims->items[i].high_pc))
      return diag_no_memory (diag);
  return STATUS_OK;
}

/* Append the rows of the line table of UNIT.  */
static enum status
push_rows (struct dwarf *dwarf, const struct dwarf_unit *unit,
           address_list *positions)
{
  struct line_table table;
  enum status status
      = line_table_read (&table, dwarf->sections, unit, dwarf->diag);
  for (size_t i = 0; i < table.rows.count && status == STATUS_OK; i++)
    if (!vec_push (positions, table.rows.items[i].pc))
      status = diag_no_memory (dwarf->diag);
  line_table_release (&table);
  return status;
}

enum status
dwarf_list_positions (struct dwarf *dwarf, address_list *positions)
{
  interval_list ranges = { 0 };
  struct pairmap seen = { 0 };
  if (dwarf_is_refused (dwarf))
    return STATUS_ABSENT;
  dwarf_grant_ranges (dwarf);
  enum status status
      = push_claims (&dwarf->unit_ranges, positions, dwarf->diag);
  for (uint32_t i = 0; i < dwarf->units.count && status == STATUS_OK; i++)
    {
      const struct dwarf_unit *unit = &dwarf->units.items[i];
      if (unit->has_lines)
        {
          const uint32_t *first
              = pairmap_enter (&seen, unit->line_offset, 0, i);
          if (first == NULL)
            status = diag_no_memory (dwarf->diag);
          else if (*first == i)
            status = push_rows (dwarf, unit, positions);
        }
      if (status == STATUS_OK)
        status = dwarf_read_functions (dwarf, i, &ranges);
    }
  if (status == STATUS_OK)
    status = push_claims (&ranges, positions, dwarf->diag);
  vec_release (&ranges);
  pairmap_release (&seen);
  return status;
}
