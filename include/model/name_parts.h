/* name_parts.h - what names of functions are put together of: scopes, template
   arguments, and what compilers append for parts and copies of a function.

   Names are demangled ones of C++ and Rust, or plain ones.  They may be
   anything: what is not put together like that stays whole.  */

#ifndef NAME_PARTS_H
#define NAME_PARTS_H

#include <stddef.h>

/* How many bytes of NAME come before what marks it as a part, a copy or the
   like of another function, such as ".part.0", ".constprop.1.isra.0" or
   " [clone .cold]"; all of NAME's if nothing does.  O(length).  */
size_t name_without_clone (const char *name);

/* Copy NAME without its template arguments to TO, which holds strlen (NAME) +
   1 bytes: "map<int, A>::at" becomes "map::at", and in Rust "Vec::<T>::push"
   "Vec::push" and "<Vec<T> as Drop>::drop" "<Vec as Drop>::drop".
   O(length).  */
void name_strip_templates (char *to, const char *name);

/* Where the last component of NAME begins, as "at" of "map<int>::at".  What
   says nothing alone, a lambda or a closure, has the component before it, too:
   "{lambda()#1}::operator()", "run::{closure#0}".  O(length).  */
const char *name_last_component (const char *name);

#endif
