/* pager.h - a listing is shown by another program, one screen at a time.  */

#ifndef PAGER_H
#define PAGER_H

#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

#include "base/diag.h"
#include "base/output.h"

enum
{
  PAGER_SIGNALS = 3
};

/* A pager while it runs; zeroed when none does.  */
struct pager
{
  pid_t process;
  struct diag *diag;
  struct sigaction before[PAGER_SIGNALS];
};

/* Let what is written to OUTPUT, which is a terminal, pass the pager that the
   environment names (R14.145), if it names one; the pager is started when the
   first byte is written.  While it runs, Ctrl-C is left to it, and DIAG holds
   back messages that would go to its screen; a pager that cannot be run is
   replaced by none, with a warning.  PAGER is zeroed before, and ended whatever
   happens.  */
void pager_use (struct pager *pager, struct output *output, struct diag *diag);

/* Wait until PAGER, if it runs, has ended; its output was closed before.  */
void pager_end (struct pager *pager);

#endif
