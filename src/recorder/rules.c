/* rules.c - how to get from the frame of a function to that of its caller.
   SPDX-License-Identifier: 0BSD  */

#include "recorder/rules.h"

#ifdef HAS_STACKS

#include <stddef.h>

enum
{
  WORD = 8,
  NO_REGISTER = 32,
  KEPT_ROWS = 8,        /* of DW_CFA_remember_state; compilers need one */
  MOST_BYTES = 1 << 18, /* of a description */
  SORTED_TABLE = 0x3b,  /* DW_EH_PE_datarel | DW_EH_PE_sdata4 */
  HEADER_BYTES = 4 + 2 * WORD,
  BREG = 0x70,             /* DW_OP_breg0 */
  INSTRUCTION_POINTER = 16 /* of x86-64, in expressions */
};

/* What is read, from AT up to END.  */
struct reading
{
  struct window window;
  uintptr_t at, end;
  bool has_failed;
};

static uint64_t
take (struct reading *r, unsigned size)
{
  uint64_t value = 0;
  if (r->has_failed || size > r->end - r->at
      || !gprofh_read_bytes (&r->window, r->at, size, &value))
    {
      r->has_failed = true;
      return 0;
    }
  r->at += size;
  return value;
}

static void
skip (struct reading *r, uint64_t size)
{
  if (size > r->end - r->at)
    r->has_failed = true;
  else
    r->at += size;
}

/* A number of any length, in LEB128.  */
static uint64_t
take_leb (struct reading *r, bool is_signed)
{
  uint64_t value = 0;
  for (unsigned shift = 0; shift < 64; shift += 7)
    {
      const uint64_t byte = take (r, 1);
      value |= (byte & 127) << shift;
      if (byte < 128)
        return is_signed && shift + 7 < 64 && (byte & 64) != 0
                   ? value | ~UINT64_C (0) << (shift + 7)
                   : value;
    }
  r->has_failed = true;
  return 0;
}

static uint64_t
take_uleb (struct reading *r)
{
  return take_leb (r, false);
}

static int64_t
take_sleb (struct reading *r)
{
  return (int64_t)take_leb (r, true);
}

/* A pointer in ENCODING, DW_EH_PE_..., that may be relative to itself or to
   DATA.  */
static uintptr_t
take_pointer (struct reading *r, unsigned encoding, uintptr_t data)
{
  enum
  {
    OMITTED = 0xff,
    INDIRECT = 0x80
  };
  uintptr_t base = 0;
  if (encoding == OMITTED)
    return 0;
  if ((encoding & 0x70) == 0x10)
    base = r->at;
  else if ((encoding & 0x70) == 0x30)
    base = data;
  else if ((encoding & 0x70) != 0)
    r->has_failed = true;
  if ((encoding & INDIRECT) != 0)
    r->has_failed = true;
  switch (encoding & 0x0f)
    {
    case 0x00:
    case 0x04:
    case 0x0c:
      return base + take (r, 8);
    case 0x01:
      return base + take_uleb (r);
    case 0x02:
      return base + take (r, 2);
    case 0x03:
      return base + take (r, 4);
    case 0x09:
      return base + (uintptr_t)take_sleb (r);
    case 0x0a:
      return base + (uintptr_t)(intptr_t)(int16_t)take (r, 2);
    case 0x0b:
      return base + (uintptr_t)(intptr_t)(int32_t)take (r, 4);
    default:
      r->has_failed = true;
      return 0;
    }
}

/* ------------------------------------------------- the rows of a function */

/* What holds for an instruction: where the frame ends, and where the registers
   of the caller are saved, in bytes from there; 0 if the value is there
   still.  */
struct row
{
  uint8_t kind, reg;
  bool frame_is_there, is_outermost;
  int32_t offset, frame, back, other;
};

/* An offset that is not known, or too large.  */
#define UNKNOWN INT32_MIN

static int32_t
product (uint64_t offset, int64_t factor)
{
  const int64_t value = (int64_t)(offset * (uint64_t)factor);
  return value == (int32_t)value ? (int32_t)value : UNKNOWN;
}

/* The description that all of a compilation unit have in common, and one of
   a function.  */
struct common
{
  uint64_t code_factor;
  int64_t data_factor;
  unsigned encoding;
  bool has_sizes, is_signal;
  uintptr_t program, end;
};

static int32_t *
place_of (struct row *row, uint64_t reg)
{
  switch (reg)
    {
    case REGISTER_FRAME:
      return &row->frame;
    case REGISTER_RETURN:
      return &row->back;
    case REGISTER_OTHER:
      return &row->other;
    default:
      return NULL;
    }
}

static void
put (struct row *row, uint64_t reg, int32_t where)
{
  int32_t *place = place_of (row, reg);
  if (place == NULL)
    return;
  *place = where;
  if (reg == REGISTER_FRAME)
    row->frame_is_there = false;
  if (reg == REGISTER_RETURN)
    row->is_outermost = false;
}

static void
put_back (struct row *row, uint64_t reg, struct row initial)
{
  const int32_t *place = place_of (&initial, reg);
  if (place == NULL)
    return;
  put (row, reg, *place);
  if (reg == REGISTER_FRAME)
    row->frame_is_there = initial.frame_is_there;
}

/* The frame of the instruction at PC ends where an expression says.  Compilers
   write "the word at a register's value and an offset", for a function that
   aligns its stack; and linkers, for an entry of a linkage table, that there is a
   word more from a certain instruction of it on.  */
static void
define_by_expression (struct reading *r, struct row *row, uintptr_t pc)
{
  enum
  {
    DEREF = 0x06,
    LIT0 = 0x30
  };
  struct reading e = *r;
  const uint64_t size = take_uleb (&e);
  row->kind = RULE_NONE;
  if (e.has_failed || size > e.end - e.at)
    {
      r->has_failed = true;
      return;
    }
  e.end = e.at + size;
  r->at = e.end;
  const uint64_t reg = take (&e, 1) - BREG;
  const int32_t offset = product ((uint64_t)take_sleb (&e), 1);
  const uint64_t next = take (&e, 1);
  if (reg < 32 && next == DEREF && e.at == e.end)
    {
      row->kind = RULE_MEMORY;
      row->reg = (uint8_t)reg;
      row->offset = offset;
    }
  else if (reg == REGISTER_STACK && next == BREG + INSTRUCTION_POINTER)
    {
      /* breg 0, lit15, and, lit of the place, ge, lit3, shl, plus */
      const uint64_t front = take (&e, 3);
      const uint64_t from = take (&e, 1) - LIT0;
      if (front != 0x1a3f00 || take (&e, 4) != 0x2224332a || e.at != e.end)
        return;
      row->kind = RULE_OFFSET;
      row->reg = REGISTER_STACK;
      row->offset = (offset & 0xffff) + ((pc & 15) >= from ? WORD : 0);
    }
  if (e.has_failed)
    row->kind = RULE_NONE;
}

/* A register is saved where an expression says: where the frame pointer
   points, for the frame pointer of a function that aligns its stack.  */
static void
save_by_expression (struct reading *r, struct row *row)
{
  const uint64_t reg = take_uleb (r);
  const uint64_t size = take_uleb (r);
  struct reading e = *r;
  skip (r, size);
  put (row, reg, UNKNOWN);
  if (reg == REGISTER_FRAME && size == 2
      && take (&e, 1) == BREG + REGISTER_FRAME && take_sleb (&e) == 0
      && !e.has_failed)
    {
      row->frame = 0;
      row->frame_is_there = true;
    }
}

static void
define_by_register (struct row *row, uint64_t reg)
{
  row->reg = reg < 32 ? (uint8_t)reg : NO_REGISTER;
}

/* The operand is an offset, or if FACTOR is not 0 a signed one to multiply.  */
static void
define_offset (struct row *row, struct reading *r, int64_t factor)
{
  row->offset = factor != 0 ? product ((uint64_t)take_sleb (r), factor)
                            : product (take_uleb (r), 1);
}

/* What runs: the instructions of a description, for the instruction at PC of a
   function; LOCATION is where the row holds from.  */
struct run
{
  const struct common *common;
  uintptr_t pc, location;
  struct row row, initial;
  struct row kept[KEPT_ROWS];
  unsigned depth;
};

/* The instructions of one byte and operands; false if OP is none that is
   known.  */
static bool
run_other (struct reading *r, struct run *run, uint64_t op)
{
  struct row *row = &run->row;
  const int64_t factor = run->common->data_factor;
  const bool is_signed = op >= 0x11 && op <= 0x13;
  uint64_t reg, offset;
  switch (op)
    {
    case 0x00: /* DW_CFA_nop */
    case 0x2d: /* DW_CFA_AARCH64_negate_ra_state */
      return true;
    case 0x01: /* DW_CFA_set_loc */
      run->location = take_pointer (r, run->common->encoding, 0);
      return true;
    case 0x02: /* DW_CFA_advance_loc1 */
    case 0x03:
    case 0x04:
      run->location += take (r, 1U << (op - 0x02)) * run->common->code_factor;
      return true;
    case 0x05: /* DW_CFA_offset_extended */
    case 0x11: /* DW_CFA_offset_extended_sf */
      reg = take_uleb (r);
      offset = is_signed ? (uint64_t)take_sleb (r) : take_uleb (r);
      put (row, reg, product (offset, factor));
      return true;
    case 0x06: /* DW_CFA_restore_extended */
      put_back (row, take_uleb (r), run->initial);
      return true;
    case 0x07: /* DW_CFA_undefined */
      reg = take_uleb (r);
      put (row, reg, UNKNOWN);
      row->is_outermost = row->is_outermost || reg == REGISTER_RETURN;
      return true;
    case 0x08: /* DW_CFA_same_value */
      put (row, take_uleb (r), 0);
      return true;
    case 0x09: /* DW_CFA_register */
    case 0x14: /* DW_CFA_val_offset */
    case 0x15: /* DW_CFA_val_offset_sf */
      put (row, take_uleb (r), UNKNOWN);
      take_uleb (r);
      return true;
    case 0x0a: /* DW_CFA_remember_state */
      if (run->depth == KEPT_ROWS)
        return false;
      run->kept[run->depth++] = *row;
      return true;
    case 0x0b: /* DW_CFA_restore_state */
      if (run->depth == 0)
        return false;
      *row = run->kept[--run->depth];
      return true;
    case 0x0c: /* DW_CFA_def_cfa */
    case 0x12: /* DW_CFA_def_cfa_sf */
      row->kind = RULE_OFFSET;
      define_by_register (row, take_uleb (r));
      define_offset (row, r, is_signed ? factor : 0);
      return true;
    case 0x0d: /* DW_CFA_def_cfa_register */
      define_by_register (row, take_uleb (r));
      return true;
    case 0x0e: /* DW_CFA_def_cfa_offset */
    case 0x13: /* DW_CFA_def_cfa_offset_sf */
      define_offset (row, r, is_signed ? factor : 0);
      return true;
    case 0x0f: /* DW_CFA_def_cfa_expression */
      define_by_expression (r, row, run->pc);
      return true;
    case 0x10: /* DW_CFA_expression */
      save_by_expression (r, row);
      return true;
    case 0x16: /* DW_CFA_val_expression */
      put (row, take_uleb (r), UNKNOWN);
      skip (r, take_uleb (r));
      return true;
    case 0x2e: /* DW_CFA_GNU_args_size */
      take_uleb (r);
      return true;
    default:
      return false;
    }
}

/* Run the instructions in R up to the row of RUN->pc.  */
static void
run_program (struct reading *r, struct run *run)
{
  while (r->at < r->end && !r->has_failed)
    {
      const uint64_t op = take (r, 1);
      const uint64_t low = op & 63;
      if (op >> 6 == 1) /* DW_CFA_advance_loc */
        run->location += low * run->common->code_factor;
      else if (op >> 6 == 2) /* DW_CFA_offset */
        put (&run->row, low,
             product (take_uleb (r), run->common->data_factor));
      else if (op >> 6 == 3) /* DW_CFA_restore */
        put_back (&run->row, low, run->initial);
      else if (!run_other (r, run, op))
        r->has_failed = true;
      if (run->location > run->pc)
        return;
    }
}

/* ------------------------------------------------------------ descriptions */

/* The length of the description at R->at, which R is then limited to: false if
   it is none.  */
static bool
begin_description (struct reading *r)
{
  r->end = r->at + 4;
  const uint64_t size = take (r, 4);
  r->end = r->at + size;
  return !r->has_failed && size >= 4 && size <= MOST_BYTES;
}

/* What the letters say that the augmentation data at R->at has.  */
static bool
read_augmentation (struct reading *r, struct common *common,
                   const char *letters)
{
  enum
  {
    ALIGNED = 0x50
  };
  const uint64_t size = take_uleb (r);
  if (r->has_failed || size > r->end - r->at)
    return false;
  common->program = r->at + size;
  for (; *letters != '\0'; letters++)
    switch (*letters)
      {
      case 'R':
        common->encoding = (unsigned)take (r, 1);
        break;
      case 'L':
        take (r, 1);
        break;
      case 'P':
        {
          const unsigned encoding = (unsigned)take (r, 1) & 0x7f;
          if (encoding == ALIGNED)
            return false;
          take_pointer (r, encoding & 0x0f, 0);
          break;
        }
      case 'S':
        common->is_signal = true;
        break;
      case 'B':
      case 'G':
        break;
      default:
        return false;
      }
  return true;
}

static bool
read_common (struct reading *r, uintptr_t at, struct common *common)
{
  char letters[8];
  unsigned count = 0;
  r->at = at;
  if (!begin_description (r) || take (r, 4) != 0)
    return false;
  const uint64_t version = take (r, 1);
  do
    {
      if (count == sizeof letters)
        return false;
      letters[count] = (char)take (r, 1);
    }
  while (letters[count++] != '\0');
  common->code_factor = take_uleb (r);
  common->data_factor = take_sleb (r);
  const uint64_t return_register = version == 1 ? take (r, 1) : take_uleb (r);
  common->encoding = 0;
  common->is_signal = false;
  common->has_sizes = letters[0] == 'z';
  common->program = r->at;
  common->end = r->end;
  return !r->has_failed && (version == 1 || version == 3)
         && return_register == REGISTER_RETURN
         && (common->has_sizes ? read_augmentation (r, common, letters + 1)
                               : letters[0] == '\0')
         && !r->has_failed;
}

/* The description of the function that PC is in, by the sorted table that
   HEADER has; 0 if there is none.  */
static uintptr_t
find_description (struct reading *r, uintptr_t header, uintptr_t pc)
{
  r->at = header;
  r->end = header + HEADER_BYTES;
  const uint64_t version = take (r, 1);
  const unsigned frames = (unsigned)take (r, 1);
  const unsigned number = (unsigned)take (r, 1);
  const uint64_t table = take (r, 1);
  take_pointer (r, frames, header);
  uint64_t count = take_pointer (r, number, header);
  const uintptr_t entries = r->at;
  uint64_t below = 0; /* entries that begin at or below PC */
  uint64_t start, where;
  if (r->has_failed || version != 1 || table != SORTED_TABLE
      || count > UINT32_MAX)
    return 0;
  while (count > 0)
    {
      const uint64_t half = count / 2;
      if (!gprofh_read_bytes (&r->window, entries + (below + half) * 8, 4,
                              &start))
        return 0;
      if (header + (uintptr_t)(intptr_t)(int32_t)start > pc)
        count = half;
      else
        {
          below += half + 1;
          count -= half + 1;
        }
    }
  if (below == 0
      || !gprofh_read_bytes (&r->window, entries + (below - 1) * 8 + 4, 4,
                             &where))
    return 0;
  return header + (uintptr_t)(intptr_t)(int32_t)where;
}

/* Let *FIELD be the bytes that PLACE is below the end of the frame, in words:
   false if there is no room for that in so many BITS.  */
static bool
fits (int32_t place, unsigned bits, uint64_t *field)
{
  *field = (uint64_t) - (int64_t)place / WORD;
  return place <= 0 && place % WORD == 0 && *field < UINT64_C (1) << bits;
}

static union rule
packed (const struct row *row, bool is_signal)
{
  union rule rule = { .word = 0 };
  uint64_t frame = 0, back = 0, other = 0;
  rule.is.kind = RULE_NONE;
  if (is_signal)
    rule.is.kind = RULE_SIGNAL;
  else if (row->is_outermost)
    rule.is.kind = RULE_OUTERMOST;
  else if (row->kind != RULE_NONE && row->reg != NO_REGISTER
           && row->offset % WORD == 0 && row->offset / WORD < RULE_MIDDLE
           && row->offset / WORD >= -RULE_MIDDLE
           && fits (row->frame, 14, &frame) && fits (row->back, 14, &back))
    {
      rule.is.kind = (unsigned)row->kind & 7;
      rule.is.reg = (unsigned)row->reg & 31;
      rule.is.offset = (uint64_t)(row->offset / WORD + RULE_MIDDLE) & 0xfffff;
      rule.is.frame_below = frame & 0x3fff;
      rule.is.return_below = back & 0x3fff;
      if (!fits (row->other, 7, &other))
        other = RULE_UNKNOWN;
      rule.is.other_below = other & 0x7f;
      rule.is.frame_is_there = row->frame_is_there;
    }
  return rule;
}

union rule
gprofh_find_rule (uintptr_t header, uintptr_t pc)
{
  const union rule none = { .is = { .kind = RULE_NONE } };
  const union rule pointer = { .is = { .kind = RULE_POINTER } };
  struct reading r = { { 0, 0, 0 }, 0, 0, false };
  struct common common;
  const uintptr_t at = find_description (&r, header, pc);
  if (at == 0)
    return pointer;
  r.at = at;
  if (!begin_description (&r))
    return none;
  const uintptr_t end = r.end, link = r.at;
  const uintptr_t common_at = link - (uintptr_t)take (&r, 4);
  if (r.has_failed || !read_common (&r, common_at, &common))
    return none;
  r.at = link + 4;
  r.end = end;
  const uintptr_t start = take_pointer (&r, common.encoding, 0);
  const uintptr_t size = take_pointer (&r, common.encoding & 0x0f, 0);
  if (common.has_sizes)
    skip (&r, take_uleb (&r));
  if (r.has_failed)
    return none;
  if (pc - start >= size)
    return pointer;
  const uintptr_t program = r.at;
  struct run run; /* whose kept rows need no value */
  run.common = &common;
  run.pc = UINTPTR_MAX;
  run.location = 0;
  run.depth = 0;
  run.row = (struct row){ .kind = RULE_NONE };
  run.initial = run.row;
  r.at = common.program;
  r.end = common.end;
  run_program (&r, &run);
  run.initial = run.row;
  run.pc = pc;
  run.location = start;
  r.at = program;
  r.end = end;
  run_program (&r, &run);
  return r.has_failed ? none : packed (&run.row, common.is_signal);
}

#endif
