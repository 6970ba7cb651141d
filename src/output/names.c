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

char *
names_demangle (struct names *names, const char *name)
{
  const struct options *options = names->options;
  /* -1 is the style "none".  */
  if (!options->demangle || options->traditional
      || options->demangle_style < 0)
    return NULL;
  char *text = demangler_make (&names->demangler, name, true);
  if (text == NULL && errno == ENOMEM)
    names->lacks_memory = true;
  return text;
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
              names->symtab->start[id]);
  else
    snprintf (text, size, "%s (%s:%u)", name, source, line);
  return text;
}

/* Compose the name of ID in NAMES' memory; null when memory has run out.  */
static const char *
compose (struct names *names, sym_id id)
{
  const char *raw = names->symtab->name[id];
  const source_id file = names->symtab->file[id];
  char *owned = names_demangle (names, raw);
  const char *name = owned != NULL ? owned : raw;
  const char *result;
  if ((names->options->by_line || names->options->inline_file_names)
      && file != SOURCE_NONE)
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
  const char *text = compose (names, id);
  if (text == NULL)
    {
      names->lacks_memory = true;
      text = names->symtab->name[id];
    }
  text = escaped (names, text);
  names->shown[id] = (struct shown_name){ text, strlen (text) };
  return names->shown[id];
}

void
names_release (struct names *names)
{
  arena_release (&names->memory);
  free (names->shown);
  *names = (struct names){ 0 };
}
