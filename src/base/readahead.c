/* readahead.c - files that are read before they are asked for.

   A ring of files: those behind the one that the caller has have been loaded
   or are being loaded.  Every idle thread takes the next file of the list, and
   so does the caller while the file that it needs is not ready.

   Files and stacks lie in mappings of their own, so that when they are given
   back nothing is left of them.  */

#include "config.h"

#include "base/readahead.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/stat.h>
#ifdef HAVE_THREADS
#include <fcntl.h>
#ifdef HAVE_MALLOPT
#include <malloc.h>
#endif
#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>
#endif

#include "base/memory.h"

enum
{
  SLOTS_LEAST = 16, /* so that a thread that had to wait finds much to do */
  SLOTS_PER_JOB = 3,
  STACK_SIZE = 1 << 20, /* some pages would do, but ThreadSanitizer wants most
                           of this; the usual megabytes count where addresses
                           are limited */
  JOBS_MOST = 64, /* enough, since one thread adds up what the others read */
  DESCRIPTORS_SPARED = 6 /* the caller's file, up to four while translated
                            messages are loaded, and one more */
};

/* Less than this is read before a thread has begun.  A file costs as much as
   FILE_COST bytes only for being opened.  */
#define LITTLE_TO_READ ((uintmax_t)4 << 20)
#define FILE_COST ((uintmax_t)4096)

struct slot
{
  struct infile infile; /* its buffer comes from infile_load alone */
  bool ready;           /* no thread is at work on it */
  bool loaded;          /* and INFILE holds the file */
};

struct readahead
{
  const char *const *names;
  const bool *regular;
  size_t count;
  struct slot *slots; /* file I is in slot I % slot_count; none without
                         threads */
  size_t slot_count;
  size_t limit; /* bytes that a file must be below */
  size_t thread_count;
  size_t given;                 /* files handed out */
  struct infile loaded;         /* the file handed out, if it was loaded */
  struct infile own;            /* for what the caller reads himself */
  const struct infile *in_hand; /* one of these two, or null */
  struct relief relief;
#ifdef HAVE_THREADS
  struct packed packed; /* for files that the caller's thread loads */
  pthread_t *threads;
  char *stacks; /* of the threads */
  size_t stacks_size;
  pthread_mutex_t lock; /* of given, claimed, stopping, and ready in slots */
  size_t claimed;       /* files that threads took to load */
  bool stopping;
  pthread_cond_t claimable; /* there are files to claim, or we stop */
  pthread_cond_t ready;     /* the file that the caller waits for is ready */
#endif
};

/* --- The ring ------------------------------------------------------------ */

static void
release_slots (struct readahead *ahead)
{
  for (size_t i = 0; i < ahead->slot_count; i++)
    infile_release (&ahead->slots[i].infile);
  free (ahead->slots);
  ahead->slots = NULL;
  ahead->slot_count = 0;
}

#ifdef HAVE_THREADS

static struct slot *
slot_of (struct readahead *ahead, size_t file)
{
  return &ahead->slots[file % ahead->slot_count];
}

/* --- What each thread does, LOCK being held ------------------------------ */

/* How many files can be claimed.  The one handed out last keeps its slot,
   since the caller does not report when it has taken it out.  */
static size_t
claimable (const struct readahead *ahead)
{
  const size_t end = ahead->given + ahead->slot_count - 1;
  return (end < ahead->count ? end : ahead->count) - ahead->claimed;
}

static void
claim_and_load (struct readahead *ahead, struct packed *packed)
{
  const size_t file = ahead->claimed++;
  struct slot *slot = slot_of (ahead, file);
  slot->ready = false;
  pthread_mutex_unlock (&ahead->lock);
  slot->loaded = infile_load (&slot->infile, ahead->names[file],
                              ahead->regular != NULL && ahead->regular[file],
                              ahead->limit, packed);
  pthread_mutex_lock (&ahead->lock);
  slot->ready = true;
  if (file + 1 == ahead->given)
    pthread_cond_signal (&ahead->ready);
}

static void *
load_files (void *context)
{
  struct readahead *ahead = context;
  struct packed packed = { 0 };
  pthread_mutex_lock (&ahead->lock);
  while (!ahead->stopping && ahead->claimed < ahead->count)
    if (claimable (ahead) > 0)
      claim_and_load (ahead, &packed);
    else
      pthread_cond_wait (&ahead->claimable, &ahead->lock);
  pthread_mutex_unlock (&ahead->lock);
  packed_release (&packed);
  return NULL;
}

/* The slot of the next file as soon as it is ready.  */
static struct slot *
wait_for_slot (struct readahead *ahead)
{
  pthread_mutex_lock (&ahead->lock);
  const size_t file = ahead->given++;
  struct slot *slot = slot_of (ahead, file);
  /* Waking threads is expensive, so only for several files.  */
  if (claimable (ahead) >= ahead->slot_count / 2)
    pthread_cond_broadcast (&ahead->claimable);
  while (ahead->claimed <= file || !slot->ready)
    if (claimable (ahead) > 0)
      claim_and_load (ahead, &ahead->packed);
    else
      pthread_cond_wait (&ahead->ready, &ahead->lock);
  pthread_mutex_unlock (&ahead->lock);
  return slot;
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

/* Estimated from the first file: programs write profiles of one size.  */
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

/* How many files may be opened besides those that are open, up to MOST.  */
static size_t
count_free_descriptors (size_t most)
{
  struct rlimit limit;
  size_t found = 0;
  if (getrlimit (RLIMIT_NOFILE, &limit) != 0)
    return most;
  for (rlim_t fd = 0; fd < limit.rlim_cur && found < most; fd++)
    found += fcntl ((int)fd, F_GETFD) < 0;
  return found;
}

/* How many threads pay off besides the caller's; each takes a descriptor.  */
static size_t
threads_wanted (const struct readahead *ahead, unsigned jobs)
{
  if (jobs == 1 || is_little_to_read (ahead))
    return 0;
  size_t all = jobs > 0 ? jobs : count_cores ();
  if (all > JOBS_MOST)
    all = JOBS_MOST;
  const size_t useful
      = all - 1 < ahead->count / 2 ? all - 1 : ahead->count / 2;
  const size_t spare = count_free_descriptors (useful + DESCRIPTORS_SPARED);
  return spare > DESCRIPTORS_SPARED ? spare - DESCRIPTORS_SPARED : 0;
}

/* Memory for WANTED threads and their stacks.  */
static bool
make_stacks (struct readahead *ahead, size_t wanted)
{
  ahead->threads = array_new (wanted, sizeof *ahead->threads);
  void *stacks = mmap (NULL, wanted * STACK_SIZE, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (stacks == MAP_FAILED)
    return false;
  ahead->stacks = stacks;
  ahead->stacks_size = wanted * STACK_SIZE;
  return true;
}

static bool
start_thread (struct readahead *ahead)
{
  pthread_attr_t attributes;
  if (pthread_attr_init (&attributes) != 0)
    return false;
  const size_t number = ahead->thread_count;
  const bool started
      = pthread_attr_setstack (&attributes,
                               ahead->stacks + number * STACK_SIZE, STACK_SIZE)
            == 0
        && pthread_create (&ahead->threads[number], &attributes, load_files,
                           ahead)
               == 0;
  pthread_attr_destroy (&attributes);
  ahead->thread_count += started;
  return started;
}

/* End the threads; what they were loading is loaded then.  */
static void
stop_threads (struct readahead *ahead)
{
  if (ahead->thread_count > 0)
    {
      pthread_mutex_lock (&ahead->lock);
      ahead->stopping = true;
      pthread_cond_broadcast (&ahead->claimable);
      pthread_mutex_unlock (&ahead->lock);
    }
  for (size_t i = 0; i < ahead->thread_count; i++)
    pthread_join (ahead->threads[i], NULL);
  ahead->thread_count = 0;
  free (ahead->threads);
  ahead->threads = NULL;
  if (ahead->stacks != NULL)
    munmap (ahead->stacks, ahead->stacks_size);
  ahead->stacks = NULL;
}

/* --- When memory or descriptors run out ---------------------------------- */

static bool
give_back (void *owner)
{
  struct readahead *ahead = owner;
  if (ahead->slot_count == 0)
    return false;
  stop_threads (ahead);
  release_slots (ahead);
  packed_release (&ahead->packed);
  if (ahead->in_hand != &ahead->own)
    infile_release (&ahead->own);
  if (ahead->in_hand != &ahead->loaded)
    infile_release (&ahead->loaded);
  infile_trim (&ahead->loaded);
  return true;
}

/* Start up to WANTED threads; that there are fewer is no failure.  MEMORY is for
   the slots, the file that was handed out, and a compressed file for each
   thread and for the caller.  */
static void
start_threads (struct readahead *ahead, size_t wanted, size_t memory)
{
  size_t count = SLOTS_PER_JOB * (wanted + 1);
  if (wanted == 0 || pthread_mutex_init (&ahead->lock, NULL) != 0
      || pthread_cond_init (&ahead->claimable, NULL) != 0
      || pthread_cond_init (&ahead->ready, NULL) != 0)
    return;
  if (count < SLOTS_LEAST)
    count = SLOTS_LEAST;
  ahead->slots = array_new (count, sizeof *ahead->slots);
  ahead->slot_count = count;
  ahead->limit = memory / (count + wanted + 2) / INFILE_UNIT * INFILE_UNIT;
#if defined HAVE_MALLOPT && defined M_ARENA_MAX
  /* Libraries that expand files allocate memory.  With one heap for all threads
     they take no addresses for others.  */
  mallopt (M_ARENA_MAX, 1);
#endif
  if (make_stacks (ahead, wanted))
    while (ahead->thread_count < wanted && start_thread (ahead))
      ;
  ahead->relief = (struct relief){ give_back, ahead };
  memory_set_relief (&ahead->relief);
  if (ahead->thread_count == 0)
    give_back (ahead);
}

#endif

/* --- Begin, go on, end --------------------------------------------------- */

struct readahead *
readahead_start (const char *const *names, const bool *regular, size_t count,
                 unsigned jobs, size_t memory)
{
  struct readahead *ahead = array_new (1, sizeof *ahead);
  ahead->names = names;
  ahead->regular = regular;
  ahead->count = count;
#ifdef HAVE_THREADS
  start_threads (ahead, threads_wanted (ahead, jobs), memory);
#else
  (void)jobs;
  (void)memory;
#endif
  return ahead;
}

bool
readahead_next (struct readahead *ahead, struct infile **infile)
{
  bool loaded = false;
  assert (ahead->given < ahead->count);
#ifdef HAVE_THREADS
  if (ahead->slot_count > 0)
    {
      struct slot *slot = wait_for_slot (ahead);
      loaded = slot->loaded;
      /* Its slot gets the buffer of the file before.  */
      const struct infile former = ahead->loaded;
      if (loaded)
        {
          ahead->loaded = slot->infile;
          slot->infile = former;
        }
    }
  else
#endif
    {
      ahead->given++;
      infile_release (&ahead->loaded);
    }
  *infile = loaded ? &ahead->loaded : &ahead->own;
  ahead->in_hand = *infile;
  return loaded;
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
#ifdef HAVE_THREADS
  stop_threads (ahead);
  packed_release (&ahead->packed);
#endif
  release_slots (ahead);
  infile_release (&ahead->loaded);
  infile_release (&ahead->own);
  memory_set_relief (NULL);
  free (ahead);
}
