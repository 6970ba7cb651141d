/* symspec.c - what the user calls a function, a line, a file or an arc.

   Each side of a spec is a term, and sides that mean the same are one term.
   A symbol can match in five ways: by its function, its file, its line, and by
   the file with one of the others.  Of several objects, its own is another file
   of it.  So one pass over the symbols does at most eight lookups for each in a
   hash table of the terms, and no symbol has more matches, whatever the number
   of specs.  */

#include "config.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "input/symspec.h"
#include "symspec_private.h"

/* The profiling routines of the C libraries (R2.9).  */
static const char *const left_out[LEFT_OUT_COUNT]
    = { "_gprof_mcount",     "mcount",    "_mcount", "__mcount",
        "__mcount_internal", "__mcleanup" };

bool
symspec_leaves_out (const char *name)
{
  for (size_t i = 0; i < LEFT_OUT_COUNT; i++)
    if (strcmp (name, left_out[i]) == 0)
      return true;
  return false;
}

/* --- Parsing ------------------------------------------------------------ */

/* The LENGTH bytes at TEXT as a term (R2.2).  */
/* The LENGTH bytes at TEXT as a term (R2.2).  */
static struct term
parse_term (const char *text, size_t length)
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

/* TERM gives nothing: every symbol matches, in a single run.  */
static bool
matches_all (const struct term *term)
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

/* The number of the base name of LENGTH bytes at NAME.  */
static source_id
number_base (struct matcher *matcher, const char *name, size_t length)
{
  const char *copy = arena_text (&matcher->bases.memory, name, length);
  source_id base;
  sources_intern (&matcher->bases, copy, &base);
  if (base == matcher->newest.count)
    vec_push (&matcher->newest, SOURCE_NONE);
  return base;
}

static void
number_bases (struct matcher *matcher)
{
  const struct sources *sources = matcher->sources;
  for (source_id id = 0; id < sources->names.count; id++)
    {
      const char *name = source_base (sources_name (sources, id));
      const source_id base = number_base (matcher, name, strlen (name));
      vec_push (&matcher->base_of, base);
      matcher->newest.items[base] = id;
    }
  for (size_t i = 0; i < matcher->symtab->object_count; i++)
    {
      const char *name = matcher->symtab->objects[i].name;
      const source_id base = name != NULL
                                 ? number_base (matcher, name, strlen (name))
                                 : SOURCE_NONE;
      vec_push (&matcher->object_bases, base);
    }
}

size_t
symspec_add_term (struct matcher *matcher, struct term term)
{
  if (term.file != NULL)
    term.base = number_base (matcher, term.file, term.file_length);
  const size_t hash = hash_name (term.function, term.function_length);
  const uint32_t known = find_term (matcher, &term, hash);
  if (known > 0)
    return known - 1;
  uint32_t *chain = chain_of (matcher, hash, term.base, term.line);
  term.next_with_hash = *chain;
  if (matches_all (&term))
    term.match_count = matcher->symtab->count;
  vec_push (&matcher->terms, term);
  *chain = (uint32_t)matcher->terms.count;
  matcher->kinds |= 1u << kind_of (&term);
  if (term.function_length > 0)
    matcher->first_bytes[(unsigned char)term.function[0]] = true;
  return matcher->terms.count - 1;
}

/* The index of the term of the LENGTH bytes at TEXT.  */
static size_t
add_side (struct matcher *matcher, const char *text, size_t length)
{
  return symspec_add_term (matcher, parse_term (text, length));
}

bool
symspec_is_for_arcs (const struct spec *spec)
{
  return spec->table == SPEC_ARCS_INCLUDE || spec->table == SPEC_ARCS_EXCLUDE;
}

/* Make the hash table for the terms of all specs.  */
static void
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
  if (symspecs_need_lines (matcher->options))
    number_bases (matcher);
}

/* The term of SPEC, and another one for what follows the slash in a spec for
   arcs.  */
static void
parse_spec (struct matcher *matcher, const struct spec *spec)
{
  const size_t left = strcspn (spec->text, "/");
  const char *right = spec->text + left + 1;
  struct spec_terms terms
      = { .from = add_side (matcher, spec->text, left),
          .has_to = spec->text[left] == '/' && symspec_is_for_arcs (spec) };
  if (terms.has_to)
    terms.to = add_side (matcher, right, strlen (right));
  vec_push (&matcher->specs, terms);
}

/* The terms of all specs and of the routines that are left out by default.  */
static void
parse_all (struct matcher *matcher)
{
  start_terms (matcher);
  for (size_t i = 0; i < matcher->options->specs.count; i++)
    parse_spec (matcher, &matcher->options->specs.items[i]);
  for (size_t i = 0; i < LEFT_OUT_COUNT; i++)
    matcher->left_out[i]
        = add_side (matcher, left_out[i], strlen (left_out[i]));
}

/* --- Matching ----------------------------------------------------------- */

void
symspec_add_match (struct matcher *matcher, uint32_t term, sym_id id)
{
  matcher->terms.items[term].match_count++;
  struct match match = { term, id };
  vec_push (&matcher->matches, match);
}

/* Match symbol ID with the term that is like LIKE, if there is one.  GNU gprof
   matches only the newest of several files with one base name (R2.3).  */
static void
match_like (struct matcher *matcher, sym_id id, const struct term *like,
            size_t hash)
{
  if (!(matcher->kinds & 1u << kind_of (like)))
    return;
  const uint32_t term = find_term (matcher, like, hash);
  if (term > 0
      && (like->base == SOURCE_NONE
          || !matcher->options->quirks.knows_newest_file_only
          || matcher->newest.items[like->base] == matcher->symtab->file[id]))
    symspec_add_match (matcher, term - 1, id);
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

void
symspec_match_function (struct matcher *matcher, sym_id id, const char *name,
                        bool by_any_name)
{
  /* The NUL of an empty name is never one of them.  */
  if (!matcher->first_bytes[(unsigned char)name[0]])
    return;
  struct term like = { .function = name,
                       .function_length = strlen (name),
                       .by_any_name = by_any_name,
                       .base = SOURCE_NONE };
  struct term places[PLACES_MOST];
  const size_t count = symspec_places (matcher, id, places);
  const size_t hash = hash_name (name, like.function_length);
  match_like (matcher, id, &like, hash);
  for (size_t i = 0; i < count; i++)
    {
      like.file = places[i].file;
      like.base = places[i].base;
      match_like (matcher, id, &like, hash);
    }
}

/* Match symbol ID in all ways.  */
static void
match_symbol (struct matcher *matcher, sym_id id)
{
  const struct symtab *symtab = matcher->symtab;
  const char *name = target_plain_name (matcher->target, symtab->name[id]);
  struct term places[PLACES_MOST];
  const size_t count = symspec_places (matcher, id, places);
  const struct term line = { .base = SOURCE_NONE, .line = symtab->line[id] };
  const size_t no_name = hash_name (NULL, 0);
  symspec_match_function (matcher, id, name, false);
  for (size_t i = 0; i < count; i++)
    {
      match_like (matcher, id, &places[i], no_name);
      places[i].line = line.line;
      if (line.line != 0)
        match_like (matcher, id, &places[i], no_name);
    }
  if (line.line != 0)
    match_like (matcher, id, &line, no_name);
}

/* Sort the matches by term, each term's stay ascending, and join adjacent
   symbols to runs.  */
static void
collect_runs (struct matcher *matcher)
{
  const size_t terms = matcher->terms.count;
  const sym_id symbols = (sym_id)matcher->symtab->count;
  matcher->run_start = array_new (terms + 1, sizeof *matcher->run_start);
  matcher->runs
      = array_new (matcher->matches.count + terms, sizeof *matcher->runs);
  size_t *filled = array_new (terms, sizeof *filled);
  /* At first one run per match; compacted afterwards.  */
  for (size_t i = 0; i < terms; i++)
    {
      const struct term *term = &matcher->terms.items[i];
      const size_t start = matcher->run_start[i];
      const size_t most = matches_all (term) ? 1 : term->match_count;
      matcher->run_start[i + 1] = start + most;
      if (matches_all (term) && symbols > 0)
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
}

/* --- What a run covers, and holds ---------------------------------------- */

/* A run of adjacent symbols that the spec with number SPEC matches (R2.5).
   Where several begin with one symbol, the least ORDER comes first.  */
struct spec_entry
{
  struct symrun run;
  uint32_t order;
  uint32_t spec;
};

typedef VEC (struct spec_entry) entry_list;

/* The first symbol that starts at PC or above.  */
static sym_id
first_from (const struct symtab *symtab, uint64_t pc)
{
  return pc > 0 ? symtab_first_above (symtab, pc - 1) : 0;
}

static int
compare_entries (const void *a, const void *b)
{
  const struct spec_entry *x = a, *y = b;
  if (x->run.first != y->run.first)
    return x->run.first < y->run.first ? -1 : 1;
  return (x->order > y->order) - (x->order < y->order);
}

/* Cover ENTRIES[0 .. COUNT-1], which ascend, as one table: entries that begin
   where another one did become empty; if HIDES, the others end where the next
   begins.  If BY_ADDRESS, the ends of the runs are taken from the addresses of
   their last symbols.  */
static void
cover_table (struct spec_entry *entries, size_t count,
             const struct symtab *symtab, bool by_address, bool hides)
{
  sym_id next = SYM_NONE; /* where the next entry begins */
  for (size_t i = count; i-- > 0;)
    {
      struct symrun *run = &entries[i].run;
      if (i > 0 && entries[i - 1].run.first == run->first)
        {
          run->limit = run->first;
          continue;
        }
      if (by_address)
        run->limit = first_from (symtab, symtab->limit[run->limit - 1]);
      if (hides && run->limit > next)
        run->limit = next;
      /* The last symbol ends with the text, perhaps below its start.  */
      if (run->limit < run->first)
        run->limit = run->first;
      next = run->first;
    }
}

/* Replace the runs of ENTRIES, which ascend within a spec and whose specs
   stand together, by the symbols that they cover: those whose addresses lie
   between the start of the first and the end of the last symbol of the run,
   but before the spec's next run.  With -l that is more than the run, for
   functions lie over lines.  With --gnu-compat all specs are one table, where
   a later entry hides what is left of an earlier one (R2.6), or, FOR_ARCS,
   only one that begins with the same symbol (R2.10); and a run whose last
   symbol lies beyond the text ends with the text.
   O(entries log entries).  */
static void
entries_cover (entry_list *entries, const struct symtab *symtab,
               const struct options *options, bool for_arcs)
{
  struct spec_entry *items = entries->items;
  const bool by_address
      = options->by_line || options->quirks.cuts_specs_at_text;
  if (options->quirks.hides_overlapped_specs && entries->count > 0)
    {
      qsort (items, entries->count, sizeof *items, compare_entries);
      cover_table (items, entries->count, symtab, by_address, !for_arcs);
      return;
    }
  for (size_t first = 0, limit; first < entries->count; first = limit)
    {
      for (limit = first + 1;
           limit < entries->count && items[limit].spec == items[first].spec;)
        limit++;
      cover_table (items + first, limit - first, symtab, by_address, true);
    }
}

/* Append the functions between the ends of RUN to HELD.  */
static void
hold_run (entry_list *held, const struct symrun *run,
          const struct symtab *symtab)
{
  const uint64_t limit_pc = symtab->limit[run->limit - 1];
  for (sym_id id = run->first;
       id < symtab->count && symtab->start[id] < limit_pc; id++)
    if ((symtab->flags[id] & SYMBOL_FUNCTION) && symtab->limit[id] <= limit_pc)
      {
        struct spec_entry entry = { { id, id + 1 }, 0, 0 };
        vec_push (held, entry);
      }
}

/* Replace the runs of ENTRIES by the symbols that may be called: those of the
   run; with --gnu-compat the functions that lie wholly between its ends, which
   with -l can be other ones, and are fewer if it ends beyond the text (R2.6d,
   R2.10).  */
static void
entries_hold (entry_list *entries, const struct symtab *symtab,
              const struct options *options)
{
  if (!options->quirks.wants_whole_callees)
    return;
  entry_list held = { 0 };
  for (size_t i = 0; i < entries->count; i++)
    hold_run (&held, &entries->items[i].run, symtab);
  vec_release (entries);
  *entries = held;
}

/* --- Filling the tables ------------------------------------------------- */

static void
push_entries (const struct matcher *matcher, size_t term, uint32_t order,
              uint32_t spec, entry_list *entries)
{
  for (size_t i = matcher->run_start[term]; i < matcher->run_start[term + 1];
       i++)
    {
      struct spec_entry entry = { matcher->runs[i], order, spec };
      vec_push (entries, entry);
    }
}

/* The routines that are left out by default belong to three tables.  */
static void
push_left_out (const struct matcher *matcher, enum spec_table table,
               entry_list *entries)
{
  if (table == SPEC_TIME_EXCLUDE || table == SPEC_GRAPH_EXCLUDE
      || table == SPEC_FLAT_EXCLUDE)
    for (uint32_t i = 0; i < LEFT_OUT_COUNT; i++)
      push_entries (matcher, matcher->left_out[i], 0, i, entries);
}

/* Push the entries of the specs for TABLE, numbered by terms behind FIRST.  Of
   the specs for one symbol, GNU gprof applies its defaults first, then the
   last spec given (R2.5).  So of several specs with one term only the last
   counts; LAST holds for each term the index of that spec + 1.  */
static void
push_specs (const struct matcher *matcher, enum spec_table table,
            uint32_t first, const uint32_t *last, entry_list *entries)
{
  const struct options *options = matcher->options;
  const uint32_t specs = (uint32_t)options->specs.count;
  for (uint32_t i = 0; i < specs; i++)
    {
      const size_t term = matcher->specs.items[i].from;
      if (options->specs.items[i].table == table && last[term] == i + 1)
        push_entries (matcher, term, specs - i, first + (uint32_t)term,
                      entries);
    }
}

/* For each term the index + 1 of the last spec for TABLE that begins with it,
   to be freed.  */
static uint32_t *
last_specs (const struct matcher *matcher, enum spec_table table)
{
  uint32_t *last = array_new (matcher->terms.count, sizeof *last);
  for (size_t i = 0; i < matcher->specs.count; i++)
    if (matcher->options->specs.items[i].table == table)
      last[matcher->specs.items[i].from] = (uint32_t)i + 1;
  return last;
}

static void
fill_table (const struct matcher *matcher, enum spec_table table,
            struct symset *set)
{
  entry_list entries = { 0 };
  uint32_t *last = last_specs (matcher, table);
  push_left_out (matcher, table, &entries);
  push_specs (matcher, table, LEFT_OUT_COUNT, last, &entries);
  entries_cover (&entries, matcher->symtab, matcher->options, false);
  for (size_t i = 0; i < entries.count; i++)
    symset_add_range (set, matcher->symtab->count, entries.items[i].run.first,
                      entries.items[i].run.limit);
  vec_release (&entries);
  free (last);
}

/* Make the symbols that may be called and match TERM a group of callees of
   SET.  */
static void
add_callees (const struct matcher *matcher, size_t term, struct arcset *set)
{
  entry_list entries = { 0 };
  push_entries (matcher, term, 0, 0, &entries);
  entries_hold (&entries, matcher->symtab, matcher->options);
  for (size_t i = 0; i < entries.count; i++)
    arcset_add_callees (set, (uint32_t)term, entries.items[i].run);
  vec_release (&entries);
}

/* Make the symbols that match the terms before the slash groups of callers of
   SET.  */
static void
add_callers (const struct matcher *matcher, enum spec_table table,
             const uint32_t *last, struct arcset *set)
{
  entry_list entries = { 0 };
  push_specs (matcher, table, 0, last, &entries);
  entries_cover (&entries, matcher->symtab, matcher->options, true);
  for (size_t i = 0; i < entries.count; i++)
    arcset_add_callers (set, entries.items[i].spec, entries.items[i].run);
  vec_release (&entries);
}

/* Add to SET which group of callers may call which group of callees, and the
   latter; both are numbered by their terms.  GNU gprof applies only the last
   of several specs with one caller (R2.6).  */
static void
add_arcs (const struct matcher *matcher, enum spec_table table,
          const uint32_t *last, bool *added, struct arcset *set)
{
  for (size_t i = 0; i < matcher->specs.count; i++)
    {
      const struct spec_terms *terms = &matcher->specs.items[i];
      if (matcher->options->specs.items[i].table != table || !terms->has_to
          || (matcher->options->quirks.obeys_last_arc_spec_only
              && last[terms->from] != i + 1))
        continue;
      if (!added[terms->to])
        add_callees (matcher, terms->to, set);
      added[terms->to] = true;
      arcset_add_spec (set, (uint32_t)terms->from, (uint32_t)terms->to);
    }
}

static void
fill_arcs (const struct matcher *matcher, enum spec_table table,
           struct arcset *set)
{
  uint32_t *last = last_specs (matcher, table);
  bool *added = array_new (matcher->terms.count, sizeof *added);
  add_arcs (matcher, table, last, added, set);
  add_callers (matcher, table, last, set);
  arcset_finish (set);
  free (last);
  free (added);
}

static void
fill_tables (const struct matcher *matcher, struct selection *selection)
{
  fill_arcs (matcher, SPEC_ARCS_INCLUDE, &selection->arcs_include);
  fill_arcs (matcher, SPEC_ARCS_EXCLUDE, &selection->arcs_exclude);
  for (int table = 0; table < SPEC_TABLES; table++)
    if (table != SPEC_ARCS_INCLUDE && table != SPEC_ARCS_EXCLUDE)
      fill_table (matcher, (enum spec_table)table, &selection->tables[table]);
}

void
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
  parse_all (&matcher);
  for (sym_id id = 0; id < symtab->count; id++)
    match_symbol (&matcher, id);
  symspec_try_again (&matcher);
  collect_runs (&matcher);
  symspec_warn (&matcher);
  fill_tables (&matcher, selection);
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
}

void
selection_release (struct selection *selection)
{
  for (size_t i = 0; i < SPEC_TABLES; i++)
    symset_release (&selection->tables[i]);
  arcset_release (&selection->arcs_include);
  arcset_release (&selection->arcs_exclude);
}
