/* names.c - display names: demangled once, with the source place if asked
   for.  */

#include "config.h"

#include "output/names.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "base/vec.h"
#include "model/name_parts.h"

#define CLONE " [clone " /* how a demangled name goes on for a clone */
#define CLONE_MARK "*"

enum status
names_start (struct names *names, const struct image *image,
             const struct options *options, const struct symtab *symtab,
             const struct sources *sources, struct diag *diag)
{
  *names = (struct names){ .options = options,
                           .symtab = symtab,
                           .sources = sources };
  demangler_start (&names->demangler, image, options->demangle_style,
                   options->quirks.d_names_stay);
  names->shown = array_new (symtab->count, sizeof *names->shown);
  return names->shown != NULL ? STATUS_OK : diag_no_memory (diag);
}

/* NAME as it is shown; NAME itself when memory has run out: the terminal is
   spared all but line feeds and the like by the output, too.  */
static const char *
escaped (struct names *names, const char *name)
{
  const char *shown
      = names->escapes ? escape_text (&names->memory, name) : name;
  names->lacks_memory = names->lacks_memory || shown == NULL;
  return shown != NULL ? shown : name;
}

const char *
names_of_source (struct names *names, source_id id)
{
  const char *name = sources_name (names->sources, id);
  return escaped (names,
                  names->options->print_path ? name : source_base (name));
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
  char *text = demangler_make (&names->demangler, name, with_arguments);
  if (text == NULL && errno == ENOMEM)
    names->lacks_memory = true;
  return text;
}

char *
names_demangle (struct names *names, const char *name)
{
  return demangled (names, name, true);
}

/* ONE followed by OTHER, to be freed; null when memory has run out.  */
static char *
joined (struct names *names, const char *one, const char *other)
{
  const size_t length = strlen (one), size = strlen (other) + 1;
  char *text = malloc (length + size);
  if (text == NULL)
    {
      names->lacks_memory = true;
      return NULL;
    }
  memcpy (text, one, length);
  memcpy (text + length, other, size);
  return text;
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
      char *marked = joined (names, plain, mark);
      free (plain);
      plain = marked;
    }
  free (whole);
  return plain;
}

/* NAME without template arguments, to be freed; null when memory has run
   out.  */
static char *
without_templates (struct names *names, const char *name)
{
  char *text = malloc (strlen (name) + 1);
  if (text != NULL)
    name_strip_templates (text, name);
  names->lacks_memory = names->lacks_memory || text == NULL;
  return text;
}

/* The last component of NAME, marked if that is a clone, to be freed; null
   when memory has run out.  */
static char *
shortened (struct names *names, const char *name)
{
  char *text = joined (names, name, CLONE_MARK);
  if (text == NULL)
    return NULL;
  const size_t length = name_without_clone (name);
  strcpy (text + length, name[length] != '\0' ? CLONE_MARK : "");
  const char *last = name_last_component (text);
  memmove (text, last, strlen (last) + 1);
  return text;
}

/* NAME, which is the linker's, in the form of --names, to be freed; null if it
   stays as it is, or when memory has run out.  */
static char *
formed (struct names *names, const char *name)
{
  const enum name_form form = names->options->name_form;
  if (form == NAMES_FULL || names->options->traditional)
    return demangled (names, name, true);
  char *text = without_arguments (names, name);
  if (form >= NAMES_NO_TEMPLATES && text != NULL)
    {
      char *bare = without_templates (names, text);
      free (text);
      text = bare;
    }
  if (form != NAMES_SHORT)
    return text;
  char *last = shortened (names, text != NULL ? text : name);
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

/* NAME and where ID is from, in NAMES' memory; null when memory has run
   out.  */
static const char *
with_place (struct names *names, sym_id id, const char *name)
{
  const char *source = names_of_source (names, names->symtab->file[id]);
  const size_t size = strlen (name) + strlen (source) + 40;
  char *text = arena_alloc (&names->memory, size);
  if (text == NULL)
    return NULL;
  const unsigned line = names->symtab->line[id];
  if (names->options->by_line)
    snprintf (text, size, "%s (%s:%u @ %" PRIx64 ")", name, source, line,
              names->symtab->start[id] - bias_of (names, id));
  else
    snprintf (text, size, "%s (%s:%u)", name, source, line);
  return text;
}

/* The name of the gap ID: its range, ends that are open said in words
   (R14.43).  Null when memory has run out.  */
static const char *
name_of_gap (struct names *names, sym_id id)
{
  const char *raw = names->symtab->name[id];
  const uint64_t bias = bias_of (names, id);
  const uint64_t low_pc = names->symtab->start[id] - bias;
  const uint64_t high_pc = names->symtab->limit[id] - bias;
  const size_t size = strlen (raw) + 60;
  char *text = arena_alloc (&names->memory, size);
  if (text == NULL)
    return NULL;
  if (names->symtab->limit[id] == UINT64_MAX)
    snprintf (text, size, "%s from 0x%" PRIx64, raw, low_pc);
  else if (low_pc == 0)
    snprintf (text, size, "%s below 0x%" PRIx64, raw, high_pc);
  else
    snprintf (text, size, "%s 0x%" PRIx64 "-0x%" PRIx64, raw, low_pc, high_pc);
  return text;
}

/* TEXT, of ID, and the library that it is in, in NAMES' memory; null when memory
   has run out.  */
static const char *
with_library (struct names *names, sym_id id, const char *text)
{
  if (text == NULL || names->program == NULL || names->without_objects
      || symtab_object (names->symtab, id) == 0
      || program_object_of (names->program, id)->is_elsewhere)
    return text;
  const char *library = program_object_of (names->program, id)->label;
  const size_t size = strlen (text) + strlen (library) + sizeof " []";
  char *result = arena_alloc (&names->memory, size);
  if (result != NULL)
    snprintf (result, size, "%s [%s]", text, library);
  return result;
}

/* Compose the name of ID in NAMES' memory, but for its library; null when memory
   has run out.  */
static const char *
compose (struct names *names, sym_id id)
{
  const char *raw = names->symtab->name[id];
  const source_id file = names->symtab->file[id];
  const uint8_t flags = names->symtab->flags[id];
  if (flags & SYMBOL_GAP)
    return name_of_gap (names, id);
  char *owned = flags & SYMBOL_NO_LINKER_NAME ? NULL : formed (names, raw);
  const char *name = owned != NULL ? owned : raw;
  const char *result;
  if ((names->options->by_line || names->options->inline_file_names)
      && file != SOURCE_NONE && !names->without_places)
    result = with_place (names, id, name);
  else
    result = owned != NULL ? arena_text (&names->memory, name, strlen (name))
                           : raw;
  free (owned);
  return result;
}

struct shown_name
names_make (struct names *names, sym_id id)
{
  const char *text = with_library (names, id, compose (names, id));
  if (text == NULL)
    {
      names->lacks_memory = true;
      text = names->symtab->name[id];
    }
  text = escaped (names, text);
  names->shown[id] = (struct shown_name){ text, strlen (text) };
  return names->shown[id];
}

struct shown_name
names_show (struct names *names, const char *name)
{
  const struct options *options = names->options;
  /* A name from the source has templates, too, but is not mangled.  */
  char *bare = options->name_form >= NAMES_NO_TEMPLATES
                   ? without_templates (names, name)
                   : NULL;
  char *owned = formed (names, bare != NULL ? bare : name);
  const char *shown = owned != NULL ? owned : bare;
  const char *text = name;
  if (shown != NULL)
    text = arena_text (&names->memory, shown, strlen (shown));
  free (owned);
  free (bare);
  if (text == NULL)
    {
      names->lacks_memory = true;
      text = name;
    }
  text = escaped (names, text);
  return (struct shown_name){ text, strlen (text) };
}

void
names_release (struct names *names)
{
  arena_release (&names->memory);
  free (names->shown);
  *names = (struct names){ 0 };
}
