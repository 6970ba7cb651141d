/* symtab.h - the sorted symbol table: build, finalise, look up, walk.

   A symbol is its index.  The parallel arrays are sorted by address, no two
   symbols start at one address, and everything but file[] and line[] is final
   once the table is built.  Addresses are bytes in the profiled program.

   A table of functions has a symbol for each function, and they do not
   overlap.  In a table of lines (-l), functions still reach to the next
   function, and between them lie the symbols of their lines.

   A program may have several objects, each in a range of addresses of its own.
   So the symbols of an object are adjacent, and no symbol needs to store which
   object it is of.  Objects are numbered from 0 in the order of addresses.  */

#ifndef SYMTAB_H
#define SYMTAB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/memory.h"
#include "model/sources.h"

typedef uint32_t sym_id;

#define SYM_NONE UINT32_MAX

enum
{
  SYMBOL_FUNCTION = 1, /* typed as a function, can be called (R3.8) */
  SYMBOL_STATIC = 2,
  SYMBOL_MAPPED = 4,   /* its name is a file from the map of -R (R3.20) */
  SYMBOL_OURS = 8,     /* GNU gprof would not have it (R3.5) */
  SYMBOL_GAP = 16,     /* a range that belongs to no function (R14.43), */
  SYMBOL_NO_CODE = 32, /* and is outside all sections that hold code */
  SYMBOL_NO_LINKER_NAME = 64 /* its name is shown as it is */
};

/* One symbol as the image, or a table of the user, gives it.  NAME is borrowed
   for as long as the table lives.  */
struct symbol
{
  uint64_t start_pc;
  const char *name;
  uint8_t flags;
};

typedef VEC (struct symbol) symbol_list;

/* Half-open range of symbols.  */
struct symrun
{
  sym_id first, limit;
};

/* An object has the symbols from START_PC up to the START_PC of the next one;
   object 0 also has those below.  */
struct symtab_object
{
  uint64_t start_pc;
  uint64_t text_limit; /* one past the last byte of its text section */
  const char *name;    /* which symspecs may name it by; null for none,
                          borrowed */
  sym_id first;        /* its first symbol; set by the table */
};

struct symtab
{
  size_t count;
  uint64_t text_limit; /* one past the last byte of the text section, that of
                          the last object */
  uint64_t *start;
  uint64_t *limit;   /* one past the last byte; not above START: no byte */
  const char **name; /* as in the object file, not demangled */
  uint8_t *flags;
  uint32_t *rank;       /* place in the image's list */
  uint32_t *first_rank; /* the same of the first symbol of the list that starts
                           here, be it this one or one that was dropped */
  source_id *file;      /* SOURCE_NONE unless lines were asked for and known */
  uint32_t *line;       /* 0 likewise */

  /* Where to search: addresses from start[0] on fall into buckets of 1 <<
     BUCKET_BITS bytes, of which there are about as many as symbols, and
     bucket[i] is the first symbol that does not start before bucket I.  The
     last entry is COUNT.  Null in a table put together by hand.  */
  sym_id *bucket;
  unsigned bucket_bits;

  struct symtab_object *objects; /* null for one object */
  size_t object_count;
};

/* Build *SYMTAB from COUNT symbols in the image's order: sort, keep one of
   several at an address, and let each reach up to the next (R3.11, R3.12).
   TEXT_LIMIT is one past the last byte of the text section and ends the last
   symbol.  O(COUNT log COUNT); 45 bytes per symbol stay, 36 more are needed
   while at work.  */
enum status symtab_build (struct symtab *symtab, const struct symbol *symbols,
                          size_t count, uint64_t text_limit,
                          struct diag *diag);

/* Divide SYMTAB, a table of functions just built, among OBJECTS[0 .. COUNT-1],
   which ascend by START_PC and do not overlap: the last symbol of each ends with
   its text section.  O(COUNT log symbols).  */
void symtab_divide (struct symtab *symtab, const struct symtab_object *objects,
                    size_t count);

/* The number of the object that symbol ID belongs to.  O(log objects).  */
size_t symtab_object (const struct symtab *symtab, sym_id id);

/* The symbols of the object that has this NUMBER.  O(1).  */
struct symrun symtab_symbols_of (const struct symtab *symtab, size_t number);

/* The code from START_PC up to the next symbol comes from one LINE of FILE and
   belongs to the function NAME, inlined ones included.  FLAGS say only
   whether that is static.  NAME is borrowed.  */
struct line_symbol
{
  uint64_t start_pc;
  const char *name;
  source_id file;
  uint32_t line;
  uint8_t flags;
};

/* Make SYMTAB, a table of functions, one of lines, by adding LINES[0 ..
   COUNT-1], whose addresses ascend.  Where a function and a line start
   together the rules for two symbols at one address decide (R3.18).  The
   others keep file and line.  O(symbols + COUNT).  */
enum status symtab_add_lines (struct symtab *symtab,
                              const struct line_symbol *lines, size_t count,
                              struct diag *diag);

/* The first symbol that starts above PC, or the number of symbols.  O(1) where
   symbols lie about evenly, O(log symbols) in any case.  */
sym_id symtab_first_above (const struct symtab *symtab, uint64_t pc);

/* The symbol that covers PC, or SYM_NONE (R3.13).  At the same cost.  */
sym_id symtab_find (const struct symtab *symtab, uint64_t pc);

void symtab_release (struct symtab *symtab);

#endif
