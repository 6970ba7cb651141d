/* test_long_chain.c - a million functions, or in short tests a hundred
   thousand, each called by the one before, and a quarter of a megabyte of
   stack (R6.10, R6.29).

   Functions f0000000, f0000001, ... are 16 bytes each and call the next one
   once.  Each has one tick of a hundredth of a second, so function I has 0.01
   seconds itself and 0.01 (total - 1 - I) in what it calls, and as these sums
   differ, functions are numbered in the order of the chain.  The last one may
   call the second: then all but the first are one cycle.

   The program $GPROF is run, as a stack is limited for processes.  */

#include "config.h"

#include <elf.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "capture.h"
#include "tap.h"

enum
{
  FUNCTION_SIZE = 16,
  NAME_SIZE = 9, /* with its NUL */
  STACK = 256 * 1024
};

static const uint64_t base_pc = 0x401000;
static uint32_t total; /* functions */

/* Under the sanitizers each function costs many times as much.  */
static uint32_t
choose_count (void)
{
  const char *size = getenv ("GPROF_TEST_SIZE");
  bool is_short = size == NULL || size[0] == '\0' || !strcmp (size, "short");
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
  is_short = true;
#endif
  return is_short ? 100000 : 1000000;
}

/* --- The program and its profile ---------------------------------------- */

enum
{
  SECTION_TEXT = 1,
  SECTION_SYMTAB,
  SECTION_STRTAB,
  SECTION_SHSTRTAB,
  SECTIONS
};

static void
write_bytes (FILE *file, const void *bytes, size_t size)
{
  if (fwrite (bytes, 1, size, file) != size)
    helper_failed ("fwrite", "scratch file");
}

static FILE *
create (const char *name)
{
  FILE *file = fopen (name, "wb");
  if (file == NULL)
    helper_failed ("fopen", name);
  return file;
}

static void
finish (FILE *file, const char *name)
{
  if (fclose (file) != 0)
    helper_failed ("fclose", name);
}

static Elf64_Shdr
section (unsigned name, unsigned type, uint64_t offset, uint64_t size)
{
  return (Elf64_Shdr){ .sh_name = name,
                       .sh_type = type,
                       .sh_offset = offset,
                       .sh_size = size,
                       .sh_addralign = 1 };
}

/* The symbols, behind an empty first one, and then their names.  */
static void
write_symbols (FILE *file)
{
  const Elf64_Sym none = { 0 };
  write_bytes (file, &none, sizeof none);
  for (uint32_t i = 0; i < total; i++)
    {
      const Elf64_Sym symbol
          = { .st_name = 1 + i * NAME_SIZE,
              .st_info = ELF64_ST_INFO (STB_GLOBAL, STT_FUNC),
              .st_shndx = SECTION_TEXT,
              .st_value = base_pc + i * FUNCTION_SIZE,
              .st_size = FUNCTION_SIZE };
      write_bytes (file, &symbol, sizeof symbol);
    }
  write_bytes (file, "", 1);
  for (uint32_t i = 0; i < total; i++)
    {
      char name[NAME_SIZE + 8];
      snprintf (name, sizeof name, "f%07" PRIu32, i);
      write_bytes (file, name, NAME_SIZE);
    }
}

/* Write the program; OWN is the header of one of this machine.  The code is a
   hole in the file.  */
static void
write_program (const char *name, const Elf64_Ehdr *own)
{
  static const char section_names[] = "\0.text\0.symtab\0.strtab\0.shstrtab";
  const uint64_t text_at = 0x1000;
  const uint64_t text_size = (uint64_t)total * FUNCTION_SIZE;
  const uint64_t symbols_at = text_at + text_size;
  const uint64_t symbols_size = (uint64_t)(total + 1) * sizeof (Elf64_Sym);
  const uint64_t names_at = symbols_at + symbols_size;
  const uint64_t names_size = 1 + (uint64_t)total * NAME_SIZE;
  const uint64_t last_at = names_at + names_size;
  Elf64_Shdr sections[SECTIONS]
      = { [SECTION_TEXT] = section (1, SHT_PROGBITS, text_at, text_size),
          [SECTION_SYMTAB] = section (7, SHT_SYMTAB, symbols_at, symbols_size),
          [SECTION_STRTAB] = section (15, SHT_STRTAB, names_at, names_size),
          [SECTION_SHSTRTAB]
          = section (23, SHT_STRTAB, last_at, sizeof section_names) };
  sections[SECTION_TEXT].sh_addr = base_pc;
  sections[SECTION_TEXT].sh_flags = SHF_ALLOC | SHF_EXECINSTR;
  sections[SECTION_SYMTAB].sh_link = SECTION_STRTAB;
  sections[SECTION_SYMTAB].sh_info = 1;
  sections[SECTION_SYMTAB].sh_entsize = sizeof (Elf64_Sym);
  Elf64_Ehdr header = *own;
  header.e_type = ET_EXEC;
  header.e_entry = base_pc;
  header.e_phoff = header.e_phnum = header.e_phentsize = 0;
  header.e_shoff = sizeof header;
  header.e_shnum = SECTIONS;
  header.e_shentsize = sizeof (Elf64_Shdr);
  header.e_shstrndx = SECTION_SHSTRTAB;
  FILE *file = create (name);
  write_bytes (file, &header, sizeof header);
  write_bytes (file, sections, sizeof sections);
  if (fseek (file, (long)symbols_at, SEEK_SET) != 0)
    helper_failed ("fseek", name);
  write_symbols (file);
  write_bytes (file, section_names, sizeof section_names);
  finish (file, name);
}

static void
write_arc (FILE *file, uint32_t from, uint32_t to)
{
  const uint64_t pcs[] = { base_pc + (uint64_t)from * FUNCTION_SIZE + 5,
                           base_pc + (uint64_t)to * FUNCTION_SIZE };
  const uint32_t count = 1;
  write_bytes (file, "\1", 1);
  write_bytes (file, pcs, sizeof pcs);
  write_bytes (file, &count, sizeof count);
}

/* Write the profile; CLOSED: the last function calls the second.  */
static void
write_profile (const char *name, bool closed)
{
  static const char magic[20] = "gmon", dimension[16] = "seconds";
  const uint64_t range[] = { base_pc, base_pc + total * FUNCTION_SIZE };
  const uint32_t version = 1, numbers[] = { total, 100 };
  const uint16_t one_tick = 1;
  FILE *file = create (name);
  write_bytes (file, magic, 4);
  write_bytes (file, &version, sizeof version);
  write_bytes (file, magic + 8, 12);
  write_bytes (file, "\0", 1);
  write_bytes (file, range, sizeof range);
  write_bytes (file, numbers, sizeof numbers);
  write_bytes (file, dimension, 15);
  write_bytes (file, "s", 1);
  for (uint32_t i = 0; i < total; i++)
    write_bytes (file, &one_tick, sizeof one_tick);
  for (uint32_t i = 0; i + 1 < total; i++)
    write_arc (file, i, i + 1);
  if (closed)
    write_arc (file, total - 1, 1);
  finish (file, name);
}

/* --- Running gprof ------------------------------------------------------- */

struct run
{
  FILE *output;
  pid_t process;
};

/* Run PROGRAM on the files, its output for us to read.  */
static struct run
start (const char *program)
{
  int ends[2];
  if (pipe (ends) != 0)
    helper_failed ("pipe", program);
  struct run run = { .process = fork () };
  if (run.process == 0)
    {
      const struct rlimit stack = { STACK, STACK };
      if (setrlimit (RLIMIT_STACK, &stack) == 0
          && dup2 (ends[1], STDOUT_FILENO) >= 0 && close (ends[0]) == 0
          && close (ends[1]) == 0)
        execl (program, program, "-b", "-q", "image", "profile", (char *)NULL);
      _exit (126);
    }
  close (ends[1]);
  run.output = fdopen (ends[0], "r");
  if (run.process < 0 || run.output == NULL)
    helper_failed ("fork", program);
  return run;
}

/* Read what is left; did the program end well?  */
static bool
end (struct run *run)
{
  char rest[4096];
  int status;
  while (fread (rest, 1, sizeof rest, run->output) > 0)
    ;
  fclose (run->output);
  return waitpid (run->process, &status, 0) == run->process
         && WIFEXITED (status) && WEXITSTATUS (status) == 0;
}

/* Is the next line of RUN's output EXPECTED?  */
static bool
next_is (struct run *run, const char *expected)
{
  char line[200];
  if (fgets (line, sizeof line, run->output) == NULL)
    line[0] = '\0';
  if (strcmp (line, expected) == 0)
    return true;
  tap_note ("got %s", line);
  tap_note ("expected %s", expected);
  return false;
}

/* Skip to behind the heading of the columns.  */
static void
skip_heading (struct run *run)
{
  char line[200];
  while (fgets (line, sizeof line, run->output) != NULL
         && strncmp (line, "index ", 6) != 0)
    ;
}

/* --- What is expected ---------------------------------------------------- */

/* The time below function I.  */
static double
below (uint32_t i)
{
  return (total - 1 - i) / 100.0;
}

/* Function I as the child or the parent of another; all its time comes from
   its one caller, or goes there.  */
static bool
arc_is_right (struct run *run, uint32_t i, double child)
{
  char line[200];
  snprintf (line, sizeof line,
            "%13s%7.2f %7.2f %7d/%-7d     f%07" PRIu32 " [%" PRIu32 "]\n", "",
            0.01, child, 1, 1, i, i + 1);
  return next_is (run, line);
}

/* Percents of all time, which function 0 has.  */
static bool
primary_is_right (struct run *run, uint32_t i)
{
  char line[200], index[16], calls[32];
  snprintf (index, sizeof index, "[%" PRIu32 "]", i + 1);
  snprintf (calls, sizeof calls, "%7.0d%9s", i > 0, "");
  snprintf (line, sizeof line,
            "%-6.6s %5.1f %7.2f %7.2f %sf%07" PRIu32 " [%" PRIu32 "]\n", index,
            100.0 * (total - i) / total, 0.01, below (i), calls, i, i + 1);
  return next_is (run, line);
}

static bool
entry_is_right (struct run *run, uint32_t i)
{
  char spontaneous[80];
  snprintf (spontaneous, sizeof spontaneous, "%49s<spontaneous>\n", "");
  return (i > 0 ? arc_is_right (run, i - 1, below (i))
                : next_is (run, spontaneous))
         && primary_is_right (run, i)
         && (i + 1 == total || arc_is_right (run, i + 1, below (i + 1)))
         && next_is (run, "-----------------------------------------------\n");
}

static void
test_chain (const char *program)
{
  write_profile ("profile", false);
  struct run run = start (program);
  skip_heading (&run);
  uint32_t right = 0;
  while (right < total && entry_is_right (&run, right))
    right++;
  is_u64 (right, total, "entries of a chain, one after the other");
  ok (end (&run), "and the program ends well");
}

/* The cycle has all time but one tick.  One call leads into it, all others
   from one member to another.  */
static void
test_cycle (const char *program)
{
  write_profile ("profile", true);
  struct run run = start (program);
  skip_heading (&run);
  char line[200];
  while (fgets (line, sizeof line, run.output) != NULL && line[0] != '-')
    ;
  snprintf (line, sizeof line,
            "[2]    100.0 %7.2f %7.2f %7d+%-7d <cycle 1 as a whole> [2]\n",
            (total - 1) / 100.0, 0.0, 1, total - 1);
  ok (next_is (&run, line), "a cycle of nearly all functions");
  unsigned members = 0;
  while (fgets (line, sizeof line, run.output) != NULL
         && strstr (line, " <cycle 1> [") != NULL)
    members++;
  is_u64 (members, total - 1, "has them as its members");
  ok (end (&run), "and the program ends well");
}

/* The header of this program.  */
static bool
read_own_header (const char *name, Elf64_Ehdr *header)
{
  FILE *file = fopen (name, "rb");
  if (file == NULL)
    return false;
  const bool read = fread (header, sizeof *header, 1, file) == 1
                    && memcmp (header->e_ident, ELFMAG, SELFMAG) == 0
                    && header->e_ident[EI_CLASS] == ELFCLASS64;
  fclose (file);
  return read;
}

int
main (int argc, char **argv)
{
  const char *program = getenv ("GPROF");
  Elf64_Ehdr own;
  (void)argc;
  if (program == NULL || !read_own_header (argv[0], &own))
    {
      skip (5, "no gprof to run, or no 64-bit ELF programs here");
      return done ();
    }
  total = choose_count ();
  char directory[SCRATCH_NAME_SIZE];
  scratch_enter (directory);
  write_program ("image", &own);
  test_chain (program);
  test_cycle (program);
  unlink ("image");
  unlink ("profile");
  scratch_leave (directory);
  return done ();
}
