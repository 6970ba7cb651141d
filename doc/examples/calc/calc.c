/* calc.c - a calculator: reads lines such as `2 * (radius + 1)' or
   `radius = 2.5' and prints the value of each, again and again.
   The example of gprof's manual.  */

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scan.h"

enum { MOST_NAMES = 100, LENGTH = 80 };

struct variable
{
  char name[LENGTH];
  double value;
};

static struct variable variables[MOST_NAMES];
static int variable_count;

static double expression (void);

/* The variable NAME, which is made if it is not there.  */
static struct variable *
lookup (const char *name)
{
  for (int i = 0; i < variable_count; i++)
    {
      const char *other = variables[i].name;
      int k = 0;
      while (name[k] == other[k] && name[k] != '\0')
        k++;
      if (name[k] == other[k])
        return &variables[i];
    }
  if (variable_count == MOST_NAMES)
    exit (EXIT_FAILURE);
  strcpy (variables[variable_count].name, name);
  return &variables[variable_count++];
}

/* A number, a variable or something in parentheses.  */
static double
primary (void)
{
  char name[LENGTH];
  double value;

  if (isdigit (peek ()))
    return scan_number ();
  if (isalpha (peek ()))
    {
      scan_name (name, LENGTH);
      return lookup (name)->value;
    }
  next ();
  value = expression ();
  next ();
  return value;
}

static double
factor (void)
{
  double value;

  skip_blanks ();
  value = primary ();
  skip_blanks ();
  if (peek () == '^')
    {
      next ();
      value = power (value, (int)factor ());
    }
  return value;
}

static double
term (void)
{
  double value = factor ();

  while (peek () == '*' || peek () == '/')
    if (next () == '*')
      value *= factor ();
    else
      value /= factor ();
  return value;
}

static double
expression (void)
{
  double value = term ();

  while (peek () == '+' || peek () == '-')
    if (next () == '+')
      value += term ();
    else
      value -= term ();
  return value;
}

/* The value of LINE, which may set a variable.  */
static double
evaluate (const char *line)
{
  char name[LENGTH];
  struct variable *variable;

  scan_start (line);
  if (strchr (line, '=') == NULL)
    return expression ();
  scan_name (name, LENGTH);
  skip_blanks ();
  next ();
  variable = lookup (name);
  return variable->value = expression ();
}

static void
print (const char *line, double value)
{
  printf ("%.*s: %.10g\n", (int)strcspn (line, "\n"), line, value);
}

int
main (int argc, char **argv)
{
  static char lines[MOST_NAMES][LENGTH];
  static double values[MOST_NAMES];
  FILE *file = argc == 3 ? fopen (argv[1], "r") : NULL;
  int count = 0;

  if (file == NULL)
    return EXIT_FAILURE;
  while (count < MOST_NAMES && fgets (lines[count], LENGTH, file) != NULL)
    count++;
  fclose (file);
  for (int rounds = atoi (argv[2]); rounds > 0; rounds--)
    for (int i = 0; i < count; i++)
      values[i] = evaluate (lines[i]);
  for (int i = 0; i < count; i++)
    print (lines[i], values[i]);
  return EXIT_SUCCESS;
}
