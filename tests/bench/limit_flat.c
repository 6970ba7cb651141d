/* usage: limit_flat IMAGE PROFILE...

   The floor for -b -p: functions of the image, profiles added, ticks and
   calls given to functions, one line per function by time.  The line has the
   time of the children, so arcs are merged, cycles found and time propagated
   here, too.  */

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
  struct graph graph = limit_analyse (&gmon, &places);
  limit_print_flat (&graph);
  limit_flush ();
  return 0;
}
