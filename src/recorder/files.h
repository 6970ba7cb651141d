/* files.h - files, without the C library and without harm to the program: no
   signal for a limit, no symbolic link followed.
   SPDX-License-Identifier: 0BSD  */

#ifndef RECORDER_FILES_H
#define RECORDER_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A new file PATH that only its owner may read, for reading and writing: its
   descriptor, or a negative error; -EEXIST if there is one.  */
int gprofh_create (const char *path);

/* The same, but the file has no name in DIRECTORY until gprofh_name gives it
   PATH: 0, or a negative error; -EEXIST if there is such a file.  Not all file
   systems can do it.  */
int gprofh_create_nameless (const char *directory);
int gprofh_name (int descriptor, const char *path);

/* As gprofh_create for a file that is there.  */
int gprofh_open (const char *path);

void gprofh_close (int descriptor);

/* A descriptor of the same file with a high number, out of the way of those
   of the program, instead of DESCRIPTOR, which is closed; or that, if there is
   none.  */
int gprofh_move_up (int descriptor);

/* Which file DESCRIPTOR is: false if it is none.  */
bool gprofh_identify (int descriptor, uint64_t *device, uint64_t *inode);

/* May files of this process have SIZE bytes?  Else the attempt would end it by
   a signal.  */
bool gprofh_may_have (uint64_t size);

/* Give SIZE bytes of a file from OFFSET a place on the disk, all zeros, so
   that a write to memory mapped from there cannot fail.  0, or a negative
   error.  */
int gprofh_reserve (int descriptor, uint64_t offset, uint64_t size);

/* SIZE bytes of new memory; of a file from OFFSET unless DESCRIPTOR is -1.
   Null if there are none.  */
void *gprofh_map (int descriptor, uint64_t offset, uint64_t size);

/* Let the SIZE bytes AT be memory that is all zeros: false if that fails.  */
bool gprofh_map_over (void *at, uint64_t size);

void gprofh_unmap (void *at, uint64_t size);

/* Write all of SIZE bytes at AT.  0, or a negative error.  */
int gprofh_write (int descriptor, const void *at, size_t size);

int gprofh_rename (const char *from, const char *to);
void gprofh_remove (const char *path);

#endif
