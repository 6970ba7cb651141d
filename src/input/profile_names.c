/* profile_names.c - the files that profile arguments mean.  */

#include "config.h"

#include "input/profile_names.h"

#include <dirent.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "base/i18n.h"
#include "base/paths.h"
#include "base/siblings.h"
#include "base/sort.h"

/* The kind of file that NAME is, or 0.  */
static mode_t
mode_of (const char *name)
{
  struct stat about;
  return stat (name, &about) == 0 ? about.st_mode : 0;
}

/* Add the file NAME; until NAMES own a list it is the next argument.  */
static enum status
add_name (struct profile_names *names, const char *name, bool listed,
          bool regular, struct diag *diag)
{
  if (!vec_push (&names->regular, regular)
      || (names->owns
          && (!vec_push (&names->own, name)
              || !vec_push (&names->listed, listed))))
    return diag_no_memory (diag);
  names->count++;
  return STATUS_OK;
}

/* From now on NAMES own a list, in which so far the first COUNT ARGUMENTS
   are.  */
static enum status
begin_own (struct profile_names *names, const char *const *arguments,
           size_t count, struct diag *diag)
{
  names->owns = true;
  for (size_t i = 0; i < count; i++)
    if (!vec_push (&names->own, arguments[i])
        || !vec_push (&names->listed, false))
      return diag_no_memory (diag);
  return STATUS_OK;
}

/* Add the file that is ENTRY of DIRECTORY if it is an ordinary one.  */
static enum status
add_listed (struct profile_names *names, const char *directory,
            const struct dirent *entry, struct diag *diag)
{
  const char *name = entry->d_name;
  const size_t length = strlen (directory), size = strlen (name) + 1;
  /* No directory has the empty name.  */
  const bool has_slash = directory[length - 1] == '/';
  char *path = arena_alloc (&names->memory, length + !has_slash + size);
  if (path == NULL)
    return diag_no_memory (diag);
  memcpy (path, directory, length);
  path[length] = '/';
  memcpy (path + length + !has_slash, name, size);
  return path_entry_is_regular (entry) || path_is_regular (path)
             ? add_name (names, path, true, true, diag)
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
    status = add_listed (names, name, entry, diag);
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
  const size_t before = names->count;
  enum status status = read_directory (names, name, diag);
  if (status != STATUS_OK)
    return status;
  if (names->count == before)
    return diag_fail (diag, STATUS_FORMAT, PLACE_FILE (name),
                      _ ("the directory has no files in it"));
  return sort_names (names->own.items + before, names->count - before, diag);
}

/* Add what ARGUMENTS[I] means; SIBLINGS are those of its directory.  */
static enum status
add_argument (struct profile_names *names, const char *const *arguments,
              size_t i, const struct siblings *siblings, struct diag *diag)
{
  const char *name = arguments[i];
  enum status status = STATUS_OK;
  mode_t mode = 0;
  if (strcmp (name, "-") != 0)
    mode = siblings_is_ordinary (siblings, name) ? S_IFREG : mode_of (name);
  if (!S_ISDIR (mode))
    return add_name (names, name, false, S_ISREG (mode), diag);
  if (!names->owns)
    status = begin_own (names, arguments, i, diag);
  return status == STATUS_OK ? expand_directory (names, name, diag) : status;
}

/* Add what ARGUMENTS[0 .. COUNT-1] mean if directories are expanded.  */
static enum status
add_arguments (struct profile_names *names, const char *const *arguments,
               size_t count, struct diag *diag)
{
  enum status status = STATUS_OK;
  struct siblings siblings;
  size_t end = 0; /* of the arguments that SIBLINGS is for */
  for (size_t i = 0; i < count && status == STATUS_OK; i++)
    {
      if (i == end)
        {
          siblings_read (&siblings, arguments + i, count - i, &end);
          end += i;
        }
      status = add_argument (names, arguments, i, &siblings, diag);
    }
  return status;
}

enum status
profile_names_expand (struct profile_names *names,
                      const char *const *arguments, size_t count, bool expands,
                      struct diag *diag)
{
  enum status status = vec_reserve (&names->regular, count)
                           ? STATUS_OK
                           : diag_no_memory (diag);
  if (expands && status == STATUS_OK)
    status = add_arguments (names, arguments, count, diag);
  for (size_t i = 0; i < count && !expands && status == STATUS_OK; i++)
    status = add_name (names, arguments[i], false, false, diag);
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
