/* findings.c - what numbers, code, symbols and sources say about the
   reliability of a profile.

   Each check is a function that adds what it finds.  */

#include "config.h"

#include "analysis/findings.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "analysis/callscan.h"
#include "analysis/crediting.h"
#include "analysis/warnings.h"
#include "base/i18n.h"

enum
{
  FEW = 10,         /* samples of a function that say little (R14.51) */
  LARGEST_FEW = 30, /* of the largest function, likewise */
  ENOUGH = 100      /* samples for an error of a tenth */
};

/* The share of the samples asked for, or less, that says that the clock of the
   system is too slow.  */
#define FEW_TAKEN 0.5

/* The share from which each kind is reported, and those from which it is
   doubtful and serious.  */
static const struct limits
{
  double least, doubtful, serious;
} limits[FINDING_KINDS] = {
  [FINDING_NOT_COMPILED] = { 0.01, 0.1, 0.25 },
  [FINDING_UNSEEN_CALLERS] = { 0.01, 0.1, 0.25 },
  [FINDING_SMALL_FUNCTIONS] = { 0.1, 0.5, INFINITY },
  [FINDING_STARTUP_CODE] = { 0.02, 0.1, INFINITY },
  [FINDING_PROFILING_COST] = { 0.01, 0.1, INFINITY },
  [FINDING_RECORDER_BIAS] = { 0.1, 0.1, INFINITY },
  [FINDING_LOST_STACKS] = { 0.02, 0.1, INFINITY },
  [FINDING_CYCLES] = { 0.1, 0.5, INFINITY },
  [FINDING_ESTIMATED_ARCS] = { 0.01, 0.1, INFINITY },
  [FINDING_TAIL_CALLS] = { 0.01, 0.1, INFINITY },
  [FINDING_RECURSION] = { 0.1, INFINITY, INFINITY },
  [FINDING_CALLBACKS] = { 0, INFINITY, INFINITY },
  [FINDING_ELAPSED] = { 0.05, INFINITY, INFINITY },
};

/* An examination that goes on: what is examined, at hand, and what was
   found.  */
struct examination
{
  const struct options *options;
  struct program *program;
  const struct measured *of;
  const struct profile *profile;
  const struct symtab *symtab;
  const struct callgraph *graph;
  const struct cycles *cycles;
  const struct analysis *analysis;
  const struct call_paths *paths; /* of sampled stacks */
  const double *ticks;            /* of each symbol itself */
  double total;                   /* all time, in ticks */
  double recording;               /* the recorder's own, in no listing */
  const struct account *account;  /* of all time */
  const struct search_path *path;
  struct findings *findings;
  struct diag *diag;
  enum status status; /* of the first failure */
};

static void
pass_on (struct examination *e, enum status status)
{
  if (status != STATUS_OK && status != STATUS_ABSENT)
    e->status = status;
}

/* A copy of TEXT.  */
static const char *
keep (struct examination *e, const char *text)
{
  return arena_text (&e->findings->memory, text, strlen (text));
}

static void
add (struct examination *e, struct finding finding)
{
  vec_push (&e->findings->items, finding);
}

/* Add a finding that has no numbers.  */
static void
add_plain (struct examination *e, enum finding_kind kind,
           enum severity severity, const char *text)
{
  add (e,
       (struct finding){ .kind = kind, .severity = severity, .text = text });
}

/* Add FINDING with a severity by SHARE, unless that is too little.  */
static void
add_by (struct examination *e, struct finding finding, double share)
{
  const struct limits *of = &limits[finding.kind];
  finding.severity = share < of->doubtful  ? SEVERITY_NOTE
                     : share < of->serious ? SEVERITY_DOUBTFUL
                                           : SEVERITY_SERIOUS;
  if (share >= of->least)
    add (e, finding);
}

/* The share of PART in WHOLE, at most 1; 0 if WHOLE is 0.  */
static double
share_of (double part, double whole)
{
  return !(whole > 0) ? 0 : part < whole ? part / whole : 1;
}

/* Add FINDING by the share that its amount is of all time.  */
static void
add_share (struct examination *e, struct finding finding)
{
  finding.share = share_of (finding.amount, e->total);
  add_by (e, finding, finding.share);
}

/* Add symbol ID, of which TICKS matter, to those of FINDING.  */
static void
add_symbol (struct finding *finding, sym_id id, double ticks)
{
  if (finding->count++ == 0 || ticks > finding->bound)
    {
      finding->symbol = id;
      finding->bound = ticks;
    }
  finding->amount += ticks;
}

/* The time of NODE with what it called.  */
static double
node_ticks (const struct examination *e, size_t node)
{
  return e->analysis->self_ticks[node] + e->analysis->child_ticks[node];
}

/* --- Samples ------------------------------------------------------------- */

/* The function with most time, time in functions that have few samples each,
   and whether all samples are fewer than they look.  */
static void
examine_samples (struct examination *e)
{
  const double weight = profile_weight (e->profile);
  struct finding largest = { .kind = FINDING_FEW_SAMPLES };
  struct finding small = { .kind = FINDING_SMALL_FUNCTIONS };
  for (sym_id id = 0; id < e->symtab->count; id++)
    {
      if (e->ticks[id] > largest.amount)
        {
          largest.amount = e->ticks[id];
          largest.symbol = id;
        }
      if (e->ticks[id] > 0 && e->ticks[id] < FEW * weight)
        add_symbol (&small, id, e->ticks[id]);
    }
  largest.amount /= weight;
  largest.severity
      = largest.amount < LARGEST_FEW ? SEVERITY_DOUBTFUL : SEVERITY_NOTE;
  if (!(largest.amount > 0))
    add_plain (e, FINDING_NO_SAMPLES, SEVERITY_SERIOUS, NULL);
  else if (largest.amount < ENOUGH)
    add (e, largest);
  /* If all are small, that was said.  */
  if (small.amount < e->total)
    add_share (e, small);
  const double taken = share_of (e->profile->signals, e->total + e->recording);
  if (taken > 0 && taken <= FEW_TAKEN)
    add (e, (struct finding){ .kind = FINDING_SLOW_CLOCK,
                              .severity = SEVERITY_NOTE,
                              .amount = taken * e->profile->rate,
                              .of = e->profile->rate });
}

/* Time of the recorder's own, which no listing has.  Work of a function goes on
   while its call is counted, so what is counted very often takes more.  */
static void
examine_recording (struct examination *e)
{
  struct finding finding
      = { .kind = FINDING_PROFILING_COST,
          .amount = e->recording,
          .share = share_of (e->recording, e->total + e->recording) };
  if (e->profile->arcs_are_measured
      && finding.share >= limits[FINDING_RECORDER_BIAS].least)
    finding.kind = FINDING_RECORDER_BIAS;
  if (e->profile->calls_are_complete)
    add_by (e, finding, finding.share);
}

/* Stacks whose outer part is not known.  Of those with frames left out in the
   middle, it is.  */
static void
examine_stacks (struct examination *e)
{
  const struct call_paths *paths = e->paths;
  struct finding finding = { .kind = FINDING_LOST_STACKS };
  double all = 0;
  if (!e->profile->arcs_are_measured)
    return;
  bool *is_partial = array_new (paths->count, sizeof *is_partial);
  for (size_t i = 0; i < paths->count; i++)
    {
      const uint32_t up = paths->items[i].parent;
      is_partial[i] = paths->items[i].kind == PATH_LOST
                      || (up != PATH_NONE && is_partial[up]);
      all += paths->items[i].ticks;
      finding.amount += is_partial[i] ? paths->items[i].ticks : 0;
    }
  free (is_partial);
  finding.share = share_of (finding.amount, all);
  add_by (e, finding, finding.share);
}

/* Time that passed and that is not the processor's, where that is known.  */
static void
examine_elapsed (struct examination *e)
{
  const struct account *account = e->account;
  const double processor = account_processor (account);
  struct finding finding = { .kind = FINDING_ELAPSED,
                             .amount = processor,
                             .bound = account->lives };
  finding.share
      = account->is_known ? 1 - share_of (processor, account->lives) : 0;
  add_by (e, finding, finding.share);
}

static void
examine_bins (struct examination *e)
{
  const struct bins_nearly_full full = find_full_bins (e->profile, e->symtab);
  if (full.first != NULL)
    add (e, (struct finding){ .kind = FINDING_FULL_BINS,
                              .severity = SEVERITY_DOUBTFUL,
                              .count = full.bins,
                              .of = full.files,
                              .symbol
                              = symtab_find (e->symtab, full.first->full_pc),
                              .text = full.first->name });
  if (e->profile->other_rates.files > 0)
    add (e, (struct finding){ .kind = FINDING_RATES,
                              .severity = SEVERITY_NOTE,
                              .count = e->profile->other_rates.files,
                              .of = e->profile->other_rates.rate,
                              .text = e->profile->other_rates.file });
}

/* Time that the rules of crediting give to start-up code.  */
static void
examine_startup (struct examination *e)
{
  struct finding finding = { .kind = FINDING_STARTUP_CODE };
  for (sym_id id = 0; id < e->symtab->count; id++)
    if (e->ticks[id] > 0 && is_startup_code (e->symtab->name[id]))
      add_symbol (&finding, id, e->ticks[id]);
  if (!e->of->exact)
    add_share (e, finding);
}

/* --- Calls --------------------------------------------------------------- */

static void
examine_graph (struct examination *e)
{
  const struct dropped_calls *dropped = &e->graph->dropped;
  if (e->profile->arcs.count == 0)
    add_plain (e, FINDING_NO_CALLS, SEVERITY_SERIOUS, NULL);
  if (dropped->without_caller > 0 || dropped->without_callee > 0)
    add (e, (struct finding){ .kind = FINDING_DROPPED_CALLS,
                              .severity = SEVERITY_DOUBTFUL,
                              .count = dropped->without_callee,
                              .of = dropped->without_caller });
}

/* Arcs that pass on a share of what their callee has, because others call it,
   too.  What matters is how much of all time may be another caller's: of each
   arc what it passes on, or what the others do if that is less.  */
static void
examine_arcs (struct examination *e)
{
  const struct callgraph *graph = e->graph;
  const struct analysis *analysis = e->analysis;
  struct finding finding = { .kind = FINDING_ESTIMATED_ARCS };
  double all = 0, estimated = 0, most = 0;
  for (arc_id arc = 0; arc < callgraph_arc_count (graph); arc++)
    {
      const double passed = analysis->arc_self[arc] + analysis->arc_child[arc];
      const size_t head = cycles_head (e->cycles, graph->to.items[arc]);
      if (!(passed > 0))
        continue;
      all += passed;
      finding.of++;
      if (graph->count.items[arc] == analysis->calls[head])
        continue;
      estimated += passed;
      finding.count++;
      const double bound
          = analysis->prop_self[head] + analysis->prop_child[head];
      const double doubt = passed < bound - passed ? passed : bound - passed;
      if (doubt > most)
        {
          most = doubt;
          finding.amount = passed;
          finding.bound = bound;
          finding.symbol = graph->from.items[arc];
          finding.other = graph->to.items[arc];
        }
    }
  finding.share = share_of (estimated, all);
  add_by (e, finding, share_of (most, e->total));
}

static void
examine_cycles (struct examination *e)
{
  const struct cycles *cycles = e->cycles;
  struct finding finding = { .kind = FINDING_CYCLES, .of = cycles->count };
  for (uint32_t cycle = 1; cycle <= cycles->count; cycle++)
    {
      const size_t first = cycles->member_start[cycle - 1];
      const double ticks = node_ticks (e, cycles_node (cycles, cycle));
      if (ticks <= finding.amount)
        continue;
      finding.amount = ticks;
      finding.symbol = cycles->members[first];
      finding.count = cycles->member_start[cycle] - first;
    }
  add_share (e, finding);
}

/* Functions that call themselves: the time of a call is that of all calls
   inside it.  */
static void
examine_recursion (struct examination *e)
{
  const struct analysis *analysis = e->analysis;
  struct finding finding = { .kind = FINDING_RECURSION };
  for (sym_id id = 0; id < e->symtab->count; id++)
    if (analysis->self_calls[id] > 0 && e->cycles->cycle[id] == 0
        && node_ticks (e, id) > finding.amount)
      {
        finding.amount = node_ticks (e, id);
        finding.count = analysis->calls[id];
        finding.of = analysis->self_calls[id];
        finding.symbol = id;
      }
  add_share (e, finding);
}

/* --- The counter of calls ------------------------------------------------ */

/* What instructions that call the counter have as their target: a function, an
   entry of the linkage table, or where a pointer to it is.  */
struct counters
{
  uint64_t targets[4];
  size_t count;
};

enum
{
  PROLOGUE = 256,     /* bytes in which the counter is called */
  ARCS_ENOUGH = 1000, /* that are looked at to find all counters */
  MOST_COUNTERS = 4
};

static bool
is_counter (const struct counters *counters, uint64_t target)
{
  for (size_t i = 0; i < counters->count; i++)
    if (counters->targets[i] == target)
      return true;
  return false;
}

/* Begin to decode the first SIZE bytes of symbol ID.  Null if nobody can.  */
static struct instructions *
start_decoding (struct examination *e, sym_id id, uint64_t size)
{
  const struct symtab *symtab = e->symtab;
  struct instructions *instructions
      = e->program->instructions.items[symtab_object (symtab, id)];
  const uint64_t start_pc = symtab->start[id];
  uint64_t limit_pc = symtab->limit[id];
  if (instructions == NULL)
    return NULL;
  if (limit_pc - start_pc > size)
    limit_pc = start_pc + size;
  pass_on (e, instructions_seek (instructions, start_pc, limit_pc, e->diag));
  return e->status == STATUS_OK ? instructions : NULL;
}

/* Add what the instruction that ends at SELF_PC calls.  */
static void
add_counter (struct examination *e, struct counters *counters,
             uint64_t self_pc)
{
  const sym_id id = symtab_find (e->symtab, self_pc);
  struct instructions *instructions
      = id != SYM_NONE ? start_decoding (e, id, PROLOGUE) : NULL;
  struct instruction instruction;
  while (instructions != NULL && instructions_next (instructions, &instruction)
         && instruction.pc < self_pc)
    if (instruction.pc + instruction.length == self_pc
        && instruction.has_target && counters->count < MOST_COUNTERS
        && !is_counter (counters, instruction.target))
      counters->targets[counters->count++] = instruction.target;
}

/* Do the first SIZE bytes of symbol ID refer to one of COUNTERS?  */
static bool
refers_to (struct examination *e, const struct counters *counters, sym_id id,
           uint64_t size)
{
  struct instructions *instructions = start_decoding (e, id, size);
  struct instruction instruction;
  while (instructions != NULL
         && instructions_next (instructions, &instruction))
    if (instruction.has_target && is_counter (counters, instruction.target))
      return true;
  return false;
}

/* Is ID in a library of the system, which nobody compiles with -pg?  */
static bool
is_of_system (const struct examination *e, sym_id id)
{
  const struct object *object = program_object_of (e->program, id);
  return strncmp (object->name, "/lib", 4) == 0
         || strncmp (object->name, "/usr/lib", 8) == 0;
}

/* Mark in CONTEXT, a flag for each symbol, the one that has all of a bin: of
   the samples in other bins, some may be a neighbour's.  */
static void
mark_owner (void *context, const struct shares *shares, uint64_t ticks)
{
  bool *ran = context;
  (void)ticks;
  if (shares->items.count == 1
      && shares->items.items[0].weight == shares->high_pc - shares->low_pc)
    ran[shares->items.items[0].symbol] = true;
}

/* Mark in RAN the symbols that have a bin with samples to themselves, whatever
   rule credits samples.  */
static void
mark_sampled (struct examination *e, bool *ran)
{
  struct crediting crediting = { 0 };
  struct measured addresses = *e->of;
  addresses.exact = true;
  addresses.instructions = NULL;
  pass_on (e, crediting_walk (&crediting, &addresses, SHARE_SYMBOLS,
                              mark_owner, ran, e->diag));
  crediting_release (&crediting);
}

/* Look at functions that have RAN, but of which no calls are recorded: some do
   not count them, others were called only from where calls are not counted, or
   are the system's.  No time of the latter is passed on, so their times with
   what they called add up; but the system's, which call main and what threads
   run, are taken by themselves.  The C library always calls main, and counts
   the calls of libraries itself.  */
static void
examine_uncalled (struct examination *e, const bool *ran)
{
  const struct symtab *symtab = e->symtab;
  const struct analysis *analysis = e->analysis;
  struct counters counters = { .count = 0 };
  struct finding uncounted = { .kind = FINDING_NOT_COMPILED };
  struct finding unseen = { .kind = FINDING_UNSEEN_CALLERS };
  for (size_t i = 0;
       i < e->profile->arcs.count && i < ARCS_ENOUGH && e->status == STATUS_OK;
       i++)
    add_counter (e, &counters, e->profile->arcs.items[i].self_pc);
  for (sym_id id = 0;
       id < symtab->count && counters.count > 0 && e->status == STATUS_OK;
       id++)
    if (ran[id] && analysis->calls[id] == 0 && analysis->self_calls[id] == 0
        && (!(symtab->flags[id] & SYMBOL_GAP) || is_of_system (e, id))
        && !program_object_of (e->program, id)->has_outside
        && strcmp (symtab->name[id], "main") != 0)
      {
        if (is_of_system (e, id))
          add_symbol (&unseen, id, analysis->self_ticks[id]);
        else if (refers_to (e, &counters, id, PROLOGUE))
          add_symbol (&unseen, id, node_ticks (e, id));
        else if (!is_startup_code (symtab->name[id]))
          add_symbol (&uncounted, id, analysis->self_ticks[id]);
      }
  add_share (e, uncounted);
  add_share (e, unseen);
}

static void
examine_counters (struct examination *e)
{
  if (e->profile->arcs.count == 0)
    return;
  /* With exact attribution that was tried.  */
  if (!e->of->exact)
    pass_on (e, program_decode (e->program, e->diag));
  if (e->status != STATUS_OK || e->program->instructions.count == 0)
    return;
  bool *ran = array_new (e->symtab->count, sizeof *ran);
  mark_sampled (e, ran);
  for (arc_id arc = 0; arc < e->graph->counted; arc++)
    if (e->graph->count.items[arc] > 0)
      ran[e->graph->from.items[arc]] = true;
  examine_uncalled (e, ran);
  free (ran);
}

/* --- References ---------------------------------------------------------- */

/* Append all jumps in the code of the program to FOUND.  */
static void
find_jumps (struct examination *e, struct callscan *found)
{
  const struct program *program = e->program;
  for (size_t i = 0; i < program->objects.count && e->status == STATUS_OK; i++)
    {
      struct text_section code;
      enum status status
          = object_look_at_code (&program->objects.items[i], &code, e->diag);
      if (status == STATUS_OK)
        callscan_find_jumps (found, &code, e->of);
      pass_on (e, status);
    }
}

/* Does a function that was used jump to another one of which calls were
   counted?  Then its caller is recorded as theirs.  A short jump is one only
   if an instruction says so.  */
static bool
hides_arc (struct examination *e, const struct static_arc *jump)
{
  const struct symtab *symtab = e->symtab;
  if (jump->to == SYM_NONE || e->program->instructions.count == 0)
    return false;
  const struct counters target = { { symtab->start[jump->to] }, 1 };
  return jump->from != jump->to && e->graph->calls[jump->to] > 0
         && (analysis_is_used (e->analysis, jump->from)
             || e->analysis->self_calls[jump->from] != 0)
         && strstr (symtab->name[jump->to], ".cold") == NULL
         && strstr (symtab->name[jump->from], ".cold") == NULL
         && refers_to (e, &target, jump->from, UINT64_MAX);
}

static void
examine_jumps (struct examination *e)
{
  struct callscan jumps = { 0 };
  struct finding finding
      = { .kind = FINDING_TAIL_CALLS, .severity = SEVERITY_NOTE };
  struct symset seen = { 0 };
  find_jumps (e, &jumps);
  for (size_t i = 0; i < jumps.arcs.count && e->status == STATUS_OK; i++)
    {
      const struct static_arc *jump = &jumps.arcs.items[i];
      if (symset_has (&seen, jump->to) || !hides_arc (e, jump))
        continue;
      symset_add_range (&seen, e->symtab->count, jump->to, jump->to + 1);
      if (finding.count++ == 0 || node_ticks (e, jump->to) > finding.amount)
        {
          finding.amount = node_ticks (e, jump->to);
          finding.symbol = jump->to;
          finding.other = jump->from;
        }
    }
  symset_release (&seen);
  callscan_release (&jumps);
  if (e->total > 0)
    add_share (e, finding);
  else if (finding.count > 0)
    add (e, finding);
}

/* Functions of which calls were counted, and which the library function NAME
   may have called without that.  */
static void
examine_callbacks (struct examination *e, const char *name)
{
  const struct symtab *symtab = e->symtab;
  struct symset taken = { 0 };
  struct finding finding = { .kind = FINDING_CALLBACKS, .text = name };
  pass_on (e, program_find_taken (e->program, &taken, e->diag));
  for (sym_id id = 0; id < symtab->count; id++)
    if (symset_has (&taken, id) && e->graph->calls[id] > 0
        && strcmp (symtab->name[id], "main") != 0)
      add_symbol (&finding, id, node_ticks (e, id));
  symset_release (&taken);
  if (finding.count > 0)
    add_share (e, finding);
}

/* --- Libraries ----------------------------------------------------------- */

/* Add the first of LIBRARIES that are no objects of the program, each once.  */
static void
add_libraries (struct examination *e, const library_list *libraries)
{
  enum
  {
    MOST = 5
  };
  const struct program *program = e->program;
  const bool has_objects = program->objects.count > 1;
  const char *names[MOST];
  size_t count = 0;
  char *text = NULL;
  for (size_t i = 0; i < libraries->count && count <= MOST; i++)
    {
      const char *name = libraries->items[i];
      bool is_known = false;
      for (size_t k = 1; k < program->objects.count && !is_known; k++)
        is_known = strcmp (program->objects.items[k].label, name) == 0;
      for (size_t k = 0; has_objects && k < count && !is_known; k++)
        is_known = strcmp (names[k], name) == 0;
      if (is_known)
        continue;
      char *before = text;
      text = memory_format ("%s%s%s", before != NULL ? before : "",
                            before != NULL ? ", " : "",
                            count < MOST ? name : "...");
      free (before);
      if (count < MOST)
        names[count] = name;
      count++;
    }
  if (count > 0)
    add (e, (struct finding){ .kind = FINDING_LIBRARIES,
                              .severity = SEVERITY_NOTE,
                              .amount = e->total,
                              .text = keep (e, text) });
  free (text);
}

static void
examine_libraries (struct examination *e)
{
  const struct program *program = e->program;
  library_list libraries = { 0 };
  for (size_t i = 0; i < program->objects.count && e->status == STATUS_OK; i++)
    pass_on (e, image_list_names (program->objects.items[i].image,
                                  DYNAMIC_NEEDED, &libraries, e->diag));
  if (e->status == STATUS_OK)
    add_libraries (e, &libraries);
  vec_release (&libraries);
}

/* What cannot be seen of what the program imports; the recorder counts all
   calls, in all objects and processes (R20.50).  */
static void
examine_imports (struct examination *e)
{
  static const enum finding_kind kinds[IMPORT_KINDS]
      = { [IMPORT_FORK] = FINDING_FORK,
          [IMPORT_HANDLER] = FINDING_SIGNAL_HANDLERS,
          [IMPORT_WAIT] = FINDING_WAITING };
  const bool is_complete = e->profile->calls_are_complete;
  const char *names[IMPORT_KINDS];
  image_find_imports (program_main (e->program)->image, names);
  for (size_t i = 0; i < IMPORT_KINDS; i++)
    if (names[i] != NULL && !(i == IMPORT_WAIT && e->account->is_known)
        && (is_complete ? i == IMPORT_WAIT : i != IMPORT_CALLBACK))
      add_plain (e, kinds[i], SEVERITY_NOTE, names[i]);
  if (is_complete)
    return;
  if (names[IMPORT_CALLBACK] != NULL && !e->options->by_line)
    examine_callbacks (e, names[IMPORT_CALLBACK]);
  const char *starter;
  const struct object *object = find_thread_starter (e->program, &starter);
  if (object != NULL && e->graph->counted > 0)
    add_plain (e, FINDING_THREADS, SEVERITY_DOUBTFUL, starter);
  object = find_unsampled_library (e->profile, e->program);
  if (object != NULL)
    add_plain (e, FINDING_UNSAMPLED_LIBRARY, SEVERITY_DOUBTFUL, object->label);
  examine_libraries (e);
}

/* --- Debugging information and sources ----------------------------------- */

/* Has the file NAME been changed after TIME?  */
static bool
is_newer (struct examination *e, const char *name, int64_t time)
{
  struct stat about;
  if (stat (name, &about) == 0)
    return about.st_mtime > time;
  if (diag_is_system_failure (errno))
    e->status = diag_fail_errno (e->diag, name, errno, _ ("cannot read"));
  return false;
}

/* Add source file FILE to MISSING or STALE if it is that; TIME is the
   image's.  */
static void
examine_source (struct examination *e, source_id file, int64_t time,
                struct finding *missing, struct finding *stale)
{
  const char *name = sources_name (&e->program->sources, file);
  char *found = NULL;
  const enum status status = srctext_find (e->path, name, &found, e->diag);
  pass_on (e, status);
  struct finding *finding = NULL;
  if (status == STATUS_ABSENT)
    finding = missing;
  else if (status == STATUS_OK && is_newer (e, found, time))
    finding = stale;
  if (finding != NULL && finding->count++ == 0)
    finding->text = keep (e, status == STATUS_OK ? found : name);
  free (found);
}

/* Locate the functions with a hundredth of the time or more and look at their
   sources.  */
static void
examine_sources (struct examination *e)
{
  const struct symtab *symtab = e->symtab;
  struct symset wanted = { 0 };
  struct finding missing
      = { .kind = FINDING_MISSING_SOURCES, .severity = SEVERITY_NOTE };
  struct finding stale
      = { .kind = FINDING_STALE_SOURCES, .severity = SEVERITY_DOUBTFUL };
  int64_t time = 0;
  for (sym_id id = 0; id < symtab->count; id++)
    if (share_of (e->ticks[id], e->total) >= 0.01)
      symset_add_range (&wanted, symtab->count, id, id + 1);
  if (!wanted.any)
    return;
  pass_on (e, program_locate (e->program, &wanted, e->diag));
  if (e->status == STATUS_OK)
    pass_on (e, image_time (program_main (e->program)->image, &time, e->diag));
  bool *seen = array_new (e->program->sources.names.count, sizeof *seen);
  for (sym_id id = 0; id < symtab->count && e->status == STATUS_OK; id++)
    {
      const source_id file = symtab->file[id];
      if (!symset_has (&wanted, id) || file == SOURCE_NONE || seen[file])
        continue;
      seen[file] = true;
      missing.of++;
      examine_source (e, file, time, &missing, &stale);
    }
  free (seen);
  symset_release (&wanted);
  stale.of = missing.of;
  if (missing.count > 0)
    add (e, missing);
  if (stale.count > 0)
    add (e, stale);
}

static void
examine_debugging (struct examination *e)
{
  const struct program *program = e->program;
  bool has, inlined, any = false, any_inlined = false;
  for (size_t i = 0; i < program->objects.count && e->status == STATUS_OK; i++)
    {
      pass_on (e, image_find_debugging (program->objects.items[i].image, &has,
                                        &inlined, e->diag));
      any = any || has;
      any_inlined = any_inlined || inlined;
    }
  if (any_inlined)
    add_plain (e, FINDING_INLINING, SEVERITY_NOTE, NULL);
  if (!any)
    add_plain (e, FINDING_NO_LINES,
               e->options->by_line ? SEVERITY_DOUBTFUL : SEVERITY_NOTE, NULL);
  else if (e->status == STATUS_OK)
    examine_sources (e);
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
findings_make (struct findings *findings, const struct options *options,
               struct program *program, const struct measured *of,
               const struct measurement *measurement,
               const struct account *account, const struct mismatch *mismatch,
               const struct search_path *path, struct diag *diag)
{
  static const struct check
  {
    void (*examine) (struct examination *e);
    bool of_stacks; /* says something of samples with stacks, too, */
    bool of_counts; /* of those with stacks and counted calls, */
    bool of_lines;  /* and with -l */
  } checks[] = {
    { examine_samples, true, true, true },
    { examine_debugging, true, true, true },
    { examine_bins, false, false, true },
    { examine_recording, true, true, true },
    { examine_stacks, true, true, true },
    { examine_elapsed, true, true, true },
    { examine_startup, false, true, true },
    { examine_graph, false, true, true },
    { examine_counters, false, false, false },
    { examine_arcs, false, false, true },
    { examine_cycles, false, false, true },
    { examine_recursion, false, true, true },
    { examine_jumps, false, false, false },
    { examine_imports, false, true, true },
  };
  struct examination e = { .options = options,
                           .program = program,
                           .of = of,
                           .profile = of->profile,
                           .symtab = of->symtab,
                           .graph = &measurement->graph,
                           .cycles = &measurement->cycles,
                           .analysis = &measurement->analysis,
                           .paths = &measurement->paths,
                           .ticks = measurement->ticks,
                           .total = measurement->total_ticks,
                           .recording = measurement->recording_ticks,
                           .account = account,
                           .path = path,
                           .findings = findings,
                           .diag = diag };
  if (mismatch != NULL && mismatch->text != NULL)
    {
      char *text = memory_format ("%s: %s", mismatch->file, mismatch->text);
      add_plain (&e, FINDING_WRONG_PROGRAM, SEVERITY_SERIOUS, keep (&e, text));
      free (text);
      return STATUS_OK;
    }
  for (size_t i = 0;
       i < sizeof checks / sizeof *checks && e.status == STATUS_OK; i++)
    if ((checks[i].of_stacks || !e.profile->lacks_calls)
        && (checks[i].of_counts || !e.profile->arcs_are_measured)
        && (checks[i].of_lines || !e.options->by_line))
      checks[i].examine (&e);
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
