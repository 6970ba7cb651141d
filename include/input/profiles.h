/* profiles.h - all profile files of a run, added up.  */

#ifndef PROFILES_H
#define PROFILES_H

#include "base/diag.h"
#include "base/filemark.h"
#include "input/options.h"
#include "input/program.h"
#include "input/reader.h"
#include "model/profile_builder.h"

/* Called for each file directly after it was read.  */
struct profiles_listener
{
  /* COUNTS is what the file NAME held, INFILE has its bytes; BUILDER has all
     files so far.  If it fails, so does profiles_read.  */
  enum status (*read) (void *context, const char *name,
                       const struct infile *infile,
                       const struct profile_builder *builder,
                       const struct record_counts *counts, struct diag *diag);
  void *context;
  bool prints;          /* READ does, so no progress is shown */
  bool needs_bins;      /* BUILDER's file_bins are those of the file, */
  bool needs_threads;   /* its thread_bins likewise, */
  bool needs_processes; /* and its process_ticks are of all files */
};

/* Read the files that OPTIONS name in their order, with the profiles in
   directories among them (profile_names.h), into PROFILE, zeroed, and
   finish it.  PROGRAM's objects must be open; the image is asked, if a file is
   not there, why it may not have been written.  LISTENER may be null, and then
   a user at a terminal who has to wait sees how far we are.  INPUTS gets the
   marks of the files, unless it is null.  OPENED is null, or what was opened and
   begun of the first file, which is taken from there, or not open.  Warns of
   basic blocks that OPTIONS do not use, and of files in directories that are no
   profiles.

   STATUS_UNSUPPORTED as reader_check_format; STATUS_FORMAT if the
   directories have no profile, and no file was named; otherwise what
   profile_names_expand, reader_read_opened and profile_builder_finish say, at
   the first file that fails.  */
enum status profiles_read (struct profile *profile,
                           const struct options *options,
                           const struct program *program,
                           const struct profiles_listener *listener,
                           struct filemarks *inputs, struct infile *opened,
                           struct diag *diag);

#endif
