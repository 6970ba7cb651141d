/* argfile.h - arguments of the form @FILE.  */

#ifndef ARGFILE_H
#define ARGFILE_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/vec.h"

struct arguments
{
  struct arena memory; /* of the words that came from files */
  VEC (char *) words;  /* ends with a null that COUNT does not count */
};

/* Copy ARGV[0 .. ARGC-1] to ARGUMENTS, replacing each @FILE after the first
   word by the words of FILE, which may name further files.  White space
   separates words; quotes of both kinds and the backslash quote.  A FILE that
   cannot be opened, or is a pipe, leaves the argument as it is (R1.2), and so
   do "--run" and then "--" before it (R20.61).
   STATUS_IO: FILE cannot be read.  STATUS_USAGE: too many files, as when one
   names itself.  */
enum status arguments_expand (struct arguments *arguments, int argc,
                              char *const *argv, struct diag *diag);

/* Release the list of words, which names every profile, so it can be long; it
   is empty then.  The words remain.  */
void arguments_release_list (struct arguments *arguments);

void arguments_release (struct arguments *arguments);

#endif
