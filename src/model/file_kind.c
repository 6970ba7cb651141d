/* file_kind.c - what a file is that was named as something else.

   Formats document how their files begin; texts begin with what the programs
   named here print first.  */

#include "config.h"

#include "model/file_kind.h"

#include <string.h>

#include "base/i18n.h"
#include "model/elf.h"
#include "model/gmon_format.h"
#include "model/live_format.h"

/* What is to be said of files of a kind: what program compressed them, what
   profiler wrote them and what program shows them, or a sentence for each use,
   which may be null.  */
struct kind
{
  size_t size; /* of BYTES, with which such files begin */
  const char *bytes;
  const char *compressor, *profiler, *viewer;
  const char *sentences[FILE_USES];
};

#define PROFILE_SENTENCES                                                     \
  {                                                                           \
    [FILE_AS_IMAGE] = N_ ("this is a profile; the program comes first, as "   \
                          "in 'gprof PROGRAM gmon.out'")                      \
  }

static const struct kind kinds[] = {
  { 4, MAGIC_COOKIE, .sentences = PROFILE_SENTENCES },
  { 8, LIVE_COOKIE, .sentences = PROFILE_SENTENCES },
  { 3, "\037\213\010", .compressor = "gzip" }, /* as PACKING_GZIP and so on */
  { 3, "BZh", .compressor = "bzip2" },
  { 6, "\3757zXZ\0", .compressor = "xz" },
  { 4, "\050\265\057\375", .compressor = "zstd" },
  { 4, "\004\042\115\030", .compressor = "lz4" },
  { 8, "PERFILE2", .profiler = "perf", .viewer = "perf report" },
  { 18, "# callgrind format", .profiler = "callgrind",
    .viewer = "callgrind_annotate" },
  { 2, "#!",
    .sentences
    = { [FILE_AS_PROFILE] = N_ ("this is a script, not a profile"),
        [FILE_AS_IMAGE] = N_ ("this is a script; name the program that it "
                              "runs") } },
};

static const struct kind empty
    = { .sentences = { [FILE_AS_IMAGE] = N_ ("the file is empty") } };

static const struct kind program
    = { .sentences
        = { [FILE_AS_PROFILE] = N_ ("this is a program or object file; the "
                                    "program comes first, and then its "
                                    "profiles, as in 'gprof PROGRAM "
                                    "gmon.out'") } };

static const struct kind core
    = { .sentences
        = { [FILE_AS_PROFILE] = N_ ("this is a core file; a program that "
                                    "dumps one writes no profile"),
            [FILE_AS_IMAGE] = N_ ("this is a core file; name the program "
                                  "that dumped it") } };

static const struct kind text
    = { .sentences
        = { [FILE_AS_PROFILE] = N_ ("this is a text, not a profile"),
            [FILE_AS_IMAGE] = N_ ("this is a text, not a program or object "
                                  "file") } };

/* Are the SIZE bytes at DATA no control characters but white space?  Fewer
   than LEAST can be the start of anything.  */
static bool
is_text (const unsigned char *data, size_t size)
{
  enum
  {
    LEAST = 4
  };
  if (size < LEAST)
    return false;
  for (size_t i = 0; i < size; i++)
    if (data[i] == 0177
        || (data[i] < ' ' && (data[i] < '\t' || data[i] > '\r')))
      return false;
  return true;
}

/* Null for a kind that is not known.  */
static const struct kind *
find_kind (const unsigned char *data, size_t size)
{
  struct elf_header elf;
  if (size == 0)
    return &empty;
  if (elf_read_header (&elf, data, size))
    return elf.type == ELF_TYPE_CORE ? &core : &program;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (size >= kinds[i].size
        && memcmp (data, kinds[i].bytes, kinds[i].size) == 0)
      return &kinds[i];
  return is_text (data, size) ? &text : NULL;
}

bool
file_kind_refuse (const unsigned char *data, size_t size, enum file_use use,
                  const char *name, struct diag *diag)
{
  const struct place *where = PLACE_FILE (name);
  const struct kind *kind
      = find_kind (data, size < FILE_KIND_ENOUGH ? size : FILE_KIND_ENOUGH);
  if (kind == NULL)
    return false;
  if (kind->compressor != NULL)
    diag_fail (diag, STATUS_FORMAT, where,
               /* TRANSLATORS: %s is a program such as xz.  */
               _ ("this is compressed with %s; decompress it first"),
               kind->compressor);
  else if (kind->profiler != NULL)
    diag_fail (
        diag, STATUS_FORMAT, where,
        /* TRANSLATORS: the first %s is a profiler such as perf, the
                  second a command such as perf report.  */
        _ ("this is a file of %s, which '%s' shows; gprof does not read it"),
        kind->profiler, kind->viewer);
  else if (kind->sentences[use] != NULL)
    diag_fail (diag, STATUS_FORMAT, where, "%s", _ (kind->sentences[use]));
  else
    return false;
  return true;
}
