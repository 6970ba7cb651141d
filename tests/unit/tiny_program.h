/* tiny_program.h - options typed in, and a tiny_elf program loaded as they
   say.  */

#ifndef TINY_PROGRAM_H
#define TINY_PROGRAM_H

#include <string.h>

#include "capture.h"
#include "input/objects.h"
#include "input/options.h"
#include "input/program.h"

enum
{
  TINY_WORDS = 8 /* words of a command line at most */
};

/* A program and the options that it was loaded with.  */
struct tiny_program
{
  char line[100];
  struct options options;
  struct program program;
};

/* Parse LINE, which is words apart by blanks, with the name of the program
   before them.  */
static inline void
tiny_options (struct tiny_program *tiny, const char *line)
{
  char *words[TINY_WORDS] = { tiny->line };
  struct diag diag = { 0 };
  int count = 1;
  snprintf (tiny->line, sizeof tiny->line, "gprof %s", line);
  for (char *blank = strchr (tiny->line, ' ');
       blank != NULL && count < TINY_WORDS; blank = strchr (blank, ' '))
    {
      *blank++ = '\0';
      words[count++] = blank;
    }
  tiny->options = (struct options){ 0 };
  if (options_parse (&tiny->options, count, words, false, &diag) != STATUS_OK)
    helper_failed ("options_parse", diag.text);
}

/* Load the program that the options name.  */
static inline enum status
tiny_load (struct tiny_program *tiny, struct diag *diag)
{
  enum status status = objects_open (&tiny->program, &tiny->options, diag);
  return status == STATUS_OK
             ? program_load (&tiny->program, &tiny->options, diag)
             : status;
}

static inline void
tiny_release (struct tiny_program *tiny)
{
  program_release (&tiny->program);
  options_release (&tiny->options);
}

#endif
