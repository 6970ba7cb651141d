/* matching.c - which functions of two programs are the same.

   Three passes over the symbols that have no match yet, with names that tell
   less each time.  The last one also takes names of several symbols.  */

#include "config.h"

#include "analysis/matching.h"

#include <errno.h>
#include <string.h>

#include "base/name_order.h"
#include "base/placement.h"
#include "object/demangler.h"

#define UNMATCHED UINT32_MAX

/* A symbol that has no match yet.  */
struct candidate
{
  sym_id symbol;
  uint32_t side;
};

struct pass
{
  struct matching *matching;
  struct program *programs[SIDES];
  const struct options *options;
  VEC (struct candidate) candidates;
  struct arena memory; /* of names */
  struct diag *diag;
};

static const struct symtab *
symtab_of (const struct pass *pass, const struct candidate *candidate)
{
  return &pass->programs[candidate->side]->symtab;
}

static enum status
add_match (struct matching *matching, const struct match *match,
           struct diag *diag)
{
  return matching->matches.count < UNMATCHED - 1
                 && vec_push (&matching->matches, *match)
             ? STATUS_OK
             : diag_no_memory (diag);
}

/* Let CANDIDATE belong to the latest match.  */
static void
join (struct matching *matching, const struct candidate *candidate)
{
  const uint32_t number = (uint32_t)matching->matches.count - 1;
  struct match *match = &matching->matches.items[number];
  if (match->count[candidate->side]++ == 0)
    match->first[candidate->side] = candidate->symbol;
  matching->of[candidate->side][candidate->symbol] = number;
}

/* Make a match of the candidates IDS[0 .. COUNT-1].  */
static enum status
match_group (struct pass *pass, const uint32_t *ids, size_t count)
{
  const struct match none = { .first = { SYM_NONE, SYM_NONE } };
  enum status status = add_match (pass->matching, &none, pass->diag);
  for (size_t i = 0; i < count && status == STATUS_OK; i++)
    join (pass->matching, &pass->candidates.items[ids[i]]);
  return status;
}

/* IDS[0 .. COUNT-1] are the candidates of one name.  If LAST, all of them get
   a match.  */
static enum status
take_group (struct pass *pass, const uint32_t *ids, size_t count, bool last)
{
  size_t counts[SIDES] = { 0 };
  for (size_t i = 0; i < count; i++)
    counts[pass->candidates.items[ids[i]].side]++;
  if (counts[SIDE_OLD] == 1 && counts[SIDE_NEW] == 1)
    return match_group (pass, ids, count);
  if (!last)
    return STATUS_OK;
  if (counts[SIDE_OLD] > 0 && counts[SIDE_NEW] > 0)
    return match_group (pass, ids, count);
  enum status status = STATUS_OK;
  for (size_t i = 0; i < count && status == STATUS_OK; i++)
    status = match_group (pass, &ids[i], 1);
  return status;
}

/* Match the candidates by NAMES.  */
static enum status
match_names (struct pass *pass, const char *const *names, bool last)
{
  const size_t count = pass->candidates.count;
  struct name_order order;
  enum status status = name_order_build (&order, names, count, pass->diag);
  for (size_t i = 0, end; i < count && status == STATUS_OK; i = end)
    {
      const uint32_t rank = order.rank[order.by_name[i]];
      for (end = i + 1; end < count && order.rank[order.by_name[end]] == rank;
           end++)
        ;
      status = take_group (pass, order.by_name + i, end - i, last);
    }
  name_order_release (&order);
  return status;
}

/* Drop the candidates that have a match.  */
static void
keep_unmatched (struct pass *pass)
{
  size_t kept = 0;
  for (size_t i = 0; i < pass->candidates.count; i++)
    {
      const struct candidate candidate = pass->candidates.items[i];
      if (pass->matching->of[candidate.side][candidate.symbol] == UNMATCHED)
        pass->candidates.items[kept++] = candidate;
    }
  pass->candidates.count = kept;
}

static enum status
match_linker_names (struct pass *pass)
{
  const size_t count = pass->candidates.count;
  const char **names = array_new (count, sizeof *names);
  if (names == NULL)
    return diag_no_memory (pass->diag);
  for (size_t i = 0; i < count; i++)
    names[i] = symtab_of (pass, &pass->candidates.items[i])
                   ->name[pass->candidates.items[i].symbol];
  enum status status = match_names (pass, names, false);
  free (names);
  keep_unmatched (pass);
  return status;
}

/* --- Demangled names ----------------------------------------------------- */

/* Look up where the candidates come from.  */
static enum status
locate_candidates (struct pass *pass, uint32_t side)
{
  struct symset wanted = { 0 };
  enum status status = STATUS_OK;
  for (size_t i = 0; i < pass->candidates.count && status == STATUS_OK; i++)
    {
      const struct candidate *candidate = &pass->candidates.items[i];
      if (candidate->side == side)
        status = symset_add_range (&wanted, symtab_of (pass, candidate)->count,
                                   candidate->symbol, candidate->symbol + 1,
                                   pass->diag);
    }
  if (status == STATUS_OK && wanted.any)
    status = program_locate (pass->programs[side], &wanted, pass->diag);
  symset_release (&wanted);
  return status;
}

/* NAME demangled, or NAME; null when memory has run out.  DEMANGLER may be
   null: then no program has an image.  */
static const char *
demangled (struct pass *pass, struct demangler *demangler, const char *name)
{
  errno = 0;
  char *made
      = demangler != NULL ? demangler_make (demangler, name, true) : NULL;
  if (made == NULL)
    return errno == ENOMEM ? NULL : name;
  const char *kept = arena_text (&pass->memory, made, strlen (made));
  free (made);
  return kept;
}

/* NAME, the object and the source file of CANDIDATE, apart by line feeds; null
   when memory has run out.  */
static const char *
with_place (struct pass *pass, const struct candidate *candidate,
            const char *name)
{
  const struct program *program = pass->programs[candidate->side];
  const source_id id = program->symtab.file[candidate->symbol];
  const size_t number = symtab_object (&program->symtab, candidate->symbol);
  const char *parts[] = {
    name, number > 0 ? program->objects.items[number].label : "",
    id != SOURCE_NONE ? source_base (sources_name (&program->sources, id)) : ""
  };
  size_t size = 0;
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    size += strlen (parts[i]) + 1;
  char *text = arena_alloc (&pass->memory, size), *at = text;
  for (size_t i = 0; i < sizeof parts / sizeof *parts && text != NULL; i++)
    {
      const size_t length = strlen (parts[i]);
      memcpy (at, parts[i], length);
      at += length;
      *at++ = '\n';
    }
  if (text != NULL)
    at[-1] = '\0';
  return text;
}

/* Set NAMES to the demangled names of the candidates, PLACES to the same with
   object and file.  */
static enum status
name_candidates (struct pass *pass, const char **names, const char **places)
{
  struct demangler demangler;
  const struct options *options = pass->options;
  const struct object *main = program_main (pass->programs[SIDE_NEW]);
  if (main != NULL)
    demangler_start (&demangler, main->image,
                     options->demangle_style > 0 ? options->demangle_style : 0,
                     options->quirks.d_names_stay);
  for (size_t i = 0; i < pass->candidates.count; i++)
    {
      const struct candidate *candidate = &pass->candidates.items[i];
      names[i]
          = demangled (pass, main != NULL ? &demangler : NULL,
                       symtab_of (pass, candidate)->name[candidate->symbol]);
      places[i]
          = names[i] != NULL ? with_place (pass, candidate, names[i]) : NULL;
      if (places[i] == NULL)
        return diag_no_memory (pass->diag);
    }
  return STATUS_OK;
}

/* Match by names and places, then what is left by names alone.  */
static enum status
match_both (struct pass *pass, const char **names, const char **places)
{
  enum status status = match_names (pass, places, false);
  size_t kept = 0;
  for (size_t i = 0; i < pass->candidates.count; i++)
    {
      const struct candidate *candidate = &pass->candidates.items[i];
      if (pass->matching->of[candidate->side][candidate->symbol] == UNMATCHED)
        names[kept++] = names[i];
    }
  keep_unmatched (pass);
  return status == STATUS_OK ? match_names (pass, names, true) : status;
}

static enum status
match_demangled_names (struct pass *pass)
{
  const size_t count = pass->candidates.count;
  const char **names = array_new (count, sizeof *names);
  const char **places = array_new (count, sizeof *places);
  enum status status = names != NULL && places != NULL
                           ? locate_candidates (pass, SIDE_OLD)
                           : diag_no_memory (pass->diag);
  if (status == STATUS_OK)
    status = locate_candidates (pass, SIDE_NEW);
  if (status == STATUS_OK)
    status = name_candidates (pass, names, places);
  if (status == STATUS_OK)
    status = match_both (pass, names, places);
  free (names);
  free (places);
  return status;
}

/* --- All ----------------------------------------------------------------- */

/* Begin: no symbol has a match.  */
static enum status
collect_candidates (struct pass *pass)
{
  for (uint32_t side = 0; side < SIDES; side++)
    {
      const size_t count = pass->programs[side]->symtab.count;
      uint32_t *of = array_new (count, sizeof *of);
      pass->matching->of[side] = of;
      if (of == NULL)
        return diag_no_memory (pass->diag);
      for (sym_id id = 0; id < count; id++)
        {
          const struct candidate candidate = { id, side };
          of[id] = UNMATCHED;
          if (!vec_push (&pass->candidates, candidate))
            return diag_no_memory (pass->diag);
        }
    }
  return STATUS_OK;
}

/* Both sides are one program.  */
static enum status
match_themselves (struct pass *pass)
{
  const size_t count = pass->programs[SIDE_OLD]->symtab.count;
  enum status status = STATUS_OK;
  for (sym_id id = 0; id < count && status == STATUS_OK; id++)
    {
      const struct match match = { { id, id }, { 1, 1 } };
      status = add_match (pass->matching, &match, pass->diag);
      pass->matching->of[SIDE_OLD][id] = pass->matching->of[SIDE_NEW][id] = id;
    }
  return status;
}

enum status
matching_make (struct matching *matching, struct program *old,
               struct program *new, const struct options *options,
               struct diag *diag)
{
  struct pass pass = { .matching = matching,
                       .programs = { old, new },
                       .options = options,
                       .diag = diag };
  enum status status = collect_candidates (&pass);
  if (status == STATUS_OK && old == new)
    status = match_themselves (&pass);
  else if (status == STATUS_OK)
    {
      status = match_linker_names (&pass);
      if (status == STATUS_OK)
        status = match_demangled_names (&pass);
    }
  vec_release (&pass.candidates);
  arena_release (&pass.memory);
  return status;
}

EVERY_RUN void
matching_release (struct matching *matching)
{
  vec_release (&matching->matches);
  for (size_t side = 0; side < SIDES; side++)
    free (matching->of[side]);
  *matching = (struct matching){ 0 };
}
