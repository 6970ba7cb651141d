/* sampled_code.h - in which code of chosen functions samples were taken, and
   from where in it calls came (--asm).  */

#ifndef SAMPLED_CODE_H
#define SAMPLED_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analysis/crediting.h"
#include "analysis/measured.h"
#include "base/diag.h"
#include "base/memory.h"
#include "model/symset.h"
#include "model/symtab.h"
#include "model/target.h"
#include "model/text_section.h"

/* Code in which TICKS were sampled: one instruction, of which [low_pc,
   high_pc) is the first byte, or bytes that share them equally.  */
struct sampled_range
{
  uint64_t low_pc, high_pc; /* not empty, and within one symbol */
  double ticks;
};

typedef VEC (struct sampled_range) sampled_range_list;

/* COUNT calls of CALLEE by CALLER, which return to FROM_PC or somewhat above
   it: the C library rounds these addresses down to two words.  */
struct sampled_call
{
  uint64_t from_pc; /* without the bit that marks Thumb code */
  sym_id caller, callee;
  uint64_t count;
};

/* Release with sampled_code_release; a zeroed one is empty.  */
struct sampled_code
{
  sampled_range_list ranges; /* ascending, each within a chosen function */
  VEC (struct sampled_call) calls; /* of the chosen functions, ascending by
                                      caller, from_pc and callee */
};

/* Fill *CODE, which is zeroed, with what OF says about the functions in
   WANTED.  The sum of a function's ranges is what crediting_assign credits to
   it unless the flat profile leaves it out; its calls are the arcs out of it
   in the call graph.  STATUS_IO.  What crediting_walk costs, and O(symbols +
   arcs log arcs + ranges log ranges).  */
enum status sampled_code_find (struct sampled_code *code,
                               const struct measured *of,
                               struct crediting *crediting,
                               const struct symset *wanted, struct diag *diag);

/* The first of the ranges that ends above PC, or their number.  O(log).  */
size_t sampled_code_first_range (const struct sampled_code *code, uint64_t pc);

void sampled_code_release (struct sampled_code *code);

/* --- Which instructions call --------------------------------------------- */

/* COUNT calls of CALLEE that return to RETURN_PC.  0: they are counted at a
   site before this one, for the profile does not tell them apart.  */
struct call_site
{
  uint64_t return_pc;
  sym_id callee;
  uint64_t count;
};

typedef VEC (struct call_site) call_site_list;

/* An instruction that may be a call.  */
struct site_candidate
{
  uint64_t return_pc;
  sym_id target; /* that it names the start of, or SYM_NONE */
  bool is_other; /* it is certainly no call */
};

/* A search for the sites of the calls of one function.  Each of its
   instructions is shown to it, in order.  */
struct site_finder
{
  const struct sampled_code *code;
  const struct target *target;
  const struct text_section *text;        /* borrowed */
  size_t next, limit;                     /* of the calls */
  VEC (struct site_candidate) candidates; /* so far */
  uint64_t first_pc; /* where the first call returns to, that of the counter in
                        code made with -pg; 0 without */
  call_site_list *sites;
};

/* Start FINDER for the calls of CALLER in CODE, which appends to SITES.  TEXT
   is the code of its object, or empty.  All is borrowed.  O(log calls).  */
void site_finder_start (struct site_finder *finder,
                        const struct sampled_code *code, sym_id caller,
                        const struct target *target,
                        const struct text_section *text,
                        call_site_list *sites);

/* The next instruction is CANDIDATE.  Of those to which a call may return, the
   ones that call what the profile says are preferred, then those that name no
   address (R14.115).  */
void site_finder_see (struct site_finder *finder,
                      struct site_candidate candidate);

/* No instruction follows; the function ends at HIGH_PC.  Sorts the sites by
   address, then by callee.  Each call has one.  Must be called if any
   instruction was shown.  O(instructions + calls).  */
void site_finder_finish (struct site_finder *finder, uint64_t high_pc);

#endif
