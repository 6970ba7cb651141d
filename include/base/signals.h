/* signals.h - signals that are waited for.  So there is no handler, which could
   change nothing but globals.  */

#ifndef SIGNALS_H
#define SIGNALS_H

#include <signal.h>

enum
{
  SIGNAL_NAME_MOST = 32
};

/* How signals were handled before.  */
struct signals
{
  sigset_t mask;
  struct sigaction child;
};

/* Hold back SIGCHLD, SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGTSTP, SIGALRM and
   SIGWINCH from now on; none of them has an effect but in signals_wait.  */
void signals_hold (struct signals *signals);

/* Wait for the next one and take it.  Returns its number.  */
int signals_wait (void);

/* Stop this process, as SIGTSTP does where there is job control.  Returns when
   it goes on.  */
void signals_stop (void);

/* Let signals have the effects that they had before.  SIGINT, SIGQUIT and
   SIGALRM that came and were not waited for are forgotten, all others have
   theirs now.  */
void signals_release (const struct signals *signals);

/* Hold back SIGPIPE, for libraries that write to sockets, and keep in *MASK what
   was held back before; and let it have that effect again, without those that
   came meanwhile.  */
void signals_hold_pipe (sigset_t *mask);
void signals_release_pipe (const sigset_t *mask);

/* Fill NAME with what signal NUMBER is called, such as SIGSEGV or SIGRTMIN+3;
   or with its number, where the system does not tell.  */
void signals_name (int number, char name[SIGNAL_NAME_MOST]);

#endif
