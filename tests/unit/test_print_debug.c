/* test_print_debug.c - what -d prints (R11.1).

   The programs of typed_programs.h, and small ones for topics of which those
   have no data.  Times are worked out there.  */

#include "config.h"

#include "output/printers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "capture.h"
#include "corridor.h"
#include "tap.h"
#include "typed_programs.h"

static const struct target target = { .word_size = 8 };

/* What REPORT is made of.  */
static struct measured
measured_for (const struct report *report)
{
  return (struct measured){ .profile = report->profile,
                            .symtab = report->symtab,
                            .target = &target,
                            .selection = report->selection,
                            .quirks = &report->options->quirks,
                            .exact = report->options->exact };
}

static enum status
print_plainly (struct report *report, struct diag *diag)
{
  const struct measured of = measured_for (report);
  return print_debug (report, &of, diag);
}

/* What OPTIONS print for a program must be EXPECTED.  */
static void
check (const char *options, const char *symbols, const char *gmon,
       const char *expected, const char *what)
{
  struct corridor c;
  corridor_walk (&c, options, symbols, gmon);
  char *text = corridor_try (&c, print_plainly);
  is_text (text, expected, "%s", what);
  ok (!c.reporting.report.printed, "the next listing does not notice");
  free (text);
  corridor_release (&c);
}

/* As check, for topic BIT: the lines after the summary are LINES, which lack
   their prefix.  */
static void
check_topic (unsigned bit, const char *options, const char *symbols,
             const char *gmon, const char *lines)
{
  char words[128], prefix[24];
  struct corridor c;
  snprintf (words, sizeof words, "-d%u%s%s", bit, *options ? " " : "",
            options);
  snprintf (prefix, sizeof prefix, "debug %u: ", bit);
  corridor_walk (&c, words, symbols, gmon);
  char *text = corridor_try (&c, print_plainly);
  /* Take the prefix off the section's lines and drop the others.  */
  char *to = text;
  for (char *line = text, *next; *line != '\0'; line = next)
    {
      next = line + strcspn (line, "\n") + 1;
      if (strncmp (line, prefix, strlen (prefix)) != 0)
        continue;
      line += strlen (prefix);
      memmove (to, line, (size_t)(next - line));
      to += next - line;
    }
  *to = '\0';
  is_text (text, lines, "-d%u %s", bit, options);
  free (text);
  corridor_release (&c);
}

static void
test_summary (void)
{
  check ("-d0 prog one two", plain_symbols, plain_gmon,
         "debug 1: == summary\n"
         "debug 1: image prog\n"
         "debug 1: profile one\n"
         "debug 1: profile two\n"
         "debug 1: symbols 5 arcs 5 cycles 0\n"
         "debug 1: histograms 1 bins 16 rate 100 scale 2\n"
         "debug 1: raw arcs 5 blocks 0\n"
         "debug 1: ticks 200 in the flat profile, 200 in the call graph\n",
         "bit 1 is always there, others only if asked for");
  check ("", plain_symbols, plain_gmon, "", "nothing without -d");
  check ("-d16384 a\nb c", "end 1000", "magic 1\n",
         "debug 1: == summary\n"
         "debug 1: image a\\012b\n"
         "debug 1: profile c\n"
         "debug 1: symbols 0 arcs 0 cycles 0\n"
         "debug 1: histograms 0 bins 0 rate 0 scale 0\n"
         "debug 1: raw arcs 0 blocks 0\n"
         "debug 1: ticks 0 in the flat profile, 0 in the call graph\n",
         "a bit without topic; a name with a line feed");
}

static void
test_cycles (void)
{
  check_topic (2, "", cycle_symbols, cycle_gmon,
               "== topological order, callees before callers\n"
               "place 1 leaf@0x1030 cycle 0\n"
               "place 2 a@0x1010 cycle 1\n"
               "place 3 b@0x1020 cycle 1\n"
               "place 4 main@0x1000 cycle 0\n");
  check_topic (4, "", cycle_symbols, cycle_gmon,
               "== cycles\n"
               "cycle 1 has a@0x1010\n"
               "cycle 1 has b@0x1020\n");
  check_topic (4, "", plain_symbols, plain_gmon, "== cycles\n");
}

/* Arcs of every fate.  */
static const char fate_symbols[] = "L 1000 label\n"
                                   "T 1010 f\n"
                                   "L 1020 inner\n"
                                   "T 1030 h\n"
                                   "end 1040";

static const char fate_gmon[] = "arc 900 1010 1\n"
                                "arc 1010 1040 2\n"
                                "arc 1010 1004 3\n"
                                "arc 1012 1024 4\n"
                                "arc 1034 1012 5\n";

static void
test_raw_arcs (void)
{
  check_topic (16, "-kh/f", fate_symbols, fate_gmon,
               "== raw arcs\n"
               "raw arc 0x900 to 0x1010 count 1: its call site is in no "
               "symbol\n"
               "raw arc 0x1010 to 0x1040 count 2: its callee is in no "
               "symbol\n"
               "raw arc 0x1010 to 0x1004 count 3: no function at or below its "
               "callee\n"
               "raw arc 0x1012 to 0x1024 count 4: kept\n"
               "raw arc 0x1034 to 0x1012 count 5: the tables of arcs leave it "
               "out\n");
  check_topic (512, "", fate_symbols, "arc 900 1012 1\nblock 1024 1 1040 2\n",
               "== address lookups\n"
               "call site 0x900 in no symbol\n"
               "callee 0x1012 in f@0x1010\n"
               "block 0x1024 in inner@0x1020\n"
               "block 0x1040 in no symbol\n");
}

/* main passes its 200 to _start, work its 150 to main, helper 40 and 120.  */
static void
test_arcs (void)
{
  check_topic (32, "", plain_symbols, plain_gmon,
               "== what arcs are ordered by, and pass up\n"
               "arc _start@0x1030 to main@0x1000 kind between self 10 child "
               "190\n"
               "arc main@0x1000 to work@0x1010 kind between self 30 child "
               "120\n"
               "arc main@0x1000 to helper@0x1020 kind between self 40 child "
               "0\n"
               "arc work@0x1010 to helper@0x1020 kind between self 120 child "
               "0\n"
               "arc helper@0x1020 to helper@0x1020 kind self self 0 child "
               "0\n");
  check_topic (32, "", "T 1000 a\nT 1010 b\nend 1020",
               "arc 1000 1010 2\narc 1010 1000 3\n",
               "== what arcs are ordered by, and pass up\n"
               "arc a@0x1000 to b@0x1010 kind cycle self 0 child 0\n"
               "arc b@0x1010 to a@0x1000 kind cycle self 0 child 0\n");
}

/* Arcs that only the code has come behind the counted ones.  */
static void
test_arcs_of_code (void)
{
  struct corridor c;
  corridor_walk (&c, "-d8", "T 1000 f\nT 1010 g\nend 1020",
                 "arc 1000 1010 7\narc 1010 1000 0\n");
  c.measurement.graph.counted = 1;
  char *text = corridor_try (&c, print_plainly);
  is_text (strstr (text, "debug 8: =="),
           "debug 8: == arcs of the call graph\n"
           "debug 8: arc f@0x1000 to g@0x1010 count 7\n"
           "debug 8: arc g@0x1010 to f@0x1000 count 0 only in the code\n",
           "arcs of the code");
  free (text);
  corridor_release (&c);
}

/* f covers half of the first two bins, g half of the second and the third.  */
static void
test_samples (void)
{
  check_topic (64, "-Pg", "T 1002 f\nL 1006 g\nend 100a",
               "hist 1000 1010 100 seconds s 4 6 8 2\narc 1 2 3\n",
               "== samples\n"
               "bin 0x1000-0x1004 ticks 4\n"
               "bin 0x1000 credits 2 f@0x1002\n"
               "bin 0x1004-0x1008 ticks 6\n"
               "bin 0x1004 credits 3 f@0x1002\n"
               "bin 0x1004 leaves out 3 g@0x1006\n"
               "bin 0x1008-0x100c ticks 8\n"
               "bin 0x1008 leaves out 4 g@0x1006\n"
               "bin 0x100c-0x1010 ticks 2\n");
}

/* The members of a cycle have their own time, it has that of both; leaf's 100
   go to a and so to the cycle.  */
static void
test_propagation (void)
{
  check_topic (1024, "", cycle_symbols, cycle_gmon,
               "== propagation\n"
               "node 0 main@0x1000 self 0 child 200 fraction 1 propagated 0 "
               "200 calls 0 within 0 shown\n"
               "node 1 a@0x1010 self 40 child 100 fraction 1 propagated 40 "
               "100 calls 3 within 0 shown\n"
               "node 2 b@0x1020 self 60 child 0 fraction 1 propagated 60 0 "
               "calls 3 within 4 shown\n"
               "node 3 leaf@0x1030 self 100 child 0 fraction 1 propagated 100 "
               "0 calls 5 within 0 shown\n"
               "node 4 cycle self 100 child 100 fraction 1 propagated 100 100 "
               "calls 2 within 4 shown\n");
  check_topic (1024, "-q -Eidle", "T 1040 idle\nend 1050", "magic 1\n",
               "== propagation\n"
               "node 0 idle@0x1040 self 0 child 0 fraction 0 propagated 0 0 "
               "calls 0 within 0 hidden\n");
}

/* Flags of symbols, and calls found in the code.  */
static enum status
print_calls (struct report *report, struct diag *diag)
{
  struct static_arc arcs[] = { { 0, 1 }, { 1, SYM_NONE } };
  const struct callscan calls
      = { .arcs = { .items = arcs, .count = 2 }, .indirect_name = "<x>" };
  struct measured of = measured_for (report);
  of.calls = &calls;
  return print_debug (report, &of, diag);
}

static void
test_code (void)
{
  struct corridor c;
  corridor_walk (&c, "-d384 -c", "t 1000 f far/a.c:3\nL 1010 g\nend 1020",
                 "arc 1000 1000 1\n");
  c.program.symtab.flags[0] |= SYMBOL_OURS;
  c.program.symtab.flags[1] |= SYMBOL_MAPPED;
  char *text = corridor_try (&c, print_calls);
  is_text (strstr (text, "debug 128"),
           "debug 128: == symbols\n"
           "debug 128: symbol f@0x1000 limit 0x1010 static function "
           "unknown-to-gnu at far/a.c:3\n"
           "debug 128: symbol g@0x1010 limit 0x1020 global label mapped at "
           "?:0\n"
           "debug 256: == calls found in the code\n"
           "debug 256: call from f@0x1000 to g@0x1010\n"
           "debug 256: call from g@0x1010 to no symbol\n",
           "symbols and calls");
  free (text);
  corridor_release (&c);
}

static void
test_blocks (void)
{
  static const char gmon[] = "block 1014 5 1006 1 2000 9 1002 3\n";
  check_topic (2048, "-l", fate_symbols, gmon,
               "== basic blocks\n"
               "block 0x1006 count 1 in label@0x1000\n"
               "block 0x1002 count 3 in label@0x1000\n"
               "block 0x1014 count 5 in f@0x1010\n");
  check_topic (2048, "", fate_symbols, gmon, "== basic blocks\n");
}

static void
test_specs (void)
{
  check_topic (4096, "-pmain.c -k_start/main.c -kwork/helper -Ehelper",
               plain_symbols, plain_gmon,
               "== symspecs and tables\n"
               "spec flat-include main.c\n"
               "spec arcs-exclude _start/main.c\n"
               "spec arcs-exclude work/helper\n"
               "spec time-exclude helper\n"
               "spec graph-exclude helper\n"
               "table graph-exclude has helper@0x1020\n"
               "table arcs-exclude callers 2 has work@0x1010\n"
               "table arcs-exclude callers 1 has _start@0x1030\n"
               "table arcs-exclude callees 0 has main@0x1000\n"
               "table arcs-exclude callees 0 has work@0x1010\n"
               "table arcs-exclude callees 3 has helper@0x1020\n"
               "table flat-include has main@0x1000\n"
               "table flat-include has work@0x1010\n"
               "table time-exclude has helper@0x1020\n");
}

static void
test_sources (void)
{
  struct corridor c;
  char name[SCRATCH_NAME_SIZE], symbols[128], expected[400];
  scratch_file (name, "x\n", 2);
  snprintf (symbols, sizeof symbols,
            "T 1000 f far/%s:1\nT 1010 g nosuch.c:2\n"
            "T 1020 h /dev/null:3\nend 1030",
            name);
  snprintf (expected, sizeof expected,
            "debug 8192: == source files\n"
            "debug 8192: directory nowhere\n"
            "debug 8192: directory .\n"
            "debug 8192: file /dev/null cannot be read: /dev/null\n"
            "debug 8192: file nosuch.c not found\n"
            "debug 8192: file far/%s found ./%s\n",
            name, name);
  corridor_walk (&c, "-d8192", symbols, plain_gmon);
  search_path_add (&c.reporting.source_path, "nowhere:.");
  char *text = corridor_try (&c, print_plainly);
  is_text (strstr (text, "debug 8192"), expected, "what is found where");
  unlink (name);
  free (text);
  corridor_release (&c);
}

/* Without a number there is every section, each once and in order.  */
static void
test_all (void)
{
  struct corridor c;
  corridor_walk (&c, "-d", cycle_symbols, cycle_gmon);
  char *text = corridor_try (&c, print_plainly);
  unsigned long last = 0, sections = 0, wrong = 0;
  for (char *line = text; *line != '\0'; line += strcspn (line, "\n") + 1)
    {
      char *end = line;
      unsigned long bit = 0;
      if (strncmp (line, "debug ", 6) == 0)
        bit = strtoul (line + 6, &end, 10);
      const bool heading = strncmp (end, ": == ", 5) == 0;
      sections += heading;
      wrong += heading ? bit <= last : bit != last || *end != ':';
      last = bit;
    }
  is_u64 (sections, 14, "all sections");
  is_u64 (wrong, 0, "in order, every line with its bit");
  free (text);
  corridor_release (&c);
}

int
main (void)
{
  test_summary ();
  test_cycles ();
  test_arcs ();
  test_arcs_of_code ();
  test_raw_arcs ();
  test_samples ();
  test_propagation ();
  test_code ();
  test_blocks ();
  test_specs ();
  test_sources ();
  test_all ();
  return done ();
}
