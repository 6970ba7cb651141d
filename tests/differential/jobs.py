"""Comparing many subjects with many option lines, several at a time."""
import multiprocessing

import compare
import matrix


class Job:
    """One subject and the CASES, option lines, that it gets.  CACHE is where
    outcomes of GNU are remembered."""

    def __init__(self, ours, gnu, subject, cases, cache=None):
        self.ours = ours
        self.gnu = gnu
        self.subject = subject
        self.cases = cases
        self.cache = cache

    def run(self):
        """The report on the subject, or what went wrong."""
        try:
            return compare.Comparison(self.ours, self.gnu, self.subject,
                                      self.cache).run(self.cases)
        except (OSError, matrix.MatrixError) as problem:
            report = compare.Report(self.subject.name)
            report.differences.append(f"cannot compare: {problem}")
            return report


def _run(job):
    return job.run()


def _describe(report):
    text = f"{report.name}: {report.cases} cases"
    if report.by_rule:
        text += f", {report.by_rule} left out by rule"
    if report.crashed:
        text += f", {report.crashed} where GNU crashed"
    if report.gave_up:
        text += f", {report.gave_up} where GNU gave up"
    return text


def run_all(jobs, workers, limit, tap):
    """Run JOBS in WORKERS processes: one TAP line each, with LIMIT of its
    differences.  Returns the sums, in words."""
    reports = []
    with multiprocessing.Pool(workers) as pool:
        for report in pool.imap(_run, jobs):
            notes = report.differences[:limit]
            hidden = len(report.differences) - len(notes)
            if hidden:
                notes.append(f"({hidden} more differences)")
            tap.result(not report.differences, _describe(report), notes)
            reports.append(report)
    return (f"{len(reports)} subjects,"
            f" {sum(r.cases for r in reports)} cases,"
            f" {sum(len(r.differences) for r in reports)} differences,"
            f" {sum(r.by_rule for r in reports)} left out by rule,"
            f" {sum(r.crashed for r in reports)} where GNU crashed,"
            f" {sum(r.gave_up for r in reports)} where GNU gave up")
