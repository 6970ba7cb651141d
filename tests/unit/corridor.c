/* corridor.c - the whole analysis on typed-in data, for tests of printers.  */

#include "config.h"

#include "corridor.h"

#include <stdlib.h>
#include <string.h>

#include "capture.h"
#include "hist.h"

static void
must (enum status status, const struct diag *diag)
{
  if (status != STATUS_OK)
    helper_failed ("corridor", diag->text ? diag->text : "no memory");
}

static void
add_word (struct corridor *corridor, const char *word, size_t length)
{
  char *copy = arena_text (&corridor->symbols.memory, word, length);
  if (copy == NULL || !vec_push (&corridor->words, copy))
    helper_failed ("corridor", "no memory");
}

static void
parse_options (struct corridor *corridor, const char *text, struct diag *diag)
{
  add_word (corridor, "gprof", 5);
  add_word (corridor, "--no-demangle", 13);
  for (const char *word = text; *word != '\0';)
    {
      const size_t length = strcspn (word, " ");
      add_word (corridor, word, length);
      word += length;
      word += strspn (word, " ");
    }
  must (options_parse (&corridor->options, (int)corridor->words.count,
                       corridor->words.items, false, diag),
        diag);
}

static void
analyse (struct corridor *corridor, struct diag *diag)
{
  const struct symtab *symtab = &corridor->symbols.symtab;
  const struct target target = { .word_size = 8 };
  must (symspecs_select (&corridor->selection, &corridor->options, symtab,
                         &corridor->symbols.sources, &target, NULL, diag),
        diag);
  const struct symset *tables = corridor->selection.tables;
  corridor->ticks = array_new (symtab->count, sizeof *corridor->ticks);
  hist_assign (&corridor->profile, symtab, &target, &tables[SPEC_FLAT_INCLUDE],
               &tables[SPEC_FLAT_EXCLUDE], corridor->options.gnu_compat,
               corridor->ticks, &corridor->total_ticks);
  must (callgraph_build (&corridor->graph, &corridor->profile, symtab,
                         &corridor->selection.arcs_include,
                         &corridor->selection.arcs_exclude, NULL, diag),
        diag);
  must (cycles_number (&corridor->cycles, &corridor->graph, diag), diag);
  must (propagate (&corridor->analysis, &corridor->graph, &corridor->cycles,
                   corridor->ticks, &corridor->selection, diag),
        diag);
}

static void
cover (struct corridor *corridor, struct diag *diag)
{
  const struct options *options = &corridor->options;
  const struct symtab *symtab = &corridor->symbols.symtab;
  const struct symset *tables = corridor->selection.tables;
  if (options->by_line)
    must (slots_build (&corridor->slots, &corridor->profile, symtab,
                       options->gnu_compat ? SLOTS_GNU : SLOTS_ALL, diag),
          diag);
  must (coverage_build (&corridor->coverage, symtab,
                        corridor->symbols.sources.names.count,
                        &tables[SPEC_SOURCE_INCLUDE],
                        &tables[SPEC_SOURCE_EXCLUDE], corridor->analysis.calls,
                        diag),
        diag);
}

static void
bundle (struct corridor *corridor, struct diag *diag)
{
  must (names_start (&corridor->names, NULL, &corridor->options,
                     &corridor->symbols.symtab, &corridor->symbols.sources,
                     diag),
        diag);
  corridor->report = (struct report){ .options = &corridor->options,
                                      .symtab = &corridor->symbols.symtab,
                                      .selection = &corridor->selection,
                                      .profile = &corridor->profile,
                                      .graph = &corridor->graph,
                                      .cycles = &corridor->cycles,
                                      .analysis = &corridor->analysis,
                                      .slots = &corridor->slots,
                                      .coverage = &corridor->coverage,
                                      .source_path = &corridor->source_path,
                                      .names = &corridor->names,
                                      .total_ticks = corridor->total_ticks };
  must (report_number (&corridor->report, diag), diag);
}

void
corridor_walk (struct corridor *corridor, const char *options,
               const char *symbols, const char *gmon)
{
  struct diag diag = { 0 };
  *corridor = (struct corridor){ 0 };
  symtab_text_build (&corridor->symbols, symbols);
  gmon_text_read (gmon, &corridor->profile);
  parse_options (corridor, options, &diag);
  analyse (corridor, &diag);
  cover (corridor, &diag);
  bundle (corridor, &diag);
}

char *
corridor_print (struct corridor *corridor, corridor_printer *print)
{
  struct diag diag = { 0 };
  struct capture capture;
  capture_start (&capture);
  corridor->report.output = &capture.output;
  must (print (&corridor->report, &diag), &diag);
  corridor->report.output = NULL;
  return capture_end (&capture, NULL);
}

sym_id
corridor_id (const struct corridor *corridor, const char *name)
{
  return symtab_text_id (&corridor->symbols.symtab, name);
}

void
corridor_release (struct corridor *corridor)
{
  report_release (&corridor->report);
  names_release (&corridor->names);
  search_path_release (&corridor->source_path);
  coverage_release (&corridor->coverage);
  slots_release (&corridor->slots);
  analysis_release (&corridor->analysis);
  cycles_release (&corridor->cycles);
  callgraph_release (&corridor->graph);
  free (corridor->ticks);
  profile_release (&corridor->profile);
  selection_release (&corridor->selection);
  options_release (&corridor->options);
  vec_release (&corridor->words);
  symtab_text_release (&corridor->symbols);
}
