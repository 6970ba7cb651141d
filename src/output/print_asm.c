/* print_asm.c - instructions with samples and calls, as text
   (R14.110-R14.116).  */

#include "config.h"

#include <inttypes.h>

#include "base/i18n.h"
#include "output/formats.h"
#include "output/view_asm.h"

enum
{
  TEXT_COLUMN = 11 /* of an instruction, behind the numbers */
};

/* --- The function -------------------------------------------------------- */

static void
print_function (const struct report *report,
                const struct asm_function *function)
{
  struct output *out = report->output;
  const source_id file = report->symtab->file[function->symbol];
  output_text (out, names_of (report->names, function->symbol));
  /* With --inline-file-names the name has it.  */
  if (file != SOURCE_NONE && !report->options->inline_file_names)
    output_printf (out, " (%s:%" PRIu32 ")",
                   names_of_source (report->names, file),
                   report->symtab->line[function->symbol]);
  output_printf (out, " 0x%" PRIx64 "-0x%" PRIx64 "\n",
                 function->linked_low_pc, function->linked_high_pc);
  if (report->profile->has_histogram)
    {
      output_printf (out, "self: %.2f samples, %.2f %s", function->samples,
                     function->time, report->profile->dimension.name);
      if (function->has_percent)
        output_printf (out, ", %.1f%% of the total", function->percent);
      output_text (out, report->profile->has_arcs ? "; " : "\n");
    }
  if (report->profile->has_arcs)
    {
      output_printf (out, "called: %" PRIu64, function->calls);
      if (function->self_calls > 0)
        output_printf (out, "+%" PRIu64, function->self_calls);
      output_char (out, '\n');
    }
  output_text (out, "\n% self   samples     calls  address  instruction\n");
}

/* --- Rows ---------------------------------------------------------------- */

/* The columns before the address; blank where there is nothing.  */
static char *
put_numbers (char *at, const struct asm_row *row)
{
  if (row->samples > 0)
    {
      at = put_fixed (at, 6, 1, row->percent);
      at = put_fixed (at, 10, 2, row->samples);
    }
  else
    at = put_blanks (at, 16);
  if (row->calls > 0)
    {
      *at++ = ' ';
      return put_count (at, 9, row->calls);
    }
  at = put_blanks (at, 9);
  *at++ = row->calls_above ? '"' : ' ';
  return at;
}

static void
print_instruction (const struct report *report, const struct asm_row *row)
{
  struct output *out = report->output;
  size_t length = row->text_length;
  output_printf (out, " %8" PRIx64 "  ", row->pc);
  /* Some machines pad operands that are not there.  */
  while (length > 0 && row->text[length - 1] == ' ')
    length--;
  output_bytes (out, row->text, length);
  if (row->symbol != SYM_NONE)
    {
      output_text (out, " <");
      if (!row->is_local)
        output_text (out, names_of (report->names, row->symbol));
      if (row->offset > 0)
        output_printf (out, "+0x%" PRIx64, row->offset);
      output_char (out, '>');
    }
  output_char (out, '\n');
}

static void
print_source_line (const struct report *report, const struct asm_row *row)
{
  struct output *out = report->output;
  output_printf (out, "%s:%" PRIu32,
                 names_of_source (report->names, row->file), row->line);
  if (row->text != NULL)
    {
      output_char (out, '\t');
      output_bytes (out, row->text, row->text_length);
    }
  output_char (out, '\n');
}

static void
print_row (void *context, const struct asm_row *row)
{
  const struct report *report = context;
  struct output *out = report->output;
  if (row->kind == ASM_SOURCE)
    {
      print_source_line (report, row);
      return;
    }
  output_advance (out, put_numbers (output_room (out, LINE_ROOM), row));
  switch (row->kind)
    {
    case ASM_SOURCE:
      break;
    case ASM_INSTRUCTION:
      print_instruction (report, row);
      break;
    case ASM_CALL:
      output_blanks (out, TEXT_COLUMN + 2);
      output_text (out, names_of (report->names, row->symbol));
      output_char (out, '\n');
      break;
    case ASM_BYTES:
      output_printf (out, " %8" PRIx64 "  (%" PRIu64 " %s)\n", row->pc,
                     row->length,
                     row->length == 1 ? "byte, no instruction"
                                      : "bytes, no instructions");
      break;
    case ASM_FOLDED:
      output_printf (out, "      ...  (%" PRIu64 " %s)\n", row->count,
                     row->count == 1 ? "instruction" : "instructions");
      break;
    }
}

enum status
print_asm (struct report *report, struct diag *diag)
{
  const struct asm_function *function;
  struct asm_view view;
  enum status status = STATUS_OK;
  asm_view_start (&view, report);
  report_separate (report);
  output_text (report->output, view.count > 0
                                   ? "Instructions:\n\n"
                                   : "Instructions:\n\n no function\n");
  while (status == STATUS_OK
         && (status = asm_view_next_function (&view, &function, diag))
                == STATUS_OK
         && function != NULL)
    {
      print_function (report, function);
      status = asm_view_walk (&view, print_row, report, diag);
      output_text (report->output,
                   "-----------------------------------------------\n");
    }
  if (status == STATUS_OK)
    report_print_recording (report);
  if (status == STATUS_OK && view.count > 0 && !report->options->brief)
    print_asm_blurb (report->output);
  if (view.sources.unexpected != NULL)
    diag_note (diag, PLACE_FILE (view.sources.unexpected),
               _ ("opened for its lines, though it lies outside the current "
                  "directory, the image's and those of '-I'; perhaps it is "
                  "not the only one"));
  asm_view_end (&view);
  return status;
}
