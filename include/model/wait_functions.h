/* wait_functions.h - the functions of the C library that may wait, and that
   libgprof-waits.so stands in for; live files have their numbers.

   SPDX-License-Identifier: 0BSD

   A number never changes its function: new ones come at the end.  */

#ifndef WAIT_FUNCTIONS_H
#define WAIT_FUNCTIONS_H

/* Expands FUNCTION (name) for each.  */
#define WAIT_FUNCTIONS(FUNCTION)                                              \
  FUNCTION (sleep)                                                            \
  FUNCTION (usleep)                                                           \
  FUNCTION (nanosleep)                                                        \
  FUNCTION (clock_nanosleep)                                                  \
  FUNCTION (thrd_sleep)                                                       \
  FUNCTION (read)                                                             \
  FUNCTION (readv)                                                            \
  FUNCTION (pread)                                                            \
  FUNCTION (preadv)                                                           \
  FUNCTION (write)                                                            \
  FUNCTION (writev)                                                           \
  FUNCTION (pwrite)                                                           \
  FUNCTION (pwritev)                                                          \
  FUNCTION (fsync)                                                            \
  FUNCTION (fdatasync)                                                        \
  FUNCTION (msync)                                                            \
  FUNCTION (sync_file_range)                                                  \
  FUNCTION (sendfile)                                                         \
  FUNCTION (splice)                                                           \
  FUNCTION (copy_file_range)                                                  \
  FUNCTION (flock)                                                            \
  FUNCTION (lockf)                                                            \
  FUNCTION (fcntl)                                                            \
  FUNCTION (poll)                                                             \
  FUNCTION (ppoll)                                                            \
  FUNCTION (select)                                                           \
  FUNCTION (pselect)                                                          \
  FUNCTION (epoll_wait)                                                       \
  FUNCTION (epoll_pwait)                                                      \
  FUNCTION (epoll_pwait2)                                                     \
  FUNCTION (accept)                                                           \
  FUNCTION (accept4)                                                          \
  FUNCTION (connect)                                                          \
  FUNCTION (recv)                                                             \
  FUNCTION (recvfrom)                                                         \
  FUNCTION (recvmsg)                                                          \
  FUNCTION (recvmmsg)                                                         \
  FUNCTION (send)                                                             \
  FUNCTION (sendto)                                                           \
  FUNCTION (sendmsg)                                                          \
  FUNCTION (sendmmsg)                                                         \
  FUNCTION (wait)                                                             \
  FUNCTION (waitpid)                                                          \
  FUNCTION (wait3)                                                            \
  FUNCTION (wait4)                                                            \
  FUNCTION (waitid)                                                           \
  FUNCTION (sigwait)                                                          \
  FUNCTION (sigwaitinfo)                                                      \
  FUNCTION (sigtimedwait)                                                     \
  FUNCTION (sigsuspend)                                                       \
  FUNCTION (pause)                                                            \
  FUNCTION (pthread_mutex_lock)                                               \
  FUNCTION (pthread_mutex_timedlock)                                          \
  FUNCTION (pthread_mutex_clocklock)                                          \
  FUNCTION (pthread_rwlock_rdlock)                                            \
  FUNCTION (pthread_rwlock_wrlock)                                            \
  FUNCTION (pthread_rwlock_timedrdlock)                                       \
  FUNCTION (pthread_rwlock_timedwrlock)                                       \
  FUNCTION (pthread_cond_wait)                                                \
  FUNCTION (pthread_cond_timedwait)                                           \
  FUNCTION (pthread_cond_clockwait)                                           \
  FUNCTION (pthread_barrier_wait)                                             \
  FUNCTION (pthread_join)                                                     \
  FUNCTION (pthread_timedjoin_np)                                             \
  FUNCTION (pthread_clockjoin_np)                                             \
  FUNCTION (mtx_lock)                                                         \
  FUNCTION (mtx_timedlock)                                                    \
  FUNCTION (cnd_wait)                                                         \
  FUNCTION (cnd_timedwait)                                                    \
  FUNCTION (thrd_join)                                                        \
  FUNCTION (sem_wait)                                                         \
  FUNCTION (sem_timedwait)                                                    \
  FUNCTION (sem_clockwait)                                                    \
  FUNCTION (semop)                                                            \
  FUNCTION (semtimedop)                                                       \
  FUNCTION (msgsnd)                                                           \
  FUNCTION (msgrcv)                                                           \
  FUNCTION (mq_send)                                                          \
  FUNCTION (mq_timedsend)                                                     \
  FUNCTION (mq_receive)                                                       \
  FUNCTION (mq_timedreceive)                                                  \
  FUNCTION (aio_suspend)                                                      \
  FUNCTION (getaddrinfo)                                                      \
  FUNCTION (getnameinfo)                                                      \
  FUNCTION (gethostbyname)                                                    \
  FUNCTION (gethostbyname2)                                                   \
  FUNCTION (gethostbyaddr)                                                    \
  FUNCTION (gethostbyname_r)                                                  \
  FUNCTION (gethostbyaddr_r)                                                  \
  FUNCTION (fread)                                                            \
  FUNCTION (fgets)                                                            \
  FUNCTION (getline)                                                          \
  FUNCTION (getdelim)                                                         \
  FUNCTION (fwrite)                                                           \
  FUNCTION (fputs)                                                            \
  FUNCTION (fflush)                                                           \
  FUNCTION (fclose)                                                           \
  FUNCTION (pclose)                                                           \
  FUNCTION (system)                                                           \
  FUNCTION (tcdrain)

#define WAIT_NUMBER(name) WAIT_##name,
enum wait_function
{
  WAIT_FUNCTIONS (WAIT_NUMBER) WAIT_FUNCTION_COUNT
};
#undef WAIT_NUMBER

#endif
