/* symspec_again.c - symspecs that match nothing as they are spelled.

   A side of a spec without match is read again: as the name of a function, raw
   or demangled, then as a pattern; and if that finds nothing, either, a
   similar name is looked for.  Names are demangled here and freed at once, so
   this costs time only if a spec matches nothing, and never memory.  */

#include "config.h"

#include "symspec_private.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/spelling.h"

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

/* A pattern term, parsed.  Parts that are not given are empty.  */
struct pattern
{
  size_t term;
  bool has_file, has_function;
  struct wildcard file, function;
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

static enum status
demangle (const struct matcher *matcher, const char *name, bool with_arguments,
          char **text)
{
  const struct spec_demangler *demangler = matcher->demangler;
  errno = 0;
  *text = demangler->demangle (demangler->context, name, with_arguments);
  return *text == NULL && errno == ENOMEM ? diag_no_memory (matcher->diag)
                                          : STATUS_OK;
}

static void
forget (struct spelled *spelled)
{
  free (spelled->full);
  free (spelled->plain);
  *spelled = (struct spelled){ 0 };
}

/* Set *SPELLED to the names of symbol ID, unless it has them already: symbols
   of one function's lines are adjacent.  */
static enum status
spell (const struct matcher *matcher, sym_id id, struct spelled *spelled)
{
  const char *name = matcher->symtab->name[id];
  const char *raw = target_plain_name (matcher->target, name);
  if (spelled->raw != NULL && strcmp (raw, spelled->raw) == 0)
    return STATUS_OK;
  forget (spelled);
  spelled->raw = raw;
  if (matcher->demangler == NULL || matcher->options->quirks.reads_specs_once)
    return STATUS_OK;
  enum status status = demangle (matcher, name, true, &spelled->full);
  if (status == STATUS_OK && spelled->full != NULL)
    status = demangle (matcher, name, false, &spelled->plain);
  return status;
}

typedef enum status name_visit (struct again *again, sym_id id,
                                const struct spelled *spelled);

static enum status
for_each_name (struct again *again, name_visit *visit)
{
  const struct matcher *matcher = again->matcher;
  struct spelled spelled = { 0 };
  enum status status = STATUS_OK;
  for (sym_id id = 0; id < matcher->symtab->count && status == STATUS_OK; id++)
    {
      status = spell (matcher, id, &spelled);
      if (status == STATUS_OK)
        status = visit (again, id, &spelled);
    }
  forget (&spelled);
  return status;
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
static enum status
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
  return vec_push (&again->sides, side)
             ? STATUS_OK
             : diag_no_memory (again->matcher->diag);
}

static bool
is_unmatched (const struct matcher *matcher, size_t term)
{
  return matcher->terms.items[term].match_count == 0;
}

/* The sides that match nothing.  What follows a slash has a meaning in specs
   for arcs alone, so all words of another spec may be one name.  */
static enum status
find_sides (struct again *again)
{
  const struct matcher *matcher = again->matcher;
  const struct spec *specs = matcher->options->specs.items;
  enum status status = STATUS_OK;
  for (size_t i = 0; i < matcher->specs.count && status == STATUS_OK; i++)
    {
      const struct spec_terms *terms = &matcher->specs.items[i];
      const char *text = specs[i].text;
      const size_t left = strcspn (text, "/");
      if (symspec_is_for_arcs (&specs[i]) && !terms->has_to)
        continue;
      if (is_unmatched (matcher, terms->from))
        status = add_side (again, i, false, text,
                           terms->has_to ? left : strlen (text));
      if (status == STATUS_OK && terms->has_to
          && is_unmatched (matcher, terms->to))
        status = add_side (again, i, true, text + left + 1,
                           strlen (text + left + 1));
    }
  return status;
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
static enum status
add_names (struct again *again)
{
  enum status status = STATUS_OK;
  for (size_t i = 0; i < again->sides.count && status == STATUS_OK; i++)
    {
      struct side *side = &again->sides.items[i];
      struct term term = side_term (side, false);
      term.by_any_name = true;
      if (term.function != NULL)
        status = symspec_add_term (again->matcher, term, &side->whole);
      if (status != STATUS_OK || side->file_length == 0)
        continue;
      term = side_term (side, true);
      term.by_any_name = true;
      if (term.function != NULL)
        status = symspec_add_term (again->matcher, term, &side->split);
    }
  return status;
}

static enum status
match_names (struct again *again, sym_id id, const struct spelled *spelled)
{
  struct matcher *matcher = again->matcher;
  enum status status
      = symspec_match_function (matcher, id, spelled->raw, true);
  if (status == STATUS_OK && spelled->full != NULL)
    status = symspec_match_function (matcher, id, spelled->full, true);
  if (status == STATUS_OK && spelled->plain != NULL
      && strcmp (spelled->plain, spelled->full) != 0)
    status = symspec_match_function (matcher, id, spelled->plain, true);
  return status;
}

/* --- Patterns ------------------------------------------------------------ */

/* Set *INDEX to the pattern term TERM and take it apart if it is new.  */
static enum status
add_pattern (struct again *again, struct term term, size_t *index)
{
  struct matcher *matcher = again->matcher;
  const size_t count = matcher->terms.count;
  struct pattern pattern = { .has_file = term.file != NULL,
                             .has_function = term.function != NULL };
  term.is_pattern = true;
  enum status status = symspec_add_term (matcher, term, index);
  if (status != STATUS_OK || *index < count)
    return status;
  pattern.term = *index;
  if (pattern.has_file)
    status = wildcard_read (&pattern.file, term.file, term.file_length,
                            matcher->diag);
  if (status == STATUS_OK && pattern.has_function)
    status = wildcard_read (&pattern.function, term.function,
                            term.function_length, matcher->diag);
  if (status == STATUS_OK && vec_push (&again->patterns, pattern))
    return STATUS_OK;
  wildcard_release (&pattern.file);
  wildcard_release (&pattern.function);
  return status == STATUS_OK ? diag_no_memory (matcher->diag) : status;
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
static enum status
add_patterns (struct again *again)
{
  enum status status = STATUS_OK;
  for (size_t i = 0; i < again->sides.count && status == STATUS_OK; i++)
    {
      struct side *side = &again->sides.items[i];
      if (!wildcard_is_pattern (side->text, side->length))
        continue;
      status = add_pattern (again, side_term (side, false), &side->whole);
      const struct term term = file_pattern (side);
      side->split = NO_TERM;
      if (status == STATUS_OK && term.file != NULL)
        status = add_pattern (again, term, &side->split);
    }
  return status;
}

static bool
pattern_has_name (const struct wildcard *pattern, const char *name)
{
  return name != NULL && wildcard_matches (pattern, name, strlen (name));
}

static bool
pattern_matches (const struct again *again, const struct pattern *pattern,
                 sym_id id, const struct spelled *spelled)
{
  struct term places[PLACES_MOST];
  size_t left
      = pattern->has_file ? symspec_places (again->matcher, id, places) : 0;
  bool has_file = !pattern->has_file;
  while (left-- > 0 && !has_file)
    has_file
        = pattern_has_name (&pattern->file, source_base (places[left].file));
  if (!has_file)
    return false;
  return !pattern->has_function
         || pattern_has_name (&pattern->function, spelled->raw)
         || pattern_has_name (&pattern->function, spelled->plain)
         || pattern_has_name (&pattern->function, spelled->full);
}

static enum status
match_patterns (struct again *again, sym_id id, const struct spelled *spelled)
{
  enum status status = STATUS_OK;
  for (size_t i = 0; i < again->patterns.count && status == STATUS_OK; i++)
    {
      const struct pattern *pattern = &again->patterns.items[i];
      if (pattern_matches (again, pattern, id, spelled))
        status
            = symspec_add_match (again->matcher, (uint32_t)pattern->term, id);
    }
  return status;
}

/* --- Similar names ------------------------------------------------------- */

/* NAME is at DISTANCE from what was typed: keep it if it is the best so
   far.  */
static enum status
keep_similar (struct again *again, struct similar *similar, const char *name,
              size_t distance)
{
  struct matcher *matcher = again->matcher;
  const struct side *side = similar->side;
  struct spec_terms *terms = &matcher->specs.items[side->spec];
  if (distance >= similar->distance)
    return STATUS_OK;
  similar->distance = distance;
  const char *copy = arena_text (&matcher->bases.memory, name, strlen (name));
  *(side->is_to ? &terms->similar_to : &terms->similar_from) = copy;
  return copy != NULL ? STATUS_OK : diag_no_memory (matcher->diag);
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

static enum status
compare_names (struct again *again, sym_id id, const struct spelled *spelled)
{
  enum status status = STATUS_OK;
  for (size_t i = 0; i < again->similar.count && status == STATUS_OK; i++)
    {
      struct similar *similar = &again->similar.items[i];
      const struct side *side = similar->side;
      const char *name = spelled->plain ? spelled->plain : spelled->raw;
      const struct term term = side_term (side, side->split != NO_TERM);
      if (side->split != NO_TERM && !is_in_file (again->matcher, id, side))
        continue;
      if (term.function_length > 0)
        status = keep_similar (again, similar, name,
                               spelling_errors (term.function,
                                                term.function_length, name,
                                                similar->distance));
    }
  return status;
}

/* Look for files whose names are similar to SIDE.  */
static enum status
compare_files (struct again *again, struct similar *similar)
{
  const struct matcher *matcher = again->matcher;
  const struct side *side = similar->side;
  const size_t length
      = side->file_length > 0 ? side->file_length : side->length;
  enum status status = STATUS_OK;
  for (source_id id = 0; id < matcher->base_of.count && status == STATUS_OK;
       id++)
    {
      const char *base = source_base (sources_name (matcher->sources, id));
      status = keep_similar (again, similar, base,
                             spelling_errors (side->text, length, base,
                                              similar->distance));
    }
  return status;
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
static enum status
find_similar (struct again *again)
{
  for (size_t i = 0;
       i < again->sides.count && again->similar.count < SIMILAR_MOST; i++)
    {
      struct side *side = &again->sides.items[i];
      if (wildcard_is_pattern (side->text, side->length)
          || side->length > SPELLING_LONGEST
          || again->matcher->options->specs.items[side->spec].repeated)
        continue;
      if (!has_known_file (again->matcher, side))
        side->split = NO_TERM;
      const struct similar similar = { side, SIZE_MAX };
      if (!vec_push (&again->similar, similar))
        return diag_no_memory (again->matcher->diag);
    }
  enum status status = again->similar.count > 0
                           ? for_each_name (again, compare_names)
                           : STATUS_OK;
  for (size_t i = 0; i < again->similar.count && status == STATUS_OK; i++)
    if (again->similar.items[i].side->split == NO_TERM)
      status = compare_files (again, &again->similar.items[i]);
  return status;
}

/* --- All of it ----------------------------------------------------------- */

static enum status
try_all (struct again *again)
{
  const bool once = again->matcher->options->quirks.reads_specs_once;
  enum status status = find_sides (again);
  if (status != STATUS_OK || again->sides.count == 0)
    return status;
  if (!once)
    status = add_names (again);
  if (status == STATUS_OK && !once)
    status = for_each_name (again, match_names);
  if (status == STATUS_OK)
    resolve_sides (again);
  if (status == STATUS_OK && !once)
    status = add_patterns (again);
  if (status == STATUS_OK && again->patterns.count > 0)
    status = for_each_name (again, match_patterns);
  if (status == STATUS_OK)
    resolve_sides (again);
  return status == STATUS_OK ? find_similar (again) : status;
}

enum status
symspec_try_again (struct matcher *matcher)
{
  struct again again = { .matcher = matcher };
  enum status status = try_all (&again);
  for (size_t i = 0; i < again.patterns.count; i++)
    {
      wildcard_release (&again.patterns.items[i].file);
      wildcard_release (&again.patterns.items[i].function);
    }
  vec_release (&again.sides);
  vec_release (&again.patterns);
  vec_release (&again.similar);
  return status;
}
