/* test_signals.c - what signals are called (R20.65).  */

#include "config.h"

#include <signal.h>

#include "base/signals.h"
#include "tap.h"

static void
check (int number, const char *expected)
{
  char name[SIGNAL_NAME_MOST];
  signals_name (number, name);
  is_text (name, expected, "signal %d", number);
}

int
main (void)
{
  char number[SIGNAL_NAME_MOST];
#ifdef HAVE_SIGABBREV_NP
  check (SIGSEGV, "SIGSEGV");
  check (SIGTERM, "SIGTERM");
#else
  check (SIGSEGV, "11");
#endif
  check (SIGRTMIN, "SIGRTMIN+0");
  check (SIGRTMIN + 3, "SIGRTMIN+3");
  snprintf (number, sizeof number, "SIGRTMIN+%d", SIGRTMAX - SIGRTMIN);
  check (SIGRTMAX, number);
  /* The C library keeps some before them for itself.  */
  snprintf (number, sizeof number, "%d", SIGRTMIN - 1);
  check (SIGRTMIN - 1, number);
  snprintf (number, sizeof number, "%d", SIGRTMAX + 1);
  check (SIGRTMAX + 1, number);
  return done ();
}
