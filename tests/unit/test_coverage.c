/* test_coverage.c - execution counts by basic block and by source line.  */

#include "config.h"

#include "analysis/coverage.h"

#include "gmon_text.h"
#include "rng.h"
#include "tap.h"

/* --- Basic blocks (R4.33) ----------------------------------------------- */

struct given
{
  struct symtab_text table;
  struct profile profile;
  struct block_counts block_counts;
};

static void
give (struct given *g, const char *symbols, const char *gmon, size_t most)
{
  *g = (struct given){ 0 };
  symtab_text_build (&g->table, symbols);
  gmon_text_read (gmon, &g->profile);
  block_counts_build (&g->block_counts, &g->profile, &g->table.symtab, most);
}

static void
take_away (struct given *g)
{
  symtab_text_release (&g->table);
  profile_release (&g->profile);
  block_counts_release (&g->block_counts);
}

/* "PC:COUNT ..." of symbol ID.  */
static const char *
block_counts_text (const struct given *g, sym_id id, char *text, size_t size)
{
  size_t length = 0;
  text[0] = '\0';
  for (size_t i = block_counts_first (&g->block_counts, id);
       i < block_counts_limit (&g->block_counts, id); i++)
    length
        += (size_t)snprintf (text + length, size - length,
                             "%s%" PRIx64 ":%" PRIu64, length > 0 ? " " : "",
                             g->block_counts.pc[i], g->block_counts.count[i]);
  return text;
}

static void
test_slots (void)
{
  struct given g;
  char text[500];
  give (&g, "T 1000 f\nL 1008 f_line\nT 1020 g\nT 1030 h\nend 1040",
        "block 1025 7 100c 3 1024 1 fff 9\n"
        "block 1008 4 100c 2 1040 9 1007 0\n",
        BLOCKS_ALL);
  is_text (block_counts_text (&g, 0, text, sizeof text), "1007:0",
           "a block belongs to the symbol that covers it, counted or not");
  is_text (block_counts_text (&g, 1, text, sizeof text), "100c:5 1008:4",
           "first come first; the counts of an address are added up");
  is_text (block_counts_text (&g, 2, text, sizeof text), "1025:7 1024:1",
           "the order is not that of addresses");
  is_text (block_counts_text (&g, 3, text, sizeof text), "",
           "without blocks no counts");
  is_u64 (block_counts_limit (&g.block_counts, 3), 5,
          "blocks outside all symbols are dropped");
  take_away (&g);
}

static void
test_no_slots (void)
{
  struct given g;
  give (&g, "T 1000 f\nT 1008 g\nend 1010", "block\n", BLOCKS_ALL);
  is_u64 (block_counts_first (&g.block_counts, 1),
          block_counts_limit (&g.block_counts, 1), "no blocks, no counts");
  take_away (&g);
  const struct block_counts none = { 0 };
  is_u64 (block_counts_first (&none, 5), block_counts_limit (&none, 5),
          "a zeroed struct has none");
}

static void
test_ten_slots (void)
{
  static const char symbols[] = "T 1000 f\nT 1020 g\nend 1040";
  static const char gmon[]
      = "block 1000 1 1001 2 1002 3 1003 4 1004 5 1005 6 1006 7 1007 8\n"
        "block 1008 9 1009 10 100a 11 1020 12 100b 13\n"
        "block 1009 100 100a 100\n";
  struct given g;
  char text[500];
  give (&g, symbols, gmon, BLOCKS_GNU);
  is_text (block_counts_text (&g, 0, text, sizeof text),
           "1000:1 1001:2 1002:3 1003:4 1004:5 1005:6 1006:7 1007:8 1008:9 "
           "1009:110",
           "ten as GNU gprof has them, the tenth still counting");
  is_text (block_counts_text (&g, 1, text, sizeof text), "1020:12",
           "each symbol has its own ten");
  take_away (&g);
  give (&g, symbols, gmon, BLOCKS_ALL);
  is_text (block_counts_text (&g, 0, text, sizeof text),
           "1000:1 1001:2 1002:3 1003:4 1004:5 1005:6 1006:7 1007:8 1008:9 "
           "1009:110 100a:111 100b:13",
           "by default all");
  take_away (&g);
}

/* --- Source lines (R9.1, R9.2) ------------------------------------------ */

struct covered
{
  struct symtab_text table;
  struct symset include, exclude;
  struct coverage coverage;
};

static void
cover (struct covered *c, const uint64_t *calls)
{
  coverage_build (&c->coverage, &c->table.symtab, c->table.sources.names.count,
                  &c->include, &c->exclude, calls);
}

static void
uncover (struct covered *c)
{
  symtab_text_release (&c->table);
  symset_release (&c->include);
  symset_release (&c->exclude);
  coverage_release (&c->coverage);
}

/* "LINE=CALLS(SYMBOL) ...", a plus sign before CALLS if others were merged
   in, and at last the calls of source file FILE.  */
static const char *
lines_text (const struct covered *c, size_t file, char *text, size_t size)
{
  const struct coverage_file *f = &c->coverage.files[file];
  size_t length = 0;
  for (size_t i = f->first; i < f->limit; i++)
    {
      const struct coverage_line *line = &c->coverage.lines[i];
      length += (size_t)snprintf (text + length, size - length,
                                  "%" PRIu32 "=%s%" PRIu64 "(%s) ", line->line,
                                  line->merged ? "+" : "", line->calls,
                                  c->table.symtab.name[line->symbol]);
    }
  snprintf (text + length, size - length, "%" PRIu64, f->calls);
  return text;
}

static const char some_symbols[] = "T 1000 a  x.c:7\n"
                                   "L 1004 a8 x.c:8\n"
                                   "T 1010 b  y.c:4294967295\n"
                                   "T 1020 c  x.c:3\n"
                                   "L 1024 c7 x.c:7\n"
                                   "T 1030 d\n"
                                   "T 1040 e  y.c:1\n"
                                   "L 1044 e7 x.c:7\n"
                                   "end 1050";
/*                                     a  a8 b   c  c7 d   e  e7 */
static const uint64_t some_calls[] = { 1, 0, 20, 3, 4, 50, 6, 0 };

static void
test_lines (void)
{
  struct covered c = { 0 };
  char text[500];
  symtab_text_build (&c.table, some_symbols);
  cover (&c, some_calls);
  is_u64 (c.coverage.file_count, 2, "two files");
  is_text (lines_text (&c, 0, text, sizeof text), "3=3(c) 7=+5(a) 8=0(a8) 8",
           "by line; the first symbol of a line, the calls of all");
  is_text (lines_text (&c, 1, text, sizeof text), "1=6(e) 4294967295=20(b) 26",
           "a great line number takes no more room than others");
  uncover (&c);
}

static void
test_accepted (void)
{
  struct covered c = { 0 };
  char text[500];
  symtab_text_build (&c.table, some_symbols);
  symset_add_range (&c.exclude, c.table.symtab.count, 0, 3);
  cover (&c, some_calls);
  is_text (lines_text (&c, 0, text, sizeof text), "3=3(c) 7=+4(c7) 7",
           "what is excluded is not the first of a line, either");
  is_text (lines_text (&c, 1, text, sizeof text), "1=6(e) 6",
           "nor among the calls");
  coverage_release (&c.coverage);
  symset_add_range (&c.include, c.table.symtab.count, 0, 1);
  cover (&c, some_calls);
  is_text (lines_text (&c, 0, text, sizeof text), "7=1(a) 1",
           "what is included is all");
  is_text (lines_text (&c, 1, text, sizeof text), "0",
           "a file may be left with nothing");
  uncover (&c);
}

static void
test_nothing_known (void)
{
  struct covered c = { 0 };
  const uint64_t calls[] = { 1 };
  symtab_text_build (&c.table, "T 1000 a\nend 1010");
  cover (&c, calls);
  is_u64 (c.coverage.file_count, 0, "without places there are no files");
  uncover (&c);
}

/* Of many symbols in random places: each line once and ascending, and all
   calls accounted for.  */
static void
test_random (void)
{
  enum
  {
    SYMBOLS = 300,
    LINES = 40
  };
  struct rng rng = { 11 };
  char text[SYMBOLS * 32];
  size_t length = 0;
  uint64_t calls[SYMBOLS], sum[2][LINES] = { { 0 } }, found[2] = { 0 };
  for (unsigned i = 0; i < SYMBOLS; i++)
    {
      const unsigned file = rng_below (&rng, 2);
      const unsigned number = 1 + rng_below (&rng, LINES - 1);
      calls[i] = rng_below (&rng, 5);
      sum[file][number] += calls[i];
      length += (size_t)snprintf (text + length, sizeof text - length,
                                  "T %x s%u %s:%u\n", 0x1000 + i, i,
                                  file != 0 ? "b" : "a", number);
    }
  snprintf (text + length, sizeof text - length, "end 2000");
  struct covered c = { 0 };
  symtab_text_build (&c.table, text);
  cover (&c, calls);
  bool right = true;
  for (size_t file = 0; file < 2; file++)
    {
      const struct coverage_file *f = &c.coverage.files[file];
      /* The file registered first is the first symbol's.  */
      const size_t given
          = sources_name (&c.table.sources, (source_id)file)[0] == 'b';
      for (size_t i = f->first; i < f->limit; i++)
        {
          const struct coverage_line *line = &c.coverage.lines[i];
          right = right && line->calls == sum[given][line->line]
                  && (i == f->first || line[-1].line < line->line);
          found[file] += line->calls;
        }
      right = right && found[file] == f->calls;
    }
  ok (right, "300 random symbols: lines once and ascending, with their calls");
  uncover (&c);
}

int
main (void)
{
  test_slots ();
  test_no_slots ();
  test_ten_slots ();
  test_lines ();
  test_accepted ();
  test_nothing_known ();
  test_random ();
  return done ();
}
