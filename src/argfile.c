/* argfile.c - arguments of the form @FILE.

   A worklist instead of recursion: the words of a file are examined like
   those of the command line, and a limit on the number of files ends what
   would go on for ever.  */

#include "config.h"

#include "argfile.h"

#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#include "i18n.h"
#include "infile.h"

enum
{
  FILES_AT_MOST = 2000
};

/* Words still to be examined, the next one last.  */
typedef VEC (char *) word_stack;

static bool
is_blank (char c)
{
  return c != '\0' && strchr (" \t\n\v\f\r", c) != NULL;
}

/* Take one word from the text at *AT, up to END, into WORD, which has room
   for it.  Returns its length.  */
static size_t
take_word (const char **at, const char *end, char *word)
{
  size_t length = 0;
  char quote = '\0';
  const char *c = *at;
  for (; c < end && (quote != '\0' || !is_blank (*c)); c++)
    if (*c == '\\')
      {
        if (c + 1 < end)
          word[length++] = *++c;
      }
    else if (quote != '\0' ? *c == quote : *c == '\'' || *c == '"')
      quote = quote != '\0' ? '\0' : *c;
    else
      word[length++] = *c;
  *at = c;
  return length;
}

/* Push the words of the SIZE bytes at TEXT so that the first is on top.  */
static bool
push_words (struct arguments *arguments, word_stack *stack, const char *text,
            size_t size)
{
  const char *const end = text + size;
  const size_t first = stack->count;
  for (;;)
    {
      while (text < end && is_blank (*text))
        text++;
      if (text == end)
        break;
      char *word = arena_alloc (&arguments->memory, (size_t)(end - text) + 1);
      if (word == NULL)
        return false;
      word[take_word (&text, end, word)] = '\0';
      if (!vec_push (stack, word))
        return false;
    }
  for (size_t low = first, high = stack->count; low + 1 < high; low++)
    {
      char *word = stack->items[low];
      stack->items[low] = stack->items[--high];
      stack->items[high] = word;
    }
  return true;
}

/* Push the words of FILE.  STATUS_ABSENT if it cannot be opened.  */
static enum status
push_file (struct arguments *arguments, word_stack *stack, const char *file,
           struct diag *diag)
{
  if (strcmp (file, "-") == 0 || access (file, R_OK) != 0)
    return STATUS_ABSENT;
  struct infile infile;
  enum status status = infile_open (&infile, file, 0, diag);
  if (status == STATUS_OK)
    status = infile_finish (&infile, diag);
  if (status == STATUS_OK
      && !push_words (arguments, stack, (const char *)infile.data,
                      infile.size))
    status = diag_no_memory (diag);
  infile_release (&infile);
  return status;
}

static enum status
expand (struct arguments *arguments, word_stack *stack, struct diag *diag)
{
  unsigned files = 0;
  while (stack->count > 0)
    {
      char *word = stack->items[--stack->count];
      enum status status = STATUS_ABSENT;
      if (word[0] == '@' && arguments->words.count > 0)
        status = push_file (arguments, stack, word + 1, diag);
      if (status == STATUS_OK && ++files >= FILES_AT_MOST)
        return diag_fail (diag, STATUS_USAGE, NULL,
                          _ ("too many argument files; does '%s' name "
                             "itself?"),
                          word);
      if (status != STATUS_OK && status != STATUS_ABSENT)
        return status;
      if (status == STATUS_ABSENT && !vec_push (&arguments->words, word))
        return diag_no_memory (diag);
    }
  return vec_reserve (&arguments->words, arguments->words.count + 1)
             ? STATUS_OK
             : diag_no_memory (diag);
}

enum status
arguments_expand (struct arguments *arguments, int argc, char *const *argv,
                  struct diag *diag)
{
  *arguments = (struct arguments){ 0 };
  word_stack stack = { 0 };
  enum status status = STATUS_OK;
  for (int i = argc - 1; i >= 0 && status == STATUS_OK; i--)
    if (!vec_push (&stack, argv[i]))
      status = diag_no_memory (diag);
  if (status == STATUS_OK)
    status = expand (arguments, &stack, diag);
  if (status == STATUS_OK)
    arguments->words.items[arguments->words.count] = NULL;
  vec_release (&stack);
  return status;
}

void
arguments_release (struct arguments *arguments)
{
  vec_release (&arguments->words);
  arena_release (&arguments->memory);
}
