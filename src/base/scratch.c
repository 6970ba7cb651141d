/* scratch.c - files of this run alone.  */

#include "config.h"

#include "base/scratch.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef HAVE_MEMFD_CREATE
#include <sys/mman.h>
#endif
#include <sys/wait.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/memory.h"

enum
{
  ATTEMPTS = 10, /* other processes may still add files */
  ROOM = 65536   /* bytes that a short recording takes */
};

int
scratch_nameless (void)
{
#ifdef HAVE_MEMFD_CREATE
  const int memory = memfd_create ("gprof", MFD_CLOEXEC);
  if (memory >= 0)
    return memory;
#endif
  FILE *file = tmpfile ();
  if (file == NULL)
    return -1;
  const int fd = fcntl (fileno (file), F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  fclose (file);
  return fd;
}

/* Remove DIRECTORY and its files, unless that was done.  If it was, the name may
   be that of somebody else's link.  */
static void
remove_all (const char *directory)
{
  for (int i = 0; i < ATTEMPTS; i++)
    {
      const int fd = open (directory, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
      DIR *files = fd >= 0 ? fdopendir (fd) : NULL;
      const struct dirent *entry;
      while (files != NULL && (entry = readdir (files)) != NULL)
        unlinkat (dirfd (files), entry->d_name, 0);
      if (files != NULL)
        closedir (files);
      if (rmdir (directory) == 0 || errno == ENOENT)
        break;
    }
}

/* In the other process, where all signals are held back: wait until no process
   holds the other end of the pipe ALIVE, then remove DIRECTORY.  No signal but
   SIGKILL ends it earlier, nor does that one if it is sent to the group of
   processes; and it holds no file that others wait for.  */
static _Noreturn void
wait_and_remove (const char *directory, int alive)
{
  char byte;
  setsid ();
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
    close (fd);
  while (read (alive, &byte, 1) < 0 && errno == EINTR)
    continue;
  remove_all (directory);
  _exit (EXIT_SUCCESS);
}

static int
start_remover (struct scratch *scratch)
{
  int ends[2];
  if (pipe (ends) != 0)
    return errno;
  for (size_t i = 0; i < 2; i++)
    fcntl (ends[i], F_SETFD, FD_CLOEXEC);
  const pid_t process = fork ();
  const int error = errno;
  if (process == 0)
    {
      close (ends[1]);
      wait_and_remove (scratch->directory, ends[0]);
    }
  close (ends[0]);
  if (process < 0)
    {
      close (ends[1]);
      return error;
    }
  scratch->remover = process;
  scratch->alive = ends[1];
  return 0;
}

enum status
scratch_make (struct scratch *scratch, const char *parent, struct diag *diag)
{
  char *pattern = memory_format ("%s/gprof-XXXXXX", parent);
  /* A signal between here and there would leave the directory.  */
  sigset_t all, mask;
  sigfillset (&all);
  sigprocmask (SIG_SETMASK, &all, &mask);
  int error = 0;
  if (mkdtemp (pattern) == NULL)
    error = errno;
  else if ((scratch->directory = realpath (pattern, NULL)) == NULL)
    error = errno;
  else
    error = start_remover (scratch);
  sigprocmask (SIG_SETMASK, &mask, NULL);
  enum status status = STATUS_OK;
  if (error != 0)
    {
      rmdir (pattern);
      free (scratch->directory);
      scratch->directory = NULL;
      status = diag_fail_errno (diag, parent, error,
                                _ ("cannot make a temporary file"));
    }
  free (pattern);
  return status;
}

int
scratch_room (const char *directory)
{
  const int fd = open (directory, O_TMPFILE | O_RDWR | O_CLOEXEC, S_IRUSR);
  if (fd < 0)
    return errno == EOPNOTSUPP || errno == EISDIR ? 0 : errno;
  const int error = posix_fallocate (fd, 0, ROOM);
  close (fd);
  return error;
}

void
scratch_keep (struct scratch *scratch)
{
  if (scratch->directory != NULL)
    kill (scratch->remover, SIGKILL);
  scratch->is_kept = true;
}

void
scratch_release (struct scratch *scratch)
{
  if (scratch->directory == NULL)
    return;
  close (scratch->alive);
  while (waitpid (scratch->remover, NULL, 0) < 0 && errno == EINTR)
    continue;
  /* The other process may have been killed.  */
  if (!scratch->is_kept)
    remove_all (scratch->directory);
  free (scratch->directory);
  *scratch = (struct scratch){ 0 };
}
