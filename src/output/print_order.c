/* print_order.c - functions, or object files, in an order for the linker
   (R10): one name per line.  */

#include "config.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#include "base/memory.h"
#include "output/formats.h"
#include "output/report.h"

static void
print_name (struct output *out, const char *name)
{
  output_name (out, name);
  output_char (out, '\n');
}

/* Has symbol ID a name that linkers know?  */
static bool
is_linked (const struct report *report, sym_id id)
{
  return !(report->symtab->flags[id] & (SYMBOL_GAP | SYMBOL_NO_LINKER_NAME));
}

void
print_function_order (struct report *report)
{
  const struct ordering *ordering = report->ordering;
  for (size_t i = 0; i < ordering->order.count; i++)
    {
      const sym_id id = ordering->order.items[i];
      if (is_linked (report, id))
        print_name (report->output, report->symtab->name[id]);
    }
}

/* Files as they were placed, each once, then those that no symbol stands for.
   With --gnu-compat, a file comes each time that a symbol stands for it
   (R10.20).  */
void
print_file_order (struct report *report)
{
  const struct ordering *ordering = report->ordering;
  const struct symfile_map *map = report->map;
  bool *named = array_new (map->files.count, sizeof *named);
  for (size_t i = 0; i < ordering->order.count; i++)
    {
      const sym_id id = ordering->order.items[i];
      if (!is_linked (report, id))
        continue;
      const char *name = report->symtab->name[id];
      const size_t file = symfile_map_find (map, name);
      if (!named[file] || report->options->quirks.repeats_files)
        print_name (report->output, name);
      named[file] = true;
    }
  for (size_t file = 0; file < map->files.count; file++)
    if (!named[file])
      print_name (report->output, map->files.items[file]);
  free (named);
}
