/* names.c - display names: demangled once, with the source place if asked
   for.  */

#include "config.h"

#include "output/names.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "base/memory.h"
#include "base/paths.h"
#include "model/name_parts.h"

#define CLONE " [clone " /* how a demangled name goes on for a clone */
#define CLONE_MARK "*"

void
names_start (struct names *names, const struct image *image,
             const struct options *options, const struct symtab *symtab,
             const struct sources *sources)
{
  *names = (struct names){ .options = options,
                           .symtab = symtab,
                           .sources = sources };
  demangler_start (&names->demangler, image, options->demangle_style,
                   &options->quirks);
  names->shown = array_new (symtab->count, sizeof *names->shown);
}

/* NAME as it is shown.  */
static const char *
escaped (struct names *names, const char *name)
{
  return names->escapes ? escape_text (&names->memory, name) : name;
}

const char *
names_of_source (struct names *names, source_id id)
{
  const char *name = sources_name (names->sources, id);
  return escaped (names, names->options->print_path ? name : path_base (name));
}

/* The demangled NAME, with the function's parameters if WITH_ARGUMENTS, to be
   freed, or null.  */
static char *
demangled (struct names *names, const char *name, bool with_arguments)
{
  const struct options *options = names->options;
  /* -1 is the style "none".  */
  if (!options->demangle || options->traditional
      || options->demangle_style < 0)
    return NULL;
  return demangler_make (&names->demangler, name, with_arguments);
}

char *
names_demangle (struct names *names, const char *name)
{
  return demangled (names, name, true);
}

/* The demangled NAME without the function's parameters, to be freed, or
   null.  Without them libiberty leaves out what marks a clone, too, so
   that comes from the whole name.  */
static char *
without_arguments (struct names *names, const char *name)
{
  char *plain = demangled (names, name, false);
  if (plain == NULL || strchr (name, '.') == NULL)
    return plain;
  char *whole = demangled (names, name, true);
  const char *mark = whole != NULL ? strstr (whole, CLONE) : NULL;
  if (mark != NULL && strstr (plain, CLONE) == NULL)
    {
      char *marked = memory_format ("%s%s", plain, mark);
      free (plain);
      plain = marked;
    }
  free (whole);
  return plain;
}

/* NAME without template arguments, to be freed.  */
static char *
without_templates (const char *name)
{
  char *text = memory_new (strlen (name) + 1);
  name_strip_templates (text, name);
  return text;
}

/* The last component of NAME, marked if that is a clone, to be freed.  */
static char *
shortened (const char *name)
{
  const size_t length = name_without_clone (name);
  char *text = memory_format ("%.*s%s", (int)length, name,
                              name[length] != '\0' ? CLONE_MARK : "");
  const char *last = name_last_component (text);
  memmove (text, last, strlen (last) + 1);
  return text;
}

/* NAME, which is the linker's, in the form of --names, to be freed; null if it
   stays as it is.  */
static char *
formed (struct names *names, const char *name)
{
  const enum name_form form = names->options->name_form;
  if (form == NAMES_FULL || names->options->traditional)
    return demangled (names, name, true);
  char *text = without_arguments (names, name);
  if (form >= NAMES_NO_TEMPLATES && text != NULL)
    {
      char *bare = without_templates (text);
      free (text);
      text = bare;
    }
  if (form != NAMES_SHORT)
    return text;
  char *last = shortened (text != NULL ? text : name);
  free (text);
  return last;
}

/* How much higher the object of ID is in the program than it was linked
   for.  */
static uint64_t
bias_of (const struct names *names, sym_id id)
{
  return names->program != NULL
             ? program_bias_of (names->program, names->symtab, id)
             : 0;
}

/* NAME and where ID is from, to be freed.  */
static char *
with_place (struct names *names, sym_id id, const char *name)
{
  const char *source = names_of_source (names, names->symtab->file[id]);
  const unsigned line = names->symtab->line[id];
  return names->options->by_line
             ? memory_format ("%s (%s:%u @ %" PRIx64 ")", name, source, line,
                              names->symtab->start[id] - bias_of (names, id))
             : memory_format ("%s (%s:%u)", name, source, line);
}

/* The image that the gap ID is in, or null.  */
static const struct image *
image_of (const struct names *names, sym_id id)
{
  return names->program != NULL ? program_object_of (names->program, id)->image
                                : names->demangler.image;
}

/* The symbol in front of the gap ID, of the same image, which is stripped, so
   that the code belongs to functions whose names are gone; else SYM_NONE.  */
static sym_id
symbol_before (const struct names *names, sym_id id)
{
  const struct image *image = image_of (names, id);
  const uint8_t *flags = names->symtab->flags;
  if (image == NULL || !image_is_stripped (image)
      || (flags[id] & SYMBOL_NO_CODE) || id == 0
      || (flags[id - 1] & (SYMBOL_GAP | SYMBOL_NO_LINKER_NAME))
      || image_of (names, id - 1) != image)
    return SYM_NONE;
  return id - 1;
}

/* What to call code of a stripped image from PC on, behind the symbol NEAR; to be
   freed.  */
static char *
name_near (struct names *names, sym_id near, uint64_t pc)
{
  const char *raw = names->symtab->name[near];
  char *name = formed (names, raw);
  char *text = memory_format ("(stripped) near %s+0x%" PRIx64,
                              name != NULL ? name : raw,
                              pc - names->symtab->start[near]);
  free (name);
  return text;
}

/* The name of the gap ID, to be freed: its range, ends that are open said in
   words, or the symbol that it is near (R14.43).  */
static char *
name_of_gap (struct names *names, sym_id id)
{
  const sym_id near = symbol_before (names, id);
  if (near != SYM_NONE)
    return name_near (names, near, names->symtab->start[id]);
  const char *raw = names->symtab->name[id];
  const uint64_t bias = bias_of (names, id);
  const uint64_t low_pc = names->symtab->start[id] - bias;
  const uint64_t high_pc = names->symtab->limit[id] - bias;
  if (names->symtab->limit[id] == UINT64_MAX)
    return memory_format ("%s from 0x%" PRIx64, raw, low_pc);
  if (low_pc == 0)
    return memory_format ("%s below 0x%" PRIx64, raw, high_pc);
  return memory_format ("%s 0x%" PRIx64 "-0x%" PRIx64, raw, low_pc, high_pc);
}

bool
names_tell_file (const struct names *names, sym_id id)
{
  return names->same != NULL && symset_has (&names->same->all, id)
         && names->symtab->file[id] != SOURCE_NONE;
}

/* What tells ID from others of its name.  */
static const char *
file_that_tells (struct names *names, sym_id id)
{
  const source_id file = names->symtab->file[id];
  return symset_has (&names->same->whole, id)
             ? escaped (names, sources_name (names->sources, file))
             : names_of_source (names, file);
}

/* The name of ID without its library, to be freed; null if it is the
   linker's.  */
static char *
compose (struct names *names, sym_id id)
{
  const char *raw = names->symtab->name[id];
  const uint8_t flags = names->symtab->flags[id];
  if (flags & SYMBOL_GAP)
    return name_of_gap (names, id);
  char *name = flags & SYMBOL_NO_LINKER_NAME ? NULL : formed (names, raw);
  if ((names->options->by_line || names->options->inline_file_names)
      && names->symtab->file[id] != SOURCE_NONE && !names->without_places)
    {
      char *placed = with_place (names, id, name != NULL ? name : raw);
      free (name);
      name = placed;
    }
  else if (names_tell_file (names, id))
    {
      char *told = memory_format ("%s (%s)", name != NULL ? name : raw,
                                  file_that_tells (names, id));
      free (name);
      name = told;
    }
  return name;
}

/* What listings call the library that ID is in, or null.  */
static const char *
library_of (const struct names *names, sym_id id)
{
  if (names->program == NULL || names->without_objects
      || symtab_object (names->symtab, id) == 0
      || program_object_of (names->program, id)->is_elsewhere)
    return NULL;
  return program_object_of (names->program, id)->label;
}

/* OWNED, which is freed, or NAME if that is null, as it is shown.  */
static struct shown_name
keep (struct names *names, char *owned, const char *name)
{
  if (owned != NULL)
    name = arena_text (&names->memory, owned, strlen (owned));
  free (owned);
  name = escaped (names, name);
  return (struct shown_name){ name, strlen (name) };
}

/* NAME, which is freed, or that of the linker if it is null, with the library
   that ID is in, to be freed; null if it is the linker's alone.  */
static char *
with_library (const struct names *names, sym_id id, char *name)
{
  const char *library = library_of (names, id);
  if (library == NULL)
    return name;
  char *whole
      = memory_format ("%s [%s]",
                       name != NULL ? name : names->symtab->name[id], library);
  free (name);
  return whole;
}

struct shown_name
names_make (struct names *names, sym_id id)
{
  char *name = with_library (names, id, compose (names, id));
  names->shown[id] = keep (names, name, names->symtab->name[id]);
  return names->shown[id];
}

const char *
names_of_gaps (struct names *names, sym_id id)
{
  char *name = with_library (names, id, NULL);
  return keep (names, name, names->symtab->name[id]).text;
}

struct shown_name
names_show (struct names *names, const char *name)
{
  const struct options *options = names->options;
  /* A name from the source has templates, too, but is not mangled.  */
  char *bare = options->name_form >= NAMES_NO_TEMPLATES
                   ? without_templates (name)
                   : NULL;
  char *owned = formed (names, bare != NULL ? bare : name);
  if (owned == NULL)
    return keep (names, bare, name);
  free (bare);
  return keep (names, owned, name);
}

void
names_release (struct names *names)
{
  arena_release (&names->memory);
  free (names->shown);
  *names = (struct names){ 0 };
}
