/* locate.c - which source line each symbol starts at.  */

#include "config.h"

#include "object/locate.h"

#include <stdlib.h>

#include "base/sort.h"
#include "base/vec.h"

/* --- The questions, in the reference's order
   ------------------------------  */

/* Questions about where symbols are from come in the image's order, for what
   libbfd was asked may change what it answers (R3.10), and our own reader has
   to follow that.  At an address with several symbols GNU gprof asks for each
   of them; we ask for the first, with which the source file becomes known
   (R3.15), and for the one that was kept.  A question is the symbol's id
   doubled, plus 1 for the latter.  */
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
locate_each (const struct symtab *symtab, const struct symset *wanted,
             locate_visit *visit, void *context, struct diag *diag)
{
  uint32_t *questions = array_new (2 * symtab->count, sizeof *questions);
  if (questions == NULL)
    return diag_no_memory (diag);
  const size_t count = list_questions (symtab, wanted, questions);
  enum status status
      = sort_ids (questions, count, compare_questions, symtab, diag);
  for (size_t i = 0; i < count && status == STATUS_OK; i++)
    status = visit (context, questions[i] / 2, questions[i] & 1);
  free (questions);
  return status;
}

/* --- The answers
   ----------------------------------------------------------  */

struct locator
{
  struct image *image;
  struct symtab *symtab;
  struct sources *sources;
  struct dwarf *dwarf; /* null: libbfd is asked */
  struct nearest *nearest;
  struct diag *diag;
};

/* Set *PATH and *LINE to where the code at PC comes from, by our own
   reader.  */
static enum status
find_line (struct locator *locator, uint64_t pc, const char **path,
           uint32_t *line)
{
  bool is_damaged;
  enum status status
      = dwarf_find_line (locator->dwarf, pc, path, line, &is_damaged);
  if (is_damaged)
    locator->dwarf = NULL;
  return status;
}

/* A place counts only if the function is known, too.  As a rule the symbol
   table knows it; otherwise libbfd has to look through DWARF's functions.  */
static enum status
find_place (struct locator *locator, uint64_t pc, const char **path,
            uint32_t *line)
{
  if (locator->dwarf != NULL && nearest_find (locator->nearest, pc) != NULL)
    {
      enum status status = find_line (locator, pc, path, line);
      if (locator->dwarf != NULL)
        return status;
      image_expect_lines (locator->image);
    }
  struct code_place place;
  enum status status
      = image_locate (locator->image, pc, &place, locator->diag);
  *path = place.file;
  *line = place.line;
  return status;
}

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
   set *RECALLS to whether the answers hang on questions about others.  */
static enum status
check_memory (const struct locator *locator, const struct symset *wanted,
              bool *recalls)
{
  const struct symtab *symtab = locator->symtab;
  address_list starts = { 0 };
  enum status status = STATUS_OK;
  for (sym_id id = 0; id < symtab->count && status == STATUS_OK; id++)
    if ((wanted == NULL || symset_has (wanted, id))
        && !vec_push (&starts, symtab->start[id]))
      status = diag_no_memory (locator->diag);
  if (status == STATUS_OK)
    status = dwarf_recalls (locator->dwarf, &starts, recalls);
  vec_release (&starts);
  return status;
}

enum status
locate_symbols (struct image *image, struct symtab *symtab,
                const struct symset *wanted, struct sources *sources,
                struct diag *diag)
{
  struct locator locator
      = { .image = image, .symtab = symtab, .sources = sources, .diag = diag };
  bool recalls = false;
  enum status status = image_has_lines (image, diag);
  if (status != STATUS_OK)
    return status == STATUS_ABSENT ? STATUS_OK : status;
  status = image_dwarf (image, &locator.dwarf, &locator.nearest, diag);
  if (status == STATUS_ABSENT)
    image_expect_lines (image);
  else if (status != STATUS_OK)
    return status;
  else
    status = check_memory (&locator, wanted, &recalls);
  if (status != STATUS_OK && status != STATUS_ABSENT)
    return status;
  return locate_each (symtab, recalls ? NULL : wanted, answer, &locator, diag);
}
