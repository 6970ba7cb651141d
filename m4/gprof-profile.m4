dnl gprof-profile.m4: configure a project for profiling.
dnl SPDX-License-Identifier: 0BSD
dnl Anybody may use, change and pass on this file, in any project.

dnl GPROF_PROFILE
dnl Add --enable-profile to configure.  With it, PROFILE_CFLAGS and
dnl PROFILE_LDFLAGS are what the compiler and the linker need to make programs
dnl that leave a profile, else nothing; a compiler that cannot is an error.
dnl GPROF is the gprof to read it with: the user's, that of the machine that
dnl programs are built for, or gprof.  PROFILE is a conditional of Automake.
AC_DEFUN([GPROF_PROFILE],
[AC_REQUIRE([AC_PROG_CC])dnl
AC_ARG_ENABLE([profile],
  [AS_HELP_STRING([--enable-profile],
     [build programs that leave a profile, gmon.out, for gprof])],
  [], [enable_profile=no])
AC_ARG_VAR([GPROF], [call graph profiler])
AC_CHECK_TOOL([GPROF], [gprof], [gprof])
PROFILE_CFLAGS=
PROFILE_LDFLAGS=
AS_IF([test "x$enable_profile" != xno],
  [AC_CACHE_CHECK([whether $CC makes programs that leave a profile],
     [gprof_cv_cc_pg],
     [gprof_saved_CFLAGS=$CFLAGS
      gprof_saved_LDFLAGS=$LDFLAGS
      CFLAGS="$CFLAGS -pg"
      LDFLAGS="$LDFLAGS -pg"
      AC_LINK_IFELSE([AC_LANG_PROGRAM([], [])],
        [gprof_cv_cc_pg=yes], [gprof_cv_cc_pg=no])
      CFLAGS=$gprof_saved_CFLAGS
      LDFLAGS=$gprof_saved_LDFLAGS])
   AS_IF([test "x$gprof_cv_cc_pg" = xno],
     [AC_MSG_ERROR([--enable-profile: $CC does not link with -pg])])
   PROFILE_CFLAGS=-pg
   PROFILE_LDFLAGS=-pg])
AC_SUBST([PROFILE_CFLAGS])
AC_SUBST([PROFILE_LDFLAGS])
m4_ifdef([AM_CONDITIONAL],
  [AM_CONDITIONAL([PROFILE], [test "x$enable_profile" != xno])])
])
