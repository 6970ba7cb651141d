/* srctext.c - the text of source files, found along a search path: whole
   files, or single lines of files that are read once.  */

#include "config.h"

#include "object/srctext.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/paths.h"
#include "model/sources.h"

void
search_path_add (struct search_path *path, const char *list)
{
  for (const char *next = list;; next++)
    {
      const size_t length = strcspn (next, ":");
      vec_push (&path->directories, arena_text (&path->memory, next, length));
      next += length;
      if (*next == '\0')
        return;
    }
}

/* Set *REAL to the full name of the file NAME, without links, to be freed;
   null if it has none.  STATUS_IO if the system fails.  */
static enum status
full_name (const char *name, char **real, struct diag *diag)
{
  *real = realpath (name, NULL);
  if (*real != NULL || !diag_is_system_failure (errno))
    return STATUS_OK;
  if (errno == ENOMEM)
    memory_lacking ();
  return diag_fail_errno (diag, name, errno, _ ("cannot open"));
}

/* Expect files below the directory that the LENGTH bytes at DIRECTORY name, if
   there is one.  */
static enum status
expect_below (struct search_path *path, const char *directory, size_t length,
              struct diag *diag)
{
  char *name = memory_part (directory, length);
  char *real;
  enum status status = full_name (name, &real, diag);
  free (name);
  if (real != NULL)
    vec_push (&path->expected, real);
  return status;
}

enum status
search_path_expect (struct search_path *path, const char *image,
                    struct diag *diag)
{
  enum status status = expect_below (path, ".", 1, diag);
  const size_t length = (size_t)(path_base (image) - image);
  if (length > 0 && status == STATUS_OK)
    status = expect_below (path, image, length, diag);
  for (size_t i = 0; i < path->directories.count && status == STATUS_OK; i++)
    if (path->directories.items[i][0] != '\0')
      status = expect_below (path, path->directories.items[i],
                             strlen (path->directories.items[i]), diag);
  return status;
}

/* Does PATH expect the file REAL, a full name without links?  */
static bool
is_expected (const struct search_path *path, const char *real)
{
  for (size_t i = 0; i < path->expected.count; i++)
    {
      const char *directory = path->expected.items[i];
      const size_t length = strlen (directory);
      if (strncmp (real, directory, length) == 0
          && (real[length] == '/' || strcmp (directory, "/") == 0))
        return true;
    }
  return path->expected.count == 0;
}

void
search_path_release (struct search_path *path)
{
  for (size_t i = 0; i < path->expected.count; i++)
    free (path->expected.items[i]);
  vec_release (&path->expected);
  arena_release (&path->memory);
  vec_release (&path->directories);
}

/* A search in progress.  */
struct search
{
  const struct search_path *path;
  char *candidate; /* the name to try; owned */
  char *obstacle;  /* the first that exists but cannot be used; owned */
  int error;       /* why not: an errno value, 0 for no regular file */
  struct diag *diag;
};

/* Record that the candidate exists but cannot be used because of ERROR.
   STATUS_ABSENT, or STATUS_IO if the system itself failed.  */
static enum status
remember_obstacle (struct search *search, int error)
{
  if (diag_is_system_failure (error))
    return diag_fail_errno (search->diag, search->candidate, error,
                            _ ("cannot open"));
  if (search->obstacle == NULL)
    {
      search->obstacle = memory_text (search->candidate);
      search->error = error;
    }
  return STATUS_ABSENT;
}

/* Open the candidate as *FD, or return STATUS_ABSENT.  Devices are not opened,
   since opening one may have effects; if one replaces the file between the two
   calls, at least the call does not wait for it.  */
static enum status
open_candidate (struct search *search, int *fd)
{
  const char *name = search->candidate;
  struct stat about;
  if (stat (name, &about) != 0)
    return errno == ENOENT || errno == ENOTDIR
               ? STATUS_ABSENT
               : remember_obstacle (search, errno);
  if (!S_ISREG (about.st_mode))
    return remember_obstacle (search, 0);
  *fd = open (name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (*fd < 0)
    return remember_obstacle (search, errno);
  const int error = fstat (*fd, &about) == 0 ? 0 : errno;
  if (error == 0 && S_ISREG (about.st_mode))
    return STATUS_OK;
  close (*fd);
  *fd = -1;
  return remember_obstacle (search, error);
}

/* Try DIRECTORY/NAME, or NAME if DIRECTORY is null.  */
static enum status
try (struct search *search, const char *directory, const char *name, int *fd)
{
  free (search->candidate);
  search->candidate = directory != NULL
                          ? memory_format ("%s/%s", directory, name)
                          : memory_text (name);
  return open_candidate (search, fd);
}

/* Try NAME in all directories.  */
static enum status
try_directories (struct search *search, const char *name, int *fd)
{
  enum status status = STATUS_ABSENT;
  const struct search_path *path = search->path;
  for (size_t i = 0; i < path->directories.count && status == STATUS_ABSENT;
       i++)
    status = try (search, path->directories.items[i], name, fd);
  return status;
}

static enum status
find (struct search *search, const char *name, int *fd)
{
  const char *base = path_base (name);
  enum status status = try (search, NULL, name, fd);
  if (status == STATUS_ABSENT && name[0] != '/')
    status = try_directories (search, name, fd);
  if (status == STATUS_ABSENT && base != name)
    status = try_directories (search, base, fd);
  return status;
}

static void
warn_of_error (const struct place *where, int error, struct diag *diag)
{
  /* TRANSLATORS: %s is what the system says.  */
  diag_warn (diag, where, _ ("not annotated: %s"), strerror (error));
}

static void
warn_of_search (const struct search *search, const char *name)
{
  const struct place *obstacle = PLACE_FILE (search->obstacle);
  if (search->obstacle == NULL)
    diag_warn (search->diag, PLACE_FILE (name),
               _ ("there is no such source file, so it is not annotated"));
  else if (search->error == 0)
    diag_warn (search->diag, obstacle,
               _ ("not a regular file, so it is not annotated"));
  else
    warn_of_error (obstacle, search->error, search->diag);
}

/* Is NAME, which was opened, certainly a file in the current directory, even
   if that has no full name?  */
static bool
is_right_here (const char *name)
{
  struct stat about;
  return strchr (name, '/') == NULL && lstat (name, &about) == 0
         && S_ISREG (about.st_mode);
}

/* Is REAL called like a source file?  One that lies elsewhere is usual, as in a
   build outside the directory of the sources; a key or a letter is not.  */
static bool
is_called_source (const char *real)
{
  static const char suffixes[]
      = " ada adb ads asm c c++ cc cpp cu cxx d def f f03 f08 f77 f90 f95 for"
        " go h h++ hh hpp hxx inc inl ipp l ll lpp m mm nim p pas pp rs s sx t"
        " tcc tpp y ypp yy zig ";
  char wanted[8];
  const char *dot = strrchr (path_base (real), '.');
  if (dot == NULL || strlen (dot) + 2 > sizeof wanted)
    return false;
  snprintf (wanted, sizeof wanted, " %s ", dot + 1);
  for (char *at = wanted; *at != '\0'; at++)
    *at = (char)tolower ((unsigned char)*at);
  return strstr (suffixes, wanted) != NULL;
}

/* NAME was opened: print a note if PATH does not expect it, or if UNEXPECTED
   is not null, set it instead.  Below a directory without search permission a
   file has no full name.  */
static enum status
note_unexpected (const struct search_path *path, const char *name,
                 bool *unexpected, struct diag *diag)
{
  char *real;
  enum status status = full_name (name, &real, diag);
  if (status != STATUS_OK)
    return status;
  const char *opened = real != NULL ? real : name;
  if (is_expected (path, opened) || is_called_source (opened)
      || (real == NULL && is_right_here (name)))
    ;
  else if (unexpected != NULL)
    *unexpected = true;
  else if (real == NULL && name[0] != '/')
    diag_note (diag, PLACE_FILE (name),
               _ ("opened, but the system does not tell where it lies"));
  else if (strcmp (opened, name) == 0)
    diag_note (diag, PLACE_FILE (name),
               _ ("opened, though it lies outside the current directory, the "
                  "image's and those of '-I'"));
  else
    diag_note (diag, PLACE_FILE (name),
               _ ("opened '%s', which lies outside the current directory, the "
                  "image's and those of '-I'"),
               opened);
  free (real);
  return STATUS_OK;
}

/* Read FILE to its end.  Some files, such as some of /proc, can be opened but
   not read, and the image chooses the file.  Warns of that unless QUIET.  */
static enum status
read_text (struct infile *file, bool quiet, struct diag *diag)
{
  struct diag failed = { .program = diag->program };
  const struct place *where = PLACE_FILE (file->name);
  enum status status = infile_finish (file, &failed);
  const bool is_large = status == STATUS_FORMAT;
  const bool is_useless
      = status == STATUS_IO && !diag_is_system_failure (file->error);
  if (status != STATUS_OK && !is_large && !is_useless)
    return diag_adopt (diag, &failed);
  diag_release (&failed);
  if (is_large && !quiet)
    diag_warn (diag, where,
               _ ("has more than %ju bytes, so it is not annotated"),
               INFILE_MOST);
  else if (is_useless && !quiet)
    warn_of_error (where, file->error, diag);
  return status == STATUS_OK ? STATUS_OK : STATUS_ABSENT;
}

/* As srctext_read, but if UNEXPECTED is not null, without notes and warnings:
   *UNEXPECTED becomes true where there would be a note.  */
static enum status
find_and_read (struct srctext *text, const struct search_path *path,
               const char *name, bool *unexpected, struct diag *diag)
{
  struct search search = { .path = path, .diag = diag };
  int fd = -1;
  *text = (struct srctext){ .file = { .fd = -1 } };
  enum status status = find (&search, name, &fd);
  if (status == STATUS_ABSENT && unexpected == NULL)
    warn_of_search (&search, name);
  if (status == STATUS_OK)
    {
      text->name = search.candidate;
      text->file = (struct infile){ .name = text->name, .fd = fd };
      search.candidate = NULL;
      status = note_unexpected (path, text->name, unexpected, diag);
      if (status == STATUS_OK)
        status = read_text (&text->file, unexpected != NULL, diag);
      if (status != STATUS_OK)
        srctext_release (text);
    }
  free (search.candidate);
  free (search.obstacle);
  return status;
}

enum status
srctext_read (struct srctext *text, const struct search_path *path,
              const char *name, struct diag *diag)
{
  return find_and_read (text, path, name, NULL, diag);
}

enum status
srctext_find (const struct search_path *path, const char *name, char **found,
              struct diag *diag)
{
  struct search search = { .path = path, .diag = diag };
  int fd = -1;
  enum status status = find (&search, name, &fd);
  if (fd >= 0)
    close (fd);
  *found = status == STATUS_OK       ? search.candidate
           : status == STATUS_ABSENT ? search.obstacle
                                     : NULL;
  if (*found != search.candidate)
    free (search.candidate);
  if (*found != search.obstacle)
    free (search.obstacle);
  return status;
}

void
srctext_release (struct srctext *text)
{
  infile_release (&text->file);
  free (text->name);
  text->name = NULL;
}

/* --- Single lines -------------------------------------------------------- */

static enum status
read_file (struct source_lines *lines, source_id id,
           struct source_lines_file *file, struct diag *diag)
{
  /* A file that is missing is no surprise here.  */
  bool unexpected = false;
  file->asked = true;
  if (lines->bytes > SOURCE_LINES_MOST)
    return STATUS_OK;
  enum status status
      = find_and_read (&file->text, lines->path,
                       sources_name (lines->sources, id), &unexpected, diag);
  if (status != STATUS_OK)
    return status == STATUS_ABSENT ? STATUS_OK : status;
  infile_close (&file->text.file);
  lines->bytes += file->text.file.size;
  if (unexpected && lines->unexpected == NULL)
    lines->unexpected = file->text.name;
  const char *data = (const char *)file->text.file.data;
  const size_t size = file->text.file.size;
  for (size_t at = 0; at < size;)
    {
      const char *newline = memchr (data + at, '\n', size - at);
      vec_push (&file->starts, at);
      at = newline != NULL ? (size_t)(newline - data) + 1 : size;
    }
  vec_push (&file->starts, size);
  return STATUS_OK;
}

enum status
source_lines_get (struct source_lines *lines, source_id id, uint32_t number,
                  struct source_line *line, struct diag *diag)
{
  *line = (struct source_line){ 0 };
  while (lines->files.count <= id)
    {
      const struct source_lines_file none = { .text = { .file.fd = -1 } };
      vec_push (&lines->files, none);
    }
  struct source_lines_file *file = &lines->files.items[id];
  enum status status
      = file->asked ? STATUS_OK : read_file (lines, id, file, diag);
  if (status != STATUS_OK || number == 0 || number >= file->starts.count)
    return status;
  const size_t start = file->starts.items[number - 1];
  const size_t end = file->starts.items[number];
  line->text = (const char *)file->text.file.data + start;
  line->length = end - start;
  while (line->length > 0
         && (line->text[line->length - 1] == '\n'
             || line->text[line->length - 1] == '\r'))
    line->length--;
  return STATUS_OK;
}

void
source_lines_release (struct source_lines *lines)
{
  for (size_t i = 0; i < lines->files.count; i++)
    {
      srctext_release (&lines->files.items[i].text);
      vec_release (&lines->files.items[i].starts);
    }
  vec_release (&lines->files);
}
