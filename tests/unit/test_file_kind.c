/* test_file_kind.c - what a file is that was named as something else.

   The samples were typed from the documents of the formats, and begin like
   files that the programs named here have written.  */

#include "config.h"

#include "model/file_kind.h"

#include <stdlib.h>
#include <string.h>

#include "capture.h"
#include "tap.h"

/* The bytes of a literal without the NUL at its end.  */
#define BYTES(literal) (literal), sizeof (literal) - 1

static const struct
{
  enum file_kind kind;
  const char *what;
  const char *bytes;
  size_t size;
} samples[] = {
  { FILE_EMPTY, "nothing", BYTES ("") },
  { FILE_PROFILE, "a profile, low byte first",
    BYTES ("gmon\1\0\0\0\0\0\0\0") },
  { FILE_PROFILE, "a profile, high byte first",
    BYTES ("gmon\0\0\0\1\0\0\0\0") },
  { FILE_PROFILE, "a profile of version 0", BYTES ("gmon\0\0\0\0\0\0\0\0") },
  { FILE_PROFILE, "its magic alone", BYTES ("gmon") },
  { FILE_LIBRARY_PROFILE, "LD_PROFILE, low byte first",
    BYTES ("gmon\377\377\1\0\0\0\0\0\0\0\0\0\0\0\0\0") },
  { FILE_LIBRARY_PROFILE, "LD_PROFILE, high byte first",
    BYTES ("gmon\0\1\377\377\0\0\0\0\0\0\0\0\0\0\0\0") },
  { FILE_GZIP, "gzip", BYTES ("\x1f\x8b\x08\x08\xfc\xe2\x02kgmon.out") },
  { FILE_PPROF, "pprof as Go writes it", BYTES ("\x0a\x04\x08\x01\x10\x02") },
  { FILE_GZIP, "gzip as Go writes it",
    BYTES ("\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff") },
  { FILE_BZIP2, "bzip2", BYTES ("BZh91AY&SY\xf6\xc0}\xe4\x00\x00") },
  { FILE_XZ, "xz",
    BYTES ("\xfd"
           "7zXZ\0\0\4\xe6\xd6\xb4"
           "F\2\0!\1") },
  { FILE_ZSTD, "zstd", BYTES ("\x28\xb5\x2f\xfd\x64\xa2\x08\x3d") },
  { FILE_LZ4, "lz4", BYTES ("\x04\x22\x4d\x18\x64\x40\xa7") },
  { FILE_COMPRESS, "compress", BYTES ("\x1f\x9d\x90\x67\xda") },
  { FILE_ZIP, "zip", BYTES ("PK\3\4\x14\0\0\0\x08\0") },
  { FILE_GCOV, "gcda, low byte first",
    BYTES ("adcg*22B\x8e\xab"
           "F\3") },
  { FILE_GCOV, "gcda, high byte first", BYTES ("gcdaB22*\0\0\0\1") },
  { FILE_GCOV, "gcno, low byte first", BYTES ("oncg*22B\x8e\xab") },
  { FILE_GCOV, "gcno, high byte first", BYTES ("gcnoB22*\0\0\0\1") },
  { FILE_LLVM, "profraw of 64 bits, low byte first",
    BYTES ("\x81rforpl\xff\x08\0\0\0\0\0\0\0") },
  { FILE_LLVM, "profraw of 64 bits, high byte first",
    BYTES ("\xfflprofr\x81\0\0\0\0\0\0\0\x08") },
  { FILE_LLVM, "profraw of 32 bits", BYTES ("\x81Rforpl\xff\x08\0\0\0") },
  { FILE_LLVM, "profdata", BYTES ("\xfflprofi\x81\x07\0\0\0\0\0\0\0") },
  { FILE_PERF, "perf.data, low byte first", BYTES ("PERFILE2h\0\0\0") },
  { FILE_PERF, "perf.data, high byte first", BYTES ("2ELIFREP\0\0\0\0") },
  { FILE_GPERFTOOLS, "gperftools, 64 bits, low byte first",
    BYTES ("\0\0\0\0\0\0\0\0\3\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
           "\x10\x27\0\0\0\0\0\0\0\0\0\0\0\0\0\0") },
  { FILE_GPERFTOOLS, "gperftools, 64 bits, high byte first",
    BYTES ("\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\3\0\0\0\0\0\0\0\0"
           "\0\0\0\0\0\0\x27\x10\0\0\0\0\0\0\0\0") },
  { FILE_GPERFTOOLS, "gperftools, 32 bits, low byte first",
    BYTES ("\0\0\0\0\3\0\0\0\0\0\0\0\x10\x27\0\0\0\0\0\0") },
  { FILE_GPERFTOOLS, "gperftools, 32 bits, high byte first",
    BYTES ("\0\0\0\0\0\0\0\3\0\0\0\0\0\0\x27\x10\0\0\0\0") },
  { FILE_UNKNOWN, "zeros",
    BYTES ("\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
           "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0") },
  { FILE_CALLGRIND, "callgrind",
    BYTES ("# callgrind format\nversion: 1\ncreator: callgrind-3.19.0\n") },
  { FILE_CALLGRIND, "callgrind before 3.14",
    BYTES ("version: 1\ncreator: callgrind-3.13.0\npid: 1\n") },
  { FILE_CACHEGRIND, "cachegrind",
    BYTES ("desc: I1 cache:         32768 B, 64 B, 8-way associative\n"
           "cmd: ./prog\nevents: Ir \n") },
  { FILE_MASSIF, "massif",
    BYTES ("desc: (none)\ncmd: ./prog\ntime_unit: i\n") },
  { FILE_PROGRAM, "an ELF program, low byte first",
    BYTES ("\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\2\0\x3e\0") },
  { FILE_PROGRAM, "a position-independent one, high byte first",
    BYTES ("\177ELF\2\2\1\0\0\0\0\0\0\0\0\0\0\3\0\x16") },
  { FILE_PROGRAM, "an ELF object file",
    BYTES ("\177ELF\1\1\1\0\0\0\0\0\0\0\0\0\1\0\3\0") },
  { FILE_PROGRAM, "an ELF header that is cut short",
    BYTES ("\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\4") },
  { FILE_PROGRAM, "an ELF file of a system's own type 0x404",
    BYTES ("\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\4\4\x3e\0") },
  { FILE_CORE, "a core file, low byte first",
    BYTES ("\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\4\0\x3e\0") },
  { FILE_CORE, "a core file, high byte first",
    BYTES ("\177ELF\2\2\1\0\0\0\0\0\0\0\0\0\0\4\0\x16") },
  { FILE_PROGRAM, "Mach-O of 64 bits", BYTES ("\xcf\xfa\xed\xfe\7\0\0\1") },
  { FILE_PROGRAM, "Mach-O of 32 bits", BYTES ("\xce\xfa\xed\xfe\7\0\0\0") },
  { FILE_PROGRAM, "PE", BYTES ("MZ\x90\0\3\0\0\0\4\0\0\0\xff\xff") },
  { FILE_ARCHIVE, "an archive", BYTES ("!<arch>\nrec.o/ ") },
  { FILE_ARCHIVE, "a thin archive", BYTES ("!<thin>\n//     ") },
  { FILE_LIBTOOL_SCRIPT, "libtool's stand-in for a program",
    BYTES ("#! /bin/sh\n\n# prog - temporary wrapper script for .libs/prog\n"
           "# Generated by libtool (GNU libtool) 2.4.7\n#\n") },
  { FILE_LIBTOOL_LIBRARY, "libtool's description of a library",
    BYTES ("# libx.la - a libtool library file\n"
           "# Generated by libtool (GNU libtool) 2.4.7\n") },
  { FILE_SCRIPT, "a script", BYTES ("#!/usr/bin/python3\nimport gmon\n") },
  { FILE_TEXT, "a text", BYTES ("Nobody can run this.\n") },
  { FILE_TEXT, "a JSON text", BYTES ("{\"functions\": [1, 2]}\r\n") },
  { FILE_TEXT, "a text in UTF-8", BYTES ("\xe5\x89\x96\xe6\x9e\x90\n") },
  { FILE_TEXT, "a character that is cut off", BYTES ("ab\xf0\x9f\x98") },
  { FILE_UNKNOWN, "what is left of a profile", BYTES ("gmo") },
  { FILE_UNKNOWN, "a lone second byte of UTF-8", BYTES ("ab\x96 cd") },
  { FILE_UNKNOWN, "a first byte without a second", BYTES ("ab\xe5 cd") },
  { FILE_UNKNOWN, "a control character", BYTES ("ab\1cd") },
  { FILE_UNKNOWN, "a NUL in a text", BYTES ("ab\0cd") },
};

static enum file_kind
kind_of (const char *bytes, size_t size)
{
  /* In memory of exactly that size, so that sanitizers notice a byte read
     beyond.  */
  unsigned char *copy = malloc (size > 0 ? size : 1);
  memcpy (copy, bytes, size);
  const enum file_kind kind = file_kind_of (copy, size);
  free (copy);
  return kind;
}

static void
test_kinds (void)
{
  bool seen[FILE_KINDS] = { false };
  for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
    {
      is_u64 (kind_of (samples[i].bytes, samples[i].size), samples[i].kind,
              "%s", samples[i].what);
      seen[samples[i].kind] = true;
    }
  for (unsigned kind = 0; kind < FILE_KINDS; kind++)
    ok (seen[kind], "there is a sample of kind %u", kind);
}

/* A file that is cut short is of its kind, of one that fewer bytes identify,
   or of none.  */
static void
test_prefixes (void)
{
  unsigned wrong = 0;
  for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
    for (size_t size = 1; size < samples[i].size; size++)
      {
        const enum file_kind kind = kind_of (samples[i].bytes, size);
        const bool is_of_family
            = kind == samples[i].kind || kind == FILE_UNKNOWN
              || kind == FILE_TEXT || kind == FILE_SCRIPT
              || (kind == FILE_PROGRAM && samples[i].kind == FILE_CORE)
              || (kind == FILE_PROFILE
                  && samples[i].kind == FILE_LIBRARY_PROFILE);
        if (!is_of_family && wrong++ < 5)
          tap_note ("%s, %zu bytes: kind %d", samples[i].what, size, kind);
      }
  is_u64 (wrong, 0, "beginnings of files");
}

/* What stands behind the first FILE_KIND_ENOUGH bytes does not count.  */
static void
test_bound (void)
{
  char text[FILE_KIND_ENOUGH + 1];
  memset (text, 'a', sizeof text);
  text[FILE_KIND_ENOUGH] = '\0';
  is_u64 (kind_of (text, sizeof text), FILE_TEXT, "a NUL behind the bound");
  text[FILE_KIND_ENOUGH - 1] = '\0';
  is_u64 (kind_of (text, sizeof text), FILE_UNKNOWN, "a NUL before it");
}

/* --- Messages ----------------------------------------------------------- */

/* KIND is refused for USE with a message that contains PART; or not at all, if
   that is null.  */
static void
check_words (enum file_kind kind, enum file_use use, const char *part)
{
  struct diag diag = { 0 };
  const bool refused = file_kind_refuse (kind, use, "NAME", &diag);
  ok (refused == (part != NULL), "kind %d for use %d: %s", kind, use,
      part != NULL ? "refused" : "nothing to say");
  is_u64 (diag.status, part != NULL ? STATUS_FORMAT : STATUS_OK,
          "the status says that, too");
  if (part != NULL)
    ok (strncmp (diag.text, "NAME: ", 6) == 0
            && strstr (diag.text, part) != NULL,
        "it names the file and says '%s'", part);
  diag_release (&diag);
}

static void
test_words (void)
{
  check_words (FILE_UNKNOWN, FILE_AS_PROFILE, NULL);
  check_words (FILE_UNKNOWN, FILE_AS_IMAGE, NULL);
  check_words (FILE_EMPTY, FILE_AS_PROFILE, NULL);
  check_words (FILE_EMPTY, FILE_AS_IMAGE, "empty");
  check_words (FILE_PROFILE, FILE_AS_PROFILE, NULL);
  check_words (FILE_PROFILE, FILE_AS_IMAGE, "gprof PROGRAM gmon.out");
  check_words (FILE_LIBRARY_PROFILE, FILE_AS_IMAGE, "LD_PROFILE");
  check_words (FILE_PPROF, FILE_AS_PROFILE, "pprof");
  check_words (FILE_GZIP, FILE_AS_IMAGE, "compressed with gzip");
  check_words (FILE_ZSTD, FILE_AS_PROFILE, "compressed with zstd");
  check_words (FILE_BZIP2, FILE_AS_TABLE, "compressed with bzip2");
  check_words (FILE_GCOV, FILE_AS_PROFILE, "of gcov");
  check_words (FILE_PERF, FILE_AS_PROFILE, "'perf report'");
  check_words (FILE_CALLGRIND, FILE_AS_IMAGE, "'callgrind_annotate'");
  check_words (FILE_GPERFTOOLS, FILE_AS_PROFILE, "'pprof'");
  check_words (FILE_PROGRAM, FILE_AS_PROFILE, "gprof PROGRAM gmon.out");
  check_words (FILE_PROGRAM, FILE_AS_IMAGE, NULL);
  check_words (FILE_PROGRAM, FILE_AS_TABLE, "nm prints");
  check_words (FILE_CORE, FILE_AS_IMAGE, "dumped it");
  check_words (FILE_LIBTOOL_SCRIPT, FILE_AS_IMAGE, ".libs");
  check_words (FILE_SCRIPT, FILE_AS_IMAGE, "name the program that it runs");
  check_words (FILE_TEXT, FILE_AS_PROFILE, "this is a text");
  check_words (FILE_TEXT, FILE_AS_TABLE, NULL);
}

/* All kinds that are no profile differ from one.  */
static void
test_every_kind (void)
{
  for (unsigned kind = FILE_GZIP; kind < FILE_KINDS; kind++)
    {
      struct diag diag = { 0 };
      ok (file_kind_refuse ((enum file_kind)kind, FILE_AS_PROFILE, "x", &diag),
          "kind %u as a profile", kind);
      diag_release (&diag);
    }
}

int
main (void)
{
  test_kinds ();
  test_prefixes ();
  test_bound ();
  test_words ();
  test_every_kind ();
  return done ();
}
