/* tiny_elf.h - ELF programs typed in as text, for tests of what reads them.

   The file has symbols and empty sections and could not run.  */

#ifndef TINY_ELF_H
#define TINY_ELF_H

#include <stdbool.h>
#include <stddef.h>

#include "capture.h"

/* Make a file called NAME with a code section .text at 0x1000, 0x2000 bytes
   long, a code section .fini at 0x3000, 0x100 bytes long, a data section
   .data at 0x4000, 0x100 bytes long, and the symbols of TEXT, one per line:

     BINDING TYPE SECTION ADDRESS [NAME]

   with BINDING one of local (these come first), global, weak, unique; TYPE
   one of none, func, object, file, section, ifunc; SECTION one of text, fini,
   data, abs, undef; ADDRESS hexadecimal.  Names stand in the string table in
   the order of the lines.  Without lines there is no symbol table.

   PROGRAM names a program of this machine, the test's own, since libbfd may
   know no other machine.  False if that is no 64-bit ELF file.  */
bool tiny_elf (char name[SCRATCH_NAME_SIZE], const char *program,
               const char *text);

/* The *SIZE bytes of such a file, to be freed, for an ARM machine of 64 bits
   if it is WIDE, else of 32.  */
unsigned char *tiny_elf_bytes (bool wide, bool big_endian, const char *text,
                               size_t *size);

#endif
