/* test_diag.c - the first failure and its place, warnings (R0.8).  */

#include "config.h"

#include "base/diag.h"

#include <errno.h>
#include <stdlib.h>

#include "capture.h"
#include "tap.h"

/* What diag_fail makes of WHERE.  */
static void
check_place (const struct place *where, const char *expected)
{
  struct diag diag = { 0 };
  diag_fail (&diag, STATUS_FORMAT, where, "%s of %d", "three", 7);
  is_text (diag.text, expected, "failure at \"%s\"", expected);
  diag_release (&diag);
}

static void
test_places (void)
{
  check_place (NULL, "three of 7");
  check_place (PLACE_FILE ("gmon.out"), "gmon.out: three of 7");
  check_place (&(struct place){ "gmon.out", 7, 412 },
               "gmon.out: record 7 at byte 412: three of 7");
  check_place (&(struct place){ "gmon.out", 0, 0 },
               "gmon.out: at byte 0: three of 7");
  check_place (&(struct place){ "map", 12, -1 }, "map: line 12: three of 7");
  /* Numbers say nothing without a file.  */
  check_place (&(struct place){ NULL, 3, 9 }, "three of 7");
}

static void
test_first_failure_stays (void)
{
  struct diag diag = { 0 };
  is_u64 (diag_fail (&diag, STATUS_USAGE, NULL, "first"), STATUS_USAGE,
          "diag_fail hands back its status");
  is_u64 (diag_fail (&diag, STATUS_IO, NULL, "second"), STATUS_IO,
          "also for a failure that is not kept");
  is_u64 (diag.status, STATUS_USAGE, "the first status is kept");
  is_text (diag.text, "first", "the first text is kept");
  diag_release (&diag);
  is_u64 (diag.status, STATUS_OK, "a released diag has no failure");
  is_text (diag.text, NULL, "and no text");
}

static void
test_system_failure (void)
{
  char expected[200];
  struct diag diag = { 0 };
  is_u64 (diag_fail_errno (&diag, "a file", ENOENT, "cannot open"), STATUS_IO,
          "a failed system call is STATUS_IO");
  snprintf (expected, sizeof expected, "a file: cannot open: %s",
            strerror (ENOENT));
  is_text (diag.text, expected, "file, what was done, the system's words");
  diag_release (&diag);
}

static void
test_long_message (void)
{
  enum
  {
    LONG = 10000
  };
  char *name = malloc (LONG + 1);
  memset (name, 'x', LONG);
  name[LONG] = '\0';
  struct diag diag = { 0 };
  diag_fail (&diag, STATUS_FORMAT, PLACE_FILE (name), "'%s'", name);
  /* Name, ": ", and the name in quotes.  */
  is_u64 (strlen (diag.text), LONG + 2 + LONG + 2, "no message is cut short");
  diag_release (&diag);
  free (name);
}

static void
test_report (void)
{
  struct caught_diag caught;
  caught_start (&caught);
  diag_report (&caught.diag);
  is_text (caught_text (&caught), "", "no failure, no line");
  diag_fail (&caught.diag, STATUS_IO, PLACE_FILE ("f"), "it failed");
  diag_report (&caught.diag);
  is_text (caught_text (&caught), "prog: f: it failed\n",
           "a failure is one line with the program's name");
  caught_release (&caught);
}

static void
test_report_usage (void)
{
  struct caught_diag caught;
  caught_start (&caught);
  diag_fail (&caught.diag, STATUS_USAGE, NULL, "unknown option '-g'");
  diag_report (&caught.diag);
  is_text (caught_text (&caught),
           "prog: unknown option '-g'\n"
           "Try 'prog --help' for more information.\n",
           "a usage failure says where help is");
  caught_release (&caught);
}

static void
test_nothing_to_print_on (void)
{
  struct diag diag = { 0 };
  diag_fail (&diag, STATUS_IO, NULL, "unheard");
  diag_report (&diag);
  diag_warn (&diag, NULL, "unheard");
  is_u64 (diag.warnings, 1, "warnings count without a stream, too");
  diag_release (&diag);
}

static void
test_control_characters (void)
{
  struct caught_diag caught;
  caught_start (&caught);
  diag_fail (&caught.diag, STATUS_IO, PLACE_FILE ("a\033[2Jb\177\n"),
             "caf\303\251");
  diag_report (&caught.diag);
  is_text (caught_text (&caught), "prog: a\\033[2Jb\\177\\012: caf\303\251\n",
           "control characters are escaped, bytes from 0x80 up are not");
  caught_release (&caught);
}

/* A program may be called by any name.  */
static void
test_control_characters_in_hint (void)
{
  struct caught_diag caught;
  caught_start (&caught);
  caught.diag.program = "a\033[2J\n";
  diag_fail (&caught.diag, STATUS_USAGE, NULL, "unknown option '-g'");
  diag_report (&caught.diag);
  is_text (caught_text (&caught),
           "a\\033[2J\\012: unknown option '-g'\n"
           "Try 'a\\033[2J\\012 --help' for more information.\n",
           "the hint after a usage failure is escaped, too");
  caught_release (&caught);
}

static void
test_warnings (void)
{
  struct caught_diag caught;
  caught_start (&caught);
  diag_warn (&caught.diag, PLACE_FILE ("f"), "%d odd things", 3);
  is_text (caught_text (&caught), "prog: f: warning: 3 odd things\n",
           "a warning is printed at once, as the header says");
  is_u64 (caught.diag.status, STATUS_OK, "and is no failure");
  diag_warn (&caught.diag, NULL, "again");
  is_u64 (caught.diag.warnings, 2, "warnings are counted");
  caught_release (&caught);
}

static void
test_repeat (void)
{
  struct caught_diag caught;
  caught_start (&caught);
  diag_warn (&caught.diag, NULL, "early");
  diag_repeat (&caught.diag);
  is_text (caught_text (&caught), "prog: warning: early\n",
           "a warning that was not kept is not repeated");
  caught_release (&caught);

  caught_start (&caught);
  caught.diag.keeps = true;
  diag_warn (&caught.diag, PLACE_FILE ("f\n"), "one");
  diag_note (&caught.diag, NULL, "a note");
  diag_warn (&caught.diag, NULL, "%s", "two");
  diag_repeat (&caught.diag);
  is_text (caught_text (&caught),
           "prog: f\\012: warning: one\n"
           "prog: note: a note\n"
           "prog: warning: two\n"
           "prog: f\\012: warning: one\n"
           "prog: warning: two\n",
           "warnings are repeated in their order, notes are not");
  is_u64 (caught.diag.warnings, 2, "and not counted again");
  caught_release (&caught);

  struct diag unheard = { .keeps = true };
  diag_warn (&unheard, NULL, "unheard");
  diag_repeat (&unheard);
  diag_release (&unheard);
}

/* While another program has the terminal.  */
static void
test_hold (void)
{
  struct caught_diag caught;
  caught_start (&caught);
  caught.diag.keeps = true;
  diag_warn (&caught.diag, NULL, "one");
  diag_hold (&caught.diag, true);
  diag_warn (&caught.diag, NULL, "two");
  diag_note (&caught.diag, NULL, "three");
  is_text (caught_text (&caught), "prog: warning: one\n",
           "messages are held back");
  diag_hold (&caught.diag, false);
  diag_repeat (&caught.diag);
  diag_report (&caught.diag);
  is_text (caught_text (&caught),
           "prog: warning: one\n"
           "prog: warning: one\n"
           "prog: warning: two\n"
           "prog: note: three\n",
           "printed behind those that are repeated, and once");
  caught_release (&caught);

  caught_start (&caught);
  diag_hold (&caught.diag, true);
  diag_warn (&caught.diag, NULL, "one");
  diag_hold (&caught.diag, false);
  diag_fail (&caught.diag, STATUS_IO, NULL, "lost");
  diag_report (&caught.diag);
  is_text (caught_text (&caught), "prog: warning: one\nprog: lost\n",
           "or in front of the failure");
  caught_release (&caught);
}

static void
test_failure_as_warning (void)
{
  struct caught_diag caught;
  struct diag failed = { 0 };
  caught_start (&caught);
  diag_fail (&failed, STATUS_IO, PLACE_FILE ("f"), "lost");
  diag_warn_failed (&caught.diag, &failed);
  is_text (caught_text (&caught), "prog: warning: f: lost\n",
           "a failure that does not matter is a warning");
  is_u64 (caught.diag.status, STATUS_OK, "and no failure any more");
  caught_release (&caught);
  diag_release (&failed);
}

static void
test_adopted_failure (void)
{
  struct caught_diag caught;
  struct diag failed = { 0 };
  caught_start (&caught);
  diag_fail (&failed, STATUS_IO, PLACE_FILE ("f"), "lost");
  is_u64 (diag_adopt (&caught.diag, &failed), STATUS_IO, "a failure, adopted");
  ok (failed.text == NULL, "with its words");
  diag_fail (&failed, STATUS_FORMAT, PLACE_FILE ("g"), "bad");
  is_u64 (diag_adopt (&caught.diag, &failed), STATUS_FORMAT, "a second one");
  diag_report (&caught.diag);
  is_text (caught_text (&caught), "prog: f: lost\n", "the first one stays");
  caught_release (&caught);
}

static void
test_hint (void)
{
  struct caught_diag caught;
  caught_start (&caught);
  diag_hint (&caught.diag, "too early");
  diag_fail (&caught.diag, STATUS_IO, PLACE_FILE ("f"), "lost");
  diag_hint (&caught.diag, "look under %s", "\033");
  diag_hint (&caught.diag, "or elsewhere");
  diag_report (&caught.diag);
  is_text (caught_text (&caught), "prog: f: lost\nprog: look under \\033\n",
           "the first hint follows the failure, escape");
  caught_release (&caught);
}

static void
test_adopted_hint (void)
{
  struct caught_diag caught;
  struct diag failed = { 0 };
  caught_start (&caught);
  diag_fail (&failed, STATUS_IO, PLACE_FILE ("f"), "lost");
  diag_hint (&failed, "look");
  diag_adopt (&caught.diag, &failed);
  diag_report (&caught.diag);
  is_text (caught_text (&caught), "prog: f: lost\nprog: look\n",
           "a hint is adopted with its failure");
  caught_release (&caught);
}

static void
test_forget (void)
{
  struct caught_diag caught;
  caught_start (&caught);
  diag_fail (&caught.diag, STATUS_IO, PLACE_FILE ("f"), "lost");
  diag_hint (&caught.diag, "look");
  diag_forget (&caught.diag);
  is_u64 (caught.diag.status, STATUS_OK, "a failure that is forgotten");
  diag_fail (&caught.diag, STATUS_FORMAT, PLACE_FILE ("f"), "bad");
  diag_report (&caught.diag);
  is_text (caught_text (&caught), "prog: f: bad\n",
           "makes room for what it comes from");
  caught_release (&caught);
}

static void
test_whose_failure (void)
{
  static const int failures[] = { EIO, EINTR, ENOMEM, EMFILE, ENFILE };
  for (size_t i = 0; i < sizeof failures / sizeof *failures; i++)
    ok (diag_is_system_failure (failures[i]), "the system failed: %s",
        strerror (failures[i]));
  ok (!diag_is_system_failure (ENOENT) && !diag_is_system_failure (EACCES)
          && !diag_is_system_failure (0),
      "a file is absent or of no use");
}

int
main (void)
{
  test_places ();
  test_first_failure_stays ();
  test_system_failure ();
  test_long_message ();
  test_report ();
  test_report_usage ();
  test_nothing_to_print_on ();
  test_control_characters ();
  test_control_characters_in_hint ();
  test_warnings ();
  test_repeat ();
  test_hold ();
  test_failure_as_warning ();
  test_adopted_failure ();
  test_hint ();
  test_adopted_hint ();
  test_forget ();
  test_whose_failure ();
  return done ();
}
