/* woken.c TURNS - waits in many ways while threads start, use processor time
   and end; prints how often each wait ended although nobody woke it.  */

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum
{
  MILLISECONDS = 10,
  KINDS = 10
};

static volatile int is_done;
static volatile sig_atomic_t is_awake;
static volatile long sink;
static int sockets[2], epoll;
static sem_t semaphore;

static void *
burn (void *unused)
{
  for (int i = 0; i < 300000; i++)
    sink += i;
  return unused;
}

/* The C library blocks all signals while it starts and ends a thread.  */
static void *
start_threads (void *unused)
{
  pthread_t threads[4];
  sigset_t alarms;
  sigemptyset (&alarms);
  sigaddset (&alarms, SIGALRM);
  pthread_sigmask (SIG_BLOCK, &alarms, NULL);
  while (!is_done)
    {
      for (int i = 0; i < 4; i++)
        if (pthread_create (&threads[i], NULL, burn, NULL) != 0)
          abort ();
      for (int i = 0; i < 4; i++)
        pthread_join (threads[i], NULL);
    }
  return unused;
}

static void
wake (int number)
{
  (void)number;
  is_awake = 1;
}

/* Wait for SIGALRM, by sigsuspend with MASK or, if that is null, pause.  It
   comes again and again: on a busy machine the first one may come before we
   wait.  */
static int
await_alarm (const sigset_t *mask)
{
  const struct itimerval often
      = { { 0, 1000L * MILLISECONDS }, { 0, 1000L * MILLISECONDS } };
  const struct itimerval never = { 0 };
  is_awake = 0;
  setitimer (ITIMER_REAL, &often, NULL);
  if (mask == NULL)
    pause ();
  else
    sigsuspend (mask);
  setitimer (ITIMER_REAL, &never, NULL);
  return is_awake ? 0 : -1;
}

static int
wait_in_way (int way)
{
  struct timespec time = { 0, MILLISECONDS * 1000000L };
  struct timeval short_time = { 0, MILLISECONDS * 1000L };
  struct epoll_event event;
  sigset_t none;
  char byte;
  switch (way)
    {
    case 0:
      return poll (NULL, 0, MILLISECONDS);
    case 1:
      return nanosleep (&time, NULL);
    case 2:
      return epoll_wait (epoll, &event, 1, MILLISECONDS);
    case 3:
      return select (0, NULL, NULL, NULL, &short_time);
    case 4:
      return recv (sockets[0], &byte, 1, 0) < 0 && errno == EINTR ? -1 : 0;
    case 5:
      clock_gettime (CLOCK_REALTIME, &time);
      time.tv_nsec += MILLISECONDS * 1000000L;
      time.tv_sec += time.tv_nsec / 1000000000;
      time.tv_nsec %= 1000000000;
      return sem_timedwait (&semaphore, &time);
    case 6:
      return usleep (1000 * MILLISECONDS);
    case 7:
      return await_alarm (NULL);
    case 8:
      sigemptyset (&none);
      return await_alarm (&none);
    default:
      return sleep (1) == 0 ? 0 : -1;
    }
}

int
main (int argc, char **argv)
{
  const int turns = argc > 1 ? atoi (argv[1]) : 40;
  const struct timeval time = { 0, 1000L * MILLISECONDS };
  pthread_t thread;
  signal (SIGALRM, wake);
  sem_init (&semaphore, 0, 0);
  epoll = epoll_create1 (0);
  if (socketpair (AF_UNIX, SOCK_STREAM, 0, sockets) != 0
      || setsockopt (sockets[0], SOL_SOCKET, SO_RCVTIMEO, &time, sizeof time)
             != 0
      || pthread_create (&thread, NULL, start_threads, NULL) != 0)
    return 1;
  for (int way = 0; way < KINDS; way++)
    {
      int woken = 0;
      for (int i = 0; i < (way == 9 ? 2 : turns); i++)
        {
          errno = 0;
          if (wait_in_way (way) < 0 && errno != ETIMEDOUT)
            woken++;
        }
      printf ("%d\n", woken);
    }
  is_done = 1;
  pthread_join (thread, NULL);
  return 0;
}
