/* image_symbols.c - the image's symbols, and which of them can name code
   (R3.2-R3.8).  */

#include "config.h"

#include "image_private.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"

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
  image->symbols = malloc ((size_t)size + sizeof *image->symbols);
  if (image->symbols == NULL)
    return diag_no_memory (diag);
  const long count = bfd_canonicalize_symtab (abfd, image->symbols);
  if (count < 0)
    return fail_to_read (image, abfd, diag);
  image->symbol_count = (size_t)count;
  return image_check_failure (image, diag);
}

enum status
image_dynamic_symbols (const struct image *image, asymbol ***symbols,
                       size_t *count, struct diag *diag)
{
  *symbols = NULL;
  *count = 0;
  const long size = bfd_get_dynamic_symtab_upper_bound (image->bfd);
  if (size <= 0)
    return STATUS_OK;
  *symbols = malloc ((size_t)size + sizeof **symbols);
  if (*symbols == NULL)
    return diag_no_memory (diag);
  const long found = bfd_canonicalize_dynamic_symtab (image->bfd, *symbols);
  *count = found > 0 ? (size_t)found : 0;
  return STATUS_OK;
}

enum status
image_keep_dynamic (struct image *image, struct diag *diag)
{
  return image->dynamic != NULL
             ? STATUS_OK
             : image_dynamic_symbols (image, &image->dynamic,
                                      &image->dynamic_count, diag);
}

asection *
image_find_same_text (const struct image *image, bfd *separate)
{
  asection *text
      = bfd_get_section_by_name (separate, bfd_section_name (image->text));
  return text != NULL
                 && bfd_section_vma (text) == bfd_section_vma (image->text)
             ? text
             : NULL;
}

/* The image has no symbols: read them, and later the lines, from its separate
   debug file if there is one.  */
static enum status
turn_to_debug_file (struct image *image, struct diag *diag)
{
  bfd *separate = image_open_debug_file (image);
  if (separate == NULL)
    return STATUS_OK;
  asection *text = image_find_same_text (image, separate);
  if (text == NULL)
    {
      bfd_close (separate);
      return STATUS_OK;
    }
  image->symbols_bfd = separate;
  image->symbols_text = text;
  return load_own_symbols (image, separate, diag);
}

/* Make image->synthetic, and return how many symbols it has, or what is not
   above 0.  GNU gprof makes them without the dynamic symbols.  The linkage
   table, for which these are needed, is in the image itself; its symbols are
   of no use there if they come from the debug file.  */
static long
make_synthetic_symbols (struct image *image, bool with_linkage_table,
                        struct diag *diag)
{
  long count = (long)image->symbol_count;
  if (image->minimal.size > 0)
    count = 0;
  if (!with_linkage_table)
    return bfd_get_synthetic_symtab (image->symbols_bfd, count, image->symbols,
                                     0, NULL, &image->synthetic);
  if (image->symbols_bfd != image->bfd)
    count = 0;
  if (image_keep_dynamic (image, diag) != STATUS_OK)
    return -1;
  return bfd_get_synthetic_symtab (image->bfd, count, image->symbols,
                                   (long)image->dynamic_count, image->dynamic,
                                   &image->synthetic);
}

/* Append libbfd's synthetic symbols.  */
static enum status
add_synthetic_symbols (struct image *image, bool with_linkage_table,
                       struct diag *diag)
{
  const size_t count = image->symbol_count;
  const long extra = make_synthetic_symbols (image, with_linkage_table, diag);
  if (diag->status != STATUS_OK)
    return diag->status;
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

/* Read the symbols that the image has in .gnu_debugdata, and behind them the
   dynamic ones, which are not there.  */
static enum status
load_minimal_symbols (struct image *image, struct diag *diag)
{
  enum status status = image_open_minimal (image, diag);
  if (status == STATUS_OK)
    status = load_own_symbols (image, image->minimal_bfd, diag);
  if (status == STATUS_OK)
    status = image_keep_dynamic (image, diag);
  if (status != STATUS_OK)
    return status;
  const size_t count = image->symbol_count + image->dynamic_count;
  asymbol **all = realloc (image->symbols, (count + 1) * sizeof *all);
  if (all == NULL)
    return diag_no_memory (diag);
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

/* There are not even these: take the dynamic ones.  */
static enum status
take_dynamic_symbols (struct image *image, struct diag *diag)
{
  free (image->symbols);
  image->has_only_dynamic = true;
  return image_dynamic_symbols (image, &image->symbols, &image->symbol_count,
                                diag);
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
  image->symbols_bfd = image->bfd;
  image->symbols_text = image->text;
  image_forget_failure ();
  enum status status = load_own_symbols (image, image->bfd, diag);
  if (status == STATUS_OK && image->symbol_count == 0)
    status = turn_to_debug_file (image, diag);
  if (status == STATUS_OK && image->symbol_count == 0
      && !filter->quirks.knows_no_debugdata)
    status = take_minimal_symbols (image, diag);
  if (status == STATUS_OK && image->symbol_count == 0 && filter->takes_dynamic)
    status = take_dynamic_symbols (image, diag);
  if (status == STATUS_OK)
    status = add_synthetic_symbols (image, filter->with_linkage_table, diag);
  return status == STATUS_OK ? image_check_failure (image, diag) : status;
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

/* A cache of symbol classes.  Section and flags decide; libbfd compares the
   name of the section with many others each time.  */
struct known_classes
{
  struct
  {
    const asection *section;
    flagword flags;
    int class;
  } items[64];
};

static int
class_of (asymbol *symbol, struct known_classes *known)
{
  const flagword flags = symbol->flags;
  const size_t slots = sizeof known->items / sizeof *known->items;
  const size_t slot
      = (symbol->section->id ^ flags ^ flags >> 16) & (slots - 1);
  if (known->items[slot].section != symbol->section
      || known->items[slot].flags != flags)
    {
      known->items[slot].section = symbol->section;
      known->items[slot].flags = flags;
      known->items[slot].class = bfd_decode_symclass (symbol);
    }
  return known->items[slot].class;
}

/* The class of SYMBOL in nm's letters if it qualifies, else 0 (R3.4).  */
static int
qualifying_class (const struct image *image, asymbol *symbol,
                  const struct symbol_filter *filter,
                  struct known_classes *known)
{
  if (symbol->section == NULL || symbol->name == NULL
      || (symbol->flags & BSF_DEBUGGING))
    return 0;
  if (filter->no_static && (symbol->flags & BSF_LOCAL))
    return 0;
  const int class = class_of (symbol, known);
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

/* How long the names of all symbols together may be.  Linkers let a name be
   the end of another; but a file could have one long text and a symbol for
   each of its bytes.  */
static uint64_t
most_name_bytes (const struct image *image)
{
  const ufile_ptr file_size = bfd_get_file_size (image->symbols_bfd);
  return (UINT64_C (64) << 20)
         + 8 * (file_size < UINT64_MAX / 16 ? file_size : 0);
}

/* STATUS_FORMAT if the names of all symbols, qualifying or not, are longer
   than that together.  To be called before the names are processed.  */
static enum status
check_names (const struct image *image, struct diag *diag)
{
  uint64_t left = most_name_bytes (image);
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

/* The name of SYMBOL, if it is a dynamic one without its version; null when
   memory has run out.  */
static const char *
without_version (struct image *image, const asymbol *symbol)
{
  const char *name = symbol->name;
  const flagword kind = symbol->flags & (BSF_DYNAMIC | BSF_SYNTHETIC);
  const char *at = kind == BSF_DYNAMIC ? strchr (name, '@') : NULL;
  return at != NULL && at > name
             ? arena_text (&image->names, name, (size_t)(at - name))
             : name;
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
  struct known_classes known = { 0 };
  for (size_t i = 0; i < image->symbol_count; i++)
    {
      asymbol *symbol = image->symbols[i];
      const int class = qualifying_class (image, symbol, filter, &known);
      if (class == 0)
        continue;
      const bool is_function = !typed || (symbol->flags & BSF_FUNCTION);
      struct symbol entry = {
        bfd_asymbol_value (symbol), without_version (image, symbol),
        (uint8_t)((is_function ? SYMBOL_FUNCTION : 0)
                  | (class == 't' ? SYMBOL_STATIC : 0)
                  | (class == 't' && !label_passes (symbol->name) ? SYMBOL_OURS
                                                                  : 0))
      };
      if (entry.name == NULL || !vec_push (symbols, entry))
        return diag_no_memory (diag);
    }
  if (symbols->count == first)
    return image->symbol_count == 0
               ? image_fail_stripped (image, diag)
               : diag_fail (diag, STATUS_FORMAT, PLACE_FILE (image->name),
                            _ ("no symbol names a function"));
  return STATUS_OK;
}
