/* print_order.c - functions, or object files, in an order for the linker
   (R10).  Nothing but names, one per line.  */

#include "config.h"

#include <stdlib.h>

#include "report.h"

static void
print_line (const struct report *report, const char *name)
{
  output_name (report->output, name);
  output_char (report->output, '\n');
}

enum status
print_function_order (struct report *report, struct diag *diag)
{
  const struct placement *placement = report->placement;
  (void)diag;
  for (size_t i = 0; i < placement->order.count; i++)
    print_line (report, report->symtab->name[placement->order.items[i]]);
  return STATUS_OK;
}

/* Print the files as they were placed, then those that no symbol stands for;
   NAMED has room for a mark for each file of the map.  A file that several
   symbols stand for comes with the first of them; GNU gprof prints it each
   time.  */
static void
print_files (const struct report *report, bool *named)
{
  const struct placement *placement = report->placement;
  const struct symfile_map *map = report->map;
  for (size_t i = 0; i < placement->order.count; i++)
    {
      const char *name = report->symtab->name[placement->order.items[i]];
      const size_t file = symfile_map_find (map, name);
      if (!named[file] || report->options->gnu_compat)
        print_line (report, name);
      named[file] = true;
    }
  for (size_t file = 0; file < map->files.count; file++)
    if (!named[file])
      print_line (report, map->files.items[file]);
}

enum status
print_file_order (struct report *report, struct diag *diag)
{
  bool *named = array_new (report->map->files.count, sizeof *named);
  if (named == NULL)
    return diag_no_memory (diag);
  print_files (report, named);
  free (named);
  return STATUS_OK;
}
