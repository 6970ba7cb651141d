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
#include <time.h>

#include "recorder/files.h"
#include "recorder/life.h"
#include "recorder/objects.h"
#include "recorder/text.h"

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

/* Create the file under the first name that is free: an earlier program of
   this process may have left one.  The descriptor, or a negative error.  */
static int
create (uint32_t *image)
{
  struct text path;
  gprofh_text_start (&path, STATE->live_path, sizeof STATE->live_path);
  if (!add_stem (&path))
    return -ENAMETOOLONG;
  if (gprofh_prefix () == NULL && !STATE->is_child)
    STATE->live_stem = (uint32_t)path.used;
  gprofh_text_add (&path, ".");
  gprofh_text_add_number (&path, STATE->process);
  const size_t with_process = path.used;
  for (*image = 0; *image < MOST_IMAGES; ++*image)
    {
      path.used = with_process;
      if (*image > 0)
        {
          gprofh_text_add (&path, ".");
          gprofh_text_add_number (&path, *image);
        }
      gprofh_text_add (&path, ".live");
      if (path.is_cut)
        return -ENAMETOOLONG;
      const int descriptor = gprofh_create (path.at);
      if (descriptor != -EEXIST)
        return descriptor;
    }
  return -EEXIST;
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
  return STATE->descriptor = gprofh_move_up (descriptor);
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
  return gprofh_map (descriptor, offset, size);
}

static uint64_t
seconds_now (void)
{
  struct timespec now = { 0, 0 };
  SYS3 (SYS_clock_gettime, CLOCK_REALTIME, &now, 0);
  return (uint64_t)now.tv_sec;
}

static void
fill_header (struct live_header *header, uint32_t image)
{
  header->version = LIVE_VERSION;
  header->word_size = sizeof (void *);
  header->machine = MACHINE;
  header->alignment = gprofh_settings.page;
  header->rate = gprofh_settings.rate;
  header->process = STATE->process;
  header->image = image;
  header->start = seconds_now ();
  header->lacks = STATE->lacks;
  own_order ();
  gprofh_copy (header->cookie, LIVE_COOKIE, LIVE_COOKIE_SIZE);
}

/* Make the live file; whether it is there now.  */
static bool
make (void)
{
  uint32_t image;
  if (gprofh_settings.live == LIVE_NONE)
    return false;
  const int descriptor = create (&image);
  if (descriptor < 0)
    return false;
  STATE->descriptor = gprofh_move_up (descriptor);
  struct live_header *header = NULL;
  if (gprofh_identify (STATE->descriptor, &STATE->device, &STATE->inode))
    header = more (gprofh_settings.page);
  if (header == NULL)
    {
      gprofh_remove (STATE->live_path);
      return false;
    }
  fill_header (header, image);
  STATE->header = header;
  return true;
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

struct block *
gprofh_block (uint32_t kind, uint64_t bytes)
{
  const uint64_t size = page_up (sizeof (struct block) + bytes);
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

void
gprofh_live_end (void)
{
  if (STATE->phase != LIVE_THERE || STATE->header->has_ended)
    return;
  bool is_whole = true;
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
