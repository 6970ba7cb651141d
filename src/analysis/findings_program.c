/* findings_program.c - what code, symbols and sources of the program say about
   the reliability of its profile.  */

#include "config.h"

#include "findings_private.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "analysis/callscan.h"
#include "analysis/crediting.h"
#include "analysis/warnings.h"
#include "base/i18n.h"

/* Shares below which nothing is reported, and from which it is doubtful, or,
   where it is in no total, serious.  */
static const double least = 0.01, much = 0.1, too_much = 0.25;

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

void
examine_pairing (struct examination *e)
{
  char *text;
  const enum status status = find_mismatch (e->of->of->profile, e->of->options,
                                            e->of->program, &text, e->diag);
  pass_on (e, status);
  if (status == STATUS_OK && text != NULL)
    examination_add (e, (struct finding){ .kind = FINDING_WRONG_PROGRAM,
                                          .severity = SEVERITY_SERIOUS,
                                          .text = keep (e, text) });
  if (status == STATUS_OK)
    free (text);
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
  const struct symtab *symtab = e->of->of->symtab;
  struct instructions *instructions
      = e->of->program->instructions.items[symtab_object (symtab, id)];
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
  const sym_id id = symtab_find (e->of->of->symtab, self_pc);
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

static struct counters
find_counters (struct examination *e)
{
  const struct profile *profile = e->of->of->profile;
  struct counters counters = { .count = 0 };
  for (size_t i = 0;
       i < profile->arcs.count && i < ARCS_ENOUGH && e->status == STATUS_OK;
       i++)
    add_counter (e, &counters, profile->arcs.items[i].self_pc);
  return counters;
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

static void
add_if_much (struct examination *e, struct finding *finding)
{
  finding->share = share_of (finding->amount, all_ticks (e));
  finding->severity = finding->share < much       ? SEVERITY_NOTE
                      : finding->share < too_much ? SEVERITY_DOUBTFUL
                                                  : SEVERITY_SERIOUS;
  if (finding->share >= least)
    examination_add (e, *finding);
}

/* Is ID in a library of the system, which nobody compiles with -pg?  */
static bool
is_of_system (const struct examination *e, sym_id id)
{
  const struct object *object = program_object_of (e->of->program, id);
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
  struct measured addresses = *e->of->of;
  addresses.exact = true;
  addresses.instructions = NULL;
  pass_on (e, crediting_walk (&crediting, &addresses, SHARE_SYMBOLS,
                              mark_owner, ran, e->diag));
  crediting_release (&crediting);
}

/* Mark in RAN those that called others.  */
static void
mark_callers (const struct examination *e, bool *ran)
{
  const struct callgraph *graph = &e->of->measurement->graph;
  for (arc_id arc = 0; arc < graph->counted; arc++)
    if (graph->count.items[arc] > 0)
      ran[graph->from.items[arc]] = true;
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
  const struct symtab *symtab = e->of->of->symtab;
  const struct analysis *analysis = &e->of->measurement->analysis;
  const struct counters counters = find_counters (e);
  struct finding uncounted = { .kind = FINDING_NOT_COMPILED };
  struct finding unseen = { .kind = FINDING_UNSEEN_CALLERS };
  for (sym_id id = 0;
       id < symtab->count && counters.count > 0 && e->status == STATUS_OK;
       id++)
    if (ran[id] && analysis->calls[id] == 0 && analysis->self_calls[id] == 0
        && (!(symtab->flags[id] & SYMBOL_GAP) || is_of_system (e, id))
        && !program_object_of (e->of->program, id)->has_outside
        && strcmp (symtab->name[id], "main") != 0)
      {
        if (is_of_system (e, id))
          add_symbol (&unseen, id, analysis->self_ticks[id]);
        else if (refers_to (e, &counters, id, PROLOGUE))
          add_symbol (&unseen, id, node_ticks (e, id));
        else if (!is_startup_code (symtab->name[id]))
          add_symbol (&uncounted, id, analysis->self_ticks[id]);
      }
  add_if_much (e, &uncounted);
  add_if_much (e, &unseen);
}

void
examine_counters (struct examination *e)
{
  if (e->of->options->by_line || e->of->of->profile->arcs.count == 0)
    return;
  /* With exact attribution that was tried.  */
  if (!e->of->of->exact)
    pass_on (e, program_decode (e->of->program, e->diag));
  if (e->status != STATUS_OK || e->of->program->instructions.count == 0)
    return;
  bool *ran = array_new (e->of->of->symtab->count, sizeof *ran);
  mark_sampled (e, ran);
  mark_callers (e, ran);
  examine_uncalled (e, ran);
  free (ran);
}

/* --- References ---------------------------------------------------------- */

/* Append all jumps in the code of the program to FOUND.  */
static void
find_jumps (struct examination *e, struct callscan *found)
{
  const struct program *program = e->of->program;
  for (size_t i = 0; i < program->objects.count && e->status == STATUS_OK; i++)
    {
      struct text_section code;
      enum status status
          = object_look_at_code (&program->objects.items[i], &code, e->diag);
      if (status == STATUS_OK)
        callscan_find_jumps (found, &code, e->of->of);
      pass_on (e, status);
    }
}

/* Does a function that was used jump to another one of which calls were
   counted?  Then its caller is recorded as theirs.  A short jump is one only
   if an instruction says so.  */
static bool
hides_arc (struct examination *e, const struct static_arc *jump)
{
  const struct symtab *symtab = e->of->of->symtab;
  if (jump->to == SYM_NONE || e->of->program->instructions.count == 0)
    return false;
  const struct counters target = { { symtab->start[jump->to] }, 1 };
  return jump->from != jump->to
         && e->of->measurement->graph.calls[jump->to] > 0
         && is_used (e, jump->from)
         && strstr (symtab->name[jump->to], ".cold") == NULL
         && strstr (symtab->name[jump->from], ".cold") == NULL
         && refers_to (e, &target, jump->from, UINT64_MAX);
}

static void
examine_jumps (struct examination *e)
{
  struct callscan jumps = { 0 };
  struct finding finding = { .kind = FINDING_TAIL_CALLS };
  struct symset seen = { 0 };
  find_jumps (e, &jumps);
  for (size_t i = 0; i < jumps.arcs.count && e->status == STATUS_OK; i++)
    {
      const struct static_arc *jump = &jumps.arcs.items[i];
      if (symset_has (&seen, jump->to) || !hides_arc (e, jump))
        continue;
      symset_add_range (&seen, e->of->of->symtab->count, jump->to,
                        jump->to + 1);
      if (finding.count++ == 0 || node_ticks (e, jump->to) > finding.amount)
        {
          finding.amount = node_ticks (e, jump->to);
          finding.symbol = jump->to;
          finding.other = jump->from;
        }
    }
  symset_release (&seen);
  callscan_release (&jumps);
  finding.share = share_of (finding.amount, all_ticks (e));
  finding.severity = finding.share < much ? SEVERITY_NOTE : SEVERITY_DOUBTFUL;
  if (finding.count > 0 && (finding.share >= least || all_ticks (e) <= 0))
    examination_add (e, finding);
}

/* Functions of which calls were counted, and which the library function NAME
   may have called without that.  */
static void
examine_callbacks (struct examination *e, const char *name)
{
  const struct symtab *symtab = e->of->of->symtab;
  struct symset taken = { 0 };
  struct finding finding = { .kind = FINDING_CALLBACKS,
                             .severity = SEVERITY_NOTE,
                             .symbol = SYM_NONE,
                             .text = name };
  pass_on (e, program_find_taken (e->of->program, &taken, e->diag));
  for (sym_id id = 0; id < symtab->count; id++)
    if (symset_has (&taken, id) && e->of->measurement->graph.calls[id] > 0
        && strcmp (symtab->name[id], "main") != 0)
      add_symbol (&finding, id, node_ticks (e, id));
  symset_release (&taken);
  finding.share = share_of (finding.amount, all_ticks (e));
  if (finding.count > 0)
    examination_add (e, finding);
}

void
examine_references (struct examination *e)
{
  if (!e->of->options->by_line)
    examine_jumps (e);
}

/* --- Libraries ----------------------------------------------------------- */

static void
examine_threads (struct examination *e)
{
  const struct program *program = e->of->program;
  const char *starter = NULL;
  for (size_t i = 0; i < program->objects.count && starter == NULL; i++)
    object_thread_starter (&program->objects.items[i], &starter);
  if (starter != NULL && e->of->measurement->graph.counted > 0)
    examination_add (e, (struct finding){ .kind = FINDING_THREADS,
                                          .severity = SEVERITY_DOUBTFUL,
                                          .text = starter });
}

/* The names of the first LIBRARIES, with commas between them.  */
static const char *
join_names (struct examination *e, const library_list *libraries)
{
  enum
  {
    MOST = 5
  };
  size_t size = sizeof ", ...";
  for (size_t i = 0; i < libraries->count && i < MOST; i++)
    size += strlen (libraries->items[i]) + 2;
  char *text = arena_alloc (&e->findings->memory, size);
  *text = '\0';
  for (size_t i = 0; i < libraries->count && i <= MOST; i++)
    {
      if (i > 0)
        strcat (text, ", ");
      strcat (text, i < MOST ? libraries->items[i] : "...");
    }
  return text;
}

/* Of LIBRARIES keep those that are no objects of PROGRAM, each once.  */
static void
drop_known (library_list *libraries, const struct program *program)
{
  const size_t count = libraries->count;
  libraries->count = 0;
  for (size_t i = 0; i < count; i++)
    {
      const char *name = libraries->items[i];
      bool is_known = false;
      for (size_t k = 1; k < program->objects.count && !is_known; k++)
        is_known = strcmp (program->objects.items[k].label, name) == 0;
      for (size_t k = 0; k < libraries->count && !is_known; k++)
        is_known = strcmp (libraries->items[k], name) == 0;
      if (!is_known)
        libraries->items[libraries->count++] = name;
    }
}

static void
examine_samples_of_libraries (struct examination *e)
{
  const struct object *object
      = find_unsampled_library (e->of->of->profile, e->of->program);
  if (object != NULL)
    examination_add (e, (struct finding){ .kind = FINDING_UNSAMPLED_LIBRARY,
                                          .severity = SEVERITY_DOUBTFUL,
                                          .text = object->label });
}

static void
examine_libraries (struct examination *e)
{
  const struct program *program = e->of->program;
  library_list libraries = { 0 };
  for (size_t i = 0; i < program->objects.count && e->status == STATUS_OK; i++)
    pass_on (e, object_list_names (&program->objects.items[i], DYNAMIC_NEEDED,
                                   &libraries, e->diag));
  if (program->objects.count > 1)
    drop_known (&libraries, program);
  if (libraries.count > 0 && e->status == STATUS_OK)
    examination_add (e,
                     (struct finding){ .kind = FINDING_LIBRARIES,
                                       .severity = SEVERITY_NOTE,
                                       .amount = all_ticks (e),
                                       .count = libraries.count,
                                       .text = join_names (e, &libraries) });
  vec_release (&libraries);
}

void
examine_imports (struct examination *e)
{
  static const enum finding_kind kinds[IMPORT_KINDS]
      = { [IMPORT_FORK] = FINDING_FORK,
          [IMPORT_HANDLER] = FINDING_SIGNAL_HANDLERS,
          [IMPORT_WAIT] = FINDING_WAITING };
  /* The recorder counts all calls, in all objects and processes (R20.50).  */
  const bool is_complete = e->of->of->profile->calls_are_complete;
  const struct object *main = program_main (e->of->program);
  const char *names[IMPORT_KINDS];
  image_find_imports (main->image, names);
  for (size_t i = 0; i < IMPORT_KINDS; i++)
    if (names[i] != NULL
        && (is_complete ? i == IMPORT_WAIT : i != IMPORT_CALLBACK))
      examination_add (e, (struct finding){ .kind = kinds[i],
                                            .severity = SEVERITY_NOTE,
                                            .text = names[i] });
  if (is_complete)
    return;
  if (names[IMPORT_CALLBACK] != NULL && !e->of->options->by_line)
    examine_callbacks (e, names[IMPORT_CALLBACK]);
  examine_threads (e);
  examine_samples_of_libraries (e);
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
  const char *name = sources_name (&e->of->program->sources, file);
  char *found = NULL;
  const enum status status = srctext_find (e->of->path, name, &found, e->diag);
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

/* Look at the sources of the functions WANTED, which are located.  */
static void
examine_sources (struct examination *e, const struct symset *wanted)
{
  const struct symtab *symtab = e->of->of->symtab;
  const size_t files = e->of->program->sources.names.count;
  int64_t time = 0;
  struct finding missing
      = { .kind = FINDING_MISSING_SOURCES, .severity = SEVERITY_NOTE };
  struct finding stale
      = { .kind = FINDING_STALE_SOURCES, .severity = SEVERITY_DOUBTFUL };
  bool *seen = array_new (files, sizeof *seen);
  pass_on (e,
           image_time (program_main (e->of->program)->image, &time, e->diag));
  for (sym_id id = 0; id < symtab->count && e->status == STATUS_OK; id++)
    {
      const source_id file = symtab->file[id];
      if (!symset_has (wanted, id) || file == SOURCE_NONE || seen[file])
        continue;
      seen[file] = true;
      missing.of++;
      examine_source (e, file, time, &missing, &stale);
    }
  free (seen);
  stale.of = missing.of;
  if (missing.count > 0)
    examination_add (e, missing);
  if (stale.count > 0)
    examination_add (e, stale);
}

/* Locate the functions with a hundredth of the time or more and look at their
   sources.  */
static void
examine_places (struct examination *e)
{
  const struct symtab *symtab = e->of->of->symtab;
  struct symset wanted = { 0 };
  for (sym_id id = 0; id < symtab->count; id++)
    if (share_of (e->of->measurement->ticks[id], all_ticks (e)) >= least)
      symset_add_range (&wanted, symtab->count, id, id + 1);
  if (wanted.any)
    pass_on (e, program_locate (e->of->program, &wanted, e->diag));
  if (e->status == STATUS_OK && wanted.any)
    examine_sources (e, &wanted);
  symset_release (&wanted);
}

void
examine_debugging (struct examination *e)
{
  const struct program *program = e->of->program;
  bool has, inlined, any = false, any_inlined = false;
  for (size_t i = 0; i < program->objects.count && e->status == STATUS_OK; i++)
    {
      pass_on (e, object_find_debugging (&program->objects.items[i], &has,
                                         &inlined, e->diag));
      any = any || has;
      any_inlined = any_inlined || inlined;
    }
  if (any_inlined)
    examination_add (e, (struct finding){ .kind = FINDING_INLINING,
                                          .severity = SEVERITY_NOTE });
  if (!any)
    examination_add (e, (struct finding){ .kind = FINDING_NO_LINES,
                                          .severity = e->of->options->by_line
                                                          ? SEVERITY_DOUBTFUL
                                                          : SEVERITY_NOTE });
  else if (e->status == STATUS_OK)
    examine_places (e);
}
