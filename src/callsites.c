/* callsites.c - do calls in the machine code end where the arcs of a profile
   say that calls return to?

   Trusts the order of the symbol table; code and arcs may be anything.  */

#include "config.h"

#include "callsites.h"

#include <stdbool.h>
#include <stdlib.h>

#include "callscan.h"
#include "sort.h"
#include "vec.h"

struct survey
{
  const struct profile *profile;
  const struct symtab *symtab;
  const struct code *code;
  const struct target *target;
  uint64_t *pcs; /* room for an address per arc */
};

/* Is PC where a sum would put what happened in the function there?  */
static bool
is_of_sum (const struct survey *survey, uint64_t pc)
{
  const sym_id id = symtab_find (survey->symtab, pc);
  return id != SYM_NONE && survey->symtab->start[id] == pc
         && !callscan_returns_to (survey->code, survey->target, pc, pc + 1);
}

static bool
is_sum (const struct survey *survey, const struct profile_file *file)
{
  uint32_t of_sum = 0;
  for (uint32_t i = file->first_arc; i < file->arc_limit; i++)
    of_sum += is_of_sum (survey, survey->profile->arcs.items[i].self_pc);
  return of_sum > 0 && of_sum >= file->arc_limit - file->first_arc - of_sum;
}

static bool
is_in_code (const struct survey *survey, uint64_t pc)
{
  return pc >= survey->code->start_pc
         && pc - survey->code->start_pc < survey->code->size;
}

/* Put the addresses of one end of all arcs that did not come from sums into
   survey->pcs.  Returns how many there are.  */
static size_t
collect (const struct survey *survey, bool callers)
{
  const struct profile *profile = survey->profile;
  size_t count = 0;
  for (size_t i = 0; i < profile->files.count; i++)
    {
      const struct profile_file *file = &profile->files.items[i];
      if (is_sum (survey, file))
        continue;
      for (uint32_t j = file->first_arc; j < file->arc_limit; j++)
        {
          const struct raw_arc *arc = &profile->arcs.items[j];
          const uint64_t pc = callers ? arc->from_pc : arc->self_pc;
          if (is_in_code (survey, pc) && (callers || !is_of_sum (survey, pc)))
            survey->pcs[count++] = pc;
        }
    }
  return count;
}

/* Count those of one end; a call may return to SLACK bytes from each on.  */
static enum status
judge (const struct survey *survey, bool callers, unsigned slack,
       struct return_addresses *result, struct diag *diag)
{
  uint64_t *pcs = survey->pcs;
  size_t count = collect (survey, callers);
  enum status status = sort_numbers (pcs, count, diag);
  if (status == STATUS_OK)
    status = profile_keep_sampled (survey->profile, pcs, &count, diag);
  for (size_t i = 0; i < count && status == STATUS_OK; i++)
    {
      if (i > 0 && pcs[i - 1] == pcs[i])
        continue;
      result->count++;
      if (callscan_returns_to (survey->code, survey->target, pcs[i],
                               pcs[i] + slack))
        continue;
      if (result->strange++ == 0)
        result->first_strange = pcs[i];
    }
  return status;
}

enum status
callsites_count (struct callsites *callsites, const struct profile *profile,
                 const struct symtab *symtab, const struct code *code,
                 const struct target *target, struct diag *diag)
{
  *callsites = (struct callsites){ 0 };
  struct survey survey = {
    .profile = profile, .symtab = symtab, .code = code, .target = target
  };
  survey.pcs = array_new (profile->arcs.count, sizeof *survey.pcs);
  if (survey.pcs == NULL)
    return diag_no_memory (diag);
  enum status status = judge (&survey, false, 1, &callsites->targets, diag);
  if (status == STATUS_OK)
    status = judge (&survey, true, 2 * target->word_size, &callsites->callers,
                    diag);
  free (survey.pcs);
  return status;
}
