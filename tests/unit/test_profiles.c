/* test_profiles.c - all profile files of a run, in their order.  */

#include "config.h"

#include "input/profiles.h"

#include <unistd.h>

#include "capture.h"
#include "gmon_text.h"
#include "tap.h"
#include "tiny_elf.h"
#include "tiny_program.h"
#include "warned.h"

enum
{
  FILES = 3
};

static struct tiny_program tiny;
static char names[FILES][SCRATCH_NAME_SIZE];

/* What a listener has received.  */
struct told
{
  unsigned files;
  uint64_t arcs; /* of all files so far */
  bool in_order;
};

static enum status
note (void *context, const char *name, const struct infile *infile,
      const struct profile_builder *builder,
      const struct record_counts *counts, struct diag *diag)
{
  struct told *told = context;
  (void)infile;
  (void)diag;
  told->in_order = told->files < FILES
                   && strcmp (name, names[told->files]) == 0
                   && counts->arcs == told->files + 1;
  told->files++;
  told->arcs = builder->arcs.count;
  return STATUS_OK;
}

static void
put_file (char name[SCRATCH_NAME_SIZE], const char *text)
{
  struct gmon_text gmon;
  gmon_text_build (&gmon, program_target (&tiny.program), text);
  scratch_file (name, gmon.bytes.items, gmon.bytes.count);
  gmon_text_release (&gmon);
}

/* Name the first COUNT files behind the image, which is IMAGE.  */
static void
name_files (const char *options, const char *image, unsigned count)
{
  char line[80];
  int length = snprintf (line, sizeof line, "%s%s", options, image);
  for (unsigned i = 0; i < count; i++)
    length += snprintf (line + length, sizeof line - (size_t)length, " %s",
                        names[i]);
  options_release (&tiny.options);
  tiny_options (&tiny, line);
}

static void
test_files (const char *image)
{
  struct told told = { 0 };
  const struct profiles_listener listener = { .read = note, .context = &told };
  struct profile profile = { 0 };
  struct filemarks inputs = { 0 };
  struct caught_diag caught;
  caught_start (&caught);
  name_files ("", image, 2);
  is_u64 (profiles_read (&profile, &tiny.options, &tiny.program, &listener,
                         &inputs, NULL, &caught.diag),
          STATUS_OK, "two files are read");
  is_u64 (told.files, 2, "the listener hears of both");
  ok (told.in_order, "in their order, with what each held");
  is_u64 (told.arcs, 2, "and with all that was read so far");
  is_u64 (inputs.names.count, 2, "both are marked");
  is_u64 (profile.arcs.items[0].count, 3, "counts are added up");
  is_warned (&caught, "", "nothing is wrong");
  caught_release (&caught);
  filemarks_release (&inputs);
  profile_release (&profile);
}

static void
test_blocks (const char *image, const char *options, const char *warning)
{
  struct profile profile = { 0 };
  struct caught_diag caught;
  caught_start (&caught);
  name_files (options, image, FILES);
  is_u64 (profiles_read (&profile, &tiny.options, &tiny.program, NULL, NULL,
                         NULL, &caught.diag),
          STATUS_OK, "a file with basic blocks");
  is_warned (&caught, warning, "blocks");
  caught_release (&caught);
  profile_release (&profile);
}

static void
test_failures (const char *image)
{
  struct told told = { 0 };
  const struct profiles_listener listener = { .read = note, .context = &told };
  struct profile profile = { 0 };
  struct diag diag = { 0 };
  name_files ("", image, FILES);
  unlink (names[1]);
  is_u64 (profiles_read (&profile, &tiny.options, &tiny.program, &listener,
                         NULL, NULL, &diag),
          STATUS_IO, "a file that is not there");
  is_u64 (told.files, 1, "is the last that is looked for");
  diag_release (&diag);
  profile_release (&profile);

  profile = (struct profile){ 0 };
  diag = (struct diag){ 0 };
  name_files ("-q -Oprof ", image, 1);
  is_u64 (profiles_read (&profile, &tiny.options, &tiny.program, NULL, NULL,
                         NULL, &diag),
          STATUS_UNSUPPORTED, "what a format does not have");
  diag_release (&diag);
  profile_release (&profile);
}

int
main (int argc, char **argv)
{
  char image[SCRATCH_NAME_SIZE];
  struct diag diag = { 0 };
  if (argc < 1 || !tiny_elf (image, argv[0], "global func text 1000 main\n"))
    {
      skip (1, "this is no 64-bit ELF system");
      return done ();
    }
  tiny_options (&tiny, image);
  if (tiny_load (&tiny, &diag) != STATUS_OK)
    helper_failed ("tiny_load", diag.text);
  put_file (names[0], "arc 1004 1000 1\n");
  put_file (names[1], "arc 1004 1000 2\narc 1008 1000 5\n");
  put_file (names[2], "block 1010 7\n");
  test_files (image);
  test_blocks (image, "", "basic-block counts are ignored");
  test_blocks (image, "-l ", "");
  test_failures (image);
  unlink (names[0]);
  unlink (names[2]);
  unlink (image);
  tiny_release (&tiny);
  return done ();
}
