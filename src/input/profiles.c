/* profiles.c - all profile files of a run, added up.  */

#include "config.h"

#include "input/profiles.h"

#include "base/i18n.h"
#include "base/readahead.h"
#include "base/terminal.h"
#include "input/hints.h"
#include "input/objects.h"
#include "input/profile_names.h"

/* The loop over the files.  */
struct reading
{
  struct profile_builder builder;
  const struct options *options;
  const struct program *program;
  const struct target *target;
  const struct profiles_listener *listener;
  struct filemarks *inputs;
  struct infile *opened; /* see profiles_read */
  struct readahead *ahead;
  struct progress progress;
  const struct profile_names *names;
  struct profile_names own_names; /* that, unless OPTIONS have them */
  size_t left_out; /* files in directories that are no profiles */
  const char *first_left_out;
  bool saw_blocks; /* in any file; BUILDER may forget them with the next */
};

/* Is INFILE, file number I, one of a directory, and no profile, or a live file
   beside others (R20.42)?  */
static bool
is_left_out (struct reading *reading, const struct infile *infile, size_t i)
{
  const struct options *options = reading->options;
  if (!reading->names->listed.items[i]
      || (reader_recognises (infile, options->format, reading->target)
          && (options->live || !reader_is_live (infile))))
    return false;
  if (reading->left_out++ == 0)
    reading->first_left_out = reading->names->files.items[i];
  return true;
}

/* Make INFILE what was opened before, if it is of file number I.  */
static bool
take_opened (struct reading *reading, struct infile *infile, size_t i)
{
  struct infile *opened = reading->opened;
  if (i > 0 || opened == NULL || opened->data == NULL)
    return false;
  infile_release (infile);
  *infile = *opened;
  *opened = (struct infile){ .fd = -1 };
  return true;
}

/* Read the next file, which is number I.  */
static enum status
read_next (struct reading *reading, size_t i, struct diag *diag)
{
  const struct options *options = reading->options;
  const struct profiles_listener *listener = reading->listener;
  const char *name = reading->names->files.items[i];
  struct record_counts counts = { 0 };
  struct infile *infile;
  enum status status = STATUS_OK;
  const struct profile_origin origin
      = objects_origin (reading->program, name, options->live);
  profile_builder_set_origin (&reading->builder, &origin);
  reading->builder.file_bins.count = 0;
  reading->builder.thread_bins.count = 0;
  if (!readahead_next (reading->ahead, &infile)
      && !take_opened (reading, infile, i))
    status = reader_open_file (infile, name, diag);
  const bool is_read
      = status == STATUS_OK && !is_left_out (reading, infile, i);
  if (is_read)
    status = reader_read_opened (infile, options->format, reading->target,
                                 &reading->builder, &counts, diag);
  if (status != STATUS_OK)
    hint_of_absence (options, name, program_main (reading->program), diag);
  infile_close (infile);
  if (status != STATUS_OK || !is_read)
    return status;
  reading->saw_blocks
      = reading->saw_blocks || reading->builder.so_far.has_blocks;
  if (reading->inputs != NULL)
    filemarks_add (reading->inputs, name, &infile->mark);
  return listener != NULL ? listener->read (listener->context, name, infile,
                                            &reading->builder, &counts, diag)
                          : STATUS_OK;
}

static enum status
read_all (struct reading *reading, struct profile *profile, struct diag *diag)
{
  const struct options *options = reading->options;
  const struct profiles_listener *listener = reading->listener;
  enum status status = STATUS_OK;
  reading->names = options->found;
  if (reading->names == NULL)
    {
      reading->names = &reading->own_names;
      status
          = profile_names_expand (&reading->own_names, options->profiles.items,
                                  options->profiles.count,
                                  !options->quirks.reads_no_directories, diag);
    }
  if (status != STATUS_OK)
    return status;
  const size_t count = reading->names->files.count;
  reading->ahead = readahead_start (reading->names->files.items,
                                    reading->names->regular.items, count,
                                    options->jobs, READAHEAD_MEMORY);
  progress_start (&reading->progress,
                  listener != NULL && listener->prints ? NULL : diag->stream);
  for (size_t i = 0; i < count && status == STATUS_OK; i++)
    {
      status = read_next (reading, i, diag);
      progress_files (&reading->progress, i + 1, count);
    }
  progress_end (&reading->progress);
  readahead_stop (reading->ahead);
  if (status != STATUS_OK)
    return status;
  if (reading->left_out > 0 && reading->left_out == count)
    return diag_fail (diag, STATUS_FORMAT,
                      PLACE_FILE (options->profiles.items[0]),
                      _ ("no file in the directory is a profile"));
  if (reading->left_out > 0)
    diag_note (diag, NULL,
               /* TRANSLATORS: %s is a file.  */
               P_ ("%zu file in a directory is left out, since it is no "
                   "profile: '%s'",
                   "%zu files in directories are left out, since they are "
                   "no profiles: the first is '%s'",
                   reading->left_out),
               reading->left_out, reading->first_left_out);
  return profile_builder_finish (&reading->builder, profile, diag);
}

enum status
profiles_read (struct profile *profile, const struct options *options,
               const struct program *program,
               const struct profiles_listener *listener,
               struct filemarks *inputs, struct infile *opened,
               struct diag *diag)
{
  struct reading reading = { .options = options,
                             .program = program,
                             .target = program_target (program),
                             .listener = listener,
                             .inputs = inputs,
                             .opened = opened };
  profile_builder_start (&reading.builder, &options->quirks);
  reading.builder.keeps_bins = listener != NULL && listener->needs_bins;
  reading.builder.keeps_threads = listener != NULL && listener->needs_threads;
  reading.builder.keeps_processes
      = listener != NULL && listener->needs_processes;
  enum status status = reader_check_format (options, diag);
  if (status == STATUS_OK)
    status = read_all (&reading, profile, diag);
  profile_builder_release (&reading.builder);
  profile_names_release (&reading.own_names, &profile->names);
  if (status == STATUS_OK && reading.saw_blocks && !options->by_line)
    diag_warn (diag, NULL,
               _ ("basic-block counts are ignored: they belong to lines, so "
                  "'-l' is needed"));
  return status;
}
