/* The rows of all line tables in .debug_line, versions 2 to 5 of DWARF: no
   more of a decoder than the sections of gcc and clang need.  See limit.h.

   The numbers are those of the DWARF standard, section 6.2.  */

#include "limit.h"

#include <stdlib.h>
#include <string.h>

struct reader
{
  const unsigned char *at, *end;
};

/* What the header of a unit says.  */
struct unit
{
  unsigned version, instruction_size, line_range, opcode_base;
  int line_base;
  bool is_wide; /* 64-bit DWARF */
  unsigned char lengths[256];
  struct reader program;
  const char **files;
  size_t file_count;
};

struct state
{
  uint64_t address;
  uint64_t file;
  int64_t line;
};

static uint64_t
fixed (struct reader *reader, unsigned size)
{
  uint64_t value = 0;
  if ((size_t)(reader->end - reader->at) < size)
    limit_fail (".debug_line", "cut short");
  memcpy (&value, reader->at, size);
  reader->at += size;
  return value;
}

static uint64_t
leb128 (struct reader *reader, bool is_signed)
{
  uint64_t value = 0;
  unsigned shift = 0, byte;
  do
    {
      byte = (unsigned)fixed (reader, 1);
      if (shift < 64)
        value |= (uint64_t)(byte & 127) << shift;
      shift += 7;
    }
  while (byte & 128);
  if (is_signed && byte & 64 && shift < 64)
    value |= UINT64_MAX << shift;
  return value;
}

static const char *
string (struct reader *reader)
{
  const char *text = (const char *)reader->at;
  reader->at += strnlen (text, (size_t)(reader->end - reader->at));
  fixed (reader, 1);
  return text;
}

static const char *
base_name (const char *path)
{
  const char *slash = strrchr (path, '/');
  return slash ? slash + 1 : path;
}

/* ------------------------------------------------------------ file tables */

/* Files 1, 2, ... of versions 2 to 4.  */
static void
old_files (struct unit *unit, struct reader *reader)
{
  while (*string (reader))
    continue;
  struct reader counting = *reader;
  size_t count = 1;
  for (; *string (&counting); count++)
    for (int i = 0; i < 3; i++)
      leb128 (&counting, false);
  unit->files = limit_memory (count, sizeof *unit->files);
  const char *name;
  for (unit->file_count = 1; *(name = string (reader)); unit->file_count++)
    {
      unit->files[unit->file_count] = base_name (name);
      for (int i = 0; i < 3; i++)
        leb128 (reader, false);
    }
}

/* A value of the form FORM; text, if that is what it is.  */
static const char *
form_value (const struct unit *unit, struct reader *reader,
            struct span line_strings, struct span strings, uint64_t form)
{
  enum
  {
    DATA2 = 0x05,
    DATA4 = 0x06,
    DATA8 = 0x07,
    STRING = 0x08,
    DATA1 = 0x0b,
    STRP = 0x0e,
    UDATA = 0x0f,
    DATA16 = 0x1e,
    LINE_STRP = 0x1f
  };
  switch (form)
    {
    case STRING:
      return string (reader);
    case STRP:
    case LINE_STRP:
      {
        struct span table = form == STRP ? strings : line_strings;
        uint64_t offset = fixed (reader, unit->is_wide ? 8 : 4);
        if (offset >= table.size)
          limit_fail (".debug_line", "a string beyond the end");
        return (const char *)table.bytes + offset;
      }
    case UDATA:
      leb128 (reader, false);
      return NULL;
    case DATA16:
      fixed (reader, 8);
      fixed (reader, 8);
      return NULL;
    case DATA1:
    case DATA2:
    case DATA4:
    case DATA8:
      fixed (reader, form == DATA1   ? 1
                     : form == DATA2 ? 2
                     : form == DATA4 ? 4
                                     : 8);
      return NULL;
    default:
      limit_fail (".debug_line", "an unknown form");
    }
}

/* The directories, and then the files, of version 5.  */
static void
new_files (struct unit *unit, struct reader *reader, struct span line_strings,
           struct span strings)
{
  for (int is_file = 0; is_file < 2; is_file++)
    {
      uint64_t content[256], form[256];
      unsigned formats = (unsigned)fixed (reader, 1);
      for (unsigned i = 0; i < formats; i++)
        {
          content[i] = leb128 (reader, false);
          form[i] = leb128 (reader, false);
        }
      uint64_t count = leb128 (reader, false);
      if (count > (uint64_t)(reader->end - reader->at))
        limit_fail (".debug_line", "too many files");
      if (is_file)
        {
          unit->files = limit_memory (count, sizeof *unit->files);
          unit->file_count = count;
        }
      for (uint64_t file = 0; file < count; file++)
        for (unsigned i = 0; i < formats; i++)
          {
            const char *text
                = form_value (unit, reader, line_strings, strings, form[i]);
            if (is_file && content[i] == 1 && text)
              unit->files[file] = base_name (text);
          }
    }
}

/* ---------------------------------------------------------- line programs */

static void
add_row (struct rows *rows, const struct unit *unit, const struct state *state,
         bool is_end)
{
  if (rows->count == rows->room)
    {
      rows->room = rows->room ? 2 * rows->room : 1 << 16;
      rows->at = realloc (rows->at, rows->room * sizeof *rows->at);
      if (!rows->at)
        limit_fail ("realloc", "out of memory");
    }
  rows->at[rows->count] = (struct row){
    state->address,
    state->file < unit->file_count ? unit->files[state->file] : NULL,
    is_end ? 0 : (uint32_t)state->line,
  };
  rows->count++;
}

static void
extended (struct unit *unit, struct state *state, struct rows *rows)
{
  uint64_t length = leb128 (&unit->program, false);
  struct reader inside = unit->program;
  if (length == 0 || length > (uint64_t)(inside.end - inside.at))
    limit_fail (".debug_line", "an operation beyond the end");
  unit->program.at += length;
  switch (fixed (&inside, 1))
    {
    case 1:
      add_row (rows, unit, state, true);
      *state = (struct state){ 0, 1, 1 };
      break;
    case 2:
      if (length != 9)
        limit_fail (".debug_line", "an address that is not of 64 bits");
      state->address = fixed (&inside, 8);
      break;
    default:
      break;
    }
}

static void
standard (struct unit *unit, struct state *state, struct rows *rows,
          unsigned opcode)
{
  struct reader *program = &unit->program;
  switch (opcode)
    {
    case 1:
      add_row (rows, unit, state, false);
      break;
    case 2:
      state->address += leb128 (program, false) * unit->instruction_size;
      break;
    case 3:
      state->line += (int64_t)leb128 (program, true);
      break;
    case 4:
      state->file = leb128 (program, false);
      break;
    case 8:
      state->address += (255 - unit->opcode_base) / unit->line_range
                        * unit->instruction_size;
      break;
    case 9:
      state->address += fixed (program, 2);
      break;
    default:
      for (unsigned i = 0; i < unit->lengths[opcode]; i++)
        leb128 (program, false);
    }
}

static void
run_program (struct unit *unit, struct rows *rows)
{
  struct state state = { 0, 1, 1 };
  while (unit->program.at < unit->program.end)
    {
      unsigned opcode = *unit->program.at++;
      if (opcode >= unit->opcode_base)
        {
          unsigned special = opcode - unit->opcode_base;
          state.address += special / unit->line_range * unit->instruction_size;
          state.line += unit->line_base + (int)(special % unit->line_range);
          add_row (rows, unit, &state, false);
        }
      else if (opcode == 0)
        extended (unit, &state, rows);
      else
        standard (unit, &state, rows, opcode);
    }
}

/* The unit at READER, which moves behind it.  */
static void
run_unit (struct reader *reader, struct span line_strings, struct span strings,
          struct rows *rows)
{
  struct unit unit = { 0 };
  uint64_t length = fixed (reader, 4);
  unit.is_wide = length == UINT32_MAX;
  if (unit.is_wide)
    length = fixed (reader, 8);
  if (length > (uint64_t)(reader->end - reader->at))
    limit_fail (".debug_line", "a unit beyond the end");
  struct reader header = { reader->at, reader->at + length };
  reader->at = header.end;
  unit.version = (unsigned)fixed (&header, 2);
  if (unit.version < 2 || unit.version > 5)
    limit_fail (".debug_line", "an unknown version");
  if (unit.version == 5)
    fixed (&header, 2);
  uint64_t header_length = fixed (&header, unit.is_wide ? 8 : 4);
  if (header_length > (uint64_t)(header.end - header.at))
    limit_fail (".debug_line", "a header beyond the end");
  unit.program = (struct reader){ header.at + header_length, header.end };
  unit.instruction_size = (unsigned)fixed (&header, 1);
  fixed (&header, unit.version >= 4 ? 2 : 1);
  unit.line_base = (signed char)fixed (&header, 1);
  unit.line_range = (unsigned)fixed (&header, 1);
  unit.opcode_base = (unsigned)fixed (&header, 1);
  if (unit.line_range == 0)
    limit_fail (".debug_line", "no range of lines");
  for (unsigned i = 1; i < unit.opcode_base; i++)
    unit.lengths[i] = (unsigned char)fixed (&header, 1);
  if (unit.version < 5)
    old_files (&unit, &header);
  else
    new_files (&unit, &header, line_strings, strings);
  run_program (&unit, rows);
}

struct rows
limit_rows (const char *path, struct span image)
{
  (void)path;
  struct rows rows = { 0 };
  struct span section = limit_section (image, ".debug_line");
  struct span line_strings = limit_section (image, ".debug_line_str");
  struct span strings = limit_section (image, ".debug_str");
  struct reader reader = { section.bytes, section.bytes + section.size };
  while (reader.at < reader.end)
    run_unit (&reader, line_strings, strings, &rows);
  return rows;
}
