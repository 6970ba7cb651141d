/* gmon_out.h - plain profiles, as the C library writes them: gmon.out for the
   program, and gmon.out.NAME for each shared object that counted calls.
   SPDX-License-Identifier: 0BSD

   They have the addresses of the objects' files, and only calls within one
   object: the format has no place for others, which are in the live file.
   Counts that exceed the fields of the format are spread over several
   records, which readers add up.  */

#ifndef RECORDER_GMON_OUT_H
#define RECORDER_GMON_OUT_H

#include <stdbool.h>
#include <stddef.h>

/* Write them all.  Each is written whole or not at all; one that exists is
   replaced.  On failure false, and the reason in SIZE bytes at FAILURE.  Safe
   in signal handlers.  */
bool gprofh_write_gmon_out (char *failure, size_t size);

#endif
