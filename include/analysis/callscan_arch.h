/* callscan_arch.h - what callscan and its scanners share.

   A scanner decodes instructions and reports the calls among them.  It sees
   bytes and addresses and never a symbol; every scanner is part of every
   build, whatever machine it runs on.  */

#ifndef CALLSCAN_ARCH_H
#define CALLSCAN_ARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/bytes.h"
#include "model/quirks.h"
#include "model/text_section.h"

/* A piece of code.  Instructions start at the offsets 0 .. LENGTH-1; the last
   one may extend up to READABLE, which is not below LENGTH and ends what may
   be read.  */
struct code_span
{
  const unsigned char *bytes;
  size_t length, readable;
  uint64_t pc; /* of the first byte */
  enum code_kind kind;
  bool big_endian;
  unsigned word_size;          /* bytes of an address: 4 or 8 */
  const struct quirks *quirks; /* those of decoding; scanners need them */
};

/* Receives the calls that a scanner finds, in the order of addresses.  */
struct call_sink
{
  /* A call of TARGET_PC, computed in 64 bits: the receiver truncates it to an
     address of the machine.  */
  void (*direct) (void *context, uint64_t target_pc);
  /* A call through a register or pointer.  */
  void (*indirect) (void *context);
  void *context;
};

/* Report the calls in SPAN to SINK.  Reads no byte outside SPAN.  O(SPAN's
   length).  */
typedef void call_scanner (const struct code_span *span,
                           const struct call_sink *sink);

call_scanner callscan_x86, callscan_aarch64, callscan_arm, callscan_mips,
    callscan_sparc, callscan_alpha, callscan_vax, callscan_riscv,
    callscan_powerpc, callscan_s390, callscan_loongarch;

/* Report to SINK, as direct, the targets of the jumps in SPAN that can leave a
   function.  O(SPAN's length).  */
call_scanner callscan_x86_jumps, callscan_aarch64_jumps;

/* Does a call instruction, of a known target or not, end at one of the offsets
   FIRST .. LENGTH of SPAN?  On machines whose instructions differ in length,
   true may be by chance.  */
typedef bool call_ender (const struct code_span *span, size_t first);

call_ender callscan_x86_call_ends, callscan_aarch64_call_ends;

/* Does the function whose code SPAN is begin with the two instructions that
   load its TOC pointer, so that callers which have it already call what
   follows them?  (64-bit ELF V2 ABI for POWER, section 2.3.2.1)  */
bool callscan_powerpc_sets_toc (const struct code_span *span);

/* --- For scanners ------------------------------------------------------- */

/* Are there SIZE bytes at OFFSET?  */
static inline bool
span_has (const struct code_span *span, size_t offset, size_t size)
{
  return offset <= span->readable && span->readable - offset >= size;
}

/* The 2-byte and 4-byte numbers at OFFSET in the order BIG_ENDIAN.  */
static inline uint32_t
span_u16 (const struct code_span *span, size_t offset, bool big_endian)
{
  return bytes_decode_u16 (span->bytes + offset, big_endian);
}

static inline uint32_t
span_u32 (const struct code_span *span, size_t offset, bool big_endian)
{
  return bytes_decode_u32 (span->bytes + offset, big_endian);
}

/* The low BITS bits of VALUE as a signed number, to be added modulo 2^64.  */
static inline uint64_t
sign_extended (uint64_t value, unsigned bits)
{
  const uint64_t sign = UINT64_C (1) << (bits - 1);
  value &= sign | (sign - 1);
  return (value ^ sign) - sign;
}

/* The first offset in SPAN whose address is a multiple of SIZE, a power of
   two.  */
static inline size_t
span_aligned (const struct code_span *span, unsigned size)
{
  return (size_t)(-span->pc & (size - 1));
}

#endif
