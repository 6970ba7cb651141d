/* test_output.c - buffered text output that remembers the first failure
   (R0.7).

   Numbers must look as with the C library's printf.  */

#include "config.h"

#include "base/output.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "capture.h"
#include "rng.h"
#include "tap.h"

static void
test_text (void)
{
  struct capture capture;
  capture_start (&capture);
  output_text (&capture.output, "call");
  output_char (&capture.output, ' ');
  output_bytes (&capture.output, "graph!", 5);
  output_blanks (&capture.output, 3);
  output_blanks (&capture.output, 0);
  output_printf (&capture.output, "[%d]", 7);
  char *text = capture_end (&capture, NULL);
  is_text (text, "call graph   [7]", "pieces come out in order");
  free (text);
}

/* Longer than printf's small buffer, than the output buffer, and bytes that
   straddle its end.  */
static void
test_long_pieces (void)
{
  enum
  {
    SIZE = 200000
  };
  char *piece = malloc (SIZE + 1);
  for (size_t i = 0; i < SIZE; i++)
    piece[i] = (char)('a' + i % 23);
  piece[SIZE] = '\0';
  struct capture capture;
  capture_start (&capture);
  output_text (&capture.output, "<");
  output_printf (&capture.output, "%.600s", piece);
  output_bytes (&capture.output, piece, SIZE);
  output_blanks (&capture.output, 100000);
  for (size_t i = 0; i < SIZE; i += 1000)
    output_bytes (&capture.output, piece + i, 1000);
  size_t size;
  char *text = capture_end (&capture, &size);
  is_u64 (size, 1 + 600 + SIZE + 100000 + SIZE, "no byte is lost");
  ok (memcmp (text + 1, piece, 600) == 0, "a long printf is whole");
  ok (memcmp (text + 601, piece, SIZE) == 0, "so is what exceeds the buffer");
  is_u64 (strspn (text + 601 + SIZE, " "), 100000, "so are many blanks");
  ok (memcmp (text + 100601 + SIZE, piece, SIZE) == 0,
      "so are many small pieces");
  free (text);
  free (piece);
}

static void
test_flush (void)
{
  struct capture capture;
  capture_start (&capture);
  output_text (&capture.output, "kept");
  output_flush (&capture.output);
  output_text (&capture.output, "forgotten");
  output_discard (&capture.output);
  char *text = capture_end (&capture, NULL);
  is_text (text, "kept", "what was written out cannot be discarded");
  free (text);
}

static void
check_count (unsigned width, uint64_t value)
{
  char expected[64];
  snprintf (expected, sizeof expected, "%*" PRIu64, (int)width, value);
  struct capture capture;
  capture_start (&capture);
  output_count (&capture.output, width, value);
  char *text = capture_end (&capture, NULL);
  is_text (text, expected, "%" PRIu64 " in %u columns", value, width);
  free (text);
}

static void
test_counts (void)
{
  check_count (0, 0);
  check_count (7, 0);
  check_count (7, 9);
  check_count (7, 1234567);
  check_count (7, 12345678);
  check_count (0, UINT64_MAX);
  check_count (30, UINT64_MAX);
}

/* Put to the left of a column, with bytes behind that are not to be kept.  */
static void
test_counts_left (void)
{
  static const uint64_t values[]
      = { 0,    9,     10,     99,      100,       999,         1000,
          9999, 10000, 999999, 1000000, 123456789, 12345678901, UINT64_MAX };
  for (size_t i = 0; i < sizeof values / sizeof *values; i++)
    {
      char line[100], expected[100];
      snprintf (expected, sizeof expected, "<%-7" PRIu64 "|%7" PRIu64 ">",
                values[i], values[i]);
      char *at = put_literal (line, "<");
      at = put_count_left (at, 7, values[i]);
      at = put_literal (at, "|");
      at = put_count (at, 7, values[i]);
      at = put_literal (at, ">");
      *at = '\0';
      is_text (line, expected, "%" PRIu64 " on both sides", values[i]);
    }
}

/* --- Fixed point -------------------------------------------------------- */

/* A number to print, and how.  */
struct fixed
{
  double value;
  unsigned width, decimals;
};

/* All of FIXED through output_fixed, one per line, are what printf makes of
   them.  */
static bool
same_as_printf (const struct fixed *fixed, size_t count)
{
  struct capture capture;
  capture_start (&capture);
  for (size_t i = 0; i < count; i++)
    {
      output_fixed (&capture.output, fixed[i].width, fixed[i].decimals,
                    fixed[i].value);
      output_char (&capture.output, '\n');
    }
  char *text = capture_end (&capture, NULL);
  const char *line = text;
  size_t wrong = 0;
  for (size_t i = 0; i < count; i++)
    {
      char expected[400];
      const int length = snprintf (expected, sizeof expected, "%*.*f\n",
                                   (int)fixed[i].width, (int)fixed[i].decimals,
                                   fixed[i].value);
      if (strncmp (line, expected, (size_t)length) != 0 && wrong++ < 3)
        tap_note ("%a: got %.*s, expected %s", fixed[i].value,
                  (int)strcspn (line, "\n"), line, expected);
      line += strcspn (line, "\n") + 1;
    }
  free (text);
  return wrong == 0;
}

static void
test_edges (void)
{
  static const double edges[]
      = { 0.0,           -0.0,          0.125,          0.375,
          0.005,         0.015,         0.025,          0.045,
          0.055,         0.995,         9.995,          99.995,
          0.05,          0.15,          0.25,           0.35,
          0.45,          0.95,          9.95,           1.005,
          2.675,         1e9,           1e10,           1e11,
          1e12,          1e15,          1e17,           1e300,
          1e-5,          1e-300,        5e-324,         0.00499,
          0.0051,        999999999.995, 4.35,           -0.001,
          -0.125,        -1.0,          -1e10,          0.5,
          1.5,           1.0,           1073741823.995, 0.49999999999999994,
          4294967295.99, INFINITY,      -INFINITY,      NAN,
          -NAN };
  struct fixed fixed[2 * sizeof edges / sizeof *edges];
  size_t count = 0;
  for (size_t i = 0; i < sizeof edges / sizeof *edges; i++)
    for (unsigned decimals = 1; decimals <= 2; decimals++)
      fixed[count++] = (struct fixed){ edges[i], 8, decimals };
  ok (same_as_printf (fixed, count), "%zu edge cases print like printf's",
      count);
}

/* Every half of a hundredth and its two neighbours among the doubles: where
   rounding is decided by the last bit.  */
static void
test_near_halves (void)
{
  enum
  {
    HALVES = 10000
  };
  struct fixed *fixed = malloc (3 * HALVES * sizeof *fixed);
  size_t count = 0;
  for (unsigned i = 0; i < HALVES; i++)
    {
      const double half = (2 * i + 1) / 200.0;
      const unsigned decimals = 1 + i % 2;
      fixed[count++] = (struct fixed){ half, 0, decimals };
      fixed[count++] = (struct fixed){ nextafter (half, 0), 5, decimals };
      fixed[count++] = (struct fixed){ nextafter (half, 1e9), 9, decimals };
    }
  ok (same_as_printf (fixed, count), "%zu numbers near a half, too", count);
  free (fixed);
}

/* A double of one of several shapes.  */
static double
random_double (struct rng *rng)
{
  const double fraction = (double)(rng_next (rng) >> 11) / 9007199254740992.0;
  switch (rng_below (rng, 6))
    {
    case 0: /* any magnitude around those that listings show */
      return ldexp (fraction, (int)rng_below (rng, 60) - 20);
    case 1: /* ticks by rate */
      return rng_below (rng, 1000000) / 100.0;
    case 2: /* a quotient of counts */
      return (double)rng_below (rng, 100000)
             / (double)(1 + rng_below (rng, 100000));
    case 4: /* so large that the last bit is worth a hundredth or a tenth */
      return ldexp (fraction, 32 + (int)rng_below (rng, 20));
    case 3: /* eighths: exact halves among them */
      return rng_below (rng, 100000000) / 8.0;
    default:
      return -fraction * rng_below (rng, 1000);
    }
}

static void
test_random (void)
{
  enum
  {
    COUNT = 200000
  };
  struct rng rng = { 20240101 };
  struct fixed *fixed = malloc (COUNT * sizeof *fixed);
  for (size_t i = 0; i < COUNT; i++)
    fixed[i] = (struct fixed){ random_double (&rng), rng_below (&rng, 12),
                               1 + rng_below (&rng, 2) };
  ok (same_as_printf (fixed, COUNT), "%d random numbers, too", COUNT);
  free (fixed);
}

/* --- Styles (R14.140, R14.142) -------------------------------------------- */

#define BOLD "\033[0;1m"
#define PLAIN "\033[0m"

static void
check_styled (bool colours, const char *expected, const char *what)
{
  struct capture capture;
  capture_start (&capture);
  if (colours)
    output_use_colours (&capture.output);
  output_heading (&capture.output, "\f\ntwo\nlines\n");
  output_style (&capture.output, STYLE_BOLD);
  char *at = output_room (&capture.output, 100);
  at = put_percent (&capture.output, at, 5, 1, 20, STYLE_BOLD);
  output_advance (&capture.output, at);
  output_text (&capture.output, "\033[7m");
  output_style (&capture.output, STYLE_PLAIN);
  at = put_percent (&capture.output, output_room (&capture.output, 100), 6, 2,
                    5, STYLE_PLAIN);
  at = put_percent (&capture.output, at, 6, 2, 4.99, STYLE_PLAIN);
  output_advance (&capture.output, at);
  output_style (&capture.output, STYLE_BOLD);
  output_text (&capture.output, "end");
  char *text = capture_end (&capture, NULL);
  is_text (text, expected, "%s", what);
  free (text);
}

/* Many short lines fill the marks before the buffer, long ones the buffer; no
   mark is lost or moved.  */
static void
test_many_marks (unsigned length)
{
  enum
  {
    LINES = 3000
  };
  struct capture capture;
  char line[200];
  unsigned wrong = 0;
  memset (line, 'x', sizeof line);
  capture_start (&capture);
  output_use_colours (&capture.output);
  for (unsigned i = 0; i < LINES; i++)
    {
      output_style (&capture.output, STYLE_BOLD);
      output_char (&capture.output, 'b');
      output_style (&capture.output, STYLE_PLAIN);
      output_bytes (&capture.output, line, length);
      output_char (&capture.output, '\n');
    }
  char *text = capture_end (&capture, NULL);
  const char *at = text;
  for (unsigned i = 0; i < LINES; i++)
    {
      wrong += strncmp (at, BOLD "b" PLAIN, sizeof (BOLD PLAIN)) != 0;
      wrong += strspn (at + sizeof (BOLD PLAIN), "x") != length;
      at += sizeof (BOLD PLAIN) + length + 1;
    }
  is_u64 (wrong, 0, "lines of %u bytes behind their marks", length);
  is_u64 (*at, '\0', "and nothing else");
  free (text);
}

static void
test_styles (void)
{
  check_styled (false, "\f\ntwo\nlines\n 20.0\033[7m  5.00  4.99end",
                "without colours, styles leave no trace");
  check_styled (true,
                "\f\n" BOLD "two" PLAIN "\n" BOLD "lines" PLAIN "\n"
                "\033[0;1;31m 20.0" BOLD "\\033[7m\033[0;35m  5.00" PLAIN
                "  4.99" BOLD "end" PLAIN,
                "with colours each line has its own sequences, and the text "
                "none");
  test_many_marks (1);
  test_many_marks (150);
}

/* --- Where it goes -------------------------------------------------------- */

static int
take_other (void *context)
{
  const int *fd = context;
  return *fd;
}

/* R14.146: nobody has to read all that a pager gets.  */
static void
test_begin (void)
{
  int ends[2];
  struct diag diag = { 0 };
  struct output *output = malloc (sizeof *output);
  if (pipe (ends) != 0)
    helper_failed ("pipe", "failed");
  output_open (output, open ("/dev/null", O_WRONLY));
  output_begin (output, take_other, &ends[1]);
  output_use_colours (output);
  output_text (output, "\fa\n");
  ok (!output->is_paged, "nothing begins before the first write");
  output_flush (output);
  char got[8] = "";
  ok (output->is_paged && read (ends[0], got, sizeof got) == 2,
      "then the other descriptor is written to");
  is_text (got, "a\n", "without form feeds");
  is_u64 (output->lines, 1, "lines are counted");
  close (ends[0]);
  signal (SIGPIPE, SIG_IGN);
  output_text (output, "more\n");
  is_u64 (output_close (output, "out", &diag), STATUS_OK,
          "that it is not read is no failure");
  free (output);
}

/* --- Failures ----------------------------------------------------------- */

static void
test_closed_descriptor (void)
{
  struct output *output = malloc (sizeof *output);
  struct diag diag = { 0 };
  output_open (output, open ("/dev/null", O_RDONLY));
  output_text (output, "nobody reads this");
  is_u64 (output->error, 0, "a small text waits in the buffer");
  is_u64 (output_close (output, "the listing", &diag), STATUS_IO,
          "closing tells that writing failed");
  char expected[200];
  snprintf (expected, sizeof expected, "the listing: cannot write: %s",
            strerror (EBADF));
  is_text (diag.text, expected, "in the system's words");
  diag_release (&diag);
  free (output);
}

/* Is TEXT the shortest decimal number that reads back as VALUE?  */
static bool
is_shortest (const char *text, double value)
{
  char other[PUT_NUMBER_MOST];
  size_t digits = 0, least = 17;
  for (const char *at = text; *at != '\0' && *at != 'e'; at++)
    digits += *at >= '0' && *at <= '9' && (digits > 0 || *at != '0');
  for (int precision = 17; precision > 0; precision--)
    {
      snprintf (other, sizeof other, "%.*g", precision, value);
      if (strtod (other, NULL) == value)
        least = (size_t)precision;
    }
  return strtod (text, NULL) == value
         && (digits <= least || (value >= 1 && fmod (value, 10) == 0));
}

/* Put the digits of TEXT without the zeros around them into DIGITS; returns how
   many there are.  */
static int
digits_of (const char *text, char *digits)
{
  int count = 0, kept = 0;
  for (; *text != '\0' && *text != 'e'; text++)
    if (*text >= '0' && *text <= '9' && (count > 0 || *text != '0'))
      {
        digits[count++] = *text;
        kept = *text != '0' ? count : kept;
      }
  digits[kept] = '\0';
  return kept;
}

/* Are TEXT's digits those of the C library for VALUE, if that reads its number
   back?  Next to a power of 2 it may not.  */
static bool
is_nearest (const char *text, double value)
{
  char other[PUT_NUMBER_MOST], ours[PUT_NUMBER_MOST], theirs[PUT_NUMBER_MOST];
  snprintf (other, sizeof other, "%.*e", digits_of (text, ours) - 1, value);
  digits_of (other, theirs);
  return strtod (other, NULL) != value || strcmp (ours, theirs) == 0;
}

/* Whole numbers, quotients and any others (R15.6).  */
static void
test_numbers (void)
{
  static const double chosen[] = {
    0,    1,    0.5,    0.1,    0.01, 1e-4, 123456789, 1.0 / 3,
    1e15, 1e22, 1e-5,   5e-324, 0.3,  -2.5, 1e14,      999999999999999.0,
    100,  20,   0x1p53, 0x1p63, 0.96, 2e-9, 0.000123,  1.7976931348623157e308
  };
  struct rng rng = { 7 };
  char text[PUT_NUMBER_MOST];
  for (size_t i = 0; i < sizeof chosen / sizeof *chosen; i++)
    {
      *put_number (text, chosen[i]) = '\0';
      ok (is_shortest (text, chosen[i]), "%s", text);
    }
  bool all = true;
  for (unsigned i = 0; i < 20000; i++)
    {
      const double value
          = (double)rng_below (&rng, 100000) / (1 + rng_below (&rng, 1000));
      *put_number (text, value) = '\0';
      all = all && is_shortest (text, value);
    }
  ok (all, "quotients are as short as can be");
  all = true;
  for (int power = -40; power <= 60; power++)
    for (unsigned i = 0; i < 200; i++)
      {
        /* Powers of 2 and their neighbours, then any number.  */
        const uint64_t fraction
            = i < 4 ? i : rng_next (&rng) & (((uint64_t)1 << 52) - 1);
        const double value = ldexp (1 + ldexp ((double)fraction, -52), power)
                             * (i < 2 ? 1 - ldexp (i, -53) : 1);
        *put_number (text, value) = '\0';
        all = all && is_shortest (text, value) && is_nearest (text, value);
      }
  ok (all, "numbers of all sizes are short and near");
}

/* Nothing is written, so that only closing can fail.  */
static void
test_closing (void)
{
  struct output *output = malloc (sizeof *output);
  struct diag diag = { 0 };
  const int fd = open ("/dev/null", O_WRONLY);
  output_open (output, fd);
  close (fd);
  is_u64 (output_close (output, "out", &diag), STATUS_IO,
          "a close that fails is reported");
  char expected[200];
  snprintf (expected, sizeof expected, "out: cannot write: %s",
            strerror (EBADF));
  is_text (diag.text, expected, "with the error of close");
  diag_release (&diag);
  free (output);
}

/* The first error is reported.  */
static void
test_full_device (void)
{
  const int fd = open ("/dev/full", O_WRONLY);
  if (fd < 0)
    {
      skip (3, "there is no device that is always full");
      return;
    }
  struct output *output = malloc (sizeof *output);
  struct diag diag = { 0 };
  output_open (output, fd);
  for (unsigned i = 0; i < 100000; i++)
    output_text (output, "a line\n");
  is_u64 (output->error, ENOSPC, "a full device is noticed on the way");
  is_u64 (output_close (output, "out", &diag), STATUS_IO, "and told");
  is_u64 (diag.status, STATUS_IO, "as the first failure");
  diag_release (&diag);
  free (output);
}

int
main (void)
{
  test_text ();
  test_long_pieces ();
  test_flush ();
  test_counts ();
  test_counts_left ();
  test_edges ();
  test_near_halves ();
  test_random ();
  test_styles ();
  test_begin ();
  test_numbers ();
  test_closed_descriptor ();
  test_closing ();
  test_full_device ();
  return done ();
}
