/* profile_names.c - the files that profile arguments mean.  */

#include "config.h"

#include "input/profile_names.h"

#include <dirent.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "base/i18n.h"
#include "base/sort.h"

/* The kind of file that NAME is, or 0.  */
static mode_t
mode_of (const char *name)
{
  struct stat about;
  return stat (name, &about) == 0 ? about.st_mode : 0;
}

static enum status
add_name (struct profile_names *names, const char *name, bool listed,
          bool regular, struct diag *diag)
{
  return vec_push (&names->files, name) && vec_push (&names->listed, listed)
                 && vec_push (&names->regular, regular)
             ? STATUS_OK
             : diag_no_memory (diag);
}

/* Add the file NAME of DIRECTORY if it is an ordinary one.  */
static enum status
add_listed (struct profile_names *names, const char *directory,
            const char *name, struct diag *diag)
{
  const size_t length = strlen (directory), size = strlen (name) + 1;
  const bool has_slash = length > 0 && directory[length - 1] == '/';
  char *path = arena_alloc (&names->memory, length + !has_slash + size);
  if (path == NULL)
    return diag_no_memory (diag);
  memcpy (path, directory, length);
  path[length] = '/';
  memcpy (path + length + !has_slash, name, size);
  return S_ISREG (mode_of (path)) ? add_name (names, path, true, true, diag)
                                  : STATUS_OK;
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
  while (errno = 0,
         status == STATUS_OK && (entry = readdir (directory)) != NULL)
    status = add_listed (names, name, entry->d_name, diag);
  if (status == STATUS_OK && errno != 0)
    status = diag_fail_errno (diag, name, errno, _ ("cannot read"));
  closedir (directory);
  return status;
}

static int
compare_names (uint32_t a, uint32_t b, const void *context)
{
  const char *const *names = context;
  return strcmp (names[a], names[b]);
}

/* Sort the COUNT names FILES.  */
static enum status
sort_names (const char **files, size_t count, struct diag *diag)
{
  const char **before = array_new (count, sizeof *before);
  uint32_t *order = array_new (count, sizeof *order);
  enum status status = before != NULL && order != NULL && count < UINT32_MAX
                           ? STATUS_OK
                           : diag_no_memory (diag);
  for (size_t i = 0; i < count && status == STATUS_OK; i++)
    {
      before[i] = files[i];
      order[i] = (uint32_t)i;
    }
  if (status == STATUS_OK)
    status = sort_ids (order, count, compare_names, before, diag);
  for (size_t i = 0; i < count && status == STATUS_OK; i++)
    files[i] = before[order[i]];
  free (before);
  free (order);
  return status;
}

static enum status
expand_directory (struct profile_names *names, const char *name,
                  struct diag *diag)
{
  const size_t before = names->files.count;
  enum status status = read_directory (names, name, diag);
  if (status != STATUS_OK)
    return status;
  if (names->files.count == before)
    return diag_fail (diag, STATUS_FORMAT, PLACE_FILE (name),
                      _ ("the directory has no files in it"));
  return sort_names (names->files.items + before, names->files.count - before,
                     diag);
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
      const mode_t mode
          = expands && strcmp (name, "-") != 0 ? mode_of (name) : 0;
      status = S_ISDIR (mode)
                   ? expand_directory (names, name, diag)
                   : add_name (names, name, false, S_ISREG (mode), diag);
    }
  return status;
}

void
profile_names_release (struct profile_names *names, struct arena *memory)
{
  *memory = names->memory;
  vec_release (&names->files);
  vec_release (&names->listed);
  vec_release (&names->regular);
  *names = (struct profile_names){ 0 };
}

void
profile_names_close (struct profile_names *names)
{
  struct arena memory;
  profile_names_release (names, &memory);
  arena_release (&memory);
}
