/* options.h - argv becomes struct options; nothing is opened, and nothing
   printed but warnings.

   The option table is the one source for parsing, help and completion.  */

#ifndef OPTIONS_H
#define OPTIONS_H

#include <regex.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/memory.h"
#include "base/terminal.h"
#include "model/quirks.h"

enum
{
  TOP_USUAL = 20 /* functions that --top shows */
};

/* What the user can ask to see, as bits of a set.  */
enum listing
{
  LISTING_FLAT = 1,
  LISTING_GRAPH = 2,
  LISTING_EXEC = 4,
  LISTING_SOURCE = 8,
  LISTING_FUNCTION_ORDER = 16,
  LISTING_FILE_ORDER = 32,
  LISTING_INFO = 64, /* -i, while files are read */
  LISTING_SUM = 128, /* -s, a file instead of text */
  LISTING_CYCLES = 256,
  LISTING_PER_FILE = 512,
  LISTING_DIFF = 1024,
  LISTING_ASM = 2048,
  LISTING_EXPLAIN = 4096,
  LISTING_WAITS = 8192,
  LISTING_PER_THREAD = 16384
};

/* The include and exclude tables that symspecs go to.  */
enum spec_table
{
  SPEC_GRAPH_INCLUDE,
  SPEC_GRAPH_EXCLUDE,
  SPEC_ARCS_INCLUDE,
  SPEC_ARCS_EXCLUDE,
  SPEC_FLAT_INCLUDE,
  SPEC_FLAT_EXCLUDE,
  SPEC_TIME_INCLUDE,
  SPEC_TIME_EXCLUDE,
  SPEC_EXEC_INCLUDE,
  SPEC_EXEC_EXCLUDE,
  SPEC_SOURCE_INCLUDE,
  SPEC_SOURCE_EXCLUDE,
  SPEC_ASM_INCLUDE,
  SPEC_TABLES
};

struct spec
{
  enum spec_table table;
  const char *text; /* borrows from argv */
  bool repeated;    /* the same words went to another table, too */
};

/* An argument of --library.  */
struct library_word
{
  const char *text; /* the name of the library, LENGTH bytes; borrows from
                       argv */
  size_t length;
  const char *profile; /* likewise, with a NUL, or null */
};

struct option_row;

/* The topics of -d (R11.1).  */
enum debug_topic
{
  DEBUG_SUMMARY = 1,
  DEBUG_ORDER = 2,
  DEBUG_CYCLES = 4,
  DEBUG_ARCS = 8,
  DEBUG_RAW_ARCS = 16,
  DEBUG_ENTRIES = 32,
  DEBUG_SAMPLES = 64,
  DEBUG_SYMBOLS = 128,
  DEBUG_CALLS = 256,
  DEBUG_LOOKUPS = 512,
  DEBUG_PROPAGATION = 1024,
  DEBUG_BLOCKS = 2048,
  DEBUG_SPECS = 4096,
  DEBUG_SOURCES = 8192
};

enum action
{
  ACTION_REPORT,
  ACTION_HELP,
  ACTION_VERSION
};

/* What -O says of the profile files.  */
enum profile_format
{
  FORMAT_AUTO,
  FORMAT_MAGIC,
  FORMAT_GPERF, /* no value of -O, only detected */
  FORMAT_LIVE,  /* no word of -O means it */
  FORMAT_BSD,
  FORMAT_BSD44,
  FORMAT_PROF
};

/* POSIX extended regular expressions, compiled.  */
typedef VEC (regex_t) regex_list;

/* What listings are sorted by, in the order of the words of --sort.  */
enum sort_key
{
  SORT_NONE, /* each by its own rules */
  SORT_SELF,
  SORT_TOTAL,
  SORT_CALLS,
  SORT_NAME,
  SORT_FILE,
  SORT_SELF_PER_CALL,
  SORT_TOTAL_PER_CALL
};

/* What form the report has, in the order of the words of --format.  */
enum report_format
{
  REPORT_TEXT,
  REPORT_JSON,
  REPORT_CSV,
  REPORT_DOT,
  REPORT_SVG,
  REPORT_CALLGRIND,
  REPORT_FOLDED,
  REPORT_SPEEDSCOPE,
  REPORT_PPROF,
  REPORT_HTML,
  REPORT_BROWSE /* on the screen of a terminal */
};

/* How much of a function's name is shown, in the order of the words of
   --names.  */
enum name_form
{
  NAMES_FULL,
  NAMES_NO_ARGS,
  NAMES_NO_TEMPLATES, /* nor arguments */
  NAMES_SHORT         /* the last component; clones marked */
};

/* What rows of listings stand for, in the order of the words of
   --group-by.  */
enum group_by
{
  GROUP_BY_FUNCTION,
  GROUP_BY_CLONES,
  GROUP_BY_FILE,
  GROUP_BY_DIRECTORY,
  GROUP_BY_NAMESPACE,
  GROUP_BY_OBJECT,
  GROUP_BY_THREAD
};

/* A file name that may have been meant for the argument of the option before
   it, such as "fact" in "-p fact".  */
struct loose_word
{
  const char *word; /* one of the image and profiles, the same pointer */
  const struct option_row *option; /* the one before it */
  bool by_name;                    /* it stood there with its long name */
};

struct profile_names;
struct debuginfod;

struct options
{
  enum action action;
  unsigned requested; /* set of enum listing: S of R1.5 */
  unsigned mentioned; /* U of R1.5 */
  bool brief;
  bool traditional;
  bool show_unused;       /* -z */
  bool no_static;         /* -a */
  bool only_functions;    /* -D */
  bool print_path;        /* -L */
  bool inline_file_names; /* --inline-file-names */
  bool demangle;          /* on unless --no-demangle */
  int demangle_style;     /* libiberty's number, 0 if none was named */
  struct quirks quirks;   /* --gnu-compat: all of them, else none */
  bool strict;            /* --strict */
  bool exact;             /* --attribution=exact, or chosen for --asm */
  bool attribution_named; /* --attribution was given */
  bool errors;            /* --errors */
  bool inlined;           /* --inlined */
  bool by_line;           /* -l, or -s, which implies it */
  bool static_calls;      /* -c */
  bool all_lines;         /* -x */
  bool separate_files;    /* -y */
  uint64_t min_count;     /* -m: below it, a count is shown as ##### */
  int table_length;       /* -t: rows of the table of top lines, 0 for none */
  int width;              /* -w: columns of the index, 0 for the usual ones */
  unsigned debug;         /* -d: set of enum debug_topic, 0 for none */
  unsigned jobs;          /* --jobs: files to read at a time, 0 for as many as
                             there are cores */
  size_t top;             /* --top: rows and entries, 0 for all */
  double min_percent;     /* --min-percent, 0 for all rows and entries */
  bool min_percent_named; /* it was given */
  enum sort_key sort;     /* --sort */
  regex_list focus;       /* --focus; with none, everything */
  regex_list hide;        /* --hide */
  enum name_form name_form;  /* --names */
  enum group_by group_by;    /* --group-by */
  enum colour_choice colour; /* --color */
  bool pager;                /* --pager */
  bool run;                  /* --run: */
  bool chooses_report;       /* an option was given that is not of GROUP_RUN */
  bool runs_on;              /* processes go on when the program has ended */
  char *const *command;      /* the program to run, its arguments, and a null;
                           borrows from argv */
  unsigned rate;    /* --hz: samples a second, 0 for the usual number */
  bool no_stacks;   /* --no-stacks */
  double watch;     /* --watch: seconds from screen to screen, 0 for
                           none */
  const char *keep; /* --keep, null for none; borrows from argv */
  enum profile_format format; /* -O */
  bool live;                  /* the profiles are live files, */
  bool old_live;              /* the old ones are: see live_choose */
  const struct profile_names *found,
      *old_found; /* the files that PROFILES and OLD_PROFILES mean; borrowed;
                     null if nobody has looked */
  const char *map_file;           /* -R, null for none; borrows from argv */
  const char *symbol_file;        /* -S, likewise */
  VEC (const char *) source_path; /* arguments of -I, each with directories
                                     apart by colons */
  VEC (const char *) debug_path;  /* likewise, of --debug-dir */
  struct debuginfod *servers;     /* asked for debug files; borrowed; null for
                                     nobody */
  const char *image;              /* borrows from argv */
  bool default_image;             /* none was named */
  VEC (const char *) profiles;    /* with those of --library at the end */
  VEC (struct library_word) libraries; /* --library */
  VEC (const char *) old_profiles;     /* arguments of --diff */
  const char *diff_image;              /* null if the old program is IMAGE */
  bool fails_above;                    /* --fail-above: */
  double fail_percent;                 /* of growth */
  VEC (struct spec) specs;             /* in the order of the command line */
  VEC (struct loose_word) loose_words;

  enum report_format report_format; /* --format */
  bool format_named;                /* it was given */
  const char *output_name;          /* --output, null for none; borrows from
                                       argv */
};

enum option_argument
{
  ARGUMENT_NONE,
  ARGUMENT_REQUIRED,
  ARGUMENT_OPTIONAL
};

enum option_group
{
  GROUP_LISTINGS,
  GROUP_CHOICE,
  GROUP_SYMBOLS,
  GROUP_FORMAT,
  GROUP_FILES,
  GROUP_RUN,
  GROUP_OTHER,
  OPTION_GROUPS
};

/* One option.  KEY is the short letter, or above 255 for an option that only
   has a long name.  NAME is the long name: null for none, empty for the
   letters that answer to "--=" in GNU's table (R1.4).  */
struct option_row
{
  int key;
  const char *name;
  enum option_argument argument;
  bool ours; /* GNU gprof does not have it */
  enum option_group group;
  const char *value; /* what to call the argument, null for none */
  const char *help;  /* one line */

  /* What it does, beginning with the first.  Offsets are in struct options, 0
     for none.  */
  unsigned listing; /* bits of enum listing that it asks for; */
  bool declines;    /* unless it does without them if there is no argument */
  size_t flag;      /* offset of a bool that becomes true */
  size_t word;      /* offset of a const char * that becomes the argument */
  unsigned tables;  /* bits 1 << enum spec_table: where the argument goes as a
                       symspec, the last table first */
  enum spec_table arcs; /* where it goes instead if it has a slash; 0 for
                           nowhere else */
  bool own;             /* it has a case in options.c */
};

enum
{
  KEY_DEMANGLE = 256,
  KEY_NO_DEMANGLE,
  KEY_INLINE_FILE_NAMES,
  KEY_CYCLES,
  KEY_DEBUG_DIR,
  KEY_FOCUS,
  KEY_FORMAT,
  KEY_GNU_COMPAT,
  KEY_GROUP_BY,
  KEY_HIDE,
  KEY_HZ,
  KEY_INLINED,
  KEY_JOBS,
  KEY_KEEP,
  KEY_LIBRARY,
  KEY_MIN_PERCENT,
  KEY_NAMES,
  KEY_NO_STACKS,
  KEY_OUTPUT,
  KEY_PAGER,
  KEY_PER_FILE,
  KEY_PER_THREAD,
  KEY_RUN,
  KEY_SORT,
  KEY_STRICT,
  KEY_TOP,
  KEY_WAITS,
  KEY_WATCH,
  KEY_ASM,
  KEY_ATTRIBUTION,
  KEY_BROWSE,
  KEY_COLOR,
  KEY_DIFF,
  KEY_DIFF_IMAGE,
  KEY_ERRORS,
  KEY_EXPLAIN,
  KEY_FAIL_ABOVE
};

/* The table, ended by a row with key 0.  GNU's rows come in GNU's order and
   before ours.  */
extern const struct option_row option_table[];

/* The WORDS, apart by blanks, that an argument called VALUE in the option
   table can be; they are what shells complete.  */
struct value_row
{
  const char *value;
  const char *words;
};

/* The table, ended by a row without VALUE.  */
extern const struct value_row value_table[];

/* The row for a short option letter, or null.  */
const struct option_row *option_by_letter (char letter);

/* How a long name was understood.  */
enum option_match
{
  OPTION_UNKNOWN,
  OPTION_AMBIGUOUS,
  OPTION_FOUND
};

/* Find the option that the LENGTH bytes at NAME mean: a full name, or a
   prefix that is unambiguous in GNU's table, or else one that is unambiguous
   among ours.  So no prefix that GNU gprof accepts changes its meaning when
   an option of ours is added.  */
enum option_match option_by_name (const char *name, size_t length,
                                  const struct option_row **row);

/* The long name that was probably meant by the LENGTH bytes at WORD, which are
   none, or null.  For what other profilers call an option, it may have an
   argument (R14.22).  */
const char *option_guess_name (const char *word, size_t length);

/* Set *GUESS to the word that was probably meant by WORD for an argument that
   the option table calls VALUE.  Returns its length in bytes, 0 for none.  */
int option_guess_value (const char *value, const char *word,
                        const char **guess);

/* The place of WORD, from 0, among the words for an argument that the option
   table calls VALUE; -1 if it is none of them.  */
int option_find_value (const char *value, const char *word);

/* These words, apart by blanks.  */
const char *option_words (const char *value);

/* What messages about all profiles name: the first one, or with --run, whose
   profiles nobody knows, the program.  */
static inline const char *
options_recorded (const struct options *options)
{
  return options->run ? options->image : options->profiles.items[0];
}

/* Parse ARGV[1 .. ARGC-1] into *OPTIONS, whose strings borrow from ARGV.
   IN_ORDER: the first word that is no option ends the options, as
   POSIXLY_CORRECT asks.  STATUS_USAGE or STATUS_UNSUPPORTED.  */
enum status options_parse (struct options *options, int argc,
                           char *const *argv, bool in_order,
                           struct diag *diag);

/* Credit samples exactly if that is WANTED, unless the user has chosen or -s or
   -R, which exclude it, were given (R14.40).  */
void options_prefer_exact (struct options *options, bool wanted);

/* What is noted of WORD, which is the image or one of the profiles, or null.
   O(loose words).  */
const struct loose_word *options_find_loose (const struct options *options,
                                             const char *word);

void options_release (struct options *options);

/* --- Options that exclude each other ------------------------------------- */

/* What options ask for besides listings, in bits that enum listing does not
   use.  Where several are refused, the first one is named.  */
enum option_use
{
  USES_DEBUG = 1 << 16,
  USES_LINES = 1 << 17,
  USES_TRADITIONAL = 1 << 18,
  USES_INLINED = 1 << 19,
  USES_ERRORS = 1 << 20,
  USES_EXACT = 1 << 21,
  USES_GROUPS = 1 << 22,
  USES_OUTPUT = 1 << 23,
  USES_TOP = 1 << 24,
  USES_MIN_PERCENT = 1 << 25,
  USES_FOCUS = 1 << 26,
  USES_HIDE = 1 << 27,
  USES_SORT = 1 << 28,
  USES_RUN = 1 << 29,
  USES_THREADS = 1 << 30
};

/* All of enum listing and enum option_use that OPTIONS ask for.  */
unsigned options_uses (const struct options *options);

enum
{
  USE_NAME_MOST = 40 /* bytes of such a name, with the last 0 */
};

/* Set NAME to the first option that asks for one of USES, which is not empty,
   as users write it.  */
void options_name_use (unsigned uses, char name[USE_NAME_MOST]);

/* STATUS_USAGE if two of OPTIONS exclude each other.  */
enum status exclusions_check (const struct options *options,
                              struct diag *diag);

#endif
