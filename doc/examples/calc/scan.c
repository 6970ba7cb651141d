/* scan.c - a line of text, read character by character.  */

#include <ctype.h>
#include <stdlib.h>

#include "scan.h"

static const char *text;

void
scan_start (const char *line)
{
  text = line;
}

int
peek (void)
{
  return (unsigned char)*text;
}

int
next (void)
{
  return (unsigned char)*text++;
}

void
skip_blanks (void)
{
  while (peek () == ' ')
    next ();
}

double
scan_number (void)
{
  char *end;
  double number = strtod (text, &end);
  text = end;
  return number;
}

void
scan_name (char *name, int size)
{
  int length = 0;

  while (isalnum (peek ()) && length < size - 1)
    name[length++] = next ();
  name[length] = '\0';
}
