/* paths.h - what the names of files lead to.  */

#ifndef PATHS_H
#define PATHS_H

#include <dirent.h>
#include <stdbool.h>

/* Does NAME lead to an ordinary file?  Opens nothing, since that would wake the
   writer of a pipe.  */
bool path_is_regular (const char *name);

/* Is NAME, of an input file, that of an ordinary file, and not "-" for standard
   input?  */
bool path_names_file (const char *name);

/* Does the directory that ENTRY is of say that it is an ordinary file?  Not
   all do, nor of links to one.  */
bool path_entry_is_regular (const struct dirent *entry);

/* The directory of the file NAME, with all links followed, without a slash at
   its end, to be freed; null if there is no such file.  */
char *path_real_directory (const char *name);

#endif
