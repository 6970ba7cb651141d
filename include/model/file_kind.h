/* file_kind.h - what a file is that was named as something else.

   Explains why a file was refused, and what to do; it is not used to refuse
   one.  A file is recognised by its first bytes.  */

#ifndef FILE_KIND_H
#define FILE_KIND_H

#include <stdbool.h>
#include <stddef.h>

#include "base/diag.h"

enum
{
  FILE_KIND_ENOUGH = 1024 /* bytes from the start that identify any kind */
};

/* What the file was named as.  */
enum file_use
{
  FILE_AS_PROFILE,
  FILE_AS_IMAGE,
  FILE_USES
};

/* Record the failure, STATUS_FORMAT, that the file NAME, which starts with the
   SIZE bytes at DATA, is not usable for USE, with what it is and what to do
   instead.  False, and nothing recorded, if there is nothing to say; so it may
   be with fewer than FILE_KIND_ENOUGH bytes.  No bytes are an empty file.  */
bool file_kind_refuse (const unsigned char *data, size_t size,
                       enum file_use use, const char *name, struct diag *diag);

#endif
