dnl The reference program of the differential tests.
dnl SPDX-License-Identifier: GPL-3.0-or-later

dnl GPROF_ORACLE
dnl Set GNU_GPROF to a GNU gprof 2.40, or to nothing.  Our own gprof may be
dnl installed under the same name, so each candidate is asked who it is;
dnl gprof.binutils is what our Debian package makes of GNU gprof.  A path given
dnl by the user is believed.
AC_DEFUN([GPROF_ORACLE],
[AC_ARG_WITH([oracle],
  [AS_HELP_STRING([--with-oracle=PATH],
     [compare with this GNU gprof in the tests [a GNU gprof 2.40 on PATH]])],
  [], [with_oracle=yes])
AS_CASE([$with_oracle],
  [no], [GNU_GPROF=],
  [yes],
  [AC_CACHE_CHECK([for GNU gprof 2.40], [ac_cv_path_GNU_GPROF],
     [AC_PATH_PROGS_FEATURE_CHECK([GNU_GPROF], [gprof gprof.binutils],
        [AS_CASE([`"$ac_path_GNU_GPROF" --version 2>/dev/null | $SED 1q`],
           [GNU\ gprof*\ 2.40*],
           [ac_cv_path_GNU_GPROF=$ac_path_GNU_GPROF
            ac_path_GNU_GPROF_found=:])],
        [ac_cv_path_GNU_GPROF=],
        [/usr/bin$PATH_SEPARATOR$PATH])])
   GNU_GPROF=$ac_cv_path_GNU_GPROF],
  [AS_IF([test -x "$with_oracle"], [GNU_GPROF=$with_oracle],
     [AC_MSG_ERROR([--with-oracle: '$with_oracle' is not a program])])])
AC_SUBST([GNU_GPROF])
])
