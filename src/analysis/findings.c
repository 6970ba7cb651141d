/* findings.c - what the numbers of a profile say about their reliability; what
   the program says is in findings_program.c.

   Each check is a function that adds what it finds.  */

#include "config.h"

#include "findings_private.h"

#include <string.h>

#include "analysis/warnings.h"

enum
{
  FEW = 10,         /* samples of a function that say little (R14.51) */
  LARGEST_FEW = 30, /* of the largest function, likewise */
  ENOUGH = 100      /* samples for an error of a tenth */
};

/* Shares below which nothing is reported, and from which it is doubtful.  */
static const double least = 0.1, much = 0.5;

/* --- Samples ------------------------------------------------------------- */

/* The symbol with most self time, or SYM_NONE if none has any.  */
static sym_id
largest_self (const struct measurement *measurement, size_t count)
{
  sym_id largest = SYM_NONE;
  for (sym_id id = 0; id < count; id++)
    if (measurement->ticks[id]
        > (largest != SYM_NONE ? measurement->ticks[largest] : 0))
      largest = id;
  return largest;
}

static void
examine_samples (struct examination *e)
{
  const struct measurement *measurement = e->of->measurement;
  const sym_id id = largest_self (measurement, e->of->of->symtab->count);
  if (id == SYM_NONE)
    {
      examination_add (e, (struct finding){ .kind = FINDING_NO_SAMPLES,
                                            .severity = SEVERITY_SERIOUS });
      return;
    }
  const double largest
      = measurement->ticks[id] / profile_weight (e->of->of->profile);
  if (largest < ENOUGH)
    examination_add (e, (struct finding){ .kind = FINDING_FEW_SAMPLES,
                                          .severity = largest < LARGEST_FEW
                                                          ? SEVERITY_DOUBTFUL
                                                          : SEVERITY_NOTE,
                                          .amount = largest,
                                          .symbol = id });
}

/* Time in functions that have few samples each.  */
static void
examine_small (struct examination *e)
{
  const struct measurement *measurement = e->of->measurement;
  const double few = FEW * profile_weight (e->of->of->profile);
  struct finding finding = { .kind = FINDING_SMALL_FUNCTIONS };
  for (sym_id id = 0; id < e->of->of->symtab->count; id++)
    if (measurement->ticks[id] > 0 && measurement->ticks[id] < few)
      {
        finding.amount += measurement->ticks[id];
        finding.count++;
      }
  finding.share = share_of (finding.amount, all_ticks (e));
  finding.severity = finding.share < much ? SEVERITY_NOTE : SEVERITY_DOUBTFUL;
  /* If all are small, that was said.  */
  if (finding.share >= least && finding.amount < all_ticks (e))
    examination_add (e, finding);
}

/* Time of the recorder's own, which no listing has.  */
static void
examine_recording (struct examination *e)
{
  const double ticks = e->of->measurement->recording_ticks;
  struct finding finding
      = { .kind = FINDING_PROFILING_COST,
          .amount = ticks,
          .share = share_of (ticks, all_ticks (e) + ticks) };
  finding.severity = finding.share < least ? SEVERITY_NOTE : SEVERITY_DOUBTFUL;
  if (e->of->of->profile->calls_are_complete && finding.share >= least / 10)
    examination_add (e, finding);
}

static void
examine_bins (struct examination *e)
{
  const struct profile *profile = e->of->of->profile;
  const struct symtab *symtab = e->of->of->symtab;
  const struct bins_nearly_full full = find_full_bins (profile, symtab);
  if (full.first != NULL)
    examination_add (e,
                     (struct finding){
                         .kind = FINDING_FULL_BINS,
                         .severity = SEVERITY_DOUBTFUL,
                         .count = full.bins,
                         .of = full.files,
                         .symbol = symtab_find (symtab, full.first->full_pc),
                         .text = full.first->name });
  if (profile->other_rates.files > 0)
    examination_add (e, (struct finding){ .kind = FINDING_RATES,
                                          .severity = SEVERITY_NOTE,
                                          .count = profile->other_rates.files,
                                          .of = profile->other_rates.rate,
                                          .text = profile->other_rates.file });
}

/* Time that the rules of crediting give to start-up code.  */
static void
examine_startup (struct examination *e)
{
  const struct symtab *symtab = e->of->of->symtab;
  const double *ticks = e->of->measurement->ticks;
  struct finding finding
      = { .kind = FINDING_STARTUP_CODE, .symbol = SYM_NONE };
  for (sym_id id = 0; id < symtab->count; id++)
    if (ticks[id] > 0 && is_startup_code (symtab->name[id]))
      {
        finding.amount += ticks[id];
        if (finding.symbol == SYM_NONE || ticks[id] > ticks[finding.symbol])
          finding.symbol = id;
      }
  finding.share = share_of (finding.amount, all_ticks (e));
  finding.severity = finding.share < least ? SEVERITY_NOTE : SEVERITY_DOUBTFUL;
  if (finding.share >= least / 5 && !e->of->of->exact)
    examination_add (e, finding);
}

/* --- Calls --------------------------------------------------------------- */

static void
examine_graph (struct examination *e)
{
  const struct profile *profile = e->of->of->profile;
  const struct dropped_calls *dropped = &e->of->measurement->graph.dropped;
  if (profile->arcs.count == 0)
    examination_add (e, (struct finding){ .kind = FINDING_NO_CALLS,
                                          .severity = SEVERITY_SERIOUS });
  if (dropped->without_caller > 0 || dropped->without_callee > 0)
    examination_add (e, (struct finding){ .kind = FINDING_DROPPED_CALLS,
                                          .severity = SEVERITY_DOUBTFUL,
                                          .count = dropped->without_callee,
                                          .of = dropped->without_caller });
}

/* How much more or less than its share ARC, which leads to HEAD, can pass on
   without being the only one that does.  */
static double
doubt_of (const struct examination *e, arc_id arc, size_t head)
{
  const struct analysis *analysis = &e->of->measurement->analysis;
  const double passed = analysis->arc_self[arc] + analysis->arc_child[arc];
  const double rest
      = analysis->prop_self[head] + analysis->prop_child[head] - passed;
  return passed < rest ? passed : rest;
}

/* Arcs that pass on a share of what their callee has, because others call it,
   too.  What matters is how much of all time may be another caller's.  */
static void
examine_arcs (struct examination *e)
{
  const struct callgraph *graph = &e->of->measurement->graph;
  const struct analysis *analysis = &e->of->measurement->analysis;
  struct finding finding = { .kind = FINDING_ESTIMATED_ARCS };
  double all = 0, estimated = 0, doubt = 0;
  for (arc_id arc = 0; arc < callgraph_arc_count (graph); arc++)
    {
      const double passed = analysis->arc_self[arc] + analysis->arc_child[arc];
      const sym_id to = graph->to.items[arc];
      const size_t head = cycles_head (&e->of->measurement->cycles, to);
      if (!(passed > 0))
        continue;
      all += passed;
      finding.of++;
      if (graph->count.items[arc] == analysis->calls[head])
        continue;
      estimated += passed;
      finding.count++;
      if (doubt_of (e, arc, head) > doubt)
        {
          doubt = doubt_of (e, arc, head);
          finding.amount = passed;
          finding.bound
              = analysis->prop_self[head] + analysis->prop_child[head];
          finding.symbol = graph->from.items[arc];
          finding.other = to;
        }
    }
  finding.share = share_of (estimated, all);
  doubt = share_of (doubt, all_ticks (e));
  finding.severity = doubt < least ? SEVERITY_NOTE : SEVERITY_DOUBTFUL;
  if (doubt >= least / 10)
    examination_add (e, finding);
}

static void
examine_cycles (struct examination *e)
{
  const struct cycles *cycles = &e->of->measurement->cycles;
  struct finding finding
      = { .kind = FINDING_CYCLES, .symbol = SYM_NONE, .of = cycles->count };
  for (uint32_t cycle = 1; cycle <= cycles->count; cycle++)
    {
      const size_t first = cycles->member_start[cycle - 1];
      const double ticks = node_ticks (e, cycles_node (cycles, cycle));
      if (finding.symbol != SYM_NONE && ticks <= finding.amount)
        continue;
      finding.amount = ticks;
      finding.symbol = cycles->members[first];
      finding.count = cycles->member_start[cycle] - first;
    }
  finding.share = share_of (finding.amount, all_ticks (e));
  finding.severity = finding.share < much ? SEVERITY_NOTE : SEVERITY_DOUBTFUL;
  if (finding.symbol != SYM_NONE && finding.share >= least)
    examination_add (e, finding);
}

/* Functions that call themselves: the time of a call is that of all calls
   inside it.  */
static void
examine_recursion (struct examination *e)
{
  const struct analysis *analysis = &e->of->measurement->analysis;
  struct finding finding
      = { .kind = FINDING_RECURSION, .severity = SEVERITY_NOTE };
  for (sym_id id = 0; id < e->of->of->symtab->count; id++)
    if (analysis->self_calls[id] > 0
        && e->of->measurement->cycles.cycle[id] == 0
        && node_ticks (e, id) > finding.amount)
      {
        finding.amount = node_ticks (e, id);
        finding.count = analysis->calls[id];
        finding.of = analysis->self_calls[id];
        finding.symbol = id;
      }
  finding.share = share_of (finding.amount, all_ticks (e));
  if (finding.share >= least)
    examination_add (e, finding);
}

/* --- All ----------------------------------------------------------------- */

/* Sort by severity, then kind.  There are few.  */
static int
compare_findings (const void *a, const void *b)
{
  const struct finding *x = a, *y = b;
  return x->severity != y->severity ? (int)x->severity - (int)y->severity
                                    : (int)x->kind - (int)y->kind;
}

enum status
findings_make (struct findings *findings, const struct examined *of,
               struct diag *diag)
{
  static void (*const checks[]) (struct examination *)
      = { examine_pairing,    examine_samples, examine_small,
          examine_debugging,  examine_bins,    examine_recording,
          examine_startup,    examine_graph,   examine_counters,
          examine_arcs,       examine_cycles,  examine_recursion,
          examine_references, examine_imports };
  enum
  {
    ALL = sizeof checks / sizeof *checks,
    OF_STACKS = 4 /* the first ones; others are about counts of calls */
  };
  const size_t count = of->of->profile->lacks_calls ? OF_STACKS : ALL;
  struct examination e = { of, findings, diag, STATUS_OK };
  for (size_t i = 0;
       i < count && e.status == STATUS_OK
       && (findings->items.count == 0
           || findings->items.items[0].kind != FINDING_WRONG_PROGRAM);
       i++)
    checks[i](&e);
  if (findings->items.count > 0)
    qsort (findings->items.items, findings->items.count,
           sizeof *findings->items.items, compare_findings);
  return e.status;
}

void
findings_release (struct findings *findings)
{
  vec_release (&findings->items);
  arena_release (&findings->memory);
}
