/* view_asm.c - the rows of --asm (R14.110-R14.116).

   Instructions are decoded one by one while rows are given, so a function may
   have any size.  Bytes between instructions are rows, too, so that rows
   cover the function and no sample is lost.  */

#include "config.h"

#include "output/view_asm.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/memory.h"
#include "base/search.h"

/* --- Functions ----------------------------------------------------------- */

/* Where symbol ID ends.  */
static uint64_t
limit_of (const struct symtab *symtab, sym_id id)
{
  return symtab->limit[id] > symtab->start[id] ? symtab->limit[id]
                                               : symtab->start[id];
}

static double
samples_of (const struct report *report, sym_id id)
{
  const struct sampled_code *sampled = report->sampled;
  const uint64_t limit = limit_of (report->symtab, id);
  double sum = 0;
  for (size_t i
       = sampled_code_first_range (sampled, report->symtab->start[id]);
       i < sampled->ranges.count && sampled->ranges.items[i].low_pc < limit;
       i++)
    sum += sampled->ranges.items[i].ticks;
  return sum;
}

/* Is ID one of the functions in WANTED, which are shown?  */
static bool
is_chosen (const struct report *report, const struct symset *wanted, sym_id id)
{
  return symset_has (wanted, id) && !(report->symtab->flags[id] & SYMBOL_GAP);
}

/* Start VIEW, whose report and choice of rows are set: sort the functions in
   WANTED.  */
static void
start (struct asm_view *view, const struct symset *wanted)
{
  const struct report *report = view->report;
  const struct symtab *symtab = report->symtab;
  const uint32_t *rank = report->name_order.rank;
  struct name_order own = { 0 };
  /* A report without numbers has no order of names.  */
  if (rank == NULL)
    {
      name_order_build (&own, symtab->name, symtab->count);
      rank = own.rank;
    }
  for (sym_id id = 0; id < symtab->count; id++)
    view->count += is_chosen (report, wanted, id);
  view->order = array_new (view->count, sizeof *view->order);
  size_t next = 0;
  for (sym_id id = 0; id < symtab->count; id++)
    if (is_chosen (report, wanted, id))
      view->order[next++] = (struct sort_item){
        .time = samples_of (report, id), .rank = rank[id], .id = id
      };
  sort_items (view->order, view->count, sort_by_keys);
  name_order_release (&own);
}

void
asm_view_start (struct asm_view *view, const struct report *report)
{
  const struct options *options = report->options;
  *view = (struct asm_view){ .report = report,
                             .sources = { .path = report->source_path,
                                          .sources = report->names->sources },
                             .leaves_out
                             = options->top != 0 || options->min_percent > 0,
                             .top = options->top,
                             .min_percent = options->min_percent };
  start (view, &report->selection->tables[SPEC_ASM_INCLUDE]);
}

void
asm_view_start_hot (struct asm_view *view, const struct report *report,
                    const struct symset *wanted, double least)
{
  *view = (struct asm_view){ .report = report,
                             .leaves_out = true,
                             .least = least };
  start (view, wanted);
}

void
asm_view_end (struct asm_view *view)
{
  for (size_t i = 0; i < view->objects.count; i++)
    instructions_close (view->objects.items[i].instructions);
  vec_release (&view->objects);
  vec_release (&view->sites);
  vec_release (&view->chosen);
  source_lines_release (&view->sources);
  free (view->order);
  view->order = NULL;
}

/* --- The walk along a function ------------------------------------------- */

/* The number of the object that the function is in.  */
static size_t
object_number (const struct asm_view *view)
{
  return symtab_object (view->report->symtab, view->function.symbol);
}

/* Prepare, unless that was done, for functions of the object NUMBER.  */
static enum status
open_object (struct asm_view *view, size_t number, struct diag *diag)
{
  const struct object *object = &view->report->program->objects.items[number];
  const struct asm_object none = { 0 };
  while (view->objects.count <= number)
    vec_push (&view->objects, none);
  struct asm_object *opened = &view->objects.items[number];
  if (opened->instructions != NULL)
    return STATUS_OK;
  enum status status
      = object_open_instructions (object, true, &opened->instructions, diag);
  if (status == STATUS_ABSENT)
    return diag_fail (diag, STATUS_UNSUPPORTED, PLACE_FILE (object->name),
                      _ ("'--asm' cannot show instructions of this machine: "
                         "there is no libopcodes that knows them"));
  if (status == STATUS_OK)
    status = object_look_at_code (object, &opened->text, diag);
  return status == STATUS_ABSENT ? STATUS_OK : status;
}

/* Start the walk along the function.  */
static enum status
start_walk (struct asm_view *view, struct diag *diag)
{
  const struct asm_function *function = &view->function;
  view->walk = (struct asm_walk){
    .instructions = view->objects.items[object_number (view)].instructions,
    .next_pc = function->low_pc,
    .range = sampled_code_first_range (view->report->sampled, function->low_pc)
  };
  return instructions_seek (view->walk.instructions, function->low_pc,
                            function->high_pc, diag);
}

/* The samples of [LOW_PC, HIGH_PC), and of no address before it that are
   left.  */
static double
take_samples (struct asm_view *view, uint64_t low_pc, uint64_t high_pc)
{
  const sampled_range_list *ranges = &view->report->sampled->ranges;
  double sum = 0;
  for (; view->walk.range < ranges->count; view->walk.range++)
    {
      const struct sampled_range *range = &ranges->items[view->walk.range];
      const uint64_t from = range->low_pc > low_pc ? range->low_pc : low_pc;
      const uint64_t to = range->high_pc < high_pc ? range->high_pc : high_pc;
      if (range->low_pc >= high_pc)
        break;
      if (from < to)
        sum += range->ticks * (double)(to - from)
               / (double)(range->high_pc - range->low_pc);
      if (range->high_pc > high_pc)
        break;
    }
  return sum;
}

/* How many calls from here on return to RETURN_PC or before.  They are passed
   over.  */
static uint64_t
take_calls (struct asm_view *view, uint64_t return_pc)
{
  const call_site_list *sites = &view->sites;
  uint64_t sum = 0;
  for (; view->walk.site < sites->count
         && sites->items[view->walk.site].return_pc <= return_pc;
       view->walk.site++)
    sum += sites->items[view->walk.site].count;
  return sum;
}

/* Name the address that INSTRUCTION has in ELEMENT.  With GNU gprof's rule a
   symbol reaches over what follows it, so other ones are named only where
   they start (R14.114).  */
static void
name_target (const struct asm_view *view,
             const struct instruction *instruction, struct asm_row *element)
{
  const struct report *report = view->report;
  const struct symtab *symtab = report->symtab;
  const sym_id id
      = instruction->has_target
                && program_is_code (report->program, instruction->target)
            ? symtab_find (symtab, instruction->target)
            : SYM_NONE;
  if (id == SYM_NONE || (symtab->flags[id] & SYMBOL_GAP))
    return;
  const uint64_t offset = instruction->target - symtab->start[id];
  const bool is_same = id == view->function.symbol;
  if (offset != 0 && !is_same && !report->options->exact)
    return;
  element->symbol = id;
  element->offset = offset;
  element->is_local = is_same && offset != 0;
}

/* Set the element to the next instruction, or to the bytes up to that; false
   behind the last one.  */
static bool
next_element (struct asm_view *view)
{
  struct asm_walk *walk = &view->walk;
  struct asm_row *element = &view->element;
  const uint64_t low_pc = walk->next_pc, high_pc = view->function.high_pc;
  if (low_pc >= high_pc)
    return false;
  if (!walk->has_held)
    walk->has_held = instructions_next (walk->instructions, &walk->held);
  const uint64_t next
      = walk->has_held && walk->held.pc < high_pc ? walk->held.pc : high_pc;
  const bool is_code = next == low_pc;
  uint64_t length = is_code ? walk->held.length : next - low_pc;
  length = length < high_pc - low_pc ? length : high_pc - low_pc;
  walk->next_pc = low_pc + length;
  *element = (struct asm_row){
    .kind = is_code ? ASM_INSTRUCTION : ASM_BYTES,
    .pc = low_pc,
    .length = length,
    .samples = take_samples (view, low_pc, low_pc + length),
    .symbol = SYM_NONE,
  };
  view->return_pc = walk->next_pc;
  if (is_code)
    {
      element->text = walk->held.text;
      name_target (view, &walk->held, element);
      view->return_pc += walk->held.delayed;
      walk->has_held = false;
    }
  if (view->function.samples > 0)
    element->percent = 100 * element->samples / view->function.samples;
  walk->number++;
  return true;
}

/* --- What is left out ---------------------------------------------------- */

/* Of the chosen, which are in order, keep the TOP with most samples.  */
static void
keep_top (struct asm_view *view, size_t top)
{
  const size_t count = view->chosen.count;
  struct sort_item *items = array_new (count, sizeof *items);
  bool *kept = array_new (count, sizeof *kept);
  for (size_t i = 0; i < count; i++)
    items[i] = (struct sort_item){ .time = view->chosen.items[i].samples,
                                   .id = (uint32_t)i };
  sort_items (items, count, sort_by_keys);
  for (size_t i = 0; i < top; i++)
    kept[items[i].id] = true;
  view->chosen.count = 0;
  for (size_t i = 0; i < count; i++)
    if (kept[i])
      view->chosen.items[view->chosen.count++] = view->chosen.items[i];
  free (items);
  free (kept);
}

/* Is TEXT certainly no call?  On machines with instructions of any length,
   bytes that look like a call may be the end of another instruction.  */
static bool
is_other (const struct asm_view *view, const char *text)
{
  return program_target (view->report->program)->machine == MACHINE_X86
         && strstr (text, "call") == NULL;
}

/* Show the element to FINDER, and keep it if it is a candidate for the rows
   that are shown.  */
static void
see_element (struct asm_view *view, struct site_finder *finder)
{
  const struct asm_row *element = &view->element;
  const struct asm_sampled sampled = { view->walk.number, element->samples };
  if (view->leaves_out && element->samples > 0
      && element->samples >= view->least
      && element->percent >= view->min_percent)
    vec_push (&view->chosen, sampled);
  if (element->kind != ASM_INSTRUCTION)
    return;
  const struct site_candidate candidate
      = { view->return_pc, element->offset == 0 ? element->symbol : SYM_NONE,
          is_other (view, element->text) };
  site_finder_see (finder, candidate);
}

/* Find out which instructions call, and choose those that are shown
   (R14.116).  */
static enum status
look_ahead (struct asm_view *view, struct diag *diag)
{
  const struct report *report = view->report;
  const size_t top = view->top;
  struct site_finder finder;
  view->chosen.count = view->sites.count = 0;
  site_finder_start (&finder, report->sampled, view->function.symbol,
                     program_target (report->program),
                     &view->objects.items[object_number (view)].text,
                     &view->sites);
  if (!view->leaves_out && finder.next == finder.limit)
    return STATUS_OK;
  const enum status status = start_walk (view, diag);
  if (status != STATUS_OK)
    return status;
  while (next_element (view))
    see_element (view, &finder);
  site_finder_finish (&finder, view->function.high_pc);
  if (top != 0 && view->chosen.count > top)
    keep_top (view, top);
  return STATUS_OK;
}

/* Is the element shown?  */
static bool
is_shown (struct asm_view *view)
{
  const uint64_t number = view->walk.number;
  if (!view->leaves_out)
    return true;
  while (view->next_chosen < view->chosen.count
         && view->chosen.items[view->next_chosen].number + ASM_CONTEXT
                < number)
    view->next_chosen++;
  return view->next_chosen < view->chosen.count
         && view->chosen.items[view->next_chosen].number
                <= number + ASM_CONTEXT;
}

/* Add the element to what is left out.  */
static void
fold (struct asm_view *view)
{
  struct asm_row *folded = &view->folded;
  const struct asm_row *element = &view->element;
  if (folded->count == 0)
    *folded = (struct asm_row){ .kind = ASM_FOLDED,
                                .pc = element->pc,
                                .symbol = SYM_NONE };
  folded->count++;
  folded->length += element->length;
  folded->samples += element->samples;
  folded->percent += element->percent;
  folded->calls += take_calls (view, view->return_pc);
}

/* --- Rows ---------------------------------------------------------------- */

/* The lines of the object that the function is in.  */
static const struct line_symbols *
lines_of (const struct asm_view *view)
{
  const size_t number = object_number (view);
  return number < view->report->program->objects.count
             ? &view->report->program->objects.items[number].lines
             : NULL;
}

enum status
asm_view_next_function (struct asm_view *view,
                        const struct asm_function **result, struct diag *diag)
{
  const struct report *report = view->report;
  const struct symset *tables = report->selection->tables;
  *result = NULL;
  if (view->next == view->count)
    return STATUS_OK;
  const struct sort_item *item = &view->order[view->next++];
  const sym_id id = item->id;
  struct asm_function *function = &view->function;
  *function = (struct asm_function){
    .symbol = id,
    .low_pc = report->symtab->start[id],
    .high_pc = limit_of (report->symtab, id),
    .bias = program_bias_of (report->program, report->symtab, id),
    .samples = item->time,
    .time = report_time (report, item->time),
    .has_percent = report->total_ticks > 0
                   && symset_accepts (&tables[SPEC_FLAT_INCLUDE],
                                      &tables[SPEC_FLAT_EXCLUDE], id),
    .calls = report->analysis->calls[id],
    .self_calls = report->analysis->self_calls[id]
  };
  function->linked_low_pc = function->low_pc - function->bias;
  function->linked_high_pc = function->high_pc - function->bias;
  if (function->has_percent)
    function->percent = 100 * function->samples / report->total_ticks;
  enum status status = open_object (view, object_number (view), diag);
  if (status == STATUS_OK)
    status = look_ahead (view, diag);
  if (status == STATUS_OK)
    status = start_walk (view, diag);
  view->folded.count = 0;
  view->next_chosen = 0;
  view->last_file = SOURCE_NONE;
  const struct line_symbols *lines = lines_of (view);
  if (lines != NULL)
    search_first (view->line, 0, lines->symbols.count,
                  lines->symbols.items[view->line].start_pc
                      >= function->low_pc);
  if (status == STATUS_OK)
    *result = function;
  return status;
}

static void
give (const struct asm_view *view, struct asm_row row)
{
  row.pc -= view->function.bias;
  view->take (view->context, &row);
}

/* Give the source line of the element, if that is not the one before.  */
static enum status
give_source (struct asm_view *view, struct diag *diag)
{
  const struct line_symbols *lines = lines_of (view);
  const struct line_symbol *line = NULL;
  while (lines != NULL && view->line < lines->symbols.count
         && lines->symbols.items[view->line].start_pc <= view->element.pc)
    view->line++;
  if (lines != NULL && view->line > 0)
    line = &lines->symbols.items[view->line - 1];
  if (line == NULL || line->start_pc < view->function.low_pc || line->line == 0
      || (line->file == view->last_file && line->line == view->last_line))
    return STATUS_OK;
  struct source_line text = { 0 };
  enum status status = STATUS_OK;
  view->last_file = line->file;
  view->last_line = line->line;
  if (view->sources.path != NULL)
    status = source_lines_get (&view->sources, line->file, line->line, &text,
                               diag);
  if (status == STATUS_OK)
    give (view, (struct asm_row){ .kind = ASM_SOURCE,
                                  .pc = view->element.pc,
                                  .text = text.text,
                                  .text_length = text.length,
                                  .symbol = SYM_NONE,
                                  .file = line->file,
                                  .line = line->line });
  return status;
}

/* Give the callees of the element.  */
static void
give_calls (struct asm_view *view)
{
  const call_site_list *sites = &view->sites;
  size_t *site = &view->walk.site;
  while (*site < sites->count
         && sites->items[*site].return_pc <= view->return_pc)
    {
      struct asm_row row
          = { .kind = ASM_CALL, .symbol = sites->items[*site].callee };
      for (; *site < sites->count
             && sites->items[*site].return_pc <= view->return_pc
             && sites->items[*site].callee == row.symbol;
           ++*site)
        row.calls += sites->items[*site].count;
      row.calls_above = row.calls == 0;
      give (view, row);
    }
}

/* Give the element, and its calls unless it names what it calls.  */
static void
give_element (struct asm_view *view)
{
  const size_t first = view->walk.site;
  struct asm_row row = view->element;
  bool is_named = row.symbol != SYM_NONE && row.offset == 0;
  if (row.text != NULL)
    row.text_length = strlen (row.text);
  row.calls = take_calls (view, view->return_pc);
  row.calls_above = view->walk.site > first && row.calls == 0;
  for (size_t i = first; i < view->walk.site && is_named; i++)
    is_named = view->sites.items[i].callee == row.symbol;
  give (view, row);
  if (!is_named)
    {
      view->walk.site = first;
      give_calls (view);
    }
}

/* Give what is left out, if anything is.  */
static void
give_folded (struct asm_view *view)
{
  if (view->folded.count > 0)
    give (view, view->folded);
  view->folded.count = 0;
}

enum status
asm_view_walk (struct asm_view *view, asm_row_taker *take, void *context,
               struct diag *diag)
{
  enum status status = STATUS_OK;
  view->take = take;
  view->context = context;
  while (status == STATUS_OK && next_element (view))
    if (is_shown (view))
      {
        give_folded (view);
        status = give_source (view, diag);
        if (status == STATUS_OK)
          give_element (view);
      }
    else
      fold (view);
  give_folded (view);
  return status;
}
