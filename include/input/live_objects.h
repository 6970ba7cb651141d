/* live_objects.h - where the objects of live files are in the program.

   Processes have their objects at different addresses.  So that several live
   files can be added up, an object has one place in the program, which it is
   known for by its build-id, or else by its name.  */

#ifndef LIVE_OBJECTS_H
#define LIVE_OBJECTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/vec.h"
#include "input/live_file.h"
#include "input/options.h"

struct program;

/* An object that a live file has.  */
struct live_place
{
  const char *name; /* of its file, as the recorder knew it */
  const unsigned char *build_id;
  uint32_t build_id_size;    /* 0 if it has none */
  uint64_t bias;             /* what to add to addresses in its file */
  uint64_t low_pc, limit_pc; /* its addresses in the program */
};

/* Zeroed, there are none.  */
struct live_objects
{
  struct arena memory; /* of names and build-ids */
  VEC (struct live_place) places;
  uint64_t outside_pc;   /* stands for callers that are in no object, */
  uint64_t elsewhere_pc; /* and this for all other code there; 0 before
                            live_objects_finish */
};

/* Find out whether the profiles of OPTIONS are live files, as the first of them
   shows (R20.42), and choose what that requires.  STATUS_UNSUPPORTED: they
   cannot be added up in gmon.sum.  STATUS_NO_MEMORY.  Opens a file for each of
   both sides, and of a directory those before the first profile.  */
enum status live_choose (struct options *options, struct diag *diag);

/* Add the objects that the live file NAME has samples or calls of to PROGRAM,
   as far as they are not there yet (R20.43).  What is wrong with the file itself
   is left to its reader.  STATUS_MISMATCH: it is of another program than
   PROGRAM's; otherwise as libraries_open.  Reads the whole file.  */
enum status live_objects_add (struct program *program, const char *name,
                              struct diag *diag);

/* Nothing will be added any more: give code in no object a place.  */
enum status live_objects_finish (struct program *program, struct diag *diag);

/* The place of ENTRY, or null.  O(places).  */
const struct live_place *live_objects_find (const struct live_objects *objects,
                                            const struct live_entry *entry);

void live_objects_release (struct live_objects *objects);

#endif
