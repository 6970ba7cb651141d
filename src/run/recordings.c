/* recordings.c - the files that the processes of a run have recorded, and
   the processes that go on.

   Here a live file is read for whose it is and how much it has; the processes
   may still write to it.  */

#include "config.h"

#include "run/recordings.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/memory.h"
#include "base/paths.h"
#include "base/process.h"
#include "input/live_file.h"
#include "model/live_format.h"

/* --- One file ------------------------------------------------------------ */

/* Fill RECORDING from the SIZE bytes at DATA, if they are a live file with a
   program.  */
static void
examine (struct recording *recording, const unsigned char *data, size_t size,
         struct arena *memory)
{
  struct diag unsaid = { .status = STATUS_IO };
  struct live_file file = { 0 };
  struct bytes bytes
      = { .start = data, .next = data, .end = data + size, .diag = &unsaid };
  if (!live_file_begins (&bytes))
    return;
  bytes.word_size = data[offsetof (struct live_header, word_size)];
  bytes.big_endian
      = data[offsetof (struct live_header, version)] != LIVE_VERSION;
  if (live_file_read (&file, &bytes) == STATUS_OK && file.objects.count > 0
      && file.objects.items[0].number == 1)
    {
      const char *name = file.objects.items[0].name;
      recording->program = arena_text (memory, name, strlen (name));
      recording->process = file.process;
      recording->rate = file.rate;
      recording->start = file.start;
      recording->has_ended = file.has_ended;
      recording->lacks = file.lacks;
      recording->has_stacks = file.has_stacks;
    }
  for (size_t i = 0; i < file.tables.count && recording->program != NULL; i++)
    for (uint32_t j = 0; j < file.tables.items[i].count; j++)
      {
        const struct live_count slot
            = live_file_slot (&file, &file.tables.items[i], j);
        if (slot.self != LIVE_EMPTY && slot.from == LIVE_SAMPLE)
          recording->samples += slot.count;
        else if (slot.self != LIVE_EMPTY && slot.from != LIVE_SQUARES)
          recording->calls += slot.count;
      }
  live_file_release (&file);
}

bool
recording_examine (struct recording *recording, struct arena *memory)
{
  struct stat about;
  void *data = MAP_FAILED;
  size_t size = 0;
  const int fd = open (recording->file, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return false;
  if (fstat (fd, &about) == 0 && S_ISREG (about.st_mode)
      && (uintmax_t)about.st_size >= sizeof (struct live_header))
    {
      size = (size_t)about.st_size;
      data = mmap (NULL, size, PROT_READ, MAP_SHARED, fd, 0);
    }
  close (fd);
  if (data == MAP_FAILED)
    return false;
  examine (recording, data, size, memory);
  munmap (data, size);
  return recording->program != NULL;
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
  recordings->directory = memory_part (prefix, (size_t)(slash - prefix) + 1);
  recordings->name = slash + 1;
  return access (recordings->directory, W_OK | X_OK) == 0
             ? list (recordings, &recordings->before, diag)
             : diag_fail_errno (diag, prefix, errno, _ ("cannot write"));
}

/* Does the path FILE end in what a live file of the run is called?  */
static bool
has_name (const struct recordings *recordings, const char *file)
{
  const char *name = path_base (file);
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
  const size_t count = before->files.count;
  while (*next < count && strcmp (before->files.items[*next], file) < 0)
    ++*next;
  return *next < count && strcmp (before->files.items[*next], file) == 0;
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
  for (size_t i = 0; i < after->files.count && status == STATUS_OK; i++)
    {
      struct recording recording = { .file = after->files.items[i] };
      if (!has_name (recordings, recording.file)
          || was_there (recordings, recording.file, &next)
          || !recording_examine (&recording, &recordings->memory))
        continue;
      recording.is_first = recording.process == process;
      recording.is_started = is_same_file (recording.program, program);
      vec_push (&recordings->items, recording);
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

/* The same for the file FD, of which HEADER is to be a copy.  */
static void
complete (int fd, struct live_header *header, uint64_t clock, uint64_t user,
          uint64_t system)
{
  const size_t first = offsetof (struct live_header, elapsed);
  const size_t limit = offsetof (struct live_header, rank);
  if (pread (fd, header, sizeof *header, 0) != (ssize_t)sizeof *header
      || header->version != LIVE_VERSION || header->clock == 0
      || header->elapsed != 0 || clock <= header->clock)
    return;
  header->elapsed = clock - header->clock;
  header->user = user;
  header->system = system;
  const ssize_t unused
      = pwrite (fd, (char *)header + first, limit - first, (off_t)first);
  (void)unused;
}

void
recordings_complete (const struct recordings *recordings, uint64_t clock,
                     uint64_t user, uint64_t system)
{
  const struct recording *first = NULL;
  struct live_header header;
  size_t count = 0;
  for (size_t i = 0; i < recordings->items.count; i++)
    if (recordings->items.items[i].is_first)
      {
        first = &recordings->items.items[i];
        count++;
      }
  if (count != 1 || recording_goes_on (first))
    return;
  const int fd = open (first->file, O_RDWR | O_CLOEXEC);
  if (fd < 0)
    return;
  complete (fd, &header, clock, user, system);
  close (fd);
}

void
recordings_release (struct recordings *recordings)
{
  vec_release (&recordings->items);
  profile_names_close (&recordings->before);
  profile_names_close (&recordings->after);
  arena_release (&recordings->memory);
  free (recordings->directory);
  *recordings = (struct recordings){ 0 };
}

/* --- Processes that go on ------------------------------------------------ */

/* All is asked of the system, since such processes have another parent; what it
   does not tell, as without /proc, is taken for an end.  */

enum
{
  PATH_SIZE = 64,           /* of a file in /proc */
  VARIABLES_MOST = 1 << 20, /* bytes of an environment that are looked at */
  NUMBERS_SIZE = 64,        /* of a text with some numbers of processes */
  PROGRAMS_MOST = 3         /* that are noted */
};

/* --- One process --------------------------------------------------------- */

/* Has PROCESS a file in its memory in whose path there is NAME, or that is
   number INODE, unless that is 0?  Also true if the user may not know that, and
   if its first thread has ended and so has no memory to show.  */
static bool
has_in_memory (pid_t process, const char *name, uintmax_t inode)
{
  char path[PATH_SIZE], *line = NULL;
  size_t size = 0;
  bool has_lines = false, found = false;
  snprintf (path, sizeof path, "/proc/%ld/maps", (long)process);
  FILE *maps = fopen (path, "re");
  if (maps == NULL)
    return errno == EACCES || errno == EPERM;
  while (!found && getline (&line, &size, maps) > 0)
    {
      uintmax_t number;
      has_lines = true;
      found = strstr (line, name) != NULL
              || (inode != 0
                  && sscanf (line, "%*s %*s %*s %*s %" SCNuMAX, &number) == 1
                  && number == inode);
    }
  free (line);
  fclose (maps);
  return found || !has_lines;
}

bool
recording_goes_on (const struct recording *recording)
{
  const pid_t process = (pid_t)recording->process;
  struct stat about;
  return !recording->has_ended && process_runs (process)
         && has_in_memory (process, recording->file,
                           stat (recording->file, &about) == 0 ? about.st_ino
                                                               : 0);
}

/* Read the file NAME of PROCESS into TEXT, which has SIZE bytes.  Returns how
   many it has, 0 if it cannot be read.  */
static size_t
read_file (const char *name, pid_t process, char *text, size_t size)
{
  char path[PATH_SIZE];
  size_t used = 0;
  ssize_t count = 0;
  snprintf (path, sizeof path, "/proc/%ld/%s", (long)process, name);
  const int fd = open (path, O_RDONLY | O_CLOEXEC);
  while (fd >= 0 && used < size
         && (count = read (fd, text + used, size - used)) > 0)
    used += (size_t)count;
  if (fd >= 0)
    close (fd);
  return used;
}

/* When PROCESS started, in some unit; 0 if that is not known.  */
static unsigned long long
start_of (pid_t process)
{
  char text[1024];
  const size_t size = read_file ("stat", process, text, sizeof text - 1);
  text[size] = '\0';
  const char *at = strrchr (text, ')'); /* behind a name of any bytes */
  for (int field = 2; at != NULL && field < 22; field++)
    at = strchr (at + 1, ' ');
  return at != NULL ? strtoull (at, NULL, 10) : 0;
}

/* What tells that a process is of a run.  */
struct mark
{
  const char *variable; /* with the prefix of the run, in its environment */
  const char *prefix;   /* its last two parts, as links may lead there */
  const char *file;     /* that was started */
};

/* Does PROCESS execute FILE?  */
static bool
executes (pid_t process, const char *file)
{
  char link[PATH_SIZE];
  snprintf (link, sizeof link, "/proc/%ld/exe", (long)process);
  return is_same_file (link, file);
}

/* Is PROCESS of the run with MARK?  A program may have written a title over its
   environment, so one whose environment does not begin with a variable, but
   that has the recorder, is of the run, too, if it is younger than this
   process, and has a live file of the run or executes what was started.  TEXT is
   room for VARIABLES_MOST.  */
static bool
is_of_run (pid_t process, const struct mark *mark, char *text)
{
  const size_t size = read_file ("environ", process, text, VARIABLES_MOST);
  if (memmem (text, size, mark->variable, strlen (mark->variable) + 1) != NULL)
    return true;
  return size > 0 && memchr (text, '=', strnlen (text, size)) == NULL
         && start_of (process) >= start_of (getpid ())
         && has_in_memory (process, LIVE_RECORDER, 0)
         && (executes (process, mark->file)
             || has_in_memory (process, mark->prefix, 0));
}

/* --- All processes ------------------------------------------------------- */

/* Add PROCESS, which executes PROGRAM, in LENGTH bytes, unless it is there.  */
static void
add (struct lingering *lingering, pid_t process, const char *program,
     size_t length, bool records)
{
  for (size_t i = 0; i < lingering->items.count; i++)
    if (lingering->items.items[i].process == process)
      {
        lingering->items.items[i].records |= records;
        return;
      }
  const struct lingerer lingerer
      = { process, arena_text (&lingering->memory, program, length), records };
  vec_push (&lingering->items, lingerer);
}

/* Add PROCESS if it is of the run with MARK.  TEXT is room for
   VARIABLES_MOST.  */
static void
add_started (struct lingering *lingering, pid_t process,
             const struct mark *mark, char *text)
{
  char link[PATH_SIZE], path[PATH_MAX];
  if (!is_of_run (process, mark, text))
    return;
  snprintf (link, sizeof link, "/proc/%ld/exe", (long)process);
  /* Under the name by which it was started, which may be a link.  */
  const bool is_file = executes (process, mark->file);
  const ssize_t size = is_file ? (ssize_t)strlen (mark->file)
                               : readlink (link, path, sizeof path);
  if (size > 0)
    add (lingering, process, is_file ? mark->file : path, (size_t)size,
         has_in_memory (process, LIVE_RECORDER, 0));
}

void
lingering_find (struct lingering *lingering, const char *prefix,
                const char *file)
{
  lingering_release (lingering);
  DIR *directory = opendir ("/proc");
  char *text = memory_new (VARIABLES_MOST);
  const char *variable
      = arena_format (&lingering->memory, "GMON_OUT_PREFIX=%s", prefix);
  const struct dirent *entry;
  struct mark mark = { variable, strrchr (prefix, '/'), file };
  while (mark.prefix > prefix && *--mark.prefix != '/')
    ;
  while (directory != NULL && (entry = readdir (directory)) != NULL)
    {
      const pid_t process = (pid_t)strtol (entry->d_name, NULL, 10);
      if (process > 0)
        add_started (lingering, process, &mark, text);
    }
  if (directory != NULL)
    closedir (directory);
  free (text);
}

void
lingering_add (struct lingering *lingering,
               const struct recordings *recordings)
{
  for (size_t i = 0; i < recordings->items.count; i++)
    {
      const struct recording *recording = &recordings->items.items[i];
      if (recording_goes_on (recording))
        add (lingering, (pid_t)recording->process, recording->program,
             strlen (recording->program), true);
    }
}

/* Note those from number FIRST on that execute the same program.  */
static void
note_program (const struct lingering *lingering, size_t first,
              const char *prefix, struct diag *diag)
{
  const struct lingerer *items = lingering->items.items;
  char path[PATH_MAX], numbers[NUMBERS_SIZE] = "";
  size_t used = 0;
  bool has_file = false;
  for (size_t i = first; i < lingering->items.count; i++)
    if (items[i].records
        && strcmp (items[i].program, items[first].program) == 0)
      {
        snprintf (path, sizeof path, "%s.%ld.live", prefix,
                  (long)items[i].process);
        has_file = has_file || access (path, F_OK) == 0;
        if (used < sizeof numbers)
          used += (size_t)snprintf (numbers + used, sizeof numbers - used,
                                    used == 0 ? "%ld" : ", %ld",
                                    (long)items[i].process);
      }
  if (used >= sizeof numbers)
    strcpy (strrchr (numbers, ','), ", ...");
  const char *which = strchr (numbers, ',') == NULL ? numbers : "*";
  if (has_file)
    diag_note (
        diag, PLACE_FILE (items[first].program),
        /* TRANSLATORS: numbers of processes, and a command.  */
        _ ("still running: %s; '%s --watch %s %s.%s.live' shows what is "
           "recorded"),
        numbers, diag->program, items[first].program, prefix, which);
  else
    diag_note (
        diag, PLACE_FILE (items[first].program),
        /* TRANSLATORS: numbers of processes, and a file.  */
        _ ("still running: %s; nothing is recorded so far, what will be "
           "is in %s.%s.live"),
        numbers, prefix, which);
}

bool
lingering_note (const struct lingering *lingering, const char *prefix,
                struct diag *diag)
{
  const struct lingerer *items = lingering->items.items;
  size_t noted = 0;
  for (size_t i = 0; i < lingering->items.count && noted < PROGRAMS_MOST; i++)
    {
      bool is_new = items[i].records;
      for (size_t j = 0; j < i && is_new; j++)
        is_new = !items[j].records
                 || strcmp (items[i].program, items[j].program) != 0;
      if (is_new)
        note_program (lingering, i, prefix, diag);
      noted += is_new;
    }
  return noted > 0;
}

void
lingering_release (struct lingering *lingering)
{
  vec_release (&lingering->items);
  arena_release (&lingering->memory);
  *lingering = (struct lingering){ 0 };
}
