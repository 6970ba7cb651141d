/* library_search.c - where a program's shared libraries may be.  */

#include "config.h"

#include "object/library_search.h"

#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/infile.h"
#include "base/paths.h"

struct finder
{
  struct library_paths *paths;
  const char *name;
};

/* Add the file called NAME of the LENGTH bytes at DIRECTORY, behind what PREFIX
   has, if it is an ordinary one.  */
static void
try_directory (struct finder *finder, const char *prefix,
               const char *directory, size_t length)
{
  const bool is_here = prefix[0] == '\0' && length == 0;
  const char *path = arena_format (&finder->paths->memory, "%s%.*s%s%s",
                                   prefix, (int)length, directory,
                                   is_here ? "" : "/", finder->name);
  if (path_is_stored (path))
    vec_push (&finder->paths->items, path);
}

/* Try the directory that FILE is in.  */
static void
try_beside (struct finder *finder, const char *file)
{
  const char *slash = strrchr (file, '/');
  /* The root keeps its slash.  */
  try_directory (finder, slash == file ? "/" : "", file,
                 slash != NULL ? (size_t)(slash - file) : 0);
}

/* If the LENGTH bytes at ENTRY begin with $ORIGIN, the number of bytes that
   these are, else 0.  */
static size_t
origin_length (const char *entry, size_t length)
{
  static const char *const forms[] = { "$ORIGIN", "${ORIGIN}" };
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
    {
      const size_t size = strlen (forms[i]);
      if (length >= size && memcmp (entry, forms[i], size) == 0)
        return size;
    }
  return 0;
}

/* Try the directories of LIST, which colons separate; $ORIGIN is that of the
   program, with links resolved, ORIGIN.  What else the dynamic linker would
   replace is not known here.  */
static void
try_list (struct finder *finder, const char *list, const char *origin)
{
  while (*list != '\0')
    {
      const size_t length = strcspn (list, ":");
      const size_t replaced = origin_length (list, length);
      if (replaced > 0
          && memchr (list + replaced, '$', length - replaced) == NULL)
        try_directory (finder, origin, list + replaced, length - replaced);
      else if (replaced == 0 && memchr (list, '$', length) == NULL)
        try_directory (finder, "", list, length);
      list += length + (list[length] == ':');
    }
}

/* Try the directories that OBJECT is linked with.  */
static enum status
try_run_path (struct finder *finder, const struct object *object,
              const char *origin, struct diag *diag)
{
  static const enum dynamic_name kinds[] = { DYNAMIC_RUNPATH, DYNAMIC_RPATH };
  library_list lists = { 0 };
  enum status status = STATUS_OK;
  for (size_t i = 0; i < 2 && lists.count == 0 && status == STATUS_OK; i++)
    status = image_list_names (object->image, kinds[i], &lists, diag);
  for (size_t i = 0; i < lists.count && status == STATUS_OK; i++)
    try_list (finder, lists.items[i], origin);
  vec_release (&lists);
  return status;
}

/* --- The cache of ldconfig ----------------------------------------------- */

/* The text at OFFSET of FILE, or null.  */
static const char *
text_at (const struct infile *file, uint32_t offset)
{
  return offset < file->size
                 && memchr (file->data + offset, '\0', file->size - offset)
             ? (const char *)file->data + offset
             : NULL;
}

/* Add the files that the cache called NAME has for the name.  It is a header,
   entries of 24 bytes, of which the second and third words are the places of
   name and file, and texts, all in the machine's byte order.  Caches of another
   layout, which begins in another way, have nothing for us.  */
static void
try_cache (struct finder *finder, const char *name)
{
  enum
  {
    MOST = 64 << 20, /* bytes of a cache */
    MAGIC_SIZE = 20,
    HEADER_SIZE = 48,
    ENTRY_SIZE = 24
  };
  static const char magic[] = "glibc-ld.so.cache1.1";
  struct infile cache = { .fd = -1 };
  struct packed packed = { 0 };
  uint32_t count = 0, words[3];
  if (infile_load (&cache, name, false, MOST, &packed)
      && cache.size >= HEADER_SIZE
      && memcmp (cache.data, magic, MAGIC_SIZE) == 0)
    memcpy (&count, cache.data + MAGIC_SIZE, sizeof count);
  if (count > 0 && count > (cache.size - HEADER_SIZE) / ENTRY_SIZE)
    count = 0;
  for (uint32_t i = 0; i < count; i++)
    {
      memcpy (words, cache.data + HEADER_SIZE + (size_t)i * ENTRY_SIZE,
              sizeof words);
      const char *found = text_at (&cache, words[1]);
      const char *file = text_at (&cache, words[2]);
      if (found != NULL && file != NULL && strcmp (found, finder->name) == 0)
        try_beside (finder, file);
    }
  infile_release (&cache);
  packed_release (&packed);
}

/* --- Files by build-id --------------------------------------------------- */

/* Try the files that the directories with debug files have of the build-id,
   whose first byte is a directory of its own.  */
static void
try_build_ids (struct library_paths *paths,
               const struct library_search *search)
{
  enum
  {
    FIRST = 2 /* digits */
  };
  static const char *const usual[] = { "/usr/lib/debug", "/usr/lib" };
  const size_t own = search->directory_count;
  const size_t count = own + sizeof usual / sizeof *usual;
  char id[BUILD_ID_TEXT];
  build_id_text (id, search->build_id, search->build_id_size);
  if (strlen (id) <= FIRST)
    return;
  struct finder finder = { paths, id + FIRST };
  for (size_t i = 0; i < count; i++)
    {
      char *directory
          = memory_format ("%s/.build-id/%.*s",
                           i < own ? search->directories[i] : usual[i - own],
                           FIRST, id);
      try_directory (&finder, "", directory, strlen (directory));
      free (directory);
    }
}

/* --- All ----------------------------------------------------------------- */

enum status
library_paths_find (struct library_paths *paths, const char *name,
                    const struct library_search *search, struct diag *diag)
{
  struct finder finder = { paths, name };
  char *real = path_real_directory (search->program->name);
  const char *origin = real != NULL ? real : "";
  try_beside (&finder, search->profile);
  try_beside (&finder, search->program->name);
  enum status status = try_run_path (&finder, search->program, origin, diag);
  if (status == STATUS_OK)
    {
      if (search->environment != NULL)
        try_list (&finder, search->environment, origin);
      try_cache (&finder, search->cache);
      try_list (&finder, "/lib:/usr/lib:/lib64:/usr/lib64", origin);
      try_build_ids (paths, search);
    }
  free (real);
  return status;
}

void
library_paths_release (struct library_paths *paths)
{
  arena_release (&paths->memory);
  vec_release (&paths->items);
}
