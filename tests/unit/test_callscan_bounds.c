/* test_callscan_bounds.c - scanners stay within the code, whatever it is.

   Every piece of code is an exact copy on the heap, so that sanitizers and
   valgrind notice a byte read beyond it.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "rng.h"
#include "scan_text.h"
#include "tap.h"

/* A scanner and a call in its machine's code, forwards by 0x100 bytes; a
   prefix of it is none.  */
static const struct machine
{
  const char *name;
  call_scanner *scan;
  enum code_kind kind;
  bool big_endian;
  unsigned word_size;
  const char *call, *target;
} machines[] = {
  { "x86", callscan_x86, CODE_PLAIN, false, 8, "e8fb000000", "10100" },
  { "AArch64", callscan_aarch64, CODE_PLAIN, false, 8, "40000094", "10100" },
  { "ARM", callscan_arm, CODE_PLAIN, false, 4, "3e0000eb", "10100" },
  { "Thumb", callscan_arm, CODE_THUMB, false, 4, "00f07ef8", "10100" },
  { "MIPS", callscan_mips, CODE_PLAIN, true, 4, "0c004040", "10100" },
  { "SPARC", callscan_sparc, CODE_PLAIN, true, 4, "40000040", "10100" },
  { "Alpha", callscan_alpha, CODE_PLAIN, false, 8, "3f0040d3", "10100" },
  { "VAX, byte", callscan_vax, CODE_PLAIN, false, 4, "fb00af3c", "10040" },
  { "VAX, word", callscan_vax, CODE_PLAIN, false, 4, "fb00cffb00", "10100" },
  { "VAX, long", callscan_vax, CODE_PLAIN, false, 4, "fb8f00000000ef00000000",
    "1000b" },
  { "VAX, pointer", callscan_vax, CODE_PLAIN, false, 4, "fb00ff00000000",
    "?" },
  { "RISC-V", callscan_riscv, CODE_PLAIN, false, 8, "ef000010", "10100" },
  { "RISC-V, pair", callscan_riscv, CODE_PLAIN, false, 8, "97000000e7800010",
    "10100" },
  { "RISC-V, c.jal", callscan_riscv, CODE_PLAIN, false, 4, "0122", "10100" },
  { "PowerPC", callscan_powerpc, CODE_PLAIN, true, 8, "48000101", "10100" },
  { "s390, brasl", callscan_s390, CODE_PLAIN, true, 8, "c0e500000080",
    "10100" },
  { "s390, bras", callscan_s390, CODE_PLAIN, true, 8, "a7e50080", "10100" },
  { "LoongArch", callscan_loongarch, CODE_PLAIN, false, 8, "00000154",
    "10100" },
  { "LoongArch, pair", callscan_loongarch, CODE_PLAIN, false, 8,
    "2100001c2100014c", "11100" },
};

enum
{
  MACHINES_HERE = sizeof machines / sizeof *machines
};

static const struct quirks ours = { 0 };

static struct code_span
span_of (const struct machine *machine)
{
  return (struct code_span){ .pc = 0x10000,
                             .quirks = &ours,
                             .kind = machine->kind,
                             .big_endian = machine->big_endian,
                             .word_size = machine->word_size };
}

/* What is found in the first SIZE bytes of the call.  */
static char *
scan_prefix (const struct machine *machine, size_t size)
{
  char hex[32];
  snprintf (hex, sizeof hex, "%.*s", (int)size * 2, machine->call);
  const struct code_span about = span_of (machine);
  return scan_hex (machine->scan, &about, hex);
}

static void
test_cut_short (const struct machine *machine)
{
  const size_t size = strlen (machine->call) / 2;
  char *found = scan_prefix (machine, size);
  is_text (found, machine->target, "%s: the call is found", machine->name);
  free (found);
  bool none = true;
  for (size_t i = 0; i < size; i++)
    {
      found = scan_prefix (machine, i);
      none = strcmp (found, "") == 0 && none;
      free (found);
    }
  ok (none, "%s: not if the code ends within it", machine->name);
}

/* Zeros stand before the call, so that the code begins where no instruction
   does on most machines.  */
static void
test_unaligned (const struct machine *machine)
{
  for (unsigned zeros = 1; zeros < 4; zeros++)
    {
      char hex[40];
      struct code_span about = span_of (machine);
      about.pc -= zeros;
      snprintf (hex, sizeof hex, "%.*s%s", (int)zeros * 2, "000000",
                machine->call);
      char *found = scan_hex (machine->scan, &about, hex);
      is_text (found, machine->target, "%s: behind %u bytes", machine->name,
               zeros);
      free (found);
    }
}

/* The last instruction of a span may extend beyond its end, but none begins
   there.  */
static void
test_end_of_stretch (const struct machine *machine)
{
  struct code_span span = span_of (machine);
  unsigned char *bytes = hex_bytes (machine->call, &span.readable);
  span.bytes = bytes;
  span.length = 1;
  char *found = scan_span (machine->scan, &span);
  is_text (found, machine->target, "%s: a call over the end", machine->name);
  free (found);
  span.length = 0;
  found = scan_span (machine->scan, &span);
  is_text (found, "", "%s: none behind it", machine->name);
  free (found);
  free (bytes);
}

/* Random code, sprinkled with pieces of calls.  */
static void
fill (struct rng *rng, unsigned char *bytes, size_t size)
{
  for (size_t i = 0; i < size; i++)
    bytes[i] = (unsigned char)rng_below (rng, 256);
  if (rng_below (rng, 2) == 0)
    return;
  size_t length;
  unsigned char *call
      = hex_bytes (machines[rng_below (rng, MACHINES_HERE)].call, &length);
  for (size_t i = rng_below (rng, 4); i < size; i += 4 + length)
    for (size_t j = 0; j < length && i + j < size; j++)
      bytes[i + j] = call[j];
  free (call);
}

static void
test_random (const struct machine *machine)
{
  struct rng rng = { 77 };
  for (unsigned round = 0; round < 3000; round++)
    {
      struct code_span span = span_of (machine);
      span.readable = rng_below (&rng, 40);
      span.length = rng_below (&rng, (uint32_t)span.readable + 1);
      span.pc = rng_next (&rng) >> rng_below (&rng, 60);
      span.word_size = rng_below (&rng, 2) ? 4 : 8;
      span.big_endian = rng_below (&rng, 2);
      const struct quirks quirks = quirks_of (rng_below (&rng, 2));
      span.quirks = &quirks;
      unsigned char *bytes = malloc (span.readable);
      fill (&rng, bytes, span.readable);
      span.bytes = bytes;
      free (scan_span (machine->scan, &span));
      callscan_powerpc_sets_toc (&span);
      free (bytes);
    }
  ok (true, "%s: 3000 random stretches", machine->name);
}

int
main (void)
{
  for (size_t i = 0; i < MACHINES_HERE; i++)
    {
      test_cut_short (&machines[i]);
      test_unaligned (&machines[i]);
      test_end_of_stretch (&machines[i]);
      test_random (&machines[i]);
    }
  return done ();
}
