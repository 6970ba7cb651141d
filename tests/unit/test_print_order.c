/* test_print_order.c - functions and object files in an order for the
   linker (R10.1, R10.20).

   The program is in typed_programs.h: _start calls main (1), main calls work
   (3) and helper (2), work calls helper (6), and nobody calls idle.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "capture.h"
#include "corridor.h"
#include "object/symfile.h"
#include "tap.h"
#include "typed_programs.h"

static void
check_functions (const char *options, const char *gmon, const char *expected,
                 const char *what)
{
  struct corridor c;
  struct ordering ordering;
  corridor_walk (&c, options, plain_symbols, gmon);
  ordering_of_functions (&ordering, &c.measurement.graph, &c.options.quirks);
  c.reporting.report.ordering = &ordering;
  char *text = corridor_print (&c, print_function_order);
  is_text (text, expected, "%s", what);
  ok (!c.reporting.report.printed, "the next listing does not notice");
  free (text);
  ordering_release (&ordering);
  corridor_release (&c);
}

/* By calls: work -> helper makes the chain work helper, main -> work lets main
   join its first, main -> helper finds both ends in the chain, and _start is
   not called, so it waits with idle for the end, by address.  */
static void
test_functions (void)
{
  check_functions ("-r", plain_gmon, "main\nwork\nhelper\n_start\nidle\n",
                   "raw names");
  check_functions ("-r -b -T -z", plain_gmon,
                   "main\nwork\nhelper\n_start\nidle\n",
                   "style does not matter");
  check_functions ("-r", "hist 1000 1040 100 seconds s 1 2 3 4\n",
                   "main\nwork\nhelper\n_start\nidle\n",
                   "without calls, by address");
}

/* Symbols stand for files: the tables' names are exchanged for them.  */
static void
check_files (const char *options, const char *const *files, const char *map,
             const char *expected, const char *what)
{
  struct corridor c;
  struct symfile_map read;
  struct ordering ordering;
  struct diag diag = { 0 };
  char name[SCRATCH_NAME_SIZE];
  scratch_file (name, map, strlen (map));
  if (symfile_read_map (&read, name, &diag) != STATUS_OK)
    helper_failed ("map", map);
  unlink (name);
  corridor_walk (&c, options, plain_symbols, plain_gmon);
  for (sym_id id = 0; id < 5; id++)
    if (files[id] != NULL)
      {
        c.program.symtab.name[id] = files[id];
        c.program.symtab.flags[id] |= SYMBOL_MAPPED;
      }
  c.reporting.report.map = &read;
  ordering_of_files (&ordering, &c.measurement.graph, &c.program.symtab);
  c.reporting.report.ordering = &ordering;
  char *text = corridor_print (&c, print_file_order);
  is_text (text, expected, "%s", what);
  free (text);
  ordering_release (&ordering);
  corridor_release (&c);
  symfile_map_release (&read);
}

static void
test_files (void)
{
  /* main, work, helper, _start, idle */
  static const char *const files[] = { "m.o", "w.o", NULL, "s.o", "i.o" };
  static const char map[] = "z.o: 1\na.o: 2\nm.o: 3\nw.o: 4\ns.o: 5\ni.o: 6\n";
  /* In the order of the profile: _start -> main, then main -> work.  */
  check_files ("-Rmap", files, map, "s.o\nm.o\nw.o\ni.o\na.o\nz.o\n",
               "by arcs, then by address, then those of no symbol by name");
}

/* w.o stands for two functions.  */
static void
test_file_of_two (void)
{
  static const char *const files[] = { "w.o", NULL, "w.o", NULL, "i.o" };
  static const char map[] = "w.o: 1\ni.o: 2\nw.o: 3\n";
  check_files ("-Rmap", files, map, "w.o\ni.o\n", "a file comes once");
  check_files ("-Rmap --gnu-compat", files, map, "w.o\nw.o\ni.o\n",
               "but as often as GNU gprof prints it");
}

int
main (void)
{
  test_functions ();
  test_files ();
  test_file_of_two ();
  return done ();
}
