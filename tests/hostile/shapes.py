"""Images that cost more to decode than their size justifies: files of some
hundred kilobytes whose parts refer to each other so that a reader that simply
follows them would need very long, or very much memory.

SHAPES maps a name to a function from a size, about that of the file in bytes,
or a tenth or less of it where only large files show the cost, to the bytes of
a program for x86-64 with the functions f1, f2 ...
"""
import os
import struct
import sys
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "fixtures"))
import make_elf  # noqa: E402

TEXT = 0x1000
COMPILE_UNIT, SUBPROGRAM, SUBROUTINE = 0x11, 0x2e, 0x1d
NAME, STMT_LIST, LOW_PC, HIGH_PC, LANGUAGE = 0x03, 0x10, 0x11, 0x12, 0x13
ABSTRACT_ORIGIN, SPECIFICATION, RANGES = 0x31, 0x47, 0x55
ADDR, DATA4, STRING, STRP, REF4, SEC_OFFSET = 0x01, 0x06, 0x08, 0x0e, 0x13, \
    0x17
LINE_STRP, UDATA = 0x1f, 0x0f
PRODUCER, LINKAGE_NAME = 0x25, 0x6e
# One byte for an instruction, all operations at once, every row a statement;
# rows 5 lines back to 8 ahead; 10 is the first special opcode.
LINE_HEADER = bytes([1, 1, 1, 0xfb, 14, 10, 0, 1, 1, 1, 1, 0, 0, 0, 1])
STAY, STEP = bytes([10 + 5]), bytes([10 + 14 + 6])  # a row here; 1 byte on


def leb128(value):
    result = b""
    while value > 127:
        result += bytes([value & 127 | 128])
        value >>= 7
    return result + bytes([value])


# What else a file may have, so that our own reader of DWARF gives up.
variation = [""]  # the present one
VARIATIONS = {
    "": lambda sections: sections,
    "and a damaged unit": lambda sections: {
        name: content + (b"\x10\0\0\0\x99" + bytes(15)
                         if name == ".debug_info" else b"")
        for name, content in sections.items()},
    "and stabs": lambda sections: {**sections, ".stab": b""},
}


def image(functions, sections, text_size=None, names=None, kind=0x12, step=1,
          start=TEXT):
    """A program with FUNCTIONS functions of 16 bytes from START on, called
    NAMES, and raw SECTIONS; see add_symbols for KIND and STEP."""
    size = text_size or 16 * functions
    recipe = f"section .text {start:x} {start + max(size, 16):x}\n"
    # What begins with data is no function, so libbfd is asked about it.
    recipe += f"D {start:x} data\n"
    recipe += "".join(f"{'t' if i % 2 else 'T'} {start + 16 * i:x} f{i}\n"
                      for i in range(1, functions))
    parsed = make_elf.Image(recipe)
    writer = make_elf.Writer(parsed)
    make_elf.add_sections(writer)
    if names is None:
        make_elf.add_symbols(writer)
    else:
        add_symbols(writer, functions, names, kind, step)
    for name, content in VARIATIONS[variation[0]](sections).items():
        writer.add(name, make_elf.PROGBITS, content)
    return writer.finish()


def add_symbols(writer, functions, names, kind, step):
    """Symbols of one KIND, as ELF has binding and type, whose names begin STEP
    bytes apart in one long text."""
    strings = writer.add(".strtab", make_elf.STRTAB, b"\0" + names + b"\0")
    table = bytes(24) + b"".join(
        struct.pack("<IBBHQQ", 1 + i * step % len(names), kind, 0, 1,
                    TEXT + 16 * i, 0)
        for i in range(functions))
    writer.add(".symtab", make_elf.SYMTAB, table, link=strings, info=1,
               entry_size=24)


def abbreviation(code, tag, attributes, children=False):
    return (leb128(code) + leb128(tag) + bytes([children])
            + b"".join(leb128(name) + leb128(form)
                       for name, form in attributes) + b"\0\0")


def unit(entries, abbreviations=0):
    """A unit of DWARF 4."""
    body = struct.pack("<HIB", 4, abbreviations, 8) + entries + b"\0"
    return struct.pack("<I", len(body)) + body


def line_table(files, program):
    header = (LINE_HEADER + b"\0" + b"".join(file + b"\0\0\0\0" for file in files) + b"\0")
    body = struct.pack("<HI", 4, len(header)) + header + program
    return struct.pack("<I", len(body)) + body


def set_address(address):
    return b"\0\x09\x02" + struct.pack("<Q", address)


END = b"\0\x01\x01"


def rows(count):
    """COUNT rows of a byte each, 1 byte of code and 1 line apart."""
    return set_address(TEXT) + STEP * count + END


UNIT = [(NAME, STRING), (STMT_LIST, DATA4), (LOW_PC, ADDR), (HIGH_PC, DATA4),
        (LANGUAGE, 0x0b)]


def unit_entry(line, high, code=1, language=12):
    return (leb128(code) + b"u.c\0" + struct.pack("<IQI", line, TEXT, high)
            + bytes([language]))


def one_unit(count, table):
    """A program of COUNT bytes of code, all of one unit with the line TABLE."""
    return image(64, {".debug_info": unit(unit_entry(0, count)),
                      ".debug_abbrev": abbreviation(1, COMPILE_UNIT, UNIT)
                      + b"\0",
                      ".debug_line": table},
                 text_size=count)


FUNCTION = [(NAME, STRING), (LOW_PC, ADDR), (HIGH_PC, DATA4)]


def shared_line_table(size):
    """Many units have one long line table."""
    count = size // 2
    units = b"".join(unit(unit_entry(0, count)) for _ in range(size // 2 // 36))
    return image(64, {".debug_info": units,
                      ".debug_abbrev": abbreviation(1, COMPILE_UNIT, UNIT)
                      + b"\0",
                      ".debug_line": line_table([b"a.c"], rows(count))},
                 text_size=count)


def shared_line_table_without_ranges(size):
    """The same, and the units do not say where their code is."""
    count = size // 2
    units = b"".join(unit(b"\1u.c\0" + struct.pack("<I", 0))
                     for _ in range(size // 2 // 24))
    return image(64, {".debug_info": units,
                      ".debug_abbrev": abbreviation(1, COMPILE_UNIT, UNIT[:2])
                      + b"\0",
                      ".debug_line": line_table([b"a.c"], rows(count))},
                 text_size=count)


def rows_backwards(size):
    """A line table in descending order."""
    back = b"\2" + b"\xff" * 9 + b"\1\1"  # advance by -1, a row
    count = size // len(back)
    program = set_address(TEXT + count + 1) + b"\1" + back * count
    program += set_address(TEXT + count + 2) + END
    return image(64, {".debug_info": unit(unit_entry(0, count)),
                      ".debug_abbrev": abbreviation(1, COMPILE_UNIT, UNIT)
                      + b"\0",
                      ".debug_line": line_table([b"a.c"], program)},
                 text_size=count + 2)


def shared_ranges(size):
    """Many functions have one long list of ranges."""
    count = size // 2 // 16
    functions = size // 2 // 8
    ranges = b"".join(struct.pack("<QQ", TEXT + 4 * i, TEXT + 4 * i + 2)
                      for i in range(count)) + bytes(16)
    entries = unit_entry(0, 4 * count) + (
        b"\2f\0" + struct.pack("<I", 0)) * functions
    return image(64, {".debug_info": unit(entries),
                      ".debug_abbrev": abbreviation(1, COMPILE_UNIT, UNIT,
                                                    True)
                      + abbreviation(2, SUBPROGRAM, [(NAME, STRING),
                                                     (RANGES, SEC_OFFSET)])
                      + b"\0",
                      ".debug_line": line_table([b"a.c"], rows(1024)),
                      ".debug_ranges": ranges}, text_size=4 * count)


def doubling_names(size):
    """Each entry completes the next one twice."""
    del size
    first = len(unit_entry(0, 1024)) + 11
    deep = 90
    entries = b""
    entry_size = 1 + 4 + 4
    for i in range(deep):
        following = first + entry_size * (i + 1)
        entries += b"\3" + struct.pack("<II", following, following)
    entries += b"\2f\0" + struct.pack("<QI", TEXT + 4096, 1)
    entries += b"\4" + struct.pack("<QII", TEXT, 512, first)
    return image(64, {".debug_info": unit(unit_entry(0, 1024, language=4)
                                          + entries),
                      ".debug_abbrev": abbreviation(1, COMPILE_UNIT, UNIT,
                                                    True)
                      + abbreviation(2, SUBPROGRAM, FUNCTION)
                      + abbreviation(3, SUBPROGRAM, [(SPECIFICATION, REF4)]
                                     * 2)
                      + abbreviation(4, SUBPROGRAM, [(LOW_PC, ADDR),
                                                     (HIGH_PC, DATA4),
                                                     (SPECIFICATION, REF4)])
                      + b"\0",
                      ".debug_line": line_table([b"a.c"], rows(1024))},
                 text_size=8192)


def overlapping_abbreviations(size):
    """Each unit's abbreviations begin one behind those of the unit before."""
    table = abbreviation(1, COMPILE_UNIT, UNIT)
    units = size // (36 + len(table))
    return image(64, {".debug_info": b"".join(
        unit(unit_entry(0, 1024), i * len(table)) for i in range(units)),
        ".debug_abbrev": table * units + b"\0",
        ".debug_line": line_table([b"a.c"], rows(1024))})


def overlapping_files(size):
    """The names of files are the ends of one long text, and each function is
    in another file."""
    functions = size // 2 // 60
    text = b"x" * (size // 2) + b"\0"
    entry = b"\1" + leb128(1) + leb128(LINE_STRP)
    header = (LINE_HEADER + entry + leb128(1) + struct.pack("<I", len(text) - 1)
              + entry + leb128(functions)
              + b"".join(struct.pack("<I", i) for i in range(functions)))
    program = b"".join(set_address(TEXT + 16 * i) + b"\4" + leb128(i)
                       + STAY for i in range(functions))
    program += set_address(TEXT + 16 * functions) + END
    body = (struct.pack("<HBBI", 5, 8, 0, len(header)) + header + program)
    return image(functions, {
        ".debug_info": unit(unit_entry(0, 16 * functions)),
        ".debug_abbrev": abbreviation(1, COMPILE_UNIT, UNIT) + b"\0",
        ".debug_line": struct.pack("<I", len(body)) + body,
        ".debug_line_str": text})


def long_file_name(size):
    """Many rows in two files with long names, by turns."""
    names = [letter * (size // 4) for letter in (b"x", b"y")]
    count = size // 2 // 3
    program = (set_address(TEXT)
               + (b"\4\1" + STEP
                  + b"\4\2" + STEP) * (count // 2) + END)
    return one_unit(count, line_table(names, program))


def attributes_without_bytes(size):
    """Entries of a byte with very many attributes that take none."""
    flags = [(0x34, 0x19)] * (size // 2 // 2)
    return image(64, {".debug_info": unit(unit_entry(0, 1024)
                                          + b"\2" * (size // 2)),
                      ".debug_abbrev": abbreviation(1, COMPILE_UNIT, UNIT,
                                                    True)
                      + abbreviation(2, 0x05, flags) + b"\0",
                      ".debug_line": line_table([b"a.c"], rows(1024))})


def functions_apart(size):
    """Very many functions, each inlined in the one before."""
    count = size // 14
    entries = b"".join(b"\2" + struct.pack("<QI", TEXT + i % 1000,
                                           10000 - i % 5000)
                       for i in range(count))
    return image(64, {".debug_info": unit(unit_entry(0, 11024)
                                          + entries + bytes(count)),
                      ".debug_abbrev": abbreviation(1, COMPILE_UNIT, UNIT,
                                                    True)
                      + abbreviation(2, SUBROUTINE, FUNCTION[1:], True)
                      + b"\0",
                      ".debug_line": line_table([b"a.c"], rows(11024))},
                 text_size=11024)


def overlapping_symbols(size):
    """The names of symbols are the ends of one long text."""
    return image(size // 2 // 24, {}, names=b"x" * (size // 2))


def compressed(size):
    """A section of a huge size that compresses well."""
    full = 1000 * size
    packer = zlib.compressobj(9)
    content = b"".join(packer.compress(bytes(1 << 20))
                       for _ in range(full >> 20)) + packer.flush()
    file = image(64, {".debug_info": unit(unit_entry(0, 1024)),
                      ".debug_abbrev": abbreviation(1, COMPILE_UNIT, UNIT)
                      + b"\0",
                      ".debug_line": line_table([b"a.c"], rows(1024)),
                      ".debug_str": struct.pack("<IIQQ", 1, 0,
                                                full >> 20 << 20, 1)
                      + content})
    return set_flags(file, b".debug_str", 0x800)


def set_flags(file, name, flags):
    """FILE with FLAGS for its section NAME."""
    file = bytearray(file)
    start, = struct.unpack_from("<Q", file, 40)
    count, names = struct.unpack_from("<HH", file, 60)
    text, = struct.unpack_from("<Q", file, start + names * 64 + 24)
    for i in range(count):
        at = start + 64 * i
        offset, = struct.unpack_from("<I", file, at)
        if file[text + offset:].split(b"\0")[0] == name:
            struct.pack_into("<Q", file, at + 8, flags)
    return bytes(file)


def ranges_without_code(size):
    """Many functions have one long list that only sets its base."""
    table = abbreviation(1, COMPILE_UNIT, UNIT, True) + abbreviation(
        2, SUBPROGRAM, [(RANGES, UDATA)]) + b"\0"
    base = b"\1\0" * (size // 4) + b"\0"  # the first address of a table
    header = struct.pack("<IHBBI", len(base) + 8, 5, 8, 0, 0)
    start = leb128(len(header))
    entries = unit_entry(0, 1024) + (b"\2" + start) * (size // 4) + b"\0"
    body = struct.pack("<HBBI", 5, 1, 8, 0) + entries
    return image(64, {".debug_info": struct.pack("<I", len(body)) + body,
                      ".debug_abbrev": table,
                      ".debug_line": line_table([b"a.c"], rows(1024)),
                      ".debug_addr": struct.pack("<Q", TEXT),
                      ".debug_rnglists": header + base})


def units_with_attributes(size):
    """Many units have very many attributes that take no bytes."""
    flags = [(0x34, 0x19)] * (size // 2)
    units = b"".join(unit(b"\1") for _ in range(size // 13))
    return image(64, {".debug_info": units,
                      ".debug_abbrev": abbreviation(1, COMPILE_UNIT, flags)
                      + b"\0",
                      ".debug_line": line_table([b"a.c"], rows(1024))})


def long_directory(size):
    """Many units have one long directory."""
    size *= 20
    attributes = [(STMT_LIST, DATA4), (0x1b, STRP)]
    units = b"".join(unit(b"\1" + struct.pack("<II", 0, 0))
                     for _ in range(size // 2 // 20))
    return image(64, {".debug_info": units,
                      ".debug_abbrev": abbreviation(1, COMPILE_UNIT,
                                                    attributes) + b"\0",
                      ".debug_str": b"x" * (size // 2) + b"\0",
                      ".debug_line": line_table([b"a.c"], rows(1024))})


def completed(entries, table, sections):
    """Each of 90 entries completes the next one twice, the last of them
    ENTRIES."""
    first = len(unit_entry(0, 1024)) + 11
    deep, entry_size = 90, 1 + 4 + 4
    chain = b""
    for i in range(deep):
        following = first + entry_size * (i + 1)
        chain += b"\3" + struct.pack("<II", following, following)
    entries = chain + entries + b"\4" + struct.pack("<QII", TEXT, 512, first)
    return image(64, {".debug_info": unit(unit_entry(0, 1024, language=4)
                                          + entries),
                      ".debug_abbrev": abbreviation(1, COMPILE_UNIT, UNIT,
                                                    True)
                      + table
                      + abbreviation(3, SUBPROGRAM, [(SPECIFICATION, REF4)]
                                     * 2)
                      + abbreviation(4, SUBPROGRAM, [(LOW_PC, ADDR),
                                                     (HIGH_PC, DATA4),
                                                     (SPECIFICATION, REF4)])
                      + b"\0",
                      ".debug_line": line_table([b"a.c"], rows(1024)),
                      **sections}, text_size=8192)


def doubling_names_of_one_text(size):
    """The same, and the last one's name is long and has no end."""
    return completed(b"\2" + struct.pack("<I", 0),
                     abbreviation(2, SUBPROGRAM, [(LINKAGE_NAME, STRP)]),
                     {".debug_str": b"x" * size + b"\0y"})


def doubling_long_texts(size):
    """The same, and the last one has a long text."""
    return completed(b"\2" + b"x" * size + b"\0",
                     abbreviation(2, SUBPROGRAM, [(PRODUCER, STRING)]), {})


def doubling_long_numbers(size):
    """The same, and the last one has a number of many bytes."""
    return completed(b"\2" + b"\x80" * size + b"\0",
                     abbreviation(2, SUBPROGRAM, [(PRODUCER, UDATA)]), {})


def overlapping_names_of_functions(size):
    """The names of functions are the ends of one long text."""
    size *= 10
    count = size // 2 // 17
    entries = b"".join(b"\2" + struct.pack("<IQI", i, TEXT + i, 1)
                       for i in range(count))
    return image(64, {".debug_info": unit(unit_entry(0, count) + entries),
                      ".debug_abbrev": abbreviation(1, COMPILE_UNIT, UNIT,
                                                    True)
                      + abbreviation(2, SUBPROGRAM, [(LINKAGE_NAME, STRP)]
                                     + FUNCTION[1:]) + b"\0",
                      ".debug_str": b"x" * (size // 2) + b"\0",
                      ".debug_line": line_table([b"a.c"], rows(count))},
                 text_size=count)


def rows_between(size):
    """Many units have long line tables, each in the header of the one before,
    with rows out of order that lie between all others."""
    units = 30
    back = b"\2" + leb128((1 << 64) - 2) + b"\1\2\3\1"  # 2 back, 3 ahead
    program = set_address(TEXT) + STEP * size + back * 450 + END
    header = LINE_HEADER + b"\0a.c\0\0\0\0\0"
    table_size = 10 + len(header)
    lines, starts = b"", [table_size * i for i in range(units)]
    for start in starts:
        rest = table_size * units - start - 10
        lines += struct.pack("<IHI", rest + 6 + len(program), 4, rest) + header
    return image(64, {".debug_info": b"".join(
        unit(unit_entry(start, size)) for start in starts),
        ".debug_abbrev": abbreviation(1, COMPILE_UNIT, UNIT) + b"\0",
        ".debug_line": lines + program}, text_size=size)


def overlapping_names_of_labels(size):
    """The names of labels that are none of a programmer's are the ends of one
    long text."""
    size *= 10
    return image(size // 2 // 24,
                 {".debug_info": unit(unit_entry(0, 1024)),
                  ".debug_abbrev": abbreviation(1, COMPILE_UNIT, UNIT)
                  + b"\0",
                  ".debug_line": line_table([b"a.c"], rows(1024))},
                 names=b"x" * (size // 2) + b"$", kind=0)


def long_mangled_names(size):
    """Names that could have a reference at each byte."""
    length = 130000
    names = b"\0".join([b"_Z" + b"S" * length] * (size // length or 1))
    return image(3, {}, names=names, step=length + 3)


def colliding_names_of_files(size):
    """Names of files that have one and the same sum of 33 to the power of the
    place of each byte."""
    size *= 10
    count = size // 45
    pairs = [b"ab", b"bA"]  # 33 * a + b is the same
    files = [b"".join(pairs[i >> bit & 1] for bit in range(18))
             for i in range(count)]
    program = b"".join(set_address(TEXT + i) + b"\4" + leb128(i + 1) + STAY
                       for i in range(count))
    program += set_address(TEXT + count) + END
    return one_unit(count, line_table(files, program))


def units_of_one_code(size):
    """Many units claim the same code and have no lines for it."""
    units, functions = size // 2 // 80, size // 2 // 30
    table = line_table([b"a.c"], set_address(TEXT - 16) + STAY + STEP + END)
    return image(functions, {".debug_info": b"".join(
        unit(unit_entry(i * len(table), 16 * functions))
        for i in range(units)),
        ".debug_abbrev": abbreviation(1, COMPILE_UNIT, UNIT) + b"\0",
        ".debug_line": table * units})


def end_of_addresses(size):
    """The code ends where addresses do, and units share a line table, so that
    libbfd is asked about each piece."""
    del size
    start = (1 << 64) - 256
    program = set_address(start) + STEP * 64 + END
    entry = b"\1u.c\0" + struct.pack("<IQI", 0, start, 64) + b"\x0c"
    return image(8, {".debug_info": 2 * unit(entry),
                     ".debug_abbrev": abbreviation(1, COMPILE_UNIT, UNIT)
                     + b"\0",
                     ".debug_line": line_table([b"a.c"], program)},
                 start=start)


SHAPES = {
    "shared line table": shared_line_table,
    "shared line table, no ranges": shared_line_table_without_ranges,
    "rows backwards": rows_backwards,
    "shared ranges": shared_ranges,
    "names that double": doubling_names,
    "overlapping abbreviations": overlapping_abbreviations,
    "overlapping names of files": overlapping_files,
    "long names of files": long_file_name,
    "attributes without bytes": attributes_without_bytes,
    "functions in functions": functions_apart,
    "overlapping names of symbols": overlapping_symbols,
    "compressed": compressed,
    "ranges without code": ranges_without_code,
    "units with attributes": units_with_attributes,
    "long directory": long_directory,
    "names of one text that double": doubling_names_of_one_text,
    "long texts that double": doubling_long_texts,
    "long numbers that double": doubling_long_numbers,
    "overlapping names of functions": overlapping_names_of_functions,
    "rows between": rows_between,
    "overlapping names of labels": overlapping_names_of_labels,
    "long mangled names": long_mangled_names,
    "colliding names of files": colliding_names_of_files,
    "units of one code": units_of_one_code,
    "end of addresses": end_of_addresses,
}
