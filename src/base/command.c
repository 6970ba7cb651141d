/* command.c - other programs: one that is run in the place of this one, and
   helpers.  */

#include "config.h"

#include "base/command.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/process.h"

extern char **environ;

/* --- Helpers ------------------------------------------------------------- */

int
command_spawn (pid_t *process, const char *file, char *const *arguments,
               const int streams[3], const sigset_t *defaults)
{
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int error = posix_spawn_file_actions_init (&actions);
  if (error != 0)
    return error;
  error = posix_spawnattr_init (&attributes);
  if (error == 0)
    {
      for (int i = 0; i < 3; i++)
        if (streams[i] >= 0)
          posix_spawn_file_actions_adddup2 (&actions, streams[i], i);
      posix_spawnattr_setsigdefault (&attributes, defaults);
      posix_spawnattr_setflags (&attributes, POSIX_SPAWN_SETSIGDEF);
      error = posix_spawnp (process, file, &actions, &attributes, arguments,
                            environ);
      posix_spawnattr_destroy (&attributes);
    }
  posix_spawn_file_actions_destroy (&actions);
  return error;
}

/* --- The file ------------------------------------------------------------ */

static bool
is_executable (const char *name)
{
  struct stat about;
  return stat (name, &about) == 0 && S_ISREG (about.st_mode)
         && access (name, X_OK) == 0;
}

const char *
command_find (const char *name, struct arena *memory)
{
  const char *path = getenv ("PATH");
  if (strchr (name, '/') != NULL)
    return name;
  if (path == NULL)
    path = "/bin:/usr/bin";
  while (*name != '\0')
    {
      const size_t length = strcspn (path, ":");
      const char *file = length > 0 ? arena_format (memory, "%.*s/%s",
                                                    (int)length, path, name)
                                    : arena_format (memory, "./%s", name);
      if (is_executable (file))
        return file;
      if (path[length] == '\0')
        break;
      path += length + 1;
    }
  return NULL;
}

/* --- The program --------------------------------------------------------- */

/* In the new process: let OUTPUT, unless it is negative, take the place of
   terminals, and run FILE.  Returns why that failed.  */
static int
become (const char *file, char *const *arguments, char *const *variables,
        const struct signals *signals, int output)
{
  for (int fd = STDOUT_FILENO; fd <= STDERR_FILENO; fd++)
    if (output >= 0 && isatty (fd) == 1 && dup2 (output, fd) < 0)
      return errno;
  signals_release (signals);
  execve (file, arguments, variables);
  return errno;
}

/* The error that the new process has written to FD; 0 if it runs its
   program.  */
static int
read_error (int fd)
{
  int error = 0;
  ssize_t size;
  do
    size = read (fd, &error, sizeof error);
  while (size < 0 && errno == EINTR);
  return size == sizeof error ? error : 0;
}

/* Not posix_spawn, which cannot let a program begin with a signal ignored.  */
int
command_start (struct command *command, const char *file,
               char *const *arguments, char *const *variables,
               const struct signals *signals, int output,
               void (*prepare) (void *context, pid_t process), void *context)
{
  int ends[2];
  if (pipe (ends) != 0)
    return errno;
  for (size_t i = 0; i < 2; i++)
    fcntl (ends[i], F_SETFD, FD_CLOEXEC);
  command->elapsed = -process_clock ();
  command->process = fork ();
  int error = command->process < 0 ? errno : 0;
  if (command->process >= 0)
    prepare (context, command->process > 0 ? command->process : getpid ());
  if (command->process == 0)
    {
      error = become (file, arguments, variables, signals, output);
      _exit (write (ends[1], &error, sizeof error) < 0);
    }
  close (ends[1]);
  if (error == 0)
    error = read_error (ends[0]);
  close (ends[0]);
  command->runs = error == 0;
  if (command->process > 0 && error != 0)
    waitpid (command->process, &command->status, 0);
  return error;
}

static double
seconds_of (struct timeval time)
{
  return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

int
command_wait (struct command *command)
{
  for (;;)
    {
      struct rusage usage = { 0 };
      const pid_t ended
          = wait4 (command->process, &command->status, WNOHANG, &usage);
      command->runs = ended == 0 || (ended < 0 && errno == EINTR);
      if (!command->runs)
        {
          command->elapsed += process_clock ();
          command->user = seconds_of (usage.ru_utime);
          command->system = seconds_of (usage.ru_stime);
          command->processor = command->user + command->system;
          return 0;
        }
      const int number = signals_wait ();
      if (number == SIGTERM || number == SIGHUP)
        kill (command->process, number);
      else if (number != SIGCHLD && number != SIGINT && number != SIGQUIT)
        return number;
    }
}

int
command_shell_status (int status)
{
  return WIFSIGNALED (status) ? COMMAND_SIGNAL + WTERMSIG (status)
                              : WEXITSTATUS (status);
}
