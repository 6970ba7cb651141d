/* measured.h - what a measurement is made of.  */

#ifndef MEASURED_H
#define MEASURED_H

#include <stdbool.h>

#include "input/options.h"
#include "input/program.h"
#include "input/symspec.h"
#include "model/profile.h"
#include "model/quirks.h"
#include "model/symtab.h"
#include "model/target.h"
#include "object/instructions.h"

struct callscan;

/* All borrowed, for as long as the measurement lives.  */
struct measured
{
  const struct profile *profile;
  const struct symtab *symtab;
  const struct target *target;
  const struct selection *selection;
  const struct callscan *calls; /* found in the machine code; null without */
  const struct quirks *quirks;
  bool exact; /* credit samples by what the C library counted, */
  struct instructions *const *instructions; /* of each object; null if nobody
                                               knows them */
};

/* PROFILE, which need not be read yet, of PROGRAM, which was loaded and is of
   TARGET, as OPTIONS want it measured; calls in the code are added later.  */
static inline struct measured
measured_of (const struct program *program, const struct target *target,
             const struct profile *profile, const struct options *options)
{
  return (struct measured){ .profile = profile,
                            .symtab = &program->symtab,
                            .target = target,
                            .selection = &program->selection,
                            .quirks = &options->quirks,
                            .exact = options->exact,
                            .instructions = program->instructions.items };
}

#endif
