/* image_opcodes.h - the functions of libopcodes, once they are needed.  */

#ifndef IMAGE_OPCODES_H
#define IMAGE_OPCODES_H

#include <stdbool.h>
#include <stddef.h>

#include <bfd.h>
#include <dis-asm.h>

#include "base/diag.h"

/* Functions of dis-asm.h, under their names there.  */
struct opcodes
{
  disassembler_ftype (*disassembler) (enum bfd_architecture arch,
                                      bool big_endian, unsigned long mach,
                                      bfd *abfd);
  void (*init_disassemble_info) (struct disassemble_info *info, void *stream,
                                 fprintf_ftype print,
                                 fprintf_styled_ftype print_styled);
  void (*disassemble_init_for_target) (struct disassemble_info *info);
  void (*disassemble_free_target) (struct disassemble_info *info);
  void *library; /* null if it is linked */
};

/* Load libopcodes, unless it is linked.  If it cannot be loaded, that is
   STATUS_UNSUPPORTED if IS_REQUIRED, else a warning and STATUS_ABSENT.
   STATUS_NO_MEMORY.  */
enum status opcodes_open (struct opcodes *opcodes, bool is_required,
                          struct diag *diag);

/* What these functions have made is released first.  */
void opcodes_close (struct opcodes *opcodes);

#endif
