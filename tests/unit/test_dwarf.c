/* test_dwarf.c - where DWARF says that source positions change.

   Sections are typed in byte by byte, as the standard lays them out; damaged
   ones must end in a status.  What whole programs give is compared with GNU
   gprof in tests/differential.  */

#include "config.h"

#include "dwarf.h"

#include <stdlib.h>
#include <string.h>

#include "rng.h"
#include "tap.h"

/* --- Typing sections ---------------------------------------------------- */

struct typed
{
  unsigned char data[512];
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
  unsigned char *copy = malloc (typed->size);
  memcpy (copy, typed->data, typed->size);
  section.data = copy;
  return section;
}

struct program
{
  struct typed info, abbrev, line, ranges, rnglists, addr;
};

static enum status
read_program (const struct program *program, address_list *positions)
{
  struct diag diag = { 0 };
  struct dwarf_sections sections = {
    section (&program->info),
    section (&program->abbrev),
    section (&program->line),
    section (&program->ranges),
    section (&program->rnglists),
    section (&program->addr),
    false,
  };
  const enum status status = dwarf_positions (&sections, positions, &diag);
  free ((void *)sections.info.data);
  free ((void *)sections.abbrev.data);
  free ((void *)sections.line.data);
  free ((void *)sections.ranges.data);
  free ((void *)sections.rnglists.data);
  free ((void *)sections.addr.data);
  return status;
}

/* Check that PROGRAM has exactly these positions, in the order told.  */
static void
check_positions (const struct program *program, const char *expected,
                 const char *what)
{
  address_list positions = { 0 };
  char text[400] = "";
  is_u64 (read_program (program, &positions), STATUS_OK, "%s: read", what);
  for (size_t i = 0; i < positions.count; i++)
    snprintf (text + strlen (text), sizeof text - strlen (text), "%s%llx",
              i > 0 ? " " : "", (unsigned long long)positions.items[i]);
  is_text (text, expected, "%s: positions", what);
  vec_release (&positions);
}

static void
check_absent (const struct program *program, const char *what)
{
  address_list positions = { 0 };
  is_u64 (read_program (program, &positions), STATUS_ABSENT, "%s", what);
  vec_release (&positions);
}

/* --- Line programs ------------------------------------------------------ */

/* A unit of .debug_line: least instruction length 2, line range 14, opcodes
   from 13 on special, no files.  */
static size_t
begin_lines (struct typed *line, unsigned version)
{
  const size_t start = line->size;
  type_number (line, 0, 4);
  type_number (line, version, 2);
  if (version == 5)
    TYPE (line, 8, 0);
  type_number (line, version >= 4 ? 20 : 19, 4); /* length of what follows */
  TYPE (line, 2);
  if (version >= 4)
    TYPE (line, 1);
  TYPE (line, 1, 0xfb, 14, 13, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1);
  TYPE (line, 0, 0);
  return start;
}

static const unsigned char rows[] = {
  0,           9,    2,    0x00, 0x10, 0, 0, 0, 0, 0, 0, /* address 0x1000 */
  1,                                                     /* row */
  13 + 14 * 3,                /* 3 * 2 on, row: 0x1006 */
  2,           5,             /* 5 * 2 on: 0x1010 */
  3,           100,           /* line + 100 */
  1,                          /* row */
  8,                          /* (255 - 13) / 14 * 2 = 34 on */
  1,                          /* row: 0x1032 */
  9,           0x10, 0x01,    /* 0x110 on, as it is: 0x1142 */
  12,          7,             /* isa: one operand */
  0,           2,    4,    9, /* discriminator */
  1,                          /* row */
  0,           1,    1        /* end of sequence */
};

static void
test_line_program (void)
{
  for (unsigned version = 2; version <= 5; version++)
    {
      struct program program = { 0 };
      char what[40];
      snprintf (what, sizeof what, "a line table of version %u", version);
      const size_t start = begin_lines (&program.line, version);
      type_bytes (&program.line, rows, sizeof rows);
      close_unit (&program.line, start);
      check_positions (&program, "1000 1006 1010 1032 1142 1142", what);
    }
}

static void
test_two_tables (void)
{
  struct program program = { 0 };
  for (unsigned i = 0; i < 2; i++)
    {
      const size_t start = begin_lines (&program.line, 4);
      TYPE (&program.line, 0, 9, 2, 0, (unsigned char)(i + 1), 0, 0, 0, 0, 0,
            0, 1);
      close_unit (&program.line, start);
    }
  check_positions (&program, "100 200", "two tables");
}

/* --- Ranges ------------------------------------------------------------- */

/* A unit header and the abbreviations that ABBREV holds at 0.  */
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

static void
test_low_and_high (void)
{
  struct program program = { 0 };
  TYPE (&program.abbrev, 1, 0x11, 1, 0x11, 0x01, 0x12, 0x01, 0, 0);
  TYPE (&program.abbrev, 2, 0x2e, 0, 0x03, 0x08, 0x11, 0x01, 0x12, 0x06, 0, 0);
  TYPE (&program.abbrev, 3, 0x24, 0, 0x11, 0x01, 0x12, 0x01, 0, 0, 0);
  const size_t start = begin_unit (&program.info, 4);
  TYPE (&program.info, 1);
  type_number (&program.info, 0x1000, 8);
  type_number (&program.info, 0x2000, 8);
  TYPE (&program.info, 2, 'f', 0);
  type_number (&program.info, 0x1100, 8);
  type_number (&program.info, 0x20, 4);
  TYPE (&program.info, 3);
  type_number (&program.info, 0x7000, 8);
  type_number (&program.info, 0x8000, 8);
  TYPE (&program.info, 0);
  close_unit (&program.info, start);
  check_positions (&program, "1000 2000 1100 1120",
                   "a unit, a function whose end is an offset, and something "
                   "that holds no code");
}

static void
test_old_ranges (void)
{
  struct program program = { 0 };
  TYPE (&program.abbrev, 1, 0x11, 1, 0x11, 0x01, 0x55, 0x17, 0, 0, 0);
  type_number (&program.ranges, 0, 8); /* so that the list is at 8 */
  type_number (&program.ranges, 0x10, 8);
  type_number (&program.ranges, 0x20, 8);
  type_number (&program.ranges, UINT64_MAX, 8); /* another base */
  type_number (&program.ranges, 0x5000, 8);
  type_number (&program.ranges, 1, 8);
  type_number (&program.ranges, 2, 8);
  type_number (&program.ranges, 0, 8);
  type_number (&program.ranges, 0, 8);
  const size_t start = begin_unit (&program.info, 3);
  TYPE (&program.info, 1);
  type_number (&program.info, 0x1000, 8);
  type_number (&program.info, 8, 4);
  close_unit (&program.info, start);
  check_positions (&program, "1010 1020 5001 5002", "ranges of DWARF 3");
}

/* DWARF 5 with everything through tables: the unit's address is entry 1 of
   .debug_addr, its ranges are list 0 of .debug_rnglists.  */
static void
make_indexed (struct program *program)
{
  *program = (struct program){ 0 };
  TYPE (&program->abbrev, 1, 0x11, 0, 0x73, 0x17, 0x74, 0x17, 0x11, 0x1b, 0x55,
        0x23, 0, 0, 0);
  type_number (&program->addr, 0, 8); /* a header */
  type_number (&program->addr, 0x4000, 8);
  type_number (&program->addr, 0x1000, 8);
  type_number (&program->rnglists, 0, 4); /* a header, and offset 4 */
  type_number (&program->rnglists, 4, 4);
  TYPE (&program->rnglists, 4, 0x10, 0x90, 1); /* 0x10 and 0x90 on */
  TYPE (&program->rnglists, 1, 0);             /* base: entry 0 */
  TYPE (&program->rnglists, 4, 1, 2);
  TYPE (&program->rnglists, 2, 0, 1);    /* entries 0 and 1 */
  TYPE (&program->rnglists, 3, 1, 0x30); /* entry 1 and a length */
  TYPE (&program->rnglists, 5, 0, 0x60, 0, 0, 0, 0, 0, 0);
  TYPE (&program->rnglists, 4, 5, 6);
  TYPE (&program->rnglists, 6, 0, 0x70, 0, 0, 0, 0, 0, 0, 1, 0x70, 0, 0, 0, 0,
        0, 0);
  TYPE (&program->rnglists, 7, 0, 0x71, 0, 0, 0, 0, 0, 0, 9, 0);
  const size_t start = begin_unit (&program->info, 5);
  TYPE (&program->info, 1);
  type_number (&program->info, 8, 4);
  type_number (&program->info, 4, 4);
  TYPE (&program->info, 1, 0);
  close_unit (&program->info, start);
}

static void
test_indexed (void)
{
  struct program program;
  make_indexed (&program);
  check_positions (&program,
                   "1010 1090 4001 4002 4000 1000 1000 1030 6005 6006 7000 "
                   "7001 7100 7109",
                   "ranges of DWARF 5, by index");
}

/* --- Damage ------------------------------------------------------------- */

static void
test_forms (void)
{
  /* Each form is followed by a byte 1, the abbreviation of an empty unit that
     says "here we are".  */
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
      TYPE (&program.abbrev, 1, 0x2e, 0, 0x03, sizes[i][0], 0x11, 0x01, 0x12,
            0x0b, 0, 0, 0);
      const size_t start = begin_unit (&program.info, 4);
      TYPE (&program.info, 1);
      for (unsigned j = 0; j < sizes[i][1]; j++)
        type_u8 (&program.info, 0xff);
      type_number (&program.info, 0x1234, 8);
      TYPE (&program.info, 1);
      close_unit (&program.info, start);
      char what[40];
      snprintf (what, sizeof what, "form %#x", sizes[i][0]);
      check_positions (&program, "1234 1235", what);
    }
}

static void
test_not_understood (void)
{
  struct program program = { 0 };
  size_t start = begin_lines (&program.line, 6);
  close_unit (&program.line, start);
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

/* A list of ranges that many entries share must not make much of little.  */
static void
test_shared_ranges (void)
{
  struct program program = { 0 };
  TYPE (&program.abbrev, 1, 0x11, 0, 0x55, 0x17, 0, 0, 0);
  for (unsigned i = 0; i < 16; i++)
    {
      type_number (&program.ranges, 2 * i + 1, 8);
      type_number (&program.ranges, 2 * i + 2, 8);
    }
  type_number (&program.ranges, 0, 8);
  type_number (&program.ranges, 0, 8);
  const size_t start = begin_unit (&program.info, 4);
  for (unsigned i = 0; i < 80; i++)
    {
      TYPE (&program.info, 1);
      type_number (&program.info, 0, 4);
    }
  close_unit (&program.info, start);
  check_absent (&program, "eighty entries with one list of sixteen ranges");
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
  struct typed *const sections[] = { &whole.info, &whole.abbrev, &whole.line,
                                     &whole.rnglists, &whole.addr };
  unsigned runs = 0, good = 0;
  struct rng rng = { 7 };
  for (size_t s = 0; s < 5; s++)
    {
      const struct typed saved = *sections[s];
      for (size_t i = 0; i < saved.size + 4000; i++)
        {
          address_list positions = { 0 };
          *sections[s] = saved;
          if (i < saved.size)
            sections[s]->size = i;
          else
            sections[s]->data[rng_below (&rng, (uint32_t)saved.size)]
                = (unsigned char)rng_below (&rng, 256);
          const enum status status = read_program (&whole, &positions);
          good += status == STATUS_OK || status == STATUS_ABSENT;
          runs++;
          vec_release (&positions);
        }
      *sections[s] = saved;
    }
  is_u64 (good, runs, "damaged sections end in a status");
}

int
main (void)
{
  test_line_program ();
  test_two_tables ();
  test_low_and_high ();
  test_old_ranges ();
  test_indexed ();
  test_forms ();
  test_not_understood ();
  test_shared_ranges ();
  test_damaged ();
  return done ();
}
