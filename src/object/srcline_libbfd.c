/* srcline_libbfd.c - the imitation of libbfd: the order in which it is asked,
   what it remembers, and what must not be shown to it.

   Our reader of DWARF answers by itself, and would answer the same whatever it
   was asked before.  libbfd does not, and GNU gprof prints what libbfd says.
   So this file stands between the reader and those who ask: it knows of each
   unit and function what libbfd would have learnt about them so far.  See
   doc/behaviour.md, R3.9a to R3.10, for what was found out by experiment.  */

#include "config.h"

#include "object/srcline_libbfd.h"

#include <stdlib.h>
#include <string.h>

#include "base/search.h"
#include "base/sort.h"
#include "dwarf/dwarf_units.h"

/* What is remembered of a unit.  */
struct unit_memory
{
  uint32_t lines; /* index in line_tables, or NO_LINES */
  bool is_asked;  /* see imitation_knows */
  bool is_vetted; /* see imitation_vet */
};

#define NO_LINES UINT32_MAX

/* --- Limits -------------------------------------------------------------- */

static bool
is_refused (const struct imitation *imitation)
{
  return imitation->is_refused || dwarf_is_exhausted (imitation->dwarf);
}

/* libbfd lists the units that claim an address, byte by byte where they are
   many.  Note whether that would take too long for the COUNT ranges that begin
   at LOW and end at HIGH, both ascending.  */
static void
measure_overlap (struct imitation *imitation, const uint64_t *low,
                 const uint64_t *high, size_t count)
{
  enum
  {
    FEW = 16 /* units for which libbfd has one list for many bytes */
  };
  const uint64_t size = dwarf_total_size (&imitation->dwarf->sections);
  uint64_t budget = (UINT64_C (1) << 20) + 16 * size;
  uint64_t last_pc = 0;
  for (size_t begun = 0, ended = 0; ended < count;)
    {
      const bool begins = begun < count && low[begun] <= high[ended];
      const uint64_t pc = begins ? low[begun] : high[ended];
      const uint64_t depth = begun - ended;
      if (depth > FEW && pc - last_pc > budget / depth)
        {
          imitation->overlaps_much = true;
          return;
        }
      budget -= depth > FEW ? (pc - last_pc) * depth : 0;
      last_pc = pc;
      begun += begins;
      ended += !begins;
    }
}

static enum status
check_overlap (struct imitation *imitation)
{
  const interval_list *ranges = &imitation->dwarf->unit_ranges;
  struct diag *diag = imitation->dwarf->diag;
  uint64_t *low = array_new (ranges->count, sizeof *low);
  uint64_t *high = array_new (ranges->count, sizeof *high);
  size_t count = 0;
  enum status status
      = low != NULL && high != NULL ? STATUS_OK : diag_no_memory (diag);
  for (size_t i = 0; i < ranges->count && status == STATUS_OK; i++)
    if (ranges->items[i].low_pc < ranges->items[i].high_pc)
      {
        low[count] = ranges->items[i].low_pc;
        high[count++] = ranges->items[i].high_pc;
      }
  if (status == STATUS_OK)
    status = sort_numbers (low, count, diag);
  if (status == STATUS_OK)
    status = sort_numbers (high, count, diag);
  if (status == STATUS_OK)
    measure_overlap (imitation, low, high, count);
  free (low);
  free (high);
  return status;
}

/* How long libbfd takes to sort the rows of TABLE, one by one, measured in
   attributes looked at.  */
static uint64_t
work_of_sorting (const struct line_table *table)
{
  const uint64_t size = table->size / 96;
  return table->is_disordered ? size * size : 0;
}

/* Read the line table of UNIT, and count the bytes of paths: libbfd keeps a
   copy of the path for each row.  */
static enum status
vet_lines (struct dwarf *dwarf, uint32_t unit)
{
  struct dwarf_budget *budget = &dwarf->budget;
  struct line_table table;
  enum status status = dwarf_read_lines (dwarf, unit, &table);
  if (!dwarf_take_work (budget, work_of_sorting (&table)))
    status = STATUS_ABSENT;
  for (size_t i = 0; i < table.rows.count && status == STATUS_OK; i++)
    {
      const char *path;
      status = line_table_path (&table, table.rows.items[i].file,
                                &dwarf->paths, &path, dwarf->diag);
      const size_t length = path != NULL ? strlen (path) : 0;
      if (!dwarf_budget_take (budget, &budget->text, length))
        status = STATUS_ABSENT;
    }
  line_table_release (&table);
  return status;
}

/* Read unit NUMBER as far as libbfd would.  What we cannot read libbfd does
   not understand either.  */
static enum status
vet_unit (struct imitation *imitation, uint32_t number)
{
  struct unit_memory *memory = &imitation->units[number];
  if (memory->is_vetted)
    return STATUS_OK;
  memory->is_vetted = true;
  enum status status = vet_lines (imitation->dwarf, number);
  if (status != STATUS_NO_MEMORY)
    status = dwarf_try_functions (imitation->dwarf, number);
  return status == STATUS_ABSENT ? STATUS_OK : status;
}

/* The result of vetting, which came to STATUS.  */
static enum status
refuse_or (const struct imitation *imitation, enum status status)
{
  return status == STATUS_OK && is_refused (imitation) ? STATUS_UNSUPPORTED
                                                       : status;
}

enum status
imitation_vet_all (struct imitation *imitation)
{
  struct dwarf *dwarf = imitation->dwarf;
  enum status status = dwarf_check_line_tables (dwarf);
  if (status == STATUS_OK)
    status = check_overlap (imitation);
  imitation->is_refused |= imitation->overlaps_much;
  dwarf_renew_ranges (dwarf);
  for (uint32_t i = 0; i < dwarf->units.count && status == STATUS_OK
                       && !is_refused (imitation);
       i++)
    status = vet_unit (imitation, i);
  return refuse_or (imitation, status);
}

enum status
imitation_vet (struct imitation *imitation, uint64_t pc)
{
  struct dwarf *dwarf = imitation->dwarf;
  enum status status = STATUS_OK;
  imitation->is_refused |= imitation->overlaps_much;
  if (!is_refused (imitation))
    dwarf_renew_ranges (dwarf);
  for (size_t i = 0; i < dwarf->unit_ranges.count && status == STATUS_OK
                     && !is_refused (imitation);
       i++)
    {
      const struct interval *range = &dwarf->unit_ranges.items[i];
      if (range->low_pc > pc)
        break;
      if (range->high_pc > pc)
        status = vet_unit (imitation, range->owner);
    }
  return refuse_or (imitation, status);
}

enum status
imitation_list_positions (struct imitation *imitation, address_list *positions)
{
  return is_refused (imitation)
             ? STATUS_ABSENT
             : dwarf_list_positions (imitation->dwarf, positions);
}

/* --- Opening ------------------------------------------------------------- */

/* How libbfd reads otherwise than the standard has it.  */
static struct dwarf_rules
rules_of (const struct quirks *quirks)
{
  return (struct dwarf_rules){
    .first_file_is_default = quirks->unset_file_is_first,
    .offsets_have_width_of_unit = quirks->wants_offsets_of_one_width,
    .shared_tables_stay = quirks->keeps_shared_tables,
    .ranges_by_index_are_unknown = quirks->ignores_ranges_by_index,
    .base_of_4_bytes_is_unknown = quirks->misses_base_of_32_bits,
    .base_must_precede_ranges = quirks->misses_base_behind_ranges
  };
}

static enum status
start_memory (struct imitation *imitation)
{
  const size_t count = imitation->dwarf->units.count;
  imitation->units = array_new (count, sizeof *imitation->units);
  if (imitation->units == NULL)
    return diag_no_memory (imitation->dwarf->diag);
  for (size_t i = 0; i < count; i++)
    imitation->units[i].lines = NO_LINES;
  return STATUS_OK;
}

enum status
imitation_open (struct imitation *imitation,
                const struct dwarf_sections *sections,
                const struct quirks *quirks, struct diag *diag)
{
  *imitation
      = (struct imitation){ .claims_when_asked = quirks->claims_when_asked };
  struct dwarf_sections own = *sections;
  own.rules = rules_of (quirks);
  const enum status opened = dwarf_open (&imitation->dwarf, &own, diag);
  if (opened != STATUS_OK && opened != STATUS_ABSENT)
    return opened;
  enum status status = start_memory (imitation);
  /* What is damaged in one place may keep libbfd busy in another.  */
  if (status == STATUS_OK && opened == STATUS_ABSENT)
    {
      status = imitation_vet_all (imitation);
      return status == STATUS_OK ? STATUS_ABSENT : status;
    }
  if (status == STATUS_OK)
    status = check_overlap (imitation);
  return status == STATUS_OK ? dwarf_assign_code (imitation->dwarf) : status;
}

void
imitation_close (struct imitation *imitation)
{
  dwarf_close (imitation->dwarf);
  nearest_release (&imitation->nearest);
  free (imitation->units);
  for (size_t i = 0; i < imitation->line_tables.count; i++)
    line_table_release (&imitation->line_tables.items[i]);
  vec_release (&imitation->line_tables);
  vec_release (&imitation->beyond);
  *imitation = (struct imitation){ 0 };
}

/* --- Order --------------------------------------------------------------- */

/* Questions about where symbols are from come in the image's order, for what
   libbfd was asked may change what it answers (R3.10), and our own reader has
   to follow that.  At an address with several symbols GNU gprof asks for each
   of them; we ask for the first, with which the source file becomes known
   (R3.15), and for the one that was kept.  A question is the symbol's id
   doubled, plus 1 for the latter.  */
static uint32_t
question_rank (const struct symtab *symtab, uint32_t question)
{
  const sym_id id = question / 2;
  return question & 1 ? symtab->rank[id] : symtab->first_rank[id];
}

/* First comes what GNU gprof would ask, too: what it would not have must not
   change an answer.  */
static int
compare_questions (uint32_t a, uint32_t b, const void *context)
{
  const struct symtab *symtab = context;
  const int by_kind = (symtab->flags[a / 2] & SYMBOL_OURS)
                      - (symtab->flags[b / 2] & SYMBOL_OURS);
  if (by_kind != 0)
    return by_kind;
  const uint32_t rank_a = question_rank (symtab, a);
  const uint32_t rank_b = question_rank (symtab, b);
  return rank_a < rank_b ? -1 : rank_a > rank_b;
}

/* The questions for the symbols in WANTED, or all if that is null, in no
   order; returns how many.  */
static size_t
list_questions (const struct symtab *symtab, const struct symset *wanted,
                uint32_t *questions)
{
  size_t count = 0;
  for (sym_id id = 0; id < symtab->count; id++)
    {
      if ((wanted != NULL && !symset_has (wanted, id))
          || (symtab->flags[id] & SYMBOL_GAP))
        continue;
      if (symtab->first_rank[id] != symtab->rank[id])
        questions[count++] = 2 * id;
      questions[count++] = 2 * id + 1;
    }
  return count;
}

enum status
imitation_ask_each (const struct symtab *symtab, const struct symset *wanted,
                    imitation_visit *visit, void *context, struct diag *diag)
{
  uint32_t *questions = array_new (2 * symtab->count, sizeof *questions);
  if (questions == NULL)
    return diag_no_memory (diag);
  const size_t count = list_questions (symtab, wanted, questions);
  enum status status
      = sort_ids (questions, count, compare_questions, symtab, diag);
  for (size_t i = 0; i < count && status == STATUS_OK; i++)
    status = visit (context, questions[i] / 2, questions[i] & 1);
  free (questions);
  return status;
}

/* --- Memory of units ----------------------------------------------------- */

/* Does SEQUENCE hold code that unit NUMBER does not own?  */
static bool
is_beyond (const struct dwarf *dwarf, uint32_t number,
           const struct line_sequence *sequence)
{
  const struct interval *piece
      = dwarf_find_piece (&dwarf->pieces, sequence->low_pc);
  return piece == NULL || piece->owner != number
         || piece->high_pc < sequence->high_pc;
}

/* Keep the line TABLE of unit NUMBER.  From now on the unit also claims what
   is in it (R3.9g).  */
static enum status
keep_lines (struct imitation *imitation, uint32_t number,
            struct line_table *table)
{
  const struct dwarf *dwarf = imitation->dwarf;
  for (size_t i = 0; i < table->sequences.count; i++)
    {
      const struct line_sequence *sequence = &table->sequences.items[i];
      const struct interval claim
          = { sequence->low_pc, sequence->high_pc, 0, number };
      if (is_beyond (dwarf, number, sequence)
          && !vec_push (&imitation->beyond, claim))
        return diag_no_memory (dwarf->diag);
    }
  if (!vec_push (&imitation->line_tables, *table))
    return diag_no_memory (dwarf->diag);
  imitation->units[number].lines
      = (uint32_t)(imitation->line_tables.count - 1);
  return STATUS_OK;
}

/* Look PC up in the line table of unit NUMBER.  STATUS_ABSENT if it is not
   there; *DAMAGED says that the table cannot be read.  */
static enum status
find_in_unit (struct imitation *imitation, uint32_t number, uint64_t pc,
              const char **path, uint32_t *line, bool *damaged)
{
  struct dwarf *dwarf = imitation->dwarf;
  const struct unit_memory *unit = &imitation->units[number];
  enum status status = STATUS_OK;
  if (unit->lines == NO_LINES)
    {
      struct line_table table;
      status = dwarf_read_lines (dwarf, number, &table);
      if (status == STATUS_OK)
        status = keep_lines (imitation, number, &table);
      if (status != STATUS_OK)
        {
          *damaged = status == STATUS_ABSENT;
          line_table_release (&table);
          return status;
        }
    }
  struct line_table *table = &imitation->line_tables.items[unit->lines];
  const struct line_row *row = line_table_find (table, pc);
  if (row == NULL)
    return STATUS_ABSENT;
  *line = row->line;
  status
      = line_table_path (table, row->file, &dwarf->paths, path, dwarf->diag);
  *damaged |= dwarf->paths.is_exhausted;
  return status;
}

/* The first unit from FIRST on of those with CLAIMS to PC, or DWARF_NONE.  */
static uint32_t
first_claimant (const interval_list *claims, uint64_t pc, uint32_t first)
{
  uint32_t unit = DWARF_NONE;
  for (size_t i = 0; i < claims->count; i++)
    {
      const struct interval *claim = &claims->items[i];
      if (claim->low_pc <= pc && pc < claim->high_pc && claim->owner >= first
          && claim->owner < unit)
        unit = claim->owner;
    }
  return unit;
}

/* The first unit from FIRST on that libbfd would ask about PC, or DWARF_NONE:
   one with PC in its ranges, or in a sequence beyond these.  */
static uint32_t
next_unit (struct imitation *imitation, uint64_t pc, uint32_t first,
           bool *damaged)
{
  enum
  {
    CHEAP = 16 /* so many are looked at in the time of one attribute */
  };
  struct dwarf *dwarf = imitation->dwarf;
  const struct interval *piece = dwarf_find_piece (&dwarf->pieces, pc);
  *damaged
      = !dwarf_take_work (&dwarf->budget, imitation->beyond.count / CHEAP);
  const uint32_t by_lines = first_claimant (&imitation->beyond, pc, first);
  uint32_t by_ranges = DWARF_NONE;
  if (piece != NULL && piece->owner >= first)
    by_ranges = piece->owner;
  else if (piece != NULL && dwarf->units_overlap)
    {
      *damaged |= !dwarf_take_work (&dwarf->budget,
                                    1 + dwarf->unit_ranges.count / CHEAP);
      by_ranges = first_claimant (&dwarf->unit_ranges, pc, first);
    }
  return by_lines < by_ranges ? by_lines : by_ranges;
}

/* Must libbfd be asked for lines and names?  What it answers where units share
   a line table depends on what it was asked before, in ways that are not
   imitated.  */
static bool
is_unsure (const struct imitation *imitation)
{
  return imitation->dwarf->is_incomplete
         || imitation->dwarf->units_share_lines;
}

enum status
imitation_find_line (struct imitation *imitation, uint64_t pc,
                     const char **path, uint32_t *line, bool *ask_libbfd)
{
  enum status status = STATUS_ABSENT;
  uint32_t unit = 0;
  *path = NULL;
  *line = 0;
  *ask_libbfd = is_unsure (imitation) || is_refused (imitation);
  while (status == STATUS_ABSENT && !*ask_libbfd)
    {
      unit = next_unit (imitation, pc, unit, ask_libbfd);
      if (*ask_libbfd || unit == DWARF_NONE)
        break;
      status = find_in_unit (imitation, unit++, pc, path, line, ask_libbfd);
    }
  return status == STATUS_OK && (*path == NULL || *line == 0) ? STATUS_ABSENT
                                                              : status;
}

enum status
imitation_list_ranges (struct imitation *imitation, const address_list *near,
                       line_range_list *ranges)
{
  return is_unsure (imitation)
             ? STATUS_ABSENT
             : dwarf_list_line_ranges (imitation->dwarf, near, ranges);
}

bool
imitation_knows (struct imitation *imitation,
                 const struct dwarf_line_range *range, uint64_t pc)
{
  struct unit_memory *unit = &imitation->units[range->unit];
  if (!imitation->claims_when_asked)
    return true;
  unit->is_asked |= dwarf_find_piece (&imitation->dwarf->pieces, pc) != NULL;
  return unit->is_asked;
}

/* Note in WANTED whose line tables may hold one of ADDRESSES that is in no
   unit's ranges: the last unit that begins before it, and all of DWARF 2, in
   which a unit has one range.  */
static void
choose_reaching (const struct dwarf *dwarf, const address_list *addresses,
                 bool *wanted)
{
  const interval_list *pieces = &dwarf->pieces;
  bool any = false;
  for (size_t i = 0, below = 0; i < addresses->count; i++)
    {
      const uint64_t pc = addresses->items[i];
      while (below < pieces->count && pieces->items[below].low_pc <= pc)
        below++;
      if (below > 0 && pieces->items[below - 1].high_pc > pc)
        continue;
      any = true;
      if (below > 0)
        wanted[pieces->items[below - 1].owner] = true;
    }
  for (size_t i = 0; i < dwarf->units.count && any; i++)
    wanted[i] |= dwarf->units.items[i].widths.version == 2;
}

/* Does a sequence of TABLE beyond the ranges of its unit NUMBER hold one of
   ADDRESSES that is in no unit's ranges?  */
static bool
reaches (const struct dwarf *dwarf, uint32_t number,
         const struct line_table *table, const address_list *addresses)
{
  const uint64_t *pc = addresses->items;
  for (size_t i = 0; i < table->sequences.count; i++)
    {
      const struct line_sequence *sequence = &table->sequences.items[i];
      size_t next;
      if (!is_beyond (dwarf, number, sequence))
        continue;
      search_first (next, 0, addresses->count, pc[next] >= sequence->low_pc);
      for (; next < addresses->count && pc[next] < sequence->high_pc; next++)
        if (dwarf_find_piece (&dwarf->pieces, pc[next]) == NULL)
          return true;
    }
  return false;
}

/* If the line table of unit NUMBER holds one of ADDRESSES that is in no unit's
   ranges, set *IS_NEEDED, or keep the table.  STATUS_ABSENT if it cannot be
   read.  */
static enum status
look_beyond (struct imitation *imitation, uint32_t number,
             const address_list *addresses, bool *is_needed)
{
  struct line_table table;
  enum status status = dwarf_read_lines (imitation->dwarf, number, &table);
  if (status == STATUS_OK
      && reaches (imitation->dwarf, number, &table, addresses))
    {
      *is_needed = imitation->claims_when_asked;
      if (!*is_needed)
        {
          status = keep_lines (imitation, number, &table);
          if (status == STATUS_OK)
            return STATUS_OK;
        }
    }
  line_table_release (&table);
  return status;
}

enum status
imitation_check_memory (struct imitation *imitation,
                        const address_list *addresses, bool *is_needed)
{
  const struct dwarf *dwarf = imitation->dwarf;
  *is_needed = false;
  bool *wanted = array_new (dwarf->units.count, sizeof *wanted);
  if (wanted == NULL)
    return diag_no_memory (dwarf->diag);
  choose_reaching (dwarf, addresses, wanted);
  enum status status = STATUS_OK;
  for (uint32_t i = 0; i < dwarf->units.count && !*is_needed
                       && (status == STATUS_OK || status == STATUS_ABSENT);
       i++)
    if (wanted[i] && dwarf->units.items[i].has_lines
        && imitation->units[i].lines == NO_LINES)
      status = look_beyond (imitation, i, addresses, is_needed);
  free (wanted);
  return status == STATUS_ABSENT ? STATUS_OK : status;
}

/* --- Memory of names ----------------------------------------------------- */

enum status
imitation_name (struct imitation *imitation, uint64_t pc,
                const struct dwarf_line_range *range, const char **name)
{
  const bool has_function = range != NULL && range->function != DWARF_NONE;
  struct dwarf_name own = { 0 };
  enum status status = STATUS_OK;
  if (has_function)
    status = dwarf_name_function (imitation->dwarf, range->function, &own);
  *name = own.name;
  if (status != STATUS_OK || own.is_linkage)
    return status;
  const struct nearest_symbol *symbol = nearest_find (&imitation->nearest, pc);
  if (symbol != NULL)
    *name = symbol->name;
  /* For good it is called like a symbol that starts where it starts, or else
     as its source says (R3.9a).  */
  if (has_function)
    dwarf_set_name (imitation->dwarf, range->function,
                    symbol != NULL && symbol->start_pc == own.low_pc
                        ? symbol->name
                        : own.name);
  return STATUS_OK;
}
