/* symfile.c - text files about symbols: the table of -S, the map of -R.

   Lines are read exactly as by the reference where its behaviour is defined.
   Characters are classified as in the C locale.  */

#include "config.h"

#include "object/symfile.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/infile.h"
#include "base/search.h"
#include "base/sort.h"

enum
{
  /* Enough to recognise a file that is not text before all of it is read: a
     device may have no end.  */
  FIRST_STEP = 65536,
  /* The most bytes of a line of a table that GNU gprof reads at a time.  */
  GNU_LINE = 1022
};

/* --- Text and its lines ------------------------------------------------- */

/* LENGTH bytes, not ended by a NUL.  */
struct text
{
  const char *start;
  size_t length;
};

static enum status
refuse_binary (const struct infile *infile, struct diag *diag)
{
  const unsigned char *nul
      = infile->size > 0 ? memchr (infile->data, '\0', infile->size) : NULL;
  if (nul == NULL)
    return STATUS_OK;
  const struct place where = { infile->name, 0, nul - infile->data };
  return diag_fail (diag, STATUS_FORMAT, &where,
                    _ ("a NUL byte; a text file was expected, such as nm "
                       "prints"));
}

static enum status
read_text (struct infile *infile, const char *file, struct diag *diag)
{
  enum status status = infile_open (infile, file, FIRST_STEP, diag);
  if (status == STATUS_OK)
    status = infile_unpack (infile, FIRST_STEP, diag);
  if (status == STATUS_OK)
    status = refuse_binary (infile, diag);
  if (status == STATUS_OK)
    status = infile_finish (infile, diag);
  return status == STATUS_OK ? refuse_binary (infile, diag) : status;
}

/* A cursor over the lines of a file.  */
struct line_cursor
{
  const char *next;
  size_t left;     /* bytes from NEXT on */
  size_t most;     /* longest line; a longer one counts as several */
  uint64_t number; /* of the last line, from 1 */
};

/* The next line, without its line feed.  False at the end.  */
static bool
next_line (struct line_cursor *lines, struct text *line)
{
  if (lines->left == 0)
    return false;
  size_t length = lines->left < lines->most ? lines->left : lines->most;
  const char *feed = memchr (lines->next, '\n', length);
  if (feed != NULL)
    length = (size_t)(feed - lines->next);
  *line = (struct text){ lines->next, length };
  length += feed != NULL;
  lines->next += length;
  lines->left -= length;
  lines->number++;
  return true;
}

static bool
is_space (char c)
{
  return c == ' ' || (c >= '\t' && c <= '\r');
}

static void
skip_spaces (struct text *line)
{
  while (line->length > 0 && is_space (*line->start))
    {
      line->start++;
      line->length--;
    }
}

/* The next word of LINE, which is empty at the end.  */
static struct text
next_word (struct text *line)
{
  skip_spaces (line);
  struct text word = { line->start, 0 };
  while (word.length < line->length && !is_space (word.start[word.length]))
    word.length++;
  line->start += word.length;
  line->length -= word.length;
  return word;
}

/* --- Tables (R3.30) ----------------------------------------------------- */

static int
digit_value (char c)
{
  if (c >= '0' && c <= '9')
    return c - '0';
  if (c >= 'a' && c <= 'f')
    return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* Set *ADDRESS to the hexadecimal number that WORD begins with, or to the
   highest address if it is higher.  False if there is none.  */
static bool
to_address (struct text word, uint64_t *address)
{
  if (word.length >= 2 && word.start[0] == '0' && (word.start[1] | 32) == 'x')
    word = (struct text){ word.start + 2, word.length - 2 };
  if (word.length == 0 || digit_value (word.start[0]) < 0)
    return false;
  *address = 0;
  for (size_t i = 0; i < word.length && digit_value (word.start[i]) >= 0; i++)
    *address = *address >> 60 != 0
                   ? UINT64_MAX
                   : *address << 4 | (uint64_t)digit_value (word.start[i]);
  return true;
}

/* Append the function in LINE, if it has one.  The type is one character; the
   name may follow it directly.  */
static void
read_table_line (struct text line, symbol_list *symbols, struct arena *memory)
{
  struct symbol symbol = { .flags = SYMBOL_FUNCTION };
  const struct text address = next_word (&line);
  skip_spaces (&line);
  if (line.length == 0 || (*line.start != 'T' && *line.start != 't'))
    return;
  if (*line.start == 't')
    symbol.flags |= SYMBOL_STATIC;
  line = (struct text){ line.start + 1, line.length - 1 };
  const struct text name = next_word (&line);
  if (name.length == 0 || !to_address (address, &symbol.start_pc))
    return;
  symbol.name = arena_text (memory, name.start, name.length);
  vec_push (symbols, symbol);
}

enum status
symfile_read_table (symbol_list *symbols, struct arena *memory,
                    const char *file, bool cuts_lines, struct diag *diag)
{
  struct infile infile;
  enum status status = read_text (&infile, file, diag);
  struct line_cursor lines = { (const char *)infile.data, infile.size,
                               cuts_lines ? GNU_LINE : SIZE_MAX, 0 };
  struct text line;
  while (status == STATUS_OK && next_line (&lines, &line))
    read_table_line (line, symbols, memory);
  infile_release (&infile);
  if (status == STATUS_OK && symbols->count == 0)
    status = diag_fail (diag, STATUS_FORMAT, PLACE_FILE (file),
                        _ ("no line has an address, T or t, and a name, as nm "
                           "prints them"));
  return status;
}

/* --- Maps (R3.20, R3.21) ------------------------------------------------ */

static bool
starts_with (struct text line, const char *prefix)
{
  const size_t length = strlen (prefix);
  return line.length >= length && memcmp (line.start, prefix, length) == 0;
}

/* Split LINE into OBJECT, up to the first colon, and NAME, behind the last
   blank.  False if a part is missing.  */
static bool
split_map_line (struct text line, struct text *object, struct text *name)
{
  const char *end = line.start + line.length;
  const char *colon = memchr (line.start, ':', line.length);
  if (colon == NULL || colon == line.start)
    return false;
  const char *start = end;
  while (start > colon + 1 && start[-1] != ' ')
    start--;
  *object = (struct text){ line.start, (size_t)(colon - line.start) };
  *name = (struct text){ start, (size_t)(end - start) };
  return start > colon + 1;
}

static void
add_entry (struct symfile_map *map, struct text object, struct text name)
{
  const size_t count = map->entries.count;
  const char *previous = count > 0 ? map->entries.items[count - 1].file : NULL;
  struct symfile_entry entry = { .file = previous };
  entry.is_first = previous == NULL || strlen (previous) != object.length
                   || !starts_with (object, previous);
  if (entry.is_first)
    entry.file = arena_text (&map->memory, object.start, object.length);
  entry.name = arena_text (&map->memory, name.start, name.length);
  vec_push (&map->entries, entry);
}

/* Read LINE, which is at WHERE.  */
static enum status
read_map_line (struct symfile_map *map, struct text line,
               const struct place *where, struct diag *diag)
{
  skip_spaces (&line);
  if (line.length > 0 && line.start[line.length - 1] == '\r')
    line.length--;
  if (line.length == 0 || starts_with (line, "No symbols in "))
    return STATUS_OK;
  struct text object, name;
  if (!split_map_line (line, &object, &name))
    return diag_fail (diag, STATUS_FORMAT, where,
                      _ ("'FILE:... NAME' was expected, as nm prints with "
                         "--print-file-name"));
  add_entry (map, object, name);
  return STATUS_OK;
}

static int
compare_files (uint32_t a, uint32_t b, const void *context)
{
  const struct symfile_entry *entries = context;
  return entries[a].file == entries[b].file
             ? 0
             : strcmp (entries[a].file, entries[b].file);
}

static int
compare_names (uint32_t a, uint32_t b, const void *context)
{
  const struct symfile_entry *entries = context;
  return strcmp (entries[a].name, entries[b].name);
}

/* Fill map->files, and sort map->entries by name.  */
static void
finish_map (struct symfile_map *map)
{
  const struct symfile_entry *entries = map->entries.items;
  const size_t count = map->entries.count;
  uint32_t *order = array_new (count, sizeof *order);
  struct symfile_entry *sorted = array_new (count, sizeof *sorted);
  for (size_t i = 0; i < count; i++)
    order[i] = (uint32_t)i;
  sort_ids (order, count, compare_files, entries);
  for (size_t i = 0; i < count; i++)
    if (i == 0 || compare_files (order[i - 1], order[i], entries) != 0)
      vec_push (&map->files, entries[order[i]].file);
  for (size_t i = 0; i < count; i++)
    order[i] = (uint32_t)i;
  sort_ids (order, count, compare_names, entries);
  for (size_t i = 0; i < count; i++)
    sorted[i] = entries[order[i]];
  free (order);
  free (map->entries.items);
  map->entries.items = sorted;
  map->entries.capacity = count;
}

enum status
symfile_read_map (struct symfile_map *map, const char *file, struct diag *diag)
{
  *map = (struct symfile_map){ 0 };
  struct infile infile;
  enum status status = read_text (&infile, file, diag);
  struct line_cursor lines
      = { (const char *)infile.data, infile.size, SIZE_MAX, 0 };
  struct text line;
  while (status == STATUS_OK && next_line (&lines, &line))
    {
      const struct place where = { file, lines.number, -1 };
      status = read_map_line (map, line, &where, diag);
    }
  infile_release (&infile);
  if (status != STATUS_OK)
    return status;
  if (map->entries.count == 0)
    return diag_fail (diag, STATUS_FORMAT, PLACE_FILE (file),
                      _ ("the map is empty"));
  if (map->entries.count >= UINT32_MAX)
    return diag_fail (diag, STATUS_UNSUPPORTED, PLACE_FILE (file),
                      _ ("too many lines"));
  finish_map (map);
  return STATUS_OK;
}

/* The entry for NAME, or null.  Of several, the one that halving reaches
   first, as in the reference, so search_first cannot be used.  */
static const struct symfile_entry *
find_entry (const struct symfile_map *map, const char *name)
{
  size_t low = 0, high = map->entries.count;
  while (low < high)
    {
      const size_t middle = low + (high - low) / 2;
      const int order = strcmp (name, map->entries.items[middle].name);
      if (order == 0)
        return &map->entries.items[middle];
      if (order < 0)
        high = middle;
      else
        low = middle + 1;
    }
  return NULL;
}

enum status
symfile_apply_map (const struct symfile_map *map, symbol_list *symbols,
                   struct diag *diag)
{
  size_t kept = 0;
  for (size_t i = 0; i < symbols->count; i++)
    {
      struct symbol symbol = symbols->items[i];
      const struct symfile_entry *entry = find_entry (map, symbol.name);
      if (entry != NULL)
        {
          symbol.name = entry->file;
          symbol.flags |= SYMBOL_MAPPED;
        }
      if (entry == NULL || entry->is_first)
        symbols->items[kept++] = symbol;
    }
  symbols->count = kept;
  return kept > 0 ? STATUS_OK
                  : diag_fail (diag, STATUS_FORMAT, NULL,
                               _ ("the map leaves no symbol: none of those in "
                                  "the program is the first of its file"));
}

size_t
symfile_map_find (const struct symfile_map *map, const char *name)
{
  const char *const *files = map->files.items;
  size_t i;
  search_first (i, 0, map->files.count, strcmp (files[i], name) >= 0);
  assert (i < map->files.count && strcmp (files[i], name) == 0);
  return i;
}

void
symfile_map_release (struct symfile_map *map)
{
  vec_release (&map->entries);
  vec_release (&map->files);
  arena_release (&map->memory);
}
