/* image.c - the profiled program's object file, read through libbfd.

   Owns the bfd, its symbol arrays and everything they point to.  libbfd's own
   diagnostics go to standard error under our name: its error handler is
   process-wide and its message formats are its own.  */

#include "config.h"

#include "image.h"

#include <bfd.h>
#ifdef HAVE_LIBIBERTY_DEMANGLE_H
#include <libiberty/demangle.h>
#else
#include <demangle.h>
#endif
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "i18n.h"
#include "sort.h"

#ifndef BFD_DEBUG_DIR
#define BFD_DEBUG_DIR "/usr/lib/debug"
#endif

/* Addresses that hold code: [low_pc, high_pc).  */
struct code_range
{
  uint64_t low_pc, high_pc;
};

/* What libbfd does not tell of an ELF file.  */
struct elf_header
{
  unsigned machine; /* 0 for a file of another format */
  uint32_t flags;
};

struct image
{
  const char *name; /* borrowed, for messages */
  bfd *bfd;
  asection *text;
  bfd *symbols_bfd; /* where symbols and lines come from: the image, or its
                       separate debug file if the image was stripped */
  asection *symbols_text; /* the text section there */
  struct target target;
  struct elf_header elf;
  asymbol **symbols; /* the image's own, then the synthetic; null at the end */
  size_t symbol_count;
  asymbol *synthetic;           /* what the synthetic ones point into */
  const char *names_end;        /* see names_region */
  VEC (struct code_range) code; /* ascending and apart */
  bfd *debug_bfd;               /* opened for its debugging information */
  VEC (bfd_byte *) contents;    /* of sections, owned */
};

/* Record why libbfd failed.  */
static enum status
fail_bfd (const struct image *image, const char *doing, struct diag *diag)
{
  const bfd_error_type error = bfd_get_error ();
  if (error == bfd_error_no_memory)
    return diag_no_memory (diag);
  if (error == bfd_error_system_call)
    return diag_fail_errno (diag, image->name, errno, doing);
  return diag_fail (diag, STATUS_FORMAT, PLACE_FILE (image->name), "%s: %s",
                    doing, bfd_errmsg (error));
}

static enum status
find_text (struct image *image, struct diag *diag)
{
  image->text = bfd_get_section_by_name (image->bfd, ".text");
  if (image->text == NULL)
    image->text = bfd_get_section_by_name (image->bfd, "$CODE$");
  if (image->text == NULL)
    return diag_fail (diag, STATUS_FORMAT, PLACE_FILE (image->name),
                      _ ("there is no .text section: not a linked program, "
                         "or only its debugging information"));
  return STATUS_OK;
}

/* The number of SIZE bytes at BYTES.  */
static uint32_t
number_at (const unsigned char *bytes, size_t size, bool big_endian)
{
  uint32_t number = 0;
  for (size_t i = 0; i < size; i++)
    number = number << 8 | bytes[big_endian ? i : size - 1 - i];
  return number;
}

/* Read the header of an ELF file.  What cannot be read is like a file of
   another format: libbfd has read it before.  */
static struct elf_header
read_elf_header (const struct image *image)
{
  enum
  {
    SIZE = 52, /* of the shorter form */
    MACHINE_AT = 18,
    FLAGS_AT_32 = 36,
    FLAGS_AT_64 = 48
  };
  unsigned char bytes[SIZE];
  struct elf_header header = { 0, 0 };
  if (bfd_get_flavour (image->bfd) != bfd_target_elf_flavour)
    return header;
  FILE *file = fopen (image->name, "rb");
  if (file == NULL)
    return header;
  if (fread (bytes, 1, SIZE, file) == SIZE
      && memcmp (bytes, "\177ELF", 4) == 0)
    {
      const bool is_64_bit = bytes[4] == 2, big_endian = bytes[5] == 2;
      header.machine = number_at (bytes + MACHINE_AT, 2, big_endian);
      header.flags
          = number_at (bytes + (is_64_bit ? FLAGS_AT_64 : FLAGS_AT_32), 4,
                       big_endian);
    }
  fclose (file);
  return header;
}

/* The machines whose calls we can find, as libbfd and as ELF headers call
   them.  */
static const struct
{
  enum bfd_architecture architecture;
  unsigned elf_number;
  enum machine machine;
} machine_names[] = {
  { bfd_arch_i386, 3, MACHINE_X86 },
  { bfd_arch_i386, 62, MACHINE_X86 },
  { bfd_arch_aarch64, 183, MACHINE_AARCH64 },
  { bfd_arch_arm, 40, MACHINE_ARM },
  { bfd_arch_mips, 8, MACHINE_MIPS },
  { bfd_arch_sparc, 2, MACHINE_SPARC },
  { bfd_arch_sparc, 18, MACHINE_SPARC },
  { bfd_arch_sparc, 43, MACHINE_SPARC },
  { bfd_arch_alpha, 0x9026, MACHINE_ALPHA },
  { bfd_arch_vax, 75, MACHINE_VAX },
  { bfd_arch_riscv, 243, MACHINE_RISCV },
  { bfd_arch_powerpc, 20, MACHINE_POWERPC },
  { bfd_arch_powerpc, 21, MACHINE_POWERPC },
  { bfd_arch_rs6000, 20, MACHINE_POWERPC },
  { bfd_arch_s390, 22, MACHINE_S390 },
  { bfd_arch_loongarch, 258, MACHINE_LOONGARCH },
};

/* Set the machine of IMAGE's target.  A libbfd that was built without it still
   reads the file, as one of a machine that it does not know.  */
static void
describe_machine (struct image *image)
{
  const enum bfd_architecture architecture = bfd_get_arch (image->bfd);
  image->target.foreign = architecture == bfd_arch_unknown;
  for (size_t i = 0; i < sizeof machine_names / sizeof *machine_names; i++)
    if (image->target.foreign
            ? machine_names[i].elf_number == image->elf.machine
            : machine_names[i].architecture == architecture)
      image->target.machine = machine_names[i].machine;
}

static enum status
describe_target (struct image *image, struct diag *diag)
{
  const int bits = bfd_get_arch_size (image->bfd);
  if (bits != 32 && bits != 64)
    return diag_fail (diag, STATUS_UNSUPPORTED, PLACE_FILE (image->name),
                      _ ("the address size in bits is %d; 32 or 64 expected"),
                      bits);
  image->target = (struct target){
    .word_size = (unsigned)bits / 8,
    .big_endian = bfd_big_endian (image->bfd),
    .sign_extend = bfd_get_sign_extend_vma (image->bfd) == 1,
    .symbol_prefix = bfd_get_symbol_leading_char (image->bfd),
    .code_offset = bfd_get_arch (image->bfd) == bfd_arch_vax ? 2 : 0,
  };
  image->elf = read_elf_header (image);
  describe_machine (image);
  return STATUS_OK;
}

static int
compare_ranges (const void *a, const void *b)
{
  const struct code_range *x = a, *y = b;
  return x->low_pc < y->low_pc ? -1 : x->low_pc > y->low_pc;
}

/* Fill image->code: the sections that hold code, joined where they overlap
   or touch.  */
static enum status
collect_code (struct image *image, struct diag *diag)
{
  for (const asection *s = image->bfd->sections; s != NULL; s = s->next)
    {
      struct code_range range = { bfd_section_vma (s),
                                  bfd_section_vma (s) + bfd_section_size (s) };
      if ((bfd_section_flags (s) & SEC_CODE) && range.low_pc < range.high_pc
          && !vec_push (&image->code, range))
        return diag_no_memory (diag);
    }
  if (image->code.count == 0)
    return STATUS_OK;
  struct code_range *code = image->code.items;
  qsort (code, image->code.count, sizeof *code, compare_ranges);
  size_t last = 0;
  for (size_t i = 1; i < image->code.count; i++)
    if (code[i].low_pc > code[last].high_pc)
      code[++last] = code[i];
    else if (code[i].high_pc > code[last].high_pc)
      code[last].high_pc = code[i].high_pc;
  image->code.count = last + 1;
  return STATUS_OK;
}

enum status
image_open (struct image **result, const char *name, const char *program,
            struct diag *diag)
{
  *result = NULL;
  struct image *image = array_new (1, sizeof *image);
  if (image == NULL)
    return diag_no_memory (diag);
  image->name = name;

  struct stat about;
  if (stat (name, &about) == 0 && S_ISDIR (about.st_mode))
    {
      /* libbfd would say that the format is not recognized.  */
      free (image);
      return diag_fail_errno (diag, name, EISDIR, _ ("cannot open"));
    }

  bfd_init ();
  bfd_set_error_program_name (program);
  enum status status = STATUS_OK;
  image->bfd = bfd_openr (name, NULL);
  if (image->bfd == NULL)
    status = fail_bfd (image, _ ("cannot open"), diag);
  else
    {
      image->bfd->flags |= BFD_DECOMPRESS;
      if (!bfd_check_format (image->bfd, bfd_object))
        status = fail_bfd (image, _ ("not a program or object file"), diag);
    }
  if (status == STATUS_OK)
    status = find_text (image, diag);
  if (status == STATUS_OK)
    status = describe_target (image, diag);
  if (status == STATUS_OK)
    status = collect_code (image, diag);

  if (status == STATUS_OK)
    *result = image;
  else
    image_close (image);
  return status;
}

const struct target *
image_target (const struct image *image)
{
  return &image->target;
}

uint64_t
image_text_start (const struct image *image)
{
  return bfd_section_vma (image->text);
}

uint64_t
image_text_limit (const struct image *image)
{
  return bfd_section_vma (image->text) + bfd_section_size (image->text);
}

unsigned
image_text_step (const struct image *image)
{
  return bfd_get_arch (image->bfd) == bfd_arch_alpha ? 4 : 1;
}

bool
image_has_code (const struct image *image, uint64_t low_pc, uint64_t high_pc)
{
  /* The first range that ends above LOW_PC decides.  */
  size_t low = 0, high = image->code.count;
  while (low < high)
    {
      const size_t middle = low + (high - low) / 2;
      if (image->code.items[middle].high_pc > low_pc)
        high = middle;
      else
        low = middle + 1;
    }
  return low_pc < high_pc && low < image->code.count
         && image->code.items[low].low_pc < high_pc;
}

/* --- Reading the symbols ------------------------------------------------ */

/* Read the static symbol table of ABFD into image->symbols.  */
static enum status
load_own_symbols (struct image *image, bfd *abfd, struct diag *diag)
{
  const long size = bfd_get_symtab_upper_bound (abfd);
  if (size < 0)
    return fail_bfd (image, _ ("cannot read the symbol table"), diag);
  free (image->symbols);
  image->symbols = malloc ((size_t)size + sizeof *image->symbols);
  if (image->symbols == NULL)
    return diag_no_memory (diag);
  const long count = bfd_canonicalize_symtab (abfd, image->symbols);
  if (count < 0)
    return fail_bfd (image, _ ("cannot read the symbol table"), diag);
  image->symbol_count = (size_t)count;
  return STATUS_OK;
}

/* The name of the separate debug file that the image points to and that is
   there, to be freed, or null.  */
static char *
separate_debug_file (const struct image *image)
{
  char *name = bfd_follow_build_id_debuglink (image->bfd, BFD_DEBUG_DIR);
  return name != NULL ? name
                      : bfd_follow_gnu_debuglink (image->bfd, BFD_DEBUG_DIR);
}

/* Open that file; null if there is none that is good for anything.  */
static bfd *
open_debug_file (const struct image *image)
{
  char *name = separate_debug_file (image);
  bfd *separate = name != NULL ? bfd_openr (name, NULL) : NULL;
  free (name);
  if (separate == NULL)
    return NULL;
  separate->flags |= BFD_DECOMPRESS;
  if (bfd_check_format (separate, bfd_object))
    return separate;
  bfd_close (separate);
  return NULL;
}

/* The image was stripped of its symbols: take them, and the lines, from its
   separate debug file if there is one.  */
static enum status
turn_to_debug_file (struct image *image, struct diag *diag)
{
  bfd *separate = open_debug_file (image);
  if (separate == NULL)
    return STATUS_OK;
  asection *text
      = bfd_get_section_by_name (separate, bfd_section_name (image->text));
  if (text == NULL || bfd_section_vma (text) != bfd_section_vma (image->text))
    {
      bfd_close (separate);
      return STATUS_OK;
    }
  image->symbols_bfd = separate;
  image->symbols_text = text;
  return load_own_symbols (image, separate, diag);
}

/* Append libbfd's synthetic symbols, made without the dynamic ones.  */
static enum status
add_synthetic_symbols (struct image *image, struct diag *diag)
{
  const size_t count = image->symbol_count;
  const long extra
      = bfd_get_synthetic_symtab (image->symbols_bfd, (long)count,
                                  image->symbols, 0, NULL, &image->synthetic);
  if (extra <= 0)
    return STATUS_OK;
  const size_t total = count + (size_t)extra;
  asymbol **all = realloc (image->symbols, (total + 1) * sizeof *all);
  if (all == NULL)
    return diag_no_memory (diag);
  image->symbols = all;
  for (long i = 0; i < extra; i++)
    all[count + (size_t)i] = &image->synthetic[i];
  all[total] = NULL;
  image->symbol_count = total;
  return STATUS_OK;
}

/* Fill image->symbols: the static symbol table, then libbfd's synthetic
   symbols (R3.2).  */
static enum status
load_symbols (struct image *image, struct diag *diag)
{
  image->symbols_bfd = image->bfd;
  image->symbols_text = image->text;
  enum status status = load_own_symbols (image, image->bfd, diag);
  if (status == STATUS_OK && image->symbol_count == 0)
    status = turn_to_debug_file (image, diag);
  return status == STATUS_OK ? add_synthetic_symbols (image, diag) : status;
}

/* After the dots of NAME, only numbers; ".clone." and ".constprop." may stand
   before the last of them (R3.5).  Sets *SUFFIX_AT_END when a dotted suffix
   reaches the end of the name, which is where *END points on success.  */
static bool
name_passes (const char *name, bool *suffix_at_end, const char **end)
{
  static const char *const prefixes[] = { ".clone.", ".constprop." };
  *suffix_at_end = false;
  const char *c = name;
  while (*c != '\0')
    {
      if (*c == '$')
        return false;
      if (*c++ != '.')
        continue;
      c--;
      for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        {
          const size_t length = strlen (prefixes[i]);
          if (strncmp (c, prefixes[i], length) == 0 && c[length] != '\0')
            c += length - 1;
        }
      const size_t digits = strspn (c + 1, "0123456789");
      c += 1 + digits;
      if (*c == '\0')
        *suffix_at_end = true;
      else if (*c != '.' || digits == 0)
        return false;
    }
  *end = c;
  return true;
}

/* One past the last byte that is known to belong to the string table.
   libbfd keeps an ELF string table in one piece and lets symbol names point
   into it; only section symbols and versioned names live elsewhere.  */
static const char *
names_region (const struct image *image)
{
  const ufile_ptr file_size = bfd_get_file_size (image->symbols_bfd);
  const char *region_end = NULL;
  for (size_t i = 0; i < image->symbol_count; i++)
    {
      const asymbol *symbol = image->symbols[i];
      if ((symbol->flags & (BSF_SECTION_SYM | BSF_SYNTHETIC))
          || symbol->name == NULL || strchr (symbol->name, '@') != NULL)
        continue;
      const char *end = symbol->name + strlen (symbol->name) + 1;
      /* What is farther away than the file is long is some literal that
         libbfd puts in place of a bad name.  */
      if (region_end == NULL
          || (end > region_end && (ufile_ptr)(end - region_end) < file_size))
        region_end = end;
    }
  return region_end;
}

/* GNU gprof's filter as it is: from a dotted suffix at the end of a name it
   walks on into the next string of the table (R3.6).  We do so only as far as
   the table is known to reach.  */
static bool
gnu_name_passes (const struct image *image, const char *name)
{
  if (name[0] == '\0')
    return false;
  bool walk_on;
  const char *end;
  while (name_passes (name, &walk_on, &end))
    {
      if (!walk_on || image->names_end == NULL || end + 1 >= image->names_end)
        return true;
      name = end + 1;
    }
  return false;
}

/* The filter as meant (R3.5), for local symbols that the image does not type
   as functions.  */
static bool
label_passes (const char *name)
{
  bool suffix_at_end;
  const char *end;
  return name[0] != '\0' && name_passes (name, &suffix_at_end, &end);
}

static bool
starts_with (const char *text, const char *prefix)
{
  return strncmp (text, prefix, strlen (prefix)) == 0;
}

/* A local text symbol: is it a function, or at least a label a programmer
   wrote?  (R3.4, rule 4)  */
static bool
local_qualifies (const struct image *image, const asymbol *symbol,
                 const struct symbol_filter *filter)
{
  const char *name = symbol->name;
  const bool is_function = symbol->flags & BSF_FUNCTION;
  if (filter->no_static)
    return false;
  if (filter->gnu_names ? !gnu_name_passes (image, name)
                        : !is_function && !label_passes (name))
    return false;
  const char prefix = image->target.symbol_prefix;
  if (prefix != '\0' && name[0] != prefix)
    return false;
  if (starts_with (name, "__gnu_compiled")
      || starts_with (name, "___gnu_compiled"))
    return false;
  return is_function || !filter->only_functions;
}

/* The class of SYMBOL in nm's letters if it qualifies, else 0 (R3.4).  */
static int
qualifying_class (const struct image *image, asymbol *symbol,
                  const struct symbol_filter *filter)
{
  if (symbol->section == NULL || symbol->name == NULL
      || (symbol->flags & BSF_DEBUGGING))
    return 0;
  if (filter->no_static && (symbol->flags & BSF_LOCAL))
    return 0;
  const int class = bfd_decode_symclass (symbol);
  if (class == 'T' || class == 'W')
    return class;
  return class == 't' && local_qualifies (image, symbol, filter) ? class : 0;
}

/* Do this image's symbols tell functions from other labels?  (R3.8)  */
static bool
types_functions (const struct image *image)
{
  switch (bfd_get_flavour (image->bfd))
    {
    case bfd_target_elf_flavour:
    case bfd_target_coff_flavour:
    case bfd_target_ecoff_flavour:
    case bfd_target_xcoff_flavour:
    case bfd_target_som_flavour:
      return true;
    default:
      return false;
    }
}

enum status
image_read_symbols (struct image *image, const struct symbol_filter *filter,
                    symbol_list *symbols, struct diag *diag)
{
  enum status status = load_symbols (image, diag);
  if (status != STATUS_OK)
    return status;
  if (filter->gnu_names
      && bfd_get_flavour (image->bfd) == bfd_target_elf_flavour)
    image->names_end = names_region (image);

  const bool typed = types_functions (image);
  for (size_t i = 0; i < image->symbol_count; i++)
    {
      asymbol *symbol = image->symbols[i];
      const int class = qualifying_class (image, symbol, filter);
      if (class == 0)
        continue;
      const bool is_function = !typed || (symbol->flags & BSF_FUNCTION);
      struct symbol entry = {
        bfd_asymbol_value (symbol), symbol->name,
        (uint8_t)((is_function ? SYMBOL_FUNCTION : 0)
                  | (class == 't' ? SYMBOL_STATIC : 0)
                  | (class == 't' && !label_passes (symbol->name) ? SYMBOL_OURS
                                                                  : 0))
      };
      if (!vec_push (symbols, entry))
        return diag_no_memory (diag);
    }
  if (symbols->count == 0)
    return diag_fail (diag, STATUS_FORMAT, PLACE_FILE (image->name),
                      image->symbol_count == 0
                          ? _ ("there are no symbols: the program was "
                               "stripped")
                          : _ ("no symbol names a function"));
  return STATUS_OK;
}

/* --- The code ----------------------------------------------------------- */

/* Does NAME mark what stands behind it in the code?  Such names are `$', a
   letter, and whatever may follow a dot; on RISC-V also the name of an
   instruction set.  (ELF for the Arm Architecture, section 5.5.5; RISC-V ELF
   psABI, "Mapping Symbol")  */
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

/* Of two marks at one address, the one for instructions comes last and so
   counts.  */
static int
compare_marks (const void *a, const void *b)
{
  const struct code_mark *x = a, *y = b;
  if (x->pc != y->pc)
    return x->pc < y->pc ? -1 : 1;
  return (int)y->kind - (int)x->kind;
}

static enum status
collect_marks (const struct image *image, struct code *code, struct diag *diag)
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

/* Is the section as long as it says?  Sizes come from the file.  */
static bool
has_contents (const struct image *image)
{
  const ufile_ptr file_size = bfd_get_file_size (image->bfd);
  return (bfd_section_flags (image->text) & SEC_HAS_CONTENTS)
         && (file_size == 0 || bfd_section_size (image->text) <= file_size
             || image->text->compress_status != COMPRESS_SECTION_NONE);
}

enum status
image_read_code (const struct image *image, struct code *code,
                 struct diag *diag)
{
  enum
  {
    EF_ARM_BE8 = 0x00800000 /* instructions have their least byte first */
  };
  *code = (struct code){ .start_pc = bfd_section_vma (image->text),
                         .big_endian = image->target.big_endian };
  if (image->target.machine == MACHINE_ARM && (image->elf.flags & EF_ARM_BE8))
    code->big_endian = false;
  bfd_byte *bytes = NULL;
  if (!has_contents (image)
      || !bfd_malloc_and_get_section (image->bfd, image->text, &bytes))
    {
      free (bytes);
      diag_warn (diag, PLACE_FILE (image->name),
                 _ ("the code cannot be read; option '-c' has no effect"));
      return STATUS_ABSENT;
    }
  code->bytes = bytes;
  code->size = bfd_section_size (image->text);
  return collect_marks (image, code, diag);
}

/* --- Source positions --------------------------------------------------- */

/* Without debugging information each lookup would end in a search of the whole
   symbol table (inside libbfd) and come back with nothing.  */
bool
image_has_lines (const struct image *image)
{
  static const char *const sections[]
      = { ".debug_info", ".zdebug_info", ".debug_line", ".zdebug_line",
          ".stab",       ".mdebug",      ".debug",      ".line" };
  if (bfd_get_flavour (image->bfd) != bfd_target_elf_flavour)
    return true;
  for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
    if (bfd_get_section_by_name (image->bfd, sections[i]) != NULL)
      return true;
  for (const asection *s = image->bfd->sections; s != NULL; s = s->next)
    if (starts_with (bfd_section_name (s), ".gnu.linkonce.wi."))
      return true;

  if (image->symbols_bfd != image->bfd)
    return true;
  char *separate = separate_debug_file (image);
  const bool found = separate != NULL;
  free (separate);
  return found;
}

/* libbfd decodes debugging information into some ten thousand small pieces of
   memory, and a third of that time goes into page faults.  Where the C library
   and the kernel let us, make the heap ready for it in large pages.  */
static void
expect_many_allocations (const struct image *image)
{
#if defined __GLIBC__ && defined MADV_HUGEPAGE
  enum
  {
    PAGE = 2 << 20,
    ROOM = 64 << 20
  };
  const asection *information
      = bfd_get_section_by_name (image->bfd, ".debug_info");
  if (information == NULL || bfd_section_size (information) < PAGE / 4)
    return;
  mallopt (M_TOP_PAD, ROOM);
  mallopt (M_MMAP_THRESHOLD, ROOM / 2);
  void *end_before = sbrk (0);
  /* Grow the heap by this and ROOM; volatile, or it would be left out.  */
  void *volatile block = malloc (PAGE);
  free (block);
  const uintptr_t first = ((uintptr_t)end_before + PAGE - 1) / PAGE * PAGE;
  const uintptr_t end = (uintptr_t)sbrk (0) / PAGE * PAGE;
  if (end_before != (void *)-1 && first < end)
    madvise ((void *)first, end - first, MADV_HUGEPAGE);
#else
  (void)image;
#endif
}

enum status
image_locate (struct image *image, uint64_t pc, struct code_place *place,
              struct diag *diag)
{
  unsigned line = 0;
  *place = (struct code_place){ 0 };
  bfd_set_error (bfd_error_no_error);
  /* Always by the text section, with wrap-around, as the reference asks.  */
  if (!bfd_find_nearest_line (image->symbols_bfd, image->symbols_text,
                              image->symbols,
                              pc - bfd_section_vma (image->text), &place->file,
                              &place->function, &line)
      || place->file == NULL || place->function == NULL || line == 0)
    return bfd_get_error () == bfd_error_no_memory ? diag_no_memory (diag)
                                                   : STATUS_ABSENT;
  place->line = line;
  return STATUS_OK;
}

/* Questions to libbfd about where symbols are from come in the image's order,
   for what it was asked may change what it answers (R3.10).  At an address
   with several symbols GNU gprof asks for each of them; we ask for the first,
   with which the source file becomes known (R3.15), and for the one that was
   kept.  A question is the symbol's id doubled, plus 1 for the latter.  */
static uint32_t
question_rank (const struct symtab *symtab, uint32_t question)
{
  const sym_id id = question / 2;
  return question & 1 ? symtab->rank[id] : symtab->first_rank[id];
}

/* First comes what GNU gprof would ask, too: what it would not have must not
   change an answer.  */
static int
compare_questions (uint32_t a, uint32_t b, const void *context)
{
  const struct symtab *symtab = context;
  const int by_kind = (symtab->flags[a / 2] & SYMBOL_OURS)
                      - (symtab->flags[b / 2] & SYMBOL_OURS);
  if (by_kind != 0)
    return by_kind;
  const uint32_t rank_a = question_rank (symtab, a);
  const uint32_t rank_b = question_rank (symtab, b);
  return rank_a < rank_b ? -1 : rank_a > rank_b;
}

static enum status
ask (struct image *image, struct symtab *symtab, uint32_t question,
     struct sources *sources, struct diag *diag)
{
  const sym_id id = question / 2;
  struct code_place place;
  source_id file;
  enum status status = image_locate (image, symtab->start[id], &place, diag);
  if (status == STATUS_OK)
    status = sources_intern (sources, place.file, &file, diag);
  if (status == STATUS_OK && (question & 1))
    {
      symtab->file[id] = file;
      symtab->line[id] = place.line;
    }
  return status == STATUS_ABSENT ? STATUS_OK : status;
}

/* The questions for the symbols in WANTED, or all if that is null, in no
   order; returns how many.  */
static size_t
list_questions (const struct symtab *symtab, const struct symset *wanted,
                uint32_t *questions)
{
  size_t count = 0;
  for (sym_id id = 0; id < symtab->count; id++)
    {
      if (wanted != NULL && !symset_has (wanted, id))
        continue;
      if (symtab->first_rank[id] != symtab->rank[id])
        questions[count++] = 2 * id;
      questions[count++] = 2 * id + 1;
    }
  return count;
}

enum status
image_locate_symbols (struct image *image, struct symtab *symtab,
                      const struct symset *wanted, struct sources *sources,
                      struct diag *diag)
{
  if (!image_has_lines (image))
    return STATUS_OK;
  expect_many_allocations (image);
  uint32_t *questions = array_new (2 * symtab->count, sizeof *questions);
  if (questions == NULL)
    return diag_no_memory (diag);
  const size_t count = list_questions (symtab, wanted, questions);
  enum status status
      = sort_ids (questions, count, compare_questions, symtab, diag);
  for (size_t i = 0; i < count && status == STATUS_OK; i++)
    status = ask (image, symtab, questions[i], sources, diag);
  free (questions);
  return status;
}

/* Set *SECTION to the contents of the section NAME of ABFD, if that is there.  */
static enum status
load_section (struct image *image, bfd *abfd, const char *name,
              struct dwarf_section *section, struct diag *diag)
{
  asection *found = bfd_get_section_by_name (abfd, name);
  bfd_byte *contents = NULL;
  if (found == NULL || !(bfd_section_flags (found) & SEC_HAS_CONTENTS))
    return STATUS_OK;
  if (!bfd_get_full_section_contents (abfd, found, &contents))
    return bfd_get_error () == bfd_error_no_memory ? diag_no_memory (diag)
                                                   : STATUS_ABSENT;
  if (contents == NULL)
    return STATUS_OK;
  if (!vec_push (&image->contents, contents))
    {
      free (contents);
      return diag_no_memory (diag);
    }
  section->data = contents;
  section->size = bfd_section_size (found);
  return STATUS_OK;
}

static bool
has_line_table (bfd *abfd)
{
  return bfd_get_section_by_name (abfd, ".debug_line") != NULL;
}

/* Where the debugging information is, or null.  */
static bfd *
find_debugging_information (struct image *image)
{
  if (has_line_table (image->symbols_bfd))
    return image->symbols_bfd;
  if (image->debug_bfd == NULL)
    image->debug_bfd = open_debug_file (image);
  return image->debug_bfd != NULL && has_line_table (image->debug_bfd)
             ? image->debug_bfd
             : NULL;
}

enum status
image_dwarf (struct image *image, struct dwarf_sections *sections,
             struct diag *diag)
{
  *sections = (struct dwarf_sections){ 0 };
  /* Sections of object files would have to be relocated first.  */
  if (bfd_get_flavour (image->bfd) != bfd_target_elf_flavour
      || !(bfd_get_file_flags (image->bfd) & (EXEC_P | DYNAMIC)))
    return STATUS_ABSENT;
  bfd *abfd = find_debugging_information (image);
  if (abfd == NULL)
    return STATUS_ABSENT;
  sections->big_endian = image->target.big_endian;
  const struct
  {
    const char *name;
    struct dwarf_section *section;
  } wanted[] = {
    { ".debug_info", &sections->info },
    { ".debug_abbrev", &sections->abbrev },
    { ".debug_line", &sections->line },
    { ".debug_ranges", &sections->ranges },
    { ".debug_rnglists", &sections->rnglists },
    { ".debug_addr", &sections->addr },
  };
  enum status status = STATUS_OK;
  for (size_t i = 0; i < sizeof wanted / sizeof *wanted && status == STATUS_OK;
       i++)
    status
        = load_section (image, abfd, wanted[i].name, wanted[i].section, diag);
  return status;
}

char *
image_demangle (const struct image *image, const char *name, int style)
{
  return bfd_demangle (image->bfd, name, DMGL_ANSI | DMGL_PARAMS | style);
}

void
image_close (struct image *image)
{
  if (image == NULL)
    return;
  if (image->symbols_bfd != NULL && image->symbols_bfd != image->bfd)
    bfd_close (image->symbols_bfd);
  if (image->bfd != NULL)
    bfd_close (image->bfd);
  if (image->debug_bfd != NULL)
    bfd_close (image->debug_bfd);
  for (size_t i = 0; i < image->contents.count; i++)
    free (image->contents.items[i]);
  vec_release (&image->contents);
  vec_release (&image->code);
  free (image->symbols);
  free (image->synthetic);
  free (image);
}
