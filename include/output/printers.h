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

/* --- Profiles, or threads, beside each other (R14.60, R20.233) ----------- */

/* How the self time of a function varies between the files, in their unit.
   Where the view is one of threads, these are in the place of files.  */
struct per_file_row
{
  sym_id symbol;
  size_t files; /* that it is about: all, or of threads some */
  double mean, minimum, maximum;
  bool has_deviation; /* there are two files or more */
  double deviation;   /* standard deviation between files */
  double imbalance;   /* maximum / mean */
  const char *called; /* the file that has the maximum, as listings call it, */
  const char *file;   /* by its name, */
  uint32_t rank;      /* and its rank, plus 1, if that is what they do; or 0 */
};

struct per_file_view
{
  /* For the heading.  */
  size_t files;
  size_t count;      /* of the rows */
  size_t file_width; /* bytes of the longest name of a file that a row has */

  /* For the functions below.  */
  const struct report *report;
  const struct spreads *spreads;
  bool of_threads;
  bool has_ranks;      /* files are called by them */
  const char **labels; /* of each thread */
  struct arena memory; /* of what files and threads are called */
  sym_id *symbols;     /* of the rows */
  size_t next;
  struct per_file_row row;
};

/* Start VIEW of REPORT, which is borrowed, for LISTING, that of files or that
   of threads; to be ended.  O(symbols + rows log rows + threads).  */
void per_file_view_start (struct per_file_view *view,
                          const struct report *report, enum listing listing);

/* What listings call file NUMBER: by its rank, if each file has another one,
   else by its name (R20.230).  Valid until the end of VIEW.  */
const char *per_file_view_call (struct per_file_view *view, size_t number);

/* The next row, valid until the next call, its texts until the end; null behind
   the last one.  */
const struct per_file_row *per_file_view_next (struct per_file_view *view);

/* The same of the seconds of entry NUMBER of REPORT's waits, as
   per_file_view_next returns it but for the symbol; null if VIEW is not one of
   processes, or the entry has none (R20.236).  */
const struct per_file_row *per_file_view_waits (struct per_file_view *view,
                                                size_t number);

void per_file_view_end (struct per_file_view *view);

#endif
