/* coverage.h - execution counts by basic block and by source line.

   Both tables are compact: their size follows the symbols and blocks that
   there are, never the line numbers that debugging information claims.  */

#ifndef COVERAGE_H
#define COVERAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/profile.h"
#include "model/symset.h"
#include "model/symtab.h"

/* --- Basic blocks ------------------------------------------------------- */

enum
{
  BLOCKS_GNU = 10, /* blocks that GNU gprof keeps for a symbol */
  BLOCKS_ALL = 0
};

/* The counted basic blocks of each symbol, in the order in which they first
   appear in the profile (R4.33): those of symbol S are the elements START[S]
   .. START[S+1]-1 of PC and COUNT.  A zeroed struct has none for any
   symbol.  */
struct block_counts
{
  size_t *start;
  uint64_t *pc;
  uint64_t *count;
};

/* Give PROFILE's blocks to the symbols at their addresses, at most MOST to
   each symbol, or all with BLOCKS_ALL; blocks outside every symbol are
   dropped.  O(symbols + blocks log symbols).  */
void block_counts_build (struct block_counts *block_counts,
                         const struct profile *profile,
                         const struct symtab *symtab, size_t most);

static inline size_t
block_counts_first (const struct block_counts *block_counts, sym_id id)
{
  return block_counts->start != NULL ? block_counts->start[id] : 0;
}

static inline size_t
block_counts_limit (const struct block_counts *block_counts, sym_id id)
{
  return block_counts->start != NULL ? block_counts->start[id + 1] : 0;
}

/* How many blocks COUNT symbols have.  */
static inline size_t
block_counts_total (const struct block_counts *block_counts, size_t count)
{
  return block_counts->start != NULL ? block_counts->start[count] : 0;
}

void block_counts_release (struct block_counts *block_counts);

/* --- Source lines ------------------------------------------------------- */

/* A line that has accepted symbols (R9.2).  */
struct coverage_line
{
  uint32_t line;  /* from 1 */
  bool merged;    /* the line has further symbols */
  sym_id symbol;  /* its first symbol, whose kind and blocks count */
  uint64_t calls; /* of all its symbols */
};

struct coverage_file
{
  size_t first, limit; /* its lines */
  uint64_t calls;      /* of all its symbols */
};

/* FILES[F] describes source file F of FILE_COUNT; its lines are
   lines[first] .. lines[limit-1], ascending.  */
struct coverage
{
  size_t file_count;
  struct coverage_file *files;
  struct coverage_line *lines;
};

/* Group the symbols that INCLUDE and EXCLUDE accept by the place where they
   begin.  CALLS are the calls of each symbol; the ids of files in SYMTAB are
   below FILE_COUNT.  O(symbols log symbols + files).  */
void coverage_build (struct coverage *coverage, const struct symtab *symtab,
                     size_t file_count, const struct symset *include,
                     const struct symset *exclude, const uint64_t *calls);

void coverage_release (struct coverage *coverage);

#endif
