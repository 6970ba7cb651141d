/* test_view_order.c - the rows of the orders for a linker (R10.20).

   The program is in typed_programs.h: main, work, helper, _start and idle are
   the symbols 0 to 4.  */

#include "config.h"

#include "output/view_order.h"

#include <unistd.h>

#include "capture.h"
#include "corridor.h"
#include "tap.h"
#include "typed_programs.h"

/* An order typed in, instead of what the analysis makes.  */
struct given
{
  struct corridor corridor;
  struct ordering ordering;
  struct symfile_map map;
};

/* Let the COUNT symbols of IDS be the order; symbol I is called NAMES[I] if
   that is not null; MAP is the text of the map, null if there is none.  */
static void
give (struct given *g, const char *options, const sym_id *ids, size_t count,
      const char *const *names, const char *map)
{
  struct diag diag = { 0 };
  *g = (struct given){ 0 };
  corridor_walk (&g->corridor, options, plain_symbols, plain_gmon);
  for (size_t i = 0; i < count; i++)
    if (!vec_push (&g->ordering.order, ids[i]))
      helper_failed ("order", "no memory");
  for (sym_id id = 0; names != NULL && id < 5; id++)
    if (names[id] != NULL)
      g->corridor.program.symtab.name[id] = names[id];
  if (map != NULL)
    {
      char name[SCRATCH_NAME_SIZE];
      scratch_file (name, map, strlen (map));
      if (symfile_read_map (&g->map, name, &diag) != STATUS_OK)
        helper_failed ("map", map);
      unlink (name);
    }
  g->corridor.reporting.report.ordering = &g->ordering;
  g->corridor.reporting.report.map = &g->map;
}

/* The names are EXPECTED, apart by blanks.  */
static void
names_are (struct given *g, bool of_files, const char *expected)
{
  struct order_view view;
  struct diag diag = { 0 };
  char text[100] = "";
  const char *name;
  is_u64 (order_view_start (&view, &g->corridor.reporting.report, of_files,
                            &diag),
          STATUS_OK, "a view begins");
  for (size_t i = 0; (name = order_view_next (&view)) != NULL; i++)
    snprintf (text + strlen (text), sizeof text - strlen (text), "%s%s",
              i > 0 ? " " : "", name);
  is_text (text, expected, "the names");
  ok (order_view_next (&view) == NULL, "none comes behind them");
  order_view_end (&view);
  order_view_end (&view);
  symfile_map_release (&g->map);
  ordering_release (&g->ordering);
  corridor_release (&g->corridor);
}

/* Functions come as they were placed, and as often: the map does not count.  */
static void
test_functions (void)
{
  static const sym_id ids[] = { 2, 0, 4, 0, 1 };
  struct given g;
  give (&g, "-r", ids, 5, NULL, NULL);
  names_are (&g, false, "helper main idle main work");
  give (&g, "-r", ids, 0, NULL, "a.o: x\n");
  names_are (&g, false, "");
}

/* The symbols 0 and 2 stand for m.o, 3 for a.o; c.o and z.o have no symbol and
   come behind, by name.  The map has the files in another order.  */
static void
test_files (void)
{
  static const char *const names[] = { "m.o", NULL, "m.o", "a.o", NULL };
  static const char map[] = "z.o: 1\nm.o: 2\na.o: 3\nc.o: 4\n";
  static const sym_id twice[] = { 2, 3, 0 }, none[] = { 0 };
  struct given g;
  give (&g, "-Rmap", twice, 3, names, map);
  names_are (&g, true, "m.o a.o c.o z.o");
  give (&g, "-Rmap --gnu-compat", twice, 3, names, map);
  names_are (&g, true, "m.o a.o m.o c.o z.o");
  give (&g, "-Rmap", none, 0, names, map);
  names_are (&g, true, "a.o c.o m.o z.o");
}

/* All files have symbols, the last one by name, too.  */
static void
test_all_files (void)
{
  static const char *const names[] = { "b.o", "a.o", NULL, NULL, NULL };
  static const sym_id both[] = { 0, 1 };
  struct given g;
  give (&g, "-Rmap", both, 2, names, "a.o: 1\nb.o: 2\n");
  names_are (&g, true, "b.o a.o");
}

int
main (void)
{
  test_functions ();
  test_files ();
  test_all_files ();
  return done ();
}
