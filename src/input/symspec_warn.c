/* symspec_warn.c - warnings of symspecs that have no effect, and of what is
   shown instead.  */

#include "config.h"

#include "symspec_private.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"

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
static enum status
count_specs (const struct matcher *matcher, struct tally *tallies)
{
  bool *is_caller = array_new (matcher->terms.count, sizeof *is_caller);
  if (is_caller == NULL)
    return diag_no_memory (matcher->diag);
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
  return STATUS_OK;
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

enum status
symspec_warn (const struct matcher *matcher)
{
  struct tally tallies[SPEC_TABLES] = { { 0 } };
  enum status status = count_specs (matcher, tallies);
  for (size_t i = 0; i < matcher->specs.count && status == STATUS_OK; i++)
    warn_of_spec (matcher, i, tallies);
  return status;
}
