/* quirks.h - the deviations of GNU gprof 2.40 that --gnu-compat switches on,
   each under a name.

   Code tests the one that it emulates, never the option.  A small value;
   zeroed, it has no quirk.  doc/differences.md says of each why we deviate;
   rules are those of doc/behaviour.md.  */

#ifndef QUIRKS_H
#define QUIRKS_H

#include <stdbool.h>

struct quirks
{
  /* --- Symbols --- */

  /* A local symbol with a `$' in its name, or with a dot and more than a
     number behind it, is no function, even if the image says that it is one
     (R3.5).  */
  bool drops_dotted_locals;
  /* The check for dotted locals (R3.5) continues in the next string of the
     string table if a name ends with a dotted suffix (R3.6).  */
  bool walks_into_next_string;
  /* A line of the table of -S that is longer than 1022 bytes counts as several
     (R3.30).  */
  bool cuts_table_lines;
  /* There are no symbols in .gnu_debugdata (R16.7).  */
  bool knows_no_debugdata;
  /* No debug file is fetched from servers of debuginfod (R16.10).  */
  bool asks_no_servers;
  /* The automatic style of demangling does not know names of D (R3.40).  */
  bool d_names_stay;
  /* Names of Fortran are never demangled (R14.23).  */
  bool fortran_names_stay;

  /* --- Source lines, as libbfd 2.40 finds them --- */

  /* The line of the nearest symbol extends to the size of that symbol, even
     where another one begins (R3.9d).  */
  bool overruns_nearest_symbol;
  /* In DWARF 5, code whose line program sets no file is from the first file of
     the list, not from number 1 (R3.9e).  */
  bool unset_file_is_first;
  /* A unit claims code outside its ranges only after a lookup of code inside,
     so answers depend on earlier lookups (R3.9g).  */
  bool claims_when_asked;
  /* Units without code keep the line table that they share with others, so
     answers depend on earlier lookups (R3.9g).  */
  bool keeps_shared_tables;
  /* Ranges of DWARF 5 that are given by index are ignored, and one such entry
     in a list of ranges makes the unit unusable (R3.9h).  */
  bool ignores_ranges_by_index;
  /* A line table of DWARF 5 whose offsets are not as wide as those of its unit
     cannot be read (R3.9h).  */
  bool wants_offsets_of_one_width;
  /* A base address in .debug_ranges makes a unit of a 32-bit program unusable
     (R3.9h).  */
  bool misses_base_of_32_bits;
  /* The base of a unit's ranges is 0 if its DW_AT_low_pc stands behind its
     DW_AT_ranges (R3.9h).  */
  bool misses_base_behind_ranges;

  /* --- Symspecs --- */

  /* Of several source files of one base name, a spec means only the newest
     (R2.3).  */
  bool knows_newest_file_only;
  /* Of several specs for arcs with one caller, only the last counts
     (R2.6a).  */
  bool obeys_last_arc_spec_only;
  /* What a spec matches ends where that of another one of the same table
     begins (R2.6b).  */
  bool hides_overlapped_specs;
  /* A run of matching symbols ends at the address where its last symbol does,
     which is that of the text if the symbol lies beyond (R2.6d).  */
  bool cuts_specs_at_text;
  /* A spec matches names as the linker has them: none is demangled or taken
     for a pattern (R2.7a).  */
  bool reads_specs_once;
  /* What a spec matches is a callee only if its whole range is covered
     (R2.10).  */
  bool wants_whole_callees;

  /* --- Samples and counts --- */

  /* The last symbol of the table covers nothing: its end is read from beyond
     the table, where 0 is found (R5.4).  */
  bool last_symbol_covers_nothing;
  /* Ticks at any rate count as ticks at that of the first histogram
     (R4.30).  */
  bool merges_rates;
  /* Times are divided by a rate of 0 (R6.48).  */
  bool divides_by_missing_rate;
  /* Reading a BSD profile discards the basic blocks read before it
     (R4.21).  */
  bool forgets_blocks;
  /* A symbol has at most ten basic blocks (R4.33).  */
  bool keeps_ten_blocks;
  /* gmon.sum has only the low bits of a count that is too large for its field
     (R4.35, R4.37).  */
  bool truncates_sums;

  /* --- Calls in the machine code, -c --- */

  /* Calls are found for x86, AArch64, MIPS, SPARC, Alpha and VAX only, and
     only where libbfd knows the machine (R6.56).  */
  bool finds_calls_of_few_machines;
  /* Without a histogram no code is scanned (R6.50).  */
  bool finds_no_calls_without_samples;
  /* Of several histograms in one symbol only the first that was read counts
     (R6.50).  */
  bool scans_first_histogram_only;
  /* Only the lower 32 bits of a target are looked up in the histograms
     (R6.50).  */
  bool compares_half_targets;
  /* Data within the code, and Thumb, are decoded like other code (R6.56).  */
  bool takes_data_for_code;
  /* On AArch64 and MIPS, instructions begin where the range does, not at a
     multiple of four (R6.52, R6.53).  */
  bool decodes_unaligned_code;
  /* On x86, displacements have no sign, so calls backwards are missed
     (R6.51).  */
  bool misses_calls_backwards;
  /* AArch64 code of a big-endian program is read in the order of its data
     (R6.52).  */
  bool reads_code_like_data;
  /* On MIPS, the target of JAL lies in the 256 megabytes of JAL itself, not of
     the instruction behind it (R6.53).  */
  bool takes_region_of_call;
  /* On MIPS, BAL is no call (R6.53).  */
  bool misses_bal;
  /* On SPARC and Alpha, displacements that count instructions are added as if
     they counted bytes (R6.54).  */
  bool takes_displacements_for_bytes;
  /* On SPARC, every instruction with one of its two top bits set is a call
     (R6.54).  */
  bool takes_much_for_calls;
  /* On VAX, displacements count from the opcode and their own size, not from
     the end of the operand (R6.55).  */
  bool counts_from_opcode;
  /* On VAX, the child that stands for unknown targets has no name (R6.56).  */
  bool forgets_indirect_name;

  /* A profile argument that is a directory is a file that cannot be read
     (R14.62).  */
  bool reads_no_directories;
  /* All profiles are the image's, and none is of the version that LD_PROFILE
     makes (R16.30).  */
  bool knows_no_libraries;

  /* --- Listings --- */

  /* The sum of the counts of a line wraps around to 0 (R9.4).  */
  bool wraps_line_counts;
  /* With -y, the annotated text of a second source file of one base name
     replaces that of the first (R9.14).  */
  bool overwrites_annotations;
  /* In the order of functions, the last hot one may be missing (R10.7).  */
  bool forgets_last_hot;
  /* There, functions that were never called may appear twice (R10.7).  */
  bool repeats_unused;
  /* In the order of files, a file appears once for each symbol that stands for
     it (R10.20).  */
  bool repeats_files;
  /* No colours unless they are asked for, and the index has 80 columns, also
     on a terminal (R14.141, R14.143).  */
  bool ignores_terminal;
};

/* All quirks if GNU_COMPAT, else none.  */
struct quirks quirks_of (bool gnu_compat);

#endif
