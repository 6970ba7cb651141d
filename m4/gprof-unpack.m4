dnl zlib, libzstd and liblzma, which expand compressed profiles.
dnl SPDX-License-Identifier: GPL-3.0-or-later

dnl _GPROF_UNPACKER(NAME, LIBRARY, HEADER, EXPRESSION, HELP)
dnl If there is LIBRARY, and --without-NAME was not given, set gprof_links to yes
dnl and define HAVE_NAME.  The last program linked is conftest.
AC_DEFUN([_GPROF_UNPACKER],
[gprof_links=no
AC_MSG_CHECKING([for lib$2])
AS_IF([test "x$with_$1" != xno],
  [LIBS="-l$2 $gprof_saved_LIBS"
   AC_LINK_IFELSE(
     [AC_LANG_PROGRAM([[
#include <stddef.h>
#include <$3>
]], [[return $4;]])],
     [gprof_links=yes
      AS_IF([test "x$1" = xlzma], [_GPROF_LZMA_LOADS])])])
AC_MSG_RESULT([$gprof_links])
AS_CASE([$with_$1], [auto|no], [],
  [AS_IF([test "x$gprof_links" = xno],
     [AC_MSG_ERROR([--with-$1=$with_$1: no program links with lib$2 and
$3.  On Debian:  apt-get install $5])])])
AS_IF([test "x$gprof_links" = xyes],
  [AC_DEFINE(AS_TR_CPP([HAVE_$1]), [1],
     [Define to 1 if lib$2 is there to expand files.])
   AS_VAR_APPEND([gprof_unpackers], [" $1"])])
])

dnl _GPROF_LZMA_LOADS
dnl Set gprof_lzma_soname to the name under which the shared liblzma is loaded,
dnl or to nothing if there is none, or it is to be linked.  The name is read from
dnl the program that was linked last.
AC_DEFUN([_GPROF_LZMA_LOADS],
[AS_IF([test "x$with_lzma" != xlink],
  [gprof_lzma_soname=`LC_ALL=C tr '\000' '\n' <conftest$EXEEXT \
     | LC_ALL=C $SED -n '/^liblzma[[.]]so[[^/]]*$/{p;q;}'`])
AS_IF([test -n "$gprof_lzma_soname"],
  [LIBS="$gprof_dlopen $gprof_saved_LIBS"
   AC_RUN_IFELSE([AC_LANG_PROGRAM([[
#include <stddef.h>
#include <dlfcn.h>
]], [[
  return dlopen ("$gprof_lzma_soname", RTLD_NOW | RTLD_LOCAL) == NULL;]])],
     [], [gprof_lzma_soname=], [:])])
AS_IF([test -z "$gprof_lzma_soname" && test "x$with_lzma" = xload],
  [gprof_links=no])
])

dnl GPROF_UNPACK
dnl Set UNPACK_LIBS, and define HAVE_ZLIB, HAVE_ZSTD, HAVE_LZMA and LZMA_SONAME as
dnl is the case.  libbfd is linked with the first two as a rule; liblzma is
dnl loaded when it is needed.
AC_DEFUN([GPROF_UNPACK],
[AC_ARG_WITH([zlib],
  [AS_HELP_STRING([--without-zlib], [do not read files compressed with gzip])],
  [], [with_zlib=auto])
AC_ARG_WITH([zstd],
  [AS_HELP_STRING([--without-zstd], [do not read files compressed with zstd])],
  [], [with_zstd=auto])
AC_ARG_WITH([lzma],
  [AS_HELP_STRING([--with-lzma=HOW],
     [load the shared liblzma when a file is compressed with xz, or link it,
      or do not read such files: load, link or no
      @<:@load if possible, else link@:>@])],
  [], [with_lzma=auto])
gprof_saved_CPPFLAGS=$CPPFLAGS
gprof_saved_LDFLAGS=$LDFLAGS
gprof_saved_LIBS=$LIBS
CPPFLAGS="$BFD_CPPFLAGS $CPPFLAGS"
LDFLAGS="$BFD_LDFLAGS $LDFLAGS"
gprof_unpackers=
gprof_lzma_soname=
UNPACK_LIBS=
gprof_dlopen=
AC_CHECK_FUNC([dlopen], [],
  [AC_CHECK_LIB([dl], [dlopen], [gprof_dlopen=-ldl])])
_GPROF_UNPACKER([zlib], [z], [zlib.h], [inflateInit2 (NULL, 31) == Z_OK],
  [zlib1g-dev])
AS_IF([test "x$gprof_links" = xyes], [UNPACK_LIBS="-lz"])
_GPROF_UNPACKER([zstd], [zstd], [zstd.h], [ZSTD_createDStream () == NULL],
  [libzstd-dev])
AS_IF([test "x$gprof_links" = xyes],
  [UNPACK_LIBS="$UNPACK_LIBS${UNPACK_LIBS:+ }-lzstd"])
_GPROF_UNPACKER([lzma], [lzma], [lzma.h],
  [lzma_stream_decoder (NULL, 0, 0) == LZMA_OK], [liblzma-dev])
AS_IF([test -n "$gprof_lzma_soname"],
  [AC_DEFINE_UNQUOTED([LZMA_SONAME], ["$gprof_lzma_soname"],
     [The shared liblzma, if it is loaded when it is needed.])
   UNPACK_LIBS="$UNPACK_LIBS${gprof_dlopen:+ }$gprof_dlopen"],
  [AS_IF([test "x$gprof_links" = xyes],
     [UNPACK_LIBS="$UNPACK_LIBS${UNPACK_LIBS:+ }-llzma"])])
CPPFLAGS=$gprof_saved_CPPFLAGS
LDFLAGS=$gprof_saved_LDFLAGS
LIBS=$gprof_saved_LIBS
AC_SUBST([UNPACK_LIBS])
])
