dnl Compiler flags for our own sources.
dnl SPDX-License-Identifier: GPL-3.0-or-later

dnl GPROF_TRY_CFLAG(FLAG, [IF-ACCEPTED], [IF-REJECTED])
dnl Does the compiler take FLAG without complaint?  Clang only warns about
dnl options it does not know, hence -Werror.
AC_DEFUN([GPROF_TRY_CFLAG],
[AS_VAR_PUSHDEF([gprof_Cache], [gprof_cv_cflag_$1])dnl
AC_CACHE_CHECK([whether $CC accepts $1], [gprof_Cache],
  [gprof_saved_CFLAGS=$CFLAGS
   CFLAGS="$CFLAGS -Werror $1"
   AC_COMPILE_IFELSE([AC_LANG_PROGRAM([], [])],
     [AS_VAR_SET([gprof_Cache], [yes])],
     [AS_VAR_SET([gprof_Cache], [no])])
   CFLAGS=$gprof_saved_CFLAGS])
AS_VAR_IF([gprof_Cache], [yes], [$2], [$3])
AS_VAR_POPDEF([gprof_Cache])dnl
])

dnl GPROF_WARNINGS
dnl Set WARN_CFLAGS to the warnings this compiler knows; --enable-werror makes
dnl them fatal.
AC_DEFUN([GPROF_WARNINGS],
[AC_ARG_ENABLE([werror],
  [AS_HELP_STRING([--enable-werror], [treat compiler warnings as errors])],
  [], [enable_werror=no])
WARN_CFLAGS=
m4_foreach_w([gprof_Flag],
  [-Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes
   -Wmissing-prototypes -Wformat=2 -Wpointer-arith -Wundef
   -Wwrite-strings -Wvla],
  [GPROF_TRY_CFLAG(gprof_Flag,
     [AS_VAR_APPEND([WARN_CFLAGS], [" gprof_Flag"])])
])dnl
AS_IF([test "x$enable_werror" = xyes],
  [AS_VAR_APPEND([WARN_CFLAGS], [" -Werror"])])
AC_SUBST([WARN_CFLAGS])
])

dnl GPROF_EXACT_DOUBLES
dnl Set FLOAT_CFLAGS so that each operation on doubles is rounded to double:
dnl no fused multiply-add, no wider intermediate results.  Reports print
dnl rounded figures, so one wrong bit can show.  Nobody reads errno after sqrt,
dnl which is an instruction then, exact all the same, and no call of libm.
AC_DEFUN([GPROF_EXACT_DOUBLES],
[FLOAT_CFLAGS=
GPROF_TRY_CFLAG([-fno-math-errno],
  [AS_VAR_APPEND([FLOAT_CFLAGS], [" -fno-math-errno"])])
GPROF_TRY_CFLAG([-ffp-contract=off],
  [AS_VAR_APPEND([FLOAT_CFLAGS], [" -ffp-contract=off"])])
GPROF_TRY_CFLAG([-fexcess-precision=standard],
  [AS_VAR_APPEND([FLOAT_CFLAGS], [" -fexcess-precision=standard"])])
AC_CACHE_CHECK([what keeps double arithmetic exact],
  [gprof_cv_exact_doubles],
  [gprof_cv_exact_doubles=unknown
   gprof_saved_CFLAGS=$CFLAGS
   for gprof_flags in '' '-msse2 -mfpmath=sse'; do
     CFLAGS="$gprof_saved_CFLAGS $FLOAT_CFLAGS $gprof_flags"
     AC_COMPILE_IFELSE(
       [AC_LANG_PROGRAM([[#include <float.h>]],
         [[_Static_assert (FLT_EVAL_METHOD == 0, "double is double");]])],
       [gprof_cv_exact_doubles=${gprof_flags:-nothing special}])
     test "x$gprof_cv_exact_doubles" = xunknown || break
   done
   CFLAGS=$gprof_saved_CFLAGS])
AS_CASE([$gprof_cv_exact_doubles],
  [-*], [AS_VAR_APPEND([FLOAT_CFLAGS], [" $gprof_cv_exact_doubles"])],
  [unknown], [AC_MSG_WARN([double arithmetic is not exact here: the last
printed digit may differ from other machines])])
AC_SUBST([FLOAT_CFLAGS])
])

dnl GPROF_LIBRARIES_AS_NEEDED
dnl Set NEEDED_LDFLAGS so that a library of which nothing is used is not loaded:
dnl libm where rounding and square roots are instructions.
AC_DEFUN([GPROF_LIBRARIES_AS_NEEDED],
[NEEDED_LDFLAGS=
AC_CACHE_CHECK([whether the linker leaves out libraries that nothing needs],
  [gprof_cv_as_needed],
  [gprof_saved_LDFLAGS=$LDFLAGS
   LDFLAGS="$LDFLAGS -Wl,--fatal-warnings -Wl,--as-needed"
   AC_LINK_IFELSE([AC_LANG_PROGRAM([], [])],
     [gprof_cv_as_needed=yes], [gprof_cv_as_needed=no])
   LDFLAGS=$gprof_saved_LDFLAGS])
AS_IF([test "x$gprof_cv_as_needed" = xyes],
  [NEEDED_LDFLAGS=-Wl,--as-needed])
AC_SUBST([NEEDED_LDFLAGS])
])

dnl _GPROF_INSTRUMENT(NAME, FLAGS, HELP)
dnl --enable-NAME compiles and links with FLAGS, which must work.
AC_DEFUN([_GPROF_INSTRUMENT],
[AC_ARG_ENABLE([$1], [AS_HELP_STRING([--enable-$1], [$3])],
  [], [enable_$1=no])
AS_IF([test "x$enable_$1" = xyes],
  [AC_MSG_CHECKING([whether programs link with $2])
   gprof_saved_CFLAGS=$CFLAGS
   CFLAGS="$CFLAGS $2"
   AC_LINK_IFELSE([AC_LANG_PROGRAM([], [])],
     [AC_MSG_RESULT([yes])],
     [AC_MSG_RESULT([no])
      AC_MSG_ERROR([--enable-$1 needs a compiler that supports $2])])
   CFLAGS=$gprof_saved_CFLAGS
   AS_VAR_APPEND([INSTRUMENT_CFLAGS], [" $2"])
   AS_VAR_APPEND([gprof_instrumentation],
     ["${gprof_instrumentation:+, }$1"])])
])

dnl GPROF_INSTRUMENTATION
dnl Set INSTRUMENT_CFLAGS for the sanitizers, fuzzing and coverage.  Automake also
dnl links with them, because AM_CFLAGS is part of its link command.
AC_DEFUN([GPROF_INSTRUMENTATION],
[INSTRUMENT_CFLAGS=
gprof_instrumentation=
_GPROF_INSTRUMENT([asan],
  [-fsanitize=address -fno-omit-frame-pointer],
  [find memory errors while running])
_GPROF_INSTRUMENT([ubsan],
  [-fsanitize=undefined -fno-sanitize-recover=all],
  [stop at undefined behaviour while running])
_GPROF_INSTRUMENT([tsan], [-fsanitize=thread],
  [find data races while running])
_GPROF_INSTRUMENT([fuzzers], [-fsanitize=fuzzer-no-link],
  [let libFuzzer see what ran, see 'make fuzz'; with clang])
AS_IF([test "x$enable_fuzzers" = xyes], [FUZZER_LIBS=-fsanitize=fuzzer],
  [FUZZER_LIBS=])
AC_SUBST([FUZZER_LIBS])
AM_CONDITIONAL([FUZZERS], [test "x$enable_fuzzers" = xyes])
_GPROF_INSTRUMENT([coverage], [--coverage],
  [count executed lines, see 'make coverage'])
AC_SUBST([INSTRUMENT_CFLAGS])
AM_CONDITIONAL([COVERAGE], [test "x$enable_coverage" = xyes])
])

dnl GPROF_PROG_CXX
dnl A C++ compiler serves only the tests, so its absence is no error; CXX is
dnl then empty.  The one that belongs to CC is preferred.
AC_DEFUN([GPROF_PROG_CXX],
[AC_ARG_VAR([CXX], [C++ compiler, for test programs only])
AS_CASE([$CC],
  [*clang*], [AC_CHECK_TOOLS([CXX], [clang++ g++ c++])],
  [AC_CHECK_TOOLS([CXX], [g++ c++ clang++])])
])
