/* options.c - argv becomes struct options; nothing is opened, and nothing
   printed but warnings.

   Words are taken as GNU getopt_long takes them (R1.1): options anywhere,
   letters in clusters, optional arguments attached, long names abbreviated.
   Our own loop, because getopt keeps its state in globals, prints its
   messages itself and knows only one table to abbreviate from.  */

#include "config.h"

#include "input/options.h"

#ifdef HAVE_LIBIBERTY_DEMANGLE_H
#include <libiberty/demangle.h>
#else
#include <demangle.h>
#endif
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "input/reader.h"

enum
{
  RATE_MOST = 10000 /* that the recorder takes */
};

struct parser
{
  struct options *options;
  int argc;
  char *const *argv;
  int next;                 /* index of the next word */
  struct loose_word before; /* what the word before may lack; no WORD yet */
  struct diag *diag;
};

/* The next word as an argument, or null at the end.  */
static const char *
next_word (struct parser *parser)
{
  return parser->next < parser->argc ? parser->argv[parser->next++] : NULL;
}

/* Put TEXT into the tables of ROW.  With -E and -F two tables get the same
   words.  */
static void
add_specs (struct options *options, const struct option_row *row,
           const char *text)
{
  unsigned tables = row->tables;
  bool repeated = false;
  if (row->arcs != 0 && strchr (text, '/') != NULL)
    tables = 1u << row->arcs;
  for (unsigned table = SPEC_TABLES; table-- > 0;)
    if (tables & 1u << table)
      {
        const struct spec spec = { (enum spec_table)table, text, repeated };
        vec_push (&options->specs, spec);
        repeated = true;
      }
}

static enum status
set_demangle (struct parser *parser, const char *style_name)
{
  parser->options->demangle = true;
  if (style_name == NULL)
    return STATUS_OK;
  enum demangling_styles style = cplus_demangle_name_to_style (style_name);
  const char *guess;
  int length;
  if (style == unknown_demangling
      && (length = option_guess_value ("STYLE", style_name, &guess)) > 0)
    return diag_fail (parser->diag, STATUS_USAGE, NULL,
                      _ ("unknown demangling style '%s'; did you mean "
                         "'%.*s'?"),
                      style_name, length, guess);
  if (style == unknown_demangling)
    return diag_fail (parser->diag, STATUS_USAGE, NULL,
                      _ ("unknown demangling style '%s'; auto, gnu-v3, java, "
                         "gnat, dlang, rust or none expected"),
                      style_name);
  parser->options->demangle_style = (int)style;
  return STATUS_OK;
}

/* TEXT, the argument of the option with the letter KEY, as atoi does it where a
   long has 64 bits, so that a number too large means what it means there, on any
   host.  Warns if it is not all a number.  */
static int
take_number (const struct parser *parser, int key, const char *text)
{
  char *end;
  const long long value = strtoll (text, &end, 10);
  if (end == text || *end != '\0')
    diag_warn (parser->diag, NULL,
               _ ("option '-%c' expects a number; '%s' is taken for %lld"),
               key, text, value);
  return (int)value;
}

/* --library: what is behind the last colon is a profile of it.  */
static void
add_library (struct options *options, const char *argument)
{
  const char *colon = strrchr (argument, ':');
  const struct library_word word
      = { argument,
          colon != NULL ? (size_t)(colon - argument) : strlen (argument),
          colon != NULL && colon[1] != '\0' ? colon + 1 : NULL };
  vec_push (&options->libraries, word);
}

/* -O.  */
static enum status
set_format (struct parser *parser, const char *name)
{
  const char *guess;
  int length;
  if (reader_find_format (name, &parser->options->format))
    return STATUS_OK;
  if ((length = option_guess_value ("NAME", name, &guess)) > 0)
    return diag_fail (parser->diag, STATUS_USAGE, NULL,
                      _ ("unknown file format '%s'; did you mean '%.*s'?"),
                      name, length, guess);
  return diag_fail (parser->diag, STATUS_USAGE, NULL,
                    _ ("unknown file format '%s'; auto, magic, bsd or 4.4bsd "
                       "expected"),
                    name);
}

/* --jobs: a number that says at least 1.  */
static enum status
set_jobs (struct parser *parser, const char *text)
{
  char *end;
  const long jobs = strtol (text, &end, 10);
  if (end == text || *end != '\0' || jobs < 1)
    return diag_fail (parser->diag, STATUS_USAGE, NULL,
                      _ ("'%s' is not a number of jobs; 1 or more expected"),
                      text);
  parser->options->jobs = jobs < INT_MAX ? (unsigned)jobs : INT_MAX;
  return STATUS_OK;
}

/* Set *PLACE to that of WORD among the words for the argument of the option of
   ROW.  */
static enum status
take_word (struct parser *parser, const struct option_row *row,
           const char *word, int *place)
{
  const char *guess;
  *place = option_find_value (row->value, word);
  if (*place >= 0)
    return STATUS_OK;
  const int length = option_guess_value (row->value, word, &guess);
  if (length > 0)
    return diag_fail (parser->diag, STATUS_USAGE, NULL,
                      _ ("unknown argument '%s' of option '--%s'; did you "
                         "mean '%.*s'?"),
                      word, row->name, length, guess);
  return diag_fail (parser->diag, STATUS_USAGE, NULL,
                    /* TRANSLATORS: the last %s is some words, apart by
                       blanks.  */
                    _ ("unknown argument '%s' of option '--%s'; expected one "
                       "of: %s"),
                    word, row->name, option_words (row->value));
}

/* The option of ROW, whose argument is one of some words; without WORD, which
   only --color can be, it is --color=always.  */
static enum status
set_word (struct parser *parser, const struct option_row *row,
          const char *word)
{
  struct options *options = parser->options;
  int place = COLOUR_ALWAYS;
  enum status status
      = word != NULL ? take_word (parser, row, word, &place) : STATUS_OK;
  if (status != STATUS_OK)
    return status;
  switch (row->key)
    {
    case KEY_SORT:
      options->sort = (enum sort_key) (place + SORT_SELF);
      break;
    case KEY_NAMES:
      options->name_form = (enum name_form)place;
      break;
    case KEY_ATTRIBUTION:
      options->exact = place > 0;
      options->attribution_named = true;
      break;
    case KEY_FORMAT:
      options->report_format = (enum report_format)place;
      options->format_named = true;
      break;
    case KEY_COLOR:
      options->colour = (enum colour_choice)place;
      break;
    case KEY_GROUP_BY:
      options->group_by = (enum group_by)place;
      break;
    }
  return STATUS_OK;
}

/* --hz: a number from 1 to the most that the recorder takes.  */
static enum status
set_rate (struct parser *parser, const char *text)
{
  char *end;
  const long rate = strtol (text, &end, 10);
  if (end == text || *end != '\0' || rate < 1 || rate > RATE_MOST)
    return diag_fail (parser->diag, STATUS_USAGE, NULL,
                      _ ("'%s' is not a rate; a number from 1 to %d "
                         "expected"),
                      text, (int)RATE_MOST);
  parser->options->rate = (unsigned)rate;
  return STATUS_OK;
}

/* --watch: digits with or without a point, a tenth of a second at least; 1 if
   TEXT is null.  */
static enum status
set_watch (struct parser *parser, const char *text)
{
  const char *number = text != NULL ? text : "1";
  char *end;
  const double seconds = strtod (number, &end);
  if (end == number || number[strspn (number, "0123456789.")] != '\0'
      || !(seconds >= 0.1 && seconds <= INT_MAX))
    return diag_fail (parser->diag, STATUS_USAGE, NULL,
                      _ ("'%s' is not a number of seconds; 0.1 or more "
                         "expected"),
                      number);
  parser->options->watch = seconds;
  return STATUS_OK;
}

/* --top: a number that says at least 1; the usual one if TEXT is null.  */
static enum status
set_top (struct parser *parser, const char *text)
{
  char *end;
  parser->options->top = TOP_USUAL;
  if (text == NULL)
    return STATUS_OK;
  const long long top = strtoll (text, &end, 10);
  if (end == text || *end != '\0' || top < 1)
    return diag_fail (parser->diag, STATUS_USAGE, NULL,
                      _ ("'%s' is not a number of functions; 1 or more "
                         "expected"),
                      text);
  parser->options->top = top < INT_MAX ? (size_t)top : INT_MAX;
  return STATUS_OK;
}

/* Add PATTERN, the argument of OPTION, to LIST.  */
static enum status
add_regex (struct parser *parser, regex_list *list, const char *option,
           const char *pattern)
{
  regex_t compiled;
  char text[200];
  const int error = regcomp (&compiled, pattern, REG_EXTENDED | REG_NOSUB);
  if (error == REG_ESPACE)
    memory_lacking ();
  if (error == 0)
    {
      vec_push (list, compiled);
      return STATUS_OK;
    }
  regerror (error, NULL, text, sizeof text);
  return diag_fail (parser->diag, STATUS_USAGE, NULL, "%s=%s: %s", option,
                    pattern, text);
}

/* --min-percent: digits with or without a point, from 0 to 100.  */
static enum status
set_min_percent (struct parser *parser, const char *text)
{
  char *end;
  const double percent = strtod (text, &end);
  if (end == text || *end != '\0' || text[strspn (text, "0123456789.")] != '\0'
      || percent > 100)
    return diag_fail (parser->diag, STATUS_USAGE, NULL,
                      _ ("'%s' is not a percentage; a number from 0 to 100 "
                         "expected"),
                      text);
  parser->options->min_percent = percent;
  parser->options->min_percent_named = true;
  return STATUS_OK;
}

/* --fail-above: a number that is not negative.  */
static enum status
set_fail_above (struct parser *parser, const char *text)
{
  char *end;
  const double percent = strtod (text, &end);
  if (end == text || (strcmp (end, "") != 0 && strcmp (end, "%") != 0)
      || !(percent >= 0 && percent < INFINITY))
    return diag_fail (parser->diag, STATUS_USAGE, NULL,
                      _ ("'%s' is not a percentage; 0 or more expected"),
                      text);
  parser->options->fails_above = true;
  parser->options->fail_percent = percent;
  return STATUS_OK;
}

/* The options that do more than their rows say.  */
static enum status
apply_own (struct parser *parser, const struct option_row *row,
           const char *argument)
{
  struct options *options = parser->options;
  const int key = row->key;
  int number = 0;
  if (argument != NULL && key <= UCHAR_MAX && strchr ("dmtw", key) != NULL)
    number = take_number (parser, key, argument);
  switch (key)
    {
    case 'd':
      options->debug = argument != NULL ? (unsigned)number | 1 : ~0u;
      break;
    case 'h':
      options->action = ACTION_HELP;
      break;
    case 'I':
      vec_push (&options->source_path, argument);
      break;
    case 'm':
      options->min_count = strtoull (argument, NULL, 10);
      break;
    case 'O':
      return set_format (parser, argument);
    case 't':
      options->table_length = number > 0 ? number : 0;
      break;
    case 'v':
      options->action = ACTION_VERSION;
      break;
    case 'w':
      options->width = number > 1 ? number : 1;
      break;
    case KEY_DEMANGLE:
      return set_demangle (parser, argument);
    case KEY_NO_DEMANGLE:
      options->demangle = false;
      break;
    case KEY_GNU_COMPAT:
      options->quirks = quirks_of (true);
      break;
    case KEY_BROWSE:
      options->report_format = REPORT_BROWSE;
      options->format_named = true;
      break;
    case KEY_FOCUS:
      return add_regex (parser, &options->focus, "--focus", argument);
    case KEY_HIDE:
      return add_regex (parser, &options->hide, "--hide", argument);
    case KEY_HZ:
      return set_rate (parser, argument);
    case KEY_JOBS:
      return set_jobs (parser, argument);
    case KEY_DEBUG_DIR:
      vec_push (&options->debug_path, argument);
      break;
    case KEY_LIBRARY:
      add_library (options, argument);
      break;
    case KEY_MIN_PERCENT:
      return set_min_percent (parser, argument);
    case KEY_TOP:
      return set_top (parser, argument);
    case KEY_WATCH:
      return set_watch (parser, argument);
    case KEY_DIFF:
      vec_push (&options->old_profiles, argument);
      break;
    case KEY_FAIL_ABOVE:
      return set_fail_above (parser, argument);
    default:
      return set_word (parser, row, argument);
    }
  return STATUS_OK;
}

/* Act on one option; ARGUMENT is null if none was given.  */
static enum status
apply (struct parser *parser, const struct option_row *row,
       const char *argument)
{
  struct options *options = parser->options;
  void *flag = (char *)options + row->flag;
  void *word = (char *)options + row->word;
  options->chooses_report |= row->group != GROUP_RUN;
  options->mentioned |= row->listing;
  options->requested |= row->listing;
  if (row->declines && argument == NULL)
    options->requested &= ~row->listing;
  if (row->flag != 0)
    *(bool *)flag = true;
  if (row->word != 0)
    *(const char **)word = argument;
  if (row->own)
    return apply_own (parser, row, argument);
  if (argument != NULL)
    add_specs (options, row, argument);
  return STATUS_OK;
}

/* NAME, up to its argument LENGTH bytes long, is no option.  */
static enum status
refuse_long (struct parser *parser, const char *name, size_t length)
{
  const char *guess = option_guess_name (name, length);
  if (guess == NULL)
    return diag_fail (parser->diag, STATUS_USAGE, NULL,
                      _ ("unknown option '--%s'"), name);
  return diag_fail (parser->diag, STATUS_USAGE, NULL,
                    _ ("unknown option '--%s'; did you mean '--%s'?"), name,
                    guess);
}

/* Note that the option of ROW came with ARGUMENT and may want the next word,
   which an optional argument never is.  */
static void
note_what_may_lack (struct parser *parser, const struct option_row *row,
                    bool by_name, const char *argument)
{
  if (row->argument == ARGUMENT_OPTIONAL && argument == NULL)
    parser->before = (struct loose_word){ NULL, row, by_name };
}

/* A word that begins with two dashes; NAME is what follows them.  */
static enum status
parse_long (struct parser *parser, const char *name)
{
  const size_t length = strcspn (name, "=");
  const struct option_row *row = NULL;
  switch (option_by_name (name, length, &row))
    {
    case OPTION_UNKNOWN:
      return refuse_long (parser, name, length);
    case OPTION_AMBIGUOUS:
      return diag_fail (parser->diag, STATUS_USAGE, NULL,
                        _ ("option '--%s' is ambiguous"), name);
    case OPTION_FOUND:
      break;
    }

  const char *argument = name[length] == '=' ? name + length + 1 : NULL;
  if (argument != NULL && row->argument == ARGUMENT_NONE)
    return diag_fail (parser->diag, STATUS_USAGE, NULL,
                      _ ("option '--%s' takes no argument"), row->name);
  if (argument == NULL && row->argument == ARGUMENT_REQUIRED)
    argument = next_word (parser);
  if (argument == NULL && row->argument == ARGUMENT_REQUIRED)
    return diag_fail (parser->diag, STATUS_USAGE, NULL,
                      _ ("option '--%s' needs an argument"), row->name);
  note_what_may_lack (parser, row, true, argument);
  return apply (parser, row, argument);
}

/* A word that begins with one dash; LETTERS is what follows it.  */
static enum status
parse_letters (struct parser *parser, const char *letters)
{
  enum status status = STATUS_OK;
  while (*letters != '\0' && status == STATUS_OK
         && parser->options->action == ACTION_REPORT)
    {
      const char letter = *letters++;
      const struct option_row *row = option_by_letter (letter);
      if (row == NULL)
        return diag_fail (parser->diag, STATUS_USAGE, NULL,
                          _ ("unknown option '-%c'"), letter);
      const char *argument = NULL;
      if (row->argument != ARGUMENT_NONE && *letters != '\0')
        {
          argument = letters;
          letters = "";
        }
      else if (row->argument == ARGUMENT_REQUIRED)
        argument = next_word (parser);
      if (row->argument == ARGUMENT_REQUIRED && argument == NULL)
        return diag_fail (parser->diag, STATUS_USAGE, NULL,
                          _ ("option '-%c' needs an argument"), letter);
      note_what_may_lack (parser, row, false, argument);
      status = apply (parser, row, argument);
    }
  return status;
}

static void
add_operand (struct parser *parser, const char *word)
{
  struct options *options = parser->options;
  struct loose_word loose = parser->before;
  loose.word = word;
  if (loose.option != NULL)
    vec_push (&options->loose_words, loose);
  if (options->image == NULL)
    options->image = word;
  else
    vec_push (&options->profiles, word);
}

static void
add_default_files (struct options *options)
{
  if (options->command != NULL)
    options->image = options->command[0];
  options->default_image = options->image == NULL;
  if (options->default_image)
    options->image = "a.out";
  for (size_t i = 0; i < options->libraries.count; i++)
    if (options->libraries.items[i].profile != NULL)
      vec_push (&options->profiles, options->libraries.items[i].profile);
  if (!options->run && options->profiles.count == 0)
    vec_push (&options->profiles, "gmon.out");
}

/* Options that only mean something with --diff.  */
static enum status
check_diff (const struct options *options, struct diag *diag)
{
  const char *alone = options->diff_image != NULL ? "--diff-image"
                      : options->fails_above      ? "--fail-above"
                                                  : NULL;
  if (options->action == ACTION_REPORT && alone != NULL
      && options->old_profiles.count == 0)
    return diag_fail (diag, STATUS_USAGE, NULL,
                      /* TRANSLATORS: %s is an option.  */
                      _ ("'%s' needs '--diff' with an old profile"), alone);
  return STATUS_OK;
}

/* A program is needed by --run, and that by others; the profiles are live files
   of the program.  */
static enum status
check_run (const struct options *options, struct diag *diag)
{
  const char *alone = options->keep != NULL ? "--keep"
                      : options->rate > 0   ? "--hz"
                      : options->no_stacks  ? "--no-stacks"
                                            : NULL;
  if (options->action != ACTION_REPORT)
    return STATUS_OK;
  if (!options->run)
    return alone == NULL
               ? STATUS_OK
               : diag_fail (diag, STATUS_USAGE, NULL,
                            /* TRANSLATORS: %s is an option.  */
                            _ ("'%s' needs '--run' with a program"), alone);
  const char *other = options->image != NULL               ? options->image
                      : options->format != FORMAT_AUTO     ? "-O"
                      : options->quirks.knows_no_libraries ? "--gnu-compat"
                                                           : NULL;
  if (other != NULL)
    return diag_fail (diag, STATUS_USAGE, NULL,
                      _ ("'%s' and '%s' exclude each other"), other, "--run");
  return options->command != NULL
             ? STATUS_OK
             : diag_fail (diag, STATUS_USAGE, NULL,
                          _ ("option '--%s' needs an argument"), "run");
}

void
options_prefer_exact (struct options *options, bool wanted)
{
  if (!options->attribution_named)
    options->exact
        = wanted && !(options->requested & (LISTING_SUM | LISTING_FILE_ORDER));
}

/* Is the program to run behind WORD, or WORD itself?  */
static bool
is_command (const struct parser *parser, const char *word)
{
  return strcmp (word, "--") == 0 ? parser->next < parser->argc
                                  : word[0] != '-' || word[1] == '\0';
}

enum status
options_parse (struct options *options, int argc, char *const *argv,
               bool in_order, struct diag *diag)
{
  *options = (struct options){ .quirks = quirks_of (false),
                               .demangle = true,
                               .min_count = 1,
                               .table_length = 10 };
  struct parser parser = {
    .options = options, .argc = argc, .argv = argv, .next = 1, .diag = diag
  };
  enum status status = STATUS_OK;
  bool only_operands = false;
  const char *word;
  while (status == STATUS_OK && options->action == ACTION_REPORT
         && options->command == NULL && (word = next_word (&parser)) != NULL)
    if (options->run && is_command (&parser, word))
      options->command = argv + parser.next - (word[0] != '-');
    else if (only_operands || word[0] != '-' || word[1] == '\0')
      {
        only_operands = only_operands || in_order;
        add_operand (&parser, word);
        parser.before = (struct loose_word){ 0 };
      }
    else
      {
        parser.before = (struct loose_word){ 0 };
        only_operands = strcmp (word, "--") == 0;
        if (!only_operands)
          status = word[1] == '-' ? parse_long (&parser, word + 2)
                                  : parse_letters (&parser, word + 1);
      }
  if (status == STATUS_OK && options->action == ACTION_REPORT)
    status = exclusions_check (options, diag);
  options_prefer_exact (options, options->requested & LISTING_ASM);
  if (status == STATUS_OK)
    status = check_diff (options, diag);
  if (status == STATUS_OK)
    status = check_run (options, diag);
  if (status == STATUS_OK)
    add_default_files (options);
  return status;
}

const struct loose_word *
options_find_loose (const struct options *options, const char *word)
{
  for (size_t i = 0; i < options->loose_words.count; i++)
    if (options->loose_words.items[i].word == word)
      return &options->loose_words.items[i];
  return NULL;
}

static void
release_regexes (regex_list *list)
{
  for (size_t i = 0; i < list->count; i++)
    regfree (&list->items[i]);
  vec_release (list);
}

void
options_release (struct options *options)
{
  vec_release (&options->profiles);
  vec_release (&options->libraries);
  vec_release (&options->old_profiles);
  vec_release (&options->specs);
  vec_release (&options->loose_words);
  vec_release (&options->source_path);
  vec_release (&options->debug_path);
  release_regexes (&options->focus);
  release_regexes (&options->hide);
}
