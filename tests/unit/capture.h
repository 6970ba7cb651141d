/* capture.h - output caught as text, and files that live for one test.

   Helpers of tests end the process when a system call fails.  */

#ifndef CAPTURE_H
#define CAPTURE_H

#include <stddef.h>
#include <stdio.h>

#include "base/diag.h"
#include "base/output.h"

/* Everything written to OUTPUT between capture_start and capture_end.  */
struct capture
{
  struct output output;
  FILE *file;
};

void capture_start (struct capture *capture);

/* What was written, with a NUL added; to be freed.  SIZE may be null.  */
char *capture_end (struct capture *capture, size_t *size);

/* A diag whose warnings and reports are caught.  */
struct caught_diag
{
  struct diag diag;
  char *text; /* after caught_text */
  size_t size;
};

void caught_start (struct caught_diag *caught);

/* What DIAG has printed so far.  Valid until the next call.  */
const char *caught_text (struct caught_diag *caught);

void caught_release (struct caught_diag *caught);

enum
{
  SCRATCH_NAME_SIZE = 24
};

/* Make a new file in the current directory that holds SIZE bytes of DATA and
   put its name in NAME.  The test unlinks it.  */
void scratch_file (char name[SCRATCH_NAME_SIZE], const void *data,
                   size_t size);

/* Enter a new directory in the current one, and put its name in NAME; and
   leave it, when it must be empty again.  */
void scratch_enter (char name[SCRATCH_NAME_SIZE]);
void scratch_leave (const char *name);

/* End the process: a helper was used wrongly, or the system failed.  */
_Noreturn void helper_failed (const char *what, const char *detail);

/* The most memory that this process ever had, in units of 1024 bytes.  */
long peak_memory (void);

#endif
