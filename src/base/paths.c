/* paths.c - what the names of files lead to.  */

#include "config.h"

#include "base/paths.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#ifdef __linux__
#include <sys/vfs.h>
#endif

const char *
path_base (const char *name)
{
  const char *slash = strrchr (name, '/');
  return slash != NULL ? slash + 1 : name;
}

bool
path_is_regular (const char *name)
{
  struct stat about;
  return stat (name, &about) == 0 && S_ISREG (about.st_mode);
}

/* Is NAME on a file system whose files are not stored anywhere?  */
static bool
is_made_up (const char *name)
{
#ifdef __linux__
  static const unsigned long kinds[] = { 0x9fa0,       /* proc */
                                         0x62656572,   /* sysfs */
                                         0x64626720,   /* debugfs */
                                         0x74726163 }; /* tracefs */
  struct statfs about;
  if (statfs (name, &about) != 0)
    return false;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if ((unsigned long)about.f_type == kinds[i])
      return true;
#else
  (void)name;
#endif
  return false;
}

bool
path_is_stored (const char *name)
{
  return path_is_regular (name) && !is_made_up (name);
}

bool
path_names_file (const char *name)
{
  return strcmp (name, "-") != 0 && path_is_regular (name);
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
