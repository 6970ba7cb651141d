/* command.c - another program in the place of this one.  */

#include "config.h"

#include "base/command.h"

#include <errno.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* --- The file ------------------------------------------------------------ */

static bool
is_executable (const char *name)
{
  struct stat about;
  return stat (name, &about) == 0 && S_ISREG (about.st_mode)
         && access (name, X_OK) == 0;
}

/* NAME in the directory of LENGTH bytes, or in the current one for 0.  */
static const char *
in_directory (const char *directory, size_t length, const char *name,
              struct arena *memory)
{
  const size_t size = strlen (name);
  char *path = arena_alloc (memory, length + size + 3);
  if (path == NULL)
    return NULL;
  char *at = path;
  if (length == 0)
    *at++ = '.';
  memcpy (at, directory, length);
  at += length;
  *at++ = '/';
  memcpy (at, name, size + 1);
  return path;
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
      const char *file = in_directory (path, length, name, memory);
      if (file == NULL || is_executable (file))
        return file;
      if (path[length] == '\0')
        break;
      path += length + 1;
    }
  return NULL;
}

/* --- The program --------------------------------------------------------- */

/* Let OUTPUT, unless it is negative, take the place of terminals.  */
static int
divert (posix_spawn_file_actions_t *actions, int output)
{
  int error = 0;
  for (int fd = STDOUT_FILENO; fd <= STDERR_FILENO && error == 0; fd++)
    if (output >= 0 && isatty (fd) == 1)
      error = posix_spawn_file_actions_adddup2 (actions, output, fd);
  return error;
}

int
command_start (struct command *command, const char *file,
               char *const *arguments, char *const *variables,
               const struct signals *signals, int output)
{
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t defaults;
  int error = posix_spawn_file_actions_init (&actions);
  if (error != 0)
    return error;
  error = posix_spawnattr_init (&attributes);
  if (error == 0)
    {
      sigemptyset (&defaults);
      sigaddset (&defaults, SIGXFSZ); /* which we ignore */
      posix_spawnattr_setsigdefault (&attributes, &defaults);
      posix_spawnattr_setsigmask (&attributes, &signals->mask);
      posix_spawnattr_setflags (&attributes, POSIX_SPAWN_SETSIGDEF
                                                 | POSIX_SPAWN_SETSIGMASK);
      error = divert (&actions, output);
      if (error == 0)
        error = posix_spawn (&command->process, file, &actions, &attributes,
                             arguments, variables);
      posix_spawnattr_destroy (&attributes);
    }
  posix_spawn_file_actions_destroy (&actions);
  command->runs = error == 0;
  return error;
}

int
command_wait (struct command *command)
{
  for (;;)
    {
      const pid_t ended
          = waitpid (command->process, &command->status, WNOHANG);
      command->runs = ended == 0 || (ended < 0 && errno == EINTR);
      if (!command->runs)
        return 0;
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
