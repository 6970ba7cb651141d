/* test_sampled_code.c - the samples of code, and which of its instructions
   made the calls (R14.111, R14.115).  */

#include "config.h"

#include "analysis/sampled_code.h"

#include "capture.h"
#include "corridor.h"
#include "gmon_text.h"
#include "tap.h"

/* Two functions; bins of four bytes, of which the third, [1008, 100c), is
   shared by the last two bytes of a and the first two of b.  */
static const char symbols[] = "T 1000 a\n"
                              "T 100a b\n"
                              "end 1014";
static const char gmon[] = "hist 1000 1014 100 seconds s 4 0 6 0 0\n"
                           "arc 1000 100a 7\n"
                           "arc 1010 1000 2\n"
                           "arc 1010 100a 3\n"
                           "arc 1000 100a 1\n";

static void
find (struct corridor *c, const char *options, const char *name,
      struct sampled_code *code)
{
  struct symset wanted = { 0 };
  struct diag diag = { .program = "test" };
  corridor_walk (c, options, symbols, gmon);
  const sym_id id = corridor_id (c, name);
  *code = (struct sampled_code){ 0 };
  symset_add_range (&wanted, c->program.symtab.count, id, id + 1);
  ok (sampled_code_find (code, &c->measured, &c->measurement.crediting,
                         &wanted, &diag)
          == STATUS_OK,
      "%s: the samples of %s are found", options, name);
  symset_release (&wanted);
}

static void
is_range (const struct sampled_code *code, size_t number, uint64_t low_pc,
          uint64_t high_pc, double ticks)
{
  if (!ok (number < code->ranges.count, "there is a range %zu", number))
    return;
  const struct sampled_range *range = &code->ranges.items[number];
  is_u64 (range->low_pc, low_pc, "range %zu: low", number);
  is_u64 (range->high_pc, high_pc, "range %zu: high", number);
  is_double (range->ticks, ticks, "range %zu: ticks", number);
}

/* Without instructions both rules share a bin by bytes.  */
static void
test_ranges (const char *options)
{
  struct corridor c;
  struct sampled_code code;
  find (&c, options, "a", &code);
  is_u64 (code.ranges.count, 2, "a has samples in two bins");
  is_range (&code, 0, 0x1000, 0x1004, 4);
  is_range (&code, 1, 0x1008, 0x100a, 3);
  is_double (c.measurement.ticks[corridor_id (&c, "a")], 7,
             "as many as the flat profile says");
  is_u64 (sampled_code_first_range (&code, 0x1004), 1, "a range above 1004");
  is_u64 (sampled_code_first_range (&code, 0x100a), 2, "none above 100a");
  sampled_code_release (&code);
  corridor_release (&c);
  find (&c, options, "b", &code);
  is_u64 (code.ranges.count, 1, "b has samples in one bin");
  is_range (&code, 0, 0x100a, 0x100c, 3);
  sampled_code_release (&code);
  corridor_release (&c);
}

/* --- Sites --------------------------------------------------------------- */

/* Show SEEN, which is ended by an address of 0, to a finder for the calls of
   CODE by CALLER on a machine of which calls are not known.  */
static void
find_sites (const struct sampled_code *code, sym_id caller,
            const struct site_candidate *seen, call_site_list *sites)
{
  const struct target target = { .word_size = 8 };
  const struct text_section text = { 0 };
  struct site_finder finder;
  site_finder_start (&finder, code, caller, &target, &text, sites);
  for (; seen->return_pc != 0; seen++)
    site_finder_see (&finder, *seen);
  site_finder_finish (&finder, 0x1100);
}

static void
is_site (const call_site_list *sites, size_t number, uint64_t return_pc,
         sym_id callee, uint64_t count)
{
  if (!ok (number < sites->count, "there is a site %zu", number))
    return;
  is_u64 (sites->items[number].return_pc, return_pc, "site %zu: address",
          number);
  is_u64 (sites->items[number].callee, callee, "site %zu: callee", number);
  is_u64 (sites->items[number].count, count, "site %zu: calls", number);
}

/* Calls of 5 from 1000 up to 1010: the instruction that names 5 is preferred,
   then one that names nothing, but not the first call; 5 is named twice, so
   the second site has no calls of its own.  */
static void
test_sites (void)
{
  struct sampled_call calls[] = { { 0x1000, 1, 5, 9 },
                                  { 0x1010, 1, 6, 4 },
                                  { 0x1020, 1, 5, 2 },
                                  { 0x1020, 2, 5, 8 } };
  struct sampled_code code = { .calls = { .items = calls, .count = 4 } };
  static const struct site_candidate seen[]
      = { { 0x1001, SYM_NONE, false }, { 0x1004, 7, false },
          { 0x1008, 5, false },        { 0x100c, 5, false },
          { 0x1010, 7, false },        { 0x1014, 7, true },
          { 0x1018, SYM_NONE, false }, { 0x101c, SYM_NONE, true },
          { 0x1022, 7, true },         { 0x1026, 7, false },
          { 0x102a, 8, false },        { 0 } };
  call_site_list sites = { 0 };
  find_sites (&code, 1, seen, &sites);
  is_u64 (sites.count, 4, "four sites");
  is_site (&sites, 0, 0x1008, 5, 9);
  is_site (&sites, 1, 0x100c, 5, 0);
  is_site (&sites, 2, 0x1018, 6, 4);
  is_site (&sites, 3, 0x1026, 5, 2);
  vec_release (&sites);
}

/* Without instructions where a call returns to, it is at the end; an
   instruction and its delay slot are one.  */
static void
test_strange_sites (void)
{
  struct sampled_call calls[] = { { 0x1000, 1, 5, 9 }, { 0x1080, 1, 6, 4 } };
  struct sampled_code code = { .calls = { .items = calls, .count = 2 } };
  static const struct site_candidate seen[] = { { 0x1004, 3, false },
                                                { 0x1008, SYM_NONE, false },
                                                { 0x1008, SYM_NONE, false },
                                                { 0 } };
  call_site_list sites = { 0 };
  find_sites (&code, 1, seen, &sites);
  is_u64 (sites.count, 2, "two sites");
  is_site (&sites, 0, 0x1008, 5, 9);
  is_site (&sites, 1, 0x1100, 6, 4);
  vec_release (&sites);
}

/* The calls of b, which make the graph's arcs, in order; two arcs from one
   address are two calls.  */
static void
test_calls (void)
{
  struct corridor c;
  struct sampled_code code;
  find (&c, "-q --attribution=gnu", "b", &code);
  const sym_id a = corridor_id (&c, "a"), b = corridor_id (&c, "b");
  ok (code.calls.count == 2 && code.calls.items[0].callee == a
          && code.calls.items[0].count == 2 && code.calls.items[1].callee == b
          && code.calls.items[1].count == 3
          && code.calls.items[1].from_pc == 0x1010,
      "b has two calls");
  sampled_code_release (&code);
  corridor_release (&c);
}

int
main (void)
{
  test_ranges ("-p");
  test_ranges ("-p --attribution=exact");
  test_calls ();
  test_sites ();
  test_strange_sites ();
  return done ();
}
