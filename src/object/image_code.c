/* image_code.c - the image's machine code: which bytes of it are
   instructions, the sizes of functions, and the instructions one by one.  */

#include "config.h"

#include <bfd.h>
#include <dis-asm.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/i18n.h"
#include "image_private.h"
#include "object/instructions.h"

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

static void
collect_marks (const struct image *image, struct text_section *code)
{
  for (size_t i = 0; i < image->symbol_count; i++)
    {
      const asymbol *symbol = image->symbols[i];
      struct code_mark mark;
      if (symbol->section != image->text
          || !is_mark (&image->target, symbol->name, &mark.kind))
        continue;
      mark.pc = bfd_asymbol_value (symbol);
      vec_push (&code->marks, mark);
    }
  if (code->marks.count > 0)
    qsort (code->marks.items, code->marks.count, sizeof *code->marks.items,
           compare_marks);
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

enum status
image_look_at_code (struct image *image, struct text_section *code,
                    struct diag *diag)
{
  struct section_bytes text;
  describe_text (image, code);
  image_forget_failure ();
  enum status status
      = image_section (image, image->bfd, image->text, &text, diag);
  code->bytes = text.data;
  code->size = text.size;
  return status;
}

enum status
image_read_code (struct image *image, struct text_section *code,
                 struct diag *diag)
{
  enum status status = image_look_at_code (image, code, diag);
  if (status == STATUS_ABSENT)
    diag_warn (diag, PLACE_FILE (image->name),
               _ ("the code cannot be read; option '-c' has no effect"));
  if (status == STATUS_OK)
    collect_marks (image, code);
  return status;
}

/* --- Sections and sizes -------------------------------------------------- */

/* Sizes of functions are read from the ELF symbol table, since libbfd does not
   provide them.  Files of other formats have none.  */

/* Push the functions of the file at DATA that are in its first symbol table of
   TYPE.  */
static void
push_functions (const struct image *image, const unsigned char *data,
                size_t size, uint32_t type, struct extents *extents)
{
  struct elf elf;
  struct elf_section table = { 0 };
  if (!elf_open (&elf, data, size))
    return;
  for (uint64_t i = 1; i < elf.header.section_count && table.type != type; i++)
    table = elf_section (&elf, i);
  const size_t count
      = table.type == type ? elf_symbol_count (&elf, &table) : 0;
  for (size_t i = 1; i < count; i++)
    {
      const struct elf_symbol symbol = elf_symbol (&elf, &table, i);
      const uint64_t pc = image_elf_address (image, &symbol);
      const struct extent function
          = { pc, pc + symbol.size < pc ? UINT64_MAX : pc + symbol.size };
      if (symbol.size > 0 && image_is_code (image, pc))
        vec_push (&extents->functions, function);
    }
}

void
image_find_extents (struct image *image, bool with_sizes,
                    struct extents *extents)
{
  const struct section_bytes *minimal = &image->minimal;
  const bool takes_dynamic = image->has_only_dynamic || minimal->size > 0;
  image_list_code (image, &extents->sections);
  if (!with_sizes)
    return;
  const struct file_bytes file = image_file (image, image->symbols_bfd);
  push_functions (image, file.data, file.size,
                  takes_dynamic ? ELF_SECTION_DYNAMIC_SYMBOLS
                                : ELF_SECTION_SYMBOLS,
                  extents);
  if (minimal->size > 0)
    push_functions (image, minimal->data, minimal->size, ELF_SECTION_SYMBOLS,
                    extents);
}

/* --- Libopcodes ---------------------------------------------------------- */

/* Libopcodes' tables are full of pointers, which the dynamic linker relocates
   whenever a program starts that has them.  That took a third of the time
   and a quarter of the memory of a run on a small program, and very few
   runs look at instructions.  So libopcodes is not linked like libbfd, but
   loaded under the name (OPCODES_SONAME) that configure found.  The name
   contains the version, because the interface changes with it, and libbfd's
   types are the same in both.  The library comes with a libbfd of its own,
   which we never call.  Where there is no such library, libopcodes is
   linked, or nothing is decoded.  */

#ifdef OPCODES_SONAME

#include <dlfcn.h>
#include <errno.h>

/* Set *FUNCTION, a pointer to a function, to NAME of LIBRARY; false if that
   does not exist.  */
static bool
find (void *library, const char *name, void *function)
{
  void *const address = dlsym (library, name);
  memcpy (function, &address, sizeof address);
  return address != NULL;
}

/* What these functions have made is released first.  */
static void
opcodes_close (struct opcodes *opcodes)
{
  if (opcodes->library != NULL)
    dlclose (opcodes->library);
  opcodes->library = NULL;
}

/* Load libopcodes, unless it is linked.  If it cannot be loaded, that is
   STATUS_UNSUPPORTED if IS_REQUIRED, else a warning and STATUS_ABSENT.  */
static enum status
opcodes_open (struct opcodes *opcodes, bool is_required, struct diag *diag)
{
  errno = 0;
  void *library = dlopen (OPCODES_SONAME, RTLD_NOW | RTLD_LOCAL);
  *opcodes = (struct opcodes){ .library = library };
  if (library != NULL && find (library, "disassembler", &opcodes->disassembler)
      && find (library, "init_disassemble_info",
               &opcodes->init_disassemble_info)
      && find (library, "disassemble_init_for_target",
               &opcodes->disassemble_init_for_target)
      && find (library, "disassemble_free_target",
               &opcodes->disassemble_free_target))
    return STATUS_OK;
  /* Only errno distinguishes a lack of memory from a missing library.  */
  if (errno == ENOMEM)
    memory_lacking ();
  const enum status status
      = diag_warn_or_fail (diag, is_required, STATUS_UNSUPPORTED, NULL,
                           _ ("the disassembler cannot be loaded: %s"),
                           dlerror ());
  opcodes_close (opcodes);
  return status;
}

#else

static void
opcodes_close (struct opcodes *opcodes)
{
  (void)opcodes;
}

static enum status
opcodes_open (struct opcodes *opcodes, bool is_required, struct diag *diag)
{
  (void)is_required;
  (void)diag;
#ifdef HAVE_OPCODES
  *opcodes = (struct opcodes){ disassembler, init_disassemble_info,
                               disassemble_init_for_target,
                               disassemble_free_target, NULL };
  return STATUS_OK;
#else
  (void)opcodes;
  return STATUS_ABSENT;
#endif
}

#endif

/* --- Instructions -------------------------------------------------------- */

/* Libopcodes decodes one instruction at an address and writes it, piece by
   piece, through callbacks.  What it writes is kept only if somebody wants
   to read it.  On ARM it would look at symbols to find out whether
   instructions have two or four bytes; the marks of the text section say
   the same, so lengths are computed here.  */

#include <stdarg.h>
#include <stdio.h>

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
  instructions->image = image;
  instructions->bias = bias;
  instructions->with_text = with_text;
  enum status status = opcodes_open (&instructions->opcodes, with_text, diag);
  if (status == STATUS_OK)
    {
      instructions->decode
          = instructions->opcodes.disassembler (bfd_get_arch (image->bfd),
                                                image->target.big_endian,
                                                bfd_get_mach (image->bfd),
                                                image->bfd);
      status = instructions->decode != NULL ? STATUS_OK : STATUS_ABSENT;
    }
  if (status != STATUS_OK)
    {
      release (instructions);
      return status;
    }
  describe_text (image, &instructions->text);
  collect_marks (image, &instructions->text);
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

/* Pass over data; false at the end, or *KIND is what the bytes at NEXT_PC
   are.  */
static bool
skip_data (struct instructions *instructions, enum code_kind *kind)
{
  const size_t count = instructions->text.marks.count;
  const struct code_mark *marks = instructions->text.marks.items;
  while (instructions->next_pc < instructions->limit_pc)
    {
      size_t *next = &instructions->next_mark;
      while (*next < count && marks[*next].pc <= instructions->next_pc)
        ++*next;
      *kind = *next > 0 ? marks[*next - 1].kind : CODE_PLAIN;
      if (*kind != CODE_DATA)
        return true;
      if (*next == count)
        break;
      instructions->next_pc = marks[*next].pc;
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
