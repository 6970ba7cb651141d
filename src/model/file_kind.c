/* file_kind.c - what a file is that was named as something else.

   Formats document how their files begin; texts begin with what the programs
   named here print first.  */

#include "config.h"

#include "model/file_kind.h"

#include <stdint.h>
#include <string.h>

#include "base/bytes.h"
#include "model/elf.h"
#include "model/gmon_format.h"
#include "model/live_format.h"
#include "base/i18n.h"

/* --- Kinds by their first bytes ----------------------------------------- */

static const struct
{
  enum file_kind kind;
  size_t size;
  const char *bytes;
} magics[] = {
  { FILE_GZIP, 3, "\037\213\010" }, /* as PACKING_GZIP and so on */
  { FILE_BZIP2, 3, "BZh" },
  { FILE_XZ, 6, "\3757zXZ\0" },
  { FILE_ZSTD, 4, "\050\265\057\375" },
  { FILE_LZ4, 4, "\004\042\115\030" },
  { FILE_COMPRESS, 2, "\037\235" },
  { FILE_ZIP, 4, "PK\003\004" },
  /* A word "gcda" or "gcno", in the machine's byte order.  */
  { FILE_GCOV, 4, "gcda" },
  { FILE_GCOV, 4, "adcg" },
  { FILE_GCOV, 4, "gcno" },
  { FILE_GCOV, 4, "oncg" },
  /* Raw of 64 and 32 bits in both byte orders, and indexed.  */
  { FILE_LLVM, 8, "\377lprofr\201" },
  { FILE_LLVM, 8, "\201rforpl\377" },
  { FILE_LLVM, 8, "\377lprofR\201" },
  { FILE_LLVM, 8, "\201Rforpl\377" },
  { FILE_LLVM, 8, "\377lprofi\201" },
  { FILE_PERF, 8, "PERFILE2" },
  { FILE_PERF, 8, "2ELIFREP" },
  /* What comes out of its gzip files, by Go and by us.  */
  { FILE_PPROF, 6, "\012\004\010\001\020\002" },
  { FILE_PPROF, 3, "\062\000\062" },
  { FILE_ARCHIVE, 8, "!<arch>\n" },
  { FILE_ARCHIVE, 8, "!<thin>\n" },
  { FILE_PROGRAM, 4, "\376\355\372\316" },
  { FILE_PROGRAM, 4, "\376\355\372\317" },
  { FILE_PROGRAM, 4, "\316\372\355\376" },
  { FILE_PROGRAM, 4, "\317\372\355\376" },
  { FILE_PROGRAM, 4, "MZ\220\0" },
  { FILE_PROFILE, 8, LIVE_COOKIE },
  { FILE_PROFILE, 4, MAGIC_COOKIE }, /* but see refine_profile */
};

static bool
begins_with (const unsigned char *data, size_t size, const char *bytes,
             size_t length)
{
  return size >= length && memcmp (data, bytes, length) == 0;
}

static bool
begins_with_text (const unsigned char *data, size_t size, const char *text)
{
  return begins_with (data, size, text, strlen (text));
}

static bool
contains (const unsigned char *data, size_t size, const char *text)
{
  const size_t length = strlen (text);
  for (size_t at = 0; at + length <= size; at++)
    if (memcmp (data + at, text, length) == 0)
      return true;
  return false;
}

/* The profile of a library, which LD_PROFILE causes, has another version.  */
static enum file_kind
refine_profile (const unsigned char *data, size_t size)
{
  enum
  {
    LIBRARY_VERSION = 0x1ffff
  };
  const unsigned char *version = data + MAGIC_COOKIE_SIZE;
  return size >= MAGIC_COOKIE_SIZE + 4
                 && (bytes_decode_u32 (version, false) == LIBRARY_VERSION
                     || bytes_decode_u32 (version, true) == LIBRARY_VERSION)
             ? FILE_LIBRARY_PROFILE
             : FILE_PROFILE;
}

static enum file_kind
kind_by_magic (const unsigned char *data, size_t size)
{
  struct elf_header elf;
  if (elf_read_header (&elf, data, size))
    return elf.type == ELF_TYPE_CORE ? FILE_CORE : FILE_PROGRAM;
  for (size_t i = 0; i < sizeof magics / sizeof *magics; i++)
    if (begins_with (data, size, magics[i].bytes, magics[i].size))
      return magics[i].kind == FILE_PROFILE ? refine_profile (data, size)
                                            : magics[i].kind;
  return FILE_UNKNOWN;
}

/* gperftools begin with five words: 0, 3, 0, the period of sampling, 0.  */
static bool
is_of_gperftools (const unsigned char *data, size_t size, size_t word_size,
                  bool big_endian)
{
  uint64_t words[5];
  if (size < sizeof words / sizeof *words * word_size)
    return false;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    words[i] = word_size == 8 ? bytes_decode_u64 (data + 8 * i, big_endian)
                              : bytes_decode_u32 (data + 4 * i, big_endian);
  return words[0] == 0 && words[1] == 3 && words[2] == 0 && words[3] != 0
         && words[4] == 0;
}

/* --- Kinds of text ------------------------------------------------------ */

/* The size of the UTF-8 character at DATA, of at most SIZE bytes; 0 if it
   cannot be part of a text.  One that is cut off counts as whole.  */
static size_t
character_size (const unsigned char *data, size_t size)
{
  const unsigned char first = data[0];
  if (first < 0x80)
    return (first >= ' ' && first != 0177) || (first >= '\t' && first <= '\r')
               ? 1
               : 0;
  const size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4)
    return 0;
  for (size_t i = 1; i < length && i < size; i++)
    if ((data[i] & 0xc0) != 0x80)
      return 0;
  return length < size ? length : size;
}

/* Fewer bytes than LEAST can be the start of anything.  */
static bool
is_text (const unsigned char *data, size_t size)
{
  enum
  {
    LEAST = 4
  };
  size_t length;
  if (size < LEAST)
    return false;
  for (; size > 0; data += length, size -= length)
    if ((length = character_size (data, size)) == 0)
      return false;
  return true;
}

static enum file_kind
kind_of_text (const unsigned char *data, size_t size)
{
  if (begins_with_text (data, size, "#!"))
    return contains (data, size, "Generated by libtool")
                   || contains (data, size, "ltmain.sh")
               ? FILE_LIBTOOL_SCRIPT
               : FILE_SCRIPT;
  if (data[0] == '#' && contains (data, size, "libtool library file"))
    return FILE_LIBTOOL_LIBRARY;
  if (begins_with_text (data, size, "# callgrind format")
      || contains (data, size, "\ncreator: callgrind"))
    return FILE_CALLGRIND;
  if (begins_with_text (data, size, "desc: ")
      && contains (data, size, "\ntime_unit: "))
    return FILE_MASSIF;
  if (begins_with_text (data, size, "desc: ")
      && contains (data, size, "\nevents: "))
    return FILE_CACHEGRIND;
  return FILE_TEXT;
}

enum file_kind
file_kind_of (const unsigned char *data, size_t size)
{
  if (size == 0)
    return FILE_EMPTY;
  if (size > FILE_KIND_ENOUGH)
    size = FILE_KIND_ENOUGH;
  const enum file_kind kind = kind_by_magic (data, size);
  if (kind != FILE_UNKNOWN)
    return kind;
  for (unsigned layout = 0; layout < 4; layout++)
    if (is_of_gperftools (data, size, layout & 1 ? 8 : 4, layout & 2))
      return FILE_GPERFTOOLS;
  return is_text (data, size) ? kind_of_text (data, size) : FILE_UNKNOWN;
}

/* --- What to do --------------------------------------------------------- */

/* Sentences for kinds that need one of their own, else null.  */
static const char *const sentences[FILE_KINDS][FILE_USES] = {
  [FILE_EMPTY] = { [FILE_AS_IMAGE] = N_ ("the file is empty") },
  [FILE_PROFILE]
  = { [FILE_AS_IMAGE] = N_ ("this is a profile; the program comes first, as "
                            "in 'gprof PROGRAM gmon.out'") },
  [FILE_LIBRARY_PROFILE]
  = { [FILE_AS_IMAGE] = N_ ("this is a profile of a shared library, made with "
                            "LD_PROFILE; the library comes first, as in "
                            "'gprof LIBRARY PROFILE'") },
  [FILE_PROGRAM]
  = { [FILE_AS_PROFILE] = N_ ("this is a program or object file; the program "
                              "comes first, and then its profiles, as in "
                              "'gprof PROGRAM gmon.out'"),
      [FILE_AS_TABLE] = N_ ("this is a program or object file; nm prints its "
                            "symbols as the text that is expected here") },
  [FILE_ARCHIVE]
  = { [FILE_AS_PROFILE] = N_ ("this is an archive of object files, not a "
                              "profile"),
      [FILE_AS_IMAGE] = N_ ("this is an archive of object files; name the "
                            "program that was linked with it"),
      [FILE_AS_TABLE] = N_ ("this is an archive of object files; nm prints "
                            "their symbols as the text that is expected "
                            "here") },
  [FILE_CORE]
  = { [FILE_AS_PROFILE] = N_ ("this is a core file; a program that dumps one "
                              "writes no profile"),
      [FILE_AS_IMAGE] = N_ ("this is a core file; name the program that "
                            "dumped it") },
  [FILE_LIBTOOL_SCRIPT]
  = { [FILE_AS_PROFILE] = N_ ("this is a script, not a profile"),
      [FILE_AS_IMAGE] = N_ ("this is a script of libtool; the program itself "
                            "is in the directory .libs; 'libtool "
                            "--mode=execute gprof' finds it") },
  [FILE_LIBTOOL_LIBRARY]
  = { [FILE_AS_PROFILE] = N_ ("this is a text, not a profile"),
      [FILE_AS_IMAGE] = N_ ("this is what libtool knows of a library; the "
                            "library itself is in the directory .libs") },
  [FILE_SCRIPT]
  = { [FILE_AS_PROFILE] = N_ ("this is a script, not a profile"),
      [FILE_AS_IMAGE] = N_ ("this is a script; name the program that it "
                            "runs") },
  [FILE_TEXT]
  = { [FILE_AS_PROFILE] = N_ ("this is a text, not a profile"),
      [FILE_AS_IMAGE] = N_ ("this is a text, not a program or object file") },
};

/* Programs that compress files in this way.  */
static const char *const compressors[FILE_KINDS] = {
  [FILE_GZIP] = "gzip", [FILE_BZIP2] = "bzip2", [FILE_XZ] = "xz",
  [FILE_ZSTD] = "zstd", [FILE_LZ4] = "lz4",     [FILE_COMPRESS] = "compress",
  [FILE_ZIP] = "zip",
};

/* Other profilers, and the programs that show their files.  */
static const struct
{
  const char *profiler, *viewer;
} profilers[FILE_KINDS] = {
  [FILE_GCOV] = { "gcov", "gcov" },
  [FILE_LLVM] = { "LLVM", "llvm-profdata" },
  [FILE_PERF] = { "perf", "perf report" },
  [FILE_GPERFTOOLS] = { "gperftools", "pprof" },
  [FILE_PPROF] = { "pprof", "pprof" },
  [FILE_CALLGRIND] = { "callgrind", "callgrind_annotate" },
  [FILE_CACHEGRIND] = { "cachegrind", "cg_annotate" },
  [FILE_MASSIF] = { "massif", "ms_print" },
};

bool
file_kind_refuse (enum file_kind kind, enum file_use use, const char *name,
                  struct diag *diag)
{
  const struct place *where = PLACE_FILE (name);
  if (sentences[kind][use] != NULL)
    diag_fail (diag, STATUS_FORMAT, where, "%s", _ (sentences[kind][use]));
  else if (compressors[kind] != NULL)
    diag_fail (diag, STATUS_FORMAT, where,
               /* TRANSLATORS: %s is a program such as xz.  */
               _ ("this is compressed with %s; decompress it first"),
               compressors[kind]);
  else if (profilers[kind].profiler != NULL)
    diag_fail (
        diag, STATUS_FORMAT, where,
        /* TRANSLATORS: the first %s is a profiler such as perf, the
                  second a command such as perf report.  */
        _ ("this is a file of %s, which '%s' shows; gprof does not read it"),
        profilers[kind].profiler, profilers[kind].viewer);
  else
    return false;
  return true;
}
