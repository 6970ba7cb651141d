/* test_callsites.c - do calls end where the arcs of a profile say that calls
   return to?

   The comments show the code as objdump of GNU binutils prints it.  */

#include "config.h"

#include "analysis/callsites.h"

#include <inttypes.h>
#include <stdlib.h>

#include "analysis/callscan.h"
#include "capture.h"
#include "gmon_text.h"
#include "scan_text.h"
#include "tap.h"

static const struct target x86 = { .word_size = 8, .machine = MACHINE_X86 };
static const struct target aarch64
    = { .word_size = 8, .machine = MACHINE_AARCH64 };

/* Where, as offsets, can a call in the code HEX return to?  */
static void
check_returns (const struct target *target, const char *hex,
               const char *expected, const char *what)
{
  size_t size;
  unsigned char *bytes = hex_bytes (hex, &size);
  const struct text_section code
      = { .bytes = bytes, .size = size, .start_pc = 0x1000 };
  char found[256] = "";
  size_t used = 0;
  for (size_t i = 0; i <= size; i++)
    if (callscan_returns_to (&code, target, 0x1000 + i, 0x1001 + i))
      used += (size_t)snprintf (found + used, sizeof found - used, "%s%zu",
                                used > 0 ? " " : "", i);
  is_text (found, expected, "%s", what);
  free (bytes);
}

static void
test_x86_returns (void)
{
  /*  0: e8 fb 00 00 00         call 1100
      5: 90                     nop
      6: ff d0                  call *%rax
      8: ff 13                  call *(%rbx)
      a: ff 15 10 20 00 00      call *0x2010(%rip)
     10: ff 54 24 08            call *0x8(%rsp)
     14: ff 94 24 00 01 00 00   call *0x100(%rsp)
     1b: ff 93 00 01 00 00      call *0x100(%rbx)
     21: ff 53 10               call *0x10(%rbx)
     24: ff 14 24               call *(%rsp)
     27: ff 14 25 00 10 00 00   call *0x1000
     2e: 41 ff d4               call *%r12
     31: 67 e8 00 00 00 00      addr32 call
     37: ff 25 10 20 00 00      jmp *0x2010(%rip)
     3d: ff e0                  jmp *%rax
     3f: c3                     ret  */
  check_returns (&x86,
                 "e8fb000000 90 ffd0 ff13 ff1510200000 ff542408"
                 " ff942400010000 ff9300010000 ff5310 ff1424 ff142500100000"
                 " 41ffd4 67e800000000 ff2510200000 ffe0 c3",
                 "5 8 10 16 20 27 33 36 39 46 49 55",
                 "x86: direct calls and all forms of indirect ones");
  check_returns (&x86, "000000", "", "x86: code shorter than a call");
  check_returns (&x86, "ff", "", "x86: the first byte of a call");
  check_returns (&x86, "ff14", "", "x86: a call without its third byte");
}

static void
test_aarch64_returns (void)
{
  /*  0: 94000040  bl 1100
      4: d63f0060  blr x3
      8: 14000010  b 1048
      c: d61f0060  br x3
     10: d65f03c0  ret
     14: d73f0841  blraa x2, x1
     18: d63f087f  blraaz x3
     1c: d503201f  nop  */
  check_returns (&aarch64,
                 "40000094 60003fd6 10000014 60001fd6 c0035fd6 41083fd7"
                 " 7f083fd6 1f2003d5",
                 "4 8 24 28", "AArch64: bl and blr");
}

static void
test_outside_code (void)
{
  const unsigned char byte = 0;
  const struct text_section code
      = { .bytes = &byte, .size = 1, .start_pc = 0x1000 };
  ok (callscan_returns_to (&code, &x86, 0xfff, 0x1000),
      "nothing is known below the code");
  ok (callscan_returns_to (&code, &x86, 0x1002, 0x1003), "nor above it");
  ok (callscan_returns_to (&code, &x86, 0x1000, 0x1003),
      "nor where a part is outside");
  ok (!callscan_returns_to (&code, &x86, 0x1000, 0x1002),
      "no call returns within it");
  ok (callscan_knows_returns (&x86) && callscan_knows_returns (&aarch64)
          && !callscan_knows_returns (&(struct target){ 0 }),
      "machines whose calls are known");
}

/* Three functions, each of which is called at 1e, 2e and so on and calls the
   profiler at its start.  */
static const char code_hex[]
    = "e800000000 90909090909090909090 90"  /* 1000: f */
      "e800000000 90909090909090909090 90"  /* 1010: g */
      "e800000000 9090909090 e800000000 90" /* 1020: h */
      "90909090909090909090909090909090"    /* 1030: nothing */
      "90909090909090909090909090909090";
static const char functions[] = "T 1000 f\nT 1010 g\nT 1020 h\nend 1050";

/* The counts for the files FIRST and SECOND, which may be null, as text:
   targets, implausible ones, the first of these, and the same of callers.  */
static void
check_counts (const char *first, const char *second, const char *expected,
              const char *what)
{
  size_t size;
  unsigned char *bytes = hex_bytes (code_hex, &size);
  const struct text_section code
      = { .bytes = bytes, .size = size, .start_pc = 0x1000 };
  struct symtab_text table;
  struct profile profile = { 0 };
  struct caught_diag caught;
  struct callsites sites;
  char found[128];
  symtab_text_build (&table, functions);
  gmon_texts_read ((const char *const[]){ first, second, NULL }, &profile);
  caught_start (&caught);
  callsites_count (&sites, &profile, &table.symtab, &code, &x86);
  snprintf (found, sizeof found, "%zu %zu %" PRIx64 ", %zu %zu %" PRIx64,
            sites.targets.count, sites.targets.strange,
            sites.targets.first_strange, sites.callers.count,
            sites.callers.strange, sites.callers.first_strange);
  is_text (found, expected, "%s", what);
  caught_release (&caught);
  profile_release (&profile);
  symtab_text_release (&table);
  free (bytes);
}

static void
test_counts (void)
{
  check_counts ("arc 1020 1005 1\narc 1020 1015 1\n", NULL, "0 0 0, 0 0 0",
                "two calls that are there");
  check_counts ("arc 1020 1006 1\narc 1020 1015 1\n", NULL, "2 1 1006, 1 0 0",
                "a target a byte behind");
  check_counts ("arc 1020 1006 1\narc 1010 1006 1\n", NULL, "1 1 1006, 2 0 0",
                "a target counts once");
  /* A call returns to 1005 and to 102f, the next one is above 103f.  */
  check_counts ("arc 1030 1005 1\narc 101f 1005 1\n", NULL, "1 0 0, 2 1 1030",
                "a caller is sought in 16 bytes");
  check_counts ("arc 500 1005 1\narc 1020 7f001234 1\n", NULL, "0 0 0, 0 0 0",
                "addresses outside the code are not strange");
  check_counts ("arc 500 1006 1\narc 1020 7f001234 1\n", NULL,
                "1 1 1006, 1 0 0", "nor do they count");
  check_counts ("hist 1000 1020 100 seconds s 1 2\n"
                "arc 1030 1005 1\narc 1010 1026 1\n",
                NULL, "1 0 0, 1 0 0", "addresses outside the histogram");
  check_counts ("hist 1000 1010 100 seconds s 1\n"
                "hist 1020 1030 100 seconds s 1\n"
                "arc 1000 1006 1\narc 1000 1016 1\narc 1000 1026 1\n",
                NULL, "2 2 1006, 1 0 0", "between two of them");
  check_counts ("", NULL, "0 0 0, 0 0 0", "no arcs");
}

static void
test_sums (void)
{
  /* A sum has the starts of functions.  */
  static const char sum[] = "arc 1020 1010 1\narc 1030 1020 1\n";
  check_counts (sum, NULL, "0 0 0, 0 0 0", "a sum is not counted");
  check_counts ("arc 1020 1006 1\n", sum, "1 1 1006, 1 0 0",
                "before it, a profile is");
  check_counts (sum, "arc 1020 1006 1\n", "1 1 1006, 1 0 0", "or behind it");
  check_counts ("arc 1020 1006 1\narc 1020 1016 1\narc 1020 1020 1\n", NULL,
                "2 2 1006, 1 0 0", "one of three is no sum");
}

/* Of ARCS callers the one with the number STRANGE is not behind a call, and
   all others are outside the code.  */
static void
check_strange_caller (unsigned arcs, unsigned strange, const char *expected)
{
  char *gmon = array_new (arcs, sizeof "arc 500000 1005 1\n"), *at = gmon;
  for (unsigned i = 0; i < arcs; i++)
    at += sprintf (at, "arc %x 1005 1\n",
                   i == strange ? 0x1030 : 0x500000 + i);
  check_counts (gmon, NULL, expected, "one caller of many");
  free (gmon);
}

/* Of up to 255 callers each is looked at, of 1024 every fifth.  */
static void
test_many_callers (void)
{
  check_strange_caller (255, 1, "1 0 0, 1 1 1030");
  check_strange_caller (1024, 1, "0 0 0, 0 0 0");
  check_strange_caller (1024, 5, "1 0 0, 1 1 1030");
}

int
main (void)
{
  test_x86_returns ();
  test_aarch64_returns ();
  test_outside_code ();
  test_counts ();
  test_sums ();
  test_many_callers ();
  return done ();
}
