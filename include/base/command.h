/* command.h - other programs: helpers, and one in the place of this one, with
   its own standard streams and the signals that are meant for it.  */

#ifndef COMMAND_H
#define COMMAND_H

#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

#include "base/memory.h"
#include "base/signals.h"

/* Start FILE, looked for in PATH if it has no slash, with ARGUMENTS, which a null
   ends, and our environment.  Those of STREAMS that are not negative become its
   standard input, output and error; it takes the signals of DEFAULTS in the
   usual way.  Returns 0 or an errno value.  */
int command_spawn (pid_t *process, const char *file, char *const *arguments,
                   const int streams[3], const sigset_t *defaults);

/* The statuses of a shell for what cannot be run.  */
enum
{
  COMMAND_NOT_EXECUTABLE = 126,
  COMMAND_NOT_FOUND = 127,
  COMMAND_SIGNAL = 128 /* and the number of the signal that ended it */
};

/* A program that runs, or has.  */
struct command
{
  pid_t process;
  bool runs;
  int status;          /* as of waitpid, when it has ended; */
  double elapsed;      /* seconds that it took then, */
  double user, system; /* of the processor also those of the processes
                               that it waited for, */
  double processor;    /* and their sum */
};

/* The file that a shell would run for NAME, in MEMORY or NAME itself: NAME if
   it has a slash, else the first executable one in PATH.  Null if there is
   none.  */
const char *command_find (const char *name, struct arena *memory);

/* Start the file FILE with ARGUMENTS, which a null ends, and the environment
   VARIABLES, likewise, while SIGNALS are held back from this process; in the
   program they are as they were before.  OUTPUT, unless it is negative, takes
   the place of those of standard output and error that are terminals.  PREPARE
   is called with CONTEXT and the new process, in this one and in that, before
   it runs the file, so that it may complete VARIABLES.  Returns 0 or an errno
   value; then nothing runs.  */
int command_start (struct command *command, const char *file,
                   char *const *arguments, char *const *variables,
                   const struct signals *signals, int output,
                   void (*prepare) (void *context, pid_t process),
                   void *context);

/* Wait until the program has ended: 0; or until another signal came that is
   held back, and that is not for the program: its number.  SIGINT and SIGQUIT,
   which a terminal sends to both, are left to it; SIGTERM and SIGHUP are
   passed on.  */
int command_wait (struct command *command);

/* The status of a shell for that of waitpid.  */
int command_shell_status (int status);

#endif
