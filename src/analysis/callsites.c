/* callsites.c - do calls in the machine code end where the arcs of a profile
   say that calls return to?

   Trusts the order of the symbol table; code and arcs may be anything.  */

#include "config.h"

#include "analysis/callsites.h"

#include <stdbool.h>
#include <stdlib.h>

#include "analysis/callscan.h"
#include "base/sort.h"
#include "base/vec.h"

struct survey
{
  const struct profile *profile;
  const struct symtab *symtab;
  const struct text_section *code;
  const struct target *target;
  bool *is_sum;  /* of each file */
  uint64_t *pcs; /* room for an address per arc */
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

/* Is that so for half of FILE's targets?  */
static bool
is_sum (const struct survey *survey, const struct profile_file *file)
{
  const uint32_t count = file->arc_limit - file->first_arc;
  uint32_t others = 0;
  for (uint32_t i = file->first_arc;
       i < file->arc_limit && others <= count - others; i++)
    {
      const uint64_t pc = survey->profile->arcs.items[i].self_pc;
      others += follows_call (survey, pc, 1) || !starts_symbol (survey, pc);
    }
  return others <= count - others;
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
      for (uint32_t j = file->first_arc;
           j < file->arc_limit && !survey->is_sum[i]; j++)
        {
          const struct raw_arc *arc = &profile->arcs.items[j];
          const uint64_t pc = callers ? arc->from_pc : arc->self_pc;
          if (is_in_code (survey, pc))
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
      const bool strange = !follows_call (survey, pcs[i], slack);
      if (strange && !callers && starts_symbol (survey, pcs[i]))
        continue;
      result->count++;
      if (strange && result->strange++ == 0)
        result->first_strange = pcs[i];
    }
  return status;
}

enum status
callsites_count (struct callsites *callsites, const struct profile *profile,
                 const struct symtab *symtab, const struct text_section *code,
                 const struct target *target, struct diag *diag)
{
  *callsites = (struct callsites){ 0 };
  struct survey survey = {
    .profile = profile, .symtab = symtab, .code = code, .target = target
  };
  survey.is_sum = array_new (profile->files.count, sizeof *survey.is_sum);
  survey.pcs = array_new (profile->arcs.count, sizeof *survey.pcs);
  enum status status = survey.is_sum != NULL && survey.pcs != NULL
                           ? STATUS_OK
                           : diag_no_memory (diag);
  for (size_t i = 0; i < profile->files.count && status == STATUS_OK; i++)
    survey.is_sum[i] = is_sum (&survey, &profile->files.items[i]);
  if (status == STATUS_OK)
    status = judge (&survey, false, 1, &callsites->targets, diag);
  if (status == STATUS_OK)
    status = judge (&survey, true, 2 * target->word_size, &callsites->callers,
                    diag);
  free (survey.is_sum);
  free (survey.pcs);
  return status;
}
