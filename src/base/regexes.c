/* regexes.c - POSIX extended regular expressions that cannot run away.  */

#include "config.h"

#include "base/regexes.h"

#include <regex.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"

enum
{
  LONGEST = 1000,      /* bytes of a pattern; they may all be brackets */
  LARGEST = 2000,      /* characters after intervals are written out */
  TEXT_LONGEST = 4096, /* bytes of a text that are looked at */
  /* Bytes of states, roughly: each character of a text may add one, which
     takes some words for each character of the pattern.  */
  STATES_KEPT = 32 << 20,
  STATE_SIZE = 16
};

struct regex
{
  const char *pattern;
  regex_t compiled;
  size_t size;    /* of the pattern with intervals written out */
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

/* The size of what a level of brackets holds, and of its last element.  */
struct level
{
  size_t all, last;
};

/* How many characters PATTERN has once its intervals are written out: more
   than LARGEST for all that are too large.  */
static size_t
pattern_size (const char *pattern, struct level levels[LONGEST + 1])
{
  size_t depth = 0, largest = 0;
  levels[0] = (struct level){ 0 };
  while (*pattern != '\0')
    {
      struct level *level = &levels[depth];
      const char *end = pattern + 1;
      size_t last = 1;
      if (*pattern == '{')
        {
          last = level->last * interval_most (pattern, &end);
          level->all -= level->last;
        }
      else if (*pattern == '(')
        {
          levels[++depth] = (struct level){ 0 };
          pattern++;
          continue;
        }
      else if (*pattern == ')' && depth > 0)
        {
          last = level->all + 1;
          level = &levels[--depth];
        }
      else if (*pattern == '[')
        end = behind_set (pattern);
      else if (*pattern == '\\' && pattern[1] != '\0')
        end = pattern + 2;
      level->last = last > LARGEST ? LARGEST + 1 : last;
      level->all += level->last;
      largest = level->all > largest ? level->all : largest;
      pattern = end;
    }
  return largest;
}

/* Does PATTERN refer back to what a part of it matched?  */
static bool
refers_back (const char *pattern)
{
  while (*pattern != '\0')
    if (*pattern == '[')
      pattern = behind_set (pattern);
    else if (*pattern != '\\' || pattern[1] == '\0')
      pattern++;
    else if (pattern[1] >= '1' && pattern[1] <= '9')
      return true;
    else
      pattern += 2;
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
                      _ ("%s=%s: the intervals make this regular expression "
                         "longer than %d characters"),
                      option, pattern, LARGEST);
  return STATUS_OK;
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
  *regex = (struct regex){ .pattern = pattern, .size = size };
  const int error
      = regcomp (&regex->compiled, pattern, REG_EXTENDED | REG_NOSUB);
  if (error == 0 && vec_push (&regexes->items, regex))
    return STATUS_OK;
  if (error == 0)
    regfree (&regex->compiled);
  free (regex);
  return error == 0 ? diag_no_memory (diag)
                    : fail_to_compile (option, pattern, error, diag);
}

/* --- Matching ------------------------------------------------------------ */

/* Give the states back that REGEX has found if there may be many; false when
   memory has run out, and then it is as it was.  */
static bool
drop_states (struct regex *regex, size_t length)
{
  regex->matched += length;
  if (regex->matched * (regex->size + 1) <= STATES_KEPT / STATE_SIZE)
    return true;
  regex_t fresh;
  if (regcomp (&fresh, regex->pattern, REG_EXTENDED | REG_NOSUB) != 0)
    return false;
  regfree (&regex->compiled);
  regex->compiled = fresh;
  regex->matched = length;
  return true;
}

bool
regexes_match (const struct regexes *regexes, const char *text,
               bool *lacks_memory)
{
  char beginning[TEXT_LONGEST + 1];
  const size_t length = strnlen (text, TEXT_LONGEST + 1);
  if (length > TEXT_LONGEST)
    {
      memcpy (beginning, text, TEXT_LONGEST);
      beginning[TEXT_LONGEST] = '\0';
      text = beginning;
    }
  for (size_t i = 0; i < regexes->items.count; i++)
    {
      struct regex *regex = regexes->items.items[i];
      int result = REG_ESPACE;
      if (drop_states (regex, length))
        result = regexec (&regex->compiled, text, 0, NULL, 0);
      if (result == 0)
        return true;
      *lacks_memory = *lacks_memory || result == REG_ESPACE;
    }
  return false;
}

void
regexes_release (struct regexes *regexes)
{
  for (size_t i = 0; i < regexes->items.count; i++)
    {
      regfree (&regexes->items.items[i]->compiled);
      free (regexes->items.items[i]);
    }
  vec_release (&regexes->items);
}
