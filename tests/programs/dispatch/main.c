/* dispatch: calls through pointers and a table of operations.

   A tiny machine runs a fixed program through a table; a registry calls back
   two listeners; one function is called directly and through a pointer.  */

#include <stddef.h>

#if defined __GNUC__ && !defined __clang__
# define KEEP __attribute__ ((noipa))
#else
# define KEEP __attribute__ ((noinline))
#endif

typedef unsigned (*operation) (unsigned value);
typedef void (*listener) (unsigned value);

static volatile unsigned sink;

KEEP static unsigned
op_add (unsigned value)
{
  for (unsigned i = 0; i < 20000; i++)
    sink += i;
  return value + 1;
}

KEEP static unsigned
op_double (unsigned value)
{
  for (unsigned i = 0; i < 10000; i++)
    sink += i;
  return value * 2;
}

KEEP static unsigned
op_negate (unsigned value)
{
  sink++;
  return -value;
}

KEEP static unsigned
op_nothing (unsigned value)
{
  return value;
}

static const operation operations[] = { op_add, op_double, op_negate,
                                        op_nothing };

KEEP static unsigned
run_machine (const unsigned char *program, size_t length)
{
  unsigned value = 0;

  for (size_t i = 0; i < length; i++)
    value = operations[program[i]] (value);
  return value;
}

KEEP static void
first_listener (unsigned value)
{
  sink += op_add (value);
}

KEEP static void
second_listener (unsigned value)
{
  sink += value;
}

KEEP static void
notify (const listener *listeners, unsigned value)
{
  for (; *listeners != NULL; listeners++)
    (*listeners) (value);
}

int
main (void)
{
  static const unsigned char program[] = { 0, 1, 0, 2, 0, 1, 0, 0 };
  static const listener listeners[] = { first_listener, second_listener,
                                        NULL };

  for (unsigned i = 0; i < 500; i++)
    sink += run_machine (program, sizeof program);
  for (unsigned i = 0; i < 30; i++)
    notify (listeners, i);
  sink += op_add (1);
  return 0;
}
