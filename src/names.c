/* names.c - display names: demangled once, with the source place if asked
   for.  */

#include "config.h"

#include "names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vec.h"

enum status
names_start (struct names *names, const struct image *image,
             const struct options *options, const struct symtab *symtab,
             const struct sources *sources, struct diag *diag)
{
  *names = (struct names){
    .image = image, .options = options, .symtab = symtab, .sources = sources
  };
  names->text = array_new (symtab->count, sizeof *names->text);
  return names->text != NULL ? STATUS_OK : diag_no_memory (diag);
}

const char *
names_of_source (const struct names *names, source_id id)
{
  const char *name = sources_name (names->sources, id);
  return names->options->print_path ? name : source_base (name);
}

/* The demangled NAME, to be freed, or null.  */
static char *
demangled (const struct names *names, const char *name)
{
  const struct options *options = names->options;
  /* -1 is the style "none".  */
  if (!options->demangle || options->traditional
      || options->demangle_style < 0)
    return NULL;
  return image_demangle (names->image, name, options->demangle_style);
}

/* Compose the name of ID in NAMES' memory; null when memory has run out.  */
static const char *
compose (struct names *names, sym_id id)
{
  const char *raw = names->symtab->name[id];
  const source_id file = names->symtab->file[id];
  char *owned = demangled (names, raw);
  const char *name = owned != NULL ? owned : raw;
  const char *result;
  if (names->options->inline_file_names && file != SOURCE_NONE)
    {
      const char *source = names_of_source (names, file);
      const size_t size = strlen (name) + strlen (source) + 16;
      char *text = arena_alloc (&names->memory, size);
      if (text != NULL)
        snprintf (text, size, "%s (%s:%u)", name, source,
                  (unsigned)names->symtab->line[id]);
      result = text;
    }
  else
    result = owned != NULL ? arena_text (&names->memory, name, strlen (name))
                           : raw;
  free (owned);
  return result;
}

const char *
names_of (struct names *names, sym_id id)
{
  if (names->text[id] == NULL)
    names->text[id] = compose (names, id);
  return names->text[id] != NULL ? names->text[id] : names->symtab->name[id];
}

void
names_release (struct names *names)
{
  arena_release (&names->memory);
  free (names->text);
  *names = (struct names){ 0 };
}
