/* print_debug.c - what -d prints (R11.1): the table of topics, and those about
   symbols, specs and sources.  */

#include "config.h"

#include "output/print_debug.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/placement.h"
#include "model/sources.h"
#include "object/srctext.h"

/* --- Lines -------------------------------------------------------------- */

void
debug_begin (const struct debug_section *section)
{
  output_text (section->out, "debug ");
  output_count (section->out, 0, section->bit);
  output_text (section->out, ": ");
}

void
debug_end (const struct debug_section *section)
{
  output_char (section->out, '\n');
}

void
debug_line (const struct debug_section *section, const char *format, ...)
{
  char text[256]; /* no line written in one piece is longer */
  va_list values;
  va_start (values, format);
  vsnprintf (text, sizeof text, format, values);
  va_end (values);
  debug_begin (section);
  output_text (section->out, text);
  debug_end (section);
}

/* TEXT, with control characters as octal escapes.  */
static void
print_text (const struct debug_section *section, const char *text)
{
  for (const unsigned char *c = (const unsigned char *)text; *c != 0; c++)
    if (*c < 0x20 || *c == 0x7f)
      output_printf (section->out, "\\%03o", *c);
    else
      output_char (section->out, (char)*c);
}

void
debug_symbol (const struct debug_section *section, const char *before,
              sym_id id)
{
  const struct symtab *symtab = section->report->symtab;
  output_text (section->out, before);
  if (id == SYM_NONE)
    {
      output_text (section->out, "no symbol");
      return;
    }
  print_text (section, symtab->name[id]);
  output_printf (section->out, "@0x%" PRIx64, symtab->start[id]);
}

/* A line of WHAT and TEXT, which may have any bytes.  */
static void
print_words (const struct debug_section *section, const char *what,
             const char *text)
{
  debug_begin (section);
  output_text (section->out, what);
  print_text (section, text);
  debug_end (section);
}

/* --- 1: summary --------------------------------------------------------- */

static enum status
print_summary (const struct debug_section *section)
{
  const struct report *report = section->report;
  const struct profile *profile = report->profile;
  const struct options *options = report->options;
  print_words (section, "image ", options->image);
  for (size_t i = 0; i < options->profiles.count; i++)
    print_words (section, "profile ", options->profiles.items[i]);
  debug_line (section, "symbols %zu", report->symtab->count);
  debug_line (section, "histograms %zu", profile->histograms.count);
  debug_line (section, "bins %zu", profile->bins.count);
  debug_line (section, "rate %" PRIu32, profile->rate);
  debug_line (section, "scale %.9g", profile->scale);
  debug_line (section, "raw arcs %zu", profile->arcs.count);
  debug_line (section, "arcs %zu", callgraph_arc_count (report->graph));
  debug_line (section, "cycles %zu", report->cycles->count);
  debug_line (section, "blocks %zu", profile->blocks.count);
  debug_line (section, "ticks in the flat profile %.9g", report->total_ticks);
  debug_line (section, "ticks in the call graph %.9g",
              report->analysis->print_ticks);
  return STATUS_OK;
}

/* --- 128: symbols ------------------------------------------------------- */

static void
print_symbol (const struct debug_section *section, sym_id id)
{
  const struct report *report = section->report;
  const struct symtab *symtab = report->symtab;
  const unsigned flags = symtab->flags[id];
  debug_begin (section);
  debug_symbol (section, "symbol ", id);
  output_printf (section->out, " limit 0x%" PRIx64 " %s %s", symtab->limit[id],
                 flags & SYMBOL_STATIC ? "static" : "global",
                 flags & SYMBOL_FUNCTION ? "function" : "label");
  if (flags & SYMBOL_MAPPED)
    output_text (section->out, " mapped");
  if (flags & SYMBOL_OURS)
    output_text (section->out, " unknown-to-gnu");
  if (symtab->file[id] != SOURCE_NONE)
    {
      output_text (section->out, " at ");
      print_text (section,
                  sources_name (report->names->sources, symtab->file[id]));
      output_printf (section->out, ":%" PRIu32, symtab->line[id]);
    }
  debug_end (section);
}

/* Candidates that were dropped for another symbol at their address (R3.12).  A
   name in the table is the same pointer as that of its candidate.  */
static void
print_dropped_candidates (const struct debug_section *section)
{
  const struct symtab *symtab = section->report->symtab;
  const symbol_list *candidates = section->debug->candidates;
  for (size_t i = 0; candidates != NULL && i < candidates->count; i++)
    {
      const struct symbol *symbol = &candidates->items[i];
      const sym_id id = symtab_find (symtab, symbol->start_pc);
      if (id != SYM_NONE && symtab->start[id] == symbol->start_pc
          && symtab->name[id] != symbol->name)
        {
          debug_begin (section);
          output_text (section->out, "ousted ");
          print_text (section, symbol->name);
          debug_symbol (section, " by ", id);
          debug_end (section);
        }
    }
}

static enum status
print_symbols (const struct debug_section *section)
{
  for (sym_id id = 0; id < section->report->symtab->count; id++)
    print_symbol (section, id);
  print_dropped_candidates (section);
  return STATUS_OK;
}

/* --- 256: calls found in the code --------------------------------------- */

static enum status
print_calls (const struct debug_section *section)
{
  const struct callscan *calls = section->debug->of->calls;
  if (!section->report->options->static_calls)
    debug_line (section, "the code was not searched: no -c");
  else if (calls == NULL)
    debug_line (section, "the code was not searched: "
                         "no arcs, no code, or an unknown machine");
  else if (calls->arcs.count == 0)
    debug_line (section, "no calls found");
  for (size_t i = 0; calls != NULL && i < calls->arcs.count; i++)
    {
      debug_begin (section);
      debug_symbol (section, "call from ", calls->arcs.items[i].from);
      if (calls->arcs.items[i].to != SYM_NONE)
        debug_symbol (section, " to ", calls->arcs.items[i].to);
      else
        output_text (section->out, " to an unknown target");
      debug_end (section);
    }
  return STATUS_OK;
}

/* --- 512: address lookups ----------------------------------------------- */

static void
print_lookup (const struct debug_section *section, const char *what,
              uint64_t pc)
{
  const struct symtab *symtab = section->report->symtab;
  const sym_id id = symtab_find (symtab, pc);
  debug_begin (section);
  output_printf (section->out, "%s 0x%" PRIx64, what, pc);
  debug_symbol (section, " in ", id);
  if (id != SYM_NONE)
    output_printf (section->out, " offset %" PRIu64, pc - symtab->start[id]);
  debug_end (section);
}

static enum status
print_lookups (const struct debug_section *section)
{
  const struct profile *profile = section->report->profile;
  if (profile->arcs.count + profile->blocks.count == 0)
    debug_line (section, "no addresses to look up");
  for (size_t i = 0; i < profile->arcs.count; i++)
    {
      print_lookup (section, "call site", profile->arcs.items[i].from_pc);
      print_lookup (section, "callee", profile->arcs.items[i].self_pc);
    }
  for (size_t i = 0; i < profile->blocks.count; i++)
    print_lookup (section, "block", profile->blocks.items[i].pc);
  return STATUS_OK;
}

/* --- 2048: basic blocks ------------------------------------------------- */

static enum status
print_blocks (const struct debug_section *section)
{
  const struct report *report = section->report;
  const struct block_counts *block_counts = report->block_counts;
  const size_t blocks = report->profile->blocks.count;
  const size_t kept = block_counts_total (block_counts, report->symtab->count);
  if (blocks == 0)
    debug_line (section, "no basic blocks");
  else if (!report->options->by_line)
    debug_line (section, "%zu basic blocks not used: no -l", blocks);
  else
    debug_line (section, "kept %zu dropped %zu", kept, blocks - kept);
  for (sym_id id = 0; kept > 0 && id < report->symtab->count; id++)
    for (size_t i = block_counts_first (block_counts, id);
         i < block_counts_limit (block_counts, id); i++)
      {
        debug_begin (section);
        output_printf (section->out, "block 0x%" PRIx64 " count %" PRIu64,
                       block_counts->pc[i], block_counts->count[i]);
        debug_symbol (section, " in ", id);
        debug_end (section);
      }
  return STATUS_OK;
}

/* --- 4096: symspecs ----------------------------------------------------- */

static const char *const table_names[SPEC_TABLES] = {
  [SPEC_GRAPH_INCLUDE] = "graph-include",
  [SPEC_GRAPH_EXCLUDE] = "graph-exclude",
  [SPEC_ARCS_INCLUDE] = "arcs-include",
  [SPEC_ARCS_EXCLUDE] = "arcs-exclude",
  [SPEC_FLAT_INCLUDE] = "flat-include",
  [SPEC_FLAT_EXCLUDE] = "flat-exclude",
  [SPEC_TIME_INCLUDE] = "time-include",
  [SPEC_TIME_EXCLUDE] = "time-exclude",
  [SPEC_EXEC_INCLUDE] = "exec-include",
  [SPEC_EXEC_EXCLUDE] = "exec-exclude",
  [SPEC_SOURCE_INCLUDE] = "source-include",
  [SPEC_SOURCE_EXCLUDE] = "source-exclude",
  [SPEC_ASM_INCLUDE] = "asm-include",
};

static void
print_set (const struct debug_section *section, const char *name,
           const struct symset *set)
{
  if (!set->any)
    debug_line (section, "table %s empty", name);
  for (sym_id id = 0; set->any && id < section->report->symtab->count; id++)
    if (symset_has (set, id))
      {
        debug_begin (section);
        output_printf (section->out, "table %s", name);
        debug_symbol (section, " has ", id);
        debug_end (section);
      }
}

static void
print_members (const struct debug_section *section, const char *name,
               const char *what, const arcset_members *members)
{
  for (size_t i = 0; i < members->count; i++)
    {
      debug_begin (section);
      output_printf (section->out, "table %s %s %" PRIu32, name, what,
                     members->items[i].group);
      debug_symbol (section, " has ", members->items[i].symbol);
      debug_end (section);
    }
}

/* A set of arcs: groups of callers, groups of callees, and which of these call
   which.  */
static void
print_arcset (const struct debug_section *section, const char *name,
              const struct arcset *set)
{
  if (!arcset_any (set))
    debug_line (section, "table %s empty", name);
  print_members (section, name, "callers", &set->callers);
  print_members (section, name, "callees", &set->callees);
  for (size_t i = 0; i < set->specs.count; i++)
    debug_line (section,
                "table %s arcs from callers %" PRIu32 " to callees %" PRIu32,
                name, set->specs.items[i].callers,
                set->specs.items[i].callees);
}

static enum status
print_specs (const struct debug_section *section)
{
  const struct options *options = section->report->options;
  const struct selection *selection = section->report->selection;
  for (size_t i = 0; i < options->specs.count; i++)
    {
      const struct spec *spec = &options->specs.items[i];
      debug_begin (section);
      output_printf (section->out, "spec %s ", table_names[spec->table]);
      print_text (section, spec->text);
      debug_end (section);
    }
  for (unsigned i = 0; i < SPEC_TABLES; i++)
    if (i == SPEC_ARCS_INCLUDE)
      print_arcset (section, table_names[i], &selection->arcs_include);
    else if (i == SPEC_ARCS_EXCLUDE)
      print_arcset (section, table_names[i], &selection->arcs_exclude);
    else if (i != SPEC_ASM_INCLUDE || selection->tables[i].any)
      print_set (section, table_names[i], &selection->tables[i]);
  return STATUS_OK;
}

/* --- 8192: source search ------------------------------------------------ */

static enum status
print_search (const struct debug_section *section, const char *name)
{
  char *found;
  enum status status = srctext_find (section->report->source_path, name,
                                     &found, section->diag);
  if (status != STATUS_OK && status != STATUS_ABSENT)
    return status;
  debug_begin (section);
  output_text (section->out, "file ");
  print_text (section, name);
  output_text (section->out, status == STATUS_OK ? " found "
                             : found != NULL     ? " cannot be read: "
                                                 : " not found");
  print_text (section, found != NULL ? found : "");
  debug_end (section);
  free (found);
  return STATUS_OK;
}

/* All known source files, the newest first, in the order of annotation
   (R9.1).  */
static enum status
print_sources (const struct debug_section *section)
{
  const struct search_path *path = section->report->source_path;
  const struct sources *sources = section->report->names->sources;
  enum status status = STATUS_OK;
  for (size_t i = 0; i < path->directories.count; i++)
    print_words (section, "directory ", path->directories.items[i]);
  if (sources->names.count == 0)
    debug_line (section, "no source files known");
  for (size_t id = sources->names.count; id > 0 && status == STATUS_OK; id--)
    status = print_search (section, sources->names.items[id - 1]);
  return status;
}

/* --- All ---------------------------------------------------------------- */

struct topic
{
  enum debug_topic bit;
  const char *title;
  debug_printer *print;
};

static const struct topic topics[] = {
  { DEBUG_SUMMARY, "summary", print_summary },
  { DEBUG_ORDER, "topological order, callees before callers", debug_order },
  { DEBUG_CYCLES, "cycles", debug_cycles },
  { DEBUG_ARCS, "arcs of the call graph", debug_arcs },
  { DEBUG_RAW_ARCS, "raw arcs", debug_raw_arcs },
  { DEBUG_ENTRIES, "arcs in the entries of the call graph", debug_entries },
  { DEBUG_SAMPLES, "samples", debug_samples },
  { DEBUG_SYMBOLS, "symbols", print_symbols },
  { DEBUG_CALLS, "calls found in the code", print_calls },
  { DEBUG_LOOKUPS, "address lookups", print_lookups },
  { DEBUG_PROPAGATION, "propagation", debug_propagation },
  { DEBUG_BLOCKS, "basic blocks", print_blocks },
  { DEBUG_SPECS, "symspecs and tables", print_specs },
  { DEBUG_SOURCES, "source files", print_sources },
};

EVERY_RUN enum status
print_debug (const struct debug *debug, struct diag *diag)
{
  enum status status = STATUS_OK;
  for (size_t i = 0; i < sizeof topics / sizeof *topics && status == STATUS_OK;
       i++)
    if (debug->report->options->debug & topics[i].bit)
      {
        const struct debug_section section
            = { debug, debug->report, debug->report->output, topics[i].bit,
                diag };
        debug_line (&section, "== %s", topics[i].title);
        status = topics[i].print (&section);
      }
  return status;
}
