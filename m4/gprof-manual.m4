dnl gprof-manual.m4 - can the manual be made here?
dnl SPDX-License-Identifier: GPL-3.0-or-later

# GPROF_MANUAL
# ------------
# A source tree as it comes from version control has no doc/gprof.info.  Where
# there is no makeinfo either, MAKEINFO becomes a command that does nothing, so
# that the rest can be built and installed.  If doc/gprof.info is there it
# stays, and 'missing' complains only if the manual was changed.
AC_DEFUN([GPROF_MANUAL], [
  AS_IF([(eval "$MAKEINFO --version") >/dev/null 2>&1],
      [gprof_manual="info, HTML with 'make html', PDF with 'make pdf'"],
    [test -f "$srcdir/doc/gprof.info"],
      [gprof_manual="info, as it was packed; there is no makeinfo"],
    [MAKEINFO=:
     gprof_manual="none, because there is no makeinfo"])
])
