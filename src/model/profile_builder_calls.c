/* profile_builder_calls.c - arcs, frames of stacks and basic blocks: append and
   merge.  */

#include "config.h"

#include "profile_builder_private.h"

#include <inttypes.h>

#include "base/i18n.h"

/* --- Arcs ---------------------------------------------------------------- */

/* The profiles of one program mostly have the same arcs one after the other.
   Is ARC the one that followed, some time ago, what was added last?  */
static bool
is_expected (const struct profile_builder *builder, const struct raw_arc *arc)
{
  const uint32_t next = builder->next_arc;
  return next < builder->arcs.count
         && builder->arcs.items[next].from_pc == arc->from_pc
         && builder->arcs.items[next].self_pc == arc->self_pc;
}

/* Add ARC to ITEM, which has the same addresses.  */
static enum status
add_calls (struct raw_arc *item, const struct raw_arc *arc, struct diag *diag)
{
  if (arc->count > UINT64_MAX - item->count)
    return diag_fail (diag, STATUS_UNSUPPORTED, NULL,
                      _ ("the calls from 0x%" PRIx64 " to 0x%" PRIx64
                         " add up to 2^64 or more"),
                      arc->from_pc, arc->self_pc);
  item->count += arc->count;
  return STATUS_OK;
}

/* ARC, of a file of ORIGIN, with its ends where they are in the program.  */
static struct raw_arc
move_arc (const struct profile_origin *origin, const struct raw_arc *arc)
{
  const uint64_t size = origin->limit_pc - origin->low_pc;
  struct raw_arc moved = { arc->from_pc + origin->bias,
                           arc->self_pc + origin->bias, arc->count };
  if (!origin->is_shared)
    return moved;
  if (arc->from_pc == 0 || moved.from_pc - origin->low_pc >= size)
    moved.from_pc = origin->outside_pc;
  if (moved.self_pc - origin->low_pc >= size)
    moved.self_pc = UINT64_MAX;
  return moved;
}

/* Add ARC, whose ends are addresses in the program.  */
static enum status
enter_arc (struct profile_builder *builder, const struct raw_arc *arc,
           struct diag *diag)
{
  builder->so_far.has_arcs = true;
  if (is_expected (builder, arc))
    return add_calls (&builder->arcs.items[builder->next_arc++], arc, diag);
  if (builder->arcs.count >= UINT32_MAX)
    return diag_fail (diag, STATUS_UNSUPPORTED, NULL, _ ("too many arcs"));
  const uint32_t fresh = (uint32_t)builder->arcs.count;
  const uint32_t *number;
  if (!diag_try ((number = pairmap_enter (&builder->arc_index, arc->from_pc,
                                          arc->self_pc, fresh)),
                 diag))
    return diag_no_memory (diag);
  builder->next_arc = *number + 1;
  if (*number == fresh)
    return diag_try (vec_push (&builder->arcs, *arc), diag)
               ? STATUS_OK
               : diag_no_memory (diag);
  return add_calls (&builder->arcs.items[*number], arc, diag);
}

enum status
profile_builder_add_arc (struct profile_builder *builder,
                         const struct raw_arc *in_file, struct diag *diag)
{
  if (builder->origin.bias == 0 && !builder->origin.is_shared)
    return enter_arc (builder, in_file, diag);
  const struct raw_arc moved = move_arc (&builder->origin, in_file);
  return enter_arc (builder, &moved, diag);
}

/* --- Stacks -------------------------------------------------------------- */

enum status
profile_builder_add_frame (struct profile_builder *builder, uint64_t pc,
                           uint32_t *path, struct diag *diag)
{
  const uint32_t fresh = (uint32_t)builder->paths.count;
  const struct call_path item = { .pc = pc, .parent = *path };
  const uint32_t *number;
  if (fresh >= UINT32_MAX - 1)
    return diag_fail (diag, STATUS_UNSUPPORTED, NULL, _ ("too many arcs"));
  if (!diag_try ((number
                  = pairmap_enter (&builder->path_index, *path, pc, fresh)),
                 diag))
    return diag_no_memory (diag);
  *path = *number;
  if (*number != fresh)
    return STATUS_OK;
  if (!diag_try (vec_push (&builder->paths, item), diag))
    return diag_no_memory (diag);
  if (item.parent == PATH_NONE)
    return STATUS_OK;
  const struct raw_arc arc = { builder->paths.items[item.parent].pc, pc, 0 };
  return enter_arc (builder, &arc, diag);
}

enum status
profile_builder_add_samples (struct profile_builder *builder, uint32_t path,
                             uint64_t count, const struct place *where,
                             struct diag *diag)
{
  struct call_path *item = &builder->paths.items[path];
  uint64_t *bins = NULL;
  enum status status
      = profile_builder_find_address (builder, item->pc, where, &bins, diag);
  if (status == STATUS_OK)
    status = profile_builder_count (bins, count, item->pc, where, diag);
  if (status != STATUS_OK)
    return status;
  const struct file_bin bin
      = { builder->latest_histogram, builder->latest_rate, 0, count };
  item->ticks += profile_builder_ticks (builder, &bin);
  return builder->keeps_bins
             ? profile_builder_note_bin (builder, 0, count, diag)
             : STATUS_OK;
}

/* --- Basic blocks --------------------------------------------------------- */

enum status
profile_builder_add_block (struct profile_builder *builder,
                           const struct raw_block *in_file, struct diag *diag)
{
  const struct raw_block moved
      = { in_file->pc + builder->origin.bias, in_file->count };
  const struct raw_block *block = &moved;
  if (builder->blocks.count >= UINT32_MAX)
    return diag_fail (diag, STATUS_UNSUPPORTED, NULL,
                      _ ("too many basic blocks"));
  const uint32_t fresh = (uint32_t)builder->blocks.count;
  const uint32_t *number;
  if (!diag_try ((number = pairmap_enter (&builder->block_index, block->pc, 0,
                                          fresh)),
                 diag))
    return diag_no_memory (diag);
  if (*number == fresh)
    return diag_try (vec_push (&builder->blocks, *block), diag)
               ? STATUS_OK
               : diag_no_memory (diag);
  struct raw_block *item = &builder->blocks.items[*number];
  if (block->count > UINT64_MAX - item->count)
    return diag_fail (diag, STATUS_UNSUPPORTED, NULL,
                      _ ("the executions of the basic block at 0x%" PRIx64
                         " add up to 2^64 or more"),
                      block->pc);
  item->count += block->count;
  return STATUS_OK;
}
