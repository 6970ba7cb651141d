"""The table, the exponents and the plot."""
import math
import os
import shutil
import subprocess

from contest import Failure, Result

HEADING = ("{:<51} {:>8} {:>8} {:>6} {:>8} {:>7} {:>7} {:>8} {:>8} {:>6}"
           " {:>8} {:>6} {:>8}  {}")
COLUMNS = ("", "GNU", "", "", "limit", "", "libdw", "ours", "", "", "GNU/",
           "ours/", "output", "verdict")
UNITS = ("workload", "wall", "user", "MB", "wall", "user", "wall", "wall",
         "user", "MB", "ours", "limit", "", "")


def seconds(value):
    return f"{value:.4f}" if value < 0.1 else f"{value:.3f}"


def three(result):
    """Wall, user, peak."""
    if isinstance(result, Failure):
        return [str(result), "", ""]
    return [seconds(result.wall), seconds(result.user),
            f"{result.peak:.0f}"]


def ratio(above, below, by):
    """The ratio of ABOVE to BELOW, or None; a lower bound where ABOVE timed
    out."""
    if not isinstance(below, Result) or not getattr(below, by):
        return None
    if isinstance(above, Result):
        return getattr(above, by) / getattr(below, by)
    return above.seconds / getattr(below, by) if above.status == -1 else None


def ratio_text(above, below, by, form):
    value = ratio(above, below, by)
    if value is None:
        return "-"
    return ("> " if isinstance(above, Failure) else "") + form.format(value)


class Line:
    """The results of one workload; ratios are BY wall or processor time."""

    def __init__(self, row, title, results, output, by="wall"):
        self.row, self.title, self.output, self.by = row, title, output, by
        self.gnu, self.ours = results["gnu"], results["ours"]
        self.limit, self.libdw = results["limit"], results["libdw"]
        self.baseline = results["baseline"]

    def misses(self):
        """A text for each target that is not reached."""
        if isinstance(self.ours, Failure):
            yield f"ours {self.ours}"
            return
        faster = ratio(self.gnu, self.ours, self.by)
        slower = ratio(self.ours, self.limit, self.by)
        if self.row.gnu and faster is not None and faster < self.row.gnu:
            yield (f"GNU/ours {faster:.1f} < {self.row.gnu}"
                   if isinstance(self.gnu, Result)
                   else "not known: GNU came too late")
        if self.row.limit and slower is not None and slower > self.row.limit:
            yield f"ours/limit {slower:.2f} > {self.row.limit}"
        if self.row.memory and self.ours.peak > self.row.memory:
            yield f"memory {self.ours.peak:.0f} > {self.row.memory} MB"
        if self.row.more_memory and isinstance(self.limit, Result):
            more = self.ours.peak - self.limit.peak
            if more > self.row.more_memory:
                yield f"{more:.0f} MB more > {self.row.more_memory} MB"
        if "differs" in self.output:
            yield "output differs"

    def is_wrong(self):
        return isinstance(self.ours, Failure) or "differs" in self.output

    def verdict(self):
        return "; ".join(self.misses()) or "ok"

    def cells(self):
        return [self.title, *three(self.gnu), *three(self.limit)[:2],
                three(self.libdw)[0], *three(self.ours),
                ratio_text(self.gnu, self.ours, self.by, "{:.1f}"),
                ratio_text(self.ours, self.limit, self.by, "{:.2f}"),
                self.output, self.verdict()]


def heading():
    return (HEADING.format(*COLUMNS).rstrip() + "\n"
            + HEADING.format(*UNITS).rstrip())


def text_line(line):
    return HEADING.format(*line.cells()).rstrip()


def write_table(path, lines):
    """All figures, tab-separated."""
    names = ("gnu", "limit", "libdw", "ours", "baseline")
    with open(path, "w") as output:
        print("workload", *(f"{name}_{figure}" for name in names
                            for figure in Result._fields),
              "output", "verdict", sep="\t", file=output)
        for line in lines:
            cells = []
            for name in names:
                result = getattr(line, name)
                cells += ([str(result)] + [""] * (len(Result._fields) - 1)
                          if isinstance(result, Failure)
                          else [f"{value:.6g}" for value in result])
            print(line.title, *cells, line.output, line.verdict(), sep="\t",
                  file=output)


def exponent(points):
    """The slope of the line through (log size, log time): least squares."""
    points = [(math.log(size), math.log(time)) for size, time in points
              if time > 0]
    if len(points) < 2:
        return None
    mean_x = sum(x for x, _ in points) / len(points)
    mean_y = sum(y for _, y in points) / len(points)
    return (sum((x - mean_x) * (y - mean_y) for x, y in points)
            / sum((x - mean_x) ** 2 for x, _ in points))


# -------------------------------------------------------------------- plots

PLOT = """\
set logscale xy
set grid
set key outside right
set format y '%g'
set xlabel 'functions'
set ylabel 'seconds of processor time'
set title 'time against size: ours (solid), GNU gprof (dashed), \
limit (dotted)'
set terminal {terminal}
set output '{output}'
plot {curves}
"""
DASHES = {"ours": "dt 1 lw 2 pt 7 ps 0.5", "gnu": "dt 2 lw 2 pt 5 ps 0.5",
          "limit": "dt 3 lw 1 pt 0"}
COLOURS = ["#1f77b4", "#ff7f0e", "#2ca02c", "#d62728", "#9467bd", "#8c564b",
           "#e377c2", "#7f7f7f", "#bcbd22", "#17becf", "#000000"]
TERMINALS = {"svg": "svg size 1200,800 dynamic background rgb 'white'",
             "png": "pngcairo size 1200,800"}


def write_series(directory, curves):
    """CURVES: (kind, who) -> [(size, seconds)], into a file per curve."""
    os.makedirs(directory, exist_ok=True)
    paths = {}
    for (kind, who), points in curves.items():
        path = os.path.join(directory, f"{kind}-{who}".replace(" ", ""))
        with open(path, "w") as output:
            for size, time in points:
                print(size, f"{time:.6f}", sep="\t", file=output)
        paths[kind, who] = path
    return paths


def plot(out, curves):
    """Draw the curves as SVG and PNG; what was done, as a text."""
    paths = write_series(os.path.join(out, "series"), curves)
    if not shutil.which("gnuplot"):
        return "no plot: gnuplot is not installed"
    kinds = list(dict.fromkeys(kind for kind, _ in curves))
    drawn = ", ".join(
        f"'{path}' with linespoints lc rgb '{COLOURS[kinds.index(kind)]}'"
        f" {DASHES[who]} "
        + (f"title '{kind}'" if who == "ours" else "notitle")
        for (kind, who), path in paths.items() if curves[kind, who])
    done = []
    for kind, terminal in TERMINALS.items():
        output = os.path.join(out, f"time-against-size.{kind}")
        script = PLOT.format(terminal=terminal, output=output, curves=drawn)
        result = subprocess.run(["gnuplot"], input=script, text=True,
                                stderr=subprocess.PIPE, check=False)
        if result.returncode:
            return f"no plot: gnuplot: {result.stderr.strip()}"
        done.append(output)
    return "plots: " + ", ".join(done)
