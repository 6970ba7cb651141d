/* file_kind.h - what a file is that was named as something else.

   Explains why a file was refused, and what to do; it is not used to refuse
   one.  A file is recognised by its first bytes.  */

#ifndef FILE_KIND_H
#define FILE_KIND_H

#include <stdbool.h>
#include <stddef.h>

#include "base/diag.h"

enum file_kind
{
  FILE_UNKNOWN,
  FILE_EMPTY,
  FILE_PROFILE,         /* gmon.out of the GNU C library, of any machine */
  FILE_LIBRARY_PROFILE, /* what LD_PROFILE makes it write */
  FILE_GZIP,
  FILE_BZIP2,
  FILE_XZ,
  FILE_ZSTD,
  FILE_LZ4,
  FILE_COMPRESS,
  FILE_ZIP,
  FILE_GCOV,       /* .gcda, .gcno */
  FILE_LLVM,       /* .profraw, .profdata */
  FILE_PERF,       /* perf.data */
  FILE_GPERFTOOLS, /* its CPU profiler */
  FILE_PPROF,      /* profile.proto */
  FILE_CALLGRIND,
  FILE_CACHEGRIND,
  FILE_MASSIF,
  FILE_PROGRAM, /* or object file, or library: ELF, Mach-O, PE */
  FILE_ARCHIVE,
  FILE_CORE,
  FILE_LIBTOOL_SCRIPT,  /* that stands for a program not yet installed */
  FILE_LIBTOOL_LIBRARY, /* .la */
  FILE_SCRIPT,
  FILE_TEXT,
  FILE_KINDS
};

enum
{
  FILE_KIND_ENOUGH = 1024 /* bytes from the start that identify any kind */
};

/* What the file is that starts with the SIZE bytes at DATA; fewer than
   FILE_KIND_ENOUGH bytes may leave it unknown, none is an empty file.
   O(SIZE), but not more than FILE_KIND_ENOUGH.  */
enum file_kind file_kind_of (const unsigned char *data, size_t size);

/* What the file was named as.  */
enum file_use
{
  FILE_AS_PROFILE,
  FILE_AS_IMAGE,
  FILE_AS_TABLE, /* a text file about symbols, as nm prints it */
  FILE_USES
};

/* Record the failure, STATUS_FORMAT, that the file NAME is of KIND and not
   usable for USE, with what to do instead.  False, and nothing recorded, if
   there is nothing to say.  */
bool file_kind_refuse (enum file_kind kind, enum file_use use,
                       const char *name, struct diag *diag);

#endif
