dnl Debugging information from servers, by a library that is loaded when it is
dnl needed.
dnl SPDX-License-Identifier: GPL-3.0-or-later

dnl GPROF_DEBUGINFOD
dnl Define DEBUGINFOD_SONAME to the name under which libdebuginfod is loaded.
dnl It need not be there: its interface has not changed under that name.
AC_DEFUN([GPROF_DEBUGINFOD],
[AC_ARG_WITH([debuginfod],
  [AS_HELP_STRING([--without-debuginfod],
     [fetch no debugging information from servers])],
  [], [with_debuginfod=yes])
AS_IF([test "x$with_debuginfod" != xno],
  [AC_DEFINE([DEBUGINFOD_SONAME], ["libdebuginfod.so.1"],
     [The shared library that asks servers of debuginfod.])])
])
