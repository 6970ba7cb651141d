/* test_file_kind.c - what a file is that was named as something else.

   The samples were typed from the documents of the formats, and begin like
   files that the programs named here have written.  */

#include "config.h"

#include "model/file_kind.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "capture.h"
#include "tap.h"

/* The bytes of a literal without the NUL at its end.  */
#define BYTES(literal) (literal), sizeof (literal) - 1

/* What is said of a file that begins with BYTES, used as a profile and as an
   image, in part; null for nothing.  */
static const struct
{
  const char *what;
  const char *bytes;
  size_t size;
  const char *as_profile, *as_image;
} samples[] = {
  { "nothing", BYTES (""), NULL, "the file is empty" },
  { "a profile", BYTES ("gmon\1\0\0\0\0\0\0\0"), NULL,
    "gprof PROGRAM gmon.out" },
  { "its magic alone", BYTES ("gmon"), NULL, "gprof PROGRAM gmon.out" },
  { "a live file", BYTES ("gprofrec\1\0\0\0"), NULL,
    "gprof PROGRAM gmon.out" },
  { "gzip", BYTES ("\x1f\x8b\x08\x08\xfc\xe2\x02kgmon.out"), "with gzip",
    "with gzip" },
  { "bzip2", BYTES ("BZh91AY&SY\xf6\xc0}\xe4\x00\x00"), "with bzip2",
    "with bzip2" },
  { "xz",
    BYTES ("\xfd"
           "7zXZ\0\0\4\xe6\xd6\xb4"
           "F\2\0!\1"),
    "with xz", "with xz" },
  { "zstd", BYTES ("\x28\xb5\x2f\xfd\x64\xa2\x08\x3d"), "with zstd",
    "with zstd" },
  { "lz4", BYTES ("\x04\x22\x4d\x18\x64\x40\xa7"), "with lz4", "with lz4" },
  { "perf.data", BYTES ("PERFILE2h\0\0\0"), "'perf report' shows",
    "'perf report' shows" },
  { "callgrind",
    BYTES ("# callgrind format\nversion: 1\ncreator: callgrind-3.19.0\n"),
    "'callgrind_annotate' shows", "'callgrind_annotate' shows" },
  { "an ELF program", BYTES ("\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\2\0\x3e\0"),
    "this is a program", NULL },
  { "an ELF object file, high byte first",
    BYTES ("\177ELF\1\2\1\0\0\0\0\0\0\0\0\0\0\1\0\3"), "this is a program",
    NULL },
  { "a core file, low byte first",
    BYTES ("\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\4\0\x3e\0"), "this is a core file",
    "name the program that dumped it" },
  { "a core file, high byte first",
    BYTES ("\177ELF\2\2\1\0\0\0\0\0\0\0\0\0\0\4\0\x16"), "this is a core file",
    "name the program that dumped it" },
  { "a script", BYTES ("#!/usr/bin/python3\nimport gmon\n"),
    "this is a script", "name the program that it runs" },
  { "a text", BYTES ("Nobody can run this.\n"), "this is a text",
    "this is a text" },
  { "a text in UTF-8", BYTES ("\xe5\x89\x96\xe6\x9e\x90\r\n"),
    "this is a text", "this is a text" },
  { "what is left of a profile", BYTES ("gmo"), NULL, NULL },
  { "a control character", BYTES ("ab\1cd"), NULL, NULL },
  { "another one", BYTES ("ab\177cd"), NULL, NULL },
  { "a NUL in a text", BYTES ("ab\0cd"), NULL, NULL },
};

/* The SIZE bytes are refused for USE with a message that contains PART; or not
   at all, if that is null.  */
static void
check (const char *bytes, size_t size, enum file_use use, const char *part,
       const char *what)
{
  struct diag diag = { 0 };
  /* In memory of exactly that size, so that sanitizers notice a byte read
     beyond.  */
  unsigned char *copy = memory_new (size);
  memcpy (copy, bytes, size);
  const bool refused = file_kind_refuse (copy, size, use, "NAME", &diag);
  ok (refused == (part != NULL)
          && diag.status == (part != NULL ? STATUS_FORMAT : STATUS_OK),
      "%s for use %d: %s", what, use,
      part != NULL ? "refused" : "nothing to say");
  if (part != NULL)
    ok (diag.text != NULL && strncmp (diag.text, "NAME: ", 6) == 0
            && strstr (diag.text, part) != NULL,
        "it names the file and says '%s'", part);
  diag_release (&diag);
  free (copy);
}

/* What stands behind the first FILE_KIND_ENOUGH bytes does not count.  */
static void
test_bound (void)
{
  char text[FILE_KIND_ENOUGH + 1];
  memset (text, 'a', sizeof text);
  text[FILE_KIND_ENOUGH] = '\0';
  check (text, sizeof text, FILE_AS_IMAGE, "this is a text",
         "a NUL behind the bound");
  text[FILE_KIND_ENOUGH - 1] = '\0';
  check (text, sizeof text, FILE_AS_IMAGE, NULL, "a NUL before it");
}

int
main (void)
{
  for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
    {
      check (samples[i].bytes, samples[i].size, FILE_AS_PROFILE,
             samples[i].as_profile, samples[i].what);
      check (samples[i].bytes, samples[i].size, FILE_AS_IMAGE,
             samples[i].as_image, samples[i].what);
    }
  test_bound ();
  return done ();
}
