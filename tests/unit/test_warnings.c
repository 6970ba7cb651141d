/* test_warnings.c - which warnings a run needs, and whether -c has the code
   searched.  What warnings say is tested with mismatch and traps.  */

#include "config.h"

#include "analysis/warnings.h"

#include <unistd.h>

#include "analysis/static_calls.h"
#include "capture.h"
#include "gmon_text.h"
#include "tap.h"
#include "tiny_elf.h"
#include "tiny_program.h"
#include "warned.h"

static struct tiny_program tiny;
static char image[SCRATCH_NAME_SIZE];

/* From now on OPTIONS are the user's, a text that ends where the name of the
   image belongs.  */
static void
set_options (const char *options)
{
  char line[80];
  options_release (&tiny.options);
  snprintf (line, sizeof line, "%s%s", options, image);
  tiny_options (&tiny, line);
}

/* What is warned of about the profile GMON.  */
static void
check_profile (const char *options, const char *gmon, enum status expected,
               const char *warning, bool is_mismatch)
{
  struct profile profile = { 0 };
  struct caught_diag caught;
  bool mismatched = false;
  gmon_text_read (gmon, &profile);
  caught_start (&caught);
  set_options (options);
  is_u64 (warn_of_profile (&profile, &tiny.options, &tiny.program, &mismatched,
                           &caught.diag),
          expected, "'%s': status", options);
  is_warned (&caught, warning, "a profile");
  ok (expected != STATUS_OK || mismatched == is_mismatch, "mismatched or not");
  caught_release (&caught);
  profile_release (&profile);
}

static void
test_profiles (void)
{
  static const char good[] = "hist 1000 1010 100 seconds s 1 2 3 4\n";
  static const char other[] = "hist 401000 401010 100 seconds s 1 2 3 4\n";
  static const char full[] = "hist 1000 1010 100 seconds s 1 65535 3 4\n";
  check_profile ("", good, STATUS_OK, "", false);
  check_profile ("", other, STATUS_OK, "no histogram touches the code", true);
  check_profile ("", full, STATUS_OK, "65535", false);
  check_profile ("--strict ", other, STATUS_MISMATCH, "", true);
}

/* What is warned of about calls that have no place in the graph.  */
static void
check_calls (const char *options, uint64_t from_pc, bool mismatched,
             const char *warning, const char *end)
{
  const struct callgraph graph
      = { .dropped = { .without_caller = 1,
                       .first = { .from_pc = from_pc, .self_pc = 0x1000 } } };
  struct caught_diag caught;
  caught_start (&caught);
  set_options (options);
  is_u64 (warn_of_calls (&graph, &tiny.options, &tiny.program, mismatched,
                         &caught.diag),
          STATUS_OK, "'%s'", options);
  is_warned (&caught, warning, "dropped calls");
  ok (strstr (caught_text (&caught), end) != NULL, "and how that ends");
  caught_release (&caught);
}

static void
test_calls (void)
{
  static const char left_out[] = "1 call is left out";
  static const char reason[] = "shared library or plugin";
  struct caught_diag caught;
  check_calls ("-q ", 0x1004, false, left_out, "to 0x1000\n");
  check_calls ("-q ", 0x701004, false, left_out, reason);
  check_calls ("-q ", 0x701004, true, left_out, "to 0x1000\n");
  check_calls ("-i ", 0x1004, false, "", "");
  caught_start (&caught);
  set_options ("-q ");
  const struct callgraph whole = { 0 };
  warn_of_calls (&whole, &tiny.options, &tiny.program, false, &caught.diag);
  is_warned (&caught, "", "no call is left out");
  caught_release (&caught);
}

/* What is warned of about no samples.  */
static void
check_samples (const char *options, double ticks, const char *warning)
{
  const struct profile profile = { 0 };
  struct caught_diag caught;
  caught_start (&caught);
  set_options (options);
  warn_of_samples (&profile, &tiny.options, ticks, &caught.diag);
  is_warned (&caught, warning, "no samples");
  caught_release (&caught);
}

/* What -c finds with OPTIONS in a profile like GMON.  */
static void
check_static (const char *options, const char *gmon, bool searched)
{
  struct static_calls found = { 0 };
  struct profile profile = { 0 };
  struct diag diag = { 0 };
  gmon_text_read (gmon, &profile);
  set_options (options);
  is_u64 (static_calls_find (&found, &tiny.options, &tiny.program, &profile,
                             &diag),
          STATUS_OK, "'%s'", options);
  is_u64 (static_calls_of (&found) != NULL, searched, "the code is searched");
  static_calls_release (&found);
  profile_release (&profile);
  diag_release (&diag);
}

int
main (int argc, char **argv)
{
  struct diag diag = { 0 };
  if (argc < 1 || !tiny_elf (image, argv[0], "global func text 1000 main\n"))
    {
      skip (1, "this is no 64-bit ELF system");
      return done ();
    }
  set_options ("");
  if (program_load (&tiny.program, &tiny.options, &diag) != STATUS_OK)
    helper_failed ("program_load", diag.text);
  test_profiles ();
  test_calls ();
  check_samples ("-p ", 0, "there are no samples");
  check_samples ("-q ", 0, "");
  check_samples ("-p ", 3, "");
  check_static ("", "arc 1004 1000 1\n", false);
  check_static ("-c ", "arc 1004 1000 1\n",
                callscan_knows (program_target (&tiny.program),
                                &tiny.options.quirks));
  check_static ("-c ", "hist 1000 1010 100 seconds s 1 2 3 4\n", false);
  unlink (image);
  tiny_release (&tiny);
  return done ();
}
