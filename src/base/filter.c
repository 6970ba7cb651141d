/* filter.c - what another program makes of a text.  */

#include "config.h"

#include "base/filter.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/command.h"
#include "base/i18n.h"
#include "base/memory.h"
#include "base/scratch.h"

enum
{
  LACKS_PROGRAM = 127, /* status of a child that found nothing to run */
  MESSAGE_MOST = 200   /* bytes of what a program says that are shown */
};

static enum status
fail (struct diag *diag, const char *program, int error)
{
  return diag_fail_errno (diag, program, error, _ ("cannot run"));
}

enum status
filter_start (struct filter *filter, struct diag *diag)
{
  *filter = (struct filter){ .result = -1, .messages = -1 };
  filter->input = array_new (1, sizeof *filter->input);
  output_open (filter->input, scratch_nameless ());
  filter->result = scratch_nameless ();
  filter->messages = scratch_nameless ();
  if (filter->input->fd < 0 || filter->result < 0 || filter->messages < 0)
    return diag_fail_errno (diag, NULL, errno,
                            _ ("cannot make a temporary file"));
  return STATUS_OK;
}

void
filter_end (struct filter *filter)
{
  if (filter->input == NULL)
    return;
  if (filter->input->fd >= 0)
    close (filter->input->fd);
  if (filter->result >= 0)
    close (filter->result);
  if (filter->messages >= 0)
    close (filter->messages);
  free (filter->input);
  *filter = (struct filter){ 0 };
}

/* The program has failed: say so with the first line of what it said.  */
static enum status
report_failure (const struct filter *filter, const char *program, int status,
                struct diag *diag)
{
  char text[MESSAGE_MOST];
  const ssize_t size = pread (filter->messages, text, sizeof text - 1, 0);
  text[size > 0 ? size : 0] = '\0';
  text[strcspn (text, "\r\n")] = '\0';
  if (WIFSIGNALED (status))
    return diag_fail (diag, STATUS_IO, NULL,
                      /* TRANSLATORS: %s is a program.  */
                      _ ("%s was ended by signal %d"), program,
                      WTERMSIG (status));
  return diag_fail (diag, STATUS_IO, NULL,
                    /* TRANSLATORS: %s are a program and what it said.  */
                    _ ("%s failed with status %d: %s"), program,
                    WEXITSTATUS (status), text);
}

/* Copy the file FD to OUTPUT; 0 or an errno value.  */
static int
copy (int fd, struct output *output)
{
  enum
  {
    PART = 4096
  };
  ssize_t size;
  off_t at = 0;
  do
    {
      char *to = output_room (output, PART);
      size = pread (fd, to, PART, at);
      if (size > 0)
        {
          output_advance (output, to + size);
          at += size;
        }
    }
  while (size > 0 || (size < 0 && errno == EINTR));
  return size < 0 ? errno : 0;
}

enum status
filter_run (struct filter *filter, char *const *arguments,
            struct output *output, struct diag *diag)
{
  const char *program = arguments[0];
  pid_t process;
  int status;
  output_flush (filter->input);
  if (filter->input->error != 0)
    return diag_fail_errno (diag, NULL, filter->input->error,
                            _ ("cannot write a temporary file"));
  const int streams[]
      = { filter->input->fd, filter->result, filter->messages };
  sigset_t defaults;
  sigemptyset (&defaults);
  sigaddset (&defaults, SIGPIPE);
  int error = lseek (filter->input->fd, 0, SEEK_SET) < 0 ? errno : 0;
  if (error == 0)
    error = command_spawn (&process, program, arguments, streams, &defaults);
  if (error == ENOENT)
    return STATUS_ABSENT;
  if (error != 0)
    return fail (diag, program, error);
  while (waitpid (process, &status, 0) < 0)
    if (errno != EINTR)
      return fail (diag, program, errno);
  if (WIFEXITED (status) && WEXITSTATUS (status) == LACKS_PROGRAM)
    return STATUS_ABSENT;
  if (status != 0)
    return report_failure (filter, program, status, diag);
  error = copy (filter->result, output);
  return error == 0 ? STATUS_OK : fail (diag, program, error);
}
