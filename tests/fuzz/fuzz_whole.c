/* fuzz_whole.c - the whole program, in this process.

   Input: a byte, the options (a row of the table below); three bytes, the size
   of the image; two, the size of the first profile; image and first profile;
   and the rest, if there is one, is a second profile.

   It prints to standard output and standard error of the process; gmon.sum and
   annotated sources to the directory that the process is in.  */

#include "config.h"

#include <stdlib.h>
#include <unistd.h>

/* No image is cut short here, so an access behind its end is a bug.  */
#define _exit(status) abort ()
#include "../../src/base/process.c"
#undef _exit
#define main gprof_main
int gprof_main (int argc, char **argv);
#include "../../src/main.c"
#undef main

#include "fuzz.h"

#define OPTIONS_AT_MOST 8

/* --jobs=1, since threads would take longer than all the rest.  */
static const char *const option_rows[][OPTIONS_AT_MOST] = {
  { "--jobs=1" },
  { "--jobs=1", "-l" },
  { "--jobs=1", "-b", "-A" },
  { "--jobs=1", "-c", "-z" },
  { "--jobs=1", "-s" },
  { "--jobs=1", "-i" },
  { "--jobs=1", "-b", "-C" },
  { "--jobs=1", "-l", "-A", "-x", "-t3" },
  { "--jobs=1", "-l", "-C", "-c" },
  { "--jobs=1", "-s", "-i", "-p", "-q" },
  { "--jobs=1", "-T", "-z", "-L" },
  { "--jobs=1", "-d16383", "-l", "-z" },
  { "--jobs=1", "-r", "-a" },
  { "--jobs=1", "-r", "-z" },
  { "--jobs=1", "-l", "--gnu-compat", "-c" },
  { "--jobs=1", "--gnu-compat", "-z", "-D" },
  { "--jobs=1", "-qmain", "-Pmain", "-nmain/work", "--inline-file-names" },
  { "--jobs=1", "-y", "-A", "-l" },
  { "--jobs=1", "-O", "bsd", "-z" },
  { "--jobs=2", "-z", "-m3" },
};

enum
{
  OPTION_ROWS = sizeof option_rows / sizeof *option_rows,
  FILES = 3,
  ARGUMENTS_AT_MOST = 1 + OPTIONS_AT_MOST + FILES + 1
};

void
fuzz_one (struct input input)
{
  const char *const *options = option_rows[input_u8 (&input) % OPTION_ROWS];
  size_t sizes[FILES] = { 0, 0, SIZE_MAX };
  sizes[0] = input_u16 (&input);
  sizes[0] |= input_u8 (&input) << 16;
  sizes[1] = input_u16 (&input);
  char program[] = "gprof", names[FILES][FILE_NAME_SIZE];
  char *argv[ARGUMENTS_AT_MOST] = { program };
  int fds[FILES], argc = 1, files = 0;
  for (int i = 0; i < OPTIONS_AT_MOST && options[i] != NULL; i++)
    argv[argc++] = (char *)options[i];
  for (; files < FILES && (files < 2 || input.left > 0); files++)
    {
      const struct input content = input_part (&input, sizes[files]);
      fds[files] = memory_file (content, names[files]);
      argv[argc++] = names[files];
    }
  gprof_main (argc, argv);
  for (int i = 0; i < files; i++)
    close (fds[i]);
}
