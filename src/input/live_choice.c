/* live_choice.c - are the profiles of a run live files (R20.42)?  */

#include "config.h"

#include "input/live_choice.h"

#include <string.h>

#include "base/i18n.h"
#include "base/infile.h"
#include "input/reader.h"
#include "model/gmon_format.h"

enum kind
{
  KIND_LIVE,
  KIND_COUNTS, /* one of the GNU C library's kind */
  KIND_NONE    /* or it is not known */
};

/* Set *KIND to that of file number I of NAMES, which is not opened unless it is
   an ordinary one.  */
static enum status
find_kind (const struct profile_names *names, size_t i, enum kind *kind,
           struct diag *diag)
{
  struct diag tried = { .program = diag->program, .stream = diag->stream };
  struct infile file = { .fd = -1 };
  *kind = KIND_NONE;
  if (names->regular.items[i]
      && reader_open_file (&file, names->files[i], &tried) == STATUS_OK)
    {
      if (reader_is_live (&file))
        *kind = KIND_LIVE;
      else if (file.size >= MAGIC_COOKIE_SIZE
               && memcmp (file.data, MAGIC_COOKIE, MAGIC_COOKIE_SIZE) == 0)
        *kind = KIND_COUNTS;
    }
  infile_release (&file);
  const enum status status
      = reader_leave_failure (names->files[i], &tried, diag);
  return status == STATUS_ABSENT ? STATUS_OK : status;
}

/* Set *LIVE to whether NAMES are live files.  One that the user names decides,
   and before that, one of a directory that is another profile.  */
static enum status
are_live (struct profile_names *names, bool *live, struct diag *diag)
{
  enum status status = STATUS_OK;
  bool decided = false;
  *live = false;
  for (size_t i = 0; i < names->count && status == STATUS_OK && !decided; i++)
    {
      enum kind kind;
      const bool is_listed = profile_names_is_listed (names, i);
      status = find_kind (names, i, &kind, diag);
      decided = !is_listed || kind == KIND_COUNTS;
      *live = kind == KIND_LIVE || (*live && !decided);
      names->has_counts = i == 0 && !is_listed && kind == KIND_COUNTS;
    }
  return status;
}

/* Set *FOUND to NAMES, which become the files that ARGUMENTS[0 .. COUNT-1]
   mean, and *LIVE to whether they are live ones.  */
static enum status
judge (struct profile_names *names, const char *const *arguments, size_t count,
       const struct profile_names **found, bool *live, struct diag *diag)
{
  struct diag unsaid = { .status = STATUS_IO };
  const enum status status
      = profile_names_expand (names, arguments, count, true, &unsaid);
  *found = status == STATUS_OK ? names : NULL;
  *live = false;
  if (status == STATUS_OK)
    return are_live (names, live, diag);
  return status == STATUS_NO_MEMORY ? diag_no_memory (diag) : STATUS_OK;
}

enum status
live_choose (struct found_profiles *found, struct options *options,
             struct diag *diag)
{
  /* These exclude exact attribution (R14.40).  */
  const unsigned plain = LISTING_SUM | LISTING_FILE_ORDER;
  if (options->quirks.knows_no_libraries
      || options->quirks.reads_no_directories
      || options->format != FORMAT_AUTO)
    return STATUS_OK;
  enum status status
      = judge (&found->new, options->profiles.items, options->profiles.count,
               &options->found, &options->live, diag);
  if (status == STATUS_OK)
    status = judge (&found->old, options->old_profiles.items,
                    options->old_profiles.count, &options->old_found,
                    &options->old_live, diag);
  if (status != STATUS_OK || (!options->live && !options->old_live))
    return status;
  if (!options->attribution_named && !(options->requested & plain))
    options->exact = true;
  if (options->requested & LISTING_SUM)
    return diag_fail (diag, STATUS_UNSUPPORTED,
                      PLACE_FILE (options->profiles.items[0]),
                      /* TRANSLATORS: a live file is what the recorder of calls
                         and samples writes while the program runs.  */
                      _ ("'-s' does not add up live files; name them all "
                         "where the sum is wanted"));
  return STATUS_OK;
}

void
found_profiles_release (struct found_profiles *found)
{
  profile_names_close (&found->new);
  profile_names_close (&found->old);
}
