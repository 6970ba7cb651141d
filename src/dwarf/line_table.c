/* line_table.c - the line tables of DWARF: programs for a small machine, which
   are run for their rows.

   Rows should ascend, and sequences of them be apart.  Where they do not,
   R3.9f says what they mean.  */

#include "config.h"

#include "dwarf/line_table.h"

#include <stdlib.h>
#include <string.h>

#include "base/search.h"
#include "dwarf_entries.h"

/* --- The header: files and directories ----------------------------------- */

struct line_program
{
  const struct dwarf_sections *sections;
  struct cursor cursor;
  struct dwarf_widths widths;
  unsigned minimum_length; /* of an instruction */
  int line_base;
  unsigned line_range, opcode_base;
  const unsigned char *operand_counts; /* of opcodes 1 .. OPCODE_BASE - 1 */

  /* The machine's registers.  */
  uint64_t pc;
  uint32_t file, line;
  uint32_t unset_file; /* FILE at the start of each sequence */

  /* The sequence being made.  */
  bool is_open, is_sorted;
  uint32_t first;   /* index of its first row */
  size_t last;      /* index of the row with the highest address */
  uint64_t last_pc; /* that address */
  uint64_t low_pc;
  size_t late_rows; /* rows that came out of order, in all sequences */

  /* Where rows out of order are expected: below HEAD_PC, and above BELOW_PC,
     the last of them, if there was one (R3.9f).  */
  uint64_t head_pc, below_pc;
  bool has_below;
};

static bool
at_end_of_list (const struct cursor *cursor)
{
  return cursor_left (cursor) == 0 || *cursor->next == 0;
}

/* The lists of directories and files, up to DWARF 4.  */
static enum status
read_old_lists (struct line_table *table, struct cursor *header)
{
  while (!at_end_of_list (header))
    {
      const char *directory = cursor_text (header);
      vec_push (&table->directories, directory);
    }
  cursor_take (header, 1);
  while (!at_end_of_list (header))
    {
      struct line_file file = { .name = cursor_text (header) };
      file.directory = cursor_leb128 (header);
      cursor_leb128 (header); /* the time */
      cursor_leb128 (header); /* the size */
      vec_push (&table->files, file);
    }
  cursor_take (header, 1);
  return header->failed ? STATUS_ABSENT : STATUS_OK;
}

/* What each directory or file has, and in which form.  */
struct entry_format
{
  struct attribute fields[256];
  unsigned count;
};

static void
take_entry_format (struct cursor *header, struct dwarf_widths widths,
                   struct entry_format *format)
{
  format->count = cursor_u8 (header);
  for (unsigned i = 0; i < format->count; i++)
    {
      struct attribute *field = &format->fields[i];
      field->name = (uint32_t)cursor_leb128 (header);
      const uint64_t form = cursor_leb128 (header);
      field->form = (uint16_t)form;
      field->size
          = (int8_t)(form > UINT16_MAX ? SIZE_UNKNOWN
                                       : form_size ((uint32_t)form, widths));
      field->constant = 0;
    }
}

static struct line_file
take_new_entry (const struct dwarf_sections *sections, struct cursor *header,
                struct dwarf_widths widths, const struct entry_format *format)
{
  enum
  {
    CONTENT_PATH = 1,
    CONTENT_DIRECTORY = 2
  };
  struct line_file file = { 0 };
  for (unsigned i = 0; i < format->count; i++)
    {
      const struct value value
          = value_take (header, &format->fields[i], widths);
      if (format->fields[i].name == CONTENT_DIRECTORY)
        file.directory = value.number;
      else if (format->fields[i].name == CONTENT_PATH)
        {
          file.name = value.text;
          if (value.form == FORM_LINE_STRP)
            file.name = dwarf_text_at (&sections->line_str, value.number);
        }
    }
  return file;
}

/* The lists of directories and files from DWARF 5 on.  */
static enum status
read_new_lists (struct line_table *table,
                const struct dwarf_sections *sections, struct cursor *header,
                struct dwarf_widths widths)
{
  for (int is_file = 0; is_file <= 1; is_file++)
    {
      struct entry_format format;
      take_entry_format (header, widths, &format);
      const uint64_t count = cursor_leb128 (header);
      /* Entries that take no bytes could be in any number.  */
      if (header->failed || count > cursor_left (header))
        return STATUS_ABSENT;
      for (uint64_t i = 0; i < count; i++)
        {
          const struct line_file file
              = take_new_entry (sections, header, widths, &format);
          if (header->failed)
            return STATUS_ABSENT;
          if (is_file)
            vec_push (&table->files, file);
          else
            vec_push (&table->directories, file.name);
        }
    }
  return STATUS_OK;
}

/* Parse the header of the table UNIT, whose offsets are of OFFSET_SIZE bytes;
   leave the program's cursor at the first opcode.  */
static enum status
start_program (struct line_program *program, struct line_table *table,
               const struct dwarf_sections *sections, struct cursor unit,
               unsigned offset_size)
{
  const unsigned version = (unsigned)cursor_number (&unit, 2);
  if (version < 2 || version > 5)
    return STATUS_ABSENT;
  if (version == 5 && offset_size != program->widths.offset
      && sections->quirks.wants_offsets_of_one_width)
    return STATUS_ABSENT;
  program->widths.version = (uint8_t)version;
  program->widths.offset = (uint8_t)offset_size;
  if (version == 5)
    {
      const unsigned address_size = cursor_u8 (&unit);
      if (address_size != program->widths.address
          || cursor_u8 (&unit) != 0) /* segments */
        return STATUS_ABSENT;
    }
  const uint64_t header_length = cursor_number (&unit, offset_size);
  struct cursor header = unit;
  cursor_take (&unit, header_length);
  header.end = unit.next;
  program->cursor = unit;
  program->minimum_length = cursor_u8 (&header);
  /* Not machines with several operations in an instruction.  */
  if (version >= 4 && cursor_u8 (&header) != 1)
    return STATUS_ABSENT;
  cursor_take (&header, 1); /* is it a statement?  */
  program->line_base = (signed char)cursor_u8 (&header);
  program->line_range = cursor_u8 (&header);
  program->opcode_base = cursor_u8 (&header);
  if (program->opcode_base == 0)
    return STATUS_ABSENT;
  program->operand_counts = cursor_take (&header, program->opcode_base - 1);
  if (unit.failed || header.failed || program->line_range == 0)
    return STATUS_ABSENT;
  table->counts_from_zero = version >= 5;
  return version < 5
             ? read_old_lists (table, &header)
             : read_new_lists (table, sections, &header, program->widths);
}

/* --- Rows ---------------------------------------------------------------- */

/* A row and its number in the program's order.  */
struct numbered_row
{
  struct line_row row;
  uint32_t number;
};

/* By address; of rows at one address, which do not follow each other here, the
   last in order counts, so the oldest comes last.  */
static int
compare_rows (const void *a, const void *b)
{
  const struct numbered_row *x = a, *y = b;
  if (x->row.pc != y->row.pc)
    return x->row.pc < y->row.pc ? -1 : 1;
  return x->number > y->number ? -1 : x->number < y->number;
}

/* Sort the rows of the open sequence, without the last, which ends it.  */
static void
sort_rows (struct line_program *program, struct line_table *table)
{
  struct line_row *rows = vec_at (&table->rows, program->first);
  const size_t count = table->rows.count - program->first - 1;
  struct numbered_row *numbered = array_new (count, sizeof *numbered);
  for (size_t i = 0; i < count; i++)
    numbered[i] = (struct numbered_row){ rows[i], (uint32_t)i };
  qsort (numbered, count, sizeof *numbered, compare_rows);
  for (size_t i = 0; i < count; i++)
    rows[i] = numbered[i].row;
  free (numbered);
}

/* The address of the lowest row of the open sequence that is not below PC.  */
static uint64_t
lowest_from (const struct line_program *program,
             const struct line_table *table, uint64_t pc)
{
  uint64_t lowest = program->last_pc;
  for (size_t i = program->first; i < table->rows.count; i++)
    {
      const uint64_t row = table->rows.items[i].pc;
      if (row >= pc && row < lowest)
        lowest = row;
    }
  return lowest;
}

/* The registers are a row that is below an earlier one.  The sequence begins
   with it if it is the lowest, unless it is where such rows are expected.
   False if there are too many.  */
static bool
take_late_row (struct line_program *program, struct line_table *table)
{
  enum
  {
    MOST = 1000 /* more would take too long, see lowest_from */
  };
  const uint64_t pc = program->pc;
  program->is_sorted = false;
  if (++program->late_rows > MOST)
    {
      table->is_disordered = true;
      return false;
    }
  const bool at_head = pc <= program->head_pc
                       && (!program->has_below || pc > program->below_pc);
  if (!at_head)
    {
      program->head_pc = lowest_from (program, table, pc);
      if (pc < program->low_pc)
        program->low_pc = pc;
    }
  program->has_below = true;
  program->below_pc = pc;
  return true;
}

static void
open_sequence (struct line_program *program, size_t row)
{
  program->is_open = program->is_sorted = true;
  program->first = (uint32_t)row;
  program->last = row;
  program->low_pc = program->last_pc = program->head_pc = program->pc;
  program->has_below = false;
}

/* Add the machine's registers as a row, or replace the last row with them if
   the address is the same.  */
static enum status
add_row (struct line_program *program, struct line_table *table)
{
  const struct line_row row = { program->pc, program->file, program->line };
  const size_t index = table->rows.count;
  if (!program->is_open)
    {
      if (index >= UINT32_MAX / 2)
        return STATUS_ABSENT;
      open_sequence (program, index);
    }
  else if (row.pc == program->last_pc)
    {
      table->rows.items[program->last] = row;
      return STATUS_OK;
    }
  else if (row.pc > program->last_pc)
    {
      program->last = index;
      program->last_pc = row.pc;
    }
  else if (!take_late_row (program, table))
    return STATUS_ABSENT;
  vec_push (&table->rows, row);
  return STATUS_OK;
}

/* The open sequence, if there is one, ends at PC, which its last row says.  */
static void
end_sequence (struct line_program *program, struct line_table *table,
              uint64_t pc)
{
  const struct line_row row = { pc, 0, 0 };
  if (!program->is_open)
    return;
  vec_push (&table->rows, row);
  program->is_open = false;
  if (!program->is_sorted)
    sort_rows (program, table);
  const struct line_sequence sequence
      = { program->low_pc, pc, program->first,
          (uint32_t)(table->rows.count - program->first) };
  vec_push (&table->sequences, sequence);
}

/* --- The program --------------------------------------------------------- */

static inline void
advance (struct line_program *program, uint64_t instructions)
{
  program->pc += program->minimum_length * instructions;
}

static void
reset_registers (struct line_program *program)
{
  program->pc = 0;
  program->file = program->unset_file;
  program->line = 1;
}

enum
{
  EXTENDED_OPCODE,
  COPY,
  ADVANCE_PC,
  ADVANCE_LINE,
  SET_FILE,
  SET_COLUMN,
  NEGATE_STATEMENT,
  SET_BASIC_BLOCK,
  CONST_ADD_PC,
  FIXED_ADVANCE_PC,

  END_SEQUENCE = 1, /* extended ones */
  SET_ADDRESS = 2,
  SET_DISCRIMINATOR = 4
};

static enum status
extended_opcode (struct line_program *program, struct line_table *table)
{
  struct cursor *cursor = &program->cursor;
  const uint64_t length = cursor_leb128 (cursor);
  struct cursor operands = *cursor;
  cursor_take (cursor, length);
  operands.end = cursor->next;
  if (length == 0 || cursor->failed)
    return STATUS_ABSENT;
  const unsigned opcode = cursor_u8 (&operands);
  const size_t size = cursor_left (&operands);
  if (opcode == END_SEQUENCE && size == 0)
    {
      end_sequence (program, table, program->pc);
      reset_registers (program);
      return STATUS_OK;
    }
  /* Not files that are defined within the program, which no compiler does.  */
  if (opcode == SET_ADDRESS && size == program->widths.address)
    program->pc = dwarf_widen (program->sections,
                               cursor_number (&operands, (unsigned)size),
                               (unsigned)size);
  else if (opcode != SET_DISCRIMINATOR)
    return STATUS_ABSENT;
  return operands.failed ? STATUS_ABSENT : STATUS_OK;
}

static enum status
standard_opcode (struct line_program *program, struct line_table *table,
                 unsigned opcode)
{
  struct cursor *cursor = &program->cursor;
  switch (opcode)
    {
    case COPY:
      return add_row (program, table);
    case ADVANCE_PC:
      advance (program, cursor_leb128 (cursor));
      break;
    case ADVANCE_LINE:
      program->line += (uint32_t)cursor_signed_leb128 (cursor);
      break;
    case SET_FILE:
      {
        const uint64_t file = cursor_leb128 (cursor);
        program->file = file < NO_FILE ? (uint32_t)file : NO_FILE - 1;
        break;
      }
    case SET_COLUMN:
      cursor_leb128 (cursor);
      break;
    case NEGATE_STATEMENT:
    case SET_BASIC_BLOCK:
      break;
    case CONST_ADD_PC:
      advance (program, (255 - program->opcode_base) / program->line_range);
      break;
    case FIXED_ADVANCE_PC:
      program->pc += cursor_number (cursor, 2);
      break;
    default:
      for (unsigned i = program->operand_counts[opcode - 1]; i > 0; i--)
        cursor_leb128 (cursor);
    }
  return STATUS_OK;
}

static enum status
run_program (struct line_program *program, struct line_table *table)
{
  struct cursor *cursor = &program->cursor;
  reset_registers (program);
  enum status status = STATUS_OK;
  while (cursor->next < cursor->end && status == STATUS_OK)
    {
      const unsigned opcode = *cursor->next++;
      if (opcode >= program->opcode_base)
        {
          const unsigned both = opcode - program->opcode_base;
          advance (program, both / program->line_range);
          program->line += (uint32_t)(program->line_base
                                      + (int)(both % program->line_range));
          status = add_row (program, table);
        }
      else if (opcode == EXTENDED_OPCODE)
        status = extended_opcode (program, table);
      else
        status = standard_opcode (program, table, opcode);
    }
  if (status != STATUS_OK || cursor->failed)
    return STATUS_ABSENT;
  end_sequence (program, table, program->last_pc);
  return STATUS_OK;
}

/* --- Sequences ----------------------------------------------------------- */

static int
compare_sequences (const void *a, const void *b)
{
  const struct line_sequence *x = a, *y = b;
  if (x->low_pc != y->low_pc)
    return x->low_pc < y->low_pc ? -1 : 1;
  if (x->high_pc != y->high_pc)
    return x->high_pc > y->high_pc ? -1 : 1;
  return x->first > y->first ? -1 : x->first < y->first;
}

/* Sort the sequences and make them disjoint: one that lies in another is
   dropped, one that overlaps the end of another begins there (R3.9f).  */
static void
order_sequences (struct line_table *table)
{
  struct line_sequence *all = table->sequences.items;
  size_t kept = 0;
  uint64_t reach = 0;
  if (table->sequences.count > 0)
    qsort (all, table->sequences.count, sizeof *all, compare_sequences);
  for (size_t i = 0; i < table->sequences.count; i++)
    {
      struct line_sequence sequence = all[i];
      if (sequence.low_pc >= sequence.high_pc
          || (kept > 0 && sequence.high_pc <= reach))
        continue;
      if (kept > 0 && sequence.low_pc < reach)
        sequence.low_pc = reach;
      reach = sequence.high_pc;
      all[kept++] = sequence;
    }
  table->sequences.count = kept;
}

/* Begin to read TABLE at SOURCE: what comes before the rows.  */
static enum status
begin_table (struct line_program *program, struct line_table *table,
             const struct dwarf_sections *sections,
             const struct line_table_source *source)
{
  *table = (struct line_table){ .directory = source->directory };
  struct cursor section
      = cursor_at (&sections->line, source->offset, sections->big_endian);
  unsigned offset_size;
  const struct cursor unit = cursor_unit (&section, &offset_size);
  *program = (struct line_program){ .sections = sections,
                                    .widths = source->widths };
  table->size = cursor_left (&unit);
  table->end = sections->line.size - cursor_left (&section);
  if (section.failed || unit.failed)
    return STATUS_ABSENT;
  return start_program (program, table, sections, unit, offset_size);
}

enum status
line_table_read (struct line_table *table,
                 const struct dwarf_sections *sections,
                 const struct line_table_source *source)
{
  struct line_program program;
  enum status status = begin_table (&program, table, sections, source);
  /* Rows for which the program sets no file (R3.9e).  */
  const bool is_first
      = table->counts_from_zero && sections->quirks.unset_file_is_first;
  program.unset_file = table->files.count == 0 ? NO_FILE : !is_first;
  if (status == STATUS_OK)
    status = run_program (&program, table);
  if (status == STATUS_OK)
    order_sequences (table);
  return status;
}

enum status
line_table_read_files (struct line_table *table,
                       const struct dwarf_sections *sections,
                       const struct line_table_source *source)
{
  struct line_program program;
  return begin_table (&program, table, sections, source);
}

const struct line_row *
line_table_find (const struct line_table *table, uint64_t pc)
{
  const struct line_sequence *sequences = table->sequences.items;
  size_t i, above;
  search_first (i, 0, table->sequences.count, sequences[i].high_pc > pc);
  if (i == table->sequences.count || pc < sequences[i].low_pc)
    return NULL;
  const struct line_row *rows = table->rows.items + sequences[i].first;
  search_first (above, 0, sequences[i].count - 1, rows[above].pc > pc);
  return above > 0 ? &rows[above - 1] : NULL;
}

uint64_t
line_table_size (const struct dwarf_sections *sections, uint64_t offset)
{
  struct cursor cursor
      = cursor_at (&sections->line, offset, sections->big_endian);
  unsigned offset_size;
  const struct cursor table = cursor_unit (&cursor, &offset_size);
  return table.failed ? 0 : cursor_left (&table);
}

/* --- Paths --------------------------------------------------------------- */

/* DIRECTORY, SUBDIRECTORY and NAME joined, either of the former of which may be
   null; null if PATHS is exhausted.  */
static const char *
join (struct path_store *paths, const char *directory,
      const char *subdirectory, const char *name)
{
  const char *parts[] = { directory, subdirectory, name };
  size_t length = 0;
  for (size_t i = 0; i < 3; i++)
    if (parts[i] != NULL)
      length += strlen (parts[i]) + 1;
  paths->is_exhausted |= length > paths->budget;
  if (paths->is_exhausted)
    return NULL;
  paths->budget -= length;
  char *path = arena_alloc (&paths->memory, length);
  char *end = path;
  for (size_t i = 0; i < 3; i++)
    if (parts[i] != NULL)
      {
        const size_t part = strlen (parts[i]);
        memcpy (end, parts[i], part);
        end += part;
        *end++ = '/';
      }
  end[-1] = '\0';
  return path;
}

/* The path of FILE, or null if PATHS is exhausted.  */
static const char *
compose_path (const struct line_table *table, const struct line_file *file,
              struct path_store *paths)
{
  const char *subdirectory = NULL, *directory = NULL;
  const uint64_t place = file->directory - !table->counts_from_zero;
  if (place < table->directories.count)
    subdirectory = table->directories.items[place];
  if (file->name[0] == '/')
    subdirectory = NULL;
  else if (subdirectory == NULL || subdirectory[0] != '/')
    directory = table->directory;
  return join (paths, directory, subdirectory, file->name);
}

enum status
line_table_path (struct line_table *table, uint32_t number,
                 struct path_store *paths, const char **path)
{
  static const char unknown[] = "<unknown>";
  const uint32_t index = table->counts_from_zero ? number : number - 1;
  *path = number == NO_FILE ? NULL : unknown;
  if (number == NO_FILE || index >= table->files.count)
    return STATUS_OK;
  struct line_file *file = &table->files.items[index];
  if (file->name == NULL || file->name[0] == '\0')
    return STATUS_OK;
  if (file->path == NULL)
    file->path = compose_path (table, file, paths);
  *path = file->path;
  return *path != NULL ? STATUS_OK : STATUS_ABSENT;
}

void
line_table_release (struct line_table *table)
{
  vec_release (&table->rows);
  vec_release (&table->sequences);
  vec_release (&table->files);
  vec_release (&table->directories);
}
