/* print_debug.c - what -d prints (R11.1): a function for each bit, which is a
   few lines about values that the stages made.  */

#include "config.h"

#include "output/printers.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/crediting.h"
#include "base/memory.h"
#include "model/sources.h"
#include "object/srctext.h"
#include "output/view_graph.h"

/* One section being printed.  */
struct section
{
  const struct report *report;
  const struct measured *of;
  unsigned bit;
  struct diag *diag;
  struct arena *memory; /* of a line */
  enum status status;
};

/* A line, with control characters as octal escapes.  */
static void line (const struct section *section, const char *format, ...)
    DIAG_PRINTF (2, 3);

static void
line (const struct section *section, const char *format, ...)
{
  struct output *output = section->report->output;
  va_list values;
  va_start (values, format);
  char *text = memory_vformat (format, values);
  va_end (values);
  output_printf (output, "debug %u: ", section->bit);
  for (const unsigned char *c = (const unsigned char *)text; *c != 0; c++)
    if (*c < 0x20 || *c == 0x7f)
      output_printf (output, "\\%03o", *c);
    else
      output_char (output, (char)*c);
  output_char (output, '\n');
  free (text);
  arena_release (section->memory);
}

/* "NAME@0xADDRESS" of symbol ID, for the next line.  */
static const char *
label (const struct section *section, sym_id id)
{
  const struct symtab *symtab = section->report->symtab;
  if (id == SYM_NONE)
    return "no symbol";
  return arena_format (section->memory, "%s@0x%" PRIx64, symtab->name[id],
                       symtab->start[id]);
}

/* --- The bits ------------------------------------------------------------ */

static void
print_summary (struct section *s)
{
  const struct report *report = s->report;
  const struct profile *profile = report->profile;
  const struct options *options = report->options;
  line (s, "image %s", options->image);
  for (size_t i = 0; i < options->profiles.count; i++)
    line (s, "profile %s", options->profiles.items[i]);
  line (s, "symbols %zu arcs %zu cycles %zu", report->symtab->count,
        callgraph_arc_count (report->graph), (size_t)report->cycles->count);
  line (s, "histograms %zu bins %zu rate %" PRIu32 " scale %.9g",
        profile->histograms.count, profile->bins.count, profile->rate,
        profile->scale);
  line (s, "raw arcs %zu blocks %zu", profile->arcs.count,
        profile->blocks.count);
  line (s, "ticks %.9g in the flat profile, %.9g in the call graph",
        report->total_ticks, report->analysis->print_ticks);
}

static void
print_order (struct section *s)
{
  const struct cycles *cycles = s->report->cycles;
  for (size_t i = 0; i < s->report->symtab->count; i++)
    line (s, "place %zu %s cycle %" PRIu32, i + 1,
          label (s, cycles->topological[i]),
          cycles->cycle[cycles->topological[i]]);
}

static void
print_cycles (struct section *s)
{
  const struct cycles *cycles = s->report->cycles;
  for (size_t c = 0; c < cycles->count; c++)
    for (size_t i = cycles->member_start[c]; i < cycles->member_start[c + 1];
         i++)
      line (s, "cycle %zu has %s", c + 1, label (s, cycles->members[i]));
}

static void
print_arcs (struct section *s)
{
  const struct callgraph *graph = s->report->graph;
  for (arc_id arc = 0; arc < callgraph_arc_count (graph); arc++)
    line (s, "arc %s to %s count %" PRIu64 "%s",
          label (s, graph->from.items[arc]), label (s, graph->to.items[arc]),
          graph->count.items[arc],
          arc >= graph->counted ? " only in the code" : "");
}

/* By what an entry orders its arcs.  */
static void
print_keys (struct section *s)
{
  static const char *const kinds[] = {
    [ARC_OTHER] = "between", [ARC_IN_CYCLE] = "cycle", [ARC_SELF] = "self"
  };
  const struct callgraph *graph = s->report->graph;
  const struct analysis *a = s->report->analysis;
  for (arc_id arc = 0; arc < callgraph_arc_count (graph); arc++)
    line (s, "arc %s to %s kind %s self %.9g child %.9g",
          label (s, graph->from.items[arc]), label (s, graph->to.items[arc]),
          kinds[graph_view_arc_kind (s->report, arc)], a->arc_self[arc],
          a->arc_child[arc]);
}

static void
print_raw_arcs (struct section *s)
{
  static const char *const fates[] = {
    [ARC_KEPT] = "kept",
    [ARC_WITHOUT_CALLER] = "its call site is in no symbol",
    [ARC_WITHOUT_CALLEE] = "its callee is in no symbol",
    [ARC_WITHOUT_FUNCTION] = "no function at or below its callee",
    [ARC_UNWANTED] = "the tables of arcs leave it out",
  };
  const struct profile *profile = s->report->profile;
  const struct selection *selection = s->report->selection;
  struct arc_resolver resolver;
  arc_resolver_start (&resolver, profile, s->report->symtab,
                      &selection->arcs_include, &selection->arcs_exclude);
  for (size_t i = 0; i < profile->arcs.count; i++)
    {
      const struct raw_arc *raw = &profile->arcs.items[i];
      sym_id from, to;
      line (s, "raw arc 0x%" PRIx64 " to 0x%" PRIx64 " count %" PRIu64 ": %s",
            raw->from_pc, raw->self_pc, raw->count,
            fates[arc_resolve (&resolver, raw, &from, &to)]);
    }
  arc_resolver_release (&resolver);
}

static void
print_bin (void *context, const struct shares *shares, uint64_t count)
{
  const struct section *s = context;
  line (s, "bin 0x%" PRIx64 "-0x%" PRIx64 " ticks %" PRIu64, shares->low_pc,
        shares->high_pc, count);
  for (size_t i = 0; i < shares->items.count; i++)
    line (s, "bin 0x%" PRIx64 " %s %.9g %s", shares->low_pc,
          shares->items.items[i].accepted ? "credits" : "leaves out",
          shares_ticks (shares, shares->items.items[i].weight, (double)count),
          label (s, shares->items.items[i].symbol));
}

static void
print_samples (struct section *s)
{
  struct crediting crediting = { 0 };
  s->status = crediting_walk (&crediting, s->of, SHARE_SYMBOLS, print_bin, s,
                              s->diag);
  crediting_release (&crediting);
}

static void
print_symbols (struct section *s)
{
  const struct symtab *symtab = s->report->symtab;
  for (sym_id id = 0; id < symtab->count; id++)
    {
      const unsigned flags = symtab->flags[id];
      const source_id file = symtab->file[id];
      line (s, "symbol %s limit 0x%" PRIx64 " %s %s%s%s at %s:%" PRIu32,
            label (s, id), symtab->limit[id],
            flags & SYMBOL_STATIC ? "static" : "global",
            flags & SYMBOL_FUNCTION ? "function" : "label",
            flags & SYMBOL_MAPPED ? " mapped" : "",
            flags & SYMBOL_OURS ? " unknown-to-gnu" : "",
            file != SOURCE_NONE
                ? sources_name (s->report->names->sources, file)
                : "?",
            symtab->line[id]);
    }
}

static void
print_calls (struct section *s)
{
  const struct callscan *calls = s->of->calls;
  for (size_t i = 0; calls != NULL && i < calls->arcs.count; i++)
    line (s, "call from %s to %s", label (s, calls->arcs.items[i].from),
          label (s, calls->arcs.items[i].to));
}

static void
print_lookup (const struct section *s, const char *what, uint64_t pc)
{
  line (s, "%s 0x%" PRIx64 " in %s", what, pc,
        label (s, symtab_find (s->report->symtab, pc)));
}

static void
print_lookups (struct section *s)
{
  const struct profile *profile = s->report->profile;
  for (size_t i = 0; i < profile->arcs.count; i++)
    {
      print_lookup (s, "call site", profile->arcs.items[i].from_pc);
      print_lookup (s, "callee", profile->arcs.items[i].self_pc);
    }
  for (size_t i = 0; i < profile->blocks.count; i++)
    print_lookup (s, "block", profile->blocks.items[i].pc);
}

/* Nodes after the symbols are cycles.  */
static void
print_propagation (struct section *s)
{
  const struct analysis *a = s->report->analysis;
  for (size_t node = 0; node < a->node_count; node++)
    line (s,
          "node %zu %s self %.9g child %.9g fraction %.9g propagated %.9g "
          "%.9g calls %" PRIu64 " within %" PRIu64 " %s",
          node,
          node < s->report->symtab->count ? label (s, (sym_id)node) : "cycle",
          a->self_ticks[node], a->child_ticks[node], a->fraction[node],
          a->prop_self[node], a->prop_child[node], a->calls[node],
          a->self_calls[node], a->shown[node] ? "shown" : "hidden");
}

static void
print_blocks (struct section *s)
{
  const struct block_counts *counts = s->report->block_counts;
  const size_t symbols = s->report->symtab->count;
  if (block_counts_total (counts, symbols) == 0)
    return;
  for (sym_id id = 0; id < symbols; id++)
    for (size_t i = block_counts_first (counts, id);
         i < block_counts_limit (counts, id); i++)
      line (s, "block 0x%" PRIx64 " count %" PRIu64 " in %s", counts->pc[i],
            counts->count[i], label (s, id));
}

/* In the order of enum spec_table.  */
static const char *const table_names[]
    = { "graph-include", "graph-exclude", "arcs-include",   "arcs-exclude",
        "flat-include",  "flat-exclude",  "time-include",   "time-exclude",
        "exec-include",  "exec-exclude",  "source-include", "source-exclude",
        "asm-include" };
_Static_assert(sizeof table_names / sizeof *table_names == SPEC_TABLES,
               "each table has a name");

/* The symbols that the specs of TABLE match; of an arc, at either end.  */
static void
print_table (const struct section *s, unsigned table)
{
  const struct selection *selection = s->report->selection;
  const struct arcset *arcs = table == SPEC_ARCS_INCLUDE
                                  ? &selection->arcs_include
                                  : &selection->arcs_exclude;
  const bool has_arcs
      = table == SPEC_ARCS_INCLUDE || table == SPEC_ARCS_EXCLUDE;
  for (sym_id id = 0; id < s->report->symtab->count; id++)
    if (!has_arcs && symset_has (&selection->tables[table], id))
      line (s, "table %s has %s", table_names[table], label (s, id));
  for (size_t i = 0; has_arcs && i < arcs->callers.count; i++)
    line (s, "table %s callers %" PRIu32 " has %s", table_names[table],
          arcs->callers.items[i].group,
          label (s, arcs->callers.items[i].symbol));
  for (size_t i = 0; has_arcs && i < arcs->callees.count; i++)
    line (s, "table %s callees %" PRIu32 " has %s", table_names[table],
          arcs->callees.items[i].group,
          label (s, arcs->callees.items[i].symbol));
}

static void
print_specs (struct section *s)
{
  const struct options *options = s->report->options;
  for (size_t i = 0; i < options->specs.count; i++)
    line (s, "spec %s %s", table_names[options->specs.items[i].table],
          options->specs.items[i].text);
  for (unsigned table = 0; table < SPEC_TABLES; table++)
    print_table (s, table);
}

/* All known source files, the newest first, in the order of annotation
   (R9.1).  */
static void
print_sources (struct section *s)
{
  const struct search_path *path = s->report->source_path;
  const struct sources *sources = s->report->names->sources;
  for (size_t i = 0; i < path->directories.count; i++)
    line (s, "directory %s", path->directories.items[i]);
  for (size_t id = sources->names.count; id > 0; id--)
    {
      const char *name = sources->names.items[id - 1];
      char *found;
      enum status status = srctext_find (path, name, &found, s->diag);
      if (status != STATUS_OK && status != STATUS_ABSENT)
        {
          s->status = status;
          return;
        }
      line (s, "file %s %s%s", name,
            status == STATUS_OK ? "found "
            : found != NULL     ? "cannot be read: "
                                : "not found",
            found != NULL ? found : "");
      free (found);
    }
}

/* --- All ---------------------------------------------------------------- */

static const struct
{
  enum debug_topic bit;
  const char *title;
  void (*print) (struct section *section);
} topics[] = {
  { DEBUG_SUMMARY, "summary", print_summary },
  { DEBUG_ORDER, "topological order, callees before callers", print_order },
  { DEBUG_CYCLES, "cycles", print_cycles },
  { DEBUG_ARCS, "arcs of the call graph", print_arcs },
  { DEBUG_RAW_ARCS, "raw arcs", print_raw_arcs },
  { DEBUG_ENTRIES, "what arcs are ordered by, and pass up", print_keys },
  { DEBUG_SAMPLES, "samples", print_samples },
  { DEBUG_SYMBOLS, "symbols", print_symbols },
  { DEBUG_CALLS, "calls found in the code", print_calls },
  { DEBUG_LOOKUPS, "address lookups", print_lookups },
  { DEBUG_PROPAGATION, "propagation", print_propagation },
  { DEBUG_BLOCKS, "basic blocks", print_blocks },
  { DEBUG_SPECS, "symspecs and tables", print_specs },
  { DEBUG_SOURCES, "source files", print_sources },
};

enum status
print_debug (const struct report *report, const struct measured *of,
             struct diag *diag)
{
  struct arena memory = { 0 };
  struct section section
      = { .report = report, .of = of, .diag = diag, .memory = &memory };
  for (size_t i = 0;
       i < sizeof topics / sizeof *topics && section.status == STATUS_OK; i++)
    if (report->options->debug & topics[i].bit)
      {
        section.bit = topics[i].bit;
        line (&section, "== %s", topics[i].title);
        topics[i].print (&section);
      }
  return section.status;
}
