/* objects.h - the program and the shared objects of its process.
   SPDX-License-Identifier: 0BSD

   They are looked at when the program starts, around each dlclose, and when
   it ends as usual, unless it is a child.  What is loaded by dlopen is noticed
   by its first call or sample; dlopen itself must not be replaced, as it looks
   at its caller.  */

#ifndef RECORDER_OBJECTS_H
#define RECORDER_OBJECTS_H

#include <stdbool.h>
#include <stdint.h>

#include "model/live_format.h"

struct object
{
  uint32_t size;         /* of all this */
  uint32_t seen;         /* the last time that it was there */
  uint8_t is_gone;       /* it was closed, */
  uint8_t has_gone_keys; /* and slots have addresses relative to it */
  uint16_t is_noticed;   /* its name is the system's, not the loader's */
  uint32_t again; /* where the same file is loaded once more; 0: nowhere */
  uint64_t text_start, text_end; /* what is executable */
  uint64_t mark;                 /* of its contents, instead of a build-id */
  uint64_t rules;                /* its .eh_frame_hdr; 0 if it has none */
  struct live_object *entry;     /* in the live file */
  struct live_object live;       /* followed by the build-id and the name */
};

/* The first object, which is the program, and the one after OBJECT; null if
   there is none.  They are never removed.  */
const struct object *gprofh_objects (void);
const struct object *gprofh_next_object (const struct object *object);

/* The path of the file.  */
const char *gprofh_object_name (const struct object *object);

/* Is OBJECT the first one of its file?  A program may load a file, close it
   and load it again.  */
bool gprofh_is_first (const struct object *object);

/* Make *KEY, an address of a slot, the one in the file that OBJECT is the
   first one of: false if it belongs to another file.  */
bool gprofh_file_address (const struct object *object, uint64_t *key);

/* Look which objects there are.  One that comes again to the same place is
   the same object, so that it finds its slots.  Not in signal handlers.  */
void gprofh_scan_objects (void);

/* The object that PC is in; null if none is known.  O(log objects); O(objects) if
   there is none, and while another thread, or what the caller has interrupted, is
   at them.  */
const struct object *gprofh_object_of (uint64_t pc);

/* Is PC in an object that is known?  */
bool gprofh_knows (uint64_t pc);

/* PC is one of a call or a sample: find its object and add it to the live
   file, if it is not known.  Safe in signal handlers.  Where there is none, as
   in code that was made while the program runs, it is looked for less and less
   often.  O(objects).  */
void gprofh_notice (uint64_t pc);

/* Add to the live file the objects that it does not have.  */
void gprofh_objects_publish (void);

#endif
