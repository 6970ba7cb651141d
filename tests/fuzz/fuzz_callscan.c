/* fuzz_callscan.c - the scanners for calls in machine code.

   Input: a byte, the machine (enum machine, from 1 on); a byte, the target
   (target_of) and from bit 3 on --gnu-compat, byte order of code, and whether
   there are histograms; a byte, where the code lies; a byte, the distance of
   symbols; a byte, how many marks there are, and two for each, where it is and
   what follows.  The rest is code.  */

#include "config.h"

#include <stdlib.h>

#include "analysis/callscan.h"
#include "model/profile_builder.h"
#include "fuzz.h"

enum
{
  SYMBOLS_AT_MOST = 64,
  MARKS_AT_MOST = 15
};

struct scanned
{
  struct target target;
  struct quirks quirks;
  bool has_histograms;
  struct text_section code;
  struct symtab symtab;
  struct profile profile;
  struct callscan calls;
  struct diag diag;
};

/* At either end of the address space, and around numbers of 32 bits.  */
static uint64_t
start_of_code (unsigned choice)
{
  static const uint64_t starts[]
      = { 0,          0x1000,     0x10000,     0x7ffffff0,
          0x80000000, 0xfffffe00, 0x100000000, UINT64_C (0xffffffff80000000) };
  return starts[choice % 8] + (choice >> 3);
}

static void
add_marks (struct scanned *scanned, struct input *input)
{
  const unsigned count = input_u8 (input) % (MARKS_AT_MOST + 1);
  uint64_t pc = scanned->code.start_pc;
  for (unsigned i = 0; i < count; i++)
    {
      pc += input_u8 (input) + 1u;
      const enum code_kind kind = input_u8 (input) % 3;
      vec_push (&scanned->code.marks, ((struct code_mark){ pc, kind }));
    }
}

/* One symbol before the code, one at its end, the others within it.  */
static enum status
add_symbols (struct scanned *scanned, unsigned distance)
{
  struct symbol symbols[SYMBOLS_AT_MOST];
  const uint64_t end = scanned->code.start_pc + scanned->code.size;
  uint64_t pc = scanned->code.start_pc;
  size_t count = 0;
  if (pc > 0)
    symbols[count++] = (struct symbol){ pc - 1, "before", SYMBOL_FUNCTION };
  for (; pc < end && count < SYMBOLS_AT_MOST - 1; pc += distance + 1u)
    symbols[count++] = (struct symbol){ pc, "f", SYMBOL_FUNCTION };
  symbols[count++] = (struct symbol){ end, "end", SYMBOL_FUNCTION };
  return symtab_build (&scanned->symtab, symbols, count, end, &scanned->diag);
}

/* The first half of the code and the last quarter.  */
static enum status
add_histograms (struct scanned *scanned)
{
  const struct text_section *code = &scanned->code;
  const uint64_t middle = code->start_pc + code->size / 2;
  const struct histogram_header headers[]
      = { { .low_pc = code->start_pc, .high_pc = middle, .bin_count = 1 },
          { .low_pc = middle + code->size / 4,
            .high_pc = middle + code->size / 4 + (middle - code->start_pc),
            .bin_count = 1 } };
  enum status status = STATUS_OK;
  struct profile_builder builder = { 0 };
  uint64_t *bins;
  for (size_t i = 0; i < 2 && status == STATUS_OK; i++)
    status = profile_builder_add_histogram (&builder, &headers[i],
                                            PLACE_FILE ("input"), &bins,
                                            &scanned->diag);
  if (status == STATUS_OK)
    status
        = profile_builder_finish (&builder, &scanned->profile, &scanned->diag);
  profile_builder_release (&builder);
  return status;
}

static void
scan (struct scanned *scanned)
{
  if (!callscan_knows (&scanned->target, &scanned->quirks))
    return;
  const struct measured of = { .profile = &scanned->profile,
                               .symtab = &scanned->symtab,
                               .target = &scanned->target,
                               .quirks = &scanned->quirks };
  callscan_find (&scanned->calls, &scanned->code, &of);
  for (size_t i = 0; i < scanned->calls.arcs.count; i++)
    if (scanned->calls.arcs.items[i].from >= scanned->symtab.count
        || (scanned->calls.arcs.items[i].to >= scanned->symtab.count
            && scanned->calls.arcs.items[i].to != SYM_NONE))
      abort ();
}

static void
release (struct scanned *scanned)
{
  callscan_release (&scanned->calls);
  profile_release (&scanned->profile);
  symtab_release (&scanned->symtab);
  free ((void *)scanned->code.bytes);
  text_section_release (&scanned->code);
  diag_release (&scanned->diag);
}

void
fuzz_one (struct input input)
{
  struct scanned scanned = { .diag = { .stream = nowhere () } };
  const unsigned machine = input_u8 (&input) % (MACHINES - 1) + 1;
  const unsigned choice = input_u8 (&input);
  scanned.target = target_of (choice);
  scanned.target.machine = machine;
  scanned.quirks = quirks_of (choice & 8);
  scanned.code.big_endian = choice & 16;
  scanned.has_histograms = choice & 32;
  scanned.code.start_pc = start_of_code (input_u8 (&input));
  const unsigned distance = input_u8 (&input);
  add_marks (&scanned, &input);
  scanned.code.bytes = input_copy (input);
  scanned.code.size = input.left;
  enum status status = add_symbols (&scanned, distance);
  if (status == STATUS_OK && scanned.has_histograms)
    status = add_histograms (&scanned);
  if (status == STATUS_OK)
    scan (&scanned);
  release (&scanned);
}
