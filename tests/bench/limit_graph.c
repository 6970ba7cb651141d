/* usage: limit_graph IMAGE PROFILE...

   The floor for -b: as limit_flat, and then the call graph, an entry per
   function with its parents and children by time, and an index by name.  */

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
  struct graph graph = limit_analyse (&gmon, &places);
  limit_print_flat (&graph);
  limit_print_graph (&graph);
  limit_flush ();
  return 0;
}
