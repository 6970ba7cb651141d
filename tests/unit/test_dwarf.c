/* test_dwarf.c - which line of which function DWARF says code comes from.

   Sections are typed in byte by byte, as the standard lays them out; damaged
   ones must end in a status.  And what the imitation of libbfd makes of the
   same (srcline_libbfd.h, srcline_files.h).  What whole programs give is
   compared with libbfd and libdw in tests/dwarf, and with GNU gprof in
   tests/differential.  */

#include "config.h"

#include "object/srcline_libbfd.h"

#include <stdlib.h>
#include <string.h>

#include "dwarf/dwarf_units.h"
#include "rng.h"
#include "tap.h"

/* --- Typing sections ---------------------------------------------------- */

struct typed
{
  unsigned char data[8192];
  size_t size;
};

static void
type_u8 (struct typed *typed, unsigned value)
{
  typed->data[typed->size++] = (unsigned char)value;
}

static void
type_number (struct typed *typed, uint64_t value, unsigned size)
{
  for (unsigned i = 0; i < size; i++)
    type_u8 (typed, value >> 8 * i & 255);
}

static void
type_bytes (struct typed *typed, const unsigned char *bytes, size_t count)
{
  memcpy (typed->data + typed->size, bytes, count);
  typed->size += count;
}

#define TYPE(typed, ...)                                                      \
  type_bytes (typed, (const unsigned char[]){ __VA_ARGS__ },                  \
              sizeof ((const unsigned char[]){ __VA_ARGS__ }))

/* Fill in the length of the unit that began at START, 4 bytes before its
   contents.  */
static void
close_unit (struct typed *typed, size_t start)
{
  const size_t end = typed->size;
  typed->size = start;
  type_number (typed, end - start - 4, 4);
  typed->size = end;
}

/* --- Reading them ------------------------------------------------------- */

static struct dwarf_section
section (const struct typed *typed)
{
  struct dwarf_section section = { NULL, typed->size };
  if (typed->size == 0)
    return section;
  /* An exact copy, so that tools notice a byte read beyond the end.  */
  unsigned char *copy = memory_new (typed->size);
  memcpy (copy, typed->data, typed->size);
  section.data = copy;
  return section;
}

struct program
{
  struct typed info, abbrev, line, str, str_offsets, ranges, rnglists, addr;
  struct quirks quirks;
  const address_list *near; /* as dwarf_list_line_ranges takes it */
};

static struct dwarf_sections
open_sections (const struct program *program)
{
  return (struct dwarf_sections){ .info = section (&program->info),
                                  .abbrev = section (&program->abbrev),
                                  .line = section (&program->line),
                                  .str = section (&program->str),
                                  .str_offsets
                                  = section (&program->str_offsets),
                                  .ranges = section (&program->ranges),
                                  .rnglists = section (&program->rnglists),
                                  .addr = section (&program->addr),
                                  .quirks = program->quirks };
}

static void
close_sections (struct dwarf_sections *sections)
{
  free ((void *)sections->info.data);
  free ((void *)sections->abbrev.data);
  free ((void *)sections->line.data);
  free ((void *)sections->str.data);
  free ((void *)sections->str_offsets.data);
  free ((void *)sections->ranges.data);
  free ((void *)sections->rnglists.data);
  free ((void *)sections->addr.data);
}

/* Append to TEXT, as "1000-1006 a.c:1 f, ", what RANGE has; "-" for what it
   lacks, and a question mark behind a name that the symbol table may
   override.  */
static enum status
describe (struct dwarf *dwarf, const struct dwarf_line_range *range,
          char *text, size_t size)
{
  struct dwarf_name name = { "-", 0, true };
  enum status status = STATUS_OK;
  if (range->function != DWARF_NONE)
    status = dwarf_name_function (dwarf, range->function, &name);
  const size_t length = strlen (text);
  snprintf (text + length, size - length, "%s%llx-%llx %s:%u %s%s",
            length > 0 ? ", " : "", (unsigned long long)range->low_pc,
            (unsigned long long)range->high_pc,
            range->file != DWARF_NONE ? dwarf_path (dwarf, range->file) : "-",
            (unsigned)range->line, name.name != NULL ? name.name : "(null)",
            name.is_linkage ? "" : "?");
  return status;
}

/* Describe all line ranges of PROGRAM in TEXT.  */
static enum status
list (const struct program *program, char *text, size_t size)
{
  struct dwarf_sections sections = open_sections (program);
  struct dwarf *dwarf;
  line_range_list ranges = { 0 };
  text[0] = '\0';
  enum status status = dwarf_open (&dwarf, &sections);
  if (status == STATUS_OK)
    dwarf_assign_code (dwarf);
  if (status == STATUS_OK)
    status = dwarf_list_line_ranges (dwarf, program->near, &ranges);
  for (size_t i = 0; i < ranges.count && status == STATUS_OK; i++)
    status = describe (dwarf, &ranges.items[i], text, size);
  vec_release (&ranges);
  dwarf_close (dwarf);
  close_sections (&sections);
  return status;
}

/* Check that PROGRAM consists of exactly these line ranges.  */
static void
check (const struct program *program, const char *expected, const char *what)
{
  char text[2000];
  is_u64 (list (program, text, sizeof text), STATUS_OK, "%s: read", what);
  is_text (text, expected, "%s: line ranges", what);
}

/* Check whether libbfd has to be asked for the lines of PROGRAM, in the way of
   QUIRKS.  */
static void
check_asks_libbfd (const struct program *program, const struct quirks *quirks,
                   bool expected, const char *what)
{
  struct dwarf_sections sections = open_sections (program);
  struct imitation imitation;
  line_range_list ranges = { 0 };
  is_u64 (imitation_open (&imitation, &sections, quirks), STATUS_OK,
          "%s: read", what);
  const char *path;
  uint32_t line;
  bool ask_libbfd;
  imitation_find_line (&imitation, 0x1000, &path, &line, &ask_libbfd);
  is_u64 (ask_libbfd, expected, "%s: one line", what);
  is_u64 (imitation_list_ranges (&imitation, NULL, &ranges),
          expected ? STATUS_ABSENT : STATUS_OK, "%s: all lines", what);
  vec_release (&ranges);
  imitation_close (&imitation);
  close_sections (&sections);
}

static void
check_absent (const struct program *program, const char *what)
{
  char text[2000];
  is_u64 (list (program, text, sizeof text), STATUS_ABSENT, "%s", what);
}

/* --- Typing programs ----------------------------------------------------- */

/* The abbreviations that most tests use.  */
enum
{
  UNIT = 1,    /* line table, low, high, language */
  FUNCTION,    /* name, low, high */
  INLINED,     /* origin, low, high */
  ABSTRACT,    /* name, name for the linker */
  INSTANCE,    /* name, origin, low, high */
  IN_RANGES,   /* name, ranges */
  COMPLETION,  /* specification, low, high */
  DECLARATION, /* origin */
  BARE_UNIT,   /* line table */
  CALLED,      /* origin, low, high, file and line of the call */
  BLOCK,       /* nothing */
  COSTLY       /* see open_costly */
};

static void
type_abbreviations (struct typed *abbrev)
{
  TYPE (abbrev, UNIT, 0x11, 1, 0x10, 0x17, 0x11, 0x01, 0x12, 0x05, 0x13, 0x0b,
        0, 0);
  TYPE (abbrev, FUNCTION, 0x2e, 1, 0x03, 0x08, 0x11, 0x01, 0x12, 0x05, 0, 0);
  TYPE (abbrev, INLINED, 0x1d, 1, 0x31, 0x13, 0x11, 0x01, 0x12, 0x05, 0, 0);
  TYPE (abbrev, ABSTRACT, 0x2e, 0, 0x03, 0x08, 0x6e, 0x08, 0, 0);
  TYPE (abbrev, INSTANCE, 0x2e, 0, 0x03, 0x08, 0x31, 0x13, 0x11, 0x01, 0x12,
        0x05, 0, 0);
  TYPE (abbrev, IN_RANGES, 0x2e, 0, 0x03, 0x08, 0x55, 0x17, 0, 0);
  TYPE (abbrev, COMPLETION, 0x2e, 0, 0x47, 0x13, 0x11, 0x01, 0x12, 0x05, 0, 0);
  TYPE (abbrev, DECLARATION, 0x2e, 0, 0x31, 0x13, 0, 0);
  TYPE (abbrev, BARE_UNIT, 0x11, 1, 0x10, 0x17, 0, 0);
  TYPE (abbrev, CALLED, 0x1d, 1, 0x31, 0x13, 0x11, 0x01, 0x12, 0x05, 0x58,
        0x0b, 0x59, 0x0b, 0, 0);
  TYPE (abbrev, BLOCK, 0x0b, 1, 0, 0, 0);
}

/* A unit header and the abbreviations at 0.  */
static size_t
begin_unit (struct typed *info, unsigned version)
{
  const size_t start = info->size;
  type_number (info, 0, 4);
  type_number (info, version, 2);
  if (version == 5)
    {
      TYPE (info, 1, 8); /* an ordinary unit, addresses of 8 bytes */
      type_number (info, 0, 4);
    }
  else
    {
      type_number (info, 0, 4);
      TYPE (info, 8);
    }
  return start;
}

enum
{
  C = 0x0c, /* of 1999 */
  CPLUSPLUS = 0x04
};

/* A unit with code [LOW, LOW + LENGTH) and the line table at LINES.  */
static size_t
begin_code (struct program *program, uint64_t low, unsigned length,
            unsigned lines, unsigned language)
{
  if (program->abbrev.size == 0)
    type_abbreviations (&program->abbrev);
  const size_t start = begin_unit (&program->info, 4);
  TYPE (&program->info, UNIT);
  type_number (&program->info, lines, 4);
  type_number (&program->info, low, 8);
  type_number (&program->info, length, 2);
  type_number (&program->info, language, 1);
  return start;
}

static void
type_text (struct typed *typed, const char *text)
{
  type_bytes (typed, (const unsigned char *)text, strlen (text) + 1);
}

static void
type_range (struct typed *info, uint64_t low, unsigned length)
{
  type_number (info, low, 8);
  type_number (info, length, 2);
}

static void
type_function (struct typed *info, const char *name, uint64_t low,
               unsigned length)
{
  TYPE (info, FUNCTION);
  type_text (info, name);
  type_range (info, low, length);
}

/* A unit of .debug_line: least instruction length 2, line range 14, lines from
   -5 on, opcodes from 13 on special.  Its files are FILES, as written down;
   from version 5 on there is the directory /d.  */
static size_t
begin_lines_of (struct typed *line, unsigned version,
                const struct typed *files)
{
  const size_t start = line->size;
  type_number (line, 0, 4);
  type_number (line, version, 2);
  if (version == 5)
    TYPE (line, 8, 0);
  const size_t length_at = line->size;
  type_number (line, 0, 4); /* of what follows */
  TYPE (line, 2);
  if (version >= 4)
    TYPE (line, 1);
  TYPE (line, 1, 0xfb, 14, 13, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1);
  if (version < 5)
    TYPE (line, 0); /* no directories */
  else
    TYPE (line, 1, 1, 8, 1, '/', 'd', 0); /* a text */
  type_bytes (line, files->data, files->size);
  close_unit (line, length_at);
  return start;
}

/* What begins a list of COUNT files from DWARF 5 on: a text and a number.  */
static void
type_file_format (struct typed *files, unsigned count)
{
  TYPE (files, 2, 1, 8, 2, 0x0b, (unsigned char)count);
}

/* The same with one file, number 1 of all versions.  */
static size_t
begin_lines (struct typed *line, unsigned version)
{
  struct typed files = { 0 };
  if (version < 5)
    TYPE (&files, 'a', '.', 'c', 0, 0, 0, 0, 0);
  else
    {
      type_file_format (&files, 2);
      TYPE (&files, '0', '.', 'c', 0, 0, 'a', '.', 'c', 0, 0);
    }
  return begin_lines_of (line, version, &files);
}

/* A sequence from START on: COUNT rows of LENGTH bytes each, of lines FIRST,
   FIRST + 1 and so on.  */
static void
type_sequence (struct typed *line, uint64_t start, unsigned count,
               unsigned length, unsigned first)
{
  TYPE (line, 0, 9, 2);
  type_number (line, start, 8);
  TYPE (line, 3, (unsigned char)(first - 1));
  for (unsigned i = 0; i < count; i++)
    {
      TYPE (line, 1, 3, 1); /* a row; one line on */
      TYPE (line, 2, (unsigned char)(length / 2));
    }
  TYPE (line, 0, 1, 1);
}

/* One line table with one sequence.  */
static void
type_lines (struct program *program, uint64_t start, unsigned count,
            unsigned length, unsigned first)
{
  const size_t at = begin_lines (&program->line, 4);
  type_sequence (&program->line, start, count, length, first);
  close_unit (&program->line, at);
}

/* --- Line programs ------------------------------------------------------- */

static const unsigned char rows[] = {
  0,
  9,
  2,
  0x00,
  0x10,
  0,
  0,
  0,
  0,
  0,
  0,               /* address 0x1000 */
  1,               /* row: line 1 */
  13 + 14 * 3 + 6, /* 3 * 2 on, line 2: 0x1006 */
  2,
  5,
  3,
  1,
  1, /* 5 * 2 on, line 3: 0x1010 */
  8,
  3,
  1,
  1, /* (255 - 13) / 14 * 2 = 34 on, line 4 */
  9,
  0x10,
  0x01, /* 0x110 on, as it is: 0x1142 */
  12,
  7, /* isa: one operand */
  0,
  2,
  4,
  9, /* discriminator */
  3,
  0x7e,
  1, /* line 4 - 2 */
  2,
  4,
  0,
  1,
  1 /* 4 * 2 on: the end, 0x114a */
};

static void
test_line_program (void)
{
  for (unsigned version = 2; version <= 5; version++)
    {
      struct program program = { 0 };
      char what[40], expected[200];
      snprintf (what, sizeof what, "a line table of version %u", version);
      const size_t start = begin_lines (&program.line, version);
      type_bytes (&program.line, rows, sizeof rows);
      close_unit (&program.line, start);
      const size_t unit = begin_code (&program, 0x1000, 0x200, 0, C);
      TYPE (&program.info, 0);
      close_unit (&program.info, unit);
      const char *path = version < 5 ? "a.c" : "/d/a.c";
      snprintf (expected, sizeof expected,
                "1000-1006 %s:1 -, 1006-1010 %s:2 -, 1010-1032 %s:3 -, "
                "1032-1142 %s:4 -, 1142-114a %s:2 -",
                path, path, path, path, path);
      check (&program, expected, what);
    }
}

/* Line tables with one byte of their header or program changed, and what they
   are then.  */
static void
test_line_header (void)
{
  static const struct
  {
    unsigned version, at; /* an offset in the table */
    unsigned char byte;
    bool is_read;
    const char *what;
  } cases[] = {
    { 4, 4, 4, true, "nothing changed" },
    { 4, 4, 1, false, "version 1" },
    { 5, 6, 4, false, "addresses of another size than the unit's" },
    { 5, 7, 1, false, "segments" },
    { 4, 11, 2, false, "two operations in an instruction" },
    { 3, 11, 0, true, "is a statement, before version 4" },
    { 4, 14, 0, false, "line range 0" },
    { 4, 15, 0, false, "opcode base 0" },
    { 4, 6, 250, false, "a header that is longer than the table" },
    { 4, 0, 250, false, "a table that is longer than the section" },
    { 4, 38, 0, false, "an extended opcode without bytes" },
    { 4, 39, 3, false, "an extended opcode that defines a file" },
    { 4, 39, 4, true, "a discriminator" },
    { 4, 38, 8, false, "an address of 7 bytes" },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
      struct program program = { 0 };
      const size_t start = begin_lines (&program.line, cases[i].version);
      type_sequence (&program.line, 0x1000, 1, 0x10, 1);
      close_unit (&program.line, start);
      program.line.data[cases[i].at] = cases[i].byte;
      const size_t unit = begin_code (&program, 0x1000, 0x10, 0, C);
      close_unit (&program.info, unit);
      char text[2000];
      is_u64 (list (&program, text, sizeof text),
              cases[i].is_read ? STATUS_OK : STATUS_ABSENT, "line table: %s",
              cases[i].what);
    }
}

/* The same program in the format of 64 bits: lengths of 12 bytes, offsets of
   8.  */
static void
test_64_bits (void)
{
  struct program program = { 0 };
  struct typed lines = { 0 }, *const info = &program.info;
  type_abbreviations (&program.abbrev);
  const size_t start = begin_lines (&lines, 4);
  type_sequence (&lines, 0x1000, 2, 0x10, 1);
  close_unit (&lines, start);
  const size_t header_length = 6; /* offset, and 4 bytes */
  type_number (&program.line, 0xffffffff, 4);
  type_number (&program.line, lines.size - 4 + 4, 8);
  type_bytes (&program.line, lines.data + 4, 2); /* the version */
  type_number (&program.line, lines.data[header_length], 8);
  type_bytes (&program.line, lines.data + header_length + 4,
              lines.size - header_length - 4);
  type_number (info, 0xffffffff, 4);
  const size_t length_at = info->size;
  type_number (info, 0, 8);
  type_number (info, 4, 2);
  type_number (info, 0, 8); /* abbreviations */
  TYPE (info, 8, UNIT);
  type_number (info, 0, 8); /* the line table */
  type_range (info, 0x1000, 0x20);
  TYPE (info, C);
  type_function (info, "f", 0x1010, 0x10);
  info->data[length_at] = (unsigned char)(info->size - length_at - 8);
  check (&program, "1000-1010 a.c:1 -, 1010-1020 a.c:2 f",
         "the format of 64 bits");
}

/* A unit of DWARF 5 with FILES and rows of which the first sets no file, and
   those that follow set the numbers 0, 1 and 2.  */
static struct program
make_rows_of_files (const struct typed *files)
{
  struct program program = { 0 };
  const size_t start = begin_lines_of (&program.line, 5, files);
  TYPE (&program.line, 0, 9, 2);
  type_number (&program.line, 0x1000, 8);
  TYPE (&program.line, 1);
  for (unsigned char file = 0; file < 3; file++)
    TYPE (&program.line, 2, 8, 4, file, 1);
  TYPE (&program.line, 2, 8, 0, 1, 1);
  /* Registers are reset with each sequence.  */
  TYPE (&program.line, 0, 9, 2);
  type_number (&program.line, 0x1040, 8);
  TYPE (&program.line, 1, 2, 8, 0, 1, 1);
  close_unit (&program.line, start);
  const size_t unit = begin_code (&program, 0x1000, 0x50, 0, C);
  TYPE (&program.info, 0);
  close_unit (&program.info, unit);
  return program;
}

static void
test_unset_file (void)
{
  struct typed none = { 0 }, one = { 0 }, two = { 0 };
  type_file_format (&none, 0);
  type_file_format (&one, 1);
  TYPE (&one, 'a', '.', 'c', 0, 0);
  type_file_format (&two, 2);
  TYPE (&two, 'a', '.', 'c', 0, 0, 'b', '.', 'c', 0, 0);

  struct program program = make_rows_of_files (&two);
  check (&program,
         "1000-1010 /d/b.c:1 -, 1010-1020 /d/a.c:1 -, 1020-1030 /d/b.c:1 -, "
         "1030-1040 <unknown>:1 -, 1040-1050 /d/b.c:1 -",
         "no file is set: it is number 1");
  program.quirks.unset_file_is_first = true;
  check (&program,
         "1000-1020 /d/a.c:1 -, 1020-1030 /d/b.c:1 -, "
         "1030-1040 <unknown>:1 -, 1040-1050 /d/a.c:1 -",
         "the same as libbfd 2.40 has it: it is the first");
  program = make_rows_of_files (&one);
  check (&program,
         "1000-1010 <unknown>:1 -, 1010-1020 /d/a.c:1 -, "
         "1020-1030 <unknown>:1 -, 1030-1040 <unknown>:1 -, "
         "1040-1050 <unknown>:1 -",
         "there is no number 1");
  program = make_rows_of_files (&none);
  check (&program,
         "1000-1010 -:0 -, 1010-1020 <unknown>:1 -, 1020-1040 <unknown>:1 -, "
         "1040-1050 -:0 -",
         "there is no file at all");
}

static void
test_order_of_rows (void)
{
  struct program program = { 0 };
  const size_t start = begin_lines (&program.line, 4);
  TYPE (&program.line, 0, 9, 2, 0x00, 0x10, 0, 0, 0, 0, 0, 0); /* 0x1000 */
  TYPE (&program.line, 1, 3, 1, 1);    /* line 1, and in its place 2 */
  TYPE (&program.line, 2, 8, 3, 1, 1); /* line 3: 0x1010 */
  TYPE (&program.line, 0, 9, 2, 0x08, 0x10, 0, 0, 0, 0, 0, 0); /* 0x1008 */
  TYPE (&program.line, 3, 1, 1); /* line 4 comes between */
  TYPE (&program.line, 0, 9, 2, 0x00, 0x10, 0, 0, 0, 0, 0, 0); /* 0x1000 */
  TYPE (&program.line, 3, 1, 1);        /* line 5 comes too late */
  TYPE (&program.line, 2, 16, 0, 1, 1); /* the end, 0x1020 */
  close_unit (&program.line, start);
  const size_t unit = begin_code (&program, 0x1000, 0x20, 0, C);
  close_unit (&program.info, unit);
  check (&program, "1000-1008 a.c:2 -, 1008-1010 a.c:4 -, 1010-1020 a.c:3 -",
         "rows out of order");
}

/* Rows within an earlier sequence are dropped; a row that extends beyond it
   begins where that ends.  */
static void
test_sequences (void)
{
  struct program program = { 0 };
  const size_t start = begin_lines (&program.line, 4);
  type_sequence (&program.line, 0x1020, 2, 0x20, 30);
  type_sequence (&program.line, 0x1008, 1, 0x10, 20);
  type_sequence (&program.line, 0x1000, 1, 0x30, 10);
  type_sequence (&program.line, 0x1080, 1, 0, 40);
  close_unit (&program.line, start);
  const size_t unit = begin_code (&program, 0x1000, 0x100, 0, C);
  close_unit (&program.info, unit);
  check (&program,
         "1000-1030 a.c:10 -, 1030-1040 a.c:30 -, 1040-1060 a.c:31 -",
         "sequences that overlap");
}

/* --- Functions ----------------------------------------------------------- */

static void
test_functions (void)
{
  struct program program = { 0 };
  type_lines (&program, 0x1000, 4, 0x10, 1);
  const size_t unit = begin_code (&program, 0x1000, 0x40, 0, C);
  const unsigned inner = (unsigned)(program.info.size - unit);
  TYPE (&program.info, ABSTRACT, 'i', 0, '_', 'i', 0);
  type_function (&program.info, "f", 0x1000, 0x20);
  TYPE (&program.info, INLINED);
  type_number (&program.info, inner, 4);
  type_range (&program.info, 0x1008, 0x10);
  TYPE (&program.info, 0, 0);
  type_function (&program.info, "g", 0x1030, 0x20);
  TYPE (&program.info, 0, 0);
  close_unit (&program.info, unit);
  check (&program,
         "1000-1008 a.c:1 f, 1008-1010 a.c:1 _i, 1010-1018 a.c:2 _i, "
         "1018-1020 a.c:2 f, 1020-1030 a.c:3 -, 1030-1040 a.c:4 g, "
         "1040-1050 -:0 g",
         "functions, one of them inlined");
}

/* Of two functions at one place the smaller wins, of equal ones the later;
   adjoining ranges count as one.  */
static void
test_smallest (void)
{
  struct program program = { 0 };
  type_lines (&program, 0x1000, 1, 0x60, 1);
  type_number (&program.ranges, 0x10, 8); /* the base is 0x1000 */
  type_number (&program.ranges, 0x18, 8);
  type_number (&program.ranges, 0x18, 8);
  type_number (&program.ranges, 0x30, 8);
  type_number (&program.ranges, 0, 8);
  type_number (&program.ranges, 0, 8);
  const size_t unit = begin_code (&program, 0x1000, 0x60, 0, C);
  TYPE (&program.info, IN_RANGES, 'r', 0, 0, 0, 0, 0);
  type_function (&program.info, "s", 0x1014, 0x10);
  type_function (&program.info, "t", 0x1040, 0x10);
  type_function (&program.info, "u", 0x1040, 0x10);
  close_unit (&program.info, unit);
  check (&program,
         "1000-1010 a.c:1 -, 1010-1014 a.c:1 r, 1014-1024 a.c:1 s, "
         "1024-1030 a.c:1 r, 1030-1040 a.c:1 -, 1040-1050 a.c:1 u, "
         "1050-1060 a.c:1 -",
         "functions that overlap");
}

/* A name in the source is what the linker knows only in some languages; a name
   for the linker counts in all, wherever it is found (R3.9a, R3.9c).  */
static void
test_names (void)
{
  struct program program = { 0 };
  type_lines (&program, 0x1000, 1, 0x40, 1);
  const size_t unit = begin_code (&program, 0x1000, 0x40, 0, CPLUSPLUS);
  type_function (&program.info, "f", 0x1000, 0x10);
  const unsigned linked = (unsigned)(program.info.size - unit);
  TYPE (&program.info, ABSTRACT, 'g', 0, '_', 'Z', 'g', 0);
  const unsigned deep = (unsigned)(program.info.size - unit);
  TYPE (&program.info, DECLARATION);
  type_number (&program.info, linked, 4);
  TYPE (&program.info, INSTANCE, 'h', 0);
  type_number (&program.info, linked, 4);
  type_range (&program.info, 0x1010, 0x10);
  TYPE (&program.info, COMPLETION);
  type_number (&program.info, linked, 4);
  type_range (&program.info, 0x1020, 0x10);
  TYPE (&program.info, COMPLETION);
  type_number (&program.info, deep, 4);
  type_range (&program.info, 0x1030, 0x10);
  close_unit (&program.info, unit);
  check (&program,
         "1000-1010 a.c:1 f?, 1010-1020 a.c:1 _Zg, 1020-1030 a.c:1 _Zg, "
         "1030-1040 a.c:1 (null)?",
         "names; the origin of an origin is not followed");
}

/* --- What is inlined ----------------------------------------------------- */

/* Append to TEXT who owns PIECE, as "1000-1008 f<g a.c:7": f, which is inlined
   into g, and where f is called.  */
static enum status
describe_piece (const struct interval *piece, const inlined_list *inlined,
                char *text, size_t size)
{
  const struct dwarf_inlined *owner = &inlined->items[piece->owner];
  size_t length = strlen (text);
  enum status status = STATUS_OK;
  snprintf (text + length, size - length, "%s%llx-%llx ",
            length > 0 ? ", " : "", (unsigned long long)piece->low_pc,
            (unsigned long long)piece->high_pc);
  for (uint32_t i = piece->owner; i != DWARF_NONE && status == STATUS_OK;
       i = inlined->items[i].parent)
    {
      struct dwarf_name name = { 0 };
      status = dwarf_name_function (owner->dwarf, inlined->items[i].function,
                                    &name);
      length = strlen (text);
      snprintf (text + length, size - length, "%s%s",
                i != piece->owner ? "<" : "",
                name.name != NULL ? name.name : "(null)");
    }
  length = strlen (text);
  snprintf (text + length, size - length, " %s:%u",
            owner->call_file != NULL ? owner->call_file : "-",
            (unsigned)owner->call_line);
  return status;
}

/* Check that of PROGRAM, near [LOW, LOW + 1), exactly this is inlined.  */
static void
check_inlined (const struct program *program, uint64_t low,
               const char *expected, const char *what)
{
  char text[2000] = "";
  struct dwarf_sections sections = open_sections (program);
  const struct interval code = { .low_pc = low, .high_pc = low + 1 };
  interval_list near = { 0 }, claims = { 0 }, pieces = { 0 };
  inlined_list inlined = { 0 };
  bool is_near[2] = { false };
  struct dwarf *dwarf;
  enum status status = dwarf_open (&dwarf, &sections);
  if (status == STATUS_OK)
    dwarf_assign_code (dwarf);
  vec_push (&near, code);
  if (status == STATUS_OK)
    dwarf_mark_units (dwarf, &near, is_near);
  if (status == STATUS_OK)
    dwarf_list_inlined (dwarf, is_near, &inlined, &claims);
  intervals_resolve (&claims, &pieces);
  for (size_t i = 0; i < pieces.count && status == STATUS_OK; i++)
    status = describe_piece (&pieces.items[i], &inlined, text, sizeof text);
  is_u64 (status, STATUS_OK, "%s: read", what);
  is_text (text, expected, "%s", what);
  vec_release (&near);
  vec_release (&claims);
  vec_release (&pieces);
  vec_release (&inlined);
  dwarf_close (dwarf);
  close_sections (&sections);
}

static void
begin_inlined (struct typed *info, unsigned origin, uint64_t low,
               unsigned length)
{
  TYPE (info, INLINED);
  type_number (info, origin, 4);
  type_range (info, low, length);
}

static void
begin_called (struct typed *info, unsigned origin, uint64_t low,
              unsigned length, unsigned line)
{
  TYPE (info, CALLED);
  type_number (info, origin, 4);
  type_range (info, low, length);
  TYPE (info, 1, (unsigned char)line);
}

/* Blocks are transparent, a function inside another begins anew, and of
   equally deep instances the last one wins (R14.101).  A unit with other code is not
   read, nor what follows damage (R14.108).  */
static void
test_inlined (void)
{
  struct program program = { 0 };
  struct typed *info = &program.info;
  type_lines (&program, 0x1000, 1, 0x60, 1);
  size_t unit = begin_code (&program, 0x1000, 0x40, 0, C);
  const unsigned f = (unsigned)(info->size - unit);
  TYPE (info, ABSTRACT, 'f', 0, '_', 'f', 0);
  const unsigned g = (unsigned)(info->size - unit);
  TYPE (info, ABSTRACT, 'g', 0, '_', 'g', 0);
  type_function (info, "main", 0x1000, 0x40);
  TYPE (info, BLOCK);
  begin_called (info, f, 0x1000, 0x10, 7);
  TYPE (info, BLOCK);
  begin_called (info, g, 0x1004, 8, 8);
  TYPE (info, 0, 0, 0);
  const size_t damaged = info->size;
  begin_inlined (info, g, 0x1008, 0x10);
  type_function (info, "nested", 0x1020, 0x10);
  begin_called (info, f, 0x1020, 8, 0);
  TYPE (info, 0, 0, 0, 0);
  begin_called (info, g, 0x1030, 8, 9);
  TYPE (info, 0, 0, 0);
  close_unit (info, unit);
  unit = begin_code (&program, 0x1040, 0x20, 0, C);
  type_function (info, "other", 0x1040, 0x20);
  begin_inlined (info, f, 0x1040, 0x10);
  TYPE (info, 0, 0, 0);
  close_unit (info, unit);
  check_inlined (&program, 0x1010,
                 "1000-1004 _f a.c:7, 1004-100c _g<_f a.c:8, "
                 "100c-1018 _g -:0, 1020-1028 _f -:0, 1030-1038 _g a.c:9",
                 "what is inlined, and what into");
  check_inlined (&program, 0x2000, "", "nothing is near");
  info->data[damaged] = 0x7f; /* no such abbreviation */
  check_inlined (&program, 0x1010,
                 "1000-1004 _f a.c:7, 1004-100c _g<_f a.c:8, "
                 "100c-1010 _f a.c:7",
                 "what precedes damage");
}

/* Entries that refer to each other must come to an end.  */
static void
test_loop (void)
{
  struct program program = { 0 };
  type_lines (&program, 0x1000, 1, 0x10, 1);
  const size_t unit = begin_code (&program, 0x1000, 0x10, 0, C);
  const unsigned self = (unsigned)(program.info.size - unit);
  TYPE (&program.info, COMPLETION);
  type_number (&program.info, self, 4);
  type_range (&program.info, 0x1000, 0x10);
  close_unit (&program.info, unit);
  check_absent (&program, "a function that completes itself");
}

/* --- Units --------------------------------------------------------------- */

/* Where units overlap the first one wins that knows the line or the function;
   one without addresses has those of its line table.  */
static void
test_units (void)
{
  struct program program = { 0 };
  type_lines (&program, 0x1010, 1, 0x10, 1);
  const unsigned second = (unsigned)program.line.size;
  type_lines (&program, 0x1000, 1, 0x40, 2);
  const unsigned third = (unsigned)program.line.size;
  type_lines (&program, 0x1030, 1, 0x20, 3);
  size_t unit = begin_code (&program, 0x1000, 0x40, 0, C);
  type_function (&program.info, "f", 0x1008, 4);
  close_unit (&program.info, unit);
  unit = begin_code (&program, 0x1000, 0x40, second, C);
  close_unit (&program.info, unit);
  unit = begin_unit (&program.info, 4);
  TYPE (&program.info, BARE_UNIT);
  type_number (&program.info, third, 4);
  close_unit (&program.info, unit);
  check (&program,
         "1000-1008 a.c:2 -, 1008-100c -:0 f, 100c-1010 a.c:2 -, "
         "1010-1020 a.c:1 -, 1020-1040 a.c:2 -, 1040-1050 a.c:3 -",
         "units that overlap");
}

/* Units near an address, and near the piece before it, are read completely;
   others not at all.  */
static void
test_near (void)
{
  struct program program = { 0 };
  uint64_t addresses[] = { 0x3005 };
  const address_list near = { addresses, 1, 1 };
  for (unsigned i = 1; i <= 4; i++)
    {
      const unsigned lines = (unsigned)program.line.size;
      type_lines (&program, 0x1000 * i, 1, 0x10, i);
      const size_t unit = begin_code (&program, 0x1000 * i, 0x10, lines, C);
      close_unit (&program.info, unit);
    }
  program.near = &near;
  check (&program, "2000-2010 a.c:2 -, 3000-3010 a.c:3 -", "near an address");
}

/* Type units and partial units share a line table with their program; what
   libbfd then finds depends on earlier lookups.  */
static void
test_shared_table (void)
{
  struct program program = { 0 };
  type_lines (&program, 0x1000, 1, 0x10, 1);
  size_t unit = begin_code (&program, 0x1000, 0x10, 0, C);
  close_unit (&program.info, unit);
  unit = begin_unit (&program.info, 4);
  TYPE (&program.info, BARE_UNIT);
  type_number (&program.info, 0, 4);
  close_unit (&program.info, unit);
  check (&program, "1000-1010 a.c:1 -",
         "of two units with one line table, the one with code has it");
  program.quirks.keeps_shared_tables = true;
  check (&program, "1000-1010 a.c:1 -", "both have it");
  check_asks_libbfd (&program, &(struct quirks){ 0 }, false,
                     "one unit has the line table");
  check_asks_libbfd (&program, &(struct quirks){ .keeps_shared_tables = true },
                     true, "two units with one line table, for libbfd");
}

/* --- Ranges -------------------------------------------------------------- */

static void
test_old_ranges (void)
{
  struct program program = { 0 };
  type_lines (&program, 0x1000, 1, 0x10, 1);
  type_number (&program.ranges, 0, 8); /* so that the list is at 8 */
  type_number (&program.ranges, 0x10, 8);
  type_number (&program.ranges, 0x20, 8);
  type_number (&program.ranges, UINT64_MAX, 8); /* another base */
  type_number (&program.ranges, 0x5000, 8);
  type_number (&program.ranges, 1, 8);
  type_number (&program.ranges, 2, 8);
  type_number (&program.ranges, 0, 8);
  type_number (&program.ranges, 0, 8);
  const size_t start = begin_code (&program, 0x1000, 0x10, 0, C);
  TYPE (&program.info, IN_RANGES, 'f', 0, 8, 0, 0, 0);
  close_unit (&program.info, start);
  check (&program, "1000-1010 a.c:1 -, 1010-1020 -:0 f, 5001-5002 -:0 f",
         "ranges up to DWARF 4");
}

/* DWARF 5 with everything in tables: the function's name is text 0 of
   .debug_str_offsets, its ranges are list 0 of .debug_rnglists, and these name
   entries of .debug_addr.  */
static void
make_indexed (struct program *program)
{
  *program = (struct program){ 0 };
  TYPE (&program->abbrev, 1, 0x11, 1, 0x10, 0x17, 0x72, 0x17, 0x73, 0x17, 0x74,
        0x17, 0x11, 0x1b, 0x13, 0x0b, 0, 0);
  TYPE (&program->abbrev, 2, 0x2e, 0, 0x03, 0x25, 0x55, 0x23, 0, 0, 0);
  TYPE (&program->str, 'x', 0, 'f', 0);
  type_number (&program->str_offsets, 0, 8); /* a header */
  type_number (&program->str_offsets, 2, 4);
  type_number (&program->addr, 0, 8); /* a header */
  type_number (&program->addr, 0x4000, 8);
  type_number (&program->addr, 0x1000, 8);
  type_number (&program->addr, 0x4100, 8);
  type_number (&program->rnglists, 0, 4); /* a header, and offset 4 */
  type_number (&program->rnglists, 4, 4);
  TYPE (&program->rnglists, 4, 0x10, 0x90, 1); /* 0x10 and 0x90 on */
  TYPE (&program->rnglists, 1, 0);             /* base: entry 0 */
  TYPE (&program->rnglists, 4, 1, 2);
  TYPE (&program->rnglists, 2, 0, 2);    /* entries 0 and 2 */
  TYPE (&program->rnglists, 3, 2, 0x30); /* entry 2 and a length */
  TYPE (&program->rnglists, 5, 0, 0x60, 0, 0, 0, 0, 0, 0);
  TYPE (&program->rnglists, 4, 5, 6);
  TYPE (&program->rnglists, 6, 0, 0x70, 0, 0, 0, 0, 0, 0, 1, 0x70, 0, 0, 0, 0,
        0, 0);
  TYPE (&program->rnglists, 7, 0, 0x71, 0, 0, 0, 0, 0, 0, 9, 0);
  const size_t start = begin_unit (&program->info, 5);
  TYPE (&program->info, 1);
  type_number (&program->info, 0, 4);
  type_number (&program->info, 8, 4);
  type_number (&program->info, 8, 4);
  type_number (&program->info, 4, 4);
  TYPE (&program->info, 1, C); /* the unit's address is entry 1 */
  TYPE (&program->info, 2, 0, 0);
  close_unit (&program->info, start);
  type_lines (program, 0x1000, 1, 0x20, 1);
}

static void
test_indexed (void)
{
  struct program program;
  make_indexed (&program);
  check (&program,
         "1000-1010 a.c:1 -, 1010-1020 a.c:1 f, 1020-1090 -:0 f, "
         "4000-4130 -:0 f, 6005-6006 -:0 f, 7000-7001 -:0 f, 7100-7109 -:0 f",
         "ranges of DWARF 5, by index");
  program.quirks.ignores_ranges_by_index = true;
  check (&program, "1000-1020 a.c:1 -", "the same as libbfd has it (R3.9h)");
}

/* --- Files for answers of libbfd ----------------------------------------- */

/* Check the path found for the code at PC if libbfd says that it is from
   PATH.  */
static void
check_file (const struct line_files *files, uint64_t pc, uint32_t line,
            const char *path, const char *expected, const char *what)
{
  is_text (line_files_correct (files, pc, line, path), expected, "%s", what);
}

static void
test_correct_file (void)
{
  struct typed two = { 0 };
  type_file_format (&two, 2);
  TYPE (&two, 'a', '.', 'c', 0, 0, 'b', '.', 'c', 0, 0);
  struct program program = { 0 };
  /* Tables that cannot be used: damaged, and of another version.  */
  TYPE (&program.line, 2, 0, 0, 0, 5, 0);
  type_lines (&program, 0x2000, 1, 0x10, 1);
  const struct program other = make_rows_of_files (&two);
  type_bytes (&program.line, other.line.data, other.line.size);
  struct dwarf_sections sections = open_sections (&program);
  struct line_files *files = line_files_read (&sections, 8);
  check_file (files, 0x1000, 1, "/c/a.c", "/d/b.c", "no file was set");
  check_file (files, 0x100f, 1, "a.c", "/d/b.c", "without a directory");
  check_file (files, 0x104f, 1, "/c/a.c", "/d/b.c", "nor there");
  check_file (files, 0x1010, 1, "/c/a.c", "/c/a.c", "number 0 was set");
  check_file (files, 0x1050, 1, "/c/a.c", "/c/a.c", "behind the end");
  check_file (files, 0x1000, 2, "/c/a.c", "/c/a.c", "another line");
  check_file (files, 0x1000, 1, "/c/aa.c", "/c/aa.c", "another name");
  check_file (files, 0x1000, 1, ".c", ".c", "a shorter name");
  check_file (files, 0x2000, 1, "a.c", "a.c", "another version");
  line_files_close (files);
  close_sections (&sections);
}

/* Files of the same path are not kept, since they make no difference.  */
static void
test_correct_nothing (void)
{
  struct typed twice = { 0 };
  type_file_format (&twice, 2);
  TYPE (&twice, 'a', '.', 'c', 0, 0, 'a', '.', 'c', 0, 0);
  const struct program program = make_rows_of_files (&twice);
  struct dwarf_sections sections = open_sections (&program);
  struct line_files *files = line_files_read (&sections, 8);
  check_file (files, 0x1000, 1, "/c/a.c", "/c/a.c", "both are the same file");
  line_files_close (files);
  close_sections (&sections);
}

/* --- Single addresses ---------------------------------------------------- */

static void
test_find_line (void)
{
  struct program program = { 0 };
  type_lines (&program, 0x1000, 2, 0x10, 7);
  const size_t unit = begin_code (&program, 0x1000, 0x40, 0, C);
  close_unit (&program.info, unit);
  struct dwarf_sections sections = open_sections (&program);
  struct imitation imitation;
  struct quirks quirks = { 0 };
  const char *path;
  uint32_t line;
  bool ask_libbfd;
  is_u64 (imitation_open (&imitation, &sections, &quirks), STATUS_OK,
          "opened");
  is_u64 (imitation_find_line (&imitation, 0x101f, &path, &line, &ask_libbfd),
          STATUS_OK, "a line is found");
  is_text (path, "a.c", "its file");
  is_u64 (line, 8, "its number");
  is_u64 (imitation_find_line (&imitation, 0x1020, &path, &line, &ask_libbfd),
          STATUS_ABSENT, "behind the last row there is none");
  is_u64 (imitation_find_line (&imitation, 0xfff, &path, &line, &ask_libbfd),
          STATUS_ABSENT, "nor before the unit");
  is_u64 (ask_libbfd, false, "for which libbfd is not asked");
  imitation_close (&imitation);
  close_sections (&sections);
}

/* Check that the code at PC is from LINE, or that this is not known if LINE is
   0.  */
static void
check_line (struct imitation *imitation, uint64_t pc, uint32_t line,
            const char *what)
{
  const char *path;
  uint32_t found;
  bool ask_libbfd;
  imitation_find_line (imitation, pc, &path, &found, &ask_libbfd);
  is_u64 (found, line, "%s", what);
}

/* Check whether the answer about PC alone depends on earlier lookups.  */
static void
check_memory (struct imitation *imitation, uint64_t pc, bool wanted,
              const char *what)
{
  const address_list addresses = { &pc, 1, 1 };
  is_u64 (imitation_check_memory (imitation, &addresses), wanted, "%s", what);
}

/* A unit's lines extend beyond its range, into that of the next unit and
   behind it.  Up to libbfd 2.40 they count after a lookup in the unit, and it
   comes first (R3.9g).  */
static void
test_memory (void)
{
  struct program program = { 0 };
  struct imitation imitation;
  struct quirks quirks = { 0 };
  type_lines (&program, 0x1000, 1, 0x60, 1);
  size_t unit = begin_code (&program, 0x1000, 0x10, 0, C);
  close_unit (&program.info, unit);
  const unsigned second = (unsigned)program.line.size;
  type_lines (&program, 0x1020, 1, 0x20, 2);
  unit = begin_code (&program, 0x1020, 0x20, second, C);
  close_unit (&program.info, unit);
  struct dwarf_sections sections = open_sections (&program);
  quirks.claims_when_asked = true;
  is_u64 (imitation_open (&imitation, &sections, &quirks), STATUS_OK,
          "opened");
  check_memory (&imitation, 0x1010, true, "behind a unit, in its lines");
  check_memory (&imitation, 0x1020, false, "in another unit");
  check_memory (&imitation, 0xfff, false, "before all units");
  check_memory (&imitation, 0x1060, false, "behind all lines");
  check_line (&imitation, 0x1010, 0, "nobody was asked");
  check_line (&imitation, 0x1020, 2, "the second unit is asked");
  check_line (&imitation, 0x1010, 0, "the first was not");
  check_line (&imitation, 0x1000, 1, "the first unit is asked");
  check_line (&imitation, 0x1010, 1, "and claims its lines");
  check_line (&imitation, 0x1020, 1, "also before the second");
  check_line (&imitation, 0x105f, 1, "up to their end");
  check_line (&imitation, 0x1060, 0, "but no farther");
  imitation_close (&imitation);
  quirks.claims_when_asked = false;
  is_u64 (imitation_open (&imitation, &sections, &quirks), STATUS_OK,
          "as of 2.44");
  check_memory (&imitation, 0x1010, false, "there is no memory");
  check_line (&imitation, 0x1010, 1,
              "the first unit claims its lines at once");
  check_line (&imitation, 0x1060, 0, "and no more");
  imitation_close (&imitation);
  close_sections (&sections);
}

/* DWARF 2 gives only one range of a unit whose code is in several places:
   there may be code before it and far from it.  */
static void
test_memory_of_dwarf_2 (void)
{
  struct program program = { 0 };
  struct imitation imitation;
  struct quirks quirks = { 0 };
  const size_t at = begin_lines (&program.line, 2);
  type_sequence (&program.line, 0x2000, 1, 0x10, 1);
  type_sequence (&program.line, 0x1000, 1, 0x10, 2);
  close_unit (&program.line, at);
  const size_t unit = begin_code (&program, 0x2000, 0x10, 0, C);
  close_unit (&program.info, unit);
  program.info.data[4] = 2; /* the version */
  struct dwarf_sections sections = open_sections (&program);
  quirks.claims_when_asked = true;
  is_u64 (imitation_open (&imitation, &sections, &quirks), STATUS_OK,
          "opened");
  check_memory (&imitation, 0x1000, true, "lines before the unit's range");
  check_line (&imitation, 0x1000, 0, "before anything was asked");
  check_line (&imitation, 0x2000, 1, "what the unit tells");
  check_line (&imitation, 0x1000, 2, "what it does not tell");
  imitation_close (&imitation);
  quirks.claims_when_asked = false;
  is_u64 (imitation_open (&imitation, &sections, &quirks), STATUS_OK,
          "as of 2.44");
  check_memory (&imitation, 0x1000, false, "there is no memory");
  check_line (&imitation, 0x1000, 2, "what it does not tell, at once");
  imitation_close (&imitation);
  close_sections (&sections);
}

/* Check what the code at PC is said to be called.  */
static void
check_name (struct imitation *imitation, const line_range_list *ranges,
            uint64_t pc, const char *expected, const char *what)
{
  const char *name = NULL;
  const struct dwarf_line_range *range = ranges->items;
  while (range->high_pc <= pc)
    range++;
  is_u64 (imitation_name (imitation, pc, range, &name), STATUS_OK, "%s: asked",
          what);
  is_text (name, expected, "%s", what);
}

static void
add_symbol (struct imitation *imitation, uint64_t start_pc, uint32_t rank,
            const char *name)
{
  const struct nearest_symbol symbol
      = { .start_pc = start_pc, .size = 8, .rank = rank, .name = name };
  vec_push (&imitation->nearest.symbols, symbol);
}

/* A function without a name for the linker is called like the symbol that is
   found by the first question about it, if that starts where it starts; else
   only the answer to that question is the symbol (R3.9a).  */
static void
test_memory_of_names (void)
{
  struct program program = { 0 };
  struct imitation imitation;
  const struct quirks quirks = { 0 };
  line_range_list ranges = { 0 };
  type_lines (&program, 0x1000, 3, 0x10, 1);
  const size_t unit = begin_code (&program, 0x1000, 0x30, 0, CPLUSPLUS);
  type_function (&program.info, "f", 0x1000, 0x10);
  type_function (&program.info, "g", 0x1010, 0x10);
  close_unit (&program.info, unit);
  struct dwarf_sections sections = open_sections (&program);
  is_u64 (imitation_open (&imitation, &sections, &quirks), STATUS_OK,
          "opened");
  add_symbol (&imitation, 0x1000, 1, "_Zf");
  add_symbol (&imitation, 0x1018, 2, "label");
  nearest_sort (&imitation.nearest, false);
  is_u64 (imitation_list_ranges (&imitation, NULL, &ranges), STATUS_OK,
          "listed");
  check_name (&imitation, &ranges, 0x1000, "_Zf", "the symbol at its start");
  check_name (&imitation, &ranges, 0x100f, "_Zf", "which it keeps");
  check_name (&imitation, &ranges, 0x1018, "label", "a symbol inside");
  check_name (&imitation, &ranges, 0x1018, "g", "which it does not keep");
  check_name (&imitation, &ranges, 0x1020, "label", "where no function is");
  vec_release (&ranges);
  imitation_close (&imitation);
  close_sections (&sections);
}

/* The addresses at which libbfd has to be asked are known even where our own
   places and names are uncertain.  */
static void
test_positions (void)
{
  struct program program = { 0 };
  type_lines (&program, 0x1000, 2, 0x10, 7);
  size_t unit = begin_code (&program, 0x1000, 0x40, 0, C);
  type_function (&program.info, "f", 0x1008, 0x10);
  close_unit (&program.info, unit);
  unit = begin_code (&program, 0x2000, 0x40, 0, C);
  close_unit (&program.info, unit);
  struct dwarf_sections sections = open_sections (&program);
  struct dwarf *dwarf;
  address_list positions = { 0 };
  char text[200] = "";
  is_u64 (dwarf_open (&dwarf, &sections), STATUS_OK, "opened");
  dwarf_assign_code (dwarf);
  is_u64 (dwarf_list_positions (dwarf, &positions), STATUS_OK, "listed");
  for (size_t i = 0; i < positions.count; i++)
    snprintf (text + strlen (text), sizeof text - strlen (text), "%s%llx",
              i > 0 ? " " : "", (unsigned long long)positions.items[i]);
  is_text (text, "1000 1040 2000 2040 1000 1010 1020 1008 1018",
           "units, rows, functions");
  vec_release (&positions);
  dwarf_close (dwarf);
  close_sections (&sections);
}

/* --- Damage -------------------------------------------------------------- */

static void
test_forms (void)
{
  /* Each form stands between a function's name and its addresses.  */
  static const unsigned char sizes[][2]
      = { { 0x01, 8 }, { 0x05, 2 },  { 0x06, 4 }, { 0x07, 8 }, { 0x0b, 1 },
          { 0x0c, 1 }, { 0x0e, 4 },  { 0x10, 4 }, { 0x11, 1 }, { 0x12, 2 },
          { 0x13, 4 }, { 0x14, 8 },  { 0x17, 4 }, { 0x19, 0 }, { 0x1c, 4 },
          { 0x1d, 4 }, { 0x1e, 16 }, { 0x1f, 4 }, { 0x20, 8 }, { 0x24, 8 },
          { 0x25, 1 }, { 0x26, 2 },  { 0x27, 3 }, { 0x28, 4 }, { 0x29, 1 },
          { 0x2a, 2 }, { 0x2b, 3 },  { 0x2c, 4 } };
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    {
      struct program program = { 0 };
      TYPE (&program.abbrev, 20, 0x2e, 0, 0x03, 0x08, 0x3a, sizes[i][0], 0x11,
            0x01, 0x12, 0x0b, 0, 0);
      type_abbreviations (&program.abbrev);
      type_lines (&program, 0x1000, 1, 0x10, 1);
      const size_t start = begin_code (&program, 0x1000, 0x10, 0, C);
      for (unsigned entry = 0; entry < 2; entry++)
        {
          TYPE (&program.info, 20, (unsigned char)('f' + entry), 0);
          for (unsigned j = 0; j < sizes[i][1]; j++)
            type_u8 (&program.info, 0xff);
          type_number (&program.info, 0x1000 + 8 * entry, 8);
          type_number (&program.info, 8, 1);
        }
      close_unit (&program.info, start);
      char what[40];
      snprintf (what, sizeof what, "form %#x", sizes[i][0]);
      check (&program, "1000-1008 a.c:1 f, 1008-1010 a.c:1 g", what);
    }
}

static void
test_not_understood (void)
{
  struct program program = { 0 };
  size_t start = begin_lines (&program.line, 6);
  close_unit (&program.line, start);
  start = begin_code (&program, 0x1000, 0x10, 0, C);
  close_unit (&program.info, start);
  check_absent (&program, "a line table of version 6");

  program = (struct program){ 0 };
  TYPE (&program.abbrev, 1, 0x11, 0, 0x03, 0x7f, 0, 0, 0);
  start = begin_unit (&program.info, 4);
  TYPE (&program.info, 1, 0, 0);
  close_unit (&program.info, start);
  check_absent (&program, "a form of the future");

  program.abbrev.data[0] = 2;
  check_absent (&program, "an abbreviation that is not there");
}

/* A list of ranges that many entries share must not cost more than its size
   justifies.  */
static void
test_shared_ranges (void)
{
  struct program program = { 0 };
  type_lines (&program, 0x1000, 1, 0x10, 1);
  for (unsigned i = 0; i < 16; i++)
    {
      type_number (&program.ranges, 3 * i + 1, 8);
      type_number (&program.ranges, 3 * i + 2, 8);
    }
  type_number (&program.ranges, 0, 8);
  type_number (&program.ranges, 0, 8);
  const size_t start = begin_code (&program, 0x1000, 0x10, 0, C);
  for (unsigned i = 0; i < 80; i++)
    TYPE (&program.info, IN_RANGES, 'f', 0, 0, 0, 0, 0);
  close_unit (&program.info, start);
  check_absent (&program, "eighty functions with one list of sixteen ranges");
}

/* COUNT units whose line tables begin STEP bytes apart, each with SIZE bytes:
   the status of opening them.  */
static enum status
open_tables (unsigned count, unsigned step, unsigned size)
{
  struct program program = { 0 };
  type_abbreviations (&program.abbrev);
  for (unsigned i = 0; i < count; i++)
    {
      const size_t unit = begin_unit (&program.info, 4);
      TYPE (&program.info, BARE_UNIT);
      type_number (&program.info, i * step, 4);
      close_unit (&program.info, unit);
    }
  for (unsigned i = 0; i < (step > 0 ? count : 1); i++)
    type_number (&program.line, size, 4);
  program.line.size += size;
  struct dwarf_sections sections = open_sections (&program);
  struct dwarf *dwarf;
  const enum status status = dwarf_open (&dwarf, &sections);
  dwarf_close (dwarf);
  close_sections (&sections);
  return status;
}

/* Many units with one large line table, or with tables that overlap, cost more
   than the size justifies.  */
static void
test_line_tables_of_many (void)
{
  is_u64 (open_tables (200, 0, 6000), STATUS_OK, "200 units with one table");
  is_u64 (open_tables (300, 0, 6000), STATUS_UNSUPPORTED,
          "300 units with one table");
  is_u64 (open_tables (20, 4, 3000), STATUS_OK, "20 tables that overlap");
  is_u64 (open_tables (30, 4, 3000), STATUS_UNSUPPORTED,
          "30 tables that overlap");
}

/* The status of opening PROGRAM and a unit of the future.  As we cannot read
   that one, libbfd will read all others, and so do we.  */
static enum status
open_damaged (struct program *program)
{
  const struct quirks quirks = { 0 };
  struct imitation imitation;
  close_unit (&program->info, begin_unit (&program->info, 6));
  struct dwarf_sections sections = open_sections (program);
  const enum status status = imitation_open (&imitation, &sections, &quirks);
  imitation_close (&imitation);
  close_sections (&sections);
  return status;
}

/* The same with a cheap unit and one of ENTRIES entries with 3,900 attributes
   that take no bytes.  */
static enum status
open_costly (unsigned entries)
{
  static struct program program;
  program = (struct program){ 0 };
  type_lines (&program, 0x1000, 1, 0x10, 1);
  close_unit (&program.info, begin_code (&program, 0x1000, 0x10, 0, C));
  program.abbrev.size--; /* the end of the table */
  TYPE (&program.abbrev, COSTLY, 0x34, 0);
  for (unsigned i = 0; i < 3900; i++)
    TYPE (&program.abbrev, 0x3f, 0x19);
  TYPE (&program.abbrev, 0, 0, 0);
  const size_t start = begin_code (&program, 0x1010, 0x10, 0, C);
  for (unsigned i = 0; i < entries; i++)
    TYPE (&program.info, COSTLY);
  close_unit (&program.info, start);
  return open_damaged (&program);
}

/* No unit may cost too much, whichever it is.  */
static void
test_costly_unit (void)
{
  is_u64 (open_costly (10), STATUS_ABSENT, "39,000 attributes");
  is_u64 (open_costly (7000), STATUS_UNSUPPORTED, "27,300,000 attributes");
}

/* A function may claim to complete one of a unit that cannot be read; valgrind
   and sanitizers see if more than the units is read for that.  */
static void
test_reference_behind (void)
{
  struct program program = { 0 };
  type_lines (&program, 0x1000, 1, 0x10, 1);
  const size_t unit = begin_code (&program, 0x1000, 0x10, 0, C);
  TYPE (&program.info, COMPLETION);
  type_number (&program.info, program.info.size - unit + 4 + 8 + 2 + 1, 4);
  type_range (&program.info, 0x1000, 0x10);
  close_unit (&program.info, unit);
  is_u64 (open_damaged (&program), STATUS_ABSENT,
          "a reference behind the last unit");
}

/* Every prefix of every section, and random bytes changed.  */
static void
test_damaged (void)
{
  struct program whole;
  make_indexed (&whole);
  const size_t start = begin_lines (&whole.line, 5);
  type_bytes (&whole.line, rows, sizeof rows);
  close_unit (&whole.line, start);
  struct typed *const sections[]
      = { &whole.info,        &whole.abbrev,   &whole.line, &whole.str,
          &whole.str_offsets, &whole.rnglists, &whole.addr };
  unsigned runs = 0, good = 0;
  struct rng rng = { 7 };
  for (size_t s = 0; s < sizeof sections / sizeof *sections; s++)
    {
      const struct typed saved = *sections[s];
      for (size_t i = 0; i < saved.size + 4000; i++)
        {
          char text[4000];
          *sections[s] = saved;
          if (i < saved.size)
            sections[s]->size = i;
          else
            sections[s]->data[rng_below (&rng, (uint32_t)saved.size)]
                = (unsigned char)rng_below (&rng, 256);
          const enum status status = list (&whole, text, sizeof text);
          good += status == STATUS_OK || status == STATUS_ABSENT;
          runs++;
        }
      *sections[s] = saved;
    }
  is_u64 (good, runs, "damaged sections end in a status");
}

int
main (void)
{
  test_line_program ();
  test_line_header ();
  test_64_bits ();
  test_unset_file ();
  test_correct_file ();
  test_correct_nothing ();
  test_order_of_rows ();
  test_sequences ();
  test_functions ();
  test_smallest ();
  test_names ();
  test_inlined ();
  test_loop ();
  test_units ();
  test_near ();
  test_shared_table ();
  test_old_ranges ();
  test_indexed ();
  test_find_line ();
  test_memory ();
  test_memory_of_dwarf_2 ();
  test_memory_of_names ();
  test_positions ();
  test_forms ();
  test_not_understood ();
  test_shared_ranges ();
  test_line_tables_of_many ();
  test_costly_unit ();
  test_reference_behind ();
  test_damaged ();
  return done ();
}
