/* view_asm.h - the rows of --asm (R14.110-R14.116): the instructions of the
   functions that the user names, with samples and calls, and the source lines
   that they come from.  */

#ifndef VIEW_ASM_H
#define VIEW_ASM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/memory.h"
#include "base/sort.h"
#include "model/sources.h"
#include "model/symset.h"
#include "model/symtab.h"
#include "model/text_section.h"
#include "object/instructions.h"
#include "object/srctext.h"
#include "output/report.h"

enum
{
  ASM_CONTEXT = 3 /* instructions shown beside each one that is chosen */
};

struct asm_function
{
  sym_id symbol;
  uint64_t low_pc, high_pc;
  uint64_t bias; /* how much higher that is than it was linked for */
  uint64_t linked_low_pc, linked_high_pc; /* without that */
  double samples;
  double time;
  bool has_percent; /* it is part of the flat profile, which has time */
  double percent;   /* of that */
  uint64_t calls, self_calls;
};

enum asm_row_kind
{
  ASM_SOURCE, /* a source line that the following rows come from */
  ASM_INSTRUCTION,
  ASM_CALL,  /* some of the calls of the instruction before */
  ASM_BYTES, /* bytes that are no instructions, or not in the file */
  ASM_FOLDED /* instructions that are left out */
};

/* What does not apply to the KIND is 0 or null.  */
struct asm_row
{
  enum asm_row_kind kind;
  uint64_t pc, length; /* the bytes that it is about, where they were linked
                          for */
  double samples;
  double percent;   /* of the function's */
  uint64_t calls;   /* that came from here */
  bool calls_above; /* calls from here are counted at a call before it */
  const char *text; /* of the instruction, or of the source line, if known */
  size_t text_length;
  sym_id symbol;   /* that the instruction names an address in, or that is
                      called; else SYM_NONE */
  uint64_t offset; /* from its start */
  bool is_local;   /* it is the function itself, and OFFSET is not 0 */
  source_id file;
  uint32_t line;
  uint64_t count; /* instructions left out */
};

/* Called for each row, which is valid until it returns, with the CONTEXT of the
   walk.  */
typedef void asm_row_taker (void *context, const struct asm_row *row);

/* An instruction that has samples.  */
struct asm_sampled
{
  uint64_t number; /* of the row in its function */
  double samples;
};

/* A walk along the instructions of a function, which follows samples and the
   sites of calls.  */
struct asm_walk
{
  struct instructions *instructions;
  uint64_t next_pc;
  bool has_held; /* HELD follows bytes that are none */
  struct instruction held;
  size_t range, site; /* the next ones */
  uint64_t number;    /* of rows so far */
};

/* What is needed of an object; zeroed until then.  */
struct asm_object
{
  struct instructions *instructions;
  struct text_section text; /* nothing to release */
};

struct asm_view
{
  const struct report *report;
  VEC (struct asm_object) objects;
  struct source_lines sources;
  struct sort_item *order; /* the functions, most samples first */
  size_t count, next;
  struct asm_function function;
  struct asm_walk walk;
  call_site_list sites;            /* of its calls */
  VEC (struct asm_sampled) chosen; /* where rows are left out: those that are
                                      not, in order */
  bool leaves_out;
  size_t top;         /* rows that are kept; 0 for all that */
  double min_percent; /* have so much of their function, */
  double least;       /* and so many samples */
  size_t next_chosen;
  struct asm_row element, folded;
  uint64_t return_pc;  /* of the calls of ELEMENT: not above this */
  size_t line;         /* the next one of the object's */
  source_id last_file; /* given */
  uint32_t last_line;
  asm_row_taker *take;
  void *context;
};

/* Start VIEW of REPORT, which is borrowed; to be ended.  O(functions log
   functions).  */
void asm_view_start (struct asm_view *view, const struct report *report);

/* The same for the functions in WANTED, borrowed until it returns.  Whatever
   the options say, of their instructions those are shown that have LEAST
   samples or more, above 0, and what is near these; source lines have no
   texts.  */
void asm_view_start_hot (struct asm_view *view, const struct report *report,
                         const struct symset *wanted, double least);

/* Set *FUNCTION to the next function, most samples first, then by name and
   address; null behind the last one.  Valid until the next call.
   STATUS_UNSUPPORTED if nobody knows the instructions of its machine;
   STATUS_IO.  Decodes a function once more if it has calls, or if --top or
   --min-percent leave out instructions.  */
enum status asm_view_next_function (struct asm_view *view,
                                    const struct asm_function **function,
                                    struct diag *diag);

/* Give all rows of the function to TAKE.  STATUS_IO.
   O(instructions + samples + calls log calls), and memory for the calls and
   what --top and --min-percent choose from.  */
enum status asm_view_walk (struct asm_view *view, asm_row_taker *take,
                           void *context, struct diag *diag);

void asm_view_end (struct asm_view *view);

#endif
