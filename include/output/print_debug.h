/* print_debug.h - what -d prints: how the numbers of the listings came about.

   All of it is printed at the end, from finished values; no stage takes part
   in it.  Every line begins with "debug N: ", N being the bit of -d that asked
   for it (R11.1), so grep can select or remove it:

       debug 8: arc 0 from main@0x1000 to work@0x1010 count 3

   A symbol is NAME@ADDRESS, since names need not be unique; addresses are
   hexadecimal and bytes of the program, times are ticks.  Control characters
   in names are shown as octal escapes.  */

#ifndef PRINT_DEBUG_H
#define PRINT_DEBUG_H

#include "base/diag.h"
#include "analysis/measured.h"
#include "output/report.h"
#include "model/symtab.h"

/* What is printed; all borrowed.  */
struct debug
{
  const struct report *report; /* numbered */
  const struct measured *of;
  const symbol_list *candidates; /* what the symbol table was built from, or
                                    null */
};

/* Print a section for each bit of the user's -d that has a topic, in the order
   of the bits; for a topic without data a line says so.  Does not count as a
   listing (R0.4).  STATUS_NO_MEMORY is the only failure.
   O(lines + arcs log arcs), and the searches for the source files.  */
enum status print_debug (const struct debug *debug, struct diag *diag);

/* --- For print_debug*.c only -------------------------------------------- */

/* One section being printed.  */
struct debug_section
{
  const struct debug *debug;
  const struct report *report; /* of DEBUG */
  struct output *out;          /* of REPORT */
  unsigned bit;
  struct diag *diag;
};

typedef enum status debug_printer (const struct debug_section *section);

/* A whole line.  */
void debug_line (const struct debug_section *section, const char *format, ...)
    DIAG_PRINTF (2, 3);

/* The beginning and the end of a line that is written in pieces.  */
void debug_begin (const struct debug_section *section);
void debug_end (const struct debug_section *section);

/* BEFORE, then "NAME@0xADDRESS" of symbol ID, or "no symbol" for SYM_NONE.  */
void debug_symbol (const struct debug_section *section, const char *before,
                   sym_id id);

/* In print_debug_graph.c.  */
debug_printer debug_samples, debug_raw_arcs, debug_arcs, debug_order,
    debug_cycles, debug_entries, debug_propagation;

#endif
