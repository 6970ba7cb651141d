/* test_symspec.c - symspecs matched against the symbol table (R2).  */

#include "config.h"

#include "input/symspec.h"

#include <stdlib.h>
#include <string.h>

#include "capture.h"
#include "gmon_text.h"
#include "rng.h"
#include "tap.h"

/* Two files called util.c; the second one is known later.  */
static const char symbols[] = "T 1000 main    main.c:10\n"     /* 0 */
                              "t 1100 helper  lib/util.c:5\n"  /* 1 */
                              "T 1200 work    lib/util.c:10\n" /* 2 */
                              "t 1300 helper  app/util.c:40\n" /* 3 */
                              "T 1400 a.b     main.c:50\n"     /* 4 */
                              "T 1500 7up     we:ird.c:3\n"    /* 5 */
                              "L 1600 label\n"                 /* 6 */
                              "end 1700";

/* Demangled names, and those of the linker.  */
static char *
demangle (void *context, const char *name, bool with_arguments)
{
  static const char *const names[][3] = {
    { "_Q4area", "app::Sq::area() const", "app::Sq::area" },
    { "_Q5total", "int app::total<int>(int)", "app::total<int>" },
    { "_Q6mcount", "mcount()", "mcount" },
    { "_Q5main1", "Sq::main(int)", "Sq::main" },
    { "_Qdv", "operator/(Sq, Sq)", "operator/" },
  };
  ++*(unsigned *)context;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp (name, names[i][0]) == 0)
      return memory_text (names[i][with_arguments ? 1 : 2]);
  return NULL;
}

/* Options, and what they select.  */
struct chosen
{
  struct symtab_text table;
  struct options options;
  struct target target;
  struct selection selection;
  unsigned demangled; /* names that were asked for */
  struct caught_diag caught;
};

static void
start (struct chosen *chosen)
{
  *chosen = (struct chosen){ .target = { .word_size = 8 } };
  symtab_text_build (&chosen->table, symbols);
  caught_start (&chosen->caught);
}

static void
add (struct chosen *chosen, enum spec_table table, const char *text)
{
  const struct spec spec = { table, text, false };
  vec_push (&chosen->options.specs, spec);
}

static void
finish (struct chosen *chosen)
{
  const struct spec_demangler demangler = { demangle, &chosen->demangled };
  symspecs_select (&chosen->selection, &chosen->options, &chosen->table.symtab,
                   &chosen->table.sources, &chosen->target, &demangler,
                   &chosen->caught.diag);
}

static void
release (struct chosen *chosen)
{
  selection_release (&chosen->selection);
  options_release (&chosen->options);
  symtab_text_release (&chosen->table);
  caught_release (&chosen->caught);
}

/* The members of SET as digits.  */
static const char *
members (const struct chosen *chosen, enum spec_table table)
{
  static char text[32];
  size_t length = 0;
  for (sym_id id = 0; id < chosen->table.symtab.count; id++)
    if (symset_has (&chosen->selection.tables[table], id))
      text[length++] = (char)('0' + id);
  text[length] = '\0';
  return text;
}

/* All arcs of SET as "01 02 ".  */
static const char *
arcs (const struct chosen *chosen, const struct arcset *set)
{
  static char text[300];
  size_t length = 0;
  const sym_id count = (sym_id)chosen->table.symtab.count;
  text[0] = '\0';
  for (sym_id from = 0; from < count; from++)
    for (sym_id to = 0; to < count; to++)
      if (arcset_has (set, from, to))
        length += (size_t)snprintf (text + length, sizeof text - length,
                                    "%u%u ", from, to);
  return text;
}

/* --- The grammar (R2.1, R2.2) ------------------------------------------- */

static void
check_spec (const char *spec, const char *expected)
{
  struct chosen chosen;
  start (&chosen);
  add (&chosen, SPEC_FLAT_INCLUDE, spec);
  finish (&chosen);
  is_text (members (&chosen, SPEC_FLAT_INCLUDE), expected,
           "symspec '%s' means symbols '%s'", spec, expected);
  /* A warning says that a slash has no meaning outside arc tables.  */
  const bool warns = expected[0] == '\0' || strchr (spec, '/') != NULL;
  is_u64 (chosen.caught.diag.warnings, warns, "and %s",
          warns ? "warns" : "does not warn");
  release (&chosen);
}

static void
test_functions (void)
{
  check_spec ("main", "0");
  check_spec ("helper", "13"); /* static symbols match like others */
  check_spec ("label", "6");   /* and so do labels */
  check_spec (":main", "0");
  check_spec (":a.b", "4");
  check_spec ("mai", "");
  check_spec ("mains", "");
}

static void
test_files (void)
{
  check_spec ("main.c", "04");
  check_spec ("main.c:", "04");
  check_spec ("util.c", "123"); /* all files of that base name */
  check_spec ("a.b", "4");      /* a dot means a file, but there is none */
  check_spec ("main.c:helper", "");
  check_spec ("util.c:helper", "13");
  check_spec ("nosuch.c:main", "");
  check_spec ("main.c:main.c", ""); /* right of the colon is a function */
}

static void
test_lines (void)
{
  check_spec ("10", "02");
  check_spec (":10", "02");
  check_spec ("util.c:10", "2");
  check_spec ("main.c:10", "0");
  check_spec ("10x", "02"); /* by atoi */
  check_spec (":010", "02");
  check_spec (":7up", "5"); /* a digit means a line, but none matches */
  check_spec (":40up", "3");
  check_spec ("11", "");
}

static void
test_no_constraint (void)
{
  check_spec ("", "0123456");
  check_spec (":", "0123456");
  check_spec ("0", "0123456");
  check_spec (":0", "0123456");
}

static void
test_last_colon (void)
{
  check_spec ("we:ird.c:3", "5");
  check_spec ("we:ird.c:7up", "5"); /* line 7 is not there */
  check_spec ("we:ird.c:", "5");
  check_spec ("we:ird.c", ""); /* function ird.c in file we */
  check_spec ("::main", "0");  /* no file ":", but a name */
}

/* The first slash splits, and only arc tables look at the right side
   (R2.11).  */
static void
test_slash (void)
{
  check_spec ("main/work", "0");
  check_spec ("main/", "0");
  check_spec ("main/work/helper", "0");
  check_spec ("/work", "0123456");
  check_spec ("lib/util.c", ""); /* a function lib */
}

/* GNU gprof matches one file, the one registered last (R2.3).  */
static void
test_gnu_compat_file (void)
{
  struct chosen chosen;
  start (&chosen);
  chosen.options.quirks.knows_newest_file_only = true;
  add (&chosen, SPEC_FLAT_INCLUDE, "util.c");
  add (&chosen, SPEC_TIME_INCLUDE, "util.c:helper");
  add (&chosen, SPEC_GRAPH_INCLUDE, "nosuch.c");
  finish (&chosen);
  is_text (members (&chosen, SPEC_FLAT_INCLUDE), "3",
           "with --gnu-compat only the newest util.c is meant");
  is_text (members (&chosen, SPEC_TIME_INCLUDE), "3",
           "in front of a function, too");
  is_text (members (&chosen, SPEC_GRAPH_INCLUDE), "",
           "an unknown file matches nothing");
  release (&chosen);
}

/* One leading byte is skipped if it is the target's (R2.4).  */
static void
test_symbol_prefix (void)
{
  struct chosen chosen;
  start (&chosen);
  chosen.target.symbol_prefix = 'm';
  add (&chosen, SPEC_FLAT_INCLUDE, "ain");
  add (&chosen, SPEC_TIME_INCLUDE, "helper");
  add (&chosen, SPEC_GRAPH_INCLUDE, "main");
  finish (&chosen);
  is_text (members (&chosen, SPEC_FLAT_INCLUDE), "0",
           "the prefix is not part of the name");
  is_text (members (&chosen, SPEC_TIME_INCLUDE), "13",
           "names without prefix match as they are");
  is_text (members (&chosen, SPEC_GRAPH_INCLUDE), "",
           "a name with its prefix is not meant");
  release (&chosen);
}

/* --- Tables ------------------------------------------------------------- */

static void
test_each_table (void)
{
  for (unsigned table = 0; table < SPEC_TABLES; table++)
    {
      if (table == SPEC_ARCS_INCLUDE || table == SPEC_ARCS_EXCLUDE)
        continue;
      struct chosen chosen;
      start (&chosen);
      add (&chosen, (enum spec_table)table, "work");
      finish (&chosen);
      bool right = true;
      for (unsigned other = 0; other < SPEC_TABLES; other++)
        right = right
                && strcmp (members (&chosen, (enum spec_table)other),
                           other == table ? "2" : "")
                       == 0;
      ok (right, "table %u alone gets its symspec", table);
      release (&chosen);
    }
}

/* Specs add up, one inside another's range, too, where GNU gprof loses the
   rest of the range (R2.6).  */
static void
test_nested_specs (void)
{
  struct chosen chosen;
  start (&chosen);
  add (&chosen, SPEC_FLAT_EXCLUDE, "util.c");
  add (&chosen, SPEC_FLAT_EXCLUDE, "work");
  add (&chosen, SPEC_FLAT_EXCLUDE, "main");
  finish (&chosen);
  is_text (members (&chosen, SPEC_FLAT_EXCLUDE), "0123",
           "a function inside a file's range takes nothing from it");
  release (&chosen);
}

/* R2.7.  */
static void
test_unmatched (void)
{
  struct chosen chosen;
  start (&chosen);
  add (&chosen, SPEC_FLAT_INCLUDE, "nosuch");
  finish (&chosen);
  ok (!chosen.selection.tables[SPEC_FLAT_INCLUDE].any,
      "a symspec without match counts as not given");
  ok (strstr (caught_text (&chosen.caught), "'nosuch'") != NULL,
      "the warning names it");
  release (&chosen);
}

static void
test_unmatched_file (void)
{
  struct chosen chosen;
  start (&chosen);
  chosen.options.quirks.reads_specs_once = true;
  add (&chosen, SPEC_FLAT_INCLUDE, "a.b");
  finish (&chosen);
  ok (strstr (caught_text (&chosen.caught), "':a.b'") != NULL,
      "with --gnu-compat a name with a dot is told how to be a function");
  release (&chosen);
}

/* -E and -F put their words into two tables and warn once.  */
static void
test_repeated_spec_warns_once (void)
{
  struct chosen chosen;
  start (&chosen);
  add (&chosen, SPEC_TIME_EXCLUDE, "nosuch");
  add (&chosen, SPEC_GRAPH_EXCLUDE, "nosuch");
  chosen.options.specs.items[1].repeated = true;
  finish (&chosen);
  is_u64 (chosen.caught.diag.warnings, 1, "one warning for the same words");
  release (&chosen);
}

/* --- What matches nothing as it is spelled (R2.7a) ----------------------- */

static const char mangled[] = "T 1000 main     main.cc:10\n" /* 0 */
                              "T 1100 _Q4area  sq.cc:5\n"    /* 1 */
                              "T 1200 _Q5total main.cc:10\n" /* 2 */
                              "T 1300 area     sq.cc:40\n"   /* 3 */
                              "T 1400 _Qdv     sq.cc:50\n"   /* 4 */
                              "T 1500 _Q6mcount\n"           /* 5 */
                              "T 1600 _Q5main1 main.cc:60\n" /* 6 */
                              "T 1700 f[1]\n"                /* 7 */
                              "end 1800";

static void
start_mangled (struct chosen *chosen)
{
  start (chosen);
  symtab_text_release (&chosen->table);
  symtab_text_build (&chosen->table, mangled);
}

static void
test_other_names (void)
{
  static const struct
  {
    const char *spec, *members;
  } cases[] = {
    { "_Q4area", "1" }, /* as it is spelled */
    { "area", "3" },    /* which comes first: not app::Sq::area */
    { "app::Sq::area", "1" },
    { "app::Sq::area() const", "1" },
    { "::app::Sq::area", "1" },
    { ":app::Sq::area", "1" },
    { "app::Sq::area()", "" },
    { "int app::total<int>(int)", "2" },
    { "app::total<int>", "2" },
    { "mcount", "5" },
    { "main", "0" },
    { "sq.cc:app::Sq::area", "1" },
    { "sq.cc:app::Sq::area() const", "1" },
    { "main.cc:app::Sq::area", "" },
    { "x.cc:app::Sq::area", "" },
    { "operator/", "4" }, /* a slash that has no other meaning */
    { "operator/(Sq, Sq)", "4" },
    { "f[1]", "7" },
    /* Patterns.  */
    { "ma*", "0" },
    { "*area*", "13" },
    { "?rea", "3" },
    { "_Q*", "12456" },
    { "app::*", "12" },
    { "*<int>*", "2" },
    { "[!_f]*", "0123456" }, /* each has such a name */
    { "sq.cc:*", "134" },
    { "sq.cc:app::*", "1" },
    { "*.cc:*::*", "126" },
    { "*.cc:main", "0" },
    { "s?.cc", "134" },
    { "s?.cc:", "134" },
    { "f?1]", "7" },
    { "x*", "" },
    { "*.x", "" },
    { "operator?", "4" },
    { "x.cc:*", "" },
    { "sq.cc:x*", "" },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
      struct chosen chosen;
      start_mangled (&chosen);
      add (&chosen, SPEC_FLAT_INCLUDE, cases[i].spec);
      finish (&chosen);
      is_text (members (&chosen, SPEC_FLAT_INCLUDE), cases[i].members,
               "'%s' means '%s'", cases[i].spec, cases[i].members);
      is_u64 (chosen.caught.diag.warnings, cases[i].members[0] == '\0',
              "and warns if that is nothing");
      release (&chosen);
    }
}

/* As spelled, first of all: then no name is demangled.  */
static void
test_names_are_not_demangled_in_vain (void)
{
  struct chosen chosen;
  start_mangled (&chosen);
  add (&chosen, SPEC_FLAT_INCLUDE, "main");
  add (&chosen, SPEC_GRAPH_INCLUDE, "sq.cc");
  finish (&chosen);
  is_u64 (chosen.demangled, 0, "nothing is demangled while all match");
  release (&chosen);

  start_mangled (&chosen);
  chosen.options.quirks.reads_specs_once = true;
  add (&chosen, SPEC_FLAT_INCLUDE, "app::Sq::area");
  add (&chosen, SPEC_GRAPH_INCLUDE, "ma*");
  finish (&chosen);
  is_u64 (chosen.demangled, 0, "nor with --gnu-compat");
  is_text (members (&chosen, SPEC_FLAT_INCLUDE), "", "which knows no other");
  is_text (members (&chosen, SPEC_GRAPH_INCLUDE), "", "names, nor patterns");
  is_u64 (chosen.caught.diag.warnings, 2, "and warns");
  release (&chosen);
}

/* The routines that are left out by default are matched by the linker's
   names.  */
static void
test_left_out_by_their_own_names (void)
{
  struct chosen chosen;
  start_mangled (&chosen);
  add (&chosen, SPEC_TIME_EXCLUDE, "mcount");
  add (&chosen, SPEC_FLAT_INCLUDE, "app::total<int>");
  finish (&chosen);
  is_text (members (&chosen, SPEC_FLAT_EXCLUDE), "",
           "a function that is demangled to mcount is not left out");
  is_text (members (&chosen, SPEC_TIME_EXCLUDE), "5", "unless one says so");
  release (&chosen);
}

static void
test_other_names_in_arcs (void)
{
  static const struct
  {
    const char *spec, *arcs;
  } cases[] = {
    { "main/app::Sq::area", "01 " },
    { "app::Sq::area() const/main", "10 " },
    { "app::total<int>/operator/", "24 " },
    { "main/operator/(Sq, Sq)", "04 " },
    { "operator?/main", "40 " },
    { "main/*area*", "01 03 " },
    { "*Sq::*/sq.cc:a*", "11 13 61 63 " },
    { "main/x*", "" },
    { "x*/main", "" },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
      struct chosen chosen;
      start_mangled (&chosen);
      add (&chosen, SPEC_ARCS_EXCLUDE, cases[i].spec);
      finish (&chosen);
      is_text (arcs (&chosen, &chosen.selection.arcs_exclude), cases[i].arcs,
               "'%s' means arcs '%s'", cases[i].spec, cases[i].arcs);
      release (&chosen);
    }
}

/* One pattern, however often it is given, and others beside it.  */
static void
test_many_patterns (void)
{
  enum
  {
    SPECS = 20000
  };
  static const char *const specs[] = { "app::*", "*x*", "app::Sq::area" };
  struct chosen chosen;
  start_mangled (&chosen);
  for (unsigned i = 0; i < SPECS; i++)
    add (&chosen, SPEC_FLAT_INCLUDE + i % 2, specs[i % 3]);
  finish (&chosen);
  is_text (members (&chosen, SPEC_FLAT_INCLUDE), "12", "the same pattern");
  is_text (members (&chosen, SPEC_FLAT_EXCLUDE), "12", "for both tables");
  is_u64 (chosen.demangled, 8 + 5 + 8 + 5,
          "names are demangled for all specs together");
  release (&chosen);
}

/* --- Similar names (R2.7b) ----------------------------------------------- */

static void
check_warning (enum spec_table table, const char *spec, const char *other,
               const char *expected)
{
  struct chosen chosen;
  start_mangled (&chosen);
  add (&chosen, table, spec);
  if (other != NULL)
    add (&chosen, table, other);
  finish (&chosen);
  ok (strstr (caught_text (&chosen.caught), expected) != NULL,
      "'%s' is told: %s", spec, expected);
  release (&chosen);
}

static void
test_near (void)
{
  static const struct
  {
    const char *spec, *near;
  } cases[] = {
    { "mian", "; did you mean 'main'? (" },
    { "aera", "; did you mean 'area'? (" },
    { "total<int>", "; did you mean 'app::total<int>'? (" },
    { "Sq::area", "; did you mean 'app::Sq::area'? (" },
    { "app::Sq::arae", "; did you mean 'app::Sq::area'? (" },
    { "sq.cc:aera", "; did you mean 'area'? (" },
    { "mian.cc", "; did you mean 'main.cc'? (" },
    { "mian.cc:x", "; did you mean 'main.cc'? (" },
    { "mian.cc:10", "; did you mean 'main.cc'? (" },
    { "main.cc:aera", "no symbol (" }, /* it is in sq.cc */
    { "main.cc:999", "no symbol (" },
    { "nothing", "no symbol (" },
    { "mn", "no symbol (" },
    { "mia*", "no symbol (" },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    check_warning (SPEC_FLAT_INCLUDE, cases[i].spec, NULL, cases[i].near);
}

static void
test_near_is_bounded (void)
{
  enum
  {
    SPECS = 1000
  };
  struct chosen chosen;
  start_mangled (&chosen);
  for (unsigned i = 0; i < SPECS; i++)
    add (&chosen, SPEC_FLAT_INCLUDE, "mian");
  finish (&chosen);
  unsigned near = 0;
  for (const char *text = caught_text (&chosen.caught);
       (text = strstr (text, "did you mean")) != NULL; text++)
    near++;
  is_u64 (chosen.caught.diag.warnings, SPECS, "each of 1000 slips is told");
  ok (near >= 1 && near <= 8, "the first %u of them what is near", near);
  release (&chosen);
}

/* R2.7: what the warnings say of the rest is what the tables hold.  */
static void
test_effects (void)
{
  check_warning (SPEC_FLAT_INCLUDE, "xx", NULL, "(everything is shown)");
  check_warning (SPEC_FLAT_INCLUDE, "xx", "main",
                 "(only what other symspecs match is shown)");
  check_warning (SPEC_FLAT_EXCLUDE, "xx", NULL,
                 "(nothing is left out for it)");
  check_warning (SPEC_TIME_INCLUDE, "xx", NULL,
                 "(the time of every function counts)");
  check_warning (SPEC_TIME_EXCLUDE, "xx", "main",
                 "(nothing is left out for it)");
  check_warning (SPEC_ARCS_INCLUDE, "xx/main", NULL, "(everything is shown)");
  check_warning (SPEC_ARCS_INCLUDE, "main/xx", NULL, "(no call is shown)");
  check_warning (SPEC_ARCS_INCLUDE, "main/xx", "main/area",
                 "(only what other symspecs match is shown)");
  check_warning (SPEC_ARCS_EXCLUDE, "main/xx", NULL,
                 "(nothing is left out for it)");
}

/* Of several specs with one caller GNU gprof applies the last (R2.6a).  */
static void
test_effect_with_gnu_compat (void)
{
  struct chosen chosen;
  start_mangled (&chosen);
  chosen.options.quirks.obeys_last_arc_spec_only = true;
  add (&chosen, SPEC_ARCS_INCLUDE, "main/area");
  add (&chosen, SPEC_ARCS_INCLUDE, "main/xx");
  finish (&chosen);
  ok (strstr (caught_text (&chosen.caught), "(no call is shown)") != NULL,
      "what an arc without callee hides is not told to be shown");
  is_text (arcs (&chosen, &chosen.selection.arcs_include), "",
           "since no arc is left");
  release (&chosen);
}

/* -F concerns times, but what one sees is the call graph.  */
static void
test_effect_of_repeated (void)
{
  struct chosen chosen;
  start_mangled (&chosen);
  add (&chosen, SPEC_TIME_INCLUDE, "mian");
  add (&chosen, SPEC_GRAPH_INCLUDE, "mian");
  chosen.options.specs.items[1].repeated = true;
  finish (&chosen);
  is_u64 (chosen.caught.diag.warnings, 1, "-F warns once");
  ok (strstr (caught_text (&chosen.caught),
              "did you mean 'main'? (everything is shown)")
          != NULL,
      "of what is shown");
  release (&chosen);
}

/* --- Default exclusions (R2.9) ------------------------------------------ */

static void
test_default_exclusions (void)
{
  struct chosen chosen;
  start (&chosen);
  symtab_text_release (&chosen.table);
  symtab_text_build (&chosen.table, "T 1000 _gprof_mcount\n"     /* 0 */
                                    "T 1100 mcount\n"            /* 1 */
                                    "T 1200 _mcount\n"           /* 2 */
                                    "T 1300 main\n"              /* 3 */
                                    "t 1400 __mcount\n"          /* 4 */
                                    "T 1500 __mcount_internal\n" /* 5 */
                                    "T 1600 __mcleanup\n"        /* 6 */
                                    "T 1700 mcount2\n"           /* 7 */
                                    "T 1800 ___mcount\n"         /* 8 */
                                    "end 1900");
  finish (&chosen);
  is_text (members (&chosen, SPEC_TIME_EXCLUDE), "012456", "in ET");
  is_text (members (&chosen, SPEC_GRAPH_EXCLUDE), "012456", "in EG");
  is_text (members (&chosen, SPEC_FLAT_EXCLUDE), "012456", "in EF");
  ok (!arcset_any (&chosen.selection.arcs_exclude), "not in EA");
  is_text (members (&chosen, SPEC_FLAT_INCLUDE), "", "nor in IF");
  is_u64 (chosen.caught.diag.warnings, 0, "and without warnings");
  release (&chosen);
}

static void
test_defaults_with_user_specs (void)
{
  struct chosen chosen;
  start (&chosen);
  symtab_text_release (&chosen.table);
  symtab_text_build (&chosen.table, "T 1000 mcount\n"
                                    "T 1100 main\n"
                                    "T 1200 work\n"
                                    "end 1900");
  add (&chosen, SPEC_FLAT_EXCLUDE, "work");
  add (&chosen, SPEC_FLAT_INCLUDE, "mcount");
  finish (&chosen);
  const struct symset *tables = chosen.selection.tables;
  is_text (members (&chosen, SPEC_FLAT_EXCLUDE), "02",
           "exclusions of both kinds add up");
  ok (symset_accepts (&tables[SPEC_FLAT_INCLUDE], &tables[SPEC_FLAT_EXCLUDE],
                      0),
      "they have no effect on what is included by name");
  release (&chosen);
}

/* --- Arcs (R2.10) ------------------------------------------------------- */

static void
check_arcs (const char *spec, const char *expected)
{
  struct chosen chosen;
  start (&chosen);
  add (&chosen, SPEC_ARCS_EXCLUDE, spec);
  finish (&chosen);
  is_text (arcs (&chosen, &chosen.selection.arcs_exclude), expected,
           "'%s' means arcs '%s'", spec, expected);
  release (&chosen);
}

static void
test_arc_specs (void)
{
  check_arcs ("main/work", "02 ");
  check_arcs ("main/helper", "01 03 ");
  check_arcs ("helper/main", "10 30 ");
  check_arcs ("main/util.c", "01 02 03 ");
  check_arcs ("main.c:10/util.c:work", "02 ");
  check_arcs ("work/work", "22 ");
  check_arcs ("main/work/helper", ""); /* "work/helper" is one name */
  check_arcs ("main/", "00 01 02 03 04 05 06 ");
  check_arcs ("/label", "06 16 26 36 46 56 66 ");
}

static void
test_arc_specs_with_one_caller (void)
{
  struct chosen chosen;
  start (&chosen);
  add (&chosen, SPEC_ARCS_INCLUDE, "main/work");
  add (&chosen, SPEC_ARCS_INCLUDE, "main/label");
  add (&chosen, SPEC_ARCS_INCLUDE, "main.c/nosuch");
  add (&chosen, SPEC_ARCS_EXCLUDE, "work/main");
  finish (&chosen);
  is_text (arcs (&chosen, &chosen.selection.arcs_include), "02 06 ",
           "several specs with one caller all hold");
  is_text (arcs (&chosen, &chosen.selection.arcs_exclude), "20 ",
           "includes and excludes are apart");
  is_u64 (chosen.caught.diag.warnings, 1, "the side without match is told");
  release (&chosen);
}

static void
test_unmatched_arcs (void)
{
  struct chosen chosen;
  start (&chosen);
  add (&chosen, SPEC_ARCS_INCLUDE, "nosuch/main");
  finish (&chosen);
  ok (!arcset_any (&chosen.selection.arcs_include),
      "an arc spec without caller counts as not given");
  is_u64 (chosen.caught.diag.warnings, 1, "and warns");
  release (&chosen);

  start (&chosen);
  add (&chosen, SPEC_ARCS_INCLUDE, "main/nosuch");
  finish (&chosen);
  ok (arcset_any (&chosen.selection.arcs_include),
      "one without callee is given all the same");
  is_u64 (chosen.caught.diag.warnings, 1, "and warns");
  release (&chosen);
}

/* R2.11.  */
static void
test_k_without_slash (void)
{
  struct chosen chosen;
  start (&chosen);
  add (&chosen, SPEC_ARCS_EXCLUDE, "main");
  finish (&chosen);
  is_text (arcs (&chosen, &chosen.selection.arcs_exclude), "",
           "-k without slash excludes no arc");
  is_u64 (chosen.caught.diag.warnings, 1, "and warns");
  release (&chosen);
}

static void
test_unmatched_k_without_slash (void)
{
  struct chosen chosen;
  start (&chosen);
  add (&chosen, SPEC_ARCS_EXCLUDE, "nosuch");
  finish (&chosen);
  ok (!arcset_any (&chosen.selection.arcs_exclude), "-k nosuch is no arc");
  is_u64 (chosen.caught.diag.warnings, 1, "and warns once");
  ok (strstr (caught_text (&chosen.caught), "'-k nosuch'") != NULL,
      "of what is wrong whether it matches or not");
  release (&chosen);
}

/* Everything is one term, however it is written.  */
static void
test_runs_of_everything (void)
{
  static const struct
  {
    const char *spec, *arcs;
    size_t callers, callees;
  } cases[] = {
    { "main/", "00 01 02 03 04 05 06 ", 1, 7 },
    { "main/:", "00 01 02 03 04 05 06 ", 1, 7 },
    { "/label", "06 16 26 36 46 56 66 ", 7, 1 },
    { ":/label", "06 16 26 36 46 56 66 ", 7, 1 },
    { ":/helper", "01 03 11 13 21 23 31 33 41 43 51 53 61 63 ", 7, 2 },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
      struct chosen chosen;
      start (&chosen);
      add (&chosen, SPEC_ARCS_EXCLUDE, cases[i].spec);
      finish (&chosen);
      const struct arcset *set = &chosen.selection.arcs_exclude;
      is_text (arcs (&chosen, set), cases[i].arcs, "'%s' means arcs '%s'",
               cases[i].spec, cases[i].arcs);
      is_u64 (set->callers.count, cases[i].callers, "of so many callers");
      is_u64 (set->callees.count, cases[i].callees, "and callees");
      is_u64 (chosen.caught.diag.warnings, 0, "without a warning");
      release (&chosen);
    }
}

/* However many specs there are, what they keep follows the symbols and, for
   arcs, the specs that differ.  */
static void
test_repeated_specs (void)
{
  enum
  {
    SPECS = 20000
  };
  static const char *const specs[]
      = { "/helper", ":/helper", "main/", "main/helper", "/nosuch" };
  struct chosen chosen;
  start (&chosen);
  for (unsigned i = 0; i < SPECS; i++)
    add (&chosen, SPEC_ARCS_EXCLUDE, specs[i % 5]);
  finish (&chosen);
  const struct arcset *set = &chosen.selection.arcs_exclude;
  is_u64 (set->callers.count, 7 + 1, "callers: all, and one");
  is_u64 (set->callees.count, 2 + 7, "callees: two of one name, and all");
  is_u64 (set->specs.entries.count, 4, "as many specs as differ");
  release (&chosen);
}

/* Specs for everything beside one another, and beside others.  */
static void
test_everything_and_more (void)
{
  struct chosen chosen;
  start (&chosen);
  add (&chosen, SPEC_FLAT_INCLUDE, "");
  add (&chosen, SPEC_FLAT_INCLUDE, "work");
  add (&chosen, SPEC_TIME_INCLUDE, "helper");
  add (&chosen, SPEC_GRAPH_INCLUDE, ":");
  add (&chosen, SPEC_FLAT_EXCLUDE, "nosuch");
  finish (&chosen);
  is_text (members (&chosen, SPEC_FLAT_INCLUDE), "0123456", "'' is all");
  is_text (members (&chosen, SPEC_TIME_INCLUDE), "13", "'helper' is its own");
  is_text (members (&chosen, SPEC_GRAPH_INCLUDE), "0123456", "':' is all");
  is_text (members (&chosen, SPEC_FLAT_EXCLUDE), "", "'nosuch' is none");
  is_u64 (chosen.caught.diag.warnings, 1, "and alone warns");
  release (&chosen);
}

/* --- Lines needed? ------------------------------------------------------ */

static void
test_need_lines (void)
{
  static const struct
  {
    const char *spec;
    bool needed;
  } cases[] = { { "main", false },       { ":a.b", false },
                { "", false },           { "0", false },
                { "main/work", false },  { "main.c", true },
                { "main.c:main", true }, { "10", true },
                { ":10", true },         { "main/util.c", true },
                { "main/10", true },     { "util.c:/main", true } };
  ok (!symspecs_need_lines (&(struct options){ 0 }),
      "without symspecs no lines are needed");
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
      struct options options = { 0 };
      const struct spec specs[]
          = { { SPEC_FLAT_INCLUDE, "main", false },
              { SPEC_FLAT_INCLUDE, cases[i].spec, false } };
      vec_push (&options.specs, specs[0]);
      vec_push (&options.specs, specs[1]);
      is_u64 (symspecs_need_lines (&options), cases[i].needed, "'%s' needs %s",
              cases[i].spec, cases[i].needed ? "lines" : "none");
      options_release (&options);
    }
}

/* --- Many specs --------------------------------------------------------- */

static bool
named (const char *name, char names[][8], size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (strcmp (name, names[i]) == 0)
      return true;
  return false;
}

/* A thousand names among three thousand symbols, each compared with each.  */
static void
test_many_specs (void)
{
  enum
  {
    SPECS = 1000,
    SYMBOLS = 3000
  };
  static char names[SYMBOLS][8], specs[SPECS][8];
  static struct symbol list[SYMBOLS];
  struct rng rng = { 31 };
  struct diag diag = { 0 };
  struct options options = { 0 };
  for (size_t i = 0; i < SYMBOLS; i++)
    {
      snprintf (names[i], sizeof names[i], "f%u", rng_below (&rng, 4000));
      list[i] = (struct symbol){ 0x1000 + 16 * i, names[i], SYMBOL_FUNCTION };
    }
  for (size_t i = 0; i < SPECS; i++)
    {
      snprintf (specs[i], sizeof specs[i], "f%u", rng_below (&rng, 4000));
      const struct spec spec = { SPEC_FLAT_INCLUDE, specs[i], false };
      vec_push (&options.specs, spec);
    }
  struct symtab symtab;
  symtab_build (&symtab, list, SYMBOLS, 0x100000, &diag);
  const struct sources none = { 0 };
  const struct target target = { 0 };
  struct selection selection;
  symspecs_select (&selection, &options, &symtab, &none, &target, NULL, &diag);
  bool same = true;
  for (sym_id id = 0; id < symtab.count; id++)
    same = same
           && symset_has (&selection.tables[SPEC_FLAT_INCLUDE], id)
                  == named (symtab.name[id], specs, SPECS);
  ok (same, "a thousand symspecs select what comparing each would");
  ok (diag.warnings > 0 && diag.warnings < SPECS, "%u of them match nothing",
      diag.warnings);
  selection_release (&selection);
  options_release (&options);
  symtab_release (&symtab);
}

/* What follows a slash that is not there is nothing, and not everything: a
   thousand times all symbols would take 300 megabytes.  */
static void
test_memory_without_slash (void)
{
  enum
  {
    SPECS = 1000,
    EACH = 20,
    SYMBOLS = SPECS * EACH
  };
  static char names[SYMBOLS][8];
  static struct symbol list[SYMBOLS];
  struct diag diag = { 0 };
  struct options options = { 0 };
  for (size_t i = 0; i < SYMBOLS; i++)
    {
      snprintf (names[i], sizeof names[i], "f%zu", i);
      list[i] = (struct symbol){ 0x1000 + 16 * i, names[i], SYMBOL_FUNCTION };
      const struct spec spec = { SPEC_FLAT_INCLUDE, names[i], false };
      if (i % EACH == 0)
        vec_push (&options.specs, spec);
    }
  struct symtab symtab;
  symtab_build (&symtab, list, SYMBOLS, 0x100000, &diag);
  const struct sources none = { 0 };
  const struct target target = { 0 };
  struct selection selection;
  const long before = peak_memory ();
  symspecs_select (&selection, &options, &symtab, &none, &target, NULL, &diag);
  const long grown = peak_memory () - before;
  ok (grown < 100 * 1024, "%d symspecs among %d symbols take no 100 megabytes",
      SPECS, SYMBOLS);
  bool right = symtab.count == SYMBOLS;
  for (sym_id id = 0; id < symtab.count; id++)
    right = right
            && symset_has (&selection.tables[SPEC_FLAT_INCLUDE], id)
                   == (id % EACH == 0);
  ok (right, "select every twentieth");
  is_u64 (diag.warnings, 0, "and each matches");
  selection_release (&selection);
  options_release (&options);
  symtab_release (&symtab);
}

int
main (void)
{
  test_functions ();
  test_files ();
  test_lines ();
  test_no_constraint ();
  test_last_colon ();
  test_slash ();
  test_gnu_compat_file ();
  test_symbol_prefix ();
  test_each_table ();
  test_nested_specs ();
  test_unmatched ();
  test_unmatched_file ();
  test_repeated_spec_warns_once ();
  test_other_names ();
  test_names_are_not_demangled_in_vain ();
  test_left_out_by_their_own_names ();
  test_other_names_in_arcs ();
  test_many_patterns ();
  test_near ();
  test_near_is_bounded ();
  test_effects ();
  test_effect_with_gnu_compat ();
  test_effect_of_repeated ();
  test_default_exclusions ();
  test_defaults_with_user_specs ();
  test_arc_specs ();
  test_arc_specs_with_one_caller ();
  test_unmatched_arcs ();
  test_k_without_slash ();
  test_unmatched_k_without_slash ();
  test_runs_of_everything ();
  test_repeated_specs ();
  test_everything_and_more ();
  test_need_lines ();
  test_many_specs ();
  test_memory_without_slash ();
  return done ();
}
