/* print_findings.c - what the data can and cannot tell (R14.120): findings in
   words, and as text.  */

#include "config.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "base/i18n.h"
#include "output/formats.h"
#include "output/printers.h"

/* What sentences are made of, and where they are kept.  */
struct words
{
  const struct report *report;
  struct arena *memory;
};

/* --- Parts of sentences -------------------------------------------------- */

static const char *DIAG_PRINTF (2, 3)
    say (const struct words *words, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  char *text = memory_vformat (format, arguments);
  va_end (arguments);
  const char *kept = arena_text (words->memory, text, strlen (text));
  free (text);
  return kept;
}

/* What listings call symbol ID.  */
static const char *
name_of (const struct words *words, sym_id id)
{
  return id != SYM_NONE ? names_of (words->report->names, id)
                        : _ ("no symbol");
}

/* TEXT of a file, escaped where names are.  */
static const char *
plain (const struct words *words, const char *text)
{
  return words->report->names->escapes ? escape_text (words->memory, text)
                                       : text;
}

static const char *
time_of (const struct words *words, double ticks)
{
  return say (words, "%.2f %c", report_time (words->report, ticks),
              words->report->profile->dimension.abbreviation);
}

/* The time of FINDING and what part of all time it is, as "0.35 s, 40.1%".  */
static const char *
time_and_share (const struct words *words, const struct finding *finding)
{
  return say (words, "%s, %.1f%%", time_of (words, finding->amount),
              100 * finding->share);
}

/* --- What shows it ------------------------------------------------------- */

/* What of the time that passed was processor time, FINDING's, and what waits.  */
static const char *
say_elapsed (const struct words *words, const struct finding *finding)
{
  const struct account *account = words->report->account;
  if (!account->has_waits)
    return say (words, _ ("processor time: %.2f s of %.2f s"), finding->amount,
                finding->bound);
  return say (words,
              _ ("processor time: %.2f s of %.2f s; waits: %.2f s in %zu "
                 "places"),
              finding->amount, finding->bound, account->waits,
              account->places);
}

/* What shows FINDING.  */
static const char *
say_evidence (const struct words *words, const struct finding *finding)
{
  const char *text
      = finding->text != NULL ? plain (words, finding->text) : NULL;
  const char *time = time_and_share (words, finding);
  switch (finding->kind)
    {
    case FINDING_WRONG_PROGRAM:
      return text;
    case FINDING_NO_SAMPLES:
      return _ ("samples in the code of the program: 0");
    case FINDING_NO_CALLS:
      return _ ("calls in the profile: 0");
    case FINDING_NOT_COMPILED:
      return say (words,
                  /* TRANSLATORS: the first %s is a time and a percentage, as
                     "0.35 s, 40.1%"; also below.  */
                  _ ("functions with samples but without call counts: "
                     "%" PRIu64 " (%s), the largest is %s"),
                  finding->count, time, name_of (words, finding->symbol));
    case FINDING_UNSEEN_CALLERS:
      return say (words,
                  _ ("functions with samples but without recorded callers: "
                     "%" PRIu64 " (%s), the largest is %s"),
                  finding->count, time, name_of (words, finding->symbol));
    case FINDING_DROPPED_CALLS:
      return say (words,
                  _ ("calls that are left out: to no function %" PRIu64
                     ", from no symbol %" PRIu64),
                  finding->count, finding->of);
    case FINDING_TAIL_CALLS:
      return say (words,
                  _ ("functions that others jump to: %" PRIu64
                     ", the largest is %s (%s with what it calls), after a "
                     "jump from %s"),
                  finding->count, name_of (words, finding->symbol), time,
                  name_of (words, finding->other));
    case FINDING_RECURSION:
      return say (words,
                  _ ("calls of %s (%s with what it calls): %" PRIu64
                     " by others, %" PRIu64 " by itself"),
                  name_of (words, finding->symbol), time, finding->count,
                  finding->of);
    case FINDING_CALLBACKS:
      return say (words,
                  _ ("the program uses '%s'; functions with counted calls "
                     "whose address is taken: %" PRIu64 ", the largest is %s"),
                  text, finding->count, name_of (words, finding->symbol));
    case FINDING_FEW_SAMPLES:
      return say (words,
                  _ ("samples of the largest function, %s: %.0f, so its "
                     "standard error is %.0f%%"),
                  name_of (words, finding->symbol), finding->amount,
                  100 / sqrt (finding->amount));
    case FINDING_SMALL_FUNCTIONS:
      return say (words,
                  _ ("functions with fewer than 10 samples: %" PRIu64 " (%s)"),
                  finding->count, time);
    case FINDING_LOST_STACKS:
      return say (words, _ ("stacks with unknown callers: %s"), time);
    case FINDING_PROFILING_COST:
    case FINDING_RECORDER_BIAS:
      return say (words,
                  _ ("samples of the recorder's own, in no row: %.0f "
                     "(%s of all samples)"),
                  finding->amount, time);
    case FINDING_ELAPSED:
      return say_elapsed (words, finding);
    case FINDING_STARTUP_CODE:
      return say (words, _ ("%s and the like have %s"),
                  name_of (words, finding->symbol), time);
    case FINDING_CYCLES:
      return say (words,
                  _ ("cycles: %" PRIu64 ", the largest with %s (%s with what "
                     "it calls) has %" PRIu64
                     " members, between which no time is passed on"),
                  finding->of, name_of (words, finding->symbol), time,
                  finding->count);
    case FINDING_ESTIMATED_ARCS:
      return say (words,
                  _ ("arcs to functions with several callers: %" PRIu64
                     " of %" PRIu64 ", with %.1f%% of the time passed on; the "
                     "largest, from %s to %s, passes on %s of at most %s"),
                  finding->count, finding->of, 100 * finding->share,
                  name_of (words, finding->symbol),
                  name_of (words, finding->other),
                  time_of (words, finding->amount),
                  time_of (words, finding->bound));
    case FINDING_FULL_BINS:
      return say (words,
                  _ ("bins with nearly 65535 samples: %" PRIu64
                     ", the first in %s; files with such bins: %" PRIu64),
                  finding->count, name_of (words, finding->symbol),
                  finding->of);
    case FINDING_STALE_SOURCES:
      return say (words,
                  _ ("files changed since: %" PRIu64 " of %" PRIu64
                     ", the first is %s"),
                  finding->count, finding->of, text);
    case FINDING_MISSING_SOURCES:
      return say (words,
                  _ ("missing files: %" PRIu64 " of %" PRIu64
                     ", the first is %s"),
                  finding->count, finding->of, text);
    case FINDING_RATES:
      return say (words,
                  _ ("files with another rate than the first: %" PRIu64
                     ", the first of them is %s with %" PRIu64),
                  finding->count, text, finding->of);
    case FINDING_SLOW_CLOCK:
      return say (words,
                  _ ("samples a second: %" PRIu64 " were asked for, and there "
                     "were about %.0f"),
                  finding->of, finding->amount);
    case FINDING_THREADS:
      return say (words,
                  _ ("the program has '%s', and of calls that threads make at "
                     "the same time some are not counted"),
                  text);
    case FINDING_LIBRARIES:
      return say (words, _ ("it has %s in the program itself; libraries: %s"),
                  time_of (words, finding->amount), text);
    case FINDING_UNSAMPLED_LIBRARY:
      return say (words, _ ("there are calls but no samples in %s"), text);
    case FINDING_INLINING:
      return _ ("the debugging information describes inlined functions");
    case FINDING_NO_LINES:
      return _ ("the image has no debugging information");
    default:
      return say (words, _ ("the program uses '%s'"), text);
    }
}

/* --- The table ----------------------------------------------------------- */

/* All kinds: the identifier, which never changes; what is found; and what to
   do, null if figures say that.  */
static const struct fact
{
  const char *id, *what, *remedy;
} facts[FINDING_KINDS] = {
  [FINDING_WRONG_PROGRAM]
  = { "wrong-program", N_ ("image and profile do not belong together"),
      N_ ("run this build again, or name the image that wrote the profile; "
          "before that, nothing else can be said") },
  [FINDING_NO_SAMPLES]
  = { "no-samples", N_ ("there are no samples, so no times"),
      N_ ("let the program run for seconds of processor time; waiting, shared "
          "libraries and the children of a fork are not sampled") },
  [FINDING_NO_CALLS]
  = { "no-calls", N_ ("no calls were counted, so there is no call graph"),
      N_ ("compile the program with -pg, too, not only link it so") },
  [FINDING_NOT_COMPILED]
  = { "not-compiled", N_ ("functions were compiled without -pg"),
      N_ ("compile them with -pg, or let gprof --run find out who calls them; "
          "as it is, their callers get none of their time") },
  [FINDING_FULL_BINS]
  = { "full-bins",
      N_ ("counters of samples are nearly full, so time may be missing"),
      N_ ("profile several shorter runs, and add them up with -s") },
  [FINDING_THREADS] = { "threads",
                        N_ ("numbers of calls are lower bounds, since the "
                            "program may start threads"),
                        N_ ("gprof --run counts the calls of all threads, and "
                            "samples all of them") },
  [FINDING_UNSEEN_CALLERS]
  = { "unseen-callers",
      N_ ("time has no callers, since the profile has no stacks; so total "
          "times are too small"),
      N_ ("gprof --run takes stacks; without these, add their time to whoever "
          "was the reason, or compare self times only") },
  [FINDING_DROPPED_CALLS]
  = { "dropped-calls",
      N_ ("calls come from code without symbols, or lead there"),
      N_ ("name the image with all symbols; link libraries compiled with -pg "
          "statically") },
  [FINDING_UNSAMPLED_LIBRARY]
  = { "unsampled-library",
      N_ ("a library was not sampled, since the program was"),
      N_ ("for its times, use LD_PROFILE with a program that is linked "
          "without -pg: in one process, the C library samples either") },
  [FINDING_FEW_SAMPLES]
  = { "few-samples", N_ ("too few samples for exact times"), NULL },
  [FINDING_SMALL_FUNCTIONS]
  = { "small-functions",
      N_ ("much of the time is in functions with few samples each"),
      N_ ("do not compare them with one another; --errors shows their errors, "
          "and --group-by=file adds them up") },
  [FINDING_STARTUP_CODE]
  = { "startup-code",
      N_ ("start-up code is credited with time that is not its own"),
      N_ ("use --attribution=exact, which finds out whose time it is") },
  [FINDING_PROFILING_COST]
  = { "profiling-cost", N_ ("counting calls took much of the time"),
      N_ ("compile small functions that are called most without -pg, or give "
          "them the attribute no_instrument_function") },
  [FINDING_RECORDER_BIAS]
  = { "recorder-bias",
      N_ ("functions that are called very often take more than is shown, "
          "since much of the time went to counting their calls"),
      N_ ("compare with the stacks of a build without -pg: gprof --run") },
  [FINDING_LOST_STACKS] = { "lost-stacks", N_ ("stacks end before main"),
                            N_ ("compile code that has no unwind tables with "
                                "-fasynchronous-unwind-tables") },
  [FINDING_CYCLES]
  = { "cycles",
      N_ ("functions that call each other in a cycle have much of the time"),
      N_ ("--cycles lists their members, and options -k that break them") },
  [FINDING_ESTIMATED_ARCS]
  = { "estimated-arcs",
      N_ ("how callers share the time of what they call is an estimate"),
      N_ ("gprof --run measures the shares; --errors shows which arcs are "
          "exact") },
  [FINDING_TAIL_CALLS]
  = { "tail-calls",
      N_ ("calls that became jumps are counted for another caller"),
      N_ ("compile with -fno-optimize-sibling-calls to see their callers") },
  [FINDING_STALE_SOURCES]
  = { "stale-sources", N_ ("sources were changed after the program was built"),
      N_ ("build and profile again before you rely on lines (-l, -A)") },
  [FINDING_INLINING]
  = { "inlining", N_ ("inlined functions have no rows and no calls"),
      N_ ("--inlined shows the lines of inlined functions; compiled with "
          "-fno-inline they have rows, but other costs") },
  [FINDING_RECURSION] = { "recursion",
                          N_ ("the time per call of a recursive function is "
                              "that of a whole recursion"),
                          N_ ("for the time of one call, divide by all calls, "
                              "those by itself included") },
  [FINDING_CALLBACKS]
  = { "callbacks", N_ ("calls that a library makes are not counted"),
      N_ ("gprof --run counts them; else take the numbers of calls of these "
          "functions for lower bounds") },
  [FINDING_SIGNAL_HANDLERS]
  = { "signal-handlers", N_ ("calls of signal handlers are not counted"),
      N_ ("gprof --run counts them; else the time of a handler has no "
          "callers, and calls that it makes may be missing") },
  [FINDING_FORK] = { "fork",
                     N_ ("child processes are not sampled, and the profile of "
                         "one may replace that of the parent"),
                     N_ ("gprof --run records every process; else set "
                         "GMON_OUT_PREFIX, so that each writes a file of its "
                         "own") },
  [FINDING_RATES]
  = { "rates", N_ ("the profiles have different rates of samples"),
      N_ ("times are converted to the rate of the first file, so numbers of "
          "samples, and errors, are not those of one rate") },
  [FINDING_SLOW_CLOCK]
  = { "slow-clock", N_ ("samples were taken less often than was asked for"),
      N_ ("errors are those of the samples that were taken; perf events "
          "(timer=perf) bring more, but none of time in the system") },
  [FINDING_LIBRARIES]
  = { "libraries",
      N_ ("time in shared libraries and in the system is not in the profile"),
      N_ ("gprof --run records it; how much is missing, the processor time "
          "that `time' reports tells") },
  [FINDING_WAITING]
  = { "waiting", N_ ("time that the program waits is not measured"),
      N_ ("gprof --run --waits lists where the program waits") },
  [FINDING_ELAPSED]
  = { "waiting", N_ ("not all the time that passed is processor time"),
      N_ ("--waits lists where the program waited") },
  [FINDING_NO_LINES]
  = { "no-lines", N_ ("there is no information about source lines"),
      N_ ("compile with -g for -l and -A; without it, nothing can be said "
          "about inlining and sources") },
  [FINDING_MISSING_SOURCES]
  = { "missing-sources",
      N_ ("sources of functions that take time were not found"),
      N_ ("name their directories with -I") },
};

/* How long the program should run: 100 samples have an error of a tenth.  */
static const char *
say_remedy (const struct words *words, const struct finding *finding)
{
  if (finding->kind == FINDING_NO_SAMPLES
      && words->report->profile->bins_are_addresses)
    return _ ("let the program run for seconds of processor time; waiting is "
              "not sampled");
  if (finding->kind == FINDING_ELAPSED && !words->report->account->has_waits)
    return _ ("to see where the program waits, run it with --run --waits");
  if (finding->kind != FINDING_FEW_SAMPLES)
    return _ (facts[finding->kind].remedy);
  const double times = ceil (100 / finding->amount);
  return say (words,
              _ ("for an error of 10%%, let it run %.0f times as long (%s), "
                 "or add up as many runs"),
              times,
              time_of (words, times
                                  * (words->report->total_ticks
                                     + report_recording (words->report))));
}

/* --- Rows ---------------------------------------------------------------- */

struct findings_row
findings_row (const struct report *report, size_t number, struct arena *memory)
{
  static const char *const severities[] = { [SEVERITY_SERIOUS] = "serious",
                                            [SEVERITY_DOUBTFUL] = "doubtful",
                                            [SEVERITY_NOTE] = "note" };
  const struct finding *finding = &report->findings->items.items[number];
  const struct fact *fact = &facts[finding->kind];
  const struct words words = { report, memory };
  return (struct findings_row){ .id = fact->id,
                                .severity = severities[finding->severity],
                                .what = _ (fact->what),
                                .evidence = say_evidence (&words, finding),
                                .remedy = say_remedy (&words, finding) };
}

/* --- Text ---------------------------------------------------------------- */

void
print_findings (struct report *report)
{
  struct output *out = report->output;
  const size_t count = report->findings->items.count;
  struct arena memory = { 0 };
  report_separate (report);
  output_heading (out, "Findings:\n");
  for (size_t i = 0; i < count; i++)
    {
      const struct findings_row row = findings_row (report, i, &memory);
      output_char (out, '\n');
      output_style (out, STYLE_BOLD);
      output_char (out, '[');
      output_text (out, row.id);
      output_text (out, "] ");
      output_text (out, row.severity);
      output_text (out, ": ");
      output_text (out, row.what);
      output_style (out, STYLE_PLAIN);
      output_text (out, "\n    evidence: ");
      output_text (out, row.evidence);
      output_text (out, "\n    remedy: ");
      output_text (out, row.remedy);
      output_char (out, '\n');
    }
  if (count == 0)
    {
      output_text (out, "\n ");
      output_text (out,
                   _ ("no findings: nothing says that the figures mislead"));
      output_char (out, '\n');
    }
  if (!report->options->brief)
    print_findings_blurb (out);
  arena_release (&memory);
}
