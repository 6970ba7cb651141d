/* write_html_words.c - what a page says, in the language of messages
   (R15.85).  */

#include "config.h"

#include "write_html_private.h"

#include <string.h>

#include "base/i18n.h"

/* All that src/output/html says, for the program of the page asks for words by
   their English ones.  %s stands for a number or a name.  */
static const char *const words[] = {
  N_ ("%s samples"),
  N_ ("exact"),
  N_ ("estimated"),
  N_ ("in a cycle"),
  N_ ("cycle %s"),
  N_ ("sorted by %s"),
  N_ ("time"),
  N_ ("one sample is %s"),
  N_ ("samples"),
  N_ ("Functions"),
  N_ ("left out: %s, with %s"),
  N_ ("arcs"),
  N_ ("exact: %s"),
  N_ ("Cycles"),
  N_ ("Profiles"),
  N_ ("What to beware of"),
  N_ ("no findings: nothing says that the figures mislead"),
  N_ ("at least as many: some calls may be lost"),
  N_ ("fewer than 10 samples"),
  N_ ("self"),
  N_ ("time in the function itself"),
  N_ ("total"),
  N_ ("time with all that it calls"),
  N_ ("calls"),
  N_ ("total per call"),
  N_ ("if each call takes the same time"),
  N_ ("function"),
  N_ ("place"),
  N_ ("with estimated time"),
  N_ ("with 10 samples or more"),
  N_ ("name, file or object"),
  N_ ("Search"),
  N_ ("Show"),
  N_ ("%s of %s"),
  N_ ("found in the code"),
  N_ ("%s of %s calls"),
  N_ ("%s calls"),
  N_ ("exact: all calls come from here"),
  N_ ("estimated: at least 0, at most %s"),
  N_ ("calls within a cycle pass on no time"),
  N_ ("unknown callers"),
  N_ ("the function itself"),
  N_ ("%s more, with %s"),
  N_ ("none"),
  N_ ("Callers"),
  N_ ("Callees"),
  N_ ("Neighbourhood"),
  N_ ("show what is around %s"),
  N_ ("line"),
  N_ ("Source"),
  N_ ("Instructions"),
  N_ ("object"),
  N_ ("address"),
  N_ ("linker name"),
  N_ ("number in the call graph"),
  N_ ("members: %s, together %s"),
  N_ ("mean"),
  N_ ("minimum"),
  N_ ("maximum"),
  N_ ("standard deviation"),
  N_ ("Changes"),
  N_ ("old"),
  N_ ("new"),
  N_ ("change"),
  N_ ("there is no function %s"),
  N_ ("estimated by the number of calls"),
  N_ ("Details"),
  N_ ("Call tree"),
  N_ ("whole program"),
  N_ ("synthesised"),
  N_ ("The profile has no stacks: these paths assume that each call of a "
      "function takes the same time. A cycle is one box."),
  N_ ("Arcs that break it"),
  N_ ("These options leave the arcs out:"),
  N_ ("Members"),
  N_ ("calls from outside"),
  N_ ("calls inside"),
  N_ ("not verified: a cycle remains without them"),
  N_ ("%s more"),
  N_ ("Functions that call each other in a circle share their time as a "
      "whole; calls between them pass none on."),
  N_ ("only in the new program"),
  N_ ("only in the old program"),
  N_ ("several of this name"),
  N_ ("standard error"),
  N_ ("A change marked by * is greater than three standard errors."),
  N_ ("other functions: %s, from %s to %s"),
  N_ ("Self times in %s profiles: the least, the most and the mean."),
  N_ ("maximum / mean"),
  N_ ("Self times in each profile"),
  N_ ("Colours compare the profiles of each row."),
  N_ ("maximum in"),
  N_ ("other colours"),
  N_ ("Parts"),
  N_ ("move"),
  N_ ("open the function, or zoom into the box"),
  N_ ("open the function of a box"),
  N_ ("zoom out"),
  N_ ("back"),
  N_ ("leave"),
  N_ ("Keys"),
  N_ ("A bar is a time, its whisker the standard error: two of three times "
      "the true time is within one."),
  N_ ("to the content"),
};

void
html_words (struct json *json)
{
  json_open_array (json, "words");
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (strcmp (_ (words[i]), words[i]) != 0)
      {
        json_text (json, NULL, words[i]);
        json_text (json, NULL, _ (words[i]));
      }
  json_close (json);
}

void
html_language (char tag[16])
{
  const char *header = gettext ("");
  const char *field = strstr (header, "\nLanguage: ");
  size_t length = 0;
  if (field != NULL)
    for (field += sizeof "\nLanguage: " - 1;
         length < 15 && field[length] != '\0'
         && strchr ("\n@.", field[length]) == NULL;
         length++)
      tag[length] = field[length] == '_' ? '-' : field[length];
  tag[length] = '\0';
  if (length == 0)
    strcpy (tag, "en");
}
