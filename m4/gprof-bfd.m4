dnl libbfd, libopcodes, and whatever their archives need.
dnl SPDX-License-Identifier: GPL-3.0-or-later

dnl _GPROF_BFD_LINKS(LIBS, [IF-TRUE], [IF-FALSE])
dnl Does a program that reads object files and demangles names link with LIBS?
AC_DEFUN([_GPROF_BFD_LINKS],
[LIBS="$1 $gprof_saved_LIBS"
AC_LINK_IFELSE(
  [AC_LANG_PROGRAM([[
#include <stddef.h>
#include <bfd.h>
#ifdef HAVE_LIBIBERTY_DEMANGLE_H
# include <libiberty/demangle.h>
#else
# include <demangle.h>
#endif
]], [[
  const char *file, *function;
  unsigned int line;
  bfd *abfd;
  asection *section;

  bfd_init ();
  abfd = bfd_openr ("object", NULL);
  if (abfd == NULL || !bfd_check_format (abfd, bfd_object))
    return 1;
  section = bfd_get_section_by_name (abfd, ".text");
  return bfd_section_vma (section) == 0
	 || !bfd_find_nearest_line (abfd, section, NULL, 0, &file, &function,
				    &line)
	 || cplus_demangle ("_Z1fv", DMGL_PARAMS) == NULL;]])],
  [$2], [$3])
])

dnl _GPROF_FIND_LIB(VARIABLE, NAME, static|any)
dnl Set VARIABLE to the linker argument for library NAME, or to nothing if no
dnl program links with it.  "static" insists on the archive, "any" takes what
dnl -lNAME gives.
AC_DEFUN([_GPROF_FIND_LIB],
[AS_CASE([$3],
  [static],
  [AS_VAR_SET([gprof_tries], ["-l:lib$2.a `$CC -print-file-name=lib$2.a`"])],
  [AS_VAR_SET([gprof_tries], ["-l$2"])])
$1=
for gprof_try in $gprof_tries; do
  AS_CASE([$gprof_try], [-l*|/*], [], [continue])
  LIBS="$gprof_try $gprof_saved_LIBS"
  AC_LINK_IFELSE([AC_LANG_PROGRAM([], [])], [$1=$gprof_try; break])
done
])

dnl _GPROF_BFD_PLACE(DIR)
dnl Look for libbfd below DIR, which may be a prefix or the /usr of an unpacked
dnl Debian package; that need not have headers.
AC_DEFUN([_GPROF_BFD_PLACE],
[AS_IF([test -d "$1/include"], [BFD_CPPFLAGS="-isystem $1/include"])
gprof_multiarch=`$CC -print-multiarch 2>/dev/null`
for gprof_place in "$1/lib" "$1/lib64" ${gprof_multiarch:+"$1/lib/$gprof_multiarch"}; do
  AS_IF([test -d "$gprof_place"],
    [AS_VAR_APPEND([BFD_LDFLAGS], ["${BFD_LDFLAGS:+ }-L$gprof_place"])])
done
AS_IF([test -z "$BFD_LDFLAGS"],
  [AC_MSG_ERROR([--with-bfd: no libraries below '$1'])])
])

dnl _GPROF_BFD_FORMATS
dnl Set BFD_FORMATS to the object formats libbfd knows by name, or to nothing
dnl if that cannot be found out.
AC_DEFUN([_GPROF_BFD_FORMATS],
[AC_MSG_CHECKING([which object formats libbfd knows])
BFD_FORMATS=
LIBS="$BFD_LIBS $gprof_saved_LIBS"
AC_LINK_IFELSE(
  [AC_LANG_PROGRAM([[
#include <stddef.h>
#include <stdio.h>
#include <bfd.h>
]], [[
  FILE *out = fopen ("conftest.formats", "w");
  const char **names;
  size_t i;

  bfd_init ();
  names = bfd_target_list ();
  if (out == NULL || names == NULL)
    return 1;
  for (i = 0; names[i] != NULL; i++)
    fprintf (out, "%s\n", names[i]);
  return fclose (out) != 0;]])],
  [AS_IF([test "x$cross_compiling" = xno || test -n "$EMULATOR"],
     [AS_IF([$EMULATOR ./conftest$EXEEXT],
        [BFD_FORMATS=`sort -u conftest.formats | tr '\n' ' '`])])])
AS_IF([test -n "$BFD_FORMATS"],
  [gprof_bfd_formats=`sort -u conftest.formats | wc -l | tr -d ' '`],
  [gprof_bfd_formats=unknown])
rm -f conftest.formats
AC_MSG_RESULT([$gprof_bfd_formats])
])

dnl _GPROF_OPCODES_LINKS(LIBS, [IF-TRUE], [IF-FALSE])
dnl Does a program that decodes instructions link with LIBS?  The interface is
dnl that of binutils 2.39.
AC_DEFUN([_GPROF_OPCODES_LINKS],
[LIBS="$1 $BFD_LIBS $LIBINTL $gprof_saved_LIBS"
AC_LINK_IFELSE(
  [AC_LANG_PROGRAM([[
#include <stddef.h>
#include <bfd.h>
#include <dis-asm.h>
]], [[
  struct disassemble_info info;
  init_disassemble_info (&info, NULL, NULL, NULL);
  disassemble_init_for_target (&info);
  return disassembler (bfd_arch_i386, 0, 0, NULL) == NULL;]])],
  [$2], [$3])
])

dnl _GPROF_OPCODES_LOADS
dnl Set gprof_soname to the name under which the shared libopcodes is loaded, or
dnl to nothing if there is none.  The name is read from a program that is linked
dnl with it, among other strings; it must contain a version, for otherwise the
dnl library might later be one that does not go with our libbfd.
AC_DEFUN([_GPROF_OPCODES_LOADS],
[gprof_soname=
_GPROF_OPCODES_LINKS([-l$gprof_opcodes_name],
  [gprof_soname=`LC_ALL=C tr '\000' '\n' <conftest$EXEEXT \
     | LC_ALL=C $SED -n '/^libopcodes-[[0-9]][[^/]]*[[.]]so[[^/]]*$/{p;q;}'`])
AS_IF([test -n "$gprof_soname"],
  [LIBS="$gprof_dlopen $gprof_saved_LIBS"
   AC_RUN_IFELSE([AC_LANG_PROGRAM([[
#include <stddef.h>
#include <dlfcn.h>
]], [[
  return dlopen ("$gprof_soname", RTLD_NOW | RTLD_LOCAL) == NULL;]])],
     [], [gprof_soname=], [:])])
])

dnl _GPROF_LIB_OPCODES
dnl Define HAVE_OPCODES if there is libopcodes, and OPCODES_SONAME if it is to
dnl be loaded when it is needed; else add it to BFD_LIBS.
AC_DEFUN([_GPROF_LIB_OPCODES],
[AC_ARG_WITH([opcodes],
  [AS_HELP_STRING([--with-opcodes=HOW],
     [load the shared libopcodes when instructions are decoded, or link the
      libopcodes that goes with libbfd, or no: load, link or no
      @<:@load if possible, else link@:>@])],
  [], [with_opcodes=yes])
gprof_opcodes_name=opcodes${gprof_bfd_name#bfd}
gprof_soname=
gprof_opcodes=
gprof_dlopen=
LIBS=$gprof_saved_LIBS
AS_CASE([$with_opcodes], [yes|load],
  [AC_CHECK_FUNC([dlopen], [],
     [AC_CHECK_LIB([dl], [dlopen], [gprof_dlopen=-ldl])])])
AC_MSG_CHECKING([for the disassembler of binutils])
AS_CASE([$with_opcodes], [yes|load], [_GPROF_OPCODES_LOADS])
AS_IF([test -z "$gprof_soname"],
  [gprof_dlopen=
   AS_CASE([$with_opcodes], [yes|link],
     [AS_IF([test "x$gprof_bfd_summary" = xstatic],
        [_GPROF_FIND_LIB([gprof_opcodes], [opcodes], [static])],
        [_GPROF_FIND_LIB([gprof_opcodes], [$gprof_opcodes_name], [any])])
      AS_IF([test -n "$gprof_opcodes"],
        [_GPROF_OPCODES_LINKS([$gprof_opcodes], [], [gprof_opcodes=])])])])
gprof_opcodes_summary="${gprof_soname:+$gprof_soname, loaded when needed}"
: "${gprof_opcodes_summary:=$gprof_opcodes}"
AC_MSG_RESULT([${gprof_opcodes_summary:-none}])
AS_CASE([$with_opcodes], [load|link],
  [AS_IF([test -z "$gprof_opcodes_summary"],
     [AC_MSG_ERROR([--with-opcodes=$with_opcodes: no such libopcodes
$gprof_bfd_packages])])])
AS_IF([test -n "$gprof_opcodes_summary"],
  [AC_DEFINE([HAVE_OPCODES], [1],
     [Define to 1 if libopcodes is there to decode instructions.])])
AS_IF([test -n "$gprof_soname"],
  [AC_DEFINE_UNQUOTED([OPCODES_SONAME], ["$gprof_soname"],
     [The shared libopcodes, if it is loaded when it is needed.])])
BFD_LIBS="$gprof_opcodes${gprof_opcodes:+ }$BFD_LIBS${gprof_dlopen:+ }$gprof_dlopen"
])

dnl _GPROF_BFD_NAMES
dnl Names that some releases of bfd.h lack become what does instead.
AC_DEFUN([_GPROF_BFD_NAMES],
[AC_CHECK_DECL([bfd_bread], [],
  [AC_DEFINE([bfd_bread], [bfd_read],
     [Define to what reads from a file if libbfd has no bfd_bread.])],
  [[#include <bfd.h>]])
AC_CHECK_DECL([bfd_arch_loongarch], [],
  [AC_DEFINE([bfd_arch_loongarch], [bfd_arch_unknown],
     [Define to bfd_arch_unknown if libbfd does not know that machine.])],
  [[#include <bfd.h>]])
])

dnl _GPROF_BFD_TRY(static|shared)
dnl Look for that libbfd and all that it may need; if a program links with it,
dnl set gprof_bfd_summary to its kind.
AC_DEFUN([_GPROF_BFD_TRY],
[m4_if([$1], [static],
  [_GPROF_FIND_LIB([gprof_bfd], [bfd], [static])
   _GPROF_FIND_LIB([gprof_sframe], [sframe], [static])
   AS_IF([test -z "$gprof_sframe"],
     [_GPROF_FIND_LIB([gprof_sframe], [sframe], [any])])],
  [_GPROF_FIND_LIB([gprof_bfd], [$gprof_bfd_name], [any])
   gprof_sframe=])
AS_IF([test -n "$gprof_bfd"],
  [# The order is the order of need; libiberty stays, as we call it ourselves.
   _GPROF_BFD_LINKS([$gprof_bfd $gprof_sframe $gprof_iberty $gprof_tail],
     [gprof_bfd_summary=$1])])
])

dnl GPROF_LIB_BFD
dnl Set BFD_CPPFLAGS, BFD_LDFLAGS, BFD_LIBS and BFD_FORMATS, and define
dnl HAVE_LIBIBERTY_DEMANGLE_H or HAVE_DEMANGLE_H.  libbfd promises no stable
dnl binary interface, so the archive is linked, if programs link with it, unless
dnl --with-shared-bfd.  A distribution may have more than one shared libbfd,
dnl hence its NAME.  What an archive needs differs from system to system:
dnl everything that is present is tried together, then all that can go is taken
dnl away.
AC_DEFUN([GPROF_LIB_BFD],
[AC_REQUIRE([AM_GNU_GETTEXT])dnl
AC_ARG_WITH([bfd],
  [AS_HELP_STRING([--with-bfd=DIR],
     [use the libbfd and libiberty installed below DIR])],
  [], [with_bfd=yes])
AC_ARG_WITH([shared-bfd],
  [AS_HELP_STRING([--with-shared-bfd@<:@=NAME@:>@],
     [link a shared libbfd instead of the archive: -lNAME @<:@bfd@:>@, such
      as bfd-multiarch, which reads programs of many machines; or no: the
      archive @<:@the archive if programs link with it@:>@])],
  [], [with_shared_bfd=auto])

BFD_CPPFLAGS=
BFD_LDFLAGS=
AS_CASE([$with_bfd],
  [yes], [],
  [no], [AC_MSG_ERROR([libbfd cannot be left out])],
  [_GPROF_BFD_PLACE([$with_bfd])])
AS_CASE([$with_shared_bfd],
  [auto|no|yes], [gprof_bfd_name=bfd],
  [gprof_bfd_name=$with_shared_bfd])

gprof_saved_CPPFLAGS=$CPPFLAGS
gprof_saved_LDFLAGS=$LDFLAGS
gprof_saved_LIBS=$LIBS
CPPFLAGS="$BFD_CPPFLAGS $CPPFLAGS"
LDFLAGS="$BFD_LDFLAGS $LDFLAGS"
gprof_bfd_packages="On Debian:  apt-get install binutils-dev libiberty-dev zlib1g-dev libzstd-dev"

AC_CHECK_HEADER([bfd.h], [],
  [AC_MSG_ERROR([bfd.h, the header of libbfd, was not found or does not
compile.
$gprof_bfd_packages])])
_GPROF_BFD_NAMES
AC_CHECK_HEADERS([libiberty/demangle.h demangle.h], [break])
AS_IF([test "x$ac_cv_header_libiberty_demangle_h$ac_cv_header_demangle_h" = xnono],
  [AC_MSG_ERROR([demangle.h, a header of libiberty, was not found.
$gprof_bfd_packages])])

AC_MSG_CHECKING([how to link libbfd])
_GPROF_FIND_LIB([gprof_iberty], [iberty], [static])
AS_IF([test -z "$gprof_iberty"],
  [_GPROF_FIND_LIB([gprof_iberty], [iberty], [any])])
_GPROF_FIND_LIB([gprof_z], [z], [any])
_GPROF_FIND_LIB([gprof_zstd], [zstd], [any])
_GPROF_FIND_LIB([gprof_dl], [dl], [any])
gprof_tail="$gprof_z $gprof_zstd $gprof_dl $LIBINTL"
gprof_bfd_summary=
AS_CASE([$with_shared_bfd], [auto|no], [_GPROF_BFD_TRY([static])])
AS_IF([test -z "$gprof_bfd_summary" && test "x$with_shared_bfd" != xno],
  [_GPROF_BFD_TRY([shared])])
AS_IF([test -z "$gprof_bfd_summary"],
  [AC_MSG_RESULT([not at all])
   gprof_missing=
   for gprof_lib in bfd iberty z zstd; do
     AS_VAR_COPY([gprof_value], [gprof_$gprof_lib])
     AS_IF([test -z "$gprof_value"],
       [AS_VAR_APPEND([gprof_missing], [" lib$gprof_lib"])])
   done
   AS_IF([test -n "$gprof_missing"],
     [gprof_missing="  Not found:$gprof_missing."])
   AC_MSG_ERROR([no program links with lib$gprof_bfd_name (2.34 or newer is needed;
config.log tells more).$gprof_missing
$gprof_bfd_packages])])
for gprof_lib in sframe z zstd dl; do
  AS_VAR_COPY([gprof_value], [gprof_$gprof_lib])
  AS_VAR_SET([gprof_$gprof_lib], [])
  _GPROF_BFD_LINKS(
    [$gprof_bfd $gprof_sframe $gprof_iberty $gprof_z $gprof_zstd $gprof_dl $LIBINTL],
    [], [AS_VAR_COPY([gprof_$gprof_lib], [gprof_value])])
done
BFD_LIBS=
for gprof_value in $gprof_bfd $gprof_sframe $gprof_iberty $gprof_z \
                   $gprof_zstd $gprof_dl; do
  AS_VAR_APPEND([BFD_LIBS], ["${BFD_LIBS:+ }$gprof_value"])
done
AC_MSG_RESULT([$BFD_LIBS])
AS_IF([test "x$with_shared_bfd$gprof_bfd_summary" = xautoshared],
  [AC_MSG_WARN([no program links with the archive of libbfd, so the shared one
is used, of exactly this version; on Debian the archive may need libsframe-dev])])
_GPROF_LIB_OPCODES
gprof_bfd_summary="$gprof_bfd_summary ($BFD_LIBS)"
_GPROF_BFD_FORMATS

CPPFLAGS=$gprof_saved_CPPFLAGS
LDFLAGS=$gprof_saved_LDFLAGS
LIBS=$gprof_saved_LIBS
AC_SUBST([BFD_CPPFLAGS])
AC_SUBST([BFD_LDFLAGS])
AC_SUBST([BFD_LIBS])
AC_SUBST([BFD_FORMATS])
])
