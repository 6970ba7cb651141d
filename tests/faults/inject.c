/* inject.c - a library to preload that lets the n-th call of a kind fail.

   tests/faults/shim.py builds it and says what to do in the environment:

       FAULT_KIND    alloc, read or write: what is counted, see the table of
                     the functions below
       FAULT_CALL    only calls of this name, if set
       FAULT_AT      which call fails, from 1; 0 for none
       FAULT_ON      if set, all later ones, too
       FAULT_MODE    fail, short or kill
       FAULT_ERRNO   the number of the error that a failing call tells
       FAULT_SIGNAL  the number of the signal that comes before the call instead
       FAULT_REFUSED names of calls that are always refused and not counted:
                     create, replace, with EPERM
       FAULT_LEAKS   if set, tell of memory that is never freed
       FAULT_REPORT  descriptor for the report

   Counting starts when this library is loaded, behind the dynamic linker and
   the C library's own start, and ends with what is done at exit, before
   destructors.  Calls inside the C library do not come by here: what it writes
   to standard error always gets there.  unlink is not made to fail, for it is
   what is left to do when all else does.  fsync does nothing but succeed, so
   that thousands of runs do not wear out a disk.

   The report has lines

       failed NAME            the first call that was made to fail
       in OFFSET              its callers in the program, innermost first,
                              counted from the program's first byte
       calls N                how many there were
       live OFFSET SIZE       memory that was never freed, and who asked for it
       open N                 a descriptor that was never closed

   A run that a signal ends leaves only the first two of these.

   WITHOUT_ALLOCATIONS: allocations are left alone, because a sanitizer counts
   them itself.  */

#define _GNU_SOURCE

#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum mode
{
  MODE_FAIL,
  MODE_SHORT,
  MODE_KILL
};

static struct
{
  bool ready;
  const char *kind;
  const char *call;
  unsigned long at;
  bool on;
  enum mode mode;
  int error;
  int signal;
  const char *refused;
  bool leaks;
  int report;
} plan;

static uintptr_t program[2]; /* where it begins and ends */
static unsigned long calls;
static bool told;

/* --- The report ---------------------------------------------------------- */

static void
report (const char *format, ...)
{
  char line[200];
  va_list arguments;
  va_start (arguments, format);
  const int length = vsnprintf (line, sizeof line, format, arguments);
  va_end (arguments);
  if (plan.report >= 0 && length > 0)
    syscall (SYS_write, plan.report, line, (size_t)length);
}

/* The bounds of the program itself, which comes first in the list.  */
static int
find_program (struct dl_phdr_info *info, size_t size, void *result)
{
  uintptr_t *bounds = result;
  (void)size;
  bounds[0] = info->dlpi_addr;
  for (unsigned i = 0; i < info->dlpi_phnum; i++)
    {
      const uintptr_t end = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr
                            + info->dlpi_phdr[i].p_memsz;
      if (info->dlpi_phdr[i].p_type == PT_LOAD && end > bounds[1])
        bounds[1] = end;
    }
  return 1;
}

/* Who called whom, innermost first, as far as it is in the program itself.  */
static void
report_stack (void)
{
  enum
  {
    DEPTH = 48
  };
  void *stack[DEPTH];
  const bool was_ready = plan.ready;
  plan.ready = false; /* for what backtrace itself does */
  const int depth = backtrace (stack, DEPTH);
  for (int i = 0; i < depth; i++)
    {
      const uintptr_t at = (uintptr_t)stack[i];
      if (at >= program[0] && at < program[1])
        report ("in %zx\n", (size_t)(at - program[0]));
    }
  plan.ready = was_ready;
}

/* Count a call of NAME, which is of KIND.  Shall it fail?  */
static bool
fails (const char *kind, const char *name)
{
  if (!plan.ready || plan.kind == NULL || strcmp (plan.kind, kind) != 0
      || (plan.call != NULL && strcmp (plan.call, name) != 0))
    return false;
  const unsigned long number
      = __atomic_add_fetch (&calls, 1, __ATOMIC_RELAXED);
  if (plan.at == 0 || number < plan.at || (number > plan.at && !plan.on))
    return false;
  if (!__atomic_exchange_n (&told, true, __ATOMIC_RELAXED))
    {
      report ("failed %s\n", name);
      report_stack ();
    }
  /* If the program has it wait, the call is made.  */
  if (plan.mode == MODE_KILL)
    kill (getpid (), plan.signal);
  return plan.mode != MODE_KILL;
}

/* Is every call of NAME refused?  Those before the program begins, too, but
   these are none that can be refused.  */
static bool
is_refused (const char *name)
{
  if (plan.refused == NULL || strstr (plan.refused, name) == NULL)
    return false;
  errno = EPERM;
  return true;
}

/* The same for calls that have no short form.  */
static bool
fails_whole (const char *kind, const char *name)
{
  if (is_refused (name))
    return true;
  if (plan.mode == MODE_SHORT || !fails (kind, name))
    return false;
  errno = plan.error;
  return true;
}

/* --- Memory that is in use ----------------------------------------------- */

enum
{
  BLOCKS = 1 << 18 /* places, a power of two; tests use few */
};

static struct block
{
  const void *start;
  const void *from;
  size_t size;
} blocks[BLOCKS];
static char lock;

static void
enter (void)
{
  while (__atomic_test_and_set (&lock, __ATOMIC_ACQUIRE))
    ;
}

static void
leave (void)
{
  __atomic_clear (&lock, __ATOMIC_RELEASE);
}

static struct block *
find_block (const void *start)
{
  size_t i = ((uintptr_t)start >> 4) * 2654435761u % BLOCKS;
  while (blocks[i].start != NULL && blocks[i].start != start)
    i = (i + 1) % BLOCKS;
  return &blocks[i];
}

static void *
note (void *start, size_t size, const void *from)
{
#ifdef WITHOUT_ALLOCATIONS
  return start; /* nobody would tell us that it is freed */
#endif
  if (plan.leaks && start != NULL)
    {
      enter ();
      *find_block (start) = (struct block){ start, from, size };
      leave ();
    }
  return start;
}

/* A block that is gone keeps its place: its address comes again.  */
static void
forget (const void *start)
{
  if (plan.leaks && start != NULL)
    {
      enter ();
      find_block (start)->from = NULL;
      leave ();
    }
}

/* --- Start and end ------------------------------------------------------- */

/* Memory for those who want it before the C library's functions are found.  */
static char early[1 << 16] __attribute__ ((aligned (16)));
static size_t early_used;

static void *
early_block (size_t size)
{
  void *block = early + early_used;
  early_used += (size + 15) / 16 * 16;
  return early_used <= sizeof early ? block : NULL;
}

static bool
is_early (const void *block)
{
  return (const char *)block >= early
         && (const char *)block < early + sizeof early;
}

/* The function NAME that this library stands before.  */
static void *
next_function (const char *name)
{
  void *function = dlsym (RTLD_NEXT, name);
  if (function == NULL)
    _exit (98);
  return function;
}

/* Declare CALL as the C library's function NAME, of the type of ours.  */
#define NEXT(name)                                                            \
  static __typeof__ (name) *call;                                             \
  if (call == NULL)                                                           \
  call = (__typeof__ (name) *)next_function (#name)

static bool looking;
static __typeof__ (malloc) *real_malloc;
static __typeof__ (calloc) *real_calloc;
static __typeof__ (realloc) *real_realloc;
static __typeof__ (free) *real_free;

static bool
find_allocator (void)
{
  if (real_free != NULL || looking)
    return real_free != NULL;
  looking = true;
  real_malloc = (__typeof__ (malloc) *)next_function ("malloc");
  real_calloc = (__typeof__ (calloc) *)next_function ("calloc");
  real_realloc = (__typeof__ (realloc) *)next_function ("realloc");
  real_free = (__typeof__ (free) *)next_function ("free");
  looking = false;
  return true;
}

static unsigned long
number (const char *name)
{
  const char *text = getenv (name);
  return text != NULL ? strtoul (text, NULL, 10) : 0;
}

/* Behind main and all that the program has to do at its exit, but before
   destructors: with coverage these write counts, which no call that fails
   shall damage.  */
static void
end (void)
{
  plan.ready = false;
  report ("calls %lu\n", calls);
  if (!plan.leaks)
    return;
  plan.leaks = false;
  for (size_t i = 0; i < BLOCKS; i++)
    {
      const uintptr_t from = (uintptr_t)blocks[i].from;
      /* A program that is not moved begins at 0, as free slots do.  */
      if (from != 0 && from >= program[0] && from < program[1])
        report ("live %zx %zu\n", (size_t)(from - program[0]), blocks[i].size);
    }
  for (int fd = 3; fd < 64; fd++)
    if (fd != plan.report && fcntl (fd, F_GETFD) >= 0)
      report ("open %d\n", fd);
}

__attribute__ ((constructor)) static void
begin (void)
{
  const char *mode = getenv ("FAULT_MODE");
  void *stack[1];
  find_allocator ();
  backtrace (stack, 1); /* now, while it may allocate */
  dl_iterate_phdr (find_program, program);
  plan.kind = getenv ("FAULT_KIND");
  plan.call = getenv ("FAULT_CALL");
  plan.at = number ("FAULT_AT");
  plan.on = getenv ("FAULT_ON") != NULL;
  plan.mode = mode != NULL && strcmp (mode, "short") == 0  ? MODE_SHORT
              : mode != NULL && strcmp (mode, "kill") == 0 ? MODE_KILL
                                                           : MODE_FAIL;
  plan.error = (int)number ("FAULT_ERRNO");
  plan.signal = (int)number ("FAULT_SIGNAL");
  plan.refused = getenv ("FAULT_REFUSED");
  plan.leaks = getenv ("FAULT_LEAKS") != NULL;
  plan.report
      = getenv ("FAULT_REPORT") != NULL ? (int)number ("FAULT_REPORT") : -1;
  plan.ready = true;
}

/* What is registered when main begins is done last of all that main registers,
   and before the destructors of the program, which the C library registers
   before main, but behind our constructor.  */
typedef int main_function (int, char **, char **);
static main_function *real_main;

static int
main_and_end (int argc, char **argv, char **variables)
{
  if (atexit (end) != 0)
    _exit (98);
  return real_main (argc, argv, variables);
}

int __libc_start_main (main_function *, int, char **, void (*) (void),
                       void (*) (void), void (*) (void), void *);

/* The C library's function that runs main.  */
int
__libc_start_main (main_function *function, int argc, char **argv,
                   void (*init) (void), void (*finish) (void),
                   void (*linker_finish) (void), void *stack)
{
  NEXT (__libc_start_main);
  real_main = function;
  return call (main_and_end, argc, argv, init, finish, linker_finish, stack);
}

/* --- Allocations --------------------------------------------------------- */

#define CALLER __builtin_return_address (0)

#ifndef WITHOUT_ALLOCATIONS

void *
malloc (size_t size)
{
  if (!find_allocator ())
    return early_block (size);
  if (fails_whole ("alloc", "malloc"))
    return NULL;
  return note (real_malloc (size), size, CALLER);
}

void *
calloc (size_t count, size_t size)
{
  if (!find_allocator ())
    return early_block (count * size); /* zero from the start */
  if (fails_whole ("alloc", "calloc"))
    return NULL;
  return note (real_calloc (count, size), count * size, CALLER);
}

static void *
reallocate (void *old, size_t size, const void *caller)
{
  if (is_early (old))
    {
      void *block = real_malloc (size);
      if (block != NULL)
        memcpy (block, old, size); /* reads too much, but within EARLY */
      return block;
    }
  /* Forgotten first: another thread may be given the address.  */
  forget (old);
  void *block = real_realloc (old, size);
  if (block == NULL && size > 0)
    note (old, 0, caller);
  return note (block, size, caller);
}

void *
realloc (void *old, size_t size)
{
  if (fails_whole ("alloc", "realloc"))
    return NULL;
  return reallocate (old, size, CALLER);
}

void *
reallocarray (void *old, size_t count, size_t size)
{
  size_t bytes;
  if (__builtin_mul_overflow (count, size, &bytes))
    {
      errno = ENOMEM;
      return NULL;
    }
  if (fails_whole ("alloc", "reallocarray"))
    return NULL;
  return reallocate (old, bytes, CALLER);
}

void
free (void *block)
{
  if (block == NULL || is_early (block))
    return;
  forget (block);
  real_free (block);
}

int
posix_memalign (void **block, size_t alignment, size_t size)
{
  NEXT (posix_memalign);
  if (fails_whole ("alloc", "posix_memalign"))
    return ENOMEM;
  const int error = call (block, alignment, size);
  if (error == 0)
    note (*block, size, CALLER);
  return error;
}

void *
aligned_alloc (size_t alignment, size_t size)
{
  NEXT (aligned_alloc);
  if (fails_whole ("alloc", "aligned_alloc"))
    return NULL;
  return note (call (alignment, size), size, CALLER);
}

/* These go without the C library's, whose allocation would be counted for
   itself and look like its own.  */

char *
strdup (const char *text)
{
  const size_t size = strlen (text) + 1;
  if (fails_whole ("alloc", "strdup"))
    return NULL;
  char *copy = note (real_malloc (size), size, CALLER);
  return copy != NULL ? memcpy (copy, text, size) : NULL;
}

#endif

char *
realpath (const char *name, char *result)
{
  NEXT (realpath);
  if (fails_whole ("read", "realpath"))
    return NULL;
  char *path = call (name, result);
  if (path != NULL && path != result)
    note (path, strlen (path) + 1, CALLER);
  return path;
}

static void *
map_memory (__typeof__ (mmap) *call, void *address, size_t size,
            int protection, int flags, int fd, off_t offset)
{
  const bool is_memory = flags & MAP_ANONYMOUS;
  if (fails_whole (is_memory ? "alloc" : "read", "mmap"))
    return MAP_FAILED;
  return call (address, size, protection, flags, fd, offset);
}

void *
mmap (void *address, size_t size, int protection, int flags, int fd,
      off_t offset)
{
  NEXT (mmap);
  return map_memory (call, address, size, protection, flags, fd, offset);
}

void *
mmap64 (void *address, size_t size, int protection, int flags, int fd,
        off_t offset)
{
  NEXT (mmap);
  return map_memory (call, address, size, protection, flags, fd, offset);
}

int
pthread_create (pthread_t *thread, const pthread_attr_t *attributes,
                void *(*start) (void *), void *argument)
{
  NEXT (pthread_create);
  return fails_whole ("alloc", "pthread_create")
             ? EAGAIN
             : call (thread, attributes, start, argument);
}

/* --- Opening and closing -------------------------------------------------- */

/* An opening counts as what it is for.  */
static int
open_file (const char *name, int flags, mode_t mode)
{
  const bool makes = (flags & O_CREAT) || (flags & O_TMPFILE) == O_TMPFILE;
  const bool writes = (flags & O_ACCMODE) != O_RDONLY;
  if (fails_whole (writes ? "write" : "read", makes ? "create" : "open"))
    return -1;
  return (int)syscall (SYS_openat, AT_FDCWD, name, flags, mode);
}

#define OPENS(name)                                                           \
  int name (const char *path, int flags, ...)                                 \
  {                                                                           \
    va_list arguments;                                                        \
    va_start (arguments, flags);                                              \
    const mode_t mode = (mode_t)va_arg (arguments, unsigned);                 \
    va_end (arguments);                                                       \
    return open_file (path, flags, mode);                                     \
  }

OPENS (open)
OPENS (open64)

#define OPENS_STREAM(name)                                                    \
  FILE *name (const char *path, const char *mode)                             \
  {                                                                           \
    NEXT (name);                                                              \
    return fails_whole ("read", "fopen") ? NULL : call (path, mode);          \
  }

OPENS_STREAM (fopen)
OPENS_STREAM (fopen64)

/* What was opened for writing; everything else is read.  */
static const char *
kind_of (int fd)
{
  const int flags = fcntl (fd, F_GETFL);
  return flags >= 0 && (flags & O_ACCMODE) == O_RDONLY ? "read" : "write";
}

/* Whatever it says, the descriptor is gone afterwards.  */
int
close (int fd)
{
  const bool failing = fails_whole (kind_of (fd), "close");
  const int result = (int)syscall (SYS_close, fd);
  if (!failing)
    return result;
  errno = plan.error;
  return -1;
}

int
fclose (FILE *stream)
{
  NEXT (fclose);
  const bool failing = fails_whole ("read", "fclose");
  const int result = call (stream);
  if (!failing)
    return result;
  errno = plan.error;
  return EOF;
}

/* --- Reading and writing -------------------------------------------------- */

/* How many of SIZE bytes a call of NAME shall take; -1 to fail.  */
static ssize_t
take (const char *kind, const char *name, size_t size)
{
  if (!fails (kind, name))
    return (ssize_t)size;
  errno = plan.error;
  return plan.mode == MODE_SHORT ? (ssize_t)((size + 1) / 2) : -1;
}

ssize_t
read (int fd, void *data, size_t size)
{
  const ssize_t some = take ("read", "read", size);
  return some < 0 ? -1 : syscall (SYS_read, fd, data, (size_t)some);
}

ssize_t
write (int fd, const void *data, size_t size)
{
  const ssize_t some = take ("write", "write", size);
  return some < 0 ? -1 : syscall (SYS_write, fd, data, (size_t)some);
}

#define READS_AT(name, offset)                                                \
  ssize_t name (int fd, void *data, size_t size, offset at)                   \
  {                                                                           \
    const ssize_t some = take ("read", "pread", size);                        \
    return some < 0 ? -1 : syscall (SYS_pread64, fd, data, (size_t)some, at); \
  }

#define WRITES_AT(name, offset)                                               \
  ssize_t name (int fd, const void *data, size_t size, offset at)             \
  {                                                                           \
    const ssize_t some = take ("write", "pwrite", size);                      \
    return some < 0 ? -1                                                      \
                    : syscall (SYS_pwrite64, fd, data, (size_t)some, at);     \
  }

READS_AT (pread, off_t)
READS_AT (pread64, off64_t)
WRITES_AT (pwrite, off_t)
WRITES_AT (pwrite64, off64_t)

size_t
fread (void *data, size_t size, size_t count, FILE *stream)
{
  NEXT (fread);
  if (!fails_whole ("read", "fread"))
    return call (data, size, count, stream);
#ifdef __GLIBC__
  stream->_flags |= 0x20; /* the error that ferror sees */
#endif
  return 0;
}

#define FAILS_MINUS_ONE(result, kind, name, parameters, arguments)            \
  result name parameters                                                      \
  {                                                                           \
    NEXT (name);                                                              \
    return fails_whole (kind, #name) ? (result)-1 : call arguments;           \
  }

FAILS_MINUS_ONE (int, "read", fseeko64, (FILE * s, off64_t at, int whence),
                 (s, at, whence))
FAILS_MINUS_ONE (off64_t, "read", ftello64, (FILE * s), (s))
FAILS_MINUS_ONE (int, "read", fseeko, (FILE * s, off_t at, int whence),
                 (s, at, whence))
FAILS_MINUS_ONE (off_t, "read", ftello, (FILE * s), (s))
FAILS_MINUS_ONE (int, "read", stat, (const char *name, struct stat *about),
                 (name, about))
FAILS_MINUS_ONE (int, "read", lstat, (const char *name, struct stat *about),
                 (name, about))
FAILS_MINUS_ONE (int, "read", fstat, (int fd, struct stat *about), (fd, about))
FAILS_MINUS_ONE (int, "read", statx,
                 (int directory, const char *restrict name, int flags,
                  unsigned mask, struct statx *restrict about),
                 (directory, name, flags, mask, about))
FAILS_MINUS_ONE (ssize_t, "read", readlink,
                 (const char *name, char *target, size_t size),
                 (name, target, size))
FAILS_MINUS_ONE (int, "read", access, (const char *name, int mode),
                 (name, mode))

/* A renaming counts as "replace" if there is a file of the new name: a system
   may refuse to remove that.  */
int
rename (const char *old, const char *new)
{
  NEXT (rename);
  const bool replaces = syscall (SYS_faccessat, AT_FDCWD, new, F_OK) == 0;
  return fails_whole ("write", replaces ? "replace" : "rename")
             ? -1
             : call (old, new);
}

FAILS_MINUS_ONE (int, "write", ftruncate, (int fd, off_t size), (fd, size))
FAILS_MINUS_ONE (int, "write", memfd_create,
                 (const char *name, unsigned flags), (name, flags))
FAILS_MINUS_ONE (int, "write", futimens,
                 (int fd, const struct timespec times[2]), (fd, times))
FAILS_MINUS_ONE (int, "write", fchmod, (int fd, mode_t mode), (fd, mode))
FAILS_MINUS_ONE (int, "write", fchown, (int fd, uid_t user, gid_t group),
                 (fd, user, group))

int
fsync (int fd)
{
  (void)fd;
  return fails_whole ("write", "fsync") ? -1 : 0;
}

int
fdatasync (int fd)
{
  (void)fd;
  return fails_whole ("write", "fdatasync") ? -1 : 0;
}

int
fcntl (int fd, int command, ...)
{
  va_list arguments;
  va_start (arguments, command);
  const long argument = va_arg (arguments, long);
  va_end (arguments);
  if ((command == F_DUPFD_CLOEXEC && fails_whole ("write", "dup"))
      || (command == F_SETLK && fails_whole ("write", "lock")))
    return -1;
  return (int)syscall (SYS_fcntl, fd, command, argument);
}
