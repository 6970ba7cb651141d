/* test_process.c - name, standard descriptors and signals of a process.  Each
   check that would change those of the test itself is made in a child.  */

#include "config.h"

#include "base/process.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "capture.h"
#include "tap.h"

enum
{
  ENDED_BY_SIGNAL = 256,
  PAGES = 1 << 16 /* bytes; of whole pages on every machine */
};

/* The exit status of a child that calls ACT with FILE, and exits with what it
   returns; ENDED_BY_SIGNAL if a signal ends it.  */
static int
in_child (int (*act) (const char *file), const char *file)
{
  int status;
  fflush (stdout);
  const pid_t child = fork ();
  if (child < 0)
    helper_failed ("fork", "no process");
  if (child == 0)
    _exit (act (file));
  if (waitpid (child, &status, 0) != child)
    helper_failed ("waitpid", "no child");
  return WIFEXITED (status) ? WEXITSTATUS (status) : ENDED_BY_SIGNAL;
}

static void
test_name (void)
{
  char path[] = "/usr/bin/gprof-12", empty[] = "";
  char *named[] = { path, NULL }, *unnamed[] = { empty, NULL };
  is_text (process_name (1, named), "/usr/bin/gprof-12", "as it was called");
  is_text (process_name (1, unnamed), "gprof", "called by an empty name");
  is_text (process_name (0, unnamed + 1), "gprof", "called without a name");
}

/* 0 if what is opened last gets a descriptor above 2, input is empty or cannot
   be read, and nothing can be written to output and error.  */
static int
without_descriptors (const char *file)
{
  struct diag diag = { 0 };
  char byte = 'x';
  for (int fd = 0; fd <= 2; fd++)
    close (fd);
  if (process_reserve_descriptors (&diag) != STATUS_OK)
    return 2;
  if (open (file, O_RDONLY) <= STDERR_FILENO)
    return 3;
  if (read (STDIN_FILENO, &byte, 1) > 0)
    return 4;
  return write (STDOUT_FILENO, &byte, 1) < 0 ? 0 : 5;
}

/* 0 if descriptors that are open stay what they are.  */
static int
with_descriptors (const char *file)
{
  struct diag diag = { 0 };
  char byte = 0;
  close (STDIN_FILENO);
  if (open (file, O_RDONLY) != STDIN_FILENO
      || process_reserve_descriptors (&diag) != STATUS_OK)
    return 2;
  return read (STDIN_FILENO, &byte, 1) == 1 && byte == 't' ? 0 : 3;
}

/* 0 if a write fails where a file becomes too large.  */
static int
with_size_limit (const char *file)
{
  const struct rlimit none = { 0, 0 };
  process_watch_signals ();
  const int fd = open (file, O_WRONLY);
  if (fd < 0 || setrlimit (RLIMIT_FSIZE, &none) != 0)
    return 2;
  return write (fd, "x", 1) < 0 ? 0 : 3;
}

/* Look at a mapped FILE that is cut short; the handler ends with 1.  */
static int
with_lost_bytes (const char *file)
{
  process_watch_signals ();
  const int fd = open (file, O_RDWR), nowhere = open ("/dev/null", O_WRONLY);
  if (ftruncate (fd, PAGES) != 0 || dup2 (nowhere, STDERR_FILENO) < 0)
    return 2;
  const volatile char *bytes
      = mmap (NULL, PAGES, PROT_READ, MAP_PRIVATE, fd, 0);
  if (bytes == MAP_FAILED || ftruncate (fd, 0) != 0)
    return 3;
  return bytes[0] == 0 ? 4 : 5;
}

int
main (void)
{
  char file[SCRATCH_NAME_SIZE];
  scratch_file (file, "text", 4);
  test_name ();
  is_u64 (in_child (without_descriptors, file), 0,
          "closed descriptors are reserved");
  is_u64 (in_child (with_descriptors, file), 0, "open ones are left alone");
  is_u64 (in_child (with_size_limit, file), 0,
          "a write beyond the limit fails");
  is_u64 (in_child (with_lost_bytes, file), EXIT_FAILURE,
          "a mapped file that is cut short ends the process");
  unlink (file);
  return done ();
}
