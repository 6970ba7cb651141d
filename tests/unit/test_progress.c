/* test_progress.c - how far a long piece of work has come, on a terminal.

   The clock and the question whether that is a terminal are replaced.  */

#include "config.h"

#include "base/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "capture.h"
#include "tap.h"

static struct timespec the_time;
static bool is_terminal;

int
clock_gettime (clockid_t clock, struct timespec *time)
{
  (void)clock;
  *time = the_time;
  return 0;
}

int
isatty (int fd)
{
  (void)fd;
  return is_terminal;
}

/* Work that began at 7.9 seconds, and what was written of it.  */
struct work
{
  struct progress progress;
  char *text;
  size_t size;
  FILE *stream;
};

static void
begin (struct work *work)
{
  *work = (struct work){ 0 };
  work->stream = open_memstream (&work->text, &work->size);
  if (work->stream == NULL)
    helper_failed ("open_memstream", "failed");
  the_time = (struct timespec){ 7, 900000000 };
  is_terminal = true;
  progress_start (&work->progress, work->stream);
}

/* At SECONDS and NANOSECONDS, DONE of 20 files were read; EXPECTED is written
   then.  */
static void
written (struct work *work, time_t seconds, long nanoseconds, size_t done,
         const char *expected)
{
  const size_t before = work->size;
  the_time = (struct timespec){ seconds, nanoseconds };
  progress_files (&work->progress, done, 20);
  fflush (work->stream);
  is_text (work->text + before, expected, "at %ld.%09ld", (long)seconds,
           nanoseconds);
}

static void
end (struct work *work, const char *expected)
{
  fflush (work->stream);
  const size_t before = work->size;
  progress_end (&work->progress);
  fflush (work->stream);
  is_text (work->text + before, expected, "at the end");
  progress_end (&work->progress);
  fclose (work->stream);
  free (work->text);
}

/* Nothing for a second, then a line ten times a second; at the end blanks over
   its 26 bytes.  */
static void
test_line (void)
{
  struct work work;
  begin (&work);
  written (&work, 7, 900000000, 1, "");
  written (&work, 8, 0, 1, "");
  written (&work, 8, 899999999, 1, "");
  written (&work, 8, 900000000, 2, "\rreading profiles: 2 of 20");
  written (&work, 8, 999999999, 3, "");
  written (&work, 9, 0, 4, "\rreading profiles: 4 of 20");
  written (&work, 9, 99999999, 5, "");
  written (&work, 9, 100000000, 6, "\rreading profiles: 6 of 20");
  written (&work, 10, 0, 10, "\rreading profiles: 10 of 20");
  end (&work, "\r                          \r");
}

/* Short work writes nothing, nor does any that nobody is told of.  */
static void
test_silence (void)
{
  struct work work;
  struct progress none;
  begin (&work);
  written (&work, 8, 100000000, 19, "");
  end (&work, "");
  progress_start (&none, NULL);
  the_time.tv_sec += 9;
  progress_files (&none, 1, 2);
  is_u64 ((uint64_t)none.length, 0, "nobody is told");
  progress_end (&none);
}

/* What is no terminal at the first line is not asked again.  */
static void
test_no_terminal (void)
{
  struct work work;
  begin (&work);
  is_terminal = false;
  written (&work, 9, 0, 2, "");
  is_terminal = true;
  written (&work, 10, 0, 3, "");
  end (&work, "");
}

int
main (void)
{
  test_line ();
  test_silence ();
  test_no_terminal ();
  return done ();
}
