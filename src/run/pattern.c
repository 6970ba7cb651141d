/* pattern.c - names of files that depend on a process or its rank.  */

#include "config.h"

#include "run/pattern.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/memory.h"
#include "model/live_format.h"

/* Set *RANK as the recorder does; false if there is none.  */
static bool
find_rank (uint32_t *rank)
{
  static const char *const names[] = { LIVE_RANK_VARIABLES };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    {
      char *name = memory_part (names[i], strlen (names[i]) - 1);
      const char *value = getenv (name);
      free (name);
      if (value != NULL && *value >= '0' && *value <= '9')
        {
          *rank = (uint32_t)strtoul (value, NULL, 10);
          return true;
        }
    }
  return false;
}

/* Set *NUMBER to what LETTER stands for.  */
static enum status
find_number (char letter, const char *pattern, const char *option,
             uint32_t process, uint32_t *number, struct diag *diag)
{
  if (letter == 'p' && process == 0)
    return diag_fail (diag, STATUS_UNSUPPORTED, NULL,
                      /* TRANSLATORS: an option and its argument.  */
                      _ ("'%s=%s': %%p needs the live file of one process"),
                      option, pattern);
  if (letter == 'r' && !find_rank (number))
    return diag_fail (diag, STATUS_UNSUPPORTED, NULL,
                      /* TRANSLATORS: PMI_RANK is a variable.  */
                      _ ("'%s=%s': %%r needs PMI_RANK or the like in the "
                         "environment"),
                      option, pattern);
  if (letter != 'p' && letter != 'r')
    return diag_fail (diag, STATUS_USAGE, NULL,
                      _ ("'%s=%s': p (the process), r (its rank) or another "
                         "percent sign expected behind a percent sign"),
                      option, pattern);
  if (letter == 'p')
    *number = process;
  return STATUS_OK;
}

enum status
pattern_expand (char **name, const char *pattern, const char *option,
                uint32_t process, struct diag *diag)
{
  VEC (char) text = { 0 };
  enum status status = STATUS_OK;
  for (const char *at = pattern; status == STATUS_OK && *at != '\0'; at++)
    {
      char number[16] = { *at };
      uint32_t value = 0;
      if (*at == '%' && *++at != '%')
        {
          status = find_number (*at, pattern, option, process, &value, diag);
          snprintf (number, sizeof number, "%" PRIu32, value);
        }
      for (const char *c = number; *c != '\0'; c++)
        vec_push (&text, *c);
    }
  vec_push (&text, '\0');
  if (status == STATUS_OK)
    *name = text.items;
  else
    vec_release (&text);
  return status;
}

enum status
pattern_check (const char *pattern, const char *option, struct diag *diag)
{
  char *name = NULL;
  enum status status = STATUS_OK;
  if (pattern != NULL)
    status = pattern_expand (&name, pattern, option, 1, diag);
  if (status == STATUS_OK)
    free (name);
  return status;
}
