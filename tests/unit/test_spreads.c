/* test_spreads.c - how self times vary from file to file (R14.60).

   The model reads each file alone, credits all of it, and computes means and
   squares in two passes.  */

#include "config.h"

#include "analysis/spreads.h"

#include <math.h>
#include <stdlib.h>

#include "gmon_text.h"
#include "rng.h"
#include "tap.h"

enum
{
  SYMBOLS = 12,
  BINS = 40,
  FILES = 9,
  ROUNDS = 60
};

/* A program, and what the model has found of it.  */
struct scene
{
  struct symtab_text table;
  struct target target;
  struct selection selection;
  struct quirks quirks;
  struct measured of;
  struct profile_builder builder;
  struct crediting crediting;
  struct spreads spreads;
  double ticks[FILES][SYMBOLS];
};

static const char *const names[FILES]
    = { "f0", "f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8" };

/* A table of SYMBOLS symbols at random addresses, some of them odd.  */
static void
make_symbols (struct rng *rng, char *text)
{
  unsigned at = 0x1000;
  for (int i = 0; i < SYMBOLS; i++)
    {
      text += sprintf (text, "T %x s%d\n", at, i);
      at += 1 + rng_below (rng, 24);
    }
  sprintf (text, "end %x\n", at + 8);
}

/* One or two records of random bins, most of them empty.  */
static void
make_file (struct rng *rng, char *text)
{
  const unsigned rate = rng_below (rng, 4) == 0 ? 250 : 100;
  for (unsigned records = 1 + rng_below (rng, 2); records > 0; records--)
    {
      text += sprintf (text, "hist 1000 %x %u seconds s", 0x1000 + 4 * BINS,
                       rate);
      for (int i = 0; i < BINS; i++)
        text += sprintf (text, " %u",
                         rng_below (rng, 3) == 0 ? rng_below (rng, 50) : 0);
      text += sprintf (text, "\n");
    }
}

static void
read_file (struct profile_builder *builder, const struct target *target,
           const char *text, struct diag *diag)
{
  struct gmon_text gmon;
  struct record_counts counts = { 0 };
  gmon_text_build (&gmon, target, text);
  if (gmon_bytes_read (&reader_magic, gmon.bytes.items, gmon.bytes.count,
                       target, builder, &counts, diag)
      != STATUS_OK)
    ok (false, "a file is read");
  gmon_text_release (&gmon);
}

/* What the file of TEXT alone gives, in ticks of FIRST_RATE.  */
static void
model_file (struct scene *s, const char *text, uint32_t first_rate,
            double *ticks, struct diag *diag)
{
  struct profile_builder builder;
  struct profile profile;
  double total, recording;
  profile_builder_start (&builder, &s->quirks);
  read_file (&builder, &s->target, text, diag);
  gmon_finish (&builder, &profile);
  for (int i = 0; i < SYMBOLS; i++)
    ticks[i] = 0;
  struct crediting crediting = { 0 };
  struct measured of = s->of;
  of.profile = &profile;
  if (crediting_assign (&crediting, &of, ticks, &total, &recording, diag)
      != STATUS_OK)
    ok (false, "a file is credited");
  crediting_release (&crediting);
  for (int i = 0; i < SYMBOLS; i++)
    ticks[i] *= (double)first_rate / profile.rate;
  profile_release (&profile);
}

static bool
is_near (double a, double b)
{
  return fabs (a - b) <= 1e-9 * (1 + fabs (a) + fabs (b));
}

/* Is the spread of symbol ID what the model says?  */
static bool
agrees (const struct scene *s, sym_id id)
{
  const struct spread *spread = &s->spreads.items[id];
  double sum = 0, squares = 0, least = INFINITY, most = 0;
  int file = 0;
  for (int f = 0; f < FILES; f++)
    {
      const double ticks = s->ticks[f][id];
      sum += ticks;
      least = fmin (least, ticks);
      if (ticks > most && !is_near (ticks, most))
        {
          most = ticks;
          file = f;
        }
    }
  for (int f = 0; f < FILES; f++)
    squares += pow (s->ticks[f][id] - sum / FILES, 2);
  if (sum == 0)
    return spread->files == 0;
  return is_near (spread->mean, sum / FILES)
         && is_near (spread_variance (spread, FILES), squares / (FILES - 1))
         && is_near (spread->least, least) && is_near (spread->most, most)
         && spread->most_in == (size_t)file
         && s->spreads.names.items[file] == names[file];
}

/* Read FILES random files.  */
static void
read_files (struct scene *s, struct rng *rng, struct diag *diag)
{
  char text[4 * BINS * 8];
  for (int f = 0; f < FILES; f++)
    {
      make_file (rng, text);
      s->builder.file_bins.count = 0;
      read_file (&s->builder, &s->target, text, diag);
      if (spreads_add (&s->spreads, &s->builder, names[f], diag) != STATUS_OK)
        ok (false, "a file is added");
      model_file (s, text, s->builder.so_far.rate, s->ticks[f], diag);
    }
}

static void
test_random (struct rng *rng, unsigned code_offset, bool exact)
{
  struct scene s
      = { .target = { .word_size = 8, .code_offset = (uint8_t)code_offset } };
  struct diag diag = { 0 };
  char text[SYMBOLS * 24 + 40];
  make_symbols (rng, text);
  symtab_text_build (&s.table, text);
  s.of = (struct measured){ .symtab = &s.table.symtab,
                            .target = &s.target,
                            .selection = &s.selection,
                            .quirks = &s.quirks,
                            .exact = exact };
  if (rng_below (rng, 2))
    {
      const sym_id excluded = rng_below (rng, SYMBOLS);
      symset_add_range (&s.selection.tables[SPEC_FLAT_EXCLUDE],
                        s.table.symtab.count, excluded, excluded + 1);
    }
  profile_builder_start (&s.builder, &s.quirks);
  s.builder.keeps_bins = true;
  spreads_start (&s.spreads, &s.of, &s.crediting);
  read_files (&s, rng, &diag);
  spreads_finish (&s.spreads);
  bool all = s.spreads.files == FILES;
  for (sym_id id = 0; id < SYMBOLS; id++)
    all = all && agrees (&s, id);
  ok (all, "every symbol is as in the model");
  spreads_release (&s.spreads);
  crediting_release (&s.crediting);
  profile_builder_release (&s.builder);
  selection_release (&s.selection);
  symtab_text_release (&s.table);
  diag_release (&diag);
}

int
main (void)
{
  struct rng rng = { 14 };
  for (int i = 0; i < ROUNDS; i++)
    test_random (&rng, i % 3 == 0 ? 2 : 0, i % 2 == 1);
  return done ();
}
