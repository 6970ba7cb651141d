#include "pinl.h"

__attribute__ ((noinline)) int
second (int value)
{
  return count_down (value) + halve (value);
}
