/* gmon_text.c - profile files, symbol tables and call graphs typed in as
   text.  */

#include "config.h"

#include "gmon_text.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "capture.h"

const struct target gmon_targets[GMON_TARGETS]
    = { { .word_size = 8 },
        { .word_size = 4 },
        { .word_size = 8, .big_endian = true },
        { .word_size = 4, .big_endian = true } };

/* --- Lines and words ---------------------------------------------------- */

/* A copy of a text, walked line by line and word by word.  */
struct scan
{
  char *copy, *next_line, *next_word;
  const char *line; /* in the original text, for messages */
  const char *text;
};

static void
scan_start (struct scan *scan, const char *text)
{
  *scan = (struct scan){ .copy = memory_text (text), .text = text };
  scan->next_line = scan->copy;
}

/* The next word of the line, or null.  */
static char *
scan_word (struct scan *scan)
{
  char *word = scan->next_word + strspn (scan->next_word, " \t");
  if (*word == '\0' || *word == '#')
    return NULL;
  char *end = word + strcspn (word, " \t");
  scan->next_word = *end != '\0' ? end + 1 : end;
  *end = '\0';
  return word;
}

/* Go to the next line that has words; its first one, or null.  */
static char *
scan_line (struct scan *scan)
{
  while (*scan->next_line != '\0')
    {
      char *line = scan->next_line;
      char *end = line + strcspn (line, "\n");
      scan->next_line = *end != '\0' ? end + 1 : end;
      *end = '\0';
      scan->next_word = line;
      scan->line = scan->text + (line - scan->copy);
      char *word = scan_word (scan);
      if (word != NULL)
        return word;
    }
  free (scan->copy);
  return NULL;
}

static char *
scan_needed (struct scan *scan)
{
  char *word = scan_word (scan);
  if (word == NULL)
    helper_failed ("a word is missing", scan->line);
  return word;
}

static uint64_t
to_number (const char *word, int base)
{
  char *end;
  const uint64_t value = strtoull (word, &end, base);
  if (*end != '\0')
    helper_failed ("not a number", word);
  return value;
}

static uint64_t
scan_address (struct scan *scan)
{
  return to_number (scan_needed (scan), 16);
}

static uint64_t
scan_count (struct scan *scan)
{
  return to_number (scan_needed (scan), 10);
}

static void
must (enum status status)
{
  if (status != STATUS_OK)
    helper_failed ("what was typed", "is refused");
}

/* --- gmon.out ----------------------------------------------------------- */

/* A file being written.  */
struct writer
{
  struct gmon_text *gmon;
  const struct target *target;
};

static void
put (const struct writer *writer, uint64_t value, unsigned size)
{
  for (unsigned i = 0; i < size; i++)
    {
      const unsigned place = writer->target->big_endian ? size - 1 - i : i;
      vec_push (&writer->gmon->bytes, (unsigned char)(value >> 8 * place));
    }
}

static void
put_word (const struct writer *writer, uint64_t value)
{
  put (writer, value, writer->target->word_size);
}

static void
put_text (const struct writer *writer, const char *text, size_t size)
{
  for (size_t i = 0; i < size; i++)
    put (writer, (unsigned char)text[i], 1);
}

static void
put_header (const struct writer *writer, uint64_t version)
{
  put_text (writer, "gmon", 4);
  put (writer, version, 4);
  put (writer, 0, 8);
  put (writer, 0, 4);
}

static void
put_histogram (const struct writer *writer, struct scan *scan)
{
  put (writer, 0, 1);
  put_word (writer, scan_address (scan));
  put_word (writer, scan_address (scan));
  const size_t count_at = writer->gmon->bytes.count;
  put (writer, 0, 4); /* the number of bins, once it is known */
  put (writer, scan_count (scan), 4);
  char dimension[DIMENSION_SIZE + 1] = "";
  strncpy (dimension, scan_needed (scan), DIMENSION_SIZE);
  put_text (writer, dimension, DIMENSION_SIZE);
  put_text (writer, scan_needed (scan), 1);
  size_t bins = 0;
  for (char *word; (word = scan_word (scan)) != NULL; bins++)
    put (writer, to_number (word, 10), 2);

  const size_t end = writer->gmon->bytes.count;
  writer->gmon->bytes.count = count_at;
  put (writer, bins, 4);
  writer->gmon->bytes.count = end;
}

static void
put_arc (const struct writer *writer, struct scan *scan)
{
  put (writer, 1, 1);
  put_word (writer, scan_address (scan));
  put_word (writer, scan_address (scan));
  put (writer, scan_count (scan), 4);
}

/* How many words are left in the line.  */
static size_t
words_left (const struct scan *scan)
{
  size_t count = 0;
  for (const char *c = scan->next_word + strspn (scan->next_word, " ");
       *c != '\0' && *c != '#'; count++)
    {
      c += strcspn (c, " ");
      c += strspn (c, " ");
    }
  return count;
}

static void
put_blocks (const struct writer *writer, struct scan *scan)
{
  put (writer, 2, 1);
  const size_t blocks = words_left (scan) / 2;
  put (writer, blocks, 4);
  for (size_t i = 0; i < blocks; i++)
    {
      put_word (writer, scan_address (scan));
      put_word (writer, scan_count (scan));
    }
}

static void
put_old_blocks (const struct writer *writer, struct scan *scan)
{
  static const char header[] = "blocks", file[] = "a.c", function[] = "f";
  put (writer, 2, 1);
  const size_t blocks = words_left (scan) / 2;
  put (writer, blocks, 4);
  put_text (writer, header, sizeof header);
  for (size_t i = 0; i < blocks; i++)
    {
      const uint64_t address = scan_address (scan);
      put (writer, scan_count (scan), 8);
      put (writer, address, 8);
      put_text (writer, file, sizeof file);
      put_text (writer, function, sizeof function);
      put (writer, 7, 4);
    }
}

/* The header of a BSD file and its bins, the rest of the line; the header of
   4.4BSD if IS_44.  */
static void
put_bsd (const struct writer *writer, struct scan *scan, bool is_44)
{
  put_word (writer, scan_address (scan));
  put_word (writer, scan_address (scan));
  const uint64_t rate = is_44 ? scan_count (scan) : 0;
  const size_t header = 2 * writer->target->word_size + 4 + (is_44 ? 20 : 0);
  put (writer, header + 2 * words_left (scan), 4);
  if (is_44)
    {
      put (writer, 0x51879, 4);
      put (writer, rate, 4);
      for (int i = 0; i < 3; i++)
        put (writer, 0, 4);
    }
  for (char *word; (word = scan_word (scan)) != NULL;)
    put (writer, to_number (word, 10), 2);
}

static void
put_bsd_arc (const struct writer *writer, struct scan *scan)
{
  put_word (writer, scan_address (scan));
  put_word (writer, scan_address (scan));
  put_word (writer, scan_count (scan));
}

static void
put_raw (const struct writer *writer, struct scan *scan)
{
  for (char *word; (word = scan_word (scan)) != NULL;)
    put (writer, to_number (word, 16), 1);
}

static void
put_line (const struct writer *writer, const char *kind, struct scan *scan)
{
  if (strcmp (kind, "magic") == 0)
    put_header (writer, scan_count (scan));
  else if (strcmp (kind, "hist") == 0)
    put_histogram (writer, scan);
  else if (strcmp (kind, "arc") == 0)
    put_arc (writer, scan);
  else if (strcmp (kind, "block") == 0)
    put_blocks (writer, scan);
  else if (strcmp (kind, "oldblock") == 0)
    put_old_blocks (writer, scan);
  else if (strcmp (kind, "bsd") == 0)
    put_bsd (writer, scan, false);
  else if (strcmp (kind, "bsd44") == 0)
    put_bsd (writer, scan, true);
  else if (strcmp (kind, "bsdarc") == 0)
    put_bsd_arc (writer, scan);
  else if (strcmp (kind, "raw") == 0)
    put_raw (writer, scan);
  else
    helper_failed ("no such kind of record", kind);
}

/* Does KIND begin a file without the header of the magic format before
   it?  */
static bool
begins_file (const char *kind)
{
  return strcmp (kind, "magic") == 0 || strcmp (kind, "raw") == 0
         || strncmp (kind, "bsd", 3) == 0;
}

void
gmon_text_build (struct gmon_text *gmon, const struct target *target,
                 const char *text)
{
  *gmon = (struct gmon_text){ 0 };
  const struct writer writer = { gmon, target };
  struct scan scan;
  scan_start (&scan, text);
  bool first = true;
  for (char *kind; (kind = scan_line (&scan)) != NULL; first = false)
    {
      if (first && !begins_file (kind))
        {
          put_header (&writer, 1);
          vec_push (&gmon->ends, gmon->bytes.count);
        }
      put_line (&writer, kind, &scan);
      vec_push (&gmon->ends, gmon->bytes.count);
    }
  if (first)
    put_header (&writer, 1);
}

void
gmon_text_release (struct gmon_text *gmon)
{
  vec_release (&gmon->bytes);
  vec_release (&gmon->ends);
}

enum status
gmon_file_read (const char *name, enum profile_format format,
                const struct target *target, struct profile_builder *builder,
                struct record_counts *counts, struct diag *diag)
{
  struct infile infile = { 0 };
  enum status status = reader_open_file (&infile, name, diag);
  if (status == STATUS_OK)
    status
        = reader_read_opened (&infile, format, target, builder, counts, diag);
  infile_release (&infile);
  return status;
}

enum status
gmon_bytes_read (const struct reader *reader, const unsigned char *data,
                 size_t size, const struct target *target,
                 struct profile_builder *builder, struct record_counts *counts,
                 struct diag *diag)
{
  unsigned char *copy = memory_new (size);
  if (size > 0)
    memcpy (copy, data, size);
  struct bytes bytes = { .file = "typed",
                         .start = copy,
                         .next = copy,
                         .end = copy + size,
                         .word_size = target->word_size,
                         .big_endian = target->big_endian,
                         .sign_extend = target->sign_extend,
                         .diag = diag };
  enum status status = reader->read (&bytes, builder, counts);
  if (status == STATUS_OK)
    status = profile_builder_end_file (builder, "typed", diag);
  free (copy);
  return status;
}

static void
add_text (const char *text, struct profile_builder *builder)
{
  const struct target target = { .word_size = 8 };
  struct diag diag = { 0 };
  struct record_counts counts = { 0 };
  struct gmon_text gmon;
  gmon_text_build (&gmon, &target, text);
  if (gmon_bytes_read (&reader_magic, gmon.bytes.items, gmon.bytes.count,
                       &target, builder, &counts, &diag)
      != STATUS_OK)
    helper_failed ("cannot read what was typed", diag.text);
  gmon_text_release (&gmon);
}

void
gmon_finish (struct profile_builder *builder, struct profile *profile)
{
  struct diag diag = { 0 };
  must (profile_builder_finish (builder, profile, &diag));
}

void
gmon_texts_read (const char *const *texts, struct profile *profile)
{
  struct profile_builder builder = { 0 };
  for (; *texts != NULL; texts++)
    add_text (*texts, &builder);
  gmon_finish (&builder, profile);
}

void
gmon_text_read (const char *text, struct profile *profile)
{
  gmon_texts_read ((const char *const[]){ text, NULL }, profile);
}

/* --- Symbol tables ------------------------------------------------------ */

/* What a line says of a symbol's place.  */
struct typed_place
{
  char *file; /* null if it says nothing */
  uint32_t line;
};

struct typed_symbols
{
  VEC (struct symbol) symbols;
  VEC (struct typed_place) places;
  uint64_t text_limit;
};

static uint8_t
flags_of (const char *kind)
{
  static const char kinds[] = "TtLl";
  static const uint8_t flags[]
      = { SYMBOL_FUNCTION, SYMBOL_FUNCTION | SYMBOL_STATIC, 0, SYMBOL_STATIC };
  const char *found = strchr (kinds, kind[0]);
  if (found == NULL || kind[1] != '\0')
    helper_failed ("no such kind of symbol", kind);
  return flags[found - kinds];
}

static void
type_symbol (struct symtab_text *table, struct typed_symbols *typed,
             const char *kind, struct scan *scan)
{
  struct symbol symbol = { .start_pc = scan_address (scan) };
  symbol.flags = flags_of (kind);
  const char *name = scan_needed (scan);
  symbol.name = arena_text (&table->memory, name, strlen (name));
  vec_push (&typed->symbols, symbol);

  struct typed_place place = { 0 };
  const char *where = scan_word (scan);
  if (where != NULL)
    {
      const char *colon = strrchr (where, ':');
      if (colon == NULL)
        helper_failed ("a place needs a line", where);
      place.file = arena_text (&table->memory, where, (size_t)(colon - where));
      place.line = (uint32_t)to_number (colon + 1, 10);
    }
  vec_push (&typed->places, place);
}

static void
type_symbols (struct symtab_text *table, struct typed_symbols *typed,
              const char *text)
{
  struct scan scan;
  scan_start (&scan, text);
  bool has_end = false;
  for (char *kind; (kind = scan_line (&scan)) != NULL;)
    if (strcmp (kind, "end") == 0)
      {
        typed->text_limit = scan_address (&scan);
        has_end = true;
      }
    else
      type_symbol (table, typed, kind, &scan);
  if (!has_end)
    helper_failed ("a symbol table needs an end", text);
}

/* Files are registered in the order of the lines.  */
static void
place_symbols (struct symtab_text *table, const struct typed_symbols *typed)
{
  for (size_t i = 0; i < typed->symbols.count; i++)
    for (sym_id id = 0; id < table->symtab.count; id++)
      if (table->symtab.name[id] == typed->symbols.items[i].name
          && typed->places.items[i].file != NULL)
        {
          sources_intern (&table->sources, typed->places.items[i].file,
                          &table->symtab.file[id]);
          table->symtab.line[id] = typed->places.items[i].line;
        }
}

void
symtab_text_build (struct symtab_text *table, const char *text)
{
  *table = (struct symtab_text){ 0 };
  struct typed_symbols typed = { 0 };
  struct diag diag = { 0 };
  type_symbols (table, &typed, text);
  must (symtab_build (&table->symtab, typed.symbols.items, typed.symbols.count,
                      typed.text_limit, &diag));
  place_symbols (table, &typed);
  vec_release (&typed.symbols);
  vec_release (&typed.places);
}

void
symtab_text_release (struct symtab_text *table)
{
  symtab_release (&table->symtab);
  sources_release (&table->sources);
  arena_release (&table->memory);
}

sym_id
symtab_text_id (const struct symtab *symtab, const char *name)
{
  for (sym_id id = 0; id < symtab->count; id++)
    if (strcmp (symtab->name[id], name) == 0)
      return id;
  helper_failed ("no such symbol", name);
}

/* --- Call graphs -------------------------------------------------------- */

void
graph_text_build (struct callgraph *graph, const struct symtab *symtab,
                  const char *text)
{
  struct profile_builder builder = { 0 };
  struct profile profile;
  struct diag diag = { 0 };
  struct scan scan;
  scan_start (&scan, text);
  for (char *from; (from = scan_line (&scan)) != NULL;)
    {
      const sym_id caller = symtab_text_id (symtab, from);
      const sym_id callee = symtab_text_id (symtab, scan_needed (&scan));
      const struct raw_arc arc = { symtab->start[caller],
                                   symtab->start[callee], scan_count (&scan) };
      must (profile_builder_add_arc (&builder, &arc, &diag));
    }
  gmon_finish (&builder, &profile);
  const struct arcset none = { 0 };
  must (callgraph_build (graph, &profile, symtab, &none, &none, NULL, NULL,
                         &diag));
  profile_release (&profile);
}

arc_id
graph_text_arc (const struct callgraph *graph, const struct symtab *symtab,
                const char *from, const char *to)
{
  const sym_id caller = symtab_text_id (symtab, from);
  const sym_id callee = symtab_text_id (symtab, to);
  for (arc_id arc = 0; arc < callgraph_arc_count (graph); arc++)
    if (graph->from.items[arc] == caller && graph->to.items[arc] == callee)
      return arc;
  helper_failed ("no such arc", from);
}
