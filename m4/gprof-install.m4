dnl Where things go that are neither programs nor documentation, and tarballs
dnl that come out the same wherever they are made.
dnl SPDX-License-Identifier: GPL-3.0-or-later

dnl _GPROF_COMPLETION_DIR(SHELL, DEFAULT)
dnl Set SHELL_completion_dir from --with-SHELL-completion-dir; empty: leave
dnl that shell out.
AC_DEFUN([_GPROF_COMPLETION_DIR],
[AC_ARG_WITH([$1-completion-dir],
  [AS_HELP_STRING([--with-$1-completion-dir=DIR],
     [where completion for $1 goes, "no" for nowhere @<:@$2@:>@])],
  [], [with_$1_completion_dir=yes])
AS_CASE([$with_$1_completion_dir],
  [yes], [$1_completion_dir='$2'],
  [no], [$1_completion_dir=],
  [$1_completion_dir=$with_$1_completion_dir])
AC_SUBST([$1_completion_dir])
AS_IF([test -n "$$1_completion_dir"],
  [AS_VAR_APPEND([gprof_completion], ["${gprof_completion:+, }$1"])])
])

dnl GPROF_COMPLETION
dnl Where the shells look for completions of their own accord, if PREFIX is
dnl among the places where they look for anything.
AC_DEFUN([GPROF_COMPLETION],
[gprof_completion=
_GPROF_COMPLETION_DIR([bash], [${datadir}/bash-completion/completions])
_GPROF_COMPLETION_DIR([zsh], [${datadir}/zsh/site-functions])
_GPROF_COMPLETION_DIR([fish], [${datadir}/fish/vendor_completions.d])
])

dnl GPROF_REPRODUCIBLE_DIST
dnl Have "make dist" pack names in order, files of nobody, and one date, which
dnl Makefile.am sets.  Where tar cannot do that, tarballs are as they happen to
dnl be.
AC_DEFUN([GPROF_REPRODUCIBLE_DIST],
[AC_CACHE_CHECK([for a tar that makes reproducible archives],
  [gprof_cv_prog_tar],
  [gprof_cv_prog_tar=no
   for gprof_try in tar gnutar gtar; do
     AS_IF([$gprof_try --format=ustar --sort=name --mtime=@0 --owner=0 \
              --group=0 --numeric-owner --mode=go=rX,u+rw,a-s \
              -cf /dev/null "$srcdir/configure" >/dev/null 2>&1],
       [gprof_cv_prog_tar=$gprof_try
        break])
   done])
AS_IF([test "x$gprof_cv_prog_tar" != xno],
  [am__tar="$gprof_cv_prog_tar --format=ustar --sort=name"
   AS_VAR_APPEND([am__tar], [' --mtime=@$$($(DIST_DATE)) --owner=0 --group=0'])
   AS_VAR_APPEND([am__tar], [' --numeric-owner --mode=go=rX,u+rw,a-s'])
   AS_VAR_APPEND([am__tar], [' -chf - "$$tardir"'])])
])
