dnl libgprof-helper, which records profiles.
dnl SPDX-License-Identifier: GPL-3.0-or-later

dnl GPROF_RECORDER
dnl Set the condition RECORDER if the recorder is to be built: it knows Linux on
dnl some machines.  RECORDER_CFLAGS and RECORDER_LDFLAGS are what it takes: code
dnl that runs in the middle of any function uses no vector registers and no
dnl canary, and is not compiled again by the linker; and the shared library is
dnl initialised before all others.
AC_DEFUN([GPROF_RECORDER],
[AC_ARG_ENABLE([recorder],
  [AS_HELP_STRING([--disable-recorder], [do not build libgprof-helper])],
  [], [enable_recorder=auto])
RECORDER_CFLAGS='-fPIC -fvisibility=hidden -fno-stack-protector -fno-lto'
RECORDER_LDFLAGS='-shared -Wl,-soname,libgprof-helper.so -Wl,-z,initfirst -Wl,-z,defs -Wl,--as-needed'
gprof_recorder='no: not for this system'
# The entry points of some machines save no vector registers.
gprof_no_vectors=
AS_CASE([$host],
  [x86_64-*-linux*|i?86-*-linux*|aarch64-*-linux*|arm*-*-linux*],
  [gprof_recorder=yes gprof_no_vectors=-mgeneral-regs-only],
  [s390x-*-linux*], [gprof_recorder=yes gprof_no_vectors=-msoft-float],
  [riscv64-*-linux*|powerpc64*-*-linux*], [gprof_recorder=yes])
AS_IF([test "x$gprof_no_vectors" != x],
  [GPROF_TRY_CFLAG([$gprof_no_vectors],
    [AS_VAR_APPEND([RECORDER_CFLAGS], [" $gprof_no_vectors"])],
    [gprof_recorder="no: the compiler has no $gprof_no_vectors"])])
AS_CASE([$host], [aarch64-*],
  [GPROF_TRY_CFLAG([-mno-outline-atomics],
    [AS_VAR_APPEND([RECORDER_CFLAGS], [" -mno-outline-atomics"])])])
AS_IF([test "x$gprof_recorder" = xyes],
  [AC_MSG_CHECKING([whether the recorder can be linked])
   gprof_saved_CFLAGS=$CFLAGS
   gprof_saved_LDFLAGS=$LDFLAGS
   CFLAGS="$CFLAGS $RECORDER_CFLAGS"
   LDFLAGS="$RECORDER_LDFLAGS $LDFLAGS"
   AC_LINK_IFELSE(
     [AC_LANG_SOURCE([[#include <dlfcn.h>
#include <pthread.h>
#include <sys/auxv.h>
#include <linux/stat.h>
struct statx found;
void *look_up (void) { return dlsym (RTLD_NEXT, "dlclose"); }
int start (void)
{
  return pthread_atfork (0, 0, 0) + (int)getauxval (AT_SECURE);
}]])],
     [], [gprof_recorder='no: it cannot be linked'])
   CFLAGS=$gprof_saved_CFLAGS
   LDFLAGS=$gprof_saved_LDFLAGS
   AC_MSG_RESULT([$gprof_recorder])])
AS_IF([test "x$enable_recorder" = xno], [gprof_recorder='no: switched off'])
AS_IF([test "x$enable_recorder" = xyes && test "x$gprof_recorder" != xyes],
  [AC_MSG_ERROR([libgprof-helper cannot be built ($gprof_recorder)])])
AM_CONDITIONAL([RECORDER], [test "x$gprof_recorder" = xyes])
AC_SUBST([RECORDER_CFLAGS])
AC_SUBST([WAITS_CFLAGS], ['-fPIC -fvisibility=hidden -fno-plt -fno-lto'])
AC_SUBST([WAITS_LDFLAGS],
  ['-shared -Wl,-soname,libgprof-waits.so -Wl,-z,defs -Wl,--as-needed'])
AC_SUBST([RECORDER_LDFLAGS])
])
