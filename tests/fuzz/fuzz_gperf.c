/* fuzz_gperf.c - CPU profiles of gperftools, and what is measured from their
   stacks.

   Input: see profiles.h.  */

#include "config.h"

#include <stdlib.h>

#include "analysis/measurement.h"
#include "profiles.h"

enum
{
  FUNCTIONS = 32,
  FIRST_PC = 0x1000,
  FUNCTION_SIZE = 0x10
};

/* The first file is at FIRST_PC, and others above; some are nowhere.  */
static bool
place (const void *program, const struct mapping *mapping,
       struct mapped_place *place)
{
  (void)program;
  const uint64_t start = mapping->is_first ? FIRST_PC : FIRST_PC + 0x100;
  place->delta = start + mapping->offset - mapping->start_pc;
  return mapping->path_length % 4 != 3;
}

static enum status
make_symtab (struct symtab *symtab, struct diag *diag)
{
  struct symbol symbols[FUNCTIONS];
  for (size_t i = 0; i < FUNCTIONS; i++)
    symbols[i] = (struct symbol){ FIRST_PC + i * FUNCTION_SIZE, "f",
                                  i % 5 == 4 ? 0 : SYMBOL_FUNCTION };
  return symtab_build (symtab, symbols, FUNCTIONS,
                       FIRST_PC + FUNCTIONS * FUNCTION_SIZE, diag);
}

/* Is A more than B, by more than doubles lose?  */
static bool
is_more (double a, double b)
{
  return a - b > 1e-6 * (a + 1);
}

/* Nothing has more time than there is, and cycles have what members have.  */
static void
check_times (const struct measurement *measurement)
{
  const struct analysis *analysis = &measurement->analysis;
  const double all = analysis->print_ticks;
  for (size_t i = 0; i < analysis->node_count; i++)
    if (analysis->prop_child[i] < 0
        || is_more (analysis->prop_self[i] + analysis->prop_child[i], all))
      abort ();
  for (arc_id arc = 0; arc < callgraph_arc_count (&measurement->graph); arc++)
    {
      const sym_id to = measurement->graph.to.items[arc];
      if (analysis->arc_child[arc] < 0
          || is_more (analysis->arc_self[arc] + analysis->arc_child[arc],
                      analysis->prop_self[to] + analysis->prop_child[to]))
        abort ();
    }
}

/* Stacks are depth first, and their times add up.  */
static void
check_stacks (const struct stacks *stacks, double all)
{
  double sum = 0;
  for (size_t i = 0; i < stacks->count; i++)
    {
      const struct stack *stack = &stacks->items[i];
      const bool is_root = stack->parent == STACK_NONE;
      if (!is_root
          && (stack->parent >= i
              || stacks->items[stack->parent].depth + 1 != stack->depth))
        abort ();
      if ((is_root && stack->depth != 1) || stack->depth > stacks->deepest)
        abort ();
      sum += stack->self;
    }
  if (is_more (sum, all) || is_more (all, sum))
    abort ();
}

static void
measure (const struct profile *profile, struct diag *diag)
{
  const struct selection selection = { 0 };
  const struct quirks quirks = { 0 };
  const struct target target = { .word_size = 8 };
  struct symtab symtab = { 0 };
  struct measurement measurement = { 0 };
  struct stacks stacks = { 0 };
  enum status status = make_symtab (&symtab, diag);
  const struct measured of = { .profile = profile,
                               .symtab = &symtab,
                               .target = &target,
                               .selection = &selection,
                               .quirks = &quirks };
  if (status == STATUS_OK)
    status = measurement_count (&measurement, &of, false, diag);
  if (status == STATUS_OK)
    status = measurement_propagate (&measurement, &of, diag);
  if (status == STATUS_OK && profile->arcs_are_measured)
    {
      call_paths_stacks (&measurement.paths, &selection, &stacks);
      check_times (&measurement);
      check_stacks (&stacks, measurement.analysis.print_ticks);
    }
  stacks_release (&stacks);
  measurement_release (&measurement);
  symtab_release (&symtab);
}

void
fuzz_one (struct input input)
{
  const struct profile_origin origin = { .place = place };
  fuzz_profiles_seen (input, FORMAT_AUTO, &origin, measure);
}
