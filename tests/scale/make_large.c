/* usage: make_large program FUNCTIONS IMAGE
          make_large profile FUNCTIONS ARCS PROFILE
          make_large files FUNCTIONS ARCS COUNT DIRECTORY

   Make very large programs and profiles, the same each time, without holding
   them in memory.  A program is an ELF file for x86-64 of FUNCTIONS functions
   side by side, FUNCTION_SIZE bytes of nothing each; its symbols are in another
   order than their addresses.  A profile of such a program has ticks in each
   function but the last (of whose time GNU gprof makes what it finds in
   memory), and ARCS calls from one place to one function: many to near
   functions, some to popular ones, the others anywhere.  All go to higher
   addresses, but for one in two thousand that goes a little back, so there are
   many cycles, and all are small.  files makes COUNT profiles, 000000.gmon and
   so on, which differ in their counts.  */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
  FUNCTION_SIZE = 32,
  BIN_SIZE = 4, /* bytes of text for each bin, as the GNU C library has it */
  BINS = FUNCTION_SIZE / BIN_SIZE,
  NAME_SIZE = sizeof "function_00000000",
  SYMBOL_SIZE = 24,
  SECTION_SIZE = 64,
  SECTIONS = 5,
  TICKS_OF_FILE = 100
};

#define TEXT_START 0x401000u
#define TEXT_AT 0x1000u /* place in the file */
#define SECTION_NAMES "\0.text\0.symtab\0.strtab\0.shstrtab"

static FILE *output;

static _Noreturn void
fail (const char *what)
{
  perror (what);
  exit (1);
}

static void
begin (const char *path)
{
  output = fopen (path, "wb");
  if (output == NULL)
    fail (path);
  setvbuf (output, NULL, _IOFBF, 1 << 20);
}

static void
end (const char *path)
{
  if (ferror (output) || fclose (output) != 0)
    fail (path);
}

/* SIZE bytes of NUMBER, the lowest first.  */
static void
put (uint64_t number, int size)
{
  for (int i = 0; i < size; i++)
    putc ((int)(number >> 8 * i & 0xff), output);
}

static uint64_t
number_of (const char *text)
{
  char *rest;
  uint64_t number = strtoull (text, &rest, 10);
  if (*text == '\0' || *rest != '\0' || number > 2000000000)
    {
      fprintf (stderr, "make_large: not a number of things: %s\n", text);
      exit (1);
    }
  return number;
}

/* Numbers without pattern: the splitmix64 generator.  */
static uint64_t
draw (uint64_t *state)
{
  uint64_t mixed = *state += 0x9e3779b97f4a7c15u;
  mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9u;
  mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111ebu;
  return mixed ^ mixed >> 31;
}

static double
draw_share (uint64_t *state)
{
  return (double)(draw (state) >> 11) / 9007199254740992.0;
}

/* --- Programs ----------------------------------------------------------- */

static void
put_section (unsigned name, unsigned type, uint64_t flags, uint64_t address,
             uint64_t place, uint64_t size, unsigned link, unsigned info,
             unsigned entry_size)
{
  put (name, 4);
  put (type, 4);
  put (flags, 8);
  put (address, 8);
  put (place, 8);
  put (size, 8);
  put (link, 4);
  put (info, 4);
  put (16, 8);
  put (entry_size, 8);
}

static uint64_t
common_divisor (uint64_t a, uint64_t b)
{
  while (b != 0)
    {
      const uint64_t rest = a % b;
      a = b;
      b = rest;
    }
  return a;
}

static void
put_symbols (uint64_t count)
{
  /* A step that has no divisor in common with COUNT visits all.  */
  uint64_t step = count * 618 / 1000 | 1;
  while (common_divisor (step, count) != 1)
    step += 2;
  put (0, 8);
  put (0, 8);
  put (0, 8);
  for (uint64_t i = 0, at = 0; i < count; i++, at = (at + step) % count)
    {
      put (1 + i * NAME_SIZE, 4);
      put (1 << 4 | 2, 1); /* global, function */
      put (0, 1);
      put (1, 2);
      put (TEXT_START + at * FUNCTION_SIZE, 8);
      put (FUNCTION_SIZE, 8);
    }
}

static void
make_program (uint64_t count, const char *path)
{
  const uint64_t text = count * FUNCTION_SIZE;
  const uint64_t symbols_at = TEXT_AT + text;
  const uint64_t symbols = (count + 1) * SYMBOL_SIZE;
  const uint64_t names_at = symbols_at + symbols;
  const uint64_t names = 1 + count * NAME_SIZE;
  const uint64_t headers_at = names_at + names + sizeof SECTION_NAMES;
  begin (path);
  fwrite ("\177ELF\2\1\1\0\0\0\0\0\0\0\0\0", 1, 16, output);
  put (2, 2);  /* an executable */
  put (62, 2); /* for x86-64 */
  put (1, 4);
  put (TEXT_START, 8);
  put (0, 8);
  put (headers_at, 8);
  put (0, 4);
  put (64, 2);
  put (0, 2);
  put (0, 2);
  put (SECTION_SIZE, 2);
  put (SECTIONS, 2);
  put (SECTIONS - 1, 2);
  /* The text is a hole.  */
  if (fseek (output, (long)symbols_at, SEEK_SET) != 0)
    fail (path);
  put_symbols (count);
  put (0, 1);
  for (uint64_t i = 0; i < count; i++)
    {
      fprintf (output, "function_%08llu", (unsigned long long)i);
      put (0, 1);
    }
  fwrite (SECTION_NAMES, 1, sizeof SECTION_NAMES, output);
  put_section (0, 0, 0, 0, 0, 0, 0, 0, 0);
  put_section (1, 1, 6, TEXT_START, TEXT_AT, text, 0, 0, 0);
  put_section (7, 2, 0, 0, symbols_at, symbols, 3, 1, SYMBOL_SIZE);
  put_section (15, 3, 0, 0, names_at, names, 0, 0, 0);
  put_section (23, 3, 0, 0, names_at + names, sizeof SECTION_NAMES, 0, 0, 0);
  end (path);
}

/* --- Profiles ----------------------------------------------------------- */

static void
put_header (uint64_t count)
{
  fwrite ("gmon\1\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 1, 20, output);
  put (0, 1);
  put (TEXT_START, 8);
  put (TEXT_START + count * FUNCTION_SIZE, 8);
  put (count * BINS, 4);
  put (100, 4);
  fwrite ("seconds\0\0\0\0\0\0\0\0s", 1, 16, output);
}

/* Whom function CALLER of COUNT, not the last one, calls.  */
static uint64_t
callee_of (uint64_t caller, uint64_t count, uint64_t *state)
{
  const double kind = draw_share (state);
  const double share = draw_share (state);
  uint64_t callee = (uint64_t)((double)count * share);
  if (kind < 0.35)
    callee = caller + 1 + (uint64_t)(20 * share * share * share);
  else if (kind < 0.65)
    {
      uint64_t rank
          = (uint64_t)((double)count * share * share * share * share);
      callee = draw (&rank) % count;
    }
  if (draw_share (state) < 0.0005)
    return caller - callee % (caller < 20 ? caller + 1 : 20);
  if (callee <= caller)
    callee = caller + 1 + callee % (count - caller - 1);
  return callee < count ? callee : count - 1;
}

static void
put_arcs (uint64_t count, uint64_t arcs, uint64_t seed)
{
  uint64_t state = 1;
  const uint64_t callers = count - 1;
  for (uint64_t i = 0; i < callers; i++)
    {
      const uint64_t first = arcs * i / callers;
      const uint64_t limit = arcs * (i + 1) / callers;
      for (uint64_t arc = first; arc < limit; arc++)
        {
          const uint64_t offset
              = 1 + (arc - first) * (FUNCTION_SIZE - 1) / (limit - first);
          put (1, 1);
          put (TEXT_START + i * FUNCTION_SIZE + offset, 8);
          put (TEXT_START + callee_of (i, count, &state) * FUNCTION_SIZE, 8);
          put (1 + (draw (&state) + seed) % 1000, 4);
        }
    }
}

static void
make_profile (uint64_t count, uint64_t arcs, const char *path)
{
  uint64_t state = 2;
  begin (path);
  put_header (count);
  for (uint64_t i = 0; i < count; i++)
    {
      const uint64_t hit = draw (&state) % BINS;
      for (uint64_t bin = 0; bin < BINS; bin++)
        put (bin == hit && i < count - 1 ? 1 + draw (&state) % 200 : 0, 2);
    }
  put_arcs (count, arcs, 0);
  end (path);
}

static void
make_files (uint64_t count, uint64_t arcs, uint64_t files,
            const char *directory)
{
  uint64_t state = 3;
  char *path = malloc (strlen (directory) + sizeof "/000000.gmon");
  unsigned char *bins = malloc (count * BINS);
  if (path == NULL || bins == NULL)
    fail ("make_large");
  for (uint64_t i = 0; i < files; i++)
    {
      sprintf (path, "%s/%06u.gmon", directory, (unsigned)i % 1000000);
      memset (bins, 0, count * BINS);
      for (int tick = 0; tick < TICKS_OF_FILE; tick++)
        bins[draw (&state) % ((count - 1) * BINS)]++;
      begin (path);
      put_header (count);
      for (uint64_t bin = 0; bin < count * BINS; bin++)
        put (bins[bin], 2);
      put_arcs (count, arcs, i);
      end (path);
    }
  free (bins);
  free (path);
}

int
main (int argc, char **argv)
{
  const char *kind = argc > 2 ? argv[1] : "";
  const uint64_t count = argc > 2 ? number_of (argv[2]) : 0;
  if (argc == 4 && strcmp (kind, "program") == 0 && count > 1)
    make_program (count, argv[3]);
  else if (argc == 5 && strcmp (kind, "profile") == 0 && count > 1)
    make_profile (count, number_of (argv[3]), argv[4]);
  else if (argc == 6 && strcmp (kind, "files") == 0 && count > 1)
    make_files (count, number_of (argv[3]), number_of (argv[4]), argv[5]);
  else
    {
      fputs ("make_large: wrong arguments; see its first lines\n", stderr);
      return 1;
    }
  return 0;
}
