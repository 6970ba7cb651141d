/* harness.c - calls a fuzz target and watches its memory.

   The sum of all that is allocated at a time must not exceed 64 MiB and 8
   bytes per byte of the input.  The sanitizers' allocator reports it; without
   one it is not checked.  */

#include "config.h"

#include "fuzz.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/memory.h"

/* --- Memory -------------------------------------------------------------- */

#define MEMORY_BASE (INT64_C (64) << 20)
#define MEMORY_PER_BYTE 8

/* Of the sanitizers' allocator; null without it.  */
int __sanitizer_install_malloc_and_free_hooks (
    void (*on_malloc) (const volatile void *, size_t),
    void (*on_free) (const volatile void *)) __attribute__ ((weak));
size_t __sanitizer_get_allocated_size (const volatile void *memory)
    __attribute__ ((weak));

/* Bytes that may still be allocated.  Hooks have no context of their own.  */
static atomic_int_least64_t memory_left;
static atomic_bool memory_watched;

static void
on_malloc (const volatile void *memory, size_t size)
{
  (void)memory;
  const int64_t taken = size < PTRDIFF_MAX ? (int64_t)size : PTRDIFF_MAX;
  if (atomic_load (&memory_watched)
      && atomic_fetch_sub (&memory_left, taken) < taken)
    {
      atomic_store (&memory_watched, false);
      fputs ("fuzz: more memory than 64 MiB and 8 times the input\n", stderr);
      abort ();
    }
}

static void
on_free (const volatile void *memory)
{
  if (memory != NULL && atomic_load (&memory_watched))
    atomic_fetch_add (&memory_left,
                      (int64_t)__sanitizer_get_allocated_size (memory));
}

static void
watch_memory (size_t size)
{
  static atomic_bool installed;
  if (__sanitizer_install_malloc_and_free_hooks == NULL
      || __sanitizer_get_allocated_size == NULL)
    return;
  if (!atomic_exchange (&installed, true))
    __sanitizer_install_malloc_and_free_hooks (on_malloc, on_free);
  atomic_store (&memory_left,
                MEMORY_BASE + MEMORY_PER_BYTE * (int64_t)size
                    + (&fuzz_more_memory != NULL ? fuzz_more_memory : 0));
  atomic_store (&memory_watched, true);
}

/* --- Inputs -------------------------------------------------------------- */

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  /* Opened once, before anything is counted.  */
  nowhere ();
  watch_memory (size);
  fuzz_one ((struct input){ data, size });
  atomic_store (&memory_watched, false);
  return 0;
}

unsigned
input_u8 (struct input *input)
{
  if (input->left == 0)
    return 0;
  input->left--;
  return *input->next++;
}

unsigned
input_u16 (struct input *input)
{
  const unsigned low = input_u8 (input);
  return low | input_u8 (input) << 8;
}

struct input
input_part (struct input *input, size_t count)
{
  const struct input part
      = { input->next, count < input->left ? count : input->left };
  if (part.left > 0)
    input->next += part.left;
  input->left -= part.left;
  return part;
}

char *
input_line (struct input *input)
{
  if (input->left == 0)
    return NULL;
  size_t length = 0;
  while (length < input->left && input->next[length] != '\n'
         && input->next[length] != '\0')
    length++;
  char *line = memory_part ((const char *)input->next, length);
  input_part (input, length + 1);
  return line;
}

unsigned char *
input_copy (struct input input)
{
  unsigned char *copy = memory_new (input.left);
  if (input.left > 0)
    memcpy (copy, input.next, input.left);
  return copy;
}

struct target
target_of (unsigned choice)
{
  return (struct target){ .word_size = choice & 1 ? 4 : 8,
                          .big_endian = choice & 2,
                          .sign_extend = choice & 4 };
}

/* --- For modules --------------------------------------------------------- */

FILE *
nowhere (void)
{
  static FILE *stream;
  if (stream == NULL)
    stream = fopen ("/dev/null", "w");
  if (stream == NULL)
    fuzz_give_up ("/dev/null");
  return stream;
}

static void
write_all (int fd, struct input content)
{
  while (content.left > 0)
    {
      const ssize_t done = write (fd, content.next, content.left);
      if (done <= 0)
        fuzz_give_up ("write");
      content.next += done;
      content.left -= (size_t)done;
    }
}

/* A file without a name, in memory where the system has that.  */
static int
new_file (void)
{
#ifdef MFD_CLOEXEC
  return memfd_create ("input", MFD_CLOEXEC);
#else
  FILE *file = tmpfile ();
  const int fd = file != NULL ? dup (fileno (file)) : -1;
  if (file != NULL)
    fclose (file);
  return fd;
#endif
}

int
memory_file (struct input content, char name[FILE_NAME_SIZE])
{
  const int fd = new_file ();
  if (fd < 0)
    fuzz_give_up ("a file in memory");
  write_all (fd, content);
  lseek (fd, 0, SEEK_SET);
  snprintf (name, FILE_NAME_SIZE, "/dev/fd/%d", fd);
  return fd;
}

void
fuzz_give_up (const char *what)
{
  perror (what);
  _exit (1);
}
