/* capture.c - output caught as text, and files that live for one test.  */

#include "config.h"

#include "capture.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

void
helper_failed (const char *what, const char *detail)
{
  fprintf (stderr, "test helper: %s: %s\n", what, detail);
  abort ();
}

void
capture_start (struct capture *capture)
{
  capture->file = tmpfile ();
  if (capture->file == NULL)
    helper_failed ("tmpfile", "failed");
  /* output_close closes the duplicate; the other one is for reading.  */
  output_open (&capture->output, dup (fileno (capture->file)));
}

char *
capture_end (struct capture *capture, size_t *size)
{
  struct diag diag = { .stream = stderr };
  if (output_close (&capture->output, "capture", &diag) != STATUS_OK)
    helper_failed ("output_close", "failed");
  fseek (capture->file, 0, SEEK_END);
  const long length = ftell (capture->file);
  rewind (capture->file);
  char *text = length < 0 ? NULL : malloc ((size_t)length + 1);
  if (text == NULL
      || fread (text, 1, (size_t)length, capture->file) != (size_t)length)
    helper_failed ("capture_end", "cannot read back");
  text[length] = '\0';
  fclose (capture->file);
  if (size != NULL)
    *size = (size_t)length;
  return text;
}

void
caught_start (struct caught_diag *caught)
{
  *caught = (struct caught_diag){ .diag = { .program = "prog" } };
  caught->diag.stream = open_memstream (&caught->text, &caught->size);
  if (caught->diag.stream == NULL)
    helper_failed ("open_memstream", "failed");
}

const char *
caught_text (struct caught_diag *caught)
{
  fflush (caught->diag.stream);
  return caught->text;
}

void
caught_release (struct caught_diag *caught)
{
  fclose (caught->diag.stream);
  free (caught->text);
  diag_release (&caught->diag);
}

void
scratch_file (char name[SCRATCH_NAME_SIZE], const void *data, size_t size)
{
  strcpy (name, "scratch-XXXXXX");
  const int fd = mkstemp (name);
  if (fd < 0)
    helper_failed ("mkstemp", name);
  const char *next = data;
  while (size > 0)
    {
      const ssize_t done = write (fd, next, size);
      if (done <= 0)
        helper_failed ("write", name);
      next += done;
      size -= (size_t)done;
    }
  close (fd);
}

void
scratch_enter (char name[SCRATCH_NAME_SIZE])
{
  strcpy (name, "scratch-XXXXXX");
  if (mkdtemp (name) == NULL || chdir (name) != 0)
    helper_failed ("mkdtemp", name);
}

void
scratch_leave (const char *name)
{
  if (chdir ("..") != 0 || rmdir (name) != 0)
    helper_failed ("rmdir", name);
}

long
peak_memory (void)
{
  struct rusage usage;
  if (getrusage (RUSAGE_SELF, &usage) != 0)
    helper_failed ("getrusage", "failed");
  return usage.ru_maxrss;
}
