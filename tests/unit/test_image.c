/* test_image.c - the profiled program's object file.

   First the test's own executable, as a real program; then tiny ELF files
   for the rules of which symbols qualify (R3.4 to R3.8).  */

#include "config.h"

#include "base/paths.h"
#include "object/image.h"
#include "object/demangler.h"
#include "object/srcline.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "capture.h"
#include "tap.h"
#include "tiny_elf.h"

static const char *own_name;

/* What the test looks for in its own executable.  Compilers disagree on which
   line of a definition is the function's.  */
enum
{
  BEFORE_LANDMARK = __LINE__
};

#ifdef __GNUC__
__attribute__ ((noinline))
#endif
static int
landmark_of_this_test (int value)
{
  return value * 3 + own_name[0];
}

enum
{
  BEHIND_LANDMARK = __LINE__
};

/* An opened image with its symbols.  */
struct loaded
{
  struct image *image;
  symbol_list symbols;
  enum status status;
  struct diag diag;
};

static void
load (struct loaded *l, const char *name, const struct symbol_filter *filter)
{
  *l = (struct loaded){ 0 };
  l->status = image_open (&l->image, name, "test_image", &l->diag);
  if (l->status == STATUS_OK)
    l->status = image_read_symbols (l->image, filter, &l->symbols, &l->diag);
}

static void
release (struct loaded *l)
{
  vec_release (&l->symbols);
  image_close (l->image);
  diag_release (&l->diag);
}

static const struct symbol *
find (const struct loaded *l, const char *name)
{
  for (size_t i = 0; i < l->symbols.count; i++)
    if (strcmp (l->symbols.items[i].name, name) == 0)
      return &l->symbols.items[i];
  return NULL;
}

static const struct symbol_filter all = { 0 };
static const struct symbol_filter as_gnu
    = { .quirks
        = { .drops_dotted_locals = true, .walks_into_next_string = true } };

/* --- The test's own executable ------------------------------------------ */

/* The linker may have left out symbols.  This looks for a name that no text
   here has, without using what is tested.  */
static bool
is_stripped (void)
{
  static const char name[] = "_failed", before[] = "helper";
  bool found = false;
  char recent[sizeof name + sizeof before] = "";
  const size_t last = sizeof recent - 2;
  FILE *file = fopen (own_name, "rb");
  if (file == NULL)
    helper_failed ("cannot open", own_name);
  for (int byte; !found && (byte = getc (file)) != EOF;)
    {
      memmove (recent, recent + 1, last);
      recent[last - 1] = (char)byte;
      found = memcmp (recent, before, strlen (before)) == 0
              && memcmp (recent + strlen (before), name, strlen (name)) == 0;
    }
  fclose (file);
  return !found;
}

static void
test_own_symbols (void)
{
  struct loaded l;
  load (&l, own_name, &all);
  is_u64 (l.status, STATUS_OK, "the test's own executable can be read");
  const struct symbol *symbol = find (&l, "main");
  ok (symbol != NULL, "main is found");
  is_u64 (symbol ? symbol->flags : 99, SYMBOL_FUNCTION,
          "as a global function");
  ok (symbol && image_is_code (l.image, symbol->start_pc), "in code");
  ok (symbol && symbol->start_pc < image_text_limit (l.image),
      "below the end of the text section");
  symbol = find (&l, "landmark_of_this_test");
  is_u64 (symbol ? symbol->flags : 99, SYMBOL_FUNCTION | SYMBOL_STATIC,
          "a static function is found as such");
  ok (find (&l, "own_name") == NULL, "a variable is not found");
  ok (!image_is_code (l.image, UINT64_MAX), "there is no code at the far end");
  release (&l);
}

static void
test_own_target (void)
{
  struct loaded l;
  load (&l, own_name, &all);
  const struct target *target = image_target (l.image);
  const uint32_t one = 1;
  is_u64 (target->word_size, sizeof (void *), "the word is a pointer's size");
  is_u64 (target->big_endian, *(const unsigned char *)&one == 0,
          "the byte order is this machine's");
  is_u64 (target->code_offset, 0, "code begins where functions begin");
  release (&l);
}

static sym_id
id_of (const struct symtab *symtab, const char *name)
{
  for (sym_id id = 0; id < symtab->count; id++)
    if (strcmp (symtab->name[id], name) == 0)
      return id;
  return SYM_NONE;
}

/* Is there debugging information to expect?  */
static bool
built_with_lines (void)
{
  const char *flags = getenv ("CFLAGS");
  return flags != NULL && strstr (flags, "-g") != NULL
         && strstr (flags, "-g0") == NULL;
}

static void
check_places (const struct symtab *symtab, const struct sources *sources)
{
  const sym_id id = id_of (symtab, "landmark_of_this_test");
  if (symtab->file[id] == SOURCE_NONE && !built_with_lines ())
    {
      skip (3, "built without debugging information");
      return;
    }
  const source_id file = symtab->file[id];
  is_text (file != SOURCE_NONE ? path_base (sources_name (sources, file))
                               : NULL,
           "test_image.c", "the static function's file is known");
  ok (symtab->line[id] > BEFORE_LANDMARK && symtab->line[id] < BEHIND_LANDMARK,
      "and its line, %u", (unsigned)symtab->line[id]);
  is_u64 (symtab->file[id_of (symtab, "main")], SOURCE_NONE,
          "main was not asked for");
}

/* Look up the symbols of SYMTAB that are in WANTED, or all if that is null, in
   the loaded image; returns the status.  */
static enum status
locate (struct loaded *l, struct symtab *symtab, const struct symset *wanted,
        struct sources *sources)
{
  struct srcline *srcline;
  srcline_open (&srcline, l->image, &all.quirks);
  enum status status
      = srcline_locate (srcline, symtab, wanted, sources, &l->diag);
  srcline_close (srcline);
  return status;
}

/* R3.9.  */
static void
test_own_lines (void)
{
  struct loaded l;
  struct symtab symtab;
  struct sources sources = { 0 };
  load (&l, own_name, &all);
  symtab_build (&symtab, l.symbols.items, l.symbols.count,
                image_text_limit (l.image), &l.diag);
  struct symset wanted = { 0 };
  const sym_id landmark = id_of (&symtab, "landmark_of_this_test");
  symset_add_range (&wanted, symtab.count, landmark, landmark + 1);
  is_u64 (locate (&l, &symtab, &wanted, &sources), STATUS_OK,
          "one static function is located");
  check_places (&symtab, &sources);
  symset_release (&wanted);
  sources_release (&sources);
  symtab_release (&symtab);
  release (&l);
}

static void
test_demangling (void)
{
  struct loaded l;
  struct demangler demangler;
  load (&l, own_name, &all);
  demangler_start (&demangler, l.image, 0, &(struct quirks){ 0 });
  char *name = demangler_make (&demangler, "_ZN4data5queueC1Ei", true);
  is_text (name, "data::queue::queue(int)", "C++ names have parameters");
  free (name);
  name = demangler_make (&demangler, "main", true);
  is_text (name, NULL, "a plain name has no other form");
  free (name);
  release (&l);
}

/* --- Files that are no images ------------------------------------------- */

static void
check_no_image (const char *name, enum status status, const char *what)
{
  struct loaded l;
  load (&l, name, &all);
  is_u64 (l.status, status, "%s", what);
  ok (l.image == NULL, "there is no image then");
  ok (l.diag.text != NULL && strncmp (l.diag.text, name, strlen (name)) == 0,
      "the message begins with the name");
  release (&l);
}

static void
test_no_images (void)
{
  char name[SCRATCH_NAME_SIZE];
  check_no_image ("no/such/file", STATUS_IO, "a missing file");
  check_no_image (".", STATUS_IO, "a directory");
  scratch_file (name, "int main;\n", 10);
  check_no_image (name, STATUS_FORMAT, "a text");
  unlink (name);
  scratch_file (name, "", 0);
  check_no_image (name, STATUS_FORMAT, "an empty file");
  unlink (name);
  scratch_file (name, "\177ELF\2\1\1\0", 8);
  check_no_image (name, STATUS_FORMAT, "the beginning of a program");
  unlink (name);
  image_close (NULL);
}

/* --- Which symbols qualify ---------------------------------------------- */

/* Load a tiny ELF file.  False, and CHECKS skipped, if it cannot be made
   here.  */
static bool
load_tiny (struct loaded *l, const char *text,
           const struct symbol_filter *filter, unsigned checks)
{
  char name[SCRATCH_NAME_SIZE];
  if (!tiny_elf (name, own_name, text))
    {
      skip (checks, "this is no 64-bit ELF system");
      return false;
    }
  load (l, name, filter);
  unlink (name);
  return true;
}

/* One symbol and its entry in the table: "T", "t", "L" or "l" as in
   gmon_text.h, "-" if it does not qualify.  A function is there beside it, so
   that the table is never empty.  */
static void
check_symbol (const char *line, const struct symbol_filter *filter,
              const char *expected)
{
  char text[300], name[64] = "";
  const bool is_local = strncmp (line, "local", 5) == 0;
  snprintf (text, sizeof text, "%s%s%s", is_local ? line : "",
            is_local ? "\nglobal func text 1000 other\n"
                     : "global func text 1000 other\n",
            is_local ? "" : line);
  struct loaded l;
  if (!load_tiny (&l, text, filter, 1))
    return;
  sscanf (line, "%*s %*s %*s %*s %63s", name);
  const struct symbol *symbol = find (&l, name);
  static const char *const kinds[] = { "L", "T", "l", "t" };
  const unsigned kind = SYMBOL_FUNCTION | SYMBOL_STATIC;
  is_text (symbol ? kinds[symbol->flags & kind] : "-", expected, "%s: %s",
           line, expected);
  release (&l);
}

static void
test_global_symbols (void)
{
  check_symbol ("global func text 1010 f", &all, "T");
  check_symbol ("global none text 1010 f", &all, "L");
  check_symbol ("global func fini 3000 f", &all, "T");
  check_symbol ("weak func text 1010 f", &all, "T");
  check_symbol ("weak none text 1010 f", &all, "L");
  check_symbol ("weak none data 4000 data_start", &all, "L");
  check_symbol ("weak object data 4000 f", &all, "-");
  check_symbol ("global object data 4000 f", &all, "-");
  check_symbol ("global none data 4000 f", &all, "-");
  check_symbol ("global none abs 1010 f", &all, "-");
  check_symbol ("global func undef 0 f", &all, "-");
  check_symbol ("weak func undef 0 f", &all, "-");
  check_symbol ("global ifunc text 1010 f", &all, "-");
  check_symbol ("unique object data 4000 f", &all, "-");
}

static void
test_local_symbols (void)
{
  check_symbol ("local func text 1010 f", &all, "t");
  check_symbol ("local none text 1010 f", &all, "l");
  check_symbol ("local object data 4000 f", &all, "-");
  check_symbol ("local file abs 0 two.c", &all, "-");
  check_symbol ("local none abs 1010 f", &all, "-");
  check_symbol ("local none text 1010 __gnu_compiled_c", &all, "-");
  check_symbol ("local none text 1010 ___gnu_compiled_c", &all, "-");
  check_symbol ("local func text 1010 _gnu_compiled_c", &all, "t");
}

/* R3.7.  */
static void
test_filters (void)
{
  const struct symbol_filter no_static = { .no_static = true };
  check_symbol ("local func text 1010 f", &no_static, "-");
  check_symbol ("local none text 1010 f", &no_static, "-");
  check_symbol ("global func text 1010 f", &no_static, "T");
  check_symbol ("weak none text 1010 f", &no_static, "L");
  const struct symbol_filter only_functions = { .only_functions = true };
  check_symbol ("local func text 1010 f", &only_functions, "t");
  check_symbol ("local none text 1010 f", &only_functions, "-");
  check_symbol ("global none text 1010 f", &only_functions, "L");
}

/* Names of local symbols (R3.5): as labels, as functions for us, as functions
   for GNU gprof.  Names of global ones are never looked at.  */
static void
test_names (void)
{
  static const struct
  {
    const char *name;
    bool passes;
  } cases[] = { { "f", true },
                { "f.1", true },
                { "f.1.2", true },
                { "f.", true },
                { "f.12.", true },
                { "f.constprop.0", true },
                { "f.clone.3.constprop.1", true },
                { "f.clone.3", true },
                { ".1", true },
                { "f.isra.0", false },
                { "f.part.0", false },
                { "f.cold", false },
                { "f.lto_priv.0", false },
                { "f.constprop.", false },
                { "f.constprop.0.cold", false },
                { "f.1x", false },
                { "f..1", false },
                { "f$1", false },
                { "$a", false },
                { "f.1$", false },
                { ".L4", false } };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
      char line[100];
      snprintf (line, sizeof line, "local none text 1010 %s", cases[i].name);
      check_symbol (line, &all, cases[i].passes ? "l" : "-");
      check_symbol (line, &as_gnu, cases[i].passes ? "l" : "-");
      snprintf (line, sizeof line, "local func text 1010 %s", cases[i].name);
      check_symbol (line, &all, "t");
      check_symbol (line, &as_gnu, cases[i].passes ? "t" : "-");
      snprintf (line, sizeof line, "global none text 1010 %s", cases[i].name);
      check_symbol (line, &as_gnu, "L");
    }
}

/* The check of names goes on into the next string for GNU gprof (R3.6).  */
static void
check_next_name (const char *next, bool kept)
{
  char text[200];
  snprintf (text, sizeof text,
            "local func text 1010 work.constprop.0\n"
            "local file abs 0 %s\n"
            "global func text 1000 main\n",
            next);
  struct loaded l;
  if (load_tiny (&l, text, &as_gnu, 1))
    {
      is_u64 (find (&l, "work.constprop.0") != NULL, kept, "as GNU, before %s",
              next);
      release (&l);
    }
  if (load_tiny (&l, text, &all, 1))
    {
      ok (find (&l, "work.constprop.0") != NULL, "for us, before %s", next);
      release (&l);
    }
}

static void
test_next_name (void)
{
  check_next_name ("two.c", false);
  check_next_name ("two$", false);
  check_next_name ("two", true);
  check_next_name ("two.1", true); /* and then main */
}

/* The last name of the table has no next one.  */
static void
test_last_name (void)
{
  struct loaded l;
  if (!load_tiny (&l, "local func text 1000 main\nlocal func text 1010 f.1\n",
                  &as_gnu, 1))
    return;
  ok (find (&l, "f.1") != NULL, "the walk ends with the string table");
  release (&l);
}

static void
test_order_and_values (void)
{
  struct loaded l;
  if (!load_tiny (&l,
                  "local func text 1020 c\n"
                  "local section text 1000\n"
                  "global func text 1010 b\n"
                  "global func fini 3008 a\n",
                  &all, 5))
    return;
  is_u64 (l.symbols.count, 3, "three symbols qualify");
  is_text (l.symbols.items[0].name, "c", "in the order of the image");
  is_u64 (l.symbols.items[0].start_pc, 0x1020, "with their addresses");
  is_u64 (l.symbols.items[2].start_pc, 0x3008, "in any section");
  is_u64 (image_text_limit (l.image), 0x3000, "the text ends at 0x3000");
  release (&l);
}

static void
test_sections (void)
{
  static const struct
  {
    uint64_t pc;
    bool is_code;
  } cases[] = { { 0, false },      { 0xfff, false },  { 0x1000, true },
                { 0x2fff, true },  { 0x3000, true },  { 0x30ff, true },
                { 0x3100, false }, { 0x4000, false }, { UINT64_MAX, false } };
  struct loaded l;
  if (!load_tiny (&l, "global func text 1000 main\n", &all, 9))
    return;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    is_u64 (image_is_code (l.image, cases[i].pc), cases[i].is_code,
            "0x%" PRIx64 " is %s", cases[i].pc,
            cases[i].is_code ? "code" : "no code");
  release (&l);
}

/* Without debugging information locating is no failure (R3.9).  */
static void
test_no_lines (void)
{
  struct loaded l;
  struct symtab symtab;
  struct sources sources = { 0 };
  if (!load_tiny (&l, "global func text 1000 main\n", &all, 2))
    return;
  symtab_build (&symtab, l.symbols.items, l.symbols.count, 0x3000, &l.diag);
  is_u64 (locate (&l, &symtab, NULL, &sources), STATUS_OK,
          "an image without lines");
  ok (symtab.file[0] == SOURCE_NONE && sources.names.count == 0,
      "leaves symbols without place");
  symtab_release (&symtab);
  release (&l);
}

static void
check_no_symbols (const char *text, const char *message, const char *what)
{
  struct loaded l;
  if (!load_tiny (&l, text, &all, 2))
    return;
  is_u64 (l.status, STATUS_FORMAT, "%s", what);
  ok (l.diag.text != NULL && strstr (l.diag.text, message) != NULL,
      "it is told: %s", message);
  release (&l);
}

static void
test_no_symbols (void)
{
  check_no_symbols ("", "stripped", "no symbol table");
  check_no_symbols ("global object data 4000 x\n", "no symbol names",
                    "no symbol that qualifies");
}

/* Set the machine in the ELF header of the program NAME to MACHINE.  */
static void
change_machine (const char *name, unsigned machine)
{
  FILE *file = fopen (name, "r+b");
  unsigned char header[20];
  if (file == NULL || fread (header, sizeof header, 1, file) != 1)
    helper_failed ("cannot change", name);
  const bool big_endian = header[5] == 2;
  header[18] = (unsigned char)(big_endian ? machine >> 8 : machine);
  header[19] = (unsigned char)(big_endian ? machine : machine >> 8);
  rewind (file);
  if (fwrite (header, sizeof header, 1, file) != 1 || fclose (file) != 0)
    helper_failed ("cannot change", name);
}

/* Load a program of MACHINE with the symbols of TEXT; false if programs
   cannot be made here.  */
static bool
load_foreign (struct loaded *l, unsigned machine, const char *text)
{
  char name[SCRATCH_NAME_SIZE];
  if (!tiny_elf (name, own_name, text))
    return false;
  change_machine (name, machine);
  load (l, name, &all);
  remove (name);
  return true;
}

/* Whether libbfd knows the machine or not.  */
static void
test_machines (void)
{
  static const struct
  {
    unsigned number;
    enum machine machine;
  } cases[] = { { 62, MACHINE_X86 },       { 183, MACHINE_AARCH64 },
                { 40, MACHINE_ARM },       { 43, MACHINE_SPARC },
                { 0x9026, MACHINE_ALPHA }, { 75, MACHINE_VAX },
                { 243, MACHINE_RISCV },    { 21, MACHINE_POWERPC },
                { 22, MACHINE_S390 },      { 258, MACHINE_LOONGARCH },
                { 50, MACHINE_OTHER } };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
      struct loaded l;
      if (!load_foreign (&l, cases[i].number, "global func text 1000 main\n"))
        {
          skip (1, "no 64-bit ELF programs here");
          continue;
        }
      /* libbfd may refuse a combination of machine and size.  */
      if (l.status != STATUS_OK)
        skip (1, "libbfd takes no such program");
      else
        is_u64 (image_target (l.image)->machine, cases[i].machine,
                "machine %u of ELF's numbers", cases[i].number);
      release (&l);
    }
}

static void
test_code (void)
{
  struct loaded l;
  struct text_section code = { 0 };
  if (!load_tiny (&l, "local none text 1000 $d\nglobal func text 1000 main\n",
                  &all, 4))
    return;
  is_u64 (image_read_code (l.image, &code, &l.diag), STATUS_OK,
          "the code is read");
  is_u64 (code.start_pc, 0x1000, "it is that of the text section");
  is_u64 (code.size, 0x2000, "all of it");
  is_u64 (code.big_endian, image_target (l.image)->big_endian,
          "in the order of data");
  text_section_release (&code);
  release (&l);
}

/* Put SIZE bytes of DATA at OFFSET of the file NAME.  */
static void
change_file (const char *name, long offset, const void *data, size_t size)
{
  FILE *file = fopen (name, "r+b");
  if (file == NULL || fseek (file, offset, SEEK_SET) != 0
      || fwrite (data, 1, size, file) != size || fclose (file) != 0)
    helper_failed ("cannot change", name);
}

enum
{
  TEXT_AT = 0x100 /* of a tiny ELF file */
};

/* AArch64's instructions that take addresses: ADR, and ADRP with an ADD to its
   register, but no ADD to another one and nothing else.  */
static void
test_taken_addresses (void)
{
  static const unsigned char code[] = {
    0x00, 0x02, 0x00, 0x10, /* 1000: adr x0, 1040 */
    0x01, 0x00, 0x00, 0xb0, /* 1004: adrp x1, 2000 */
    0x21, 0x90, 0x00, 0x91, /* 1008: add x1, x1, #0x24 */
    0x62, 0xc0, 0x00, 0x91, /* 100c: add x2, x3, #0x30 */
    0x24, 0x04, 0x40, 0xf9  /* 1010: ldr x4, [x1, #8] */
  };
  char name[SCRATCH_NAME_SIZE];
  struct loaded l;
  address_list taken = { 0 };
  if (!tiny_elf (name, own_name, "global func text 1000 main\n"))
    {
      skip (4, "no 64-bit ELF programs here");
      return;
    }
  change_machine (name, 183);
  change_file (name, TEXT_AT, code, sizeof code);
  load (&l, name, &all);
  remove (name);
  if (l.status != STATUS_OK)
    {
      skip (4, "libbfd takes no such program");
      release (&l);
      return;
    }
  is_u64 (image_list_taken (l.image, &taken, &l.diag), STATUS_OK,
          "addresses that are taken are listed");
  is_u64 (taken.count, 2, "two of them");
  is_u64 (taken.count > 0 ? taken.items[0] : 0, 0x1040, "that of ADR");
  is_u64 (taken.count > 1 ? taken.items[1] : 0, 0x2024,
          "that of ADRP and ADD");
  vec_release (&taken);
  release (&l);
}

/* The code is that of the file that was opened, even if its name leads to
   another file later.  */
static void
check_same_code (void (*meanwhile) (const char *name), const char *what)
{
  static const char function[] = "to be, or not to be";
  char name[SCRATCH_NAME_SIZE];
  if (!tiny_elf (name, own_name, "global func text 1000 main\n"))
    {
      skip (1, "this is no 64-bit ELF system");
      return;
    }
  change_file (name, TEXT_AT, function, sizeof function);
  struct loaded l;
  struct text_section code = { 0 };
  load (&l, name, &all);
  meanwhile (name);
  ok (image_read_code (l.image, &code, &l.diag) == STATUS_OK
          && memcmp (code.bytes, function, sizeof function) == 0,
      "the code of an image that %s", what);
  text_section_release (&code);
  release (&l);
  remove (name);
}

static void
leave (const char *name)
{
  (void)name;
}

static void delete (const char *name) { remove (name); }

/* As a linker does.  */
static void
replace (const char *name)
{
  char other[SCRATCH_NAME_SIZE];
  if (tiny_elf (other, own_name, "global func text 1000 main\n")
      && rename (other, name) != 0)
    helper_failed ("cannot rename", other);
}

/* A size greater than the file.  */
static void
check_long_code (uint64_t size)
{
  char name[SCRATCH_NAME_SIZE];
  if (!tiny_elf (name, own_name, "global func text 1000 main\n"))
    {
      skip (1, "this is no 64-bit ELF system");
      return;
    }
  uint64_t headers_at;
  FILE *file = fopen (name, "rb");
  if (file == NULL || fseek (file, 40, SEEK_SET) != 0
      || fread (&headers_at, sizeof headers_at, 1, file) != 1)
    helper_failed ("cannot read", name);
  fclose (file);
  /* The size in the first section header, of 64 bytes, that is in use.  */
  change_file (name, (long)headers_at + 64 + 32, &size, sizeof size);
  struct caught_diag caught;
  caught_start (&caught);
  struct loaded l;
  struct text_section code = { 0 };
  load (&l, name, &all);
  ok (l.status == STATUS_OK
          && image_read_code (l.image, &code, &caught.diag) == STATUS_ABSENT
          && strstr (caught_text (&caught), "cannot be read") != NULL,
      "%#" PRIx64 " bytes of code in a smaller file are not read", size);
  caught_release (&caught);
  release (&l);
  remove (name);
}

static void
test_code_in_files (void)
{
  check_same_code (leave, "is still there");
  check_same_code (delete, "is deleted");
  check_same_code (replace, "is replaced");
  check_long_code (0x4000);
  check_long_code (UINT64_C (0x7fffffffffff0000));
  check_long_code (UINT64_MAX - 0x80);
}

/* The kinds of code that mapping symbols give on MACHINE, as "pc:kind".  */
static void
check_marks (unsigned machine, const char *expected, const char *what)
{
  struct loaded l;
  if (!load_foreign (&l, machine,
                     "local none text 1050 $x\n"
                     "local none text 1010 $d\n"
                     "local none text 1020 $t\n"
                     "local none text 1030 $a\n"
                     "local none text 1040 $d.realdata\n"
                     "local none text 1050 $d\n"
                     "local none text 1060 $dat\n"
                     "local none text 1070 $xrv64i2p1\n"
                     "local none fini 3000 $d\n"
                     "local none text 1080 $\n"
                     "local none text 1090 d\n"
                     "local none text 10a0 $b\n"
                     "global func text 1000 main\n"))
    {
      skip (1, "no 64-bit ELF programs here");
      return;
    }
  struct text_section code = { 0 };
  char text[200] = "";
  size_t length = 0;
  if (l.status == STATUS_OK)
    image_read_code (l.image, &code, &l.diag);
  for (size_t i = 0; i < code.marks.count && length < sizeof text; i++)
    length += (size_t)snprintf (text + length, sizeof text - length,
                                "%s%" PRIx64 ":%c", i > 0 ? " " : "",
                                code.marks.items[i].pc,
                                "ptd"[code.marks.items[i].kind]);
  is_text (text, expected, "%s", what);
  text_section_release (&code);
  release (&l);
}

/* p: plain code, t: Thumb code, d: data.  */
static void
test_marks (void)
{
  check_marks (40, "1010:d 1020:t 1030:p 1040:d 1050:d", "names on ARM");
  check_marks (183, "1010:d 1040:d 1050:d 1050:p", "names on AArch64");
  check_marks (243, "1010:d 1040:d 1050:d 1050:p 1070:p", "names on RISC-V");
  check_marks (62, "", "names on x86-64");
}

/* Is the code of a big-endian ARM program with FLAGS in its header big-endian,
   too?  */
static void
check_code_order (unsigned flags, bool expected, const char *what)
{
  char name[SCRATCH_NAME_SIZE];
  size_t size;
  unsigned char *bytes
      = tiny_elf_bytes (false, true, "global func text 1000 main\n", &size);
  bytes[36] = (unsigned char)(flags >> 24);
  bytes[37] = (unsigned char)(flags >> 16 & 0xff);
  scratch_file (name, bytes, size);
  free (bytes);
  struct loaded l;
  load (&l, name, &all);
  struct text_section code = { 0 };
  if (l.status == STATUS_OK)
    l.status = image_look_at_code (l.image, &code, &l.diag);
  if (l.status == STATUS_OK)
    ok (code.big_endian == expected, "%s", what);
  else
    skip (1, "libbfd takes no such program");
  remove (name);
  release (&l);
}

/* EF_ARM_BE8, 0x00800000: data is big-endian and code is not.  */
static void
test_code_order (void)
{
  check_code_order (0x05000000, true, "code of a big-endian ARM program");
  check_code_order (0x05800000, false, "code of one with BE8");
}

/* What the symbols of TEXT show about profiles: h for a hosted program, s for
   one that starts a profile, r if it chooses the range, c if its functions
   call a counter, and the limits of the text.  */
static void
check_profiling (const char *text, const char *expected, const char *what)
{
  char name[SCRATCH_NAME_SIZE], got[100];
  struct loaded l;
  struct profiling found = { 0 };
  if (!tiny_elf (name, own_name, text))
    {
      skip (1, "this is no 64-bit ELF system");
      return;
    }
  load (&l, name, &all);
  image_profiling (l.image, &found);
  const int length
      = snprintf (got, sizeof got, "%s%s%s%s", found.is_hosted ? "h" : "",
                  found.starts_profiling ? "s" : "",
                  found.chooses_range ? "r" : "",
                  found.calls_counter ? "c" : "");
  if (found.has_limits)
    snprintf (got + length, sizeof got - (size_t)length,
              " %" PRIx64 "-%" PRIx64, found.text_start_pc, found.text_end_pc);
  is_text (got, expected, "%s", what);
  release (&l);
  unlink (name);
}

#define HOSTED "global none undef 0 __libc_start_main\n"

static void
test_profiling (void)
{
  check_profiling ("global func text 1000 main\n", "", "no sign");
  check_profiling (HOSTED "global none undef 0 __monstartup\n"
                          "global none undef 0 mcount\n"
                          "global none text 1000 __executable_start\n"
                          "global none text 1800 etext\n",
                   "hsc 1000-1800", "a program made with -pg");
  check_profiling (HOSTED "global none undef 0 monstartup\n", "hsr",
                   "one that chooses its range");
  check_profiling (HOSTED "global func text 1000 mcount\n", "hc",
                   "a static one with the counter in it");
  check_profiling ("global func text 1000 mcount\n", "",
                   "a counter of the program's own, as kernels have");
  check_profiling ("local file abs 0 mcount\n" HOSTED, "h",
                   "a source file of that name is no counter");
  check_profiling (HOSTED "weak none undef 0 __gmon_start__\n", "h",
                   "the reference that all programs have");
  check_profiling ("local none text 1000 etext\n" HOSTED
                   "global none text 1000 __executable_start\n"
                   "global none text 1800 etext\n",
                   "h", "two ends of the text");
}

/* The name of the function that starts threads in a program with the symbols
   of TEXT, "" for none.  */
static void
check_starter (const char *text, const char *expected, const char *what)
{
  char name[SCRATCH_NAME_SIZE];
  struct loaded l;
  const char *starter = NULL;
  if (!tiny_elf (name, own_name, text))
    {
      skip (1, "this is no 64-bit ELF system");
      return;
    }
  load (&l, name, &all);
  starter = image_thread_starter (l.image);
  is_text (starter != NULL ? starter : "", expected, "%s", what);
  release (&l);
  unlink (name);
}

static void
test_threads (void)
{
  check_starter ("global func text 1000 main\nglobal none undef 0 malloc\n",
                 "", "a program without threads");
  check_starter ("global func text 1000 main\n"
                 "global none undef 0 pthread_create\n",
                 "pthread_create", "one that calls pthread_create");
  check_starter ("global func text 1000 main\n"
                 "global func text 1100 thrd_create\n",
                 "thrd_create", "one that has thrd_create in it");
  check_starter ("global func text 1000 main\n"
                 "global none undef 0 GOMP_parallel_sections\n",
                 "GOMP_parallel", "one that was made with OpenMP");
  check_starter ("global func text 1000 main\n"
                 "global none undef 0 _ZNSt6thread15_M_start_threadESt10x\n",
                 "std::thread", "one with std::thread");
  check_starter ("global func text 1000 main\n"
                 "global none undef 0 pthread_created\n"
                 "global none undef 0 p\n",
                 "", "longer and shorter names");
  check_starter ("local func text 1000 pthread_create\n"
                 "weak none undef 0 thrd_create\n"
                 "global func text 1000 main\n",
                 "", "a function of one file's own, a weak reference");
}

/* The dynamic symbols of the test itself give the same answer as the
   others.  */
static void
test_dynamic_threads (void)
{
  struct loaded l;
  struct image *bare = NULL;
  struct diag diag = { 0 };
  const char *starter = NULL, *dynamic = NULL;
  load (&l, own_name, &all);
  starter = image_thread_starter (l.image);
  image_open (&bare, own_name, "test_image", &diag);
  dynamic = image_thread_starter (bare);
  is_text (dynamic != NULL ? dynamic : "", starter != NULL ? starter : "",
           "both tell the same");
  image_close (bare);
  release (&l);
}

int
main (int argc, char **argv)
{
  own_name = argv[0];
  ok (landmark_of_this_test (argc) != 0, "the landmark is called");
  if (is_stripped ())
    skip (15, "this program has no symbols");
  else
    {
      test_own_symbols ();
      test_own_target ();
      test_own_lines ();
    }
  test_demangling ();
  test_no_images ();
  test_global_symbols ();
  test_local_symbols ();
  test_filters ();
  test_names ();
  test_next_name ();
  test_last_name ();
  test_order_and_values ();
  test_sections ();
  test_no_lines ();
  test_no_symbols ();
  test_machines ();
  test_taken_addresses ();
  test_code ();
  test_code_in_files ();
  test_marks ();
  test_code_order ();
  test_profiling ();
  test_threads ();
  test_dynamic_threads ();
  return done ();
}
