/* view_diff.c - the rows of --diff (R14.70, R14.82-R14.84).  */

#include "config.h"

#include "output/view_diff.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/sort.h"

enum
{
  POSSIBLE_ROWS = 10 /* in text, without --top */
};

static enum diff_kind
kind_of (const struct match *match)
{
  if (match->count[SIDE_OLD] == 0)
    return DIFF_NEW;
  if (match->count[SIDE_NEW] == 0)
    return DIFF_GONE;
  return !match->is_nameless
                 && (match->count[SIDE_OLD] > 1 || match->count[SIDE_NEW] > 1)
             ? DIFF_AMBIGUOUS
             : DIFF_MATCHED;
}

static bool
is_used (const struct change *change)
{
  const struct change_side *old = &change->sides[SIDE_OLD],
                           *new = &change->sides[SIDE_NEW];
  return old->ticks > 0 || new->ticks > 0 || old->calls > 0 || new->calls > 0;
}

/* Would the row of CHANGE show any?  In text that is a change of its time, which
   a listing of times is read for.  */
static bool
shows_change (const struct diff_view *view, const struct change *change)
{
  return fabs (change->delta) >= 0.005
         || (change->calls_differ
             && view->report->options->report_format != REPORT_TEXT);
}

/* Has match number I a row of its own?  */
static bool
has_row (const struct diff_view *view, size_t i)
{
  const struct comparison *comparison = view->comparison;
  const struct change *change = &comparison->changes[i];
  const struct match *match = &comparison->matching.matches.items[i];
  return change->significant || change->possible
         || (kind_of (match) != DIFF_MATCHED && shows_change (view, change))
         || view->report->options->show_unused;
}

/* The linker name of match number I.  */
static const char *
name_of (const struct comparison *comparison, uint32_t i)
{
  const struct match *match = &comparison->matching.matches.items[i];
  const int side = match->count[SIDE_NEW] > 0 ? SIDE_NEW : SIDE_OLD;
  return comparison->sides[side].program->symtab.name[match->first[side]];
}

/* 0 for what is significant, 2 for what is possible, 1 for all else.  */
static int
part_of (const struct change *change)
{
  return change->significant ? 0 : change->possible ? 2 : 1;
}

/* By parts, then by size of the change, then by name.  */
static int
compare_changes (uint32_t a, uint32_t b, const void *context)
{
  const struct comparison *comparison = context;
  const struct change *x = &comparison->changes[a],
                      *y = &comparison->changes[b];
  if (part_of (x) != part_of (y))
    return part_of (x) - part_of (y);
  if (fabs (x->delta) != fabs (y->delta))
    return fabs (x->delta) > fabs (y->delta) ? -1 : 1;
  const int order = strcmp (name_of (comparison, a), name_of (comparison, b));
  return order != 0 ? order : a < b ? -1 : a > b;
}

/* Add match number I to REST.  */
static void
add_to_rest (struct diff_rest *rest, const struct comparison *comparison,
             uint32_t i)
{
  const struct change *change = &comparison->changes[i];
  if (rest->functions++ == 0
      || compare_changes (i, rest->largest, comparison) < 0)
    rest->largest = i;
  rest->calls_differ += change->calls_differ;
  rest->delta += change->delta;
  for (int side = 0; side < SIDES; side++)
    rest->time[side] += change->sides[side].time;
}

/* A row for CHANGE, of MATCH or, if that is null, of all functions.  */
static struct diff_row
make_row (const struct diff_view *view, const struct match *match,
          const struct change *change)
{
  struct diff_row row
      = { .kind = match != NULL ? kind_of (match) : DIFF_MATCHED,
          .match = match,
          .change = change };
  row.has_percent = change_percent (change, &row.percent);
  if (change->possible)
    row.needs = comparison_needs (view->comparison, change);
  return row;
}

struct diff_row
diff_view_row (const struct diff_view *view, uint32_t number)
{
  struct diff_row row
      = make_row (view, &view->comparison->matching.matches.items[number],
                  &view->comparison->changes[number]);
  row.number = number;
  return row;
}

/* Divide the matches between rows and rest, and leave out the possible changes,
   the last rows, beyond those that are shown.  */
static void
choose_rows (struct diff_view *view)
{
  const struct comparison *comparison = view->comparison;
  const struct options *options = view->report->options;
  size_t shown = options->top;
  if (shown == 0)
    shown = options->report_format == REPORT_TEXT && !options->show_unused
                ? POSSIBLE_ROWS
                : SIZE_MAX;
  const size_t count = comparison->matching.matches.count;
  size_t possible = 0;
  view->order = array_new (count, sizeof *view->order);
  for (size_t i = 0; i < count; i++)
    if (!is_used (&comparison->changes[i]))
      continue;
    else if (has_row (view, i))
      {
        view->order[view->count++] = (uint32_t)i;
        possible += comparison->changes[i].possible;
      }
    else
      add_to_rest (&view->rest, comparison, (uint32_t)i);
  sort_ids (view->order, view->count, compare_changes, comparison);
  for (; possible > shown; possible--)
    add_to_rest (&view->left_out, comparison, view->order[--view->count]);
}

void
diff_view_start (struct diff_view *view, const struct report *report)
{
  const struct comparison *comparison = report->comparison;
  const struct program *old = comparison->sides[SIDE_OLD].program;
  const struct object *main = program_main (old);
  /* Reports have names only; both are of one target.  */
  if (main == NULL)
    main = program_main (comparison->sides[SIDE_NEW].program);
  *view = (struct diff_view){ .by_spread = comparison->by_spread,
                              .report = report,
                              .comparison = comparison };
  for (int side = 0; side < SIDES; side++)
    view->files[side] = comparison->sides[side].spreads->files;
  view->total = make_row (view, NULL, &comparison->total);
  names_start (&view->old_names, main != NULL ? main->image : NULL,
               report->options, &old->symtab, &old->sources);
  view->old_names.escapes = report->names->escapes;
  view->old_names.without_places = report->names->without_places;
  view->old_names.without_objects = report->names->without_objects;
  view->old_names.demangler.fortran_names_stay
      = report->names->demangler.fortran_names_stay;
  if (old->objects.count > 1)
    view->old_names.program = old;
  choose_rows (view);
}

const struct diff_row *
diff_view_next (struct diff_view *view)
{
  if (view->next == view->count)
    return NULL;
  view->row = diff_view_row (view, view->order[view->next++]);
  return &view->row;
}

bool
diff_view_largest (const struct diff_view *view, const struct diff_rest *rest,
                   struct diff_row *row)
{
  if (rest->functions == 0)
    return false;
  *row = diff_view_row (view, rest->largest);
  return row->change->delta != 0;
}

const char *
diff_view_name (struct diff_view *view, const struct diff_row *row)
{
  const int side = row->kind == DIFF_GONE ? SIDE_OLD : SIDE_NEW;
  struct names *names
      = side == SIDE_OLD ? &view->old_names : view->report->names;
  const sym_id id = row->match->first[side];
  /* The addresses of one gap are not those of all (R14.90).  */
  return row->match->is_nameless ? names_of_gaps (names, id)
                                 : names_of (names, id);
}

void
diff_view_end (struct diff_view *view)
{
  names_release (&view->old_names);
  free (view->order);
  view->order = NULL;
}
