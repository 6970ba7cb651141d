/* mutate.c - run a program on many variants of a file.

   usage: mutate [OPTION...] prefixes STEP FILE COMMAND [ARGUMENT...]
          mutate [OPTION...] bytes COUNT SEED FILE COMMAND [ARGUMENT...]

       -a       there may be output although the command fails
       -l       more lines of messages may come, of libbfd or as a hint
       -c TIME  seconds of processor time for one run
       -t TIME  seconds for one run
       -m KIB   of resident memory for one run
       -v KIB   of address space for one run

   Runs COMMAND, once for every STEP-th prefix of FILE, or for COUNT random
   changes of one byte, the same ones for a SEED.  FILE is changed in place and
   put back at the end.  Prints a line for each of the first failures, whose
   variants are kept in FILE.bad-N, and last how many runs ended with status 0
   and with status 1, how many failed, and the most KiB of memory that a run
   took, in a line

       STATUS0 STATUS1 FAILURES PEAK

   What a run must do: end with status 0, having said nothing but warnings, or
   with status 1, having said one line more on standard error, and nothing on
   standard output.  A limit that it meets is a failure, also if it copes.

   A process takes about a millisecond, so all this is in C and by posix_spawn:
   a fork of Python would take longer than the run.  */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum
{
  TOLD_AT_MOST = 20, /* failures */
  TEXT_SIZE = 65536  /* of messages, as far as they are looked at */
};

struct job
{
  bool may_print;    /* although it fails */
  bool may_say_more; /* than one line */
  unsigned long processor_seconds, seconds, resident_kib, address_kib;
  const char *file;
  char **command;
  unsigned char *content; /* of FILE */
  size_t size;
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int null, output, errors;
  unsigned long ended[2], failures; /* by status */
  long peak_kib;
};

static _Noreturn void
give_up (const char *what)
{
  fprintf (stderr, "mutate: %s: %s\n", what, strerror (errno));
  exit (2);
}

/* --- Files -------------------------------------------------------------- */

static void
read_original (struct job *job)
{
  FILE *file = fopen (job->file, "rb");
  struct stat info;
  if (file == NULL || fstat (fileno (file), &info) != 0)
    give_up (job->file);
  job->size = (size_t)info.st_size;
  job->content = malloc (job->size + 1);
  if (job->content == NULL
      || fread (job->content, 1, job->size, file) != job->size
      || fclose (file) != 0)
    give_up (job->file);
}

static void
write_file (const char *name, const unsigned char *content, size_t size)
{
  int fd = open (name, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (fd < 0 || write (fd, content, size) != (ssize_t)size || close (fd) != 0)
    give_up (name);
}

/* A file without a name, for what a run prints.  */
static int
open_nameless (void)
{
  char name[] = "mutate-XXXXXX";
  int fd = mkstemp (name);
  if (fd < 0 || unlink (name) != 0 || fcntl (fd, F_SETFD, FD_CLOEXEC) != 0)
    give_up (name);
  return fd;
}

static void
make_empty (int fd)
{
  if (ftruncate (fd, 0) != 0 || lseek (fd, 0, SEEK_SET) != 0)
    give_up ("scratch file");
}

static off_t
size_of (int fd)
{
  struct stat info;
  if (fstat (fd, &info) != 0)
    give_up ("scratch file");
  return info.st_size;
}

/* --- Processes ---------------------------------------------------------- */

/* LIMIT with VALUE for its soft part.  */
static const struct rlimit *
softened (struct rlimit *limit, rlim_t value)
{
  limit->rlim_cur = value;
  return limit;
}

/* Limits are inherited.  That of processor time is for each process, and this
   one may take longer: it ignores the signal that comes.  */
static void
set_limits (const struct job *job)
{
  struct rlimit limit;
  if (job->processor_seconds > 0
      && (getrlimit (RLIMIT_CPU, &limit) != 0
          || setrlimit (RLIMIT_CPU, softened (&limit, job->processor_seconds))
                 != 0))
    give_up ("limit of processor time");
  if (job->address_kib > 0
      && (getrlimit (RLIMIT_AS, &limit) != 0
          || setrlimit (RLIMIT_AS,
                        softened (&limit, (rlim_t)job->address_kib << 10))
                 != 0))
    give_up ("limit of addresses");
}

static void
prepare (struct job *job)
{
  sigset_t none, defaults, child;
  sigemptyset (&none);
  sigemptyset (&defaults);
  sigaddset (&defaults, SIGXCPU);
  sigemptyset (&child);
  sigaddset (&child, SIGCHLD);
  signal (SIGXCPU, SIG_IGN);
  sigprocmask (SIG_BLOCK, &child, NULL);
  set_limits (job);
  job->null = open ("/dev/null", O_RDONLY | O_CLOEXEC);
  job->output = open_nameless ();
  job->errors = open_nameless ();
  if (job->null < 0 || posix_spawn_file_actions_init (&job->actions) != 0
      || posix_spawn_file_actions_adddup2 (&job->actions, job->null, 0) != 0
      || posix_spawn_file_actions_adddup2 (&job->actions, job->output, 1) != 0
      || posix_spawn_file_actions_adddup2 (&job->actions, job->errors, 2) != 0
      || posix_spawnattr_init (&job->attributes) != 0
      || posix_spawnattr_setsigmask (&job->attributes, &none) != 0
      || posix_spawnattr_setsigdefault (&job->attributes, &defaults) != 0
      || posix_spawnattr_setflags (&job->attributes,
                                   POSIX_SPAWN_SETSIGMASK
                                       | POSIX_SPAWN_SETSIGDEF)
             != 0)
    give_up ("preparing processes");
}

/* Wait for a child's end, at most for SECONDS.  */
static bool
ends_in_time (unsigned long seconds)
{
  sigset_t child;
  sigemptyset (&child);
  sigaddset (&child, SIGCHLD);
  const struct timespec limit = { (time_t)seconds, 0 };
  int got;
  do
    got = sigtimedwait (&child, NULL, &limit);
  while (got < 0 && errno == EINTR);
  return got == SIGCHLD;
}

/* Run the command; null and its status, or why it failed.  */
static const char *
run (struct job *job, int *status)
{
  pid_t pid;
  struct rusage usage;
  make_empty (job->output);
  make_empty (job->errors);
  errno = posix_spawnp (&pid, job->command[0], &job->actions, &job->attributes,
                        job->command, environ);
  if (errno != 0)
    give_up (job->command[0]);
  const bool in_time = ends_in_time (job->seconds);
  if (!in_time)
    kill (pid, SIGKILL);
  if (wait4 (pid, status, 0, &usage) != pid)
    give_up ("wait");
  if (usage.ru_maxrss > job->peak_kib)
    job->peak_kib = usage.ru_maxrss;
  if (!in_time)
    {
      ends_in_time (1); /* the signal of its end is pending */
      return "does not end";
    }
  if (WIFSIGNALED (*status))
    return strsignal (WTERMSIG (*status));
  if (job->resident_kib > 0
      && (unsigned long)usage.ru_maxrss > job->resident_kib)
    return "takes too much memory";
  return NULL;
}

/* --- Judging ------------------------------------------------------------ */

/* How many lines of TEXT are no warnings.  */
static unsigned
count_failures (const char *text)
{
  unsigned count = 0;
  while (*text != '\0')
    {
      const size_t length = strcspn (text, "\n");
      const char *warning = strstr (text, ": warning: ");
      if (warning == NULL || warning >= text + length)
        count++;
      text += length + (text[length] == '\n');
    }
  return count;
}

/* Null, or what is wrong with a run that ended with STATUS.  */
static const char *
judge (const struct job *job, int status)
{
  char text[TEXT_SIZE];
  const ssize_t length = pread (job->errors, text, sizeof text - 1, 0);
  if (length < 0)
    give_up ("scratch file");
  text[length] = '\0';
  const unsigned lines = count_failures (text);
  if (status != 0 && status != 1)
    return "has another status than 0 and 1";
  if (strstr (text, "out of memory") != NULL)
    return "wants too much memory";
  if (status == 1 && size_of (job->output) > 0 && !job->may_print)
    return "fails, but prints something";
  if (status == 1 && lines == 0)
    return "fails without a message";
  if (length > 0 && text[length - 1] != '\n')
    return "has a message without an end";
  if (lines != (unsigned)status && !job->may_say_more)
    return "has more messages than it should";
  return NULL;
}

static void
keep_variant (struct job *job, const char *variant, const char *why,
              const unsigned char *content, size_t size)
{
  char name[4096];
  if (job->failures++ >= TOLD_AT_MOST)
    return;
  snprintf (name, sizeof name, "%s.bad-%lu", job->file, job->failures);
  write_file (name, content, size);
  printf ("%s: %s: %s\n", name, variant, why);
}

/* Run the command on CONTENT.  */
static void
try_variant (struct job *job, const char *variant,
             const unsigned char *content, size_t size)
{
  int status = 0;
  write_file (job->file, content, size);
  const char *why = run (job, &status);
  if (why == NULL)
    why = judge (job, WEXITSTATUS (status));
  if (why != NULL)
    keep_variant (job, variant, why, content, size);
  else
    job->ended[WEXITSTATUS (status)]++;
}

/* --- Variants ----------------------------------------------------------- */

static void
try_prefixes (struct job *job, size_t step)
{
  char variant[64];
  for (size_t size = 0; size < job->size; size += step)
    {
      snprintf (variant, sizeof variant, "the first %zu bytes", size);
      try_variant (job, variant, job->content, size);
    }
}

/* The next number of a sequence (splitmix64).  */
static uint64_t
next_random (uint64_t *state)
{
  uint64_t z = *state += UINT64_C (0x9e3779b97f4a7c15);
  z = (z ^ z >> 30) * UINT64_C (0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C (0x94d049bb133111eb);
  return z ^ z >> 31;
}

static void
try_bytes (struct job *job, unsigned long count, uint64_t seed)
{
  char variant[64];
  for (unsigned long i = 0; i < count && job->size > 0; i++)
    {
      unsigned char *byte = &job->content[next_random (&seed) % job->size];
      const unsigned char before = *byte;
      *byte = (unsigned char)(before + 1 + next_random (&seed) % 255);
      snprintf (variant, sizeof variant, "byte %td is 0x%02x, not 0x%02x",
                byte - job->content, *byte, before);
      try_variant (job, variant, job->content, job->size);
      *byte = before;
    }
}

/* --- The command line --------------------------------------------------- */

static _Noreturn void
show_usage (void)
{
  fputs ("usage: mutate [OPTION...] prefixes STEP FILE COMMAND...\n"
         "       mutate [OPTION...] bytes COUNT SEED FILE COMMAND...\n",
         stderr);
  exit (2);
}

static void
read_options (struct job *job, int argc, char **argv)
{
  int option;
  while ((option = getopt (argc, argv, "+alc:t:m:v:")) != -1)
    switch (option)
      {
      case 'a':
        job->may_print = true;
        break;
      case 'l':
        job->may_say_more = true;
        break;
      case 'c':
        job->processor_seconds = strtoul (optarg, NULL, 10);
        break;
      case 't':
        job->seconds = strtoul (optarg, NULL, 10);
        break;
      case 'm':
        job->resident_kib = strtoul (optarg, NULL, 10);
        break;
      case 'v':
        job->address_kib = strtoul (optarg, NULL, 10);
        break;
      default:
        show_usage ();
      }
}

int
main (int argc, char **argv)
{
  struct job job = { .seconds = 60 };
  read_options (&job, argc, argv);
  argv += optind;
  argc -= optind;
  const bool prefixes = argc > 3 && strcmp (argv[0], "prefixes") == 0;
  if (!prefixes && (argc < 5 || strcmp (argv[0], "bytes") != 0))
    show_usage ();
  const unsigned long number = strtoul (argv[1], NULL, 10);
  job.file = argv[prefixes ? 2 : 3];
  job.command = argv + (prefixes ? 3 : 4);
  read_original (&job);
  prepare (&job);
  if (prefixes)
    try_prefixes (&job, number > 0 ? number : 1);
  else
    try_bytes (&job, number, strtoull (argv[2], NULL, 10));
  write_file (job.file, job.content, job.size);
  printf ("%lu %lu %lu %ld\n", job.ended[0], job.ended[1], job.failures,
          job.peak_kib);
  posix_spawn_file_actions_destroy (&job.actions);
  posix_spawnattr_destroy (&job.attributes);
  free (job.content);
  return fflush (stdout) == 0 ? 0 : 2;
}
