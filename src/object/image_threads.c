/* image_threads.c - can the program start threads?

   It can if it defines or calls a function that is known to start them.  */

#include "config.h"

#include "image_private.h"

#include <stdlib.h>

/* A name, or all names that begin with it, and what users know it by.  */
struct starter
{
  const char *name, *known_as;
  bool is_prefix;
};

static const struct starter starters[] = {
  { "pthread_create", "pthread_create", false },
  { "thrd_create", "thrd_create", false },                  /* C11 */
  { "_ZNSt6thread15_M_start_thread", "std::thread", true }, /* libstdc++ */
  { "GOMP_parallel", "GOMP_parallel", true },               /* OpenMP of gcc */
  { "__kmpc_fork_call", "__kmpc_fork_call", false },        /* and of clang */
  { "_beginthreadex", "_beginthreadex", false },            /* Windows */
  { "_beginthread", "_beginthread", false },
  { "CreateThread", "CreateThread", false },
};

static bool
is_starter (const char *name, const struct starter *row)
{
  return row->is_prefix ? starts_with (name, row->name)
                        : is_named (name, row->name);
}

/* What SYMBOL is known as if it starts threads, or null.  A weak undefined
   symbol may have no definition when the program runs.  */
static const char *
starter_of (const struct image *image, const asymbol *symbol)
{
  if ((symbol->flags & (BSF_LOCAL | BSF_SECTION_SYM | BSF_DEBUGGING))
      || symbol->name == NULL)
    return NULL;
  const char *name = name_without_prefix (image, symbol->name);
  /* This excludes nearly all names.  */
  if (strchr ("pt_GC", name[0]) == NULL || name[0] == '\0')
    return NULL;
  for (size_t i = 0; i < sizeof starters / sizeof *starters; i++)
    if (is_starter (name, &starters[i]))
      return (symbol->flags & BSF_WEAK) && bfd_is_und_section (symbol->section)
                 ? NULL
                 : starters[i].known_as;
  return NULL;
}

static const char *
find_starter (const struct image *image, asymbol **symbols, size_t count)
{
  for (size_t i = 0; i < count; i++)
    {
      const char *name = starter_of (image, symbols[i]);
      if (name != NULL)
        return name;
    }
  return NULL;
}

/* As find_starter, in the dynamic symbols of the image.  */
static enum status
find_dynamic_starter (const struct image *image, const char **name,
                      struct diag *diag)
{
  asymbol **symbols;
  size_t count;
  enum status status = image_dynamic_symbols (image, &symbols, &count, diag);
  if (status == STATUS_OK)
    *name = find_starter (image, symbols, count);
  free (symbols);
  return status;
}

enum status
image_thread_starter (const struct image *image, const char **name,
                      struct diag *diag)
{
  *name = NULL;
  if (image->symbol_count > 0)
    *name = find_starter (image, image->symbols, image->symbol_count);
  else
    return find_dynamic_starter (image, name, diag);
  return STATUS_OK;
}
