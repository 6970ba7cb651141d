/* libraries.c - the shared libraries of a run.

   Which library a profile is of, its name says: the C library calls what it
   writes for LD_PROFILE after the library, and so do we call sums.  */

#include "config.h"

#include "input/libraries.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/filemark.h"
#include "base/i18n.h"
#include "base/infile.h"
#include "base/paths.h"
#include "input/process_objects.h"
#include "input/profile_names.h"
#include "model/gmon_format.h"
#include "model/live_format.h"
#include "object/library_search.h"

enum
{
  GUARD = 64 << 10 /* bytes around an object that its histograms may cover:
                      they are of whole pages */
};

static const char cache_name[] = "/etc/ld.so.cache";

/* --- Names of profiles --------------------------------------------------- */

bool
libraries_is_name (const char *name, size_t length)
{
  static const char suffix[] = ".so";
  const size_t size = sizeof suffix - 1;
  for (size_t i = 1; i + size <= length; i++)
    if (memcmp (name + i, suffix, size) == 0
        && (i + size == length || name[i + size] == '.'))
      return true;
  return false;
}

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

/* The length of the file name BASE without what tells that the file is
   compressed.  */
static size_t
length_unpacked (const char *base)
{
  static const char *const suffixes[] = { ".gz", ".xz", ".zst" };
  const size_t all = strlen (base);
  for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++)
    {
      const size_t length = length_before (base, all, suffixes[i]);
      if (length > 0)
        return length;
    }
  return all;
}

/* The library that the profile FILE is of according to its name, LENGTH bytes
   of that; null if it says nothing.  *IS_SUM: so surely that what is in the
   file does not matter.  */
static const char *
library_of (const char *file, size_t *length, bool *is_sum)
{
  static const char *const prefixes[] = { "gmon.sum.", "gmon.out." };
  const char *base = diag_base_name (file);
  const size_t all = length_unpacked (base);
  *is_sum = false;
  *length = length_before (base, all, ".profile");
  if (*length > 0)
    return base;
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
    {
      const size_t start = strlen (prefixes[i]);
      *length = all > start ? all - start : 0;
      if (strncmp (base, prefixes[i], start) == 0
          && libraries_is_name (base + start, *length))
        {
          *is_sum = true;
          return base + start;
        }
    }
  return NULL;
}

bool
libraries_is_called (const struct object *object, const char *name,
                     size_t length)
{
  const char *const names[]
      = { object->label, diag_base_name (object->name), object->soname };
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
         && !libraries_is_called (&program->objects.items[i], name, length))
    i++;
  return i;
}

/* --- Contents of profiles ------------------------------------------------ */

/* What a profile that LD_PROFILE made says first.  */
struct shared_head
{
  bool is_shared; /* it is one */
  uint64_t low_pc, high_pc;
};

/* Read the beginning of the file NAME, of a program of TARGET.  */
static struct shared_head
read_head (const char *name, const struct target *target)
{
  enum
  {
    MOST = MAGIC_HEADER_SIZE + 4 + 16
  };
  struct diag unsaid = { .status = STATUS_IO };
  struct infile file = { .fd = -1 };
  struct shared_head head = { 0 };
  if (infile_reopen (&file, name, MOST, &unsaid) != STATUS_OK
      || file.size < MOST
      || memcmp (file.data, MAGIC_COOKIE, MAGIC_COOKIE_SIZE) != 0)
    {
      infile_release (&file);
      return head;
    }
  struct bytes bytes = { .next = file.data + MAGIC_COOKIE_SIZE,
                         .end = file.data + file.size,
                         .word_size = target->word_size,
                         .big_endian = target->big_endian,
                         .sign_extend = target->sign_extend };
  head.is_shared = bytes_u32 (&bytes) == SHARED_VERSION;
  bytes_skip (&bytes, MAGIC_SPARE_SIZE + 4);
  head.low_pc = bytes_word (&bytes);
  head.high_pc = bytes_word (&bytes);
  infile_release (&file);
  return head;
}

/* --- Objects ------------------------------------------------------------- */

/* Go on without a file that may be WANTED, of which TRIED says what is wrong,
   and keep that in FAILED if it is the first one.  STATUS_ABSENT if the run
   may: a sum may not depend on whether a disk is in order.  */
static enum status
pass_over (const struct library_wanted *wanted, struct diag *tried,
           struct diag *failed, struct diag *diag)
{
  const bool is_damaged = wanted->knows_callers && tried->error == EIO;
  if (!diag_can_do_without (tried) && !is_damaged)
    return diag_adopt (diag, tried);
  if (failed->status == STATUS_OK)
    diag_adopt (failed, tried);
  diag_release (tried);
  return STATUS_ABSENT;
}

/* Set what identifies OBJECT, which has an image.  */
static enum status
identify (struct object *object, struct diag *diag)
{
  library_list names = { 0 };
  enum status status
      = object_list_names (object, DYNAMIC_SONAME, &names, diag);
  object->soname = names.count > 0 ? names.items[0] : NULL;
  object->mark = filemark_of_name (object->name);
  object->is_recorder
      = object->soname != NULL && strcmp (object->soname, LIVE_RECORDER) == 0;
  vec_release (&names);
  return status;
}

enum status
libraries_append (struct program *program, struct object *object,
                  bool has_outside, struct diag *diag)
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

/* STATUS_MISMATCH unless OBJECT has the build-id that is WANTED, if one is.  */
static enum status
check_build_id (const struct object *object,
                const struct library_wanted *wanted, struct diag *diag)
{
  const unsigned char *id;
  size_t size;
  enum status status = object_find_build_id (object, &id, &size, diag);
  if (status != STATUS_OK || wanted->build_id_size == 0
      || (size == wanted->build_id_size
          && memcmp (id, wanted->build_id, size) == 0))
    return status;
  return libraries_fail_build_id (object->name, wanted->profile, diag);
}

enum status
libraries_fail_build_id (const char *name, const char *profile,
                         struct diag *diag)
{
  return diag_fail (diag, STATUS_MISMATCH, PLACE_FILE (name),
                    /* TRANSLATORS: %s is a profile.  A build-id is a number
                       that the linker gives each build of a program or
                       library.  */
                    _ ("its build-id is not that in '%s': was it rebuilt "
                       "since?"),
                    profile);
}

/* Add the library that the file NAME is, if it is WANTED; it is called
   wanted->label unless that is null.  What is wrong with the file, FAILED
   receives.  STATUS_ABSENT: it is not to be used.  */
static enum status
add_file (struct program *program, const char *name,
          const struct library_wanted *wanted, struct diag *failed,
          struct diag *diag)
{
  struct diag tried = { .program = diag->program, .stream = diag->stream };
  struct object object;
  enum status status = object_open (&object, name, 0, diag->program, &tried);
  if (status == STATUS_OK)
    status = program_check_target (program, &object, &tried);
  if (status == STATUS_OK)
    status = identify (&object, &tried);
  if (status == STATUS_OK)
    status = check_build_id (&object, wanted, &tried);
  if (status == STATUS_OK)
    {
      object.label = wanted->label != NULL   ? wanted->label
                     : object.soname != NULL ? object.soname
                                             : diag_base_name (name);
      object.is_bystander = wanted->is_bystander;
      object.is_of_process = wanted->knows_callers;
      status
          = libraries_append (program, &object, !wanted->knows_callers, diag);
      if (status != STATUS_OK)
        object_close (&object);
      return status;
    }
  object_close (&object);
  return pass_over (wanted, &tried, failed, diag);
}

/* Add the library that is WANTED, called LABEL, as an object without an
   image.  */
static enum status
add_unnamed (struct program *program, const char *label,
             const struct library_wanted *wanted, struct diag *diag)
{
  const uint64_t enough = UINT64_C (1) << 40;
  const bool known = wanted->low_pc < wanted->limit_pc;
  struct object object = { .name = label,
                           .label = label,
                           .is_unnamed = true,
                           .low_pc = known ? wanted->low_pc : 0,
                           .limit_pc = known ? wanted->limit_pc : enough };
  return libraries_append (program, &object, !wanted->knows_callers, diag);
}

/* Fill PATHS with files that the library called NAME may be.  */
static enum status
find_files (struct program *program, const char *name,
            const struct library_wanted *wanted, struct diag *diag)
{
  const struct library_search search
      = { .profile = wanted->profile,
          .program = program_main (program),
          .environment = getenv ("LD_LIBRARY_PATH"),
          .cache = cache_name,
          .build_id = wanted->build_id,
          .build_id_size = wanted->build_id_size,
          .directories = program->debug_path.directories.items,
          .directory_count = program->debug_path.directories.count };
  struct library_paths *paths = &program->library_paths;
  if (wanted->path != NULL && path_is_stored (wanted->path))
    vec_push (&paths->items, wanted->path);
  return library_paths_find (paths, name, &search, diag);
}

/* The number of the object that was opened from the file NAME, or that of
   objects.  */
static size_t
find_opened (const struct program *program, const char *name)
{
  const struct filemark mark = filemark_of_name (name);
  size_t i = 0;
  while (i < program->objects.count
         && !filemark_same_file (&program->objects.items[i].mark, &mark))
    i++;
  return i;
}

/* Set *NUMBER to that of the object that the file NAME is, if that is WANTED; a
   new one, if need be.  Profiles of processes name files, others libraries.  As
   add_file.  */
static enum status
find_or_add_file (struct program *program, const char *name,
                  const struct library_wanted *wanted, size_t *number,
                  struct diag *failed, struct diag *diag)
{
  struct diag tried = { .program = diag->program, .stream = diag->stream };
  const size_t count = program->objects.count;
  *number = wanted->knows_callers ? find_opened (program, name) : count;
  if (*number == count)
    return add_file (program, name, wanted, failed, diag);
  enum status status
      = check_build_id (&program->objects.items[*number], wanted, &tried);
  return status == STATUS_OK ? status
                             : pass_over (wanted, &tried, failed, diag);
}

/* Set *NUMBER to that of the object called NAME, without a file that could be
   used, because of FAILED if that is no success; a new one, if need be.  */
static enum status
do_without_file (struct program *program, const char *name,
                 const struct library_wanted *wanted,
                 const struct diag *failed, size_t *number, struct diag *diag)
{
  *number = find_called (program, name, strlen (name));
  if (*number < program->objects.count
      && (wanted->build_id_size == 0
          || program->objects.items[*number].image == NULL))
    return STATUS_OK;
  *number = program->objects.count;
  if (wanted->is_caller)
    return STATUS_ABSENT;
  if (failed->status != STATUS_OK)
    diag_warn_failed (diag, failed);
  else
    diag_warn (diag, PLACE_FILE (wanted->profile),
               _ ("the library '%s' is not found, so its functions have "
                  "no names; see '--library'"),
               name);
  return add_unnamed (program, name, wanted, diag);
}

enum status
libraries_find (struct program *program, const char *name,
                const struct library_wanted *wanted, size_t *number,
                struct diag *diag)
{
  struct library_paths *paths = &program->library_paths;
  struct diag failed = { .program = diag->program };
  const size_t first = paths->items.count;
  enum status status = find_files (program, name, wanted, diag);
  if (status == STATUS_OK)
    status = STATUS_ABSENT;
  for (size_t i = first; i < paths->items.count && status == STATUS_ABSENT;
       i++)
    status = find_or_add_file (program, paths->items.items[i], wanted, number,
                               &failed, diag);
  if (status == STATUS_ABSENT)
    status = do_without_file (program, name, wanted, &failed, number, diag);
  diag_release (&failed);
  return status;
}

enum status
libraries_find_unnamed (struct program *program, const char *name,
                        const struct library_wanted *wanted, size_t *number,
                        struct diag *diag)
{
  *number = find_called (program, name, strlen (name));
  return *number < program->objects.count
             ? STATUS_OK
             : add_unnamed (program, name, wanted, diag);
}

/* The library called LABEL of which PROFILE says HEAD.  */
static struct library_wanted
wanted_for (const char *label, const char *profile,
            const struct shared_head *head)
{
  return (struct library_wanted){ .label = label,
                                  .profile = profile,
                                  .low_pc = head->low_pc,
                                  .limit_pc
                                  = head->is_shared ? head->high_pc : 0 };
}

/* Add the library that WORD, an argument of --library, names.  */
static enum status
add_named (struct program *program, const struct library_word *word,
           struct diag *diag)
{
  const char *name
      = arena_text (&program->library_paths.memory, word->text, word->length);
  struct diag failed = { .program = diag->program };
  size_t number = program->objects.count;
  const struct shared_head head
      = word->profile != NULL && path_names_file (word->profile)
            ? read_head (word->profile, program_target (program))
            : (struct shared_head){ 0 };
  const struct library_wanted wanted = wanted_for (NULL, word->profile, &head);
  enum status status = add_file (program, name, &wanted, &failed, diag);
  if (status == STATUS_ABSENT)
    {
      diag_warn_failed (diag, &failed);
      status = add_unnamed (program, diag_base_name (name), &wanted, diag);
    }
  diag_release (&failed);
  const struct library_profile profile = { word->profile, number };
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
  struct shared_head head = { 0 };
  if (is_regular)
    head = read_head (name, program_target (program));
  if (!head.is_shared && !is_sum)
    return STATUS_OK;
  size_t number = find_called (program, text, length);
  if (number < program->objects.count)
    {
      object_add_outside (&program->objects.items[number]);
      return STATUS_OK;
    }
  const char *label
      = arena_text (&program->library_paths.memory, text, length);
  const struct library_wanted wanted = wanted_for (label, name, &head);
  return libraries_find (program, label, &wanted, &number, diag);
}

/* --- All of them --------------------------------------------------------- */

/* Add to PROGRAM what the profiles NAMES need; ARE_LIVE: they are live files.
   What is wrong with them is reported when they are read.  */
static enum status
add_all_of (struct program *program, const struct profile_names *names,
            const struct options *options, bool are_live, struct diag *diag)
{
  enum status status = STATUS_OK;
  for (size_t i = 0; i < names->count && status == STATUS_OK && !are_live; i++)
    status = add_library_of (program, names->files[i], names->regular.items[i],
                             diag);
  return status == STATUS_OK && !names->has_counts
             ? process_objects_add (program, names, are_live, options, diag)
             : status;
}

/* The same for ARGUMENTS[0 .. COUNT-1], which mean FOUND unless that is
   null.  */
static enum status
add_side (struct program *program, const char *const *arguments, size_t count,
          const struct profile_names *found, const struct options *options,
          bool are_live, struct diag *diag)
{
  struct diag unsaid = { .status = STATUS_IO };
  struct profile_names names = { 0 };
  if (found != NULL)
    return add_all_of (program, found, options, are_live, diag);
  profile_names_expand (&names, arguments, count, true, &unsaid);
  const enum status status
      = add_all_of (program, &names, options, are_live, diag);
  profile_names_close (&names);
  return status;
}

enum status
libraries_open (struct program *program, const struct options *options,
                struct diag *diag)
{
  const bool has_old = options->diff_image == NULL;
  if (options->quirks.knows_no_libraries)
    return STATUS_OK;
  enum status status = identify (&program->objects.items[0], diag);
  for (size_t i = 0; i < options->libraries.count && status == STATUS_OK; i++)
    status = add_named (program, &options->libraries.items[i], diag);
  program->named_count = program->objects.count;
  if (status == STATUS_OK)
    status
        = add_side (program, options->profiles.items, options->profiles.count,
                    options->found, options, options->live, diag);
  if (status == STATUS_OK && has_old)
    status = add_side (program, options->old_profiles.items,
                       options->old_profiles.count, options->old_found,
                       options, options->old_live, diag);
  if (status == STATUS_OK && (options->live || (has_old && options->old_live)))
    status = process_objects_finish (program, diag);
  return status;
}

/* --- Which object a profile is of ---------------------------------------- */

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
libraries_origin (const struct program *program, const char *name)
{
  const uint64_t unit = GUARD;
  const size_t number = number_of (program, name);
  const struct object *object = &program->objects.items[number];
  struct profile_origin origin
      = { .object = (uint32_t)number,
          .bias = object->bias,
          .place = program->process.are_known ? process_objects_place : NULL,
          .program = program };
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
