/* fuzz_options.c - the option parser.

   Input: a byte, odd for POSIXLY_CORRECT; then the arguments, each ended by a
   line feed.  */

#include "config.h"

#include <stdlib.h>

#include "fuzz.h"
#include "input/options.h"
#include "base/memory.h"

static void
check (const struct options *options)
{
  if (options->width < 0 || options->image == NULL
      || (options->profiles.count == 0 && !options->run)
      || options->run != (options->command != NULL))
    abort ();
}

void
fuzz_one (struct input input)
{
  const bool in_order = input_u8 (&input) & 1;
  char program[] = "gprof";
  VEC (char *) words = { 0 };
  vec_push (&words, program);
  for (char *word; (word = input_line (&input)) != NULL;)
    vec_push (&words, word);
  const int count = (int)words.count;
  vec_push (&words, NULL);
  struct diag diag = { .program = "fuzz", .stream = nowhere () };
  struct options options = { 0 };
  enum status status
      = options_parse (&options, count, words.items, in_order, &diag);
  if (status == STATUS_OK && options.action == ACTION_REPORT)
    check (&options);
  options_release (&options);
  diag_report (&diag);
  diag_release (&diag);
  for (int i = 1; i < count; i++)
    free (words.items[i]);
  vec_release (&words);
}
