/* fuzz.h - what the fuzz targets share.

   A target is a file fuzz_NAME.c that defines fuzz_one.  It keeps nothing from
   one input to the next, so that every input can be tried alone.  harness.c
   calls it: under libFuzzer for inputs that it generates, or, in an ordinary
   build, for those in tests/fuzz/corpus/NAME.tar (replay.c).  */

#ifndef FUZZ_H
#define FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "model/target.h"

/* The rest of an input.  */
struct input
{
  const unsigned char *next;
  size_t left;
};

/* Bytes that the libraries of a target may allocate besides what others may;
   most targets do not define it.  */
extern const int64_t fuzz_more_memory __attribute__ ((weak));

/* Try one input.  */
void fuzz_one (struct input input);

/* libFuzzer's name for that, with the checks around it.  Always 0.  */
int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

/* --- Reading parts of an input; after its end they are 0 or empty -------- */

unsigned input_u8 (struct input *input);
unsigned input_u16 (struct input *input); /* low byte first */

/* The next COUNT bytes, or as many as there are.  */
struct input input_part (struct input *input, size_t count);

/* A copy, ended by a NUL and to be freed, of the bytes up to the next line
   feed or NUL, which is consumed, too; null at the end.  */
char *input_line (struct input *input);

/* A copy of INPUT, to be freed, exactly as large, so that sanitizers notice a
   byte read beyond its end.  */
unsigned char *input_copy (struct input input);

/* Word size, byte order and sign extension from the lowest three bits of
   CHOICE.  */
struct target target_of (unsigned choice);

/* --- For modules --------------------------------------------------------- */

/* A stream that drops warnings, after they were formatted.  */
FILE *nowhere (void);

enum
{
  FILE_NAME_SIZE = 32
};

/* Make a file in memory that holds CONTENT and set NAME to a name that opens
   it.  The result is to be closed.  */
int memory_file (struct input content, char name[FILE_NAME_SIZE]);

/* A system call failed: end the process, but not as a finding.  */
_Noreturn void fuzz_give_up (const char *what);

#endif
