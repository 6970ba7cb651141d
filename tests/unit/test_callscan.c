/* test_callscan.c - which code is searched for calls, and which targets
   count.  */

#include "config.h"

#include "analysis/callscan.h"

#include <stdlib.h>

#include "gmon_text.h"
#include "scan_text.h"
#include "tap.h"

enum
{
  BASE = 0x1000,
  CODE_SIZE = 0x100
};

static const struct quirks ours = { 0 },
                           gnu = { .last_symbol_covers_nothing = true,
                                   .finds_calls_of_few_machines = true,
                                   .finds_no_calls_without_samples = true,
                                   .scans_first_histogram_only = true,
                                   .compares_half_targets = true,
                                   .takes_data_for_code = true,
                                   .misses_calls_backwards = true,
                                   .forgets_indirect_name = true };

static const struct target x86_64 = { .word_size = 8, .machine = MACHINE_X86 };

/* Code at BASE that is to be searched.  */
struct scene
{
  struct target target;
  struct symtab_text table;
  struct profile profile;
  struct text_section code;
  unsigned char *bytes; /* of code */
};

static void
open_scene (struct scene *scene, const struct target *target,
            const char *symbols, const char *gmon)
{
  *scene = (struct scene){ .target = *target };
  symtab_text_build (&scene->table, symbols);
  gmon_text_read (gmon, &scene->profile);
  scene->bytes = array_new (CODE_SIZE, 1);
  scene->code = (struct text_section){ .bytes = scene->bytes,
                                       .size = CODE_SIZE,
                                       .start_pc = BASE,
                                       .big_endian = target->big_endian };
}

/* Put the bytes HEX at PC.  */
static void
put (struct scene *scene, uint64_t pc, const char *hex)
{
  size_t size;
  unsigned char *bytes = hex_bytes (hex, &size);
  memcpy (scene->bytes + (pc - scene->code.start_pc), bytes, size);
  free (bytes);
}

/* Put a call for x86 of TARGET at PC.  */
static void
put_call (struct scene *scene, uint64_t pc, uint64_t target)
{
  char hex[16];
  const uint32_t d = (uint32_t)(target - pc - 5);
  snprintf (hex, sizeof hex, "e8%02x%02x%02x%02x", d & 0xff, d >> 8 & 0xff,
            d >> 16 & 0xff, d >> 24);
  put (scene, pc, hex);
}

static void
mark (struct scene *scene, uint64_t pc, enum code_kind kind)
{
  vec_push (&scene->code.marks, ((struct code_mark){ pc, kind }));
}

static void
close_scene (struct scene *scene)
{
  text_section_release (&scene->code);
  free (scene->bytes);
  profile_release (&scene->profile);
  symtab_text_release (&scene->table);
}

/* The arcs that are found are EXPECTED: "from-to", names, `?' for an unknown
   target.  */
static void
check (const struct scene *scene, const struct quirks *quirks,
       const char *expected, const char *what)
{
  struct callscan calls = { 0 };
  const struct symtab *symtab = &scene->table.symtab;
  const struct measured of = { .profile = &scene->profile,
                               .symtab = symtab,
                               .target = &scene->target,
                               .quirks = quirks };
  callscan_find (&calls, &scene->code, &of);
  char text[200] = "";
  size_t length = 0;
  for (size_t i = 0; i < calls.arcs.count && length < sizeof text; i++)
    {
      const struct static_arc *arc = &calls.arcs.items[i];
      length
          += (size_t)snprintf (text + length, sizeof text - length, "%s%s-%s",
                               i > 0 ? " " : "", symtab->name[arc->from],
                               arc->to == SYM_NONE ? "?"
                                                   : symtab->name[arc->to]);
    }
  is_text (text, expected, "%s", what);
  callscan_release (&calls);
}

static const char abc[] = "T 1000 a\n"
                          "t 1040 b\n"
                          "L 1080 c\n"
                          "end 1100\n";

static const char all_profiled[] = "hist 1000 1100 100 seconds s 1\n";

static void
test_targets (void)
{
  struct scene scene;
  open_scene (&scene, &x86_64, abc, all_profiled);
  put_call (&scene, 0x1000, 0x1080);
  put_call (&scene, 0x1010, 0x1040);
  put_call (&scene, 0x1020, 0x1041);
  put_call (&scene, 0x1030, 0x1000);
  put_call (&scene, 0x1040, 0x1000);
  put_call (&scene, 0x10fb, 0x1040);
  check (&scene, &ours, "a-c a-b a-a b-a c-b",
         "calls of the start of any symbol, by address");
  /* Calls backwards look as if they went 4 gigabytes forwards.  */
  check (&scene, &gnu, "a-c a-b", "GNU: only those forwards");
  close_scene (&scene);
}

static void
test_call_over_the_end_of_a_symbol (void)
{
  struct scene scene;
  open_scene (&scene, &x86_64, abc, all_profiled);
  put_call (&scene, 0x103f, 0x1080);
  check (&scene, &ours, "a-c", "a call belongs to where it begins");
  close_scene (&scene);

  /* 10fc: e8 7f ff ff, the beginning of a call of 1080 = 1101 - 81, whose last
     byte would lie behind the code.  */
  open_scene (&scene, &x86_64, abc, all_profiled);
  put (&scene, 0x10fc, "e87fffff");
  check (&scene, &ours, "", "no call is read beyond the code");
  close_scene (&scene);
}

/* R6.50.  */
static void
test_histograms (void)
{
  struct scene scene;
  open_scene (&scene, &x86_64, abc,
              "hist 1010 1020 100 seconds s 1 1\n"
              "hist 1028 1090 100 seconds s 1 1 1 1 1 1 1 1 1 1 1 1 1\n");
  put_call (&scene, 0x1008, 0x1040);
  put_call (&scene, 0x100f, 0x1080);
  put_call (&scene, 0x1014, 0x1080);
  put_call (&scene, 0x1020, 0x1040);
  put_call (&scene, 0x1028, 0x1080);
  put_call (&scene, 0x1048, 0x1000);
  put_call (&scene, 0x1050, 0x1080);
  put_call (&scene, 0x108f, 0x1080);
  put_call (&scene, 0x1094, 0x1080);
  check (&scene, &ours, "a-c a-c b-c c-c",
         "what is profiled calls what is profiled");
  check (&scene, &gnu, "a-c b-c", "GNU: one histogram per symbol");
  close_scene (&scene);
}

static void
test_several_histograms_in_gnu (void)
{
  struct scene scene;
  open_scene (&scene, &x86_64, abc,
              "hist 1028 1090 100 seconds s 1 1 1 1 1 1 1 1 1 1 1 1 1\n"
              "hist 1010 1020 100 seconds s 1 1\n");
  put_call (&scene, 0x1010, 0x1040);
  put_call (&scene, 0x1028, 0x1080);
  check (&scene, &ours, "a-b a-c", "two histograms in one symbol");
  check (&scene, &gnu, "a-c", "GNU: the first one read");
  close_scene (&scene);
}

static void
test_without_histogram (void)
{
  struct scene scene;
  open_scene (&scene, &x86_64, abc, "arc 1000 1040 1\n");
  put_call (&scene, 0x1000, 0x1080);
  put_call (&scene, 0x1080, 0x1000);
  check (&scene, &ours, "a-c c-a", "without a histogram, all code counts");
  check (&scene, &gnu, "", "GNU: none does");
  close_scene (&scene);

  open_scene (&scene, &x86_64, abc, "hist 1000 1000 100 seconds s\n");
  put_call (&scene, 0x1000, 0x1080);
  check (&scene, &ours, "", "a histogram of nothing is one");
  close_scene (&scene);
}

/* R6.50.  */
static void
test_symbols_outside_the_code (void)
{
  struct scene scene;
  open_scene (&scene, &x86_64,
              "T 0 low\n"
              "T 1080 mid\n"
              "T 2000 high\n"
              "T 3000 higher\n"
              "end 1100\n",
              "hist 0 4000 100 seconds s 1\n");
  put_call (&scene, 0x1000, 0x2000);
  put_call (&scene, 0x10f0, 0x1080);
  check (&scene, &ours, "low-high mid-mid",
         "symbols are searched as far as there is code");
  close_scene (&scene);
  open_scene (&scene, &x86_64, "T 1040 a\nT 1080 b\nend 1100\n", all_profiled);
  put_call (&scene, 0x1050, 0x1080);
  check (&scene, &ours, "a-b", "and from the first one on");
  close_scene (&scene);
}

/* Addresses in the upper half, as kernels have them: GNU gprof compares the
   lower half of the target with the histograms (R6.50).  */
static void
test_high_addresses (void)
{
  struct scene scene;
  open_scene (&scene, &x86_64,
              "T ffffffff81000000 a\n"
              "T ffffffff81000040 b\n"
              "end ffffffff81000100\n",
              "hist ffffffff81000000 ffffffff81000100 100 seconds s 1\n");
  scene.code.start_pc = 0xffffffff81000000u;
  put_call (&scene, 0xffffffff81000000u, 0xffffffff81000040u);
  check (&scene, &ours, "a-b", "all 64 bits of a target count");
  check (&scene, &gnu, "", "GNU: the lower half is not profiled");
  close_scene (&scene);
}

/* 32-bit code: 1040 lies 2 gigabytes and more ahead of f0000000.  */
static void
test_32_bits (void)
{
  struct target narrow = x86_64;
  narrow.word_size = 4;
  struct scene scene;
  open_scene (&scene, &narrow,
              "T 1040 low\n"
              "T f0000000 a\n"
              "end f0000100\n",
              "hist 1000 f0000100 100 seconds s 1\n");
  scene.code.start_pc = 0xf0000000u;
  put_call (&scene, 0xf0000000u, 0x1040);
  check (&scene, &ours, "a-low", "addresses of 32 bits wrap around");
  close_scene (&scene);

  /* MIPS with signed addresses: jal 80001040 at 80001000.  */
  const struct target mips = { .word_size = 4,
                               .big_endian = true,
                               .sign_extend = true,
                               .machine = MACHINE_MIPS };
  open_scene (&scene, &mips,
              "T ffffffff80001000 a\n"
              "T ffffffff80001040 b\n"
              "end ffffffff80001100\n",
              "hist ffffffff80001000 ffffffff80001100 100 seconds s 1\n");
  scene.code.start_pc = 0xffffffff80001000u;
  put (&scene, 0xffffffff80001000u, "0c000410");
  check (&scene, &ours, "a-b", "and may be signed");
  close_scene (&scene);
}

/* R6.53, R6.56.  */
static void
test_indirect (void)
{
  const struct target mips
      = { .word_size = 4, .big_endian = true, .machine = MACHINE_MIPS };
  struct scene scene;
  open_scene (&scene, &mips, abc, all_profiled);
  put (&scene, 0x1000, "0320f809 0c000420 0320f809");
  put (&scene, 0x1090, "0320f809");
  check (&scene, &ours, "a-? a-c a-? c-?", "calls of something unknown");
  close_scene (&scene);
}

/* Alpha: bsr at 1004 + 4 x 15 = 1058, 8 bytes into b; 105c is no entry
   (R6.54).  */
static void
test_second_entry_of_alpha (void)
{
  const struct target alpha = { .word_size = 8, .machine = MACHINE_ALPHA };
  struct scene scene;
  open_scene (&scene, &alpha,
              "T 1000 a\n"
              "T 1050 b\n"
              "T 1060 c\n"
              "end 1100\n",
              all_profiled);
  put (&scene, 0x1000, "150040d3");
  put (&scene, 0x1004, "150040d3");
  check (&scene, &ours, "a-b", "Alpha: 8 bytes into a function");
  close_scene (&scene);
}

static void
test_second_entry_of_powerpc (void)
{
  struct target powerpc
      = { .word_size = 8, .big_endian = true, .machine = MACHINE_POWERPC };
  struct scene scene;
  open_scene (&scene, &powerpc, abc, all_profiled);
  /* 1000: bl 1048; 1004: bl 1088; 1008: bl 1040  */
  put (&scene, 0x1000, "48000049 48000085 48000039");
  /* b: addis 2,12,1; addi 2,2,0; c: two times nop  */
  put (&scene, 0x1040, "3c4c0001 38420000");
  put (&scene, 0x1080, "60000000 60000000");
  check (&scene, &ours, "a-b a-b",
         "POWER: behind the instructions that set the TOC pointer");
  scene.target.word_size = 4;
  check (&scene, &ours, "a-b", "POWER: 32-bit code has no TOC pointer");
  close_scene (&scene);
}

static const struct target arm = { .word_size = 4, .machine = MACHINE_ARM };

static void
test_marks (void)
{
  struct scene scene;
  open_scene (&scene, &arm, abc, all_profiled);
  /* Before the first mark and behind $a: 1000: bl 1080; 1030: blx 1040.  */
  put (&scene, 0x1000, "1e0000eb");
  put (&scene, 0x1030, "020000fa");
  /* Behind $t: 1040: bl 1000 and blx 1080; an ARM bl of 1080 that is none.  */
  put (&scene, 0x1040, "fff7deff 00f01ce8 0c0000eb");
  /* Behind $d: the same as at 1000.  */
  put (&scene, 0x1060, "060000eb");
  mark (&scene, 0x1010, CODE_PLAIN);
  mark (&scene, 0x1040, CODE_THUMB);
  mark (&scene, 0x1060, CODE_DATA);
  mark (&scene, 0x1080, CODE_PLAIN);
  put (&scene, 0x1080, "deffffeb");
  check (&scene, &ours, "a-c a-b b-a b-c c-a",
         "ARM: the image says what the bytes are");
  close_scene (&scene);
}

/* Without mapping symbols, an odd address means Thumb state.  */
static void
test_odd_symbols (void)
{
  struct scene scene;
  open_scene (&scene, &arm,
              "T 1000 a\n"
              "T 1041 b\n"
              "T 1080 c\n"
              "end 1100\n",
              all_profiled);
  /* 1000: blx 1040; 1040: bl 1042 - 42 + 4 and blx 1080.  */
  put (&scene, 0x1000, "0e0000fa");
  put (&scene, 0x1040, "fff7deff 00f01ce8");
  check (&scene, &ours, "a-b b-a b-c", "ARM: odd symbols are in Thumb state");
  close_scene (&scene);
}

/* GNU gprof looks for the end of the last symbol beyond its table (R5.4).  */
static void
test_last_symbol (void)
{
  const struct target aarch64 = { .word_size = 8, .machine = MACHINE_AARCH64 };
  struct scene scene;
  open_scene (&scene, &aarch64, abc, all_profiled);
  /* 1040: bl 1000; 1080: bl 1000; 10fc: bl 1040  */
  put (&scene, 0x1040, "f0ffff97");
  put (&scene, 0x1080, "e0ffff97");
  put (&scene, 0x10fc, "d1ffff97");
  check (&scene, &ours, "b-a c-a c-b", "the last symbol ends with the text");
  check (&scene, &gnu, "b-a", "GNU: the last one has no code");
  close_scene (&scene);
}

static void
test_data_in_code (void)
{
  const struct target aarch64 = { .word_size = 8, .machine = MACHINE_AARCH64 };
  struct scene scene;
  open_scene (&scene, &aarch64, abc, all_profiled);
  put (&scene, 0x1000, "20000094 1f000094");
  mark (&scene, 0x1004, CODE_DATA);
  mark (&scene, 0x1040, CODE_PLAIN);
  check (&scene, &ours, "a-c", "constants are no calls");
  check (&scene, &gnu, "a-c a-c", "GNU: they may be");
  close_scene (&scene);
}

/* R6.56.  */
static void
test_machines (void)
{
  static const struct
  {
    enum machine machine;
    bool ours, gnu;
    const char *name;
  } expected[] = { { MACHINE_OTHER, false, false, "other" },
                   { MACHINE_X86, true, true, "x86" },
                   { MACHINE_AARCH64, true, true, "AArch64" },
                   { MACHINE_ARM, true, false, "ARM" },
                   { MACHINE_MIPS, true, true, "MIPS" },
                   { MACHINE_SPARC, true, true, "SPARC" },
                   { MACHINE_ALPHA, true, true, "Alpha" },
                   { MACHINE_VAX, true, true, "VAX" },
                   { MACHINE_RISCV, true, false, "RISC-V" },
                   { MACHINE_POWERPC, true, false, "PowerPC" },
                   { MACHINE_S390, true, false, "s390" },
                   { MACHINE_LOONGARCH, true, false, "LoongArch" } };
  is_u64 (sizeof expected / sizeof *expected, MACHINES, "every machine");
  for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
    {
      struct target target = { .machine = expected[i].machine };
      is_u64 (callscan_knows (&target, &ours), expected[i].ours, "%s",
              expected[i].name);
      is_u64 (callscan_knows (&target, &gnu), expected[i].gnu, "%s, GNU",
              expected[i].name);
      target.foreign = true;
      is_u64 (callscan_knows (&target, &ours), expected[i].ours,
              "%s that libbfd does not know", expected[i].name);
      is_u64 (callscan_knows (&target, &gnu), false,
              "%s that libbfd does not know, GNU", expected[i].name);
    }
}

/* R6.56.  */
static void
test_names (void)
{
  struct scene scene;
  struct callscan calls = { 0 };
  const struct target vax = { .word_size = 4, .machine = MACHINE_VAX };
  open_scene (&scene, &vax, abc, all_profiled);
  struct measured of = { .profile = &scene.profile,
                         .symtab = &scene.table.symtab,
                         .target = &vax,
                         .quirks = &ours };
  callscan_find (&calls, &scene.code, &of);
  is_text (calls.indirect_name, "<indirect child>", "what is unknown");
  callscan_release (&calls);
  of.quirks = &gnu;
  callscan_find (&calls, &scene.code, &of);
  is_text (calls.indirect_name, "", "GNU: it has no name on VAX");
  callscan_release (&calls);
  close_scene (&scene);
}

int
main (void)
{
  test_targets ();
  test_call_over_the_end_of_a_symbol ();
  test_histograms ();
  test_several_histograms_in_gnu ();
  test_without_histogram ();
  test_symbols_outside_the_code ();
  test_high_addresses ();
  test_32_bits ();
  test_indirect ();
  test_second_entry_of_alpha ();
  test_second_entry_of_powerpc ();
  test_marks ();
  test_odd_symbols ();
  test_last_symbol ();
  test_data_in_code ();
  test_machines ();
  test_names ();
  return done ();
}
