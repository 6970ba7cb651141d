/* rules.h - how to get from the frame of a function to that of its caller, for
   each instruction, as .eh_frame has it.
   SPDX-License-Identifier: 0BSD

   The format is that of DWARF, "Call Frame Information", with what the LSB says
   of .eh_frame and .eh_frame_hdr.  All of it is safe in signal handlers, and on
   any memory: what is not there or makes no sense is no rule.  */

#ifndef RECORDER_RULES_H
#define RECORDER_RULES_H

#include <stdbool.h>
#include <stdint.h>

#include "recorder/machine.h"
#include "recorder/reading.h"

#ifdef HAS_STACKS

/* Registers by their numbers in DWARF.  OTHER is one more that frames are found
   by: the C library's code that looks up functions has it.  */
enum
{
#if defined __x86_64__
  REGISTER_OTHER = 3, /* rbx */
  REGISTER_FRAME = 6, /* rbp */
  REGISTER_STACK = 7, /* rsp */
  REGISTER_RETURN = 16
#else
  REGISTER_OTHER = 19, /* x19 */
  REGISTER_FRAME = 29,
  REGISTER_RETURN = 30,
  REGISTER_STACK = 31
#endif
};

enum rule_kind
{
  RULE_NONE,      /* nobody knows */
  RULE_OFFSET,    /* the frame ends at a register's value and an offset, */
  RULE_MEMORY,    /* or where the word there says */
  RULE_SIGNAL,    /* it is said to return from a signal's frame, */
  RULE_RETURN,    /* and does: the frame has all registers */
  RULE_OUTERMOST, /* nobody called */
  RULE_POINTER    /* there is none: the frame pointer may know */
};

enum
{
  RULE_MIDDLE = 1 << 19, /* what stands for the offset 0 */
  RULE_UNKNOWN = 127     /* what is saved nobody knows where */
};

/* Offsets are in words; those of saved registers from the end of the frame
   downwards, 0 if a register has its value still.  */
union rule
{
  struct
  {
    uint64_t kind : 3, reg : 5, offset : 20;
    uint64_t frame_below : 14, return_below : 14, other_below : 7;
    uint64_t frame_is_there : 1; /* saved where the frame pointer points */
  } is;
  uint64_t word;
};

/* The rule of the instruction that PC is in, by the .eh_frame_hdr at HEADER.
   O(log functions + the function's instructions for frames).  */
union rule gprofh_find_rule (uintptr_t header, uintptr_t pc);

#endif
#endif
