/* image_imports.c - which functions of libraries the program calls, as far as
   they say what a profile of it may lack.

   Only undefined symbols count: a program that was linked statically has all
   functions of the C library's files that it needs, whoever calls them.  */

#include "config.h"

#include "image_private.h"

#include <stdlib.h>

#include "base/bytes.h"

struct imported
{
  const char *name;
  enum import import;
};

/* For each kind those that say most come first.  */
static const struct imported table[] = {
  { "fork", IMPORT_FORK },
  { "vfork", IMPORT_FORK },
  { "daemon", IMPORT_FORK },
  { "forkpty", IMPORT_FORK },
  { "sigaction", IMPORT_HANDLER },
  { "signal", IMPORT_HANDLER },
  { "__sysv_signal", IMPORT_HANDLER },
  { "bsd_signal", IMPORT_HANDLER },
  { "sigset", IMPORT_HANDLER },
  { "qsort", IMPORT_CALLBACK },
  { "qsort_r", IMPORT_CALLBACK },
  { "bsearch", IMPORT_CALLBACK },
  { "lfind", IMPORT_CALLBACK },
  { "lsearch", IMPORT_CALLBACK },
  { "tsearch", IMPORT_CALLBACK },
  { "tfind", IMPORT_CALLBACK },
  { "twalk", IMPORT_CALLBACK },
  { "ftw", IMPORT_CALLBACK },
  { "ftw64", IMPORT_CALLBACK },
  { "nftw", IMPORT_CALLBACK },
  { "nftw64", IMPORT_CALLBACK },
  { "scandir", IMPORT_CALLBACK },
  { "scandir64", IMPORT_CALLBACK },
  { "glob", IMPORT_CALLBACK },
  { "dl_iterate_phdr", IMPORT_CALLBACK },
  { "sleep", IMPORT_WAIT },
  { "usleep", IMPORT_WAIT },
  { "nanosleep", IMPORT_WAIT },
  { "clock_nanosleep", IMPORT_WAIT },
  { "epoll_wait", IMPORT_WAIT },
  { "poll", IMPORT_WAIT },
  { "__poll_chk", IMPORT_WAIT },
  { "ppoll", IMPORT_WAIT },
  { "select", IMPORT_WAIT },
  { "pselect", IMPORT_WAIT },
  { "accept", IMPORT_WAIT },
  { "accept4", IMPORT_WAIT },
  { "recv", IMPORT_WAIT },
  { "recvfrom", IMPORT_WAIT },
  { "recvmsg", IMPORT_WAIT },
  { "pause", IMPORT_WAIT },
  { "sem_wait", IMPORT_WAIT },
  { "pthread_cond_wait", IMPORT_WAIT },
  { "wait", IMPORT_WAIT },
  { "waitpid", IMPORT_WAIT },
};

enum
{
  ROWS = sizeof table / sizeof *table
};

/* The row of SYMBOL of IMAGE, or ROWS.  */
static size_t
find_row (const struct image *image, const asymbol *symbol)
{
  size_t row = ROWS;
  if (symbol->name == NULL || symbol->section == NULL
      || !bfd_is_und_section (symbol->section) || (symbol->flags & BSF_WEAK))
    return row;
  const char *name = name_without_prefix (image, symbol->name);
  row = 0;
  while (row < ROWS && !is_named (name, table[row].name))
    row++;
  return row;
}

/* Lower FIRST_ROWS to the first row of each kind that SYMBOLS have.  */
static void
find_rows (const struct image *image, asymbol *const *symbols, size_t count,
           size_t first_rows[IMPORT_KINDS])
{
  for (size_t i = 0; i < count; i++)
    {
      const size_t row = find_row (image, symbols[i]);
      if (row < ROWS && row < first_rows[table[row].import])
        first_rows[table[row].import] = row;
    }
}

enum status
image_find_imports (struct image *image, const char *names[IMPORT_KINDS],
                    struct diag *diag)
{
  size_t rows[IMPORT_KINDS];
  for (size_t i = 0; i < IMPORT_KINDS; i++)
    rows[i] = ROWS;
  find_rows (image, image->symbols, image->symbol_count, rows);
  enum status status = STATUS_OK;
  if (image->symbol_count == 0)
    status = image_keep_dynamic (image, diag);
  if (status == STATUS_OK && image->symbol_count == 0)
    find_rows (image, image->dynamic, image->dynamic_count, rows);
  for (size_t i = 0; i < IMPORT_KINDS; i++)
    names[i] = rows[i] < ROWS ? table[rows[i]].name : NULL;
  return status;
}

/* --- Libraries ----------------------------------------------------------- */

/* Append to NAMES those that entries of the kind WHICH in the section of BYTES,
   each two words, have as places in TEXTS.  */
static enum status
read_entries (const struct image *image, const struct section_bytes *bytes,
              const struct section_bytes *texts, enum dynamic_name which,
              library_list *names, struct diag *diag)
{
  const unsigned word = image->elf.is_wide ? 8 : 4;
  const bool big_endian = image->target.big_endian;
  for (size_t at = 0; bytes->size - at >= 2 * word; at += 2 * word)
    {
      const uint64_t tag = bytes_decode (bytes->data + at, word, big_endian);
      const uint64_t place
          = bytes_decode (bytes->data + at + word, word, big_endian);
      if (tag != (uint64_t)which || place >= texts->size
          || memchr (texts->data + place, '\0', texts->size - place) == NULL)
        continue;
      if (!vec_push (names, (const char *)texts->data + place))
        return diag_no_memory (diag);
    }
  return STATUS_OK;
}

enum status
image_list_names (struct image *image, enum dynamic_name which,
                  library_list *names, struct diag *diag)
{
  asection *entries = bfd_get_section_by_name (image->bfd, ".dynamic");
  asection *strings = bfd_get_section_by_name (image->bfd, ".dynstr");
  struct section_bytes bytes, texts;
  if (bfd_get_flavour (image->bfd) != bfd_target_elf_flavour || entries == NULL
      || strings == NULL)
    return STATUS_OK;
  image_forget_failure ();
  enum status status
      = image_section (image, image->bfd, entries, &bytes, diag);
  if (status == STATUS_OK)
    status = image_section (image, image->bfd, strings, &texts, diag);
  if (status == STATUS_OK)
    status = read_entries (image, &bytes, &texts, which, names, diag);
  return status == STATUS_ABSENT ? STATUS_OK : status;
}
