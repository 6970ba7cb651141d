/* hints.c - why an input file may be missing.  */

#include "config.h"

#include "input/hints.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/paths.h"

/* Why WRITER may have written none.  */
static void
hint_of_no_profile (const struct object *writer, struct diag *diag)
{
  struct profiling profiling;
  object_profiling (writer, &profiling);
  if (profiling.is_hosted && !profiling.starts_profiling)
    diag_hint (diag,
               _ ("'%s' was linked without -pg, so it writes no profile"),
               writer->name);
  else
    diag_hint (diag,
               _ ("a program linked with -pg writes gmon.out into the "
                  "directory where it ends, and only if it ends by exit or "
                  "by a return from main"));
}

void
hint_of_absence (const struct options *options, const char *name,
                 const struct object *writer, struct diag *diag)
{
  const struct loose_word *loose = options_find_loose (options, name);
  if (diag->status != STATUS_IO || strcmp (name, "-") == 0
      || access (name, F_OK) == 0 || errno != ENOENT)
    return;
  /* It may have been meant for the option before.  */
  if (loose != NULL && strchr (name, '/') == NULL && loose->by_name)
    diag_hint (diag,
               _ ("if '%s' is meant for '--%s', write it behind '=': "
                  "--%s=%s"),
               name, loose->option->name, loose->option->name, name);
  else if (loose != NULL && strchr (name, '/') == NULL)
    diag_hint (diag,
               _ ("if '%s' is meant for '-%c', write it without a blank: "
                  "-%c%s"),
               name, loose->option->key, loose->option->key, name);
  if (writer == NULL && options->default_image)
    diag_hint (diag,
               _ ("usage: %s [OPTION]... [IMAGE [PROFILE]...]; IMAGE is "
                  "a.out if none is named"),
               path_base (diag->program));
  else if (writer != NULL && strcmp (path_base (name), "gmon.out") == 0)
    hint_of_no_profile (writer, diag);
}
