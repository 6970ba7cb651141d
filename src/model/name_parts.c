/* name_parts.c - what names of functions are put together of.  */

#include "config.h"

#include "model/name_parts.h"

#include <stdbool.h>
#include <string.h>

static bool
is_digit (char c)
{
  return c >= '0' && c <= '9';
}

static bool
is_word (char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit (c)
         || c == '_' || c == '$' || (unsigned char)c >= 0x80;
}

/* --- Clones -------------------------------------------------------------- */

/* The length of the mark of a clone at TEXT, with the numbers behind it, or
   0.  */
static size_t
clone_mark (const char *text)
{
  static const char *const marks[]
      = { ".part",  ".constprop", ".isra",       ".cold",     ".clone",
          ".llvm",  ".lto_priv",  ".localalias", ".resolver", ".ifunc",
          ".split", ".simdclone", "._omp_fn" };
  for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
    {
      size_t length = strlen (marks[i]);
      if (strncmp (text, marks[i], length) != 0 || is_word (text[length]))
        continue;
      while (text[length] == '.' && is_digit (text[length + 1]))
        for (length++; is_digit (text[length]); length++)
          ;
      return length;
    }
  return 0;
}

size_t
name_without_clone (const char *name)
{
  const char *demangled = strstr (name, " [clone ");
  if (demangled != NULL && demangled > name)
    return (size_t)(demangled - name);
  const char *dot = name[0] != '\0' ? strchr (name + 1, '.') : NULL;
  while (dot != NULL)
    {
      const char *end = dot;
      size_t length;
      while ((length = clone_mark (end)) > 0)
        end += length;
      if (*end == '\0')
        return (size_t)(dot - name);
      dot = strchr (end > dot ? end : dot + 1, '.');
    }
  return strlen (name);
}

/* --- Template arguments -------------------------------------------------- */

/* The length of the operator's name at TEXT, such as "operator<<", if there is
   one behind a character that is PREVIOUS; else 0.  */
static size_t
operator_length (const char *text, char previous)
{
  static const char *const signs[]
      = { "<=>", "<<=", ">>=", "->*", "()", "[]", "<<",
          ">>",  "<=",  ">=",  "->",  "<",  ">" };
  enum
  {
    WORD = sizeof "operator" - 1
  };
  if (*text != 'o' || is_word (previous)
      || strncmp (text, "operator", WORD) != 0 || is_word (text[WORD]))
    return 0;
  for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
    if (strncmp (text + WORD, signs[i], strlen (signs[i])) == 0)
      return WORD + strlen (signs[i]);
  return WORD;
}

/* Behind the bracket that closes the one at TEXT, an angle one or another; the
   end if none does.  Angle brackets count only outside of others, within which
   they may compare.  */
static const char *
behind_bracket (const char *text)
{
  size_t angles = 0, others = 0;
  char previous = '\0';
  for (; *text != '\0'; previous = *text++)
    {
      if (strchr ("([{", *text) != NULL)
        others++;
      else if (strchr (")]}", *text) != NULL)
        others -= others > 0;
      else if (*text == '<' && others == 0)
        angles++;
      else if (*text == '>' && others == 0 && previous != '-')
        angles -= angles > 0;
      else
        continue;
      if (angles == 0 && others == 0)
        return text + 1;
    }
  return text;
}

void
name_strip_templates (char *to, const char *name)
{
  const char *const start = to;
  bool after_operator = false;
  while (*name != '\0')
    {
      const char previous = to > start ? to[-1] : '\0';
      const size_t length = operator_length (name, previous);
      const bool after_scope
          = previous == ':' && to > start + 2; /* Rust's "Vec::<T>" */
      if (length > 0)
        {
          memcpy (to, name, length);
          to += length;
          name += length;
          after_operator = true;
          continue;
        }
      if (after_operator && name[0] == ' ' && name[1] == '<')
        name++;
      if (*name == '<' && (is_word (previous) || after_operator))
        name = behind_bracket (name);
      else if (*name == '<' && after_scope)
        {
          name = behind_bracket (name);
          to -= 2;
        }
      else
        *to++ = *name++;
      after_operator = false;
    }
  *to = '\0';
}

/* --- Components ---------------------------------------------------------- */

/* Does the component at TEXT say nothing alone?  */
static bool
is_nameless (const char *text)
{
  return text[0] == '{' || strcmp (text, "operator()") == 0;
}

/* Behind the type at TEXT that a conversion operator converts to.  */
static const char *
behind_type (const char *text)
{
  while (*text != '\0' && *text != '(')
    text = *text == '<' ? behind_bracket (text) : text + 1;
  return text;
}

const char *
name_last_component (const char *name)
{
  const char *last = name, *before = name, *text = name;
  while (*text != '\0')
    {
      const size_t length
          = operator_length (text, text > name ? text[-1] : '\0');
      if (length > 0)
        text = text[length] == ' ' ? behind_type (text + length)
                                   : text + length;
      else if (strchr ("<([{", *text) != NULL)
        text = behind_bracket (text);
      else if (text[0] == ':' && text[1] == ':')
        {
          text += 2;
          before = last;
          last = text;
        }
      else
        text++;
    }
  return is_nameless (last) ? before : last;
}
