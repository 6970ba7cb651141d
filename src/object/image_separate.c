/* image_separate.c - the separate file with the debugging information of a
   stripped image.

   libbfd finds it by name and reads all of it for its checksum.  So an image
   could name a device or a pipe that never ends.  */

#include "config.h"

#include "image_private.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/i18n.h"
#include "base/paths.h"

#ifndef BFD_DEBUG_DIR
#define BFD_DEBUG_DIR "/usr/lib/debug"
#endif

/* Is the file TOP DIRECTORY MIDDLE NAME, these texts joined, a regular one or
   not there?  DIRECTORY has LENGTH bytes.  */
static bool
is_ordinary_file (const char *top, const char *directory, size_t length,
                  const char *middle, const char *name)
{
  char path[PATH_MAX];
  struct stat about;
  const int size = snprintf (path, sizeof path, "%s%.*s%s%s", top, (int)length,
                             directory, middle, name);
  if (size < 0 || (size_t)size >= sizeof path)
    return true; /* a name that long cannot be opened */
  return stat (path, &about) != 0 || S_ISREG (about.st_mode);
}

void
image_search_debug_file (struct image *image, const char *const *directories,
                         size_t count, struct debuginfod *servers)
{
  image->directories = directories;
  image->directory_count = count;
  image->servers = servers;
}

/* Directory NUMBER of those with debug files; null behind the last one.  */
static const char *
debug_directory (const struct image *image, size_t number)
{
  const size_t count = image->directory_count;
  return number < count    ? image->directories[number]
         : number == count ? BFD_DEBUG_DIR
                           : NULL;
}

/* Is that so in all directories where libbfd looks for the debug file NAME of
   IMAGE, if that is called FILE?  */
static bool
are_ordinary_files (const struct image *image, const char *file,
                    const char *name)
{
  const size_t length = (size_t)(path_base (file) - file);
  bool ordinary = length <= PATH_MAX
                  && is_ordinary_file ("", file, length, "", name)
                  && is_ordinary_file ("", file, length, ".debug/", name);
  const char *top;
  for (size_t i = 0; ordinary && (top = debug_directory (image, i)) != NULL;
       i++)
    ordinary = is_ordinary_file (top, file, length, "/", name);
  return ordinary;
}

/* The name in ABFD's link to a separate debug file, from malloc; null if there
   is no link.  Its checksum is of another type in newer releases of libbfd.  */
static char *
linked_name (bfd *abfd)
{
  union
  {
    unsigned long of_old;
    uint32_t of_new;
  } checksum;
  void *place = &checksum;
  return bfd_get_debug_link_info (abfd, place);
}

/* A name with a directory could lead anywhere; no tool writes such a link.  */
static bool
has_harmless_link (const struct image *image)
{
  char *name = linked_name (image->bfd);
  char *real = name != NULL ? realpath (image->name, NULL) : NULL;
  const bool harmless
      = name == NULL
        || (strchr (name, '/') == NULL
            && are_ordinary_files (image, image->name, name)
            && (real == NULL || are_ordinary_files (image, real, name)));
  free (real);
  free (name);
  return harmless;
}

bool
image_may_follow_link (struct image *image)
{
  if (image->link == LINK_UNKNOWN)
    image->link
        = has_harmless_link (image) ? LINK_HARMLESS : LINK_NOT_TO_FOLLOW;
  return image->link == LINK_HARMLESS;
}

/* Is there a file TOP DIRECTORY "/" MIDDLE NAME, these texts joined?  */
static bool
is_there (const char *top, const char *directory, const char *middle,
          const char *name)
{
  char path[PATH_MAX];
  struct stat about;
  const int size = snprintf (path, sizeof path, "%s%s/%s%s", top, directory,
                             middle, name);
  return size > 0 && (size_t)size < sizeof path && stat (path, &about) == 0;
}

/* Fail because the debug file NAME of the image in DIRECTORY was not found, or
   does not belong to it.  */
static enum status
fail_without (const struct image *image, const char *name,
              const char *directory, struct diag *diag)
{
  const struct place *where = PLACE_FILE (image->name);
  bool found = is_there ("", directory, "", name)
               || is_there ("", directory, ".debug/", name);
  const char *top;
  for (size_t i = 0; !found && (top = debug_directory (image, i)) != NULL; i++)
    found = is_there (top, directory, "", name);
  if (found)
    return diag_fail (diag, STATUS_FORMAT, where,
                      _ ("there are no symbols: the program was stripped, and "
                         "its debug file '%s' is of another build; name the "
                         "unstripped program"),
                      name);
  return diag_fail (
      diag, STATUS_FORMAT, where,
      /* TRANSLATORS: the first %s is the name of a file, the
                       others make that of a directory.  */
      _ ("there are no symbols: the program was stripped, and "
         "its debug file '%s' is neither beside it, nor in "
         "'.debug' there, nor in '%s%s'; put it there, or name the "
         "unstripped program"),
      name, BFD_DEBUG_DIR, directory);
}

enum status
image_fail_stripped (struct image *image, struct diag *diag)
{
  char *name = image_may_follow_link (image) ? linked_name (image->bfd) : NULL;
  char *directory = name != NULL ? path_real_directory (image->name) : NULL;
  const enum status status
      = directory != NULL
            ? fail_without (image, name, directory, diag)
            : diag_fail (diag, STATUS_FORMAT, PLACE_FILE (image->name),
                         _ ("there are no symbols: the program was stripped; "
                            "name the unstripped one, or a table of its "
                            "symbols with '-S'"));
  free (directory);
  free (name);
  return status;
}

/* What is on this machine.  */
static char *
find_debug_file (struct image *image)
{
  char *name = NULL;
  const char *top;
  image_require_memory ();
  for (size_t i = 0;
       name == NULL && (top = debug_directory (image, i)) != NULL; i++)
    name = bfd_follow_build_id_debuglink (image->bfd, top);
  if (name != NULL || !image_may_follow_link (image))
    return name;
  for (size_t i = 0;
       name == NULL && (top = debug_directory (image, i)) != NULL; i++)
    name = bfd_follow_gnu_debuglink (image->bfd, top);
  return name;
}

/* Was something taken away from IMAGE, its symbols or debugging information?
   The latter leaves a link, as a rule.  Without -g there never was any, and no
   server need be asked for it.  */
static bool
is_stripped (const struct image *image)
{
  char *link = linked_name (image->bfd);
  const bool has_link = link != NULL;
  free (link);
  return has_link
         || bfd_get_symtab_upper_bound (image->bfd)
                <= (long)sizeof (asymbol *); /* one entry, which ends it */
}

/* Is FILE of the build-id of IMAGE?  */
static bool
is_of_build (const struct image *image, const bfd *file)
{
  const struct bfd_build_id *id = file->build_id;
  return id != NULL && id->size == image->build_id_size
         && memcmp (id->data, image->build_id, image->build_id_size) == 0;
}

/* Ask the servers for the file of NAME that has the build-id ID.  What libbfd
   could not open before still counts (image_check_failure).  */
static char *
fetch (const struct image *image, const unsigned char *id, size_t size,
       const char *name)
{
  const int error = errno;
  char *fetched = debuginfod_fetch (image->servers, id, size, name);
  errno = error;
  return fetched;
}

/* Ask them for the debug file, once (R16.10, R16.11).  */
static void
fetch_debug_file (struct image *image)
{
  struct diag unsaid = { .status = STATUS_FORMAT }; /* keeps no message */
  const unsigned char *id;
  size_t size;
  if (image->servers != NULL && !image->asked_servers && is_stripped (image)
      && image_find_build_id (image, &id, &size, &unsaid) == STATUS_OK
      && id != NULL)
    image->fetched = fetch (image, id, size, image->name);
  image->asked_servers = true;
}

char *
image_debug_file (struct image *image)
{
  char *name = find_debug_file (image);
  if (name != NULL)
    return name;
  fetch_debug_file (image);
  return image->fetched != NULL ? memory_text (image->fetched) : NULL;
}

/* Open the ELF file NAME, which IMAGE then owns; null if libbfd cannot read
   it.  */
static bfd *
open_file (struct image *image, const char *name)
{
  bfd *separate = bfd_openr (name, NULL);
  if (separate == NULL)
    return NULL;
  separate->flags |= BFD_DECOMPRESS;
  struct diag unsaid = { .status = STATUS_FORMAT }; /* keeps no message */
  struct elf_header header;
  if (image_check_header (image, separate, &header, &unsaid) == STATUS_OK
      && image_check_format (separate))
    {
      vec_push (&image->other_bfds, separate);
      return separate;
    }
  bfd_close (separate);
  return NULL;
}

bfd *
image_open_debug_file (struct image *image)
{
  char *name = image_debug_file (image);
  bfd *separate = name != NULL ? open_file (image, name) : NULL;
  free (name);
  if (separate != NULL && image->fetched != NULL
      && !is_of_build (image, separate))
    return NULL;
  return separate;
}

/* Open the file NAME in the directory of the first LENGTH bytes of DIRECTORY,
   unless that is no regular file.  */
static bfd *
open_in (struct image *image, const char *directory, size_t length,
         const char *name)
{
  char path[PATH_MAX];
  const int size = snprintf (path, sizeof path, "%.*s%s%s", (int)length,
                             directory, length > 0 ? "/" : "", name);
  return size > 0 && (size_t)size < sizeof path && length < sizeof path
                 && path_is_regular (path)
             ? open_file (image, path)
             : NULL;
}

bfd *
image_open_split_file (struct image *image, const char *directory,
                       const char *name)
{
  const bool is_whole = directory == NULL || name[0] == '/';
  bfd *split = open_in (image, is_whole ? "" : directory,
                        is_whole ? 0 : strlen (directory), name);
  const char *slash = strrchr (image->name, '/');
  if (split == NULL)
    split = open_in (image, image->name,
                     slash != NULL ? (size_t)(slash - image->name) : 0,
                     path_base (name));
  return split;
}

/* Ask the servers for the supplement NAME, which has the build-id ID.  */
static bfd *
fetch_supplement (struct image *image, const bfd_byte *id, bfd_size_type size,
                  const char *name)
{
  if (size == 0 || size > BUILD_ID_MOST)
    return NULL;
  char *fetched = fetch (image, id, (size_t)size, name);
  bfd *supplement = fetched != NULL ? open_file (image, fetched) : NULL;
  free (fetched);
  return supplement;
}

bfd *
image_open_supplement (struct image *image)
{
  bfd_size_type size;
  bfd_byte *build_id = NULL;
  if (image->lines_bfd == NULL)
    return NULL;
  image_require_memory ();
  char *name
      = bfd_get_alt_debug_link_info (image->lines_bfd, &size, &build_id);
  if (name == NULL)
    return NULL;
  const char *file = bfd_get_filename (image->lines_bfd);
  const char *slash = name[0] != '/' ? strrchr (file, '/') : NULL;
  bfd *supplement = open_in (image, file,
                             slash != NULL ? (size_t)(slash - file) : 0, name);
  if (supplement == NULL)
    supplement = fetch_supplement (image, build_id, size, name);
  free (build_id);
  free (name);
  return supplement;
}
