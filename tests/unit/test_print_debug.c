/* test_print_debug.c - what -d prints (R11.1).

   The programs of typed_programs.h, and small ones for topics of which those
   have no data.  Times are worked out there.  */

#include "config.h"

#include "output/print_debug.h"

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
  const struct debug debug = { .report = report, .of = &of };
  return print_debug (&debug, diag);
}

/* What OPTIONS print for a program must be EXPECTED.  */
static void
check (const char *options, const char *symbols, const char *gmon,
       const char *expected, const char *what)
{
  struct corridor c;
  corridor_walk (&c, options, symbols, gmon);
  char *text = corridor_print (&c, print_plainly);
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
  char *text = corridor_print (&c, print_plainly);
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
         "debug 1: symbols 5\n"
         "debug 1: histograms 1\n"
         "debug 1: bins 16\n"
         "debug 1: rate 100\n"
         "debug 1: scale 2\n"
         "debug 1: raw arcs 5\n"
         "debug 1: arcs 5\n"
         "debug 1: cycles 0\n"
         "debug 1: blocks 0\n"
         "debug 1: ticks in the flat profile 200\n"
         "debug 1: ticks in the call graph 200\n",
         "bit 1 is always there, others only if asked for");
  check ("", plain_symbols, plain_gmon, "", "nothing without -d");
  check ("-d16384 a\nb c", "end 1000", "magic 1\n",
         "debug 1: == summary\n"
         "debug 1: image a\\012b\n"
         "debug 1: profile c\n"
         "debug 1: symbols 0\n"
         "debug 1: histograms 0\n"
         "debug 1: bins 0\n"
         "debug 1: rate 0\n"
         "debug 1: scale 0\n"
         "debug 1: raw arcs 0\n"
         "debug 1: arcs 0\n"
         "debug 1: cycles 0\n"
         "debug 1: blocks 0\n"
         "debug 1: ticks in the flat profile 0\n"
         "debug 1: ticks in the call graph 0\n",
         "a bit without topic; a name with a line feed");
}

static void
test_order (void)
{
  check_topic (2, "", plain_symbols, plain_gmon,
               "== topological order, callees before callers\n"
               "place 1 helper@0x1020\n"
               "place 2 work@0x1010\n"
               "place 3 main@0x1000\n"
               "place 4 _start@0x1030\n"
               "place 5 idle@0x1040\n");
  check_topic (2, "", cycle_symbols, cycle_gmon,
               "== topological order, callees before callers\n"
               "place 1 leaf@0x1030\n"
               "place 2 a@0x1010 cycle 1\n"
               "place 3 b@0x1020 cycle 1\n"
               "place 4 main@0x1000\n");
}

static void
test_cycles (void)
{
  check_topic (4, "", plain_symbols, plain_gmon, "== cycles\nno cycles\n");
  check_topic (4, "", cycle_symbols, cycle_gmon,
               "== cycles\n"
               "cycle 1 members 2 calls 2 within 4\n"
               "cycle 1 member a@0x1010\n"
               "cycle 1 member b@0x1020\n");
}

static void
test_arcs (void)
{
  check_topic (8, "", plain_symbols, plain_gmon,
               "== arcs of the call graph\n"
               "arc 0 from _start@0x1030 to main@0x1000 count 1\n"
               "arc 1 from main@0x1000 to work@0x1010 count 3\n"
               "arc 2 from main@0x1000 to helper@0x1020 count 2\n"
               "arc 3 from work@0x1010 to helper@0x1020 count 6\n"
               "arc 4 from helper@0x1020 to helper@0x1020 count 3\n");
  check_topic (8, "", plain_symbols, "hist 1000 1040 100 seconds s 1\n",
               "== arcs of the call graph\nno arcs\n");
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
               "raw arc from 0x900 self 0x1010 count 1: dropped, its call "
               "site is in no symbol\n"
               "raw arc from 0x1010 self 0x1040 count 2: dropped, its callee "
               "is in no symbol\n"
               "raw arc from 0x1010 self 0x1004 count 3: dropped, no function "
               "at or below its callee\n"
               "raw arc from 0x1012 self 0x1024 count 4: from f@0x1010 to "
               "f@0x1010\n"
               "raw arc from 0x1034 self 0x1012 count 5: from h@0x1030 to "
               "f@0x1010: dropped, the tables of arcs leave it out\n"
               "kept 1 dropped 4\n");
  check_topic (16, "", fate_symbols, "hist 1000 1040 100 seconds s 1\n",
               "== raw arcs\nno raw arcs\n");
}

static void
test_lookups (void)
{
  check_topic (512, "", fate_symbols, "arc 900 1012 1\nblock 1024 1 1040 2\n",
               "== address lookups\n"
               "call site 0x900 in no symbol\n"
               "callee 0x1012 in f@0x1010 offset 2\n"
               "block 0x1024 in inner@0x1020 offset 4\n"
               "block 0x1040 in no symbol\n");
  check_topic (512, "", fate_symbols, "hist 1000 1040 100 seconds s 1\n",
               "== address lookups\nno addresses to look up\n");
}

/* The times of arcs: main passes its 200 to _start, work its 150 to main,
   helper 40 and 120.  */
static void
test_entries (void)
{
  check_topic (
      32, "", plain_symbols, plain_gmon,
      "== arcs in the entries of the call graph\n"
      "entry main@0x1000 parent arc 0 kind between time 200 count 1\n"
      "entry main@0x1000 child arc 1 kind between time 150 count 3\n"
      "entry main@0x1000 child arc 2 kind between time 40 count 2\n"
      "entry work@0x1010 parent arc 1 kind between time 150 count 3\n"
      "entry work@0x1010 child arc 3 kind between time 120 count 6\n"
      "entry helper@0x1020 parent arc 4 kind self time 0 count 3\n"
      "entry helper@0x1020 parent arc 2 kind between time 40 count 2\n"
      "entry helper@0x1020 parent arc 3 kind between time 120 count 6\n"
      "entry helper@0x1020 child arc 4 kind self time 0 count 3\n"
      "entry _start@0x1030 child arc 0 kind between time 200 count 1\n");
  check_topic (32, "", "T 1000 a\nT 1010 b\nend 1020",
               "arc 1000 1010 2\narc 1010 1000 3\n",
               "== arcs in the entries of the call graph\n"
               "entry a@0x1000 parent arc 1 kind cycle time 0 count 3\n"
               "entry a@0x1000 child arc 0 kind cycle time 0 count 2\n"
               "entry b@0x1010 parent arc 0 kind cycle time 0 count 2\n"
               "entry b@0x1010 child arc 1 kind cycle time 0 count 3\n");
  check_topic (32, "", "T 1000 a\nT 1010 b\nend 1020", "arc 1000 1010 2\n",
               "== arcs in the entries of the call graph\n"
               "entry a@0x1000 child arc 0 kind between time 0 count 2\n"
               "entry b@0x1010 parent arc 0 kind between time 0 count 2\n");
  check_topic (32, "", plain_symbols, "magic 1\n",
               "== arcs in the entries of the call graph\nno arcs\n");
}

/* f covers half of the first two bins, g half of the second and the third.  */
static const char shared_symbols[] = "T 1002 f\nL 1006 g\nend 100a";
static const char shared_gmon[]
    = "hist 1000 1010 100 seconds s 4 6 8 2\narc 1 2 3\n";

static void
test_samples (void)
{
  check_topic (64, "", plain_symbols, plain_gmon,
               "== samples\n"
               "histogram 0x1000-0x1040 bins 16\n"
               "bin 0x1000-0x1004 ticks 10 credit 10 to main@0x1000\n"
               "bin 0x1010-0x1014 ticks 10 credit 10 to work@0x1010\n"
               "bin 0x1014-0x1018 ticks 20 credit 20 to work@0x1010\n"
               "bin 0x1024-0x1028 ticks 100 credit 100 to helper@0x1020\n"
               "bin 0x1028-0x102c ticks 60 credit 60 to helper@0x1020\n"
               "credited 200 left out 0 lost 0\n");
  check_topic (64, "-Pg", shared_symbols, shared_gmon,
               "== samples\n"
               "histogram 0x1000-0x1010 bins 4\n"
               "bin 0x1000-0x1004 ticks 4 credit 2 to f@0x1002\n"
               "bin 0x1000-0x1004 ticks 4 lost 2, in no symbol\n"
               "bin 0x1004-0x1008 ticks 6 credit 3 to f@0x1002\n"
               "bin 0x1004-0x1008 ticks 6 left out 3 of g@0x1006\n"
               "bin 0x1008-0x100c ticks 8 left out 4 of g@0x1006\n"
               "bin 0x1008-0x100c ticks 8 lost 4, in no symbol\n"
               "bin 0x100c-0x1010 ticks 2 lost 2, in no symbol\n"
               "credited 5 left out 7 lost 8\n");
  /* Bins of one byte: the first has no width, the second a unit.  */
  check_topic (64, "", "T 1000 f\nend 1010",
               "hist 1000 1004 100 seconds s 3 1 0 0\n",
               "== samples\n"
               "histogram 0x1000-0x1004 bins 4\n"
               "bin 0x1000-0x1000 ticks 3 lost 3, below two bytes\n"
               "bin 0x1000-0x1002 ticks 1 credit 2 to f@0x1000\n"
               "credited 2 left out 0 lost 3\n");
  check_topic (64, "", plain_symbols, "arc 1000 1010 1\n",
               "== samples\nno histogram\n");
}

static void
test_propagation (void)
{
  check_topic (
      1024, "-q -Eidle", plain_symbols, plain_gmon,
      "== propagation\n"
      "symbol main@0x1000 self 10 child 190 fraction 1 propagated 10 190 "
      "calls 1 within 0 shown\n"
      "symbol work@0x1010 self 30 child 120 fraction 1 propagated 30 120 "
      "calls 3 within 0 shown\n"
      "symbol helper@0x1020 self 160 child 0 fraction 1 propagated 160 0 "
      "calls 8 within 3 shown\n"
      "symbol _start@0x1030 self 0 child 200 fraction 1 propagated 0 200 "
      "calls 0 within 0 shown\n"
      "symbol idle@0x1040 self 0 child 0 fraction 0 propagated 0 0 "
      "calls 0 within 0 hidden\n"
      "arc 0 from _start@0x1030 to main@0x1000 passes up self 10 child 190\n"
      "arc 1 from main@0x1000 to work@0x1010 passes up self 30 child 120\n"
      "arc 2 from main@0x1000 to helper@0x1020 passes up self 40 child 0\n"
      "arc 3 from work@0x1010 to helper@0x1020 passes up self 120 child 0\n"
      "arc 4 from helper@0x1020 to helper@0x1020 passes up self 0 child 0\n"
      "all 200\n");
  /* The members of a cycle have their own time, it has that of both; leaf's
     100 go to a and so to the cycle.  */
  check_topic (
      1024, "", cycle_symbols, cycle_gmon,
      "== propagation\n"
      "symbol main@0x1000 self 0 child 200 fraction 1 propagated 0 200 "
      "calls 0 within 0 shown\n"
      "symbol a@0x1010 self 40 child 100 fraction 1 propagated 40 100 "
      "calls 3 within 0 shown\n"
      "symbol b@0x1020 self 60 child 0 fraction 1 propagated 60 0 "
      "calls 3 within 4 shown\n"
      "symbol leaf@0x1030 self 100 child 0 fraction 1 propagated 100 0 "
      "calls 5 within 0 shown\n"
      "cycle 1 self 100 child 100 fraction 1 propagated 100 100 "
      "calls 2 within 4 shown\n"
      "arc 0 from main@0x1000 to a@0x1010 passes up self 100 child 100\n"
      "arc 1 from a@0x1010 to b@0x1020 passes up self 0 child 0\n"
      "arc 2 from b@0x1020 to a@0x1010 passes up self 0 child 0\n"
      "arc 3 from b@0x1020 to b@0x1020 passes up self 0 child 0\n"
      "arc 4 from a@0x1010 to leaf@0x1030 passes up self 100 child 0\n"
      "all 200\n");
}

static void
test_symbols (void)
{
  check_topic (128, "", plain_symbols, plain_gmon,
               "== symbols\n"
               "symbol main@0x1000 limit 0x1010 global function at main.c:3\n"
               "symbol work@0x1010 limit 0x1020 global function at main.c:20\n"
               "symbol helper@0x1020 limit 0x1030 static function at "
               "lib/util.c:5\n"
               "symbol _start@0x1030 limit 0x1040 global function\n"
               "symbol idle@0x1040 limit 0x1050 global function\n");
  check_topic (128, "", "end 1000", "magic 1\n", "== symbols\n");
}

/* Symbols dropped for others, flags, and calls found in the code.  */
static enum status
print_with_more (struct report *report, struct diag *diag)
{
  const struct symtab *symtab = report->symtab;
  struct symbol symbols[] = { { 0x1000, "alias", SYMBOL_FUNCTION },
                              { 0x1000, symtab->name[0], SYMBOL_FUNCTION },
                              { 0x1008, "gone", 0 },
                              { 0x1010, "second", 0 },
                              { 0x2000, "beyond", 0 } };
  struct static_arc arcs[] = { { 0, 1 }, { 1, SYM_NONE } };
  const symbol_list candidates = { .items = symbols, .count = 5 };
  const struct callscan calls
      = { .arcs
          = { .items = arcs, .count = report->profile->has_arcs ? 2 : 0 },
          .indirect_name = "<x>" };
  struct measured of = measured_for (report);
  of.calls = &calls;
  const struct debug debug
      = { .report = report, .of = &of, .candidates = &candidates };
  return print_debug (&debug, diag);
}

static void
check_more (const char *options, const char *gmon, const char *start,
            const char *expected)
{
  struct corridor c;
  corridor_walk (&c, options, "t 1000 f\nL 1010 g\nend 1020", gmon);
  c.program.symtab.flags[0] |= SYMBOL_OURS;
  c.program.symtab.flags[1] |= SYMBOL_MAPPED;
  char *text = corridor_print (&c, print_with_more);
  char *section = strstr (text, start);
  is_text (section, expected, "%s", options);
  free (text);
  corridor_release (&c);
}

static void
test_more (void)
{
  check_more ("-d128", "arc 1000 1000 1\n", "debug 128",
              "debug 128: == symbols\n"
              "debug 128: symbol f@0x1000 limit 0x1010 static function "
              "unknown-to-gnu\n"
              "debug 128: symbol g@0x1010 limit 0x1020 global label mapped\n"
              "debug 128: ousted alias by f@0x1000\n"
              "debug 128: ousted second by g@0x1010\n");
  check_more ("-d256 -c", "arc 1000 1000 1\n", "debug 256",
              "debug 256: == calls found in the code\n"
              "debug 256: call from f@0x1000 to g@0x1010\n"
              "debug 256: call from g@0x1010 to an unknown target\n");
  check_more ("-d256 -c", "magic 1\n", "debug 256",
              "debug 256: == calls found in the code\n"
              "debug 256: no calls found\n");
  check_topic (256, "", plain_symbols, plain_gmon,
               "== calls found in the code\n"
               "the code was not searched: no -c\n");
  check_topic (256, "-c", plain_symbols, plain_gmon,
               "== calls found in the code\n"
               "the code was not searched: no arcs, no code, or an unknown "
               "machine\n");
}

/* Arcs that only the code has come behind the counted ones.  */
static void
test_arcs_of_code (void)
{
  struct corridor c;
  corridor_walk (&c, "-d8", "T 1000 f\nT 1010 g\nend 1020",
                 "arc 1000 1010 7\narc 1010 1000 0\n");
  c.measurement.graph.counted = 1;
  char *text = corridor_print (&c, print_plainly);
  is_text (strstr (text, "debug 8: arc"),
           "debug 8: arc 0 from f@0x1000 to g@0x1010 count 7\n"
           "debug 8: arc 1 from g@0x1010 to f@0x1000 count 0 only in the "
           "code\n",
           "arcs of the code");
  free (text);
  corridor_release (&c);
}

static void
test_blocks (void)
{
  static const char gmon[] = "block 1014 5 1006 1 2000 9 1002 3\n";
  check_topic (2048, "-l", fate_symbols, gmon,
               "== basic blocks\n"
               "kept 3 dropped 1\n"
               "block 0x1006 count 1 in label@0x1000\n"
               "block 0x1002 count 3 in label@0x1000\n"
               "block 0x1014 count 5 in f@0x1010\n");
  check_topic (2048, "", fate_symbols, gmon,
               "== basic blocks\n4 basic blocks not used: no -l\n");
  check_topic (2048, "-l", fate_symbols, fate_gmon,
               "== basic blocks\nno basic blocks\n");
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
               "table graph-include empty\n"
               "table graph-exclude has helper@0x1020\n"
               "table arcs-include empty\n"
               "table arcs-exclude callers 2 has work@0x1010\n"
               "table arcs-exclude callers 1 has _start@0x1030\n"
               "table arcs-exclude callees 0 has main@0x1000\n"
               "table arcs-exclude callees 0 has work@0x1010\n"
               "table arcs-exclude callees 3 has helper@0x1020\n"
               "table arcs-exclude arcs from callers 1 to callees 0\n"
               "table arcs-exclude arcs from callers 2 to callees 3\n"
               "table flat-include has main@0x1000\n"
               "table flat-include has work@0x1010\n"
               "table flat-exclude empty\n"
               "table time-include empty\n"
               "table time-exclude has helper@0x1020\n"
               "table exec-include empty\n"
               "table exec-exclude empty\n"
               "table source-include empty\n"
               "table source-exclude empty\n");
}

static void
test_sources (void)
{
  struct diag diag = { 0 };
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
  if (search_path_add (&c.reporting.source_path, "nowhere:.", &diag)
      != STATUS_OK)
    helper_failed ("search path", "no memory");
  char *text = corridor_print (&c, print_plainly);
  is_text (strstr (text, "debug 8192"), expected, "what is found where");
  unlink (name);
  free (text);
  corridor_release (&c);
  check_topic (8192, "", fate_symbols, fate_gmon,
               "== source files\nno source files known\n");
}

/* Without a number there is every section, each once and in order.  */
static void
test_all (void)
{
  struct corridor c;
  corridor_walk (&c, "-d", cycle_symbols, cycle_gmon);
  char *text = corridor_print (&c, print_plainly);
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
  test_order ();
  test_cycles ();
  test_arcs ();
  test_raw_arcs ();
  test_lookups ();
  test_entries ();
  test_samples ();
  test_propagation ();
  test_symbols ();
  test_more ();
  test_arcs_of_code ();
  test_blocks ();
  test_specs ();
  test_sources ();
  test_all ();
  return done ();
}
