/* static_calls.c - the calls in the program's machine code, for -c.  */

#include "config.h"

#include "analysis/static_calls.h"

#include <stddef.h>

#include "base/i18n.h"

/* Read the code and search it for calls.  */
static enum status
search (struct static_calls *found, const struct options *options,
        const struct program *program, const struct profile *profile,
        struct diag *diag)
{
  enum status status = image_read_code (program->image, &found->code, diag);
  if (status != STATUS_OK)
    return status == STATUS_ABSENT ? STATUS_OK : status;
  found->found = true;
  return callscan_find (&found->calls, &found->code, program_target (program),
                        profile, &program->symtab, &options->quirks, diag);
}

enum status
static_calls_find (struct static_calls *found, const struct options *options,
                   const struct program *program,
                   const struct profile *profile, struct diag *diag)
{
  if (!options->static_calls || !profile->has_arcs)
    return STATUS_OK;
  if (callscan_knows (program_target (program), &options->quirks))
    return search (found, options, program, profile, diag);
  diag_warn (diag, PLACE_FILE (options->image),
             _ ("cannot find calls in code for this machine; "
                "option '-c' has no effect"));
  return STATUS_OK;
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
  text_section_release (&found->code);
}
