/* quirks.c - what --gnu-compat switches on.  */

#include "config.h"

#include "model/quirks.h"

struct quirks
quirks_of (bool gnu_compat)
{
  return (struct quirks){
    .drops_dotted_locals = gnu_compat,
    .walks_into_next_string = gnu_compat,
    .cuts_table_lines = gnu_compat,
    .knows_no_debugdata = gnu_compat,
    .asks_no_servers = gnu_compat,
    .d_names_stay = gnu_compat,
    .fortran_names_stay = gnu_compat,
    .overruns_nearest_symbol = gnu_compat,
    .unset_file_is_first = gnu_compat,
    .claims_when_asked = gnu_compat,
    .keeps_shared_tables = gnu_compat,
    .ignores_ranges_by_index = gnu_compat,
    .wants_offsets_of_one_width = gnu_compat,
    .misses_base_of_32_bits = gnu_compat,
    .misses_base_behind_ranges = gnu_compat,
    .knows_newest_file_only = gnu_compat,
    .obeys_last_arc_spec_only = gnu_compat,
    .hides_overlapped_specs = gnu_compat,
    .cuts_specs_at_text = gnu_compat,
    .reads_specs_once = gnu_compat,
    .wants_whole_callees = gnu_compat,
    .last_symbol_covers_nothing = gnu_compat,
    .merges_rates = gnu_compat,
    .divides_by_missing_rate = gnu_compat,
    .forgets_blocks = gnu_compat,
    .keeps_ten_blocks = gnu_compat,
    .truncates_sums = gnu_compat,
    .finds_calls_of_few_machines = gnu_compat,
    .finds_no_calls_without_samples = gnu_compat,
    .scans_first_histogram_only = gnu_compat,
    .compares_half_targets = gnu_compat,
    .takes_data_for_code = gnu_compat,
    .decodes_unaligned_code = gnu_compat,
    .misses_calls_backwards = gnu_compat,
    .reads_code_like_data = gnu_compat,
    .takes_region_of_call = gnu_compat,
    .misses_bal = gnu_compat,
    .takes_displacements_for_bytes = gnu_compat,
    .takes_much_for_calls = gnu_compat,
    .counts_from_opcode = gnu_compat,
    .forgets_indirect_name = gnu_compat,
    .reads_no_directories = gnu_compat,
    .knows_no_libraries = gnu_compat,
    .wraps_line_counts = gnu_compat,
    .overwrites_annotations = gnu_compat,
    .forgets_last_hot = gnu_compat,
    .repeats_unused = gnu_compat,
    .repeats_files = gnu_compat,
    .ignores_terminal = gnu_compat,
  };
}
