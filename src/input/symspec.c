/* symspec.c - what the user calls a function, a line, a file or an arc.

   Each side of a spec is a term, and sides that mean the same are one term.
   A symbol can match in five ways: by its function, its file, its line, and by
   the file with one of the others.  Of several objects, its own is another file
   of it.  So one pass over the symbols does at most eight lookups for each in a
   hash table of the terms, and no symbol has more matches, whatever the number
   of specs.  */

#include "config.h"

#include "symspec_private.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "input/selection.h"

/* The profiling routines of the C libraries (R2.9).  */
static const char *const left_out[LEFT_OUT_COUNT]
    = { "_gprof_mcount",     "mcount",    "_mcount", "__mcount",
        "__mcount_internal", "__mcleanup" };

/* --- Parsing ------------------------------------------------------------ */

/* The LENGTH bytes at TEXT as a term (R2.2).  */
struct term
symspec_parse_term (const char *text, size_t length)
{
  struct term term = { .base = SOURCE_NONE };
  const char *right = text;
  size_t right_length = length;
  bool has_colon = false;
  for (size_t i = length; i-- > 0 && !has_colon;)
    if (text[i] == ':')
      {
        has_colon = true;
        right = text + i + 1;
        right_length = length - i - 1;
        term.file = i > 0 ? text : NULL;
        term.file_length = i;
      }
  if (right_length == 0)
    return term;
  if (!has_colon && memchr (right, '.', right_length) != NULL)
    {
      term.file = right;
      term.file_length = right_length;
    }
  else if (isdigit ((unsigned char)right[0]))
    term.line = (uint32_t)strtoll (right, NULL, 10);
  else
    {
      term.function = right;
      term.function_length = right_length;
    }
  return term;
}

bool
symspecs_need_lines (const struct options *options)
{
  for (size_t i = 0; i < options->specs.count; i++)
    {
      const char *text = options->specs.items[i].text;
      const size_t left = strcspn (text, "/");
      const struct term from = symspec_parse_term (text, left);
      if (from.file || from.line)
        return true;
      if (text[left] == '/')
        {
          const char *right = text + left + 1;
          const struct term to = symspec_parse_term (right, strlen (right));
          if (to.file || to.line)
            return true;
        }
    }
  return false;
}

/* --- Terms -------------------------------------------------------------- */

/* What a term gives, as a set of these bits; nothing means everything.  */
enum
{
  GIVES_FILE = 1,
  GIVES_FUNCTION = 2,
  GIVES_LINE = 4,
  GIVES_ANY_NAME = 8,
  GIVES_PATTERN = 16
};

static unsigned
kind_of (const struct term *term)
{
  return (term->file != NULL ? GIVES_FILE : 0)
         | (term->function != NULL ? GIVES_FUNCTION : 0)
         | (term->line != 0 ? GIVES_LINE : 0)
         | (term->by_any_name ? GIVES_ANY_NAME : 0)
         | (term->is_pattern ? GIVES_PATTERN : 0);
}

bool
symspec_matches_all (const struct term *term)
{
  return kind_of (term) == 0;
}

static size_t
hash_name (const char *name, size_t length)
{
  size_t hash = 5381;
  for (size_t i = 0; i < length; i++)
    hash = hash * 33 + (unsigned char)name[i];
  return hash;
}

/* The chain for terms whose function has HASH, with BASE or SOURCE_NONE, and
   LINE or 0.  */
static uint32_t *
chain_of (const struct matcher *matcher, size_t hash, source_id base,
          uint32_t line)
{
  uint64_t mixed = hash + base * UINT64_C (0x9e3779b97f4a7c15)
                   + line * UINT64_C (0xd1b54a32d192ed03);
  mixed ^= mixed >> 29;
  return &matcher->buckets[mixed & (matcher->bucket_count - 1)];
}

/* The term that is like LIKE, whose function name has HASH, as its index + 1;
   0 if there is none.  */
static uint32_t
find_term (const struct matcher *matcher, const struct term *like, size_t hash)
{
  const struct term *terms = matcher->terms.items;
  uint32_t next = *chain_of (matcher, hash, like->base, like->line);
  for (; next != 0; next = terms[next - 1].next_with_hash)
    {
      const struct term *term = &terms[next - 1];
      if (kind_of (term) == kind_of (like) && term->base == like->base
          && term->line == like->line
          && term->function_length == like->function_length
          && (like->function == NULL
              || memcmp (term->function, like->function, like->function_length)
                     == 0))
        return next;
    }
  return 0;
}

/* Number the base name of LENGTH bytes at NAME.  */
static enum status
number_base (struct matcher *matcher, const char *name, size_t length,
             source_id *base)
{
  const char *copy = arena_text (&matcher->bases.memory, name, length);
  if (copy == NULL)
    return diag_no_memory (matcher->diag);
  enum status status
      = sources_intern (&matcher->bases, copy, base, matcher->diag);
  if (status == STATUS_OK && *base == matcher->newest.count
      && !vec_push (&matcher->newest, SOURCE_NONE))
    return diag_no_memory (matcher->diag);
  return status;
}

static enum status
number_bases (struct matcher *matcher)
{
  const struct sources *sources = matcher->sources;
  enum status status = STATUS_OK;
  for (source_id id = 0; id < sources->names.count && status == STATUS_OK;
       id++)
    {
      const char *name = source_base (sources_name (sources, id));
      source_id base = SOURCE_NONE;
      status = number_base (matcher, name, strlen (name), &base);
      if (status == STATUS_OK && !vec_push (&matcher->base_of, base))
        status = diag_no_memory (matcher->diag);
      if (status == STATUS_OK)
        matcher->newest.items[base] = id;
    }
  for (size_t i = 0; i < matcher->symtab->object_count && status == STATUS_OK;
       i++)
    {
      const char *name = matcher->symtab->objects[i].name;
      source_id base = SOURCE_NONE;
      if (name != NULL)
        status = number_base (matcher, name, strlen (name), &base);
      if (status == STATUS_OK && !vec_push (&matcher->object_bases, base))
        status = diag_no_memory (matcher->diag);
    }
  return status;
}

enum status
symspec_add_term (struct matcher *matcher, struct term term, size_t *index)
{
  enum status status = STATUS_OK;
  if (term.file != NULL)
    status = number_base (matcher, term.file, term.file_length, &term.base);
  if (status != STATUS_OK)
    return status;
  const size_t hash = hash_name (term.function, term.function_length);
  const uint32_t known = find_term (matcher, &term, hash);
  *index = known > 0 ? known - 1 : matcher->terms.count;
  if (known > 0)
    return STATUS_OK;
  uint32_t *chain = chain_of (matcher, hash, term.base, term.line);
  term.next_with_hash = *chain;
  if (symspec_matches_all (&term))
    term.match_count = matcher->symtab->count;
  if (!vec_push (&matcher->terms, term))
    return diag_no_memory (matcher->diag);
  *chain = (uint32_t)matcher->terms.count;
  matcher->kinds |= 1u << kind_of (&term);
  if (term.function_length > 0)
    matcher->first_bytes[(unsigned char)term.function[0]] = true;
  return STATUS_OK;
}

/* Set *INDEX to the term of the LENGTH bytes at TEXT.  */
static enum status
add_side (struct matcher *matcher, const char *text, size_t length,
          size_t *index)
{
  return symspec_add_term (matcher, symspec_parse_term (text, length), index);
}

bool
symspec_is_for_arcs (const struct spec *spec)
{
  return spec->table == SPEC_ARCS_INCLUDE || spec->table == SPEC_ARCS_EXCLUDE;
}

/* Make the hash table for the terms of all specs.  */
static enum status
start_terms (struct matcher *matcher)
{
  /* Few specs must be read again as names or patterns (R2.7a); their terms
     only make chains longer.  */
  const size_t most = 2 * matcher->options->specs.count + LEFT_OUT_COUNT;
  matcher->bucket_count = 16;
  while (matcher->bucket_count < 2 * most)
    matcher->bucket_count *= 2;
  matcher->buckets
      = array_new (matcher->bucket_count, sizeof *matcher->buckets);
  if (matcher->buckets == NULL)
    return diag_no_memory (matcher->diag);
  return symspecs_need_lines (matcher->options) ? number_bases (matcher)
                                                : STATUS_OK;
}

/* The term of SPEC, and another one for what follows the slash in a spec for
   arcs.  */
static enum status
parse_spec (struct matcher *matcher, const struct spec *spec)
{
  const size_t left = strcspn (spec->text, "/");
  struct spec_terms terms
      = { .has_to = spec->text[left] == '/' && symspec_is_for_arcs (spec) };
  enum status status = add_side (matcher, spec->text, left, &terms.from);
  const char *right = spec->text + left + 1;
  if (status == STATUS_OK && terms.has_to)
    status = add_side (matcher, right, strlen (right), &terms.to);
  if (status == STATUS_OK && !vec_push (&matcher->specs, terms))
    status = diag_no_memory (matcher->diag);
  return status;
}

/* The terms of all specs and of the routines that are left out by default.  */
static enum status
parse_all (struct matcher *matcher)
{
  enum status status = start_terms (matcher);
  for (size_t i = 0; i < matcher->options->specs.count && status == STATUS_OK;
       i++)
    status = parse_spec (matcher, &matcher->options->specs.items[i]);
  for (size_t i = 0; i < LEFT_OUT_COUNT && status == STATUS_OK; i++)
    status = add_side (matcher, left_out[i], strlen (left_out[i]),
                       &matcher->left_out[i]);
  return status;
}

/* --- Matching ----------------------------------------------------------- */

enum status
symspec_add_match (struct matcher *matcher, uint32_t term, sym_id id)
{
  matcher->terms.items[term].match_count++;
  struct match match = { term, id };
  return vec_push (&matcher->matches, match) ? STATUS_OK
                                             : diag_no_memory (matcher->diag);
}

/* Match symbol ID with the term that is like LIKE, if there is one.  GNU gprof
   matches only the newest of several files with one base name (R2.3).  */
static enum status
match_like (struct matcher *matcher, sym_id id, const struct term *like,
            size_t hash)
{
  if (!(matcher->kinds & 1u << kind_of (like)))
    return STATUS_OK;
  const uint32_t term = find_term (matcher, like, hash);
  if (term == 0
      || (like->base != SOURCE_NONE
          && matcher->options->quirks.knows_newest_file_only
          && matcher->newest.items[like->base] != matcher->symtab->file[id]))
    return STATUS_OK;
  return symspec_add_match (matcher, term - 1, id);
}

size_t
symspec_places (const struct matcher *matcher, sym_id id,
                struct term places[PLACES_MOST])
{
  size_t count = 0;
  if (matcher->base_of.count == 0 && matcher->object_bases.count == 0)
    return 0;
  const source_id file = matcher->symtab->file[id];
  if (file != SOURCE_NONE && matcher->base_of.count > 0)
    places[count++]
        = (struct term){ .file = sources_name (matcher->sources, file),
                         .base = matcher->base_of.items[file] };
  if (matcher->object_bases.count == 0)
    return count;
  const size_t object = symtab_object (matcher->symtab, id);
  const source_id base = matcher->object_bases.items[object];
  if (base != SOURCE_NONE && (count == 0 || places[0].base != base))
    places[count++]
        = (struct term){ .file = matcher->symtab->objects[object].name,
                         .base = base };
  return count;
}

enum status
symspec_match_function (struct matcher *matcher, sym_id id, const char *name,
                        bool by_any_name)
{
  /* The NUL of an empty name is never one of them.  */
  if (!matcher->first_bytes[(unsigned char)name[0]])
    return STATUS_OK;
  struct term like = { .function = name,
                       .function_length = strlen (name),
                       .by_any_name = by_any_name,
                       .base = SOURCE_NONE };
  struct term places[PLACES_MOST];
  const size_t count = symspec_places (matcher, id, places);
  const size_t hash = hash_name (name, like.function_length);
  enum status status = match_like (matcher, id, &like, hash);
  for (size_t i = 0; i < count && status == STATUS_OK; i++)
    {
      like.file = places[i].file;
      like.base = places[i].base;
      status = match_like (matcher, id, &like, hash);
    }
  return status;
}

/* Match symbol ID in all ways.  */
static enum status
match_symbol (struct matcher *matcher, sym_id id)
{
  const struct symtab *symtab = matcher->symtab;
  const char *name = target_plain_name (matcher->target, symtab->name[id]);
  struct term places[PLACES_MOST];
  const size_t count = symspec_places (matcher, id, places);
  const struct term line = { .base = SOURCE_NONE, .line = symtab->line[id] };
  const size_t no_name = hash_name (NULL, 0);
  enum status status = symspec_match_function (matcher, id, name, false);
  for (size_t i = 0; i < count && status == STATUS_OK; i++)
    {
      status = match_like (matcher, id, &places[i], no_name);
      places[i].line = line.line;
      if (status == STATUS_OK && line.line != 0)
        status = match_like (matcher, id, &places[i], no_name);
    }
  if (status == STATUS_OK && line.line != 0)
    status = match_like (matcher, id, &line, no_name);
  return status;
}

/* Sort the matches by term, each term's stay ascending, and join adjacent
   symbols to runs.  */
static enum status
collect_runs (struct matcher *matcher)
{
  const size_t terms = matcher->terms.count;
  const sym_id symbols = (sym_id)matcher->symtab->count;
  matcher->run_start = array_new (terms + 1, sizeof *matcher->run_start);
  matcher->runs
      = array_new (matcher->matches.count + terms, sizeof *matcher->runs);
  size_t *filled = array_new (terms, sizeof *filled);
  if (!matcher->run_start || !matcher->runs || !filled)
    {
      free (filled);
      return diag_no_memory (matcher->diag);
    }
  /* At first one run per match; compacted afterwards.  */
  for (size_t i = 0; i < terms; i++)
    {
      const struct term *term = &matcher->terms.items[i];
      const size_t start = matcher->run_start[i];
      const size_t most = symspec_matches_all (term) ? 1 : term->match_count;
      matcher->run_start[i + 1] = start + most;
      if (symspec_matches_all (term) && symbols > 0)
        matcher->runs[start + filled[i]++] = (struct symrun){ 0, symbols };
    }
  for (size_t i = 0; i < matcher->matches.count; i++)
    {
      const struct match *match = &matcher->matches.items[i];
      struct symrun *runs = matcher->runs + matcher->run_start[match->term];
      size_t *count = &filled[match->term];
      if (*count > 0 && runs[*count - 1].limit == match->symbol)
        runs[*count - 1].limit++;
      else
        runs[(*count)++] = (struct symrun){ match->symbol, match->symbol + 1 };
    }
  size_t to = 0;
  for (size_t i = 0; i < terms; i++)
    {
      const size_t from = matcher->run_start[i];
      matcher->run_start[i] = to;
      memmove (matcher->runs + to, matcher->runs + from,
               filled[i] * sizeof *matcher->runs);
      to += filled[i];
    }
  matcher->run_start[terms] = to;
  free (filled);
  return STATUS_OK;
}

/* --- Filling the tables ------------------------------------------------- */

static enum status
push_entries (const struct matcher *matcher, size_t term, uint32_t order,
              uint32_t spec, entry_list *entries)
{
  for (size_t i = matcher->run_start[term]; i < matcher->run_start[term + 1];
       i++)
    {
      struct spec_entry entry = { matcher->runs[i], order, spec };
      if (!vec_push (entries, entry))
        return diag_no_memory (matcher->diag);
    }
  return STATUS_OK;
}

/* The routines that are left out by default belong to three tables.  */
static enum status
push_left_out (const struct matcher *matcher, enum spec_table table,
               entry_list *entries)
{
  enum status status = STATUS_OK;
  if (table != SPEC_TIME_EXCLUDE && table != SPEC_GRAPH_EXCLUDE
      && table != SPEC_FLAT_EXCLUDE)
    return status;
  for (size_t i = 0; i < LEFT_OUT_COUNT && status == STATUS_OK; i++)
    status = push_entries (matcher, matcher->left_out[i], 0, (uint32_t)i,
                           entries);
  return status;
}

/* Push the entries of the specs for TABLE, numbered by terms behind FIRST.  Of
   the specs for one symbol, GNU gprof applies its defaults first, then the
   last spec given (R2.5).  So of several specs with one term only the last
   counts; LAST holds for each term the index of that spec + 1.  */
static enum status
push_specs (const struct matcher *matcher, enum spec_table table,
            uint32_t first, const uint32_t *last, entry_list *entries)
{
  const struct options *options = matcher->options;
  const uint32_t specs = (uint32_t)options->specs.count;
  enum status status = STATUS_OK;
  for (uint32_t i = 0; i < specs && status == STATUS_OK; i++)
    {
      const size_t term = matcher->specs.items[i].from;
      if (options->specs.items[i].table == table && last[term] == i + 1)
        status = push_entries (matcher, term, specs - i,
                               first + (uint32_t)term, entries);
    }
  return status;
}

/* For each term the index + 1 of the last spec for TABLE that begins with it,
   to be freed; null when memory has run out.  */
static uint32_t *
last_specs (const struct matcher *matcher, enum spec_table table)
{
  uint32_t *last = array_new (matcher->terms.count, sizeof *last);
  for (size_t i = 0; i < matcher->specs.count && last != NULL; i++)
    if (matcher->options->specs.items[i].table == table)
      last[matcher->specs.items[i].from] = (uint32_t)i + 1;
  return last;
}

static enum status
fill_table (const struct matcher *matcher, enum spec_table table,
            struct symset *set)
{
  entry_list entries = { 0 };
  uint32_t *last = last_specs (matcher, table);
  enum status status = last != NULL ? push_left_out (matcher, table, &entries)
                                    : diag_no_memory (matcher->diag);
  if (status == STATUS_OK)
    status = push_specs (matcher, table, LEFT_OUT_COUNT, last, &entries);
  if (status == STATUS_OK)
    entries_cover (&entries, matcher->symtab, matcher->options, false);
  for (size_t i = 0; i < entries.count && status == STATUS_OK; i++)
    status = symset_add_range (set, matcher->symtab->count,
                               entries.items[i].run.first,
                               entries.items[i].run.limit, matcher->diag);
  vec_release (&entries);
  free (last);
  return status;
}

/* Make the symbols that may be called and match TERM a group of callees of
   SET.  */
static enum status
add_callees (const struct matcher *matcher, size_t term, struct arcset *set)
{
  entry_list entries = { 0 };
  enum status status = push_entries (matcher, term, 0, 0, &entries);
  if (status == STATUS_OK)
    status = entries_hold (&entries, matcher->symtab, matcher->options,
                           matcher->diag);
  for (size_t i = 0; i < entries.count && status == STATUS_OK; i++)
    status = arcset_add_callees (set, (uint32_t)term, entries.items[i].run,
                                 matcher->diag);
  vec_release (&entries);
  return status;
}

/* Make the symbols that match the terms before the slash groups of callers of
   SET.  */
static enum status
add_callers (const struct matcher *matcher, enum spec_table table,
             const uint32_t *last, struct arcset *set)
{
  entry_list entries = { 0 };
  enum status status = push_specs (matcher, table, 0, last, &entries);
  if (status == STATUS_OK)
    entries_cover (&entries, matcher->symtab, matcher->options, true);
  for (size_t i = 0; i < entries.count && status == STATUS_OK; i++)
    status = arcset_add_callers (set, entries.items[i].spec,
                                 entries.items[i].run, matcher->diag);
  vec_release (&entries);
  return status;
}

/* Add to SET which group of callers may call which group of callees, and the
   latter; both are numbered by their terms.  GNU gprof applies only the last
   of several specs with one caller (R2.6).  */
static enum status
add_arcs (const struct matcher *matcher, enum spec_table table,
          const uint32_t *last, bool *added, struct arcset *set)
{
  enum status status = STATUS_OK;
  for (size_t i = 0; i < matcher->specs.count && status == STATUS_OK; i++)
    {
      const struct spec_terms *terms = &matcher->specs.items[i];
      if (matcher->options->specs.items[i].table != table || !terms->has_to
          || (matcher->options->quirks.obeys_last_arc_spec_only
              && last[terms->from] != i + 1))
        continue;
      if (!added[terms->to])
        status = add_callees (matcher, terms->to, set);
      added[terms->to] = true;
      if (status == STATUS_OK)
        status = arcset_add_spec (set, (uint32_t)terms->from,
                                  (uint32_t)terms->to, matcher->diag);
    }
  return status;
}

static enum status
fill_arcs (const struct matcher *matcher, enum spec_table table,
           struct arcset *set)
{
  uint32_t *last = last_specs (matcher, table);
  bool *added = array_new (matcher->terms.count, sizeof *added);
  enum status status = last != NULL && added != NULL
                           ? add_arcs (matcher, table, last, added, set)
                           : diag_no_memory (matcher->diag);
  if (status == STATUS_OK)
    status = add_callers (matcher, table, last, set);
  arcset_finish (set);
  free (last);
  free (added);
  return status;
}

static enum status
fill_tables (const struct matcher *matcher, struct selection *selection)
{
  enum status status = symspec_warn (matcher);
  if (status == STATUS_OK)
    status = fill_arcs (matcher, SPEC_ARCS_INCLUDE, &selection->arcs_include);
  if (status == STATUS_OK)
    status = fill_arcs (matcher, SPEC_ARCS_EXCLUDE, &selection->arcs_exclude);
  for (int table = 0; table < SPEC_TABLES && status == STATUS_OK; table++)
    if (table != SPEC_ARCS_INCLUDE && table != SPEC_ARCS_EXCLUDE)
      status = fill_table (matcher, (enum spec_table)table,
                           &selection->tables[table]);
  return status;
}

enum status
symspecs_select (struct selection *selection, const struct options *options,
                 const struct symtab *symtab, const struct sources *sources,
                 const struct target *target,
                 const struct spec_demangler *demangler, struct diag *diag)
{
  *selection = (struct selection){ 0 };
  struct matcher matcher = { .options = options,
                             .symtab = symtab,
                             .sources = sources,
                             .target = target,
                             .demangler = demangler,
                             .diag = diag };
  enum status status = parse_all (&matcher);
  for (sym_id id = 0; id < symtab->count && status == STATUS_OK; id++)
    status = match_symbol (&matcher, id);
  if (status == STATUS_OK)
    status = symspec_try_again (&matcher);
  if (status == STATUS_OK)
    status = collect_runs (&matcher);
  if (status == STATUS_OK)
    status = fill_tables (&matcher, selection);
  vec_release (&matcher.terms);
  vec_release (&matcher.specs);
  vec_release (&matcher.matches);
  sources_release (&matcher.bases);
  vec_release (&matcher.base_of);
  vec_release (&matcher.newest);
  vec_release (&matcher.object_bases);
  free (matcher.buckets);
  free (matcher.runs);
  free (matcher.run_start);
  return status;
}
