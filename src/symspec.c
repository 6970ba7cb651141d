/* symspec.c - what the user calls a function, a line, a file or an arc.

   Each side of a spec is a term.  One pass over the symbols looks every name
   up in a hash table of the terms' functions, so a thousand specs cost little
   more than one; terms without a function are compared one by one.  */

#include "config.h"

#include "symspec.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "i18n.h"
#include "selection.h"
#include "sources.h"
#include "vec.h"

/* One side of a spec.  Parts that are not given are null, 0 or empty.  */
struct term
{
  const char *file; /* base name; FILE_LENGTH bytes */
  size_t file_length;
  const char *function; /* FUNCTION_LENGTH bytes */
  size_t function_length;
  int line;
  source_id only_source;   /* with --gnu-compat, the one file that is meant */
  uint32_t next_with_hash; /* index of the next term in the chain + 1 */
  size_t match_count;
};

/* Symbol SYMBOL matches term TERM.  */
struct match
{
  uint32_t term;
  sym_id symbol;
};

/* The terms of one spec, as indices; TO is of use only where HAS_TO.  */
struct spec_terms
{
  size_t from, to;
  bool has_to;
};

struct matcher
{
  const struct options *options;
  const struct symtab *symtab;
  const struct sources *sources;
  const struct target *target;
  struct diag *diag;
  VEC (struct term) terms; /* of the specs, then the default ones */
  VEC (struct spec_terms) specs;
  VEC (struct match) matches; /* ascending by symbol within a term */
  uint32_t *buckets;          /* first term of each chain + 1 */
  size_t bucket_count;        /* a power of two */
  VEC (uint32_t) plain_terms; /* those without a function */
  struct symrun *runs; /* maximal runs of adjacent matches, term by term */
  size_t *run_start;   /* of each term, and one more */
};

/* The profiling routines of the C libraries (R2.9).  */
static const char *const left_out[]
    = { "_gprof_mcount",     "mcount",    "_mcount", "__mcount",
        "__mcount_internal", "__mcleanup" };

enum
{
  LEFT_OUT_COUNT = sizeof left_out / sizeof *left_out
};

/* --- Parsing ------------------------------------------------------------ */

/* The LENGTH bytes at TEXT as a term (R2.2).  */
static struct term
parse_term (const char *text, size_t length)
{
  struct term term = { .only_source = SOURCE_NONE };
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
    term.line = atoi (right);
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
      const struct term from = parse_term (text, left);
      if (from.file || from.line)
        return true;
      if (text[left] == '/')
        {
          const char *right = text + left + 1;
          const struct term to = parse_term (right, strlen (right));
          if (to.file || to.line)
            return true;
        }
    }
  return false;
}

static bool
base_is (const char *name, const struct term *term)
{
  const char *base = source_base (name);
  return strlen (base) == term->file_length
         && memcmp (base, term->file, term->file_length) == 0;
}

/* GNU gprof means only the newest of several files with one base name
   (R2.3).  */
static void
choose_one_source (const struct matcher *matcher, struct term *term)
{
  if (term->file == NULL || !matcher->options->gnu_compat)
    return;
  for (size_t id = matcher->sources->names.count; id-- > 0;)
    if (base_is (matcher->sources->names.items[id], term))
      {
        term->only_source = (source_id)id;
        return;
      }
}

static bool
add_term (struct matcher *matcher, struct term term)
{
  choose_one_source (matcher, &term);
  return vec_push (&matcher->terms, term);
}

static bool
is_for_arcs (const struct spec *spec)
{
  return spec->table == SPEC_ARCS_INCLUDE || spec->table == SPEC_ARCS_EXCLUDE;
}

/* A term for each spec, and another one for what follows the slash in a spec
   for arcs; then the routines that are left out by default.  */
static enum status
parse_all (struct matcher *matcher)
{
  for (size_t i = 0; i < matcher->options->specs.count; i++)
    {
      const struct spec *spec = &matcher->options->specs.items[i];
      const size_t left = strcspn (spec->text, "/");
      const struct spec_terms terms
          = { matcher->terms.count, matcher->terms.count + 1,
              spec->text[left] == '/' && is_for_arcs (spec) };
      if (!add_term (matcher, parse_term (spec->text, left))
          || !vec_push (&matcher->specs, terms))
        return diag_no_memory (matcher->diag);
      const char *right = spec->text + left + 1;
      if (terms.has_to
          && !add_term (matcher, parse_term (right, strlen (right))))
        return diag_no_memory (matcher->diag);
    }
  for (size_t i = 0; i < LEFT_OUT_COUNT; i++)
    if (!add_term (matcher, parse_term (left_out[i], strlen (left_out[i]))))
      return diag_no_memory (matcher->diag);
  return STATUS_OK;
}

/* --- Matching ----------------------------------------------------------- */

static size_t
hash_name (const char *name, size_t length)
{
  size_t hash = 5381;
  for (size_t i = 0; i < length; i++)
    hash = hash * 33 + (unsigned char)name[i];
  return hash;
}

/* Nothing is asked for: every symbol matches, in a single run.  */
static bool
matches_all (const struct term *term)
{
  return term->file == NULL && term->function == NULL && term->line == 0;
}

static enum status
index_terms (struct matcher *matcher)
{
  matcher->bucket_count = 16;
  while (matcher->bucket_count < 2 * matcher->terms.count)
    matcher->bucket_count *= 2;
  matcher->buckets
      = array_new (matcher->bucket_count, sizeof *matcher->buckets);
  if (matcher->buckets == NULL)
    return diag_no_memory (matcher->diag);
  for (uint32_t i = 0; i < matcher->terms.count; i++)
    {
      struct term *term = &matcher->terms.items[i];
      if (matches_all (term))
        {
          term->match_count = matcher->symtab->count;
          continue;
        }
      if (term->function == NULL)
        {
          if (!vec_push (&matcher->plain_terms, i))
            return diag_no_memory (matcher->diag);
          continue;
        }
      uint32_t *bucket
          = &matcher->buckets[hash_name (term->function, term->function_length)
                              & (matcher->bucket_count - 1)];
      term->next_with_hash = *bucket;
      *bucket = i + 1;
    }
  return STATUS_OK;
}

/* Do file and line of TERM, where given, agree with symbol ID's?  */
static bool
place_agrees (const struct matcher *matcher, const struct term *term,
              sym_id id)
{
  const struct symtab *symtab = matcher->symtab;
  if (term->line != 0 && symtab->line[id] != (uint32_t)term->line)
    return false;
  if (term->file == NULL)
    return true;
  const source_id file = symtab->file[id];
  if (file == SOURCE_NONE)
    return false;
  if (matcher->options->gnu_compat)
    return file == term->only_source;
  return base_is (sources_name (matcher->sources, file), term);
}

static enum status
add_match (struct matcher *matcher, uint32_t term, sym_id id)
{
  matcher->terms.items[term].match_count++;
  struct match match = { term, id };
  return vec_push (&matcher->matches, match) ? STATUS_OK
                                             : diag_no_memory (matcher->diag);
}

static enum status
match_symbol (struct matcher *matcher, sym_id id)
{
  const char *name
      = target_plain_name (matcher->target, matcher->symtab->name[id]);
  const size_t length = strlen (name);
  enum status status = STATUS_OK;
  uint32_t next
      = matcher
            ->buckets[hash_name (name, length) & (matcher->bucket_count - 1)];
  while (next != 0 && status == STATUS_OK)
    {
      const uint32_t i = next - 1;
      const struct term *term = &matcher->terms.items[i];
      next = term->next_with_hash;
      if (term->function_length == length
          && memcmp (term->function, name, length) == 0
          && place_agrees (matcher, term, id))
        status = add_match (matcher, i, id);
    }
  for (size_t i = 0; i < matcher->plain_terms.count && status == STATUS_OK;
       i++)
    {
      const uint32_t term = matcher->plain_terms.items[i];
      if (place_agrees (matcher, &matcher->terms.items[term], id))
        status = add_match (matcher, term, id);
    }
  return status;
}

/* Sort the matches by term, each term's stay ascending, and join adjacent
   symbols to runs.  */
static enum status
collect_runs (struct matcher *matcher)
{
  const size_t terms = matcher->terms.count;
  matcher->run_start = array_new (terms + 1, sizeof *matcher->run_start);
  matcher->runs
      = array_new (matcher->matches.count + terms, sizeof *matcher->runs);
  size_t *filled = array_new (terms, sizeof *filled);
  if (!matcher->run_start || !matcher->runs || !filled)
    {
      free (filled);
      return diag_no_memory (matcher->diag);
    }
  /* Room for a run per match first, closed up afterwards.  */
  for (size_t i = 0; i < terms; i++)
    {
      const struct term *term = &matcher->terms.items[i];
      const size_t start = matcher->run_start[i];
      const size_t room = matches_all (term) ? 1 : term->match_count;
      matcher->run_start[i + 1] = start + room;
      if (matches_all (term))
        matcher->runs[start + filled[i]++]
            = (struct symrun){ 0, (sym_id)matcher->symtab->count };
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

/* --- Messages ------------------------------------------------------------ */

/* Tell the user about a term that matches no symbol.  */
static void
warn_unmatched (const struct matcher *matcher, size_t index, const char *spec)
{
  const struct term *term = &matcher->terms.items[index];
  if (term->match_count > 0)
    return;
  const char *shown = term->function ? term->function
                      : term->file   ? term->file
                                     : spec;
  const size_t length = term->function ? term->function_length
                        : term->file   ? term->file_length
                                       : strlen (spec);
  if (term->file != NULL && term->function == NULL && term->line == 0)
    diag_warn (matcher->diag, NULL,
               _ ("symspec '%s': no source file '%.*s' is known; a function "
                  "with a dot in its name is written ':%.*s'"),
               spec, (int)length, shown, (int)length, shown);
  else
    diag_warn (matcher->diag, NULL, _ ("symspec '%s' matches no symbol"),
               spec);
}

/* Tell the user what of the spec INDEX has no effect.  */
static void
warn_of_spec (const struct matcher *matcher, size_t index)
{
  const struct spec *spec = &matcher->options->specs.items[index];
  const struct spec_terms *terms = &matcher->specs.items[index];
  const bool has_slash = strchr (spec->text, '/') != NULL;

  if (has_slash && !is_for_arcs (spec) && !spec->repeated)
    diag_warn (matcher->diag, NULL,
               _ ("symspec '%s': what follows the slash is ignored, FROM/TO "
                  "is for arcs"),
               spec->text);
  else if (!spec->repeated && (has_slash || !is_for_arcs (spec)))
    warn_unmatched (matcher, terms->from, spec->text);
  if (terms->has_to && matcher->terms.items[terms->from].match_count > 0)
    warn_unmatched (matcher, terms->to, spec->text);
  if (is_for_arcs (spec) && !terms->has_to)
    diag_warn (matcher->diag, NULL,
               _ ("'-k %s' has no effect: FROM/TO is expected"), spec->text);
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
  const size_t first = matcher->terms.count - LEFT_OUT_COUNT;
  for (size_t i = 0; i < LEFT_OUT_COUNT && status == STATUS_OK; i++)
    status = push_entries (matcher, first + i, 0, (uint32_t)i, entries);
  return status;
}

/* Fill the table of functions TABLE.  Of the specs for one symbol GNU gprof
   takes what it leaves out by default first and then the last one (R2.5).  */
static enum status
fill_table (const struct matcher *matcher, enum spec_table table,
            struct symset *set)
{
  const uint32_t specs = (uint32_t)matcher->options->specs.count;
  entry_list entries = { 0 };
  enum status status = push_left_out (matcher, table, &entries);
  for (uint32_t i = 0; i < specs && status == STATUS_OK; i++)
    if (matcher->options->specs.items[i].table == table)
      status = push_entries (matcher, matcher->specs.items[i].from, specs - i,
                             LEFT_OUT_COUNT + i, &entries);
  if (status == STATUS_OK)
    entries_cover (&entries, matcher->symtab, matcher->options, false);
  for (size_t i = 0; i < entries.count && status == STATUS_OK; i++)
    status = symset_add_range (set, matcher->symtab->count,
                               entries.items[i].run.first,
                               entries.items[i].run.limit, matcher->diag);
  vec_release (&entries);
  return status;
}

/* Add the callees of the arcs' spec INDEX to SET, as its next spec.  */
static enum status
add_callees (const struct matcher *matcher, size_t index, struct arcset *set)
{
  const struct spec_terms *terms = &matcher->specs.items[index];
  entry_list entries = { 0 };
  enum status status = STATUS_OK;
  if (terms->has_to)
    status = push_entries (matcher, terms->to, 0, 0, &entries);
  if (status == STATUS_OK)
    status = entries_hold (&entries, matcher->symtab, matcher->options,
                           matcher->diag);
  if (status == STATUS_OK)
    status = arcset_add_spec (set, matcher->diag);
  for (size_t i = 0; i < entries.count && status == STATUS_OK; i++)
    status = arcset_add_callees (set, entries.items[i].run, matcher->diag);
  vec_release (&entries);
  return status;
}

/* Fill the table of arcs TABLE.  */
static enum status
fill_arcs (const struct matcher *matcher, enum spec_table table,
           struct arcset *set)
{
  const uint32_t specs = (uint32_t)matcher->options->specs.count;
  uint32_t number = 0;
  entry_list entries = { 0 };
  enum status status = STATUS_OK;
  for (uint32_t i = 0; i < specs && status == STATUS_OK; i++)
    {
      if (matcher->options->specs.items[i].table != table)
        continue;
      status = add_callees (matcher, i, set);
      if (status == STATUS_OK)
        status = push_entries (matcher, matcher->specs.items[i].from,
                               specs - i, number++, &entries);
    }
  if (status == STATUS_OK)
    entries_cover (&entries, matcher->symtab, matcher->options, true);
  for (size_t i = 0; i < entries.count && status == STATUS_OK; i++)
    status = arcset_add_callers (set, entries.items[i].spec,
                                 entries.items[i].run, matcher->diag);
  arcset_finish (set);
  vec_release (&entries);
  return status;
}

static enum status
fill_tables (const struct matcher *matcher, struct selection *selection)
{
  for (size_t i = 0; i < matcher->options->specs.count; i++)
    warn_of_spec (matcher, i);
  enum status status
      = fill_arcs (matcher, SPEC_ARCS_INCLUDE, &selection->arcs_include);
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
                 const struct target *target, struct diag *diag)
{
  *selection = (struct selection){ 0 };
  struct matcher matcher = { .options = options,
                             .symtab = symtab,
                             .sources = sources,
                             .target = target,
                             .diag = diag };
  enum status status = parse_all (&matcher);
  if (status == STATUS_OK)
    status = index_terms (&matcher);
  for (sym_id id = 0; id < symtab->count && status == STATUS_OK; id++)
    status = match_symbol (&matcher, id);
  if (status == STATUS_OK)
    status = collect_runs (&matcher);
  if (status == STATUS_OK)
    status = fill_tables (&matcher, selection);
  vec_release (&matcher.terms);
  vec_release (&matcher.specs);
  vec_release (&matcher.matches);
  vec_release (&matcher.plain_terms);
  free (matcher.buckets);
  free (matcher.runs);
  free (matcher.run_start);
  return status;
}
