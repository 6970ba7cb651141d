/* profiles.c - all profile files of a run, added up.  */

#include "config.h"

#include "input/profiles.h"

#include "input/hints.h"
#include "base/i18n.h"
#include "base/progress.h"
#include "base/readahead.h"

/* The loop over the files.  */
struct reading
{
  struct profile_builder builder;
  const struct options *options;
  const struct target *target;
  const struct object *writer;
  const struct profiles_listener *listener;
  struct filemarks *inputs;
  struct readahead *ahead;
  struct progress progress;
  bool saw_blocks; /* in any file; BUILDER may forget them with the next */
};

/* Read INFILE, which is called NAME, if it was LOADED, or else from the
   start.  */
static enum status
read_file (struct reading *reading, struct infile *infile, bool loaded,
           const char *name, struct record_counts *counts, struct diag *diag)
{
  enum status status
      = loaded ? STATUS_OK : reader_open_file (infile, name, diag);
  if (status == STATUS_OK)
    status = reader_read_opened (infile, reading->options->format,
                                 reading->target, &reading->builder, counts,
                                 diag);
  if (status != STATUS_OK)
    hint_of_profile (reading->options, reading->writer, name, diag);
  infile_close (infile);
  return status;
}

/* Read the next file, which is called NAME.  */
static enum status
read_next (struct reading *reading, const char *name, struct diag *diag)
{
  const struct profiles_listener *listener = reading->listener;
  struct record_counts counts = { 0 };
  struct infile *infile;
  const bool loaded = readahead_next (reading->ahead, &infile);
  enum status status
      = read_file (reading, infile, loaded, name, &counts, diag);
  if (status != STATUS_OK)
    return status;
  reading->saw_blocks
      = reading->saw_blocks || reading->builder.so_far.has_blocks;
  if (reading->inputs != NULL
      && !filemarks_add (reading->inputs, name, &infile->mark))
    return diag_no_memory (diag);
  if (listener != NULL)
    listener->read (listener->context, name, &reading->builder, &counts);
  return STATUS_OK;
}

static enum status
read_all (struct reading *reading, struct profile *profile, struct diag *diag)
{
  const struct options *options = reading->options;
  const size_t count = options->profiles.count;
  enum status status
      = readahead_start (&reading->ahead, options->profiles.items, count,
                         options->jobs, READAHEAD_MEMORY, diag);
  progress_start (&reading->progress,
                  reading->listener != NULL ? NULL : diag->stream);
  for (size_t i = 0; i < count && status == STATUS_OK; i++)
    {
      status = read_next (reading, options->profiles.items[i], diag);
      progress_files (&reading->progress, i + 1, count);
    }
  progress_end (&reading->progress);
  readahead_stop (reading->ahead);
  return status == STATUS_OK
             ? profile_builder_finish (&reading->builder, profile, diag)
             : status;
}

enum status
profiles_read (struct profile *profile, const struct options *options,
               const struct target *target, const struct object *writer,
               const struct profiles_listener *listener,
               struct filemarks *inputs, struct diag *diag)
{
  struct reading reading = { .options = options,
                             .target = target,
                             .writer = writer,
                             .listener = listener,
                             .inputs = inputs };
  profile_builder_start (&reading.builder, &options->quirks);
  enum status status = reader_check_format (options->format, diag);
  if (status == STATUS_OK)
    status = read_all (&reading, profile, diag);
  profile_builder_release (&reading.builder);
  if (status == STATUS_OK && reading.saw_blocks && !options->by_line)
    diag_warn (diag, NULL,
               _ ("basic-block counts are ignored: they belong to lines, so "
                  "'-l' is needed"));
  return status;
}
