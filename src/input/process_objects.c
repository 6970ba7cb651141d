/* process_objects.c - which objects of the program the files are that profiles
   of processes name (R16.61, R20.43).  */

#include "config.h"

#include "input/process_objects.h"

#include <string.h>

#include "base/infile.h"
#include "input/libraries.h"
#include "input/live_file.h"
#include "input/program.h"
#include "input/reader.h"
#include "reader_gperf.h"

enum
{
  MOST_OBJECTS = 4096 /* each is compared with all others */
};

static const char no_file[] = "no file";

/* --- One file ------------------------------------------------------------ */

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
  for (size_t i = *length - 1; i > 0 && has_file (mapping); i--)
    if (path[i - 1] == '/')
      {
        *length -= i;
        return path + i;
      }
  return path;
}

/* The one that MAPPING is of, or null.  */
static struct process_object *
find (const struct process_objects *objects, const struct mapping *mapping)
{
  for (size_t i = 0; i < objects->items.count; i++)
    {
      struct process_object *item = &objects->items.items[i];
      if (item->build_id_size != mapping->build_id_size)
        continue;
      if (item->build_id_size > 0
              ? memcmp (item->build_id, mapping->build_id, item->build_id_size)
                    == 0
              : item->path_length == mapping->path_length
                    && (item->path_length == 0
                        || memcmp (item->path, mapping->path,
                                   item->path_length)
                               == 0))
        return item;
    }
  return NULL;
}

/* MAPPING is of the object with this NUMBER.  */
static void
remember (struct process_objects *objects, const struct mapping *mapping,
          size_t number)
{
  const char *path = arena_text (&objects->memory,
                                 mapping->path != NULL ? mapping->path : "",
                                 mapping->path_length);
  const char *id
      = arena_text (&objects->memory,
                    mapping->build_id != NULL ? (const char *)mapping->build_id
                                              : "",
                    mapping->build_id_size);
  const struct process_object item
      = { path, mapping->path_length, (const unsigned char *)id,
          mapping->build_id_size, number };
  vec_push (&objects->items, item);
}

/* --- Which object it is -------------------------------------------------- */

/* Has OBJECT the build-id of MAPPING?  *IS_KNOWN: both have one.  */
static enum status
compare_build_ids (const struct object *object, const struct mapping *mapping,
                   bool *is_known, bool *is_same, struct diag *diag)
{
  const unsigned char *id;
  size_t size;
  enum status status = object_find_build_id (object, &id, &size, diag);
  *is_known = id != NULL && mapping->build_id_size > 0;
  *is_same = *is_known && size == mapping->build_id_size
             && memcmp (id, mapping->build_id, size) == 0;
  return status;
}

/* Can MAPPING be of the image, whose name is another one?  The program may have
   been renamed since.  */
static bool
may_be_image (const struct object *image, const struct mapping *mapping)
{
  size_t length;
  const char *name = name_of (mapping, &length);
  return mapping->is_first && image->soname == NULL
         && !libraries_is_name (name, length);
}

/* Set *NUMBER to that of the object that MAPPING is of, or of all objects.
   Where build-ids say nothing, names do, but only those that the user gave:
   others are compared by their files.  */
static enum status
find_object (const struct program *program, const struct mapping *mapping,
             size_t *number, struct diag *diag)
{
  const size_t count = program->objects.count;
  size_t length;
  const char *name = name_of (mapping, &length);
  bool may_be_first = may_be_image (program_main (program), mapping);
  for (*number = 0; *number < count; ++*number)
    {
      const struct object *object = &program->objects.items[*number];
      bool is_known, is_same;
      enum status status
          = compare_build_ids (object, mapping, &is_known, &is_same, diag);
      if (!is_known && *number < program->named_count)
        is_same = libraries_is_called (object, name, length);
      if (status != STATUS_OK || is_same)
        return status;
      if (*number == 0)
        may_be_first = may_be_first && !is_known;
    }
  if (may_be_first)
    *number = 0;
  return STATUS_OK;
}

/* Set *NUMBER to that of the object that USED, of a file, is of; a new one, if
   need be, for PROFILE.  */
static enum status
find_file (struct program *program, const char *profile,
           const struct used_mapping *used, size_t *number, struct diag *diag)
{
  const struct mapping *mapping = &used->mapping;
  struct arena *memory = &program->process.memory;
  size_t length;
  const char *name = name_of (mapping, &length);
  const char *label = arena_text (memory, name, length);
  const char *path = has_file (mapping) ? arena_text (memory, mapping->path,
                                                      mapping->path_length)
                                        : label;
  const uint64_t low_pc = mapping->linked_pc;
  const struct library_wanted wanted
      = { .profile = profile,
          .path = path,
          .build_id = mapping->build_id,
          .build_id_size = mapping->build_id_size,
          .low_pc = low_pc,
          .limit_pc = mapping->is_linked
                          ? low_pc + (mapping->limit_pc - mapping->start_pc)
                          : 0,
          .knows_callers = true,
          .is_caller = !used->samples && !used->called,
          .is_bystander = !used->called };
  return has_file (mapping)
             ? libraries_find (program, label, &wanted, number, diag)
             : libraries_find_unnamed (program, label, &wanted, number, diag);
}

/* Find or add the object that USED, of PROFILE, is of.  */
static enum status
add_mapping (struct program *program, const char *profile,
             struct used_mapping used, struct diag *diag)
{
  struct process_objects *objects = &program->process;
  const struct process_object *item = find (objects, &used.mapping);
  if (item == NULL && objects->items.count >= MOST_OBJECTS)
    {
      used.mapping.path_length = used.mapping.build_id_size = 0;
      item = find (objects, &used.mapping);
    }
  size_t number;
  enum status status = STATUS_OK;
  if (item != NULL)
    number = item->object;
  else
    {
      status = find_object (program, &used.mapping, &number, diag);
      if (status == STATUS_OK && number == program->objects.count)
        status = find_file (program, profile, &used, &number, diag);
      if (status == STATUS_OK)
        remember (objects, &used.mapping, number);
    }
  if (status == STATUS_OK && used.called)
    program->objects.items[number].is_bystander = false;
  return status == STATUS_ABSENT ? STATUS_OK : status;
}

static enum status
add_all (struct program *program, const char *profile,
         const used_mapping_list *used, struct diag *diag)
{
  enum status status = STATUS_OK;
  for (size_t i = 0; i < used->count && status == STATUS_OK; i++)
    if (used->items[i].samples || used->items[i].called
        || used->items[i].calls)
      status = add_mapping (program, profile, used->items[i], diag);
  return status;
}

/* --- Live files ---------------------------------------------------------- */

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
             : libraries_fail_build_id (program_main (program)->name, profile,
                                        diag);
}

/* Add the objects of INFILE, opened, if it is a live file.  What is wrong with
   it goes to TRIED.  */
static enum status
add_live (struct program *program, struct infile *infile, struct diag *tried,
          struct diag *diag)
{
  const struct target *target = program_target (program);
  struct live_file file = { 0 };
  used_mapping_list used = { 0 };
  if (!reader_is_live (infile)
      || reader_finish_live (infile, target, tried) != STATUS_OK)
    return STATUS_OK;
  struct bytes bytes = reader_bytes (infile, target, tried);
  enum status status = STATUS_OK;
  if (live_file_read (&file, &bytes) == STATUS_OK)
    {
      live_file_list (&file, &used);
      status = check_image (program, infile->name, &used, diag);
      if (status == STATUS_OK)
        status = add_all (program, infile->name, &used, diag);
    }
  vec_release (&used);
  live_file_release (&file);
  return status;
}

enum status
process_objects_finish (struct program *program, struct diag *diag)
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
  program->process.outside_pc = object.low_pc;
  program->process.elsewhere_pc = object.low_pc + 1;
  return status;
}

/* --- Files with stacks --------------------------------------------------- */

/* If INFILE, opened, has stacks, add the objects of its process.  Set *IS_OTHER
   if it is a profile, but none with stacks.  What is wrong with it goes to
   TRIED.  */
static enum status
add_stacks (struct program *program, struct infile *infile, bool *is_other,
            struct diag *tried, struct diag *diag)
{
  const struct target *target = program_target (program);
  struct gperf gperf;
  used_mapping_list used = { 0 };
  if (!reader_recognises (infile, FORMAT_GPERF, target))
    {
      *is_other = reader_recognises (infile, FORMAT_AUTO, target);
      return STATUS_OK;
    }
  program->process.are_known = true;
  if (infile_finish (infile, tried) != STATUS_OK)
    return STATUS_OK;
  const struct bytes whole = reader_bytes (infile, target, tried);
  enum status status = STATUS_OK;
  if (gperf_open (&gperf, &whole) == STATUS_OK)
    {
      gperf_list_used (&gperf, &used);
      status = add_all (program, infile->name, &used, diag);
    }
  vec_release (&used);
  gperf_release (&gperf);
  return status;
}

/* --- All files ----------------------------------------------------------- */

/* Add the objects of the process of the file NAME; *IS_OTHER as for
   add_stacks.  */
static enum status
add_file (struct program *program, struct infile *infile, const char *name,
          bool is_live, bool *is_other, struct diag *diag)
{
  struct diag tried = { .program = diag->program, .stream = diag->stream };
  enum status status = STATUS_OK;
  if (reader_open_file (infile, name, &tried) == STATUS_OK)
    status = is_live ? add_live (program, infile, &tried, diag)
                     : add_stacks (program, infile, is_other, &tried, diag);
  infile_close (infile);
  const enum status left = reader_leave_failure (&tried, diag);
  return status == STATUS_OK && left != STATUS_ABSENT ? left : status;
}

/* Files with stacks and others are not added up.  So as soon as one is of
   another kind, none may have stacks.  */
enum status
process_objects_add (struct program *program,
                     const struct profile_names *names, bool are_live,
                     const struct options *options, struct diag *diag)
{
  struct infile infile = { .fd = -1 };
  enum status status = STATUS_OK;
  bool is_other = !are_live && options->format != FORMAT_AUTO;
  for (size_t i = 0; i < names->count && status == STATUS_OK && !is_other; i++)
    if (names->regular.items[i])
      status = add_file (program, &infile, names->files[i], are_live,
                         &is_other, diag);
  infile_release (&infile);
  return status;
}

bool
process_objects_place (const void *program, const struct mapping *mapping,
                       struct mapped_place *place)
{
  const struct program *of = program;
  const struct process_object *item = find (&of->process, mapping);
  if (item == NULL)
    return false;
  *place = object_place_mapping (&of->objects.items[item->object], mapping);
  return true;
}

struct profile_origin
process_objects_origin (const struct program *program)
{
  return (struct profile_origin){ .outside_pc = program->process.outside_pc,
                                  .is_live = true,
                                  .elsewhere_pc
                                  = program->process.elsewhere_pc,
                                  .place = process_objects_place,
                                  .program = program };
}

void
process_objects_release (struct process_objects *objects)
{
  vec_release (&objects->items);
  arena_release (&objects->memory);
}
