/* image_opcodes.c - libopcodes, loaded when it is needed.

   Its tables are full of pointers, which the dynamic linker relocates whenever
   a program starts that has them.  That took a third of the time and a quarter
   of the memory of a run on a small program, and very few runs look at
   instructions.  So libopcodes is not linked like libbfd, but loaded under the
   name (OPCODES_SONAME) that configure found.  The name contains the version,
   because the interface changes with it, and libbfd's types are the same in
   both.  The library comes with a libbfd of its own, which we never call.  Where
   there is no such library, libopcodes is linked.  */

#include "config.h"

#ifdef HAVE_OPCODES

#include "image_opcodes.h"

#ifdef OPCODES_SONAME

#include <errno.h>

#include "base/i18n.h"
#include "base/library.h"

enum status
opcodes_open (struct opcodes *opcodes, bool is_required, struct diag *diag)
{
  errno = 0;
  void *library = dlopen (OPCODES_SONAME, RTLD_NOW | RTLD_LOCAL);
  *opcodes = (struct opcodes){ .library = library };
  if (library != NULL
      && library_find (library, "disassembler", &opcodes->disassembler)
      && library_find (library, "init_disassemble_info",
                       &opcodes->init_disassemble_info)
      && library_find (library, "disassemble_init_for_target",
                       &opcodes->disassemble_init_for_target)
      && library_find (library, "disassemble_free_target",
                       &opcodes->disassemble_free_target))
    return STATUS_OK;
  /* Only errno distinguishes a lack of memory from a missing library.  */
  const enum status status
      = errno == ENOMEM
            ? diag_no_memory (diag)
            : diag_warn_or_fail (diag, is_required, STATUS_UNSUPPORTED, NULL,
                                 _ ("the disassembler cannot be loaded: %s"),
                                 dlerror ());
  opcodes_close (opcodes);
  return status;
}

void
opcodes_close (struct opcodes *opcodes)
{
  if (opcodes->library != NULL)
    dlclose (opcodes->library);
  opcodes->library = NULL;
}

#else

enum status
opcodes_open (struct opcodes *opcodes, bool is_required, struct diag *diag)
{
  (void)is_required;
  (void)diag;
  *opcodes = (struct opcodes){ disassembler, init_disassemble_info,
                               disassemble_init_for_target,
                               disassemble_free_target, NULL };
  return STATUS_OK;
}

void
opcodes_close (struct opcodes *opcodes)
{
  (void)opcodes;
}

#endif
#endif
