"""The option matrix: reading options.txt, and filling in its placeholders."""
import copy
import os
import re
import shlex
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "programs"))
from callgraph import CallGraph  # noqa: E402

DEFAULT_FILE = os.path.join(HERE, "options.txt")
PLACEHOLDER = re.compile(r"%([A-Z]+[0-9]?)%")
NO_FUNCTION = {"DATA", "FILE", "LINE", "OTHERFILE"}
FLAT_NAME = re.compile(r"(?P<name>\S+) \((?P<file>[^()]*):(?P<line>\d+)\)$")
ORACLE_SECONDS = 120
# Memory that glibc hands out from its caches would stay as it is.
CLEARED = {"GLIBC_TUNABLES":
           "glibc.malloc.perturb=255:glibc.malloc.tcache_count=0"}


class MatrixError(Exception):
    """An option line that cannot be understood."""


class Case:
    """One option line, before names are filled in; options.txt explains."""

    def __init__(self, line):
        before, _, after = line.rpartition("::")
        self.line = line
        self.words = shlex.split(after)
        self.environment = {}
        self.files = {}
        self.made_files = {}
        self.stdin = None
        self.adds_files = True
        self.status_only = False
        self.prose = False
        self.compat_only = False
        self.is_error = False
        self.kind = None
        self.is_sum = self._has("s", "--sum")
        self.is_by_line = self.is_sum or self._has("l", "--line")
        for word in shlex.split(before):
            self._direct(word)

    def _has(self, letter, name):
        """Whether a word begins with the option -LETTER, perhaps behind -b,
        or is NAME, perhaps cut short."""
        return any(word.startswith(("-" + letter, "-b" + letter))
                   or (len(word) > 3 and name.startswith(word))
                   for word in self.words)

    def _direct(self, word):
        keyword, _, value = word.partition("=")
        if keyword == "env":
            name, _, text = value.partition("=")
            self.environment[name] = text
        elif keyword == "file":
            name, _, text = value.partition("=")
            self.files[name] = text
        elif keyword == "lines":
            name, _, text = value.partition("=")
            self.files[name] = text.replace("|", "\n") + "\n"
        elif keyword in ("table", "map"):
            self.made_files[value] = keyword
        elif keyword == "stdin":
            self.stdin = value
        elif word == "no-files":
            self.adds_files = False
        elif word == "status-only":
            self.status_only = True
        elif word == "cleared":
            self.environment.update(CLEARED)
        elif word == "prose":
            self.prose = True
        elif word == "compat-only":
            self.compat_only = True
        elif keyword == "data":
            self.kind = value
        elif word == "error":
            self.is_error = True
        else:
            raise MatrixError(f"unknown directive '{word}' in '{self.line}'")

    def with_files_made(self, make):
        """This case with the files that are made from the image by
        MAKE(kind)."""
        if not self.made_files:
            return self
        case = copy.copy(self)
        case.files = dict(self.files, **{
            name: make(kind) for name, kind in self.made_files.items()})
        return case

    def arguments(self, names, data_names):
        """The command-line arguments for an image with these NAMES."""
        arguments = []
        for word in self.words:
            if word == "%DATA%":
                arguments += data_names
            else:
                arguments.append(PLACEHOLDER.sub(
                    lambda match: _value(names, match[1], self.line), word))
        if self.adds_files:
            arguments += ["a.out"] + data_names
        return arguments

    def names_dotted(self, names):
        """Whether a placeholder of a function is one of NAMES with a dot."""
        used = {placeholder for word in self.words
                for placeholder in PLACEHOLDER.findall(word)}
        return any("." in names.get(placeholder, "")
                   for placeholder in used - NO_FUNCTION)


def _value(names, placeholder, line):
    if placeholder not in names:
        raise MatrixError(f"unknown placeholder %{placeholder}% in '{line}'")
    return names[placeholder]


def read_cases(path=DEFAULT_FILE):
    """All option lines of a matrix file."""
    with open(path) as lines:
        stripped = [line.strip() for line in lines]
    return [Case(line) for line in stripped
            if line and not line.startswith("#")]


def find_names(oracle, image, data_files, local_names):
    """Values for the placeholders, from the oracle's own listings of IMAGE;
    LOCAL_NAMES are its static functions.  What an image lacks gets a name
    that matches nothing, or a name used elsewhere."""
    graph = CallGraph(_listing(oracle, "-q", image, data_files))
    flat = _listing(oracle, "-p", image, data_files)
    places = _places(flat)
    called = sorted((entry for entry in graph.entries if entry.calls),
                    key=lambda entry: (-entry.calls, entry.name))
    functions = _distinct([entry.name for entry in called])
    arcs = _arcs_of_distinct_callers(graph)
    first = _at(functions, 0, "main")
    file, line = places.get(first, ("nosuch.c", "1"))
    others = sorted({place[0] for place in places.values()} - {file})
    return {
        "FUNC1": first,
        "FUNC2": _at(functions, 1, "main"),
        "FUNC3": _at(functions, 2, "main"),
        "STATIC": _at([f for f in functions if f in set(local_names)], 0,
                      "main"),
        "MEMBER": _at([e.name for e in called if e.cycle is not None], 0,
                      first),
        "LEAF": _at([e.name for e in called if not e.children], 0, first),
        "DOTTED": _at([f for f in functions if "." in f], 0, "no.such.name"),
        "FILE": file, "LINE": line, "OTHERFILE": _at(others, 0, "nosuch.h"),
        "CALLER1": _at(arcs, 0, ("nosuch1", "main"))[0],
        "CALLEE1": _at(arcs, 0, ("nosuch1", "main"))[1],
        "CALLER2": _at(arcs, 1, ("nosuch2", "main"))[0],
        "CALLEE2": _at(arcs, 1, ("nosuch2", "main"))[1],
        "OTHER1": _other_callee(graph, arcs),
        "CALLER3": _at(arcs, 2, ("nosuch3", "main"))[0],
        "CALLEE3": _at(arcs, 2, ("nosuch3", "main"))[1],
    }


def _listing(oracle, option, image, data_files):
    command = [oracle, "-b", option, "-z", "--no-demangle",
               "--inline-file-names", image, *data_files]
    result = subprocess.run(command, stdout=subprocess.PIPE,
                            stderr=subprocess.DEVNULL, check=False,
                            env=dict(os.environ, LC_ALL="C"),
                            timeout=ORACLE_SECONDS)
    text = result.stdout.decode("latin-1")
    return text if option == "-p" else _without_places(text)


def _without_places(text):
    return re.sub(r" \([^()\n]*:\d+\)(?=[ \n])", "", text)


def _places(flat):
    """Where functions begin, from the names of a flat profile."""
    places = {}
    for text in flat.splitlines():
        match = FLAT_NAME.search(text)
        if match:
            places.setdefault(match["name"], (match["file"], match["line"]))
    return places


def _arcs_of_distinct_callers(graph):
    """The busiest arc of each caller, busiest first."""
    best = {}
    for (caller, callee), calls in graph.arcs()[1].items():
        if calls and caller != callee and calls > best.get(caller, (0,))[0]:
            best[caller] = (calls, callee)
    ranked = sorted(best.items(), key=lambda item: (-item[1][0], item[0]))
    return [(caller, callee) for caller, (_, callee) in ranked]


def _other_callee(graph, arcs):
    """Another callee of the caller of the first of ARCS."""
    if arcs:
        for caller, callee in sorted(graph.arcs()[1]):
            if caller == arcs[0][0] and callee not in arcs[0]:
                return callee
    return "nosuch"


def _distinct(names):
    return list(dict.fromkeys(names))


def _at(items, index, default):
    return items[index] if index < len(items) else default
