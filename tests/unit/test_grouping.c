/* test_grouping.c - functions added up by clones, file, directory,
   namespace or object (R14.30-R14.33).  */

#include "config.h"

#include "analysis/grouping.h"

#include <stdio.h>
#include <string.h>

#include "corridor.h"
#include "tap.h"

/* ticks: main 10, work 20, work.part.0 30, help 40; idle was not used.

     main --2--> work --3--> work.part.0 --5--> help --1--> work
     main --4--> help  */
static const char symbols[] = "T 1000 main src/main.c:1\n"
                              "T 1010 work src/work.c:5\n"
                              "t 1020 work.part.0 src/work.c:9\n"
                              "T 1030 help lib/util.c:3\n"
                              "T 1040 idle src/idle.c:3\n"
                              "end 1050";
static const char gmon[]
    = "hist 1000 1050 100 seconds s 10 0 0 0  20 0 0 0  30 0 0 0  40 0 0 0 "
      "0 0 0 0\n"
      "arc 1004 1010 2\n"
      "arc 1014 1020 3\n"
      "arc 1024 1030 5\n"
      "arc 1034 1010 1\n"
      "arc 1008 1030 4\n";

/* The groups as "NAME TICKS CALLS+SELF_CALLS CYCLE, ...; FROM>TO COUNT, ..."
 */
static const char *
as_text (struct corridor *c)
{
  static char text[1000];
  const struct report *report = &c->reporting.report;
  const struct callgraph *graph = report->graph;
  size_t length = 0;
  text[0] = '\0';
  for (sym_id id = 0; id < report->symtab->count; id++)
    length += (size_t)snprintf (text + length, sizeof text - length,
                                "%s%s %g %u+%u %u", id > 0 ? ", " : "",
                                names_of (report->names, id),
                                report->analysis->self_ticks[id],
                                (unsigned)graph->calls[id],
                                (unsigned)graph->self_calls[id],
                                (unsigned)report->cycles->cycle[id]);
  for (size_t arc = 0; arc < callgraph_arc_count (graph); arc++)
    length
        += (size_t)snprintf (text + length, sizeof text - length, "%s%s>%s %u",
                             arc > 0 ? ", " : "; ",
                             names_of (report->names, graph->from.items[arc]),
                             names_of (report->names, graph->to.items[arc]),
                             (unsigned)graph->count.items[arc]);
  return text;
}

static void
check (const char *options, const char *expected)
{
  struct corridor c;
  corridor_walk (&c, options, symbols, gmon);
  is_text (as_text (&c), expected, "%s", options);
  is_double (c.reporting.report.total_ticks, 100, "%s: no tick is lost",
             options);
  corridor_release (&c);
}

static void
test_keys (void)
{
  check ("-p -q --group-by=clones",
         "main 10 0+0 0, work 50 3+3 1, help 40 9+0 1; "
         "main>work 2, work>work 3, work>help 5, help>work 1, main>help 4");
  check ("-p -q --group-by=file",
         "main.c 10 0+0 0, work.c 50 3+3 1, util.c 40 9+0 1; "
         "main.c>work.c 2, work.c>work.c 3, work.c>util.c 5, util.c>work.c 1, "
         "main.c>util.c 4");
  check ("-p -q -L --group-by=file",
         "src/main.c 10 0+0 0, src/work.c 50 3+3 1, lib/util.c 40 9+0 1; "
         "src/main.c>src/work.c 2, src/work.c>src/work.c 3, "
         "src/work.c>lib/util.c 5, lib/util.c>src/work.c 1, "
         "src/main.c>lib/util.c 4");
  check ("-p -q --group-by=directory", "src 60 1+5 1, lib 40 9+0 1; "
                                       "src>src 5, src>lib 9, lib>src 1");
  check ("-p -q --group-by=object",
         "<unknown object> 100 0+15 0; <unknown object>><unknown object> 15");
  check ("-p -q -z --group-by=clones",
         "main 10 0+0 0, work 50 3+3 1, help 40 9+0 1, idle 0 0+0 0; "
         "main>work 2, work>work 3, work>help 5, help>work 1, main>help 4");
}

/* --- Keys of single functions -------------------------------------------- */

/* Functions of 16 bytes with a tick each, so that all are used.  */
static void
check_names (const char *options, const char *table, const char *expected)
{
  struct corridor c;
  char text[400] = "";
  corridor_walk (&c, options, table,
                 "hist 1000 1080 100 seconds s 1 1 1 1 1 1 1 1\n"
                 "arc 1004 1010 1\n");
  const struct report *report = &c.reporting.report;
  for (sym_id id = 0; id < report->symtab->count; id++)
    snprintf (text + strlen (text), sizeof text - strlen (text), "%s%s %g",
              id > 0 ? ", " : "", names_of (report->names, id),
              report->analysis->self_ticks[id]);
  is_text (text, expected, "%s", options);
  corridor_release (&c);
}

static void
test_places (void)
{
  static const char table[] = "T 1000 a x.c:1\nT 1010 b\nT 1020 c /y.c:1\n"
                              "T 1030 d /s/t/y.c:1\nT 1040 e s/y.c:2\n"
                              "T 1050 f\nT 1060 g x.c:9\nT 1070 h s/z.c:1\n"
                              "end 1080";
  check_names ("-p --group-by=directory", table,
               ". 2, <unknown file> 2, / 1, /s/t 1, s 2");
  check_names ("-p --group-by=file", table,
               "x.c 2, <unknown file> 2, y.c 1, y.c 1, y.c 1, z.c 1");
}

/* Names are plain here, for there is no image.  */
static void
test_namespaces (void)
{
  static const char table[]
      = "T 1000 main\nT 1010 app::Sq<int>::area\nT 1020 app::Sq<A::B>::grow\n"
        "T 1030 app::run\nT 1040 app::run::{closure#0}\nT 1050 x\n"
        "T 1060 a.b\nT 1070 A::operator()\nend 1080";
  check_names ("-p --group-by=namespace", table,
               "<global> 4, app::Sq 2, app 2");
  check_names ("-p --names=short --group-by=namespace", table,
               "<global> 4, app::Sq 2, app 2");
}

/* What is local in a function is of the function's namespace.  */
static void
test_local_names (void)
{
  static const char table[]
      = "T 1000 f(int)::{lambda(int)#1}::operator()\n"
        "T 1010 a::C::f(b::D*)_const::{lambda()#2}::operator()\n"
        "T 1020 a::C::f(b::D*)::Local::g\n"
        "T 1030 (anonymous)::h(int)::Local::g\n"
        "T 1040 a::{lambda(int)#1}::operator()(int)_const::{lambda()#1}"
        "::operator()\n"
        "T 1050 a::{lambda(int)#1}::operator()\n"
        "T 1060 a::C::operator()(int)::Local::g\n"
        "T 1070 (anonymous)::h\nend 1080";
  check_names ("-p --group-by=namespace", table,
               "<global> 1, a::C 2, (anonymous) 2, a 3");
}

/* f.part.0 is of one of the two f, but of which?  g has none beside it.  */
static void
test_clones_of_several (void)
{
  static const char table[]
      = "t 1000 f a.c:1\nt 1010 f b.c:1\nt 1020 f.part.0\nt 1030 f.isra.1\n"
        "t 1040 g.part.0\nt 1050 g.cold\nt 1060 h.cold\nT 1070 h\nend 1080";
  check_names ("-p --group-by=clones", table, "f 1, f 1, f 2, g 2, h 2");
}

/* --- Selection ----------------------------------------------------------- */

/* The groups of the table WHICH, as names; "-" if it was not given.  */
static void
check_selection (const char *options, enum spec_table which,
                 const char *expected)
{
  struct corridor c;
  char text[200] = "";
  corridor_walk (&c, options, symbols, gmon);
  const struct report *report = &c.reporting.report;
  const struct symset *set = &report->selection->tables[which];
  for (sym_id id = 0; id < report->symtab->count; id++)
    if (symset_has (set, id))
      snprintf (text + strlen (text), sizeof text - strlen (text), "%s ",
                names_of (report->names, id));
  is_text (set->any ? text : "-", expected, "%s", options);
  corridor_release (&c);
}

static void
test_selection (void)
{
  check_selection ("--group-by=file -pwork", SPEC_FLAT_INCLUDE, "work.c ");
  check_selection ("--group-by=file -pidle", SPEC_FLAT_INCLUDE, "");
  check_selection ("--group-by=file -p", SPEC_FLAT_INCLUDE, "-");
  check_selection ("--group-by=file -Phelp", SPEC_FLAT_EXCLUDE, "util.c ");
  check_selection ("--group-by=file -Pwork", SPEC_FLAT_EXCLUDE, "-");
  check_selection ("--group-by=file -qmain", SPEC_GRAPH_INCLUDE, "main.c ");
  check_selection ("--group-by=file -Nwork -N:work.part.0", SPEC_TIME_EXCLUDE,
                   "work.c ");
  /* Arcs are left out before: only main calls help then.  */
  check ("-p -q --group-by=file -k :work.part.0/help",
         "main.c 10 0+0 0, work.c 50 3+3 0, util.c 40 4+0 0; "
         "main.c>work.c 2, work.c>work.c 3, util.c>work.c 1, "
         "main.c>util.c 4");
}

int
main (void)
{
  test_keys ();
  test_places ();
  test_namespaces ();
  test_local_names ();
  test_clones_of_several ();
  test_selection ();
  return done ();
}
