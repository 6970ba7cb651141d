"""A small reader of call-graph listings, as `gprof -b -q` prints them.

Entries are separated by lines of hyphens.  The primary line of an entry
starts with its index number in brackets; parents stand above it, children
below.  The primary line of a cycle carries no function: its children are the
members.
"""
import re

SEPARATOR = "-" * 47
PRIMARY = re.compile(r"\[\d+\]\s+[\d.]+ +-?[\d.nan]+ +-?[\d.nan]+ +"
                     r"(?:(?P<calls>\d+)(?:\+(?P<self>\d+))? +)?"
                     r"(?P<name>.*) \[\d+\]$")
RELATIVE = re.compile(r" +(?:-?[\d.nan]+ +-?[\d.nan]+ +)?"
                      r"(?P<calls>\d+)(?:[/+]\d+)? +(?P<name>.*?)"
                      r"(?: \[\d+\]| \(\d+\))?$")
CYCLE_SUFFIX = re.compile(r" <cycle (\d+)>$")
CYCLE_HEAD = re.compile(r"<cycle (\d+) as a whole>$")


class Entry:
    """One entry: who called the function how often, and whom it called."""

    def __init__(self, match):
        self.name, self.cycle = _split_cycle(match["name"])
        self.calls = int(match["calls"] or 0)
        self.self_calls = int(match["self"] or 0)
        self.parents = []
        self.children = []
        self.is_spontaneous = False


class CallGraph:
    """All entries of a listing, and its cycles by number."""

    def __init__(self, text):
        self.entries = []
        self.cycle_calls = {}
        for block in _blocks(text):
            self._add(block)

    def _add(self, lines):
        primary = next((i for i, line in enumerate(lines)
                        if line.startswith("[")), None)
        match = PRIMARY.match(lines[primary]) if primary is not None else None
        if match is None:
            return
        head = CYCLE_HEAD.match(match["name"])
        if head:
            self.cycle_calls[int(head[1])] = int(match["calls"] or 0)
            return
        entry = Entry(match)
        entry.is_spontaneous = any(line.strip() == "<spontaneous>"
                                   for line in lines[:primary])
        entry.parents = _relatives(lines[:primary])
        entry.children = _relatives(lines[primary + 1:])
        self.entries.append(entry)

    def named(self, name):
        """The entries of all functions called NAME."""
        return [entry for entry in self.entries if entry.name == name]

    def arcs(self):
        """Calls from name to name; each arc is printed twice, with the
        caller and with the callee, and the two must agree."""
        above, below = {}, {}
        for entry in self.entries:
            for name, calls in entry.parents:
                _count(above, (name, entry.name), calls)
            for name, calls in entry.children:
                _count(below, (entry.name, name), calls)
        return above, below

    def cycles(self):
        """The sets of members, by cycle number."""
        members = {}
        for entry in self.entries:
            if entry.cycle is not None:
                members.setdefault(entry.cycle, set()).add(entry.name)
        return members


def _blocks(text):
    lines = []
    for line in text.split("\f")[0 if not text.startswith("\f") else 1
                                 ].splitlines():
        if line == SEPARATOR:
            yield lines
            lines = []
        else:
            lines.append(line)


def _split_cycle(name):
    match = CYCLE_SUFFIX.search(name)
    if match is None:
        return name, None
    return name[:match.start()], int(match[1])


def _relatives(lines):
    relatives = []
    for line in lines:
        match = RELATIVE.match(line)
        if match:
            relatives.append((_split_cycle(match["name"])[0],
                              int(match["calls"])))
    return relatives


def _count(arcs, key, calls):
    arcs[key] = arcs.get(key, 0) + calls
