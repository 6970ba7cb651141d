/* image_code.c - the image's machine code, and the marks that distinguish code
   from data.  */

#include "config.h"

#include "image_private.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"

/* Is NAME that of a mapping symbol, which says what kind of bytes begin at its
   address?  Such names are `$', a letter, and perhaps a dot with anything
   behind it; on RISC-V also the name of an instruction set.  (ELF for the Arm
   Architecture, section 5.5.5; RISC-V ELF psABI, "Mapping Symbol")  */
static bool
is_mark (const struct target *target, const char *name, enum code_kind *kind)
{
  if (name == NULL || name[0] != '$' || name[1] == '\0')
    return false;
  const bool plain = name[2] == '\0' || name[2] == '.';
  const bool on_arm = target->machine == MACHINE_ARM;
  switch (name[1])
    {
    case 'a':
      *kind = CODE_PLAIN;
      return plain && on_arm;
    case 't':
      *kind = CODE_THUMB;
      return plain && on_arm;
    case 'x':
      *kind = CODE_PLAIN;
      return (plain && target->machine == MACHINE_AARCH64)
             || target->machine == MACHINE_RISCV;
    case 'd':
      *kind = CODE_DATA;
      return plain
             && (on_arm || target->machine == MACHINE_AARCH64
                 || target->machine == MACHINE_RISCV);
    default:
      return false;
    }
}

/* By address.  Of two marks at one address, the one for instructions comes
   last and so applies.  */
static int
compare_marks (const void *a, const void *b)
{
  const struct code_mark *x = a, *y = b;
  if (x->pc != y->pc)
    return x->pc < y->pc ? -1 : 1;
  return (int)y->kind - (int)x->kind;
}

static enum status
collect_marks (const struct image *image, struct text_section *code,
               struct diag *diag)
{
  for (size_t i = 0; i < image->symbol_count; i++)
    {
      const asymbol *symbol = image->symbols[i];
      struct code_mark mark;
      if (symbol->section != image->text
          || !is_mark (&image->target, symbol->name, &mark.kind))
        continue;
      mark.pc = bfd_asymbol_value (symbol);
      if (!vec_push (&code->marks, mark))
        return diag_no_memory (diag);
    }
  if (code->marks.count > 0)
    qsort (code->marks.items, code->marks.count, sizeof *code->marks.items,
           compare_marks);
  return STATUS_OK;
}

/* Describe the text section in *CODE, without its bytes.  */
static void
describe_text (const struct image *image, struct text_section *code)
{
  enum
  {
    EF_ARM_BE8 = 0x00800000 /* instructions have their least byte first */
  };
  *code = (struct text_section){ .start_pc = bfd_section_vma (image->text),
                                 .big_endian = image->target.big_endian };
  if (image->target.machine == MACHINE_ARM && (image->elf.flags & EF_ARM_BE8))
    code->big_endian = false;
}

static enum status
read_text (struct image *image, struct text_section *code, struct diag *diag)
{
  struct section_bytes text;
  image_forget_failure ();
  enum status status
      = image_section (image, image->bfd, image->text, &text, diag);
  code->bytes = text.data;
  code->size = text.size;
  return status;
}

enum status
image_look_at_code (struct image *image, struct text_section *code,
                    struct diag *diag)
{
  describe_text (image, code);
  return read_text (image, code, diag);
}

enum status
image_mark_code (const struct image *image, struct text_section *code,
                 struct diag *diag)
{
  describe_text (image, code);
  return collect_marks (image, code, diag);
}

enum status
image_read_code (struct image *image, struct text_section *code,
                 struct diag *diag)
{
  describe_text (image, code);
  enum status status = read_text (image, code, diag);
  if (status == STATUS_ABSENT)
    diag_warn (diag, PLACE_FILE (image->name),
               _ ("the code cannot be read; option '-c' has no effect"));
  return status == STATUS_OK ? collect_marks (image, code, diag) : status;
}
