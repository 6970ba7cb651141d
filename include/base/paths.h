/* paths.h - what the names of files lead to.  */

#ifndef PATHS_H
#define PATHS_H

#include <stdbool.h>

/* The part of NAME after its last slash.  */
const char *path_base (const char *name);

/* Does NAME lead to an ordinary file?  Opens nothing, since that would wake the
   writer of a pipe.  */
bool path_is_regular (const char *name);

/* The same, but not for files that the kernel makes up when they are read, those
   of /proc and the like: reading one may wait, or change something.  */
bool path_is_stored (const char *name);

/* Is NAME, of an input file, that of an ordinary file, and not "-" for standard
   input?  */
bool path_names_file (const char *name);

/* The directory of the file NAME, with all links followed, without a slash at
   its end, to be freed; null if there is no such file.  */
char *path_real_directory (const char *name);

#endif
