/* usage: limit_lines IMAGE PROFILE...

   The floor for -b -l: every row of every line table decoded once, sorted,
   and those that got ticks or calls listed as limit_graph lists functions.
   Linked with limit_dwarf.c, a decoder of its own, or with limit_libdw.c.

   No inlined functions are looked for: the name of a line is that of the
   symbol around it.  As with gprof only functions have an entry in the call
   graph.  */

#include "limit.h"

#include <stdlib.h>

/* The rows by address; of several with one address the last one counts.  */
static struct rows
sorted (struct rows rows)
{
  struct keyed *order = limit_memory (rows.count, sizeof *order);
  for (size_t i = 0; i < rows.count; i++)
    order[i] = (struct keyed){ rows.at[i].address, (uint32_t)i };
  limit_sort (order, rows.count);
  struct rows result
      = { limit_memory (rows.count, sizeof *result.at), 0, rows.count };
  for (size_t i = 0; i < rows.count; i++)
    {
      const struct row *row = &rows.at[order[i].id];
      if (result.count && result.at[result.count - 1].address == row->address)
        {
          /* Where a sequence ends another may begin.  */
          if (row->line)
            result.at[result.count - 1] = *row;
        }
      else
        result.at[result.count++] = *row;
    }
  free (order);
  return result;
}

/* The lines, and the functions where no line is known.  A line in two
   functions is two places.  */
static struct places
lines (const struct places *functions, struct rows rows)
{
  size_t room = functions->count + rows.count, function = 0, row = 0;
  struct places places = { .at = limit_memory (room, sizeof *places.at) };
  const struct row *current = NULL;
  const struct place *around = NULL;
  while (function < functions->count || row < rows.count)
    {
      uint64_t of_function = function < functions->count
                                 ? functions->at[function].start
                                 : UINT64_MAX;
      uint64_t of_row = row < rows.count ? rows.at[row].address : UINT64_MAX;
      uint64_t start = of_function < of_row ? of_function : of_row;
      if (of_function == start)
        around = &functions->at[function++];
      if (of_row == start)
        current = &rows.at[row++];
      if (!around)
        continue;
      struct place place
          = { start, around->name, NULL, 0, start == around->start };
      if (current && current->line)
        {
          place.file = current->file;
          place.line = current->line;
        }
      const struct place *last = &places.at[places.count - 1];
      if (places.count == 0 || last->name != place.name
          || last->line != place.line || last->file != place.file)
        places.at[places.count++] = place;
    }
  if (places.count == 0)
    limit_fail ("image", "no lines");
  places_index (&places);
  return places;
}

int
main (int argc, char **argv)
{
  if (argc < 3)
    limit_fail ("usage", "limit_lines IMAGE PROFILE...");
  struct span image = limit_map (argv[1]);
  struct places functions = limit_symbols (image);
  struct places places
      = lines (&functions, sorted (limit_rows (argv[1], image)));
  struct gmon gmon = { 0 };
  for (int i = 2; i < argc; i++)
    gmon_add (&gmon, argv[i]);
  struct graph graph = limit_analyse (&gmon, &places);
  limit_print_flat (&graph);
  limit_print_graph (&graph);
  limit_flush ();
  return 0;
}
