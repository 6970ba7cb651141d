/* coverage.c - execution counts by basic block and by source line.  */

#include "config.h"

#include "analysis/coverage.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/sort.h"

void
block_counts_build (struct block_counts *block_counts,
                    const struct profile *profile, const struct symtab *symtab,
                    size_t most)
{
  *block_counts = (struct block_counts){ 0 };
  const size_t blocks = profile->blocks.count;
  if (blocks == 0)
    return;
  sym_id *owner = array_new (blocks, sizeof *owner);
  size_t *next = array_new (symtab->count + 1, sizeof *next);
  size_t *start = array_new (symtab->count + 1, sizeof *start);
  block_counts->start = start;
  block_counts->pc = array_new (blocks, sizeof *block_counts->pc);
  block_counts->count = array_new (blocks, sizeof *block_counts->count);
  /* A counting sort by owner.  */
  for (size_t i = 0; i < blocks; i++)
    {
      owner[i] = symtab_find (symtab, profile->blocks.items[i].pc);
      if (owner[i] != SYM_NONE && most != BLOCKS_ALL
          && start[owner[i]] == most)
        owner[i] = SYM_NONE;
      if (owner[i] != SYM_NONE)
        start[owner[i]]++;
    }
  size_t sum = 0;
  for (size_t id = 0; id <= symtab->count; id++)
    {
      next[id] = sum;
      sum += start[id];
      start[id] = next[id];
    }
  for (size_t i = 0; i < blocks; i++)
    if (owner[i] != SYM_NONE)
      {
        const size_t at = next[owner[i]]++;
        block_counts->pc[at] = profile->blocks.items[i].pc;
        block_counts->count[at] = profile->blocks.items[i].count;
      }
  free (owner);
  free (next);
}

void
block_counts_release (struct block_counts *block_counts)
{
  free (block_counts->start);
  free (block_counts->pc);
  free (block_counts->count);
  *block_counts = (struct block_counts){ 0 };
}

/* --- Source lines ------------------------------------------------------- */

/* By file and line; sorting keeps symbols of one line in address order.  */
static int
compare_places (uint32_t a, uint32_t b, const void *context)
{
  const struct symtab *symtab = context;
  if (symtab->file[a] != symtab->file[b])
    return symtab->file[a] < symtab->file[b] ? -1 : 1;
  return symtab->line[a] < symtab->line[b] ? -1
                                           : symtab->line[a] > symtab->line[b];
}

void
coverage_build (struct coverage *coverage, const struct symtab *symtab,
                size_t file_count, const struct symset *include,
                const struct symset *exclude, const uint64_t *calls)
{
  *coverage = (struct coverage){ .file_count = file_count };
  uint32_t *order = array_new (symtab->count, sizeof *order);
  size_t count = 0;
  for (sym_id id = 0; id < symtab->count; id++)
    if (symtab->file[id] != SOURCE_NONE && symtab->line[id] != 0
        && symset_accepts (include, exclude, id))
      order[count++] = id;
  coverage->files = array_new (file_count, sizeof *coverage->files);
  coverage->lines = array_new (count, sizeof *coverage->lines);
  sort_ids (order, count, compare_places, symtab);
  struct coverage_line *next = coverage->lines;
  for (size_t i = 0; i < count; i++)
    {
      const sym_id id = order[i];
      struct coverage_file *file = &coverage->files[symtab->file[id]];
      if (file->limit == 0)
        file->first = file->limit = (size_t)(next - coverage->lines);
      if (file->first < file->limit && next[-1].line == symtab->line[id])
        next[-1].merged = true;
      else
        {
          *next++ = (struct coverage_line){ .line = symtab->line[id],
                                            .symbol = id };
          file->limit++;
        }
      next[-1].calls += calls[id];
      file->calls += calls[id];
    }
  free (order);
}

void
coverage_release (struct coverage *coverage)
{
  free (coverage->files);
  free (coverage->lines);
  *coverage = (struct coverage){ 0 };
}
