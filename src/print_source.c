/* print_source.c - annotated source (R9.1-R9.14).

   Opens source files and, with -y, writes files; what it shows of a line was
   put together by coverage.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "i18n.h"
#include "outfile.h"
#include "report.h"
#include "sort.h"
#include "srctext.h"
#include "vec.h"

enum
{
  FIELD_WIDTH = 16 /* in front of every line */
};

struct annotation
{
  struct report *report;
  struct output *output; /* where the present file goes */
  uint64_t running;      /* the latest count, for -x: across files (R9.5) */
  bool printed;          /* a file went to standard output */
  bool uncalled;         /* a file was left out for want of calls */
  bool shown;            /* some file was not */
  struct sources bases;  /* base names of files written */
  VEC (uint32_t) uses;   /* how often each one was */
  bool write_failed;     /* the latest file could not be written */
  struct diag *diag;
};

/* --- One line ----------------------------------------------------------- */

/* The numbers that a line shows.  */
struct field
{
  char text[FIELD_WIDTH]; /* as much of them as fits */
  size_t length;
  uint64_t sum, last;
  bool any;
};

static void
field_append (struct field *field, const char *text)
{
  const size_t room = sizeof field->text - field->length;
  size_t length = strlen (text);
  if (length > room)
    length = room;
  memcpy (field->text + field->length, text, length);
  field->length += length;
}

static void
field_list (struct field *field, uint64_t count)
{
  char digits[24];
  snprintf (digits, sizeof digits, "%s%" PRIu64, field->any ? "," : "", count);
  field_append (field, digits);
  field->last = count;
  field->any = true;
}

/* Add COUNT to the sum, which is only compared: what 64 bits cannot hold is as
   good as the most that they can, but with WRAPS it begins at 0 again.  */
static void
field_add (struct field *field, uint64_t count, bool wraps)
{
  const bool fits = count <= UINT64_MAX - field->sum;
  field->sum = fits || wraps ? field->sum + count : UINT64_MAX;
}

/* List what is known of LINE (R9.4, R9.5).  */
static void
list_counts (struct annotation *annotation, const struct coverage_line *line,
             struct field *field)
{
  const struct report *report = annotation->report;
  const struct slots *slots = report->slots;
  const struct symtab *symtab = report->symtab;
  const bool all = report->options->all_lines;
  const size_t first = slots_first (slots, line->symbol);
  const size_t limit = slots_limit (slots, line->symbol);
  const uint64_t pc = line->merged ? 0 : symtab->start[line->symbol];
  const bool is_function = symtab->flags[line->symbol] & SYMBOL_FUNCTION;
  if (is_function)
    annotation->running = line->calls;
  if (is_function || (all && first < limit && slots->pc[first] > pc))
    {
      field_list (field, annotation->running);
      field->sum = annotation->running;
    }
  for (size_t slot = first; slot < limit; slot++)
    {
      annotation->running = slots->count[slot];
      field_add (field, annotation->running, report->options->gnu_compat);
      if (!all || !field->any || annotation->running != field->last)
        field_list (field, annotation->running);
    }
  if (all && !field->any)
    {
      field_list (field, annotation->running);
      field->sum = annotation->running;
    }
}

/* Print the field of LINE; was anything known?  */
static bool
print_field (struct annotation *annotation, const struct coverage_line *line)
{
  struct field field = { .length = 0 };
  list_counts (annotation, line, &field);
  if (field.any && field.sum < annotation->report->options->min_count)
    {
      field.length = 0;
      field_append (&field, "#####");
    }
  if (field.any)
    field_append (&field, " -> ");
  output_blanks (annotation->output, FIELD_WIDTH - field.length);
  output_bytes (annotation->output, field.text, field.length);
  return field.any;
}

/* --- One file ----------------------------------------------------------- */

/* What the summary of a file counts.  */
struct tally
{
  uint64_t executable, executed;
};

/* Print the SIZE bytes at TEXT, each line with its field.  */
static void
print_text (struct annotation *annotation, const struct coverage_file *file,
            const char *text, size_t size, struct tally *tally)
{
  const struct coverage_line *lines = annotation->report->coverage->lines;
  size_t next = file->first;
  uint64_t number = 1;
  for (const char *end = text + size; text < end; number++)
    {
      const char *newline = memchr (text, '\n', (size_t)(end - text));
      const char *line_end = newline != NULL ? newline + 1 : end;
      if (next < file->limit && lines[next].line == number)
        {
          tally->executable++;
          tally->executed += print_field (annotation, &lines[next++]);
        }
      else
        output_blanks (annotation->output, FIELD_WIDTH);
      output_bytes (annotation->output, text, (size_t)(line_end - text));
      text = line_end;
    }
}

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
static enum status
print_top_lines (struct annotation *annotation,
                 const struct coverage_file *file)
{
  struct output *output = annotation->output;
  const struct coverage_line *lines
      = annotation->report->coverage->lines + file->first;
  const size_t length = (size_t)annotation->report->options->table_length;
  const size_t count = file->limit - file->first;
  uint32_t *order = array_new (count, sizeof *order);
  if (order == NULL)
    return diag_no_memory (annotation->diag);
  for (size_t i = 0; i < count; i++)
    order[i] = (uint32_t)i;
  enum status status
      = sort_ids (order, count, compare_lines, lines, annotation->diag);
  if (status == STATUS_OK)
    {
      output_printf (output, "\n\nTop %zu Lines:\n\n     Line      Count\n\n",
                     length);
      for (size_t i = 0; i < count && i < length && lines[order[i]].calls > 0;
           i++)
        {
          output_count (output, 9, lines[order[i]].line);
          output_char (output, ' ');
          output_count (output, 10, lines[order[i]].calls);
          output_char (output, '\n');
        }
    }
  free (order);
  return status;
}

/* The figures at the end (R9.10).  */
static void
print_summary (struct output *output, const struct tally *tally,
               uint64_t calls)
{
  const double executable = (double)tally->executable;
  const bool any = tally->executable > 0;
  output_text (output, "\nExecution Summary:\n\n");
  output_count (output, 9, tally->executable);
  output_text (output, "   Executable lines in this file\n");
  output_count (output, 9, tally->executed);
  output_text (output, "   Lines executed\n");
  output_fixed (output, 9, 2,
                any ? 100.0 * (double)tally->executed / executable : 100.0);
  output_text (output, "   Percent of the file executed\n\n");
  output_count (output, 9, calls);
  output_text (output, "   Total number of line executions\n");
  output_fixed (output, 9, 2, any ? (double)calls / executable : 0.0);
  output_text (output, "   Average executions per line\n");
}

static enum status
print_file (struct annotation *annotation, const struct coverage_file *file,
            const struct srctext *text)
{
  struct tally tally = { 0 };
  enum status status = STATUS_OK;
  print_text (annotation, file, (const char *)text->file.data, text->file.size,
              &tally);
  if (annotation->report->options->table_length > 0)
    status = print_top_lines (annotation, file);
  if (status == STATUS_OK)
    print_summary (annotation->output, &tally, file->calls);
  return status;
}

/* To standard output, under the file's NAME (R9.11).  */
static enum status
show_file (struct annotation *annotation, const struct coverage_file *file,
           const struct srctext *text, const char *name)
{
  struct output *output = annotation->report->output;
  annotation->output = output;
  if (annotation->printed)
    output_char (output, '\n');
  annotation->printed = true;
  report_separate (annotation->report);
  output_text (output, "*** File ");
  output_name (output, name);
  output_text (output, ":\n");
  return print_file (annotation, file, text);
}

/* --- Files of their own (R9.14) ----------------------------------------- */

/* How many sources with the base name BASE there were, this one included; 0
   when memory has run out.  */
static unsigned
count_use (struct annotation *annotation, const char *base)
{
  source_id id;
  if (sources_intern (&annotation->bases, base, &id, annotation->diag)
          != STATUS_OK
      || (id == annotation->uses.count && !vec_push (&annotation->uses, 0)))
    return 0;
  return ++annotation->uses.items[id];
}

/* The name of the file for source NAME, to be freed; null when memory has run
   out.  A second source of the same base name gets a name of its own, where
   GNU gprof loses the first one.  */
static char *
annotated_name (struct annotation *annotation, const char *name)
{
  const char *base = source_base (name);
  const unsigned use = count_use (annotation, base);
  const size_t size = strlen (base) + sizeof "-ann.4294967295";
  char *result = use > 0 ? malloc (size) : NULL;
  if (result == NULL)
    return NULL;
  const bool renamed = use > 1 && !annotation->report->options->gnu_compat;
  snprintf (result, size, renamed ? "%s-ann.%u" : "%s-ann", base, use);
  if (renamed)
    diag_warn (annotation->diag, PLACE_FILE (name),
               _ ("goes to '%s', since another source file has the same base "
                  "name"),
               result);
  else if (use > 1)
    diag_warn (annotation->diag, PLACE_FILE (name),
               _ ("replaces '%s' of another source file with the same base "
                  "name"),
               result);
  return result;
}

/* Is anything else written to standard output?  */
static bool
prints_besides (const struct options *options)
{
  const unsigned elsewhere = LISTING_SOURCE | LISTING_SUM;
  return (options->requested & ~elsewhere) != 0 || options->debug != 0;
}

static enum status
write_named (struct annotation *annotation, const struct coverage_file *file,
             const struct srctext *text, const char *name,
             struct outfile *outfile)
{
  struct diag failed = { .program = annotation->diag->program };
  enum status status
      = outfile_open (outfile, name, OUTFILE_REGULAR,
                      prints_besides (annotation->report->options)
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
    {
      annotation->write_failed = status == STATUS_IO;
      return diag_adopt (annotation->diag, &failed);
    }
  annotation->output = &outfile->output;
  status = print_file (annotation, file, text);
  if (status != STATUS_OK)
    {
      outfile_abandon (outfile);
      return status;
    }
  status = outfile_commit (outfile, NULL, annotation->diag);
  annotation->write_failed = status == STATUS_IO;
  return status;
}

static enum status
write_file (struct annotation *annotation, const struct coverage_file *file,
            const struct srctext *text, const char *source)
{
  char *name = annotated_name (annotation, source);
  struct outfile *outfile = array_new (1, sizeof *outfile);
  enum status status
      = name != NULL && outfile != NULL
            ? write_named (annotation, file, text, name, outfile)
            : diag_no_memory (annotation->diag);
  free (outfile);
  free (name);
  return status;
}

/* --- All files ---------------------------------------------------------- */

/* Annotate the source file ID if it has anything to show.  */
static enum status
annotate (struct annotation *annotation, source_id id)
{
  const struct report *report = annotation->report;
  const struct coverage_file *file = &report->coverage->files[id];
  const char *name = sources_name (report->names->sources, id);
  struct srctext text;
  if (file->first == file->limit)
    return STATUS_OK;
  if (file->calls == 0 && !report->options->show_unused)
    {
      annotation->uncalled = true;
      return STATUS_OK;
    }
  annotation->shown = true;
  enum status status
      = srctext_read (&text, report->source_path, name, annotation->diag);
  if (status == STATUS_ABSENT)
    return STATUS_OK;
  /* A source that the system fails to read costs no other listing, either: it
     is recorded and ends the run as a failure, but not now.  Nobody else gets
     the name of its file.  */
  if (status == STATUS_IO)
    return count_use (annotation, source_base (name)) > 0
               ? STATUS_OK
               : diag_no_memory (annotation->diag);
  if (status != STATUS_OK)
    return status;
  status = report->options->separate_files
               ? write_file (annotation, file, &text, name)
               : show_file (annotation, file, &text, name);
  srctext_release (&text);
  return status;
}

enum status
print_source (struct report *report, struct diag *diag)
{
  struct annotation annotation = { .report = report, .diag = diag };
  enum status first = STATUS_OK, status = STATUS_OK;
  /* What has been printed stands, whatever becomes of the files.  */
  if (report->options->separate_files)
    output_flush (report->output);
  /* The newest first (R9.1).  A file that cannot be written does not keep the
     others from being tried.  */
  for (size_t id = report->coverage->file_count;
       id > 0 && (status == STATUS_OK || annotation.write_failed); id--)
    {
      annotation.write_failed = false;
      status = annotate (&annotation, (source_id)(id - 1));
      if (first == STATUS_OK)
        first = status;
    }
  if (first == STATUS_OK && annotation.uncalled && !annotation.shown)
    diag_warn (diag, NULL,
               _ ("no source is annotated: no call of its functions was "
                  "counted; '-z' shows it all the same"));
  sources_release (&annotation.bases);
  vec_release (&annotation.uses);
  return first;
}
