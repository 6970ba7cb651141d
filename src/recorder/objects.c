/* objects.c - the program and the shared objects of its process.
   SPDX-License-Identifier: 0BSD  */

#include "recorder/objects.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>

#include "recorder/files.h"
#include "recorder/live.h"
#include "recorder/text.h"
#include "recorder/unwind.h"

enum
{
  SPACE = 1 << 20, /* for some thousands of objects */
  OBJECTS_MOST = SPACE / sizeof (struct object),
  BUILD_ID_MOST = 64,
  CHUNK = 1024, /* of /proc/self/maps */
  MARKED = 4096,
  WAITS = 10000 /* for another thread that looks at the objects */
};

/* Private memory, so a child has what its parent knew.  USED is changed when
   the object before it is complete.  */
static char *space;
static uint32_t used;
static uint32_t scans;

/* Those that are not gone, by their starts, of equal ones the newest last; the
   version is odd while one thread changes them.  */
static struct object **present;
static uint32_t present_count, present_version;

static struct object *
object_at (uint32_t offset)
{
  return offset < used ? (struct object *)(void *)(space + offset) : NULL;
}

static struct object *
next_of (const struct object *object)
{
  return object_at ((uint32_t)((const char *)object - space) + object->size);
}

const struct object *
gprofh_objects (void)
{
  return object_at (0);
}

const struct object *
gprofh_next_object (const struct object *object)
{
  return next_of (object);
}

const char *
gprofh_object_name (const struct object *object)
{
  return (const char *)(&object->live + 1) + object->live.build_id_size;
}

static bool
same_file (const struct object *a, const struct object *b)
{
  const uint32_t size = a->live.build_id_size + a->live.name_size;
  return a->live.build_id_size == b->live.build_id_size
         && a->live.name_size == b->live.name_size
         && gprofh_equal (&a->live + 1, &b->live + 1, size);
}

bool
gprofh_is_first (const struct object *object)
{
  const struct object *other = object_at (0);
  while (!same_file (object, other))
    other = next_of (other);
  return other == object;
}

/* PC, an address of a slot, as one of the memory that OBJECT takes or took;
   0 if it is none.  */
static uint64_t
address_in (const struct object *object, uint64_t pc)
{
  const uint64_t gone = live_gone (object->live.number);
  if (object->is_gone)
    {
      if (pc >= LIVE_SQUARES
          || pc >> LIVE_OFFSET_BITS != gone >> LIVE_OFFSET_BITS)
        return 0;
      pc = pc - gone + object->live.start;
    }
  return pc >= object->live.start && pc < object->live.end ? pc : 0;
}

bool
gprofh_file_address (const struct object *object, uint64_t *key)
{
  for (; object != NULL;
       object = object->again != 0 ? object_at (object->again) : NULL)
    {
      const uint64_t pc = address_in (object, *key);
      if (pc == 0)
        continue;
      *key = pc - object->live.bias;
      return true;
    }
  return false;
}

/* What the program headers of an object say.  */
struct found
{
  uint64_t start, end, text_start, text_end, bias, rules;
  const unsigned char *build_id;
  uint32_t build_id_size;
  uint64_t mark;
  bool is_noticed; /* see struct object */
  char name[PATH_SIZE];
};

/* One thread looks at a time; stacks may be small.  */
static struct found any;

static void
find_build_id (struct found *found, const unsigned char *notes, uint64_t size)
{
  uint64_t offset = 0;
  while (size - offset >= sizeof (ElfW (Nhdr)))
    {
      const ElfW (Nhdr) *note
          = (const ElfW (Nhdr) *)(const void *)(notes + offset);
      const uint64_t name = ((uint64_t)note->n_namesz + 3) / 4 * 4;
      const uint64_t whole
          = sizeof *note + name + ((uint64_t)note->n_descsz + 3) / 4 * 4;
      if (whole > size - offset)
        return;
      if (note->n_type == NT_GNU_BUILD_ID && note->n_namesz == 4
          && gprofh_equal (note + 1, "GNU", 4)
          && note->n_descsz <= BUILD_ID_MOST)
        {
          found->build_id = notes + offset + sizeof *note + name;
          found->build_id_size = note->n_descsz;
        }
      offset += whole;
    }
}

static void
widen (uint64_t *start, uint64_t *end, uint64_t from, uint64_t to)
{
  if (*end == 0 || from < *start)
    *start = from;
  if (to > *end)
    *end = to;
}

/* Add SIZE bytes to MARK, a hash value (FNV-1a).  */
static uint64_t
marked (uint64_t mark, const void *bytes, uint64_t size)
{
  const unsigned char *at = bytes;
  mark = mark != 0 ? mark : UINT64_C (0xcbf29ce484222325);
  for (uint64_t i = 0; i < size; i++)
    mark = (mark ^ at[i]) * UINT64_C (0x100000001b3);
  return mark;
}

/* What tells an object without a build-id from others: the program headers,
   and what the file begins with, symbols among it.  */
static void
find_mark (struct found *found, const struct dl_phdr_info *info)
{
  found->mark = marked (0, info->dlpi_phdr,
                        info->dlpi_phnum * sizeof *info->dlpi_phdr);
  for (unsigned i = 0; i < info->dlpi_phnum; i++)
    {
      const ElfW (Phdr) *header = &info->dlpi_phdr[i];
      const void *at
          = (const void *)(uintptr_t)(info->dlpi_addr + header->p_vaddr);
      if (header->p_type == PT_LOAD && header->p_offset == 0
          && (header->p_flags & (PF_R | PF_W)) == PF_R)
        found->mark
            = marked (found->mark, at,
                      header->p_filesz < MARKED ? header->p_filesz : MARKED);
    }
}

static void
read_headers (struct found *found, const struct dl_phdr_info *info)
{
  found->bias = info->dlpi_addr;
  for (unsigned i = 0; i < info->dlpi_phnum; i++)
    {
      const ElfW (Phdr) *header = &info->dlpi_phdr[i];
      const uint64_t from = (uintptr_t)(info->dlpi_addr + header->p_vaddr);
      const uint64_t to = from + header->p_memsz;
      if (header->p_type == PT_LOAD)
        {
          widen (&found->start, &found->end, from, to);
          if ((header->p_flags & PF_X) != 0)
            widen (&found->text_start, &found->text_end, from, to);
        }
      else if (header->p_type == PT_GNU_EH_FRAME)
        found->rules = from;
      else if (header->p_type == PT_NOTE && found->build_id == NULL)
        find_build_id (found, (const unsigned char *)(uintptr_t)from,
                       header->p_memsz);
    }
  if (found->build_id == NULL)
    find_mark (found, info);
}

/* The path of the object that the loader calls NAME.  */
static void
find_path (struct found *found, const char *name, bool is_program)
{
  struct text path;
  gprofh_text_start (&path, found->name, sizeof found->name);
  if (is_program)
    {
      const long size = SYS6 (SYS_readlinkat, AT_FDCWD, "/proc/self/exe",
                              found->name, sizeof found->name - 1, 0, 0);
      if (size > 0)
        {
          found->name[size] = '\0';
          return;
        }
    }
  if (name == NULL || *name == '\0')
    name = gprofh_settings.program;
  if (*name != '/' && gprofh_base (name) != name)
    {
      const long size = SYS3 (SYS_getcwd, path.at, path.size, 0);
      path.used = size > 1 ? (size_t)size - 1 : 0;
      path.at[path.used] = '\0';
      gprofh_text_add (&path, "/");
    }
  gprofh_text_add (&path, name);
}

/* May NAME be that of OBJECT, too?  Names that the loader was given may depend
   on the working directory, and that of the program on /proc.  The base name
   is what matters of one that the system gave.  */
static bool
may_have_name (const struct object *object, const char *name)
{
  const char *old = gprofh_object_name (object);
  if (object->is_noticed)
    {
      old = gprofh_base (old);
      name = gprofh_base (name);
    }
  else if (object->live.number == 1 || object->live.build_id_size > 0)
    return true;
  return gprofh_equal (old, name, gprofh_length (name) + 1);
}

/* May OBJECT, which is gone, be FOUND?  Its slots become those of FOUND, so
   this is stricter: the loader's names must agree, too.  */
static bool
may_return (const struct object *object, const struct found *found)
{
  const char *old = gprofh_base (gprofh_object_name (object));
  const char *name = gprofh_base (found->name);
  return object->live.bias == found->bias
         && object->text_start == found->text_start
         && object->text_end == found->text_end && object->mark == found->mark
         && (found->is_noticed
             || gprofh_equal (old, name, gprofh_length (name) + 1));
}

/* The object that was FOUND before and is not gone, or else the newest one
   that may have come again, or null.  */
static struct object *
known (const struct found *found)
{
  struct object *gone = NULL;
  for (struct object *object = object_at (0); object != NULL;
       object = next_of (object))
    if (object->live.start == found->start && object->live.end == found->end
        && object->live.build_id_size == found->build_id_size
        && gprofh_equal (&object->live + 1, found->build_id,
                         found->build_id_size)
        && may_have_name (object, found->name))
      {
        if (!object->is_gone)
          return object;
        if (may_return (object, found))
          gone = object;
      }
  return gone;
}

/* A child may have been forked by another thread in the middle of it.  */
static void
begin_change (void)
{
  __atomic_store_n (&present_version, (present_version + 1) | 1,
                    __ATOMIC_RELAXED);
  __atomic_thread_fence (__ATOMIC_SEQ_CST);
}

static void
end_change (void)
{
  __atomic_store_n (&present_version, present_version + 1, __ATOMIC_RELEASE);
}

static void
add_present (struct object *object)
{
  begin_change ();
  uint32_t i = present_count;
  for (; i > 0 && present[i - 1]->live.start > object->live.start; i--)
    present[i] = present[i - 1];
  present[i] = object;
  __atomic_store_n (&present_count, present_count + 1, __ATOMIC_RELEASE);
  end_change ();
}

static void
remove_present (const struct object *object)
{
  uint32_t i = 0;
  while (i < present_count && present[i] != object)
    i++;
  if (i == present_count)
    return;
  begin_change ();
  for (present_count--; i < present_count; i++)
    present[i] = present[i + 1];
  end_change ();
  gprofh_forget_rules (object->live.start, object->live.end);
}

static uint32_t
number_to_tell (const struct object *object)
{
  return object->live.number | (object->is_gone ? LIVE_CLOSED : 0);
}

/* Say in the live file, if OBJECT is there, whether it is gone.  In a child
   nothing is there at first.  */
static void
tell (const struct object *object)
{
  if ((uint64_t)((const char *)object - space) < STATE->published)
    __atomic_store_n (&object->entry->number, number_to_tell (object),
                      __ATOMIC_RELEASE);
}

/* OBJECT is there again: readers know that before addresses are its own.  */
static void
revive (struct object *object)
{
  object->is_gone = 0;
  tell (object);
  own_order ();
  if (object->has_gone_keys)
    gprofh_revive (object->live.start, object->live.end, object->live.number);
  object->has_gone_keys = 0;
  add_present (object);
}

static uint32_t
next_number (void)
{
  uint32_t number = 1;
  for (struct object *object = object_at (0); object != NULL;
       object = next_of (object))
    number++;
  return number;
}

/* Let the last object of the same file know of OBJECT, the newest.  */
static void
link_to_same (const struct object *object)
{
  struct object *last = NULL;
  for (struct object *other = object_at (0); other != NULL;
       other = next_of (other))
    if (same_file (object, other))
      last = other;
  if (last != NULL)
    last->again = used;
}

static void
append (const struct found *found)
{
  const uint32_t name_size = (uint32_t)gprofh_length (found->name) + 1;
  const uint32_t tail = (found->build_id_size + name_size + 7) / 8 * 8;
  const uint32_t size = (uint32_t)sizeof (struct object) + tail;
  if (size > SPACE - used)
    {
      gprofh_lacks (LIVE_NO_OBJECTS);
      return;
    }
  struct object *object = (struct object *)(void *)(space + used);
  char *at = (char *)(object + 1);
  object->size = size;
  object->seen = scans;
  object->is_noticed = found->is_noticed;
  object->mark = found->mark;
  object->rules = found->rules;
  object->text_start = found->text_start;
  object->text_end = found->text_end;
  object->live.size = (uint32_t)sizeof object->live + tail;
  object->live.number = next_number ();
  object->live.start = found->start;
  object->live.end = found->end;
  object->live.bias = found->bias;
  object->live.build_id_size = found->build_id_size;
  object->live.name_size = name_size;
  gprofh_copy (at, found->build_id, found->build_id_size);
  gprofh_copy (at + found->build_id_size, found->name, name_size);
  link_to_same (object);
  __atomic_store_n (&used, used + size, __ATOMIC_RELEASE);
  add_present (object);
}

/* Have what is FOUND among the objects: it, or null if it is new.  */
static struct object *
have (const struct found *found)
{
  struct object *object = known (found);
  if (object == NULL)
    append (found);
  else if (object->is_gone)
    revive (object);
  return object;
}

static int
look (struct dl_phdr_info *info, size_t size, void *data)
{
  bool *is_program = data;
  (void)size;
  gprofh_clear (&any, offsetof (struct found, name));
  read_headers (&any, info);
  find_path (&any, info->dlpi_name, *is_program);
  *is_program = false;
  struct object *object = any.end != 0 ? have (&any) : NULL;
  if (object != NULL)
    object->seen = scans;
  return 0;
}

/* Is OBJECT there, but under another name?  The system and the loader may
   have different names for a file.  */
static bool
is_renamed (const struct object *object)
{
  for (const struct object *other = object_at (0); other != NULL;
       other = next_of (other))
    if (!other->is_gone && other->seen == scans
        && other->live.start == object->live.start
        && other->live.end == object->live.end)
      return true;
  return false;
}

/* Addresses of objects that were not seen are no longer theirs.  */
static void
retire_unseen (void)
{
  for (struct object *object = object_at (0); object != NULL;
       object = next_of (object))
    if (!object->is_gone && object->seen != scans)
      {
        if (!is_renamed (object))
          object->has_gone_keys
              = gprofh_retire (object->live.start, object->live.end,
                               object->live.number);
        own_order ();
        object->is_gone = 1;
        remove_present (object);
        tell (object);
      }
}

/* Add the objects to the live file.  One thread at a time.  */
static void
publish (void)
{
  if (STATE->phase != LIVE_THERE || STATE->published == used)
    return;
  uint32_t bytes = 0;
  struct object *first = object_at (STATE->published);
  for (struct object *object = first; object != NULL;
       object = next_of (object))
    bytes += object->live.size;
  struct block *block = gprofh_block (LIVE_OBJECTS, bytes);
  if (block == NULL)
    return;
  char *at = (char *)(block + 1);
  for (struct object *object = first; object != NULL;
       object = next_of (object))
    {
      gprofh_copy (at, &object->live, object->live.size);
      object->entry = (struct live_object *)(void *)at;
      object->entry->number = number_to_tell (object);
      at += object->live.size;
    }
  block->capacity = block->used = bytes;
  gprofh_block_publish (block);
  STATE->published = used;
}

static bool
try_lock (void)
{
  uint32_t free = 0;
  return __atomic_compare_exchange_n (&STATE->scanning, &free, 1, false,
                                      __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

static void
unlock (void)
{
  __atomic_store_n (&STATE->scanning, 0, __ATOMIC_RELEASE);
}

void
gprofh_objects_publish (void)
{
  if (!try_lock ())
    return;
  publish ();
  unlock ();
}

/* ------------------------------------------------------- in any function */

/* The present object with the largest start up to PC, if it has PC.  */
static const struct object *
search_present (uint64_t pc)
{
  uint32_t below = 0;
  for (uint32_t count = __atomic_load_n (&present_count, __ATOMIC_ACQUIRE);
       count > 0;)
    {
      const uint32_t half = count / 2;
      if (present[below + half]->live.start > pc)
        count = half;
      else
        {
          below += half + 1;
          count -= half + 1;
        }
    }
  return below > 0 && pc < present[below - 1]->live.end ? present[below - 1]
                                                        : NULL;
}

const struct object *
gprofh_object_of (uint64_t pc)
{
  const uint32_t before = __atomic_load_n (&present_version, __ATOMIC_ACQUIRE);
  if (before % 2 == 0)
    {
      const struct object *found = search_present (pc);
      __atomic_thread_fence (__ATOMIC_ACQUIRE);
      if (found != NULL
          && __atomic_load_n (&present_version, __ATOMIC_RELAXED) == before)
        return found;
    }
  for (const struct object *object = object_at (0); object != NULL;
       object = next_of (object))
    if (!object->is_gone && pc >= object->live.start && pc < object->live.end)
      return object;
  return NULL;
}

bool
gprofh_knows (uint64_t pc)
{
  return gprofh_object_of (pc) != NULL;
}

/* The hexadecimal number at *TEXT, which is moved behind it and one more
   character.  */
static uint64_t
hexadecimal (const char **text)
{
  uint64_t number = 0;
  for (;; ++*text)
    {
      const unsigned char c = (unsigned char)**text;
      if (c >= '0' && c <= '9')
        number = number * 16 + c - '0';
      else if (c >= 'a' && c <= 'f')
        number = number * 16 + c - 'a' + 10;
      else
        break;
    }
  if (**text != '\0')
    ++*text;
  return number;
}

/* The start of the file that the last line of /proc/self/maps with a name was
   about, and its end in that line.  */
struct mapped
{
  uint64_t start, end;
  bool is_readable;
};

/* A line of /proc/self/maps: does it hold PC, as a part of a file that FILE is
   the start of?  */
static bool
holds_pc (const char *line, uint64_t pc, struct mapped *file,
          struct found *found)
{
  const uint64_t start = hexadecimal (&line);
  const uint64_t end = hexadecimal (&line);
  const bool is_readable = *line == 'r';
  while (*line != ' ' && *line != '\0')
    line++;
  line += *line != '\0';
  const uint64_t offset = hexadecimal (&line);
  while (*line != '/' && *line != '\0')
    line++;
  const size_t size = gprofh_length (line) + 1;
  if (size > 1 && size <= sizeof found->name && offset == 0)
    {
      *file = (struct mapped){ start, end, is_readable };
      gprofh_copy (found->name, line, size);
    }
  return pc >= start && pc < end && size > 1 && file->is_readable
         && gprofh_equal (found->name, line, size);
}

/* Find the object of PC by what is mapped.  */
static bool
find_mapped (uint64_t pc, struct mapped *file, struct found *found)
{
  static char line[PATH_SIZE + 128], chunk[CHUNK];
  size_t length = 0;
  bool is_found = false;
  long size;
  const int maps = (int)SYS6 (SYS_openat, AT_FDCWD, "/proc/self/maps",
                              O_RDONLY | O_CLOEXEC, 0, 0, 0);
  if (maps < 0)
    return false;
  while (!is_found && (size = SYS3 (SYS_read, maps, chunk, sizeof chunk)) > 0)
    for (long i = 0; i < size && !is_found; i++)
      if (chunk[i] == '\n')
        {
          line[length] = '\0';
          is_found = holds_pc (line, pc, file, found);
          length = 0;
        }
      else if (length < sizeof line - 1)
        line[length++] = chunk[i];
  gprofh_close (maps);
  return is_found;
}

/* What the ELF header says that FILE begins with: false if there is none, if
   its start is not loaded, which would tell where the rest is.  */
static bool
read_mapped (const struct mapped *file, struct found *found)
{
  const ElfW (Ehdr) *header = (const void *)(uintptr_t)file->start;
  if (file->end - file->start < sizeof *header
      || !gprofh_equal (header->e_ident, ELFMAG, SELFMAG)
      || header->e_phentsize != sizeof (ElfW (Phdr))
      || header->e_phoff > file->end - file->start
      || header->e_phnum * sizeof (ElfW (Phdr))
             > file->end - file->start - header->e_phoff)
    return false;
  struct dl_phdr_info info;
  bool is_loaded = false;
  gprofh_clear (&info, sizeof info);
  info.dlpi_phdr
      = (const void *)((const char *)header + (size_t)header->e_phoff);
  info.dlpi_phnum = header->e_phnum;
  for (unsigned i = 0; i < header->e_phnum; i++)
    if (info.dlpi_phdr[i].p_type == PT_LOAD && info.dlpi_phdr[i].p_offset == 0)
      {
        info.dlpi_addr = (uintptr_t)file->start - info.dlpi_phdr[i].p_vaddr;
        is_loaded = true;
      }
  if (is_loaded)
    read_headers (found, &info);
  return is_loaded;
}

void
gprofh_notice (uint64_t pc)
{
  if (gprofh_knows (pc) || gprofh_is_sandboxed () || !try_lock ())
    return;
  const uint32_t failures = STATE->unknown;
  struct mapped file = { 0, 0, false };
  gprofh_clear (&any, offsetof (struct found, name));
  any.is_noticed = true;
  any.name[0] = '\0';
  if (space != NULL && (failures & (failures - 1)) == 0 && !gprofh_knows (pc)
      && find_mapped (pc, &file, &any) && read_mapped (&file, &any)
      && pc >= any.start && pc < any.end)
    {
      have (&any);
      publish ();
    }
  else
    STATE->unknown++;
  unlock ();
}

void
gprofh_scan_objects (void)
{
  bool is_program = true;
  if (gprofh_is_sandboxed ())
    return;
  for (unsigned i = 0; !try_lock (); i++)
    {
      /* This thread may have been interrupted in gprofh_notice.  */
      if (i == WAITS)
        return;
      SYS3 (SYS_sched_yield, 0, 0, 0);
    }
  if (space == NULL)
    {
      space = gprofh_map (-1, 0, SPACE + OBJECTS_MOST * sizeof *present);
      present = (struct object **)(void *)(space + SPACE);
    }
  if (space != NULL)
    {
      scans++;
      dl_iterate_phdr (look, &is_program);
      retire_unseen ();
      publish ();
    }
  unlock ();
}
