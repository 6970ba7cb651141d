/* exit-on-term.c - a program that is ended by a signal leaves a profile.

   SPDX-License-Identifier: 0BSD

   Link this with the program, with -pthread.  A thread that is started before
   main calls exit, which writes the profile, when SIGTERM or SIGINT has come.
   The handler itself must not: the signal may have come in the midst of
   malloc.  Programs that handle these signals do not need this.  */

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>

static sem_t ended;

static void
note_end (int number)
{
  (void)number;
  sem_post (&ended);
}

static void *
wait_and_exit (void *unused)
{
  (void)unused;
  while (sem_wait (&ended) != 0 && errno == EINTR)
    ;
  exit (EXIT_SUCCESS);
}

__attribute__ ((constructor)) static void
start (void)
{
  pthread_t thread;
  struct sigaction action = { 0 };

  action.sa_handler = note_end;
  action.sa_flags = SA_RESTART;
  sigemptyset (&action.sa_mask);
  if (sem_init (&ended, 0, 0) != 0
      || pthread_create (&thread, NULL, wait_and_exit, NULL) != 0)
    abort ();
  pthread_detach (thread);
  sigaction (SIGTERM, &action, NULL);
  sigaction (SIGINT, &action, NULL);
}
