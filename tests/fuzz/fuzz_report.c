/* fuzz_report.c - reports in JSON as old sides of --diff.

   Input: a byte, of which bit 0 says that rows are lines, and the file.  What was
   read is made a program of its own and added up; no call may be lost.  */

#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#include "analysis/old_functions.h"
#include "fuzz.h"
#include "input/old_report.h"

static void
check_rows (const struct old_reports *reports)
{
  for (size_t i = 0; i < reports->rows.count; i++)
    {
      const struct old_row *row = &reports->rows.items[i];
      if (row->function == NULL || !isfinite (row->samples)
          || row->samples < 0)
        abort ();
    }
  for (size_t i = 0; i < reports->items.count; i++)
    if (reports->items.items[i].files == 0
        || reports->items.items[i].unit == NULL)
      abort ();
}

/* Add up the rows by function.  */
static void
add_up (const struct old_functions *functions,
        const struct old_reports *reports)
{
  const size_t count = functions->program->symtab.count;
  const struct measured of = { .symtab = &functions->program->symtab };
  double *ticks = array_new (count, sizeof *ticks);
  uint64_t *calls = array_new (count, sizeof *calls), left = 0;
  struct spreads spreads = { 0 };
  spreads_start (&spreads, &of, NULL);
  spreads_finish (&spreads);
  old_functions_add (functions, reports, 100, ticks, calls, &spreads);
  for (size_t i = 0; i < reports->rows.count; i++)
    left += reports->rows.items[i].calls;
  for (size_t i = 0; i < count; i++)
    left -= calls[i];
  if (left != 0)
    abort ();
  spreads_release (&spreads);
  free (ticks);
  free (calls);
}

/* Compare REPORTS with a program that has none of their functions.  */
static void
check_functions (const struct old_reports *reports, struct diag *diag)
{
  struct program program = { 0 };
  struct old_functions functions = { 0 };
  const struct symbol nothing = { .name = "?" };
  if (symtab_build (&program.symtab, &nothing, 1, 1, diag) == STATUS_OK
      && old_functions_make (&functions, reports, &program, diag) == STATUS_OK)
    add_up (&functions, reports);
  old_functions_release (&functions);
  program_release (&program);
}

void
fuzz_one (struct input input)
{
  const bool by_line = input_u8 (&input) & 1;
  char name[FILE_NAME_SIZE];
  const int fd = memory_file (input, name);
  struct diag diag = { .program = "fuzz", .stream = nowhere () };
  struct old_reports reports = { 0 };
  struct infile infile;
  enum status status = infile_open (&infile, name, 100, &diag);
  if (status == STATUS_OK && old_report_begins (&infile))
    status = old_report_read (&reports, &infile, by_line, &diag);
  if (status == STATUS_OK)
    {
      check_rows (&reports);
      check_functions (&reports, &diag);
    }
  infile_release (&infile);
  old_reports_release (&reports);
  diag_report (&diag);
  diag_release (&diag);
  close (fd);
}
