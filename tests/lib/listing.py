"""Reading gprof's output as strictly as other programs do.

Listings are known by their headings.  The lines of the flat profile end at an
empty line or a form feed.  Entries of the call graph end at lines of exactly
47 hyphens, and the call graph at a line that is exactly a form feed; whatever
stands between the last hyphens and that line is an explanation.  The index
goes on to the end.  Where the call graph is measured, there are arcs whose
calls are not known, and rows of the recorder.
"""
import collections
import re

SEPARATOR = "-" * 47
FORM_FEED = "\f"
FLAT_HEADING = re.compile(r" time +\S+ +\S+ +calls +\S+/call +\S+/call  name")
GRAPH_HEADINGS = ("index % time    self  children    called     name",
                  "index  %time    self descendants  called+self    name"
                  "    \tindex")
INDEX_HEADING = "Index by function name"
TIMES = r"(?P<self>-?\d+\.\d\d) +(?P<children>-?\d+\.\d\d)"
NAME = r"(?P<name>.+?)(?: <cycle (?P<cycle>\d+)>)?"
NUMBER = r"(?: (?:\[(?P<number>\d+)\]|\((?P<hidden>\d+)\)))"

FLAT = re.compile(r" *(?P<percent>\d+\.\d\d?) +(?P<cumulative>\d+\.\d\d)"
                  r" +(?P<self>\d+\.\d\d)"
                  r"(?: +(?P<calls>\d+) +(?P<per_call>\d+\.\d\d)"
                  r" +(?P<total_per_call>\d+\.\d\d)  | {29})"
                  + NAME + NUMBER + "?")
PRIMARY = re.compile(r"\[(?P<index>\d+)\] +(?P<percent>\d+\.\d) +" + TIMES
                     + r" +(?:(?P<calls>\d+)(?:\+(?P<self_calls>\d+))? +)?"
                     + NAME + NUMBER)
WHOLE = re.compile(r"\[(?P<index>\d+)\] +(?P<percent>\d+\.\d) +" + TIMES
                   + r" +(?P<calls>\d+)(?:\+(?P<self_calls>\d+))? +"
                   r"<cycle (?P<cycle>\d+) as a whole>"
                   r" \[(?P<number>\d+)\]")
RELATIVE = re.compile(" +" + TIMES + r" +(?P<calls>\d+)/(?P<total>\d+) +"
                      + NAME + NUMBER)
MEMBER = re.compile(" +" + TIMES + r" +(?P<calls>\d+)"
                    r"(?:\+(?P<self_calls>\d+))? +" + NAME + NUMBER)
INSIDE = re.compile(r" +(?P<calls>\d+) +" + NAME + NUMBER)
MEASURED = re.compile(" +" + TIMES + r"(?: +(?P<calls>\d+)(?:/(?P<total>\d+))?)?"
                      " +" + NAME + NUMBER)
RECORDING = re.compile(r" +\d+\.\d\d {29}<recording>")
SPONTANEOUS = re.compile(r" +<spontaneous>")
SHARE = re.compile(r"granularity: each sample hit covers \d+ byte\(s\) for"
                   r" \d+\.\d\d% of (?P<total>\d+\.\d\d) seconds")


class ListingError(Exception):
    """A line that no reader understands."""


Entry = collections.namedtuple(
    "Entry", "primary parents children members is_spontaneous")


class Listing:
    """What gprof printed; lines are dictionaries of what they contain."""

    def __init__(self, text, is_measured=False):
        self._patterns = (MEASURED,) if is_measured else (RELATIVE, INSIDE)
        self.flat = []
        self.entries = []
        self.index = None
        self.graph_seconds = None
        self._lines = text.split("\n")
        self._next = 0
        while self._next < len(self._lines):
            line = self._take()
            if FLAT_HEADING.fullmatch(line.rstrip()):
                self._read_flat()
            elif SHARE.fullmatch(line) and self.graph_seconds is None:
                self.graph_seconds = float(SHARE.fullmatch(line)["total"])
            elif line in GRAPH_HEADINGS:
                self._read_graph()
            elif line == INDEX_HEADING:
                self.index = self._lines[self._next:]
                break

    def _take(self):
        self._next += 1
        if self._next > len(self._lines):
            raise ListingError("the output ends in a listing")
        return self._lines[self._next - 1]

    def _read_flat(self):
        while (line := self._take()) not in ("", FORM_FEED):
            self.flat.append(values(line, FLAT))

    def _read_graph(self):
        lines = []
        while (line := self._take()) != FORM_FEED:
            if line == SEPARATOR:
                self.entries.append(read_entry(lines, self._patterns))
                lines = []
            elif (line and "called/total" not in line
                  and not (MEASURED in self._patterns
                           and RECORDING.fullmatch(line))):
                lines.append(line)

    def by_index(self):
        return {entry.primary["index"]: entry for entry in self.entries}


def values(line, *patterns):
    """What LINE contains by the first of PATTERNS that fits."""
    for pattern in patterns:
        match = pattern.fullmatch(line)
        if match:
            return {name: number(text) for name, text
                    in match.groupdict().items() if text is not None}
    raise ListingError(f"cannot read the line '{line}'")


def number(text):
    """TEXT as a number, if it is one."""
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text


def read_entry(lines, patterns):
    """The entry of the call graph that consists of LINES, those of callers and
    callees by PATTERNS."""
    starts = [i for i, line in enumerate(lines) if line.startswith("[")]
    if len(starts) != 1:
        raise ListingError(f"an entry with {len(starts)} lines of its own:\n"
                           + "\n".join(lines))
    above, own, below = (lines[:starts[0]], lines[starts[0]],
                         lines[starts[0] + 1:])
    if WHOLE.fullmatch(own):
        return Entry(values(own, WHOLE),
                     [values(line, RELATIVE) for line in above], [],
                     [values(line, MEMBER) for line in below], False)
    is_spontaneous = [bool(SPONTANEOUS.fullmatch(line)) for line in above]
    if is_spontaneous == [True]:
        above = []
    return Entry(values(own, PRIMARY),
                 [values(line, *patterns) for line in above],
                 [values(line, *patterns) for line in below], [],
                 is_spontaneous == [True])
