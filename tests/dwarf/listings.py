"""What the tools in this folder print, read and compared; see places.h."""
import functools
import os
import subprocess
import tempfile

import make_dwarf

SECONDS = 600
FEW = 3  # differences to tell


SKIPPED = 77  # the exit status of a tool that could not tell


class Broken(Exception):
    """A tool failed; the text says how."""


def run(tools, name, *arguments):
    """The lines that the tool NAME in the directory TOOLS prints, None if it
    does not support that."""
    try:
        result = subprocess.run(
            [os.path.join(tools, name), *arguments], stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, check=False, timeout=SECONDS)
    except (OSError, subprocess.TimeoutExpired) as problem:
        raise Broken(f"{name}: {problem}") from None
    if result.returncode == SKIPPED:
        return None
    if result.returncode != 0:
        raise Broken(f"{name}: exit status {result.returncode}: "
                     + result.stderr.decode(errors="replace"))
    return result.stdout.decode(errors="replace").splitlines()


def has(tools, name):
    return os.access(os.path.join(tools, name), os.X_OK)


def first_differences(what, ours, theirs):
    """Texts: where two lists of lines differ."""
    if ours == theirs:
        return []
    pairs = [pair for pair in zip(ours, theirs) if pair[0] != pair[1]]
    texts = [f"{what}: ours '{one}', not '{other}'"
             for one, other in pairs[:FEW]]
    return texts + [f"{what}: {len(ours)} ours, {len(theirs)} theirs"]


# ---- lines

def second_file():
    """A program of one row, which names no file: it is of file 1 (DWARF 5)."""
    program = make_dwarf.Program()
    program.symbol("f", 0x1000, size=0x10)
    table = make_dwarf.LineTable(program, version=5, dirs=["/d"],
                                 files=[("first.c", 0), ("second.c", 0)])
    table.address(0x1000).copy()
    table.address(0x1010).end_sequence()
    program.unit(5, [("name", "string", "first.c"),
                     ("stmt_list", "sec_offset", table),
                     ("low_pc", "addr", 0x1000),
                     ("high_pc", "udata", 0x10)])
    return program.finish()


@functools.lru_cache(maxsize=None)
def is_now(tools):
    """Does libbfd count files as 2.44 does, not as 2.40 (R3.9e)?"""
    with tempfile.NamedTemporaryFile() as image:
        image.write(second_file())
        image.flush()
        answers = run(tools, "bfd_lines", image.name)
    return answers is not None and not any("first.c" in line
                                           for line in answers)


class Lines:
    """A listing of lines."""

    def __init__(self, listing):
        words = [line.split(" ", 1) for line in listing]
        self.reader = next(rest for kind, rest in words if kind == "reader")
        self.symbols = sorted({rest for kind, rest in words
                               if kind == "symbol"})
        self.files = [rest for kind, rest in words if kind == "file"]
        self.code = []
        last = None
        for kind, rest in words:
            # What is not known is skipped and forgets nothing (R3.17).
            if kind != "code" or rest.endswith(" ?"):
                continue
            place = rest.split(" ", 1)[1]
            if place != last:
                self.code.append(rest)
            last = place


def compare_lines(tools, image):
    """Do libbfd and our own reader agree on IMAGE?  Returns who read it, how
    often the place changes, and texts about differences; no comparison, so no
    differences, where libbfd's answers depend on a sanitizer's allocator."""
    how = ["--now"] if is_now(tools) else []
    ours = Lines(run(tools, "own_lines", *how, image))
    listing = run(tools, "bfd_lines", image)
    if listing is None:
        return ours.reader, len(ours.code), []
    theirs = Lines(listing)
    differences = (first_differences("symbols", ours.symbols, theirs.symbols)
                   + first_differences("code", ours.code, theirs.code)
                   + first_differences("files", ours.files, theirs.files))
    return ours.reader, len(theirs.code), differences


# ---- rows

class Unit:
    """A unit in a listing of rows."""

    def __init__(self):
        self.rows = []       # address, and a place or None
        self.functions = {}  # (offset, name) -> ranges

    def places(self, low, high):
        """Address and place where the latter changes, within [LOW, HIGH).
        At the end of a sequence libdw puts rows without code behind the end,
        where they look like the start of the next sequence."""
        at = {}
        for address, place in self.rows:
            if low <= address < high and (place or address not in at):
                at[address] = place
        if at:
            at[max(at)] = None
        result, last = [], None
        for address in sorted(at):
            if at[address] != last:
                result.append(f"{address:x} {at[address]}")
            last = at[address]
        return result

    def pieces(self):
        """The functions and their code, adjoining ranges made one."""
        result = []
        for (offset, name), ranges in self.functions.items():
            merged = []
            for low, high in sorted(ranges):
                if merged and low <= merged[-1][1]:
                    merged[-1][1] = max(merged[-1][1], high)
                else:
                    merged.append([low, high])
            result += [f"{offset} {name} {low:x} {high:x}"
                       for low, high in merged]
        return sorted(result)


def read_units(listing):
    """The units, by their offsets, and the text section if it is given."""
    units, unit, text = {}, None, None
    for line in listing:
        kind, rest = line.split(" ", 1)
        if kind == "text":
            text = [int(word, 16) for word in rest.split()]
        elif kind == "unit":
            unit = units.setdefault(rest, Unit())
        elif kind == "row":
            address, place = rest.split(" ", 1)
            unit.rows.append((int(address, 16), place))
        elif kind == "end":
            unit.rows.append((int(rest, 16), None))
        else:
            offset, low, high, name = rest.split(" ", 3)
            unit.functions.setdefault((offset, name), []).append(
                (int(low, 16), int(high, 16)))
    return units, text


def compare_rows(tools, image):
    """Do libdw and our own reader find the same in IMAGE?  Of rows only those
    of the text section count; elsewhere are remnants of discarded sections.
    Returns how many rows and ranges there are, and texts about differences."""
    listing = run(tools, "dw_rows", image)
    theirs, _ = read_units(listing)
    ours, text = read_units(run(tools, "own_lines", "--rows", image))
    differences = first_differences("units", list(ours), list(theirs))
    for offset in theirs.keys() & ours.keys():
        one, other = ours[offset], theirs[offset]
        differences += first_differences(
            f"rows of unit {offset}", one.places(*text), other.places(*text))
        differences += first_differences(
            f"functions of unit {offset}", one.pieces(), other.pieces())
    return len(listing), differences
