/* callscan.c - calls found in the machine code of all objects, for -c.

   Splits the code into spans: by symbol, by histogram, and on some machines
   by kind of code.  The scanners decode them; this file decides which targets
   count.  Code may have any bytes.  */

#include "config.h"

#include "analysis/callscan.h"

#include <stddef.h>
#include <stdlib.h>

#include "analysis/callscan_arch.h"
#include "base/i18n.h"
#include "base/search.h"

struct machine_row
{
  call_scanner *scan;
  bool gnu; /* GNU gprof supports it, too */
  call_ender *call_ends;
  call_scanner *scan_jumps;
};

static const struct machine_row machines[MACHINES] = {
  [MACHINE_X86]
  = { callscan_x86, true, callscan_x86_call_ends, callscan_x86_jumps },
  [MACHINE_AARCH64] = { callscan_aarch64, true, callscan_aarch64_call_ends,
                        callscan_aarch64_jumps },
  [MACHINE_ARM] = { callscan_arm, false, NULL, NULL },
  [MACHINE_MIPS] = { callscan_mips, true, NULL, NULL },
  [MACHINE_SPARC] = { callscan_sparc, true, NULL, NULL },
  [MACHINE_ALPHA] = { callscan_alpha, true, NULL, NULL },
  [MACHINE_VAX] = { callscan_vax, true, NULL, NULL },
  [MACHINE_RISCV] = { callscan_riscv, false, NULL, NULL },
  [MACHINE_POWERPC] = { callscan_powerpc, false, NULL, NULL },
  [MACHINE_S390] = { callscan_s390, false, NULL, NULL },
  [MACHINE_LOONGARCH] = { callscan_loongarch, false, NULL, NULL },
};

/* Addresses [low_pc, high_pc) of the histogram NUMBER.  */
struct range
{
  uint64_t low_pc, high_pc;
  size_t number;
};

struct scan
{
  struct callscan *result;
  call_scanner *scan; /* of what is looked for */
  const struct text_section *code;
  const struct measured *of;
  VEC (struct range) profiled; /* ascending and apart */
  size_t next_mark;            /* the first mark above what is scanned */
  sym_id from;                 /* the symbol that is scanned */
};

bool
callscan_knows (const struct target *target, const struct quirks *quirks)
{
  const struct machine_row *row = &machines[target->machine];
  return row->scan != NULL
         && (!quirks->finds_calls_of_few_machines
             || (row->gnu && !target->foreign));
}

bool
callscan_knows_returns (const struct target *target)
{
  return machines[target->machine].call_ends != NULL;
}

bool
callscan_returns_to (const struct text_section *code,
                     const struct target *target, uint64_t low_pc,
                     uint64_t high_pc)
{
  enum
  {
    CALL_AT_MOST = 16 /* bytes of an instruction */
  };
  if (low_pc < code->start_pc || high_pc - 1 - code->start_pc > code->size)
    return true;
  const size_t first = (size_t)(low_pc - code->start_pc);
  const size_t start = first > CALL_AT_MOST ? first - CALL_AT_MOST : 0;
  const struct code_span span
      = { .bytes = code->bytes + start,
          .length = (size_t)(high_pc - 1 - code->start_pc) - start,
          .readable = code->size - start,
          .pc = code->start_pc - code->bias + start,
          .big_endian = code->big_endian,
          .word_size = target->word_size };
  return machines[target->machine].call_ends (&span, first - start);
}

/* --- What counts as profiled -------------------------------------------- */

static int
compare_ranges (const void *a, const void *b)
{
  const struct range *x = a, *y = b;
  return x->low_pc < y->low_pc ? -1 : x->low_pc > y->low_pc;
}

/* The ranges of the histograms, which do not overlap in a profile; everything
   where samples have no ranges.  */
static void
collect_profiled (struct scan *scan)
{
  const struct profile *profile = scan->of->profile;
  if (profile->bins_are_addresses
      || (profile->histograms.count == 0
          && !scan->of->quirks->finds_no_calls_without_samples))
    {
      vec_push (&scan->profiled, ((struct range){ 0, UINT64_MAX, 0 }));
      return;
    }
  for (size_t i = 0; i < profile->histograms.count; i++)
    {
      const struct range range = { profile->histograms.items[i].low_pc,
                                   profile->histograms.items[i].high_pc, i };
      if (range.low_pc < range.high_pc)
        vec_push (&scan->profiled, range);
    }
  if (scan->profiled.count > 0)
    qsort (scan->profiled.items, scan->profiled.count,
           sizeof *scan->profiled.items, compare_ranges);
}

/* The number of the first profiled range that ends above PC.  */
static size_t
first_ending_above (const struct scan *scan, uint64_t pc)
{
  size_t i;
  search_first (i, 0, scan->profiled.count,
                scan->profiled.items[i].high_pc > pc);
  return i;
}

static bool
is_profiled (const struct scan *scan, uint64_t pc)
{
  const size_t i = first_ending_above (scan, pc);
  return i < scan->profiled.count && scan->profiled.items[i].low_pc <= pc;
}

/* --- Targets ------------------------------------------------------------ */

static void
add_arc (struct scan *scan, sym_id to)
{
  vec_push (&scan->result->arcs, ((struct static_arc){ scan->from, to }));
}

/* TARGET_PC, as an instruction names it, as an address of the machine.  */
static uint64_t
machine_address (const struct scan *scan, uint64_t target_pc)
{
  if (scan->of->target->word_size != 4)
    return target_pc;
  return scan->of->target->sign_extend ? sign_extended (target_pc, 32)
                                       : (uint32_t)target_pc;
}

/* The code from PC up to LIMIT, or to the end.  */
static struct code_span
make_span (const struct scan *scan, uint64_t pc, uint64_t limit)
{
  const struct text_section *code = scan->code;
  const size_t offset = (size_t)(pc - code->start_pc);
  return (struct code_span){ .bytes = code->bytes + offset,
                             .length = (size_t)(limit - pc),
                             .readable = code->size - offset,
                             .pc = pc - code->bias,
                             .big_endian = code->big_endian,
                             .word_size = scan->of->target->word_size,
                             .quirks = scan->of->quirks };
}

/* Does the symbol at START_PC begin with instructions that a caller in the
   same module skips?  */
static bool
has_second_entry (const struct scan *scan, uint64_t start_pc)
{
  const struct text_section *code = scan->code;
  if (scan->of->target->machine == MACHINE_ALPHA)
    return true;
  if (scan->of->target->machine != MACHINE_POWERPC
      || scan->of->target->word_size != 8 || start_pc < code->start_pc
      || start_pc - code->start_pc >= code->size)
    return false;
  const struct code_span span = make_span (scan, start_pc, start_pc);
  return callscan_powerpc_sets_toc (&span);
}

/* The symbol that a call of TARGET_PC calls: one that starts there, or whose
   second entry is there.  SYM_NONE if there is none.  */
static sym_id
symbol_called (const struct scan *scan, uint64_t target_pc)
{
  enum
  {
    SECOND_ENTRY = 8
  };
  /* The image may mark a Thumb function by an odd address.  */
  const uint64_t highest
      = target_pc | (scan->of->target->machine == MACHINE_ARM);
  const sym_id id = symtab_find (scan->of->symtab, highest);
  if (id == SYM_NONE)
    return SYM_NONE;
  const uint64_t start_pc = scan->of->symtab->start[id];
  if (start_pc == target_pc || start_pc == highest
      || (start_pc + SECOND_ENTRY == target_pc
          && has_second_entry (scan, start_pc)))
    return id;
  return SYM_NONE;
}

static void
found_direct (void *context, uint64_t target_pc)
{
  struct scan *scan = context;
  const uint64_t bias = scan->code->bias;
  uint64_t compared = machine_address (scan, target_pc);
  /* GNU gprof looks up the lower half of the target in the histograms and all
     of it in the symbols (R6.50).  */
  if (scan->of->quirks->compares_half_targets)
    compared = (uint32_t)target_pc;
  else
    target_pc = compared;
  if (!is_profiled (scan, compared + bias))
    return;
  const sym_id to = symbol_called (scan, target_pc + bias);
  if (to != SYM_NONE)
    add_arc (scan, to);
}

static void
found_indirect (void *context)
{
  add_arc (context, SYM_NONE);
}

/* --- Spans -------------------------------------------------------------- */

/* The kind of the bytes at PC; *LIMIT is lowered to where another kind begins.
   PC must not decrease from call to call.  GNU gprof takes all for
   instructions.  */
static enum code_kind
kind_at (struct scan *scan, uint64_t pc, uint64_t *limit)
{
  const struct text_section *code = scan->code;
  if (scan->of->quirks->takes_data_for_code)
    return CODE_PLAIN;
  while (scan->next_mark < code->marks.count
         && code->marks.items[scan->next_mark].pc <= pc)
    scan->next_mark++;
  if (scan->next_mark < code->marks.count
      && code->marks.items[scan->next_mark].pc < *limit)
    *limit = code->marks.items[scan->next_mark].pc;
  if (scan->next_mark > 0)
    return code->marks.items[scan->next_mark - 1].kind;
  /* Without marks, a symbol at an odd address is in Thumb state.  */
  return scan->of->target->machine == MACHINE_ARM
                 && (scan->of->symtab->start[scan->from] & 1)
             ? CODE_THUMB
             : CODE_PLAIN;
}

/* Scan from PC up to LIMIT, both within the code.  */
static void
scan_span (struct scan *scan, uint64_t pc, uint64_t limit)
{
  const struct call_sink sink = { found_direct, found_indirect, scan };
  while (pc < limit)
    {
      uint64_t end = limit;
      const enum code_kind kind = kind_at (scan, pc, &end);
      struct code_span span = make_span (scan, pc, end);
      span.kind = kind;
      if (kind != CODE_DATA)
        scan->scan (&span, &sink);
      pc = end;
    }
}

/* Where the code of a symbol at PC is.  */
static uint64_t
code_address (const struct scan *scan, uint64_t pc)
{
  return scan->of->target->machine == MACHINE_ARM ? pc & ~UINT64_C (1) : pc;
}

/* Scan the part of [LOW_PC, HIGH_PC) that is in RANGE.  */
static void
scan_range (struct scan *scan, uint64_t low_pc, uint64_t high_pc,
            const struct range *range)
{
  scan_span (scan, low_pc > range->low_pc ? low_pc : range->low_pc,
             high_pc < range->high_pc ? high_pc : range->high_pc);
}

/* Scan the code of symbol ID, as far as it was profiled.  */
static void
scan_symbol (struct scan *scan, sym_id id)
{
  const struct text_section *code = scan->code;
  const uint64_t code_limit = code->start_pc + code->size;
  /* With -l functions overlap their lines, which are scanned separately.  */
  const struct symtab *symtab = scan->of->symtab;
  uint64_t limit = symtab->limit[id];
  if (symtab->flags[id] & SYMBOL_GAP)
    return;
  if (id + 1 < symtab->count)
    limit = symtab->start[id + 1];
  else if (scan->of->quirks->last_symbol_covers_nothing)
    limit = 0; /* what GNU gprof reads, nearly always, beyond its table */
  uint64_t low_pc = code_address (scan, symtab->start[id]);
  uint64_t high_pc = code_address (scan, limit);
  low_pc = low_pc > code->start_pc ? low_pc : code->start_pc;
  high_pc = high_pc < code_limit ? high_pc : code_limit;
  scan->from = id;

  const struct range *oldest = NULL;
  for (size_t i = first_ending_above (scan, low_pc);
       i < scan->profiled.count && scan->profiled.items[i].low_pc < high_pc;
       i++)
    {
      const struct range *range = &scan->profiled.items[i];
      if (oldest == NULL || range->number < oldest->number)
        oldest = range;
      if (!scan->of->quirks->scans_first_histogram_only)
        scan_range (scan, low_pc, high_pc, range);
    }
  /* Of several histograms in one symbol GNU gprof takes the first that was
     read (R6.50).  */
  if (scan->of->quirks->scans_first_histogram_only && oldest != NULL)
    scan_range (scan, low_pc, high_pc, oldest);
}

/* Append to CALLSCAN what SCANNER finds in CODE.  */
static void
scan_code (struct callscan *callscan, const struct text_section *code,
           const struct measured *of, call_scanner *scanner)
{
  struct scan scan
      = { .result = callscan, .scan = scanner, .code = code, .of = of };
  /* All symbols that may cover some of the code; the last one of those before
     it may reach into it.  */
  const sym_id above = symtab_first_above (of->symtab, code->start_pc);
  const sym_id limit
      = symtab_first_above (of->symtab, code->start_pc + code->size);
  collect_profiled (&scan);
  for (sym_id id = above > 0 ? above - 1 : 0; id < limit; id++)
    scan_symbol (&scan, id);
  vec_release (&scan.profiled);
}

void
callscan_find (struct callscan *callscan, const struct text_section *code,
               const struct measured *of)
{
  callscan->indirect_name = "<indirect child>";
  /* GNU gprof loses the name on that machine (R6.56).  */
  if (of->quirks->forgets_indirect_name && of->target->machine == MACHINE_VAX)
    callscan->indirect_name = "";
  scan_code (callscan, code, of, machines[of->target->machine].scan);
}

void
callscan_find_jumps (struct callscan *callscan,
                     const struct text_section *code,
                     const struct measured *of)
{
  call_scanner *scanner = machines[of->target->machine].scan_jumps;
  if (scanner != NULL)
    scan_code (callscan, code, of, scanner);
}

enum status
callscan_find_all (struct callscan *callscan, const struct options *options,
                   const struct program *program, const struct measured *of,
                   struct diag *diag)
{
  if (!options->static_calls || !of->profile->has_arcs)
    return STATUS_OK;
  if (!callscan_knows (of->target, of->quirks))
    {
      diag_warn (diag, PLACE_FILE (program_main (program)->name),
                 _ ("cannot find calls in code for this machine; "
                    "option '-c' has no effect"));
      return STATUS_OK;
    }
  for (size_t i = 0; i < program->objects.count; i++)
    {
      struct text_section code;
      enum status status
          = object_read_code (&program->objects.items[i], &code, diag);
      if (status == STATUS_OK)
        callscan_find (callscan, &code, of);
      text_section_release (&code);
      if (status != STATUS_OK && status != STATUS_ABSENT)
        return status;
    }
  return STATUS_OK;
}

void
callscan_release (struct callscan *callscan)
{
  vec_release (&callscan->arcs);
  callscan->indirect_name = NULL;
}
