/* text.c - texts of bounded length, made without the C library.
   SPDX-License-Identifier: 0BSD

   The loops have volatile accesses or barriers, else compilers turn them into
   calls of the functions of the C library that do the same.  */

#include "recorder/text.h"

enum
{
  LARGEST_NUMBER = 1000000
};

size_t
gprofh_length (const char *text)
{
  size_t length = 0;
  for (const volatile char *at = text; at[length] != '\0';)
    length++;
  return length;
}

bool
gprofh_equal (const void *a, const void *b, size_t size)
{
  const volatile unsigned char *x = a;
  const volatile unsigned char *y = b;
  size_t i = 0;
  while (i < size && x[i] == y[i])
    i++;
  return i == size;
}

void
gprofh_copy (void *to, const void *from, size_t size)
{
  volatile unsigned char *x = to;
  const unsigned char *y = from;
  for (size_t i = 0; i < size; i++)
    x[i] = y[i];
}

void
gprofh_clear (void *at, size_t size)
{
  volatile unsigned char *x = at;
  for (size_t i = 0; i < size; i++)
    x[i] = 0;
}

bool
gprofh_begins (const char *text, const char *start)
{
  const volatile char *at = text;
  while (*start != '\0' && *at == *start)
    at++, start++;
  return *start == '\0';
}

uint32_t
gprofh_number (const char *text)
{
  uint32_t number = 0;
  for (; *text >= '0' && *text <= '9' && number <= LARGEST_NUMBER; text++)
    number = 10 * number + (uint32_t)(*text - '0');
  return number <= LARGEST_NUMBER ? number : 0;
}

const char *
gprofh_base (const char *path)
{
  const char *base = path;
  for (; *path != '\0'; path++)
    if (*path == '/')
      base = path + 1;
  return base;
}

const char *
gprofh_variable (char *const *environment, const char *name)
{
  for (; environment != NULL && *environment != NULL; environment++)
    if (gprofh_begins (*environment, name))
      return *environment + gprofh_length (name);
  return NULL;
}

void
gprofh_text_start (struct text *text, char *at, size_t size)
{
  text->at = at;
  text->size = size;
  text->used = 0;
  text->is_cut = false;
  *at = '\0';
}

void
gprofh_text_add (struct text *text, const char *more)
{
  size_t length = gprofh_length (more);
  if (length >= text->size - text->used)
    {
      text->is_cut = true;
      length = text->size - text->used - 1;
    }
  gprofh_copy (text->at + text->used, more, length);
  text->used += length;
  text->at[text->used] = '\0';
}

void
gprofh_text_add_number (struct text *text, uint32_t number)
{
  char digits[11];
  unsigned first = sizeof digits - 1;
  digits[first] = '\0';
  do
    digits[--first] = (char)('0' + number % 10);
  while ((number /= 10) != 0);
  gprofh_text_add (text, digits + first);
}
