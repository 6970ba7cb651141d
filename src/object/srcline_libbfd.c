/* srcline_libbfd.c - the imitation of libbfd: the order in which it is asked,
   what it remembers, and what must not be shown to it.

   Our reader of DWARF answers the same whatever it was asked before.  libbfd
   does not, so this file stands between the reader and those who ask: it knows
   of each unit and function what libbfd would have learnt about them so far.
   doc/behaviour.md, R3.9a to R3.10, has what was found out by experiment.  */

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

static void
check_overlap (struct imitation *imitation)
{
  const interval_list *ranges = &imitation->dwarf->unit_ranges;
  uint64_t *low = array_new (ranges->count, sizeof *low);
  uint64_t *high = array_new (ranges->count, sizeof *high);
  size_t count = 0;
  for (size_t i = 0; i < ranges->count; i++)
    if (ranges->items[i].low_pc < ranges->items[i].high_pc)
      {
        low[count] = ranges->items[i].low_pc;
        high[count++] = ranges->items[i].high_pc;
      }
  sort_numbers (low, count);
  sort_numbers (high, count);
  measure_overlap (imitation, low, high, count);
  free (low);
  free (high);
}

/* Read the line table of UNIT, and count the bytes of paths: libbfd keeps a
   copy of the path for each row.  */
static void
vet_lines (struct dwarf *dwarf, uint32_t unit)
{
  struct dwarf_budget *budget = &dwarf->budget;
  struct line_table table;
  enum status status = dwarf_read_lines (dwarf, unit, &table);
  /* libbfd sorts such rows one by one.  */
  const uint64_t size = table.is_disordered ? table.size / 96 : 0;
  if (!dwarf_take_work (budget, size * size))
    status = STATUS_ABSENT;
  for (size_t i = 0; i < table.rows.count && status == STATUS_OK; i++)
    {
      const char *path;
      status = line_table_path (&table, table.rows.items[i].file,
                                &dwarf->paths, &path);
      const size_t length = path != NULL ? strlen (path) : 0;
      if (!dwarf_budget_take (budget, &budget->text, length))
        status = STATUS_ABSENT;
    }
  line_table_release (&table);
}

/* Read unit NUMBER as far as libbfd would.  What we cannot read libbfd does
   not understand either.  */
static void
vet_unit (struct imitation *imitation, uint32_t number)
{
  struct unit_memory *memory = &imitation->units[number];
  if (memory->is_vetted)
    return;
  memory->is_vetted = true;
  vet_lines (imitation->dwarf, number);
  dwarf_try_functions (imitation->dwarf, number);
}

bool
imitation_vet_all (struct imitation *imitation)
{
  struct dwarf *dwarf = imitation->dwarf;
  dwarf_check_line_tables (dwarf);
  check_overlap (imitation);
  imitation->is_refused |= imitation->overlaps_much;
  dwarf_renew_ranges (dwarf);
  for (uint32_t i = 0; i < dwarf->units.count && !is_refused (imitation); i++)
    vet_unit (imitation, i);
  return !is_refused (imitation);
}

bool
imitation_vet (struct imitation *imitation, uint64_t pc)
{
  struct dwarf *dwarf = imitation->dwarf;
  imitation->is_refused |= imitation->overlaps_much;
  if (!is_refused (imitation))
    dwarf_renew_ranges (dwarf);
  for (size_t i = 0; i < dwarf->unit_ranges.count && !is_refused (imitation);
       i++)
    {
      const struct interval *range = &dwarf->unit_ranges.items[i];
      if (range->low_pc > pc)
        break;
      if (range->high_pc > pc)
        vet_unit (imitation, range->owner);
    }
  return !is_refused (imitation);
}

enum status
imitation_list_positions (struct imitation *imitation, address_list *positions)
{
  return is_refused (imitation)
             ? STATUS_ABSENT
             : dwarf_list_positions (imitation->dwarf, positions);
}

/* --- Opening ------------------------------------------------------------- */

enum status
imitation_open (struct imitation *imitation,
                const struct dwarf_sections *sections,
                const struct quirks *quirks)
{
  *imitation = (struct imitation){ 0 };
  struct dwarf_sections own = *sections;
  own.quirks = *quirks;
  enum status status = dwarf_open (&imitation->dwarf, &own);
  if (status != STATUS_OK && status != STATUS_ABSENT)
    return status;
  const size_t count = imitation->dwarf->units.count;
  imitation->units = array_new (count, sizeof *imitation->units);
  for (size_t i = 0; i < count; i++)
    imitation->units[i].lines = NO_LINES;
  /* What is damaged in one place may keep libbfd busy in another.  */
  if (status == STATUS_ABSENT)
    return imitation_vet_all (imitation) ? STATUS_ABSENT : STATUS_UNSUPPORTED;
  check_overlap (imitation);
  dwarf_assign_code (imitation->dwarf);
  return STATUS_OK;
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
                    imitation_visit *visit, void *context)
{
  uint32_t *questions = array_new (2 * symtab->count, sizeof *questions);
  const size_t count = list_questions (symtab, wanted, questions);
  enum status status = STATUS_OK;
  sort_ids (questions, count, compare_questions, symtab);
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
static void
keep_lines (struct imitation *imitation, uint32_t number,
            struct line_table *table)
{
  const struct dwarf *dwarf = imitation->dwarf;
  for (size_t i = 0; i < table->sequences.count; i++)
    {
      const struct line_sequence *sequence = &table->sequences.items[i];
      const struct interval claim
          = { sequence->low_pc, sequence->high_pc, 0, number };
      if (is_beyond (dwarf, number, sequence))
        vec_push (&imitation->beyond, claim);
    }
  imitation->units[number].lines = (uint32_t)imitation->line_tables.count;
  vec_push (&imitation->line_tables, *table);
}

/* Look PC up in the line table of unit NUMBER.  STATUS_ABSENT if it is not
   there; *DAMAGED says that the table cannot be read.  */
static enum status
find_in_unit (struct imitation *imitation, uint32_t number, uint64_t pc,
              const char **path, uint32_t *line, bool *damaged)
{
  struct dwarf *dwarf = imitation->dwarf;
  const struct unit_memory *unit = &imitation->units[number];
  if (unit->lines == NO_LINES)
    {
      struct line_table read;
      if (dwarf_read_lines (dwarf, number, &read) != STATUS_OK)
        {
          *damaged = true;
          line_table_release (&read);
          return STATUS_ABSENT;
        }
      keep_lines (imitation, number, &read);
    }
  struct line_table *table = &imitation->line_tables.items[unit->lines];
  const struct line_row *row = line_table_find (table, pc);
  if (row == NULL)
    return STATUS_ABSENT;
  *line = row->line;
  enum status status = line_table_path (table, row->file, &dwarf->paths, path);
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
  if (!imitation->dwarf->sections.quirks.claims_when_asked)
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
   ranges, set *IS_NEEDED, or keep the table.  */
static void
look_beyond (struct imitation *imitation, uint32_t number,
             const address_list *addresses, bool *is_needed)
{
  struct line_table table;
  const bool reached
      = dwarf_read_lines (imitation->dwarf, number, &table) == STATUS_OK
        && reaches (imitation->dwarf, number, &table, addresses);
  *is_needed = reached && imitation->dwarf->sections.quirks.claims_when_asked;
  if (reached && !*is_needed)
    keep_lines (imitation, number, &table);
  else
    line_table_release (&table);
}

bool
imitation_check_memory (struct imitation *imitation,
                        const address_list *addresses)
{
  const struct dwarf *dwarf = imitation->dwarf;
  bool is_needed = false;
  bool *wanted = array_new (dwarf->units.count, sizeof *wanted);
  choose_reaching (dwarf, addresses, wanted);
  for (uint32_t i = 0; i < dwarf->units.count && !is_needed; i++)
    if (wanted[i] && dwarf->units.items[i].has_lines
        && imitation->units[i].lines == NO_LINES)
      look_beyond (imitation, i, addresses, &is_needed);
  free (wanted);
  return is_needed;
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
  /* From now on the function has the name of a symbol at its own address, if
     there is one, or else as its source says (R3.9a).  */
  if (has_function)
    dwarf_set_name (imitation->dwarf, range->function,
                    symbol != NULL && symbol->start_pc == own.low_pc
                        ? symbol->name
                        : own.name);
  return STATUS_OK;
}

/* --- Nearest symbols ----------------------------------------------------- */

/* By address; at one address the longest first, where size 0 compares like
   size 1; then by rank.  */
static int
compare_symbols (const void *a, const void *b)
{
  const struct nearest_symbol *x = a, *y = b;
  if (x->start_pc != y->start_pc)
    return x->start_pc < y->start_pc ? -1 : 1;
  const uint64_t size_x = x->size | !x->size, size_y = y->size | !y->size;
  if (size_x != size_y)
    return size_x > size_y ? -1 : 1;
  return x->rank < y->rank ? -1 : x->rank > y->rank;
}

/* The first of the COUNT SYMBOLS from index I on that has a greater rank than
   RANK, or COUNT.  What lies behind I has its member ABOVE already.  */
static size_t
next_above (const struct nearest_symbol *symbols, size_t count, size_t i,
            uint32_t rank)
{
  while (i < count && symbols[i].rank <= rank)
    i = symbols[i].above;
  return i;
}

/* Cut the COUNT sorted SYMBOLS where another one begins.  */
static void
cut_answers (struct nearest_symbol *symbols, size_t count)
{
  size_t behind = count; /* the first symbol at a greater address */
  for (size_t i = count; i-- > 0;)
    {
      struct nearest_symbol *symbol = &symbols[i];
      if (i + 1 < count && symbol[1].start_pc != symbol->start_pc)
        behind = i + 1;
      const size_t next = next_above (symbols, count, behind, symbol->rank);
      if (next < count
          && symbols[next].start_pc - symbol->start_pc < symbol->kept)
        symbol->kept = symbols[next].start_pc - symbol->start_pc;
      symbol->above
          = (uint32_t)next_above (symbols, count, i + 1, symbol->rank);
    }
}

void
nearest_sort (struct nearest *nearest, bool overruns)
{
  struct nearest_symbol *symbols = nearest->symbols.items;
  size_t kept = 0;
  for (size_t i = 0; i < nearest->symbols.count; i++)
    symbols[i].kept = symbols[i].size;
  if (nearest->symbols.count > 0)
    qsort (symbols, nearest->symbols.count, sizeof *symbols, compare_symbols);
  if (!overruns)
    cut_answers (symbols, nearest->symbols.count);
  for (size_t i = 0; i < nearest->symbols.count; i++)
    if (kept == 0 || symbols[kept - 1].start_pc != symbols[i].start_pc)
      symbols[kept++] = symbols[i];
  nearest->symbols.count = kept;
  nearest->last = 0;
}

/* How many symbols start at or before PC.  */
static size_t
count_up_to (const struct nearest *nearest, uint64_t pc)
{
  const struct nearest_symbol *symbols = nearest->symbols.items;
  size_t above = nearest->symbols.count;
  if (pc >= nearest->base_pc)
    search_first (above, 0, nearest->symbols.count,
                  symbols[above].start_pc > pc);
  return above;
}

/* Does the last answer stay for PC?  */
static bool
is_kept (const struct nearest *nearest, uint64_t pc)
{
  if (nearest->last == 0)
    return false;
  const struct nearest_symbol *last
      = &nearest->symbols.items[nearest->last - 1];
  return pc >= last->start_pc && pc - last->start_pc < last->kept;
}

const struct nearest_symbol *
nearest_find (struct nearest *nearest, uint64_t pc)
{
  if (!is_kept (nearest, pc))
    nearest->last = count_up_to (nearest, pc);
  return nearest->last > 0 ? &nearest->symbols.items[nearest->last - 1] : NULL;
}

uint64_t
nearest_next (const struct nearest *nearest, uint64_t pc)
{
  if (is_kept (nearest, pc))
    {
      const struct nearest_symbol *last
          = &nearest->symbols.items[nearest->last - 1];
      return last->start_pc + last->kept > pc ? last->start_pc + last->kept
                                              : UINT64_MAX;
    }
  if (pc < nearest->base_pc)
    return nearest->base_pc;
  const size_t above = count_up_to (nearest, pc);
  return above < nearest->symbols.count
             ? nearest->symbols.items[above].start_pc
             : UINT64_MAX;
}

void
nearest_release (struct nearest *nearest)
{
  vec_release (&nearest->symbols);
  nearest->last = 0;
}
