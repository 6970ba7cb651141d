/* test_extents.c - where functions end, and which code belongs to none
   (R14.42, R14.43).  */

#include "config.h"

#include "object/image.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "rng.h"
#include "tap.h"

struct given
{
  struct extents extents;
  symbol_list symbols;
  size_t functions; /* of the symbols */
};

static void
add_extent (extent_list *list, uint64_t low_pc, uint64_t high_pc)
{
  const struct extent extent = { low_pc, high_pc };
  vec_push (list, extent);
}

/* A function at START_PC; a SIZE of 0 is unknown.  */
static void
add_function (struct given *g, uint64_t start_pc, uint64_t size)
{
  const struct symbol symbol = { start_pc, "f", SYMBOL_FUNCTION };
  vec_push (&g->symbols, symbol);
  g->functions = g->symbols.count;
  if (size > 0)
    add_extent (&g->extents.functions, start_pc, start_pc + size);
}

/* The gaps of G are EXPECTED: their addresses, with ! outside the code.  */
static void
gaps_are (const struct given *g, const char *expected, const char *what)
{
  char text[200] = "";
  for (size_t i = g->functions; i < g->symbols.count; i++)
    {
      const struct symbol *gap = &g->symbols.items[i];
      const size_t length = strlen (text);
      snprintf (text + length, sizeof text - length, "%s%" PRIx64 "%s",
                length > 0 ? " " : "", gap->start_pc,
                gap->flags & SYMBOL_NO_CODE ? "!" : "");
      ok (gap->flags & SYMBOL_GAP, "it is called a gap");
    }
  is_text (text, expected, "%s", what);
}

static void
release (struct given *g)
{
  extents_release (&g->extents);
  vec_release (&g->symbols);
}

static void
test_ends (void)
{
  struct given g = { 0 };
  add_extent (&g.extents.sections, 0x2000, 0x2100);
  add_extent (&g.extents.sections, 0x1000, 0x1100);
  add_function (&g, 0x2010, 0);
  add_function (&g, 0x1020, 0x10);
  add_function (&g, 0x1010, 8);
  add_function (&g, 0x1010, 0);
  add_function (&g, 0x1010, 0xc);
  add_function (&g, 0x1030, 0x20);
  add_function (&g, 0x1040, 0x20);
  extents_add_gaps (&g.extents, &g.symbols);
  gaps_are (&g, "0! 1000 101c 1060 1100! 2000 2100!",
            "the longest of three, two that touch, two that overlap, one "
            "without size");
  release (&g);
}

static void
test_nothing (void)
{
  struct given g = { 0 };
  extents_add_gaps (&g.extents, &g.symbols);
  gaps_are (&g, "0!", "nothing is known: one gap");
  release (&g);

  g = (struct given){ 0 };
  add_function (&g, 0, 0);
  extents_add_gaps (&g.extents, &g.symbols);
  gaps_are (&g, "", "a function without size and section has all behind it");
  release (&g);

  g = (struct given){ 0 };
  add_function (&g, 0x1000, UINT64_MAX - 0x1000);
  extents_add_gaps (&g.extents, &g.symbols);
  gaps_are (&g, "0!", "a function may reach to the end of all addresses");
  release (&g);
}

/* The second object begins at 0x3000, in front of its first function.  */
static void
test_objects (void)
{
  struct given g = { 0 };
  add_extent (&g.extents.sections, 0x1000, 0x2000);
  add_extent (&g.extents.sections, 0x4000, 0x5000);
  vec_push (&g.extents.barriers, 0x3000);
  add_function (&g, 0x1000, 0);
  add_function (&g, 0x4000, 0x10);
  extents_add_gaps (&g.extents, &g.symbols);
  gaps_are (&g, "0! 2000! 3000! 4010 5000!", "a gap for each object");
  release (&g);
}

/* Random functions: an address has a function if one begins at or before it,
   the last of these, and is long enough; a gap begins or goes on elsewhere.  */
static void
test_random (void)
{
  struct rng rng = { 7 };
  enum
  {
    SPAN = 256
  };
  bool is_right = true;
  for (unsigned round = 0; round < 300; round++)
    {
      struct given g = { 0 };
      unsigned longest[SPAN] = { 0 };
      for (unsigned i = rng_below (&rng, 12); i > 0; i--)
        {
          const unsigned at = rng_below (&rng, SPAN);
          const unsigned size = 1 + rng_below (&rng, 40);
          add_function (&g, at, size);
          longest[at] = size > longest[at] ? size : longest[at];
        }
      extents_add_gaps (&g.extents, &g.symbols);
      int last = -1;
      bool was_function = true;
      for (unsigned pc = 0; pc < SPAN; pc++)
        {
          bool begins = false;
          for (size_t i = g.functions; i < g.symbols.count; i++)
            begins = begins || g.symbols.items[i].start_pc == pc;
          last = longest[pc] > 0 ? (int)pc : last;
          const bool is_function
              = last >= 0 && pc - (unsigned)last < longest[last];
          is_right = is_right && begins == (!is_function && was_function);
          was_function = is_function;
        }
      release (&g);
    }
  ok (is_right, "gaps of random functions");
}

int
main (void)
{
  test_ends ();
  test_nothing ();
  test_objects ();
  test_random ();
  return done ();
}
