/* print_source.c - annotated source as text (R9.1-R9.14).

   With -y, writes files.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/memory.h"
#include "base/outfile.h"
#include "base/paths.h"
#include "base/sort.h"
#include "output/formats.h"
#include "output/view_source.h"

enum
{
  FIELD_WIDTH = 16 /* in front of every line */
};

struct annotation
{
  struct report *report;
  struct output *output; /* where the present file goes */
  struct source_view view;
  bool printed; /* a file went to standard output */
  struct diag *diag;
};

/* --- One line ----------------------------------------------------------- */

/* Print what stands in front of a line (R9.4, R9.5), as far as there is room.  */
static void
print_field (struct output *output, const struct source_row *row)
{
  char field[24 * SOURCE_COUNTS_MOST];
  size_t length = 0;
  if (row->is_rare)
    length = (size_t)snprintf (field, sizeof field, "#####");
  for (size_t i = 0; i < row->count_count && !row->is_rare; i++)
    length
        += (size_t)snprintf (field + length, sizeof field - length,
                             "%s%" PRIu64, i > 0 ? "," : "", row->counts[i]);
  length += (size_t)snprintf (field + length, sizeof field - length, " -> ");
  length = length < FIELD_WIDTH ? length : FIELD_WIDTH;
  output_blanks (output, FIELD_WIDTH - length);
  output_bytes (output, field, length);
}

/* Print a line.  Of most of them nothing is known, and they are short.  */
static void
print_row (struct output *output, const struct source_row *row)
{
  if (row->count_count == 0 && row->length < LINE_ROOM)
    {
      char *at = output_room (output, FIELD_WIDTH + LINE_ROOM);
      at = put_blanks (at, FIELD_WIDTH);
      output_advance (output, put_bytes (at, row->text, row->length));
      return;
    }
  if (row->count_count > 0)
    print_field (output, row);
  else
    output_blanks (output, FIELD_WIDTH);
  output_bytes (output, row->text, row->length);
}

/* --- One file ----------------------------------------------------------- */

/* By calls, most first; ids are places in the array of lines from the file's
   first one on.  */
static int
compare_lines (uint32_t a, uint32_t b, const void *context)
{
  const struct coverage_line *lines = context;
  if (lines[a].calls != lines[b].calls)
    return lines[a].calls > lines[b].calls ? -1 : 1;
  return a < b ? -1 : a > b;
}

/* The table of the lines called most (R9.9).  */
static void
print_top_lines (struct annotation *annotation)
{
  struct output *output = annotation->output;
  const struct report *report = annotation->report;
  const struct coverage_file *file = annotation->view.lines;
  const struct coverage_line *lines = report->coverage->lines + file->first;
  const size_t count = file->limit - file->first;
  const size_t wanted = (size_t)report->options->table_length;
  uint32_t *order = array_new (count, sizeof *order);
  for (size_t i = 0; i < count; i++)
    order[i] = (uint32_t)i;
  sort_ids (order, count, compare_lines, lines);
  output_style (output, STYLE_BOLD);
  output_printf (output, "\n\nTop %zu Lines:\n\n     Line      Count\n\n",
                 wanted);
  output_style (output, STYLE_PLAIN);
  for (size_t i = 0; i < count && i < wanted && lines[order[i]].calls > 0; i++)
    {
      output_count (output, 9, lines[order[i]].line);
      output_char (output, ' ');
      output_count (output, 10, lines[order[i]].calls);
      output_char (output, '\n');
    }
  free (order);
}

/* The figures at the end (R9.10).  */
static void
print_summary (struct output *output, const struct source_summary *summary)
{
  output_heading (output, "\nExecution Summary:\n\n");
  output_count (output, 9, summary->executable);
  output_text (output, "   Executable lines in this file\n");
  output_count (output, 9, summary->executed);
  output_text (output, "   Lines executed\n");
  output_fixed (output, 9, 2, summary->percent);
  output_text (output, "   Percent of the file executed\n\n");
  output_count (output, 9, summary->executions);
  output_text (output, "   Total number of line executions\n");
  output_fixed (output, 9, 2, summary->average);
  output_text (output, "   Average executions per line\n");
}

static void
print_file (struct annotation *annotation)
{
  struct source_view *view = &annotation->view;
  for (const struct source_row *row; (row = source_view_next (view)) != NULL;)
    print_row (annotation->output, row);
  if (annotation->report->options->table_length > 0)
    print_top_lines (annotation);
  const struct source_summary summary = source_view_summary (view);
  print_summary (annotation->output, &summary);
}

/* To standard output, under the name of FILE (R9.11).  */
static void
show_file (struct annotation *annotation, const struct source_file *file)
{
  struct output *output = annotation->report->output;
  annotation->output = output;
  if (annotation->printed)
    output_char (output, '\n');
  annotation->printed = true;
  report_separate (annotation->report);
  output_style (output, STYLE_BOLD);
  output_text (output, "*** File ");
  output_name (output, file->name);
  output_text (output, ":\n");
  output_style (output, STYLE_PLAIN);
  print_file (annotation);
}

/* --- Files of their own (R9.14) ----------------------------------------- */

/* The name of the file for the annotated FILE, to be freed.  A second source of
   the same base name gets a name of its own, where GNU gprof loses the first
   one.  */
static char *
annotated_name (struct annotation *annotation, const struct source_file *file)
{
  const char *base = path_base (file->name);
  const unsigned use = file->same_base;
  const bool renamed
      = use > 1 && !annotation->report->options->quirks.overwrites_annotations;
  char *result = renamed ? memory_format ("%s-ann.%u", base, use)
                         : memory_format ("%s-ann", base);
  if (renamed)
    diag_warn (annotation->diag, PLACE_FILE (file->name),
               _ ("goes to '%s', since another source file has the same base "
                  "name"),
               result);
  else if (use > 1)
    diag_warn (annotation->diag, PLACE_FILE (file->name),
               _ ("replaces '%s' of another source file with the same base "
                  "name"),
               result);
  return result;
}

static enum status
write_named (struct annotation *annotation, const char *name,
             struct outfile *outfile)
{
  struct diag failed = { .program = annotation->diag->program };
  enum status status
      = outfile_open (outfile, name, OUTFILE_REGULAR,
                      listings_any_but (LISTING_SOURCE | LISTING_SUM,
                                        annotation->report->listings,
                                        annotation->report->options)
                          ? annotation->report->output->fd
                          : -1,
                      &failed);
  /* What we refuse to replace is left out, with success, as GNU gprof leaves
     out what it cannot write (R9.14).  */
  if (status == STATUS_UNSUPPORTED)
    {
      diag_warn_failed (annotation->diag, &failed);
      diag_release (&failed);
      return STATUS_OK;
    }
  if (status != STATUS_OK)
    return diag_adopt (annotation->diag, &failed);
  annotation->output = &outfile->output;
  print_file (annotation);
  return outfile_commit (outfile, NULL, annotation->diag);
}

static enum status
write_file (struct annotation *annotation, const struct source_file *file)
{
  char *name = annotated_name (annotation, file);
  struct outfile *outfile = array_new (1, sizeof *outfile);
  const enum status status = write_named (annotation, name, outfile);
  free (outfile);
  free (name);
  return status;
}

/* --- All files ---------------------------------------------------------- */

/* One file that cannot be written does not keep the others from being tried;
   the first failure is what counts.  */
enum status
print_source (struct report *report, struct diag *diag)
{
  struct annotation annotation = { .report = report, .diag = diag };
  /* What has been printed stands, whatever becomes of the files.  */
  if (report->options->separate_files)
    output_flush (report->output);
  source_view_start (&annotation.view, report);
  enum status status = STATUS_OK;
  for (const struct source_file *file;
       (file = source_view_next_file (&annotation.view, diag)) != NULL;)
    if (!report->options->separate_files)
      show_file (&annotation, file);
    else
      {
        const enum status written = write_file (&annotation, file);
        status = status == STATUS_OK ? written : status;
      }
  if (status == STATUS_OK && annotation.view.all_uncalled)
    diag_warn (diag, NULL,
               _ ("no source is annotated: no call of its functions was "
                  "counted; '-z' shows it all the same"));
  source_view_end (&annotation.view);
  return status;
}
