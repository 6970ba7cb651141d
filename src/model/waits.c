/* waits.c - the names of the functions that wait.  */

#include "config.h"

#include "model/waits.h"

#include "model/wait_functions.h"

#define WAIT_TEXT(name) #name,

const char *
wait_function_name (uint32_t function)
{
  static const char *const names[] = { WAIT_FUNCTIONS (WAIT_TEXT) };
  return function < WAIT_FUNCTION_COUNT ? names[function] : "?";
}
