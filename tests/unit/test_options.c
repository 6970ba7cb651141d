/* test_options.c - argv becomes struct options.  */

#include "config.h"

#include "input/options.h"

#ifdef HAVE_LIBIBERTY_DEMANGLE_H
#include <libiberty/demangle.h>
#else
#include <demangle.h>
#endif
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "capture.h"
#include "tap.h"
#include "warned.h"

/* One command line, parsed.  */
struct parsed
{
  struct options options;
  struct caught_diag caught;
  enum status status;
  char *words;
  VEC (char *) argv;
};

/* Parse "gprof" and the words of LINE, which blanks separate.  */
static struct parsed *
parse_in (const char *line, bool in_order)
{
  static struct parsed parsed;
  parsed = (struct parsed){ .words = memory_format ("gprof %s", line) };
  for (char *word = strtok (parsed.words, " "); word != NULL;
       word = strtok (NULL, " "))
    vec_push (&parsed.argv, word);
  caught_start (&parsed.caught);
  parsed.status
      = options_parse (&parsed.options, (int)parsed.argv.count,
                       parsed.argv.items, in_order, &parsed.caught.diag);
  return &parsed;
}

static struct parsed *
parse (const char *line)
{
  return parse_in (line, false);
}

static void
release (struct parsed *parsed)
{
  options_release (&parsed->options);
  caught_release (&parsed->caught);
  vec_release (&parsed->argv);
  free (parsed->words);
}

/* --- Defaults and files ------------------------------------------------- */

static void
test_defaults (void)
{
  struct parsed *p = parse ("");
  const struct options *o = &p->options;
  is_u64 (p->status, STATUS_OK, "no arguments are fine");
  is_u64 (o->action, ACTION_REPORT, "the action is to report");
  ok (o->requested == 0 && o->mentioned == 0, "no listing was asked for");
  ok (!o->brief && !o->traditional && !o->show_unused && !o->no_static
          && !o->only_functions && !o->static_calls && !o->print_path
          && !o->inline_file_names && !o->quirks.drops_dotted_locals,
      "all switches are off");
  ok (o->demangle && o->demangle_style == 0,
      "but demangling, in automatic style");
  is_u64 (o->width, 0, "the index has the columns that are usual");
  ok (o->colour == COLOUR_AUTO && !o->pager, "colours on terminals");
  is_text (o->image, "a.out", "the image is a.out");
  is_u64 (o->profiles.count, 1, "one profile");
  is_text (o->profiles.items[0], "gmon.out", "gmon.out");
  is_u64 (o->specs.count, 0, "no symspecs");
  release (p);
}

static void
test_files (void)
{
  struct parsed *p = parse ("prog");
  is_text (p->options.image, "prog", "the first operand is the image");
  is_text (p->options.profiles.items[0], "gmon.out", "the profile stays");
  release (p);

  p = parse ("prog one two one");
  is_u64 (p->options.profiles.count, 3, "the others are profiles");
  is_text (p->options.profiles.items[2], "one", "in order, repeats included");
  release (p);

  p = parse ("prog -");
  is_text (p->options.profiles.items[0], "-", "a dash alone is an operand");
  release (p);
}

/* --- How words are taken (R1.1) ----------------------------------------- */

static void
test_clusters (void)
{
  struct parsed *p = parse ("-bTz");
  ok (p->options.brief && p->options.traditional && p->options.show_unused,
      "letters may stand together");
  release (p);

  p = parse ("-bw40");
  ok (p->options.brief && p->options.width == 40,
      "an argument may end the cluster");
  release (p);

  p = parse ("-bw 40 prog");
  is_u64 (p->options.width, 40, "or follow as a word");
  is_text (p->options.image, "prog", "which is no operand then");
  release (p);

  p = parse ("-pbz");
  is_text (p->options.specs.items[0].text, "bz",
           "what follows -p is its symspec");
  ok (!p->options.brief, "and no cluster");
  release (p);
}

static void
test_optional_arguments_are_attached (void)
{
  struct parsed *p = parse ("-p work");
  is_u64 (p->options.specs.count, 0, "a word after -p is not its argument");
  is_text (p->options.image, "work", "but an operand");
  release (p);

  p = parse ("--flat-profile work");
  is_u64 (p->options.specs.count, 0, "nor one after --flat-profile");
  release (p);

  p = parse ("--flat-profile=work");
  is_text (p->options.specs.items[0].text, "work", "an equals sign attaches");
  is_text (p->options.image, "a.out", "and leaves the operands alone");
  release (p);

  p = parse ("--flat-profile=");
  is_text (p->options.specs.items[0].text, "", "even nothing");
  release (p);
}

static void
test_required_arguments (void)
{
  struct parsed *p = parse ("--width 30 --width=20 prog");
  is_u64 (p->options.width, 20, "attached or as a word; the last counts");
  is_text (p->options.image, "prog", "and no operand");
  release (p);

  p = parse ("-n -b");
  is_text (p->options.specs.items[0].text, "-b",
           "a required argument may look like an option");
  ok (!p->options.brief, "and is none then");
  release (p);

  p = parse ("-e --");
  is_text (p->options.specs.items[0].text, "--", "even like the end of them");
  release (p);
}

static void
test_permutation (void)
{
  struct parsed *p = parse ("prog -b data -z");
  ok (p->options.brief && p->options.show_unused,
      "options may follow operands");
  is_text (p->options.profiles.items[0], "data", "which are what is left");
  release (p);

  p = parse ("-b -- -z -p");
  ok (p->options.brief && !p->options.show_unused, "-- ends the options");
  is_text (p->options.image, "-z", "what follows are operands");
  is_text (p->options.profiles.items[0], "-p", "all of it");
  release (p);

  p = parse ("-- --");
  is_text (p->options.image, "--", "a second -- is an operand");
  release (p);
}

static void
test_in_order (void)
{
  struct parsed *p = parse_in ("-b prog -z", true);
  ok (p->options.brief && !p->options.show_unused,
      "in order, the first operand ends the options");
  is_text (p->options.profiles.items[0], "-z", "the rest are operands");
  release (p);

  p = parse_in ("-b -- prog -z", true);
  is_text (p->options.image, "prog", "-- is no operand in order, either");
  release (p);
}

/* The letters without long name answer to the empty one; -e is the first
   (R1.4).  */
static void
test_empty_long_name (void)
{
  struct parsed *p = parse ("--=main");
  is_u64 (p->status, STATUS_OK, "--=main is accepted");
  is_u64 (p->options.specs.count, 1, "as one symspec");
  is_text (p->options.specs.items[0].text, "main", "which is main");
  is_u64 (p->options.specs.items[0].table, SPEC_GRAPH_EXCLUDE, "for -e");
  release (p);
}

/* --- What options do ---------------------------------------------------- */

static void
check_switch (const char *line, bool (*is_on) (const struct options *))
{
  struct parsed *p = parse (line);
  ok (p->status == STATUS_OK && is_on (&p->options), "%s has its effect",
      line);
  release (p);
}

#define SWITCH(name, condition)                                               \
  static bool name (const struct options *o) { return (condition); }

SWITCH (no_static, o->no_static)
SWITCH (brief, o->brief)
SWITCH (only_functions, o->only_functions)
SWITCH (static_calls, o->static_calls)
SWITCH (print_path, o->print_path)
SWITCH (traditional, o->traditional)
SWITCH (show_unused, o->show_unused)
SWITCH (no_demangle, !o->demangle)
SWITCH (demangle_again, o->demangle)
SWITCH (inline_names, o->inline_file_names)
SWITCH (gnu_compat, o->quirks.drops_dotted_locals)
SWITCH (all_lines, o->all_lines)
SWITCH (separate_files, o->separate_files)
SWITCH (help, o->action == ACTION_HELP)
SWITCH (version, o->action == ACTION_VERSION)

static void
test_switches (void)
{
  check_switch ("-a", no_static);
  check_switch ("--no-static", no_static);
  check_switch ("-b", brief);
  check_switch ("--brief", brief);
  check_switch ("-c", static_calls);
  check_switch ("--static-call-graph", static_calls);
  check_switch ("-D", only_functions);
  check_switch ("--ignore-non-functions", only_functions);
  check_switch ("-L", print_path);
  check_switch ("--print-path", print_path);
  check_switch ("-T", traditional);
  check_switch ("--traditional", traditional);
  check_switch ("-z", show_unused);
  check_switch ("--display-unused-functions", show_unused);
  check_switch ("--no-demangle", no_demangle);
  check_switch ("--no-demangle --demangle", demangle_again);
  check_switch ("--inline-file-names", inline_names);
  check_switch ("--gnu-compat", gnu_compat);
  check_switch ("-x", all_lines);
  check_switch ("--all-lines", all_lines);
  check_switch ("-y", separate_files);
  check_switch ("--separate-files", separate_files);
  check_switch ("-h", help);
  check_switch ("--help", help);
  check_switch ("-v", version);
  check_switch ("--version", version);
}

static void
test_help_ends_parsing (void)
{
  struct parsed *p = parse ("-h --nonsense");
  is_u64 (p->status, STATUS_OK, "errors behind -h do not count");
  release (p);
  p = parse ("-hg");
  is_u64 (p->status, STATUS_OK, "nor those in its cluster");
  release (p);
  p = parse ("--nonsense -h");
  is_u64 (p->status, STATUS_USAGE, "errors before it do");
  release (p);
  p = parse ("-v -h");
  is_u64 (p->options.action, ACTION_VERSION, "the first of -v and -h wins");
  release (p);
  p = parse ("--run -v");
  is_u64 (p->status, STATUS_OK, "a program to run is not missed");
  ok (p->options.command == NULL, "there is none");
  release (p);
}

static void
test_width (void)
{
  static const struct
  {
    const char *line;
    int width;
  } cases[]
      = { { "-w1", 1 },
          { "-w0", 1 },
          { "-w-5", 1 },
          { "-wide", 1 },
          { "-w132", 132 },
          /* As atoi: truncated to 32 bits, after strtol stopped at 2^63 -
             1.  */
          { "-w4294967376", 80 },
          { "-w99999999999999999999", 1 } };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
      struct parsed *p = parse (cases[i].line);
      is_u64 (p->options.width, cases[i].width, "%s", cases[i].line);
      release (p);
    }
}

/* The options of annotated source.  -m is a strtoul, -t an atoi (R1.3).  */
static void
test_annotation (void)
{
  static const struct
  {
    const char *line;
    uint64_t min_count;
    int table_length;
  } cases[] = { { "-b", 1, 10 },
                { "-m0 -t0", 0, 0 },
                { "-m 12 -t 3", 12, 3 },
                { "--min-count=7 --table-length=2000000000", 7, 2000000000 },
                { "-mx -tx", 0, 0 },
                { "-m-1 -t-1", UINT64_MAX, 0 },
                { "-m99999999999999999999 -t4294967297", UINT64_MAX, 1 } };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
      struct parsed *p = parse (cases[i].line);
      is_u64 (p->options.min_count, cases[i].min_count, "%s: -m",
              cases[i].line);
      is_u64 (p->options.table_length, cases[i].table_length, "%s: -t",
              cases[i].line);
      release (p);
    }
  struct parsed *p = parse ("-I a:b -Ic --directory-path=");
  is_u64 (p->options.source_path.count, 3, "-I adds up");
  is_text (p->options.source_path.items[0], "a:b", "the first");
  is_text (p->options.source_path.items[1], "c", "the second");
  is_text (p->options.source_path.items[2], "", "one may be empty");
  release (p);
}

static void
test_diff (void)
{
  struct parsed *p = parse ("--diff=one --diff two --diff-image=old "
                            "--fail-above=2.5% a.out");
  is_u64 (p->status, STATUS_OK, "--diff and what belongs to it");
  is_u64 (p->options.requested, LISTING_DIFF, "asks for a listing");
  is_u64 (p->options.old_profiles.count, 2, "may be repeated");
  is_text (p->options.old_profiles.items[1], "two", "in order");
  is_text (p->options.diff_image, "old", "--diff-image");
  ok (p->options.fails_above, "--fail-above");
  is_double (p->options.fail_percent, 2.5, "its percentage");
  release (p);
  p = parse ("--explain -p");
  is_u64 (p->options.requested, LISTING_EXPLAIN | LISTING_FLAT, "--explain");
  release (p);
  p = parse ("--per-file");
  is_u64 (p->options.requested, LISTING_PER_FILE, "--per-file");
  release (p);
}

static void
test_strict (void)
{
  struct parsed *p = parse ("--strict");
  ok (p->options.strict && !p->options.static_calls, "--strict");
  release (p);
  p = parse ("--st");
  ok (!p->options.strict && p->options.static_calls,
      "--st is GNU's --static-call-graph");
  release (p);
}

/* --attribution (R14.40).  */
static void
test_attribution (void)
{
  static const struct
  {
    const char *line;
    enum status status;
    bool exact;
  } lines[] = { { "-b", STATUS_OK, false },
                { "--attribution=exact", STATUS_OK, true },
                { "--att gnu", STATUS_OK, false },
                { "--attribution=exact --attribution=gnu", STATUS_OK, false },
                { "--attribution=exact -s -h", STATUS_OK, true },
                { "--attribution=exact -s", STATUS_USAGE, true },
                { "--attribution=gnu -s", STATUS_OK, false },
                { "-R map --attribution=exact", STATUS_USAGE, true },
                { "--asm=f", STATUS_OK, true },
                { "--asm=f -p --attribution=gnu", STATUS_OK, false },
                { "--asm=f --per-file", STATUS_OK, true },
                { "--asm=f -R map", STATUS_OK, false },
                { "--asm=f -l", STATUS_USAGE, true },
                { "--attribution=", STATUS_USAGE, false },
                { "--attribution=Exact", STATUS_USAGE, false } };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
    {
      struct parsed *p = parse (lines[i].line);
      is_u64 (p->status, lines[i].status, "%s", lines[i].line);
      ok (p->options.exact == lines[i].exact, "exact or not");
      release (p);
    }
}

/* --jobs: 0, the default, stands for all cores.  */
static void
test_jobs (void)
{
  static const struct
  {
    const char *line;
    unsigned jobs;
  } good[] = { { "-b", 0 },
               { "--jobs=1", 1 },
               { "--jobs 12", 12 },
               { "--j=3", 3 },
               { "--jobs=2 --jobs=7", 7 },
               { "--jobs=99999999999999999999", INT_MAX } };
  static const char *const bad[]
      = { "--jobs=", "--jobs=0", "--jobs=-2", "--jobs=two", "--jobs=2x" };
  for (size_t i = 0; i < sizeof good / sizeof *good; i++)
    {
      struct parsed *p = parse (good[i].line);
      is_u64 (p->status, STATUS_OK, "%s", good[i].line);
      is_u64 (p->options.jobs, good[i].jobs, "so many jobs");
      release (p);
    }
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    {
      struct parsed *p = parse (bad[i]);
      is_u64 (p->status, STATUS_USAGE, "%s is not a number of jobs", bad[i]);
      release (p);
    }
}

/* R14.1 to R14.3: --top is 20 if it does not say how many.  */
static void
test_choice (void)
{
  static const char *const bad[]
      = { "--top=",           "--top=0",           "--top=-1",
          "--top=x",          "--top=2x",          "--min-percent=",
          "--min-percent=x",  "--min-percent=-1",  "--min-percent=100.1",
          "--min-percent=5%", "--min-percent=nan", "--min-percent=1e1",
          "--sort=",          "--sort=Self" };
  struct parsed *p = parse ("--top");
  is_u64 (p->options.top, 20, "--top");
  is_u64 (p->options.sort, SORT_NONE, "no key");
  is_double (p->options.min_percent, 0, "no percentage");
  release (p);
  p = parse (
      "--top=7 --min-p 0.5 --so=total_per_call --foc=a --focus b --hi=c");
  is_u64 (p->status, STATUS_OK, "all of them, shortened");
  is_u64 (p->options.top, 7, "--top=7");
  is_double (p->options.min_percent, 0.5, "--min-percent");
  is_u64 (p->options.sort, SORT_TOTAL_PER_CALL, "--sort");
  is_u64 (p->options.focus.count, 2, "--focus adds up");
  is_u64 (p->options.hide.count, 1, "--hide");
  release (p);
  p = parse ("--sort=self --sort=calls --top=99999999999999999999");
  is_u64 (p->options.sort, SORT_CALLS, "the last key counts");
  is_u64 (p->options.top, INT_MAX, "very many");
  release (p);
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    {
      p = parse (bad[i]);
      is_u64 (p->status, STATUS_USAGE, "%s is refused", bad[i]);
      release (p);
    }
}

/* R14.140, R14.144.  */
static void
test_colour (void)
{
  static const struct
  {
    const char *line;
    enum status status;
    enum colour_choice colour;
  } lines[]
      = { { "--color", STATUS_OK, COLOUR_ALWAYS },
          { "--color=auto", STATUS_OK, COLOUR_AUTO },
          { "--col=always", STATUS_OK, COLOUR_ALWAYS },
          { "--color=always --color=never prog", STATUS_OK, COLOUR_NEVER },
          { "--color=", STATUS_USAGE, COLOUR_AUTO },
          { "--color=Always", STATUS_USAGE, COLOUR_AUTO } };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
    {
      struct parsed *p = parse (lines[i].line);
      is_u64 (p->status, lines[i].status, "%s", lines[i].line);
      is_u64 (p->options.colour, lines[i].colour, "the choice");
      release (p);
    }
  struct parsed *p = parse ("--pag");
  ok (p->options.pager, "--pager");
  release (p);
}

static void
test_demangling_styles (void)
{
  struct parsed *p = parse ("--no-demangle --demangle=gnu-v3");
  ok (p->options.demangle && p->options.demangle_style > 0,
      "a style turns demangling on");
  release (p);
  p = parse ("--demangle=none");
  is_u64 (p->options.demangle_style, -1, "the style none is -1");
  release (p);
  p = parse ("--demangle=nosuch");
  is_u64 (p->status, STATUS_USAGE, "an unknown style is a usage failure");
  release (p);
}

/* R14.20, R14.21.  */
static void
test_name_forms (void)
{
  static const char *const words[]
      = { "--names=full", "--names=no-args", "--names=no-templates",
          "--names=short" };
  for (unsigned form = 0; form < sizeof words / sizeof *words; form++)
    {
      struct parsed *p = parse (words[form]);
      is_u64 (p->options.name_form, form, "%s", words[form]);
      release (p);
    }
  struct parsed *p = parse ("--names=sho");
  is_u64 (p->status, STATUS_USAGE, "a part of a word is none");
  release (p);
}

/* R14.21, R14.30, R14.34.  */
static void
test_group_by (void)
{
  static const char *const words[] = {
    "--group-by=function",  "--group-by=clones",    "--group-by=file",
    "--group-by=directory", "--group-by=namespace", "--group-by=object"
  };
  static const char *const others[]
      = { "-A", "-C", "-d1", "-l", "-r", "-Rmap", "-s", "-p -A" };
  static const char *const good[]
      = { "-p", "-q", "--cycles", "-i", "-p -q -T -z", "-h -l", "-A -J" };
  char line[100];
  for (unsigned key = 0; key < sizeof words / sizeof *words; key++)
    {
      struct parsed *p = parse (words[key]);
      is_u64 (p->options.group_by, key, "%s", words[key]);
      release (p);
    }
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    {
      snprintf (line, sizeof line, "%s --group-by=file", others[i]);
      struct parsed *p = parse (line);
      is_u64 (p->status, STATUS_USAGE, "%s", line);
      release (p);
      snprintf (line, sizeof line, "--group-by=function %s", others[i]);
      p = parse (line);
      is_u64 (p->status, STATUS_OK, "%s", line);
      release (p);
    }
  for (size_t i = 0; i < sizeof good / sizeof *good; i++)
    {
      snprintf (line, sizeof line, "--group-by=file %s", good[i]);
      struct parsed *p = parse (line);
      is_u64 (p->status, STATUS_OK, "%s", line);
      release (p);
    }
}

/* The words that shells complete for the argument VALUE, with a blank before
   and behind each.  */
static void
padded_words (const char *value, char *text, size_t size)
{
  text[0] = '\0';
  for (const struct value_row *row = value_table; row->value != NULL; row++)
    if (strcmp (row->value, value) == 0)
      snprintf (text, size, " %s ", row->words);
}

/* Every word that shells complete is understood, and none of libiberty's
   styles is missing.  */
static void
test_completed_words (void)
{
  char words[200];
  for (const struct option_row *row = option_table; row->key != 0; row++)
    {
      padded_words (row->value != NULL ? row->value : "", words, sizeof words);
      for (char *word = words + strspn (words, " "), *end; *word != '\0';
           word = end + strspn (end, " "))
        {
          char line[200];
          end = word + strcspn (word, " ");
          snprintf (line, sizeof line, "--%s=%.*s", row->name,
                    (int)(end - word), word);
          struct parsed *p = parse (line);
          is_u64 (p->status, STATUS_OK, "%s is understood", line);
          release (p);
        }
    }

  padded_words ("STYLE", words, sizeof words);
  const struct demangler_engine *engine = libiberty_demanglers;
  for (; engine->demangling_style_name != NULL; engine++)
    {
      char word[100];
      snprintf (word, sizeof word, " %s ", engine->demangling_style_name);
      ok (strstr (words, word) != NULL, "the style%sis completed", word);
    }
}

/* LINE gives these specs: table number and text, blanks between.  */
static void
check_specs (const char *line, const char *expected)
{
  static const char *const tables[SPEC_TABLES]
      = { "IG", "EG", "IA", "EA", "IF", "EF", "IT",
          "ET", "IX", "EX", "IN", "EN", "IS" };
  struct parsed *p = parse (line);
  char text[300] = "";
  for (size_t i = 0; i < p->options.specs.count; i++)
    {
      const struct spec *spec = &p->options.specs.items[i];
      const size_t length = strlen (text);
      snprintf (text + length, sizeof text - length, "%s%s:%s%s",
                i > 0 ? " " : "", tables[spec->table], spec->text,
                spec->repeated ? "+" : "");
    }
  is_text (text, expected, "%s goes to %s", line, expected);
  release (p);
}

/* The table of R1.3.  A plus sign marks words that went to two tables.  */
static void
test_spec_tables (void)
{
  check_specs ("-e f", "EG:f");
  check_specs ("-E f", "ET:f EG:f+");
  check_specs ("-f f", "IG:f");
  check_specs ("-F f", "IT:f IG:f+");
  check_specs ("-k f/g", "EA:f/g");
  check_specs ("-n f", "IT:f");
  check_specs ("--time f", "IT:f");
  check_specs ("-N f", "ET:f");
  check_specs ("--no-time=f", "ET:f");
  check_specs ("-pf", "IF:f");
  check_specs ("-Pf", "EF:f");
  check_specs ("-Cf", "IX:f");
  check_specs ("-Zf", "EX:f");
  check_specs ("-Cf/g", "IX:f/g");
  check_specs ("-Af", "IN:f");
  check_specs ("-Jf", "EN:f");
  check_specs ("--asm=f", "IS:f");
  check_specs ("-qf", "IG:f");
  check_specs ("-qf/g", "IA:f/g");
  check_specs ("-Qf", "EG:f");
  check_specs ("-Qf/g", "EA:f/g");
  check_specs ("--graph=f --no-graph=g/h", "IG:f EA:g/h");
  check_specs ("-pf -b -Pg prog -ph", "IF:f EF:g IF:h");
  check_specs ("-B -p -q -P -Q", "");
}

/* --- Listing sets (R1.5) ------------------------------------------------ */

/* The set that LETTERS stand for: f for the flat profile, g for the graph, x
   for execution counts, s for annotated source.  */
static unsigned
listings (const char *letters)
{
  unsigned set = 0;
  if (strchr (letters, 'f') != NULL)
    set |= LISTING_FLAT;
  if (strchr (letters, 'g') != NULL)
    set |= LISTING_GRAPH;
  if (strchr (letters, 'x') != NULL)
    set |= LISTING_EXEC;
  if (strchr (letters, 's') != NULL)
    set |= LISTING_SOURCE;
  return set;
}

static void
check_listings (const char *line, const char *requested, const char *mentioned)
{
  struct parsed *p = parse (line);
  is_u64 (p->options.requested, listings (requested), "%s requests '%s'", line,
          requested);
  is_u64 (p->options.mentioned, listings (mentioned), "%s mentions '%s'", line,
          mentioned);
  release (p);
}

static void
test_listings (void)
{
  check_listings ("-b", "", "");
  check_listings ("-p", "f", "f");
  check_listings ("-q", "g", "g");
  check_listings ("-B", "g", "g");
  check_listings ("-p -q", "fg", "fg");
  check_listings ("-pf", "f", "f");
  check_listings ("-qf", "g", "g");
  check_listings ("-qf/g", "g", "g");
  check_listings ("-P", "", "f");
  check_listings ("-Q", "", "g");
  check_listings ("-P -Q", "", "fg");
  check_listings ("-C", "x", "x");
  check_listings ("-Z", "", "x");
  check_listings ("-Cf -Z", "", "x");
  check_listings ("-Z -Zf -p", "fx", "fx");
  check_listings ("-A", "s", "s");
  check_listings ("-J", "", "s");
  check_listings ("-A -C -J", "x", "sx");
  check_listings ("-J -Af", "s", "s");
  check_listings ("-Jf", "s", "s");
  check_listings ("-p -P -Q", "", "fg");
  check_listings ("-p -P", "", "f");
  check_listings ("-P -p", "f", "f");
  check_listings ("-q -Q -q", "g", "g");
  check_listings ("-Pf", "f", "f");
  check_listings ("-Qf", "g", "g");
  check_listings ("-P -Pf", "f", "f");
  check_listings ("-Pf -P", "", "f");
  check_listings ("-q -P", "g", "fg");
  check_listings ("-e f -F g -n h -k i/j", "", "");
}

/* --- Long names --------------------------------------------------------- */

static const struct option_row *
found (const char *name)
{
  const struct option_row *row = NULL;
  return option_by_name (name, strlen (name), &row) == OPTION_FOUND ? row
                                                                    : NULL;
}

/* The option that a prefix means for GNU gprof's getopt: the exact name, or
   the only row of GNU's that it begins.  */
static const struct option_row *
gnu_meaning (const char *prefix, size_t length)
{
  const struct option_row *only = NULL;
  unsigned count = 0;
  for (const struct option_row *row = option_table; row->key != 0; row++)
    {
      if (row->ours || row->name == NULL
          || strncmp (row->name, prefix, length) != 0)
        continue;
      if (strlen (row->name) == length)
        return row;
      only = row;
      count++;
    }
  return count == 1 ? only : NULL;
}

static void
test_every_prefix (void)
{
  unsigned unambiguous = 0, ambiguous = 0, wrong = 0;
  for (const struct option_row *row = option_table; row->key != 0; row++)
    for (size_t length = 1;
         !row->ours && row->name != NULL && length <= strlen (row->name);
         length++)
      {
        const struct option_row *gnu = gnu_meaning (row->name, length);
        const struct option_row *ours = NULL;
        const enum option_match match
            = option_by_name (row->name, length, &ours);
        unambiguous += gnu != NULL;
        ambiguous += gnu == NULL;
        if (gnu != NULL ? match != OPTION_FOUND || ours != gnu
                        : match != OPTION_AMBIGUOUS)
          {
            wrong++;
            tap_note ("--%.*s", (int)length, row->name);
          }
      }
  is_u64 (wrong, 0, "every prefix of a GNU name means what GNU's means");
  ok (unambiguous > 200 && ambiguous > 20,
      "%u prefixes are unambiguous, %u are not", unambiguous, ambiguous);
}

static void
test_names (void)
{
  ok (found ("graph") != NULL && found ("graph")->key == 'q', "--graph is -q");
  ok (found ("g") == found ("graph"), "--g means --graph in spite of ours");
  ok (found ("gn") == found ("gnu-compat"), "--gn only fits ours");
  ok (found ("j") == found ("jobs"), "--j only fits ours");
  ok (found ("st") == found ("static-call-graph"),
      "--st means --static-call-graph in spite of ours");
  ok (found ("s") == NULL, "--s is as ambiguous as before");
  ok (found ("str") == found ("strict"), "--str only fits ours");
  ok (option_by_letter ('j') == NULL, "-j is not taken");
  ok (found ("no-t") == found ("no-time"), "--no-t is an abbreviation");
  ok (found ("no-") == NULL, "--no- is ambiguous");
  ok (found ("line") != NULL && found ("line")->key == 'l',
      "a full name is no prefix of itself only");
  const struct option_row *row;
  is_u64 (option_by_name ("zebra", 5, &row), OPTION_UNKNOWN,
          "an unknown name is unknown");
  is_u64 (option_by_name ("graphs", 6, &row), OPTION_UNKNOWN,
          "and so is one that is too long");
}

static void
test_letters (void)
{
  ok (option_by_letter ('q') == found ("graph"), "letters and names agree");
  ok (option_by_letter ('g') == NULL && option_by_letter ('G') == NULL,
      "the letters g and G are not accepted (R1.4)");
  ok (option_by_letter ('\0') == NULL, "nor is a NUL");
  unsigned letters = 0, doubles = 0;
  for (const struct option_row *row = option_table; row->key != 0; row++)
    {
      letters += row->key < 256;
      doubles += row->key < 256 && option_by_letter ((char)row->key) != row;
    }
  is_u64 (doubles, 0, "no letter stands for two options");
  /* Rows of R1.3 with a letter, as counted there.  */
  is_u64 (letters, 39, "GNU's 39 letters are all there");
}

/* --- Failures ----------------------------------------------------------- */

static void
check_failure (const char *line, enum status status, const char *word)
{
  struct parsed *p = parse (line);
  is_u64 (p->status, status, "%s fails", line);
  const char *text = p->caught.diag.text;
  ok (text != NULL && strstr (text, word) != NULL, "and names %s", word);
  release (p);
}

static void
test_failures (void)
{
  check_failure ("--nosuch", STATUS_USAGE, "--nosuch");
  check_failure ("-g", STATUS_USAGE, "-g");
  check_failure ("-bG", STATUS_USAGE, "-G");
  check_failure ("--no", STATUS_USAGE, "--no");
  check_failure ("--brief=yes", STATUS_USAGE, "--brief");
  check_failure ("--b=yes", STATUS_USAGE, "--brief");
  check_failure ("--width", STATUS_USAGE, "--width");
  check_failure ("-w", STATUS_USAGE, "-w");
  check_failure ("-n", STATUS_USAGE, "-n");
  check_failure ("-N", STATUS_USAGE, "-N");
  check_failure ("-bk", STATUS_USAGE, "-k");
  check_failure ("-b -g -h", STATUS_USAGE, "-g");
  check_failure ("--focus=a(", STATUS_USAGE, "--focus=a(: ");
  check_failure ("--hide=[a", STATUS_USAGE, "--hide=[a: ");
}

/* --- Typing errors (R1.1, R1.3) ------------------------------------------ */

static const struct
{
  const char *line, *message;
} slips[] = {
  { "--flatprofile", "'--flatprofile'; did you mean '--flat-profile'?" },
  { "--breif", "'--breif'; did you mean '--brief'?" },
  { "--flat_p=x", "'--flat_p=x'; did you mean '--flat-profile'?" },
  { "--jbos=3", "'--jbos=3'; did you mean '--jobs'?" },
  { "--tap", "unknown option '--tap'; did you mean '--top'?" },
  { "--speedscopes", "unknown option '--speedscopes'" },
  { "--sort=self-per-call",
    "unknown argument 'self-per-call' of option '--sort'; did you mean "
    "'self_per_call'?" },
  { "--sort=size", "expected one of: self total calls name file self_per_call "
                   "total_per_call" },
  { "--colour-them", "unknown option '--colour-them'" },
  { "-OMagic", "unknown file format 'Magic'; did you mean 'magic'?" },
  { "-Ojson", "auto, magic, bsd or 4.4bsd expected" },
  { "--demangle=gnuv3", "style 'gnuv3'; did you mean 'gnu-v3'?" },
  { "--demangle=foo", "gnat, dlang, rust or none expected" },
};

/* A message says what was probably meant, if anything is similar.  */
static void
test_guesses (void)
{
  for (size_t i = 0; i < sizeof slips / sizeof *slips; i++)
    {
      struct parsed *p = parse (slips[i].line);
      is_u64 (p->status, STATUS_USAGE, "%s: refused", slips[i].line);
      const char *message = slips[i].message;
      const char *text = p->caught.diag.text;
      const size_t length = strlen (message), all = strlen (text);
      ok (all >= length && strcmp (text + all - length, message) == 0,
          "%s: it ends with \"%s\"", slips[i].line, message);
      release (p);
    }
}

/* What other profilers call our options (R14.22).  */
static const char *const foreign[][2] = {
  { "--flamegraph", "--format=html" },
  { "--flame-graph", "--format=html" },
  { "--web", "--format=html" },
  { "--graphviz", "--format=dot" },
  { "--collapsed", "--format=folded" },
  { "--kcachegrind", "--format=callgrind" },
  { "--tui", "--browse" },
  { "--perf", "--run" },
  { "--record", "--run" },
  { "--json=out.json", "--format=json" },
};

static void
expect_hint (const char *option, const char *meant)
{
  char message[200];
  struct parsed *p = parse (option);
  is_u64 (p->status, STATUS_USAGE, "%s: refused", option);
  snprintf (message, sizeof message, "unknown option '%s'; did you mean '%s'?",
            option, meant);
  is_text (p->caught.diag.text, message, "%s: hint", option);
  release (p);
}

static void
test_foreign_options (void)
{
  for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++)
    expect_hint (foreign[i][0], foreign[i][1]);
  for (const char *next = option_words ("FORMAT"); *next != '\0';)
    {
      char option[40], meant[40];
      const int length = (int)strcspn (next, " ");
      snprintf (option, sizeof option, "--%.*s", length, next);
      snprintf (meant, sizeof meant, "--format=%.*s", length, next);
      /* That is an option.  */
      if (strcmp (option, "--browse") != 0)
        expect_hint (option, meant);
      next += length + (next[length] == ' ');
    }
}

/* What is no number, or not only one, gets a warning and is taken as atoi
   takes it.  */
static void
test_numbers (void)
{
  struct parsed *p = parse ("-w abc");
  is_warned (&p->caught, "'-w' expects a number; 'abc' is taken for 0",
             "no digit");
  is_u64 (p->options.width, 1, "the width is the least one");
  release (p);

  p = parse ("--table-length=12x");
  is_warned (&p->caught, "'-t' expects a number; '12x' is taken for 12",
             "letters behind digits");
  is_u64 ((uint64_t)p->options.table_length, 12, "the digits count");
  release (p);

  p = parse ("-m-");
  is_warned (&p->caught, "'-m' expects a number", "only a sign");
  release (p);

  p = parse ("-dx");
  is_warned (&p->caught, "'-d' expects a number", "-d with a letter");
  release (p);

  p = parse ("-w 40 -m 007 -t -1 -d +3 -d");
  is_warned (&p->caught, "", "numbers with zeros and signs");
  release (p);
}

/* Words that may have been meant for the option before.  */
static void
test_loose_words (void)
{
  struct parsed *p = parse ("-bp fact prog");
  const struct options *o = &p->options;
  const struct loose_word *loose = options_find_loose (o, o->image);
  ok (loose != NULL && loose->option->key == 'p' && !loose->by_name,
      "the word behind '-p'");
  ok (options_find_loose (o, o->profiles.items[0]) == NULL,
      "not the one behind that");
  release (p);

  p = parse ("prog --graph fact");
  o = &p->options;
  loose = options_find_loose (o, o->profiles.items[0]);
  ok (loose != NULL && loose->option->key == 'q' && loose->by_name,
      "the word behind '--graph'");
  ok (options_find_loose (o, o->image) == NULL, "not the one before");
  release (p);

  p = parse ("-pfact prog");
  ok (p->options.loose_words.count == 0, "an argument that is attached");
  release (p);

  p = parse ("-p -b prog -q -- gmon");
  ok (p->options.loose_words.count == 0,
      "an option, or two dashes, in between");
  release (p);
  p = parse ("-p");
  ok (p->options.loose_words.count == 0, "no word");
  release (p);
}

int
main (void)
{
  test_defaults ();
  test_files ();
  test_clusters ();
  test_optional_arguments_are_attached ();
  test_required_arguments ();
  test_permutation ();
  test_in_order ();
  test_empty_long_name ();
  test_switches ();
  test_help_ends_parsing ();
  test_width ();
  test_colour ();
  test_annotation ();
  test_attribution ();
  test_jobs ();
  test_diff ();
  test_strict ();
  test_choice ();
  test_demangling_styles ();
  test_name_forms ();
  test_group_by ();
  test_completed_words ();
  test_spec_tables ();
  test_listings ();
  test_every_prefix ();
  test_names ();
  test_letters ();
  test_failures ();
  test_guesses ();
  test_foreign_options ();
  test_numbers ();
  test_loose_words ();
  return done ();
}
