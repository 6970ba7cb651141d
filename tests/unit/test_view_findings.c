/* test_view_findings.c - findings in words (R14.120-R14.123).

   The findings are typed in; in the profile, 200 samples of 100 a second.  */

#include "config.h"

#include "output/printers.h"

#include <stdio.h>

#include "corridor.h"
#include "tap.h"
#include "typed_programs.h"

/* Whatever the numbers are, each kind has all its texts.  */
static void
test_kinds (struct corridor *c)
{
  struct findings findings = { 0 };
  struct arena memory = { 0 };
  for (unsigned kind = 0; kind < FINDING_KINDS; kind++)
    {
      const struct finding finding = { .kind = (enum finding_kind)kind,
                                       .severity = (enum severity) (kind % 3),
                                       .amount = 50,
                                       .count = 1,
                                       .symbol = kind % 2 ? SYM_NONE : 0,
                                       .text = "text" };
      vec_push (&findings.items, finding);
    }
  c->reporting.report.findings = &findings;
  for (unsigned kind = 0; kind < FINDING_KINDS; kind++)
    {
      const struct findings_row row
          = findings_row (&c->reporting.report, kind, &memory);
      ok (row.id != NULL && row.severity != NULL && row.what[0] != '\0'
              && row.evidence[0] != '\0' && row.remedy[0] != '\0',
          "a row of kind %u", kind);
    }
  arena_release (&memory);
  findings_release (&findings);
}

/* The texts of FINDING.  */
static void
is_row (struct corridor *c, struct finding finding, const char *head,
        const char *evidence, const char *remedy)
{
  struct findings findings = { 0 };
  struct arena memory = { 0 };
  char text[200];
  vec_push (&findings.items, finding);
  c->reporting.report.findings = &findings;
  const struct findings_row row
      = findings_row (&c->reporting.report, 0, &memory);
  snprintf (text, sizeof text, "[%s] %s", row.id, row.severity);
  is_text (text, head, "%s", head);
  is_text (row.evidence, evidence, "%s: evidence", head);
  if (remedy != NULL)
    is_text (row.remedy, remedy, "%s: remedy", head);
  arena_release (&memory);
  findings_release (&findings);
}

/* Errors of 20 samples: 1 / sqrt (20) = 22 %; 5 times 2 s would have 100.
   Ticks are divided by the rate.  */
static void
test_numbers (struct corridor *c)
{
  const sym_id a = corridor_id (c, "a"), leaf = corridor_id (c, "leaf");
  is_row (c,
          (struct finding){ .kind = FINDING_FEW_SAMPLES,
                            .severity = SEVERITY_DOUBTFUL,
                            .amount = 20,
                            .symbol = leaf },
          "[few-samples] doubtful",
          "samples of the largest function, leaf: 20, so its standard error "
          "is 22%",
          "for an error of 10%, let it run 5 times as long (10.00 s), or add "
          "up as many runs");
  is_row (c,
          (struct finding){ .kind = FINDING_ESTIMATED_ARCS,
                            .severity = SEVERITY_NOTE,
                            .share = 0.25,
                            .amount = 40,
                            .bound = 60,
                            .count = 2,
                            .of = 5,
                            .symbol = a,
                            .other = leaf },
          "[estimated-arcs] note",
          "arcs to functions with several callers: 2 of 5, with 25.0% of the "
          "time passed on; the largest, from a to leaf, passes on 0.40 s of "
          "at most 0.60 s",
          NULL);
  is_row (c,
          (struct finding){ .kind = FINDING_FULL_BINS,
                            .severity = SEVERITY_DOUBTFUL,
                            .count = 3,
                            .of = 1,
                            .symbol = SYM_NONE },
          "[full-bins] doubtful",
          "bins with nearly 65535 samples: 3, the first in no symbol; files "
          "with such bins: 1",
          NULL);
}

/* What files are called is escaped for a terminal, but not for programs.  */
static void
test_escapes (struct corridor *c)
{
  const struct finding finding = { .kind = FINDING_RATES,
                                   .severity = SEVERITY_NOTE,
                                   .count = 1,
                                   .of = 250,
                                   .text = "a\nb" };
  is_row (c, finding, "[rates] note",
          "files with another rate than the first: 1, the first of them is "
          "a\nb with 250",
          NULL);
  c->reporting.names.escapes = true;
  is_row (c, finding, "[rates] note",
          "files with another rate than the first: 1, the first of them is "
          "a\\012b with 250",
          NULL);
  c->reporting.names.escapes = false;
}

int
main (void)
{
  struct corridor c;
  corridor_walk (&c, "-p", cycle_symbols, cycle_gmon);
  test_kinds (&c);
  test_numbers (&c);
  test_escapes (&c);
  corridor_release (&c);
  return done ();
}
