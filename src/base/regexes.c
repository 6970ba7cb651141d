/* regexes.c - POSIX extended regular expressions that cannot run away.

   The C library's matcher tries a pattern at each place of a text, and may find
   new states from each.  So we compile "^.*(PATTERN)" instead, which can only
   match at the beginning, and does where PATTERN matches anywhere.  */

#include "config.h"

#include "base/regexes.h"

#include <regex.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "base/i18n.h"
#include "base/placement.h"
#include "base/vec.h"

enum
{
  LONGEST = 1000,      /* bytes of a pattern; they may all be brackets */
  LARGEST = 2000,      /* characters after repetitions are written out */
  TEXT_LONGEST = 4096, /* bytes of a text that are looked at */
  /* Bytes of states, roughly: each character of a text may add one with its
     table, and some words for each character of the pattern.  */
  STATES_KEPT = 32 << 20,
  STATE_SIZE = 3000,
  STATE_SIZE_OF_CHARACTER = 10
};

struct regex
{
  char *pattern; /* as it is compiled */
  regex_t compiled;
  size_t size;    /* of what the user gave, with intervals written out */
  size_t matched; /* characters since it was compiled */
};

/* --- How large a pattern is ---------------------------------------------- */

/* Behind the bracket expression at TEXT, such as "[]a[:digit:]-z]"; the end if
   it has none.  */
static const char *
behind_set (const char *text)
{
  text += text[1] == '^' ? 2 : 1;
  if (*text == ']')
    text++;
  while (*text != '\0' && *text != ']')
    {
      const bool is_class
          = text[0] == '[' && text[1] != '\0' && strchr (":.=", text[1]);
      const char closing[] = { is_class ? text[1] : '\0', ']', '\0' };
      const char *end = is_class ? strstr (text + 2, closing) : NULL;
      text = end != NULL ? end + 2 : text + 1;
    }
  return *text != '\0' ? text + 1 : text;
}

/* Behind the character, escaped character or bracket expression at TEXT, which
   is not at its end.  */
static const char *
behind_element (const char *text)
{
  if (*text == '[')
    return behind_set (text);
  return text + (*text == '\\' && text[1] != '\0' ? 2 : 1);
}

/* The greatest number of the interval at TEXT, such as "{2,5}", and where it
   ends; 1 if it is none.  */
static size_t
interval_most (const char *text, const char **end)
{
  size_t most = 0;
  const char *c = text + 1;
  for (; (*c >= '0' && *c <= '9') || *c == ','; c++)
    if (*c == ',')
      most = c[1] == '}' ? most + 1 : 0;
    else
      most = most > LARGEST ? most : 10 * most + (size_t)(*c - '0');
  *end = *c == '}' ? c + 1 : text + 1;
  return *c == '}' && most > 0 ? most : 1;
}

/* A part of a pattern once its intervals are written out.  */
struct extent
{
  size_t size;    /* in characters */
  size_t repeats; /* operators in it */
};

/* What a level of brackets holds, and its last element.  */
struct level
{
  struct extent all, last;
};

static size_t
at_most (size_t limit, size_t number)
{
  return number < limit ? number : limit;
}

/* The extent of ELEMENT with the operator at TEXT, such as "*" or "{2,5}", and
   where that ends.  The C library makes "aa*" of "a+", and takes a time for
   what is repeated that grows fast with the operators in it.  */
static struct extent
with_operator (struct extent element, const char *text, const char **end)
{
  size_t times = 2;
  *end = text + 1;
  if (*text == '{')
    times = interval_most (text, end);
  const size_t size = (times * element.size + 1) * (element.repeats + 1);
  const size_t repeats = times * element.repeats + 1;
  return (struct extent){ at_most (LARGEST + 1, size),
                          at_most (LARGEST + 1, repeats) };
}

/* How many characters PATTERN has once its intervals are written out, more for
   operators within operators: more than LARGEST for all that are too
   large.  */
static size_t
pattern_size (const char *pattern, struct level levels[LONGEST + 1])
{
  size_t depth = 0, largest = 0;
  levels[0] = (struct level){ 0 };
  while (*pattern != '\0')
    {
      struct level *level = &levels[depth];
      const char *end = behind_element (pattern);
      struct extent last = { 1, 0 };
      if (strchr ("{*+?", *pattern) != NULL)
        {
          last = with_operator (level->last, pattern, &end);
          level->all.size -= level->last.size;
          level->all.repeats -= level->last.repeats;
        }
      else if (*pattern == '(')
        {
          levels[++depth] = (struct level){ 0 };
          pattern++;
          continue;
        }
      else if (*pattern == ')' && depth > 0)
        {
          last = (struct extent){ at_most (LARGEST + 1, level->all.size + 1),
                                  level->all.repeats };
          level = &levels[--depth];
        }
      level->last = last;
      level->all.size += last.size;
      level->all.repeats += last.repeats;
      largest = level->all.size > largest ? level->all.size : largest;
      pattern = end;
    }
  return largest;
}

/* Does PATTERN refer back to what a part of it matched?  */
static bool
refers_back (const char *pattern)
{
  for (; *pattern != '\0'; pattern = behind_element (pattern))
    if (pattern[0] == '\\' && pattern[1] >= '1' && pattern[1] <= '9')
      return true;
  return false;
}

/* --- Compilation --------------------------------------------------------- */

/* Where, counted from 1, that begins which makes PATTERN wrong: no beginning
   of it that reaches at least so far is right.  */
static size_t
find_mistake (const char *pattern)
{
  char beginning[LONGEST + 1];
  size_t length = strlen (pattern);
  memcpy (beginning, pattern, length + 1);
  for (; length > 0; length--)
    {
      regex_t compiled;
      beginning[length - 1] = '\0';
      if (regcomp (&compiled, beginning, REG_EXTENDED | REG_NOSUB) == 0)
        {
          regfree (&compiled);
          break;
        }
    }
  return length > 0 ? length : 1;
}

/* "^.*(PATTERN)", to be freed, or null without memory.  A ")" without "(" stands
   for itself.  */
static char *
anchor (const char *pattern)
{
  char *anchored = malloc (2 * strlen (pattern) + sizeof "^.*()");
  size_t depth = 0;
  if (anchored == NULL)
    return NULL;
  char *at = stpcpy (anchored, "^.*(");
  while (*pattern != '\0')
    {
      const size_t length = (size_t)(behind_element (pattern) - pattern);
      if (*pattern == '(')
        depth++;
      else if (*pattern == ')' && depth > 0)
        depth--;
      else if (*pattern == ')')
        *at++ = '\\';
      memcpy (at, pattern, length);
      at += length;
      pattern += length;
    }
  strcpy (at, ")");
  return anchored;
}

static enum status
fail_to_compile (const char *option, const char *pattern, int error,
                 struct diag *diag)
{
  char text[200];
  if (error == REG_ESPACE)
    return diag_no_memory (diag);
  regerror (error, NULL, text, sizeof text);
  /* TRANSLATORS: --focus=[a: character 1: Unmatched [, [^, ...  */
  return diag_fail (diag, STATUS_USAGE, NULL, _ ("%s=%s: character %zu: %s"),
                    option, pattern, find_mistake (pattern), text);
}

/* Refuse what could run away.  */
static enum status
check_pattern (const char *option, const char *pattern, size_t *size,
               struct diag *diag)
{
  if (strlen (pattern) > LONGEST)
    return diag_fail (diag, STATUS_USAGE, NULL,
                      _ ("%s: a regular expression of %d bytes at most is "
                         "expected"),
                      option, LONGEST);
  if (refers_back (pattern))
    return diag_fail (diag, STATUS_USAGE, NULL,
                      _ ("%s=%s: a regular expression without back references "
                         "is expected"),
                      option, pattern);
  struct level *levels = array_new (LONGEST + 1, sizeof *levels);
  if (levels == NULL)
    return diag_no_memory (diag);
  *size = pattern_size (pattern, levels);
  free (levels);
  if (*size > LARGEST)
    return diag_fail (diag, STATUS_USAGE, NULL,
                      _ ("%s=%s: the repetitions make this regular expression "
                         "longer than %d characters"),
                      option, pattern, LARGEST);
  return STATUS_OK;
}

/* Compile PATTERN of OPTION as it is, for what is wrong with it, then
   anchored.  */
static enum status
compile (struct regex *regex, const char *option, const char *pattern,
         struct diag *diag)
{
  const int flags = REG_EXTENDED | REG_NOSUB;
  int error = regcomp (&regex->compiled, pattern, flags);
  if (error != 0)
    return fail_to_compile (option, pattern, error, diag);
  regfree (&regex->compiled);
  regex->pattern = anchor (pattern);
  if (regex->pattern == NULL)
    return diag_no_memory (diag);
  error = regcomp (&regex->compiled, regex->pattern, flags);
  if (error == 0)
    return STATUS_OK;
  free (regex->pattern);
  return fail_to_compile (option, pattern, error, diag);
}

static void
release (struct regex *regex)
{
  regfree (&regex->compiled);
  free (regex->pattern);
  free (regex);
}

enum status
regexes_add (struct regexes *regexes, const char *option, const char *pattern,
             struct diag *diag)
{
  size_t size = 0;
  enum status status = check_pattern (option, pattern, &size, diag);
  if (status != STATUS_OK)
    return status;
  struct regex *regex = array_new (1, sizeof *regex);
  if (regex == NULL)
    return diag_no_memory (diag);
  regex->size = size;
  status = compile (regex, option, pattern, diag);
  if (status != STATUS_OK)
    {
      free (regex);
      return status;
    }
  if (vec_push (&regexes->items, regex))
    return STATUS_OK;
  release (regex);
  return diag_no_memory (diag);
}

/* --- Matching ------------------------------------------------------------ */

/* Give the states back that REGEX has found if there may be many; false when
   memory has run out, and then it is as it was.  */
static bool
drop_states (struct regex *regex, size_t length)
{
  const size_t state_size = STATE_SIZE + STATE_SIZE_OF_CHARACTER * regex->size;
  regex->matched += length;
  if (regex->matched <= STATES_KEPT / state_size)
    return true;
  regex_t fresh;
  if (regcomp (&fresh, regex->pattern, REG_EXTENDED | REG_NOSUB) != 0)
    return false;
  regfree (&regex->compiled);
  regex->compiled = fresh;
  regex->matched = length;
  return true;
}

/* Copy the first bytes of TEXT to COPY, with a question mark for each byte that
   is no character of the locale, since no pattern matches there; return their
   number.  */
static size_t
copy_text (char copy[TEXT_LONGEST + 1], const char *text)
{
  const size_t length = strnlen (text, TEXT_LONGEST);
  mbstate_t state = { 0 };
  memcpy (copy, text, length);
  copy[length] = '\0';
  for (size_t at = 0; at < length;)
    {
      const size_t width = (unsigned char)copy[at] < 0x80
                               ? 1
                               : mbrlen (copy + at, length - at, &state);
      if (width > 0 && width <= length - at)
        at += width;
      else
        {
          copy[at++] = '?';
          state = (mbstate_t){ 0 };
        }
    }
  return length;
}

bool
regexes_match (const struct regexes *regexes, const char *text,
               bool *lacks_memory)
{
  char copy[TEXT_LONGEST + 1];
  if (regexes->items.count == 0)
    return false;
  const size_t length = copy_text (copy, text);
  for (size_t i = 0; i < regexes->items.count; i++)
    {
      struct regex *regex = regexes->items.items[i];
      int result = REG_ESPACE;
      if (drop_states (regex, length))
        result = regexec (&regex->compiled, copy, 0, NULL, 0);
      if (result == 0)
        return true;
      *lacks_memory = *lacks_memory || result == REG_ESPACE;
    }
  return false;
}

EVERY_RUN void
regexes_release (struct regexes *regexes)
{
  for (size_t i = 0; i < regexes->items.count; i++)
    release (regexes->items.items[i]);
  vec_release (&regexes->items);
}
