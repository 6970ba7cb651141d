/* fuzz_table.c - the symbol table of -S.

   Input: a byte, odd for --gnu-compat; the rest is the file.  Symbols that are
   read go into a table.  */

#include "config.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/unpack.h"
#include "fuzz.h"
#include "object/symfile.h"
#include "model/symtab.h"

/* The file may be compressed.  */
const int64_t fuzz_more_memory = (int64_t)2 * UNPACK_MEMORY;

/* Every symbol must be found where it starts.  */
static void
check (const struct symtab *symtab)
{
  for (sym_id id = 0; id < symtab->count; id++)
    if (symtab->start[id] < symtab->limit[id]
        && symtab_find (symtab, symtab->start[id]) != id)
      abort ();
}

void
fuzz_one (struct input input)
{
  const bool cuts_lines = input_u8 (&input) & 1;
  char name[FILE_NAME_SIZE];
  const int fd = memory_file (input, name);
  struct diag diag = { .program = "fuzz", .stream = nowhere () };
  symbol_list symbols = { 0 };
  struct arena memory = { 0 };
  struct symtab symtab = { 0 };
  enum status status
      = symfile_read_table (&symbols, &memory, name, cuts_lines, &diag);
  if (status == STATUS_OK)
    status = symtab_build (&symtab, symbols.items, symbols.count, UINT64_MAX,
                           &diag);
  if (status == STATUS_OK)
    check (&symtab);
  symtab_release (&symtab);
  vec_release (&symbols);
  arena_release (&memory);
  diag_report (&diag);
  diag_release (&diag);
  close (fd);
}
