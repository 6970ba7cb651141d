/* test_nearest.c - the symbol that code belongs to (R3.9d).  */

#include "config.h"

#include "object/srcline_libbfd.h"

#include <string.h>

#include "tap.h"

static void
add (struct nearest *nearest, uint64_t start_pc, uint64_t size, uint32_t rank,
     const char *name)
{
  const struct nearest_symbol symbol
      = { .start_pc = start_pc, .size = size, .rank = rank, .name = name };
  vec_push (&nearest->symbols, symbol);
}

/* Check that the code at PC belongs to NAME, up to NEXT.  */
static void
check (struct nearest *nearest, uint64_t pc, const char *name, uint64_t next)
{
  const struct nearest_symbol *symbol = nearest_find (nearest, pc);
  is_text (symbol != NULL ? symbol->name : "", name, "%#x", (unsigned)pc);
  is_u64 (nearest_next (nearest, pc), next, "%#x: up to", (unsigned)pc);
}

/* Three symbols begin inside `long`; of these only the last stands behind it
   in the symbol table.  */
static void
make (struct nearest *nearest, bool overruns)
{
  memset (nearest, 0, sizeof *nearest);
  nearest->base_pc = 0x100;
  add (nearest, 0x130, 8, 9, "behind");
  add (nearest, 0x120, 8, 3, "before");
  add (nearest, 0x120, 4, 1, "shorter");
  add (nearest, 0x110, 0x40, 5, "long");
  add (nearest, 0x100, 0, 7, "first");
  nearest_sort (nearest, overruns);
}

static void
test_2_40 (void)
{
  struct nearest nearest;
  make (&nearest, true);
  check (&nearest, 0x10f, "first", 0x110);
  check (&nearest, 0x110, "long", 0x150);
  check (&nearest, 0x120, "long", 0x150);
  check (&nearest, 0x14f, "long", 0x150);
  check (&nearest, 0x150, "behind", UINT64_MAX);
  check (&nearest, 0x120, "before", 0x128);
  check (&nearest, 0x12f, "before", 0x130);
  check (&nearest, 0xff, "behind", 0x100);
  nearest_release (&nearest);
}

static void
test_2_44 (void)
{
  struct nearest nearest;
  make (&nearest, false);
  check (&nearest, 0x110, "long", 0x130);
  check (&nearest, 0x120, "long", 0x130);
  check (&nearest, 0x130, "behind", 0x138);
  check (&nearest, 0x120, "before", 0x128);
  nearest_release (&nearest);
}

/* The next symbol of greater rank, as found by looking at all of them.  */
static void
test_against_model (void)
{
  enum
  {
    COUNT = 200
  };
  struct nearest nearest = { 0 };
  uint64_t starts[COUNT];
  uint32_t state = 1;
  for (uint32_t i = 0; i < COUNT; i++)
    {
      state = state * 1103515245u + 12345u;
      starts[i] = state >> 20;
      add (&nearest, starts[i], 5000, i, "");
    }
  nearest_sort (&nearest, false);
  size_t wrong = 0;
  for (size_t i = 0; i < nearest.symbols.count; i++)
    {
      const struct nearest_symbol *symbol = &nearest.symbols.items[i];
      uint64_t kept = 5000;
      for (uint32_t j = symbol->rank + 1; j < COUNT; j++)
        if (starts[j] > symbol->start_pc
            && starts[j] - symbol->start_pc < kept)
          kept = starts[j] - symbol->start_pc;
      wrong += symbol->kept != kept;
    }
  is_u64 (wrong, 0, "%u symbols end where the model ends them",
          (unsigned)nearest.symbols.count);
  nearest_release (&nearest);
}

int
main (void)
{
  test_2_40 ();
  test_2_44 ();
  test_against_model ();
  return done ();
}
