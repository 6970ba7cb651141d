/* print_exec.h - the rows of the execution counts (R9.30-R9.32).  */

#ifndef PRINT_EXEC_H
#define PRINT_EXEC_H

#include <stddef.h>
#include <stdint.h>

#include "model/symtab.h"
#include "output/report.h"

struct exec_row
{
  const char *file; /* null if it is not known */
  uint32_t line;
  const char *name; /* of the symbol, as the image has it */
  uint64_t pc;      /* of the symbol or of a basic block in it */
  uint64_t count;   /* executions */
};

struct exec_view
{
  const struct report *report;
  uint32_t *order; /* the symbols */
  size_t count, next;
  size_t block, block_limit; /* the rest of the present symbol's */
  struct exec_row row;
};

/* Start VIEW of REPORT, which is borrowed; to be ended.  O(symbols log
   symbols).  */
void exec_view_start (struct exec_view *view, const struct report *report);

/* The next row, valid until the next call; null behind the last one.  */
const struct exec_row *exec_view_next (struct exec_view *view);

void exec_view_end (struct exec_view *view);

#endif
