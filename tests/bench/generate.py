#!/usr/bin/env python3
"""Make large programs and profiles for the benchmarks, the same for a seed.

usage: generate.py program [--debug] N IMAGE
       generate.py profile [--arcs K] [--seed S] SHAPE N PROFILE
       generate.py files [--seed S] N COUNT DIRECTORY
       generate.py image-profile [--arcs K] [--seed S] SHAPE IMAGE PROFILE

A program is an ELF file for x86-64 of N functions that lie side by side, each
FUNCTION_SIZE bytes of nothing; it is read, never run.  Names are in another
order than addresses, one symbol in ten is local.  With --debug it has DWARF 4:
a unit per UNIT_FUNCTIONS functions, four lines each.

A profile of such a program has ticks for all functions but the last, whose
time is undefined in GNU gprof (R5.4), and calls in one of the SHAPES.  Those
whose number of arcs is not given by the shape have K arcs, five per function
if not given.  files writes COUNT profiles of one program, 000000.gmon and so
on, that differ in their ticks.  image-profile reads the symbol table of any
ELF file for x86-64 and spreads ticks and K arcs over it.
"""
import argparse
import bisect
import mmap
import os
import random
import struct
import sys
from array import array

TEXT_START = 0x401000
FUNCTION_SIZE = 32
UNIT_FUNCTIONS = 100
BIN_SIZE = 4            # bytes of text for each 16-bit bin, as glibc has it
RATE = 100
ARCS_PER_FUNCTION = 5
TICKS_OF_FILE = 100

# ---------------------------------------------------------------- the shapes
# Each yields pairs (caller, callee) of numbers below COUNT.


def chain(count, arcs, rng):
    """The first function calls the second, this the third..."""
    return ((i, i + 1) for i in range(count - 1))


def reverse_chain(count, arcs, rng):
    """The last function calls the one before, and so on."""
    return ((i + 1, i) for i in range(count - 1))


def star_in(count, arcs, rng):
    """All call the last function."""
    return ((i, count - 1) for i in range(count - 1))


def star_out(count, arcs, rng):
    """The first function calls all others."""
    return ((0, i) for i in range(1, count))


def star(count, arcs, rng):
    """The first function calls all, and all call the last one."""
    yield from star_out(count, arcs, rng)
    yield from ((i, count - 1) for i in range(1, count - 1))


def one_cycle(count, arcs, rng):
    """A chain whose last function calls the second."""
    yield from chain(count, arcs, rng)
    if count > 2:
        yield count - 1, 1


def uniform(count, arcs, rng):
    """Any function calls any other, or itself."""
    number = rng.random
    return ((int(number() * count), int(number() * count))
            for _ in range(arcs))


def acyclic(count, arcs, rng):
    """Functions have ranks, and calls go only to higher ranks."""
    rank = permutation(count, rng)
    for a, b in uniform(count, arcs, rng):
        if a != b:
            yield (a, b) if rank[a] < rank[b] else (b, a)


def program(count, arcs, rng):
    """Most calls stay near, some go to popular functions, few anywhere.

    The number of calls made falls off with a power of the rank as well, so a
    few functions have very many parents and a few others many children.
    """
    number = rng.random
    popular, busy = permutation(count, rng), permutation(count, rng)
    for _ in range(arcs):
        kind, place = number(), number()
        caller = (busy[int(count * number() ** 3)] if kind < 0.3
                  else int(count * number()))
        if kind < 0.65:
            distance = int(40 * place * place) + 1
            callee = caller + (distance if number() < 0.6 else -distance)
        elif kind < 0.95:
            callee = popular[int(count * place ** 4)]
        else:
            callee = int(count * place)
        yield caller, callee % count


def few_cycles(count, arcs, rng):
    """Like program, but nearly all calls go from lower to higher rank."""
    rank = permutation(count, rng)
    for a, b in program(count, arcs, rng):
        if rank[a] < rank[b] or rng.random() < 0.0005:
            yield a, b
        else:
            yield b, a


SHAPES = {"chain": chain, "reverse-chain": reverse_chain, "star-in": star_in,
          "star-out": star_out, "star": star, "one-cycle": one_cycle,
          "acyclic": acyclic, "random": uniform, "program": program,
          "few-cycles": few_cycles}


def permutation(count, rng):
    """The numbers below COUNT, shuffled in the same way by every Python."""
    result = list(range(count))
    for i in range(count - 1, 0, -1):
        j = int(rng.random() * (i + 1))
        result[i], result[j] = result[j], result[i]
    return result


# ------------------------------------------------------------------ programs

def name_of(number):
    return b"function_%06d" % number


class ElfFile:
    """An ELF file for x86-64, section by section."""

    def __init__(self):
        self.content = bytearray(64)
        self.headers = [bytes(64)]
        self.names = bytearray(b"\0")

    def add(self, name, kind, content, flags=0, address=0, link=0, info=0,
            entry_size=0):
        """Append a section; its number."""
        self.content += bytes(-len(self.content) % 16)
        self.headers.append(struct.pack(
            "<IIQQQQIIQQ", len(self.names), kind, flags, address,
            len(self.content), len(content), link, info, 16, entry_size))
        self.names += name + b"\0"
        self.content += content
        return len(self.headers) - 1

    def write(self, path):
        names = self.names + b".shstrtab\0"
        self.add(b".shstrtab", 3, names)
        self.content += bytes(-len(self.content) % 16)
        self.content[:64] = struct.pack(
            "<4sBBBB8xHHIQQQIHHHHHH", b"\x7fELF", 2, 1, 1, 0, 2, 62, 1,
            TEXT_START, 0, len(self.content), 0, 64, 0, 0, 64,
            len(self.headers), len(self.headers) - 1)
        with open(path, "wb") as output:
            output.write(self.content)
            output.write(b"".join(self.headers))


def write_program(path, count, debug=False):
    """A program of COUNT functions, at PATH."""
    rng = random.Random(count)
    numbers = permutation(count, rng)
    names = [name_of(number) for number in numbers]
    names[0] = b"main"
    elf = ElfFile()
    elf.add(b".text", 1, bytes(count * FUNCTION_SIZE), 6, TEXT_START)
    add_symbols(elf, names, permutation(count, rng))
    if debug:
        add_debugging(elf, names)
    elf.write(path)


def add_symbols(elf, names, order):
    """Function symbols in ORDER, the local ones first as ELF wants it."""
    strings = bytearray(b"\0")
    entries = ([bytes(24)], [])
    for i in order:
        is_global = i % 10 != 3
        entries[is_global].append(struct.pack(
            "<IBBHQQ", len(strings), (is_global << 4) + 2, 0, 1,
            TEXT_START + i * FUNCTION_SIZE, FUNCTION_SIZE))
        strings += names[i] + b"\0"
    elf.add(b".symtab", 2, b"".join(entries[0] + entries[1]), 0, 0,
            len(elf.headers) + 1, len(entries[0]), 24)
    elf.add(b".strtab", 3, strings)


ABBREVIATIONS = bytes([
    # A unit with children: name, line table, first address, size, language.
    1, 0x11, 1, 0x03, 0x08, 0x10, 0x17, 0x11, 0x01, 0x12, 0x07, 0x13, 0x0b,
    0, 0,
    # A function: name, file, line, first address, size, external.
    2, 0x2e, 0, 0x03, 0x08, 0x3a, 0x0b, 0x3b, 0x05, 0x11, 0x01, 0x12, 0x0b,
    0x3f, 0x0c, 0, 0,
    0])
LINE_BASE, LINE_RANGE, OPCODE_BASE = -5, 14, 13
LINES_PER_FUNCTION = 5      # four of them have code
ROW_SIZE = FUNCTION_SIZE // 4


def special(address_advance, line_advance):
    """The opcode that adds a row."""
    return (OPCODE_BASE + line_advance - LINE_BASE
            + LINE_RANGE * address_advance)


def line_program(start, count, file):
    """One sequence: all functions of a unit look the same."""
    first, step = special(ROW_SIZE, 2), special(ROW_SIZE, 1)
    functions = bytes([first, step, step, step]) * count
    program_bytes = (b"\0\x09\2" + struct.pack("<Q", start)
                     + bytes([special(0, 0)]) + functions[1:]
                     + bytes([2, ROW_SIZE, 0, 1, 1]))
    header = (bytes([1, 1, 1, LINE_BASE & 255, LINE_RANGE, OPCODE_BASE,
                     0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1, 0])
              + file + b"\0\0\0\0" + b"\0")
    body = struct.pack("<HI", 4, len(header)) + header + program_bytes
    return struct.pack("<I", len(body)) + body


def unit_information(names, start, file, line_table):
    dies = bytearray(b"\1" + file + b"\0" + struct.pack(
        "<IQQB", line_table, start, len(names) * FUNCTION_SIZE, 12))
    for i, name in enumerate(names):
        dies += b"\2" + name + b"\0" + struct.pack(
            "<BHQBB", 1, 1 + i * LINES_PER_FUNCTION,
            start + i * FUNCTION_SIZE, FUNCTION_SIZE, 1)
    body = struct.pack("<HIB", 4, 0, 8) + dies + b"\0"
    return struct.pack("<I", len(body)) + body


def add_debugging(elf, names):
    units, tables = bytearray(), bytearray()
    for first in range(0, len(names), UNIT_FUNCTIONS):
        inside = names[first:first + UNIT_FUNCTIONS]
        start = TEXT_START + first * FUNCTION_SIZE
        file = b"unit_%05d.c" % (first // UNIT_FUNCTIONS)
        units += unit_information(inside, start, file, len(tables))
        tables += line_program(start, len(inside), file)
    elf.add(b".debug_abbrev", 1, ABBREVIATIONS)
    elf.add(b".debug_info", 1, units)
    elf.add(b".debug_line", 1, tables)


# ------------------------------------------------------------------ profiles

GMON_HEADER = b"gmon" + struct.pack("<I", 1) + bytes(12)


def histogram(low, high, bins):
    return (b"\0" + struct.pack("<QQII15sc", low, high, len(bins), RATE,
                                b"seconds", b"s") + bins.tobytes())


def spread_ticks(bins, places, rng):
    """Ticks at most of the PLACES: few for many, many for few."""
    number = rng.random
    for place in places:
        ticks = int(0.7 / (number() + 0.0005))
        bins[place] = min(bins[place] + ticks, 65535)


def arc_records(starts, sizes, pairs, rng):
    """The arcs between functions in the order in which glibc writes them.

    That is by the address of the call, somewhere in the caller.
    """
    number = rng.random
    sites = [(starts[caller] + 1 + int(number() * (sizes[caller] - 1)),
              starts[callee], int(1 / (number() + 0.0001)) + 1)
             for caller, callee in pairs]
    sites.sort()
    pack = struct.Struct("<cQQI").pack
    return b"".join([pack(b"\1", *site) for site in sites])


def write_profile(path, count, shape, arcs=None, seed=1):
    """A profile of write_program (COUNT)'s program, at PATH."""
    rng = random.Random(seed)
    arcs = ARCS_PER_FUNCTION * count if arcs is None else arcs
    high = TEXT_START + count * FUNCTION_SIZE
    bins = array("H", bytes(2 * ((high - TEXT_START) // BIN_SIZE)))
    step = FUNCTION_SIZE // BIN_SIZE
    spread_ticks(bins, [i * step + int(rng.random() * step)
                        for i in range(count - 1)], rng)
    records = arc_records(range(TEXT_START, high, FUNCTION_SIZE),
                          [FUNCTION_SIZE] * count,
                          SHAPES[shape](count, arcs, rng), rng)
    with open(path, "wb") as output:
        output.write(GMON_HEADER + histogram(TEXT_START, high, bins)
                     + records)


def write_files(directory, count, files, seed=1):
    """FILES profiles of write_program (COUNT)'s program in DIRECTORY.

    All have the same arcs, and TICKS_OF_FILE ticks of their own.
    """
    first = os.path.join(directory, "first")
    write_profile(first, count, "program", count // 10, seed)
    with open(first, "rb") as profile:
        content = bytearray(profile.read())
    os.remove(first)
    bins_at = len(GMON_HEADER) + 1 + 40
    step = FUNCTION_SIZE // BIN_SIZE
    content[bins_at:bins_at + 2 * step * count] = bytes(2 * step * count)
    rng = random.Random(seed)
    for i in range(files):
        ticks = [bins_at + 2 * int(rng.random() * (count - 1) * step)
                 for _ in range(TICKS_OF_FILE)]
        for place in ticks:
            content[place] += 1
        with open(os.path.join(directory, f"{i:06}.gmon"), "wb") as output:
            output.write(content)
        for place in ticks:
            content[place] = 0


def write_ranges(directory, files):
    """FILES profiles in DIRECTORY, each with a range of its own."""
    size = FUNCTION_SIZE
    bins = array("H", [1] * (size // BIN_SIZE))
    for i in range(files):
        low = TEXT_START + i * size
        with open(os.path.join(directory, f"{i:06}.gmon"), "wb") as output:
            output.write(GMON_HEADER + histogram(low, low + size, bins))


def write_large(path, megabytes):
    """A profile of about so many MEGABYTES, one arc again and again."""
    arc = struct.pack("<BQQI", 1, TEXT_START + 1, TEXT_START, 1)
    with open(path, "wb") as output:
        output.write(GMON_HEADER + arc * (megabytes * 10**6 // len(arc)))


# -------------------------------------------------- profiles of other images

def section_headers(image):
    """(name, kind, address, offset, size, link) of each section."""
    offset, = struct.unpack_from("<Q", image, 40)
    size, count, names = struct.unpack_from("<HHH", image, 58)
    headers = [struct.unpack_from("<IIQQQQI", image, offset + i * size)
               for i in range(count)]
    start = headers[names][4]
    return [(image[start + h[0]:image.find(b"\0", start + h[0])],
             h[1], h[3], h[4], h[5], h[6]) for h in headers]


def functions_of_image(path):
    """First and last address of the text, and the sorted functions in it."""
    with open(path, "rb") as file, \
         mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as image:
        if image[:6] != b"\x7fELF\2\1":
            raise ValueError(f"{path}: not an ELF file for x86-64")
        headers = section_headers(image)
        text = next(i for i, h in enumerate(headers) if h[0] == b".text")
        symbols = next(h for h in headers if h[1] == 2)
        table = image[symbols[3]:symbols[3] + symbols[4]]
    starts = {value for _, info, _, section, value, _
              in struct.iter_unpack("<IBBHQQ", table)
              if info & 15 == 2 and section == text}
    low = headers[text][2]
    return low, low + headers[text][4], sorted(starts)


def write_image_profile(path, image, shape, arcs, seed=1):
    """A profile of the program IMAGE with ARCS arcs, at PATH."""
    rng = random.Random(seed)
    low, high, starts = functions_of_image(image)
    bins = array("H", bytes(2 * ((high - low) // BIN_SIZE)))
    limit = low + len(bins) * BIN_SIZE
    starts = starts[:bisect.bisect_left(starts, limit)]
    sizes = [max(2, min(end - start, 4000)) for start, end
             in zip(starts, starts[1:] + [limit])]
    spread_ticks(bins, [(start - low + int(rng.random() * size)) // BIN_SIZE
                        for start, size in zip(starts[:-1], sizes)], rng)
    records = arc_records(starts, sizes,
                          SHAPES[shape](len(starts), arcs, rng), rng)
    with open(path, "wb") as output:
        output.write(GMON_HEADER + histogram(low, limit, bins) + records)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    kinds = parser.add_subparsers(dest="kind", required=True)
    kind = kinds.add_parser("program")
    kind.add_argument("--debug", action="store_true")
    kind.add_argument("count", type=int)
    kind.add_argument("path")
    kind = kinds.add_parser("profile")
    add_profile_options(kind)
    kind.add_argument("count", type=int)
    kind.add_argument("path")
    kind = kinds.add_parser("files")
    kind.add_argument("--seed", type=int, default=1)
    kind.add_argument("count", type=int)
    kind.add_argument("files", type=int)
    kind.add_argument("directory")
    kind = kinds.add_parser("image-profile")
    add_profile_options(kind)
    kind.add_argument("image")
    kind.add_argument("path")
    options = parser.parse_args()
    if options.kind == "program":
        write_program(options.path, options.count, options.debug)
    elif options.kind == "profile":
        write_profile(options.path, options.count, options.shape,
                      options.arcs, options.seed)
    elif options.kind == "files":
        os.makedirs(options.directory, exist_ok=True)
        write_files(options.directory, options.count, options.files,
                    options.seed)
    else:
        write_image_profile(options.path, options.image, options.shape,
                            options.arcs or 200000, options.seed)


def add_profile_options(parser):
    parser.add_argument("--arcs", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("shape", choices=sorted(SHAPES))


if __name__ == "__main__":
    try:
        main()
    except (OSError, ValueError) as problem:
        sys.exit(f"{sys.argv[0]}: {problem}")
