/* infile.c - an input file read whole, in two steps.

   Reads files rather than mapping them, so that one that shrinks meanwhile
   causes a short read and not a signal.  The buffer grows with what
   arrives.  */

#include "config.h"

#include "base/infile.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/memory.h"
#include "base/paths.h"

enum
{
  BLOCK_SIZE = 4096,
  PACKED_SIZE = 65536, /* compressed bytes that are read at a time */
  LARGE = 1 << 20      /* a buffer whose memory comes from the kernel */
};

/* Make room for NEEDED bytes.  A large buffer grows by a quarter: the C library
   moves its pages, and what is not known to be needed takes addresses.  */
static void
make_room (struct infile *infile, size_t needed)
{
  if (needed <= infile->capacity)
    return;
  const size_t capacity = infile->capacity;
  const size_t enough = capacity < LARGE          ? 2 * capacity
                        : capacity < SIZE_MAX / 2 ? capacity + capacity / 4
                                                  : SIZE_MAX;
  infile->capacity = enough > needed ? enough : needed;
  infile->data = memory_grow (infile->data, infile->capacity);
}

/* Set *GOT to how many bytes, SIZE at most, come next to TO; 0 at the end.  */
static enum status
read_bytes (struct infile *infile, unsigned char *to, size_t size, size_t *got,
            struct diag *diag)
{
  ssize_t result;
  do
    result = read (infile->fd, to, size);
  while (result < 0
         && (errno == EINTR || (errno == ENOMEM && memory_relieve ())));
  *got = result > 0 ? (size_t)result : 0;
  if (result >= 0)
    return STATUS_OK;
  infile->error = errno;
  return diag_fail_errno (diag, infile->name, infile->error,
                          _ ("cannot read"));
}

static enum status
refuse_endless (const struct infile *infile, struct diag *diag)
{
  return diag_fail (diag, STATUS_FORMAT, PLACE_FILE (infile->name),
                    _ ("this pipe or device brings more than %ju bytes; if it "
                       "ends at all, write it to a file first"),
                    INFILE_MOST);
}

/* Read compressed bytes, when all that were there are expanded.  */
static enum status
read_packed (struct infile *infile, struct diag *diag)
{
  struct packed *packed = &infile->packed;
  struct unpack *unpack = &packed->unpack;
  if (!infile->regular && unpack->used >= INFILE_MOST)
    return refuse_endless (infile, diag);
  vec_make_room (&packed->data, &packed->capacity, PACKED_SIZE, 1);
  unpack->next = packed->data;
  enum status status = read_bytes (infile, packed->data, packed->capacity,
                                   &unpack->left, diag);
  unpack->is_last = unpack->left == 0;
  return status;
}

/* Like read_bytes, with what a compressed file expands to.  A thread, whose
   DIAG holds a failure, does without what there is no memory for.  */
static enum status
expand_bytes (struct infile *infile, unsigned char *to, size_t size,
              size_t *got, struct diag *diag)
{
  struct unpack *unpack = &infile->packed.unpack;
  enum status status = STATUS_OK;
  unpack->to = to;
  unpack->space = size;
  do
    {
      if (unpack->left == 0 && !unpack->is_last)
        status = read_packed (infile, diag);
      if (status == STATUS_OK)
        status = unpack_run (unpack, infile->name, diag);
      if (status == STATUS_NO_MEMORY && diag->status == STATUS_OK)
        memory_lacking ();
    }
  while (status == STATUS_OK && unpack->space == size && !unpack->at_end);
  *got = size - unpack->space;
  return status;
}

/* Read until SIZE reaches WANTED or the file ends.  */
static enum status
read_up_to (struct infile *infile, size_t wanted, struct diag *diag)
{
  enum status status = STATUS_OK;
  while (!infile->at_end && infile->size < wanted && status == STATUS_OK)
    {
      if (infile->size == infile->capacity)
        make_room (infile, infile->size + BLOCK_SIZE);
      size_t left = infile->capacity - infile->size, got;
      if (left > wanted - infile->size)
        left = wanted - infile->size;
      unsigned char *to = infile->data + infile->size;
      status = infile->is_packed ? expand_bytes (infile, to, left, &got, diag)
                                 : read_bytes (infile, to, left, &got, diag);
      infile->at_end = status == STATUS_OK && got == 0;
      infile->size += got;
    }
  return status;
}

void
infile_close (struct infile *infile)
{
  /* Nothing was written, so nothing can be lost in closing.  */
  if (infile->fd > STDIN_FILENO)
    close (infile->fd);
  infile->fd = -1;
}

static void
free_buffer (unsigned char *data, size_t capacity, bool mapped)
{
  if (mapped)
    munmap (data, capacity);
  else
    free (data);
}

static void
release_buffer (struct infile *infile)
{
  free_buffer (infile->data, infile->capacity, infile->mapped);
  infile->data = NULL;
  infile->capacity = 0;
  infile->mapped = false;
}

void
packed_release (struct packed *packed)
{
  free_buffer (packed->data, packed->capacity, packed->mapped);
  unpack_release (&packed->unpack);
  *packed = (struct packed){ 0 };
}

/* A descriptor for NAME, or -1 and errno.  */
static int
open_name (const char *name)
{
  if (strcmp (name, "-") == 0)
    return STDIN_FILENO;
  const int fd = open (name, O_RDONLY | O_CLOEXEC);
  const bool lacks
      = fd < 0 && (errno == EMFILE || errno == ENFILE || errno == ENOMEM);
  return lacks && memory_relieve () ? open (name, O_RDONLY | O_CLOEXEC) : fd;
}

/* Open NAME; only the buffer of INFILE stays.  */
static enum status
open_again (struct infile *infile, const char *name, struct diag *diag)
{
  struct stat about;
  infile_close (infile);
  *infile = (struct infile){ .name = name,
                             .data = infile->data,
                             .capacity = infile->capacity,
                             .mapped = infile->mapped,
                             .packed = infile->packed,
                             .fd = open_name (name) };
  if (infile->fd < 0)
    return diag_fail_errno (diag, name, errno, _ ("cannot open"));
  infile->regular = fstat (infile->fd, &about) == 0 && S_ISREG (about.st_mode);
  if (infile->regular)
    {
      infile->known_size = about.st_size > 0 ? (uintmax_t)about.st_size : 0;
      infile->mark = filemark_of (&about);
    }
  return STATUS_OK;
}

enum status
infile_reopen (struct infile *infile, const char *name, size_t wanted,
               struct diag *diag)
{
  if (infile->mapped)
    release_buffer (infile); /* it cannot grow */
  enum status status = open_again (infile, name, diag);
  return status == STATUS_OK ? read_up_to (infile, wanted, diag) : status;
}

enum status
infile_open (struct infile *infile, const char *name, size_t wanted,
             struct diag *diag)
{
  *infile = (struct infile){ .fd = -1 };
  return infile_reopen (infile, name, wanted, diag);
}

/* There are INFILE_MOST bytes, and more.  */
static enum status
refuse_large (const struct infile *infile, struct diag *diag)
{
  if (!infile->is_packed)
    return refuse_endless (infile, diag);
  return diag_fail (diag, STATUS_FORMAT, PLACE_FILE (infile->name),
                    _ ("expands to more than %ju bytes; decompress it first"),
                    INFILE_MOST);
}

enum status
infile_read_on (struct infile *infile, size_t wanted, struct diag *diag)
{
  if (infile->regular && !infile->is_packed)
    return read_up_to (infile, wanted, diag);
  enum status status
      = read_up_to (infile, wanted < INFILE_MOST ? wanted : INFILE_MOST, diag);
  return status == STATUS_OK && !infile->at_end && infile->size >= INFILE_MOST
             ? refuse_large (infile, diag)
             : status;
}

enum status
infile_next (struct infile *infile, size_t wanted, struct diag *diag)
{
  infile->forgotten += infile->size;
  infile->size = 0;
  if ((!infile->regular || infile->is_packed)
      && infile->forgotten >= INFILE_MOST)
    return refuse_large (infile, diag);
  return read_up_to (infile, wanted, diag);
}

enum status
infile_finish (struct infile *infile, struct diag *diag)
{
  /* For a regular file at once, and one byte more so that the end is seen
     without growing.  */
  if (infile->known_size < SIZE_MAX / 2)
    make_room (infile, (size_t)infile->known_size + 1);
  return infile_read_on (infile, SIZE_MAX, diag);
}

/* The two buffers of INFILE change places.  */
static void
swap_buffers (struct infile *infile)
{
  struct packed *packed = &infile->packed;
  const struct packed before = *packed;
  packed->data = infile->data;
  packed->capacity = infile->capacity;
  packed->mapped = infile->mapped;
  infile->data = before.data;
  infile->capacity = before.capacity;
  infile->mapped = before.mapped;
}

/* INFILE, of which some bytes were read, begins like a file in PACKING: from
   now on these bytes, which are with the compressed ones, are such.  */
static void
begin_unpacking (struct infile *infile, enum packing packing)
{
  struct packed *packed = &infile->packed;
  unpack_start (&packed->unpack, packing);
  packed->unpack.next = packed->data;
  packed->unpack.left = infile->size;
  packed->unpack.is_last = infile->at_end;
  infile->size = 0;
  infile->known_size = 0;
  infile->at_end = false;
  infile->is_packed = true;
}

enum status
infile_unpack (struct infile *infile, size_t wanted, struct diag *diag)
{
  const enum packing packing = packing_of (infile->data, infile->size);
  if (packing == PACKING_NONE)
    return STATUS_OK;
  /* The buffer may be that of a large file, so it stays.  */
  vec_make_room (&infile->packed.data, &infile->packed.capacity, infile->size,
                 1);
  memcpy (infile->packed.data, infile->data, infile->size);
  begin_unpacking (infile, packing);
  const enum status status = infile_read_on (infile, wanted, diag);
  if (status == STATUS_OK
      && packing_of (infile->data, infile->size) != PACKING_NONE)
    return diag_fail (diag, STATUS_FORMAT, PLACE_FILE (infile->name),
                      _ ("compressed more than once; decompress it first"));
  return status;
}

/* NEEDED bytes or more in units of INFILE_UNIT.  */
static size_t
in_units (size_t needed)
{
  return (needed + INFILE_UNIT - 1) / INFILE_UNIT * INFILE_UNIT;
}

/* Make the buffer one of NEEDED bytes, LIMIT at most; what was in it is lost.
   It doubles, so files of growing sizes do not make it new each time.  */
static bool
map_buffer (struct infile *infile, size_t needed, size_t limit)
{
  size_t size = in_units (needed);
  if (infile->mapped && needed <= infile->capacity)
    return true;
  if (size < 2 * infile->capacity)
    size = 2 * infile->capacity < limit ? 2 * infile->capacity : limit;
  release_buffer (infile);
  unsigned char *data
      = mmap (NULL, size + INFILE_SPARE, PROT_READ | PROT_WRITE,
              MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (data == MAP_FAILED)
    return false;
  munmap (data + size, INFILE_SPARE);
  infile->data = data;
  infile->capacity = size;
  infile->mapped = true;
  return true;
}

/* INFILE was loaded; if it is compressed, expand it.  */
static bool
expand_loaded (struct infile *infile, size_t limit, struct packed *packed,
               struct diag *silent)
{
  const enum packing packing = packing_of (infile->data, infile->size);
  if (packing == PACKING_NONE)
    return true;
  infile->packed = *packed;
  swap_buffers (infile);
  begin_unpacking (infile, packing);
  const bool expanded
      = map_buffer (infile, limit, limit)
        && read_up_to (infile, limit, silent) == STATUS_OK && infile->at_end
        && packing_of (infile->data, infile->size) == PACKING_NONE;
  *packed = infile->packed;
  infile->packed = (struct packed){ 0 };
  return expanded;
}

bool
infile_load (struct infile *infile, const char *name, bool regular,
             size_t limit, struct packed *packed)
{
  /* Holds a failure already, so no text is made for another one.  */
  struct diag silent = { .status = STATUS_IO };
  /* Reading the system's own files, whose size is 0, may block.  */
  bool loaded = (regular || path_names_file (name))
                && open_again (infile, name, &silent) == STATUS_OK
                && infile->known_size > 0 && infile->known_size < limit;
  if (loaded)
    {
      /* One byte more, to see the end.  */
      const size_t wanted = (size_t)infile->known_size + 1;
      loaded = map_buffer (infile, wanted, limit)
               && read_up_to (infile, wanted, &silent) == STATUS_OK
               && infile->at_end
               && expand_loaded (infile, limit, packed, &silent);
    }
  infile_close (infile);
  return loaded;
}

void
infile_trim (struct infile *infile)
{
  const size_t kept = in_units (infile->size + 1);
  if (!infile->mapped || kept >= infile->capacity)
    return;
  munmap (infile->data + kept, infile->capacity - kept);
  infile->capacity = kept;
}

void
infile_release (struct infile *infile)
{
  release_buffer (infile);
  packed_release (&infile->packed);
  infile_close (infile);
  *infile = (struct infile){ .fd = -1 };
}
