/* image_symbols.c - the image's symbols, and which of them can name code
   (R3.2-R3.8); those of a stripped image; and which addresses of code the
   program has as data.  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/bytes.h"
#include "base/i18n.h"
#include "base/sort.h"
#include "base/unpack.h"
#include "image_private.h"

/* The symbol table of ABFD cannot be read.  */
static enum status
fail_to_read (const struct image *image, const bfd *abfd, struct diag *diag)
{
  /* libbfd takes a place that is not in a file in memory for a failure of the
     system.  */
  if (abfd == image->minimal_bfd && bfd_get_error () == bfd_error_system_call)
    bfd_set_error (bfd_error_file_truncated);
  return image_fail (image, _ ("cannot read the symbol table"), diag);
}

/* Read the static symbol table of ABFD into image->symbols.  */
static enum status
load_own_symbols (struct image *image, bfd *abfd, struct diag *diag)
{
  const long size = bfd_get_symtab_upper_bound (abfd);
  if (size < 0)
    return fail_to_read (image, abfd, diag);
  free (image->symbols);
  image->symbols = memory_new ((size_t)size + sizeof *image->symbols);
  const long count = bfd_canonicalize_symtab (abfd, image->symbols);
  image->symbol_count = count > 0 ? (size_t)count : 0;
  image->symbols[image->symbol_count] = NULL;
  if (count < 0)
    return fail_to_read (image, abfd, diag);
  return image_check_failure (image, diag);
}

/* Set *SYMBOLS, to be freed, to the *COUNT dynamic symbols of the image; null
   if it has none.  */
static void
load_dynamic_symbols (const struct image *image, asymbol ***symbols,
                      size_t *count)
{
  *symbols = NULL;
  *count = 0;
  const long size = bfd_get_dynamic_symtab_upper_bound (image->bfd);
  if (size <= 0)
    return;
  *symbols = memory_new ((size_t)size + sizeof **symbols);
  const long found = bfd_canonicalize_dynamic_symtab (image->bfd, *symbols);
  *count = found > 0 ? (size_t)found : 0;
}

void
image_keep_dynamic (struct image *image)
{
  if (image->dynamic == NULL)
    load_dynamic_symbols (image, &image->dynamic, &image->dynamic_count);
}

/* The text section of SEPARATE, which has symbols of IMAGE; null if it is not
   where that of the image is.  */
static asection *
find_same_text (const struct image *image, bfd *separate)
{
  asection *text
      = bfd_get_section_by_name (separate, bfd_section_name (image->text));
  return text != NULL
                 && bfd_section_vma (text) == bfd_section_vma (image->text)
             ? text
             : NULL;
}

/* --- Symbols of a stripped image ----------------------------------------- */

/* The section .gnu_debugdata, which distributions leave there, holds an ELF
   file, compressed with xz, whose symbol table has the functions that are no
   dynamic symbols.  It is expanded into memory, and libbfd reads it from
   there.  */

enum
{
  FIRST = 1 << 20, /* bytes of memory to begin with */
  MOST = 128 << 20 /* that a table of functions may have */
};

typedef VEC (bfd_byte) byte_list;

/* Set image->minimal to what PACKED expands to.  */
static enum status
expand_section (struct image *image, const struct section_bytes *packed,
                struct diag *diag)
{
  byte_list all = { 0 };
  struct unpack unpack = { 0 };
  enum status status = STATUS_OK;
  /* As reasons of the library are, in its language.  */
  const char *reason = NULL;
  if (packing_of (packed->data, packed->size) != PACKING_XZ)
    reason = "damaged data";
  unpack_start (&unpack, PACKING_XZ);
  unpack.next = packed->data;
  unpack.left = packed->size;
  unpack.is_last = true;
  while (reason == NULL && status == STATUS_OK && !unpack.at_end)
    {
      vec_reserve (&all, all.count + FIRST);
      const size_t space = all.capacity - all.count;
      unpack.to = all.items + all.count;
      unpack.space = space;
      status = unpack_run (&unpack, image->name, diag);
      all.count += space - unpack.space;
      if (status == STATUS_OK && !unpack.at_end && all.count >= MOST)
        reason = "more memory would be needed than may be used";
    }
  unpack_release (&unpack);
  if (reason != NULL)
    status
        = diag_fail (diag, STATUS_FORMAT, PLACE_FILE (image->name),
                     _ ("cannot be decompressed with %s: %s"), "xz", reason);
  if (status == STATUS_OK)
    {
      vec_push (&image->contents, all.items);
      image->minimal = (struct section_bytes){ all.items, all.count };
    }
  else
    vec_release (&all);
  return status;
}

/* --- libbfd reads from memory -------------------------------------------- */

static void *
open_bytes (struct bfd *abfd, void *bytes)
{
  (void)abfd;
  return bytes;
}

static file_ptr
read_bytes (struct bfd *abfd, void *stream, void *to, file_ptr count,
            file_ptr offset)
{
  const struct section_bytes *bytes = stream;
  (void)abfd;
  if (count < 0 || offset < 0 || (ufile_ptr)offset > bytes->size)
    return 0;
  const size_t left = bytes->size - (size_t)offset;
  const size_t size = (ufile_ptr)count < left ? (size_t)count : left;
  memcpy (to, bytes->data + offset, size);
  return (file_ptr)size;
}

static int
describe_bytes (struct bfd *abfd, void *stream, struct stat *about)
{
  const struct section_bytes *bytes = stream;
  (void)abfd;
  *about = (struct stat){ .st_mode = S_IFREG, .st_size = (off_t)bytes->size };
  return 0;
}

/* Set image->minimal_bfd to the file in image->minimal.  */
static enum status
open_minimal (struct image *image, struct diag *diag)
{
  struct elf_header header;
  image->minimal_bfd
      = bfd_openr_iovec (image->name, NULL, open_bytes, &image->minimal,
                         read_bytes, NULL, describe_bytes);
  if (image->minimal_bfd == NULL)
    return image_fail (image, _ ("cannot open"), diag);
  enum status status
      = image_check_header (image, image->minimal_bfd, &header, diag);
  if (status == STATUS_OK && !image_check_format (image->minimal_bfd))
    status = image_fail (image, _ ("not a program or object file"), diag);
  return status == STATUS_OK
                 && find_same_text (image, image->minimal_bfd) == NULL
             ? STATUS_ABSENT
             : status;
}

/* Expand what the section .gnu_debugdata of IMAGE holds into image->minimal and
   open it as image->minimal_bfd.  STATUS_ABSENT if there is none, or it is of
   another image; STATUS_FORMAT, STATUS_UNSUPPORTED without liblzma.  */
static enum status
expand_minimal (struct image *image, struct diag *diag)
{
  static const char name[] = ".gnu_debugdata";
  asection *section = bfd_get_section_by_name (image->bfd, name);
  struct section_bytes packed;
  if (section == NULL)
    return STATUS_ABSENT;
  enum status status
      = image_section (image, image->bfd, section, &packed, diag);
  if (status != STATUS_OK)
    return status;
  const char *image_name = image->name;
  char *file = memory_format ("%s(%s)", image_name, name);
  image->name = file; /* for messages */
  status = expand_section (image, &packed, diag);
  if (status == STATUS_OK)
    status = open_minimal (image, diag);
  image->name = image_name;
  free (file);
  if (status != STATUS_OK)
    image->minimal = (struct section_bytes){ 0 };
  return status;
}

/* --- All symbols --------------------------------------------------------- */

/* The image has no symbols: read them, and later the lines, from its separate
   debug file if there is one.  */
static enum status
turn_to_debug_file (struct image *image, struct diag *diag)
{
  bfd *separate = image_open_debug_file (image);
  asection *text = separate != NULL ? find_same_text (image, separate) : NULL;
  if (text == NULL)
    return STATUS_OK;
  image->symbols_bfd = separate;
  image->symbols_text = text;
  return load_own_symbols (image, separate, diag);
}

/* Append libbfd's synthetic symbols.  GNU gprof makes them without the dynamic
   symbols.  The linkage table, for which these are needed, is in the image
   itself; its symbols are of no use there if they come from the debug file.  */
static void
add_synthetic_symbols (struct image *image, bool with_linkage_table)
{
  const size_t count = image->symbol_count;
  bfd *abfd = with_linkage_table ? image->bfd : image->symbols_bfd;
  const bool are_of_use
      = image->minimal.size == 0 && (image->symbols_bfd == abfd);
  if (with_linkage_table)
    image_keep_dynamic (image);
  const long extra = bfd_get_synthetic_symtab (
      abfd, are_of_use ? (long)count : 0, image->symbols,
      with_linkage_table ? (long)image->dynamic_count : 0,
      with_linkage_table ? image->dynamic : NULL, &image->synthetic);
  if (extra <= 0)
    return;
  const size_t total = count + (size_t)extra;
  asymbol **all = memory_grow (image->symbols, (total + 1) * sizeof *all);
  image->symbols = all;
  for (long i = 0; i < extra; i++)
    all[count + (size_t)i] = &image->synthetic[i];
  all[total] = NULL;
  image->symbol_count = total;
}

/* Read the symbols that the image has in .gnu_debugdata, and behind them the
   dynamic ones, which are not there.  */
static enum status
load_minimal_symbols (struct image *image, struct diag *diag)
{
  enum status status = expand_minimal (image, diag);
  if (status == STATUS_OK)
    status = load_own_symbols (image, image->minimal_bfd, diag);
  if (status != STATUS_OK)
    return status;
  image_keep_dynamic (image);
  const size_t count = image->symbol_count + image->dynamic_count;
  asymbol **all = memory_grow (image->symbols, (count + 1) * sizeof *all);
  if (image->dynamic_count > 0)
    memcpy (all + image->symbol_count, image->dynamic,
            image->dynamic_count * sizeof *all);
  all[count] = NULL;
  image->symbols = all;
  image->symbol_count = count;
  return STATUS_OK;
}

/* The image has no symbols, nor has a debug file: take those of
   .gnu_debugdata.  If that is damaged, a warning says so.  */
static enum status
take_minimal_symbols (struct image *image, struct diag *diag)
{
  struct diag tried = { .program = diag->program, .stream = diag->stream };
  enum status status = load_minimal_symbols (image, &tried);
  if (status == STATUS_FORMAT || status == STATUS_UNSUPPORTED)
    {
      image->symbol_count = 0;
      image->minimal = (struct section_bytes){ 0 };
      diag_warn_failed (diag, &tried);
      diag_release (&tried);
      status = STATUS_OK;
    }
  return status == STATUS_OK || status == STATUS_ABSENT
             ? STATUS_OK
             : diag_adopt (diag, &tried);
}

bool
image_is_stripped (const struct image *image)
{
  return image->has_only_dynamic;
}

/* Fill image->symbols: the static symbol table, then libbfd's synthetic
   symbols (R3.2).  */
static enum status
load_symbols (struct image *image, const struct symbol_filter *filter,
              struct diag *diag)
{
  image_forget_failure ();
  enum status status = load_own_symbols (image, image->bfd, diag);
  if (status == STATUS_OK && image->symbol_count == 0)
    status = turn_to_debug_file (image, diag);
  if (status == STATUS_OK && image->symbol_count == 0
      && !filter->quirks.knows_no_debugdata)
    status = take_minimal_symbols (image, diag);
  if (status != STATUS_OK)
    return status;
  if (image->symbol_count == 0 && filter->takes_dynamic)
    {
      free (image->symbols);
      image->has_only_dynamic = true;
      load_dynamic_symbols (image, &image->symbols, &image->symbol_count);
    }
  add_synthetic_symbols (image, filter->with_linkage_table);
  return image_check_failure (image, diag);
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
      /* A name farther away than the file is long is a constant that libbfd
         substitutes for a bad name.  */
      if (region_end == NULL
          || (end > region_end && (ufile_ptr)(end - region_end) < file_size))
        region_end = end;
    }
  return region_end;
}

/* GNU gprof's actual filter: from a dotted suffix at the end of a name it goes
   on to the next string of the table (R3.6).  Here it does so only within the
   known part of the table, which is empty without the quirk.  */
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

/* The intended filter (R3.5), for local symbols that the image does not mark
   as functions.  */
static bool
label_passes (const char *name)
{
  bool suffix_at_end;
  const char *end;
  return name[0] != '\0' && name_passes (name, &suffix_at_end, &end);
}

/* Is a local text symbol a function, or a label that a programmer wrote?
   (R3.4, rule 4)  */
static bool
local_qualifies (const struct image *image, const asymbol *symbol,
                 const struct symbol_filter *filter)
{
  const char *name = symbol->name;
  const bool is_function = symbol->flags & BSF_FUNCTION;
  if (filter->no_static)
    return false;
  if (filter->quirks.drops_dotted_locals
          ? !gnu_name_passes (image, name)
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

/* Do this image's symbols have a type that distinguishes functions from other
   labels?  (R3.8)  */
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

/* STATUS_FORMAT if the names of all symbols, qualifying or not, are too long
   together: linkers let a name be the end of another, but a file could have one
   long text and a symbol for each of its bytes.  To be called before the names
   are processed.  */
static enum status
check_names (const struct image *image, struct diag *diag)
{
  const ufile_ptr file_size = bfd_get_file_size (image->symbols_bfd);
  uint64_t left = (UINT64_C (64) << 20)
                  + 8 * (file_size < UINT64_MAX / 16 ? file_size : 0);
  for (size_t i = 0; i < image->symbol_count; i++)
    {
      const char *name = image->symbols[i]->name;
      const size_t length = name != NULL ? strlen (name) : 0;
      if (length > left)
        return diag_fail (diag, STATUS_FORMAT, PLACE_FILE (image->name),
                          _ ("the names of symbols overlap, and are together "
                             "many times longer than the file"));
      left -= length;
    }
  return STATUS_OK;
}

/* The name of SYMBOL, without its version if it is a dynamic one; or if
   IN_LIBRARY and that is the version that is linked today, which the name alone
   means.  */
static const char *
without_version (struct image *image, const asymbol *symbol, bool in_library)
{
  const char *name = symbol->name;
  const char *at = symbol->flags & BSF_SYNTHETIC ? NULL : strchr (name, '@');
  return at != NULL && at > name
                 && ((symbol->flags & BSF_DYNAMIC)
                     || (in_library && at[1] == '@'))
             ? arena_text (&image->names, name, (size_t)(at - name))
             : name;
}

/* --- One symbol for each address ----------------------------------------- */

/* What decides among symbols of one address, the worst first.  */
enum
{
  GRADE_STATIC = 8,
  GRADE_LABEL = 4,       /* no function */
  GRADE_OLD_VERSION = 2, /* only what was linked long ago calls it */
  GRADE_WEAK = 1
};

struct choice
{
  const struct symbol *symbols;
  VEC (uint8_t) grades; /* of these */
};

static uint8_t
grade_of (const asymbol *symbol, const struct symbol *entry)
{
  const char *at
      = symbol->flags & BSF_SYNTHETIC ? NULL : strchr (symbol->name, '@');
  return (uint8_t)((entry->flags & SYMBOL_STATIC ? GRADE_STATIC : 0)
                   | (entry->flags & SYMBOL_FUNCTION ? 0 : GRADE_LABEL)
                   | (at != NULL && at[1] != '@' ? GRADE_OLD_VERSION : 0)
                   | (symbol->flags & BSF_WEAK ? GRADE_WEAK : 0));
}

/* By address, then the best first: that of the better grade, but fewer
   underscores in front of the name say more than that it is not weak; the
   shortest, since "expf64" is "exp" to most; and by name.  */
static int
compare_choices (uint32_t a, uint32_t b, const void *context)
{
  const struct choice *choice = context;
  const struct symbol *x = &choice->symbols[a], *y = &choice->symbols[b];
  const int grades[] = { choice->grades.items[a], choice->grades.items[b] };
  const size_t lengths[] = { strlen (x->name), strlen (y->name) };
  const size_t dashes[] = { strspn (x->name, "_"), strspn (y->name, "_") };
  if (x->start_pc != y->start_pc)
    return x->start_pc < y->start_pc ? -1 : 1;
  if (grades[0] / 2 != grades[1] / 2)
    return grades[0] - grades[1];
  if (dashes[0] != dashes[1])
    return dashes[0] < dashes[1] ? -1 : 1;
  if (grades[0] != grades[1])
    return grades[0] - grades[1];
  if (lengths[0] != lengths[1])
    return lengths[0] < lengths[1] ? -1 : 1;
  const int order = strcmp (x->name, y->name);
  return order != 0 ? order : a < b ? -1 : a > b;
}

/* Keep the best of each address in SYMBOLS, from FIRST on, which CHOICE has the
   grades of.  */
static void
keep_one_each (symbol_list *symbols, size_t first, struct choice *choice)
{
  const size_t count = symbols->count - first;
  uint32_t *ids = array_new (count, sizeof *ids);
  bool *is_best = array_new (count, sizeof *is_best);
  choice->symbols = symbols->items + first;
  for (size_t i = 0; i < count; i++)
    ids[i] = (uint32_t)i;
  sort_ids (ids, count, compare_choices, choice);
  for (size_t i = 0; i < count; i++)
    is_best[ids[i]] = i == 0
                      || choice->symbols[ids[i]].start_pc
                             != choice->symbols[ids[i - 1]].start_pc;
  symbols->count = first;
  for (size_t i = 0; i < count; i++)
    if (is_best[i])
      symbols->items[symbols->count++] = choice->symbols[i];
  free (is_best);
  free (ids);
}

enum status
image_read_symbols (struct image *image, const struct symbol_filter *filter,
                    symbol_list *symbols, struct diag *diag)
{
  const size_t first = symbols->count;
  enum status status = load_symbols (image, filter, diag);
  if (status == STATUS_OK)
    status = check_names (image, diag);
  if (status != STATUS_OK)
    return status;
  if (filter->quirks.walks_into_next_string
      && bfd_get_flavour (image->bfd) == bfd_target_elf_flavour)
    image->names_end = names_region (image);

  const bool typed = types_functions (image);
  struct choice choice = { 0 };
  for (size_t i = 0; i < image->symbol_count; i++)
    {
      asymbol *symbol = image->symbols[i];
      const int class = qualifying_class (image, symbol, filter);
      if (class == 0)
        continue;
      const bool is_function = !typed || (symbol->flags & BSF_FUNCTION);
      const struct symbol entry = {
        bfd_asymbol_value (symbol),
        without_version (image, symbol, filter->one_each),
        (uint8_t)((is_function ? SYMBOL_FUNCTION : 0)
                  | (class == 't' ? SYMBOL_STATIC : 0)
                  | (class == 't' && !label_passes (symbol->name) ? SYMBOL_OURS
                                                                  : 0))
      };
      vec_push (symbols, entry);
      if (filter->one_each)
        vec_push (&choice.grades, grade_of (symbol, &entry));
    }
  if (filter->one_each)
    keep_one_each (symbols, first, &choice);
  vec_release (&choice.grades);
  if (symbols->count == first)
    return image->symbol_count == 0
               ? image_fail_stripped (image, diag)
               : diag_fail (diag, STATUS_FORMAT, PLACE_FILE (image->name),
                            _ ("no symbol names a function"));
  return STATUS_OK;
}

/* --- Addresses of code that are taken ------------------------------------ */

/* They are those that relocations put into memory when the program starts, those
   that instructions form, and in an image that is not relocated, words that are
   such an address.

   Instructions are not decoded one by one: a few bytes tell those that form
   an address, and what only looks like one is hardly ever where a function
   begins.  */

/* A section with its bytes.  */
struct section
{
  uint64_t pc;
  const unsigned char *data;
  size_t size;
};

/* Append to TAKEN the addresses of relocations.  */
static void
list_relocations (struct image *image, address_list *taken)
{
  const long size = bfd_get_dynamic_reloc_upper_bound (image->bfd);
  if (size <= 0)
    return;
  arelent **relocations = memory_new ((size_t)size + sizeof *relocations);
  const long count = bfd_canonicalize_dynamic_reloc (image->bfd, relocations,
                                                     image->dynamic);
  for (long i = 0; i < count; i++)
    {
      const arelent *relocation = relocations[i];
      const uint64_t base
          = relocation->sym_ptr_ptr != NULL && *relocation->sym_ptr_ptr != NULL
                ? bfd_asymbol_value (*relocation->sym_ptr_ptr)
                : 0;
      vec_push (taken, base + relocation->addend);
    }
  free (relocations);
}

/* --- In code and data ---------------------------------------------------- */

/* Append PC if it is in a section with code.  */
static void
push_code (const struct image *image, address_list *taken, uint64_t pc)
{
  if (image_is_code (image, pc))
    vec_push (taken, pc);
}

/* "lea DISPLACEMENT(%rip), REGISTER" in 64-bit code.  */
static void
scan_x86_64 (const struct image *image, const struct section *section,
             address_list *taken)
{
  enum
  {
    LENGTH = 7
  };
  for (size_t i = 0; i + LENGTH <= section->size; i++)
    {
      const unsigned char *at = section->data + i;
      if (at[1] == 0x8d && (at[0] & 0xfb) == 0x48 && (at[2] & 0xc7) == 0x05)
        push_code (image, taken,
                   section->pc + i + LENGTH
                       + (uint64_t)(int32_t)bytes_decode_u32 (at + 3, false));
    }
}

/* The signed number of 21 bits in an ADR or ADRP instruction.  */
static uint64_t
adr_offset (uint32_t word)
{
  const uint64_t offset
      = ((uint64_t)(word >> 5 & 0x7ffff) << 2) | (word >> 29 & 3);
  return (offset ^ 0x100000) - 0x100000;
}

/* ADR, and ADRP with an ADD of a number to its register.  */
static void
scan_aarch64 (const struct image *image, const struct section *section,
              address_list *taken)
{
  uint64_t page[32];
  uint32_t has_page = 0; /* bits of registers */
  for (size_t i = 0; i + 4 <= section->size; i += 4)
    {
      const uint64_t pc = section->pc + i;
      const uint32_t word = bytes_decode_u32 (section->data + i, false);
      const uint32_t source = word >> 5 & 31;
      if ((word & 0x9f000000) == 0x10000000)
        push_code (image, taken, pc + adr_offset (word));
      else if ((word & 0x9f000000) == 0x90000000)
        {
          page[word & 31] = (pc & ~(uint64_t)4095) + (adr_offset (word) << 12);
          has_page |= (uint32_t)1 << (word & 31);
        }
      else if ((word & 0xffc00000) == 0x91000000 && (has_page >> source & 1))
        push_code (image, taken, page[source] + (word >> 10 & 4095));
    }
}

/* All words of SIZE bytes, each STEP bytes behind the last one.  */
static void
scan_words (const struct image *image, const struct section *section,
            size_t size, size_t step, address_list *taken)
{
  const bool big_endian = image->target.big_endian;
  const size_t first = (size_t)(-section->pc & (step - 1));
  const size_t ranges = image->code.count;
  if (ranges == 0)
    return;
  const uint64_t low_pc = image->code.items[0].low_pc;
  const uint64_t extent = image->code.items[ranges - 1].high_pc - low_pc;
  if (size < 8 && low_pc >> 8 * size > 0)
    return; /* no such word is an address of code */
  for (size_t i = first; i < section->size && section->size - i >= size;
       i += step)
    {
      const uint64_t value
          = bytes_decode (section->data + i, (unsigned)size, big_endian);
      if (value - low_pc < extent)
        push_code (image, taken, value);
    }
}

static void
scan_section (const struct image *image, const struct section *section,
              bool is_code, address_list *taken)
{
  const struct target *target = &image->target;
  /* Do relocations move the image when it is loaded?  */
  const bool is_relocated = bfd_get_file_flags (image->bfd) & DYNAMIC;
  const size_t word = target->word_size;
  if (is_code && target->machine == MACHINE_AARCH64)
    scan_aarch64 (image, section, taken);
  if (is_code && target->machine == MACHINE_X86 && word == 8)
    scan_x86_64 (image, section, taken);
  if (is_relocated)
    return;
  if (!is_code)
    scan_words (image, section, word, word, taken);
  else if (target->machine == MACHINE_X86)
    scan_words (image, section, 4, 1, taken);
}

/* Look at all sections that are loaded.  */
static enum status
scan_sections (struct image *image, address_list *taken, struct diag *diag)
{
  const flagword loaded = SEC_ALLOC | SEC_LOAD | SEC_HAS_CONTENTS;
  enum status status = STATUS_OK;
  for (asection *section = image->bfd->sections;
       section != NULL && status == STATUS_OK; section = section->next)
    {
      const flagword flags = bfd_section_flags (section);
      struct section_bytes bytes = { 0 };
      if ((flags & loaded) != loaded)
        continue;
      status = image_section (image, image->bfd, section, &bytes, diag);
      const struct section found
          = { bfd_section_vma (section), bytes.data, bytes.size };
      if (status == STATUS_OK)
        scan_section (image, &found, flags & SEC_CODE, taken);
      status = status == STATUS_ABSENT ? STATUS_OK : status;
    }
  return status;
}

enum status
image_list_taken (struct image *image, address_list *taken, struct diag *diag)
{
  image_forget_failure ();
  image_keep_dynamic (image);
  if (image->dynamic != NULL)
    list_relocations (image, taken);
  enum status status = scan_sections (image, taken, diag);
  return status == STATUS_OK ? image_check_failure (image, diag) : status;
}
