/* inlining.h - how much of a function's time is in functions that were inlined
   into it (R14.100-R14.109).

   A sample in an inlined function stays one of the function that holds it, so
   no sum changes.  Instances of the same function are one row if what they are
   inlined into is.  */

#ifndef INLINING_H
#define INLINING_H

#include <stddef.h>
#include <stdint.h>

#include "analysis/crediting.h"
#include "analysis/measured.h"
#include "base/diag.h"
#include "base/memory.h"
#include "base/sort.h"
#include "input/program.h"
#include "model/sources.h"
#include "model/symtab.h"

#define INLINED_NONE TREE_NONE

struct inlined_row
{
  sym_id holder;    /* the function whose code it is in */
  uint32_t parent;  /* the row that it is inlined into, which comes before it;
                       INLINED_NONE if that is HOLDER */
  uint32_t depth;   /* 1 if that is HOLDER, else more than the parent's */
  const char *name; /* the linker's if it is known, else that of the source */
  double self;      /* ticks in its code and in none inlined into that */
  double total;     /* with these; more than 0 */
  uint32_t places;  /* different known places where it is called, */
  uint32_t call_line;    /* one of these; and */
  const char *call_file; /* the path of its file */
};

/* Zeroed, it is empty.  */
struct inlining
{
  VEC (struct inlined_row) rows;
  /* Rows by holder, each followed by what is inlined into it; among equals by
     total, most first, then name.  */
  uint32_t *order;
  uint32_t *first; /* of each symbol, its first place in ORDER; one more at the
                      end.  Null without rows */
  struct sources texts; /* names and paths */
};

/* Divide the ticks of the functions of PROGRAM by what is inlined into them;
   CREDITING shares out the samples of OF.  Warns if nothing is known.  Reads
   the debugging information of units that have samples: see
   dwarf_list_inlined; and O(bins + symbols + rows log rows) and what
   crediting_walk costs.  STATUS_IO.  */
enum status inlining_make (struct inlining *inlining, struct program *program,
                           const struct measured *of,
                           struct crediting *crediting, struct diag *diag);

/* The end of inlining_make: divide the ticks by what the objects of PROGRAM
   know.  */
enum status inlining_divide (struct inlining *inlining,
                             const struct program *program,
                             const struct measured *of,
                             struct crediting *crediting, struct diag *diag);

/* The place in INLINING->order behind the last row of symbol ID; its first one
   is at *FIRST.  */
static inline uint32_t
inlining_rows_of (const struct inlining *inlining, sym_id id, uint32_t *first)
{
  *first = inlining->first != NULL ? inlining->first[id] : 0;
  return inlining->first != NULL ? inlining->first[id + 1] : 0;
}

void inlining_release (struct inlining *inlining);

#endif
