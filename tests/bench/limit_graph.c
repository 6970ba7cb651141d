/* usage: limit_graph IMAGE PROFILE...

   The floor for -b: as limit_flat, and the call graph: arcs between functions
   merged, cycles found, time propagated, an entry per function, an index.  */

#include "limit.h"

int
main (int argc, char **argv)
{
  if (argc < 3)
    limit_fail ("usage", "limit_graph IMAGE PROFILE...");
  struct places places = limit_symbols (limit_map (argv[1]));
  struct gmon gmon = { 0 };
  for (int i = 2; i < argc; i++)
    gmon_add (&gmon, argv[i]);
  double *ticks = limit_credit (&gmon, &places);
  limit_print_flat (&gmon, &places, ticks);
  limit_print_graph (&gmon, &places, ticks);
  limit_flush ();
  return 0;
}
