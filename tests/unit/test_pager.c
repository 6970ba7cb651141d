/* test_pager.c - while a pager runs, what the terminal sends is for it; behind
   it every signal is as before (R14.145).  */

#include "config.h"

#include "base/pager.h"

#include <stdlib.h>
#include <unistd.h>

#include "tap.h"

static const int signals[] = { SIGINT, SIGQUIT, SIGPIPE };

static void
handle (int number)
{
  (void)number;
}

static void
install (void)
{
  struct sigaction action = { 0 };
  action.sa_handler = handle;
  sigemptyset (&action.sa_mask);
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
    sigaction (signals[i], &action, NULL);
}

static void
check_handlers (void (*expected) (int), const char *when)
{
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
    {
      struct sigaction now;
      ok (sigaction (signals[i], NULL, &now) == 0
              && now.sa_handler == expected,
          "signal %d %s", signals[i], when);
    }
}

int
main (void)
{
  static struct output output;
  struct diag diag = { 0 };
  struct pager pager = { 0 };
  setenv ("GPROF_PAGER", "cat >/dev/null", 1);
  install ();
  output_open (&output, STDOUT_FILENO);
  pager_use (&pager, &output, &diag);
  check_handlers (handle, "is the program's before");
  output_text (&output, "a listing\n");
  output_flush (&output);
  check_handlers (SIG_IGN, "is ignored meanwhile");
  is_u64 (output_close (&output, "the pager", &diag), STATUS_OK, "closed");
  pager_end (&pager);
  check_handlers (handle, "is the program's again");
  diag_release (&diag);
  return done ();
}
