dnl The reference programs of the differential tests.
dnl SPDX-License-Identifier: GPL-3.0-or-later

dnl _GPROF_FIND_ORACLE(VARIABLE, VERSION)
dnl Set VARIABLE to a GNU gprof of that VERSION, or to nothing.  Our own gprof
dnl may be installed under the same name, so each candidate is asked who it is;
dnl gprof.binutils is what our Debian package makes of GNU gprof.
AC_DEFUN([_GPROF_FIND_ORACLE],
[AC_CACHE_CHECK([for GNU gprof $2], [ac_cv_path_$1],
  [AC_PATH_PROGS_FEATURE_CHECK([$1], [gprof gprof.binutils],
     [AS_CASE([`"$ac_path_$1" --version 2>/dev/null | $SED 1q`],
        [GNU\ gprof*\ $2*],
        [ac_cv_path_$1=$ac_path_$1
         ac_path_$1_found=:])],
     [ac_cv_path_$1=],
     [/usr/bin$PATH_SEPARATOR$PATH])])
$1=$ac_cv_path_$1
])

dnl GPROF_ORACLE
dnl Set GNU_GPROF to a GNU gprof 2.40 and GNU_GPROF_NOW to one of today, or
dnl each to nothing.  A path given by the user is believed.
AC_DEFUN([GPROF_ORACLE],
[AC_ARG_WITH([oracle],
  [AS_HELP_STRING([--with-oracle=PATH],
     [compare with this GNU gprof in the tests [a GNU gprof 2.40 on PATH]])],
  [], [with_oracle=yes])
AS_CASE([$with_oracle],
  [no], [GNU_GPROF=],
  [yes], [_GPROF_FIND_ORACLE([GNU_GPROF], [2.40])],
  [AS_IF([test -x "$with_oracle"], [GNU_GPROF=$with_oracle],
     [AC_MSG_ERROR([--with-oracle: '$with_oracle' is not a program])])])
AC_SUBST([GNU_GPROF])
AS_IF([test "x$with_oracle" = xno], [GNU_GPROF_NOW=],
  [_GPROF_FIND_ORACLE([GNU_GPROF_NOW], [2.44])])
AC_SUBST([GNU_GPROF_NOW])
])
