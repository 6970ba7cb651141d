/* findings_private.h - what the files of findings share.  */

#ifndef FINDINGS_PRIVATE_H
#define FINDINGS_PRIVATE_H

#include "analysis/findings.h"

/* An examination that goes on.  */
struct examination
{
  const struct examined *of;
  struct findings *findings;
  struct diag *diag;
  enum status status; /* of the first failure */
};

static inline void
examination_add (struct examination *e, struct finding finding)
{
  vec_push (&e->findings->items, finding);
}

/* The share of PART in WHOLE, at most 1; 0 if WHOLE is 0.  */
static inline double
share_of (double part, double whole)
{
  return !(whole > 0) ? 0 : part < whole ? part / whole : 1;
}

/* All time, in ticks.  */
static inline double
all_ticks (const struct examination *e)
{
  return e->of->measurement->total_ticks;
}

/* The time of NODE with what it called.  */
static inline double
node_ticks (const struct examination *e, size_t node)
{
  const struct analysis *analysis = &e->of->measurement->analysis;
  return analysis->self_ticks[node] + analysis->child_ticks[node];
}

/* Was symbol ID called, be it by itself, or sampled?  */
static inline bool
is_used (const struct examination *e, sym_id id)
{
  const struct analysis *analysis = &e->of->measurement->analysis;
  return analysis_is_used (analysis, id) || analysis->self_calls[id] != 0;
}

/* Checks of the program: its code, its symbols, its sources.  Each adds what
   it finds.  */
void examine_pairing (struct examination *e);
void examine_counters (struct examination *e);
void examine_references (struct examination *e);
void examine_imports (struct examination *e);
void examine_debugging (struct examination *e);

#endif
