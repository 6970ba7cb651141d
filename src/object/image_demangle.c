/* image_demangle.c - names as programmers wrote them, by libiberty, but for
   names that would become too long, and those of Fortran, which it does not
   know (fortran_name).

   A mangled name may refer to its own parts, which may do so, too: three
   hundred bytes can stand for a text longer than any memory.  libiberty limits
   its recursion but not its output, so names with many references are measured
   first, by its function that passes the text to a callback in pieces.  Only a
   jump ends that function early.  */

#include "config.h"

#include <errno.h>
#include <string.h>

#include "image_private.h"
#include "model/fortran_name.h"
#include "object/demangler.h"

#ifdef HAVE_LIBIBERTY_DEMANGLE_H
#include <libiberty/demangle.h>
#else
#include <demangle.h>
#endif
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

/* State while the length of a demangled name is measured.  */
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

/* Does NAME, without prefix and version, become at most MOST bytes?  */
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

/* NAME from where libbfd passes it to the demangler.  */
static const char *
without_prefixes (const struct image *image, const char *name)
{
  name = target_plain_name (&image->target, name);
  return name + strspn (name, ".$");
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

static bool
is_automatic (const struct demangler *demangler)
{
  return demangler->style == 0 || demangler->style == DMGL_AUTO;
}

/* NAME demangled as DEMANGLER has it, with the options FURTHER of libiberty, to
   be freed, or null.  */
static char *
demangle (const struct demangler *demangler, const char *name, int further)
{
  const struct image *image = demangler->image;
  const int options = further | demangler->style;
  const size_t length = strlen (name);
  /* Names in real programs are shorter.  */
  const size_t sane = (64 << 10) + 64 * length;
  const size_t limit = demangler->budget < sane ? demangler->budget : sane;
  /* The part that libbfd passes to the demangler.  */
  const char *start = without_prefixes (image, name);
  /* GNU gprof 2.40 demangles names of D only in that style (R3.40), as did its
     libiberty; that of today knows no bound for them.  */
  if (is_automatic (demangler) && start[0] == '_' && start[1] == 'D')
    return demangler->d_names_stay ? NULL
                                   : demangle_d (image, name, further, limit);
  if (limit < sane
      || (!is_short (length)
          && grows_beyond_measure (length, count_references (name))))
    {
      char *part = memory_part (start, strcspn (start, "@"));
      const bool is_sane = stays_within (part, options, limit);
      free (part);
      if (!is_sane)
        return NULL;
    }
  return bfd_demangle (image->bfd, name, options);
}

/* --- Demangler ----------------------------------------------------------- */

enum
{
  /* How long all demangled names together may be: BUDGET bytes, and GROWTH
     times the length of the mangled ones.  In the largest programs they are
     three times as long as those.  */
  BUDGET = 64 << 20,
  GROWTH = 32
};

void
demangler_start (struct demangler *demangler, const struct image *image,
                 int style, const struct quirks *quirks)
{
  *demangler
      = (struct demangler){ .image = image,
                            .style = style,
                            .d_names_stay = quirks->d_names_stay,
                            .fortran_names_stay = quirks->fortran_names_stay,
                            .budget = BUDGET };
}

char *
demangler_make (void *demangler, const char *name, bool with_arguments)
{
  struct demangler *self = demangler;
  if (self->image == NULL)
    return NULL;
  self->budget += GROWTH * strlen (name);
  /* libiberty does not report why there is no other name, so errno must.  */
  errno = 0;
  char *text
      = demangle (self, name, DMGL_ANSI | (with_arguments ? DMGL_PARAMS : 0));
  if (text == NULL && errno == ENOMEM)
    memory_lacking ();
  if (text == NULL && !self->fortran_names_stay && is_automatic (self))
    text = fortran_name (target_plain_name (&self->image->target, name));
  const size_t length = text != NULL ? strlen (text) : 0;
  self->budget -= length < self->budget ? length : self->budget;
  return text;
}
