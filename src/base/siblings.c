/* siblings.c - which files of a directory are ordinary ones, by its list.  */

#include "config.h"

#include "base/siblings.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/paths.h"

enum
{
  MANY = 64 /* names for which it pays to read the list of a directory */
};

/* --- The list of a directory --------------------------------------------- */

static bool
is_plain_character (char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
         || (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '_';
}

/* Is NAME one of those that only mean an entry of the same length?  Some
   systems of files take others, too: letters outside ASCII, names with more
   dots and spaces at their end, short names with a tilde.  */
static bool
is_plain (const char *name)
{
  size_t length = 0;
  while (is_plain_character (name[length]))
    length++;
  return length > 0 && name[length] == '\0' && name[length - 1] != '.'
         && length <= SIBLINGS_LONGEST;
}

static bool
is_itself_or_above (const char *name)
{
  return strcmp (name, ".") == 0 || strcmp (name, "..") == 0;
}

/* Note ENTRY; false if then nothing can be told of any.  */
static bool
note (struct siblings *siblings, const struct dirent *entry)
{
  const char *name = entry->d_name;
  if (path_entry_is_regular (entry) || is_itself_or_above (name))
    return true;
  if (!is_plain (name))
    return false;
  siblings->has_other[strlen (name)] = true;
  return true;
}

/* Note the entries of DIRECTORY; false if there are more than MOST, or if
   nothing can be told of them.  */
static bool
note_all (struct siblings *siblings, DIR *directory, size_t most)
{
  for (size_t entries = 0; entries <= most; entries++)
    {
      errno = 0;
      const struct dirent *entry = readdir (directory);
      if (entry == NULL)
        return errno == 0;
      if (!note (siblings, entry))
        return false;
    }
  return false;
}

/* --- Names --------------------------------------------------------------- */

/* The bytes of NAME up to its last slash.  */
static size_t
prefix_of (const char *name)
{
  return (size_t)(diag_base_name (name) - name);
}

/* Is NAME in the directory that OTHER, whose prefix is PREFIX, is in?  */
static bool
is_beside (const char *name, const char *other, size_t prefix)
{
  return prefix_of (name) == prefix && strncmp (name, other, prefix) == 0;
}

void
siblings_read (struct siblings *siblings, const char *const *names,
               size_t count, size_t *same)
{
  const size_t prefix = prefix_of (names[0]);
  *siblings = (struct siblings){ .prefix = prefix };
  *same = 1;
  while (*same < count && is_beside (names[*same], names[0], prefix))
    ++*same;
  if (*same < MANY)
    return;
  char *path = prefix > 0 ? strndup (names[0], prefix) : strdup (".");
  DIR *directory = path != NULL ? opendir (path) : NULL;
  if (directory != NULL)
    {
      siblings->are_known = note_all (siblings, directory, 2 * *same);
      closedir (directory);
    }
  free (path);
}

bool
siblings_is_ordinary (const struct siblings *siblings, const char *name)
{
  const char *base = name + siblings->prefix;
  return siblings->are_known && is_plain (base)
         && !siblings->has_other[strlen (base)];
}
