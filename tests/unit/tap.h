/* tap.h - checks that print the Test Anything Protocol.

   Each check prints one line and goes on; done () prints the plan and gives
   the exit status.  A failed check prints what it got in lines that start with
   a number sign.  A test is one process with one thread, so the two counters
   may be plain statics of the file that includes this.  */

#ifndef TAP_H
#define TAP_H

#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#if defined __GNUC__
#define TAP_PRINTF(string, first)                                             \
  __attribute__ ((format (printf, string, first)))
#else
#define TAP_PRINTF(string, first)
#endif

struct tap
{
  unsigned count, failed;
};

static struct tap tap;

/* ok (condition, format, ...): the condition holds.  */
#define ok(condition, ...)                                                    \
  tap_ok ((condition), #condition, __FILE__, __LINE__, __VA_ARGS__)

/* is_KIND (got, expected, format, ...): both are the same.  Doubles are
   compared bit by bit, so that 0 differs from -0 and nan equals itself;
   texts may be null.  */
#define is_u64(got, expected, ...)                                            \
  tap_is_u64 ((uint64_t)(got), (uint64_t)(expected), #got, __FILE__,          \
              __LINE__, __VA_ARGS__)
#define is_double(got, expected, ...)                                         \
  tap_is_double ((got), (expected), #got, __FILE__, __LINE__, __VA_ARGS__)
#define is_text(got, expected, ...)                                           \
  tap_is_text ((got), (expected), #got, __FILE__, __LINE__, __VA_ARGS__)

static inline void tap_note (const char *format, ...) TAP_PRINTF (1, 2);
static inline bool tap_ok (bool passed, const char *expression,
                           const char *file, int line, const char *format, ...)
    TAP_PRINTF (5, 6);
static inline bool tap_is_u64 (uint64_t got, uint64_t expected,
                               const char *expression, const char *file,
                               int line, const char *format, ...)
    TAP_PRINTF (6, 7);
static inline bool tap_is_double (double got, double expected,
                                  const char *expression, const char *file,
                                  int line, const char *format, ...)
    TAP_PRINTF (6, 7);
static inline bool tap_is_text (const char *got, const char *expected,
                                const char *expression, const char *file,
                                int line, const char *format, ...)
    TAP_PRINTF (6, 7);
static inline void skip (unsigned count, const char *format, ...)
    TAP_PRINTF (2, 3);

static inline void tap_result (bool passed, const char *format, va_list texts)
    TAP_PRINTF (2, 0);

/* A line for people.  */
static inline void
tap_note (const char *format, ...)
{
  va_list values;
  va_start (values, format);
  fputs ("# ", stdout);
  vprintf (format, values);
  putchar ('\n');
  va_end (values);
}

static inline void
tap_result (bool passed, const char *format, va_list texts)
{
  tap.count++;
  tap.failed += !passed;
  printf ("%sok %u - ", passed ? "" : "not ", tap.count);
  vprintf (format, texts);
  putchar ('\n');
  /* The next check may crash.  */
  fflush (stdout);
}

/* The body that the checks share: FORMAT's values start after it.  */
#define TAP_RESULT(passed, format)                                            \
  do                                                                          \
    {                                                                         \
      va_list texts;                                                          \
      va_start (texts, format);                                               \
      tap_result ((passed), format, texts);                                   \
      va_end (texts);                                                         \
    }                                                                         \
  while (0)

static inline bool
tap_ok (bool passed, const char *expression, const char *file, int line,
        const char *format, ...)
{
  TAP_RESULT (passed, format);
  if (!passed)
    tap_note ("%s:%d: is false: %s", file, line, expression);
  return passed;
}

static inline bool
tap_is_u64 (uint64_t got, uint64_t expected, const char *expression,
            const char *file, int line, const char *format, ...)
{
  const bool passed = got == expected;
  TAP_RESULT (passed, format);
  if (!passed)
    tap_note ("%s:%d: %s is %" PRIu64 " (0x%" PRIx64 "), not %" PRIu64
              " (0x%" PRIx64 ")",
              file, line, expression, got, got, expected, expected);
  return passed;
}

static inline bool
tap_is_double (double got, double expected, const char *expression,
               const char *file, int line, const char *format, ...)
{
  const bool passed = memcmp (&got, &expected, sizeof got) == 0;
  TAP_RESULT (passed, format);
  if (!passed)
    tap_note ("%s:%d: %s is %.17g (%a), not %.17g (%a)", file, line,
              expression, got, got, expected, expected);
  return passed;
}

/* TEXT as note lines, trailing blanks made visible by the bar.  */
static inline void
tap_note_text (const char *name, const char *text)
{
  tap_note ("%s:", name);
  for (const char *line = text ? text : "(null)"; *line != '\0';)
    {
      const int length = (int)strcspn (line, "\n");
      tap_note ("  %.*s|", length, line);
      line += length + (line[length] == '\n');
    }
}

static inline bool
tap_is_text (const char *got, const char *expected, const char *expression,
             const char *file, int line, const char *format, ...)
{
  const bool passed = got != NULL && expected != NULL
                          ? strcmp (got, expected) == 0
                          : got == expected;
  TAP_RESULT (passed, format);
  if (!passed)
    {
      tap_note ("%s:%d: %s differs", file, line, expression);
      tap_note_text ("got", got);
      tap_note_text ("expected", expected);
    }
  return passed;
}

/* COUNT checks cannot be made here; the format says why.  */
static inline void
skip (unsigned count, const char *format, ...)
{
  for (unsigned i = 0; i < count; i++)
    {
      va_list reason;
      va_start (reason, format);
      printf ("ok %u # SKIP ", ++tap.count);
      vprintf (format, reason);
      putchar ('\n');
      va_end (reason);
    }
}

/* The plan; returns the exit status.  */
static inline int
done (void)
{
  printf ("1..%u\n", tap.count);
  return tap.failed > 0;
}

#endif
