/* test_listings.c - which listings there are, what they need, and their order
   (R1.5-R1.7).  */

#include "config.h"

#include "output/formats.h"

#include <stdlib.h>

#include "capture.h"
#include "corridor.h"
#include "tap.h"
#include "tiny_program.h"
#include "typed_programs.h"
#include "warned.h"

/* --- What is needed ------------------------------------------------------- */

static void
check_needs (const char *line, unsigned needs, bool any)
{
  struct tiny_program tiny = { 0 };
  tiny_options (&tiny, line);
  const unsigned listings = tiny.options.requested;
  is_u64 (listings_needs (listings, &tiny.options), needs, "'%s': needs",
          line);
  is_u64 (listings_any_but (LISTING_SUM | LISTING_INFO, listings,
                            &tiny.options),
          any, "'%s': whether it prints", line);
  tiny_release (&tiny);
}

static void
test_needs (void)
{
  check_needs ("", 0, false);
  check_needs ("-p", NEEDS_HISTOGRAM, true);
  check_needs ("-q", NEEDS_ARCS | NEEDS_INDEX_PLACES, true);
  check_needs ("-q -T", NEEDS_ARCS, true);
  check_needs ("-C", NEEDS_PLACES, true);
  check_needs ("-A", NEEDS_PLACES | NEEDS_COVERAGE | NEEDS_SOURCES, true);
  check_needs ("-r", NEEDS_FUNCTION_ORDER, true);
  check_needs ("-Rmap", NEEDS_FILE_ORDER, true);
  check_needs ("--per-file", NEEDS_SPREADS, true);
  check_needs ("--diff=old", NEEDS_SPREADS, true);
  check_needs ("-p -C -T", NEEDS_HISTOGRAM | NEEDS_PLACES, true);
  check_needs ("--explain", NEEDS_FINDINGS | NEEDS_SOURCES, true);
  check_needs ("--cycles", NEEDS_ARCS | NEEDS_CYCLE_BREAKING, true);
  check_needs ("--asm=f", NEEDS_SAMPLED_CODE | NEEDS_SOURCES, true);
  check_needs ("-i", 0, false);
  check_needs ("-s", 0, false);
  check_needs ("-i -s", 0, false);
  check_needs ("-i -s -r", NEEDS_FUNCTION_ORDER, true);
  check_needs ("-s -d1", 0, true);
}

/* --- What is printed if nothing was asked for (R1.5) ---------------------- */

static void
check_choice (const char *line, bool has_histogram, bool has_arcs,
              unsigned listings, const char *warning)
{
  const struct profile profile
      = { .has_histogram = has_histogram, .has_arcs = has_arcs };
  struct tiny_program tiny = { 0 };
  struct caught_diag caught;
  caught_start (&caught);
  tiny_options (&tiny, line);
  is_u64 (listings_choose (&tiny.options, &profile, &caught.diag), listings,
          "'%s', %s: what is printed", line,
          has_histogram ? has_arcs ? "all data" : "no arcs"
          : has_arcs    ? "no samples"
                        : "no data");
  is_warned (&caught, warning, line);
  tiny_release (&tiny);
  caught_release (&caught);
}

static void
test_choice (void)
{
  check_choice ("", true, true, LISTING_FLAT | LISTING_GRAPH, "");
  check_choice ("", true, false, LISTING_FLAT, "call graph");
  check_choice ("", false, true, LISTING_GRAPH, "");
  check_choice ("", false, false, LISTING_EXEC, "");
  check_choice ("-P", true, true, LISTING_GRAPH, "");
  check_choice ("-Q", true, true, LISTING_FLAT, "");
  check_choice ("-Q", true, false, LISTING_FLAT, "");
  check_choice ("-P -Q", true, true, 0, "");
  check_choice ("-P", true, false, 0, "call graph");
  check_choice ("-Z", false, false, 0, "");
  check_choice ("-Z", true, true, LISTING_FLAT | LISTING_GRAPH, "");
  check_choice ("-C", true, true, LISTING_EXEC, "");
  check_choice ("-C", true, false, LISTING_EXEC, "");
  check_choice ("-i", true, true, LISTING_INFO, "");
}

/* --- Missing data (R1.7) -------------------------------------------------- */

static void
check_data (const char *line, bool has_histogram, bool has_arcs,
            const char *message)
{
  const struct profile profile
      = { .has_histogram = has_histogram, .has_arcs = has_arcs };
  struct tiny_program tiny = { 0 };
  struct diag diag = { 0 };
  tiny_options (&tiny, line);
  is_u64 (listings_check (listings_needs (tiny.options.requested,
                                          &tiny.options),
                          &tiny.options, &profile, &diag),
          message == NULL ? STATUS_OK : STATUS_FORMAT, "'%s': data", line);
  ok (message == NULL
          ? diag.text == NULL
          : diag.text != NULL && strstr (diag.text, message) != NULL,
      "it says '%s'", message != NULL ? message : "nothing");
  diag_release (&diag);
  tiny_release (&tiny);
}

static void
test_data (void)
{
  check_data ("-p -q", true, true, NULL);
  check_data ("-p -q", false, false, "no histogram");
  check_data ("-p", true, false, NULL);
  check_data ("-q", false, true, NULL);
  check_data ("-q", true, false, "no arcs");
  check_data ("-p", false, true, "no histogram");
  check_data ("-C -A -r", false, false, NULL);
}

/* --- Printing (R1.6) ------------------------------------------------------ */

/* The letters that stand for the listings that are printed, in their order:
   flat profile, graph, index, counts of executions, function order.  */
static void
check_order (const char *options, const char *expected)
{
  static const struct
  {
    const char *text;
    char letter;
  } marks[] = { { "cumulative", 'f' },
                { "index", 'g' },
                { "Index by function name", 'i' },
                { "executions\n", 'c' },
                { "main\nwork\nhelper\n", 'r' } };
  struct corridor c;
  char got[10] = "";
  size_t last = 0;
  corridor_walk (&c, options, plain_symbols, plain_gmon);
  char *text = corridor_try (&c, listings_print);
  for (;;)
    {
      size_t nearest = SIZE_MAX, which = 0;
      for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        {
          const char *at = strstr (text, marks[i].text);
          if (at == NULL || strchr (got, marks[i].letter) != NULL)
            continue;
          if ((size_t)(at - text) < nearest)
            nearest = (size_t)(at - text), which = i;
        }
      if (nearest == SIZE_MAX)
        break;
      ok (nearest >= last, "%c comes next", marks[which].letter);
      last = nearest;
      got[strlen (got)] = marks[which].letter;
    }
  is_text (got, expected, "'%s': the listings in their order", options);
  free (text);
  corridor_release (&c);
}

static void
test_order (void)
{
  check_order ("-b -p -q -C -r", "fgicr");
  check_order ("-b -r -C -q -p", "fgicr");
  check_order ("-b -T -p -q -C -r", "gficr");
  check_order ("-b -p", "f");
  check_order ("-b -q", "gi");
  check_order ("-b -C", "c");
  check_order ("-b -r", "r");
  check_order ("-b -i", "");
}

/* A listing that cannot be had ends the rest.  */
static void
test_failure (void)
{
  struct corridor c;
  struct capture capture;
  struct diag diag = { 0 };
  corridor_walk (&c, "-b -A -y -r", plain_symbols, plain_gmon);
  c.reporting.source_path = (struct search_path){ 0 };
  capture_start (&capture);
  c.reporting.report.output = &capture.output;
  is_u64 (listings_print (&c.reporting.report, &diag), STATUS_OK,
          "sources that are not there are passed over");
  c.reporting.report.output = NULL;
  free (capture_end (&capture, NULL));
  diag_release (&diag);
  corridor_release (&c);
}

int
main (void)
{
  test_needs ();
  test_choice ();
  test_data ();
  test_order ();
  test_failure ();
  return done ();
}
