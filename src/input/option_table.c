/* option_table.c - every option, once; how a long name finds its row; and
   which options exclude each other.

   completions/generate.awk reads the two tables of options as text, so their
   rows hold nothing but literals and names.  */

#include "config.h"

#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "base/spelling.h"
#include "input/options.h"

#define NONE ARGUMENT_NONE
#define REQUIRED ARGUMENT_REQUIRED
#define OPTIONAL ARGUMENT_OPTIONAL
#define SPEC N_ ("SYMSPEC")

#define ASKS(name) .listing = LISTING_##name
#define DECLINES(name) .listing = LISTING_##name, .declines = true
#define FLAG(field) .flag = offsetof (struct options, field)
#define WORD(field) .word = offsetof (struct options, field)
#define TABLE(name) .tables = 1u << SPEC_##name
#define TABLES(name, other) .tables = 1u << SPEC_##name | 1u << SPEC_##other
#define ARCS(name) .arcs = SPEC_ARCS_##name
#define OWN .own = true

/* clang-format off */
const struct option_row option_table[] = {
  /* key, long name, argument, ours, group, value, help, what it does */
  { 'a', "no-static", NONE, false, GROUP_SYMBOLS, NULL,
    N_ ("leave static functions out"), FLAG (no_static) },
  { 'A', "annotated-source", OPTIONAL, false, GROUP_LISTINGS, SPEC,
    N_ ("annotate source files [only SYMSPEC's part]"),
    ASKS (SOURCE), TABLE (SOURCE_INCLUDE) },
  { 'b', "brief", NONE, false, GROUP_FORMAT, NULL,
    N_ ("no explanation of the columns"), FLAG (brief) },
  { 'B', NULL, NONE, false, GROUP_LISTINGS, NULL,
    N_ ("the same as -q without a symspec"), ASKS (GRAPH) },
  { 'c', "static-call-graph", NONE, false, GROUP_CHOICE, NULL,
    N_ ("add the calls found in the machine code"), FLAG (static_calls) },
  { 'C', "exec-counts", OPTIONAL, false, GROUP_LISTINGS, SPEC,
    N_ ("print execution counts [only of SYMSPEC]"),
    ASKS (EXEC), TABLE (EXEC_INCLUDE) },
  { 'd', "debug", OPTIONAL, false, GROUP_OTHER, N_ ("N"),
    N_ ("print how results were computed [N: which]"), OWN },
  { 'D', "ignore-non-functions", NONE, false, GROUP_SYMBOLS, NULL,
    N_ ("drop local symbols that are not functions"), FLAG (only_functions) },
  { 'e', "", REQUIRED, false, GROUP_CHOICE, SPEC,
    N_ ("leave out the call-graph entry"), TABLE (GRAPH_EXCLUDE) },
  { 'E', "", REQUIRED, false, GROUP_CHOICE, SPEC,
    N_ ("as -e, and do not propagate the time"),
    TABLES (GRAPH_EXCLUDE, TIME_EXCLUDE) },
  { 'f', "", REQUIRED, false, GROUP_CHOICE, SPEC,
    N_ ("only this call-graph entry and what it calls"),
    TABLE (GRAPH_INCLUDE) },
  { 'F', "", REQUIRED, false, GROUP_CHOICE, SPEC,
    N_ ("as -f, and propagate only this time"),
    TABLES (GRAPH_INCLUDE, TIME_INCLUDE) },
  { 'h', "help", NONE, false, GROUP_OTHER, NULL,
    N_ ("print this help and exit"), OWN },
  { 'i', "file-info", NONE, false, GROUP_LISTINGS, NULL,
    N_ ("tell how many records each profile has"), ASKS (INFO) },
  { 'I', "directory-path", REQUIRED, false, GROUP_FILES, N_ ("DIRS"),
    N_ ("search DIRS (D1:D2...) for source files"), OWN },
  { 'J', "no-annotated-source", OPTIONAL, false, GROUP_LISTINGS, SPEC,
    N_ ("no annotated source [or all but SYMSPEC]"),
    DECLINES (SOURCE), TABLE (SOURCE_EXCLUDE) },
  { 'k', "", REQUIRED, false, GROUP_CHOICE, N_ ("FROM/TO"),
    N_ ("ignore the calls from FROM to TO"), TABLE (ARCS_EXCLUDE) },
  { 'l', "line", NONE, false, GROUP_SYMBOLS, NULL,
    N_ ("show lines instead of functions"), FLAG (by_line) },
  { 'L', "print-path", NONE, false, GROUP_FORMAT, NULL,
    N_ ("print source files with their directories"), FLAG (print_path) },
  { 'm', "min-count", REQUIRED, false, GROUP_FORMAT, N_ ("N"),
    N_ ("annotate counts below N as ##### (1)"), OWN },
  { 'n', "time", REQUIRED, false, GROUP_CHOICE, SPEC,
    N_ ("propagate only this time"), TABLE (TIME_INCLUDE) },
  { 'N', "no-time", REQUIRED, false, GROUP_CHOICE, SPEC,
    N_ ("do not propagate this time"), TABLE (TIME_EXCLUDE) },
  { 'O', "file-format", REQUIRED, false, GROUP_FILES, N_ ("NAME"),
    N_ ("profiles: auto, magic, bsd, 4.4bsd, prof"), OWN },
  { 'p', "flat-profile", OPTIONAL, false, GROUP_LISTINGS, SPEC,
    N_ ("print the flat profile [only of SYMSPEC]"),
    ASKS (FLAT), TABLE (FLAT_INCLUDE) },
  { 'P', "no-flat-profile", OPTIONAL, false, GROUP_LISTINGS, SPEC,
    N_ ("no flat profile [or all but SYMSPEC]"),
    DECLINES (FLAT), TABLE (FLAT_EXCLUDE) },
  { 'q', "graph", OPTIONAL, false, GROUP_LISTINGS, SPEC,
    N_ ("print the call graph [only of SYMSPEC]"),
    ASKS (GRAPH), TABLE (GRAPH_INCLUDE), ARCS (INCLUDE) },
  { 'Q', "no-graph", OPTIONAL, false, GROUP_LISTINGS, SPEC,
    N_ ("no call graph [or all but SYMSPEC]"),
    DECLINES (GRAPH), TABLE (GRAPH_EXCLUDE), ARCS (EXCLUDE) },
  { 'r', "function-ordering", NONE, false, GROUP_LISTINGS, NULL,
    N_ ("print functions in an order for linking"), ASKS (FUNCTION_ORDER) },
  { 'R', "file-ordering", REQUIRED, false, GROUP_LISTINGS, N_ ("MAP"),
    N_ ("order object files; MAP is what nm -A prints"),
    ASKS (FILE_ORDER), WORD (map_file) },
  { 's', "sum", NONE, false, GROUP_FILES, NULL,
    N_ ("write the sum of all profiles to gmon.sum"),
    ASKS (SUM), FLAG (by_line) },
  { 'S', "external-symbol-table", REQUIRED, false, GROUP_SYMBOLS,
    N_ ("FILE"), N_ ("take the symbols from FILE, as of nm"),
    WORD (symbol_file) },
  { 't', "table-length", REQUIRED, false, GROUP_FORMAT, N_ ("N"),
    N_ ("list the N lines executed most (10)"), OWN },
  { 'T', "traditional", NONE, false, GROUP_FORMAT, NULL,
    N_ ("print in the style of 4.2BSD"), FLAG (traditional) },
  { 'v', "version", NONE, false, GROUP_OTHER, NULL,
    N_ ("print the version and exit"), OWN },
  { 'w', "width", REQUIRED, false, GROUP_FORMAT, N_ ("N"),
    N_ ("print the index N columns wide (80)"), OWN },
  { 'x', "all-lines", NONE, false, GROUP_FORMAT, NULL,
    N_ ("annotate every line that has code"), FLAG (all_lines) },
  { 'y', "separate-files", NONE, false, GROUP_FILES, NULL,
    N_ ("annotate each source in a file NAME-ann"), FLAG (separate_files) },
  { 'z', "display-unused-functions", NONE, false, GROUP_FORMAT, NULL,
    N_ ("show what was never called and took no time"), FLAG (show_unused) },
  { 'Z', "no-exec-counts", OPTIONAL, false, GROUP_LISTINGS, SPEC,
    N_ ("no execution counts [or all but SYMSPEC]"),
    DECLINES (EXEC), TABLE (EXEC_EXCLUDE) },
  { KEY_DEMANGLE, "demangle", OPTIONAL, false, GROUP_FORMAT,
    N_ ("STYLE"), N_ ("decode C++ and other names (the default)"), OWN },
  { KEY_NO_DEMANGLE, "no-demangle", NONE, false, GROUP_FORMAT, NULL,
    N_ ("print names as the linker sees them"), OWN },
  { KEY_INLINE_FILE_NAMES, "inline-file-names", NONE, false,
    GROUP_FORMAT, NULL, N_ ("print (file:line) after each name"),
    FLAG (inline_file_names) },

  { KEY_ASM, "asm", REQUIRED, true, GROUP_LISTINGS, SPEC,
    N_ ("print SYMSPEC's instructions with samples"),
    ASKS (ASM), TABLE (ASM_INCLUDE) },
  { KEY_BROWSE, "browse", NONE, true, GROUP_FORMAT, NULL,
    N_ ("browse the report on a terminal"), OWN },
  { KEY_COLOR, "color", OPTIONAL, true, GROUP_FORMAT, N_ ("WHEN"),
    N_ ("use colours: auto (terminals), always, never"), OWN },
  { KEY_CYCLES, "cycles", NONE, true, GROUP_LISTINGS, NULL,
    N_ ("print cycles, and which arcs break them"), ASKS (CYCLES) },
  { KEY_DEBUG_DIR, "debug-dir", REQUIRED, true, GROUP_FILES, N_ ("DIRS"),
    N_ ("search DIRS for separate debug files"), OWN },
  { KEY_EXPLAIN, "explain", NONE, true, GROUP_LISTINGS, NULL,
    N_ ("print what the data can and cannot tell"), ASKS (EXPLAIN) },
  { KEY_FOCUS, "focus", REQUIRED, true, GROUP_FORMAT, N_ ("REGEX"),
    N_ ("show only what matches; may be repeated"), OWN },
  { KEY_FORMAT, "format", REQUIRED, true, GROUP_FORMAT, N_ ("FORMAT"),
    N_ ("write FORMAT: text, json, csv, dot, svg, ..."), OWN },
  { KEY_GNU_COMPAT, "gnu-compat", NONE, true, GROUP_OTHER, NULL,
    N_ ("list what GNU gprof 2.40 would"), OWN },
  { KEY_GROUP_BY, "group-by", REQUIRED, true, GROUP_FORMAT, N_ ("GROUPS"),
    N_ ("add up rows: clones, file, directory, ..."), OWN },
  { KEY_HIDE, "hide", REQUIRED, true, GROUP_FORMAT, N_ ("REGEX"),
    N_ ("leave out what matches; may be repeated"), OWN },
  { KEY_HZ, "hz", REQUIRED, true, GROUP_RUN, N_ ("N"),
    N_ ("take N (100) samples a second"), OWN },
  { KEY_INLINED, "inlined", NONE, true, GROUP_SYMBOLS, NULL,
    N_ ("show what was inlined into functions"), FLAG (inlined) },
  { KEY_JOBS, "jobs", REQUIRED, true, GROUP_FILES, N_ ("N"),
    N_ ("read N profiles at a time (all cores)"), OWN },
  { KEY_KEEP, "keep", REQUIRED, true, GROUP_RUN, N_ ("PREFIX"),
    N_ ("keep the profiles, as PREFIX.PID"), WORD (keep) },
  { KEY_LIBRARY, "library", REQUIRED, true, GROUP_FILES,
    N_ ("LIBRARY"), N_ ("use a shared library; FILE or FILE:PROFILE"),
    OWN },
  { KEY_MIN_PERCENT, "min-percent", REQUIRED, true, GROUP_FORMAT, N_ ("P"),
    N_ ("leave out what is below P percent"), OWN },
  { KEY_NAMES, "names", REQUIRED, true, GROUP_FORMAT, N_ ("FORM"),
    N_ ("shorten names: no-args, no-templates, short"), OWN },
  { KEY_NO_STACKS, "no-stacks", NONE, true, GROUP_RUN, NULL,
    N_ ("take samples without their callers"), FLAG (no_stacks) },
  { KEY_OUTPUT, "output", REQUIRED, true, GROUP_FILES, N_ ("FILE"),
    N_ ("write the report to FILE"), WORD (output_name) },
  { KEY_PAGER, "pager", NONE, true, GROUP_OTHER, NULL,
    N_ ("on a terminal, show one screen at a time"), FLAG (pager) },
  { KEY_PER_FILE, "per-file", NONE, true, GROUP_LISTINGS, NULL,
    N_ ("print how times vary between the profiles"), ASKS (PER_FILE) },
  { KEY_PER_THREAD, "per-thread", NONE, true, GROUP_LISTINGS, NULL,
    N_ ("print how times vary between the threads"), ASKS (PER_THREAD) },
  { KEY_RUN, "run", NONE, true, GROUP_RUN, NULL,
    N_ ("run the program behind --, then report"), FLAG (run) },
  { KEY_SORT, "sort", REQUIRED, true, GROUP_FORMAT, N_ ("KEY"),
    N_ ("sort rows and entries by KEY, such as total"), OWN },
  { KEY_DIFF, "diff", REQUIRED, true, GROUP_LISTINGS, N_ ("FILE"),
    N_ ("print changes since profile or report FILE"), ASKS (DIFF), OWN },
  { KEY_DIFF_IMAGE, "diff-image", REQUIRED, true, GROUP_FILES, N_ ("FILE"),
    N_ ("FILE is the program of the old profiles"), WORD (diff_image) },
  { KEY_FAIL_ABOVE, "fail-above", REQUIRED, true, GROUP_OTHER,
    N_ ("PERCENT"), N_ ("status 3 if a function grew more (--diff)"),
    OWN },
  { KEY_STRICT, "strict", NONE, true, GROUP_FILES, NULL,
    N_ ("fail if a profile is not that of the image"), FLAG (strict) },
  { KEY_TOP, "top", OPTIONAL, true, GROUP_FORMAT, N_ ("N"),
    N_ ("show the N (20) functions that took most"), OWN },
  { KEY_WAITS, "waits", NONE, true, GROUP_LISTINGS, NULL,
    N_ ("print where the program waits"), ASKS (WAITS) },
  { KEY_WATCH, "watch", OPTIONAL, true, GROUP_RUN, N_ ("SECONDS"),
    N_ ("show what a program does while it runs"), OWN },
  { KEY_ATTRIBUTION, "attribution", REQUIRED, true, GROUP_SYMBOLS, N_ ("HOW"),
    N_ ("who gets the samples: gnu (default) or exact"), OWN },
  { KEY_ERRORS, "errors", NONE, true, GROUP_FORMAT, NULL,
    N_ ("print how certain times and arcs are"), FLAG (errors) },
  { 0 }
};

const struct value_row value_table[] = {
  /* value, words */
  { "NAME", "auto magic bsd 4.4bsd prof" },
  { "GROUPS", "function clones file directory namespace object thread" },
  { "KEY", "self total calls name file self_per_call total_per_call" },
  { "FORMAT", "text json csv dot svg callgrind folded speedscope pprof html "
            "browse" },
  { "FORM", "full no-args no-templates short" },
  { "HOW", "gnu exact" },
  { "WHEN", "auto always never" },
  { "STYLE", "none auto gnu-v3 java gnat dlang rust" },
  { NULL, NULL }
};

/* What users of other profilers ask for, and what they want of us (R14.22).  */
static const struct
{
  const char *foreign, *ours;
} synonyms[] = {
  { "text", "format=text" },
  { "json", "format=json" },
  { "csv", "format=csv" },
  { "dot", "format=dot" },
  { "graphviz", "format=dot" },
  { "svg", "format=svg" },
  { "callgrind", "format=callgrind" },
  { "kcachegrind", "format=callgrind" },
  { "folded", "format=folded" },
  { "collapsed", "format=folded" },
  { "speedscope", "format=speedscope" },
  { "pprof", "format=pprof" },
  { "html", "format=html" },
  { "web", "format=html" },
  { "flamegraph", "format=html" },
  { "flame-graph", "format=html" },
  { "tui", "browse" },
  { "perf", "run" },
  { "record", "run" },
};
/* clang-format on */

const struct option_row *
option_by_letter (char letter)
{
  for (const struct option_row *row = option_table; row->key != 0; row++)
    if (row->key == (unsigned char)letter)
      return row;
  return NULL;
}

static const struct option_row *
exact_match (const char *name, size_t length)
{
  for (const struct option_row *row = option_table; row->key != 0; row++)
    if (row->name != NULL && strlen (row->name) == length
        && memcmp (row->name, name, length) == 0)
      return row;
  return NULL;
}

static enum option_match
prefix_match (const char *name, size_t length, bool ours,
              const struct option_row **row)
{
  enum option_match match = OPTION_UNKNOWN;
  for (const struct option_row *r = option_table; r->key != 0; r++)
    if (r->ours == ours && r->name != NULL
        && strncmp (r->name, name, length) == 0)
      {
        match = match == OPTION_UNKNOWN ? OPTION_FOUND : OPTION_AMBIGUOUS;
        *row = r;
      }
  return match;
}

enum option_match
option_by_name (const char *name, size_t length, const struct option_row **row)
{
  *row = exact_match (name, length);
  if (*row != NULL)
    return OPTION_FOUND;
  enum option_match match = prefix_match (name, length, false, row);
  return match != OPTION_UNKNOWN ? match
                                 : prefix_match (name, length, true, row);
}

/* How far the LENGTH bytes at WORD are from NAME, or from a beginning of it if
   WORD is long enough for that to mean something.  */
static size_t
distance_of_abbreviation (const char *word, size_t length, const char *name)
{
  enum
  {
    LEAST = 5 /* below, they are like everything */
  };
  size_t least = SIZE_MAX;
  for (size_t end = LEAST; length >= LEAST && end < strlen (name); end++)
    {
      const size_t distance = spelling_distance (word, length, name, end);
      least = distance < least ? distance : least;
    }
  return least <= 1 ? least : SIZE_MAX;
}

const char *
option_guess_name (const char *word, size_t length)
{
  const char *guess = NULL;
  size_t least = spelling_tolerance (length) + 1;
  for (size_t i = 0; i < sizeof synonyms / sizeof *synonyms; i++)
    if (strlen (synonyms[i].foreign) == length
        && memcmp (synonyms[i].foreign, word, length) == 0)
      return synonyms[i].ours;
  for (const struct option_row *row = option_table; row->key != 0; row++)
    {
      if (row->name == NULL || row->name[0] == '\0')
        continue;
      size_t distance
          = spelling_distance (word, length, row->name, strlen (row->name));
      if (distance >= least)
        distance = distance_of_abbreviation (word, length, row->name);
      if (distance < least)
        {
          least = distance;
          guess = row->name;
        }
    }
  return guess;
}

const char *
option_words (const char *value)
{
  const struct value_row *row = value_table;
  while (row->value != NULL && strcmp (row->value, value) != 0)
    row++;
  return row->words != NULL ? row->words : "";
}

int
option_find_value (const char *value, const char *word)
{
  const size_t length = strlen (word);
  int place = 0;
  for (const char *next = option_words (value); *next != '\0'; place++)
    {
      const size_t end = strcspn (next, " ");
      if (end == length && memcmp (next, word, length) == 0)
        return place;
      next += end + (next[end] == ' ');
    }
  return -1;
}

int
option_guess_value (const char *value, const char *word, const char **guess)
{
  const size_t length = strlen (word);
  size_t least = spelling_tolerance (length) + 1;
  int size = 0;
  for (const char *next = option_words (value); *next != '\0';)
    {
      const size_t end = strcspn (next, " ");
      const size_t distance = spelling_distance (word, length, next, end);
      if (distance < least)
        {
          least = distance;
          *guess = next;
          size = (int)end;
        }
      next += end + (next[end] == ' ');
    }
  return size;
}

/* --- Options that exclude each other ------------------------------------- */

/* What a format of reports cannot hold is in the table of formats.  */

/* --- What options ask for ------------------------------------------------ */

unsigned
options_uses (const struct options *options)
{
  const bool is_sum = options->requested & LISTING_SUM;
  /* In the order of enum option_use.  */
  const bool used[] = { options->debug != 0,
                        options->by_line && !is_sum, /* -s implies lines */
                        options->traditional,
                        options->inlined,
                        options->errors,
                        options->exact,
                        options->group_by != GROUP_BY_FUNCTION,
                        options->output_name != NULL,
                        options->top != 0,
                        options->min_percent > 0,
                        options->focus.count > 0,
                        options->hide.count > 0,
                        options->sort != SORT_NONE,
                        options->run,
                        options->group_by == GROUP_BY_THREAD };
  unsigned uses = options->requested;
  for (size_t i = 0; i < sizeof used / sizeof *used; i++)
    uses |= used[i] ? (unsigned)USES_DEBUG << i : 0;
  return uses;
}

void
options_name_use (unsigned uses, char name[USE_NAME_MOST])
{
  /* In the order of enum option_use.  */
  static const char *const names[] = { "-d",
                                       "-l",
                                       "-T",
                                       "--inlined",
                                       "--errors",
                                       "--attribution=exact",
                                       "--group-by",
                                       "--output",
                                       "--top",
                                       "--min-percent",
                                       "--focus",
                                       "--hide",
                                       "--sort",
                                       "--run",
                                       "--group-by=thread" };
  const struct option_row *row = option_table;
  size_t i = 0;
  while (row->key != 0 && !(row->listing & uses))
    row++;
  if (row->key > UCHAR_MAX)
    snprintf (name, USE_NAME_MOST, "--%s", row->name);
  else if (row->key != 0)
    snprintf (name, USE_NAME_MOST, "-%c", row->key);
  else
    {
      while (!(uses & (unsigned)USES_DEBUG << i))
        i++;
      snprintf (name, USE_NAME_MOST, "%s", names[i]);
    }
}

/* --- Exclusions ---------------------------------------------------------- */

/* Each of ONE excludes each of OTHERS.  */
struct exclusion
{
  unsigned one, others;
};

static const struct exclusion exclusions[] = {
  /* Functions in an order, or files (R1.5).  */
  { LISTING_FILE_ORDER, LISTING_FUNCTION_ORDER },
  /* The style of 4.2BSD has no columns for errors (R14.50).  */
  { USES_ERRORS, USES_TRADITIONAL },
  /* An instruction is of a function, not of a line (R14.110).  */
  { LISTING_ASM, LISTING_SUM | USES_LINES },
  /* These need GNU gprof's symbol table (R14.40).  */
  { USES_EXACT, LISTING_SUM | LISTING_FILE_ORDER },
  /* -s writes a file of its own (R15.3).  */
  { USES_OUTPUT, LISTING_SUM },
  /* What --run records, -s does not add up (R20.60).  */
  { USES_RUN, LISTING_SUM },
  /* Groups are shown where time and calls are, not where lines or single
     functions are (R14.34).  */
  { USES_GROUPS, USES_DEBUG | USES_LINES | LISTING_EXEC | LISTING_SOURCE
                     | LISTING_FUNCTION_ORDER | LISTING_FILE_ORDER
                     | LISTING_SUM | LISTING_PER_FILE | LISTING_PER_THREAD
                     | LISTING_DIFF | LISTING_ASM | LISTING_EXPLAIN
                     | LISTING_WAITS },
  /* Threads do not call each other (R20.234).  */
  { USES_THREADS, LISTING_GRAPH | LISTING_CYCLES },
  /* What is inlined is shown under functions, where their time is
     (R14.107).  */
  { USES_INLINED, USES_LINES | USES_TRADITIONAL | USES_GROUPS | LISTING_SUM
                      | LISTING_PER_FILE | LISTING_PER_THREAD | LISTING_DIFF },
};

enum status
exclusions_check (const struct options *options, struct diag *diag)
{
  const unsigned uses = options_uses (options);
  char one[USE_NAME_MOST], other[USE_NAME_MOST];
  for (size_t i = 0; i < sizeof exclusions / sizeof *exclusions; i++)
    if ((uses & exclusions[i].one) && (uses & exclusions[i].others))
      {
        options_name_use (uses & exclusions[i].one, one);
        options_name_use (uses & exclusions[i].others, other);
        return diag_fail (diag, STATUS_USAGE, NULL,
                          _ ("'%s' and '%s' exclude each other"), other, one);
      }
  return STATUS_OK;
}
