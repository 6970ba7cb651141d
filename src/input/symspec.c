/* symspec.c - what the user calls a function, a line, a file or an arc.

   Each side of a spec is a term, and sides that mean the same are one term.
   A symbol can match in five ways: by its function, its file, its line, and by
   the file with one of the others.  Of several objects, its own is another file
   of it.  So one pass over the symbols looks up at most eight terms for each,
   and no symbol has more matches, whatever the number of specs.

   A side without match is read again: as the name of a function, raw or
   demangled, then as a pattern; and if that finds nothing, either, a similar
   name is looked for.  Names are demangled here and freed at once, so this
   costs time only if a spec matches nothing, and never memory.  */

#include "config.h"

#include "input/symspec.h"

#include <ctype.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "base/paths.h"
#include "base/spelling.h"
#include "symspec_private.h"

enum
{
  PLACES_MOST = 2,
  SIMILAR_MOST = 8 /* sides that a similar name is looked for */
};

static const char *const left_out[LEFT_OUT_COUNT]
    = { "_gprof_mcount",     "mcount",    "_mcount", "__mcount",
        "__mcount_internal", "__mcleanup" };

/* The words of a side, taken apart.  Parts that are not given are null, 0 or
   empty.  */
struct words
{
  const char *file; /* base name; FILE_LENGTH bytes */
  size_t file_length;
  const char *function; /* FUNCTION_LENGTH bytes */
  size_t function_length;
  uint32_t line;
};

bool
symspec_leaves_out (const char *name)
{
  for (size_t i = 0; i < LEFT_OUT_COUNT; i++)
    if (strcmp (name, left_out[i]) == 0)
      return true;
  return false;
}

/* --- Parsing ------------------------------------------------------------ */

/* The LENGTH bytes at TEXT, taken apart (R2.2).  */
static struct words
parse_words (const char *text, size_t length)
{
  struct words words = { 0 };
  const char *colon = memrchr (text, ':', length);
  const char *right = colon != NULL ? colon + 1 : text;
  const size_t right_length = (size_t)(text + length - right);
  if (colon != NULL && colon > text)
    {
      words.file = text;
      words.file_length = (size_t)(colon - text);
    }
  if (right_length == 0)
    return words;
  if (colon == NULL && memchr (right, '.', right_length) != NULL)
    {
      words.file = right;
      words.file_length = right_length;
    }
  else if (isdigit ((unsigned char)right[0]))
    words.line = (uint32_t)strtoll (right, NULL, 10);
  else
    {
      words.function = right;
      words.function_length = right_length;
    }
  return words;
}

bool
symspecs_need_lines (const struct options *options)
{
  for (size_t i = 0; i < options->specs.count; i++)
    {
      const char *text = options->specs.items[i].text;
      const size_t left = strcspn (text, "/");
      const char *right = text + left + (text[left] == '/');
      const struct words from = parse_words (text, left);
      const struct words to = parse_words (right, strlen (right));
      if (from.file || from.line || to.file || to.line)
        return true;
    }
  return false;
}

/* --- Terms -------------------------------------------------------------- */

/* The number of the name of LENGTH bytes at TEXT; none if that is null.  */
static source_id
number_name (struct matcher *matcher, const char *text, size_t length)
{
  source_id number = SOURCE_NONE;
  if (text != NULL)
    sources_intern (&matcher->names,
                    arena_text (&matcher->names.memory, text, length),
                    &number);
  return number;
}

/* Number the base names of files.  GNU gprof knows only the newest of several
   files with one base name (R2.3).  */
static void
number_bases (struct matcher *matcher)
{
  const struct sources *sources = matcher->sources;
  const size_t count = sources->names.count;
  vec_reserve (&matcher->base_of, count);
  matcher->base_of.count = count;
  for (source_id id = (source_id)count; id-- > 0;)
    {
      const char *name = path_base (sources_name (sources, id));
      const size_t known = matcher->names.names.count;
      const source_id base = number_name (matcher, name, strlen (name));
      matcher->base_of.items[id]
          = matcher->options->quirks.knows_newest_file_only && base < known
                ? SOURCE_NONE
                : base;
    }
  for (size_t i = 0; i < matcher->symtab->object_count; i++)
    {
      const char *name = matcher->symtab->objects[i].name;
      vec_push (&matcher->object_bases,
                number_name (matcher, name, name != NULL ? strlen (name) : 0));
    }
  matcher->file_names = matcher->names.names.count;
}

/* The index of the term that WORDS are in this READING.  */
static uint32_t
add_term (struct matcher *matcher, const struct words *words,
          enum reading reading)
{
  const uint32_t number = (uint32_t)matcher->terms.count;
  struct term term
      = { .file = number_name (matcher, words->file, words->file_length),
          .function
          = number_name (matcher, words->function, words->function_length),
          .line = words->line,
          .reading = reading };
  const uint32_t known
      = pairmap_enter (&matcher->numbers,
                       (uint64_t)term.file << 32 | term.function,
                       (uint64_t)term.line << 32 | (uint64_t)reading, number);
  if (known < number)
    return known;
  const struct symrun all = { 0, (sym_id)matcher->symtab->count };
  if (term.file == SOURCE_NONE && term.function == SOURCE_NONE
      && term.line == 0 && all.limit > 0)
    vec_push (&term.runs, all);
  vec_push (&matcher->terms, term);
  return number;
}

/* Symbol ID matches the term with this NUMBER; none above it does so far.  */
static void
add_match (struct matcher *matcher, uint32_t number, sym_id id)
{
  struct term *term = &matcher->terms.items[number];
  const size_t count = term->runs.count;
  const struct symrun run = { id, id + 1 };
  if (count > 0 && term->runs.items[count - 1].limit == id)
    term->runs.items[count - 1].limit++;
  else
    vec_push (&term->runs, run);
}

/* The term of the LENGTH bytes at TEXT; if that matches nothing, all of ALL
   bytes may be meant.  */
static struct side
parse_side (struct matcher *matcher, const char *text, size_t length,
            size_t all, bool repeated)
{
  const struct words words = parse_words (text, length);
  struct side side = { .term = add_term (matcher, &words, AS_SPELLED),
                       .whole = NO_TERM,
                       .split = NO_TERM,
                       .distance = SIZE_MAX,
                       .repeated = repeated };
  size_t colons = 0;
  while (colons < all && text[colons] == ':')
    colons++;
  side.text = text += colons;
  side.length = all -= colons;
  for (size_t i = all; i-- > 0 && side.file_length == 0;)
    if (text[i] == ':' && text[i - 1] != ':'
        && (i + 1 == all || text[i + 1] != ':'))
      side.file_length = i;
  return side;
}

/* The terms of all specs and of the routines that are left out by default.
   What follows a slash has a meaning in specs for arcs alone, so all words of
   another spec may be one name.  */
static void
parse_all (struct matcher *matcher)
{
  matcher->has_places = symspecs_need_lines (matcher->options);
  if (matcher->has_places)
    number_bases (matcher);
  for (size_t i = 0; i < matcher->options->specs.count; i++)
    {
      const struct spec *spec = &matcher->options->specs.items[i];
      const char *text = spec->text;
      const size_t left = strcspn (text, "/"), all = strlen (text);
      struct sides sides
          = { .has_to = text[left] == '/' && symspec_is_for_arcs (spec) };
      sides.from = parse_side (matcher, text, left, sides.has_to ? left : all,
                               spec->repeated);
      if (sides.has_to)
        sides.to = parse_side (matcher, text + left + 1, all - left - 1,
                               all - left - 1, spec->repeated);
      vec_push (&matcher->specs, sides);
    }
  for (size_t i = 0; i < LEFT_OUT_COUNT; i++)
    {
      const struct words words
          = parse_words (left_out[i], strlen (left_out[i]));
      matcher->left_out[i] = add_term (matcher, &words, AS_SPELLED);
    }
}

/* --- Matching ----------------------------------------------------------- */

/* Match symbol ID with the term of these parts, if there is one.  */
static void
match_parts (struct matcher *matcher, sym_id id, source_id file,
             source_id function, uint32_t line, enum reading reading)
{
  const uint32_t *number
      = pairmap_find (&matcher->numbers, (uint64_t)file << 32 | function,
                      (uint64_t)line << 32 | (uint64_t)reading);
  if (number != NULL)
    add_match (matcher, *number, id);
}

/* Set PLACES to what a spec may call the file of symbol ID: its source file
   and, of several objects, its own (R16.44).  Returns how many these are.  */
static size_t
find_places (const struct matcher *matcher, sym_id id,
             source_id places[PLACES_MOST])
{
  const struct symtab *symtab = matcher->symtab;
  size_t count = 0;
  if (!matcher->has_places)
    return 0;
  const source_id file = symtab->file[id];
  if (file < matcher->base_of.count
      && matcher->base_of.items[file] != SOURCE_NONE)
    places[count++] = matcher->base_of.items[file];
  if (matcher->object_bases.count == 0)
    return count;
  const source_id base
      = matcher->object_bases.items[symtab_object (symtab, id)];
  if (base != SOURCE_NONE && (count == 0 || places[0] != base))
    places[count++] = base;
  return count;
}

/* Match symbol ID by its function, NAME.  */
static void
match_function (struct matcher *matcher, sym_id id, const char *name,
                enum reading reading)
{
  const source_id function = sources_find (&matcher->names, name);
  if (function == SOURCE_NONE)
    return;
  source_id places[PLACES_MOST];
  const size_t count = find_places (matcher, id, places);
  match_parts (matcher, id, SOURCE_NONE, function, 0, reading);
  for (size_t i = 0; i < count; i++)
    match_parts (matcher, id, places[i], function, 0, reading);
}

/* Match symbol ID in all ways.  */
static void
match_symbol (struct matcher *matcher, sym_id id)
{
  const struct symtab *symtab = matcher->symtab;
  const uint32_t line = symtab->line[id];
  source_id places[PLACES_MOST];
  const size_t count = find_places (matcher, id, places);
  match_function (matcher, id,
                  target_plain_name (matcher->target, symtab->name[id]),
                  AS_SPELLED);
  for (size_t i = 0; i < count; i++)
    {
      match_parts (matcher, id, places[i], SOURCE_NONE, 0, AS_SPELLED);
      if (line != 0)
        match_parts (matcher, id, places[i], SOURCE_NONE, line, AS_SPELLED);
    }
  if (matcher->has_places && line != 0)
    match_parts (matcher, id, SOURCE_NONE, SOURCE_NONE, line, AS_SPELLED);
}

/* --- Sides without match ------------------------------------------------- */

/* The names of a function: in the image, demangled with arguments and without;
   the latter two are null if it has none.  */
struct spelled
{
  const char *raw;
  char *full, *plain;
};

/* Let VISIT have the names of each symbol.  */
static void
for_each_name (struct matcher *matcher,
               void (*visit) (struct matcher *matcher, sym_id id,
                              const struct spelled *spelled))
{
  const struct spec_demangler *demangler
      = matcher->options->quirks.reads_specs_once ? NULL : matcher->demangler;
  struct spelled spelled = { 0 };
  for (sym_id id = 0; id < matcher->symtab->count; id++)
    {
      const char *name = matcher->symtab->name[id];
      const char *raw = target_plain_name (matcher->target, name);
      /* Symbols of one function's lines are adjacent.  */
      if (spelled.raw == NULL || strcmp (raw, spelled.raw) != 0)
        {
          free (spelled.full);
          free (spelled.plain);
          spelled = (struct spelled){ .raw = raw };
          if (demangler != NULL)
            spelled.full
                = demangler->demangle (demangler->context, name, true);
          if (spelled.full != NULL)
            spelled.plain
                = demangler->demangle (demangler->context, name, false);
        }
      visit (matcher, id, &spelled);
    }
  free (spelled.full);
  free (spelled.plain);
}

static void
find_unmatched (struct matcher *matcher)
{
  for (size_t i = 0; i < matcher->specs.count; i++)
    {
      struct sides *sides = &matcher->specs.items[i];
      if (symspec_is_for_arcs (&matcher->options->specs.items[i])
          && !sides->has_to)
        continue;
      if (!symspec_has_match (matcher, sides->from.term))
        vec_push (&matcher->unmatched, &sides->from);
      if (sides->has_to && !symspec_has_match (matcher, sides->to.term))
        vec_push (&matcher->unmatched, &sides->to);
    }
}

/* Let sides have the terms that match something now, and forget these
   sides.  */
static void
resolve_sides (struct matcher *matcher)
{
  const size_t count = matcher->unmatched.count;
  matcher->unmatched.count = 0;
  for (size_t i = 0; i < count; i++)
    {
      struct side *side = matcher->unmatched.items[i];
      if (side->whole != NO_TERM && symspec_has_match (matcher, side->whole))
        side->term = side->whole;
      else if (side->split != NO_TERM
               && symspec_has_match (matcher, side->split))
        side->term = side->split;
      else
        matcher->unmatched.items[matcher->unmatched.count++] = side;
    }
}

/* All words of SIDE as a function, or if AT_COLON, a file and a function, which
   may be missing.  */
static struct words
words_of (const struct side *side, bool at_colon)
{
  const size_t skipped = at_colon ? side->file_length + 1 : 0;
  struct words words = { 0 };
  if (at_colon)
    {
      words.file = side->text;
      words.file_length = side->file_length;
    }
  if (skipped < side->length)
    {
      words.function = side->text + skipped;
      words.function_length = side->length - skipped;
    }
  return words;
}

static bool
is_pattern (const struct side *side)
{
  return strcspn (side->text, "*?[") < side->length;
}

/* Try the sides, or those that are patterns, in this READING: all words as a
   function, then with a file, which is before the colon; all of a pattern with
   a dot is also one for files (R2.2).  */
static void
add_readings (struct matcher *matcher, enum reading reading)
{
  for (size_t i = 0; i < matcher->unmatched.count; i++)
    {
      struct side *side = matcher->unmatched.items[i];
      const struct words whole = words_of (side, false);
      struct words split = { 0 };
      if (reading == AS_PATTERN && !is_pattern (side))
        continue;
      if (side->file_length > 0)
        split = words_of (side, true);
      else if (reading == AS_PATTERN
               && memchr (side->text, '.', side->length) != NULL)
        split = (struct words){ .file = side->text,
                                .file_length = side->length };
      const bool is_split = reading == AS_PATTERN ? split.file != NULL
                                                  : split.function != NULL;
      side->whole = whole.function != NULL
                        ? add_term (matcher, &whole, reading)
                        : NO_TERM;
      side->split = is_split ? add_term (matcher, &split, reading) : NO_TERM;
    }
}

static void
match_names (struct matcher *matcher, sym_id id, const struct spelled *spelled)
{
  match_function (matcher, id, spelled->raw, BY_ANY_NAME);
  if (spelled->full != NULL)
    match_function (matcher, id, spelled->full, BY_ANY_NAME);
  if (spelled->plain != NULL && strcmp (spelled->plain, spelled->full) != 0)
    match_function (matcher, id, spelled->plain, BY_ANY_NAME);
}

static void
match_patterns (struct matcher *matcher, sym_id id,
                const struct spelled *spelled)
{
  const struct sources *names = &matcher->names;
  const char *const functions[]
      = { spelled->raw, spelled->plain, spelled->full };
  source_id places[PLACES_MOST];
  const size_t count = find_places (matcher, id, places);
  for (uint32_t i = matcher->first_pattern; i < matcher->terms.count; i++)
    {
      const struct term *pattern = &matcher->terms.items[i];
      bool has_file = pattern->file == SOURCE_NONE;
      bool has_function = pattern->function == SOURCE_NONE;
      for (size_t k = 0; k < count && !has_file; k++)
        has_file = fnmatch (sources_name (names, pattern->file),
                            sources_name (names, places[k]), 0)
                   == 0;
      for (size_t k = 0; k < 3 && has_file && !has_function; k++)
        has_function = functions[k] != NULL
                       && fnmatch (sources_name (names, pattern->function),
                                   functions[k], 0)
                              == 0;
      if (has_file && has_function)
        add_match (matcher, i, id);
    }
}

/* --- Similar names ------------------------------------------------------- */

/* How many typing errors turn NAME into the LENGTH bytes at TEXT; SIZE_MAX if
   they are too many, or none.  To leave out the scopes of a name is no
   error.  */
static size_t
spelling_errors (const char *text, size_t length, const char *name)
{
  const size_t tolerance = spelling_tolerance (length);
  const size_t size = strlen (name);
  const char *tail = size > length ? name + size - length : name;
  if (size > length + 2 && size <= SPELLING_LONGEST && tail[-1] == ':'
      && memcmp (tail, text, length) == 0)
    return 0;
  if (size > length + tolerance || length > size + tolerance)
    return SIZE_MAX;
  const size_t distance = spelling_distance (text, length, name, size);
  return distance > 0 && distance <= tolerance ? distance : SIZE_MAX;
}

/* Keep NAME if it is nearer to the LENGTH bytes at TEXT, words of SIDE, than
   what that has.  */
static void
keep_similar (struct matcher *matcher, struct side *side, const char *text,
              size_t length, const char *name)
{
  const size_t distance = spelling_errors (text, length, name);
  if (distance >= side->distance)
    return;
  side->distance = distance;
  side->similar = arena_text (&matcher->names.memory, name, strlen (name));
}

static void
compare_names (struct matcher *matcher, sym_id id,
               const struct spelled *spelled)
{
  const char *name = spelled->plain ? spelled->plain : spelled->raw;
  source_id places[PLACES_MOST];
  const size_t count = find_places (matcher, id, places);
  for (size_t i = 0; i < matcher->unmatched.count; i++)
    {
      struct side *side = matcher->unmatched.items[i];
      const struct words words = words_of (side, side->split != NO_TERM);
      bool is_in_file = side->split == NO_TERM;
      for (size_t k = 0; k < count && !is_in_file; k++)
        is_in_file = places[k] == matcher->terms.items[side->split].file;
      if (is_in_file && words.function != NULL)
        keep_similar (matcher, side, words.function, words.function_length,
                      name);
    }
}

/* Look for names similar to the first few sides that are no patterns, of
   functions and, unless their file is known, of files.  The others are
   forgotten.  */
static void
find_similar (struct matcher *matcher)
{
  size_t count = 0;
  for (size_t i = 0; i < matcher->unmatched.count && count < SIMILAR_MOST; i++)
    {
      struct side *side = matcher->unmatched.items[i];
      if (is_pattern (side) || side->length > SPELLING_LONGEST
          || side->repeated)
        continue;
      /* A function of a known file is meant; else the words are a file or a
         function.  */
      if (side->split != NO_TERM
          && matcher->terms.items[side->split].file >= matcher->file_names)
        side->split = NO_TERM;
      matcher->unmatched.items[count++] = side;
    }
  matcher->unmatched.count = count;
  if (count > 0)
    for_each_name (matcher, compare_names);
  for (size_t i = 0; i < count; i++)
    {
      struct side *side = matcher->unmatched.items[i];
      const size_t length
          = side->file_length > 0 ? side->file_length : side->length;
      for (source_id id = 0;
           id < matcher->base_of.count && side->split == NO_TERM; id++)
        keep_similar (matcher, side, side->text, length,
                      path_base (sources_name (matcher->sources, id)));
    }
}

/* Read the sides that match nothing as demangled names and patterns (R2.7a),
   and where these match nothing, either, look for a similar name.  */
static void
try_again (struct matcher *matcher)
{
  find_unmatched (matcher);
  if (!matcher->options->quirks.reads_specs_once
      && matcher->unmatched.count > 0)
    {
      add_readings (matcher, BY_ANY_NAME);
      for_each_name (matcher, match_names);
      resolve_sides (matcher);
      matcher->first_pattern = (uint32_t)matcher->terms.count;
      add_readings (matcher, AS_PATTERN);
      if (matcher->terms.count > matcher->first_pattern)
        for_each_name (matcher, match_patterns);
      resolve_sides (matcher);
    }
  find_similar (matcher);
}

/* --- All of it ----------------------------------------------------------- */

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
  try_again (&matcher);
  symspec_fill_tables (&matcher, selection);
  for (size_t i = 0; i < matcher.terms.count; i++)
    vec_release (&matcher.terms.items[i].runs);
  vec_release (&matcher.terms);
  pairmap_release (&matcher.numbers);
  vec_release (&matcher.specs);
  vec_release (&matcher.unmatched);
  vec_release (&matcher.base_of);
  vec_release (&matcher.object_bases);
  sources_release (&matcher.names);
}
