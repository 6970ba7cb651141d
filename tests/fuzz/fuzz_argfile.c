/* fuzz_argfile.c - @FILE among the arguments.

   Input: the file.  The words go on to the option parser.  Words that name
   other files are expanded, too.  */

#include "config.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/argfile.h"
#include "fuzz.h"
#include "input/options.h"

void
fuzz_one (struct input input)
{
  char name[FILE_NAME_SIZE + 1] = "@";
  const int fd = memory_file (input, name + 1);
  char program[] = "gprof", last[] = "last";
  char *const argv[] = { program, name, last, NULL };
  struct diag diag = { .program = "fuzz", .stream = nowhere () };
  struct arguments arguments;
  struct options options = { 0 };
  enum status status = arguments_expand (&arguments, 3, argv, &diag);
  if (status == STATUS_OK
      && (arguments.words.count < 2
          || arguments.words.items[arguments.words.count] != NULL))
    abort ();
  if (status == STATUS_OK)
    options_parse (&options, (int)arguments.words.count, arguments.words.items,
                   false, &diag);
  options_release (&options);
  arguments_release (&arguments);
  diag_report (&diag);
  diag_release (&diag);
  close (fd);
}
