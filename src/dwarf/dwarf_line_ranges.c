/* dwarf_line_ranges.c - line tables and functions of the units, merged: which
   line of which function all code is from.  */

#include "config.h"

#include "dwarf/dwarf_units.h"

#include <stdlib.h>
#include <string.h>

#include "base/minmax.h"
#include "base/search.h"

/* --- Of one unit --------------------------------------------------------- */

/* A walk along the lines and functions of a unit, in step.  */
struct merger
{
  struct dwarf *dwarf;
  uint32_t unit;
  struct line_table *table;
  size_t sequence, row; /* of the current row of the line table */
  uint64_t low, high;   /* what is left of its code; empty at the end */
  uint32_t file, line;  /* where that is from */
  uint32_t *files;      /* ids of the table's files, or DWARF_NONE */
  const interval_list *functions; /* ascending and apart */
  size_t function;                /* the current one */
  uint64_t function_low;          /* what is left of its code begins here */
  line_range_list *ranges;        /* what is made */
  size_t first;                   /* of this unit's */
};

/* Set *ID to the program's number for file NUMBER of the table.  */
static enum status
number_file (struct merger *merger, uint32_t number, uint32_t *id)
{
  struct dwarf *dwarf = merger->dwarf;
  const size_t known = merger->table->files.count + 1;
  /* Numbers beyond the list share one slot, for they share one path.  */
  uint32_t *slot = &merger->files[number < known ? number : known];
  *id = number != NO_FILE ? *slot : DWARF_NONE;
  if (*id != DWARF_NONE || number == NO_FILE)
    return STATUS_OK;
  const char *path;
  enum status status
      = line_table_path (merger->table, number, &dwarf->paths, &path);
  if (status != STATUS_OK)
    return status;
  *id = *slot = (uint32_t)dwarf->files.count;
  vec_push (&dwarf->files, path);
  return STATUS_OK;
}

/* Go on to the next row of the line table that has code.  */
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

/* Append RANGE, or extend the last one of the unit if it only goes on.  */
static void
add_range (struct merger *merger, const struct dwarf_line_range *range)
{
  line_range_list *list = merger->ranges;
  if (list->count > merger->first)
    {
      struct dwarf_line_range *last = &list->items[list->count - 1];
      if (last->high_pc == range->low_pc && last->line == range->line
          && last->file == range->file && last->function == range->function)
        {
          last->high_pc = range->high_pc;
          return;
        }
    }
  vec_push (list, *range);
}

/* Go on to RANGE.high_pc, where a line or a function ends or begins: take
   RANGE, and what begins there.  */
static enum status
pass_range (struct merger *merger, const struct dwarf_line_range *range,
            bool has_line, bool has_function)
{
  const interval_list *functions = merger->functions;
  add_range (merger, range);
  if (has_function)
    {
      merger->function_low = range->high_pc;
      if (range->high_pc == functions->items[merger->function].high_pc)
        next_function (merger);
    }
  if (has_line)
    merger->low = range->high_pc;
  return has_line && merger->low == merger->high ? next_line (merger)
                                                 : STATUS_OK;
}

/* Merge the lines and the functions.  */
static enum status
merge_pieces (struct merger *merger)
{
  enum status status = next_line (merger);
  uint64_t low;
  while (status == STATUS_OK
         && (low = min_u64 (merger->low, merger->function_low)) != UINT64_MAX)
    {
      const bool has_line = merger->low == low;
      const bool has_function = merger->function_low == low;
      const struct interval *function
          = has_function ? &merger->functions->items[merger->function] : NULL;
      const bool is_known
          = has_line && merger->line != 0 && merger->file != DWARF_NONE;
      const struct dwarf_line_range range
          = { .low_pc = low,
              .high_pc = min_u64 (has_line ? merger->high : merger->low,
                                  has_function ? function->high_pc
                                               : merger->function_low),
              .file = is_known ? merger->file : DWARF_NONE,
              .line = is_known ? merger->line : 0,
              .function = has_function ? function->owner : DWARF_NONE,
              .unit = merger->unit };
      status = pass_range (merger, &range, has_line, has_function);
    }
  return status;
}

enum
{
  BYTES_PER_RANGE = 16 /* of a line table, seldom fewer */
};

/* Lists that are needed for one unit at a time.  */
struct scratch
{
  interval_list claims; /* of functions */
  interval_list pieces; /* of code that one function has */
};

/* Append the line ranges of UNIT, an index, given its line TABLE.  */
static enum status
list_unit (struct dwarf *dwarf, uint32_t unit, struct line_table *table,
           struct scratch *scratch, line_range_list *ranges)
{
  interval_list *claims = &scratch->claims;
  claims->count = scratch->pieces.count = 0;
  enum status status = dwarf_read_functions (dwarf, unit, claims);
  if (status != STATUS_OK)
    return status;
  /* Of functions the shortest that holds an address wins; of equals that of the
     later entry (R3.9b).  */
  for (size_t i = 0; i < claims->count; i++)
    claims->items[i].rank = claims->items[i].high_pc - claims->items[i].low_pc;
  intervals_resolve (claims, &scratch->pieces);
  const size_t slots = table->files.count + 2;
  uint32_t *files = array_new (slots, sizeof *files);
  memset (files, 0xff, slots * sizeof *files);
  struct merger merger = { .dwarf = dwarf,
                           .unit = unit,
                           .table = table,
                           .files = files,
                           .functions = &scratch->pieces,
                           .function = SIZE_MAX,
                           .ranges = ranges,
                           .first = ranges->count };
  next_function (&merger);
  status = merge_pieces (&merger);
  free (files);
  return status;
}

/* Append the line ranges of all units that are WANTED, or of all if that is
   null, one unit after the other.  */
static enum status
list_units (struct dwarf *dwarf, const bool *wanted, line_range_list *ranges)
{
  struct scratch scratch = { 0 };
  enum status status = STATUS_OK;
  /* Memory that is reserved and not used costs nothing, but the smaller
     arrays that a growing list leaves behind do.  */
  if (wanted == NULL)
    vec_reserve (ranges, dwarf->sections.line.size / BYTES_PER_RANGE);
  for (uint32_t i = 0; i < dwarf->units.count && status == STATUS_OK; i++)
    {
      struct line_table table;
      if (!dwarf->units.items[i].has_lines || (wanted != NULL && !wanted[i]))
        continue;
      status = dwarf_read_lines (dwarf, i, &table);
      if (status == STATUS_OK)
        status = list_unit (dwarf, i, &table, &scratch, ranges);
      line_table_release (&table);
    }
  vec_release (&scratch.claims);
  vec_release (&scratch.pieces);
  return status;
}

/* Note in WANTED which units are near ADDRESSES: those whose piece of the code
   holds one or is the last that begins before it, and the piece before that,
   from where a line may reach into it.  */
static void
choose_units (const struct dwarf *dwarf, const address_list *addresses,
              bool *wanted)
{
  const struct interval *pieces = dwarf->pieces.items;
  for (size_t i = 0; i < addresses->count; i++)
    {
      size_t above;
      search_first (above, 0, dwarf->pieces.count,
                    pieces[above].low_pc > addresses->items[i]);
      if (above > 0)
        wanted[pieces[above - 1].owner] = true;
      if (above > 1)
        wanted[pieces[above - 2].owner] = true;
    }
}

/* Append the line ranges of the units that are enough for NEAR, see
   dwarf_list_line_ranges.  */
static enum status
list_wanted (struct dwarf *dwarf, const address_list *near,
             line_range_list *ranges)
{
  dwarf_renew_ranges (dwarf);
  /* Where units overlap, one that is not near may hide another.  */
  if (near == NULL || dwarf->units_overlap)
    return list_units (dwarf, NULL, ranges);
  bool *wanted = array_new (dwarf->units.count, sizeof *wanted);
  choose_units (dwarf, near, wanted);
  enum status status = list_units (dwarf, wanted, ranges);
  free (wanted);
  return status;
}

/* --- Of all units -------------------------------------------------------- */

/* Line ranges of one unit that adjoin: those from FIRST up to LIMIT.  */
struct group
{
  size_t first, limit;
};

typedef VEC (struct group) group_list;

/* Append to GROUPS the groups of RANGES, and what they claim to CLAIMS.  */
static void
list_groups (const line_range_list *ranges, group_list *groups,
             interval_list *claims)
{
  for (size_t i = 0; i < ranges->count; i++)
    {
      const struct dwarf_line_range *range = &ranges->items[i];
      if (i > 0 && range[-1].high_pc == range->low_pc
          && range[-1].unit == range->unit)
        {
          groups->items[groups->count - 1].limit = i + 1;
          claims->items[claims->count - 1].high_pc = range->high_pc;
          continue;
        }
      const struct group group = { i, i + 1 };
      const struct interval claim = { range->low_pc, range->high_pc,
                                      range->unit, (uint32_t)groups->count };
      vec_push (groups, group);
      vec_push (claims, claim);
    }
}

/* Append RANGES to ORDERED, ascending and apart: where units overlap, the first
   one wins.  */
static void
order_ranges (const line_range_list *ranges, line_range_list *ordered)
{
  const struct dwarf_line_range *items = ranges->items;
  interval_list claims = { 0 }, pieces = { 0 };
  group_list groups = { 0 };
  list_groups (ranges, &groups, &claims);
  intervals_resolve (&claims, &pieces);
  for (size_t p = 0; p < pieces.count; p++)
    {
      const struct interval *piece = &pieces.items[p];
      const struct group *group = &groups.items[piece->owner];
      size_t i;
      search_first (i, group->first, group->limit,
                    items[i].high_pc > piece->low_pc);
      for (uint64_t pc = piece->low_pc; pc < piece->high_pc; i++)
        {
          struct dwarf_line_range range = items[i];
          range.low_pc = pc;
          range.high_pc = min_u64 (range.high_pc, piece->high_pc);
          vec_push (ordered, range);
          pc = range.high_pc;
        }
    }
  vec_release (&claims);
  vec_release (&pieces);
  vec_release (&groups);
}

enum status
dwarf_list_line_ranges (struct dwarf *dwarf, const address_list *near,
                        line_range_list *ranges)
{
  line_range_list unordered = { 0 };
  enum status status = dwarf->is_incomplete
                           ? STATUS_ABSENT
                           : list_wanted (dwarf, near, &unordered);
  if (status == STATUS_OK && dwarf->is_incomplete)
    status = STATUS_ABSENT;
  if (status == STATUS_OK)
    {
      vec_trim (&unordered.items, &unordered.capacity, unordered.count,
                sizeof *unordered.items);
      vec_reserve (ranges, unordered.count);
      order_ranges (&unordered, ranges);
    }
  vec_release (&unordered);
  return status;
}
