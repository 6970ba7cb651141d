/* comparison.h - what has changed between two measurements: self times with
   their errors, and calls (R14.65-R14.69, R14.82-R14.84).  */

#ifndef COMPARISON_H
#define COMPARISON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analysis/spreads.h"
#include "base/diag.h"
#include "base/memory.h"
#include "input/options.h"
#include "input/program.h"
#include "model/symtab.h"

/* --- Which functions are the same (R14.65) ------------------------------- */

enum
{
  SIDE_OLD,
  SIDE_NEW,
  SIDES
};

/* Symbols that are taken for one function.  One of both sides, or only one of
   one side; where more have one name and nothing tells them apart, all of
   them.  */
struct match
{
  sym_id first[SIDES];   /* SYM_NONE for none */
  uint32_t count[SIDES]; /* how many symbols */
  bool is_nameless;      /* gaps of an object (R14.90) */
};

struct matching
{
  VEC (struct match) matches;
  uint32_t *of[SIDES]; /* of each symbol, the number of its match */
};

/* --- What has changed ---------------------------------------------------- */

/* What is compared; all borrowed.  */
struct compared_side
{
  struct program *program;
  double rate;           /* ticks per unit; 0 if that is unknown */
  double weight;         /* ticks per sample, as profile_weight */
  const double *excess;  /* of the variance of each symbol's ticks over these;
                           null: what WEIGHT says */
  double loose;          /* as loose_excess of a profile, then */
  const char *unit;      /* null without samples */
  const double *ticks;   /* of each symbol itself, in all files */
  const uint64_t *calls; /* of each symbol from outside, likewise */
  const struct spreads *spreads; /* finished */
};

/* One side of a change.  Time is per file, in units of the profile.  */
struct change_side
{
  double ticks;  /* of all files, */
  double excess; /* and by how much their variance is greater */
  double time;
  double variance; /* of times between files */
  uint64_t calls;  /* of all files */
  bool has_calls;  /* they were counted (R20.194) */
};

struct change
{
  struct change_side sides[SIDES];
  double delta;     /* new time less old time */
  double error;     /* its standard error */
  bool significant; /* beyond three standard errors (R14.67) */
  bool possible;    /* beyond two of them, not three, in both programs */
  bool calls_differ;
};

struct comparison
{
  struct compared_side sides[SIDES];
  struct matching matching;
  struct change *changes; /* one for each match */
  struct change total;    /* of all functions; no calls */
  bool by_spread;         /* both sides have files enough for Welch's test */
  size_t compared;        /* functions of both, with time on a side */
};

/* Compare OLD with NEW, whose programs may be the same one (R14.65).
   COMPARISON is to be released in any case.  STATUS_MISMATCH if samples count
   different things; otherwise as program_locate, which is asked for symbols
   whose linker name does not match.  O(symbols log symbols).  */
enum status comparison_make (struct comparison *comparison,
                             const struct compared_side *old,
                             const struct compared_side *new,
                             const struct options *options, struct diag *diag);

/* How many of the functions compared chance alone makes possible changes, if
   none has changed (R14.82).  */
double comparison_chance (const struct comparison *comparison);

/* With how many times as many files on both sides CHANGE, which is a possible
   one, is significant if it stays as large; to the next higher tenth
   (R14.83).  */
double comparison_needs (const struct comparison *comparison,
                         const struct change *change);

/* STATUS_MISMATCH if OLD and NEW, what samples count, are known and
   differ.  */
enum status comparison_check_units (const char *old, const char *new,
                                    struct diag *diag);

/* CHANGE in percent of the old time.  False if that is 0.  */
bool change_percent (const struct change *change, double *percent);

/* Has the time of a function grown significantly and by more than PERCENT of
   what it was?  Of 0 everything is more.  O(matches).  */
bool comparison_grew (const struct comparison *comparison, double percent);

void comparison_release (struct comparison *comparison);

#endif
