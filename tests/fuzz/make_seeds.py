#!/usr/bin/env python3
"""Make inputs for the fuzz targets out of the files of the other tests.

usage: make_seeds.py [--programs DIR]... OUTPUT [TARGET]...

Writes OUTPUT/TARGET/NAME, each as the head of tests/fuzz/fuzz_TARGET.c says.
Images and profiles come from tests/cases and tests/fixtures, DWARF also from
tests/dwarf and, if DIR is given, from the programs DIR/*/a.out with their
profiles, if these are small; where they name the directory of the sources, it
is another of the same length.
"""
import argparse
import glob
import gzip
import lzma
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
TESTS = os.path.dirname(HERE)
for name in "fixtures", "dwarf", "lib":
    sys.path.insert(0, os.path.join(TESTS, name))
import cases  # noqa: E402
import make_elf  # noqa: E402
import make_gmon  # noqa: E402
import random_dwarf  # noqa: E402
import recipe  # noqa: E402

TOP = os.path.dirname(TESTS).encode()
NO_TOP = (b"/top" * len(TOP))[:len(TOP)]

LARGEST_IMAGE = 40000
LARGEST_PROFILE = 20000
LARGEST_CODE = 2000
LARGEST_PACKED = 1000
OPTION_ROWS = 20  # of fuzz_whole.c
FORMATS = ("symbolsrec", "tekhex", "pei-x86-64", "pe-x86-64", "pe-bigobj-x86-64",
           "pei-i386", "elf32-i386", "elf32-x86-64", "verilog", "ihex")
# Names for demanglers; each argument of one is twice as long as that before.
MANGLED_IMAGE = """
section .text 1000 1100
T 1000 main
T 1010 _Z1fSt4pairIiiES_IS0_S0_ES_IS1_S1_ES_IS2_S2_ES_IS3_S3_ES_IS4_S4_E
T 1020 _ZNSt6vectorIiSaIiEE9push_backERKi
T 1030 _ZZN1a1bIXadL_Z1cvEEEvvENKUlT_E_clIiEEDaS1_
T 1040 _RNvNtCs1234_7mycrate3foo3bar
T 1050 _ZN4core3fmt5Write9write_fmt17h0123456789abcdefE
T 1060 _RINvNtC3std3mem8align_ofNtNtC3std3fmt5ErrorE
T 1070 _Dmain
T 1080 pack__proc__2
"""
MANGLED_PROFILE = """
hist 1000 1100 100 seconds s 128 1000:5 1010:1 1020:2 1030:3 1040:4 1050:5
arc 1004 1010 3
arc 1014 1020 3
arc 1024 1030 3
arc 1034 1040 3
arc 1044 1050 3
arc 1054 1060 3
arc 1064 1070 3
arc 1074 1080 3
"""
SHARED_PROFILE = """
target x86-64
shared 1000 1200 100 128 1010:5 1100:65535
arcs 5 0,10,4 20,30,8 0,10,1 20,130,4294967295
"""
GPERF_PROFILE = """
target x86-64
gperf 10000
stack 3 55551081 55551013 55551022
stack 2 55551081 55551013 55551013 55551022
stack 4 7fff1025 55551033 55551013 55551033 55551022
stack 1 12 55551022
map 55550000-55553000 0 /bin/app
map 7fff0000-7fff2000 0 /lib/lib.so
map 7ffff000-7ffff800 0 [vdso]
"""
PROF = "mon 1000 1100 1000:4,1080:1,0:0 64 1010:2 1090:1"
RANDOM_PROGRAMS = 40
DWARF_SECTIONS = ("info", "abbrev", "line", "str", "line_str", "str_offsets",
                  "ranges", "rnglists", "addr")
# Machines of fuzz_callscan.c with their numbers in ELF, in the order of enum
# machine from 1 on.
MACHINES = ((3, 62), (183,), (40,), (8,), (2, 43), (0x9026,), (75,), (243,),
            (20, 21), (22,), (258,))
WORD_OF_4, BIG_ENDIAN, SIGNED = 1, 2, 4  # as target_of has it


def fixtures(suffix, make):
    """Pairs (name, content) of all that the recipes *SUFFIX make."""
    recipes = []
    for path in sorted(glob.glob(os.path.join(TESTS, "*", "*" + suffix))):
        with open(path, "rb") as file:
            recipes.append((path.split("/")[-2:], file.read()))
    recipes += [((case.name, name), text) for case, name, text in inputs()
                if name.endswith(suffix)]
    for words, text in recipes:
        try:
            yield "-".join(words), make(text.decode())
        except recipe.RecipeError:
            continue


def all_cases():
    return [cases.Case(name) for name in cases.all_names()]


def inputs():
    """Triples (case, name of an input, its text) of what cases do not share."""
    for case in all_cases():
        for name, text in case.inputs():
            if not any(section.word == "input"
                       and section.argument.split()[0] == cases.made_from(name)
                       for section in case.all_of("input")):
                yield case, name, text


def texts(name):
    """What cases have in the input NAME."""
    return [text for _, other, text in inputs() if other == name]


def command_lines():
    """The arguments of gprof in the cases, each in a line."""
    for case in all_cases():
        for line in case.command.splitlines():
            if line.startswith("gprof "):
                yield line[len("gprof "):].encode()


def contents(pattern, largest):
    """The files that match PATTERN and are not larger than LARGEST."""
    for path in sorted(glob.glob(pattern)):
        if os.path.isfile(path) and os.path.getsize(path) <= largest:
            with open(path, "rb") as file:
                content = file.read().replace(TOP, NO_TOP)
            yield path.replace("/", "-").lstrip("-."), content


def by_zstd(content):
    """CONTENT, compressed; nothing if there is no zstd."""
    if shutil.which("zstd") is None:
        return b""
    return subprocess.run(["zstd", "-qc"], input=content, check=True,
                          stdout=subprocess.PIPE).stdout


def live_file(choice):
    """A live file as fuzz_live.c has it: the header and blocks, each with its
    size in front; CHOICE as target_of takes it."""
    order = ">" if choice & BIG_ENDIAN else "<"
    word = 4 if choice & WORD_OF_4 else 8
    header = struct.pack(order + "8sIBBHIIIIQIIQQ", b"gprofrec", 1, word, 0, 62,
                         4096, 100, 4711, 0, 1700000000, 31, 1, 1, 2)

    def live_object(number, start, name, build_id):
        size = (40 + len(build_id) + len(name) + 8) // 8 * 8
        return (struct.pack(order + "IIQQQII", size, number, start,
                            start + 0x2000, start - 0x1000, len(build_id),
                            len(name) + 1) + build_id + name).ljust(size, b"\0")

    def block(kind, capacity, used, body):
        text = struct.pack(order + "8sQIIII32x", b"gprofblk", 4096, kind, 1,
                           capacity, used) + body
        return struct.pack("<H", len(text)) + text

    objects = (live_object(1, 0x400000, b"/bin/app", b"")
               + live_object(2, 0x700000, b"/lib/one.so", b"\1\2\3\4")
               + live_object(3, 0x701000, b"vdso", b""))
    gone = 1 << 63 | 2 << 40 | 0x123
    slots = ((0x400100, 0x700200, 5), (0x400100, 2 ** 64 - 1, 3),
             (gone, 0x400200, 1 << 40), (0x701000, gone, 7), (0, 1, 2),
             (0x900000, 0x900010, 9), (0x900000, 2 ** 64 - 1, 2 ** 64 - 1))
    cut, system, lost = 2 ** 64 - 3, 2 ** 64 - 4, 2 ** 64 - 1
    stacks = ((0x400100, 0, 1), (0x400200, 1, 2), (cut, 2, 0),
              (gone, 3, 1 << 40), (system, 4, 3), (0x700200, lost, 4),
              (0x700f10, 1, 5), (0x900000, 7, 2 ** 64 - 1))

    def table(kind, items, used):
        return block(kind, len(items), used,
                     b"".join(struct.pack(order + "3Q", *slot)
                              for slot in items))

    return (header + block(2, len(objects), len(objects), objects)
            + table(1, slots, len(slots) + 1)
            + table(3, stacks, len(stacks)))


def shorten_live(content):
    """A real live file in that form, with 20 slots of each block at most."""
    result = content[:64]
    for at in range(4096, len(content) - 64, 4096):
        if content[at:at + 8] == b"gprofblk":
            kind, _, capacity, used = struct.unpack_from("<4I", content,
                                                         at + 16)
            size = 64 + (used if kind == 2
                         else 24 * min(used, capacity, 20))
            result += struct.pack("<H", size) + content[at:at + size]
    return result


class Elf:
    """As much of an ELF file as a seed needs."""

    def __init__(self, content):
        self.content = content
        self.is_64 = content[4] == 2
        self.order = ">" if content[5] == 2 else "<"
        self.machine, = struct.unpack_from(self.order + "H", content, 18)
        self.sections = dict(self._sections())

    def _sections(self):
        where, form = (40, "Q") if self.is_64 else (32, "I")
        table, = struct.unpack_from(self.order + form, self.content, where)
        size, count, names = struct.unpack_from(self.order + "HHH",
                                                self.content,
                                                58 if self.is_64 else 46)
        form = "IIQQQQ" if self.is_64 else "IIIIII"
        rows = [struct.unpack_from(self.order + form, self.content,
                                   table + size * i) for i in range(count)]
        for row in rows:
            name, kind, address, offset, length = (
                row[0], row[1], row[3], row[4], row[5])
            start = rows[names][4] + name
            text = self.content[start:self.content.index(b"\0", start)]
            data = self.content[offset:offset + length] if kind != 8 else b""
            yield text.decode(), (address, data)

    def data(self, name):
        return self.sections.get(name, (0, b""))[1]

    def choice(self):
        return ((0 if self.is_64 else WORD_OF_4)
                | (BIG_ENDIAN if self.order == ">" else 0))


def parse(content):
    """CONTENT as ELF, or None."""
    try:
        return Elf(content) if content[:4] == b"\x7fELF" else None
    except (struct.error, ValueError, IndexError):
        return None


def shorten(content):
    """A file that the C library made for LD_PROFILE, of any machine, with 64
    bins and no free places."""
    order = "<" if content[4] == 0xff else ">"
    word = "Q" if content[48:55] == b"seconds" else "I"
    header, arc = f"{order}I{word}{word}II15sc", f"{order}{word}{word}I"
    low, _, bins = struct.unpack_from(header, content, 20)[1:4]
    start = 20 + struct.calcsize(header)
    table = start + 2 * bins
    count, = struct.unpack_from(order + "I", content, table + 4)
    end = table + 8 + count * struct.calcsize(arc)
    tag, _, high, _, *rest = struct.unpack_from(header, content, 20)
    kept = min(bins, 64)
    head = struct.pack(header, tag, low, low + (high - low) * kept // bins,
                       kept, *rest)
    return content[:20] + head + content[start:start + 2 * kept] \
        + content[table:end]


# --- One function per target ------------------------------------------------

class Seeds:
    def __init__(self, programs):
        self.images = dict(fixtures(".image", make_elf.make))
        self.profiles = dict(fixtures(".profile", make_gmon.make))
        self.pairs = [(make_elf.make(MANGLED_IMAGE),
                       make_gmon.make(MANGLED_PROFILE))]
        self.programs = programs
        for directory in programs:
            self._add_programs(directory)
        self._pair()

    def _add_programs(self, directory):
        for image in sorted(glob.glob(os.path.join(directory, "*", "a.out"))):
            found = list(contents(image, LARGEST_IMAGE))
            profile = os.path.join(os.path.dirname(image), "gmon.out")
            profiles = list(contents(profile, LARGEST_PROFILE))
            self.images.update(found)
            self.profiles.update(profiles)
            if found and profiles:
                self.pairs.append((found[0][1], profiles[0][1]))

    def _pair(self):
        """Images with the profiles of the same name."""
        for name, image in self.images.items():
            stem = name.rsplit(".", 1)[0]
            place = name.split("-a.out", 1)[0]
            for other, profile in self.profiles.items():
                if other.rsplit(".", 1)[0] == stem or (
                        "-a.out" in name and other.startswith(place)):
                    self.pairs.append((image, profile))

    def magic(self):
        for name, content in self.profiles.items():
            size = struct.pack("<H", min(len(content), 0xffff))
            for choice in range(8 if len(content) < 2000 else 1):
                yield bytes([choice]) + size + content
            yield b"\0" + size + content + content

    def shared(self):
        """Files of LD_PROFILE: of recipes, and real ones without the places
        that are free in their tables and most of their bins."""
        recipes = [SHARED_PROFILE.replace("x86-64", name)
                   for name in ("x86-64", "i386", "s390x", "powerpc")]
        files = [make_gmon.make(text) for text in recipes]
        for pattern in self.programs:
            files += [shorten(content) for _, content in contents(
                os.path.join(pattern, "*", "*.profile"), 50000)]
        for content in files:
            size = struct.pack("<H", len(content))
            for choice in range(8):
                yield bytes([choice]) + size + content
            yield b"\0" + size + content + content
        yield from self.magic()

    def live(self):
        """Live files, typed ones of all layouts and real ones, without what
        is free in them."""
        for choice in range(8):
            yield bytes([choice]) + live_file(choice)
        for pattern in self.programs:
            for _, content in contents(os.path.join(pattern, "*", "*.live"),
                                       200000):
                yield b"\0" + shorten_live(content)

    def walk(self):
        """Two functions of an object, on a stack: one calls the other; and
        rules with each instruction of call frame information."""
        programs = (b"\x41\x0e\x10\x86\x02\x43\x0d\x06",  # push, mov
                    b"\x0a\x0e\x20\x0b\x44\xc6",
                    b"\x0f\x03\x76\x78\x06", b"\x10\x06\x02\x76\x00",
                    b"\x0f\x0b\x77\x08\x80\x00\x3f\x1a\x3b\x2a\x33\x24\x22",
                    b"\x07\x10", b"\x05\x06\x02\x11\x03\x7e\x12\x06\x7c",
                    b"\x2e\x10\x02\x04\x03\x04\x00\x04\x04\0\0\0\x08\x06")
        for letters in b"zR\0", b"zRS\0":
            for program in programs:
                common = (b"\0\0\0\0\1" + letters
                          + b"\x01\x78\x10\x01\x1b\x0c\x07\x08\x90\x01")
                common = common.ljust((len(common) + 3) // 4 * 4, b"\0")
                text = struct.pack("<I", len(common)) + common
                table, at = [], 64
                for start in (1024, 1280):
                    place = at + len(text)
                    body = struct.pack("<Iii", place + 4 - at,
                                       start - (place + 8), 256)
                    body += b"\0" + program
                    body = body.ljust((len(body) + 3) // 4 * 4, b"\0")
                    table += [start, place]
                    text += struct.pack("<I", len(body)) + body
                head = struct.pack("<BBBBiI4i", 1, 0x1b, 3, 0x3b, at - 4, 2,
                                   *table).ljust(at, b"\0")
                memory = (head + text).ljust(1024, b"\x90")
                stack = [4096 + 32, 1300, 4096 + 64, 1040, 0, 1, 1300, 4096,
                         1040] + [1030] * 55
                registers = [130] * 31
                yield (bytes(registers) + struct.pack("<HB", 1040, 0)
                       + struct.pack("<64H", *stack) + memory)

    def gperf(self):
        """Profiles of gperftools, of one run and of two, and with a gmon.out.
        The first one has addresses of the functions in fuzz_gperf.c."""
        for name in ("x86-64", "i386", "s390x", "powerpc"):
            text = GPERF_PROFILE.replace("x86-64", name)
            for content in (make_gmon.make(text),
                            make_gmon.make(text.replace("5555", "6666"))):
                size = struct.pack("<H", len(content))
                for choice in range(8):
                    yield bytes([choice]) + size + content
                yield b"\0" + size + content + content
        yield from list(self.magic())[:20]

    def bsd(self):
        for seed in self.magic():
            for way in range(4):
                yield bytes([way]) + seed
        for choice, target in enumerate(("i386", "x86-64", "m68k", "s390x")):
            prof = make_gmon.make(f"target {target}\n" + PROF)
            kind = ((0 if choice & 1 else WORD_OF_4)
                    | (choice > 1) * BIG_ENDIAN)
            yield (bytes([3, kind]) + struct.pack("<H", len(prof)) + prof
                   + prof)

    def packed(self):
        for content in self.profiles.values():
            if len(content) > LARGEST_PACKED:
                continue
            for pack in gzip.compress, lzma.compress, by_zstd:
                yield b"\0" + pack(content)
                yield b"\1" + pack(content[:30]) + pack(content[30:])
                yield b"\1" + pack(bytes(20000)) + bytes(8)

    def symspec(self):
        words = ("main", "helper", "util.c", "lib/util.c:5", "7up", "a.b:main",
                 "we:ird.c:3", "main.c:10", "main/work", "helper/util.c:10",
                 "no such", "", "/", "x/y", "main/", ":", "main.c:50/helper",
                 "app::Sq::area", "sq.cc:app::Sq::area() const", "operator/",
                 "m*n", "[!a-l_]*", "*.c:?ain", "*::*/main.c:op*", "u???.c",
                 "mian", "mian.c:10", "main.c:hepler")
        for choice in range(16):
            for table in "@ABCDEFGHIJKabcdefghijkl":
                yield bytes([choice]) + "\n".join(
                    table + word for word in words).encode()

    def table(self):
        yield b"\0000000000000001000 T main\n0000000000001010 t helper\n"
        yield b"\1" + b"1000 T main\n" + b"x" * 1100 + b" T f\n"
        yield b"\0 0x10 t a\n20 W b\n\n30 T\nffffffffffffffffff T c\n"
        for content in texts("table"):
            yield b"\0" + content
            yield b"\1" + content
        yield from (b"\0" + seed for seed in self.map())

    def map(self):
        yield (b"a.o:0000000000001000 T main\na.o:0000000000001010 t helper\n"
               b"b.o:                 U alpha\nNo symbols in c.o\n")
        yield b"a.o:1 T main\r\nb.o:2 T alpha\nb.o:2 T beta\nc.o:1 t beta\n"
        yield from texts("map")

    def report(self):
        """Those of the cases, with the first functions only."""
        for _, content in contents(os.path.join(TESTS, "cases", "*.case"),
                                   100000):
            for text in re.findall(rb"^ ?\{.*?(?=^%%|\Z)", content,
                                   re.DOTALL | re.MULTILINE):
                if b'"schema"' not in text:
                    continue
                yield b"\0" + text
                lines = re.sub(rb'(?<=\n)(\{"function".*,\n)+', b"", text)
                yield b"\0" + lines
                yield b"\1" + (lines.replace(b'"functions"', b'"lines"')
                               .replace(b'"rows":"function"',
                                        b'"rows":"line"'))

    def kind(self):
        """The inputs of the module's test, word by word, and real files."""
        starts = [b"\x1f\x8b\x08", b"BZh91AY&SY", b"\xfd7zXZ\0",
                  b"\x28\xb5\x2f\xfd", b"\x04\x22\x4d\x18", b"\x1f\x9d",
                  b"PK\3\4", b"gcda", b"adcg", b"gcno", b"oncg",
                  b"\xfflprofr\x81", b"\x81rforpl\xff", b"\xfflprofi\x81",
                  b"PERFILE2", b"2ELIFREP", b"!<arch>\n", b"!<thin>\n",
                  b"\xfe\xed\xfa\xcf", b"\xcf\xfa\xed\xfe", b"MZ\x90\0",
                  b"gmon\xff\xff\1\0", b"gmon\0\1\xff\xff",
                  struct.pack("<5Q", 0, 3, 0, 10000, 0),
                  struct.pack(">5I", 0, 3, 0, 10000, 0),
                  b"# callgrind format\n", b"version: 1\ncreator: callgrind-",
                  b"desc: I1 cache:\ncmd: x\nevents: Ir\n",
                  b"desc: (none)\ncmd: x\ntime_unit: i\n",
                  b"#! /bin/sh\n# Generated by libtool\n", b"#!/bin/sh\n",
                  b"# x.la - a libtool library file\n",
                  "\u5256\u6790 \U0001f600\n".encode()]
        yield from starts
        yield from (start + bytes(range(64)) for start in starts)
        for content in list(self.images.values()) + list(
                self.profiles.values()):
            yield content[:1100]

    def options(self):
        seen = set()
        lines = list(command_lines())
        with open(os.path.join(TESTS, "differential", "options.txt"),
                  "rb") as file:
            lines += [line for line in file.read().splitlines()
                      if not line.startswith(b"#")]
        for line in lines:
            seed = b"\0" + b"\n".join(line.split())
            if seed not in seen:
                yield seed
                yield b"\1" + seed[1:]
            seen.add(seed)

    def callscan(self):
        for image in self.images.values():
            elf = parse(image)
            code = elf and elf.data(".text")[:LARGEST_CODE]
            for number, known in enumerate(MACHINES):
                if code and any(code) and elf.machine in known:
                    choice = elf.choice() | (16 if elf.order == ">" else 0)
                    for more in 0, 8, 32, 40:
                        yield bytes([number, choice | more, 2, 31, 0]) + code
                        yield bytes([number, choice | more, 9, 63, 2, 7, 1,
                                     32, 0]) + code

    def dwarf(self):
        images = list(self.images.values())
        images += [random_dwarf.make(seed) for seed in range(RANDOM_PROGRAMS)]
        for image in images:
            elf = parse(image)
            if elf is None or not elf.data(".debug_info"):
                continue
            data = [elf.data(".debug_" + name) for name in DWARF_SECTIONS]
            if max(map(len, data)) > 0xffff:
                continue
            sizes = struct.pack("<9H", *map(len, data))
            start = elf.sections.get(".text", (0x1000, b""))[0]
            asked = struct.pack("<3I", *(start + i & 0xffffffff
                                         for i in (0, 16, 100)))
            for choice in (0, 4, 8):
                order = elf.order == ">"
                yield bytes([choice | order]) + sizes + b"".join(data) + asked

    def listings(self):
        """Symbols every 16 bytes, and the profiles of the programs, whose code
        begins about there."""
        lines = [b"-b", b"-l -z", b"-A", b"-l -A -x -t3", b"-C -z",
                 b"-T -z -b", b"-d16383 -z", b"-d16383 -l", b"-r", b"-l -y -A",
                 b"-qmain -Pf -z", b"-l --gnu-compat -C", b"-i -p -q -c",
                 b"-ehelper -Ff -kmain/f -z", b"-w3 -m2 -A -nmain -Nf"]
        symbols = bytes([40, 0]) + b"".join(
            bytes([16, number * 11 % 128, number + 1]) for number in range(40))
        rows = bytes([30]) + b"".join(
            bytes([number % 9 + 1, number * 7 % 256]) for number in range(30))
        text = b";".join(b"line %d" % number for number in range(9)) + b"\n"
        for number, content in enumerate(self.profiles.values()):
            if len(content) < 2000:
                yield (lines[number % len(lines)] + b"\n" + symbols + rows
                       + text + b"\0" + content)

    def _converted(self):
        """Some pairs with the image in another format that libbfd reads."""
        for image, profile in self.pairs[::10]:
            for form in FORMATS:
                with tempfile.TemporaryDirectory() as directory:
                    names = [os.path.join(directory, name)
                             for name in ("from", "to")]
                    with open(names[0], "wb") as file:
                        file.write(image)
                    subprocess.run(["objcopy", "-O", form] + names,
                                   stderr=subprocess.DEVNULL, check=False)
                    for _, content in contents(names[1], LARGEST_IMAGE):
                        yield content, profile

    def whole(self):
        pairs = self.pairs + list(self._converted())
        for number, (image, profile) in enumerate(pairs):
            sizes = (struct.pack("<I", len(image))[:3]
                     + struct.pack("<H", len(profile)))
            for step in range(3):
                row = (number * 3 + step) % OPTION_ROWS
                yield bytes([row]) + sizes + image + profile
            yield (bytes([(number + 4) % OPTION_ROWS]) + sizes + image
                   + profile + profile)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--programs", action="append", default=[])
    parser.add_argument("output")
    parser.add_argument("targets", nargs="*")
    options = parser.parse_args()
    seeds = Seeds(options.programs)
    names = options.targets or ["bsd", "callscan", "dwarf", "gperf",
                                "kind", "magic", "listings", "live", "map",
                                "options",
                                 "packed", "report", "shared", "symspec",
                                 "table", "walk", "whole"]
    for name in names:
        directory = os.path.join(options.output, name)
        os.makedirs(directory, exist_ok=True)
        for number, seed in enumerate(getattr(seeds, name)()):
            with open(os.path.join(directory, f"seed-{number:04}"),
                      "wb") as file:
                file.write(seed)


if __name__ == "__main__":
    main()
