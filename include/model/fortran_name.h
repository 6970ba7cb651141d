/* fortran_name.h - procedures of modules of Fortran, as programmers write
   them.  */

#ifndef FORTRAN_NAME_H
#define FORTRAN_NAME_H

/* MODULE::PROCEDURE, to be freed, if NAME, which is the linker's without the
   target's prefix, is what gfortran or flang calls a procedure of a module,
   "__solver_MOD_step" or "_QMsolverPstep"; else null.  Submodules and host
   procedures are components of their own, and what follows the name from a dot
   or an @ on, such as ".constprop.0", follows here, too.

   Nothing but the form decides.  Fortran has no case, and compilers write what
   the source names in lower case, so few names of C look like that; and they
   would be reserved there.  O(length).  */
char *fortran_name (const char *name);

#endif
