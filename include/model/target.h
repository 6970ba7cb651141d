/* target.h - what a reader or an analysis must know about the profiled
   program's machine: a small value.  */

#ifndef TARGET_H
#define TARGET_H

#include <stdbool.h>
#include <stdint.h>

/* Kinds of machine whose calls callscan can find.  */
enum machine
{
  MACHINE_OTHER,
  MACHINE_X86, /* i386 and x86-64 */
  MACHINE_AARCH64,
  MACHINE_ARM,
  MACHINE_MIPS,
  MACHINE_SPARC,
  MACHINE_ALPHA,
  MACHINE_VAX,
  MACHINE_RISCV,
  MACHINE_POWERPC,
  MACHINE_S390,
  MACHINE_LOONGARCH,
  MACHINES
};

struct target
{
  unsigned word_size; /* bytes of an address in profile files: 4 or 8 */
  bool big_endian;
  bool sign_extend;     /* narrow addresses are widened as signed numbers */
  char symbol_prefix;   /* leading character of C names, 0 if none */
  unsigned code_offset; /* bytes from a function's entry to its code: 2 on
                           VAX, else 0 (R5.1) */
  enum machine machine;
  bool foreign; /* the machine is known from the ELF header, but not to libbfd
                   and so not to GNU gprof */
};

/* NAME as the programmer wrote it: without the target's prefix.  */
static inline const char *
target_plain_name (const struct target *target, const char *name)
{
  return target->symbol_prefix && name[0] == target->symbol_prefix ? name + 1
                                                                   : name;
}

#endif
