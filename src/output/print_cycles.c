/* print_cycles.c - cycles and what breaks them, as text (R14.25-R14.29).  */

#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "output/listings.h"
#include "output/view_cycles.h"

struct cycles_printer
{
  const struct report *report;
  struct output *out;
  struct cycles_row whole;   /* the cycle that is printed */
  enum cycles_row_kind kind; /* of the row before */
};

/* --- Options ------------------------------------------------------------- */

/* Does NAME have what only a pattern can say in a symspec: a slash, or what
   would end or disturb the line?  */
static bool
needs_pattern (const char *name)
{
  for (; *name != '\0'; name++)
    if (*name == '/' || (unsigned char)*name < ' ' || *name == '\177')
      return true;
  return false;
}

/* Does a shell pass every byte of TEXT on as it is?  */
static bool
is_plain (const char *text)
{
  static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
                              "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.:@%+,-";
  return text[strspn (text, plain)] == '\0';
}

/* Write the symspec that is the function called NAME (R2.2, R2.7a), as it
   stands between the single quotes of a shell or in a plain word.  */
static void
print_spec (struct output *out, const char *name)
{
  const bool is_pattern = needs_pattern (name);
  if (strpbrk (name, ".:") != NULL || (*name >= '0' && *name <= '9'))
    output_char (out, ':');
  for (; *name != '\0'; name++)
    if (*name == '\'')
      output_text (out, "'\\''");
    else if (is_pattern && strchr ("*?[\\", *name) != NULL)
      {
        output_char (out, '\\');
        output_char (out, *name);
      }
    else if (*name == '/' || (unsigned char)*name < ' ' || *name == '\177')
      output_char (out, '?');
    else
      output_bytes (out, name, 1);
}

/* The option that leaves out the arc of ROW, for a shell.  */
static void
print_option (const struct cycles_printer *printer,
              const struct cycles_row *row)
{
  const char *const *names = printer->report->symtab->name;
  const char *from = names[row->symbol], *to = names[row->callee];
  const char *quote = is_plain (from) && is_plain (to) ? "" : "'";
  output_text (printer->out, printer->kind == CYCLES_BREAK ? " " : "    ");
  output_text (printer->out, "-k ");
  output_text (printer->out, quote);
  print_spec (printer->out, from);
  output_char (printer->out, '/');
  print_spec (printer->out, to);
  output_text (printer->out, quote);
}

/* --- Rows ---------------------------------------------------------------- */

/* Calls were not counted (R16.75).  */
static bool
has_no_counts (const struct cycles_printer *printer)
{
  return printer->report->profile->has_stacks;
}

static char *
put_calls (const struct cycles_printer *printer, char *at,
           const struct cycles_row *row)
{
  if (has_no_counts (printer))
    return put_blanks (at, 17);
  at = put_count (at, 8, row->calls);
  if (row->self_calls == 0)
    return put_blanks (at, 9);
  *at++ = '+';
  return put_count_left (at, 8, row->self_calls);
}

static void
print_node (const struct cycles_printer *printer, const struct cycles_row *row)
{
  const unsigned style = row->kind == CYCLES_WHOLE ? STYLE_BOLD : STYLE_PLAIN;
  output_style (printer->out, style);
  char *at = output_room (printer->out, LINE_ROOM);
  at = put_percent (printer->out, at, 8, 1, row->percent, style);
  *at++ = ' ';
  at = put_fixed (at, 8, 2, row->self);
  *at++ = ' ';
  at = put_fixed (at, 8, 2, row->total);
  *at++ = ' ';
  at = put_calls (printer, at, row);
  *at++ = ' ';
  output_advance (printer->out, at);
  if (row->kind == CYCLES_WHOLE)
    output_printf (printer->out, "<cycle %u as a whole>\n",
                   (unsigned)row->cycle);
  else
    {
      output_text (printer->out,
                   names_of (printer->report->names, row->symbol));
      output_char (printer->out, '\n');
    }
  output_style (printer->out, STYLE_PLAIN);
}

static void
print_arc (const struct cycles_printer *printer, const struct cycles_row *row)
{
  struct output *out = printer->out;
  struct names *names = printer->report->names;
  output_text (out, row->breaks ? "     *" : "      ");
  if (has_no_counts (printer))
    output_blanks (out, 11);
  else
    output_count (out, 11, row->calls);
  output_text (out, "  ");
  output_text (out, names_of (names, row->symbol));
  output_text (out, " -> ");
  output_text (out, names_of (names, row->callee));
  output_char (out, '\n');
}

static void
print_verdict (const struct cycles_printer *printer)
{
  const struct cycles_row *whole = &printer->whole;
  output_text (printer->out,
               whole->verified
                   ? "\nWithout the arcs marked * there is no cycle"
                   : "\nEven without the arcs marked * there is a cycle");
  if (!has_no_counts (printer))
    output_printf (printer->out,
                   "; they have %" PRIu64 " of %" PRIu64 " calls",
                   whole->lost_calls, whole->self_calls);
  output_text (printer->out, whole->minimal
                                 ? "\n"
                                 : " (the cycle is so large that fewer arcs "
                                   "may do)\n");
}

static void
print_row (struct cycles_printer *printer, const struct cycles_row *row)
{
  struct output *out = printer->out;
  const bool first = row->kind != printer->kind;
  if (first && printer->kind == CYCLES_ARC)
    print_verdict (printer);
  switch (row->kind)
    {
    case CYCLES_WHOLE:
      printer->whole = *row;
      output_heading (out, "  % time     self    total   called           "
                           "member\n");
      print_node (printer, row);
      break;
    case CYCLES_MEMBER:
      print_node (printer, row);
      break;
    case CYCLES_ARC:
      if (first)
        output_heading (out, has_no_counts (printer)
                                 ? "\n                   arc\n"
                                 : "\n            calls  arc\n");
      print_arc (printer, row);
      break;
    case CYCLES_BREAK:
      print_option (printer, row);
      break;
    case CYCLES_END:
      output_text (out, printer->kind == CYCLES_BREAK ? "\n" : "");
      output_text (out, "-----------------------------------------------\n");
      break;
    }
  printer->kind = row->kind;
}

enum status
print_cycles (struct report *report, struct diag *diag)
{
  struct cycles_printer printer
      = { .report = report, .out = report->output, .kind = CYCLES_END };
  struct cycles_view view;
  enum status status = cycles_view_start (&view, report, diag);
  if (status == STATUS_OK)
    {
      report_separate (report);
      output_heading (report->output, "Cycles:");
      output_text (report->output,
                   report->cycles->count > 0 ? "\n\n" : "\n\n no cycles\n");
      for (const struct cycles_row *row;
           (row = cycles_view_next (&view)) != NULL;)
        print_row (&printer, row);
    }
  cycles_view_end (&view);
  return status;
}
