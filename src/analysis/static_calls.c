/* static_calls.c - the calls in the program's machine code, for -c, object by
   object.  */

#include "config.h"

#include "analysis/static_calls.h"

#include <stddef.h>

#include "base/i18n.h"

/* Read the code of OBJECT and search it for calls.  */
static enum status
search (struct static_calls *found, const struct object *object,
        const struct options *options, const struct program *program,
        const struct profile *profile, struct diag *diag)
{
  struct text_section code;
  enum status status = object_read_code (object, &code, diag);
  if (status == STATUS_OK)
    {
      found->found = true;
      status
          = callscan_find (&found->calls, &code, program_target (program),
                           profile, &program->symtab, &options->quirks, diag);
    }
  text_section_release (&code);
  return status == STATUS_ABSENT ? STATUS_OK : status;
}

enum status
static_calls_find (struct static_calls *found, const struct options *options,
                   const struct program *program,
                   const struct profile *profile, struct diag *diag)
{
  if (!options->static_calls || !profile->has_arcs)
    return STATUS_OK;
  if (!callscan_knows (program_target (program), &options->quirks))
    {
      diag_warn (diag, PLACE_FILE (program_main (program)->name),
                 _ ("cannot find calls in code for this machine; "
                    "option '-c' has no effect"));
      return STATUS_OK;
    }
  enum status status = STATUS_OK;
  for (size_t i = 0; i < program->objects.count && status == STATUS_OK; i++)
    status = search (found, &program->objects.items[i], options, program,
                     profile, diag);
  return status;
}

const struct callscan *
static_calls_of (const struct static_calls *found)
{
  return found->found ? &found->calls : NULL;
}

void
static_calls_release (struct static_calls *found)
{
  callscan_release (&found->calls);
}
