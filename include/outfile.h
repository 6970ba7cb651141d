/* outfile.h - a file that is written whole or not at all.

   What is written goes to a file of another name first, which takes the place
   of an older file only when it is complete.  Only regular files are
   replaced; a symbolic link is not followed.  */

#ifndef OUTFILE_H
#define OUTFILE_H

#include "diag.h"
#include "output.h"

enum
{
  OUTFILE_NAME_SIZE = 40
};

struct outfile
{
  const char *name; /* borrowed */
  char temporary[OUTFILE_NAME_SIZE];
  struct output *output; /* borrowed */
};

/* Begin a file NAME of the current directory, to be written through OUTPUT,
   which must be free.  It gets the permissions of the regular file that it
   replaces, if there is one.  STATUS_IO: what is there must not be replaced,
   or no file can be made; nothing has changed then, and OUTFILE is over.  */
enum status outfile_open (struct outfile *outfile, const char *name,
                          struct output *output, struct diag *diag);

/* Write out what is buffered and put the file in its place.  STATUS_IO if
   this or an earlier write failed; an older file is then as it was.  OUTFILE
   is over in any case.  */
enum status outfile_finish (struct outfile *outfile, struct diag *diag);

/* Remove what was written; an older file stays as it was.  */
void outfile_discard (struct outfile *outfile);

#endif
