/* fuzz_kind.c - what a file is, by its first bytes.

   Input: the file.  The message must not depend on bytes behind the first
   FILE_KIND_ENOUGH.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "model/file_kind.h"
#include "fuzz.h"

/* Is a copy of exactly SIZE bytes, so that sanitizers notice one that is read
   behind them, refused for USE?  */
static bool
refuses (const unsigned char *data, size_t size, enum file_use use)
{
  struct diag diag = { .program = "fuzz", .stream = nowhere () };
  unsigned char *copy = malloc (size > 0 ? size : 1);
  if (copy == NULL)
    fuzz_give_up ("malloc");
  if (size > 0)
    memcpy (copy, data, size);
  const bool refused = file_kind_refuse (copy, size, use, "file", &diag);
  if (refused != (diag.status == STATUS_FORMAT))
    abort ();
  diag_report (&diag);
  diag_release (&diag);
  free (copy);
  return refused;
}

void
fuzz_one (struct input input)
{
  for (unsigned use = 0; use < FILE_USES; use++)
    {
      const bool refused
          = refuses (input.next, input.left, (enum file_use)use);
      if (input.left > FILE_KIND_ENOUGH
          && refuses (input.next, FILE_KIND_ENOUGH, (enum file_use)use)
                 != refused)
        abort ();
    }
}
