/* kinds.c - one function for each of many ways to wait, which prints its name,
   what it called and the nanoseconds that passed there; what ends a wait is
   another thread or process, after some time.

   usage: kinds [MILLISECONDS]  */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/msg.h>
#include <sys/select.h>
#include <sys/sem.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <threads.h>
#include <time.h>
#include <linux/futex.h>
#include <unistd.h>

static long length = 30; /* milliseconds */
static int ends[2];      /* of a pipe, or of two sockets */
static int queue;
static mqd_t messages;
static sem_t semaphore;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t lock_of_many = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_barrier_t barrier;
static int is_true;
static int futex;
static char path[] = "locked";

static long
now (void)
{
  struct timespec time;
  clock_gettime (CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000 + time.tv_nsec;
}

static struct timespec
in (clockid_t clock, long milliseconds)
{
  struct timespec time;
  clock_gettime (clock, &time);
  time.tv_nsec += milliseconds * 1000000;
  time.tv_sec += time.tv_nsec / 1000000000;
  time.tv_nsec %= 1000000000;
  return time;
}

/* Not by a function that is measured.  */
static void
delay (void)
{
  struct timespec time = { length / 1000, length % 1000 * 1000000 };
  syscall (SYS_nanosleep, &time, NULL);
}

#define WAIT(called, statement)                                               \
  __attribute__ ((noinline)) static void in_##called (void)                   \
  {                                                                           \
    const long since = now ();                                                \
    statement;                                                                \
    printf ("in_%s %s %ld\n", #called, #called, now () - since);              \
  }

static char byte;
static struct timespec span;
static struct iovec vector = { &byte, 1 };
static struct msghdr header = { .msg_iov = &vector, .msg_iovlen = 1 };
static struct pollfd polled;
static sigset_t signals;
static int number, epoll;
static struct timeval micro;
static struct epoll_event found;
static FILE *stream;
static char line[80];
static pid_t child;
static pthread_t thread;
static struct flock whole = { .l_type = F_WRLCK };
static struct
{
  long kind;
  char text[8];
} message = { 1, "" };

WAIT (nanosleep, nanosleep (&span, NULL))
WAIT (usleep, usleep ((useconds_t)length * 1000))
WAIT (clock_nanosleep, clock_nanosleep (CLOCK_MONOTONIC, 0, &span, NULL))
WAIT (thrd_sleep, thrd_sleep (&span, NULL))
WAIT (read, read (ends[0], &byte, 1))
WAIT (readv, readv (ends[0], &vector, 1))
WAIT (recv, recv (ends[0], &byte, 1, 0))
WAIT (recvmsg, recvmsg (ends[0], &header, 0))
WAIT (write, while (write (ends[1], line, sizeof line) > 0 && !is_true))
WAIT (poll, poll (&polled, 1, -1))
WAIT (ppoll, ppoll (&polled, 1, NULL, NULL))
WAIT (select, select (0, NULL, NULL, NULL, &micro))
WAIT (pselect, pselect (0, NULL, NULL, NULL, &span, NULL))
WAIT (epoll_wait, epoll_wait (epoll, &found, 1, -1))
WAIT (accept, accept (ends[0], NULL, NULL))
WAIT (fgets, fgets (line, sizeof line, stream))
WAIT (fread, fread (line, 1, 1, stream))
WAIT (getline, {
  char *text = NULL;
  size_t size = 0;
  getline (&text, &size, stream);
  free (text);
})
WAIT (waitpid, waitpid (child, NULL, 0))
WAIT (wait, wait (NULL))
WAIT (sigwait, sigwait (&signals, &number))
WAIT (sigtimedwait, sigtimedwait (&signals, NULL, &span))
WAIT (pthread_mutex_lock, pthread_mutex_lock (&lock))
WAIT (pthread_rwlock_rdlock, pthread_rwlock_rdlock (&lock_of_many))
WAIT (pthread_rwlock_wrlock, pthread_rwlock_wrlock (&lock_of_many))
WAIT (pthread_cond_wait,
      while (!is_true) pthread_cond_wait (&condition, &lock))
WAIT (pthread_cond_timedwait, {
  struct timespec at = in (CLOCK_REALTIME, length);
  pthread_cond_timedwait (&condition, &lock, &at);
})
WAIT (pthread_barrier_wait, pthread_barrier_wait (&barrier))
WAIT (pthread_join, pthread_join (thread, NULL))
WAIT (sem_wait, sem_wait (&semaphore))
WAIT (sem_timedwait, {
  struct timespec at = in (CLOCK_REALTIME, length);
  sem_timedwait (&semaphore, &at);
})
WAIT (flock, flock (number, LOCK_EX))
WAIT (fcntl, fcntl (number, F_OFD_SETLKW, &whole))
WAIT (msgrcv, msgrcv (queue, &message, sizeof message.text, 0, 0))
WAIT (mq_receive, mq_receive (messages, line, sizeof line, NULL))
WAIT (system, {
  char text[40];
  snprintf (text, sizeof text, "exec sleep 0.%03ld", length);
  if (system (text) != 0)
    exit (1);
})
WAIT (raw, syscall (SYS_futex, &futex, FUTEX_WAIT, 0, &span, NULL, 0))

/* ------------------------------------------------------ what ends a wait */

static void *
nothing (void *unused)
{
  delay ();
  return unused;
}

static void *
put (void *unused)
{
  delay ();
  if (write (ends[1], "x\n", 2) != 2)
    exit (1);
  return unused;
}

static void *
take (void *unused)
{
  static char much[1 << 16];
  delay ();
  is_true = 1;
  while (read (ends[0], much, sizeof much) == sizeof much)
    ;
  return unused;
}

static void *
call (void *to)
{
  int caller = socket (AF_INET, SOCK_STREAM, 0);
  delay ();
  if (connect (caller, to, sizeof (struct sockaddr_in)) != 0)
    exit (1);
  return NULL;
}

static void *
send_signal (void *to)
{
  delay ();
  pthread_kill (*(pthread_t *)to, SIGUSR1);
  return NULL;
}

static sem_t is_held;

#define HOLD(name, take, give)                                                \
  static void *hold_##name (void *unused)                                     \
  {                                                                           \
    take;                                                                     \
    sem_post (&is_held);                                                      \
    delay ();                                                                 \
    give;                                                                     \
    return unused;                                                            \
  }

HOLD (mutex, pthread_mutex_lock (&lock), pthread_mutex_unlock (&lock))
HOLD (rwlock, pthread_rwlock_wrlock (&lock_of_many),
      pthread_rwlock_unlock (&lock_of_many))
HOLD (barrier, , pthread_barrier_wait (&barrier))
HOLD (semaphore, , sem_post (&semaphore))
HOLD (queue, , msgsnd (queue, &message, 1, 0))
HOLD (messages, , mq_send (messages, "x", 1, 0))
HOLD (condition, , {
  pthread_mutex_lock (&lock);
  is_true = 1;
  pthread_cond_signal (&condition);
  pthread_mutex_unlock (&lock);
})
static int holder;
HOLD (
    flock,
    {
      holder = open (path, O_RDWR);
      flock (holder, LOCK_EX);
    },
    close (holder))
HOLD (
    fcntl,
    {
      struct flock all = { .l_type = F_WRLCK };
      holder = open (path, O_RDWR);
      fcntl (holder, F_OFD_SETLK, &all);
    },
    close (holder))

/* Let WAIT wait until FUNCTION has done its part.  */
static void
with (void *(*function) (void *), void *argument, void (*wait) (void))
{
  pthread_t other;
  if (pthread_create (&other, NULL, function, argument) != 0)
    exit (1);
  wait ();
  pthread_join (other, NULL);
}

/* The same when FUNCTION holds what is waited for.  */
static void
against (void *(*function) (void *), void (*wait) (void))
{
  pthread_t other;
  if (pthread_create (&other, NULL, function, NULL) != 0)
    exit (1);
  while (sem_trywait (&is_held) != 0)
    sched_yield ();
  wait ();
  pthread_join (other, NULL);
}

static pid_t
made (void)
{
  pid_t process = fork ();
  if (process == 0)
    {
      delay ();
      _exit (0);
    }
  return process;
}

/* Take what put has left.  */
static void
drain (void)
{
  if (read (ends[0], line, sizeof line) <= 0)
    exit (1);
}

static void
through_files (void)
{
  if (pipe (ends) != 0)
    exit (1);
  with (put, NULL, in_read);
  drain ();
  with (put, NULL, in_readv);
  polled = (struct pollfd){ .fd = ends[0], .events = POLLIN };
  drain ();
  with (put, NULL, in_poll);
  drain ();
  with (put, NULL, in_ppoll);
  drain ();
  epoll = epoll_create1 (0);
  struct epoll_event wanted = { .events = EPOLLIN };
  epoll_ctl (epoll, EPOLL_CTL_ADD, ends[0], &wanted);
  with (put, NULL, in_epoll_wait);
  drain ();
  stream = fdopen (ends[0], "r");
  with (put, NULL, in_fgets);
  with (put, NULL, in_getline);
  with (put, NULL, in_fread);
  fcntl (ends[0], F_SETFL, O_NONBLOCK);
  with (take, NULL, in_write);
  in_select ();
  in_pselect ();
}

static void
through_sockets (void)
{
  struct sockaddr_in here = { .sin_family = AF_INET };
  socklen_t size = sizeof here;
  if (socketpair (AF_UNIX, SOCK_STREAM, 0, ends) != 0)
    exit (1);
  with (put, NULL, in_recv);
  drain ();
  with (put, NULL, in_recvmsg);
  here.sin_addr.s_addr = htonl (INADDR_LOOPBACK);
  ends[0] = socket (AF_INET, SOCK_STREAM, 0);
  if (bind (ends[0], (struct sockaddr *)&here, size) != 0
      || listen (ends[0], 1) != 0
      || getsockname (ends[0], (struct sockaddr *)&here, &size) != 0)
    exit (1);
  with (call, &here, in_accept);
}

static void
through_threads (void)
{
  pthread_barrier_init (&barrier, NULL, 2);
  against (hold_mutex, in_pthread_mutex_lock);
  is_true = 0;
  against (hold_condition, in_pthread_cond_wait);
  in_pthread_cond_timedwait ();
  pthread_mutex_unlock (&lock);
  against (hold_rwlock, in_pthread_rwlock_rdlock);
  pthread_rwlock_unlock (&lock_of_many);
  against (hold_rwlock, in_pthread_rwlock_wrlock);
  pthread_rwlock_unlock (&lock_of_many);
  against (hold_barrier, in_pthread_barrier_wait);
  against (hold_semaphore, in_sem_wait);
  in_sem_timedwait ();
  if (pthread_create (&thread, NULL, nothing, NULL) != 0)
    exit (1);
  in_pthread_join ();
}

static void
through_processes (void)
{
  pthread_t self = pthread_self ();
  child = made ();
  in_waitpid ();
  child = made ();
  in_wait ();
  with (send_signal, &self, in_sigwait);
  in_sigtimedwait ();
  in_system ();
  number = open (path, O_RDWR | O_CREAT, 0600);
  against (hold_flock, in_flock);
  flock (number, LOCK_UN);
  against (hold_fcntl, in_fcntl);
  queue = msgget (IPC_PRIVATE, 0600);
  if (queue >= 0)
    against (hold_queue, in_msgrcv);
  msgctl (queue, IPC_RMID, NULL);
  struct mq_attr form = { .mq_maxmsg = 1, .mq_msgsize = sizeof line };
  char name[40];
  snprintf (name, sizeof name, "/kinds.%d", (int)getpid ());
  messages = mq_open (name, O_RDWR | O_CREAT, 0600, &form);
  mq_unlink (name);
  if (messages != (mqd_t)-1)
    against (hold_messages, in_mq_receive);
}

int
main (int argc, char **argv)
{
  if (argc > 1)
    length = atol (argv[1]);
  span = (struct timespec){ length / 1000, length % 1000 * 1000000 };
  sem_init (&semaphore, 0, 0);
  sem_init (&is_held, 0, 0);
  sigemptyset (&signals);
  sigaddset (&signals, SIGUSR1);
  sigprocmask (SIG_BLOCK, &signals, NULL);
  in_nanosleep ();
  in_usleep ();
  in_clock_nanosleep ();
  in_thrd_sleep ();
  micro = (struct timeval){ length / 1000, length % 1000 * 1000 };
  through_files ();
  through_sockets ();
  through_threads ();
  through_processes ();
  in_raw ();
  return 0;
}
