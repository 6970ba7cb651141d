/* process_objects.h - which objects of the program the files are that profiles
   of processes name: live files, and sampled stacks with a map.

   Processes have their objects at different addresses.  So that several
   profiles can be added up, an object has one place in the program, for which
   it is known by its build-id, or else by the path of its file.  */

#ifndef PROCESS_OBJECTS_H
#define PROCESS_OBJECTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/memory.h"
#include "input/options.h"
#include "input/profile_names.h"
#include "model/mapping.h"
#include "model/profile_builder.h"

struct program;

/* What is known of a file that has memory in a process.  */
struct process_object
{
  const char *path;
  size_t path_length; /* 0: no file */
  const unsigned char *build_id;
  size_t build_id_size; /* 0 if it is not known */
  size_t object;        /* the number of the object that it is */
};

/* Zeroed, there are none.  */
struct process_objects
{
  struct arena memory; /* of paths and build-ids */
  VEC (struct process_object) items;
  bool are_known;        /* there was a profile with stacks */
  uint64_t outside_pc;   /* stands for callers that are in no object, */
  uint64_t elsewhere_pc; /* and this for all other code there; 0 before
                            process_objects_finish */
};

/* Add to PROGRAM, as far as they are not there yet, the objects that the
   profiles NAMES have samples or calls of: live files if ARE_LIVE (R20.43),
   else files with stacks (R16.61), if any is one.  What is wrong with a file
   itself is left to its reader.  STATUS_MISMATCH: a live file is of another
   program than PROGRAM's; otherwise as libraries_open.  Reads live files and
   files with stacks whole, and of others the first one.  */
enum status process_objects_add (struct program *program,
                                 const struct profile_names *names,
                                 bool are_live, const struct options *options,
                                 struct diag *diag);

/* No live file will be added any more: give code in no object a place.  */
enum status process_objects_finish (struct program *program,
                                    struct diag *diag);

/* For struct profile_origin: where MAPPING is in PROGRAM.  O(objects).  */
bool process_objects_place (const void *program, const struct mapping *mapping,
                            struct mapped_place *place);

/* The origin of a live file.  */
struct profile_origin process_objects_origin (const struct program *program);

void process_objects_release (struct process_objects *objects);

#endif
