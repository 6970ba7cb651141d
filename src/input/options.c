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
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"

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

static enum status
add_spec (struct parser *parser, enum spec_table table, const char *text,
          bool repeated)
{
  struct spec spec = { table, text, repeated };
  return vec_push (&parser->options->specs, spec)
             ? STATUS_OK
             : diag_no_memory (parser->diag);
}

/* -p, -q with or without TEXT: ask for LISTING.  */
static enum status
request (struct parser *parser, enum listing listing, enum spec_table table,
         const char *text)
{
  parser->options->requested |= listing;
  parser->options->mentioned |= listing;
  return text != NULL ? add_spec (parser, table, text, false) : STATUS_OK;
}

/* -P, -Q: bare, do without LISTING; with TEXT, ask for all but TEXT.  */
static enum status
decline (struct parser *parser, enum listing listing, enum spec_table table,
         const char *text)
{
  if (text != NULL)
    return request (parser, listing, table, text);
  parser->options->requested &= ~(unsigned)listing;
  parser->options->mentioned |= listing;
  return STATUS_OK;
}

/* The graph's tables are for functions or, with a slash, for arcs.  */
static enum spec_table
graph_or_arcs (const char *text, enum spec_table graph, enum spec_table arcs)
{
  return text != NULL && strchr (text, '/') != NULL ? arcs : graph;
}

/* -E and -F: two tables get the same words.  */
static enum status
add_to_graph_and_time (struct parser *parser, enum spec_table graph,
                       enum spec_table time, const char *text)
{
  enum status status = add_spec (parser, time, text, false);
  return status == STATUS_OK ? add_spec (parser, graph, text, true) : status;
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

/* As atoi does it where a long has 64 bits, so that a number too large means
   what it means there, on any host.  */
static int
number (const char *text)
{
  return (int)strtoll (text, NULL, 10);
}

/* Warn if TEXT, the argument of the option with the letter KEY, is not all a
   number.  The digits that it begins with count, as everywhere.  */
static void
check_number (const struct parser *parser, int key, const char *text)
{
  char *end;
  const long long value = strtoll (text, &end, 10);
  if (end == text || *end != '\0')
    diag_warn (parser->diag, NULL,
               _ ("option '-%c' expects a number; '%s' is taken for %lld"),
               key, text, value);
}

static int
at_least (int least, const char *text)
{
  const int value = number (text);
  return value < least ? least : value;
}

/* -O: the first letter decides (R1.3).  */
static enum status
set_format (struct parser *parser, const char *name)
{
  static const char letters[] = "amb4p";
  const char *letter = name[0] != '\0' ? strchr (letters, name[0]) : NULL;
  const char *guess;
  int length;
  if (letter == NULL
      && (length = option_guess_value ("NAME", name, &guess)) > 0)
    return diag_fail (parser->diag, STATUS_USAGE, NULL,
                      _ ("unknown file format '%s'; did you mean '%.*s'?"),
                      name, length, guess);
  if (letter == NULL)
    return diag_fail (parser->diag, STATUS_USAGE, NULL,
                      _ ("unknown file format '%s'; auto, magic, bsd or "
                         "4.4bsd expected"),
                      name);
  parser->options->format = (enum profile_format) (letter - letters);
  return STATUS_OK;
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

static void
apply_switch (struct options *options, int key)
{
  switch (key)
    {
    case 'a':
      options->no_static = true;
      break;
    case 'b':
      options->brief = true;
      break;
    case 'c':
      options->static_calls = true;
      break;
    case 'D':
      options->only_functions = true;
      break;
    case 'h':
      options->action = ACTION_HELP;
      break;
    case 'l':
      options->by_line = true;
      break;
    case 'L':
      options->print_path = true;
      break;
    case 'T':
      options->traditional = true;
      break;
    case 'v':
      options->action = ACTION_VERSION;
      break;
    case 'x':
      options->all_lines = true;
      break;
    case 'y':
      options->separate_files = true;
      break;
    case 'z':
      options->show_unused = true;
      break;
    case KEY_NO_DEMANGLE:
      options->demangle = false;
      break;
    case KEY_INLINE_FILE_NAMES:
      options->inline_file_names = true;
      break;
    case KEY_GNU_COMPAT:
      options->quirks = quirks_of (true);
      break;
    case KEY_STRICT:
      options->strict = true;
      break;
    }
}

/* The options that ask for listings or do without.  STATUS_ABSENT if ROW is
   none of them.  */
static enum status
apply_listing (struct parser *parser, int key, const char *argument)
{
  switch (key)
    {
    case 'A':
      return request (parser, LISTING_SOURCE, SPEC_SOURCE_INCLUDE, argument);
    case 'B':
      return request (parser, LISTING_GRAPH, SPEC_GRAPH_INCLUDE, NULL);
    case 'C':
      return request (parser, LISTING_EXEC, SPEC_EXEC_INCLUDE, argument);
    case 'i':
      return request (parser, LISTING_INFO, SPEC_TABLES, NULL);
    case 'J':
      return decline (parser, LISTING_SOURCE, SPEC_SOURCE_EXCLUDE, argument);
    case 'p':
      return request (parser, LISTING_FLAT, SPEC_FLAT_INCLUDE, argument);
    case 'P':
      return decline (parser, LISTING_FLAT, SPEC_FLAT_EXCLUDE, argument);
    case 'q':
      return request (parser, LISTING_GRAPH,
                      graph_or_arcs (argument, SPEC_GRAPH_INCLUDE,
                                     SPEC_ARCS_INCLUDE),
                      argument);
    case 'Q':
      return decline (parser, LISTING_GRAPH,
                      graph_or_arcs (argument, SPEC_GRAPH_EXCLUDE,
                                     SPEC_ARCS_EXCLUDE),
                      argument);
    case 'r':
      return request (parser, LISTING_FUNCTION_ORDER, SPEC_TABLES, NULL);
    case 'R':
      parser->options->map_file = argument;
      return request (parser, LISTING_FILE_ORDER, SPEC_TABLES, NULL);
    case 's':
      parser->options->by_line = true;
      return request (parser, LISTING_SUM, SPEC_TABLES, NULL);
    case 'Z':
      return decline (parser, LISTING_EXEC, SPEC_EXEC_EXCLUDE, argument);
    default:
      return STATUS_ABSENT;
    }
}

/* The options that choose parts of the call graph.  STATUS_ABSENT if ROW is
   none of them.  */
static enum status
apply_choice (struct parser *parser, int key, const char *argument)
{
  switch (key)
    {
    case 'e':
      return add_spec (parser, SPEC_GRAPH_EXCLUDE, argument, false);
    case 'E':
      return add_to_graph_and_time (parser, SPEC_GRAPH_EXCLUDE,
                                    SPEC_TIME_EXCLUDE, argument);
    case 'f':
      return add_spec (parser, SPEC_GRAPH_INCLUDE, argument, false);
    case 'F':
      return add_to_graph_and_time (parser, SPEC_GRAPH_INCLUDE,
                                    SPEC_TIME_INCLUDE, argument);
    case 'k':
      return add_spec (parser, SPEC_ARCS_EXCLUDE, argument, false);
    case 'n':
      return add_spec (parser, SPEC_TIME_INCLUDE, argument, false);
    case 'N':
      return add_spec (parser, SPEC_TIME_EXCLUDE, argument, false);
    default:
      return STATUS_ABSENT;
    }
}

/* The options whose argument is a number, a word or a file.  STATUS_ABSENT if
   ROW is none of them.  */
static enum status
apply_value (struct parser *parser, int key, const char *argument)
{
  struct options *options = parser->options;
  const bool is_number = key == 'd' || key == 'm' || key == 't' || key == 'w';
  if (argument != NULL && is_number)
    check_number (parser, key, argument);
  switch (key)
    {
    case 'd':
      options->debug
          = argument != NULL ? (unsigned)number (argument) | 1 : ~0u;
      return STATUS_OK;
    case 'I':
      return vec_push (&options->source_path, argument)
                 ? STATUS_OK
                 : diag_no_memory (parser->diag);
    case 'm':
      options->min_count = strtoull (argument, NULL, 10);
      return STATUS_OK;
    case 'O':
      return set_format (parser, argument);
    case 'S':
      options->symbol_file = argument;
      return STATUS_OK;
    case 't':
      options->table_length = at_least (0, argument);
      return STATUS_OK;
    case 'w':
      options->width = at_least (1, argument);
      return STATUS_OK;
    case KEY_DEMANGLE:
      return set_demangle (parser, argument);
    case KEY_JOBS:
      return set_jobs (parser, argument);
    default:
      return STATUS_ABSENT;
    }
}

/* Act on one option; ARGUMENT is null if none was given.  */
static enum status
apply (struct parser *parser, const struct option_row *row,
       const char *argument)
{
  enum status status = apply_listing (parser, row->key, argument);
  if (status == STATUS_ABSENT)
    status = apply_choice (parser, row->key, argument);
  if (status == STATUS_ABSENT)
    status = apply_value (parser, row->key, argument);
  if (status != STATUS_ABSENT)
    return status;
  apply_switch (parser->options, row->key);
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
   too: an optional argument is never that word, and an arc of -k is one
   word.  */
static void
note_what_may_lack (struct parser *parser, const struct option_row *row,
                    bool by_name, const char *argument)
{
  const bool lacks
      = row->key == 'k'
            ? argument != NULL && strchr (argument, '/') == NULL
            : row->argument == ARGUMENT_OPTIONAL && argument == NULL;
  if (lacks)
    parser->before = (struct loose_word){ NULL, row, by_name, argument };
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

static enum status
add_operand (struct parser *parser, const char *word)
{
  struct options *options = parser->options;
  struct loose_word loose = parser->before;
  loose.word = word;
  if (loose.option != NULL && !vec_push (&options->loose_words, loose))
    return diag_no_memory (parser->diag);
  if (options->image == NULL)
    {
      options->image = word;
      return STATUS_OK;
    }
  return vec_push (&options->profiles, word) ? STATUS_OK
                                             : diag_no_memory (parser->diag);
}

static enum status
add_default_files (struct parser *parser)
{
  struct options *options = parser->options;
  options->default_image = options->image == NULL;
  if (options->default_image)
    options->image = "a.out";
  parser->before = (struct loose_word){ 0 };
  return options->profiles.count > 0 ? STATUS_OK
                                     : add_operand (parser, "gmon.out");
}

/* Functions in an order, or files: not both (R1.5).  */
static enum status
check_orders (const struct options *options, struct diag *diag)
{
  const unsigned both = LISTING_FUNCTION_ORDER | LISTING_FILE_ORDER;
  if (options->action == ACTION_REPORT && (options->requested & both) == both)
    return diag_fail (diag, STATUS_USAGE, NULL,
                      _ ("'-r' and '-R' exclude each other"));
  return STATUS_OK;
}

enum status
options_parse (struct options *options, int argc, char *const *argv,
               bool in_order, struct diag *diag)
{
  *options = (struct options){ .quirks = quirks_of (false),
                               .demangle = true,
                               .width = 80,
                               .min_count = 1,
                               .table_length = 10 };
  struct parser parser = {
    .options = options, .argc = argc, .argv = argv, .next = 1, .diag = diag
  };
  enum status status = STATUS_OK;
  bool only_operands = false;
  const char *word;
  while (status == STATUS_OK && options->action == ACTION_REPORT
         && (word = next_word (&parser)) != NULL)
    if (only_operands || word[0] != '-' || word[1] == '\0')
      {
        only_operands = only_operands || in_order;
        status = add_operand (&parser, word);
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
  if (status == STATUS_OK)
    status = check_orders (options, diag);
  return status == STATUS_OK ? add_default_files (&parser) : status;
}

const struct loose_word *
options_find_loose (const struct options *options, const char *word)
{
  for (size_t i = 0; i < options->loose_words.count; i++)
    if (options->loose_words.items[i].word == word)
      return &options->loose_words.items[i];
  return NULL;
}

void
options_release (struct options *options)
{
  vec_release (&options->profiles);
  vec_release (&options->specs);
  vec_release (&options->loose_words);
  vec_release (&options->source_path);
}
