/* profile_names.c - the files that profile arguments mean, also for the
   name of a live file.  */

#include "config.h"

#include "input/profile_names.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/i18n.h"
#include "base/infile.h"
#include "base/paths.h"
#include "input/reader.h"
#include "model/gmon_format.h"

/* The kind of file that NAME is, or 0.  */
static mode_t
mode_of (const char *name)
{
  struct stat about;
  return stat (name, &about) == 0 ? about.st_mode : 0;
}

/* Add the file NAME; until NAMES own a list it is the next argument.  */
static void
add_name (struct profile_names *names, const char *name, bool listed,
          bool regular)
{
  vec_push (&names->regular, regular);
  if (names->owns)
    {
      vec_push (&names->own, name);
      vec_push (&names->listed, listed);
    }
  names->count++;
}

/* From now on NAMES own a list, in which so far the first COUNT ARGUMENTS
   are.  */
static void
begin_own (struct profile_names *names, const char *const *arguments,
           size_t count)
{
  names->owns = true;
  for (size_t i = 0; i < count; i++)
    {
      vec_push (&names->own, arguments[i]);
      vec_push (&names->listed, false);
    }
}

/* Add the file that is ENTRY of DIRECTORY if it is an ordinary one.  */
static void
add_listed (struct profile_names *names, const char *directory,
            const struct dirent *entry)
{
  const char *name = entry->d_name;
  const size_t length = strlen (directory), size = strlen (name) + 1;
  /* No directory has the empty name.  */
  const bool has_slash = directory[length - 1] == '/';
  char *path = arena_alloc (&names->memory, length + !has_slash + size);
  memcpy (path, directory, length);
  path[length] = '/';
  memcpy (path + length + !has_slash, name, size);
  if (path_is_regular (path))
    add_name (names, path, true, true);
}

static enum status
read_directory (struct profile_names *names, const char *name,
                struct diag *diag)
{
  DIR *directory = opendir (name);
  if (directory == NULL)
    return diag_fail_errno (diag, name, errno, _ ("cannot open"));
  enum status status = STATUS_OK;
  const struct dirent *entry;
  while (errno = 0, (entry = readdir (directory)) != NULL)
    add_listed (names, name, entry);
  if (errno != 0)
    status = diag_fail_errno (diag, name, errno, _ ("cannot read"));
  closedir (directory);
  return status;
}

/* Names in one directory differ.  */
static int
compare_names (const void *a, const void *b)
{
  const char *const *x = a, *const *y = b;
  return strcmp (*x, *y);
}

static enum status
expand_directory (struct profile_names *names, const char *name,
                  struct diag *diag)
{
  const size_t before = names->count;
  enum status status = read_directory (names, name, diag);
  if (status != STATUS_OK)
    return status;
  if (names->count == before)
    return diag_fail (diag, STATUS_FORMAT, PLACE_FILE (name),
                      _ ("the directory has no files in it"));
  qsort (names->own.items + before, names->count - before,
         sizeof *names->own.items, compare_names);
  return STATUS_OK;
}

/* Add what ARGUMENTS[I] means.  */
static enum status
add_argument (struct profile_names *names, const char *const *arguments,
              size_t i, struct diag *diag)
{
  const char *name = arguments[i];
  const mode_t mode = strcmp (name, "-") != 0 ? mode_of (name) : 0;
  if (!S_ISDIR (mode))
    {
      add_name (names, name, false, S_ISREG (mode));
      return STATUS_OK;
    }
  if (!names->owns)
    begin_own (names, arguments, i);
  return expand_directory (names, name, diag);
}

enum status
profile_names_expand (struct profile_names *names,
                      const char *const *arguments, size_t count, bool expands,
                      struct diag *diag)
{
  enum status status = STATUS_OK;
  vec_reserve (&names->regular, count);
  for (size_t i = 0; i < count && status == STATUS_OK; i++)
    if (expands)
      status = add_argument (names, arguments, i, diag);
    else
      add_name (names, arguments[i], false, false);
  names->files = names->owns ? names->own.items : arguments;
  return status;
}

bool
profile_names_is_listed (const struct profile_names *names, size_t i)
{
  return names->owns && names->listed.items[i];
}

void
profile_names_release (struct profile_names *names, struct arena *memory)
{
  *memory = names->memory;
  vec_release (&names->regular);
  vec_release (&names->own);
  vec_release (&names->listed);
  *names = (struct profile_names){ 0 };
}

void
profile_names_close (struct profile_names *names)
{
  struct arena memory;
  profile_names_release (names, &memory);
  arena_release (&memory);
}

/* --- Live files ---------------------------------------------------------- */

/* Are the profiles of a run live files (R20.42)?  */

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
  const enum status status = reader_leave_failure (&tried, diag);
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
   mean, and *LIVE to whether they are live ones.  If that cannot be known, which
   those will report who read them, *FOUND is null.  */
static enum status
judge (struct profile_names *names, const char *const *arguments, size_t count,
       const struct profile_names **found, bool *live, struct diag *diag)
{
  struct diag unsaid = { .status = STATUS_IO };
  *found = NULL;
  *live = false;
  if (profile_names_expand (names, arguments, count, true, &unsaid)
      != STATUS_OK)
    return STATUS_OK;
  *found = names;
  return are_live (names, live, diag);
}

enum status
live_choose (struct found_profiles *found, struct options *options,
             struct diag *diag)
{
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
  options_prefer_exact (options, true);
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
