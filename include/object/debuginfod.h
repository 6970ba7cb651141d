/* debuginfod.h - files of debugging information from servers.

   The library libdebuginfod asks the servers of the environment variable
   DEBUGINFOD_URLS by HTTP, and keeps what it gets in a cache of the user's.  It
   is loaded when the first file is wanted.  Whatever goes wrong costs the file
   and nothing else.  */

#ifndef DEBUGINFOD_H
#define DEBUGINFOD_H

#include <stddef.h>

#include "base/diag.h"

enum
{
  DEBUGINFOD_PATIENCE = 60 /* seconds; see debuginfod_open */
};

/* The servers, and how far they are to be trusted to answer.  */
struct debuginfod;

/* Prepare for questions to the servers that the user names; null if that are
   none.  All files of a run together may take PATIENCE seconds in which nothing
   arrives.  If that is over, or a server or the library fails, a note to DIAG,
   which is borrowed, says so, and nobody is asked again.  */
struct debuginfod *debuginfod_open (double patience, struct diag *diag);

/* Get the file of debugging information of the object NAME with the build-id ID
   of SIZE bytes.  Returns where it is, to be freed; null if nobody has it, or
   SERVERS is null.  A terminal shows what is waited for.  May take minutes.  */
char *debuginfod_fetch (struct debuginfod *servers, const unsigned char *id,
                        size_t size, const char *name);

/* SERVERS may be null.  */
void debuginfod_close (struct debuginfod *servers);

#endif
