/* image_demangle.c - names as programmers wrote them, by libiberty, but for
   names that would become too long.

   A mangled name may refer to its own parts, which may do so, too: three
   hundred bytes can stand for a text longer than any memory.  libiberty limits
   its recursion but not its output, so names with many references are measured
   first, by its function that passes the text to a callback in pieces.  Only a
   jump ends that function early.  */

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

/* The measuring of a text that is not kept.  */
struct measurement
{
  jmp_buf too_long;
  size_t left; /* bytes that the rest of the text may have */
};

static void
measure (const char *text, size_t length, void *context)
{
  struct measurement *measurement = context;
  (void)text;
  if (length > measurement->left)
    longjmp (measurement->too_long, 1);
  measurement->left -= length;
}

/* Does NAME, of essential_part, become at most MOST bytes?  */
static bool
stays_within (const char *name, int options, size_t most)
{
  struct measurement measurement = { .left = most };
  if (setjmp (measurement.too_long) != 0)
    return false;
  if (!cplus_demangle_v3_callback (name, options, measure, &measurement))
    {
      measurement.left = most;
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

/* The most references to its own parts that NAME can have.  Each is a letter,
   a number to the base 36 or 62, and an underscore.  */
static size_t
count_references (const char *name)
{
  size_t count = 0;
  size_t open = 0; /* references that the next underscore would end */
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
   megabytes?  In a chain of types that refer to the previous one, the text
   grows fastest if each does so three times.  The longest abbreviation stands
   for a text of forty times its length.  */
static bool
grows_beyond_measure (size_t length, size_t count)
{
  const uint64_t much = UINT64_C (16) << 20;
  uint64_t size = 40 * (uint64_t)length;
  for (; count >= 3 && size <= much; count -= 3)
    size *= 3;
  return size * 3 > much;
}

/* Is a name of LENGTH bytes too short for that, even if each byte were a
   reference?  Saves counting them in most names.  */
static bool
is_short (size_t length)
{
  return !grows_beyond_measure (length, length);
}

static bool
may_be_long (const char *name, size_t length)
{
  return !is_short (length)
         && grows_beyond_measure (length, count_references (name));
}

/* The part of NAME that libbfd passes to the demangler, to be freed, or null
   if memory runs out.  */
static char *
essential_part (const struct image *image, const char *name)
{
  const char prefix = image->target.symbol_prefix;
  if (prefix != '\0' && *name == prefix)
    name++;
  name += strspn (name, ".$");
  return strndup (name, strcspn (name, "@"));
}

/* NAME demangled as one of D, to be freed.  Null if it is none, or if it may
   become too long, since libiberty has no callback for D.  A back reference is
   a Q and a number.  */
static char *
demangle_d (const struct image *image, const char *name, int further,
            size_t most)
{
  const size_t length = strlen (name);
  size_t references = 0;
  if (!is_short (length))
    for (const char *c = name; *c != '\0'; c++)
      references += *c == 'Q';
  if (grows_beyond_measure (length, references))
    return NULL;
  char *text = bfd_demangle (image->bfd, name, further | DMGL_DLANG);
  if (text == NULL || strlen (text) <= most)
    return text;
  free (text);
  return NULL;
}

/* NAME demangled in STYLE with the options FURTHER of libiberty, to be freed,
   or null.  */
static char *
demangle (const struct image *image, const char *name, int style, int further,
          bool d_names_stay, size_t most)
{
  const int options = further | style;
  const size_t length = strlen (name);
  /* Names in real programs are shorter.  */
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
  /* GNU gprof 2.40 demangles names of D only in that style (R3.40).  */
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
