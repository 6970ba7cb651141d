/* text_section.h - the machine code of the profiled program, and the kinds of
   its bytes.  */

#ifndef TEXT_SECTION_H
#define TEXT_SECTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/memory.h"
#include "base/search.h"

enum code_kind
{
  CODE_PLAIN, /* instructions; on ARM those of four bytes */
  CODE_THUMB, /* ARM's instructions of two and four bytes */
  CODE_DATA   /* constants between functions or within them */
};

/* From PC up to the next mark, or to the end, bytes are of KIND.  */
struct code_mark
{
  uint64_t pc;
  enum code_kind kind;
};

struct text_section
{
  const unsigned char *bytes; /* borrowed */
  size_t size;
  uint64_t start_pc; /* of the first byte, an address of the program */
  uint64_t bias;     /* by how much that is above the address that the image
                        has for it and instructions may refer to */
  bool big_endian;   /* the order of bytes in an instruction, as far as the
                        machine leaves that open */
  VEC (struct code_mark) marks; /* ascending; plain code before the first */
};

/* The first mark above PC, or the number of marks.  O(log marks).  */
static inline size_t
text_section_mark_above (const struct text_section *code, uint64_t pc)
{
  size_t mark;
  search_first (mark, 0, code->marks.count, code->marks.items[mark].pc > pc);
  return mark;
}

static inline void
text_section_release (struct text_section *code)
{
  vec_release (&code->marks);
  *code = (struct text_section){ 0 };
}

#endif
