/* readahead.c - files that are read before they are asked for.

   A ring of files: the one at the front is in the hands of the caller, those
   behind it have been loaded or are being loaded.  Whoever has nothing else to
   do takes the next file of the list, the caller too while he would have to
   wait for his.  */

#include "config.h"

#include "readahead.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/stat.h>
#ifdef HAVE_THREADS
#include <pthread.h>
#include <sched.h>
#include <unistd.h>
#endif

#include "vec.h"

enum
{
  SLOTS_LEAST = 16, /* so that a thread that had to wait finds much to do */
  SLOTS_PER_JOB = 3,
  STACK_SIZE = 256 * 1024, /* some bytes would do; the usual megabytes count
                              where addresses are limited */
  JOBS_MOST = 64 /* one adds up what the others read, so that is plenty */
};

#define MEMORY_MOST ((size_t)256 << 20) /* of all files in the ring */

/* Less than this is read before a thread has begun.  A file costs as much as
   FILE_COST bytes only for being opened.  */
#define LITTLE_TO_READ ((uintmax_t)4 << 20)
#define FILE_COST ((uintmax_t)4096)

struct slot
{
  struct infile infile;
  bool ready;  /* nobody is at work on it */
  bool loaded; /* and it holds the file */
};

struct readahead
{
  const char *const *names;
  size_t count;
  struct slot *slots; /* file I is in slot I % slot_count; without threads one,
                         which is never loaded */
  size_t slot_count;
  size_t limit; /* bytes that a file must be below */
  size_t thread_count;
  size_t given; /* files handed out */
#ifdef HAVE_THREADS
  pthread_t *threads;
  pthread_mutex_t lock; /* of given, claimed, stopping, and ready in slots */
  size_t claimed;       /* files that somebody took to load */
  bool stopping;
  pthread_cond_t room;  /* there are files to claim, or we stop */
  pthread_cond_t ready; /* the file that the caller waits for is ready */
#endif
};

static struct slot *
slot_of (struct readahead *ahead, size_t file)
{
  return &ahead->slots[file % ahead->slot_count];
}

#ifdef HAVE_THREADS

/* --- What each thread does, LOCK being held ------------------------------ */

/* How many files can be claimed.  The one that was handed out last keeps its
   slot.  */
static size_t
claimable (const struct readahead *ahead)
{
  const size_t end = ahead->given + ahead->slot_count - 1;
  return (end < ahead->count ? end : ahead->count) - ahead->claimed;
}

static void
claim_and_load (struct readahead *ahead)
{
  const size_t file = ahead->claimed++;
  struct slot *slot = slot_of (ahead, file);
  slot->ready = false;
  pthread_mutex_unlock (&ahead->lock);
  slot->loaded = infile_load (&slot->infile, ahead->names[file], ahead->limit);
  pthread_mutex_lock (&ahead->lock);
  slot->ready = true;
  if (file + 1 == ahead->given)
    pthread_cond_signal (&ahead->ready);
}

static void *
load_files (void *context)
{
  struct readahead *ahead = context;
  pthread_mutex_lock (&ahead->lock);
  while (!ahead->stopping && ahead->claimed < ahead->count)
    if (claimable (ahead) > 0)
      claim_and_load (ahead);
    else
      pthread_cond_wait (&ahead->room, &ahead->lock);
  pthread_mutex_unlock (&ahead->lock);
  return NULL;
}

/* Hand out the next file as soon as its slot is ready.  */
static void
hand_out (struct readahead *ahead)
{
  if (ahead->thread_count == 0)
    {
      ahead->given++;
      return;
    }
  pthread_mutex_lock (&ahead->lock);
  const size_t file = ahead->given++;
  const struct slot *slot = slot_of (ahead, file);
  /* Waking threads is dear, so only for several files.  */
  if (claimable (ahead) >= ahead->slot_count / 2)
    pthread_cond_broadcast (&ahead->room);
  while (ahead->claimed <= file || !slot->ready)
    if (claimable (ahead) > 0)
      claim_and_load (ahead);
    else
      pthread_cond_wait (&ahead->ready, &ahead->lock);
  pthread_mutex_unlock (&ahead->lock);
}

/* --- How many of them ---------------------------------------------------- */

/* The cores that we may use.  */
static size_t
count_cores (void)
{
#ifdef HAVE_SCHED_GETAFFINITY
  cpu_set_t set;
  if (sched_getaffinity (0, sizeof set, &set) == 0)
    return (size_t)CPU_COUNT (&set);
#endif
  const long cores = sysconf (_SC_NPROCESSORS_ONLN);
  return cores > 0 ? (size_t)cores : 1;
}

/* Judged by the first file: programs write profiles of one size.  */
static bool
is_little_to_read (const struct readahead *ahead)
{
  struct stat about;
  uintmax_t size = FILE_COST;
  if (ahead->count == 0)
    return true;
  if (stat (ahead->names[0], &about) == 0 && S_ISREG (about.st_mode)
      && about.st_size > 0)
    size += (uintmax_t)about.st_size;
  return size < LITTLE_TO_READ && size * ahead->count < LITTLE_TO_READ;
}

/* How many threads are worth their while besides the caller's.  */
static size_t
threads_wanted (const struct readahead *ahead, unsigned jobs)
{
  if (jobs == 1 || is_little_to_read (ahead))
    return 0;
  size_t all = jobs > 0 ? jobs : count_cores ();
  if (all > JOBS_MOST)
    all = JOBS_MOST;
  return all - 1 < ahead->count / 2 ? all - 1 : ahead->count / 2;
}

static bool
make_locks (struct readahead *ahead)
{
  return pthread_mutex_init (&ahead->lock, NULL) == 0
         && pthread_cond_init (&ahead->room, NULL) == 0
         && pthread_cond_init (&ahead->ready, NULL) == 0;
}

/* Start up to WANTED threads; that there are fewer is no failure.  */
static enum status
start_threads (struct readahead *ahead, size_t wanted, struct diag *diag)
{
  ahead->threads = array_new (wanted, sizeof *ahead->threads);
  if (ahead->threads == NULL)
    return diag_no_memory (diag);
  if (wanted == 0 || !make_locks (ahead))
    return STATUS_OK;
  pthread_attr_t attributes;
  if (pthread_attr_init (&attributes) != 0)
    return STATUS_OK;
  pthread_attr_setstacksize (&attributes, STACK_SIZE);
  while (ahead->thread_count < wanted
         && pthread_create (&ahead->threads[ahead->thread_count], &attributes,
                            load_files, ahead)
                == 0)
    ahead->thread_count++;
  pthread_attr_destroy (&attributes);
  return STATUS_OK;
}

static void
stop_threads (struct readahead *ahead)
{
  if (ahead->thread_count > 0)
    {
      pthread_mutex_lock (&ahead->lock);
      ahead->stopping = true;
      pthread_cond_broadcast (&ahead->room);
      pthread_mutex_unlock (&ahead->lock);
    }
  for (size_t i = 0; i < ahead->thread_count; i++)
    pthread_join (ahead->threads[i], NULL);
  free (ahead->threads);
}

#else

/* Without threads all is left to the caller.  */

static void
hand_out (struct readahead *ahead)
{
  ahead->given++;
}

static size_t
threads_wanted (const struct readahead *ahead, unsigned jobs)
{
  (void)ahead;
  (void)jobs;
  return 0;
}

static enum status
start_threads (struct readahead *ahead, size_t wanted, struct diag *diag)
{
  (void)ahead;
  (void)wanted;
  (void)diag;
  return STATUS_OK;
}

static void
stop_threads (struct readahead *ahead)
{
  (void)ahead;
}

#endif

/* --- Begin, go on, end --------------------------------------------------- */

/* How many files to hold for the caller and so many THREADS.  */
static size_t
slots_wanted (size_t threads)
{
  const size_t slots = SLOTS_PER_JOB * (threads + 1);
  if (threads == 0)
    return 1;
  return slots > SLOTS_LEAST ? slots : SLOTS_LEAST;
}

enum status
readahead_start (struct readahead **result, const char *const *names,
                 size_t count, unsigned jobs, struct diag *diag)
{
  struct readahead *ahead = array_new (1, sizeof *ahead);
  *result = ahead;
  if (ahead == NULL)
    return diag_no_memory (diag);
  ahead->names = names;
  ahead->count = count;
  const size_t threads = threads_wanted (ahead, jobs);
  ahead->slot_count = slots_wanted (threads);
  ahead->slots = array_new (ahead->slot_count, sizeof *ahead->slots);
  if (ahead->slots == NULL)
    {
      ahead->slot_count = 0;
      return diag_no_memory (diag);
    }
  ahead->limit = MEMORY_MOST / ahead->slot_count;
  return start_threads (ahead, threads, diag);
}

bool
readahead_next (struct readahead *ahead, struct infile **infile)
{
  assert (ahead->given < ahead->count);
  struct slot *slot = slot_of (ahead, ahead->given);
  hand_out (ahead);
  *infile = &slot->infile;
  return slot->loaded;
}

size_t
readahead_threads (const struct readahead *ahead)
{
  return ahead->thread_count;
}

void
readahead_stop (struct readahead *ahead)
{
  if (ahead == NULL)
    return;
  stop_threads (ahead);
  for (size_t i = 0; i < ahead->slot_count; i++)
    infile_release (&ahead->slots[i].infile);
  free (ahead->slots);
  free (ahead);
}
