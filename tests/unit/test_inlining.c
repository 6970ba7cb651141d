/* test_inlining.c - self time divided among inlined functions (R14.100-R14.103,
   R14.106), by hand and against a calculation byte by byte.  */

#include "config.h"

#include "analysis/inlining.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "corridor.h"
#include "dwarf/dwarf_units.h"
#include "output/print_inlined.h"
#include "rng.h"
#include "tap.h"
#include "typed_programs.h"

enum
{
  INSTANCES = 40,
  LOW = 0x1000,
  SIZE = 0x50 /* of the text */
};

/* Let the program of C have one object, about which nothing is known.  */
static struct inlined_code *
add_object (struct corridor *c)
{
  const struct object object = { .name = "a.out" };
  vec_push (&c->program.objects, object);
  struct inlined_code *code = &c->program.objects.items[0].inlined;
  code->dwarf = array_new (1, sizeof *code->dwarf);
  return code;
}

/* Add an instance of NAME, inlined into PARENT and called at LINE.  */
static void
add_instance (struct inlined_code *code, const char *name, uint32_t parent,
              uint32_t line)
{
  const struct dwarf_function function
      = { .name = name, .is_read = true, .is_linkage = true };
  const struct dwarf_inlined instance
      = { .parent = parent,
          .dwarf = code->dwarf,
          .function = (uint32_t)code->dwarf->functions.count,
          .call_line = line,
          .call_file = line > 0 ? "d/a.c" : NULL };
  vec_push (&code->dwarf->functions, function);
  vec_push (&code->instances, instance);
}

static void
add_piece (struct inlined_code *code, uint64_t low_pc, uint64_t high_pc,
           uint32_t owner)
{
  const struct interval piece = { low_pc, high_pc, 0, owner };
  vec_push (&code->pieces, piece);
}

static void
divide (struct corridor *c, struct inlining *inlining)
{
  struct diag diag = { 0 };
  *inlining = (struct inlining){ 0 };
  is_u64 (inlining_divide (inlining, &c->program, &c->measured,
                           &c->measurement.crediting, &diag),
          STATUS_OK, "time is divided");
  c->reporting.report.inlining = inlining;
}

/* The parts of symbol NAME as "DEPTH NAME TICKS PLACES, ...".  */
static const char *
parts_of (struct corridor *c, const char *name)
{
  static char text[500];
  inlined_part_list parts = { 0 };
  size_t length = 0;
  text[0] = '\0';
  inlined_parts (&parts, &c->reporting.report, corridor_id (c, name), 200);
  for (size_t i = 0; i < parts.count; i++)
    {
      const struct inlined_part *part = &parts.items[i];
      length += (size_t)snprintf (
          text + length, sizeof text - length, "%s%u %s %g %u",
          length > 0 ? ", " : "", (unsigned)part->depth,
          part->row != NULL              ? part->row->name
          : part->kind == INLINED_OTHERS ? "(others)"
                                         : "(own)",
          part->ticks,
          (unsigned)(part->row != NULL ? part->row->places : part->count));
    }
  vec_release (&parts);
  return text;
}

/* helper has 100 ticks in [1024, 1028) and 60 in [1028, 102c).  Of the former,
   f has 1024-1026 and, as its second instance, 1027: 75, g in the first of them
   the byte 1025, which leaves 50.  h has all of the latter but one byte, which
   is k's inside, 15.  */
static void
test_parts (void)
{
  struct corridor c;
  struct inlining inlining;
  corridor_walk (&c, "-b -p", plain_symbols, plain_gmon);
  struct inlined_code *code = add_object (&c);
  add_instance (code, "f", DWARF_NONE, 7);
  add_instance (code, "g", 0, 8);
  add_instance (code, "f", DWARF_NONE, 9);
  add_instance (code, "h", DWARF_NONE, 0);
  add_instance (code, NULL, 3, 5);
  add_piece (code, 0x1024, 0x1025, 0);
  add_piece (code, 0x1025, 0x1026, 1);
  add_piece (code, 0x1027, 0x1028, 2);
  add_piece (code, 0x1028, 0x102b, 3);
  add_piece (code, 0x102b, 0x102c, 4);
  divide (&c, &inlining);
  is_text (parts_of (&c, "helper"),
           "1 (own) 25 0, 1 f 50 2, 2 g 25 1, 1 h 45 0, 2 <unknown> 15 1",
           "parts add up to 160");
  is_text (parts_of (&c, "work"), "", "a function without parts");
  c.options.min_percent = 20;
  is_text (parts_of (&c, "helper"),
           "1 (own) 25 0, 1 f 50 2, 1 h 45 0, "
           "1 (others) 40 2",
           "small rows together");
  c.options.min_percent = 35;
  is_text (parts_of (&c, "helper"),
           "1 (own) 25 0, 1 f 50 2, "
           "1 (others) 85 3",
           "with all below them");
  inlining_release (&inlining);
  corridor_release (&c);
}

/* --- At random ----------------------------------------------------------- */

/* What owns each byte of the text, or DWARF_NONE.  */
static void
make_code (struct inlined_code *code, struct rng *rng, uint32_t *owner)
{
  static const char *const names[] = { "a", "b", "c", "d" };
  for (uint32_t i = 0; i < INSTANCES; i++)
    add_instance (code, names[rng_below (rng, 4)],
                  rng_below (rng, 3) > 0 && i > 0 ? rng_below (rng, i)
                                                  : DWARF_NONE,
                  rng_below (rng, 3));
  for (uint32_t at = 0, size; at < SIZE; at += size)
    {
      const uint32_t most = SIZE - at < 6 ? SIZE - at : 6;
      const uint32_t who = rng_below (rng, INSTANCES + 5);
      size = 1 + rng_below (rng, most);
      for (uint32_t i = at; i < at + size; i++)
        owner[i] = who < INSTANCES ? who : DWARF_NONE;
      if (who < INSTANCES)
        add_piece (code, LOW + at, LOW + at + size, who);
    }
}

/* Are A and B, instances or rows by their parents, the same chain of names?  */
static bool
is_chain (const struct inlined_code *code, uint32_t instance,
          const struct inlining *inlining, uint32_t row)
{
  while (instance != DWARF_NONE && row != INLINED_NONE)
    {
      const struct dwarf_inlined *one = &code->instances.items[instance];
      const struct inlined_row *other = &inlining->rows.items[row];
      if (strcmp (code->dwarf->functions.items[one->function].name,
                  other->name)
          != 0)
        return false;
      instance = one->parent;
      row = other->parent;
    }
  return instance == DWARF_NONE && row == INLINED_NONE;
}

/* The ticks of ROW, byte by byte: a bin has 4, a symbol 16.  */
static double
count_bytes (const struct corridor *c, const struct inlined_code *code,
             const uint32_t *owner, const struct inlining *inlining,
             uint32_t row)
{
  const uint64_t start
      = c->program.symtab.start[inlining->rows.items[row].holder] - LOW;
  double ticks = 0;
  for (uint64_t at = start; at < start + 16 && at < SIZE - 16; at++)
    if (owner[at] != DWARF_NONE && is_chain (code, owner[at], inlining, row))
      ticks += (double)c->profile.bins.items[at / 4] / 4;
  return ticks;
}

static bool
is_near (double a, double b)
{
  return fabs (a - b) < 1e-9;
}

/* Rows of one holder are side by side, each behind its parent, and brothers
   descend.  */
static bool
is_ordered (const struct inlining *inlining)
{
  uint32_t last_at[INSTANCES + 1] = { 0 };
  for (size_t i = 0; i < inlining->rows.count; i++)
    {
      const struct inlined_row *row
          = &inlining->rows.items[inlining->order[i]];
      const struct inlined_row *before
          = i > 0 ? &inlining->rows.items[inlining->order[i - 1]] : NULL;
      const bool begins = before == NULL || before->holder != row->holder;
      if (row->depth > INSTANCES
          || row->depth > (begins ? 1 : before->depth + 1)
          || (before != NULL && before->holder > row->holder)
          || (row->depth > 1 && last_at[row->depth - 1] != row->parent))
        return false;
      if (!begins && row->depth <= before->depth
          && inlining->rows.items[last_at[row->depth]].total < row->total)
        return false;
      last_at[row->depth] = inlining->order[i];
    }
  return true;
}

static void
test_random (uint64_t seed)
{
  struct corridor c;
  struct inlining inlining;
  struct rng rng = { seed };
  uint32_t owner[SIZE];
  double sums[10] = { 0 };
  bool is_right = true, adds_up = true;
  corridor_walk (&c, "-b -p", plain_symbols, plain_gmon);
  struct inlined_code *code = add_object (&c);
  make_code (code, &rng, owner);
  divide (&c, &inlining);
  for (uint32_t i = 0; i < inlining.rows.count; i++)
    {
      const struct inlined_row *row = &inlining.rows.items[i];
      is_right = is_right
                 && is_near (row->self,
                             count_bytes (&c, code, owner, &inlining, i));
      if (row->parent == INLINED_NONE)
        sums[row->holder] += row->total;
    }
  for (sym_id id = 0; id < c.program.symtab.count; id++)
    {
      inlined_part_list parts = { 0 };
      double sum = 0;
      inlined_parts (&parts, &c.reporting.report, id, 200);
      for (size_t i = 0; i < parts.count; i++)
        sum += parts.items[i].ticks;
      adds_up
          = adds_up && sums[id] < c.measurement.ticks[id] + 1e-9
            && (parts.count == 0 || is_near (sum, c.measurement.ticks[id]));
      vec_release (&parts);
    }
  ok (inlining.rows.count > 0, "there are rows");
  ok (is_right, "they have what their bytes have");
  ok (adds_up, "parts add up to the function");
  ok (is_ordered (&inlining), "rows are in order");
  inlining_release (&inlining);
  corridor_release (&c);
}

int
main (void)
{
  test_parts ();
  for (uint64_t seed = 1; seed <= 20; seed++)
    test_random (seed);
  return done ();
}
