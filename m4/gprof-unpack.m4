dnl zlib, libzstd and liblzma, which expand compressed profiles; zlib compresses,
dnl too.  libbfd is linked with the first two as a rule.
dnl SPDX-License-Identifier: GPL-3.0-or-later

dnl _GPROF_UNPACKER(NAME, LIBRARY, HEADER, EXPRESSION, PACKAGE)
dnl If there is LIBRARY, and --without-NAME was not given, define HAVE_NAME and
dnl add the library to UNPACK_LIBS.
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
     [gprof_links=yes])])
AC_MSG_RESULT([$gprof_links])
AS_CASE([$with_$1], [auto|no], [],
  [AS_IF([test "x$gprof_links" = xno],
     [AC_MSG_ERROR([--with-$1=$with_$1: no program links with lib$2 and
$3.  On Debian:  apt-get install $5])])])
AS_IF([test "x$gprof_links" = xyes],
  [AC_DEFINE(AS_TR_CPP([HAVE_$1]), [1], [Define to 1 if lib$2 is there.])
   UNPACK_LIBS="$UNPACK_LIBS${UNPACK_LIBS:+ }-l$2"
   AS_VAR_APPEND([gprof_unpackers], [" $1"])])
])

dnl GPROF_UNPACK
dnl Set UNPACK_LIBS, and define HAVE_ZLIB, HAVE_ZSTD and HAVE_LZMA as is the case.
AC_DEFUN([GPROF_UNPACK],
[AC_ARG_WITH([zlib],
  [AS_HELP_STRING([--without-zlib],
     [do not read files compressed with gzip, and compress none])],
  [], [with_zlib=auto])
AC_ARG_WITH([zstd],
  [AS_HELP_STRING([--without-zstd], [do not read files compressed with zstd])],
  [], [with_zstd=auto])
AC_ARG_WITH([lzma],
  [AS_HELP_STRING([--without-lzma], [do not read files compressed with xz])],
  [], [with_lzma=auto])
gprof_saved_CPPFLAGS=$CPPFLAGS
gprof_saved_LDFLAGS=$LDFLAGS
gprof_saved_LIBS=$LIBS
CPPFLAGS="$BFD_CPPFLAGS $CPPFLAGS"
LDFLAGS="$BFD_LDFLAGS $LDFLAGS"
gprof_unpackers=
UNPACK_LIBS=
_GPROF_UNPACKER([zlib], [z], [zlib.h], [inflateInit2 (NULL, 31) == Z_OK],
  [zlib1g-dev])
_GPROF_UNPACKER([zstd], [zstd], [zstd.h], [ZSTD_createDStream () == NULL],
  [libzstd-dev])
_GPROF_UNPACKER([lzma], [lzma], [lzma.h],
  [lzma_stream_decoder (NULL, 0, 0) == LZMA_OK], [liblzma-dev])
CPPFLAGS=$gprof_saved_CPPFLAGS
LDFLAGS=$gprof_saved_LDFLAGS
LIBS=$gprof_saved_LIBS
AC_SUBST([UNPACK_LIBS])
])
