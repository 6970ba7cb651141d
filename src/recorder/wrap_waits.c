/* wrap_waits.c - libgprof-waits.so: functions of the C library that may wait,
   which it stands in for.
   SPDX-License-Identifier: 0BSD

   Each calls the function that would be called without this library and asks the
   recorder, libgprof-helper.so, to measure how long that takes; without that
   library it does no more than call.  What only takes a lock tries that first, so
   that a lock that is free costs as much as before.  Not here: functions that only
   may wait for the system's own doings (open, mmap, malloc), sched_yield, and
   syscall, by which a program does what the C library has no function for.  */

/* These would let headers define some of them, or call them otherwise.  */
#undef _FORTIFY_SOURCE
#undef _FILE_OFFSET_BITS
#undef _TIME_BITS
#ifndef __NO_INLINE__
#define __NO_INLINE__ 1
#endif

#include <aio.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <netdb.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/sem.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <termios.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#include "model/wait_functions.h"
#include "recorder/waits.h"

/* What this library may be without.  */
#pragma weak gprofh_waits_come
#pragma weak gprofh_wait_begins
#pragma weak gprofh_wait_ends
#pragma weak gprofh_wait_is_left

#ifdef __GLIBC__
/* Since 2.32.  */
extern char __libc_single_threaded;
#pragma weak __libc_single_threaded
#endif

typedef const struct timespec timeout;

/* The function that would be called without this library.  All of these are in
   one section, so that they can be looked up together.  */
struct next
{
  const char *name;
  void *function; /* null if it is not known yet, or not there */
};

extern struct next __start_gprofh_next[], __stop_gprofh_next[];

/* Of the functions of conditions there are older ones, for programs of the last
   century, which dlsym may find first.  */
static void
look_up (struct next *next)
{
#ifdef __GLIBC__
  next->function = dlvsym (RTLD_NEXT, next->name, "GLIBC_2.3.2");
#endif
  if (next->function == NULL)
    next->function = dlsym (RTLD_NEXT, next->name);
}

__attribute__ ((constructor)) static void
look_up_all (void)
{
  for (struct next *next = __start_gprofh_next; next < __stop_gprofh_next;
       next++)
    look_up (next);
  if (gprofh_waits_come != NULL)
    gprofh_waits_come ();
}

#define NEXT_FUNCTION(type, name, parameters)                                 \
  typedef type name##_function parameters;                                    \
  static struct next name##_next __attribute__ ((section ("gprofh_next")))    \
  = { #name, NULL };                                                          \
  static inline name##_function *next_##name (void)                           \
  {                                                                           \
    /* For a constructor that comes before ours.  */                          \
    if (__builtin_expect (name##_next.function == NULL, 0))                   \
      look_up (&name##_next);                                                 \
    return (name##_function *)(uintptr_t)name##_next.function;                \
  }

#define BEGIN(as)                                                             \
  struct gprofh_wait measured;                                                \
  const bool is_measured                                                      \
      = gprofh_wait_begins != NULL                                            \
        && gprofh_wait_begins (&measured, WAIT_##as,                          \
                               (uintptr_t)__builtin_extract_return_addr (     \
                                   __builtin_return_address (0)))

#define END()                                                                 \
  if (is_measured)                                                            \
  gprofh_wait_ends (&measured)

/* The function NAME is measured, as a wait in AS.  */
#define WAIT(type, name, as, parameters, arguments)                           \
  NEXT_FUNCTION (type, name, parameters)                                      \
  EXPORTED type name parameters;                                              \
  type name parameters                                                        \
  {                                                                           \
    BEGIN (as);                                                               \
    type const result = next_##name () arguments;                             \
    END ();                                                                   \
    return result;                                                            \
  }

/* Likewise, unless TAKE takes the lock at once: it is BUSY otherwise.  */
#define TRY_LOCK(name, take, busy, parameters, arguments)                     \
  EXPORTED int name parameters;                                               \
  int name parameters                                                         \
  {                                                                           \
    const int tried = take (lock);                                            \
    if (__builtin_expect (tried != (busy), 1))                                \
      return tried;                                                           \
    BEGIN (name);                                                             \
    const int result = next_##name () arguments;                              \
    END ();                                                                   \
    return result;                                                            \
  }

#define LOCK(name, try, busy, parameters, arguments)                          \
  NEXT_FUNCTION (int, name, parameters)                                       \
  TRY_LOCK (name, next_##try (), busy, parameters, arguments)

/* ------------------------------------------------------------------- sleep */

WAIT (unsigned, sleep, sleep, (unsigned seconds), (seconds))
WAIT (int, usleep, usleep, (useconds_t time), (time))
WAIT (int, nanosleep, nanosleep, (timeout * time, struct timespec *left),
      (time, left))
WAIT (int, clock_nanosleep, clock_nanosleep,
      (clockid_t clock, int flags, timeout *time, struct timespec *left),
      (clock, flags, time, left))
WAIT (int, thrd_sleep, thrd_sleep, (timeout * time, struct timespec *left),
      (time, left))

/* ------------------------------------------------------------------- files */

WAIT (ssize_t, read, read, (int file, void *to, size_t size), (file, to, size))
WAIT (ssize_t, __read_chk, read,
      (int file, void *to, size_t size, size_t most), (file, to, size, most))
WAIT (ssize_t, readv, readv, (int file, const struct iovec *to, int count),
      (file, to, count))
WAIT (ssize_t, pread, pread, (int file, void *to, size_t size, off_t at),
      (file, to, size, at))
WAIT (ssize_t, __pread_chk, pread,
      (int file, void *to, size_t size, off_t at, size_t most),
      (file, to, size, at, most))
WAIT (ssize_t, preadv, preadv,
      (int file, const struct iovec *to, int count, off_t at),
      (file, to, count, at))
WAIT (ssize_t, write, write, (int file, const void *from, size_t size),
      (file, from, size))
WAIT (ssize_t, writev, writev, (int file, const struct iovec *from, int count),
      (file, from, count))
WAIT (ssize_t, pwrite, pwrite,
      (int file, const void *from, size_t size, off_t at),
      (file, from, size, at))
WAIT (ssize_t, pwritev, pwritev,
      (int file, const struct iovec *from, int count, off_t at),
      (file, from, count, at))
WAIT (int, fsync, fsync, (int file), (file))
WAIT (int, fdatasync, fdatasync, (int file), (file))
WAIT (int, msync, msync, (void *at, size_t size, int flags), (at, size, flags))
WAIT (ssize_t, sendfile, sendfile, (int to, int from, off_t *at, size_t size),
      (to, from, at, size))
WAIT (int, flock, flock, (int file, int how), (file, how))
WAIT (int, lockf, lockf, (int file, int how, off_t size), (file, how, size))
WAIT (int, tcdrain, tcdrain, (int file), (file))
WAIT (int, aio_suspend, aio_suspend,
      (const struct aiocb *const list[], int count, timeout *time),
      (list, count, time))

#ifdef __GLIBC__
WAIT (ssize_t, pread64, pread, (int file, void *to, size_t size, off64_t at),
      (file, to, size, at))
WAIT (ssize_t, __pread64_chk, pread,
      (int file, void *to, size_t size, off64_t at, size_t most),
      (file, to, size, at, most))
WAIT (ssize_t, preadv64, preadv,
      (int file, const struct iovec *to, int count, off64_t at),
      (file, to, count, at))
WAIT (ssize_t, pwrite64, pwrite,
      (int file, const void *from, size_t size, off64_t at),
      (file, from, size, at))
WAIT (ssize_t, pwritev64, pwritev,
      (int file, const struct iovec *from, int count, off64_t at),
      (file, from, count, at))
WAIT (ssize_t, sendfile64, sendfile,
      (int to, int from, off64_t *at, size_t size), (to, from, at, size))
WAIT (int, lockf64, lockf, (int file, int how, off64_t size),
      (file, how, size))
WAIT (ssize_t, splice, splice,
      (int from, off64_t *from_at, int to, off64_t *to_at, size_t size,
       unsigned flags),
      (from, from_at, to, to_at, size, flags))
WAIT (ssize_t, copy_file_range, copy_file_range,
      (int from, off64_t *from_at, int to, off64_t *to_at, size_t size,
       unsigned flags),
      (from, from_at, to, to_at, size, flags))
WAIT (int, sync_file_range, sync_file_range,
      (int file, off64_t at, off64_t size, unsigned flags),
      (file, at, size, flags))
#endif

#ifndef F_OFD_SETLKW
#define F_OFD_SETLKW 38
#endif
#ifndef F_SETLKW64
#define F_SETLKW64 F_SETLKW
#endif

/* Whatever the last argument is, it has the place of a pointer.  */
#define FILE_CONTROL(name)                                                    \
  NEXT_FUNCTION (int, name, (int file, int what, ...))                        \
  EXPORTED int name (int file, int what, ...);                                \
  int name (int file, int what, ...)                                          \
  {                                                                           \
    va_list list;                                                             \
    va_start (list, what);                                                    \
    void *argument = va_arg (list, void *);                                   \
    va_end (list);                                                            \
    if (what != F_SETLKW && what != F_SETLKW64 && what != F_OFD_SETLKW)       \
      return next_##name () (file, what, argument);                           \
    BEGIN (fcntl);                                                            \
    const int result = next_##name () (file, what, argument);                 \
    END ();                                                                   \
    return result;                                                            \
  }

FILE_CONTROL (fcntl)
#ifdef __GLIBC__
FILE_CONTROL (fcntl64)
#endif

/* ------------------------------------------------- several files at a time */

WAIT (int, poll, poll, (struct pollfd * files, nfds_t count, int time),
      (files, count, time))
WAIT (int, __poll_chk, poll,
      (struct pollfd * files, nfds_t count, int time, size_t size),
      (files, count, time, size))
WAIT (int, ppoll, ppoll,
      (struct pollfd * files, nfds_t count, timeout *time,
       const sigset_t *mask),
      (files, count, time, mask))
WAIT (int, __ppoll_chk, ppoll,
      (struct pollfd * files, nfds_t count, timeout *time,
       const sigset_t *mask, size_t size),
      (files, count, time, mask, size))
WAIT (int, select, select,
      (int count, fd_set *readable, fd_set *writable, fd_set *others,
       struct timeval *time),
      (count, readable, writable, others, time))
WAIT (int, pselect, pselect,
      (int count, fd_set *readable, fd_set *writable, fd_set *others,
       timeout *time, const sigset_t *mask),
      (count, readable, writable, others, time, mask))
WAIT (int, epoll_wait, epoll_wait,
      (int epoll, struct epoll_event *events, int most, int time),
      (epoll, events, most, time))
WAIT (int, epoll_pwait, epoll_pwait,
      (int epoll, struct epoll_event *events, int most, int time,
       const sigset_t *mask),
      (epoll, events, most, time, mask))
WAIT (int, epoll_pwait2, epoll_pwait2,
      (int epoll, struct epoll_event *events, int most, timeout *time,
       const sigset_t *mask),
      (epoll, events, most, time, mask))

/* ----------------------------------------------------------------- sockets */

/* The C library's headers have a union of all kinds of addresses here, which is
   passed like a pointer.  */
#ifdef __GLIBC__
typedef __SOCKADDR_ARG any_address;
typedef __CONST_SOCKADDR_ARG any_constant_address;
#else
typedef struct sockaddr *any_address;
typedef const struct sockaddr *any_constant_address;
#endif

WAIT (int, accept, accept, (int file, any_address of, socklen_t *size),
      (file, of, size))
WAIT (int, accept4, accept4,
      (int file, any_address of, socklen_t *size, int flags),
      (file, of, size, flags))
WAIT (int, connect, connect,
      (int file, any_constant_address to, socklen_t size), (file, to, size))
WAIT (ssize_t, recv, recv, (int file, void *to, size_t size, int flags),
      (file, to, size, flags))
WAIT (ssize_t, __recv_chk, recv,
      (int file, void *to, size_t size, size_t most, int flags),
      (file, to, size, most, flags))
WAIT (ssize_t, recvfrom, recvfrom,
      (int file, void *to, size_t size, int flags, any_address of,
       socklen_t *length),
      (file, to, size, flags, of, length))
WAIT (ssize_t, __recvfrom_chk, recvfrom,
      (int file, void *to, size_t size, size_t most, int flags, any_address of,
       socklen_t *length),
      (file, to, size, most, flags, of, length))
WAIT (ssize_t, recvmsg, recvmsg, (int file, struct msghdr *message, int flags),
      (file, message, flags))
#ifdef __GLIBC__
WAIT (int, recvmmsg, recvmmsg,
      (int file, struct mmsghdr *messages, unsigned count, int flags,
       struct timespec *time),
      (file, messages, count, flags, time))
#endif
WAIT (ssize_t, send, send,
      (int file, const void *from, size_t size, int flags),
      (file, from, size, flags))
WAIT (ssize_t, sendto, sendto,
      (int file, const void *from, size_t size, int flags,
       any_constant_address to, socklen_t length),
      (file, from, size, flags, to, length))
WAIT (ssize_t, sendmsg, sendmsg,
      (int file, const struct msghdr *message, int flags),
      (file, message, flags))
#ifdef __GLIBC__
WAIT (int, sendmmsg, sendmmsg,
      (int file, struct mmsghdr *messages, unsigned count, int flags),
      (file, messages, count, flags))
#endif
WAIT (int, getaddrinfo, getaddrinfo,
      (const char *name, const char *service, const struct addrinfo *hints,
       struct addrinfo **found),
      (name, service, hints, found))
WAIT (int, getnameinfo, getnameinfo,
      (const struct sockaddr *of, socklen_t size, char *name,
       socklen_t name_size, char *service, socklen_t service_size, int flags),
      (of, size, name, name_size, service, service_size, flags))
WAIT (struct hostent *, gethostbyname, gethostbyname, (const char *name),
      (name))
WAIT (struct hostent *, gethostbyname2, gethostbyname2,
      (const char *name, int kind), (name, kind))
WAIT (struct hostent *, gethostbyaddr, gethostbyaddr,
      (const void *of, socklen_t size, int kind), (of, size, kind))
WAIT (int, gethostbyname_r, gethostbyname_r,
      (const char *name, struct hostent *to, char *space, size_t size,
       struct hostent **found, int *failed),
      (name, to, space, size, found, failed))
WAIT (int, gethostbyaddr_r, gethostbyaddr_r,
      (const void *of, socklen_t length, int kind, struct hostent *to,
       char *space, size_t size, struct hostent **found, int *failed),
      (of, length, kind, to, space, size, found, failed))

/* --------------------------------------------------- processes and signals */

WAIT (pid_t, wait, wait, (int *status), (status))
WAIT (pid_t, waitpid, waitpid, (pid_t process, int *status, int flags),
      (process, status, flags))
WAIT (pid_t, wait3, wait3, (int *status, int flags, struct rusage *usage),
      (status, flags, usage))
WAIT (pid_t, wait4, wait4,
      (pid_t process, int *status, int flags, struct rusage *usage),
      (process, status, flags, usage))
WAIT (int, waitid, waitid,
      (idtype_t kind, id_t number, siginfo_t *info, int flags),
      (kind, number, info, flags))
WAIT (int, system, system, (const char *command), (command))
WAIT (int, pclose, pclose, (FILE * stream), (stream))
WAIT (int, sigwait, sigwait, (const sigset_t *set, int *number), (set, number))
WAIT (int, sigwaitinfo, sigwaitinfo, (const sigset_t *set, siginfo_t *info),
      (set, info))
WAIT (int, sigtimedwait, sigtimedwait,
      (const sigset_t *set, siginfo_t *info, timeout *time), (set, info, time))
WAIT (int, sigsuspend, sigsuspend, (const sigset_t *mask), (mask))
WAIT (int, pause, pause, (void), ())
WAIT (int, semop, semop, (int set, struct sembuf *what, size_t count),
      (set, what, count))
WAIT (int, semtimedop, semtimedop,
      (int set, struct sembuf *what, size_t count, timeout *time),
      (set, what, count, time))
WAIT (int, msgsnd, msgsnd,
      (int queue, const void *from, size_t size, int flags),
      (queue, from, size, flags))
WAIT (ssize_t, msgrcv, msgrcv,
      (int queue, void *to, size_t size, long kind, int flags),
      (queue, to, size, kind, flags))
WAIT (int, mq_send, mq_send,
      (mqd_t queue, const char *from, size_t size, unsigned priority),
      (queue, from, size, priority))
WAIT (int, mq_timedsend, mq_timedsend,
      (mqd_t queue, const char *from, size_t size, unsigned priority,
       timeout *time),
      (queue, from, size, priority, time))
WAIT (ssize_t, mq_receive, mq_receive,
      (mqd_t queue, char *to, size_t size, unsigned *priority),
      (queue, to, size, priority))
WAIT (ssize_t, mq_timedreceive, mq_timedreceive,
      (mqd_t queue, char *to, size_t size, unsigned *priority, timeout *time),
      (queue, to, size, priority, time))

/* ----------------------------------------------------------------- threads */

NEXT_FUNCTION (int, pthread_mutex_lock, (pthread_mutex_t * lock))
NEXT_FUNCTION (int, pthread_mutex_trylock, (pthread_mutex_t * lock))
NEXT_FUNCTION (int, pthread_rwlock_tryrdlock, (pthread_rwlock_t * lock))
NEXT_FUNCTION (int, pthread_rwlock_trywrlock, (pthread_rwlock_t * lock))
NEXT_FUNCTION (int, mtx_trylock, (mtx_t * lock))

/* While there is one thread, the C library locks with less than it tries.  */
static inline int
take_mutex (pthread_mutex_t *lock)
{
#ifdef __GLIBC__
  if (&__libc_single_threaded != NULL && __libc_single_threaded
      && lock->__data.__lock == 0)
    return next_pthread_mutex_lock () (lock);
#endif
  return next_pthread_mutex_trylock () (lock);
}

TRY_LOCK (pthread_mutex_lock, take_mutex, EBUSY, (pthread_mutex_t * lock),
          (lock))
LOCK (pthread_mutex_timedlock, pthread_mutex_trylock, EBUSY,
      (pthread_mutex_t * lock, timeout *time), (lock, time))
LOCK (pthread_mutex_clocklock, pthread_mutex_trylock, EBUSY,
      (pthread_mutex_t * lock, clockid_t clock, timeout *time),
      (lock, clock, time))
LOCK (pthread_rwlock_rdlock, pthread_rwlock_tryrdlock, EBUSY,
      (pthread_rwlock_t * lock), (lock))
LOCK (pthread_rwlock_wrlock, pthread_rwlock_trywrlock, EBUSY,
      (pthread_rwlock_t * lock), (lock))
LOCK (pthread_rwlock_timedrdlock, pthread_rwlock_tryrdlock, EBUSY,
      (pthread_rwlock_t * lock, timeout *time), (lock, time))
LOCK (pthread_rwlock_timedwrlock, pthread_rwlock_trywrlock, EBUSY,
      (pthread_rwlock_t * lock, timeout *time), (lock, time))
LOCK (mtx_lock, mtx_trylock, thrd_busy, (mtx_t * lock), (lock))
LOCK (mtx_timedlock, mtx_trylock, thrd_busy, (mtx_t * lock, timeout *time),
      (lock, time))

WAIT (int, pthread_cond_wait, pthread_cond_wait,
      (pthread_cond_t * condition, pthread_mutex_t *lock), (condition, lock))
WAIT (int, pthread_cond_timedwait, pthread_cond_timedwait,
      (pthread_cond_t * condition, pthread_mutex_t *lock, timeout *time),
      (condition, lock, time))
WAIT (int, pthread_cond_clockwait, pthread_cond_clockwait,
      (pthread_cond_t * condition, pthread_mutex_t *lock, clockid_t clock,
       timeout *time),
      (condition, lock, clock, time))
WAIT (int, cnd_wait, cnd_wait, (cnd_t * condition, mtx_t *lock),
      (condition, lock))
WAIT (int, cnd_timedwait, cnd_timedwait,
      (cnd_t * condition, mtx_t *lock, timeout *time), (condition, lock, time))
WAIT (int, pthread_barrier_wait, pthread_barrier_wait,
      (pthread_barrier_t * barrier), (barrier))
WAIT (int, pthread_join, pthread_join, (pthread_t thread, void **value),
      (thread, value))
WAIT (int, thrd_join, thrd_join, (thrd_t thread, int *value), (thread, value))
WAIT (int, pthread_timedjoin_np, pthread_timedjoin_np,
      (pthread_t thread, void **value, timeout *time), (thread, value, time))
WAIT (int, pthread_clockjoin_np, pthread_clockjoin_np,
      (pthread_t thread, void **value, clockid_t clock, timeout *time),
      (thread, value, clock, time))
WAIT (int, sem_wait, sem_wait, (sem_t * semaphore), (semaphore))
WAIT (int, sem_timedwait, sem_timedwait, (sem_t * semaphore, timeout *time),
      (semaphore, time))
WAIT (int, sem_clockwait, sem_clockwait,
      (sem_t * semaphore, clockid_t clock, timeout *time),
      (semaphore, clock, time))

/* ----------------------------------------------------------------- streams */

#undef fread_unlocked
#undef fwrite_unlocked
#define READ_PARAMETERS (void *to, size_t size, size_t count, FILE *stream)
#define READ_CHECKED                                                          \
  (void *to, size_t most, size_t size, size_t count, FILE *stream)
#define WRITE_PARAMETERS                                                      \
  (const void *from, size_t size, size_t count, FILE *stream)
#define LINE_PARAMETERS (char *to, int size, FILE *stream)
#define LINE_CHECKED (char *to, size_t most, int size, FILE *stream)

WAIT (size_t, fread, fread, READ_PARAMETERS, (to, size, count, stream))
WAIT (size_t, fread_unlocked, fread, READ_PARAMETERS,
      (to, size, count, stream))
WAIT (size_t, __fread_chk, fread, READ_CHECKED,
      (to, most, size, count, stream))
WAIT (size_t, __fread_unlocked_chk, fread, READ_CHECKED,
      (to, most, size, count, stream))
WAIT (char *, fgets, fgets, LINE_PARAMETERS, (to, size, stream))
WAIT (char *, fgets_unlocked, fgets, LINE_PARAMETERS, (to, size, stream))
WAIT (char *, __fgets_chk, fgets, LINE_CHECKED, (to, most, size, stream))
WAIT (char *, __fgets_unlocked_chk, fgets, LINE_CHECKED,
      (to, most, size, stream))
WAIT (ssize_t, getline, getline, (char **to, size_t *size, FILE *stream),
      (to, size, stream))
WAIT (ssize_t, getdelim, getdelim,
      (char **to, size_t *size, int end, FILE *stream),
      (to, size, end, stream))
WAIT (ssize_t, __getdelim, getdelim,
      (char **to, size_t *size, int end, FILE *stream),
      (to, size, end, stream))
WAIT (size_t, fwrite, fwrite, WRITE_PARAMETERS, (from, size, count, stream))
WAIT (size_t, fwrite_unlocked, fwrite, WRITE_PARAMETERS,
      (from, size, count, stream))
WAIT (int, fputs, fputs, (const char *from, FILE *stream), (from, stream))
WAIT (int, fputs_unlocked, fputs, (const char *from, FILE *stream),
      (from, stream))
WAIT (int, fflush, fflush, (FILE * stream), (stream))
WAIT (int, fflush_unlocked, fflush, (FILE * stream), (stream))
WAIT (int, fclose, fclose, (FILE * stream), (stream))

/* --------------------------------------------------- what leaves functions */

#define JUMP(name)                                                            \
  NEXT_FUNCTION (void, name, (struct __jmp_buf_tag to[1], int value))         \
  EXPORTED void name (struct __jmp_buf_tag to[1], int value);                 \
  void name (struct __jmp_buf_tag to[1], int value)                           \
  {                                                                           \
    if (gprofh_wait_is_left != NULL)                                          \
      gprofh_wait_is_left ();                                                 \
    next_##name () (to, value);                                               \
    __builtin_unreachable ();                                                 \
  }

JUMP (longjmp)
JUMP (_longjmp)
JUMP (siglongjmp)
#ifdef __GLIBC__
JUMP (__longjmp_chk)
#endif
