/* live.c - the live file.
   SPDX-License-Identifier: 0BSD

   The file grows by blocks.  Each gets its place on the disk before it is
   mapped, since a write to a page without one would end the program (SIGBUS);
   and none is made beyond the limit for files, since the attempt would
   (SIGXFSZ).  Where that fails the block is in memory alone, and so in the
   file only if the program ends as usual.  */

#include "recorder/live.h"

#include <elf.h>
#include <errno.h>
#include <sys/resource.h>
#include <time.h>

#include "recorder/files.h"
#include "recorder/life.h"
#include "recorder/objects.h"
#include "recorder/text.h"
#include "recorder/threads.h"

#if defined __x86_64__
#define MACHINE EM_X86_64
#elif defined __i386__
#define MACHINE EM_386
#elif defined __aarch64__
#define MACHINE EM_AARCH64
#elif defined __arm__
#define MACHINE EM_ARM
#elif defined __riscv
#define MACHINE EM_RISCV
#elif defined __powerpc64__
#define MACHINE EM_PPC64
#else
#define MACHINE EM_S390
#endif

enum
{
  MOST_IMAGES = 1000
};

void
gprofh_lacks (uint32_t lack)
{
  __atomic_fetch_or (&STATE->lacks, lack, __ATOMIC_RELAXED);
  if (STATE->header != NULL)
    STATE->header->lacks = STATE->lacks;
}

void
gprofh_lose_calls (uint32_t count)
{
  __atomic_fetch_add (&STATE->lost_calls, count, __ATOMIC_RELAXED);
  gprofh_lacks (LIVE_LOST_CALLS);
  if (STATE->header != NULL)
    STATE->header->lost_calls = STATE->lost_calls;
}

void
gprofh_lose_samples (uint32_t count)
{
  __atomic_fetch_add (&STATE->lost_samples, count, __ATOMIC_RELAXED);
  gprofh_lacks (LIVE_LOST_SAMPLES);
  if (STATE->header != NULL)
    STATE->header->lost_samples = STATE->lost_samples;
}

struct inheritance gprofh_inheritance = { .descriptor = -1 };
__thread bool gprofh_thread_is_sandboxed
    __attribute__ ((tls_model ("initial-exec")));

/* Note what a child would inherit.  */
static void
note_inheritance (void)
{
  struct inheritance *heir = &gprofh_inheritance;
  heir->header = STATE->header;
  heir->descriptor = STATE->descriptor;
  heir->device = STATE->device;
  heir->inode = STATE->inode;
  do
    heir->blocks = __atomic_load_n (&STATE->blocks, __ATOMIC_ACQUIRE);
  while (heir->blocks != __atomic_load_n (&STATE->blocks, __ATOMIC_ACQUIRE));
}

void
gprofh_live_give_back (struct block *last)
{
  const struct inheritance had = gprofh_inheritance;
  struct inheritance *heir = &gprofh_inheritance;
  uint64_t device, inode;
  if (gprofh_identify (had.descriptor, &device, &inode) && device == had.device
      && inode == had.inode)
    gprofh_close (had.descriptor);
  heir->descriptor = -1;
  heir->blocks = NULL;
  heir->header = NULL;
  heir->left = last;
  heir->left_size = last != NULL ? last->size : 0;
  for (struct block *block = had.blocks, *next; block != NULL; block = next)
    {
      next = block->u.own.next;
      if (block != last)
        gprofh_unmap (block, block->size);
    }
  if (had.header != NULL)
    gprofh_unmap (had.header, gprofh_settings.page);
  if (had.left != NULL)
    gprofh_unmap (had.left, had.left_size);
}

/* In the parent's file, roughly, as others do the same.  */
void
gprofh_lose_call_of_child (void)
{
  struct live_header *header = gprofh_inheritance.header;
  if (header == NULL)
    return;
  header->lacks |= LIVE_LOST_CALLS;
  header->lost_calls++;
}

/* The start of the file's path: where profiles go, as an absolute path unless
   the directory is not known.  False if it is too long.  */
static bool
add_stem (struct text *path)
{
  const char *prefix = gprofh_prefix ();
  if (prefix == NULL)
    prefix = "gmon.out";
  if (prefix[0] != '/')
    {
      const long size = SYS3 (SYS_getcwd, path->at, path->size, 0);
      if (size > 1 && path->at[0] == '/')
        path->used = (size_t)size - 1;
      path->at[path->used] = '\0';
      if (path->used > 0)
        gprofh_text_add (path, "/");
    }
  gprofh_text_add (path, prefix);
  return !path->is_cut;
}

/* The descriptor of the live file; -1 if it is lost.  The program may have
   closed it, and opened another file with the same number.  */
static int
descriptor_now (void)
{
  uint64_t device, inode;
  int descriptor = STATE->descriptor;
  if (gprofh_identify (descriptor, &device, &inode) && device == STATE->device
      && inode == STATE->inode)
    return descriptor;
  descriptor = gprofh_open (STATE->live_path);
  if (descriptor < 0)
    return -1;
  if (!gprofh_identify (descriptor, &device, &inode) || device != STATE->device
      || inode != STATE->inode)
    {
      gprofh_close (descriptor);
      return -1;
    }
  STATE->descriptor = gprofh_move_up (descriptor);
  note_inheritance ();
  return STATE->descriptor;
}

/* The part that has the address AT; null if it is none of them.  */
static struct part *
part_at (const char *at)
{
  uint32_t count = __atomic_load_n (&STATE->part_count, __ATOMIC_ACQUIRE);
  if (count > PARTS_MOST)
    count = PARTS_MOST;
  for (struct part *part = STATE->parts; part < STATE->parts + count; part++)
    {
      const char *start = __atomic_load_n (&part->start, __ATOMIC_ACQUIRE);
      if (start != NULL && at >= start && (uint64_t)(at - start) < part->size)
        return part;
    }
  return NULL;
}

static void
note_part (char *start, uint64_t size)
{
  const uint32_t number
      = __atomic_fetch_add (&STATE->part_count, 1, __ATOMIC_ACQ_REL);
  if (number >= PARTS_MOST)
    return;
  STATE->parts[number].size = size;
  __atomic_store_n (&STATE->parts[number].start, start, __ATOMIC_RELEASE);
}

/* Let the block of PART, all zeros now, be one that holds nothing.  */
static void
begin_block_again (const struct part *part)
{
  struct block *block = (struct block *)(void *)part->start;
  block->size = part->size;
  block->capacity = part->capacity;
  block->u.own.next = part->next;
  block->u.own.index
      = (uint32_t *)(void *)(block_slots (block) + part->capacity);
  block->u.own.mask = part->mask;
  block->u.own.shift = part->shift;
  block->u.own.timer = -1;
  own_order ();
  block->kind = part->kind;
}

bool
gprofh_live_mend (const void *at)
{
  uint32_t no = 0;
  const struct part *part = part_at (at);
  if (part == NULL)
    return false;
  /* Another thread at it needs a moment; this one comes here again.  */
  if (!__atomic_compare_exchange_n (&STATE->is_mending, &no, 1, false,
                                    __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
    return true;
  const bool is_there
      = gprofh_map_over (part->start, part->size)
        && (part->kind == 0 || (begin_block_again (part), true));
  __atomic_store_n (&STATE->is_mending, 0, __ATOMIC_RELEASE);
  if (is_there)
    gprofh_lacks (LIVE_CUT_SHORT);
  return is_there;
}

/* SIZE more bytes of the file, whole pages; null if there are none.  */
static void *
more (uint64_t size)
{
  const uint32_t pages = (uint32_t)(size / gprofh_settings.page);
  const uint64_t offset
      = (uint64_t)__atomic_fetch_add (&STATE->next_page, pages,
                                      __ATOMIC_RELAXED)
        * gprofh_settings.page;
  const int descriptor = descriptor_now ();
  if (descriptor < 0 || gprofh_reserve (descriptor, offset, size) != 0)
    return NULL;
  char *start = gprofh_map (descriptor, offset, size);
  if (start != NULL)
    note_part (start, size);
  return start;
}

static uint64_t
seconds_now (void)
{
  struct timespec now = { 0, 0 };
  SYS3 (SYS_clock_gettime, CLOCK_REALTIME, &now, 0);
  return (uint64_t)now.tv_sec;
}

/* The start of the path of the file, with the process's number: false if it is
   too long.  */
static bool
start_path (struct text *path)
{
  gprofh_text_start (path, STATE->live_path, sizeof STATE->live_path);
  if (!add_stem (path))
    return false;
  if (gprofh_prefix () == NULL && !STATE->is_child)
    STATE->live_stem = (uint32_t)path->used;
  gprofh_text_add (path, ".");
  gprofh_text_add_number (path, STATE->process);
  return !path->is_cut;
}

/* Make the file's first page: false if that fails.  */
static bool
start_file (int descriptor, uint32_t image)
{
  struct live_header *header = NULL;
  STATE->descriptor = gprofh_move_up (descriptor);
  STATE->next_page = 0;
  if (gprofh_identify (STATE->descriptor, &STATE->device, &STATE->inode))
    header = more (gprofh_settings.page);
  if (header == NULL)
    return false;
  header->version = LIVE_VERSION;
  header->word_size = sizeof (void *);
  header->machine = MACHINE;
  header->alignment = gprofh_settings.page;
  header->rate = gprofh_settings.rate;
  header->process = STATE->process;
  header->image = image;
  header->start = seconds_now ();
  header->lacks = STATE->lacks;
  header->flags = gprofh_settings.has_stacks ? LIVE_HAS_STACKS : 0;
  if (gprofh_settings.has_waits)
    header->flags |= LIVE_HAS_WAITS;
  header->clock = STATE->clock;
  header->rank = gprofh_settings.rank;
  own_order ();
  gprofh_copy (header->cookie, LIVE_COOKIE, LIVE_COOKIE_SIZE);
  STATE->header = header;
  note_inheritance ();
  return true;
}

/* Find the first name, PATH with an ending, that is free, as an earlier program
   of this process may have left a file: for the file that STATE->header is
   mapped from, or else of a new one.  0 or its descriptor, or a negative
   error.  */
static int
take_name (struct text *path, uint32_t *image)
{
  const size_t with_process = path->used;
  int result = -EEXIST;
  for (*image = 0; *image < MOST_IMAGES && result == -EEXIST; ++*image)
    {
      path->used = with_process;
      if (*image > 0)
        {
          gprofh_text_add (path, ".");
          gprofh_text_add_number (path, *image);
        }
      gprofh_text_add (path, ".live");
      if (path->is_cut)
        return -ENAMETOOLONG;
      if (STATE->header != NULL)
        STATE->header->image = *image;
      result = STATE->header != NULL
                   ? gprofh_name (STATE->descriptor, path->at)
                   : gprofh_create (path->at);
    }
  --*image;
  path->used = with_process;
  return result;
}

/* Make the file without a name, and give it one when it is what readers
   expect.  */
static bool
make_nameless (struct text *path)
{
  char *base = path->at + (gprofh_base (path->at) - path->at);
  const char first = *base;
  uint32_t image;
  *base = '\0';
  const int descriptor
      = gprofh_create_nameless (base == path->at ? "." : path->at);
  *base = first;
  if (descriptor < 0)
    return false;
  if (start_file (descriptor, 0) && take_name (path, &image) == 0)
    return true;
  gprofh_close (STATE->descriptor);
  if (STATE->header != NULL)
    gprofh_unmap (STATE->header, gprofh_settings.page);
  STATE->header = NULL;
  note_inheritance ();
  return false;
}

/* Make the live file; whether it is there now.  */
static bool
make (void)
{
  struct text path;
  uint32_t image;
  if (gprofh_settings.live == LIVE_NONE || !start_path (&path))
    return false;
  if (make_nameless (&path))
    return true;
  const int descriptor = take_name (&path, &image);
  if (descriptor < 0)
    return false;
  if (start_file (descriptor, image))
    return true;
  gprofh_remove (STATE->live_path);
  return false;
}

/* Is the live file there?  The first caller makes it; those that come
   meanwhile, in handlers and other threads, do without it.  */
static bool
is_there (void)
{
  uint32_t phase = LIVE_NOT_YET;
  if (__atomic_compare_exchange_n (&STATE->phase, &phase, LIVE_IN_THE_MAKING,
                                   false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
    {
      phase = make () ? LIVE_THERE : LIVE_IMPOSSIBLE;
      __atomic_store_n (&STATE->phase, phase, __ATOMIC_RELEASE);
      if (phase == LIVE_THERE)
        gprofh_objects_publish ();
    }
  return phase == LIVE_THERE;
}

static void
start_block (struct block *block, uint32_t kind, uint64_t size, bool is_live)
{
  block->kind = kind;
  block->size = size;
  block->u.own.is_live = is_live;
}

bool
gprofh_live_set_aside (uint64_t size)
{
  if (!is_there ())
    return false;
  if (STATE->aside != NULL)
    return true;
  STATE->aside_size = (uint32_t)size;
  STATE->aside = more (size);
  return STATE->aside != NULL;
}

/* SIZE bytes of what is set aside; null if there is too little.  */
static void *
set_aside (uint64_t size)
{
  uint32_t used = __atomic_load_n (&STATE->aside_used, __ATOMIC_RELAXED);
  do
    if (STATE->aside == NULL || size > STATE->aside_size - used)
      return NULL;
  while (!__atomic_compare_exchange_n (&STATE->aside_used, &used,
                                       used + (uint32_t)size, false,
                                       __ATOMIC_RELAXED, __ATOMIC_RELAXED));
  return STATE->aside + used;
}

struct block *
gprofh_block (uint32_t kind, uint64_t bytes)
{
  const uint64_t size = page_up (sizeof (struct block) + bytes);
  if (gprofh_is_sandboxed ())
    {
      struct block *aside = set_aside (size);
      if (aside != NULL)
        start_block (aside, kind, size, true);
      return aside;
    }
  struct block *block = is_there () ? more (size) : NULL;
  const bool is_live = block != NULL;
  if (!is_live)
    block = gprofh_map (-1, 0, size);
  if (block == NULL)
    return NULL;
  start_block (block, kind, size, is_live);
  if (!is_live && gprofh_settings.live != LIVE_NONE)
    gprofh_lacks (LIVE_NOT_ALL_LIVE);
  return block;
}

void
gprofh_block_publish (struct block *block)
{
  own_order ();
  gprofh_copy (block->cookie, LIVE_BLOCK_COOKIE, LIVE_COOKIE_SIZE);
  block->u.own.next = __atomic_load_n (&STATE->blocks, __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n (&STATE->blocks, &block->u.own.next,
                                       block, false, __ATOMIC_RELEASE,
                                       __ATOMIC_RELAXED))
    ;
  struct part *part = part_at ((char *)block);
  if (part != NULL && part->start == (char *)block)
    {
      part->next = block->u.own.next;
      part->capacity = block->capacity;
      part->mask = block->u.own.mask;
      part->shift = block->u.own.shift;
      part->kind = block->kind;
    }
  note_inheritance ();
}

/* Copy BLOCK, which is in memory alone, to the file: whether it is there.  */
static bool
save (const struct block *block)
{
  struct block *copy = more (block->size);
  if (copy == NULL)
    return false;
  start_block (copy, block->kind, block->size, true);
  copy->capacity = block->capacity;
  copy->used = block->used;
  gprofh_copy (copy + 1, block + 1, (size_t)block->size - sizeof *block);
  own_order ();
  gprofh_copy (copy->cookie, LIVE_BLOCK_COOKIE, LIVE_COOKIE_SIZE);
  return true;
}

/* Give the file the name that it has after a usual end.  */
static void
rename_at_end (void)
{
  char *const name = STATE->name;
  struct text path;
  if (STATE->live_stem == 0)
    return;
  gprofh_text_start (&path, name, sizeof STATE->name);
  gprofh_copy (name, STATE->live_path, STATE->live_stem);
  name[STATE->live_stem] = '\0';
  path.used = STATE->live_stem;
  gprofh_text_add (&path, ".live");
  if (!path.is_cut && gprofh_rename (STATE->live_path, name) == 0)
    gprofh_copy (STATE->live_path, name, path.used + 1);
  STATE->live_stem = 0;
}

/* What the process has used: the system's struct.  */
static void
note_usage (struct live_header *header)
{
  enum
  {
    MICROSECOND = 1000,
    SECOND = 1000000000
  };
  long usage[64];
  gprofh_clear (usage, sizeof usage);
  header->elapsed = gprofh_clock () - header->clock;
  if (SYS3 (SYS_getrusage, RUSAGE_SELF, usage, 0) != 0)
    return;
  header->user
      = (uint64_t)usage[0] * SECOND + (uint64_t)usage[1] * MICROSECOND;
  header->system
      = (uint64_t)usage[2] * SECOND + (uint64_t)usage[3] * MICROSECOND;
}

void
gprofh_live_end (void)
{
  if (STATE->phase != LIVE_THERE || STATE->header->has_ended)
    return;
  bool is_whole = true;
  gprofh_seats_end ();
  note_usage (STATE->header);
  for (struct block *block
       = __atomic_load_n (&STATE->blocks, __ATOMIC_ACQUIRE);
       block != NULL; block = block->u.own.next)
    if (!block->u.own.is_live)
      is_whole = save (block) && is_whole;
  if (is_whole)
    STATE->header->lacks &= ~(uint32_t)LIVE_NOT_ALL_LIVE;
  STATE->header->has_ended = 1;
  if (gprofh_settings.live == LIVE_REMOVE)
    gprofh_live_remove ();
  else
    rename_at_end ();
}

void
gprofh_live_remove (void)
{
  if (STATE->phase == LIVE_THERE)
    gprofh_remove (STATE->live_path);
}
