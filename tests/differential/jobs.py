"""Comparing many subjects with many option lines, several at a time."""
import collections
import multiprocessing

import compare
import matrix


class Job:
    """One subject and the CASES, option lines, that it gets, in both modes if
    IS_FULL, else in turns.  TURN and CACHE are those of Comparison."""

    def __init__(self, ours, references, subject, cases, cache=None,
                 is_full=False, turn=0):
        self.ours = ours
        self.references = references
        self.subject = subject
        self.cases = cases
        self.cache = cache
        self.is_full = is_full
        self.turn = turn

    def run(self):
        """The report on the subject, or what went wrong."""
        try:
            comparison = compare.Comparison(self.ours, self.references,
                                            self.subject, self.cache)
            if self.is_full:
                return comparison.run(self.cases)
            return comparison.run_shared(self.cases, self.turn)
        except (OSError, matrix.MatrixError) as problem:
            report = compare.Report(self.subject.name)
            report.differences.append(f"cannot compare: {problem}")
            return report


def _run(job):
    return job.run()


def _describe(report):
    text = f"{report.name}: {sum(report.cases.values())} cases"
    if report.by_rule:
        text += f", {report.by_rule} left out by rule"
    if report.crashed:
        text += f", {report.crashed} where GNU crashed"
    if report.gave_up:
        text += f", {report.gave_up} where GNU gave up"
    return text


def run_all(jobs, workers, limit, tap):
    """Run JOBS in WORKERS processes: one TAP line each, with LIMIT of its
    differences.  Returns the reports."""
    reports = []
    # Other ways to start would run the test, which is no module, anew in each.
    with multiprocessing.get_context("fork").Pool(workers) as pool:
        for report in pool.imap(_run, jobs):
            notes = report.differences[:limit]
            hidden = len(report.differences) - len(notes)
            if hidden:
                notes.append(f"({hidden} more differences)")
            tap.result(not report.differences, _describe(report), notes)
            reports.append(report)
    return reports


def sums(reports, references):
    """What REPORTS say in all, in words."""
    cases = sum((r.cases for r in reports), collections.Counter())
    differing = sum((r.differing for r in reports), collections.Counter())
    parts = [f"{references.describe(mode)}: {cases[mode]} cases,"
             f" {differing[mode]} differences" for mode in references.modes]
    return ("; ".join(parts)
            + f"; {len(reports)} subjects,"
            f" {sum(r.by_rule for r in reports)} left out of the default mode"
            " by rule,"
            f" {sum(r.crashed for r in reports)} where GNU crashed,"
            f" {sum(r.gave_up for r in reports)} where GNU gave up")
