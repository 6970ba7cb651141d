/* test_view_functions.c - rows for other programs: functions, arcs and cycles
   (R15.10-R15.13, R15.21).  */

#include "config.h"

#include "output/view_functions.h"

#include <stdio.h>
#include <string.h>

#include "corridor.h"
#include "tap.h"

/* main calls work and twice helper, work calls helper six times; a and b are a
   cycle that only work calls; rec calls itself.  A bin for each function.  */
static const char symbols[]
    = "T 1000 main\nT 1010 work\nT 1020 helper\nT 1030 a\nT 1040 b\n"
      "T 1050 rec\nend 1060\n";
static const char gmon[] = "hist 1000 1060 100 seconds s 4 10 8 6 2 1\n"
                           "arc 1004 1010 3\narc 1014 1020 6\n"
                           "arc 1004 1020 2\narc 1014 1030 1\n"
                           "arc 1034 1040 5\narc 1044 1030 4\n"
                           "arc 1004 1050 1\narc 1054 1050 9\n";

struct walk
{
  struct corridor corridor;
  struct functions_view view;
};

static void
start (struct walk *walk, const char *options)
{
  *walk = (struct walk){ 0 };
  corridor_walk (&walk->corridor, options, symbols, gmon);
  functions_view_start (&walk->view, &walk->corridor.reporting.report);
}

static void
end (struct walk *walk)
{
  functions_view_end (&walk->view);
  corridor_release (&walk->corridor);
}

static const char *
name_of (const struct walk *walk, uint32_t number)
{
  return functions_view_row (&walk->view, number).function;
}

/* The rows as "name:samples ...", the arcs as "caller/callee:calls,kind
   ...".  */
static void
check (const char *options, const char *functions, const char *arcs,
       size_t arcs_left_out)
{
  static const char kinds[] = { [ARC_EXACT] = 'x',
                                [ARC_ESTIMATED] = '~',
                                [ARC_RECURSIVE] = 'r',
                                [ARC_OF_CYCLE] = 'c' };
  struct walk walk;
  char text[500] = "";
  size_t used = 0;
  start (&walk, options);
  for (size_t i = 0; i < walk.view.count; i++)
    {
      const struct function_row row = functions_view_row (&walk.view, i);
      used += (size_t)snprintf (text + used, sizeof text - used, "%s:%g%s ",
                                row.function, row.self_samples,
                                row.children_kind != ARC_ESTIMATED ? "" : "~");
    }
  is_text (text, functions, "'%s': functions", options);
  struct arc_row arc;
  used = 0;
  text[0] = '\0';
  while (functions_view_next_arc (&walk.view, &arc))
    {
      used += (size_t)snprintf (text + used, sizeof text - used, "%s/%s:%u%c ",
                                name_of (&walk, arc.caller),
                                name_of (&walk, arc.callee),
                                (unsigned)arc.calls, kinds[arc.certainty]);
    }
  is_text (text, arcs, "'%s': arcs", options);
  is_u64 (walk.view.left_out_arcs, arcs_left_out, "'%s': arcs left out",
          options);
  end (&walk);
}

static void
test_cycle (void)
{
  struct walk walk;
  start (&walk, "-q");
  is_u64 (walk.view.report->cycles->count, 1, "there is one cycle");
  const struct cycle_row row = functions_view_cycle (&walk.view, 1);
  is_u64 (row.member_count, 2, "of two");
  is_double (row.self_samples, 8, "with the samples of both");
  is_u64 (row.calls, 1, "called once");
  is_u64 (row.self_calls, 9, "and nine times by itself");
  is_u64 (walk.view.recorded_samples, 31, "all samples");
  end (&walk);
}

int
main (void)
{
  /* Neither work's nor main's time is exact: helper's is shared between
     them.  */
  check ("-p -q", "work:10~ helper:8 a:6 main:4~ b:2 rec:1 ",
         "work/a:1x work/helper:6~ a/b:5c main/work:3x main/helper:2~ "
         "main/rec:1x b/a:4c rec/rec:9r ",
         0);
  check ("-p", "work:10~ helper:8 a:6 main:4~ b:2 rec:1 ",
         "work/a:1x work/helper:6~ a/b:5c main/work:3x main/helper:2~ "
         "main/rec:1x b/a:4c rec/rec:9r ",
         0);
  check ("-qhelper", "work:10~ helper:8 main:4~ ",
         "work/helper:6~ main/work:3x main/helper:2~ ", 2);
  check ("-p -q --top=2", "work:10~ helper:8 ", "work/helper:6~ ", 1);
  check ("-p -q --hide=^helper$ --sort=name",
         "a:6 b:2 main:4~ rec:1 work:10~ ",
         "a/b:5c b/a:4c main/work:3x main/rec:1x rec/rec:9r work/a:1x ", 2);
  test_cycle ();
  return done ();
}
