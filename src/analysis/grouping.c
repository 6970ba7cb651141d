/* grouping.c - functions added up by clones, file, directory, namespace or
   object (R14.30-R14.34).

   Only functions that were used have a group, unless unused ones are shown:
   finding out their files and namespaces is expensive.  */

#include "config.h"

#include "analysis/grouping.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/pairmap.h"
#include "base/paths.h"
#include "model/name_parts.h"
#include "object/demangler.h"

#define UNKNOWN_FILE "<unknown file>"
#define UNKNOWN_OBJECT "<unknown object>"
#define NO_NAMESPACE "<global>"

struct grouper
{
  struct grouping *grouping;
  const struct options *options;
  struct program *program;
  const struct measured *of;
  const struct measurement *measurement;
  struct demangler demangler;
  struct symset used;
  source_id *key;    /* of each symbol that is used */
  uint32_t *plain;   /* of each key: functions that are no clones */
  sym_id *first;     /* of each group: its first function */
  uint32_t *members; /* of each group: how many functions are used */
  size_t groups;
};

/* --- Which functions ----------------------------------------------------- */

static void
use (struct grouper *grouper, sym_id id)
{
  symset_add_range (&grouper->used, grouper->of->symtab->count, id, id + 1);
}

/* Note the functions that were sampled, call or are called.  */
static void
find_used (struct grouper *grouper)
{
  const struct callgraph *graph = &grouper->measurement->graph;
  const size_t symbols = grouper->of->symtab->count;
  if (grouper->options->show_unused)
    {
      symset_add_range (&grouper->used, symbols, 0, symbols);
      return;
    }
  for (sym_id id = 0; id < symbols; id++)
    if (grouper->measurement->ticks[id] != 0)
      use (grouper, id);
  for (size_t arc = 0; arc < callgraph_arc_count (graph); arc++)
    {
      use (grouper, graph->from.items[arc]);
      use (grouper, graph->to.items[arc]);
    }
  for (sym_id id = 0; graph->indirect != NULL && id < symbols; id++)
    if (graph->indirect[id] != ARC_NONE)
      use (grouper, id);
}

/* --- Keys ---------------------------------------------------------------- */

/* The key that is TEXT.  */
static source_id
key_of_text (struct grouper *grouper, const char *text)
{
  source_id key;
  sources_intern (&grouper->grouping->keys, text, &key);
  return key;
}

/* The key that is the first LENGTH bytes of TEXT.  */
static source_id
key_of_part (struct grouper *grouper, const char *text, size_t length)
{
  char *part = memory_part (text, length);
  const source_id key = key_of_text (grouper, part);
  free (part);
  return key;
}

/* The length of what comes before the last slash of the file name PATH; at
   least that slash, if there is one.  */
static size_t
directory_length (const char *path)
{
  const size_t length = (size_t)(path_base (path) - path);
  return length > 1 ? length - 1 : length;
}

static source_id
key_of_file (struct grouper *grouper, sym_id id)
{
  const source_id file = grouper->of->symtab->file[id];
  if (file == SOURCE_NONE)
    return key_of_text (grouper, UNKNOWN_FILE);
  const char *path = sources_name (&grouper->program->sources, file);
  if (grouper->options->group_by == GROUP_BY_FILE)
    return key_of_text (grouper, path);
  const size_t length = directory_length (path);
  return length > 0 ? key_of_part (grouper, path, length)
                    : key_of_text (grouper, ".");
}

/* Where the parameters of the first function in the scopes NAME begin; their
   length if there is none.  Brackets at the beginning of a component and
   within braces are none of parameters, such as those of "(anonymous
   namespace)" and "{lambda(int)#1}".  */
static size_t
find_parameters (const char *name, size_t length)
{
  static const char call[] = "operator()";
  size_t braces = 0;
  for (size_t i = 0; i < length; i++)
    if (name[i] == '{')
      braces++;
    else if (name[i] == '}' && braces > 0)
      braces--;
    else if (name[i] == '(' && braces == 0 && i > 0 && name[i - 1] != ':')
      return i >= strlen ("operator")
                     && strncmp (name + i - strlen ("operator"), call,
                                 strlen (call))
                            == 0
                 ? i + strlen ("()")
                 : i;
  return length;
}

/* The length of the scopes of NAME, without the colons behind them.  A
   function with something local in it is no scope, but belongs to one.  */
static size_t
scopes_length (char *name)
{
  size_t length = (size_t)(name_last_component (name) - name);
  const size_t parameters = find_parameters (name, length);
  if (parameters < length)
    {
      name[parameters] = '\0';
      length = (size_t)(name_last_component (name) - name);
    }
  return length > 2 ? length - 2 : 0;
}

static source_id
key_of_namespace (struct grouper *grouper, sym_id id)
{
  const char *name = grouper->of->symtab->name[id];
  char *plain = demangler_make (&grouper->demangler, name, false);
  if (plain != NULL)
    name = plain;
  char *bare = memory_new (strlen (name) + 1);
  name_strip_templates (bare, name);
  const size_t length = scopes_length (bare);
  const source_id key = length > 0 ? key_of_part (grouper, bare, length)
                                   : key_of_text (grouper, NO_NAMESPACE);
  free (bare);
  free (plain);
  return key;
}

static source_id
key_of (struct grouper *grouper, sym_id id)
{
  const struct symtab *symtab = grouper->of->symtab;
  const char *name = symtab->name[id];
  size_t number;
  switch (grouper->options->group_by)
    {
    case GROUP_BY_FILE:
    case GROUP_BY_DIRECTORY:
      return key_of_file (grouper, id);
    case GROUP_BY_NAMESPACE:
      return key_of_namespace (grouper, id);
    case GROUP_BY_OBJECT:
      number = symtab_object (symtab, id);
      name = number < grouper->program->objects.count
                 ? grouper->program->objects.items[number].label
                 : UNKNOWN_OBJECT;
      return key_of_text (grouper, name);
    case GROUP_BY_FUNCTION:
    case GROUP_BY_CLONES:
    case GROUP_BY_THREAD: /* threads.c */
      break;
    }
  return key_of_part (grouper, name, name_without_clone (name));
}

/* --- Groups -------------------------------------------------------------- */

static bool
is_clone (const struct grouper *grouper, sym_id id)
{
  const char *name = grouper->of->symtab->name[id];
  return name[name_without_clone (name)] != '\0';
}

/* Find the keys of the used functions, and how many of each key are no
   clones.  */
static void
find_keys (struct grouper *grouper)
{
  const size_t symbols = grouper->of->symtab->count;
  grouper->key = array_new (symbols, sizeof *grouper->key);
  grouper->plain = array_new (symbols, sizeof *grouper->plain);
  for (sym_id id = 0; id < symbols; id++)
    if (symset_has (&grouper->used, id))
      {
        grouper->key[id] = key_of (grouper, id);
        if (!is_clone (grouper, id))
          grouper->plain[grouper->key[id]]++;
      }
}

/* Is function ID no clone, nor another one of its name?  Nobody knows then
   which of them a clone is made of.  */
static bool
stays_apart (const struct grouper *grouper, sym_id id)
{
  return grouper->options->group_by == GROUP_BY_CLONES
         && grouper->plain[grouper->key[id]] > 1 && !is_clone (grouper, id);
}

/* Number the groups.  */
static void
make_groups (struct grouper *grouper)
{
  const size_t symbols = grouper->of->symtab->count;
  uint32_t *group_of_key
      = array_new (symbols, sizeof *group_of_key); /* plus 1; or 0 */
  sym_id *group = array_new (symbols, sizeof *group);
  grouper->grouping->group = group;
  grouper->first = array_new (symbols, sizeof *grouper->first);
  grouper->members = array_new (symbols, sizeof *grouper->members);
  for (sym_id id = 0; id < symbols; id++)
    {
      group[id] = SYM_NONE;
      if (!symset_has (&grouper->used, id))
        continue;
      uint32_t own = 0;
      uint32_t *number
          = stays_apart (grouper, id) ? &own : &group_of_key[grouper->key[id]];
      if (*number == 0)
        {
          grouper->first[grouper->groups++] = id;
          *number = (uint32_t)grouper->groups;
        }
      group[id] = *number - 1;
      grouper->members[group[id]]++;
    }
  free (group_of_key);
}

/* What listings call the group of function ID.  */
static const char *
group_name (const struct grouper *grouper, sym_id id)
{
  const char *key = sources_name (&grouper->grouping->keys, grouper->key[id]);
  return grouper->options->group_by == GROUP_BY_FILE
                 && !grouper->options->print_path
             ? path_base (key)
             : key;
}

/* A table with a symbol for each group, where its first function begins.  */
static enum status
make_symtab (struct grouper *grouper, struct diag *diag)
{
  const struct symtab *symtab = grouper->of->symtab;
  const bool is_linker_name = grouper->options->group_by == GROUP_BY_CLONES;
  struct symbol *symbols = array_new (grouper->groups, sizeof *symbols);
  for (size_t i = 0; i < grouper->groups; i++)
    symbols[i] = (struct symbol){
      .start_pc = symtab->start[grouper->first[i]],
      .name = group_name (grouper, grouper->first[i]),
      .flags = SYMBOL_FUNCTION | (is_linker_name ? 0 : SYMBOL_NO_LINKER_NAME)
    };
  enum status status
      = symtab_build (&grouper->grouping->symtab, symbols, grouper->groups,
                      symtab->text_limit, diag);
  free (symbols);
  return status;
}

/* --- Selection ----------------------------------------------------------- */

/* Let TO have the groups with a function in FROM, or if IN_WHOLE those all
   functions of which are in it.  */
static void
select_groups (const struct grouper *grouper, struct symset *to,
               const struct symset *from, bool in_whole)
{
  const sym_id *group = grouper->grouping->group;
  uint32_t *selected = array_new (grouper->groups, sizeof *selected);
  for (sym_id id = 0; id < grouper->of->symtab->count; id++)
    if (group[id] != SYM_NONE && symset_has (from, id)
        && ++selected[group[id]]
               == (in_whole ? grouper->members[group[id]] : 1))
      symset_add_range (to, grouper->groups, group[id], group[id] + 1);
  free (selected);
}

static void
select_all (const struct grouper *grouper)
{
  static const enum spec_table include[]
      = { SPEC_GRAPH_INCLUDE, SPEC_FLAT_INCLUDE, SPEC_TIME_INCLUDE };
  static const enum spec_table exclude[]
      = { SPEC_GRAPH_EXCLUDE, SPEC_FLAT_EXCLUDE, SPEC_TIME_EXCLUDE };
  const struct symset *from = grouper->of->selection->tables;
  struct symset *to = grouper->grouping->selection.tables;
  for (size_t i = 0; i < sizeof include / sizeof *include; i++)
    {
      select_groups (grouper, &to[include[i]], &from[include[i]], false);
      select_groups (grouper, &to[exclude[i]], &from[exclude[i]], true);
      /* It is a table that was given even if no group is in it.  */
      symset_add_range (&to[include[i]], grouper->groups, 0, 0);
      to[include[i]].any = from[include[i]].any;
    }
}

/* --- Calls and time ------------------------------------------------------ */

/* Let groups make the calls of unknown targets that their functions make.
   NUMBER has for each arc, and for the end, the first merged arc that is not
   older.  */
static void
add_indirect (const struct grouper *grouper, const arc_id *number)
{
  const struct callgraph *graph = &grouper->measurement->graph;
  struct callgraph *merged = &grouper->grouping->measurement.graph;
  const sym_id *group = grouper->grouping->group;
  merged->indirect_name = graph->indirect_name;
  if (graph->indirect == NULL)
    return;
  merged->indirect = array_new (grouper->groups, sizeof *merged->indirect);
  for (size_t i = 0; i < grouper->groups; i++)
    merged->indirect[i] = ARC_NONE;
  for (sym_id id = 0; id < graph->symbol_count; id++)
    if (graph->indirect[id] != ARC_NONE
        && number[graph->indirect[id]] < merged->indirect[group[id]])
      merged->indirect[group[id]] = number[graph->indirect[id]];
}

/* Make the graph of groups, whose arcs are numbered by first appearance as
   those of functions are.  */
static void
merge_graph (const struct grouper *grouper)
{
  const struct callgraph *graph = &grouper->measurement->graph;
  struct callgraph *merged = &grouper->grouping->measurement.graph;
  const sym_id *group = grouper->grouping->group;
  const size_t arcs = callgraph_arc_count (graph);
  struct pairmap pairs = { 0 };
  arc_id *number = array_new (arcs + 1, sizeof *number);
  merged->symbol_count = grouper->groups;
  merged->lacks_callers = graph->lacks_callers;
  merged->counts_all = graph->counts_all;
  merged->dropped = graph->dropped;
  for (size_t arc = 0; arc < arcs; arc++)
    {
      const sym_id from = group[graph->from.items[arc]];
      const sym_id to = group[graph->to.items[arc]];
      const arc_id next = (arc_id)callgraph_arc_count (merged);
      const arc_id of_groups = pairmap_enter (&pairs, from, to, next);
      number[arc] = next;
      if (of_groups < next)
        {
          merged->count.items[of_groups] += graph->count.items[arc];
          continue;
        }
      vec_push (&merged->from, from);
      vec_push (&merged->to, to);
      vec_push (&merged->count, graph->count.items[arc]);
    }
  number[arcs] = (arc_id)callgraph_arc_count (merged);
  merged->counted = number[graph->counted];
  add_indirect (grouper, number);
  free (number);
  pairmap_release (&pairs);
  callgraph_link (merged);
}

static void
measure (const struct grouper *grouper)
{
  struct grouping *grouping = grouper->grouping;
  const struct measurement *measurement = grouper->measurement;
  struct measurement *merged = &grouping->measurement;
  grouping->of = *grouper->of;
  grouping->of.symtab = &grouping->symtab;
  grouping->of.selection = &grouping->selection;
  merge_graph (grouper);
  merged->ticks = array_new (grouper->groups, sizeof *merged->ticks);
  for (sym_id id = 0; id < grouper->of->symtab->count; id++)
    if (grouping->group[id] != SYM_NONE)
      merged->ticks[grouping->group[id]] += measurement->ticks[id];
  merged->total_ticks = measurement->total_ticks;
  merged->recording_ticks = measurement->recording_ticks;
  call_paths_group (&merged->paths, &measurement->paths, grouping->group,
                    grouper->groups);
  measurement_follow_arcs (merged, &grouping->of);
  /* Of groups, nobody calls that of main.  */
  merged->unseen = measurement->unseen;
}

/* --- All of it ----------------------------------------------------------- */

enum status
grouping_make (struct grouping *grouping, const struct options *options,
               struct program *program, const struct measured *of,
               const struct measurement *measurement, struct diag *diag)
{
  const struct object *main = program_main (program);
  struct grouper grouper = { .grouping = grouping,
                             .options = options,
                             .program = program,
                             .of = of,
                             .measurement = measurement };
  demangler_start (&grouper.demangler, main != NULL ? main->image : NULL,
                   options->demangle_style > 0 ? options->demangle_style : 0,
                   &options->quirks);
  enum status status = STATUS_OK;
  find_used (&grouper);
  if (options->group_by == GROUP_BY_FILE
      || options->group_by == GROUP_BY_DIRECTORY)
    status = program_locate (program, &grouper.used, diag);
  if (status == STATUS_OK)
    {
      find_keys (&grouper);
      make_groups (&grouper);
      status = make_symtab (&grouper, diag);
    }
  if (status == STATUS_OK)
    {
      select_all (&grouper);
      measure (&grouper);
    }
  symset_release (&grouper.used);
  free (grouper.key);
  free (grouper.plain);
  free (grouper.first);
  free (grouper.members);
  return status;
}

void
grouping_release (struct grouping *grouping)
{
  measurement_release (&grouping->measurement);
  selection_release (&grouping->selection);
  symtab_release (&grouping->symtab);
  free (grouping->group);
  sources_release (&grouping->keys);
  *grouping = (struct grouping){ 0 };
}
