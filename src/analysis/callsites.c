/* callsites.c - do calls in the machine code end where the arcs of a profile
   say that calls return to?

   Nearly always the answer is yes, which a look at all targets and at some
   callers shows; only if not, all are sorted and counted.  Trusts the order of
   the symbol table; code and arcs may be anything.  */

#include "config.h"

#include "analysis/callsites.h"

#include <stdbool.h>
#include <stdlib.h>

#include "analysis/callscan.h"
#include "base/memory.h"
#include "base/sort.h"

enum
{
  CALLERS_ENOUGH = 256 /* of which about none is strange if few are */
};

struct survey
{
  const struct profile *profile;
  const struct symtab *symtab;
  const struct text_section *code;
  const struct target *target;
  unsigned caller_slack; /* bytes from a caller on that a call returns to */
  bool *is_sum;          /* of each file */
  uint64_t *pcs;         /* space for an address per arc */
};

static bool
follows_call (const struct survey *survey, uint64_t pc, unsigned slack)
{
  return callscan_returns_to (survey->code, survey->target, pc, pc + slack);
}

/* Is PC, which follows no call, where a sum would put what happened in the
   function there?  */
static bool
starts_symbol (const struct survey *survey, uint64_t pc)
{
  const sym_id id = symtab_find (survey->symtab, pc);
  return id != SYM_NONE && survey->symtab->start[id] == pc;
}

/* --- A look at a part ---------------------------------------------------- */

/* Look at all targets of FILE and set *IS_SUM if half of them are where a sum
   puts them.  Returns whether it is no sum and has a strange target.  */
static bool
has_strange_target (const struct survey *survey,
                    const struct profile_file *file, bool *is_sum)
{
  const uint32_t count = file->arc_limit - file->first_arc;
  uint32_t starts = 0, strange = 0;
  for (uint32_t i = file->first_arc; i < file->arc_limit; i++)
    {
      const uint64_t pc = survey->profile->arcs.items[i].self_pc;
      if (follows_call (survey, pc, 1))
        continue;
      if (starts_symbol (survey, pc))
        starts++;
      else
        strange++;
    }
  *is_sum = count - starts <= starts;
  return !*is_sum && strange > 0;
}

/* Is one of some callers of FILE strange?  */
static bool
has_strange_caller (const struct survey *survey,
                    const struct profile_file *file)
{
  const size_t step = survey->profile->arcs.count / CALLERS_ENOUGH + 1;
  for (size_t i = file->first_arc; i < file->arc_limit; i += step)
    if (!follows_call (survey, survey->profile->arcs.items[i].from_pc,
                       survey->caller_slack))
      return true;
  return false;
}

/* Fill survey->is_sum.  Returns whether something strange was seen.  */
static bool
seems_strange (const struct survey *survey)
{
  bool strange = false;
  for (size_t i = 0; i < survey->profile->files.count; i++)
    {
      const struct profile_file *file = &survey->profile->files.items[i];
      strange |= has_strange_target (survey, file, &survey->is_sum[i]);
      strange = strange
                || (!survey->is_sum[i] && has_strange_caller (survey, file));
    }
  return strange;
}

/* --- All of it ----------------------------------------------------------- */

/* Count the addresses of one end of all arcs that did not come from sums, as
   far as they are in the code; a call may return to SLACK bytes from each
   on.  */
static void
judge (const struct survey *survey, bool callers, unsigned slack,
       struct return_addresses *result)
{
  const struct profile *profile = survey->profile;
  const struct text_section *code = survey->code;
  uint64_t *pcs = survey->pcs;
  size_t count = 0;
  for (size_t i = 0; i < profile->files.count; i++)
    {
      const struct profile_file *file = &profile->files.items[i];
      for (uint32_t j = file->first_arc;
           j < file->arc_limit && !survey->is_sum[i]; j++)
        {
          const struct raw_arc *arc = &profile->arcs.items[j];
          const uint64_t pc = callers ? arc->from_pc : arc->self_pc;
          if (pc >= code->start_pc && pc - code->start_pc < code->size)
            pcs[count++] = pc;
        }
    }
  sort_numbers (pcs, count);
  profile_keep_sampled (profile, pcs, &count);
  for (size_t i = 0; i < count; i++)
    {
      if (i > 0 && pcs[i - 1] == pcs[i])
        continue;
      const bool strange = !follows_call (survey, pcs[i], slack);
      if (strange && !callers && starts_symbol (survey, pcs[i]))
        continue;
      result->count++;
      if (strange && result->strange++ == 0)
        result->first_strange = pcs[i];
    }
}

void
callsites_count (struct callsites *callsites, const struct profile *profile,
                 const struct symtab *symtab, const struct text_section *code,
                 const struct target *target)
{
  *callsites = (struct callsites){ 0 };
  struct survey survey = { .profile = profile,
                           .symtab = symtab,
                           .code = code,
                           .target = target,
                           .caller_slack = 2 * target->word_size };
  survey.is_sum = array_new (profile->files.count, sizeof *survey.is_sum);
  if (seems_strange (&survey))
    {
      survey.pcs = array_new (profile->arcs.count, sizeof *survey.pcs);
      judge (&survey, false, 1, &callsites->targets);
      judge (&survey, true, survey.caller_slack, &callsites->callers);
    }
  free (survey.pcs);
  free (survey.is_sum);
}
