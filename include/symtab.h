/* symtab.h - the sorted symbol table: build, finalise, look up, walk.

   A symbol is its index.  The parallel arrays are sorted by address, no two
   symbols start at one address, and everything but file[] and line[] is final
   once the table is built.  Addresses are bytes in the profiled program.  */

#ifndef SYMTAB_H
#define SYMTAB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diag.h"
#include "sources.h"

typedef uint32_t sym_id;

#define SYM_NONE UINT32_MAX

enum
{
  SYMBOL_FUNCTION = 1, /* typed as a function, can be called (R3.8) */
  SYMBOL_STATIC = 2,
  SYMBOL_MAPPED = 4 /* its name is a file from the map of -R (R3.20) */
};

/* One symbol as the image gives it.  NAME is borrowed for as long as the
   table lives.  */
struct symbol
{
  uint64_t start_pc;
  const char *name;
  uint8_t flags;
};

struct symtab
{
  size_t count;
  uint64_t *start;
  uint64_t *limit;   /* one past the last byte; not above START: no byte */
  const char **name; /* as in the object file, not demangled */
  uint8_t *flags;
  uint32_t *rank;  /* place in the image's list of the first symbol that
                        starts here, dropped ones included */
  source_id *file; /* SOURCE_NONE unless lines were asked for and known */
  uint32_t *line;  /* 0 likewise */
};

/* Build *SYMTAB from COUNT symbols in the image's order: sort, keep one of
   several at an address, and let each reach up to the next (R3.11, R3.12).
   TEXT_LIMIT is one past the last byte of the text section and ends the last
   symbol.  O(COUNT log COUNT).  */
enum status symtab_build (struct symtab *symtab, const struct symbol *symbols,
                          size_t count, uint64_t text_limit,
                          struct diag *diag);

/* The symbol that covers PC, or SYM_NONE (R3.13).  O(log symbols).  */
sym_id symtab_find (const struct symtab *symtab, uint64_t pc);

void symtab_release (struct symtab *symtab);

#endif
