/* text.h - texts of bounded length, made without the C library.
   SPDX-License-Identifier: 0BSD  */

#ifndef RECORDER_TEXT_H
#define RECORDER_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A text in SIZE bytes at AT, always with a zero byte at its end.  */
struct text
{
  char *at;
  size_t size, used;
  bool is_cut; /* there was more than the bytes can hold */
};

/* An empty text; SIZE is not zero.  AT is borrowed.  */
void gprofh_text_start (struct text *text, char *at, size_t size);

void gprofh_text_add (struct text *text, const char *more);
void gprofh_text_add_number (struct text *text, uint32_t number);

size_t gprofh_length (const char *text);
bool gprofh_equal (const void *a, const void *b, size_t size);
void gprofh_copy (void *to, const void *from, size_t size);
void gprofh_clear (void *at, size_t size);

/* Does TEXT begin with START?  */
bool gprofh_begins (const char *text, const char *start);

/* The number at TEXT, up to the first byte that is no digit; 0 if it is
   larger than a million.  */
uint32_t gprofh_number (const char *text);

/* What follows the last slash of PATH.  */
const char *gprofh_base (const char *path);

/* The value of NAME, which ends with =, among ENVIRONMENT's; null if there is
   none.  */
const char *gprofh_variable (char *const *environment, const char *name);

#endif
