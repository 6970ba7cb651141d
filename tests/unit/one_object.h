/* one_object.h - the objects of a process, for tests of the recorder's walk: it
   has one.  To be included once.  */

#ifndef ONE_OBJECT_H
#define ONE_OBJECT_H

#include "recorder/objects.h"

static struct object only;

const struct object *
gprofh_object_of (uint64_t pc)
{
  return pc >= only.live.start && pc < only.live.end ? &only : NULL;
}

void
gprofh_notice (uint64_t pc)
{
  (void)pc;
}

#endif
