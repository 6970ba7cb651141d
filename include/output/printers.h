/* printers.h - what is printed by its name, and the rows of listings that other
   formats have, too.  */

#ifndef PRINTERS_H
#define PRINTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analysis/findings.h"
#include "analysis/measured.h"
#include "base/diag.h"
#include "base/memory.h"
#include "base/output.h"
#include "input/reader.h"
#include "model/symtab.h"
#include "output/report.h"

/* --- --help, --version --------------------------------------------------- */

/* The options by purpose, one line each, within 80 columns.  PROGRAM is the
   name as typed.  */
void print_help (struct output *output, const char *program);

void print_version (struct output *output);

/* --- -i ------------------------------------------------------------------ */

/* Print the numbers of records in COUNTS for the file NAME, and VERSION, that
   of the magic format (R4.40).  */
void print_info (struct output *output, const char *name, uint32_t version,
                 const struct record_counts *counts);

/* --- -d ------------------------------------------------------------------ */

/* Print how the numbers of the listings came about: a section for each bit of
   the user's -d that has a topic, in the order of the bits, about REPORT, which
   is numbered, and OF, from which it was made.  Every line begins with "debug
   N: ", N being the bit that asked for it (R11.1), so grep can select it:

       debug 8: arc main@0x1000 to work@0x1010 count 3

   Addresses are bytes of the program, times are ticks; control characters are
   octal escapes.  Does not count as a listing (R0.4).  STATUS_IO where code is
   decoded or source files are looked for.  O(lines), and the searches for these
   files.  */
enum status print_debug (const struct report *report,
                         const struct measured *of, struct diag *diag);

/* --- Execution counts (R9.30-R9.32) -------------------------------------- */

struct exec_row
{
  const char *file; /* null if it is not known */
  uint32_t line;
  const char *name; /* of the symbol, as the image has it */
  uint64_t pc;      /* of the symbol or of a basic block in it */
  uint64_t count;   /* executions */
};

/* Called for each row, which is valid until it returns, with the CONTEXT of the
   walk.  */
typedef void exec_row_taker (void *context, const struct exec_row *row);

/* Give all rows of REPORT to TAKE.  O(symbols log symbols + blocks).  */
void exec_view_walk (const struct report *report, exec_row_taker *take,
                     void *context);

/* --- Findings (R14.120) -------------------------------------------------- */

/* A finding in words, for all formats.  ID and SEVERITY never change; the others
   are sentences without a capital and full stop, in the language of messages,
   with names as listings show them.  */
struct findings_row
{
  const char *id;       /* "few-samples" */
  const char *severity; /* "serious", "doubtful" or "note" */
  const char *what;
  const char *evidence; /* the numbers that show it */
  const char *remedy;   /* what to do */
};

/* Finding NUMBER of REPORT.  Its sentences live as long as REPORT and
   MEMORY.  */
struct findings_row findings_row (const struct report *report, size_t number,
                                  struct arena *memory);

/* --- Profiles beside each other (R14.60) --------------------------------- */

/* How the self time of a function varies between the profiles, in their
   unit.  */
struct per_file_row
{
  sym_id symbol;
  double mean, minimum, maximum;
  bool has_deviation; /* there are two files or more */
  double deviation;   /* standard deviation between files */
  double imbalance;   /* maximum / mean */
  const char *file;   /* that has the maximum */
};

struct per_file_view
{
  /* For the heading.  */
  size_t files;
  size_t count;      /* of the rows */
  size_t file_width; /* bytes of the longest name of a file */

  /* For the functions below.  */
  const struct report *report;
  sym_id *symbols; /* of the rows */
  size_t next;
  struct per_file_row row;
};

/* Start VIEW of REPORT, which is borrowed; to be ended.  O(symbols + rows log
   rows).  */
void per_file_view_start (struct per_file_view *view,
                          const struct report *report);

/* The next row, valid until the next call; null behind the last one.  */
const struct per_file_row *per_file_view_next (struct per_file_view *view);

void per_file_view_end (struct per_file_view *view);

#endif
