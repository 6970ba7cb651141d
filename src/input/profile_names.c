/* profile_names.c - the files that profile arguments mean, and whether they are
   live files.  */

#include "config.h"

#include "input/profile_names.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/i18n.h"
#include "base/infile.h"
#include "base/memory.h"
#include "base/paths.h"
#include "input/reader.h"

static void
add_name (struct profile_names *names, const char *name, bool listed,
          bool regular)
{
  vec_push (&names->files, name);
  vec_push (&names->listed, listed);
  vec_push (&names->regular, regular);
}

/* Add the file that is ENTRY of DIRECTORY if it is an ordinary one.  */
static void
add_listed (struct profile_names *names, const char *directory,
            const struct dirent *entry)
{
  /* No directory has the empty name.  */
  const bool has_slash = directory[strlen (directory) - 1] == '/';
  const char *path = arena_format (&names->memory, "%s%s%s", directory,
                                   has_slash ? "" : "/", entry->d_name);
  if (path_is_regular (path))
    add_name (names, path, true, true);
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
  const size_t before = names->files.count;
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
  if (status != STATUS_OK)
    return status;
  if (names->files.count == before)
    return diag_fail (diag, STATUS_FORMAT, PLACE_FILE (name),
                      _ ("the directory has no files in it"));
  qsort (names->files.items + before, names->files.count - before,
         sizeof *names->files.items, compare_names);
  return STATUS_OK;
}

enum status
profile_names_expand (struct profile_names *names,
                      const char *const *arguments, size_t count, bool expands,
                      struct diag *diag)
{
  enum status status = STATUS_OK;
  for (size_t i = 0; i < count && status == STATUS_OK; i++)
    {
      const char *name = arguments[i];
      struct stat about;
      const bool is_seen
          = expands && strcmp (name, "-") != 0 && stat (name, &about) == 0;
      if (is_seen && S_ISDIR (about.st_mode))
        status = expand_directory (names, name, diag);
      else
        add_name (names, name, false, is_seen && S_ISREG (about.st_mode));
    }
  return status;
}

void
profile_names_release (struct profile_names *names, struct arena *memory)
{
  *memory = names->memory;
  vec_release (&names->files);
  vec_release (&names->regular);
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

bool
profile_names_library (const char *name, size_t length)
{
  static const char suffix[] = ".so";
  const size_t size = sizeof suffix - 1;
  for (size_t i = 1; i + size <= length; i++)
    if (memcmp (name + i, suffix, size) == 0
        && (i + size == length || name[i + size] == '.'))
      return true;
  return false;
}

/* --- Live files ---------------------------------------------------------- */

/* Is there a live file of the run whose other files begin with the first LENGTH
   bytes of NAME?  */
static bool
has_live (const char *name, size_t length)
{
  char *live = memory_format ("%.*s.live", (int)length, name);
  const bool found = path_is_regular (live);
  free (live);
  return found;
}

/* Is the file NAME what the recorder wrote for other readers, beside a live file
   of the same run: of the program, or of a library, whose name it ends in?  */
static bool
is_beside_live (const char *name)
{
  if (has_live (name, strlen (name)))
    return true;
  for (const char *dot = path_base (name);
       (dot = strchr (dot, '.')) != NULL
       && profile_names_library (dot + 1, strlen (dot + 1));
       dot++)
    if (has_live (name, (size_t)(dot - name)))
      return true;
  return false;
}

/* Leave out of NAMES, which are live files, those of directories that are beside
   one.  */
static void
leave_out_doubles (struct profile_names *names)
{
  size_t kept = 0;
  for (size_t i = 0; i < names->files.count; i++)
    {
      if (names->listed.items[i] && is_beside_live (names->files.items[i]))
        continue;
      names->files.items[kept] = names->files.items[i];
      names->listed.items[kept] = names->listed.items[i];
      names->regular.items[kept++] = names->regular.items[i];
    }
  names->files.count = names->listed.count = names->regular.count = kept;
}

/* Set *LIVE to whether NAMES are live files (R20.42).  One that the user names
   decides, and before that, one of a directory that is another profile, and is
   not beside a live file.  Only ordinary files are opened.  */
static enum status
are_live (const struct profile_names *names, bool *live, struct diag *diag)
{
  enum status status = STATUS_OK;
  bool decided = false;
  for (size_t i = 0; i < names->files.count && status == STATUS_OK && !decided;
       i++)
    {
      struct diag tried = { .program = diag->program, .stream = diag->stream };
      struct infile file = { .fd = -1 };
      bool is_live = false, has_counts = false;
      if (names->regular.items[i]
          && reader_open_file (&file, names->files.items[i], &tried)
                 == STATUS_OK)
        {
          is_live = reader_is_live (&file);
          has_counts
              = reader_recognises (&file, FORMAT_MAGIC, &(struct target){ 0 });
        }
      infile_release (&file);
      status = reader_leave_failure (&tried, diag);
      if (status == STATUS_ABSENT)
        status = STATUS_OK;
      decided = !names->listed.items[i]
                || (has_counts && !is_beside_live (names->files.items[i]));
      *live = is_live || (*live && !decided);
    }
  return status;
}

/* Set *FOUND to NAMES, which become the files that ARGUMENTS[0 .. COUNT-1]
   mean, and *LIVE to whether they are live ones, if their FORMAT is open.  If
   that cannot be known, which those will report who read them, *FOUND is
   null.  */
static enum status
judge (struct profile_names *names, const char *const *arguments, size_t count,
       enum profile_format format, const struct profile_names **found,
       bool *live, struct diag *diag)
{
  struct diag unsaid = { .status = STATUS_IO };
  *found = NULL;
  *live = false;
  if (profile_names_expand (names, arguments, count, true, &unsaid)
      != STATUS_OK)
    return STATUS_OK;
  *found = names;
  const enum status status
      = format == FORMAT_AUTO ? are_live (names, live, diag) : STATUS_OK;
  if (status == STATUS_OK && *live)
    leave_out_doubles (names);
  return status;
}

enum status
live_choose (struct found_profiles *found, struct options *options,
             struct diag *diag)
{
  if (options->quirks.knows_no_libraries
      || options->quirks.reads_no_directories)
    return STATUS_OK;
  enum status status
      = judge (&found->new, options->profiles.items, options->profiles.count,
               options->format, &options->found, &options->live, diag);
  if (status == STATUS_OK)
    status = judge (&found->old, options->old_profiles.items,
                    options->old_profiles.count, options->format,
                    &options->old_found, &options->old_live, diag);
  if (status != STATUS_OK || (!options->live && !options->old_live))
    return status;
  options_prefer_exact (options, true);
  return STATUS_OK;
}

void
found_profiles_release (struct found_profiles *found)
{
  profile_names_close (&found->new);
  profile_names_close (&found->old);
}
