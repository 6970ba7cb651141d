/* corridor.c - the whole analysis on typed-in data, for tests of printers.  */

#include "config.h"

#include "corridor.h"

#include <stdlib.h>
#include <string.h>

#include "capture.h"

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
  const struct options *options = &corridor->options;
  const struct symtab *symtab = &corridor->symbols.symtab;
  static const struct target target = { .word_size = 8 };
  const struct measured measured = { .profile = &corridor->profile,
                                     .symtab = symtab,
                                     .target = &target,
                                     .selection = &corridor->selection,
                                     .quirks = &options->quirks };
  struct measurement *measurement = &corridor->measurement;
  must (symspecs_select (&corridor->selection, options, symtab,
                         &corridor->symbols.sources, &target, NULL, diag),
        diag);
  must (measurement_count (measurement, &measured, options->by_line, diag),
        diag);
  must (measurement_propagate (measurement, &measured, diag), diag);
  must (measurement_cover (measurement, &measured,
                           corridor->symbols.sources.names.count, diag),
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
                                      .source_path = &corridor->source_path,
                                      .names = &corridor->names };
  report_borrow (&corridor->report, &corridor->measurement);
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
  measurement_release (&corridor->measurement);
  profile_release (&corridor->profile);
  selection_release (&corridor->selection);
  options_release (&corridor->options);
  vec_release (&corridor->words);
  symtab_text_release (&corridor->symbols);
}
