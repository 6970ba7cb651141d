/* argfile.c - arguments of the form @FILE.

   A stack of words instead of recursion: the words of a file are examined like
   those of the command line, and a limit on the number of files stops files
   that name each other.  */

#include "config.h"

#include "base/argfile.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/infile.h"

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

/* Take one word from the text at *AT, up to END, to TO, with a NUL behind it.
   Returns one past the NUL.  */
static char *
take_word (const char **at, const char *end, char *to)
{
  char quote = '\0';
  const char *c = *at;
  for (; c < end && (quote != '\0' || !is_blank (*c)); c++)
    if (*c == '\\')
      {
        if (c + 1 < end)
          *to++ = *++c;
      }
    else if (quote != '\0' ? *c == quote : *c == '\'' || *c == '"')
      quote = quote != '\0' ? '\0' : *c;
    else
      *to++ = *c;
  *at = c;
  *to++ = '\0';
  return to;
}

/* Push the words of the SIZE bytes at TEXT so that the first is on top.  */
static bool
push_words (struct arguments *arguments, word_stack *stack, const char *text,
            size_t size)
{
  /* A word is not longer than its text, and its NUL stands where a blank or
     the end was.  */
  char *to = arena_alloc (&arguments->memory, size + 1);
  if (to == NULL)
    return false;
  /* An empty text may be null.  */
  const char *const end = size > 0 ? text + size : text;
  const size_t first = stack->count;
  for (;;)
    {
      while (text < end && is_blank (*text))
        text++;
      if (text == end)
        break;
      char *word = to;
      to = take_word (&text, end, to);
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

/* Set *SIZE to how much of FILE there is to read.  False, with errno set, for
   what cannot be opened or, like a pipe, has no size: the argument stands for
   itself.  */
static bool
can_expand (const char *file, size_t *size)
{
  struct stat about;
  errno = 0;
  if (strcmp (file, "-") == 0 || stat (file, &about) != 0
      || S_ISFIFO (about.st_mode))
    return false;
  const int fd = open (file, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return false;
  const off_t end = lseek (fd, 0, SEEK_END);
  close (fd);
  *size = end > 0 ? (size_t)end : 0;
  return end >= 0;
}

/* Push the words of FILE.  STATUS_ABSENT if it cannot be expanded.  */
static enum status
push_file (struct arguments *arguments, word_stack *stack, const char *file,
           struct diag *diag)
{
  size_t size;
  if (!can_expand (file, &size))
    return diag_is_system_failure (errno)
               ? diag_fail_errno (diag, file, errno, _ ("cannot open"))
               : STATUS_ABSENT;
  /* At most its size, since a device may have no end.  */
  struct infile infile;
  enum status status = infile_open (&infile, file, size, diag);
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
  bool runs = false, is_command = false;
  while (stack->count > 0)
    {
      char *word = stack->items[--stack->count];
      enum status status = STATUS_ABSENT;
      runs = runs || strcmp (word, "--run") == 0;
      is_command = is_command || (runs && strcmp (word, "--") == 0);
      if (word[0] == '@' && arguments->words.count > 0 && !is_command)
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
arguments_release_list (struct arguments *arguments)
{
  vec_release (&arguments->words);
}

void
arguments_release (struct arguments *arguments)
{
  arguments_release_list (arguments);
  arena_release (&arguments->memory);
}
