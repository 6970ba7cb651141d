/* fuzz_kind.c - what a file is, by its first bytes.

   Input: the file.  The message must not depend on bytes behind the first
   FILE_KIND_ENOUGH, and every known kind has one, at least for one use.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "model/file_kind.h"
#include "fuzz.h"

/* The kind of a copy of exactly SIZE bytes, so that sanitizers notice one that
   is read behind them.  */
static enum file_kind
kind_of_copy (const unsigned char *data, size_t size)
{
  unsigned char *copy = malloc (size > 0 ? size : 1);
  if (copy == NULL)
    fuzz_give_up ("malloc");
  if (size > 0)
    memcpy (copy, data, size);
  const enum file_kind kind = file_kind_of (copy, size);
  free (copy);
  return kind;
}

void
fuzz_one (struct input input)
{
  const enum file_kind kind = kind_of_copy (input.next, input.left);
  if (kind >= FILE_KINDS || (kind == FILE_EMPTY) != (input.left == 0)
      || (input.left > FILE_KIND_ENOUGH
          && kind_of_copy (input.next, FILE_KIND_ENOUGH) != kind))
    abort ();
  bool said = false;
  for (unsigned use = 0; use < FILE_USES; use++)
    {
      struct diag diag = { .program = "fuzz", .stream = nowhere () };
      const bool refused
          = file_kind_refuse (kind, (enum file_use)use, "file", &diag);
      if (refused != (diag.status == STATUS_FORMAT))
        abort ();
      said = said || refused;
      diag_report (&diag);
      diag_release (&diag);
    }
  if (said != (kind != FILE_UNKNOWN))
    abort ();
}
