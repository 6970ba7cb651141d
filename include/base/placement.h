/* placement.h - where functions stand in the program.  */

#ifndef PLACEMENT_H
#define PLACEMENT_H

/* In front of a function that most runs execute, in a module of which they
   need nothing else.  Compilers let such functions stand together, so that the
   rest of the module does not come into memory with them: see src/common.am,
   which leaves out these modules.  */
#ifdef __GNUC__
#define EVERY_RUN __attribute__ ((hot))
#else
#define EVERY_RUN
#endif

#endif
