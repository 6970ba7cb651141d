/* image_instructions.c - the instructions of the image.

   libopcodes decodes one instruction at an address and writes it, piece by
   piece, through callbacks.  What it writes is kept only if somebody wants to
   read it.  On ARM it would look at symbols to find out whether instructions
   have two or four bytes; the marks of the text section say the same, so
   lengths are computed here.  */

#include "config.h"

#include "object/instructions.h"

#include <inttypes.h>
#include <stdlib.h>

#include "image_private.h"

#ifdef HAVE_OPCODES

#include <stdarg.h>
#include <stdio.h>

#include "image_opcodes.h"

enum
{
  TEXT_SIZE = 256
};

struct instructions
{
  struct image *image;
  uint64_t bias; /* between its addresses, which are those in here, and those
                    that are asked for */
  struct opcodes opcodes;
  disassembler_ftype decode;
  struct disassemble_info info;
  struct text_section text; /* with its marks */
  bool with_text;
  struct section_bytes bytes; /* of the section that NEXT_PC is in */
  uint64_t bytes_pc;          /* of the first of them */
  uint64_t next_pc, limit_pc;
  size_t next_mark; /* the first mark above NEXT_PC */
  size_t length;    /* of the text */
  char buffer[TEXT_SIZE];
  struct instruction current;
};

/* --- What libopcodes calls ----------------------------------------------- */

static int DIAG_PRINTF (2, 0)
    keep_piece (struct instructions *instructions, const char *format,
                va_list arguments)
{
  const size_t left = TEXT_SIZE - instructions->length;
  if (!instructions->with_text)
    return 0;
  const int written = vsnprintf (instructions->buffer + instructions->length,
                                 left, format, arguments);
  if (written > 0)
    instructions->length
        += (size_t)written < left ? (size_t)written : left - 1;
  return written;
}

static int DIAG_PRINTF (2, 3)
    print_piece (void *stream, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  const int written = keep_piece (stream, format, arguments);
  va_end (arguments);
  return written;
}

static int DIAG_PRINTF (3, 4)
    print_styled_piece (void *stream, enum disassembler_style style,
                        const char *format, ...)
{
  va_list arguments;
  (void)style;
  va_start (arguments, format);
  const int written = keep_piece (stream, format, arguments);
  va_end (arguments);
  return written;
}

static int
read_bytes (bfd_vma pc, bfd_byte *to, unsigned size,
            struct disassemble_info *info)
{
  const struct instructions *instructions = info->application_data;
  const uint64_t offset = pc - instructions->bytes_pc;
  if (pc < instructions->bytes_pc || offset > instructions->bytes.size
      || size > instructions->bytes.size - offset)
    return -1;
  memcpy (to, instructions->bytes.data + offset, size);
  return 0;
}

static void
ignore_memory_error (int error, bfd_vma pc, struct disassemble_info *info)
{
  (void)error;
  (void)pc;
  (void)info;
}

static void
keep_address (bfd_vma pc, struct disassemble_info *info)
{
  struct instructions *instructions = info->application_data;
  instructions->current.has_target = true;
  instructions->current.target = pc;
  info->fprintf_func (info->stream, "0x%" PRIx64, (uint64_t)pc);
}

/* --- Instructions -------------------------------------------------------- */

static void
prepare (struct instructions *instructions)
{
  bfd *abfd = instructions->image->bfd;
  struct disassemble_info *info = &instructions->info;
  instructions->opcodes.init_disassemble_info (info, instructions, print_piece,
                                               print_styled_piece);
  info->application_data = instructions;
  info->flavour = bfd_get_flavour (abfd);
  info->arch = bfd_get_arch (abfd);
  info->mach = bfd_get_mach (abfd);
  info->endian = instructions->image->target.big_endian ? BFD_ENDIAN_BIG
                                                        : BFD_ENDIAN_LITTLE;
  info->endian_code
      = instructions->text.big_endian ? BFD_ENDIAN_BIG : BFD_ENDIAN_LITTLE;
  info->display_endian = info->endian;
  info->read_memory_func = read_bytes;
  info->memory_error_func = ignore_memory_error;
  info->print_address_func = keep_address;
  instructions->opcodes.disassemble_init_for_target (info);
}

/* Find who decodes this machine's instructions; STATUS_ABSENT if nobody.  */
static enum status
find_decoder (struct instructions *instructions, struct diag *diag)
{
  const struct image *image = instructions->image;
  enum status status
      = opcodes_open (&instructions->opcodes, instructions->with_text, diag);
  if (status != STATUS_OK)
    return status;
  instructions->decode
      = instructions->opcodes.disassembler (bfd_get_arch (image->bfd),
                                            image->target.big_endian,
                                            bfd_get_mach (image->bfd),
                                            image->bfd);
  return instructions->decode != NULL ? STATUS_OK : STATUS_ABSENT;
}

static void
release (struct instructions *instructions)
{
  opcodes_close (&instructions->opcodes);
  text_section_release (&instructions->text);
  free (instructions);
}

enum status
instructions_open (struct instructions **result, struct image *image,
                   uint64_t bias, bool with_text, struct diag *diag)
{
  *result = NULL;
  struct instructions *instructions = array_new (1, sizeof *instructions);
  if (instructions == NULL)
    return diag_no_memory (diag);
  instructions->image = image;
  instructions->bias = bias;
  instructions->with_text = with_text;
  enum status status = find_decoder (instructions, diag);
  if (status == STATUS_OK)
    status = image_mark_code (image, &instructions->text, diag);
  if (status != STATUS_OK)
    {
      release (instructions);
      return status;
    }
  prepare (instructions);
  *result = instructions;
  return STATUS_OK;
}

/* The section of the image that holds code at PC, or null.  */
static asection *
find_section (const struct image *image, uint64_t pc)
{
  for (asection *section = image->bfd->sections; section != NULL;
       section = section->next)
    if ((bfd_section_flags (section) & SEC_CODE)
        && pc >= bfd_section_vma (section)
        && pc - bfd_section_vma (section) < bfd_section_size (section))
      return section;
  return NULL;
}

enum status
instructions_seek (struct instructions *instructions, uint64_t pc,
                   uint64_t limit, struct diag *diag)
{
  enum status status = STATUS_OK;
  const uint64_t size = limit > pc ? limit - pc : 0;
  if (instructions == NULL)
    return STATUS_OK;
  pc -= instructions->bias;
  instructions->next_pc = instructions->limit_pc = pc;
  if (instructions->bytes.data == NULL || pc < instructions->bytes_pc
      || pc - instructions->bytes_pc >= instructions->bytes.size)
    {
      asection *section = find_section (instructions->image, pc);
      instructions->bytes = (struct section_bytes){ 0 };
      if (section == NULL)
        return STATUS_OK;
      image_forget_failure ();
      status = image_section (instructions->image, instructions->image->bfd,
                              section, &instructions->bytes, diag);
      instructions->bytes_pc = bfd_section_vma (section);
      instructions->info.section = section;
    }
  if (status == STATUS_ABSENT)
    return STATUS_OK;
  const uint64_t end = instructions->bytes_pc + instructions->bytes.size;
  instructions->limit_pc = size < end - pc ? pc + size : end;
  instructions->next_mark = text_section_mark_above (&instructions->text, pc);
  return status;
}

/* What the bytes at NEXT_PC are; moves on to the next mark behind it.  */
static enum code_kind
kind_here (struct instructions *instructions)
{
  const struct text_section *text = &instructions->text;
  while (instructions->next_mark < text->marks.count
         && text->marks.items[instructions->next_mark].pc
                <= instructions->next_pc)
    instructions->next_mark++;
  return instructions->next_mark > 0
             ? text->marks.items[instructions->next_mark - 1].kind
             : CODE_PLAIN;
}

/* Pass over data; false at the end.  */
static bool
skip_data (struct instructions *instructions, enum code_kind *kind)
{
  const struct text_section *text = &instructions->text;
  while (instructions->next_pc < instructions->limit_pc)
    {
      *kind = kind_here (instructions);
      if (*kind != CODE_DATA)
        return true;
      if (instructions->next_mark == text->marks.count)
        break;
      instructions->next_pc = text->marks.items[instructions->next_mark].pc;
    }
  return false;
}

/* The length of ARM's instruction at NEXT_PC (Arm Architecture Reference
   Manual, "T32 instruction set encoding": the first five bits tell).  */
static unsigned
arm_length (const struct instructions *instructions, enum code_kind kind)
{
  enum
  {
    FIRST_OF_LONG = 0x1d
  };
  const uint64_t offset = instructions->next_pc - instructions->bytes_pc;
  if (kind != CODE_THUMB)
    return 4;
  if (instructions->bytes.size - offset < 2)
    return 2;
  const unsigned char *bytes = instructions->bytes.data + offset;
  const unsigned high = bytes[instructions->text.big_endian ? 0 : 1];
  return high >> 3 >= FIRST_OF_LONG ? 4 : 2;
}

bool
instructions_next (struct instructions *instructions,
                   struct instruction *instruction)
{
  enum code_kind kind;
  if (instructions == NULL || !skip_data (instructions, &kind))
    return false;
  const bool on_arm = instructions->image->target.machine == MACHINE_ARM;
  instructions->length = 0;
  instructions->buffer[0] = '\0';
  instructions->current = (struct instruction){ .pc = instructions->next_pc,
                                                .length = 1,
                                                .text = instructions->buffer };
  if (on_arm && instructions->with_text)
    instructions->info.disassembler_options
        = kind == CODE_THUMB ? "force-thumb" : "no-force-thumb";
  instructions->info.insn_info_valid = 0;
  int decoded = 0;
  if (!on_arm || instructions->with_text)
    decoded
        = instructions->decode (instructions->next_pc, &instructions->info);
  if (on_arm)
    instructions->current.length = arm_length (instructions, kind);
  else if (decoded > 0)
    instructions->current.length = (unsigned)decoded;
  if (instructions->info.insn_info_valid)
    instructions->current.delayed
        = (unsigned)(unsigned char)instructions->info.branch_delay_insns
          * instructions->current.length;
  instructions->next_pc += instructions->current.length;
  *instruction = instructions->current;
  instruction->pc += instructions->bias;
  instruction->target += instructions->bias;
  return true;
}

void
instructions_close (struct instructions *instructions)
{
  if (instructions == NULL)
    return;
  instructions->opcodes.disassemble_free_target (&instructions->info);
  release (instructions);
}

#else

enum status
instructions_open (struct instructions **instructions, struct image *image,
                   uint64_t bias, bool with_text, struct diag *diag)
{
  (void)image;
  (void)bias;
  (void)with_text;
  (void)diag;
  *instructions = NULL;
  return STATUS_ABSENT;
}

enum status
instructions_seek (struct instructions *instructions, uint64_t pc,
                   uint64_t limit, struct diag *diag)
{
  (void)instructions;
  (void)pc;
  (void)limit;
  (void)diag;
  return STATUS_OK;
}

bool
instructions_next (struct instructions *instructions,
                   struct instruction *instruction)
{
  (void)instructions;
  (void)instruction;
  return false;
}

void
instructions_close (struct instructions *instructions)
{
  (void)instructions;
}

#endif
