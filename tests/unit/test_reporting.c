/* test_reporting.c - what is printed behind one another, and what is looked up
   for it.

   The image is typed in (tiny_elf.h) and has no debugging information.  */

#include "config.h"

#include "output/reporting.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "capture.h"
#include "gmon_text.h"
#include "tap.h"
#include "tiny_elf.h"
#include "tiny_program.h"

static const char symbols[] = "local func text 1000 helper\n"
                              "global func text 1400 main\n"
                              "global func text 1800 unused\n";

/* main has 1 tick and calls helper twice, which has 3.  */
static const char gmon[] = "hist 1000 1c00 100 seconds s 3 1 0\n"
                           "arc 1404 1000 2\n";

static char image_name[SCRATCH_NAME_SIZE];

/* One report, as main makes it.  */
struct run
{
  struct tiny_program tiny;
  struct profile profile;
  struct measured of;
  struct measurement measurement;
  struct reporting reporting;
  struct caught_diag caught;
  char *text; /* what was printed */
};

static void
must (enum status status, const char *what)
{
  if (status != STATUS_OK)
    helper_failed (what, "failed");
}

static void
measure (struct run *run)
{
  const struct options *options = &run->tiny.options;
  struct diag *diag = &run->caught.diag;
  run->of = (struct measured){ .profile = &run->profile,
                               .symtab = &run->tiny.program.symtab,
                               .target = program_target (&run->tiny.program),
                               .selection = &run->tiny.program.selection,
                               .quirks = &options->quirks };
  must (measurement_count (&run->measurement, &run->of, options->by_line,
                           diag),
        "count");
  must (measurement_propagate (&run->measurement, &run->of, diag),
        "propagate");
}

/* Report what GMON says with OPTIONS, a text that ends where the name of the
   image belongs.  */
static void
report (struct run *run, const char *options, const char *gmon_text)
{
  char line[80];
  struct capture capture;
  *run = (struct run){ 0 };
  caught_start (&run->caught);
  snprintf (line, sizeof line, "%s%s", options, image_name);
  tiny_options (&run->tiny, line);
  must (tiny_load (&run->tiny, &run->caught.diag), "tiny_load");
  gmon_text_read (gmon_text, &run->profile);
  measure (run);
  capture_start (&capture);
  const struct reported reported = { .options = &run->tiny.options,
                                     .listings = run->tiny.options.requested,
                                     .program = &run->tiny.program,
                                     .of = &run->of,
                                     .measurement = &run->measurement,
                                     .output = &capture.output };
  is_u64 (reporting_print (&run->reporting, &reported, &run->caught.diag),
          STATUS_OK, "'%s' is printed", options);
  run->text = capture_end (&capture, NULL);
}

static void
release (struct run *run)
{
  free (run->text);
  reporting_release (&run->reporting);
  reporting_release (&run->reporting);
  measurement_release (&run->measurement);
  profile_release (&run->profile);
  tiny_release (&run->tiny);
  caught_release (&run->caught);
}

/* Where PART is in what was printed; -1 if it is not.  */
static long
place_of (const struct run *run, const char *part)
{
  const char *at = strstr (run->text, part);
  return at != NULL ? at - run->text : -1;
}

/* What -d tells comes before all listings.  A form feed separates these, also
   from what -i has printed before (R0.4).  */
static void
test_order (void)
{
  struct run run;
  report (&run, "-b -p -q -d1 ", gmon);
  ok (place_of (&run, "debug 1: ") == 0, "-d is first");
  const long flat = place_of (&run, "Flat profile:");
  const long graph = place_of (&run, "Call graph");
  const long index = place_of (&run, "Index by");
  ok (0 < flat && flat < graph && graph < index, "then the listings");
  is_u64 (run.reporting.report.printed, true, "something was printed");
  release (&run);

  report (&run, "-b -p ", gmon);
  ok (place_of (&run, "Flat profile:") == 0, "the first listing is at once");
  release (&run);
  report (&run, "-b -p -i ", gmon);
  ok (place_of (&run, "\f\nFlat profile:") == 0, "or behind a form feed");
  release (&run);
  report (&run, "-i ", gmon);
  is_text (run.text, "", "nothing is printed of nothing");
  release (&run);
}

/* --- Places that are looked up -------------------------------------------- */

/* Were all symbols located?  Not those of static functions alone.  */
static void
check_located (const char *options, bool all)
{
  struct run run;
  report (&run, options, gmon);
  is_u64 (run.tiny.program.all_located, all, "'%s': all are located", options);
  release (&run);
}

static void
test_located (void)
{
  check_located ("-b -p ", false);
  check_located ("-b -q ", false);
  check_located ("-b -C ", true);
  check_located ("-b -A ", true);
  check_located ("-b -r ", false);
  check_located ("-b -p -d128 ", true);
  check_located ("-b -p -d8192 ", true);
  check_located ("-b -p -d64 ", false);
}

/* --- What only some listings need ----------------------------------------- */

static void
check_needs (const char *options, bool covered, bool numbered, size_t ordered)
{
  struct run run;
  report (&run, options, gmon);
  is_u64 (run.measurement.coverage.file_count > 0, covered, "'%s': coverage",
          options);
  is_u64 (run.reporting.report.name_lines != NULL, numbered,
          "'%s': numbers of entries", options);
  is_u64 (run.measurement.ordering.order.count, ordered, "'%s': an order",
          options);
  release (&run);
}

static void
test_needs (void)
{
  check_needs ("-b -p ", false, false, 0);
  check_needs ("-b -q ", false, true, 0);
  check_needs ("-b -r ", false, true, 3);
}

/* --- Where sources are looked for (R1.9) ---------------------------------- */

/* Do the directories in their order make EXPECTED?  */
static void
check_path (const char *options, const char *more, const char *expected,
            bool expects)
{
  struct run run;
  char got[100] = "";
  if (more != NULL)
    setenv ("GPROF_PATH", more, 1);
  else
    unsetenv ("GPROF_PATH");
  report (&run, options, gmon);
  const struct search_path *path = &run.reporting.source_path;
  for (size_t i = 0; i < path->directories.count; i++)
    snprintf (got + strlen (got), sizeof got - strlen (got), "%s%s",
              i > 0 ? " " : "", path->directories.items[i]);
  is_text (got, expected, "'%s': directories", options);
  is_u64 (path->expected.count > 0, expects,
          "'%s': whether files are expected there alone", options);
  release (&run);
  unsetenv ("GPROF_PATH");
}

static void
test_path (void)
{
  check_path ("-b -p ", NULL, "", false);
  check_path ("-b -p -Ia -Ib:c ", NULL, "a b c", false);
  check_path ("-b -p -Ia ", "d:e", "a d e", false);
  check_path ("-b -A ", "d", "d", true);
}

/* --- What the report is about --------------------------------------------- */

/* For a terminal, names have no control characters.  */
static void
test_report (void)
{
  struct run run;
  report (&run, "-b -p ", gmon);
  const struct report *made = &run.reporting.report;
  ok (made->options == &run.tiny.options
          && made->symtab == &run.tiny.program.symtab
          && made->selection == &run.tiny.program.selection
          && made->map == &run.tiny.program.map
          && made->profile == &run.profile
          && made->graph == &run.measurement.graph,
      "it borrows what it is about");
  is_double (made->total_ticks, 4, "four ticks");
  ok (!run.reporting.names.escapes, "no terminal");
  release (&run);
}

int
main (int argc, char **argv)
{
  if (argc < 1 || !tiny_elf (image_name, argv[0], symbols))
    {
      skip (1, "this is no 64-bit ELF system");
      return done ();
    }
  test_order ();
  test_located ();
  test_needs ();
  test_path ();
  test_report ();
  unlink (image_name);
  return done ();
}
