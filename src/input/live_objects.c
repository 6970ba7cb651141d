/* live_objects.c - where the objects of live files are in the program
   (R20.42, R20.43).  */

#include "config.h"

#include "input/live_objects.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/infile.h"
#include "input/libraries.h"
#include "input/profile_names.h"
#include "input/program.h"
#include "input/reader.h"
#include "model/gmon_format.h"

/* --- Is it a live run? --------------------------------------------------- */

enum kind
{
  KIND_LIVE,
  KIND_OTHER, /* another profile */
  KIND_NONE   /* or it is not known */
};

/* The kind of the file NAME, which is not opened unless it is an ordinary
   one.  */
static enum kind
kind_of (const char *name)
{
  const struct filemark mark = filemark_of_name (name);
  struct diag unsaid = { .status = STATUS_IO };
  struct infile file = { .fd = -1 };
  enum kind kind = KIND_NONE;
  if (strcmp (name, "-") != 0 && mark.known
      && reader_open_file (&file, name, &unsaid) == STATUS_OK)
    {
      if (reader_is_live (&file))
        kind = KIND_LIVE;
      else if (file.size >= MAGIC_COOKIE_SIZE
               && memcmp (file.data, MAGIC_COOKIE, MAGIC_COOKIE_SIZE) == 0)
        kind = KIND_OTHER;
    }
  infile_release (&file);
  return kind;
}

/* Set *IS_LIVE to whether the files that ARGUMENTS[0 .. COUNT-1] mean are live
   ones.  A file that the user names decides, and before that, one of a
   directory that is another profile.  */
static enum status
judge (const char *const *arguments, size_t count, bool *is_live,
       struct diag *diag)
{
  struct diag unsaid = { .status = STATUS_IO };
  struct profile_names names = { 0 };
  struct arena memory;
  enum status status
      = profile_names_expand (&names, arguments, count, true, &unsaid);
  bool decided = status != STATUS_OK;
  *is_live = false;
  for (size_t i = 0; i < names.files.count && !decided; i++)
    {
      const enum kind kind = kind_of (names.files.items[i]);
      decided = !names.listed.items[i] || kind == KIND_OTHER;
      *is_live = kind == KIND_LIVE || (*is_live && !decided);
    }
  profile_names_release (&names, &memory);
  arena_release (&memory);
  return status == STATUS_NO_MEMORY ? diag_no_memory (diag) : STATUS_OK;
}

enum status
live_choose (struct options *options, struct diag *diag)
{
  /* These exclude exact attribution (R14.40).  */
  const unsigned plain = LISTING_SUM | LISTING_FILE_ORDER;
  if (options->quirks.knows_no_libraries || options->format != FORMAT_AUTO)
    return STATUS_OK;
  enum status status = judge (options->profiles.items, options->profiles.count,
                              &options->live, diag);
  if (status == STATUS_OK)
    status = judge (options->old_profiles.items, options->old_profiles.count,
                    &options->old_live, diag);
  if (status != STATUS_OK || (!options->live && !options->old_live))
    return status;
  if (!options->attribution_named && !(options->requested & plain))
    options->exact = true;
  if (options->requested & LISTING_SUM)
    return diag_fail (diag, STATUS_UNSUPPORTED,
                      PLACE_FILE (options->profiles.items[0]),
                      /* TRANSLATORS: a live file is what the recorder of calls
                         and samples writes while the program runs.  */
                      _ ("'-s' does not add up live files; name them all "
                         "where the sum is wanted"));
  return STATUS_OK;
}

/* --- Places -------------------------------------------------------------- */

const struct live_place *
live_objects_find (const struct live_objects *objects,
                   const struct live_entry *entry)
{
  for (size_t i = 0; i < objects->places.count; i++)
    {
      const struct live_place *place = &objects->places.items[i];
      if (place->build_id_size == entry->build_id_size
          && (place->build_id_size > 0
                  ? memcmp (place->build_id, entry->build_id,
                            place->build_id_size)
                        == 0
                  : strcmp (place->name, entry->name) == 0))
        return place;
    }
  return NULL;
}

/* ENTRY is OBJECT.  */
static enum status
add_place (struct live_objects *objects, const struct live_entry *entry,
           const struct object *object, struct diag *diag)
{
  const struct live_place place
      = { .name
          = arena_text (&objects->memory, entry->name, strlen (entry->name)),
          .build_id
          = (const unsigned char *)arena_text (&objects->memory,
                                               (const char *)entry->build_id,
                                               entry->build_id_size),
          .build_id_size = entry->build_id_size,
          .bias = object->bias,
          .low_pc = object->low_pc + object->has_outside,
          .limit_pc = object->limit_pc };
  return place.name != NULL && place.build_id != NULL
                 && vec_push (&objects->places, place)
             ? STATUS_OK
             : diag_no_memory (diag);
}

/* --- Objects of a file --------------------------------------------------- */

/* What a file has of an object.  */
struct use
{
  bool samples;
  bool called; /* calls of its functions */
  bool calls;  /* calls by it */
};

/* One file.  */
struct adding
{
  struct program *program;
  const char *name;
  struct live_file file;
  struct use *uses; /* of each of its objects */
  struct diag *diag;
};

/* Note the uses of all objects.  */
static void
find_uses (struct adding *adding)
{
  const struct live_file *file = &adding->file;
  for (size_t i = 0; i < file->tables.count; i++)
    for (uint32_t k = 0; k < file->tables.items[i].count; k++)
      {
        const struct live_count slot
            = live_file_slot (file, &file->tables.items[i], k);
        uint64_t unused;
        const uint32_t self = live_file_find (file, slot.self, &unused);
        const uint32_t from = slot.from != LIVE_SAMPLE
                                  ? live_file_find (file, slot.from, &unused)
                                  : LIVE_NOWHERE;
        if (self != LIVE_NOWHERE && slot.from == LIVE_SAMPLE)
          adding->uses[self].samples = true;
        else if (self != LIVE_NOWHERE)
          adding->uses[self].called = true;
        if (from != LIVE_NOWHERE)
          adding->uses[from].calls = true;
      }
}

/* Has OBJECT the build-id of ENTRY?  *IS_KNOWN: both have one.  */
static enum status
compare_build_ids (const struct object *object, const struct live_entry *entry,
                   bool *is_known, bool *is_same, struct diag *diag)
{
  const unsigned char *id;
  size_t size;
  enum status status = object_find_build_id (object, &id, &size, diag);
  *is_known = id != NULL && entry->build_id_size > 0;
  *is_same = *is_known && size == entry->build_id_size
             && memcmp (id, entry->build_id, size) == 0;
  return status;
}

/* Set *FOUND to the object of PROGRAM that ENTRY is, or null.  Where build-ids
   say nothing, names do.  */
static enum status
find_object (const struct adding *adding, const struct live_entry *entry,
             const struct object **found, struct diag *diag)
{
  const struct program *program = adding->program;
  const char *base = diag_base_name (entry->name);
  enum status status = STATUS_OK;
  *found = NULL;
  for (size_t i = 0;
       i < program->objects.count && status == STATUS_OK && *found == NULL;
       i++)
    {
      const struct object *object = &program->objects.items[i];
      bool is_known, is_same;
      status = compare_build_ids (object, entry, &is_known, &is_same, diag);
      if (!is_known)
        is_same
            = (i == 0 && entry->number == 1)
              || (i > 0 && strcmp (diag_base_name (object->name), base) == 0)
              || (object->soname != NULL
                  && strcmp (object->soname, base) == 0);
      if (status == STATUS_OK && is_same)
        *found = object;
    }
  return status;
}

/* Add the object that ENTRY is, which is not there yet.  */
static enum status
add_object (struct adding *adding, const struct live_entry *entry,
            const struct use *use)
{
  struct program *program = adding->program;
  const char *path
      = arena_text (&program->live.memory, entry->name, strlen (entry->name));
  /* Without a slash it is no file, but code of the kernel's.  */
  const bool has_file = path != NULL && strchr (path, '/') != NULL;
  const struct library_wanted wanted
      = { .profile = adding->name,
          .path = path,
          .build_id = entry->build_id,
          .build_id_size = entry->build_id_size,
          .low_pc = entry->start - entry->bias,
          .limit_pc = entry->end - entry->bias,
          .knows_callers = true,
          .is_caller = !use->samples && !use->called,
          .is_bystander = !use->called };
  if (path == NULL)
    return diag_no_memory (adding->diag);
  return has_file
             ? libraries_find (program, diag_base_name (path), &wanted,
                               adding->diag)
             : libraries_add_unnamed (program, path, &wanted, adding->diag);
}

/* Give the object that ENTRY is a place.  */
static enum status
place_object (struct adding *adding, const struct live_entry *entry,
              const struct use *use)
{
  struct program *program = adding->program;
  const struct object *object;
  if ((!use->samples && !use->called && !use->calls)
      || live_objects_find (&program->live, entry) != NULL)
    return STATUS_OK;
  enum status status = find_object (adding, entry, &object, adding->diag);
  if (status == STATUS_OK && object == NULL)
    {
      status = add_object (adding, entry, use);
      object = &program->objects.items[program->objects.count - 1];
    }
  if (status == STATUS_ABSENT)
    return STATUS_OK;
  return status == STATUS_OK
             ? add_place (&program->live, entry, object, adding->diag)
             : status;
}

/* Is the program of the file, its first object, or another one of its objects
   the image?  */
static enum status
check_image (const struct adding *adding)
{
  const struct live_file *file = &adding->file;
  const struct object *image = program_main (adding->program);
  enum status status = STATUS_OK;
  bool is_there = file->objects.count == 0;
  for (size_t i = 0;
       i < file->objects.count && status == STATUS_OK && !is_there; i++)
    {
      bool is_known;
      status = compare_build_ids (image, &file->objects.items[i], &is_known,
                                  &is_there, adding->diag);
      is_there = is_there || (!is_known && file->objects.items[i].number == 1);
    }
  return status != STATUS_OK || is_there
             ? status
             : libraries_fail_build_id (image->name, adding->name,
                                        adding->diag);
}

static enum status
add_all (struct adding *adding)
{
  const size_t count = adding->file.objects.count;
  adding->uses = array_new (count, sizeof *adding->uses);
  if (adding->uses == NULL)
    return diag_no_memory (adding->diag);
  enum status status = check_image (adding);
  if (status == STATUS_OK)
    find_uses (adding);
  for (size_t i = 0; i < count && status == STATUS_OK; i++)
    status = place_object (adding, &adding->file.objects.items[i],
                           &adding->uses[i]);
  free (adding->uses);
  return status;
}

enum status
live_objects_add (struct program *program, const char *name, struct diag *diag)
{
  struct diag unsaid = { .status = STATUS_IO };
  struct infile infile = { .fd = -1 };
  struct adding adding = { .program = program, .name = name, .diag = diag };
  enum status status = STATUS_OK;
  if (kind_of (name) == KIND_LIVE
      && reader_open_file (&infile, name, &unsaid) == STATUS_OK
      && infile_finish (&infile, &unsaid) == STATUS_OK)
    {
      struct bytes bytes
          = reader_bytes (&infile, program_target (program), &unsaid);
      if (live_file_read (&adding.file, &bytes) == STATUS_OK)
        status = add_all (&adding);
    }
  live_file_release (&adding.file);
  infile_release (&infile);
  return status;
}

enum status
live_objects_finish (struct program *program, struct diag *diag)
{
  enum
  {
    SIZE = 16 /* addresses, of which one is needed */
  };
  static const char label[] = "<elsewhere>";
  struct object object = { .name = label,
                           .label = label,
                           .is_unnamed = true,
                           .is_elsewhere = true,
                           .limit_pc = SIZE };
  enum status status = libraries_append (program, &object, true, diag);
  program->live.outside_pc = object.low_pc;
  program->live.elsewhere_pc = object.low_pc + 1;
  return status;
}

void
live_objects_release (struct live_objects *objects)
{
  vec_release (&objects->places);
  arena_release (&objects->memory);
}
