/* files.c - files, without the C library and without harm to the program.
   SPDX-License-Identifier: 0BSD  */

#include "recorder/files.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/stat.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include "recorder/machine.h"
#include "recorder/text.h"

enum
{
  HIGH_DESCRIPTOR = 1000, /* below the usual limit */
  BELOW_LIMIT = 16,
  CHUNK = 4096
};

/* 64-bit offsets, which <fcntl.h> does not define for programs of 64 bits.  */
#if defined __i386__
#define LARGE_FILE 0100000
#elif defined __arm__
#define LARGE_FILE 0400000
#else
#define LARGE_FILE 0
#endif

/* What <fcntl.h> has for programs with other extensions only.  */
#define NAMELESS (020000000 | O_DIRECTORY)
#define EMPTY_PATH 0x1000

int
gprofh_create (const char *path)
{
  return (int)SYS6 (SYS_openat, AT_FDCWD, path,
                    O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
                        | LARGE_FILE,
                    0600, 0, 0);
}

int
gprofh_create_nameless (const char *directory)
{
  return (int)SYS6 (SYS_openat, AT_FDCWD, directory,
                    O_RDWR | NAMELESS | O_CLOEXEC | LARGE_FILE, 0600, 0, 0);
}

int
gprofh_name (int descriptor, const char *path)
{
  char own[32];
  struct text text;
  const int result
      = (int)SYS6 (SYS_linkat, descriptor, "", AT_FDCWD, path, EMPTY_PATH, 0);
  if (result == 0 || result == -EEXIST)
    return result;
  /* For want of the right to do that.  */
  gprofh_text_start (&text, own, sizeof own);
  gprofh_text_add (&text, "/proc/self/fd/");
  gprofh_text_add_number (&text, (uint32_t)descriptor);
  return (int)SYS6 (SYS_linkat, AT_FDCWD, own, AT_FDCWD, path,
                    AT_SYMLINK_FOLLOW, 0);
}

int
gprofh_open (const char *path)
{
  return (int)SYS6 (SYS_openat, AT_FDCWD, path,
                    O_RDWR | O_NOFOLLOW | O_CLOEXEC | LARGE_FILE, 0, 0, 0);
}

void
gprofh_close (int descriptor)
{
  SYS3 (SYS_close, descriptor, 0, 0);
}

/* The limit RESOURCE of this process; that of nothing if it is not known.  */
static uint64_t
limit_of (int resource)
{
  struct
  {
    uint64_t current, most;
  } limit;
  if (SYS6 (SYS_prlimit64, 0, resource, 0, &limit, 0, 0) != 0)
    return UINT64_MAX;
  return limit.current;
}

int
gprofh_move_up (int descriptor)
{
  const uint64_t limit = limit_of (RLIMIT_NOFILE);
  long least = HIGH_DESCRIPTOR;
  if (limit < HIGH_DESCRIPTOR + BELOW_LIMIT)
    least = limit > BELOW_LIMIT ? (long)limit - BELOW_LIMIT : 0;
  const int moved = (int)SYS3 (SYS_fcntl, descriptor, F_DUPFD_CLOEXEC, least);
  if (moved < 0)
    return descriptor;
  gprofh_close (descriptor);
  return moved;
}

bool
gprofh_identify (int descriptor, uint64_t *device, uint64_t *inode)
{
  struct statx found;
  if (descriptor < 0
      || SYS6 (SYS_statx, descriptor, "", EMPTY_PATH, STATX_INO, &found, 0)
             != 0)
    return false;
  *device = (uint64_t)found.stx_dev_major << 32 | found.stx_dev_minor;
  *inode = found.stx_ino;
  return true;
}

bool
gprofh_may_have (uint64_t size)
{
  return size <= limit_of (RLIMIT_FSIZE);
}

/* Reserve by writing zeros, where the file system knows nothing else.  */
static int
write_zeros (int descriptor, uint64_t offset, uint64_t size)
{
  static const char zeros[CHUNK];
  while (size > 0)
    {
      const uint64_t chunk = size < CHUNK ? size : CHUNK;
#if defined __arm__
      /* A number of 64 bits takes an even register and the next.  */
      const long wrote = SYS6 (SYS_pwrite64, descriptor, zeros, chunk, 0,
                               offset, UPPER_HALF (offset));
#else
      const long wrote = SYS6 (SYS_pwrite64, descriptor, zeros, chunk, offset,
                               UPPER_HALF (offset), 0);
#endif
      if (wrote <= 0)
        return wrote < 0 ? (int)wrote : -ENOSPC;
      offset += (uint64_t)wrote;
      size -= (uint64_t)wrote;
    }
  return 0;
}

int
gprofh_reserve (int descriptor, uint64_t offset, uint64_t size)
{
  if (!gprofh_may_have (offset + size))
    return -EFBIG;
#if UINTPTR_MAX == UINT32_MAX
  const long failed = SYS6 (SYS_fallocate, descriptor, 0, offset,
                            UPPER_HALF (offset), size, UPPER_HALF (size));
#else
  const long failed = SYS6 (SYS_fallocate, descriptor, 0, offset, size, 0, 0);
#endif
  if (failed == -EOPNOTSUPP || failed == -ENOSYS)
    return write_zeros (descriptor, offset, size);
  return (int)failed;
}

/* SIZE bytes of what KIND of mapping, AT this address if it is fixed: the
   address, or a negative error.  */
static long
map (uintptr_t at, uint64_t size, int kind, int descriptor, uint64_t offset)
{
  const int access = PROT_READ | PROT_WRITE;
#if defined __s390x__
  const unsigned long arguments[] = {
    at, size, access, (unsigned long)kind, (unsigned long)descriptor, offset,
  };
  return SYS3 (SYS_mmap, arguments, 0, 0);
#elif UINTPTR_MAX == UINT32_MAX
  return SYS6 (SYS_mmap2, at, size, access, kind, descriptor, offset / 4096);
#else
  return SYS6 (SYS_mmap, at, size, access, kind, descriptor, offset);
#endif
}

void *
gprofh_map (int descriptor, uint64_t offset, uint64_t size)
{
  if (size > INTPTR_MAX)
    return NULL;
  const int kind = descriptor < 0 ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_SHARED;
  const long at = map (0, size, kind, descriptor, offset);
  return (unsigned long)at > -4096UL ? NULL : (void *)at;
}

bool
gprofh_map_over (void *at, uint64_t size)
{
  return map ((uintptr_t)at, size, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1,
              0)
         == (long)at;
}

void
gprofh_unmap (void *at, uint64_t size)
{
  SYS3 (SYS_munmap, at, size, 0);
}

int
gprofh_write (int descriptor, const void *at, size_t size)
{
  const char *next = at;
  while (size > 0)
    {
      const long wrote = SYS3 (SYS_write, descriptor, next, size);
      if (wrote == -EINTR)
        continue;
      if (wrote <= 0)
        return wrote < 0 ? (int)wrote : -ENOSPC;
      next += wrote;
      size -= (size_t)wrote;
    }
  return 0;
}

int
gprofh_rename (const char *from, const char *to)
{
  return (int)SYS6 (SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0, 0);
}

void
gprofh_remove (const char *path)
{
  SYS3 (SYS_unlinkat, AT_FDCWD, path, 0);
}
