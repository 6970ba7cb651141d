/* grouping.c - functions added up by clones, file, directory, namespace or
   object (R14.30-R14.34).

   Only functions that were used have a group, unless unused ones are shown:
   finding out their files and namespaces is expensive.  */

#include "config.h"

#include "analysis/grouping.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/pairmap.h"
#include "base/placement.h"
#include "base/vec.h"
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
  bool has_demangler; /* there is an image */
  struct demangler demangler;
  struct symset used;
  source_id *key;    /* of each symbol that is used */
  uint32_t *plain;   /* of each key: functions that are no clones */
  sym_id *first;     /* of each group: its first function */
  uint32_t *members; /* of each group: how many functions are used */
  size_t groups;
};

/* --- Which functions ----------------------------------------------------- */

static enum status
use (struct grouper *grouper, sym_id id, struct diag *diag)
{
  return symset_add_range (&grouper->used, grouper->of->symtab->count, id,
                           id + 1, diag);
}

/* Note the functions that were sampled, call or are called.  */
static enum status
find_used (struct grouper *grouper, struct diag *diag)
{
  const struct callgraph *graph = &grouper->measurement->graph;
  const size_t symbols = grouper->of->symtab->count;
  enum status status = STATUS_OK;
  if (grouper->options->show_unused)
    return symset_add_range (&grouper->used, symbols, 0, symbols, diag);
  for (sym_id id = 0; id < symbols && status == STATUS_OK; id++)
    if (grouper->measurement->ticks[id] != 0)
      status = use (grouper, id, diag);
  for (size_t arc = 0;
       arc < callgraph_arc_count (graph) && status == STATUS_OK; arc++)
    {
      status = use (grouper, graph->from.items[arc], diag);
      if (status == STATUS_OK)
        status = use (grouper, graph->to.items[arc], diag);
    }
  for (sym_id id = 0;
       graph->indirect != NULL && id < symbols && status == STATUS_OK; id++)
    if (graph->indirect[id] != ARC_NONE)
      status = use (grouper, id, diag);
  return status;
}

/* --- Keys ---------------------------------------------------------------- */

/* Set *KEY to that of the first LENGTH bytes of TEXT.  */
static enum status
intern (struct grouper *grouper, const char *text, size_t length,
        source_id *key, struct diag *diag)
{
  char *copy = strndup (text, length);
  enum status status = copy != NULL ? sources_intern (&grouper->grouping->keys,
                                                      copy, key, diag)
                                    : diag_no_memory (diag);
  free (copy);
  return status;
}

/* The length of what comes before the last slash of the file name PATH; at
   least that slash, if there is one.  */
static size_t
directory_length (const char *path)
{
  const size_t length = (size_t)(source_base (path) - path);
  return length > 1 ? length - 1 : length;
}

static enum status
intern_file (struct grouper *grouper, sym_id id, source_id *key,
             struct diag *diag)
{
  const source_id file = grouper->of->symtab->file[id];
  if (file == SOURCE_NONE)
    return sources_intern (&grouper->grouping->keys, UNKNOWN_FILE, key, diag);
  const char *path = sources_name (&grouper->program->sources, file);
  if (grouper->options->group_by == GROUP_BY_FILE)
    return sources_intern (&grouper->grouping->keys, path, key, diag);
  const size_t length = directory_length (path);
  return length > 0 ? intern (grouper, path, length, key, diag)
                    : intern (grouper, ".", 1, key, diag);
}

/* Where the parameters of the first function in the scopes NAME begin; their
   length if there is none.  Brackets at the beginning of a component and within
   braces are none of parameters, such as those of "(anonymous namespace)" and
   "{lambda(int)#1}".  */
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

/* The length of the scopes of NAME, without the colons behind them.  A function
   with something local in it is no scope, but belongs to one.  */
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

/* The key of the scopes of NAME, which has no parameters of its own.  */
static enum status
intern_scopes (struct grouper *grouper, const char *name, source_id *key,
               struct diag *diag)
{
  char *bare = malloc (strlen (name) + 1);
  if (bare == NULL)
    return diag_no_memory (diag);
  name_strip_templates (bare, name);
  const size_t length = scopes_length (bare);
  enum status status = length > 0 ? intern (grouper, bare, length, key, diag)
                                  : sources_intern (&grouper->grouping->keys,
                                                    NO_NAMESPACE, key, diag);
  free (bare);
  return status;
}

static enum status
intern_namespace (struct grouper *grouper, sym_id id, source_id *key,
                  struct diag *diag)
{
  const char *name = grouper->of->symtab->name[id];
  errno = 0;
  char *plain = grouper->has_demangler
                    ? demangler_make (&grouper->demangler, name, false)
                    : NULL;
  if (plain == NULL && errno == ENOMEM)
    return diag_no_memory (diag);
  enum status status
      = intern_scopes (grouper, plain != NULL ? plain : name, key, diag);
  free (plain);
  return status;
}

static enum status
intern_key (struct grouper *grouper, sym_id id, source_id *key,
            struct diag *diag)
{
  const struct symtab *symtab = grouper->of->symtab;
  const char *name = symtab->name[id];
  size_t number;
  switch (grouper->options->group_by)
    {
    case GROUP_BY_FILE:
    case GROUP_BY_DIRECTORY:
      return intern_file (grouper, id, key, diag);
    case GROUP_BY_NAMESPACE:
      return intern_namespace (grouper, id, key, diag);
    case GROUP_BY_OBJECT:
      number = symtab_object (symtab, id);
      name = number < grouper->program->objects.count
                 ? grouper->program->objects.items[number].label
                 : UNKNOWN_OBJECT;
      return sources_intern (&grouper->grouping->keys, name, key, diag);
    case GROUP_BY_FUNCTION:
    case GROUP_BY_CLONES:
      break;
    }
  return intern (grouper, name, name_without_clone (name), key, diag);
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
static enum status
find_keys (struct grouper *grouper, struct diag *diag)
{
  const size_t symbols = grouper->of->symtab->count;
  enum status status = STATUS_OK;
  grouper->key = array_new (symbols, sizeof *grouper->key);
  grouper->plain = array_new (symbols, sizeof *grouper->plain);
  if (grouper->key == NULL || grouper->plain == NULL)
    return diag_no_memory (diag);
  for (sym_id id = 0; id < symbols && status == STATUS_OK; id++)
    if (symset_has (&grouper->used, id))
      {
        status = intern_key (grouper, id, &grouper->key[id], diag);
        if (status == STATUS_OK && !is_clone (grouper, id))
          grouper->plain[grouper->key[id]]++;
      }
  return status;
}

/* Is function ID no clone, nor another one of its name?  Nobody knows then
   which of them a clone is made of.  */
static bool
stays_apart (const struct grouper *grouper, sym_id id)
{
  return grouper->options->group_by == GROUP_BY_CLONES
         && grouper->plain[grouper->key[id]] > 1 && !is_clone (grouper, id);
}

/* Number the groups, with GROUP_OF_KEY for each key: its group + 1.  */
static void
number_groups (struct grouper *grouper, uint32_t *group_of_key)
{
  const size_t symbols = grouper->of->symtab->count;
  sym_id *group = grouper->grouping->group;
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
}

static enum status
make_groups (struct grouper *grouper, struct diag *diag)
{
  const size_t symbols = grouper->of->symtab->count;
  uint32_t *group_of_key = array_new (symbols, sizeof *group_of_key);
  grouper->grouping->group
      = array_new (symbols, sizeof *grouper->grouping->group);
  grouper->first = array_new (symbols, sizeof *grouper->first);
  grouper->members = array_new (symbols, sizeof *grouper->members);
  const bool has_memory = group_of_key && grouper->grouping->group
                          && grouper->first && grouper->members;
  if (has_memory)
    number_groups (grouper, group_of_key);
  free (group_of_key);
  return has_memory ? STATUS_OK : diag_no_memory (diag);
}

/* What listings call the group of function ID.  */
static const char *
group_name (const struct grouper *grouper, sym_id id)
{
  const char *key = sources_name (&grouper->grouping->keys, grouper->key[id]);
  return grouper->options->group_by == GROUP_BY_FILE
                 && !grouper->options->print_path
             ? source_base (key)
             : key;
}

/* A table with a symbol for each group, where its first function begins.  */
static enum status
make_symtab (struct grouper *grouper, struct diag *diag)
{
  const struct symtab *symtab = grouper->of->symtab;
  const bool is_linker_name = grouper->options->group_by == GROUP_BY_CLONES;
  struct symbol *symbols = array_new (grouper->groups, sizeof *symbols);
  if (symbols == NULL)
    return diag_no_memory (diag);
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

/* Let TO have the groups with a function in FROM.  It is a table that was
   given even if none is.  */
static enum status
include_groups (const struct grouper *grouper, struct symset *to,
                const struct symset *from, struct diag *diag)
{
  const size_t symbols = grouper->of->symtab->count;
  const sym_id *group = grouper->grouping->group;
  if (!from->any)
    return STATUS_OK;
  enum status status = symset_add_range (to, grouper->groups, 0, 0, diag);
  for (sym_id id = 0; id < symbols && status == STATUS_OK; id++)
    if (group[id] != SYM_NONE && symset_has (from, id))
      status = symset_add_range (to, grouper->groups, group[id], group[id] + 1,
                                 diag);
  to->any = status == STATUS_OK;
  return status;
}

/* Let TO have the groups all functions of which are in FROM.  */
static enum status
exclude_groups (const struct grouper *grouper, struct symset *to,
                const struct symset *from, struct diag *diag)
{
  const size_t symbols = grouper->of->symtab->count;
  const sym_id *group = grouper->grouping->group;
  enum status status = STATUS_OK;
  uint32_t *excluded = array_new (grouper->groups, sizeof *excluded);
  if (excluded == NULL)
    return diag_no_memory (diag);
  for (sym_id id = 0; id < symbols && status == STATUS_OK; id++)
    if (group[id] != SYM_NONE && symset_has (from, id)
        && ++excluded[group[id]] == grouper->members[group[id]])
      status = symset_add_range (to, grouper->groups, group[id], group[id] + 1,
                                 diag);
  free (excluded);
  return status;
}

static enum status
select_groups (const struct grouper *grouper, struct diag *diag)
{
  static const enum spec_table include[]
      = { SPEC_GRAPH_INCLUDE, SPEC_FLAT_INCLUDE, SPEC_TIME_INCLUDE };
  static const enum spec_table exclude[]
      = { SPEC_GRAPH_EXCLUDE, SPEC_FLAT_EXCLUDE, SPEC_TIME_EXCLUDE };
  const struct symset *from = grouper->of->selection->tables;
  struct symset *to = grouper->grouping->selection.tables;
  enum status status = STATUS_OK;
  for (size_t i = 0; i < 3 && status == STATUS_OK; i++)
    {
      status
          = include_groups (grouper, &to[include[i]], &from[include[i]], diag);
      if (status == STATUS_OK)
        status = exclude_groups (grouper, &to[exclude[i]], &from[exclude[i]],
                                 diag);
    }
  return status;
}

/* --- Calls and time ------------------------------------------------------ */

/* Add ARC to that of the same two groups, which are in PAIRS, or append
   it.  */
static bool
add_arc (const struct grouper *grouper, struct pairmap *pairs, size_t arc)
{
  const struct callgraph *graph = &grouper->measurement->graph;
  struct callgraph *merged = &grouper->grouping->measurement.graph;
  const sym_id *group = grouper->grouping->group;
  const sym_id from = group[graph->from.items[arc]];
  const sym_id to = group[graph->to.items[arc]];
  const uint32_t next = (uint32_t)callgraph_arc_count (merged);
  const uint32_t *number = pairmap_enter (pairs, from, to, next);
  if (number == NULL)
    return false;
  if (*number < next)
    {
      merged->count.items[*number] += graph->count.items[arc];
      return true;
    }
  return vec_push (&merged->from, from) && vec_push (&merged->to, to)
         && vec_push (&merged->count, graph->count.items[arc]);
}

/* Let groups make the calls of unknown targets that their functions make.
   NUMBER has for each arc, and for the end, the first merged arc that is not
   older.  */
static bool
add_indirect (const struct grouper *grouper, const arc_id *number)
{
  const struct callgraph *graph = &grouper->measurement->graph;
  struct callgraph *merged = &grouper->grouping->measurement.graph;
  const sym_id *group = grouper->grouping->group;
  merged->indirect_name = graph->indirect_name;
  if (graph->indirect == NULL)
    return true;
  merged->indirect = array_new (grouper->groups, sizeof *merged->indirect);
  if (merged->indirect == NULL)
    return false;
  for (size_t i = 0; i < grouper->groups; i++)
    merged->indirect[i] = ARC_NONE;
  for (sym_id id = 0; id < graph->symbol_count; id++)
    if (graph->indirect[id] != ARC_NONE
        && number[graph->indirect[id]] < merged->indirect[group[id]])
      merged->indirect[group[id]] = number[graph->indirect[id]];
  return true;
}

/* Make the graph of groups, whose arcs are numbered by first appearance as
   those of functions are.  */
static enum status
merge_graph (const struct grouper *grouper, struct diag *diag)
{
  const struct callgraph *graph = &grouper->measurement->graph;
  struct callgraph *merged = &grouper->grouping->measurement.graph;
  const size_t arcs = callgraph_arc_count (graph);
  struct pairmap pairs = { 0 };
  arc_id *number = array_new (arcs + 1, sizeof *number);
  bool has_memory = number != NULL;
  merged->symbol_count = grouper->groups;
  merged->lacks_callers = graph->lacks_callers;
  merged->counts_all = graph->counts_all;
  merged->dropped = graph->dropped;
  for (size_t arc = 0; arc < arcs && has_memory; arc++)
    {
      number[arc] = (arc_id)callgraph_arc_count (merged);
      has_memory = add_arc (grouper, &pairs, arc);
    }
  if (has_memory)
    {
      number[arcs] = (arc_id)callgraph_arc_count (merged);
      merged->counted = number[graph->counted];
      has_memory = add_indirect (grouper, number);
    }
  free (number);
  pairmap_release (&pairs);
  return has_memory ? callgraph_link (merged, diag) : diag_no_memory (diag);
}

static enum status
add_ticks (const struct grouper *grouper, struct diag *diag)
{
  struct measurement *merged = &grouper->grouping->measurement;
  merged->ticks = array_new (grouper->groups, sizeof *merged->ticks);
  if (merged->ticks == NULL)
    return diag_no_memory (diag);
  for (sym_id id = 0; id < grouper->of->symtab->count; id++)
    if (grouper->grouping->group[id] != SYM_NONE)
      merged->ticks[grouper->grouping->group[id]]
          += grouper->measurement->ticks[id];
  merged->total_ticks = grouper->measurement->total_ticks;
  return STATUS_OK;
}

static enum status
measure (const struct grouper *grouper, struct diag *diag)
{
  struct grouping *grouping = grouper->grouping;
  grouping->of = *grouper->of;
  grouping->of.symtab = &grouping->symtab;
  grouping->of.selection = &grouping->selection;
  enum status status = merge_graph (grouper, diag);
  if (status == STATUS_OK)
    status = add_ticks (grouper, diag);
  if (status == STATUS_OK)
    status = call_paths_group (&grouping->measurement.paths,
                               &grouper->measurement->paths, grouping->group,
                               grouper->groups, diag);
  if (status == STATUS_OK)
    status = measurement_follow_arcs (&grouping->measurement, &grouping->of,
                                      diag);
  return status;
}

/* --- All of it ----------------------------------------------------------- */

static enum status
group (struct grouper *grouper, struct diag *diag)
{
  const enum group_by key = grouper->options->group_by;
  enum status status = find_used (grouper, diag);
  if (status == STATUS_OK
      && (key == GROUP_BY_FILE || key == GROUP_BY_DIRECTORY))
    status = program_locate (grouper->program, &grouper->used, diag);
  if (status == STATUS_OK)
    status = find_keys (grouper, diag);
  if (status == STATUS_OK)
    status = make_groups (grouper, diag);
  if (status == STATUS_OK)
    status = make_symtab (grouper, diag);
  if (status == STATUS_OK)
    status = select_groups (grouper, diag);
  return status == STATUS_OK ? measure (grouper, diag) : status;
}

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
                             .measurement = measurement,
                             .has_demangler = main != NULL };
  if (main != NULL)
    demangler_start (&grouper.demangler, main->image,
                     options->demangle_style > 0 ? options->demangle_style : 0,
                     options->quirks.d_names_stay);
  enum status status = group (&grouper, diag);
  symset_release (&grouper.used);
  free (grouper.key);
  free (grouper.plain);
  free (grouper.first);
  free (grouper.members);
  return status;
}

EVERY_RUN void
grouping_release (struct grouping *grouping)
{
  measurement_release (&grouping->measurement);
  selection_release (&grouping->selection);
  symtab_release (&grouping->symtab);
  free (grouping->group);
  sources_release (&grouping->keys);
  *grouping = (struct grouping){ 0 };
}
