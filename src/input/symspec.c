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

#include <ctype.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/memory.h"
#include "base/pairmap.h"
#include "base/spelling.h"
#include "input/symspec.h"
#include "model/sources.h"

#define NO_TERM UINT32_MAX

enum
{
  PLACES_MOST = 2,
  LEFT_OUT_COUNT = 6,
  SIMILAR_MOST = 8 /* sides that a similar name is looked for */
};

/* The profiling routines of the C libraries (R2.9).  */
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

/* How words are read (R2.7a).  */
enum reading
{
  AS_SPELLED,
  BY_ANY_NAME, /* demangled names count, too */
  AS_PATTERN   /* file and function are patterns */
};

/* What sides mean.  FILE and FUNCTION are numbers of names, or SOURCE_NONE if
   they are not given; LINE is 0 then.  */
struct term
{
  source_id file;
  source_id function;
  uint32_t line;
  enum reading reading;
  VEC (struct symrun) runs; /* maximal ones of symbols that match */
};

/* One side of a spec.  If it matches nothing, its words may be FILE:FUNCTION,
   split at the last colon that is not one of "::".  */
struct side
{
  const char *text; /* LENGTH bytes, no leading colons */
  size_t length;
  size_t file_length;    /* 0 if there is no such colon */
  uint32_t term;         /* its index */
  uint32_t whole, split; /* other terms to try, or NO_TERM */
  const char *similar;   /* the most similar name to words without match, or
                            null, */
  size_t distance;       /* and how similar that is */
  bool repeated;         /* see struct spec */
};

/* TO is valid only if HAS_TO.  */
struct sides
{
  struct side from, to;
  bool has_to;
};

struct matcher
{
  const struct options *options;
  const struct symtab *symtab;
  const struct sources *sources;
  const struct target *target;
  const struct spec_demangler *demangler; /* null for none */
  struct diag *diag;
  struct sources names;     /* base names of files, and functions of terms; its
                               memory holds similar names, too */
  VEC (struct term) terms;  /* no two alike */
  struct pairmap numbers;   /* their indices, by what they consist of */
  VEC (struct sides) specs; /* of the options */
  uint32_t left_out[LEFT_OUT_COUNT]; /* the terms of these */
  bool has_places;                   /* files and lines matter: */
  VEC (source_id) base_of;           /* name of each source file */
  VEC (source_id) object_bases;      /* of each of several objects */
  bool first_bytes[256]; /* of the functions of terms; most symbols have
                            others */
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
  const char *right = text;
  size_t right_length = length;
  bool has_colon = false;
  for (size_t i = length; i-- > 0 && !has_colon;)
    if (text[i] == ':')
      {
        has_colon = true;
        right = text + i + 1;
        right_length = length - i - 1;
        words.file = i > 0 ? text : NULL;
        words.file_length = i;
      }
  if (right_length == 0)
    return words;
  if (!has_colon && memchr (right, '.', right_length) != NULL)
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

static bool
is_for_arcs (const struct spec *spec)
{
  return spec->table == SPEC_ARCS_INCLUDE || spec->table == SPEC_ARCS_EXCLUDE;
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
      const char *name = source_base (sources_name (sources, id));
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
  if (words->function != NULL)
    matcher->first_bytes[(unsigned char)words->function[0]] = true;
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

static bool
has_match (const struct matcher *matcher, uint32_t number)
{
  return number != NO_TERM && matcher->terms.items[number].runs.count > 0;
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
          = { .has_to = text[left] == '/' && is_for_arcs (spec) };
      sides.from = parse_side (matcher, text, left, sides.has_to ? left : all,
                               spec->repeated);
      if (sides.has_to)
        sides.to = parse_side (matcher, text + left + 1, all - left - 1,
                               all - left - 1, spec->repeated);
      vec_push (&matcher->specs, sides);
    }
  for (size_t i = 0; i < LEFT_OUT_COUNT; i++)
    {
      const struct words words = { .function = left_out[i],
                                   .function_length = strlen (left_out[i]) };
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
  /* The NUL of an empty name is never one of them.  */
  if (!matcher->first_bytes[(unsigned char)name[0]])
    return;
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

struct again
{
  struct matcher *matcher;
  VEC (struct side *) sides; /* without match */
  uint32_t first_pattern;    /* patterns are the terms from here on */
};

/* The names of a function: in the image, demangled with arguments and without;
   the latter two are null if it has none.  */
struct spelled
{
  const char *raw;
  char *full, *plain;
};

static void
forget (struct spelled *spelled)
{
  free (spelled->full);
  free (spelled->plain);
  *spelled = (struct spelled){ 0 };
}

/* Set *SPELLED to the names of symbol ID, unless it has them already: symbols
   of one function's lines are adjacent.  */
static void
spell (const struct matcher *matcher, sym_id id, struct spelled *spelled)
{
  const struct spec_demangler *demangler = matcher->demangler;
  const char *name = matcher->symtab->name[id];
  const char *raw = target_plain_name (matcher->target, name);
  if (spelled->raw != NULL && strcmp (raw, spelled->raw) == 0)
    return;
  forget (spelled);
  spelled->raw = raw;
  if (demangler == NULL || matcher->options->quirks.reads_specs_once)
    return;
  spelled->full = demangler->demangle (demangler->context, name, true);
  if (spelled->full != NULL)
    spelled->plain = demangler->demangle (demangler->context, name, false);
}

static void
for_each_name (struct again *again,
               void (*visit) (struct again *again, sym_id id,
                              const struct spelled *spelled))
{
  const struct matcher *matcher = again->matcher;
  struct spelled spelled = { 0 };
  for (sym_id id = 0; id < matcher->symtab->count; id++)
    {
      spell (matcher, id, &spelled);
      visit (again, id, &spelled);
    }
  forget (&spelled);
}

static void
find_unmatched (struct again *again)
{
  struct matcher *matcher = again->matcher;
  for (size_t i = 0; i < matcher->specs.count; i++)
    {
      struct sides *sides = &matcher->specs.items[i];
      if (is_for_arcs (&matcher->options->specs.items[i]) && !sides->has_to)
        continue;
      if (!has_match (matcher, sides->from.term))
        vec_push (&again->sides, &sides->from);
      if (sides->has_to && !has_match (matcher, sides->to.term))
        vec_push (&again->sides, &sides->to);
    }
}

/* Let sides have the terms that match something now, and forget these
   sides.  */
static void
resolve_sides (struct again *again)
{
  const size_t count = again->sides.count;
  again->sides.count = 0;
  for (size_t i = 0; i < count; i++)
    {
      struct side *side = again->sides.items[i];
      if (has_match (again->matcher, side->whole))
        side->term = side->whole;
      else if (has_match (again->matcher, side->split))
        side->term = side->split;
      else
        again->sides.items[again->sides.count++] = side;
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
add_readings (struct again *again, enum reading reading)
{
  for (size_t i = 0; i < again->sides.count; i++)
    {
      struct side *side = again->sides.items[i];
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
                        ? add_term (again->matcher, &whole, reading)
                        : NO_TERM;
      side->split
          = is_split ? add_term (again->matcher, &split, reading) : NO_TERM;
    }
}

static void
match_names (struct again *again, sym_id id, const struct spelled *spelled)
{
  struct matcher *matcher = again->matcher;
  match_function (matcher, id, spelled->raw, BY_ANY_NAME);
  if (spelled->full != NULL)
    match_function (matcher, id, spelled->full, BY_ANY_NAME);
  if (spelled->plain != NULL && strcmp (spelled->plain, spelled->full) != 0)
    match_function (matcher, id, spelled->plain, BY_ANY_NAME);
}

static void
match_patterns (struct again *again, sym_id id, const struct spelled *spelled)
{
  struct matcher *matcher = again->matcher;
  const struct sources *names = &matcher->names;
  const char *const functions[]
      = { spelled->raw, spelled->plain, spelled->full };
  source_id places[PLACES_MOST];
  const size_t count = find_places (matcher, id, places);
  for (uint32_t i = again->first_pattern; i < matcher->terms.count; i++)
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
compare_names (struct again *again, sym_id id, const struct spelled *spelled)
{
  struct matcher *matcher = again->matcher;
  const char *name = spelled->plain ? spelled->plain : spelled->raw;
  source_id places[PLACES_MOST];
  const size_t count = find_places (matcher, id, places);
  for (size_t i = 0; i < again->sides.count; i++)
    {
      struct side *side = again->sides.items[i];
      const struct words words = words_of (side, side->split != NO_TERM);
      bool is_in_file = side->split == NO_TERM;
      for (size_t k = 0; k < count && !is_in_file; k++)
        is_in_file = places[k] == matcher->terms.items[side->split].file;
      if (is_in_file && words.function != NULL)
        keep_similar (matcher, side, words.function, words.function_length,
                      name);
    }
}

/* Does SIDE name a known file?  Then a function of it is meant.  */
static bool
has_known_file (const struct matcher *matcher, const struct side *side)
{
  if (side->split == NO_TERM)
    return false;
  const source_id file = matcher->terms.items[side->split].file;
  bool known = false;
  for (size_t i = 0; i < matcher->base_of.count && !known; i++)
    known = matcher->base_of.items[i] == file;
  for (size_t i = 0; i < matcher->object_bases.count && !known; i++)
    known = matcher->object_bases.items[i] == file;
  return known;
}

/* Look for names similar to the first few sides that are no patterns, of
   functions and, unless their file is known, of files.  The others are
   forgotten.  */
static void
find_similar (struct again *again)
{
  struct matcher *matcher = again->matcher;
  size_t count = 0;
  for (size_t i = 0; i < again->sides.count && count < SIMILAR_MOST; i++)
    {
      struct side *side = again->sides.items[i];
      if (is_pattern (side) || side->length > SPELLING_LONGEST
          || side->repeated)
        continue;
      if (!has_known_file (matcher, side))
        side->split = NO_TERM;
      again->sides.items[count++] = side;
    }
  again->sides.count = count;
  if (count > 0)
    for_each_name (again, compare_names);
  for (size_t i = 0; i < count; i++)
    {
      struct side *side = again->sides.items[i];
      const size_t length
          = side->file_length > 0 ? side->file_length : side->length;
      for (source_id id = 0;
           id < matcher->base_of.count && side->split == NO_TERM; id++)
        keep_similar (matcher, side, side->text, length,
                      source_base (sources_name (matcher->sources, id)));
    }
}

/* Read the sides that match nothing as demangled names and patterns (R2.7a),
   and where these match nothing, either, look for a similar name.  */
static void
try_again (struct matcher *matcher)
{
  struct again again = { .matcher = matcher };
  find_unmatched (&again);
  if (!matcher->options->quirks.reads_specs_once && again.sides.count > 0)
    {
      add_readings (&again, BY_ANY_NAME);
      for_each_name (&again, match_names);
      resolve_sides (&again);
      again.first_pattern = (uint32_t)matcher->terms.count;
      add_readings (&again, AS_PATTERN);
      if (matcher->terms.count > again.first_pattern)
        for_each_name (&again, match_patterns);
      resolve_sides (&again);
    }
  find_similar (&again);
  vec_release (&again.sides);
}

/* --- What a run covers --------------------------------------------------- */

/* A run of adjacent symbols that TERM matches (R2.5).  Where several begin with
   one symbol, the least ORDER comes first.  */
struct spec_entry
{
  struct symrun run;
  uint32_t order;
  uint32_t term;
};

typedef VEC (struct spec_entry) entry_list;

static int
compare_entries (const void *a, const void *b)
{
  const struct spec_entry *x = a, *y = b;
  if (x->run.first != y->run.first)
    return x->run.first < y->run.first ? -1 : 1;
  return (x->order > y->order) - (x->order < y->order);
}

/* Replace the runs of ENTRIES[0 .. COUNT-1], which ascend, by the symbols that
   they cover: those whose addresses lie between the start of the first and the
   end of the last symbol of the run.  With -l that is more than the run, for
   functions lie over lines; with --gnu-compat a run whose last symbol lies
   beyond the text ends with the text.  Entries that begin where another one did
   become empty; if HIDES, the others end where the next begins.  */
static void
cover_table (const struct matcher *matcher, struct spec_entry *entries,
             size_t count, bool hides)
{
  const struct symtab *symtab = matcher->symtab;
  const bool by_address = matcher->options->by_line
                          || matcher->options->quirks.cuts_specs_at_text;
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
        {
          const uint64_t end = symtab->limit[run->limit - 1];
          run->limit = end > 0 ? symtab_first_above (symtab, end - 1) : 0;
        }
      if (hides && run->limit > next)
        run->limit = next;
      /* The last symbol ends with the text, perhaps below its start.  */
      if (run->limit < run->first)
        run->limit = run->first;
      next = run->first;
    }
}

/* Append the entries of TERM, as they cover symbols where each spec is a table
   of its own.  */
static void
push_entries (const struct matcher *matcher, uint32_t term, uint32_t order,
              entry_list *entries)
{
  const size_t first = entries->count;
  for (size_t i = 0; i < matcher->terms.items[term].runs.count; i++)
    {
      const struct spec_entry entry
          = { matcher->terms.items[term].runs.items[i], order, term };
      vec_push (entries, entry);
    }
  if (!matcher->options->quirks.hides_overlapped_specs
      && entries->count > first)
    cover_table (matcher, entries->items + first, entries->count - first,
                 true);
}

/* For each term the index + 1 of the last spec for TABLE that begins with it,
   to be freed.  */
static uint32_t *
last_specs (const struct matcher *matcher, enum spec_table table)
{
  uint32_t *last = array_new (matcher->terms.count, sizeof *last);
  for (size_t i = 0; i < matcher->specs.count; i++)
    if (matcher->options->specs.items[i].table == table)
      last[matcher->specs.items[i].from.term] = (uint32_t)i + 1;
  return last;
}

/* Fill ENTRIES with those of the specs for TABLE.  Of the specs for one symbol,
   GNU gprof applies its defaults first, which belong to three tables, then the
   last spec given (R2.5).  So of several specs with one term only the LAST
   counts.  With --gnu-compat all specs are one table, where a later entry hides
   what is left of an earlier one (R2.6), or, FOR_ARCS, only one that begins
   with the same symbol (R2.10).  O(entries log entries).  */
static void
find_entries (const struct matcher *matcher, enum spec_table table,
              const uint32_t *last, entry_list *entries)
{
  const struct options *options = matcher->options;
  const uint32_t count = (uint32_t)options->specs.count;
  if (table == SPEC_TIME_EXCLUDE || table == SPEC_GRAPH_EXCLUDE
      || table == SPEC_FLAT_EXCLUDE)
    for (uint32_t i = 0; i < LEFT_OUT_COUNT; i++)
      push_entries (matcher, matcher->left_out[i], 0, entries);
  for (uint32_t i = 0; i < count; i++)
    {
      const uint32_t term = matcher->specs.items[i].from.term;
      if (options->specs.items[i].table == table && last[term] == i + 1)
        push_entries (matcher, term, count - i, entries);
    }
  if (!options->quirks.hides_overlapped_specs || entries->count == 0)
    return;
  qsort (entries->items, entries->count, sizeof *entries->items,
         compare_entries);
  cover_table (matcher, entries->items, entries->count,
               table != SPEC_ARCS_INCLUDE && table != SPEC_ARCS_EXCLUDE);
}

/* --- Filling the tables ------------------------------------------------- */

static void
fill_table (const struct matcher *matcher, enum spec_table table,
            struct symset *set)
{
  entry_list entries = { 0 };
  uint32_t *last = last_specs (matcher, table);
  find_entries (matcher, table, last, &entries);
  for (size_t i = 0; i < entries.count; i++)
    symset_add_range (set, matcher->symtab->count, entries.items[i].run.first,
                      entries.items[i].run.limit);
  vec_release (&entries);
  free (last);
}

/* Make the symbols that may be called and match TERM a group of callees of SET:
   those of its runs; with --gnu-compat the functions that lie wholly between
   the ends of a run, which with -l can be other ones, and are fewer if it ends
   beyond the text (R2.6d, R2.10).  */
static void
add_callees (const struct matcher *matcher, uint32_t term, struct arcset *set)
{
  const struct symtab *symtab = matcher->symtab;
  for (size_t i = 0; i < matcher->terms.items[term].runs.count; i++)
    {
      const struct symrun run = matcher->terms.items[term].runs.items[i];
      if (!matcher->options->quirks.wants_whole_callees)
        {
          arcset_add_callees (set, term, run);
          continue;
        }
      const uint64_t limit_pc = symtab->limit[run.limit - 1];
      for (sym_id id = run.first;
           id < symtab->count && symtab->start[id] < limit_pc; id++)
        if ((symtab->flags[id] & SYMBOL_FUNCTION)
            && symtab->limit[id] <= limit_pc)
          arcset_add_callees (set, term, (struct symrun){ id, id + 1 });
    }
}

/* Fill SET with which group of callers may call which group of callees, and
   with the symbols of these groups, which are numbered by their terms.  GNU
   gprof applies only the last of several specs with one caller (R2.6).  */
static void
fill_arcs (const struct matcher *matcher, enum spec_table table,
           struct arcset *set)
{
  entry_list callers = { 0 };
  uint32_t *last = last_specs (matcher, table);
  bool *added = array_new (matcher->terms.count, sizeof *added);
  for (size_t i = 0; i < matcher->specs.count; i++)
    {
      const struct sides *sides = &matcher->specs.items[i];
      const uint32_t from = sides->from.term, to = sides->to.term;
      if (matcher->options->specs.items[i].table != table || !sides->has_to
          || (matcher->options->quirks.obeys_last_arc_spec_only
              && last[from] != i + 1))
        continue;
      if (!added[to])
        add_callees (matcher, to, set);
      added[to] = true;
      arcset_add_spec (set, from, to);
    }
  find_entries (matcher, table, last, &callers);
  for (size_t i = 0; i < callers.count; i++)
    arcset_add_callers (set, callers.items[i].term, callers.items[i].run);
  arcset_finish (set);
  vec_release (&callers);
  free (last);
  free (added);
}

/* --- Warnings of specs that have no effect ------------------------------- */

/* How many specs for one table match.  */
struct tally
{
  size_t given;     /* specs whose first side matches */
  size_t effective; /* all of whose sides match */
};

/* Count the specs that match.  Of several arcs from one caller GNU gprof
   applies only the last (R2.6a).  */
static void
count_specs (const struct matcher *matcher, struct tally *tallies)
{
  uint32_t *last = last_specs (matcher, SPEC_ARCS_INCLUDE);
  for (size_t i = 0; i < matcher->specs.count; i++)
    {
      const struct sides *sides = &matcher->specs.items[i];
      struct tally *tally = &tallies[matcher->options->specs.items[i].table];
      const bool is_given = has_match (matcher, sides->from.term);
      const bool is_hidden = matcher->options->quirks.obeys_last_arc_spec_only
                             && last[sides->from.term] > i + 1;
      tally->given += is_given;
      tally->effective
          += is_given
             && (!sides->has_to
                 || (has_match (matcher, sides->to.term) && !is_hidden));
    }
  free (last);
}

/* What a spec for TABLE that matches nothing causes.  */
static const char *
effect_on (enum spec_table table, const struct tally *tally)
{
  switch (table)
    {
    case SPEC_GRAPH_EXCLUDE:
    case SPEC_ARCS_EXCLUDE:
    case SPEC_FLAT_EXCLUDE:
    case SPEC_TIME_EXCLUDE:
    case SPEC_EXEC_EXCLUDE:
    case SPEC_SOURCE_EXCLUDE:
      /* TRANSLATORS: 'it' is the symspec that matches nothing.  */
      return _ ("nothing is left out for it");
    case SPEC_ASM_INCLUDE:
      return _ ("no instruction is shown for it");
    default:
      break;
    }
  if (tally->effective > 0)
    return _ ("only what other symspecs match is shown");
  if (tally->given > 0)
    return _ ("no call is shown");
  return table == SPEC_TIME_INCLUDE ? _ ("the time of every function counts")
                                    : _ ("everything is shown");
}

/* Warn of SIDE of spec number INDEX if it matches no symbol.  The effect is
   that on the table whose contents show most of the spec: the last one that its
   words go to, since -E and -F concern times as well.  */
static void
warn_unmatched (const struct matcher *matcher, size_t index,
                const struct side *side, const struct tally *tallies)
{
  const struct spec *specs = matcher->options->specs.items;
  const struct term *term = &matcher->terms.items[side->term];
  const bool goes_on
      = index + 1 < matcher->specs.count && specs[index + 1].repeated;
  const enum spec_table table = specs[goes_on ? index + 1 : index].table;
  const char *effect = effect_on (table, &tallies[table]);
  if (term->runs.count > 0)
    return;
  if (side->similar != NULL)
    diag_warn (matcher->diag, NULL,
               /* TRANSLATORS: the last %s tells what is done instead, such as
                  "everything is shown".  */
               _ ("symspec '%s' matches no symbol; did you mean '%s'? (%s)"),
               specs[index].text, side->similar, effect);
  else if (matcher->options->quirks.reads_specs_once
           && term->file != SOURCE_NONE && term->function == SOURCE_NONE
           && term->line == 0)
    {
      /* It is a file because it has a dot.  */
      const char *file = sources_name (&matcher->names, term->file);
      const int length = (int)strlen (file);
      diag_warn (matcher->diag, NULL,
                 _ ("symspec '%s': no source file '%.*s' is known; a function "
                    "with a dot in its name is written ':%.*s'"),
                 specs[index].text, length, file, length, file);
    }
  else
    diag_warn (matcher->diag, NULL,
               /* TRANSLATORS: the last %s tells what is done instead, such as
                  "everything is shown".  */
               _ ("symspec '%s' matches no symbol (%s)"), specs[index].text,
               effect);
}

/* Warn of what in spec number INDEX has no effect.  A slash has none but in
   specs for arcs, unless all of the spec was matched as one name.  */
static void
warn_of_spec (const struct matcher *matcher, size_t index,
              const struct tally *tallies)
{
  const struct spec *spec = &matcher->options->specs.items[index];
  const struct sides *sides = &matcher->specs.items[index];
  const uint32_t from = sides->from.term;
  const bool has_slash = strchr (spec->text, '/') != NULL;
  const bool for_arcs = is_for_arcs (spec);

  if (has_slash && !for_arcs && !spec->repeated
      && matcher->terms.items[from].reading == AS_SPELLED)
    diag_warn (matcher->diag, NULL,
               _ ("symspec '%s': what follows the slash is ignored, FROM/TO "
                  "is for arcs"),
               spec->text);
  else if (!spec->repeated && (has_slash || !for_arcs))
    warn_unmatched (matcher, index, &sides->from, tallies);
  if (sides->has_to && has_match (matcher, from))
    warn_unmatched (matcher, index, &sides->to, tallies);
  if (for_arcs && !sides->has_to)
    diag_warn (matcher->diag, NULL,
               _ ("'-k %s' has no effect: FROM/TO is expected"), spec->text);
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
  struct tally tallies[SPEC_TABLES] = { { 0 } };
  parse_all (&matcher);
  for (sym_id id = 0; id < symtab->count; id++)
    match_symbol (&matcher, id);
  try_again (&matcher);
  count_specs (&matcher, tallies);
  for (size_t i = 0; i < matcher.specs.count; i++)
    warn_of_spec (&matcher, i, tallies);
  fill_arcs (&matcher, SPEC_ARCS_INCLUDE, &selection->arcs_include);
  fill_arcs (&matcher, SPEC_ARCS_EXCLUDE, &selection->arcs_exclude);
  for (int table = 0; table < SPEC_TABLES; table++)
    if (table != SPEC_ARCS_INCLUDE && table != SPEC_ARCS_EXCLUDE)
      fill_table (&matcher, (enum spec_table)table, &selection->tables[table]);
  for (size_t i = 0; i < matcher.terms.count; i++)
    vec_release (&matcher.terms.items[i].runs);
  vec_release (&matcher.terms);
  pairmap_release (&matcher.numbers);
  vec_release (&matcher.specs);
  vec_release (&matcher.base_of);
  vec_release (&matcher.object_bases);
  sources_release (&matcher.names);
}

void
selection_release (struct selection *selection)
{
  for (size_t i = 0; i < SPEC_TABLES; i++)
    symset_release (&selection->tables[i]);
  arcset_release (&selection->arcs_include);
  arcset_release (&selection->arcs_exclude);
}
