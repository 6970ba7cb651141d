/* test_callscan_decode.c - the scanners recognise calls.

   The comments show the code as disassemblers print it (objdump of GNU
   binutils and LLVM), with addresses; those of VAX, Alpha and LoongArch are
   worked out by hand.  */

#include "config.h"

#include <stdlib.h>

#include "scan_text.h"
#include "tap.h"

enum order
{
  LITTLE,
  BIG
};

/* Code at PC of a machine with words of WORD_SIZE bytes.  */
static const struct quirks ours = { 0 };

static struct code_span
code_at (uint64_t pc, unsigned word_size, enum order order)
{
  return (struct code_span){ .pc = pc,
                             .quirks = &ours,
                             .word_size = word_size,
                             .big_endian = order == BIG };
}

static void
check (call_scanner *scan, struct code_span about, const char *hex,
       const char *expected, const char *what)
{
  char *found = scan_hex (scan, &about, hex);
  is_text (found, expected, "%s", what);
  free (found);
}

/* The same as GNU gprof sees it.  */
static void
check_gnu (call_scanner *scan, struct code_span about, const char *hex,
           const char *expected, const char *what)
{
  const struct quirks gnu = quirks_of (true);
  about.quirks = &gnu;
  check (scan, about, hex, expected, what);
}

/* The halves of each 4-byte instruction the other way round.  */
static void
check_both_orders (call_scanner *scan, struct code_span about, const char *hex,
                   const char *expected, const char *what)
{
  check (scan, about, hex, expected, what);
  size_t size;
  unsigned char *bytes = hex_bytes (hex, &size);
  for (size_t i = 0; i + 4 <= size; i += 4)
    for (size_t j = 0; j < 2; j++)
      {
        const unsigned char kept = bytes[i + j];
        bytes[i + j] = bytes[i + 3 - j];
        bytes[i + 3 - j] = kept;
      }
  about.bytes = bytes;
  about.length = about.readable = size;
  about.big_endian = !about.big_endian;
  char *found = scan_span (scan, &about);
  is_text (found, expected, "%s, in the other order", what);
  free (found);
  free (bytes);
}

/* R6.51.  */
static void
test_x86 (void)
{
  /* 401000: e8 fb 00 00 00   call 401100
     401005: 90               nop
     401006: e8 f5 ff ff ff   call 401000
     40100b: ff d0            call *%rax
     40100d: e9 ee 00 00 00   jmp  401100  */
  static const char code[] = "e8fb000000 90 e8f5ffffff ffd0 e9ee000000";
  check (callscan_x86, code_at (0x401000, 8, LITTLE), code, "401100 401000",
         "x86: calls forwards and backwards");
  /* 401006 + 5 + 0xfffffff5 = 0x100401000  */
  check_gnu (callscan_x86, code_at (0x401000, 8, LITTLE), code,
             "401100 100401000", "x86, GNU: displacements have no sign");
  /* 1000: b8 e8 00 00 00   mov $0xe8,%eax; the call seen at 1001 leads to
     1001 + 5 + 0x90000000.  */
  check_gnu (callscan_x86, code_at (0x1000, 8, LITTLE), "b8e800000090",
             "90001006", "x86: every byte may begin a call");
}

/* R6.52.  */
static void
test_aarch64 (void)
{
  /* 10000: 94000040  bl  10100
     10004: 97ffffff  bl  10000
     10008: 14000010  b   10048
     1000c: 17fffffe  b   10004
     10010: d63f0060  blr x3
     10014: b4000040  cbz x0, 1001c
     10018: 95ffffff  bl  8010014
     1001c: 96000000  bl  fffffffff801001c  */
  static const char code[]
      = "40000094 ffffff97 10000014 feffff17 60003fd6 400000b4 ffffff95"
        " 00000096";
  static const char targets[]
      = "10100 10000 10048 10004 8010014 fffffffff801001c";
  check (callscan_aarch64, code_at (0x10000, 8, LITTLE), code, targets,
         "AArch64: bl and b");
  check (callscan_aarch64, code_at (0x10000, 8, BIG), code, targets,
         "AArch64: code is little-endian if data is big-endian");
  check_gnu (callscan_aarch64, code_at (0x10000, 8, BIG), "94000040 40000094",
             "10100", "AArch64, GNU: code has the order of data");
  check (callscan_aarch64, code_at (0xfffe, 8, LITTLE), "ffff 40000094",
         "10100", "AArch64: instructions are aligned");
  /* 94000040 at fffe  */
  check_gnu (callscan_aarch64, code_at (0xfffe, 8, LITTLE), "40000094 0000",
             "100fe", "AArch64, GNU: they begin where the range does");
}

static void
test_arm (void)
{
  /* 8000: eb00003e  bl   8100
     8004: ebfffffe  bl   8004
     8008: fa00007e  blx  8208
     800c: 0bffffee  bleq 7fcc
     8010: eafffffa  b    8000
     8014: e12fff33  blx  r3
     8018: fb00007e  blx  821a  */
  check_both_orders (callscan_arm, code_at (0x8000, 4, LITTLE),
                     "3e0000eb feffffeb 7e0000fa eeffff0b faffffea 33ff2fe1"
                     " 7e0000fb",
                     "8100 8004 8208 7fcc 821a", "ARM: bl and blx");
}

static void
test_thumb (void)
{
  struct code_span about = code_at (0x8000, 4, LITTLE);
  about.kind = CODE_THUMB;
  /* 8000: f000 f87e  bl  8100
     8004: f000 e8fc  blx 8200
     8008: bf00       nop
     800a: f7ff fff9  bl  8000
     800e: f8d1 0004  ldr.w r0, [r1, #4]
     8012: f00f ffff  bl  18014
     8016: f3ff ffff  bl  408018
     801a: f3ff d7ff  bl  100801c
     801e: f400 d000  bl  ff008022
     8022: 4770       bx  lr  */
  check (callscan_arm, about,
         "00f07ef8 00f0fce8 00bf fff7f9ff d1f80400 0ff0ffff fff3ffff fff3ffd7"
         " 00f400d0 7047",
         "8100 8200 8000 18014 408018 100801c ffffffffff008022",
         "Thumb: bl and blx among instructions of two and four bytes");
  /* 8002: f000 e8fc  blx 81fc: aligned to 4, then 0x1f8 on
     8006: f8d1 f000  ldr.w pc, [r1]; its end is no bl
     800a: f87e       what follows it  */
  check (callscan_arm, about, "00bf 00f0fce8 d1f800f0 7ef8", "81fc",
         "Thumb: blx counts from an aligned address");
  about.big_endian = true;
  check (callscan_arm, about, "f000f87e", "8100", "Thumb: big-endian");
}

/* R6.53.  */
static void
test_mips (void)
{
  /* 400000: 0c100040  jal  400100
     400004: 00000000  nop
     400008: 0411003f  bal  400108
     40000c: 0320f809  jalr t9
     400010: 0fffffff  jal  ffffffc
     400014: 08100040  j    400100
     400018: 03200008  jr   t9
     40001c: 0411fffd  bal  400014
     400020: 03201009  jalr v0,t9  */
  static const char code[]
      = "0c100040 00000000 0411003f 0320f809 0fffffff 08100040 03200008"
        " 0411fffd 03201009";
  check_both_orders (callscan_mips, code_at (0x400000, 4, BIG), code,
                     "400100 400108 ? ffffffc 400014",
                     "MIPS: jal, bal and jalr");
  check_gnu (callscan_mips, code_at (0x400000, 4, BIG), code,
             "400100 ? ffffffc", "MIPS, GNU: without bal");
  /* The last instruction of 256 megabytes: its region is the next one.  */
  check (callscan_mips, code_at (0x1ffffffc, 8, BIG), "0c000040", "20000100",
         "MIPS: the region is that of the delay slot");
  check_gnu (callscan_mips, code_at (0x1ffffffc, 8, BIG), "0c000040",
             "10000100", "MIPS, GNU: the region is that of the call");
}

/* R6.54.  */
static void
test_sparc (void)
{
  /* 10000: 40000040  call 10100
     10004: 01000000  nop
     10008: 7ffffffe  call 10000
     1000c: 9fc40000  call %l0
     10010: 10800004  ba   10020  */
  static const char code[] = "40000040 01000000 7ffffffe 9fc40000 10800004";
  check_both_orders (callscan_sparc, code_at (0x10000, 8, BIG), code,
                     "10100 10000", "SPARC: call");
  /* 10000 + 0x40; 10008 - 2; 1000c + 0x1fc40000  */
  check_gnu (callscan_sparc, code_at (0x10000, 8, BIG), code,
             "10040 10006 1fc5000c", "SPARC, GNU: bytes, and more than calls");
  check (callscan_sparc, code_at (0xfffe, 4, BIG), "0000 40000040", "10100",
         "SPARC: instructions are aligned");
}

/* R6.54.  */
static void
test_alpha (void)
{
  /* 10000: d340003f  bsr  ra,10100: 10004 + 4 x 3f
     10004: d35ffffe  bsr  ra,10000: 10008 + 4 x -2
     10008: 6b5b4000  jsr  ra,(t12)
     1000c: 6bfa8001  ret  zero,(ra)
     10010: 6bfbc000  jsr_coroutine zero,(t12)
     10014: 6bfb0000  jmp  zero,(t12)
     10018: c3e00001  br   10020  */
  static const char code[]
      = "3f0040d3 feff5fd3 00405b6b 0180fa6b 00c0fb6b 0000fb6b 0100e0c3";
  check_both_orders (callscan_alpha, code_at (0x10000, 8, LITTLE), code,
                     "10100 10000 ? ?", "Alpha: bsr and jsr");
  check_gnu (callscan_alpha, code_at (0x10000, 8, LITTLE), code,
             "10043 10006 ? ?", "Alpha, GNU: displacements count bytes");
}

/* R6.55.  */
static void
test_vax (void)
{
  /* 1000: fb 01 af 3c               calls $1,1040: 1004 + 3c
     1004: fb 02 cf f7 ff            calls $2,1000: 1009 - 9
     1009: fb 00 ef f0 0f 00 00      calls $0,2000: 1010 + ff0
     1010: fb 8f 07 00 00 00 cf 00 01
                                     calls $7,1119: 1019 + 100
     1019: 01                        nop  */
  static const char direct[]
      = "fb01af3c fb02cff7ff fb00eff00f0000 fb8f07000000cf0001 01";
  check (callscan_vax, code_at (0x1000, 4, LITTLE), direct,
         "1040 1000 2000 1119", "VAX: calls to relative addresses");
  /* The opcode's address, the size of the displacement, the displacement:
     1000+1+3c, 1004+2-9, 1009+4+ff0, 1010+2+100.  */
  check_gnu (callscan_vax, code_at (0x1000, 4, LITTLE), direct,
             "103d ffd 1ffd 1112", "VAX, GNU: counted from elsewhere");
  /* 1000: fb 01 62                  calls $1,(r2)
     1003: fb 01 b2 04               calls $1,*4(r2)
     1007: fb 01 df 00 01            calls $1,*110c
     100c: fb 01 ff 00 01 00 00      calls $1,*10113
     1013: fb 01 bf 10               calls $1,*1027  */
  check (callscan_vax, code_at (0x1000, 4, LITTLE),
         "fb0162 fb01b204 fb01df0001 fb01ff00010000 fb01bf10", "? ? ? ? ?",
         "VAX: calls of what a register or pointer says");
  /* calls $1,4(r2); calls $1,*$100; calls r1,1040: none that is recognised;
     the last byte may begin the next one.  */
  check (callscan_vax, code_at (0x1000, 4, LITTLE),
         "fb01a204 fb019f00010000 fb51af3c", "",
         "VAX: other operands are none of ours");
  check (callscan_vax, code_at (0x1000, 4, LITTLE), "fbfb0162", "?",
         "VAX: every byte may begin a call");
  /* 1000: fb 00 cf fb 00   a call of 1100; not another one at 1003  */
  check (callscan_vax, code_at (0x1000, 4, LITTLE), "fb00cffb00 62", "1100",
         "VAX: but none within a call");
}

static void
test_riscv (void)
{
  /* 10000: 100000ef  jal   ra, 10100
     10004: ffdff2ef  jal   t0, 10000
     10008: 0400006f  j     10048
     1000c: 00001097  auipc ra, 1
     10010: ff8080e7  jalr  -8(ra)        1000c + 1000 - 8 = 11004
     10014: ffff0317  auipc t1, ffff0
     10018: 010300e7  jalr  16(t1)        10014 - 10000 + 10 = 24
     1001c: 00001317  auipc t1, 1
     10020: 010380e7  jalr  16(t2)
     10024: 000500e7  jalr  a0  */
  static const char code[]
      = "ef000010 eff2dfff 6f000004 97100000 e78080ff 1703ffff e7000301"
        " 17130000 e7800301 e7000500";
  check (callscan_riscv, code_at (0x10000, 8, LITTLE), code,
         "10100 10000 11004 24", "RISC-V: jal, auipc and jalr");
  check (callscan_riscv, code_at (0x10000, 8, BIG), code,
         "10100 10000 11004 24", "RISC-V: code is always little-endian");
  /* 10000: 0001      nop
     10002: 2201      jal 10102
     10004: 3ffd      jal 10002
     10006: 3001      jal f806
     10008: 2ffd      jal 10806
     1000a: a011      j   1000e
     1000c: 000ff0ef  jal ra, 10f00c
     10010: 800000ef  jal ra, fff10010  */
  static const char compressed[]
      = "0100 0122 fd3f 0130 fd2f 11a0 eff00f00 ef000080";
  check (callscan_riscv, code_at (0x10000, 4, LITTLE), compressed,
         "10102 10002 f806 10806 10f00c fffffffffff10010",
         "RISC-V, 32 bits: c.jal");
  check (callscan_riscv, code_at (0x10000, 8, LITTLE), compressed,
         "10f00c fffffffffff10010",
         "RISC-V, 64 bits: the same code is c.addiw");
  /* Instructions of 6, 8, 10 and 22 bytes that hold a jal each, then one of 2
     bytes, as reserved, and a jal at 10000 + 6 + 8 + 10 + 22 + 2 = 10030.  */
  check (callscan_riscv, code_at (0x10000, 8, LITTLE),
         "1f00 ef000010 3f00 ef000010 0000 7f00 ef000010 00000000"
         " 7f60 ef000010 ef000010 ef000010 ef000010 ef000010 7f70 ef000010",
         "10130", "RISC-V: longer instructions are stepped over");
}

static void
test_powerpc (void)
{
  /* 10000: 48000101  bl   10100
     10004: 4bfffff9  bl   fffc
     10008: 48000040  b    10048
     1000c: 48007f03  bla  7f00
     10010: 4e800421  bctrl
     10014: 49fffffd  bl   2010010
     10018: 4a000001  bl   fffffffffe010018
     1001c: 4bffff03  bla  ffffff00  */
  check_both_orders (callscan_powerpc, code_at (0x10000, 8, BIG),
                     "48000101 4bfffff9 48000040 48007f03 4e800421 49fffffd"
                     " 4a000001 4bffff03",
                     "10100 fffc 7f00 2010010 fffffffffe010018"
                     " ffffffffffffff00",
                     "PowerPC: bl and bla");
}

static void
check_toc (const char *hex, bool expected, const char *what)
{
  struct code_span span = code_at (0x10000, 8, BIG);
  unsigned char *bytes = hex_bytes (hex, &span.readable);
  span.bytes = bytes;
  is_u64 (callscan_powerpc_sets_toc (&span), expected, "%s", what);
  free (bytes);
}

static void
test_powerpc_entry (void)
{
  check_toc ("3c4c0002 38428100", true, "addis r2,r12,2; addi r2,r2,-7f00");
  check_toc ("3c401002 38427f00", true, "lis r2,1002; addi r2,r2,7f00");
  check_toc ("e84cfff8 7c426214", true, "ld r2,-8(r12); add r2,r2,r12");
  check_toc ("3c4c0002 7c0802a6", false, "addis r2,r12,2; mflr r0");
  check_toc ("7c0802a6 38428100", false, "mflr r0; addi r2,r2,-7f00");
  check_toc ("3c4c0002 384281", false, "the code ends too early");
  check_toc ("", false, "there is no code");
}

static void
test_s390 (void)
{
  /* 10000: c0e5 0000 0080  brasl %r14,10100
     10006: a7e5 fffd       bras  %r14,10000
     1000a: b904 0023       lgr   %r2,%r3
     1000e: 07fe            br    %r14
     10010: c0e5 ffff f800  brasl %r14,f010
     10016: 0de1            basr  %r14,%r1
     10018: c010 0000 0020  larl  %r1,10058
     1001e: c015 0000 0010  brasl %r1,1003e
     10024: e320 f000 0004  lg    %r2,0(%r15)  */
  check (callscan_s390, code_at (0x10000, 8, BIG),
         "c0e500000080 a7e5fffd b9040023 07fe c0e5fffff800 0de1 c01000000020"
         " c01500000010 e320f0000004",
         "10100 10000 f010 1003e", "s390: brasl and bras");
  /* 10000: c019 c0e5 0000  lgfi %r1,-1058734080, whose end looks like a call,
     10006: 0080            and what follows it  */
  check (callscan_s390, code_at (0x10000, 8, BIG), "c019c0e50000 0080", "",
         "s390: a constant is no call");
  check (callscan_s390, code_at (0xffff, 8, BIG), "c0 c0e500000080", "10100",
         "s390: instructions are aligned");
}

static void
test_loongarch (void)
{
  /* bl: 010101, then offset bits 15-0, then 25-16; in instructions.
     10000: 54010000  bl 10100: 40 << 10
     10004: 57ffffff  bl 10000: all bits of -1
     10008: 54000001  bl 10008 + 4 x 10000 = 50008
     1000c: 50004000  b  1004c
     10010: 1e000021  pcaddu18i ra,1
     10014: 4c001021  jirl ra,ra,10   10010 + 40000 + 10 = 50020
     10018: 1dffffef  pcaddu12i t3,-1
     1001c: 4ffffde1  jirl ra,t3,-4   10018 - 1000 - 4 = f014
     10020: 1a00002c  pcalau12i t0,1
     10024: 4c000d81  jirl ra,t0,c    (10020 + 1000) & ~fff, + c = 1100c
     10028: 1e000021  pcaddu18i ra,1
     1002c: 4c001020  jirl zero,ra,10
     10030: 1e000021  pcaddu18i ra,1
     10034: 4c0011a1  jirl ra,t1,10
     10038: 1c00002c  pcaddu12i t0,1  */
  static const char code[]
      = "00000154 ffffff57 01000054 00400050 2100001e 2110004c efffff1d"
        " e1fdff4f 2c00001a 810d004c 2100001e 2010004c 2100001e a111004c"
        " 2c00001c";
  static const char targets[] = "10100 10000 50008 50020 f014 1100c";
  check (callscan_loongarch, code_at (0x10000, 8, LITTLE), code, targets,
         "LoongArch: bl, and jirl behind an address");
}

int
main (void)
{
  test_x86 ();
  test_aarch64 ();
  test_arm ();
  test_thumb ();
  test_mips ();
  test_sparc ();
  test_alpha ();
  test_vax ();
  test_riscv ();
  test_powerpc ();
  test_powerpc_entry ();
  test_s390 ();
  test_loongarch ();
  return done ();
}
