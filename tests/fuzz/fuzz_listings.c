/* fuzz_listings.c - all of the analysis and all listings, without an image.

   Input: a line of options as on the command line, blanks between; two bytes,
   how many symbols there are; three for each: its distance from the one
   before, its kind (see add_symbol), and one that affects the places of all
   (see locate); a byte, how many line symbols there are with -l; two for each,
   its distance from the one before and its line; a line, the text of the
   source file, with semicolons for line feeds; a byte, the target (target_of);
   and the rest is a profile of any kind.

   What is printed goes to /dev/null; annotated sources of -y to the directory
   that the process is in.  */

#include "config.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fuzz.h"
#include "analysis/measurement.h"
#include "output/formats.h"
#include "input/options.h"
#include "base/output.h"
#include "output/printers.h"
#include "model/profile.h"
#include "input/program.h"
#include "input/reader.h"
#include "output/reporting.h"
#include "input/symspec.h"
#include "base/memory.h"

enum
{
  SYMBOLS_AT_MOST = 400,
  LINES_AT_MOST = 100,
  FIRST_PC = 0x1000,
  LIMIT_PC = 0x4000
};

/* All that is made from an input, in order.  */
struct listings
{
  struct diag diag;
  VEC (char *) words;
  struct options options;
  unsigned wanted; /* set of enum listing */
  struct target target;
  struct program program; /* without an object */
  VEC (struct line_symbol) lines;
  int source_fd;
  struct profile_builder builder;
  uint32_t version;
  struct profile profile;
  struct record_counts counts;
  struct measured measured;
  struct measurement measurement;
  struct reporting reporting;
  struct output *output;
};

/* --- Options -------------------------------------------------------------- */

static enum status
take_options (struct listings *listings, struct input *input)
{
  char *line = input_line (input);
  vec_push (&listings->words, memory_text ("gprof"));
  for (const char *word = line; word != NULL && *word != '\0';)
    {
      const size_t length = strcspn (word, " ");
      vec_push (&listings->words, memory_part (word, length));
      word += length;
      word += strspn (word, " ");
    }
  free (line);
  enum status status
      = options_parse (&listings->options, (int)listings->words.count,
                       listings->words.items, false, &listings->diag);
  if (status == STATUS_OK)
    status = formats_choose (&listings->options, &listings->diag);
  /* This needs an image.  */
  listings->options.exact = false;
  listings->options.demangle = false;
  listings->options.static_calls = false;
  return status;
}

/* --- Symbols and sources ------------------------------------------------- */

/* File 0 exists, the others do not.  */
static void
take_sources (struct listings *listings, struct input text)
{
  static const char *const others[] = { "a.c", "dir/a.c", "/no/such/file.c" };
  char name[FILE_NAME_SIZE];
  source_id id;
  listings->source_fd = memory_file (text, name);
  sources_intern (&listings->program.sources, name, &id);
  for (size_t i = 0; i < 3; i++)
    sources_intern (&listings->program.sources, others[i], &id);
}

/* KIND: bits 0 to 2 choose a name, 3 to 6 are flags.  */
static void
add_symbol (struct listings *listings, uint64_t pc, unsigned kind)
{
  static const char *const names[]
      = { "main", "f",      "helper", "a_name_that_is_longer_than_most",
          "",     "mcount", "a.b",    "x/y" };
  const struct symbol symbol
      = { pc, names[kind & 7], (uint8_t)(kind >> 3 & 15) };
  vec_push (&listings->program.candidates, symbol);
}

/* Give most symbols a file and a line, different ones for different
   PLACES.  */
static void
locate (struct listings *listings, unsigned places)
{
  for (sym_id id = 0; id < listings->program.symtab.count; id++)
    if ((places + id) % 5 != 0)
      {
        listings->program.symtab.file[id] = (places + id) % 4;
        listings->program.symtab.line[id] = (places * (id + 1)) % 37;
      }
}

static enum status
take_symbols (struct listings *listings, struct input *input)
{
  const unsigned count = input_u16 (input) % (SYMBOLS_AT_MOST + 1);
  uint64_t pc = FIRST_PC;
  unsigned places = 0;
  for (unsigned i = 0; i < count && input->left > 0; i++)
    {
      pc += input_u8 (input);
      add_symbol (listings, pc, input_u8 (input));
      places += input_u8 (input);
    }
  enum status status = symtab_build (&listings->program.symtab,
                                     listings->program.candidates.items,
                                     listings->program.candidates.count,
                                     LIMIT_PC, &listings->diag);
  if (status == STATUS_OK)
    locate (listings, places);
  return status;
}

static enum status
take_lines (struct listings *listings, struct input *input)
{
  const unsigned count = input_u8 (input) % (LINES_AT_MOST + 1);
  uint64_t pc = FIRST_PC;
  for (unsigned i = 0; i < count && input->left > 0; i++)
    {
      pc += input_u8 (input) + 1;
      const unsigned line = input_u8 (input);
      const struct line_symbol symbol
          = { pc, "f", line % 4, line >> 2, (uint8_t)(line & SYMBOL_STATIC) };
      vec_push (&listings->lines, symbol);
    }
  if (!listings->options.by_line)
    return STATUS_OK;
  return symtab_add_lines (&listings->program.symtab, listings->lines.items,
                           listings->lines.count, &listings->diag);
}

static void
take_source_text (struct listings *listings, struct input *input)
{
  char *text = input_line (input);
  const size_t length = text != NULL ? strlen (text) : 0;
  for (size_t i = 0; i < length; i++)
    if (text[i] == ';')
      text[i] = '\n';
  take_sources (listings, (struct input){ (unsigned char *)text, length });
  free (text);
}

/* --- The profile --------------------------------------------------------- */

static enum status
take_profile (struct listings *listings, struct input *input)
{
  listings->target = target_of (input_u8 (input));
  struct infile infile = { .name = "input",
                           .fd = -1,
                           .regular = true,
                           .at_end = true,
                           .data = input_copy (*input),
                           .size = input->left,
                           .capacity = input->left };
  enum status status
      = reader_read_opened (&infile, FORMAT_AUTO, &listings->target,
                            &listings->builder, &listings->counts,
                            &listings->diag);
  infile_release (&infile);
  listings->version = listings->builder.version;
  return status == STATUS_OK
             ? profile_builder_finish (&listings->builder, &listings->profile,
                                       &listings->diag)
             : status;
}

/* --- Analysis ------------------------------------------------------------ */

static enum status
analyse (struct listings *listings)
{
  struct measurement *measurement = &listings->measurement;
  struct diag *diag = &listings->diag;
  listings->measured = measured_of (&listings->program, &listings->target,
                                    &listings->profile, &listings->options);
  enum status status = measurement_count (measurement, &listings->measured,
                                          listings->options.by_line, diag);
  return status == STATUS_OK
             ? measurement_propagate (measurement, &listings->measured, diag)
             : status;
}

/* The order of files is made, but not printed, which takes a map.  */
static void
order_files (struct listings *listings)
{
  const unsigned orders = LISTING_FUNCTION_ORDER | LISTING_FILE_ORDER;
  const unsigned wanted = listings->wanted & orders;
  listings->wanted &= ~(unsigned)LISTING_FILE_ORDER;
  if (wanted == LISTING_FILE_ORDER)
    ordering_of_files (&listings->measurement.ordering,
                       &listings->measurement.graph,
                       &listings->program.symtab);
}

/* Print the profile's records, if asked for, and all listings.  */
static enum status
print (struct listings *listings)
{
  const struct reported reported = { .options = &listings->options,
                                     .listings = listings->wanted,
                                     .program = &listings->program,
                                     .of = &listings->measured,
                                     .measurement = &listings->measurement,
                                     .output = listings->output };
  /* There is no image to look up places in.  */
  listings->program.all_located = true;
  if (listings->wanted & LISTING_INFO)
    print_info (listings->output, "input", listings->version,
                &listings->counts);
  return reporting_print (&listings->reporting, &reported, &listings->diag);
}

/* What is asked for, or else everything, as far as there is data for it.  */
static unsigned
choose (const struct options *options, const struct profile *profile)
{
  unsigned wanted = options->requested != 0
                        ? options->requested
                        : LISTING_FLAT | LISTING_GRAPH | LISTING_EXEC;
  if (!profile->has_histogram)
    wanted &= ~(unsigned)LISTING_FLAT;
  if (!profile->has_arcs)
    wanted &= ~(unsigned)LISTING_GRAPH;
  return wanted;
}

static enum status
list (struct listings *listings)
{
  listings->output = array_new (1, sizeof *listings->output);
  output_open (listings->output, fileno (nowhere ()));
  listings->wanted = choose (&listings->options, &listings->profile);
  enum status status = analyse (listings);
  if (status == STATUS_OK)
    order_files (listings);
  if (status == STATUS_OK)
    status = print (listings);
  output_flush (listings->output);
  return status;
}

static void
release (struct listings *listings)
{
  free (listings->output);
  reporting_release (&listings->reporting);
  measurement_release (&listings->measurement);
  profile_builder_release (&listings->builder);
  profile_release (&listings->profile);
  vec_release (&listings->lines);
  program_release (&listings->program);
  options_release (&listings->options);
  for (size_t i = 0; i < listings->words.count; i++)
    free (listings->words.items[i]);
  vec_release (&listings->words);
  diag_report (&listings->diag);
  diag_release (&listings->diag);
  if (listings->source_fd >= 0)
    close (listings->source_fd);
}

void
fuzz_one (struct input input)
{
  struct listings listings
      = { .diag = { .program = "fuzz", .stream = nowhere () },
          .source_fd = -1 };
  enum status status = take_options (&listings, &input);
  if (status == STATUS_OK)
    status = take_symbols (&listings, &input);
  if (status == STATUS_OK)
    status = take_lines (&listings, &input);
  if (status == STATUS_OK)
    take_source_text (&listings, &input);
  if (status == STATUS_OK)
    symspecs_select (&listings.program.selection, &listings.options,
                     &listings.program.symtab, &listings.program.sources,
                     &listings.target, NULL, &listings.diag);
  if (status == STATUS_OK)
    status = take_profile (&listings, &input);
  if (status == STATUS_OK && listings.options.action == ACTION_REPORT)
    list (&listings);
  release (&listings);
}
