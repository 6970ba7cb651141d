/* target.h - what a reader or an analysis must know of the profiled program's
   machine: a small value.  */

#ifndef TARGET_H
#define TARGET_H

#include <stdbool.h>
#include <stdint.h>

struct target
{
  unsigned word_size; /* bytes of an address in profile files: 4 or 8 */
  bool big_endian;
  bool sign_extend;     /* narrow addresses are widened as signed numbers */
  char symbol_prefix;   /* leading character of C names, 0 if none */
  unsigned code_offset; /* bytes from a function's entry to its code: 2 on
                           VAX, else 0 (R5.1) */
};

/* NAME as the programmer wrote it: without the target's prefix.  */
static inline const char *
target_plain_name (const struct target *target, const char *name)
{
  return target->symbol_prefix && name[0] == target->symbol_prefix ? name + 1
                                                                   : name;
}

#endif
