"""Running programs in turns, and measuring them."""
import collections
import itertools
import os
import random
import statistics
import subprocess

# Medians of one program on one workload; times in seconds, peak in MB.
class Result(collections.namedtuple("Result",
                                    "wall user system peak runs")):
    """Ratios are of wall time or of processor time."""

    @property
    def processor(self):
        return self.user + self.system


LATE = -1
SHORT = 0.03    # seconds


class Failure:
    """A program failed or did not end in time."""

    def __init__(self, status, seconds, is_missing=False):
        self.status, self.seconds = status, seconds
        self.is_missing = is_missing

    def __str__(self):
        if self.is_missing:
            return "-"
        if self.status == LATE:
            return f"> {self.seconds:.0f} s"
        if os.WIFSIGNALED(self.status):
            return "crashes"
        return f"fails ({os.waitstatus_to_exitcode(self.status)})"


MISSING = Failure(0, 0, is_missing=True)


class Contestant:
    """A command line and where it runs."""

    def __init__(self, command, directory, limit_seconds, sum_file=None,
                 stack_kib=None):
        self.command = command
        self.directory = directory
        self.limit_seconds = limit_seconds
        self.sum_file = sum_file    # what it writes besides its output
        self.stack_kib = stack_kib
        self.runs = []
        self.failure = None
        os.makedirs(directory, exist_ok=True)

    @property
    def output(self):
        return os.path.join(self.directory, "output")

    @property
    def product(self):
        """The file to be compared."""
        return (os.path.join(self.directory, self.sum_file) if self.sum_file
                else self.output)

    def run(self, measure, is_kept):
        """Run once; the first run keeps its output."""
        words = [measure, "-C", self.directory, "-t",
                 str(int(self.limit_seconds)), "-e",
                 os.path.join(self.directory, "errors"),
                 "-o", self.output if is_kept else os.devnull]
        if self.stack_kib:
            words += ["-s", str(self.stack_kib)]
        done = subprocess.run(words + self.command, stdout=subprocess.PIPE,
                              check=True, text=True)
        status, wall, user, system, peak = done.stdout.split()
        if int(status) != 0:
            self.failure = Failure(int(status), float(wall))
            return
        self.runs.append((float(wall), float(user), float(system),
                          int(peak) / 1024))

    def is_shorter(self, seconds):
        return bool(self.runs) and self.runs[0][0] < seconds

    def result(self):
        """Medians.  The first run warmed the caches and wrote its output to
        a disk, so it counts only if there is no other."""
        if self.failure:
            return self.failure
        counted = self.runs[1:] or self.runs
        return Result(*(statistics.median(column)
                        for column in zip(*counted)), len(counted))

    def least_processor(self):
        """The least processor time of all runs, or None after a failure.

        Other load can only add to it.
        """
        if self.failure:
            return None
        return min(user + system for _, user, system, _ in self.runs)


def hold(measure, contestants, repeats, long):
    """Let CONTESTANTS run in turns, REPEATS times after a first one.

    One that failed does not run again, nor one that took LONG seconds; a
    round of short ones is repeated more often.  The order changes, since one
    that runs after another that took less memory pays for pages that a virtual
    machine has given back meanwhile: half of its time, for 700 MB.
    """
    order = random.Random(repeats)
    for contestant in contestants:
        contestant.run(measure, is_kept=True)
    again = [one for one in contestants if one.is_shorter(long)]
    if all(one.is_shorter(SHORT) for one in again):
        repeats = 4 * repeats
    for _ in range(repeats):
        order.shuffle(again)
        for contestant in again:
            if not contestant.failure:
                contestant.run(measure, is_kept=False)


def content(contestant):
    """The output of CONTESTANT, a piece at a time.

    The spare bytes of the header of a sum are left out: GNU gprof writes what
    it finds in memory there (R4.35).
    """
    with open(contestant.product, "rb") as file:
        if contestant.sum_file:
            yield file.read(8)
            file.seek(20)
        while piece := file.read(1 << 20):
            yield piece


def same_product(first, second):
    """Whether two contestants that succeeded have the same output."""
    pairs = itertools.zip_longest(content(first), content(second))
    return all(some == others for some, others in pairs)
