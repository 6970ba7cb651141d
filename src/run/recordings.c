/* recordings.c - the files that the processes of a run have recorded.

   Here a live file is read for whose it is and how much it has; the processes
   may still write to it.  */

#include "config.h"

#include "run/recordings.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/placement.h"
#include "input/live_file.h"

/* --- One file ------------------------------------------------------------ */

/* A file in memory.  */
struct mapped
{
  const unsigned char *data;
  size_t size;
};

static struct mapped
map_file (const char *name)
{
  struct stat about;
  struct mapped file = { NULL, 0 };
  const int fd = open (name, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return file;
  if (fstat (fd, &about) == 0 && S_ISREG (about.st_mode) && about.st_size > 0)
    {
      void *data
          = mmap (NULL, (size_t)about.st_size, PROT_READ, MAP_SHARED, fd, 0);
      if (data != MAP_FAILED)
        file = (struct mapped){ data, (size_t)about.st_size };
    }
  close (fd);
  return file;
}

/* Add what the tables of FILE have.  */
static void
add_tables (struct recording *recording, const struct live_file *file)
{
  for (size_t i = 0; i < file->tables.count; i++)
    for (uint32_t j = 0; j < file->tables.items[i].count; j++)
      {
        const struct live_count slot
            = live_file_slot (file, &file->tables.items[i], j);
        if (slot.self != LIVE_EMPTY && slot.from == LIVE_SAMPLE)
          recording->samples += slot.count;
        else if (slot.self != LIVE_EMPTY)
          recording->calls += slot.count;
      }
}

static bool
examine (struct recording *recording, const struct mapped *mapped,
         struct arena *memory)
{
  struct diag unsaid = { .status = STATUS_IO };
  struct live_file file = { 0 };
  struct bytes bytes = { .diag = &unsaid };
  if (mapped->size < sizeof (struct live_header))
    return false;
  bytes.start = bytes.next = mapped->data;
  bytes.end = mapped->data + mapped->size;
  if (!live_file_begins (&bytes))
    return false;
  bytes.word_size = mapped->data[offsetof (struct live_header, word_size)];
  bytes.big_endian
      = mapped->data[offsetof (struct live_header, version)] != LIVE_VERSION;
  if (live_file_read (&file, &bytes) == STATUS_OK && file.objects.count > 0
      && file.objects.items[0].number == 1)
    {
      const char *name = file.objects.items[0].name;
      recording->program = arena_text (memory, name, strlen (name));
      recording->process = file.process;
      recording->rate = file.rate;
      recording->start = file.start;
      recording->has_ended = file.has_ended;
      add_tables (recording, &file);
    }
  live_file_release (&file);
  return recording->program != NULL;
}

bool
recording_examine (struct recording *recording, struct arena *memory)
{
  const struct mapped file = map_file (recording->file);
  const bool is_one = examine (recording, &file, memory);
  if (file.data != NULL)
    munmap ((void *)(uintptr_t)file.data, file.size);
  return is_one;
}

/* --- All files ----------------------------------------------------------- */

/* Fill NAMES with the files in the directory.  */
static enum status
list (const struct recordings *recordings, struct profile_names *names,
      struct diag *diag)
{
  struct diag silent = { .status = STATUS_OK };
  enum status status
      = profile_names_expand (names,
                              (const char *const *)&recordings->directory, 1,
                              true, &silent);
  if (status == STATUS_FORMAT) /* it is empty */
    {
      diag_release (&silent);
      return STATUS_OK;
    }
  return status == STATUS_OK ? STATUS_OK : diag_adopt (diag, &silent);
}

enum status
recordings_start (struct recordings *recordings, const char *prefix,
                  struct diag *diag)
{
  const char *slash = strrchr (prefix, '/');
  recordings->directory = strndup (prefix, (size_t)(slash - prefix) + 1);
  recordings->name = slash + 1;
  if (recordings->directory == NULL)
    return diag_no_memory (diag);
  return access (recordings->directory, W_OK | X_OK) == 0
             ? list (recordings, &recordings->before, diag)
             : diag_fail_errno (diag, prefix, errno, _ ("cannot write"));
}

/* Does the path FILE end in what a live file of the run is called?  */
static bool
has_name (const struct recordings *recordings, const char *file)
{
  const char *name = diag_base_name (file);
  const size_t size = strlen (recordings->name);
  if (strncmp (name, recordings->name, size) != 0 || name[size] != '.')
    return false;
  const char *rest = name + size + 1;
  return strcmp (rest + strspn (rest, "0123456789."), "live") == 0;
}

/* Is FILE one of those that were there before?  *NEXT is the place of the first
   one that is not below it; FILE is not below the one of the last call.  */
static bool
was_there (const struct recordings *recordings, const char *file, size_t *next)
{
  const struct profile_names *before = &recordings->before;
  while (*next < before->count && strcmp (before->files[*next], file) < 0)
    ++*next;
  return *next < before->count && strcmp (before->files[*next], file) == 0;
}

static bool
is_same_file (const char *one, const char *other)
{
  struct stat about, others;
  return stat (one, &about) == 0 && stat (other, &others) == 0
         && about.st_dev == others.st_dev && about.st_ino == others.st_ino;
}

enum status
recordings_find (struct recordings *recordings, const char *program,
                 uint32_t process, struct diag *diag)
{
  struct profile_names *after = &recordings->after;
  size_t next = 0;
  profile_names_close (after);
  arena_release (&recordings->memory);
  recordings->items.count = 0;
  enum status status = list (recordings, after, diag);
  for (size_t i = 0; i < after->count && status == STATUS_OK; i++)
    {
      struct recording recording = { .file = after->files[i] };
      if (!has_name (recordings, recording.file)
          || was_there (recordings, recording.file, &next)
          || !recording_examine (&recording, &recordings->memory))
        continue;
      recording.is_first = recording.process == process;
      recording.is_started = is_same_file (recording.program, program);
      if (!vec_push (&recordings->items, recording))
        status = diag_no_memory (diag);
    }
  return status;
}

size_t
recordings_choose (struct recordings *recordings)
{
  struct recording *items = recordings->items.items;
  const char *program = NULL;
  size_t chosen = 0;
  unsigned most = 0;
  for (size_t i = 0; i < recordings->items.count; i++)
    {
      const unsigned merit = 1u + items[i].is_first + 2u * items[i].is_started
                             + 4u * (items[i].calls > 0);
      if (merit > most)
        {
          program = items[i].program;
          most = merit;
        }
    }
  for (size_t i = 0; i < recordings->items.count; i++)
    if (strcmp (items[i].program, program) == 0)
      {
        const struct recording moved = items[chosen];
        items[chosen++] = items[i];
        items[i] = moved;
      }
  return chosen;
}

EVERY_RUN void
recordings_release (struct recordings *recordings)
{
  vec_release (&recordings->items);
  profile_names_close (&recordings->before);
  profile_names_close (&recordings->after);
  arena_release (&recordings->memory);
  free (recordings->directory);
  *recordings = (struct recordings){ 0 };
}
