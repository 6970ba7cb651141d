/* siblings.h - which files of a directory are ordinary ones, by its list.

   Asking the system what each of thousands of files is takes about half as
   long as reading it, and more where files lie on a server.  The list of a
   directory tells the kinds of all that is in it at once.  */

#ifndef SIBLINGS_H
#define SIBLINGS_H

#include <stdbool.h>
#include <stddef.h>

enum
{
  SIBLINGS_LONGEST = 255 /* bytes of a name that is told */
};

/* Zeroed, it tells nothing.

   Of entries that are not ordinary files only the lengths of their names are
   kept: enough to tell most of what is asked, without memory and search.  */
struct siblings
{
  size_t prefix; /* bytes of a name up to its last slash */
  bool are_known;
  bool has_other[SIBLINGS_LONGEST + 1]; /* names of that length */
};

/* Look at the first of the COUNT names NAMES, COUNT > 0, and set *SAME to how
   many of them, at least it, are in its directory according to their text.  If
   they are many, read the list of that directory, which may have twice as many
   entries; otherwise SIBLINGS tells nothing.  That is no failure, whatever the
   reason.  */
void siblings_read (struct siblings *siblings, const char *const *names,
                    size_t count, size_t *same);

/* Is NAME, one of those for which SIBLINGS was read, surely an ordinary file,
   unless it is not there at all?  */
bool siblings_is_ordinary (const struct siblings *siblings, const char *name);

#endif
