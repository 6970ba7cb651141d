/* test_headings.c - headings and labels are English in every language (R0.5).

   The functions that look up translations are replaced by ones that translate
   everything, so a translated part of a listing is noticed.  */

#include "config.h"

#include <libintl.h>
#include <stdlib.h>
#include <string.h>

#include "corridor.h"
#include "base/i18n.h"
#include "tap.h"
#include "typed_programs.h"

#undef gettext
#undef dgettext
#undef dcgettext

char *gettext (const char *text);
char *dgettext (const char *domain, const char *text);
char *dcgettext (const char *domain, const char *text, int category);

static char translation[] = "(translated)";

/* A null DOMAIN is ours; libraries have their own.  */
char *
dcgettext (const char *domain, const char *text, int category)
{
  (void)category;
  return domain == NULL ? translation : (char *)(uintptr_t)text;
}

char *
dgettext (const char *domain, const char *text)
{
  return dcgettext (domain, text, 0);
}

char *
gettext (const char *text)
{
  return dcgettext (NULL, text, 0);
}

/* What PRINT prints has HEADING, and something translated only if
   EXPLAINED.  */
static void
check (const char *options, listing_printer *print, const char *heading,
       bool explained, const char *what)
{
  struct corridor c;
  corridor_walk (&c, options, cycle_symbols, cycle_gmon);
  char *text = corridor_print (&c, print);
  ok (strstr (text, heading) != NULL, "%s: headings", what);
  is_u64 (strstr (text, translation) != NULL, explained, "%s: explanations",
          what);
  free (text);
  corridor_release (&c);
}

int
main (void)
{
  ok (strcmp (_ ("no text of gprof"), translation) == 0,
      "everything has a translation");
  check ("", print_flat, "Flat profile:", true, "flat profile");
  check ("-b", print_flat, "cumulative", false, "flat profile, brief");
  check ("-T", print_flat, "flat profile:", true, "traditional");
  check ("-b -T", print_flat, "granularity: each", false, "brief, too");
  check ("", print_graph, "Call graph (explanation follows)", true,
         "call graph");
  check ("-b", print_graph, "index % time", false, "call graph, brief");
  check ("-b -T", print_graph, "called/total", false, "traditional");
  check ("", print_index, "Index by function name", false, "index");
  check ("-C", print_exec, " executions\n", false, "execution counts");
  return done ();
}
