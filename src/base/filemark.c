/* filemark.c - has a file changed since it was read?

   Names are looked up again when it matters: if the name of a file that was
   read now leads to another file, somebody has replaced it.  */

#include "config.h"

#include "base/filemark.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static struct timespec
time_of_change (const struct stat *about)
{
#ifdef HAVE_STRUCT_STAT_ST_MTIM
  return about->st_mtim;
#else
  return (struct timespec){ .tv_sec = about->st_mtime };
#endif
}

struct filemark
filemark_of (const struct stat *about)
{
  return (struct filemark){ .known = S_ISREG (about->st_mode),
                            .device = about->st_dev,
                            .inode = about->st_ino,
                            .size = about->st_size,
                            .changed = time_of_change (about) };
}

bool
filemark_same_file (const struct filemark *a, const struct filemark *b)
{
  return a->known && b->known && a->device == b->device
         && a->inode == b->inode;
}

bool
filemark_equal (const struct filemark *a, const struct filemark *b)
{
  return filemark_same_file (a, b) && a->size == b->size
         && a->changed.tv_sec == b->changed.tv_sec
         && a->changed.tv_nsec == b->changed.tv_nsec;
}

struct filemark
filemark_of_name (const char *name)
{
  struct stat about;
  const int result = strcmp (name, "-") == 0 ? fstat (STDIN_FILENO, &about)
                                             : stat (name, &about);
  return result == 0 ? filemark_of (&about) : (struct filemark){ 0 };
}

void
filemarks_start (struct filemarks *marks, const char *name)
{
  marks->before = filemark_of_name (name);
}

void
filemarks_add (struct filemarks *marks, const char *name,
               const struct filemark *mark)
{
  vec_push (&marks->names, name);
  vec_push (&marks->marks, *mark);
}

/* Is NOW the file called NAME, or was the file of MARK the one to be written?
   Of standard input only the latter can be known.  */
static bool
was_read_there (const struct filemarks *marks, const char *name,
                const struct filemark *mark, const struct filemark *now)
{
  const struct filemark named = filemark_of_name (name);
  return filemark_same_file (&named, now)
         || filemark_same_file (mark, &marks->before);
}

bool
filemarks_changed (const struct filemarks *marks, const struct filemark *now)
{
  if (filemark_equal (&marks->before, now))
    return false;
  for (size_t i = 0; i < marks->marks.count; i++)
    if (!filemark_equal (&marks->marks.items[i], now)
        && was_read_there (marks, marks->names.items[i],
                           &marks->marks.items[i], now))
      return true;
  return false;
}

bool
filemarks_have (const struct filemarks *marks, const struct filemark *mark)
{
  for (size_t i = 0; i < marks->marks.count; i++)
    if (filemark_same_file (&marks->marks.items[i], mark))
      return true;
  return false;
}

void
filemarks_release (struct filemarks *marks)
{
  vec_release (&marks->names);
  vec_release (&marks->marks);
}
