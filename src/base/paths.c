/* paths.c - what the names of files lead to.  */

#include "config.h"

#include "base/paths.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool
path_is_regular (const char *name)
{
  struct stat about;
  return stat (name, &about) == 0 && S_ISREG (about.st_mode);
}

bool
path_names_file (const char *name)
{
  return strcmp (name, "-") != 0 && path_is_regular (name);
}

bool
path_entry_is_regular (const struct dirent *entry)
{
#ifdef HAVE_STRUCT_DIRENT_D_TYPE
  return entry->d_type == DT_REG;
#else
  (void)entry;
  return false;
#endif
}

char *
path_real_directory (const char *name)
{
  char *path = realpath (name, NULL);
  char *slash = path != NULL ? strrchr (path, '/') : NULL;
  if (slash != NULL)
    *slash = '\0';
  return path;
}
