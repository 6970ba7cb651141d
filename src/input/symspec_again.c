/* symspec_again.c - symspecs that match nothing as they are spelled, and the
   warnings of those that have no effect.

   A side of a spec without match is read again: as the name of a function,
   raw or demangled, then as a pattern; and if that finds nothing, either, a
   similar name is looked for.  Names are demangled here and freed at once, so
   this costs time only if a spec matches nothing, and never memory.  */

#include "config.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/spelling.h"
#include "symspec_private.h"

#define NO_TERM SIZE_MAX

enum
{
  SIMILAR_MOST = 8 /* sides that a similar name is looked for */
};

/* A side without match.  Its words may be FILE:FUNCTION, split at the last
   colon that is not one of "::"; FILE_LENGTH is 0 if there is none.  */
struct side
{
  size_t spec;
  bool is_to;
  const char *text; /* LENGTH bytes, no leading colons */
  size_t length;
  size_t file_length;
  size_t whole, split; /* what to try: terms, or NO_TERM */
};

/* A pattern term.  Parts that are not given are null.  */
struct pattern
{
  size_t term;
  const char *file, *function;
};

/* The search for a name similar to SIDE, whose best one so far is at
   DISTANCE.  */
struct similar
{
  const struct side *side;
  size_t distance;
};

struct again
{
  struct matcher *matcher;
  VEC (struct side) sides;
  VEC (struct pattern) patterns;
  VEC (struct similar) similar;
};

/* The names of a function: in the image, demangled with arguments and without;
   the latter two are null if it has none.  */
struct spelled
{
  const char *raw;
  char *full, *plain;
};

/* --- Names --------------------------------------------------------------- */

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

typedef void name_visit (struct again *again, sym_id id,
                         const struct spelled *spelled);

static void
for_each_name (struct again *again, name_visit *visit)
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

/* --- Sides --------------------------------------------------------------- */

/* The length of FILE if the LENGTH bytes at TEXT are FILE:FUNCTION, else 0.  A
   colon beside another one belongs to a name.  */
static size_t
file_part (const char *text, size_t length)
{
  for (size_t i = length; i-- > 0;)
    if (text[i] == ':' && (i == 0 || text[i - 1] != ':')
        && (i + 1 == length || text[i + 1] != ':'))
      return i;
  return 0;
}

/* Add a side of spec SPEC, the LENGTH bytes at TEXT, that matches nothing.  */
static void
add_side (struct again *again, size_t spec, bool is_to, const char *text,
          size_t length)
{
  size_t colons = 0;
  while (colons < length && text[colons] == ':')
    colons++;
  struct side side = { .spec = spec,
                       .is_to = is_to,
                       .text = text + colons,
                       .length = length - colons,
                       .whole = NO_TERM,
                       .split = NO_TERM };
  side.file_length = file_part (side.text, side.length);
  vec_push (&again->sides, side);
}

static bool
is_unmatched (const struct matcher *matcher, size_t term)
{
  return matcher->terms.items[term].match_count == 0;
}

/* The sides that match nothing.  What follows a slash has a meaning in specs
   for arcs alone, so all words of another spec may be one name.  */
static void
find_sides (struct again *again)
{
  const struct matcher *matcher = again->matcher;
  const struct spec *specs = matcher->options->specs.items;
  for (size_t i = 0; i < matcher->specs.count; i++)
    {
      const struct spec_terms *terms = &matcher->specs.items[i];
      const char *text = specs[i].text;
      const size_t left = strcspn (text, "/");
      if (symspec_is_for_arcs (&specs[i]) && !terms->has_to)
        continue;
      if (is_unmatched (matcher, terms->from))
        add_side (again, i, false, text, terms->has_to ? left : strlen (text));
      if (terms->has_to && is_unmatched (matcher, terms->to))
        add_side (again, i, true, text + left + 1, strlen (text + left + 1));
    }
}

/* Let the specs have the terms of sides that match something now, and remove
   these sides.  */
static void
resolve_sides (struct again *again)
{
  struct matcher *matcher = again->matcher;
  size_t kept = 0;
  for (size_t i = 0; i < again->sides.count; i++)
    {
      const struct side *side = &again->sides.items[i];
      struct spec_terms *terms = &matcher->specs.items[side->spec];
      size_t term = NO_TERM;
      if (side->whole != NO_TERM && !is_unmatched (matcher, side->whole))
        term = side->whole;
      else if (side->split != NO_TERM && !is_unmatched (matcher, side->split))
        term = side->split;
      if (term == NO_TERM)
        again->sides.items[kept++] = *side;
      else
        *(side->is_to ? &terms->to : &terms->from) = term;
    }
  again->sides.count = kept;
}

/* --- Names as in the source ---------------------------------------------- */

/* The words of SIDE as a term: all of them as a function, or if AT_COLON, a
   file and a function.  Where no function is left the result asks for none. */
static struct term
side_term (const struct side *side, bool at_colon)
{
  const size_t skipped = at_colon ? side->file_length + 1 : 0;
  struct term term = { .base = SOURCE_NONE };
  if (at_colon)
    {
      term.file = side->text;
      term.file_length = side->file_length;
    }
  if (skipped < side->length)
    {
      term.function = side->text + skipped;
      term.function_length = side->length - skipped;
    }
  return term;
}

/* Try names as in the source, with the file if one was given.  */
static void
add_names (struct again *again)
{
  for (size_t i = 0; i < again->sides.count; i++)
    {
      struct side *side = &again->sides.items[i];
      struct term term = side_term (side, false);
      term.by_any_name = true;
      if (term.function != NULL)
        side->whole = symspec_add_term (again->matcher, term);
      if (side->file_length == 0)
        continue;
      term = side_term (side, true);
      term.by_any_name = true;
      if (term.function != NULL)
        side->split = symspec_add_term (again->matcher, term);
    }
}

static void
match_names (struct again *again, sym_id id, const struct spelled *spelled)
{
  struct matcher *matcher = again->matcher;
  symspec_match_function (matcher, id, spelled->raw, true);
  if (spelled->full != NULL)
    symspec_match_function (matcher, id, spelled->full, true);
  if (spelled->plain != NULL && strcmp (spelled->plain, spelled->full) != 0)
    symspec_match_function (matcher, id, spelled->plain, true);
}

/* --- Patterns ------------------------------------------------------------ */

static bool
is_pattern (const struct side *side)
{
  return strcspn (side->text, "*?[") < side->length;
}

/* The index of TERM as a pattern, whose words are kept if it is new.  */
static size_t
add_pattern (struct again *again, struct term term)
{
  struct matcher *matcher = again->matcher;
  struct arena *memory = &matcher->bases.memory;
  const size_t count = matcher->terms.count;
  term.is_pattern = true;
  struct pattern pattern = { .term = symspec_add_term (matcher, term) };
  if (pattern.term < count)
    return pattern.term;
  if (term.file != NULL)
    pattern.file = arena_text (memory, term.file, term.file_length);
  if (term.function != NULL)
    pattern.function
        = arena_text (memory, term.function, term.function_length);
  vec_push (&again->patterns, pattern);
  return pattern.term;
}

/* The words of SIDE with a file: before the colon, or all of them if they are
   a file by their dot (R2.2).  */
static struct term
file_pattern (const struct side *side)
{
  struct term term = { .base = SOURCE_NONE };
  if (side->file_length > 0)
    return side_term (side, true);
  if (memchr (side->text, '.', side->length) != NULL)
    {
      term.file = side->text;
      term.file_length = side->length;
    }
  return term;
}

/* Try the sides that are patterns as such.  */
static void
add_patterns (struct again *again)
{
  for (size_t i = 0; i < again->sides.count; i++)
    {
      struct side *side = &again->sides.items[i];
      if (!is_pattern (side))
        continue;
      side->whole = add_pattern (again, side_term (side, false));
      const struct term term = file_pattern (side);
      side->split = term.file != NULL ? add_pattern (again, term) : NO_TERM;
    }
}

static bool
has_name (const char *pattern, const char *name)
{
  return name != NULL && fnmatch (pattern, name, 0) == 0;
}

static bool
pattern_matches (const struct again *again, const struct pattern *pattern,
                 sym_id id, const struct spelled *spelled)
{
  struct term places[PLACES_MOST];
  size_t left = pattern->file != NULL
                    ? symspec_places (again->matcher, id, places)
                    : 0;
  bool has_file = pattern->file == NULL;
  while (left-- > 0 && !has_file)
    has_file = has_name (pattern->file, source_base (places[left].file));
  if (!has_file)
    return false;
  return pattern->function == NULL
         || has_name (pattern->function, spelled->raw)
         || has_name (pattern->function, spelled->plain)
         || has_name (pattern->function, spelled->full);
}

static void
match_patterns (struct again *again, sym_id id, const struct spelled *spelled)
{
  for (size_t i = 0; i < again->patterns.count; i++)
    {
      const struct pattern *pattern = &again->patterns.items[i];
      if (pattern_matches (again, pattern, id, spelled))
        symspec_add_match (again->matcher, (uint32_t)pattern->term, id);
    }
}

/* --- Similar names ------------------------------------------------------- */

/* NAME is at DISTANCE from what was typed: keep it if it is the best so
   far.  */
static void
keep_similar (struct again *again, struct similar *similar, const char *name,
              size_t distance)
{
  struct matcher *matcher = again->matcher;
  const struct side *side = similar->side;
  struct spec_terms *terms = &matcher->specs.items[side->spec];
  if (distance >= similar->distance)
    return;
  similar->distance = distance;
  *(side->is_to ? &terms->similar_to : &terms->similar_from)
      = arena_text (&matcher->bases.memory, name, strlen (name));
}

/* How many typing errors turn NAME into the LENGTH bytes at TEXT; TOO_MUCH if
   they are too many, or none.  To leave out the scopes of a name is no
   error.  */
static size_t
spelling_errors (const char *text, size_t length, const char *name,
                 size_t too_much)
{
  const size_t tolerance = spelling_tolerance (length);
  const size_t size = strlen (name);
  const char *tail = size > length ? name + size - length : name;
  if (size > length + 2 && size <= SPELLING_LONGEST && tail[-1] == ':'
      && memcmp (tail, text, length) == 0)
    return 0;
  if (size > length + tolerance || length > size + tolerance)
    return too_much;
  const size_t distance = spelling_distance (text, length, name, size);
  return distance > 0 && distance <= tolerance ? distance : too_much;
}

/* May SIDE, which has a file, call the file of symbol ID so?  */
static bool
is_in_file (const struct matcher *matcher, sym_id id, const struct side *side)
{
  struct term places[PLACES_MOST];
  size_t left = symspec_places (matcher, id, places);
  bool found = false;
  while (left-- > 0 && !found)
    found = places[left].base == matcher->terms.items[side->split].base;
  return found;
}

static void
compare_names (struct again *again, sym_id id, const struct spelled *spelled)
{
  for (size_t i = 0; i < again->similar.count; i++)
    {
      struct similar *similar = &again->similar.items[i];
      const struct side *side = similar->side;
      const char *name = spelled->plain ? spelled->plain : spelled->raw;
      const struct term term = side_term (side, side->split != NO_TERM);
      if (side->split != NO_TERM && !is_in_file (again->matcher, id, side))
        continue;
      if (term.function_length > 0)
        keep_similar (again, similar, name,
                      spelling_errors (term.function, term.function_length,
                                       name, similar->distance));
    }
}

/* Look for files whose names are similar to SIDE.  */
static void
compare_files (struct again *again, struct similar *similar)
{
  const struct matcher *matcher = again->matcher;
  const struct side *side = similar->side;
  const size_t length
      = side->file_length > 0 ? side->file_length : side->length;
  for (source_id id = 0; id < matcher->base_of.count; id++)
    {
      const char *base = source_base (sources_name (matcher->sources, id));
      keep_similar (again, similar, base,
                    spelling_errors (side->text, length, base,
                                     similar->distance));
    }
}

/* Does SIDE name a known file?  Then a function of it is meant.  */
static bool
has_known_file (const struct matcher *matcher, const struct side *side)
{
  if (side->split == NO_TERM)
    return false;
  const source_id base = matcher->terms.items[side->split].base;
  bool known = base < matcher->newest.count
               && matcher->newest.items[base] != SOURCE_NONE
               && matcher->base_of.count > 0;
  for (size_t i = 0; i < matcher->object_bases.count && !known; i++)
    known = matcher->object_bases.items[i] == base;
  return known;
}

/* Look for names similar to the first few sides that are no patterns.  */
static void
find_similar (struct again *again)
{
  for (size_t i = 0;
       i < again->sides.count && again->similar.count < SIMILAR_MOST; i++)
    {
      struct side *side = &again->sides.items[i];
      if (is_pattern (side) || side->length > SPELLING_LONGEST
          || again->matcher->options->specs.items[side->spec].repeated)
        continue;
      if (!has_known_file (again->matcher, side))
        side->split = NO_TERM;
      const struct similar similar = { side, SIZE_MAX };
      vec_push (&again->similar, similar);
    }
  if (again->similar.count > 0)
    for_each_name (again, compare_names);
  for (size_t i = 0; i < again->similar.count; i++)
    if (again->similar.items[i].side->split == NO_TERM)
      compare_files (again, &again->similar.items[i]);
}

/* --- All of it ----------------------------------------------------------- */

void
symspec_try_again (struct matcher *matcher)
{
  struct again again = { .matcher = matcher };
  find_sides (&again);
  if (!matcher->options->quirks.reads_specs_once && again.sides.count > 0)
    {
      add_names (&again);
      for_each_name (&again, match_names);
      resolve_sides (&again);
      add_patterns (&again);
      if (again.patterns.count > 0)
        for_each_name (&again, match_patterns);
      resolve_sides (&again);
    }
  find_similar (&again);
  vec_release (&again.sides);
  vec_release (&again.patterns);
  vec_release (&again.similar);
}

/* --- Warnings ------------------------------------------------------------ */

/* Warnings of symspecs that have no effect, and of what is shown instead.  */

/* How many specs for one table match.  */
struct tally
{
  size_t given;     /* specs whose first side matches */
  size_t effective; /* all of whose sides match */
};

static bool
matches (const struct matcher *matcher, size_t term)
{
  return matcher->terms.items[term].match_count > 0;
}

/* Count the specs that match.  Of several arcs from one caller GNU gprof
   applies only the last (R2.6a).  */
static void
count_specs (const struct matcher *matcher, struct tally *tallies)
{
  bool *is_caller = array_new (matcher->terms.count, sizeof *is_caller);
  for (size_t i = matcher->specs.count; i-- > 0;)
    {
      const struct spec_terms *terms = &matcher->specs.items[i];
      const enum spec_table table = matcher->options->specs.items[i].table;
      const bool is_given = matches (matcher, terms->from);
      tallies[table].given += is_given;
      tallies[table].effective
          += is_given
             && (!terms->has_to
                 || (matches (matcher, terms->to)
                     && !(matcher->options->quirks.obeys_last_arc_spec_only
                          && is_caller[terms->from])));
      is_caller[terms->from]
          = is_caller[terms->from] || table == SPEC_ARCS_INCLUDE;
    }
  free (is_caller);
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
    default:
      break;
    }
  if (table == SPEC_ASM_INCLUDE)
    return _ ("no instruction is shown for it");
  if (tally->effective > 0)
    return _ ("only what other symspecs match is shown");
  if (tally->given > 0)
    return _ ("no call is shown");
  return table == SPEC_TIME_INCLUDE ? _ ("the time of every function counts")
                                    : _ ("everything is shown");
}

/* Is TERM only a file, because it has a dot?  Then a function of that name is
   written otherwise.  */
static bool
is_file_alone (const struct term *term)
{
  return term->file != NULL && term->function == NULL && term->line == 0;
}

/* The table whose contents show most of spec INDEX: the last one that its
   words go to, since -E and -F concern times as well.  */
static enum spec_table
shown_table (const struct matcher *matcher, size_t index)
{
  const struct spec *specs = matcher->options->specs.items;
  const bool goes_on
      = index + 1 < matcher->specs.count && specs[index + 1].repeated;
  return specs[goes_on ? index + 1 : index].table;
}

/* Warn of a side of spec SPEC, the term with index INDEX, if it matches no
   symbol; SIMILAR is a similar name, or null.  */
static void
warn_unmatched (const struct matcher *matcher, size_t spec, size_t index,
                const char *similar, const struct tally *tallies)
{
  const struct term *term = &matcher->terms.items[index];
  const char *text = matcher->options->specs.items[spec].text;
  const enum spec_table table = shown_table (matcher, spec);
  const char *effect = effect_on (table, &tallies[table]);
  if (term->match_count > 0)
    return;
  if (similar != NULL)
    diag_warn (matcher->diag, NULL,
               /* TRANSLATORS: the last %s tells what is done instead, such as
                  "everything is shown".  */
               _ ("symspec '%s' matches no symbol; did you mean '%s'? (%s)"),
               text, similar, effect);
  else if (matcher->options->quirks.reads_specs_once && is_file_alone (term))
    diag_warn (matcher->diag, NULL,
               _ ("symspec '%s': no source file '%.*s' is known; a function "
                  "with a dot in its name is written ':%.*s'"),
               text, (int)term->file_length, term->file,
               (int)term->file_length, term->file);
  else
    diag_warn (matcher->diag, NULL,
               /* TRANSLATORS: the last %s tells what is done instead, such as
                  "everything is shown".  */
               _ ("symspec '%s' matches no symbol (%s)"), text, effect);
}

/* Did all of the spec, including the slash, match as one name?  */
static bool
is_one_name (const struct matcher *matcher, const struct spec_terms *terms)
{
  const struct term *from = &matcher->terms.items[terms->from];
  return from->by_any_name || from->is_pattern;
}

/* Warn of what in spec INDEX has no effect.  */
static void
warn_of_spec (const struct matcher *matcher, size_t index,
              const struct tally *tallies)
{
  const struct spec *spec = &matcher->options->specs.items[index];
  const struct spec_terms *terms = &matcher->specs.items[index];
  const bool has_slash = strchr (spec->text, '/') != NULL;
  const bool for_arcs = symspec_is_for_arcs (spec);

  if (has_slash && !for_arcs && !spec->repeated
      && !is_one_name (matcher, terms))
    diag_warn (matcher->diag, NULL,
               _ ("symspec '%s': what follows the slash is ignored, FROM/TO "
                  "is for arcs"),
               spec->text);
  else if (!spec->repeated && (has_slash || !for_arcs))
    warn_unmatched (matcher, index, terms->from, terms->similar_from, tallies);
  if (terms->has_to && matches (matcher, terms->from))
    warn_unmatched (matcher, index, terms->to, terms->similar_to, tallies);
  if (for_arcs && !terms->has_to)
    diag_warn (matcher->diag, NULL,
               _ ("'-k %s' has no effect: FROM/TO is expected"), spec->text);
}

void
symspec_warn (const struct matcher *matcher)
{
  struct tally tallies[SPEC_TABLES] = { { 0 } };
  count_specs (matcher, tallies);
  for (size_t i = 0; i < matcher->specs.count; i++)
    warn_of_spec (matcher, i, tallies);
}
