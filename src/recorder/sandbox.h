/* sandbox.h - the program forbids itself system calls (seccomp).
   SPDX-License-Identifier: 0BSD

   From then on the recorder makes none, so it has memory set aside before: a
   part of the live file.  What finds no space there is counted as lost.  Of the
   shared library only, as it takes the place of prctl and syscall.  */

#ifndef RECORDER_SANDBOX_H
#define RECORDER_SANDBOX_H

#include <stdbool.h>

/* The calling thread, or if OF_ALL each, is about to enter a sandbox, in which
   the threads will be, too, that it starts: strict mode if FILTER is null, else
   what this struct sock_fprog says.  Whether the recorder was outside of one
   until now.  */
bool gprofh_enter_sandbox (const void *filter, bool of_all);

/* The system has refused it.  */
void gprofh_leave_sandbox (void);

#endif
