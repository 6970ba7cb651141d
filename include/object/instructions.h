/* instructions.h - the instructions of the profiled program, one after the
   other, as libopcodes decodes them.  */

#ifndef INSTRUCTIONS_H
#define INSTRUCTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/diag.h"
#include "object/image.h"

struct instructions;

struct instruction
{
  uint64_t pc;
  unsigned length;  /* in bytes, at least 1 */
  unsigned delayed; /* bytes behind it that are executed before a jump or call
                       that it makes: a call returns behind these */
  const char *text; /* as an assembler would have it, without control
                       characters; empty unless texts are wanted; valid until
                       the next instruction */
  bool has_target;
  uint64_t target; /* the last address that the instruction names, if any: of
                      a jump or a call where that goes to */
};

/* Prepare to decode the code of IMAGE, which is borrowed; read its symbols
   first, for they mark data within code.  All addresses outside texts are BIAS
   above those of IMAGE, modulo 2^64.  Texts cost most of the time, so they
   are made only if WITH_TEXT.  STATUS_ABSENT, and *INSTRUCTIONS is null, if
   nobody knows the instructions of this machine.  If libopcodes, which knows
   them, cannot be loaded, that is STATUS_UNSUPPORTED if WITH_TEXT, for nothing
   replaces texts, else a warning and STATUS_ABSENT.  */
enum status instructions_open (struct instructions **instructions,
                               struct image *image, uint64_t bias,
                               bool with_text, struct diag *diag);

/* INSTRUCTIONS may be null in the next two, and has no instruction then.  */

/* Go on at PC, where an instruction starts, and end before LIMIT.  O(sections
   with code).  STATUS_IO; code that is not in the file holds no
   instructions.  */
enum status instructions_seek (struct instructions *instructions, uint64_t pc,
                               uint64_t limit, struct diag *diag);

/* Set *INSTRUCTION to the next one; false at the end.  Bytes that are marked
   as data are passed over.  Bytes that no instruction begins with are one of
   the machine's smallest size, so that every call advances.  */
bool instructions_next (struct instructions *instructions,
                        struct instruction *instruction);

/* INSTRUCTIONS may be null.  */
void instructions_close (struct instructions *instructions);

#endif
