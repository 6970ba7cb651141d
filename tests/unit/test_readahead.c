/* test_readahead.c - files that are read before they are asked for.  */

#include "config.h"

#include "base/readahead.h"

#include <fcntl.h>
#ifdef HAVE_SCHED_GETAFFINITY
#include <sched.h>
#endif
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>
#ifdef HAVE_THREADS
#include <pthread.h>
#include <time.h>
#endif

#include "capture.h"
#include "shortage.h"
#include "tap.h"

enum
{
  FILES = 300,
  SIZE = 20000 /* so that together they are large enough for a thread */
};

/* FILES files in a directory of their own, the first byte of each being its
   number.  */
struct many
{
  char directory[SCRATCH_NAME_SIZE];
  char words[FILES][12];
  const char *names[FILES];
};

#ifdef HAVE_THREADS

/* Who reads: our caller, who may have to wait until another thread did.  */
static pthread_t caller;
static _Atomic bool caller_waits;
static _Atomic bool others_read;

/* In place of the C library's, for src/base/infile.c.  */
ssize_t
read (int fd, void *buffer, size_t count)
{
  const struct timespec moment = { .tv_nsec = 10000000 };
  struct iovec place = { buffer, count };
  if (!pthread_equal (pthread_self (), caller))
    others_read = true;
  for (int i = 0; i < 2000 && caller_waits && !others_read; i++)
    nanosleep (&moment, NULL);
  return readv (fd, &place, 1);
}

#endif

static void
write_file (const char *name, const void *data, size_t size)
{
  FILE *file = fopen (name, "wb");
  if (file == NULL || fwrite (data, 1, size, file) != size
      || fclose (file) != 0)
    helper_failed ("cannot write", name);
}

static void
make_many (struct many *many)
{
  static unsigned char data[SIZE];
  scratch_enter (many->directory);
  for (int i = 0; i < FILES; i++)
    {
      memset (data, i % 256, SIZE);
      snprintf (many->words[i], sizeof *many->words, "%d", i);
      many->names[i] = many->words[i];
      /* Sizes differ, too.  */
      write_file (many->names[i], data, SIZE - (size_t)i);
    }
}

static void
remove_many (struct many *many)
{
  for (int i = 0; i < FILES; i++)
    unlink (many->words[i]);
  scratch_leave (many->directory);
}

static struct readahead *
start (const struct many *many, size_t count, unsigned jobs)
{
  return readahead_start (many->names, NULL, count, jobs, READAHEAD_MEMORY);
}

/* AHEAD hands out file I next, whole: loaded, or to be read by the caller.  */
static bool
is_file (struct readahead *ahead, const struct many *many, size_t i,
         size_t *loaded)
{
  struct diag diag = { 0 };
  struct infile *infile;
  enum status status = STATUS_OK;
  if (readahead_next (ahead, &infile))
    ++*loaded;
  else
    status = infile_reopen (infile, many->names[i], 64, &diag);
  if (status == STATUS_OK)
    status = infile_finish (infile, &diag);
  diag_release (&diag);
  return status == STATUS_OK && infile->size == SIZE - i
         && infile->data[0] == i % 256
         && infile->data[infile->size - 1] == i % 256;
}

/* All files come in the order of the list, whoever read them.  */
static void
test_order (const struct many *many, unsigned jobs)
{
  struct readahead *ahead;
  size_t right = 0, loaded = 0;
  ahead = start (many, FILES, jobs);
  const size_t threads = readahead_threads (ahead);
  ok (threads < jobs, "%u jobs have no more threads than that", jobs);
#ifdef HAVE_THREADS
  ok (threads > 0 || jobs == 1, "but some");
#endif
  for (size_t i = 0; i < FILES; i++)
    right += is_file (ahead, many, i, &loaded);
  is_u64 (right, FILES, "hand out all files in their order");
  is_u64 (loaded, threads > 0 ? FILES : 0, "loaded if there are threads");
  readahead_stop (ahead);
}

#ifdef HAVE_THREADS

/* Other threads than the caller's read files.  */
static void
test_threads (const struct many *many)
{
  struct readahead *ahead;
  size_t loaded = 0;
  others_read = false;
  caller_waits = true;
  ahead = start (many, FILES, 2);
  ok (is_file (ahead, many, 0, &loaded), "a file comes");
  caller_waits = false;
  ok (others_read, "another thread has read some");
  readahead_stop (ahead);
}

#endif

/* A caller may stop after WANTED files.  */
static void
test_stop (const struct many *many, size_t wanted)
{
  struct readahead *ahead;
  size_t right = 0, loaded = 0;
  ahead = start (many, FILES, 4);
  for (size_t i = 0; i < wanted; i++)
    right += is_file (ahead, many, i, &loaded);
  is_u64 (right, wanted, "a caller who wants %zu files gets them", wanted);
  readahead_stop (ahead);
}

/* What cannot be loaded is left to the caller: nothing is opened that may
   block, and there is no message.  */
static void
test_odd_files (struct many *many)
{
  static const struct
  {
    size_t number;
    const char *name;
  } odd[] = { { 2, "-" },      { 1, "missing" },   { 7, "." },
              { 8, "a-pipe" }, { 9, "/dev/zero" }, { FILES - 1, "a-pipe" } };
  if (mkfifo ("a-pipe", 0600) != 0)
    helper_failed ("mkfifo", "a-pipe");
  for (size_t k = 0; k < sizeof odd / sizeof *odd; k++)
    many->names[odd[k].number] = odd[k].name;
  struct readahead *ahead;
  ahead = start (many, FILES, 3);
  size_t left = 0, right = 0;
  for (size_t i = 0; i < FILES; i++)
    {
      struct infile *infile;
      if (readahead_next (ahead, &infile))
        continue;
      left++;
      for (size_t k = 0; k < sizeof odd / sizeof *odd; k++)
        right += odd[k].number == i;
    }
  is_u64 (right, sizeof odd / sizeof *odd, "odd files are left to the caller");
#ifdef HAVE_THREADS
  is_u64 (left, right, "and only these");
#else
  is_u64 (left, FILES, "as all are without threads");
#endif
  readahead_stop (ahead);
  unlink ("a-pipe");
  for (size_t i = 0; i < FILES; i++)
    many->names[i] = many->words[i];
}

#ifdef HAVE_THREADS

/* Nine jobs could be eight threads besides the caller's.  */
static void
test_few_files (void)
{
  const char *const names[6] = { "big", "big", "big", "big", "big", "big" };
  struct readahead *ahead;
  write_file ("big", "", 1);
  if (truncate ("big", 4 << 20) != 0)
    helper_failed ("truncate", "big");
  ahead = readahead_start (names, NULL, 6, 9, READAHEAD_MEMORY);
  is_u64 (readahead_threads (ahead), 3,
          "six large files need a thread for each two of them");
  readahead_stop (ahead);
  unlink ("big");
}

/* The memory is such that files from number 150 on fit in their shares: for
   two jobs there are 16 slots and the file that was handed out.  */
static void
test_large_files (const struct many *many)
{
  enum
  {
    SHARES = 17,
    FITTING = 150
  };
  struct readahead *ahead;
  size_t right = 0, loaded = 0, first = 0;
  for (int i = 0; i < FILES; i++)
    if (truncate (many->names[i], i < FITTING ? INFILE_UNIT : INFILE_UNIT - 1)
        != 0)
      helper_failed ("truncate", many->names[i]);
  /* A byte less for each share is a unit less.  */
  ahead = readahead_start (many->names, NULL, FILES, 2,
                           SHARES * 2 * INFILE_UNIT - 1);
  for (int i = 0; i < FILES; i++)
    {
      struct infile *infile;
      const bool is_loaded = readahead_next (ahead, &infile);
      loaded += is_loaded;
      first += is_loaded && i < FITTING;
      right += is_loaded == (i >= FITTING)
               && (!is_loaded || infile->capacity == INFILE_UNIT);
    }
  is_u64 (right, FILES, "a file that does not fit is left to the caller");
  is_u64 (loaded, FILES - FITTING, "all others are loaded");
  is_u64 (first, 0, "and no large one");
  readahead_stop (ahead);
  for (int i = 0; i < FILES; i++)
    if (truncate (many->names[i], SIZE - i) != 0)
      helper_failed ("truncate", many->names[i]);
}

/* Memory or descriptors run out when WANTED files were handed out: the last of
   them stays, the others can be read one by one.  */
static void
test_relief (const struct many *many, size_t wanted)
{
  struct readahead *ahead;
  struct infile *infile = NULL;
  size_t right = 0, loaded = 0;
  ahead = start (many, FILES, 4);
  for (size_t i = 0; i + 1 < wanted; i++)
    right += is_file (ahead, many, i, &loaded);
  if (wanted > 0)
    right += readahead_next (ahead, &infile);
  ok (memory_relieve (), "after %zu files there is something to give back",
      wanted);
  ok (!memory_relieve (), "but only once");
  is_u64 (readahead_threads (ahead), 0, "no thread is left");
  if (infile != NULL)
    ok (infile->size == SIZE - (wanted - 1)
            && infile->data[0] == (wanted - 1) % 256
            && infile->data[infile->size - 1] == (wanted - 1) % 256
            && infile->capacity == INFILE_UNIT,
        "the file handed out stays");
  loaded = 0;
  for (size_t i = wanted; i < FILES; i++)
    right += is_file (ahead, many, i, &loaded);
  is_u64 (right, FILES, "all files are handed out in their order");
  is_u64 (loaded, 0, "and none of the rest is loaded");
  readahead_stop (ahead);
  ok (!memory_relieve (), "afterwards nobody has anything");
}

/* The limit below which FREE descriptors are not in use.  */
static rlim_t
limit_for (unsigned free)
{
  int fd = 0;
  for (; free > 0; fd++)
    free -= fcntl (fd, F_GETFD) < 0;
  return (rlim_t)fd;
}

/* With few descriptors, threads would take those of others.  */
static void
test_descriptors (const struct many *many)
{
  struct rlimit before;
  struct readahead *ahead;
  if (getrlimit (RLIMIT_NOFILE, &before) != 0)
    helper_failed ("getrlimit", "descriptors");
  for (unsigned free = 0; free < 10; free++)
    {
      struct rlimit limit = before;
      limit.rlim_cur = limit_for (free);
      setrlimit (RLIMIT_NOFILE, &limit);
      ahead = start (many, FILES, 3);
      setrlimit (RLIMIT_NOFILE, &before);
      is_u64 (readahead_threads (ahead),
              free < 7    ? 0
              : free == 7 ? 1
                          : 2,
              "threads where %u descriptors are free", free);
      readahead_stop (ahead);
    }
}

/* Without memory for their stacks there are no threads.  */
static void
test_addresses (const struct many *many)
{
  struct shortage shortage;
  struct readahead *ahead;
  size_t right = 0, loaded = 0;
  shortage_start (&shortage, SHORT_OF_MEMORY);
  ahead = start (many, FILES, 3);
  shortage_end (&shortage);
  is_u64 (readahead_threads (ahead), 0,
          "no threads without memory for their stacks");
  for (size_t i = 0; i < FILES; i++)
    right += is_file (ahead, many, i, &loaded);
  is_u64 (right, FILES, "but all files");
  readahead_stop (ahead);
}

#endif

#if defined HAVE_THREADS && defined HAVE_SCHED_GETAFFINITY

/* As many threads as cores that this process may use, whatever others may, the
   caller's included.  */
static void
test_cores (const struct many *many)
{
  cpu_set_t before, some;
  struct readahead *ahead;
  if (sched_getaffinity (0, sizeof before, &before) != 0)
    helper_failed ("sched_getaffinity", "failed");
  CPU_ZERO (&some);
  for (size_t core = 0; core < CPU_SETSIZE && CPU_COUNT (&some) < 4; core++)
    if (CPU_ISSET (core, &before))
      {
        CPU_SET (core, &some);
        const unsigned cores = (unsigned)CPU_COUNT (&some);
        sched_setaffinity (0, sizeof some, &some);
        ahead = start (many, FILES, 0);
        is_u64 (readahead_threads (ahead), cores - 1, "threads for %u cores",
                cores);
        readahead_stop (ahead);
      }
  sched_setaffinity (0, sizeof before, &before);
}

#endif

/* A thread costs more than it brings where there is little to read.  */
static void
test_little (const struct many *many)
{
  struct readahead *ahead;
  ahead = start (many, 20, 8);
  is_u64 (readahead_threads (ahead), 0, "20 small files need no thread");
  readahead_stop (ahead);
  ahead = readahead_start (NULL, NULL, 0, 8, READAHEAD_MEMORY);
  is_u64 (readahead_threads (ahead), 0, "no files need none, either");
  readahead_stop (ahead);
  readahead_stop (NULL);
  ok (true, "nothing can be stopped, too");
}

int
main (void)
{
  static struct many many;
#ifdef HAVE_THREADS
  caller = pthread_self ();
#endif
  make_many (&many);
  for (unsigned jobs = 1; jobs <= 8; jobs++)
    test_order (&many, jobs);
  test_order (&many, 1000000);
  for (size_t wanted = 0; wanted < 40; wanted += 13)
    test_stop (&many, wanted);
  test_odd_files (&many);
  test_little (&many);
#ifdef HAVE_THREADS
  test_threads (&many);
  test_few_files ();
  test_large_files (&many);
  for (size_t wanted = 0; wanted < 60; wanted += 19)
    test_relief (&many, wanted);
  test_relief (&many, FILES);
  test_descriptors (&many);
#ifdef HAVE_SCHED_GETAFFINITY
  test_cores (&many);
#endif
  if (shortage_works ())
    test_addresses (&many);
  else
    skip (2, SHORTAGE_LACKS);
#endif
  remove_many (&many);
  return done ();
}
