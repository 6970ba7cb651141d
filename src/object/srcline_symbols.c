/* srcline_symbols.c - which source line each symbol starts at.  */

#include "config.h"

#include "base/vec.h"
#include "srcline_private.h"

struct locator
{
  struct srcline *srcline;
  struct symtab *symtab;
  struct sources *sources;
  bool asks_libbfd; /* our own reader is of no use */
  struct diag *diag;
};

/* Set *PATH and *LINE to where the code at PC comes from.  That counts only if
   the function is known, too.  As a rule the symbol table knows it; otherwise
   libbfd has to look through DWARF's functions.  */
static enum status
find_place (struct locator *locator, uint64_t pc, const char **path,
            uint32_t *line)
{
  struct srcline *srcline = locator->srcline;
  if (!locator->asks_libbfd
      && nearest_find (&srcline->own.nearest, pc) != NULL)
    {
      enum status status = imitation_find_line (&srcline->own, pc, path, line,
                                                &locator->asks_libbfd);
      if (!locator->asks_libbfd)
        return status;
      image_expect_lines (srcline->image);
    }
  struct code_place place;
  enum status status = srcline_ask_libbfd (srcline, pc, &place, locator->diag);
  *path = place.file;
  *line = place.line;
  return status;
}

/* Answer a question, see imitation_ask_each.  */
static enum status
answer (void *context, sym_id id, bool is_kept)
{
  struct locator *locator = context;
  struct symtab *symtab = locator->symtab;
  const char *path;
  uint32_t line;
  source_id file;
  enum status status = find_place (locator, symtab->start[id], &path, &line);
  if (status == STATUS_OK)
    status = sources_intern (locator->sources, path, &file, locator->diag);
  if (status == STATUS_OK && is_kept)
    {
      symtab->file[id] = file;
      symtab->line[id] = line;
    }
  return status == STATUS_ABSENT ? STATUS_OK : status;
}

/* Prepare for questions about the symbols in WANTED (all if it is null), and
   set *IS_NEEDED to whether the answers depend on questions about others.  */
static enum status
check_memory (const struct locator *locator, const struct symset *wanted,
              bool *is_needed)
{
  const struct symtab *symtab = locator->symtab;
  address_list starts = { 0 };
  enum status status = STATUS_OK;
  for (sym_id id = 0; id < symtab->count && status == STATUS_OK; id++)
    if ((wanted == NULL || symset_has (wanted, id))
        && !vec_push (&starts, symtab->start[id]))
      status = diag_no_memory (locator->diag);
  if (status == STATUS_OK)
    status
        = imitation_check_memory (&locator->srcline->own, &starts, is_needed);
  vec_release (&starts);
  return status;
}

enum status
srcline_locate (struct srcline *srcline, struct symtab *symtab,
                const struct symset *wanted, struct sources *sources,
                struct diag *diag)
{
  struct locator locator = {
    .srcline = srcline, .symtab = symtab, .sources = sources, .diag = diag
  };
  bool asks_all = false;
  enum status status = srcline_has_lines (srcline, diag);
  if (status != STATUS_OK)
    return status == STATUS_ABSENT ? STATUS_OK : status;
  status = srcline_read (srcline, diag);
  locator.asks_libbfd = status == STATUS_ABSENT;
  if (status == STATUS_ABSENT)
    image_expect_lines (srcline->image);
  else if (status == STATUS_OK)
    status = check_memory (&locator, wanted, &asks_all);
  if (status != STATUS_OK && status != STATUS_ABSENT)
    return status;
  return imitation_ask_each (symtab, asks_all ? NULL : wanted, answer,
                             &locator, diag);
}
