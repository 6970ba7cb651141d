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
#include <time.h>
#include <unistd.h>

#include "analysis/account.h"
#include "base/i18n.h"
#include "base/infile.h"
#include "base/paths.h"
#include "base/process.h"
#include "model/elf.h"
#include "model/live_format.h"
#include "output/view_waits.h"
#include "run/baseline.h"
#include "run/pattern.h"
#include "run/recordings.h"
#include "run/watch.h"

extern char **environ;

#define PREFIX "GMON_OUT_PREFIX="

enum
{
  OTHERS_MOST = 3, /* other programs, or processes, that notes name */
  PAUSE = 20000000 /* nanoseconds from one look at processes that go on to the
                      next */
};

/* The processor time that a program cannot take without a sample, in seconds,
   unless it is in many processes or is not sampled.  */
static const double much_time = 0.1;

/* For how many seconds processes that go on are waited for.  */
static const double grace = 1;

/* --- Where things are ---------------------------------------------------- */

/* TEXT, which is freed, in the memory of RECORD.  */
static char *
keep (struct record *record, char *text)
{
  char *kept = arena_text (&record->memory, text, strlen (text));
  free (text);
  return kept;
}

/* The library NAME: the one beside this program, else the one installed.  */
static enum status
find_library (struct record *record, const char *name, const char **library,
              struct diag *diag)
{
  char *own = path_real_directory ("/proc/self/exe");
  *library = keep (record,
                   memory_format ("%s/%s", own != NULL ? own : LIBDIR, name));
  free (own);
  if (access (*library, R_OK) == 0)
    return STATUS_OK;
  *library = keep (record, memory_format ("%s/%s", LIBDIR, name));
  if (access (*library, R_OK) == 0)
    return STATUS_OK;
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
  enum status status = STATUS_OK;
  if (strpbrk (*library, " :") == NULL)
    return STATUS_OK;
  if (record->link.directory == NULL)
    status = scratch_make (&record->link, "/tmp", diag);
  if (status != STATUS_OK)
    return status;
  const char *link
      = keep (record, memory_format ("%s/%s", record->link.directory,
                                     path_base (*library)));
  if (symlink (*library, link) != 0)
    return diag_fail_errno (diag, link, errno,
                            _ ("cannot make a temporary file"));
  *library = link;
  return STATUS_OK;
}

/* What LD_PRELOAD is to begin with: *LIBRARY, and that which measures waits if
   OPTIONS want it.  */
static enum status
choose_libraries (struct record *record, const struct options *options,
                  const char **libraries, struct diag *diag)
{
  const char *recorder, *waiter = NULL;
  const bool waits = (options->requested & LISTING_WAITS) != 0;
  enum status status = find_library (record, LIVE_RECORDER, &recorder, diag);
  if (status == STATUS_OK && waits)
    status = find_library (record, LIVE_WAITER, &waiter, diag);
  if (status == STATUS_OK)
    status = make_loadable (record, &recorder, diag);
  if (status == STATUS_OK && waits)
    status = make_loadable (record, &waiter, diag);
  if (status == STATUS_OK)
    *libraries = waits
                     ? keep (record, memory_format ("%s:%s", waiter, recorder))
                     : recorder;
  return status;
}

/* Where profiles are that are not kept: with other temporary files, or, so that
   the run is not lost, in the usual place for them.  */
static const char *
choose_parent (struct diag *diag)
{
  static const char usual[] = "/tmp";
  const char *parent = getenv ("TMPDIR");
  if (parent == NULL || *parent == '\0')
    return usual;
  int error = scratch_room (parent);
  if (error == 0 && access (parent, W_OK | X_OK) != 0)
    error = errno;
  if (error == 0)
    return parent;
  diag_warn (diag, PLACE_FILE (parent),
             /* TRANSLATORS: %s is a directory, the other one the system's
                reason.  */
             _ ("not used for the profiles, which are in %s: %s"), usual,
             strerror (error));
  return usual;
}

/* Make the variable with what the names of profiles begin with, WORD if it is
   not null: an absolute path, since the program may change its directory.  */
static enum status
choose_prefix (struct record *record, const char *word, struct diag *diag)
{
  /* Two bytes, a percent sign and a letter, may become ten digits.  */
  const int room = word != NULL ? (int)(4 * strlen (word)) : 0;
  if (word == NULL)
    {
      enum status status
          = scratch_make (&record->scratch, choose_parent (diag), diag);
      if (status != STATUS_OK)
        return status;
      record->variable = arena_format (&record->memory, PREFIX "%s/gmon.out",
                                       record->scratch.directory);
    }
  else if (word[0] == '/')
    record->variable
        = arena_format (&record->memory, PREFIX "%s%*s", word, room, "");
  else
    {
      char *here = realpath (".", NULL);
      if (here == NULL)
        return diag_fail_errno (diag, ".", errno, _ ("cannot open"));
      record->variable = arena_format (&record->memory, PREFIX "%s/%s%*s",
                                       here, word, room, "");
      free (here);
    }
  char *end = record->variable + strlen (record->variable) - room;
  *end = '\0';
  record->pattern = word;
  record->kept = word != NULL ? end - strlen (word) : end;
  return STATUS_OK;
}

/* What the names of profiles begin with; before the program runs, with the
   pattern.  */
static const char *
prefix_of (const struct record *record)
{
  return record->variable + sizeof PREFIX - 1;
}

/* Now PROCESS, that of the program, is known.  */
static void
name_process (void *context, pid_t process)
{
  struct record *record = context;
  struct diag unsaid = { .status = STATUS_IO }; /* it was checked */
  char *name;
  if (record->pattern == NULL
      || pattern_expand (&name, record->pattern, "--keep", (uint32_t)process,
                         &unsaid)
             != STATUS_OK)
    return;
  strcpy (record->kept, name);
  free (name);
  record->recordings.name = path_base (prefix_of (record));
}

/* --- The program runs ---------------------------------------------------- */

/* A variable: NAME, with the equals sign, and FIRST before what the user has in
   OTHERS, which may be null.  */
static char *
prepended (struct record *record, const char *name, const char *first,
           const char *others)
{
  const bool has_others = others != NULL && *others != '\0';
  return keep (record,
               memory_format ("%s%s%s%s", name, first, has_others ? ":" : "",
                              has_others ? others : ""));
}

/* The environment of the program: ours, with what loads LIBRARIES and lets them
   write profiles, and with what lets a program of gcc's -fsanitize=address
   begin, whose library wants to be loaded first.  Everything is recorded, unless
   the user wants otherwise.  */
static char **
make_environment (struct record *record, const struct options *options,
                  const char *libraries)
{
  static const char *const names[]
      = { "LD_PRELOAD=", PREFIX, "GPROF_HELPER=", "ASAN_OPTIONS=" };
  enum
  {
    NAMES = sizeof names / sizeof *names
  };
  const char *settings = getenv ("GPROF_HELPER");
  char rate[32] = "";
  if (options->rate > 0)
    snprintf (rate, sizeof rate, ",hz=%u", options->rate);
  char *const own[NAMES]
      = { prepended (record, names[0], libraries, getenv ("LD_PRELOAD")),
          record->variable,
          keep (record,
                memory_format ("%sall=1,%s,live=keep%s%s%s", names[2],
                               settings != NULL ? settings : "",
                               options->keep ? "" : ",plain=no", rate,
                               options->no_stacks ? ",stacks=no" : "")),
          prepended (record, names[3], "verify_asan_link_order=0",
                     getenv ("ASAN_OPTIONS")) };
  size_t count = 0;
  while (environ[count] != NULL)
    count++;
  char **variables
      = arena_alloc (&record->memory, (count + NAMES + 1) * sizeof *variables);
  size_t used = 0;
  for (size_t i = 0; i < count; i++)
    {
      bool is_own = false;
      for (size_t j = 0; j < NAMES; j++)
        is_own
            = is_own || strncmp (environ[i], names[j], strlen (names[j])) == 0;
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

/* Show what the program FILE has recorded by now.  */
static void
show (struct record *record, struct watch *watch, const char *file)
{
  const struct command *command = &record->command;
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

/* Run FILE and wait for it; show it if OPTIONS want that.  */
static enum status
run_file (struct record *record, const char *file,
          const struct options *options, char *const *variables,
          struct diag *diag)
{
  struct command *command = &record->command;
  struct watch watch = { 0 };
  struct signals signals;
  char name[SIGNAL_NAME_MOST];
  int error = 0, number;
  const bool watches = options->watch > 0;
  enum status status = STATUS_OK;
  signals_hold (&signals);
  if (watches)
    status = watch_start (&watch, options, false, diag);
  if (status == STATUS_OK)
    error
        = command_start (command, file, options->command, variables, &signals,
                         watches ? watch.held : -1, name_process, record);
  while (status == STATUS_OK && error == 0
         && (number = command_wait (command)) != 0)
    if (watches && watch_is_due (&watch, number))
      show (record, &watch, file);
    else if (!watches && number == SIGTSTP)
      signals_stop ();
  watch_end (&watch);
  signals_release (&signals);
  if (status != STATUS_OK)
    return status;
  if (error != 0)
    return fail_to_run (record, options->command[0], error, diag);
  record->status = command_shell_status (command->status);
  if (WIFSIGNALED (command->status))
    {
      signals_name (WTERMSIG (command->status), name);
      diag_note (diag, NULL, _ ("%s was ended by %s"), options->command[0],
                 name);
    }
  return STATUS_OK;
}

/* --- Processes that go on ------------------------------------------------ */

/* Find what was recorded of the run of FILE, and which processes go on; they get
   some time to end.  Nothing is found if the directory is gone.  */
static enum status
find_recordings (struct record *record, const char *file, const char *prefix,
                 struct lingering *lingering, struct diag *diag)
{
  struct recordings *recordings = &record->recordings;
  const struct timespec pause = { 0, PAUSE };
  const double end = process_clock () + grace;
  for (;;)
    {
      if (access (recordings->directory, F_OK) != 0)
        return STATUS_OK;
      lingering_find (lingering, prefix, file);
      /* In this order nothing comes in between.  */
      const enum status status
          = recordings_find (recordings, file,
                             (uint32_t)record->command.process, diag);
      if (status == STATUS_OK)
        lingering_add (lingering, recordings);
      if (status != STATUS_OK || lingering->items.count == 0
          || process_clock () >= end)
        return status;
      nanosleep (&pause, NULL);
    }
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

/* Use the profile that the C library has written, since it knows the prefix,
   too: true if it has.  */
static bool
take_plain (struct record *record, struct options *options, const char *file,
            const char *prefix)
{
  const char *plain
      = keep (record,
              memory_format ("%s.%ld", prefix, (long)record->command.process));
  if (access (plain, R_OK) != 0)
    return false;
  vec_push (&options->profiles, plain);
  options->image = file;
  return true;
}

/* There is no live file of the run of FILE.  What the program did is not undone
   by that, so it is no failure, unless somebody relies on a comparison.  */
static enum status
explain_nothing (struct record *record, struct options *options,
                 const char *file, const char *prefix, struct diag *diag)
{
  struct diag why = { .program = diag->program, .stream = diag->stream };
  const bool is_there = take_plain (record, options, file, prefix);
  const int error = scratch_room (record->recordings.directory);
  if (options->runs_on)
    diag_fail (&why, STATUS_FORMAT, PLACE_FILE (file),
               _ ("no profile was recorded so far"));
  else if (takes_no_library (file))
    diag_fail (&why, STATUS_UNSUPPORTED, PLACE_FILE (file),
               _ ("'--run' cannot record it, since it is linked statically "
                  "or runs for another user; link it with libgprof-helper.a"));
  else if (error != 0)
    diag_fail_errno (&why, record->recordings.directory, error,
                     _ ("no profile was recorded"));
  else if (record->command.processor > much_time)
    diag_fail (&why, STATUS_FORMAT, PLACE_FILE (file),
               _ ("no profile was recorded, but %.2f s of processor time were "
                  "used: without sampling, by many short processes, or by "
                  "programs that are linked statically, run for another user "
                  "or get no LD_PRELOAD"),
               record->command.processor);
  else
    diag_fail (&why, STATUS_FORMAT, PLACE_FILE (file),
               _ ("no profile was recorded: no call was counted, and the "
                  "program took less time than a sample"));
  if (!is_there && options->fails_above)
    return diag_adopt (diag, &why);
  diag_warn_failed (diag, &why);
  diag_release (&why);
  if (!is_there)
    {
      const struct account account = account_of_command (&record->command);
      diag_note (diag, NULL, "%s",
                 account_text (&account, takes_no_library (file),
                               &record->memory));
    }
  return is_there ? STATUS_OK : STATUS_ABSENT;
}

/* Note the programs of the COUNT items of OTHERS, each once.  */
static void
note_others (const struct recording *others, size_t count,
             const struct options *options, struct diag *diag)
{
  const struct recording *named[OTHERS_MOST];
  size_t used = 0;
  for (size_t i = 0; i < count && used < OTHERS_MOST; i++)
    {
      bool is_new = true;
      for (size_t j = 0; j < used && is_new; j++)
        is_new = strcmp (others[i].program, named[j]->program) != 0;
      if (is_new)
        named[used++] = &others[i];
    }
  for (size_t i = 0; i < used; i++)
    if (options->keep != NULL)
      diag_note (diag, PLACE_FILE (named[i]->program),
                 _ ("recorded, too, but not reported: %s"), named[i]->file);
    else
      diag_note (diag, PLACE_FILE (named[i]->program),
                 _ ("recorded, too, but not reported; '--keep' leaves such "
                    "profiles, as PREFIX.PID.live"));
}

/* The recordings, COUNT of them, have neither calls nor stacks.  If calls were
   lost, that is warned of where they are read.  */
static void
note_no_calls (const struct recording *items, size_t count,
               const struct options *options, struct diag *diag)
{
  const unsigned lost = LIVE_LOST_CALLS | LIVE_NO_OBJECTS | LIVE_NOT_ALL_LIVE;
  for (size_t i = 0; i < count; i++)
    if (items[i].calls > 0 || items[i].has_stacks
        || (items[i].lacks & lost) != 0)
      return;
  diag_note (diag, PLACE_FILE (options->image),
             _ ("no calls are counted, only samples: compile the program "
                "with -pg"));
}

/* Report what was recorded of the program that matters.  */
static void
take_recordings (struct record *record, struct options *options,
                 const char *file, struct diag *diag)
{
  struct recordings *recordings = &record->recordings;
  const size_t count = recordings_choose (recordings);
  const struct recording *items = recordings->items.items;
  for (size_t i = 0; i < count; i++)
    vec_push (&options->profiles, items[i].file);
  options->image = image_of (items, file);
  record->processes = count;
  if (count > 1 && options->chooses_report)
    diag_note (diag, PLACE_FILE (options->image),
               P_ ("the report adds up %zu process",
                   "the report adds up %zu processes", count),
               count);
  note_no_calls (items, count, options, diag);
  note_others (items + count, recordings->items.count - count, options, diag);
}

static uint64_t
nanoseconds (double seconds)
{
  return (uint64_t)(seconds * 1e9 + 0.5);
}

/* Take what was recorded of the run of FILE.  */
static enum status
take_run (struct record *record, struct options *options, const char *file,
          const char *prefix, struct diag *diag)
{
  struct lingering lingering = { 0 };
  enum status status
      = find_recordings (record, file, prefix, &lingering, diag);
  if (status == STATUS_OK && lingering_note (&lingering, prefix, diag))
    {
      options->runs_on = true;
      scratch_keep (&record->scratch);
      scratch_keep (&record->link);
    }
  lingering_release (&lingering);
  recordings_complete (&record->recordings, record->ended,
                       nanoseconds (record->command.user),
                       nanoseconds (record->command.system));
  if (status == STATUS_OK && record->recordings.items.count > 0)
    take_recordings (record, options, file, diag);
  else if (status == STATUS_OK)
    status = explain_nothing (record, options, file, prefix, diag);
  if (!options->chooses_report)
    {
      options->brief = true;
      options->top = TOP_USUAL;
    }
  return status;
}

enum status
record_run (struct record *record, struct options *options, struct diag *diag)
{
  const char *libraries = NULL;
  /* Nobody should wait for a program to learn that there is nothing to compare
     it with.  */
  enum status status = baseline_check (options, diag);
  if (status == STATUS_OK)
    status = pattern_check (options->keep, "--keep", diag);
  if (status == STATUS_OK)
    status = choose_libraries (record, options, &libraries, diag);
  const char *file = command_find (options->command[0], &record->memory);
  if (status == STATUS_OK && file == NULL)
    status = fail_to_run (record, options->command[0], ENOENT, diag);
  if (status == STATUS_OK)
    status = choose_prefix (record, options->keep, diag);
  if (status == STATUS_OK)
    status = recordings_start (&record->recordings, prefix_of (record), diag);
  if (status != STATUS_OK)
    return status;
  char **variables = make_environment (record, options, libraries);
  status = run_file (record, file, options, variables, diag);
  record->ended = process_nanoseconds ();
  return status == STATUS_OK
             ? take_run (record, options, file, prefix_of (record), diag)
             : status;
}

void
record_print_rule (const struct record *record, const struct options *options,
                   struct output *output)
{
  if (record->processes == 0 || options->chooses_report)
    return;
  output_text (output, "\n");
  output_style (output, STYLE_BOLD);
  output_text (output, "--- gprof: ");
  output_name (output, path_base (options->image));
  output_printf (output,
                 /* TRANSLATORS: behind the name of a program; processor time
                    and the time that has passed, in seconds.  */
                 P_ (": %.2f s processor, %.1f s elapsed, %zu process",
                     ": %.2f s processor, %.1f s elapsed, %zu processes",
                     record->processes),
                 record->command.processor, record->command.elapsed,
                 record->processes);
  output_text (output, " ---");
  output_style (output, STYLE_PLAIN);
  output_text (output, "\n\n");
}

void
record_release (struct record *record)
{
  recordings_release (&record->recordings);
  /* The process that removes the second one holds what keeps the first one.  */
  scratch_release (&record->scratch);
  scratch_release (&record->link);
  arena_release (&record->memory);
}
