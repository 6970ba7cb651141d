/* image_demangle.c - names as programmers wrote them, by libiberty, but for
   names that would become monsters.

   A mangled name may refer to its own parts, which may do so, too: three
   hundred bytes can stand for a text longer than any memory.  libiberty bounds
   its recursion and not its output, so names with many references are measured
   first, by its interface that hands out the text piece by piece.  The only
   way out of that is a jump.  */

#include "config.h"

#include "image_private.h"

#ifdef HAVE_LIBIBERTY_DEMANGLE_H
#include <libiberty/demangle.h>
#else
#include <demangle.h>
#endif
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

/* A text that is measured and not kept.  */
struct measurement
{
  jmp_buf too_long;
  size_t room;
};

static void
measure (const char *text, size_t length, void *context)
{
  struct measurement *measurement = context;
  (void)text;
  if (length > measurement->room)
    longjmp (measurement->too_long, 1);
  measurement->room -= length;
}

/* Does NAME, without what libbfd takes from it, become at most MOST bytes?  */
static bool
stays_within (const char *name, int options, size_t most)
{
  struct measurement measurement = { .room = most };
  if (setjmp (measurement.too_long) != 0)
    return false;
  if (!cplus_demangle_v3_callback (name, options, measure, &measurement))
    {
      measurement.room = most;
      rust_demangle_callback (name, options, measure, &measurement);
    }
  return true;
}

static bool
is_base_62 (char c)
{
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z')
         || (c >= 'a' && c <= 'z');
}

/* How many references to its own parts are in NAME, at most?  They are a
   letter, a number to the base 36 or 62, and an underscore.  */
static size_t
count_references (const char *name)
{
  size_t count = 0, open = 0; /* OPEN: as far as no other character came */
  for (const char *c = name; *c != '\0'; c++)
    {
      if (*c == '_')
        count += open;
      open = is_base_62 (*c) ? open : 0;
      open += *c == 'S' || *c == 'T' || *c == 'B';
    }
  return count;
}

/* Can a name of LENGTH bytes with COUNT references become more than some
   megabytes?  A chain of types that each refer COUNT times to the one before
   grows fastest if they do so three times each.  The longest abbreviation in
   itself stands for forty times its length.  */
static bool
grows_beyond_measure (size_t length, size_t count)
{
  const uint64_t much = UINT64_C (16) << 20;
  uint64_t size = 40 * (uint64_t)length;
  for (; count >= 3 && size <= much; count -= 3)
    size *= 3;
  return size * 3 > much;
}

static bool
may_be_long (const char *name, size_t length)
{
  return grows_beyond_measure (length, count_references (name));
}

/* The part of NAME that libbfd gives to the demangler, to be freed, or
   null.  */
static char *
essential_part (const struct image *image, const char *name)
{
  const char prefix = image->target.symbol_prefix;
  if (prefix != '\0' && *name == prefix)
    name++;
  name += strspn (name, ".$");
  return strndup (name, strcspn (name, "@"));
}

/* NAME in D, to be freed, or null: if it is none, or may be out of proportion,
   for nothing measures these.  A back reference is a Q and a number.  */
static char *
demangle_d (const struct image *image, const char *name, int further,
            size_t most)
{
  size_t references = 0;
  for (const char *c = name; *c != '\0'; c++)
    references += *c == 'Q';
  if (grows_beyond_measure (strlen (name), references))
    return NULL;
  char *text = bfd_demangle (image->bfd, name, further | DMGL_DLANG);
  if (text == NULL || strlen (text) <= most)
    return text;
  free (text);
  return NULL;
}

/* NAME in STYLE with libiberty's further OPTIONS, to be freed, or null.  */
static char *
demangle (const struct image *image, const char *name, int style, int further,
          bool d_names_stay, size_t most)
{
  const int options = further | style;
  const size_t length = strlen (name);
  /* Nobody writes longer ones, and compilers would not take them.  */
  const size_t sane = (64 << 10) + 64 * length;
  if (may_be_long (name, length) || most < sane)
    {
      char *part = essential_part (image, name);
      const bool is_sane
          = part != NULL
            && stays_within (part, options, most < sane ? most : sane);
      free (part);
      if (!is_sane)
        return NULL;
    }
  char *text = bfd_demangle (image->bfd, name, options);
  /* GNU gprof 2.40 knows names in D only if told to (R3.40).  */
  if (text == NULL && (style == 0 || style == DMGL_AUTO) && !d_names_stay)
    text = demangle_d (image, name, further, most < sane ? most : sane);
  return text;
}

char *
image_demangle (const struct image *image, const char *name, int style,
                bool d_names_stay, size_t most)
{
  return demangle (image, name, style, DMGL_ANSI | DMGL_PARAMS, d_names_stay,
                   most);
}

char *
image_demangle_plain (const struct image *image, const char *name, int style,
                      bool d_names_stay, size_t most)
{
  return demangle (image, name, style, DMGL_ANSI, d_names_stay, most);
}
