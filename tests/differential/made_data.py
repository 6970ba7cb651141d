"""Made-up profiles for real programs.

They have what no C library writes, or no short run: basic blocks, the formats
of the BSDs, several histograms, other dimensions, full bins, bins of any
width, records outside any symbol.  KINDS has a row for each kind of data, ROWS
says which programs get them.  The same program always gets the same data.

Avoided is what GNU gprof leaves undefined: ticks in the last symbol and
behind it (R5.4), and histograms over code outside the text section, which -c
would read beyond its memory (R6.50).
"""
import os
import random
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(os.path.dirname(HERE), "fixtures")]
import compare  # noqa: E402
import elfsyms  # noqa: E402
import make_gmon  # noqa: E402

FUNCTIONS = 40  # as many as get arcs and blocks
SLOTS = 10  # blocks of a symbol that GNU gprof keeps (R4.33)
MOST_COUNT = 2 ** 32 - 1
FULL_BIN = 65535
LINE_SYMBOL = re.compile(r":(?P<address>0x[0-9a-f]+)\) \d+ executions$")
ORACLE_SECONDS = 60


class Maker:
    """Writes recipes (make_gmon.py) of profiles of one IMAGE; LINES are
    addresses where lines of source start."""

    def __init__(self, image, lines, seed):
        self.random = random.Random(seed)
        self.pick = self.random.choice
        self.target = "x86-64" if elfsyms.word_bits(image) == 64 else "i386"
        self.low, self.limit = elfsyms.text_range(image)
        # Whole bins, of 2, 4 or 8 bytes, and always in the text.
        self.size = (self.limit - self.low) // 16 * 16
        self.top = self.low + self.size
        functions = [symbol for symbol in elfsyms.symbols(image)
                     if symbol.type == elfsyms.STT_FUNC
                     and symbol.section != elfsyms.SHN_UNDEF]
        self.first_start = min(symbol.address for symbol in functions)
        inside = {symbol.address for symbol in functions
                  if self.low <= symbol.address < self.top}
        self.starts = sorted(self.random.sample(
            sorted(inside), min(FUNCTIONS, len(inside))))
        # Those that -a leaves.
        self.global_starts = sorted(
            inside & {symbol.address for symbol in functions
                      if symbol.binding != elfsyms.STB_LOCAL})
        self.lines = [line for line in lines if self.low <= line < self.top]

    # ---- pieces of recipes

    def recipe(self, *parts):
        """The lines of all PARTS, which are lines or lists of them."""
        lines = [f"target {self.target}"]
        for part in parts:
            lines += [part] if isinstance(part, str) else part
        return "\n".join(lines) + "\n"

    def samples(self, bins, ticks=(0, 0, 0, 1, 2, 30)):
        return " ".join(str(self.pick(ticks)) for _ in range(bins))

    def histogram(self, low=None, high=None, bins=None, rate=100,
                  dimension="seconds s", samples=None):
        low = self.low if low is None else low
        high = self.top if high is None else high
        bins = (high - low) // 4 if bins is None else bins
        samples = self.samples(bins) if samples is None else samples
        return f"hist {low:x} {high:x} {rate} {dimension} {bins} {samples}"

    def site(self):
        """A place that may call."""
        near = self.pick(self.starts) + self.pick([0, 1, 5, 9, 14])
        return self.pick([near, near, self.pick(self.lines or [near]) + 2])

    def calls(self, keyword="arc", counts=(1, 1, 2, 5, 100, 12345)):
        """Arcs, of few callers to few callees, so that some meet, with
        cycles and recursion."""
        number = 3 * len(self.starts)
        callees = [self.pick(self.starts) for _ in range(number)]
        return [f"{keyword} {self.site():x}"
                f" {callee + self.pick([0, 0, 0, 4]):x} {self.pick(counts)}"
                for callee in callees]

    def blocks(self, keyword="blocks", most=SLOTS,
               counts=(0, 1, 1, 7, 1000, 2 ** 28)):
        """Blocks near the starts of functions and of lines, up to MOST of
        them from each global function to the next; and some outside any
        symbol."""
        words = [f"{place:x}:3" for place in self.nowhere()]
        for start, end in zip(self.global_starts,
                              self.global_starts[1:] + [self.top]):
            places = {place for place in self.starts + self.lines
                      if start < place < end}
            places.update(range(start + 1, min(end, start + 20)))
            kept = [start] + self.random.sample(
                sorted(places), min(most - 1, len(places)))
            words += [f"{place:x}:{self.pick(counts)}" for place in kept]
        self.random.shuffle(words)
        return f"{keyword} " + " ".join(words)

    def nowhere(self):
        """Addresses below the first symbol and above the last one."""
        most = 2 ** (64 if self.target == "x86-64" else 32) - 1
        return [0, self.first_start - 1, most - 16, most]


# What KINDS names: functions of a Maker that return recipes, one per file.

def blocks(maker):
    return [maker.recipe(maker.histogram(), maker.calls(), maker.blocks())]


def old_blocks(maker):
    return [maker.recipe("version 0", maker.histogram(), maker.calls(),
                         maker.blocks("old-blocks"))]


def many_blocks(maker):
    return [maker.recipe(maker.calls(), maker.blocks(most=25),
                         maker.histogram(), maker.blocks(most=13))]


def blocks_only(maker):
    return [maker.recipe(maker.blocks())]


def block_files(maker):
    """The same blocks in all files, in the forms of both versions."""
    words = maker.blocks()
    return [maker.recipe("version 0", maker.histogram(), maker.calls(),
                         words.replace("blocks", "old-blocks")),
            maker.recipe(words, maker.histogram()),
            maker.recipe("version 0", maker.calls())]


def bsd(maker):
    bins = maker.size // 4
    return [maker.recipe(f"bsd {maker.low:x} {maker.top:x} {bins}"
                         f" {maker.samples(bins)}", maker.calls("call"))]


def bsd44(maker):
    bins = maker.size // 2
    head = f"bsd44 {maker.low:x} {maker.top:x} 250 {bins} "
    return [maker.recipe(head + maker.samples(bins), maker.calls("call")),
            maker.recipe(head + maker.samples(bins),
                         maker.calls("call"), "cut 5")]


def bsd_and_magic(maker):
    """A BSD file before and after files of other formats."""
    bins = maker.size // 8
    histogram = maker.histogram(bins=bins)
    return [maker.recipe(histogram, maker.calls(), maker.blocks()),
            maker.recipe(f"bsd {maker.low:x} {maker.top:x} {bins}"
                         f" {maker.samples(bins)}", maker.calls("call")),
            maker.recipe(histogram, maker.calls())]


def histograms(maker):
    """Adjacent ones, one apart, and ranges that come again."""
    low, top = maker.low, maker.top
    places = [low + maker.size * part // 64 * 16 for part in (1, 2, 3)]
    return [maker.recipe(maker.histogram(places[0], places[1]),
                         maker.calls(),
                         maker.histogram(low, places[0]),
                         maker.histogram(places[0], places[1])),
            maker.recipe(maker.histogram(places[2], top),
                         maker.histogram(low, places[0]))]


def dimension(maker):
    return [maker.recipe(maker.histogram(rate=1000, dimension="L1~misses m"),
                         maker.calls())] * 2


def long_dimension(maker):
    return [maker.recipe(maker.histogram(rate=1, bins=maker.size // 8,
                                         dimension="events~of~chance %"),
                         maker.calls())]


def rate_zero(maker):
    """The unit of times per call is undefined if there are any."""
    return [maker.recipe(maker.histogram(rate=0))]


def rate_zero_calls(maker):
    return [maker.recipe(maker.histogram(rate=0, samples="0"),
                         maker.calls())]


def no_calls(maker):
    return [maker.recipe(maker.histogram())]


def no_histogram(maker):
    return [maker.recipe(maker.calls(counts=(0, 1, 2, 3)))]


def full_bins(maker):
    bins = maker.size // 4
    return [maker.recipe(maker.histogram(samples=f"{FULL_BIN}*{bins}"),
                         maker.calls())
            for _ in range(2)]


def full_bin(maker):
    """Bins that are full in one file and empty in the others, so that sums do
    not overflow."""
    bins = maker.size // 4
    return [maker.recipe(maker.histogram(
        samples=" ".join("0 " if (bin + turn) % 3 else str(FULL_BIN)
                         for bin in range(bins))), maker.calls())
            for turn in range(3)]


def large_counts(maker):
    counts = (1, 2 ** 31 - 1, 2 ** 31, MOST_COUNT, MOST_COUNT)
    blocks = maker.blocks(counts=counts)
    return [maker.recipe(maker.histogram(), maker.calls(counts=counts),
                         blocks) for _ in range(2)]


def coarse_bins(maker):
    return [maker.recipe(maker.histogram(bins=3, samples="100 20000 7"),
                         maker.calls())]


def one_bin(maker):
    return [maker.recipe(maker.histogram(bins=1, samples="12345"),
                         maker.calls())]


def fine_bins(maker):
    """Two bins for each byte."""
    return [maker.recipe(maker.histogram(bins=maker.size * 2),
                         maker.calls())]


def odd_bins(maker):
    """A scale that is no binary fraction."""
    bins = maker.size // 6 // 2 * 2 + 1
    return [maker.recipe(maker.histogram(bins=bins), maker.calls())] * 2


def stray(maker):
    """Arcs from, to and between addresses outside all symbols, ticks below all
    symbols."""
    nowhere = maker.nowhere()
    inside = maker.starts[:4]
    arcs = [f"arc {maker.pick(nowhere + inside):x}"
            f" {maker.pick(nowhere + inside):x}"
            f" {maker.pick([0, 0, 1, 8, 2 ** 24])}" for _ in range(60)]
    below = maker.first_start // 2 // 16 * 16
    return [maker.recipe(arcs, maker.histogram(below, below + 64),
                         maker.histogram(), maker.calls(counts=(0, 0, 1)))]


def zero_counts(maker):
    return [maker.recipe(maker.histogram(), maker.calls(counts=(0,)))]


def rates(maker):
    """Files that disagree on the rate."""
    return [maker.recipe(maker.histogram(rate=50), maker.calls()),
            maker.recipe(maker.histogram(rate=1000)),
            maker.recipe(maker.histogram(rate=50))]


def files(maker):
    """Files that have a little of everything, one has nothing."""
    return [maker.recipe(maker.histogram()),
            maker.recipe(maker.calls(counts=(0, 1, 9))),
            maker.recipe(),
            maker.recipe(maker.calls(), maker.blocks()),
            maker.recipe("version 0", maker.calls(), maker.histogram())]


# How the default mode differs for each kind, see compare.py.
KINDS = {
    "blocks": (blocks, ()),
    "old-blocks": (old_blocks, ()),
    "many-blocks": (many_blocks, ("by-line",)),
    "blocks-only": (blocks_only, ("always",)),
    "block-files": (block_files, ()),
    "bsd": (bsd, ()),
    "bsd44": (bsd44, ()),
    "bsd-and-magic": (bsd_and_magic, ("sum", "by-line")),
    "histograms": (histograms, ()),
    "dimension": (dimension, ()),
    "long-dimension": (long_dimension, ()),
    "rate-zero": (rate_zero, ("always",)),
    "rate-zero-calls": (rate_zero_calls, ("always",)),
    "no-calls": (no_calls, ()),
    "no-histogram": (no_histogram, ("always",)),
    "full-bins": (full_bins, ("sum",)),
    "full-bin": (full_bin, ("sum",)),
    "large-counts": (large_counts, ("sum",)),
    "coarse-bins": (coarse_bins, ()),
    "one-bin": (one_bin, ()),
    "fine-bins": (fine_bins, ()),
    "odd-bins": (odd_bins, ()),
    "stray": (stray, ()),
    "zero-counts": (zero_counts, ()),
    "rates": (rates, ("always",)),
    "files": (files, ()),
}

# Each kind goes to one program of each row, in turn.
ROWS = [
    ["basics-O2-g", "statics-O1-g", "cxx-O1-g", "cycles-O0-g"],
    ["basics-m32", "statics-m32", "cycles-m32", "cxx-m32"],
]
SHORT_ROWS = [["basics-O0-g", "statics-O1-g", "cxx-O1-g", "cycles-O0-g"]]


def line_starts(oracle, product):
    """Where lines start, as GNU gprof lists them; none if it fails."""
    command = [oracle, "-b", "-l", "-C", "-z", product.image,
               *product.data_files()]
    result = subprocess.run(command, stdout=subprocess.PIPE,
                            stderr=subprocess.DEVNULL, check=False,
                            env=dict(os.environ, LC_ALL="C"),
                            timeout=ORACLE_SECONDS)
    matches = map(LINE_SYMBOL.search,
                  result.stdout.decode("latin-1").splitlines())
    return sorted({int(match["address"], 16) for match in matches if match})


def _write(path, content):
    """Write CONTENT unless the file has it: time stamps are compared."""
    try:
        with open(path, "rb") as present:
            if present.read() == content:
                return
    except OSError:
        pass
    with open(path, "wb") as output:
        output.write(content)


def _make_subject(product, lines, kind, directory):
    make, differs = KINDS[kind]
    name = f"{product.name}+{kind}"
    recipes = make(Maker(product.image, lines, name))
    place = os.path.join(directory, name)
    os.makedirs(place, exist_ok=True)
    paths = []
    for number, recipe in enumerate(recipes, 1):
        suffix = "" if number == 1 else f".{number}"
        paths.append(os.path.join(place, "gmon.out" + suffix))
        _write(paths[-1], make_gmon.make(recipe))
    return compare.Subject(name, product.image, paths, kind, differs)


def subjects(oracle, products, directory, is_short):
    """Subjects with data made below DIRECTORY for those of PRODUCTS, built
    programs by name, that are in ROWS or, if IS_SHORT, in SHORT_ROWS."""
    lines = {}
    for number, kind in enumerate(KINDS):
        for row in SHORT_ROWS if is_short else ROWS:
            product = products.get(row[number % len(row)])
            if product is None:
                continue
            if product.name not in lines:
                lines[product.name] = line_starts(oracle, product)
            yield _make_subject(product, lines[product.name], kind, directory)
