/* record.c - a program is run with libgprof-helper.

   The library is loaded by LD_PRELOAD and writes live files, from which
   everything is read, however the program ended.  */

#include "config.h"

#include "run/record.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/infile.h"
#include "base/placement.h"
#include "model/elf.h"
#include "model/live_format.h"
#include "run/watch.h"

extern char **environ;

enum
{
  OTHERS_MOST = 3 /* other programs that a note names */
};

/* --- Where things are ---------------------------------------------------- */

/* The texts of PARTS, which a null ends, as one, in the memory of RECORD; null
   without memory.  */
static char *
join (struct record *record, const char *const *parts)
{
  size_t size = 1;
  for (size_t i = 0; parts[i] != NULL; i++)
    size += strlen (parts[i]);
  char *text = arena_alloc (&record->memory, size);
  char *at = text;
  for (size_t i = 0; text != NULL && parts[i] != NULL; i++)
    {
      const size_t length = strlen (parts[i]);
      memcpy (at, parts[i], length);
      at += length;
    }
  if (at != NULL)
    *at = '\0';
  return text;
}

#define JOIN(record, ...)                                                     \
  join ((record), (const char *const[]){ __VA_ARGS__, NULL })

/* The directory in which this program lies; null if that is not known.  */
static char *
own_directory (struct record *record)
{
  char *path = realpath ("/proc/self/exe", NULL);
  char *slash = path != NULL ? strrchr (path, '/') : NULL;
  char *directory = slash != NULL ? arena_text (&record->memory, path,
                                                (size_t)(slash - path))
                                  : NULL;
  free (path);
  return directory;
}

/* The library: the one built with this program, else the one installed.  */
static enum status
find_library (struct record *record, const char **library, struct diag *diag)
{
  const char *own = own_directory (record);
  const char *const directories[] = { own != NULL ? own : LIBDIR, LIBDIR };
  for (size_t i = 0; i < sizeof directories / sizeof *directories; i++)
    {
      *library = JOIN (record, directories[i], "/" LIVE_RECORDER);
      if (*library == NULL)
        return diag_no_memory (diag);
      if (access (*library, R_OK) == 0)
        return STATUS_OK;
    }
  return diag_fail (diag, STATUS_UNSUPPORTED, PLACE_FILE (*library),
                    /* TRANSLATORS: the place is where a library should be.  */
                    _ ("not found; '--run' needs gprof's library of this "
                       "name, which some systems have in a package of its "
                       "own"));
}

/* LIBRARY under a name that LD_PRELOAD may have, as blanks and colons separate
   its words: a link in a directory whose name has none.  */
static enum status
make_loadable (struct record *record, const char **library, struct diag *diag)
{
  if (strpbrk (*library, " :") == NULL)
    return STATUS_OK;
  enum status status = scratch_make (&record->link, "/tmp", diag);
  if (status != STATUS_OK)
    return status;
  const char *link = JOIN (record, record->link.directory, "/" LIVE_RECORDER);
  if (link == NULL)
    return diag_no_memory (diag);
  if (symlink (*library, link) != 0)
    return diag_fail_errno (diag, link, errno,
                            _ ("cannot make a temporary file"));
  *library = link;
  return STATUS_OK;
}

/* What the names of profiles begin with: an absolute path, since the program
   may change its directory.  */
static enum status
choose_prefix (struct record *record, const char *keep, const char **prefix,
               struct diag *diag)
{
  if (keep == NULL)
    {
      enum status status = scratch_make (&record->scratch, NULL, diag);
      if (status != STATUS_OK)
        return status;
      *prefix = JOIN (record, record->scratch.directory, "/gmon.out");
    }
  else if (keep[0] == '/')
    *prefix = keep;
  else
    {
      char *here = realpath (".", NULL);
      if (here == NULL)
        return diag_fail_errno (diag, ".", errno, _ ("cannot open"));
      *prefix = JOIN (record, here, "/", keep);
      free (here);
    }
  return *prefix != NULL ? STATUS_OK : diag_no_memory (diag);
}

/* --- The program runs ---------------------------------------------------- */

static bool
is_variable (const char *entry, const char *name)
{
  const size_t length = strlen (name);
  return strncmp (entry, name, length) == 0 && entry[length] == '=';
}

/* What the program gets as GPROF_HELPER: everything is recorded, unless the
   user wants otherwise.  */
static char *
settings (struct record *record, unsigned rate)
{
  char number[32] = "";
  const char *others = getenv ("GPROF_HELPER");
  if (rate > 0)
    snprintf (number, sizeof number, ",hz=%u", rate);
  return JOIN (record, "GPROF_HELPER=all=1,", others != NULL ? others : "",
               ",live=keep", number);
}

/* The variable called NAME with FIRST and SEPARATOR before what the user has in
   it.  */
static char *
prepended (struct record *record, const char *name, const char *first,
           const char *separator)
{
  const char *others = getenv (name);
  const bool has_others = others != NULL && *others != '\0';
  return JOIN (record, name, "=", first, has_others ? separator : "",
               has_others ? others : "");
}

/* The environment of the program: ours, with what loads LIBRARY and lets it
   write to PREFIX, and with what lets a program of gcc's -fsanitize=address
   begin, whose library wants to be loaded first.  Null without memory.  */
static char **
make_environment (struct record *record, const struct options *options,
                  const char *library, const char *prefix)
{
  static const char *const names[]
      = { "LD_PRELOAD", "GMON_OUT_PREFIX", "GPROF_HELPER", "ASAN_OPTIONS" };
  enum
  {
    NAMES = sizeof names / sizeof *names
  };
  char *const own[NAMES]
      = { prepended (record, names[0], library, ":"),
          JOIN (record, "GMON_OUT_PREFIX=", prefix),
          settings (record, options->rate),
          prepended (record, names[3], "verify_asan_link_order=0", ":") };
  size_t count = 0;
  while (environ[count] != NULL)
    count++;
  char **variables
      = arena_alloc (&record->memory, (count + NAMES + 1) * sizeof *variables);
  if (variables == NULL || own[0] == NULL || own[1] == NULL || own[2] == NULL
      || own[3] == NULL)
    return NULL;
  size_t used = 0;
  for (size_t i = 0; i < count; i++)
    {
      bool is_own = false;
      for (size_t j = 0; j < NAMES; j++)
        is_own = is_own || is_variable (environ[i], names[j]);
      if (!is_own)
        variables[used++] = environ[i];
    }
  memcpy (variables + used, own, sizeof own);
  variables[used + NAMES] = NULL;
  return variables;
}

/* The program NAME could not be run because of ERROR.  */
static enum status
fail_to_run (struct record *record, const char *name, int error,
             struct diag *diag)
{
  record->status
      = error == ENOENT ? COMMAND_NOT_FOUND : COMMAND_NOT_EXECUTABLE;
  return diag_fail_errno (diag, name, error, _ ("cannot run"));
}

/* The file of the program that was recorded as RECORDING, if FILE was
   started.  */
static const char *
image_of (const struct recording *recording, const char *file)
{
  return recording->is_started ? file : recording->program;
}

/* Show what COMMAND, which runs FILE, has recorded by now.  */
static void
show (struct record *record, struct watch *watch,
      const struct command *command, const char *file)
{
  struct recordings *recordings = &record->recordings;
  struct diag unsaid = { .status = STATUS_OK };
  size_t count = 0;
  if (recordings_find (recordings, file, (uint32_t)command->process, &unsaid)
      == STATUS_OK)
    count = recordings_choose (recordings);
  watch_draw (watch,
              count > 0 ? image_of (recordings->items.items, file) : file,
              recordings->items.items, count);
  diag_release (&unsaid);
}

/* Run FILE, show it to WATCH if OPTIONS want that, and wait for it.  Returns 0
   or an errno value.  */
static int
run_and_wait (struct record *record, struct command *command, const char *file,
              const struct options *options, char *const *variables,
              struct watch *watch, const struct signals *signals)
{
  int number;
  const bool watches = options->watch > 0;
  const int error = command_start (command, file, options->command, variables,
                                   signals, watches ? watch->held : -1);
  while (error == 0 && (number = command_wait (command)) != 0)
    if (watches && watch_is_due (watch, number))
      show (record, watch, command, file);
    else if (!watches && number == SIGTSTP)
      signals_stop ();
  return error;
}

/* Run FILE, wait for it and keep its number in *PROCESS.  */
static enum status
run_file (struct record *record, const char *file,
          const struct options *options, char *const *variables,
          uint32_t *process, struct diag *diag)
{
  struct command command = { 0 };
  struct watch watch = { 0 };
  struct signals signals;
  int error = 0;
  enum status status = STATUS_OK;
  signals_hold (&signals);
  if (options->watch > 0)
    status = watch_start (&watch, options, false, diag);
  if (status == STATUS_OK)
    error = run_and_wait (record, &command, file, options, variables, &watch,
                          &signals);
  watch_end (&watch);
  signals_release (&signals);
  if (status != STATUS_OK)
    return status;
  if (error != 0)
    return fail_to_run (record, options->command[0], error, diag);
  *process = (uint32_t)command.process;
  record->has_run = true;
  record->status = command_shell_status (command.status);
  if (WIFSIGNALED (command.status))
    diag_note (diag, NULL, _ ("%s was ended by signal %d"),
               options->command[0], WTERMSIG (command.status));
  return STATUS_OK;
}

/* --- What was recorded --------------------------------------------------- */

/* Does nobody load libraries into the program FILE: is it linked statically,
   or run for another user?  */
static bool
takes_no_library (const char *file)
{
  struct stat about;
  struct infile infile = { .fd = -1 };
  struct elf elf;
  struct diag silent = { .status = STATUS_IO };
  if (stat (file, &about) != 0)
    return false;
  bool fails = (about.st_mode & (S_ISUID | S_ISGID)) != 0;
  if (infile_open (&infile, file, (size_t)about.st_size, &silent) == STATUS_OK)
    fails = fails
            || (elf_open (&elf, infile.data, infile.size)
                && elf_find_section (&elf, ".interp") == 0);
  infile_release (&infile);
  return fails;
}

/* There is no live file of PROCESS, which has run FILE.  The C library may have
   written a profile, since it knows the prefix, too.  */
static enum status
take_plain (struct record *record, struct options *options, const char *file,
            const char *prefix, uint32_t process, struct diag *diag)
{
  char number[32];
  snprintf (number, sizeof number, ".%u", (unsigned)process);
  const char *plain = JOIN (record, prefix, number);
  if (plain == NULL)
    return diag_no_memory (diag);
  const bool is_there = access (plain, R_OK) == 0;
  const bool fails = takes_no_library (file);
  if (is_there)
    {
      options->image = file;
      if (!vec_push (&options->profiles, plain))
        return diag_no_memory (diag);
    }
  if (fails)
    return diag_warn_or_fail (
               diag, !is_there, STATUS_UNSUPPORTED, PLACE_FILE (file),
               _ ("'--run' cannot record it, since it is linked statically "
                  "or runs for another user; link it with libgprof-helper.a"))
                   == STATUS_ABSENT
               ? STATUS_OK
               : STATUS_UNSUPPORTED;
  return is_there ? STATUS_OK
                  : diag_fail (diag, STATUS_FORMAT, PLACE_FILE (file),
                               _ ("no profile was recorded: no call was "
                                  "counted, and the program took less time "
                                  "than a sample"));
}

/* Note the programs of the COUNT items of OTHERS, each once.  */
static void
note_others (const struct recording *others, size_t count, struct diag *diag)
{
  const char *names[OTHERS_MOST];
  size_t named = 0;
  for (size_t i = 0; i < count && named < OTHERS_MOST; i++)
    {
      bool is_new = true;
      for (size_t j = 0; j < named && is_new; j++)
        is_new = strcmp (others[i].program, names[j]) != 0;
      if (is_new)
        names[named++] = others[i].program;
    }
  for (size_t i = 0; i < named; i++)
    diag_note (diag, PLACE_FILE (names[i]),
               _ ("recorded, too, but not reported; '--keep' leaves such "
                  "profiles, as PREFIX.PID.live"));
}

/* Report what was recorded of the program that matters.  */
static enum status
take_recordings (struct record *record, struct options *options,
                 const char *file, struct diag *diag)
{
  struct recordings *recordings = &record->recordings;
  const size_t count = recordings_choose (recordings);
  const struct recording *items = recordings->items.items;
  bool has_calls = false;
  for (size_t i = 0; i < count; i++)
    {
      if (!vec_push (&options->profiles, items[i].file))
        return diag_no_memory (diag);
      has_calls = has_calls || items[i].calls > 0;
    }
  options->image = image_of (items, file);
  if (count > 1)
    diag_note (diag, PLACE_FILE (options->image),
               P_ ("the report adds up %zu process",
                   "the report adds up %zu processes", count),
               count);
  if (!has_calls)
    diag_note (diag, PLACE_FILE (options->image),
               _ ("no calls are counted, only samples: compile the program "
                  "with -pg"));
  note_others (items + count, recordings->items.count - count, diag);
  return STATUS_OK;
}

/* Nobody should wait for a program to learn that there is nothing to compare it
   with.  */
static enum status
check_old_profiles (const struct options *options, struct diag *diag)
{
  for (size_t i = 0; i < options->old_profiles.count; i++)
    {
      const char *name = options->old_profiles.items[i];
      if (strcmp (name, "-") != 0 && access (name, R_OK) != 0)
        return diag_fail_errno (diag, name, errno, _ ("cannot open"));
    }
  return STATUS_OK;
}

enum status
record_run (struct record *record, struct options *options, struct diag *diag)
{
  const char *library, *prefix;
  uint32_t process = 0;
  enum status status = check_old_profiles (options, diag);
  if (status == STATUS_OK)
    status = find_library (record, &library, diag);
  const char *file = command_find (options->command[0], &record->memory);
  if (status == STATUS_OK && file == NULL)
    status = fail_to_run (record, options->command[0], ENOENT, diag);
  if (status == STATUS_OK)
    status = make_loadable (record, &library, diag);
  if (status == STATUS_OK)
    status = choose_prefix (record, options->keep, &prefix, diag);
  if (status == STATUS_OK)
    status = recordings_start (&record->recordings, prefix, diag);
  if (status != STATUS_OK)
    return status;
  char **variables = make_environment (record, options, library, prefix);
  if (variables == NULL)
    return diag_no_memory (diag);
  status = run_file (record, file, options, variables, &process, diag);
  if (status == STATUS_OK)
    status = recordings_find (&record->recordings, file, process, diag);
  if (status != STATUS_OK)
    return status;
  return record->recordings.items.count > 0
             ? take_recordings (record, options, file, diag)
             : take_plain (record, options, file, prefix, process, diag);
}

EVERY_RUN void
record_release (struct record *record)
{
  recordings_release (&record->recordings);
  /* The other way round they would wait for each other: the process that
     removes the second one holds what keeps the first one.  */
  scratch_release (&record->scratch);
  scratch_release (&record->link);
  arena_release (&record->memory);
}
