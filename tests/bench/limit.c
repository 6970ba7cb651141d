/* What the limit programs share: reading the image and the profiles.  See
   limit.h for what they are and are not.  */

#include "limit.h"

#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

_Noreturn void
limit_fail (const char *path, const char *problem)
{
  fprintf (stderr, "limit program: %s: %s\n", path, problem);
  exit (1);
}

void *
limit_memory (size_t count, size_t size)
{
  void *memory = calloc (count ? count : 1, size);
  if (!memory)
    limit_fail ("calloc", "out of memory");
  return memory;
}

struct span
limit_map (const char *path)
{
  struct stat info;
  int fd = open (path, O_RDONLY);
  if (fd < 0 || fstat (fd, &info) != 0 || info.st_size <= 0)
    limit_fail (path, "cannot be opened, or empty");
  size_t size = (size_t)info.st_size;
  void *bytes = mmap (NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
  if (bytes == MAP_FAILED)
    limit_fail (path, "cannot be mapped");
  close (fd);
  return (struct span){ bytes, size };
}

/* ---------------------------------------------------------------- sorting */

enum
{
  DIGIT_BITS = 11,
  DIGITS = 1 << DIGIT_BITS
};

/* One pass: from SOURCE to TARGET by the digit at SHIFT of the key.  */
static void
sort_by_digit (const struct keyed *source, struct keyed *target, size_t count,
               unsigned shift)
{
  size_t start[DIGITS] = { 0 };
  for (size_t i = 0; i < count; i++)
    start[source[i].key >> shift & (DIGITS - 1)]++;
  for (size_t digit = 0, sum = 0; digit < DIGITS; digit++)
    {
      size_t these = start[digit];
      start[digit] = sum;
      sum += these;
    }
  for (size_t i = 0; i < count; i++)
    target[start[source[i].key >> shift & (DIGITS - 1)]++] = source[i];
}

static void
sort_few (struct keyed *items, size_t count)
{
  for (size_t i = 1; i < count; i++)
    {
      struct keyed item = items[i];
      size_t j = i;
      for (; j > 0 && items[j - 1].key > item.key; j--)
        items[j] = items[j - 1];
      items[j] = item;
    }
}

void
limit_sort (struct keyed *items, size_t count)
{
  if (count < 48)
    {
      sort_few (items, count);
      return;
    }
  uint64_t varying = 0;
  for (size_t i = 1; i < count; i++)
    varying |= items[i].key ^ items[0].key;
  struct keyed *other = limit_memory (count, sizeof *other);
  struct keyed *source = items, *target = other;
  for (unsigned shift = 0; shift < 64; shift += DIGIT_BITS)
    if (varying >> shift & (DIGITS - 1))
      {
        sort_by_digit (source, target, count, shift);
        struct keyed *swap = source;
        source = target;
        target = swap;
      }
  if (source != items)
    memcpy (items, source, count * sizeof *items);
  free (other);
}

uint64_t
limit_descending (double value)
{
  uint64_t bits;
  memcpy (&bits, &value, sizeof bits);
  return ~bits;
}

/* ------------------------------------------------------------------ image */

static const Elf64_Shdr *
section_headers (struct span image, size_t *count)
{
  const Elf64_Ehdr *header = (const void *)image.bytes;
  if (image.size < sizeof *header || memcmp (image.bytes, ELFMAG, SELFMAG)
      || header->e_ident[EI_CLASS] != ELFCLASS64
      || header->e_shoff > image.size
      || header->e_shnum
             > (image.size - header->e_shoff) / sizeof (Elf64_Shdr))
    limit_fail ("image", "no 64-bit ELF file");
  *count = header->e_shnum;
  return (const void *)(image.bytes + header->e_shoff);
}

static struct span
contents (struct span image, const Elf64_Shdr *section)
{
  if (section->sh_offset > image.size
      || section->sh_size > image.size - section->sh_offset)
    limit_fail ("image", "section beyond the end");
  return (struct span){ image.bytes + section->sh_offset, section->sh_size };
}

struct span
limit_section (struct span image, const char *name)
{
  size_t count;
  const Elf64_Shdr *sections = section_headers (image, &count);
  const Elf64_Ehdr *header = (const void *)image.bytes;
  struct span names = contents (image, &sections[header->e_shstrndx]);
  for (size_t i = 1; i < count; i++)
    if (strcmp ((const char *)names.bytes + sections[i].sh_name, name) == 0)
      {
        if (sections[i].sh_flags & SHF_COMPRESSED)
          limit_fail (name, "compressed");
        return contents (image, &sections[i]);
      }
  return (struct span){ NULL, 0 };
}

static bool
is_function (const Elf64_Sym *symbol, const Elf64_Shdr *sections, size_t count)
{
  return ELF64_ST_TYPE (symbol->st_info) == STT_FUNC
         && symbol->st_shndx != SHN_UNDEF && symbol->st_shndx < count
         && sections[symbol->st_shndx].sh_flags & SHF_EXECINSTR;
}

struct places
limit_symbols (struct span image)
{
  size_t count, used = 0;
  const Elf64_Shdr *sections = section_headers (image, &count);
  struct span table = limit_section (image, ".symtab");
  struct span names = limit_section (image, ".strtab");
  const Elf64_Sym *symbols = (const void *)table.bytes;
  size_t symbol_count = table.size / sizeof *symbols;
  struct keyed *order = limit_memory (symbol_count, sizeof *order);
  for (size_t i = 0; i < symbol_count; i++)
    if (is_function (&symbols[i], sections, count))
      order[used++] = (struct keyed){ symbols[i].st_value, (uint32_t)i };
  limit_sort (order, used);

  struct places places = { .at = limit_memory (used, sizeof *places.at) };
  for (size_t i = 0; i < used; i++)
    if (i == 0 || order[i].key != order[i - 1].key)
      places.at[places.count++] = (struct place){
        order[i].key, (const char *)names.bytes + symbols[order[i].id].st_name,
        NULL,         0,
        true,
      };
  if (places.count == 0)
    limit_fail ("image", "no functions");
  places_index (&places);
  return places;
}

void
places_index (struct places *places)
{
  places->low = places->at[0].start;
  uint64_t span = places->at[places->count - 1].start - places->low;
  while ((span >> places->shift) > 2 * places->count)
    places->shift++;
  places->buckets = (size_t)(span >> places->shift) + 1;
  places->bucket = limit_memory (places->buckets, sizeof *places->bucket);
  size_t place = 0;
  for (size_t i = 0; i < places->buckets; i++)
    {
      while (places->at[place].start - places->low < (uint64_t)i
                                                         << places->shift)
        place++;
      places->bucket[i] = (uint32_t)place;
    }
}

size_t
places_find (const struct places *places, uint64_t address)
{
  if (address < places->low)
    return SIZE_MAX;
  uint64_t bucket = (address - places->low) >> places->shift;
  size_t i
      = bucket < places->buckets ? places->bucket[bucket] : places->count - 1;
  while (i < places->count && places->at[i].start <= address)
    i++;
  return i - 1;
}

/* --------------------------------------------------------------- profiles */

static void
gmon_read (struct gmon *gmon, const char *path, size_t *size)
{
  struct stat info;
  int fd = open (path, O_RDONLY);
  if (fd < 0 || fstat (fd, &info) != 0)
    limit_fail (path, "cannot be opened");
  *size = (size_t)info.st_size;
  if (*size > gmon->buffer.size)
    gmon->buffer = (struct span){ limit_memory (*size, 1), *size };
  ssize_t got = read (fd, (void *)gmon->buffer.bytes, *size);
  if (got < 0 || (size_t)got != *size)
    limit_fail (path, "cannot be read in one piece");
  close (fd);
}

static size_t
add_histogram (struct gmon *gmon, const char *path,
               const unsigned char *record, size_t left)
{
  uint64_t range[2];
  uint32_t numbers[2];
  if (left < 40)
    limit_fail (path, "cut short");
  memcpy (range, record, sizeof range);
  memcpy (numbers, record + 16, sizeof numbers);
  if (!gmon->bins)
    {
      gmon->low = range[0];
      gmon->high = range[1];
      gmon->bin_count = numbers[0];
      gmon->rate = numbers[1];
      gmon->bins = limit_memory (numbers[0], sizeof *gmon->bins);
    }
  if (range[0] != gmon->low || range[1] != gmon->high
      || numbers[0] != gmon->bin_count || (left - 40) / 2 < numbers[0])
    limit_fail (path, "another histogram");
  uint16_t part[4096];
  uint32_t *bins = gmon->bins;
  for (size_t done = 0, some; done < gmon->bin_count; done += some)
    {
      some = gmon->bin_count - done;
      if (some > 4096)
        some = 4096;
      memcpy (part, record + 40 + 2 * done, 2 * some);
      for (size_t i = 0; i < some; i++)
        bins[done + i] += part[i];
    }
  return 40 + 2 * gmon->bin_count;
}

static size_t
hash_of (const struct gmon *gmon, const struct arc *arc)
{
  uint64_t mixed = (arc->from_pc * 31 + arc->self_pc) * 0x9E3779B97F4A7C15u;
  return (size_t)(mixed >> 32) & (gmon->hash_size - 1);
}

static void
hash_grow (struct gmon *gmon)
{
  gmon->hash_size = gmon->hash_size ? 2 * gmon->hash_size : 1024;
  while (gmon->hash_size < 2 * gmon->arc_count)
    gmon->hash_size *= 2;
  free (gmon->hash);
  gmon->hash = limit_memory (gmon->hash_size, sizeof *gmon->hash);
  gmon->hash_used = gmon->arc_count;
  for (size_t i = 0; i < gmon->arc_count; i++)
    {
      size_t slot = hash_of (gmon, &gmon->arcs[i]);
      while (gmon->hash[slot])
        slot = (slot + 1) & (gmon->hash_size - 1);
      gmon->hash[slot] = (uint32_t)i + 1;
    }
}

static void
append_arc (struct gmon *gmon, const struct arc *arc)
{
  if (gmon->arc_count == gmon->arc_room)
    {
      gmon->arc_room = gmon->arc_room ? 2 * gmon->arc_room : 1024;
      gmon->arcs = realloc (gmon->arcs, gmon->arc_room * sizeof *gmon->arcs);
      if (!gmon->arcs)
        limit_fail ("realloc", "out of memory");
    }
  gmon->arcs[gmon->arc_count++] = *arc;
}

/* Files of one program have their arcs in nearly the same order, so the arc
   after the last one found is tried first.  */
static void
add_arc (struct gmon *gmon, const struct arc *arc, size_t *next)
{
  const struct arc *likely = &gmon->arcs[*next];
  size_t found = *next;
  if (found >= gmon->arc_count || likely->from_pc != arc->from_pc
      || likely->self_pc != arc->self_pc)
    {
      if (2 * gmon->arc_count >= gmon->hash_size
          || gmon->hash_used != gmon->arc_count)
        hash_grow (gmon);
      size_t slot = hash_of (gmon, arc);
      for (; (found = gmon->hash[slot]) != 0;
           slot = (slot + 1) & (gmon->hash_size - 1))
        if (gmon->arcs[found - 1].from_pc == arc->from_pc
            && gmon->arcs[found - 1].self_pc == arc->self_pc)
          break;
      if (found == 0)
        {
          append_arc (gmon, arc);
          gmon->hash[slot] = (uint32_t)gmon->arc_count;
          gmon->hash_used++;
          return;
        }
      found--;
    }
  gmon->arcs[found].count += arc->count;
  *next = found + 1;
}

static void
read_arc (struct arc *arc, const unsigned char *record)
{
  uint32_t count;
  memcpy (&arc->from_pc, record, 8);
  memcpy (&arc->self_pc, record + 8, 8);
  memcpy (&count, record + 16, 4);
  arc->count = count;
}

void
gmon_add (struct gmon *gmon, const char *path)
{
  size_t size, next = 0, at = 20;
  gmon_read (gmon, path, &size);
  const unsigned char *bytes = gmon->buffer.bytes;
  if (size < at || memcmp (bytes, "gmon\1\0\0\0", 8) != 0)
    limit_fail (path, "no gmon.out");
  if (++gmon->files > UINT16_MAX)
    limit_fail (path, "more files than 32-bit bins hold for sure");
  while (at < size)
    {
      struct arc arc;
      if (bytes[at] == 0)
        at += 1 + add_histogram (gmon, path, bytes + at + 1, size - at - 1);
      else if (bytes[at] == 1 && size - at >= 21)
        {
          read_arc (&arc, bytes + at + 1);
          if (gmon->files == 1)
            append_arc (gmon, &arc);
          else
            add_arc (gmon, &arc, &next);
          at += 21;
        }
      else
        limit_fail (path, "a record that is not understood");
    }
}

double *
limit_credit (const struct gmon *gmon, const struct places *places)
{
  double *ticks = limit_memory (places->count, sizeof *ticks);
  double width = (double)(gmon->high - gmon->low) / (double)gmon->bin_count;
  size_t place = 0;
  for (size_t i = 0; i < gmon->bin_count; i++)
    if (gmon->bins[i])
      {
        uint64_t pc = gmon->low + (uint64_t)((double)i * width);
        while (place + 1 < places->count && places->at[place + 1].start <= pc)
          place++;
        if (places->at[place].start <= pc)
          ticks[place] += gmon->bins[i];
      }
  return ticks;
}
