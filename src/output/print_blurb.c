/* print_blurb.c - what the columns mean, unless -b is given.

   Programs that read listings look for a line with only a form feed behind the
   explanation (R7.9, R6.49); it is printed here and never translated.  */

#include "config.h"

#include "base/i18n.h"
#include "output/formats.h"

/* What --errors adds (R14.50).  */
static const char errors_paragraph[] = N_ (
    " +-          the standard error of the time on its left: two of three "
    "times\n"
    "             the true time is within one, nearly always within "
    "two.  A\n"
    "             question mark: fewer than 10 samples.  >: calls may "
    "have\n"
    "             been lost.\n");
static const char bounds_paragraph[]
    = N_ (" bounds      exact: all calls come from here, so nothing is "
          "assumed.\n"
          "             Otherwise the time is an estimate, and the true one "
          "is\n"
          "             between these two.  >= and +: so much or more, since "
          "some\n"
          "             time has no callers.\n");

/* What it adds with stacks (R20.186-R20.188).  */
static const char system_paragraph[]
    = N_ (" system      the part of the self time that was taken directly "
          "behind a\n"
          "             system call: time in the system.\n");
static const char measured_paragraph[] = N_ (
    " bounds      measured: the time is that of stacks that were sampled.\n"
    "             <: none was; nearly always it is less than this.\n"
    " per call    that time, for each call from there.\n");

/* What --inlined adds (R14.100).  */
static const char inlined_paragraph[] = N_ (
    " [inlined]   rows moved to the right are parts of the self time of the\n"
    "             function above them: <own code>, and functions that the\n"
    "             compiler put into it, each without those put into it in\n"
    "             turn.  They add up to it.  Their calls are not counted.\n");

static void
print_paragraph (struct output *output, const char *paragraph)
{
  output_char (output, '\n');
  output_text (output, _ (paragraph));
}

/* Print PARAGRAPHS, which a null ends, and those of the COUNT MORE that are
   not null.  */
static void
print_paragraphs (struct output *output, const char *const *paragraphs,
                  const char *const *more, size_t count)
{
  for (; *paragraphs != NULL; paragraphs++)
    print_paragraph (output, *paragraphs);
  for (size_t i = 0; i < count; i++)
    if (more[i] != NULL)
      print_paragraph (output, more[i]);
  output_text (output, "\f\n");
  output_text (output, _ ("Option -b leaves this explanation out.\n"));
}

void
print_flat_blurb (const struct report *report)
{
  const struct options *options = report->options;
  const bool has_system = options->errors && report->profile->knows_system;
  const char *const more[] = { options->errors ? errors_paragraph : NULL,
                               has_system ? system_paragraph : NULL,
                               options->inlined ? inlined_paragraph : NULL };
  static const char *const paragraphs[] = {
    N_ ("How to read the flat profile: one line for each function, those "
        "that\nused the most time themselves first.\n"),
    /* xgettext:no-c-format */
    N_ (" %           what part of all sampled time was spent in the "
        "function\n"
        " time        itself, not in what it called.\n"),
    N_ (" cumulative  the self seconds of this line and of all lines above "
        "it.\n"
        " seconds\n"),
    N_ (" self        the time sampled in the function itself.  The lines "
        "are\n"
        " seconds     sorted by it.\n"),
    N_ (" calls       how often the function was called, calls by itself "
        "not\n"
        "             counted.  Blank if calls of it were not recorded, as "
        "in\n"
        "             code that was not compiled for profiling.\n"),
    N_ (" self        the average time of one call in the function itself; "
        "the\n"
        " ?s/call     unit, such as ms, is chosen to suit the longest "
        "one.\n"),
    N_ (" total       the average time of one call in the function and all "
        "that\n"
        " ?s/call     it called in turn, on the assumption that each call "
        "takes\n"
        "             the same time.\n"),
    N_ (" name        the function.  In the traditional style, its number in "
        "the\n"
        "             call graph follows, in parentheses if it has no entry "
        "there.\n"),
    NULL
  };
  print_paragraphs (report->output, paragraphs, more,
                    sizeof more / sizeof *more);
}

void
print_graph_blurb (const struct report *report)
{
  const struct options *options = report->options;
  const char *bounds = report->profile->arcs_are_measured ? measured_paragraph
                                                          : bounds_paragraph;
  const char *const more[] = { options->errors ? errors_paragraph : NULL,
                               options->errors ? bounds : NULL,
                               options->inlined ? inlined_paragraph : NULL };
  static const char *const paragraphs[] = {
    N_ (" How to read the call graph: one entry for each function, rows of "
        "hyphens\n"
        " between them, sorted by the time in the function and all it "
        "called.\n"
        " The entry's own line begins with its number, [N].  Above it are "
        "its\n"
        " callers (parents), below it what it calls (children).\n"),
    N_ (" On the function's own line:\n"),
    /* xgettext:no-c-format */
    N_ ("     index      the number that other entries and the index refer "
        "to.\n"
        "     % time     what part of all time was spent in the function and "
        "its\n"
        "                children.  These do not add up to 100, since a "
        "child's\n"
        "                time counts for its parents, too.\n"
        "     self       time sampled in the function itself.\n"
        "     children   time passed on to it by what it calls.\n"
        "     called     how often it was called; behind a plus sign, how "
        "often\n"
        "                by itself.\n"
        "     name       its name; if it is part of a cycle, the cycle's "
        "number.\n"),
    N_ (" On a parent's line:\n"),
    N_ ("     self       the part of the function's self time that this "
        "parent's\n"
        "                calls account for.\n"
        "     children   likewise of its children's time.\n"
        "     called     calls by this parent / calls by all, the function's "
        "calls\n"
        "                of itself left out.\n"
        "     name       the parent and its number.  <spontaneous> stands "
        "for\n"
        "                callers that are not known, such as a signal or the\n"
        "                start of the program.\n"),
    N_ (" On a child's line:\n"),
    N_ ("     self       the part of the child's self time that this "
        "function's\n"
        "                calls account for.\n"
        "     children   likewise of its children's time.\n"
        "     called     calls by this function / calls of the child by "
        "all.\n"
        "     name       the child and its number.\n"),
    N_ (" Functions that call each other in a circle form a cycle.  It has "
        "an entry\n"
        " as a whole, with its members instead of children; the plus sign "
        "there\n"
        " counts calls from one member to another.  Calls inside a cycle "
        "pass no\n"
        " time on, so their lines show a count alone.\n"),
    NULL
  };
  print_paragraphs (report->output, paragraphs, more,
                    sizeof more / sizeof *more);
}

void
print_per_file_blurb (struct output *output)
{
  static const char *const paragraphs[] = {
    N_ ("How to read this: one line for each function that has time itself, "
        "those\nwith the most time in all profiles first.\n"),
    N_ (" mean        the self time of the function per profile.\n"),
    N_ (" std.dev     the standard deviation of its self times in the "
        "profiles.\n"),
    N_ (" minimum     its smallest and its largest self time in a profile;\n"
        " maximum     0 where a profile has none.\n"),
    N_ (" imbalance   the maximum divided by the mean: 1 if all profiles "
        "have the\n             same time.\n"),
    N_ (" maximum in  the first profile that has the maximum.\n"),
    NULL
  };
  print_paragraphs (output, paragraphs, NULL, 0);
}

void
print_per_thread_blurb (struct output *output)
{
  static const char *const paragraphs[] = {
    N_ ("How to read this: one line for each function that has time itself, "
        "those\nwith the most time in all threads first.\n"),
    N_ (" mean        the self time of the function per thread.  Those in "
        "which it has\n             none count if others of their name have "
        "some.\n"),
    N_ (" std.dev     the standard deviation of its self times in the "
        "threads.\n"),
    N_ (" minimum     its smallest and its largest self time in a thread;\n"
        " maximum     0 where a thread has none.\n"),
    N_ (" imbalance   the maximum divided by the mean: 1 if these threads "
        "have the\n             same time.\n"),
    N_ (" threads     how many these are.\n"),
    N_ (" maximum in  the first thread that has the maximum.\n"),
    NULL
  };
  print_paragraphs (output, paragraphs, NULL, 0);
}

void
print_findings_blurb (struct output *output)
{
  static const char *const paragraphs[] = {
    N_ ("How to read this: what was found, worst first; how that shows; and "
        "what to do\nabout it.  What does not show in the files cannot be "
        "found.\n"),
    N_ (" serious     a listing is wrong as a whole, or there is none.\n"),
    N_ (" doubtful    figures that matter may be far from the truth.\n"),
    N_ (" note        what is not in the profile, or is an estimate.\n"), NULL
  };
  print_paragraphs (output, paragraphs, NULL, 0);
}

void
print_waits_blurb (struct output *output)
{
  static const char *const paragraphs[] = {
    N_ ("How to read this: one line for each function that waited, those that "
        "did so\nfor the longest time first, and below it one for each "
        "function that called it\nif there are several.\n"),
    N_ (" seconds     how long it waited, without its processor time, which "
        "is in the\n             other listings; but that of MPI functions is "
        "waiting, too.\n"),
    N_ (" waits       how often; of MPI functions, how often in what they "
        "call.\n"),
    N_ (" longest     the seconds of its longest wait.\n"),
    N_ (" called from  the function that called it < the one that called that "
        "< ...\n             <spontaneous>: nobody knows, as of short "
        "waits.\n"),
    NULL
  };
  print_paragraphs (output, paragraphs, NULL, 0);
}

void
print_diff_blurb (struct output *output)
{
  static const char *const paragraphs[] = {
    N_ ("How to read this: one line for each function whose self time has "
        "changed\nsignificantly, with the greatest change first, then for "
        "functions that only\none program has.  With option -z, for all.\n"),
    N_ (" old new     the self time of the function per profile.\n"),
    N_ (" change      the difference, and in percent of the old time.\n"),
    N_ (" error       the standard error of the difference.  A change is "
        "significant,\n             and marked by *, if it is greater than "
        "three of them.\n"),
    N_ (" possible    changes, marked by ?, are greater than two errors, but "
        "may "
        "be chance,\n             which alone makes as many of them as the "
        "heading says.  Behind the\n             name stands with how many "
        "times "
        "the samples the change would be\n             significant if it "
        "stays "
        "as large.\n"),
    N_ (" calls       how often the function was called per profile, not "
        "counting\n             calls by itself.\n"),
    NULL
  };
  print_paragraphs (output, paragraphs, NULL, 0);
}

void
print_asm_blurb (struct output *output)
{
  static const char *const paragraphs[] = {
    N_ ("How to read this: for each function, those with the most samples "
        "first, one\nline for each instruction, and above these the source "
        "lines that they come\nfrom.\n"),
    /* xgettext:no-c-format */
    N_ (" % self      what part of the function's samples were taken in the\n"
        "             instruction.\n"),
    N_ (" samples     the number of them.  Instructions share the samples of "
        "the bin\n"
        "             of the histogram that they start in, so these are "
        "rarely "
        "whole\n"
        "             numbers.\n"),
    N_ (" calls       how often the instruction called.  With \", its calls "
        "are\n"
        "             counted at one before it, since the profile does not "
        "tell them\n"
        "             apart.  Functions that it does not name stand below "
        "it.\n"),
    N_ (" address     where the instruction is.  Dots stand for instructions "
        "that were\n"
        "             left out, with the sum of their samples and calls.\n"),
    N_ (" instruction the text of the instruction, and in angle brackets what "
        "an address\n"
        "             in it means; without a name, it is in the function.\n"),
    NULL
  };
  print_paragraphs (output, paragraphs, NULL, 0);
}
