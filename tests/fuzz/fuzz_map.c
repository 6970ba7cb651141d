/* fuzz_map.c - the map of -R.

   Input: the file.  It is applied to a few symbols, and then every symbol that
   it mapped must be found among its files.  */

#include "config.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/unpack.h"
#include "fuzz.h"
#include "object/symfile.h"

/* The file may be compressed.  */
const int64_t fuzz_more_memory = (int64_t)2 * UNPACK_MEMORY;

static void
add_symbols (symbol_list *symbols, const struct symfile_map *map)
{
  static const char *const names[] = { "main", "alpha", "beta", "", "_start" };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    vec_push (symbols,
              ((struct symbol){ .start_pc = 16 * i, .name = names[i] }));
  for (size_t i = 0; i < map->entries.count; i += 2)
    vec_push (symbols,
              ((struct symbol){ .start_pc = 4096 + 16 * i,
                                .name = map->entries.items[i].name }));
}

static void
check (const struct symfile_map *map, const symbol_list *symbols)
{
  for (size_t i = 0; i < symbols->count; i++)
    if ((symbols->items[i].flags & SYMBOL_MAPPED)
        && symfile_map_find (map, symbols->items[i].name) >= map->files.count)
      abort ();
}

void
fuzz_one (struct input input)
{
  char name[FILE_NAME_SIZE];
  const int fd = memory_file (input, name);
  struct diag diag = { .program = "fuzz", .stream = nowhere () };
  struct symfile_map map;
  symbol_list symbols = { 0 };
  enum status status = symfile_read_map (&map, name, &diag);
  if (status == STATUS_OK)
    {
      add_symbols (&symbols, &map);
      status = symfile_apply_map (&map, &symbols, &diag);
    }
  if (status == STATUS_OK)
    check (&map, &symbols);
  vec_release (&symbols);
  symfile_map_release (&map);
  diag_report (&diag);
  diag_release (&diag);
  close (fd);
}
