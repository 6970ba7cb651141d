/* usage: limit_flat IMAGE PROFILE...

   The floor for -b -p: functions of the image, profiles added, ticks and
   calls given to functions, one line per function by time.  */

#include "limit.h"

int
main (int argc, char **argv)
{
  if (argc < 3)
    limit_fail ("usage", "limit_flat IMAGE PROFILE...");
  struct places places = limit_symbols (limit_map (argv[1]));
  struct gmon gmon = { 0 };
  for (int i = 2; i < argc; i++)
    gmon_add (&gmon, argv[i]);
  limit_print_flat (&gmon, &places, limit_credit (&gmon, &places));
  limit_flush ();
  return 0;
}
