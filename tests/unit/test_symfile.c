/* test_symfile.c - text files about symbols: the table of -S, the map of
   -R (R3.20-R3.22, R3.30).  */

#include "config.h"

#include "object/symfile.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "capture.h"
#include "tap.h"

/* --- Tables ------------------------------------------------------------- */

/* A table that was read.  */
struct table
{
  symbol_list symbols;
  struct arena memory;
  struct diag diag;
  enum status status;
};

static void
read_table (struct table *table, const void *text, size_t size,
            bool cuts_lines)
{
  char name[SCRATCH_NAME_SIZE];
  scratch_file (name, text, size);
  *table = (struct table){ 0 };
  table->status = symfile_read_table (&table->symbols, &table->memory, name,
                                      cuts_lines, &table->diag);
  unlink (name);
}

static void
release_table (struct table *table)
{
  vec_release (&table->symbols);
  arena_release (&table->memory);
  diag_release (&table->diag);
}

/* Symbols as "1000 T main, 1010 t work".  */
static const char *
symbols_as_text (const symbol_list *symbols)
{
  static char text[400];
  size_t length = 0;
  text[0] = '\0';
  for (size_t i = 0; i < symbols->count; i++)
    {
      const struct symbol *symbol = &symbols->items[i];
      length += (size_t)snprintf (text + length, sizeof text - length,
                                  "%s%" PRIx64 " %s%s%s %s", i > 0 ? ", " : "",
                                  symbol->start_pc,
                                  symbol->flags & SYMBOL_FUNCTION ? "" : "?",
                                  symbol->flags & SYMBOL_MAPPED ? "M" : "",
                                  symbol->flags & SYMBOL_STATIC ? "t" : "T",
                                  symbol->name);
    }
  return text;
}

static void
check_table (const char *text, const char *expected, const char *what)
{
  for (int cuts_lines = 0; cuts_lines < 2; cuts_lines++)
    {
      struct table table;
      read_table (&table, text, strlen (text), cuts_lines != 0);
      is_u64 (table.status, *expected != '\0' ? STATUS_OK : STATUS_FORMAT,
              "%s: read", what);
      is_text (symbols_as_text (&table.symbols), expected, "%s", what);
      release_table (&table);
    }
}

static void
test_table (void)
{
  check_table ("0000000000001000 T main\n00001010 t work\n",
               "1000 T main, 1010 t work", "what nm prints");
  check_table ("1010 t work\n1000 T main\n1010 T alias",
               "1010 t work, 1000 T main, 1010 T alias",
               "as the file has it, without a last line feed");
  check_table ("1000 T main\r\n1010 t work\r\n", "1000 T main, 1010 t work",
               "lines of DOS");
  check_table ("\n \n\t1000\tT  main  \n\f1010\v T work and more\n",
               "1000 T main, 1010 T work", "white space separates");
  check_table ("1000 T $a.b\n1010 t __gnu_compiled_c\n1020 T _Z1fi\n",
               "1000 T $a.b, 1010 t __gnu_compiled_c, 1020 T _Z1fi",
               "any name will do");
  check_table ("1000 T main\n1010 D data\n1020 W weak\n1030 i ifunc\n"
               "                 U printf\n                 U Tmp\n"
               "                 w tcb\n",
               "1000 T main", "other types are no functions");
  check_table ("1000 Tmain\n1010 tt\n1020 Tx y\n1030T z\n",
               "1000 T main, 1010 t t, 1020 T x", "the type is one character");
  check_table ("1000 T main\n1010\n1020 T\n1030 t \n", "1000 T main",
               "short lines are passed over");
}

static void
test_addresses (void)
{
  check_table (
      "0x1000 T a\n0X2AbC T b\n3000zz T c\n0000000000000000004000 T d",
      "1000 T a, 2abc T b, 3000 T c, 4000 T d",
      "with a prefix, upper case, zeros or more behind it");
  check_table ("1000 T a\nzz T b\n-5 T c\n0x T d\n0xg T e\n2000 T f\n",
               "1000 T a, 2000 T f", "what is no number is passed over");
  check_table ("ffffffffffffffff T a\n10000000000000000 T b\n",
               "ffffffffffffffff T a, ffffffffffffffff T b",
               "no address is higher than the highest");
}

static void
test_no_table (void)
{
  check_table ("", "", "an empty table");
  check_table ("\n\n", "", "empty lines");
  check_table ("1000 D data\n", "", "no function");
}

/* GNU gprof takes a line of 1022 bytes or more in pieces.  */
static void
test_long_lines (void)
{
  enum
  {
    START = 7, /* "1000 T " */
    NAME = 2000
  };
  char text[START + NAME + 1];
  memcpy (text, "1000 T ", START);
  memset (text + START, 'x', NAME);
  memcpy (text + 1022, "2000 T rest ", 12);
  text[START + NAME] = '\n';
  struct table table;
  read_table (&table, text, sizeof text, false);
  is_u64 (table.symbols.count, 1, "one line, one symbol");
  is_u64 (strlen (table.symbols.items[0].name), 1022 - START + 4,
          "its name reaches up to the blank");
  release_table (&table);
  read_table (&table, text, sizeof text, true);
  is_u64 (table.symbols.count, 2, "with --gnu-compat there are two");
  is_u64 (strlen (table.symbols.items[0].name), 1022 - START,
          "the first one is cut");
  is_text (table.symbols.items[1].name, "rest",
           "and what follows is a line again");
  release_table (&table);
}

/* --- Files that are no text --------------------------------------------- */

static void
test_binary (void)
{
  static const char early[] = "1000 T main\0\n";
  struct table table;
  read_table (&table, early, sizeof early, false);
  is_u64 (table.status, STATUS_FORMAT, "a NUL is no text");
  ok (strstr (table.diag.text, "at byte 11: a NUL byte") != NULL,
      "the message tells where it is: %s", table.diag.text);
  release_table (&table);

  enum
  {
    SIZE = 200000
  };
  char *late = malloc (SIZE);
  for (size_t i = 0; i < SIZE; i++)
    late[i] = "1000 T f\n"[i % 9];
  late[SIZE - 1] = '\0';
  read_table (&table, late, SIZE, false);
  is_u64 (table.status, STATUS_FORMAT, "nor is one far behind");
  release_table (&table);
  free (late);
}

static void
test_unreadable (void)
{
  static const char *const names[] = { "no-such-file", "." };
  for (size_t i = 0; i < 2; i++)
    {
      struct table table = { 0 };
      is_u64 (symfile_read_table (&table.symbols, &table.memory, names[i],
                                  false, &table.diag),
              STATUS_IO, "'%s' is no table", names[i]);
      release_table (&table);
      struct symfile_map map;
      struct diag diag = { 0 };
      is_u64 (symfile_read_map (&map, names[i], &diag), STATUS_IO,
              "nor a map");
      symfile_map_release (&map);
      diag_release (&diag);
    }
}

/* An endless device is recognised as no text.  */
static void
test_endless (void)
{
  if (access ("/dev/zero", R_OK) != 0)
    {
      skip (1, "there is no /dev/zero");
      return;
    }
  struct table table = { 0 };
  is_u64 (symfile_read_table (&table.symbols, &table.memory, "/dev/zero",
                              false, &table.diag),
          STATUS_FORMAT, "zeros without end are refused");
  release_table (&table);
}

/* --- Maps --------------------------------------------------------------- */

static enum status
read_map (struct symfile_map *map, const char *text, struct diag *diag)
{
  char name[SCRATCH_NAME_SIZE];
  scratch_file (name, text, strlen (text));
  enum status status = symfile_read_map (map, name, diag);
  unlink (name);
  return status;
}

/* Entries as "main=a.o! work=a.o | a.o", with ! for the first of a file, and
   the files.  */
static const char *
map_as_text (const struct symfile_map *map)
{
  static char text[400];
  size_t length = 0;
  for (size_t i = 0; i < map->entries.count; i++)
    length += (size_t)snprintf (text + length, sizeof text - length,
                                "%s=%s%s ", map->entries.items[i].name,
                                map->entries.items[i].file,
                                map->entries.items[i].is_first ? "!" : "");
  length += (size_t)snprintf (text + length, sizeof text - length, "|");
  for (size_t i = 0; i < map->files.count; i++)
    length += (size_t)snprintf (text + length, sizeof text - length, " %s",
                                map->files.items[i]);
  return text;
}

static void
check_map (const char *text, const char *expected, const char *what)
{
  struct symfile_map map;
  struct diag diag = { 0 };
  is_u64 (read_map (&map, text, &diag), STATUS_OK, "%s: read", what);
  is_text (map_as_text (&map), expected, "%s", what);
  symfile_map_release (&map);
  diag_release (&diag);
}

static void
test_map (void)
{
  check_map ("b.o:0000 T work\nb.o:0010 T main\na.o:0000 T start\n",
             "main=b.o start=a.o! work=b.o! | a.o b.o",
             "sorted by name; the first of each file is known");
  check_map ("a.o:0 T f\nb.o:0 T g\na.o:4 T h\n",
             "f=a.o! g=b.o! h=a.o! | a.o b.o",
             "a file that comes again has a first one again");
  check_map ("lib.a:x.o:0 T f\nlib.a:y.o:0 T g", "f=lib.a! g=lib.a | lib.a",
             "a file ends at the first colon, the last line anywhere");
  check_map ("a b.o: f\nb.o: g(int, char)\n",
             "char)=b.o! f=a b.o! | a b.o b.o",
             "a name begins behind the last blank");
  check_map ("a.o:0 T f\n\n \t\n  a.o:4 T g\nNo symbols in x.o\n",
             "f=a.o! g=a.o | a.o", "lines that say nothing");
  check_map ("a.o:0 T f\r\na.o:4 T g\r\n", "f=a.o! g=a.o | a.o",
             "lines of DOS");
  check_map ("a.o:0 T f \na.o:0 T\tg\n", "=a.o! T\tg=a.o | a.o",
             "names that nothing has");
  check_map ("b.o:0 T f\na.o:0 T f\nc.o:0 T f\n",
             "f=b.o! f=a.o! f=c.o! | a.o b.o c.o",
             "entries of one name stay in their order");
}

static void
check_bad_map (const char *text, const char *message)
{
  struct symfile_map map;
  struct diag diag = { 0 };
  is_u64 (read_map (&map, text, &diag), STATUS_FORMAT, "it is no map");
  ok (diag.text != NULL && strstr (diag.text, message) != NULL,
      "the message is %s", diag.text != NULL ? diag.text : "missing");
  symfile_map_release (&map);
  diag_release (&diag);
}

static void
test_bad_maps (void)
{
  check_bad_map ("", "the map is empty");
  check_bad_map ("\nNo symbols in x.o\n", "the map is empty");
  check_bad_map ("a.o:0 T f\n0000 T g\n", "line 2: 'FILE:... NAME'");
  check_bad_map (":0 T f\n", "line 1: 'FILE:... NAME'");
  check_bad_map ("a.o:f\n", "line 1: 'FILE:... NAME'");
  check_bad_map ("\n\na.o:\n", "line 3: 'FILE:... NAME'");
}

static void
apply (const char *map_text, enum status expected_status, const char *expected,
       const char *what)
{
  static const struct symbol program[]
      = { { 0x1000, "main", SYMBOL_FUNCTION },
          { 0x1010, "work", SYMBOL_FUNCTION | SYMBOL_STATIC },
          { 0x1020, "leaf", SYMBOL_FUNCTION } };
  symbol_list symbols = { 0 };
  for (size_t i = 0; i < 3; i++)
    vec_push (&symbols, program[i]);
  struct symfile_map map = { 0 };
  struct diag diag = { 0 };
  if (*map_text != '\0')
    read_map (&map, map_text, &diag);
  is_u64 (symfile_apply_map (&map, &symbols, &diag), expected_status, "%s",
          what);
  is_text (symbols_as_text (&symbols), expected, "%s", what);
  symfile_map_release (&map);
  vec_release (&symbols);
  diag_release (&diag);
}

static void
test_apply (void)
{
  apply ("", STATUS_OK, "1000 T main, 1010 t work, 1020 T leaf",
         "no map changes nothing");
  apply ("a.o:0 T main\na.o:0 T leaf\nb.o:0 t work\n", STATUS_OK,
         "1000 MT a.o, 1010 Mt b.o", "the first of a file stands for it");
  apply ("a.o:0 T none\na.o:0 T leaf\nb.o:0 T main\n", STATUS_OK,
         "1000 MT b.o, 1010 t work",
         "a first one that is not there leaves nobody");
  apply ("a.o:0 T none\na.o:0 T leaf\na.o:0 T main\na.o:0 T work\n",
         STATUS_FORMAT, "", "no symbol is left");
  /* Halving leaf, main, main, main, work finds the one in the middle.  */
  apply ("a.o:0 T main\na.o:0 T work\nb.o:0 T main\nc.o:0 T leaf\n"
         "d.o:0 T main\n",
         STATUS_OK, "1000 MT b.o, 1020 MT c.o",
         "of three entries one counts, and of a.o none");
}

static void
test_find (void)
{
  struct symfile_map map;
  struct diag diag = { 0 };
  char text[26 * 14 + 1];
  for (int i = 0; i < 26; i++)
    snprintf (text + 14 * i, 15, "file%c.o:0 T %c\n", 'z' - i, 'a' + i);
  read_map (&map, text, &diag);
  bool found = map.files.count == 26;
  for (size_t i = 0; i < 26 && found; i++)
    found = symfile_map_find (&map, map.files.items[i]) == i;
  ok (found, "each file of a map is found");
  symfile_map_release (&map);
}

int
main (void)
{
  test_table ();
  test_addresses ();
  test_no_table ();
  test_long_lines ();
  test_binary ();
  test_unreadable ();
  test_endless ();
  test_map ();
  test_bad_maps ();
  test_apply ();
  test_find ();
  return done ();
}
