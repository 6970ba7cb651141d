/* image_message.c - libbfd's own messages, printed in the form of ours.

   libbfd passes a printf-like format and its arguments to a handler, but no
   pointer by which the handler could find a struct diag, so only this file
   writes to standard error without one.  Two conversions are libbfd's own, %pA
   for a section and %pB for a file; translations may number the arguments.
   Names in messages come from the image, so lines are escaped and of bounded
   length.

   While it recognises the format of a file, libbfd collects messages, and then
   prints those of the format that it chose without calling the handler.  So
   standard error is diverted during that.  */

#include "config.h"

#include "image_private.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/i18n.h"

enum
{
  ARGUMENTS_MOST = 12,
  MESSAGE_MOST = 1000, /* bytes of a line, not counting escapes */
  WIDTH_MOST = 64
};

enum kind
{
  KIND_NONE, /* not used */
  KIND_INT,
  KIND_LONG,
  KIND_LONG_LONG,
  KIND_SIZE,
  KIND_TEXT,
  KIND_POINTER,
  KIND_SECTION,
  KIND_FILE
};

/* An argument of a message; numbers keep their sign in 64 bits.  */
struct argument
{
  enum kind kind;
  uint64_t number;
  const void *pointer;
};

/* A width or precision: the number VALUE if it is GIVEN, or the argument of
   that index.  */
struct measure
{
  bool given, is_argument;
  unsigned value;
};

/* A conversion of a format.  */
struct conversion
{
  unsigned index; /* of its argument */
  enum kind kind;
  char letter; /* as in printf, or 'A' or 'B'; '%' takes no argument */
  bool alternate, zeros, left;
  struct measure width, precision;
};

/* A format being read.  */
struct reading
{
  const char *next;
  unsigned count; /* of arguments taken so far */
};

static unsigned
read_number (const char **next)
{
  unsigned number = 0;
  for (; **next >= '0' && **next <= '9'; (*next)++)
    if (number < 10000)
      number = number * 10 + (unsigned)(**next - '0');
  return number;
}

/* The number if "NUMBER$" is next, which is then skipped, else 0.  */
static unsigned
read_position (const char **next)
{
  const char *at = *next;
  const unsigned number = read_number (&at);
  if (number == 0 || *at != '$')
    return 0;
  *next = at + 1;
  return number;
}

static struct measure
read_measure (struct reading *reading)
{
  struct measure measure = { .given = true };
  if (*reading->next != '*')
    {
      measure.value = read_number (&reading->next);
      return measure;
    }
  reading->next++;
  measure.is_argument = true;
  const unsigned position = read_position (&reading->next);
  measure.value = position != 0 ? position - 1 : reading->count++;
  return measure;
}

static void
read_flags (struct reading *reading, struct conversion *conversion)
{
  for (;; reading->next++)
    switch (*reading->next)
      {
      case '#':
        conversion->alternate = true;
        break;
      case '0':
        conversion->zeros = true;
        break;
      case '-':
        conversion->left = true;
        break;
      case ' ':
      case '+':
      case '\'':
        break;
      default:
        return;
      }
}

static enum kind
read_size (struct reading *reading)
{
  enum kind kind = KIND_INT;
  for (;; reading->next++)
    switch (*reading->next)
      {
      case 'h':
        break;
      case 'l':
        kind = kind == KIND_LONG ? KIND_LONG_LONG : KIND_LONG;
        break;
      case 'L':
      case 'j':
        kind = KIND_LONG_LONG;
        break;
      case 'z':
      case 't':
        kind = KIND_SIZE;
        break;
      default:
        return kind;
      }
}

/* Read a conversion, behind its '%'.  False if it is an unknown one.  */
static bool
read_conversion (struct reading *reading, struct conversion *conversion)
{
  *conversion = (struct conversion){ .letter = '%' };
  if (*reading->next == '%')
    {
      reading->next++;
      return true;
    }
  const unsigned position = read_position (&reading->next);
  read_flags (reading, conversion);
  if (*reading->next == '*'
      || (*reading->next >= '1' && *reading->next <= '9'))
    conversion->width = read_measure (reading);
  if (*reading->next == '.')
    {
      reading->next++;
      conversion->precision = read_measure (reading);
    }
  conversion->kind = read_size (reading);
  conversion->index = position != 0 ? position - 1 : reading->count++;
  conversion->letter = *reading->next;
  if (conversion->letter == '\0'
      || strchr ("diuxXocsp", conversion->letter) == NULL)
    return false;
  reading->next++;
  if (conversion->letter == 's')
    conversion->kind = KIND_TEXT;
  if (conversion->letter != 'p')
    return true;
  conversion->kind = KIND_POINTER;
  if (*reading->next == 'A' || *reading->next == 'B')
    {
      conversion->letter = *reading->next++;
      conversion->kind = conversion->letter == 'A' ? KIND_SECTION : KIND_FILE;
    }
  return true;
}

/* --- Arguments ----------------------------------------------------------- */

/* Record that argument INDEX is of KIND.  False if it is of another kind, or
   if there are too many arguments.  */
static bool
note_kind (struct argument *arguments, unsigned index, enum kind kind)
{
  if (index >= ARGUMENTS_MOST
      || (arguments[index].kind != KIND_NONE && arguments[index].kind != kind))
    return false;
  arguments[index].kind = kind;
  return true;
}

static bool
note_measure (struct argument *arguments, const struct measure *measure)
{
  return !measure->is_argument
         || note_kind (arguments, measure->value, KIND_INT);
}

/* Determine the kinds of the arguments of FORMAT.  */
static bool
note_kinds (const char *format, struct argument *arguments)
{
  struct reading reading = { .next = format };
  struct conversion conversion;
  while ((reading.next = strchr (reading.next, '%')) != NULL)
    {
      reading.next++;
      if (!read_conversion (&reading, &conversion))
        return false;
      if (conversion.letter != '%'
          && (!note_measure (arguments, &conversion.width)
              || !note_measure (arguments, &conversion.precision)
              || !note_kind (arguments, conversion.index, conversion.kind)))
        return false;
    }
  return true;
}

/* Read the arguments.  False if an unused one precedes others, since its size
   is unknown.  */
static bool
take_arguments (struct argument *arguments, va_list values)
{
  bool at_end = false;
  for (struct argument *a = arguments; a < arguments + ARGUMENTS_MOST; a++)
    {
      if (at_end && a->kind != KIND_NONE)
        return false;
      switch (a->kind)
        {
        case KIND_NONE:
          at_end = true;
          break;
        case KIND_INT:
          a->number = (uint64_t)(int64_t)va_arg (values, int);
          break;
        case KIND_LONG:
          a->number = (uint64_t)(int64_t)va_arg (values, long);
          break;
        case KIND_LONG_LONG:
          a->number = (uint64_t)va_arg (values, long long);
          break;
        case KIND_SIZE:
          a->number = (uint64_t)va_arg (values, size_t);
          break;
        case KIND_TEXT:
        case KIND_POINTER:
        case KIND_SECTION:
        case KIND_FILE:
          a->pointer = va_arg (values, const void *);
          break;
        }
    }
  return true;
}

/* --- The line ------------------------------------------------------------ */

struct line
{
  char text[MESSAGE_MOST + sizeof "..."];
  size_t length;
};

static void
append (struct line *line, const char *text, size_t length)
{
  const size_t room = MESSAGE_MOST - line->length;
  memcpy (line->text + line->length, text, length < room ? length : room);
  line->length += length < room ? length : room;
}

/* The value of MEASURE; OTHERWISE if there is none.  */
static unsigned
measured (const struct measure *measure, const struct argument *arguments,
          unsigned otherwise)
{
  const unsigned value = measure->is_argument
                             ? (unsigned)arguments[measure->value].number
                             : measure->value;
  return measure->given && value <= INT32_MAX ? value : otherwise;
}

/* NUMBER without the bits beyond its type.  */
static uint64_t
cut_to_size (uint64_t number, enum kind kind)
{
  if (kind == KIND_INT)
    return (unsigned)number;
  return kind == KIND_LONG ? (unsigned long)number : number;
}

static void
append_number (struct line *line, const struct conversion *conversion,
               uint64_t number, unsigned width)
{
  char text[WIDTH_MOST + 24];
  const uint64_t cut = cut_to_size (number, conversion->kind);
  const char *before = conversion->alternate && cut != 0 ? "0x" : "";
  const int size = (int)(width < WIDTH_MOST ? width : WIDTH_MOST);
  int length = 0;
  switch (conversion->letter)
    {
    case 'd':
    case 'i':
      length
          = snprintf (text, sizeof text, "%*" PRId64, size, (int64_t)number);
      break;
    case 'x':
    case 'X':
      length = conversion->zeros && !conversion->alternate
                   ? snprintf (text, sizeof text, "%0*" PRIx64, size, cut)
                   : snprintf (text, sizeof text, "%s%" PRIx64, before, cut);
      break;
    case 'o':
      length = snprintf (text, sizeof text, "%*" PRIo64, size, cut);
      break;
    case 'c':
      length = snprintf (text, sizeof text, "%c", (int)number);
      break;
    default:
      length = snprintf (text, sizeof text, "%*" PRIu64, size, cut);
    }
  append (line, text, length > 0 ? (size_t)length : 0);
}

/* Append the text of ARGUMENT, at most PRECISION bytes.  */
static void
append_text (struct line *line, const struct argument *argument,
             unsigned precision)
{
  const char *text = argument->pointer;
  if (text != NULL && argument->kind == KIND_SECTION)
    text = bfd_section_name ((const asection *)argument->pointer);
  if (text != NULL && argument->kind == KIND_FILE)
    text = bfd_get_filename ((const bfd *)argument->pointer);
  if (text == NULL)
    text = "(null)";
  append (line, text, strnlen (text, precision));
}

static void
append_conversion (struct line *line, const struct conversion *conversion,
                   const struct argument *arguments)
{
  char text[24];
  const struct argument *argument = &arguments[conversion->index];
  if (conversion->letter == '%')
    append (line, "%", 1);
  else if (conversion->kind == KIND_POINTER)
    append (line, text,
            (size_t)snprintf (text, sizeof text, "0x%" PRIxPTR,
                              (uintptr_t)argument->pointer));
  else if (conversion->kind >= KIND_TEXT)
    append_text (line, argument,
                 measured (&conversion->precision, arguments, MESSAGE_MOST));
  else
    append_number (line, conversion, argument->number,
                   measured (&conversion->width, arguments, 0));
}

/* Fill LINE with the message of FORMAT and ARGUMENTS.  */
static void
compose (struct line *line, const char *format,
         const struct argument *arguments)
{
  struct reading reading = { .next = format };
  struct conversion conversion;
  while (line->length < MESSAGE_MOST)
    {
      const size_t plain = strcspn (reading.next, "%");
      append (line, reading.next, plain);
      reading.next += plain;
      if (*reading.next == '\0')
        return;
      reading.next++;
      if (!read_conversion (&reading, &conversion))
        return;
      append_conversion (line, &conversion, arguments);
    }
}

/* Remove line feeds from the end, and mark a line that was cut.  */
static void
finish_line (struct line *line)
{
  const bool is_cut = line->length == MESSAGE_MOST;
  while (line->length > 0 && line->text[line->length - 1] == '\n')
    line->length--;
  strcpy (line->text + line->length, is_cut ? "..." : "");
}

static const char *
program_name (void)
{
#if HAVE_DECL_PROGRAM_INVOCATION_NAME
  return program_invocation_name;
#else
  return "gprof";
#endif
}

static void
print_message (const char *format, va_list values)
{
  struct argument arguments[ARGUMENTS_MOST] = { 0 };
  struct line line = { .length = 0 };
  if (note_kinds (format, arguments) && take_arguments (arguments, values))
    compose (&line, format, arguments);
  else
    append (&line, format, strlen (format));
  finish_line (&line);
  diag_print_line (stderr, program_name (), line.text);
}

void
image_adopt_messages (void)
{
  bfd_set_error_handler (print_message);
}

/* --- Messages that bypass the handler ------------------------------------ */

/* As bfd_check_format, which crashes if its first allocation fails.  If a read
   fails while one of its formats is tried, it goes on with the next one, and
   may end with one that knows less of the file.  Only errno still says so
   then.  */
static bool
check_format (bfd *abfd)
{
  if (!image_has_memory ())
    {
      bfd_set_error (bfd_error_no_memory);
      return false;
    }
  errno = 0;
  const bool result = bfd_check_format (abfd, bfd_object);
  if (!diag_is_system_failure (errno))
    return result;
  bfd_set_error (errno == ENOMEM ? bfd_error_no_memory
                                 : bfd_error_system_call);
  return false;
}

#ifdef HAVE_MEMFD_CREATE

enum
{
  LINES_MOST = 20,
  CAUGHT_MOST = LINES_MOST * MESSAGE_MOST
};

/* Print LINE, which may already begin with the program's name.  */
static void
print_line (const char *program, char *line)
{
  const size_t prefix = strlen (program);
  if (strncmp (line, program, prefix) == 0
      && strncmp (line + prefix, ": ", 2) == 0)
    line += prefix + 2;
  if (strlen (line) > MESSAGE_MOST)
    strcpy (line + MESSAGE_MOST - 3, "...");
  diag_print_line (stderr, program, line);
}

/* Print the lines in TEXT.  */
static void
print_lines (char *text)
{
  const char *program = program_name ();
  unsigned count = 0;
  for (char *end; *text != '\0' && count < LINES_MOST; text = end, count++)
    {
      end = text + strcspn (text, "\n");
      if (*end != '\0')
        *end++ = '\0';
      print_line (program, text);
    }
  if (*text != '\0')
    diag_print_line (stderr, program, _ ("and so on"));
}

/* Print what was written to FD instead of standard error.  */
static void
print_caught (int fd)
{
  char text[CAUGHT_MOST + 1];
  const ssize_t length = pread (fd, text, CAUGHT_MOST, 0);
  if (length <= 0)
    return;
  text[length] = '\0';
  print_lines (text);
}

bool
image_check_format (bfd *abfd)
{
  const int caught = memfd_create ("messages", MFD_CLOEXEC);
  const int saved
      = caught >= 0 ? fcntl (STDERR_FILENO, F_DUPFD_CLOEXEC, 3) : -1;
  const bool diverted
      = saved >= 0 && dup2 (caught, STDERR_FILENO) == STDERR_FILENO;
  const bool result = check_format (abfd);
  const bfd_error_type error = bfd_get_error ();
  const int number = errno;
  if (diverted)
    {
      dup2 (saved, STDERR_FILENO);
      print_caught (caught);
    }
  if (saved >= 0)
    close (saved);
  if (caught >= 0)
    close (caught);
  /* Restore libbfd's error, but for the one that bfd_set_error does not
     take.  */
  if (!result && error != bfd_error_on_input)
    bfd_set_error (error);
  errno = number;
  return result;
}

#else

bool
image_check_format (bfd *abfd)
{
  return check_format (abfd);
}

#endif
