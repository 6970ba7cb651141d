dnl libdw, with which the tests compare our own reader of DWARF.
dnl SPDX-License-Identifier: GPL-3.0-or-later

dnl GPROF_LIB_DW
dnl Set LIBDW_LIBS and the condition HAVE_LIBDW; the program never uses it.
AC_DEFUN([GPROF_LIB_DW],
[AC_ARG_VAR([LIBDW_CPPFLAGS], [where elfutils/libdw.h is, for the tests])
AC_CACHE_CHECK([for libdw], [gprof_cv_lib_dw],
  [gprof_saved_LIBS=$LIBS
  gprof_saved_CPPFLAGS=$CPPFLAGS
  LIBS="-ldw $LIBS"
  CPPFLAGS="$LIBDW_CPPFLAGS $CPPFLAGS"
  AC_LINK_IFELSE(
    [AC_LANG_PROGRAM([[#include <dwarf.h>
#include <elfutils/libdw.h>]],
      [[return dwarf_begin (0, DWARF_C_READ) == NULL ? DW_TAG_subprogram : 0;]])],
    [gprof_cv_lib_dw=yes], [gprof_cv_lib_dw=no])
  LIBS=$gprof_saved_LIBS
  CPPFLAGS=$gprof_saved_CPPFLAGS])
AC_SUBST([LIBDW_LIBS], [-ldw])
AM_CONDITIONAL([HAVE_LIBDW], [test "x$gprof_cv_lib_dw" = xyes])
])
