/* symspec_tables.c - what symspecs select: the include and exclude tables, made
   of the runs of symbols that their terms match; and warnings of those that have
   no effect.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "symspec_private.h"

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
          arcset_add (&set->callees, term, run);
          continue;
        }
      const uint64_t limit_pc = symtab->limit[run.limit - 1];
      for (sym_id id = run.first;
           id < symtab->count && symtab->start[id] < limit_pc; id++)
        if ((symtab->flags[id] & SYMBOL_FUNCTION)
            && symtab->limit[id] <= limit_pc)
          arcset_add (&set->callees, term, (struct symrun){ id, id + 1 });
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
    arcset_add (&set->callers, callers.items[i].term, callers.items[i].run);
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
      const bool is_given = symspec_has_match (matcher, sides->from.term);
      const bool is_hidden = matcher->options->quirks.obeys_last_arc_spec_only
                             && last[sides->from.term] > i + 1;
      tally->given += is_given;
      tally->effective += is_given
                          && (!sides->has_to
                              || (symspec_has_match (matcher, sides->to.term)
                                  && !is_hidden));
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
  const bool for_arcs = symspec_is_for_arcs (spec);

  if (has_slash && !for_arcs && !spec->repeated
      && matcher->terms.items[from].reading == AS_SPELLED)
    diag_warn (matcher->diag, NULL,
               _ ("symspec '%s': what follows the slash is ignored, FROM/TO "
                  "is for arcs"),
               spec->text);
  else if (!spec->repeated && (has_slash || !for_arcs))
    warn_unmatched (matcher, index, &sides->from, tallies);
  if (sides->has_to && symspec_has_match (matcher, from))
    warn_unmatched (matcher, index, &sides->to, tallies);
  if (for_arcs && !sides->has_to)
    diag_warn (matcher->diag, NULL,
               _ ("'-k %s' has no effect: FROM/TO is expected"), spec->text);
}

/* --- All of it ----------------------------------------------------------- */

void
symspec_fill_tables (const struct matcher *matcher,
                     struct selection *selection)
{
  struct tally tallies[SPEC_TABLES] = { { 0 } };
  count_specs (matcher, tallies);
  for (size_t i = 0; i < matcher->specs.count; i++)
    warn_of_spec (matcher, i, tallies);
  fill_arcs (matcher, SPEC_ARCS_INCLUDE, &selection->arcs_include);
  fill_arcs (matcher, SPEC_ARCS_EXCLUDE, &selection->arcs_exclude);
  for (int table = 0; table < SPEC_TABLES; table++)
    if (table != SPEC_ARCS_INCLUDE && table != SPEC_ARCS_EXCLUDE)
      fill_table (matcher, (enum spec_table)table, &selection->tables[table]);
}

void
selection_release (struct selection *selection)
{
  for (size_t i = 0; i < SPEC_TABLES; i++)
    symset_release (&selection->tables[i]);
  arcset_release (&selection->arcs_include);
  arcset_release (&selection->arcs_exclude);
}
