dnl Threads that read files ahead.
dnl SPDX-License-Identifier: GPL-3.0-or-later

dnl GPROF_THREADS
dnl Define HAVE_THREADS if there are POSIX threads and --disable-threads was
dnl not given; without them one file is read after the other.
AC_DEFUN([GPROF_THREADS],
[AC_ARG_ENABLE([threads],
  [AS_HELP_STRING([--disable-threads], [read one file after the other])],
  [], [enable_threads=yes])
gprof_threads=no
AS_IF([test "x$enable_threads" != xno],
  [AC_CHECK_HEADER([pthread.h],
     [AC_SEARCH_LIBS([pthread_create], [pthread], [gprof_threads=yes])])])
AS_IF([test "x$gprof_threads" = xyes],
  [AC_DEFINE([HAVE_THREADS], [1],
     [Define to 1 if files are read ahead by threads.])
   AC_CHECK_FUNCS([sched_getaffinity])])
])
