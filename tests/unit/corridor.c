/* corridor.c - the whole analysis on typed-in data, for tests of printers.  */

#include "config.h"

#include "corridor.h"

#include <stdlib.h>
#include <string.h>

#include "capture.h"
#include "input/symspec.h"

static void
must (enum status status, const struct diag *diag)
{
  if (status != STATUS_OK)
    helper_failed ("corridor", diag->text != NULL ? diag->text : "nothing");
}

static void
add_word (struct corridor *corridor, const char *word, size_t length)
{
  vec_push (&corridor->words, arena_text (&corridor->memory, word, length));
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
measure (struct corridor *corridor, struct diag *diag)
{
  static const struct target target = { .word_size = 8 };
  const struct options *options = &corridor->options;
  struct program *program = &corridor->program;
  symspecs_select (&program->selection, options, &program->symtab,
                   &program->sources, &target, NULL, diag);
  corridor->measured
      = measured_of (program, &target, &corridor->profile, options);
  must (measurement_count (&corridor->measurement, &corridor->measured,
                           options->by_line, diag),
        diag);
  must (measurement_propagate (&corridor->measurement, &corridor->measured,
                               diag),
        diag);
}

void
corridor_walk (struct corridor *corridor, const char *options,
               const char *symbols, const char *gmon)
{
  struct diag diag = { 0 };
  struct symtab_text table;
  *corridor = (struct corridor){ 0 };
  symtab_text_build (&table, symbols);
  corridor->memory = table.memory;
  corridor->program = (struct program){ .symtab = table.symtab,
                                        .sources = table.sources,
                                        .all_located = true };
  gmon_text_read (gmon, &corridor->profile);
  parse_options (corridor, options, &diag);
  measure (corridor, &diag);
  const struct reported reported = { .options = &corridor->options,
                                     .listings = corridor->options.requested,
                                     .program = &corridor->program,
                                     .of = &corridor->measured,
                                     .measurement = &corridor->measurement,
                                     .output = &corridor->nowhere };
  must (reporting_prepare (&corridor->reporting, &reported, &diag), &diag);
}

char *
corridor_print (struct corridor *corridor, listing_printer *print)
{
  struct capture capture;
  capture_start (&capture);
  corridor->reporting.report.output = &capture.output;
  print (&corridor->reporting.report);
  corridor->reporting.report.output = NULL;
  return capture_end (&capture, NULL);
}

char *
corridor_try (struct corridor *corridor, failing_printer *print)
{
  struct diag diag = { 0 };
  struct capture capture;
  capture_start (&capture);
  corridor->reporting.report.output = &capture.output;
  must (print (&corridor->reporting.report, &diag), &diag);
  corridor->reporting.report.output = NULL;
  return capture_end (&capture, NULL);
}

sym_id
corridor_id (const struct corridor *corridor, const char *name)
{
  return symtab_text_id (&corridor->program.symtab, name);
}

void
corridor_release (struct corridor *corridor)
{
  reporting_release (&corridor->reporting);
  measurement_release (&corridor->measurement);
  profile_release (&corridor->profile);
  program_release (&corridor->program);
  options_release (&corridor->options);
  vec_release (&corridor->words);
  arena_release (&corridor->memory);
}
