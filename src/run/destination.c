/* destination.c - where the report goes.  */

#include "config.h"

#include "run/destination.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/memory.h"
#include "base/process.h"
#include "output/formats.h"
#include "run/pattern.h"

/* Is there a file of --output?  */
static bool
to_file (const struct options *options)
{
  return options->output_name != NULL
         && strcmp (options->output_name, "-") != 0;
}

void
destination_start (struct destination *destination,
                   const struct options *options, struct diag *diag)
{
  /* Not zeroed: most of the buffer is never used.  */
  destination->standard = memory_new (sizeof *destination->standard);
  struct output *output = destination->standard;
  output_open (output, STDOUT_FILENO);
  destination->size = terminal_size (STDOUT_FILENO);
  destination->has_messages = process_shares_terminal ();
  if (options->pager && output->to_terminal && !to_file (options))
    pager_use (&destination->pager, output, diag);
  if (options->report_format == REPORT_TEXT && !to_file (options)
      && (options->colour == COLOUR_ALWAYS
          || !options->quirks.ignores_terminal)
      && terminal_wants_colours (STDOUT_FILENO, options->colour))
    output_use_colours (output);
}

enum status
destination_choose (struct destination *destination,
                    const struct options *options, uint32_t process,
                    struct diag *diag)
{
  if (destination->report != NULL)
    return STATUS_OK;
  if (!to_file (options))
    destination->report = destination->standard;
  else
    {
      enum status status
          = pattern_expand (&destination->name, options->output_name,
                            "--output", process, diag);
      if (status != STATUS_OK)
        return status;
      struct outfile *outfile = array_new (1, sizeof *outfile);
      status = outfile_open (outfile, destination->name, OUTFILE_ANYTHING, -1,
                             diag);
      if (status != STATUS_OK)
        {
          free (outfile);
          return status;
        }
      destination->outfile = outfile;
      destination->report = &outfile->output;
    }
  return formats_check_output (options, destination->report, diag);
}

/* Is the file NAME the one of MARK?  */
static bool
is_called (const char *name, const struct filemark *mark)
{
  const struct filemark named = filemark_of_name (name);
  return filemark_same_file (&named, mark);
}

/* Would the report, the file NAME, replace a file that the run has read?  */
static bool
replaces_input (const char *name, const struct options *options,
                const struct filemarks *inputs)
{
  const struct filemark mark = filemark_of_name (name);
  bool found = is_called (options->image, &mark)
               || (options->diff_image != NULL
                   && is_called (options->diff_image, &mark))
               || filemarks_have (inputs, &mark);
  for (size_t i = 0; i < options->old_profiles.count && !found; i++)
    found = is_called (options->old_profiles.items[i], &mark);
  return found;
}

static enum status
close_file (struct destination *destination, const struct options *options,
            const struct filemarks *inputs, enum status status,
            struct diag *diag)
{
  if (destination->outfile == NULL)
    return status;
  /* A failure that ended nothing, such as a source that could not be read, is
     one, too.  */
  if (status == STATUS_OK)
    status = diag->status;
  if (status == STATUS_OK
      && replaces_input (destination->name, options, inputs))
    status = diag_fail (diag, STATUS_USAGE, PLACE_FILE (destination->name),
                        _ ("the report would replace a file that is read"));
  if (status == STATUS_OK)
    status = outfile_commit (destination->outfile, NULL, diag);
  else
    outfile_abandon (destination->outfile);
  free (destination->outfile);
  destination->outfile = NULL;
  destination->report = NULL;
  return status;
}

/* The listing may have scrolled warnings off the terminal, and is perhaps more
   than was wanted.  */
static void
print_behind_listing (const struct destination *destination,
                      const struct options *options, unsigned listings,
                      struct diag *diag)
{
  const struct output *output = destination->standard;
  if (!destination->has_messages)
    return;
  diag_repeat (diag);
  if (options->run && !options->chooses_report)
    diag_note (diag, NULL,
               _ ("the functions that took most; '-p -q' prints all, "
                  "'--output=FILE.html' makes a page"));
  else if (!output->is_paged && options->top == 0
           && !options->quirks.ignores_terminal && destination->size.rows > 0
           && (listings & (LISTING_FLAT | LISTING_GRAPH))
           && output->lines >= (size_t)destination->size.rows)
    diag_note (diag, NULL,
               P_ ("the listing has %zu line; see '--top', '-b' and "
                   "'--pager'",
                   "the listing has %zu lines; see '--top', '-b' and "
                   "'--pager'",
                   output->lines),
               output->lines);
}

enum status
destination_close (struct destination *destination,
                   const struct options *options, unsigned listings,
                   const struct filemarks *inputs, enum status status,
                   struct diag *diag)
{
  status = close_file (destination, options, inputs, status, diag);
  /* What was prepared before a failure is no listing.  */
  if (status != STATUS_OK)
    output_discard (destination->standard);
  enum status closed
      = output_close (destination->standard, _ ("standard output"), diag);
  pager_end (&destination->pager);
  if (status == STATUS_OK && closed == STATUS_OK
      && destination->standard->has_written)
    print_behind_listing (destination, options, listings, diag);
  return status == STATUS_OK ? closed : status;
}

void
destination_abandon (struct destination *destination)
{
  if (destination->outfile != NULL)
    outfile_abandon (destination->outfile);
  destination->outfile = NULL;
  if (destination->pager.process == 0)
    return;
  close (destination->standard->fd);
  pager_end (&destination->pager);
}

void
destination_release (struct destination *destination)
{
  free (destination->standard);
  free (destination->name);
  *destination = (struct destination){ 0 };
}
