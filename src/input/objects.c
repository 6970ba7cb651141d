/* objects.c - the objects of a program.

   Which library a profile is of, its name says: the C library calls what it
   writes for LD_PROFILE after the library, and so do we call sums.

   Processes have their objects at different addresses.  So that several
   profiles can be added up, an object has one place in the program, for which
   it is known by its build-id, or else by the path of its file (R16.61,
   R20.43).  */

#include "config.h"

#include "input/objects.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/filemark.h"
#include "base/i18n.h"
#include "base/infile.h"
#include "base/paths.h"
#include "input/hints.h"
#include "input/profile_names.h"
#include "input/reader.h"
#include "model/gmon_format.h"
#include "model/live_format.h"
#include "object/library_search.h"

enum
{
  GUARD = 64 << 10,    /* bytes around an object that its histograms may cover:
                          they are of whole pages */
  MOST_OBJECTS = 4096, /* of processes: each is compared with all others */
  ELSEWHERE_SIZE = 16  /* addresses for code in no object; one is needed */
};

static const char cache_name[] = "/etc/ld.so.cache";
static const char no_file[] = "no file";
static const char elsewhere[] = "<elsewhere>";

/* --- Names of profiles --------------------------------------------------- */

/* The length of the LENGTH bytes at NAME without SUFFIX, if they end so, or
   0.  */
static size_t
length_before (const char *name, size_t length, const char *suffix)
{
  const size_t size = strlen (suffix);
  return length > size && memcmp (name + length - size, suffix, size) == 0
             ? length - size
             : 0;
}

/* The library that the profile FILE is of according to its name, LENGTH bytes
   of that; null if it says nothing.  That the file is compressed does not
   matter.  *IS_SUM: so surely that what is in the file does not, either.  */
static const char *
library_of (const char *file, size_t *length, bool *is_sum)
{
  static const char *const packed[] = { ".gz", ".xz", ".zst" };
  static const char *const prefixes[] = { "gmon.sum.", "gmon.out." };
  const char *base = path_base (file);
  const size_t size = strlen (base);
  size_t all = 0;
  for (size_t i = 0; i < sizeof packed / sizeof *packed && all == 0; i++)
    all = length_before (base, size, packed[i]);
  all = all > 0 ? all : size;
  *is_sum = false;
  *length = length_before (base, all, ".profile");
  if (*length > 0)
    return base;
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
    {
      const size_t start = strlen (prefixes[i]);
      *length = all > start ? all - start : 0;
      *is_sum = strncmp (base, prefixes[i], start) == 0
                && profile_names_library (base + start, *length);
      if (*is_sum)
        return base + start;
    }
  return NULL;
}

/* Is OBJECT called by the LENGTH bytes at NAME (R16.31)?  */
static bool
is_called (const struct object *object, const char *name, size_t length)
{
  const char *const names[]
      = { object->label, path_base (object->name), object->soname };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (names[i] != NULL && strlen (names[i]) == length
        && memcmp (names[i], name, length) == 0)
      return true;
  return false;
}

/* The number of the object of that name, or that of objects.  */
static size_t
find_called (const struct program *program, const char *name, size_t length)
{
  size_t i = 0;
  while (i < program->objects.count
         && !is_called (&program->objects.items[i], name, length))
    i++;
  return i;
}

/* --- Build-ids ----------------------------------------------------------- */

/* Is the build-id of OBJECT the SIZE bytes at WANTED?  *IS_KNOWN: there are
   both.  */
static enum status
compare_build_ids (const struct object *object, const unsigned char *wanted,
                   size_t wanted_size, bool *is_known, bool *is_same,
                   struct diag *diag)
{
  const unsigned char *id;
  size_t size;
  enum status status = image_find_build_id (object->image, &id, &size, diag);
  *is_known = id != NULL && wanted_size > 0;
  *is_same
      = *is_known && size == wanted_size && memcmp (id, wanted, size) == 0;
  return status;
}

/* The object file NAME has another build-id than the one in PROFILE.  */
static enum status
fail_build_id (const char *name, const char *profile, struct diag *diag)
{
  return diag_fail (diag, STATUS_MISMATCH, PLACE_FILE (name),
                    /* TRANSLATORS: %s is a profile.  A build-id is a number
                       that the linker gives each build of a program or
                       library.  */
                    _ ("its build-id is not that in '%s': was it rebuilt "
                       "since?"),
                    profile);
}

/* --- One object ---------------------------------------------------------- */

/* A library that a profile needs; all is borrowed.  */
struct wanted
{
  const char *profile; /* the one that needs it */
  const char *label; /* what it is to be called, or null for its own name; of a
                          process, if it has no file */
  const struct used_mapping *used; /* of a process: what the profile has of it;
                                      else null */
  uint64_t low_pc, limit_pc; /* its addresses if there is no file; 0 if not
                                known */
};

/* Is the file NAME a profile that LD_PROFILE made, for a program of TARGET?  Then
   WANTED gets the addresses that its beginning says.  */
static bool
read_addresses (const char *name, const struct target *target,
                struct wanted *wanted)
{
  enum
  {
    MOST = MAGIC_HEADER_SIZE + 4 + 16
  };
  struct diag unsaid = { .status = STATUS_IO };
  struct infile file = { .fd = -1 };
  bool is_shared = false;
  if (infile_reopen (&file, name, MOST, &unsaid) == STATUS_OK
      && file.size >= MOST
      && memcmp (file.data, MAGIC_COOKIE, MAGIC_COOKIE_SIZE) == 0)
    {
      struct bytes bytes = { .next = file.data + MAGIC_COOKIE_SIZE,
                             .end = file.data + file.size,
                             .word_size = target->word_size,
                             .big_endian = target->big_endian,
                             .sign_extend = target->sign_extend };
      is_shared = bytes_u32 (&bytes) == SHARED_VERSION;
      bytes_skip (&bytes, MAGIC_SPARE_SIZE + 4);
      wanted->low_pc = bytes_word (&bytes);
      wanted->limit_pc = is_shared ? bytes_word (&bytes) : 0;
    }
  infile_release (&file);
  return is_shared;
}

/* Go on without a file that may be WANTED, of which TRIED says what is wrong,
   and keep that in FAILED if it is the first one.  STATUS_ABSENT if the run
   may: a sum may not depend on whether a disk is in order.  */
static enum status
pass_over (const struct wanted *wanted, struct diag *tried,
           struct diag *failed, struct diag *diag)
{
  const bool is_damaged = wanted->used != NULL && tried->error == EIO;
  if (!diag_can_do_without (tried) && !is_damaged)
    return diag_adopt (diag, tried);
  if (failed->status == STATUS_OK)
    diag_adopt (failed, tried);
  diag_release (tried);
  return STATUS_ABSENT;
}

/* Is NAME that of a library of the recorder?  */
static bool
is_recorder (const char *name)
{
  return strcmp (name, LIVE_RECORDER) == 0 || strcmp (name, LIVE_WAITER) == 0;
}

/* Set what identifies OBJECT, which has an image.  */
static enum status
identify (struct object *object, struct diag *diag)
{
  library_list names = { 0 };
  enum status status
      = image_list_names (object->image, DYNAMIC_SONAME, &names, diag);
  object->soname = names.count > 0 ? names.items[0] : NULL;
  object->mark = filemark_of_name (object->name);
  object->is_recorder = object->soname != NULL && is_recorder (object->soname);
  vec_release (&names);
  return status;
}

/* Is OBJECT of the target of the image?  */
static enum status
check_target (const struct program *program, const struct object *object,
              struct diag *diag)
{
  const struct target *a = program_target (program);
  const struct target *b = image_target (object->image);
  if (a->word_size == b->word_size && a->big_endian == b->big_endian
      && a->sign_extend == b->sign_extend
      && a->symbol_prefix == b->symbol_prefix && a->machine == b->machine)
    return STATUS_OK;
  return diag_fail (diag, STATUS_MISMATCH, PLACE_FILE (object->name),
                    _ ("built for another machine than '%s'"),
                    program_main (program)->name);
}

/* Has OBJECT the build-id that is WANTED, if one is?  */
static enum status
check_build_id (const struct object *object, const struct wanted *wanted,
                struct diag *diag)
{
  bool is_known, is_same = true;
  enum status status = STATUS_OK;
  if (wanted->used != NULL && wanted->used->mapping.build_id_size > 0)
    status = compare_build_ids (object, wanted->used->mapping.build_id,
                                wanted->used->mapping.build_id_size, &is_known,
                                &is_same, diag);
  return status != STATUS_OK || is_same
             ? status
             : fail_build_id (object->name, wanted->profile, diag);
}

/* Put OBJECT, whose addresses are not yet the program's, behind those that
   PROGRAM has.  HAS_OUTSIDE: see object_add_outside.  If that fails, OBJECT
   stays the caller's.  */
static enum status
append (struct program *program, struct object *object, bool has_outside,
        struct diag *diag)
{
  const struct object *last
      = &program->objects.items[program->objects.count - 1];
  if (last->limit_pc > UINT64_MAX - GUARD
      || !object_place (object, last->limit_pc + GUARD))
    return diag_fail (diag, STATUS_MISMATCH, PLACE_FILE (object->name),
                      _ ("its addresses are not above those of '%s'"),
                      last->name);
  if (has_outside)
    object_add_outside (object);
  vec_push (&program->objects, *object);
  return STATUS_OK;
}

/* Add the library that the file NAME is, if it is WANTED.  What is wrong with
   the file, FAILED receives.  STATUS_ABSENT: it is not to be used.  */
static enum status
add_file (struct program *program, const char *name,
          const struct wanted *wanted, struct diag *failed, struct diag *diag)
{
  const struct used_mapping *used = wanted->used;
  struct diag tried = { .program = diag->program, .stream = diag->stream };
  struct object object;
  enum status status = object_open (&object, name, 0, diag->program, &tried);
  if (status == STATUS_OK)
    status = check_target (program, &object, &tried);
  if (status == STATUS_OK)
    status = identify (&object, &tried);
  if (status == STATUS_OK)
    status = check_build_id (&object, wanted, &tried);
  if (status != STATUS_OK)
    {
      object_close (&object);
      return pass_over (wanted, &tried, failed, diag);
    }
  object.label = used == NULL && wanted->label != NULL ? wanted->label
                 : object.soname != NULL               ? object.soname
                                                       : path_base (name);
  object.is_bystander = used != NULL && !used->called;
  object.is_of_process = used != NULL;
  status = append (program, &object, used == NULL, diag);
  if (status != STATUS_OK)
    object_close (&object);
  return status;
}

/* Add the library that is WANTED, called LABEL, as an object without an
   image.  */
static enum status
add_unnamed (struct program *program, const char *label,
             const struct wanted *wanted, struct diag *diag)
{
  const uint64_t enough = UINT64_C (1) << 40;
  const bool known = wanted->low_pc < wanted->limit_pc;
  struct object object
      = { .name = label,
          .label = label,
          .is_unnamed = true,
          .is_recorder = wanted->used != NULL && is_recorder (label),
          .low_pc = known ? wanted->low_pc : 0,
          .limit_pc = known ? wanted->limit_pc : enough };
  return append (program, &object, wanted->used == NULL, diag);
}

/* --- The search for a library -------------------------------------------- */

/* Find the files that the library that is WANTED may be.  */
static enum status
find_files (struct program *program, const struct wanted *wanted,
            struct diag *diag)
{
  struct library_paths *paths = &program->library_paths;
  struct library_search search
      = { .profile = wanted->profile,
          .program = program_main (program),
          .environment = getenv ("LD_LIBRARY_PATH"),
          .cache = cache_name,
          .directories = program->debug_path.directories.items,
          .directory_count = program->debug_path.directories.count };
  if (wanted->used != NULL)
    {
      const struct mapping *mapping = &wanted->used->mapping;
      const char *path
          = arena_text (&paths->memory, mapping->path, mapping->path_length);
      search.build_id = mapping->build_id;
      search.build_id_size = mapping->build_id_size;
      if (path_is_stored (path))
        vec_push (&paths->items, path);
    }
  return library_paths_find (paths, wanted->label, &search, diag);
}

/* Set *NUMBER to that of the object that the file NAME is, if that is WANTED; a
   new one, if need be.  Profiles of processes name files, others libraries.  As
   add_file.  */
static enum status
find_or_add_file (struct program *program, const char *name,
                  const struct wanted *wanted, size_t *number,
                  struct diag *failed, struct diag *diag)
{
  struct diag tried = { .program = diag->program, .stream = diag->stream };
  const struct object *objects = program->objects.items;
  const size_t count = program->objects.count;
  const struct filemark mark = filemark_of_name (name);
  *number = wanted->used != NULL ? 0 : count;
  while (*number < count
         && !filemark_same_file (&objects[*number].mark, &mark))
    ++*number;
  if (*number == count)
    return add_file (program, name, wanted, failed, diag);
  enum status status = check_build_id (&objects[*number], wanted, &tried);
  return status == STATUS_OK ? status
                             : pass_over (wanted, &tried, failed, diag);
}

/* Set *NUMBER to that of the object called by the label of WANTED, without a
   file that could be used, because of FAILED if that is no success; a new one,
   if need be.  */
static enum status
do_without_file (struct program *program, const struct wanted *wanted,
                 const struct diag *failed, size_t *number, struct diag *diag)
{
  const struct used_mapping *used = wanted->used;
  *number = find_called (program, wanted->label, strlen (wanted->label));
  if (*number < program->objects.count
      && (used == NULL || used->mapping.build_id_size == 0
          || program->objects.items[*number].image == NULL))
    return STATUS_OK;
  *number = program->objects.count;
  /* It is only needed for callers.  */
  if (used != NULL && !used->samples && !used->called)
    return STATUS_ABSENT;
  if (failed->status != STATUS_OK)
    diag_warn_failed (diag, failed);
  else
    diag_warn (diag, PLACE_FILE (wanted->profile),
               _ ("the library '%s' is not found, so its functions have "
                  "no names; see '--library'"),
               wanted->label);
  return add_unnamed (program, wanted->label, wanted, diag);
}

/* Set *NUMBER to that of the library that is WANTED, whose label has no slash:
   the first file that will do, which may be an object already, or else the
   object of that name, unless its build-id should be known.  Without either it
   becomes an object without an image, after a warning, or STATUS_ABSENT.  */
static enum status
find_library (struct program *program, const struct wanted *wanted,
              size_t *number, struct diag *diag)
{
  struct library_paths *paths = &program->library_paths;
  struct diag failed = { .program = diag->program };
  const size_t first = paths->items.count;
  enum status status = find_files (program, wanted, diag);
  if (status == STATUS_OK)
    status = STATUS_ABSENT;
  for (size_t i = first; i < paths->items.count && status == STATUS_ABSENT;
       i++)
    status = find_or_add_file (program, paths->items.items[i], wanted, number,
                               &failed, diag);
  if (status == STATUS_ABSENT)
    status = do_without_file (program, wanted, &failed, number, diag);
  diag_release (&failed);
  return status;
}

/* Add the library that WORD, an argument of --library, names.  */
static enum status
add_named (struct program *program, const struct library_word *word,
           struct diag *diag)
{
  const char *name
      = arena_text (&program->library_paths.memory, word->text, word->length);
  struct diag failed = { .program = diag->program };
  const struct library_profile profile
      = { word->profile, program->objects.count };
  struct wanted wanted = { .profile = word->profile };
  if (word->profile != NULL && path_names_file (word->profile))
    read_addresses (word->profile, program_target (program), &wanted);
  enum status status = add_file (program, name, &wanted, &failed, diag);
  if (status == STATUS_ABSENT)
    {
      diag_warn_failed (diag, &failed);
      status = add_unnamed (program, path_base (name), &wanted, diag);
    }
  diag_release (&failed);
  if (status == STATUS_OK && word->profile != NULL)
    vec_push (&program->library_profiles, profile);
  return status;
}

/* Add the library that the profile NAME is of, if there is one and it is not
   yet there.  IS_REGULAR: NAME is an ordinary file.  */
static enum status
add_library_of (struct program *program, const char *name, bool is_regular,
                struct diag *diag)
{
  size_t length;
  bool is_sum;
  const char *text = library_of (name, &length, &is_sum);
  if (text == NULL)
    return STATUS_OK;
  struct wanted wanted = { .profile = name };
  const bool is_shared
      = is_regular && read_addresses (name, program_target (program), &wanted);
  if (!is_shared && !is_sum)
    return STATUS_OK;
  size_t number = find_called (program, text, length);
  if (number < program->objects.count)
    {
      object_add_outside (&program->objects.items[number]);
      return STATUS_OK;
    }
  wanted.label = arena_text (&program->library_paths.memory, text, length);
  return find_library (program, &wanted, &number, diag);
}

/* --- Files of processes -------------------------------------------------- */

/* Is MAPPING of a file?  Otherwise it may be of the kernel's.  */
static bool
has_file (const struct mapping *mapping)
{
  return mapping->path_length > 0 && mapping->path[0] != '['
         && memchr (mapping->path, '/', mapping->path_length) != NULL;
}

/* What the object of MAPPING is called, *LENGTH bytes.  */
static const char *
name_of (const struct mapping *mapping, size_t *length)
{
  const char *path = mapping->path;
  *length = mapping->path_length;
  if (*length == 0)
    {
      *length = sizeof no_file - 1;
      return no_file;
    }
  const char *slash
      = has_file (mapping) ? memrchr (path, '/', *length - 1) : NULL;
  if (slash == NULL)
    return path;
  *length -= (size_t)(slash + 1 - path);
  return slash + 1;
}

/* Are A and B of one file, of which they know the same?  */
static bool
is_same_file (const struct mapping *a, const struct mapping *b)
{
  const size_t size = a->build_id_size, length = a->path_length;
  if (size != b->build_id_size)
    return false;
  if (size > 0)
    return memcmp (a->build_id, b->build_id, size) == 0;
  return length == b->path_length
         && (length == 0 || memcmp (a->path, b->path, length) == 0);
}

/* The known object that MAPPING is of, or null.  */
static const struct process_object *
find_known (const struct program *program, const struct mapping *mapping)
{
  const struct process_object *items = program->process_objects.items;
  for (size_t i = 0; i < program->process_objects.count; i++)
    if (is_same_file (&items[i].mapping, mapping))
      return &items[i];
  return NULL;
}

/* MAPPING is of the object with this NUMBER.  */
static void
remember (struct program *program, struct mapping mapping, size_t number)
{
  struct arena *memory = &program->library_paths.memory;
  if (mapping.path_length > 0)
    mapping.path = arena_text (memory, mapping.path, mapping.path_length);
  if (mapping.build_id_size > 0)
    mapping.build_id
        = (const unsigned char *)arena_text (memory,
                                             (const char *)mapping.build_id,
                                             mapping.build_id_size);
  const struct process_object item = { mapping, number };
  vec_push (&program->process_objects, item);
}

/* Set *NUMBER to that of the object that MAPPING is of, or of all objects.
   Where build-ids say nothing, names do, but only those that the user gave:
   others are compared by their files.  The image may have been renamed
   since.  */
static enum status
find_object (const struct program *program, const struct mapping *mapping,
             size_t *number, struct diag *diag)
{
  const size_t count = program->objects.count;
  size_t length;
  const char *name = name_of (mapping, &length);
  bool may_be_first = mapping->is_first
                      && program_main (program)->soname == NULL
                      && !profile_names_library (name, length);
  for (*number = 0; *number < count; ++*number)
    {
      const struct object *object = &program->objects.items[*number];
      bool is_known, is_same;
      enum status status = compare_build_ids (object, mapping->build_id,
                                              mapping->build_id_size,
                                              &is_known, &is_same, diag);
      if (!is_known && *number < program->named_count)
        is_same = is_called (object, name, length);
      if (status != STATUS_OK || is_same)
        return status;
      if (*number == 0)
        may_be_first = may_be_first && !is_known;
    }
  if (may_be_first)
    *number = 0;
  return STATUS_OK;
}

/* Set *NUMBER to that of the object that USED, which is none of those that the
   user named, is of; a new one, if need be, for PROFILE.  */
static enum status
find_file (struct program *program, const char *profile,
           const struct used_mapping *used, size_t *number, struct diag *diag)
{
  const struct mapping *mapping = &used->mapping;
  size_t length;
  const char *name = name_of (mapping, &length);
  struct wanted wanted
      = { .profile = profile,
          .label = arena_text (&program->library_paths.memory, name, length),
          .used = used,
          .low_pc = mapping->linked_pc };
  if (mapping->is_linked)
    wanted.limit_pc = wanted.low_pc + (mapping->limit_pc - mapping->start_pc);
  if (has_file (mapping))
    return find_library (program, &wanted, number, diag);
  *number = find_called (program, name, length);
  return *number < program->objects.count
             ? STATUS_OK
             : add_unnamed (program, wanted.label, &wanted, diag);
}

/* Find or add the object that USED, of PROFILE, is of.  */
static enum status
add_mapping (struct program *program, const char *profile,
             struct used_mapping used, struct diag *diag)
{
  const struct process_object *item = find_known (program, &used.mapping);
  if (item == NULL && program->process_objects.count >= MOST_OBJECTS)
    {
      used.mapping.path_length = used.mapping.build_id_size = 0;
      item = find_known (program, &used.mapping);
    }
  size_t number = item != NULL ? item->object : 0;
  enum status status = STATUS_OK;
  if (item == NULL)
    {
      status = find_object (program, &used.mapping, &number, diag);
      if (status == STATUS_OK && number == program->objects.count)
        status = find_file (program, profile, &used, &number, diag);
      if (status == STATUS_OK)
        remember (program, used.mapping, number);
    }
  if (status == STATUS_OK && used.called)
    program->objects.items[number].is_bystander = false;
  return status == STATUS_ABSENT ? STATUS_OK : status;
}

bool
objects_is_image (const struct program *program, const struct mapping *mapping)
{
  struct diag unsaid = { .status = STATUS_IO };
  size_t number;
  return find_object (program, mapping, &number, &unsaid) == STATUS_OK
         && number == 0;
}

/* Is one of the objects USED, of the live file PROFILE, the image?  */
static enum status
check_image (const struct program *program, const char *profile,
             const used_mapping_list *used, struct diag *diag)
{
  enum status status = STATUS_OK;
  size_t number = used->count > 0;
  for (size_t i = 0; i < used->count && status == STATUS_OK && number != 0;
       i++)
    status = find_object (program, &used->items[i].mapping, &number, diag);
  return status != STATUS_OK || number == 0
             ? status
             : fail_build_id (program_main (program)->name, profile, diag);
}

/* Add the objects USED of the process of PROFILE.  */
static enum status
add_used (struct program *program, const char *profile, bool is_live,
          const used_mapping_list *used, struct diag *diag)
{
  enum status status
      = is_live ? check_image (program, profile, used, diag) : STATUS_OK;
  for (size_t i = 0; i < used->count && status == STATUS_OK; i++)
    if (used->items[i].samples || used->items[i].called
        || used->items[i].calls)
      status = add_mapping (program, profile, used->items[i], diag);
  return status;
}

/* Add the objects of the process of the file NAME, if it is a live file, as
   IS_LIVE says, or one with stacks.  Set *IS_OTHER if it is another profile,
   but should have stacks.  */
static enum status
add_process (struct program *program, struct infile *infile, const char *name,
             bool is_live, bool *is_other, struct diag *diag)
{
  const struct target *target = program_target (program);
  struct diag tried = { .program = diag->program, .stream = diag->stream };
  used_mapping_list used = { 0 };
  enum status status = STATUS_OK;
  if (reader_open_file (infile, name, &tried) == STATUS_OK)
    {
      const enum status listed
          = reader_list_used (infile, is_live ? FORMAT_LIVE : FORMAT_GPERF,
                              target, &used, &tried);
      if (listed == STATUS_OK)
        status = add_used (program, name, is_live, &used, diag);
      if (listed == STATUS_ABSENT)
        *is_other
            = !is_live && reader_recognises (infile, FORMAT_AUTO, target);
      else if (!is_live)
        program->has_stacks = true;
    }
  vec_release (&used);
  infile_close (infile);
  const enum status left = reader_leave_failure (&tried, diag);
  return status == STATUS_OK && left != STATUS_ABSENT ? left : status;
}

/* --- All of them --------------------------------------------------------- */

/* Add to PROGRAM what the profiles NAMES need; ARE_LIVE: they are live files.
   Files with stacks and others are not added up.  So as soon as one is of
   another kind, none may have stacks.  */
static enum status
add_all_of (struct program *program, const struct profile_names *names,
            const struct options *options, bool are_live, struct diag *diag)
{
  struct infile infile = { .fd = -1 };
  enum status status = STATUS_OK;
  bool is_other = !are_live && options->format != FORMAT_AUTO;
  if (names == NULL)
    return STATUS_OK;
  for (size_t i = 0;
       i < names->files.count && status == STATUS_OK && !are_live; i++)
    status = add_library_of (program, names->files.items[i],
                             names->regular.items[i], diag);
  for (size_t i = 0;
       i < names->files.count && status == STATUS_OK && !is_other; i++)
    if (names->regular.items[i])
      status = add_process (program, &infile, names->files.items[i], are_live,
                            &is_other, diag);
  infile_release (&infile);
  return status;
}

/* Give code in no object a place, and callers there.  */
static enum status
add_elsewhere (struct program *program, struct diag *diag)
{
  struct object object = { .name = elsewhere,
                           .label = elsewhere,
                           .is_unnamed = true,
                           .is_elsewhere = true,
                           .limit_pc = ELSEWHERE_SIZE };
  enum status status = append (program, &object, true, diag);
  program->outside_pc = object.low_pc;
  program->elsewhere_pc = object.low_pc + 1;
  return status;
}

enum status
objects_open (struct program *program, const struct options *options,
              struct diag *diag)
{
  struct search_path *path = &program->debug_path;
  const bool has_old = options->diff_image == NULL;
  const bool is_live = options->live || (has_old && options->old_live);
  for (size_t i = 0; i < options->debug_path.count; i++)
    search_path_add (path, options->debug_path.items[i]);
  struct object image;
  enum status status
      = object_open (&image, options->image, 0, diag->program, diag);
  if (status == STATUS_OK)
    vec_push (&program->objects, image);
  else
    hint_of_absence (options, options->image, NULL, diag);
  if (status == STATUS_OK && !options->quirks.knows_no_libraries)
    {
      status = identify (&program->objects.items[0], diag);
      for (size_t i = 0; i < options->libraries.count && status == STATUS_OK;
           i++)
        status = add_named (program, &options->libraries.items[i], diag);
      program->named_count = program->objects.count;
      if (status == STATUS_OK)
        status = add_all_of (program, options->found, options, options->live,
                             diag);
      if (status == STATUS_OK && has_old)
        status = add_all_of (program, options->old_found, options,
                             options->old_live, diag);
      if (status == STATUS_OK && is_live)
        status = add_elsewhere (program, diag);
    }
  for (size_t i = 0; i < program->objects.count; i++)
    {
      const struct object *object = &program->objects.items[i];
      if (object->image != NULL)
        image_search_debug_file (object->image, path->directories.items,
                                 path->directories.count,
                                 object->is_recorder ? NULL
                                                     : options->servers);
    }
  return status;
}

/* --- Which object a profile is of ---------------------------------------- */

/* For struct profile_origin: where MAPPING is in PROGRAM.  O(objects).  */
static bool
place_mapping (const void *program, const struct mapping *mapping,
               struct mapped_place *place)
{
  const struct program *of = program;
  const struct process_object *item = find_known (of, mapping);
  if (item == NULL)
    return false;
  *place = object_place_mapping (&of->objects.items[item->object], mapping);
  place->object = (uint32_t)item->object;
  return true;
}

/* Likewise: is PC in a linkage table of OBJECT?  O(sections).  */
static bool
is_linkage (const void *program, uint32_t object, uint64_t pc)
{
  const struct program *of = program;
  const struct object *item = &of->objects.items[object];
  return item->image != NULL
         && image_is_linkage (item->image, pc - item->bias);
}

static size_t
number_of (const struct program *program, const char *name)
{
  if (program->objects.count == 1)
    return 0;
  for (size_t i = 0; i < program->library_profiles.count; i++)
    if (strcmp (program->library_profiles.items[i].profile, name) == 0)
      return program->library_profiles.items[i].object;
  size_t length;
  bool is_sum;
  const char *text = library_of (name, &length, &is_sum);
  const size_t number = text != NULL ? find_called (program, text, length) : 0;
  return number < program->objects.count ? number : 0;
}

struct profile_origin
objects_origin (const struct program *program, const char *name, bool is_live)
{
  struct profile_origin origin
      = { .place = is_live || program->has_stacks ? place_mapping : NULL,
          .is_linkage = is_linkage,
          .program = program };
  if (is_live)
    {
      origin.is_live = true;
      origin.outside_pc = program->outside_pc;
      origin.elsewhere_pc = program->elsewhere_pc;
      return origin;
    }
  const uint64_t unit = GUARD;
  const size_t number = number_of (program, name);
  const struct object *object = &program->objects.items[number];
  origin.object = (uint32_t)number;
  origin.bias = object->bias;
  if (!object->has_outside)
    return origin;
  origin.is_shared = true;
  origin.low_pc = (object->low_pc + 1) & ~(unit - 1);
  origin.limit_pc = object->limit_pc < UINT64_MAX - GUARD
                        ? object->limit_pc + GUARD
                        : UINT64_MAX;
  origin.outside_pc = object->low_pc;
  return origin;
}
