/* replay.c - a fuzz target as an ordinary test: tries known inputs.

   usage: fuzz_NAME           those in tests/fuzz/corpus/NAME.tar, and the
                              empty one
          fuzz_NAME FILE...   these

   Prints TAP.  A crash ends the process with a signal, and the name of the
   input stands in the last line.  Works in a scratch directory, which targets
   may write to.  */

#include "config.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "fuzz.h"

enum
{
  SECONDS_AT_MOST = 120, /* per input, on any machine */
  /* Of a tar archive, whose headers begin with a name.  */
  TAR_BLOCK = 512,
  TAR_SIZE = 124
};

/* All that a replay works with.  */
struct replay
{
  FILE *tap;
  const char *name; /* of the target, without directories */
  unsigned inputs;
};

static void
try_bytes (struct replay *replay, const char *name, const unsigned char *bytes,
           size_t size)
{
  fprintf (replay->tap, "# %s\n", name);
  fflush (replay->tap);
  alarm (SECONDS_AT_MOST);
  LLVMFuzzerTestOneInput (bytes, size);
  alarm (0);
  replay->inputs++;
}

/* The bytes of the file NAME, *SIZE of them; to be freed.  */
static unsigned char *
read_file (const char *name, size_t *size)
{
  FILE *file = fopen (name, "rb");
  if (file == NULL || fseek (file, 0, SEEK_END) != 0)
    fuzz_give_up (name);
  const long length = ftell (file);
  rewind (file);
  *size = length > 0 ? (size_t)length : 0;
  unsigned char *bytes = memory_new (*size);
  if (length < 0 || fread (bytes, 1, *size, file) != *size)
    fuzz_give_up (name);
  fclose (file);
  return bytes;
}

static void
try_file (struct replay *replay, const char *name)
{
  size_t size;
  unsigned char *bytes = read_file (name, &size);
  try_bytes (replay, name, bytes, size);
  free (bytes);
}

/* Try the files of the tar archive NAME in their order.  It is read whole
   first, since targets that fork share open files.  False if there are
   none.  */
static bool
try_archive (struct replay *replay, const char *name)
{
  const unsigned before = replay->inputs;
  size_t size;
  unsigned char *archive = read_file (name, &size);
  size_t next = 0;
  while (size - next >= TAR_BLOCK && archive[next] != '\0')
    {
      const char *header = (const char *)archive + next;
      const size_t length = strtoul (header + TAR_SIZE, NULL, 8);
      next += TAR_BLOCK;
      if (length > size - next)
        fuzz_give_up (name);
      unsigned char *copy
          = input_copy ((struct input){ archive + next, length });
      try_bytes (replay, header, copy, length);
      free (copy);
      next += (length + TAR_BLOCK - 1) / TAR_BLOCK * TAR_BLOCK;
    }
  free (archive);
  return replay->inputs > before;
}

/* The absolute name of the target's corpus, to be freed.  */
static char *
corpus_name (const struct replay *replay)
{
  const char *top = getenv ("top_srcdir");
  char path[4096];
  snprintf (path, sizeof path, "%s/tests/fuzz/corpus/%s.tar",
            top != NULL ? top : ".", replay->name + strlen ("fuzz_"));
  char *name = realpath (path, NULL);
  if (name == NULL)
    fuzz_give_up (path);
  return name;
}

/* Go to a new directory; its name is kept to remove it.  */
static void
enter_scratch (char *directory)
{
  if (mkdtemp (directory) == NULL || chdir (directory) != 0)
    fuzz_give_up (directory);
}

static void
leave_scratch (const char *directory)
{
  struct dirent **entries;
  const int count = scandir (".", &entries, NULL, alphasort);
  for (int i = 0; i < count; i++)
    {
      if (strcmp (entries[i]->d_name, ".") != 0
          && strcmp (entries[i]->d_name, "..") != 0)
        unlink (entries[i]->d_name);
      free (entries[i]);
    }
  if (count >= 0)
    free (entries);
  if (chdir ("/") == 0)
    rmdir (directory);
}

/* Where sanitizers report; null without them.  */
void __sanitizer_set_report_fd (void *fd) __attribute__ ((weak));

static int
copy_of (int fd)
{
  const int copy = fcntl (fd, F_DUPFD_CLOEXEC, 3);
  if (copy < 0)
    fuzz_give_up ("fcntl");
  return copy;
}

/* What a target prints is no TAP: reserve standard output for the test.  */
static FILE *
take_standard_output (void)
{
  FILE *tap = fdopen (copy_of (STDOUT_FILENO), "w");
  if (tap == NULL || freopen ("/dev/null", "w", stdout) == NULL)
    fuzz_give_up ("standard output");
  return tap;
}

/* Let only sanitizers write to standard error.  */
static void
silence_standard_error (void)
{
  const int copy = copy_of (STDERR_FILENO);
  if (__sanitizer_set_report_fd != NULL)
    __sanitizer_set_report_fd ((void *)(intptr_t)copy);
  if (freopen ("/dev/null", "w", stderr) == NULL)
    fuzz_give_up ("standard error");
}

/* False if there is no corpus.  */
static bool
try_corpus (struct replay *replay)
{
  char directory[] = "/tmp/gprof-fuzz-XXXXXX";
  char *corpus = corpus_name (replay);
  silence_standard_error ();
  enter_scratch (directory);
  try_bytes (replay, "empty", (const unsigned char *)"", 0);
  const bool found = try_archive (replay, corpus);
  leave_scratch (directory);
  free (corpus);
  return found;
}

int
main (int argc, char **argv)
{
  const char *slash = strrchr (argv[0], '/');
  struct replay replay = { .name = slash != NULL ? slash + 1 : argv[0] };
  replay.tap = take_standard_output ();
  fputs ("1..1\n", replay.tap);
  bool found = true;
  if (argc == 1)
    found = try_corpus (&replay);
  for (int i = 1; i < argc; i++)
    try_file (&replay, argv[i]);
  fprintf (replay.tap, "%s 1 - %s: %u inputs\n", found ? "ok" : "not ok",
           replay.name, replay.inputs);
  return fclose (replay.tap) != 0 || !found;
}
