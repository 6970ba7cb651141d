/* dw_rows.c - what libdw finds in a program's debugging information: the rows of
   all line tables and the ranges of all functions.  A second opinion on what
   our own reader finds; see places.h for what is printed.

   usage: dw_rows IMAGE  */

#include "config.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <fcntl.h>
#include <unistd.h>

#include "places.h"

/* libdw leaves names relative where those of the line table are; a file lies
   below the directory of compilation then.  */
static void
print_row_in (const char *directory, Dwarf_Addr pc, const char *file, int line)
{
  char path[4096];
  if (file != NULL && file[0] != '/' && directory != NULL)
    {
      snprintf (path, sizeof path, "%s/%s", directory, file);
      file = path;
    }
  print_row (pc, file, (uint32_t)line);
}

static void
list_rows (Dwarf_Die *unit)
{
  Dwarf_Lines *lines;
  size_t count;
  Dwarf_Attribute attribute;
  if (dwarf_getsrclines (unit, &lines, &count) != 0)
    return;
  const char *directory = dwarf_attr (unit, DW_AT_comp_dir, &attribute) != NULL
                              ? dwarf_formstring (&attribute)
                              : NULL;
  for (size_t i = 0; i < count; i++)
    {
      Dwarf_Line *row = dwarf_onesrcline (lines, i);
      Dwarf_Addr pc;
      bool is_end;
      int line;
      dwarf_lineaddr (row, &pc);
      dwarf_lineendsequence (row, &is_end);
      dwarf_lineno (row, &line);
      if (is_end)
        printf ("end %" PRIx64 "\n", (uint64_t)pc);
      else
        print_row_in (directory, pc, dwarf_linesrc (row, NULL, NULL), line);
    }
}

/* The name the linker knows, or that of the source.  */
static const char *
name_of (Dwarf_Die *entry)
{
  Dwarf_Attribute attribute;
  if (dwarf_attr_integrate (entry, DW_AT_linkage_name, &attribute) != NULL
      || dwarf_attr_integrate (entry, DW_AT_MIPS_linkage_name, &attribute)
             != NULL)
    return dwarf_formstring (&attribute);
  return dwarf_diename (entry);
}

static void
list_function (Dwarf_Die *entry)
{
  const int tag = dwarf_tag (entry);
  if (tag != DW_TAG_subprogram && tag != DW_TAG_inlined_subroutine
      && tag != DW_TAG_entry_point)
    return;
  Dwarf_Addr base, low_pc, high_pc;
  ptrdiff_t next = 0;
  while ((next = dwarf_ranges (entry, next, &base, &low_pc, &high_pc)) > 0)
    if (low_pc < high_pc)
      print_function (dwarf_dieoffset (entry), low_pc, high_pc,
                      name_of (entry));
}

/* All entries of a tree, parents first.  */
static void
list_functions (Dwarf_Die *unit)
{
  size_t depth = 0, room = 64;
  Dwarf_Die *path = malloc (room * sizeof *path);
  if (path == NULL)
    exit (EXIT_FAILURE);
  path[0] = *unit;
  for (;;)
    {
      list_function (&path[depth]);
      if (depth + 1 == room)
        {
          path = realloc (path, (room *= 2) * sizeof *path);
          if (path == NULL)
            exit (EXIT_FAILURE);
        }
      if (dwarf_child (&path[depth], &path[depth + 1]) == 0)
        {
          depth++;
          continue;
        }
      while (depth > 0 && dwarf_siblingof (&path[depth], &path[depth]) != 0)
        depth--;
      if (depth == 0)
        break;
    }
  free (path);
}

int
main (int argc, char **argv)
{
  const int fd = argc == 2 ? open (argv[1], O_RDONLY) : -1;
  Dwarf *dwarf = fd >= 0 ? dwarf_begin (fd, DWARF_C_READ) : NULL;
  if (dwarf == NULL)
    give_up ("dw_rows", argc > 1 ? argv[1] : "", "cannot be read");
  Dwarf_Off offset = 0, next;
  size_t header_size;
  while (dwarf_nextcu (dwarf, offset, &next, &header_size, NULL, NULL, NULL)
         == 0)
    {
      Dwarf_Die unit;
      printf ("unit %" PRIx64 "\n", (uint64_t)offset);
      if (dwarf_offdie (dwarf, offset + header_size, &unit) != NULL)
        {
          list_rows (&unit);
          list_functions (&unit);
        }
      offset = next;
    }
  dwarf_end (dwarf);
  close (fd);
  return fclose (stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
