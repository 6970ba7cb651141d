/* closer.c - closes all descriptors, opens the file "data", which becomes all
   three standard ones, and only then makes many different calls: 10 of each
   function from each of two places.  */

#include <fcntl.h>
#include <unistd.h>

#define FUNCTION(n)                                                           \
  __attribute__ ((noinline)) static void f##n (long i) { sink = i; }
#define TEN(n)                                                                \
  FUNCTION (n##0)                                                             \
  FUNCTION (n##1)                                                             \
  FUNCTION (n##2)                                                             \
  FUNCTION (n##3)                                                             \
  FUNCTION (n##4)                                                             \
  FUNCTION (n##5)                                                             \
  FUNCTION (n##6)                                                             \
  FUNCTION (n##7)                                                             \
  FUNCTION (n##8)                                                             \
  FUNCTION (n##9)
#define HUNDRED(n)                                                            \
  TEN (n##0)                                                                  \
  TEN (n##1)                                                                  \
  TEN (n##2)                                                                  \
  TEN (n##3)                                                                  \
  TEN (n##4)                                                                  \
  TEN (n##5)                                                                  \
  TEN (n##6)                                                                  \
  TEN (n##7)                                                                  \
  TEN (n##8)                                                                  \
  TEN (n##9)
#define NAMES(n)                                                              \
  f##n##0, f##n##1, f##n##2, f##n##3, f##n##4, f##n##5, f##n##6, f##n##7,     \
      f##n##8, f##n##9,
#define TEN_NAMES(n)                                                          \
  NAMES (n##0)                                                                \
  NAMES (n##1)                                                                \
  NAMES (n##2)                                                                \
  NAMES (n##3)                                                                \
  NAMES (n##4)                                                                \
  NAMES (n##5)                                                                \
  NAMES (n##6)                                                                \
  NAMES (n##7)                                                                \
  NAMES (n##8)                                                                \
  NAMES (n##9)

static volatile long sink;

HUNDRED (1)
HUNDRED (2)
HUNDRED (3)

static void (*const functions[]) (long)
    = { TEN_NAMES (1) TEN_NAMES (2) TEN_NAMES (3) };

int
main (int argc, char **argv)
{
  (void)argv;
  for (int i = 0; argc == 1 && i < 1200; i++)
    close (i);
  for (int i = 0; argc == 1 && i < 3; i++)
    if (open ("data", O_CREAT | O_RDWR, 0600) < 0)
      return 1;
  for (long i = 0; i < 10; i++)
    for (unsigned j = 0; j < sizeof functions / sizeof *functions; j++)
      {
        functions[j](i);
        functions[j](i);
      }
  return 0;
}
