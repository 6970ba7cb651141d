/* write_html_code.c - instructions of a page: those in which samples were
   taken, with what is near them (R15.89).  */

#include "config.h"

#include "write_html_private.h"

#include "output/view_asm.h"
#include "output/view_hot.h"

/* What part of all samples an instruction has that is shown: one of 500, so
   there are at most so many of them.  */
static const double least_part = .002;

/* What the instruction of ROW names an address in: the function, and how far
   from its start.  */
static void
write_target (struct html_writer *writer, const struct asm_row *row)
{
  if (row->symbol == SYM_NONE)
    return;
  html_function (writer, NULL, row->symbol);
  if (row->offset > 0)
    json_whole (&writer->json, NULL, row->offset);
}

/* The kind of ROW, which is one of FUNCTION, and then: of a source line, the
   line and its file; of the calls of an instruction, the callee and their
   number; of all others where they are, samples, calls, and the text, the
   number of bytes or that of instructions.  */
static void
write_row (struct html_writer *writer, const struct asm_function *function,
           const struct asm_row *row)
{
  struct json *json = &writer->json;
  json_open_array (json, NULL);
  json_whole (json, NULL, (unsigned)row->kind);
  if (row->kind == ASM_SOURCE)
    {
      json_whole (json, NULL, row->line);
      json_whole (json, NULL, html_file (writer, row->file));
    }
  else if (row->kind == ASM_CALL)
    {
      html_function (writer, NULL, row->symbol);
      json_whole (json, NULL, row->calls);
    }
  else
    {
      json_whole (json, NULL, row->pc - function->linked_low_pc);
      html_samples (json, row->samples);
      json_whole (json, NULL, row->calls);
      if (row->kind == ASM_INSTRUCTION)
        {
          json_text (json, NULL, row->text);
          write_target (writer, row);
        }
      else
        json_whole (json, NULL,
                    row->kind == ASM_FOLDED ? row->count : row->length);
    }
  json_close (json);
}

static enum status
write_function (struct html_writer *writer, struct asm_view *view,
                const struct asm_function *function)
{
  struct json *json = &writer->json;
  const struct asm_row *row;
  enum status status;
  json_open_object (json, NULL);
  html_function (writer, "function", function->symbol);
  json_address (json, "address", function->linked_low_pc);
  json_open_array (json, "rows");
  while ((status = asm_view_next (view, &row, writer->diag)) == STATUS_OK
         && row != NULL)
    write_row (writer, function, row);
  json_close (json);
  json_close (json);
  return status;
}

static enum status
write_functions (struct html_writer *writer, struct asm_view *view)
{
  const struct asm_function *function = NULL;
  enum status status;
  while ((status = asm_view_next_function (view, &function, writer->diag))
             == STATUS_OK
         && function != NULL
         && (status = write_function (writer, view, function)) == STATUS_OK)
    ;
  return status;
}

enum status
html_code (struct html_writer *writer)
{
  const struct report *report = writer->report;
  const double all = report->total_ticks;
  struct symset wanted = { 0 };
  struct asm_view view = { 0 };
  /* Where they were asked for before, somebody knows them.  */
  if (report->sampled->ranges.count == 0
      || report->program->instructions.count == 0)
    return STATUS_OK;
  enum status status
      = hot_view_choose (&wanted, report->symtab, report->analysis->self_ticks,
                         all, writer->diag);
  json_open_array (&writer->json, "code");
  if (status == STATUS_OK)
    status = asm_view_start_hot (&view, report, &wanted, least_part * all,
                                 writer->diag);
  if (status == STATUS_OK)
    status = write_functions (writer, &view);
  json_close (&writer->json);
  asm_view_end (&view);
  symset_release (&wanted);
  return status;
}
