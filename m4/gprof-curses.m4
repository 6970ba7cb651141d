dnl ncurses with wide characters, which --browse loads when it is needed.
dnl SPDX-License-Identifier: GPL-3.0-or-later

dnl GPROF_CURSES
dnl Define CURSES_SONAME to the name under which the shared library is loaded,
dnl which is read from a program that is linked with it, among other strings.
AC_DEFUN([GPROF_CURSES],
[AC_ARG_WITH([curses],
  [AS_HELP_STRING([--without-curses], [build without ncurses and --browse])],
  [], [with_curses=auto])
gprof_curses=
gprof_saved_LIBS=$LIBS
AC_MSG_CHECKING([for ncurses])
AS_IF([test "x$with_curses" != xno],
  [LIBS="-lncursesw $gprof_saved_LIBS"
   AC_LINK_IFELSE(
     [AC_LANG_PROGRAM([[
#define NCURSES_WIDECHAR 1
#include <stdio.h>
#include <ncurses.h>
]], [[
  wint_t key;
  return newterm (NULL, stdout, stdin) == NULL
         || wget_wch (stdscr, &key) == ERR || set_escdelay (9) == ERR;]])],
     [gprof_curses=`LC_ALL=C tr '\000' '\n' <conftest$EXEEXT \
        | LC_ALL=C $SED -n '/^libncursesw[[.]]so[[.]][[0-9]]*$/{p;q;}'`])])
LIBS=$gprof_saved_LIBS
AC_MSG_RESULT([${gprof_curses:-no}])
AS_CASE([$with_curses], [auto|no], [],
  [AS_IF([test -z "$gprof_curses"],
     [AC_MSG_ERROR([--with-curses=$with_curses: no program links with ncursesw and
ncurses.h.  On Debian:  apt-get install libncurses-dev])])])
AS_IF([test -n "$gprof_curses"],
  [AC_DEFINE_UNQUOTED([CURSES_SONAME], ["$gprof_curses"],
     [The shared ncurses, which is loaded when it is needed.])])
])
