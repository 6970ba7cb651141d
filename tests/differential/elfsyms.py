"""The symbols of an ELF image: just enough to know which names GNU gprof may
hide, to write the text files that -S and -R read, and to make up profiles."""
import collections
import re
import struct
import zlib

SHT_SYMTAB = 2
SHF_COMPRESSED = 0x800
ZLIB = 1
SHN_UNDEF = 0
STB_LOCAL = 0
STT_FUNC = 2
EM_MIPS = 8
DW_UT_SKELETON = 4
EM_PPC64 = 21
FILE_SIZE = 3  # how many functions text_map gives to an object file

Symbol = collections.namedtuple("Symbol", "address binding type section name")


def local_functions(path):
    """The names of all local function symbols of the image PATH."""
    return [symbol.name for symbol in symbols(path)
            if symbol.binding == STB_LOCAL and symbol.type == STT_FUNC]


def text_table(path):
    """The symbols of the image PATH about as nm prints them."""
    lines = []
    for symbol in symbols(path):
        letter = "T" if symbol.type == STT_FUNC else "D"
        if symbol.binding == STB_LOCAL:
            letter = letter.lower()
        if symbol.section == SHN_UNDEF:
            lines.append(f"{'':16} U {symbol.name}\n")
        else:
            lines.append(f"{symbol.address:016x} {letter} {symbol.name}\n")
    return "".join(lines)


def text_map(path):
    """The functions of the image PATH about as nm prints those of object
    files, dealt to invented ones in the order of their addresses.  Not those
    that share a name: one file would stand for all of them, and how often it
    is printed differs on purpose (R10.20)."""
    functions = sorted({(symbol.address, symbol.name)
                        for symbol in symbols(path)
                        if symbol.type == STT_FUNC
                        and symbol.section != SHN_UNDEF})
    uses = collections.Counter(name for _, name in functions)
    functions = [(address, name) for address, name in functions
                 if uses[name] == 1]
    return "".join(f"object{number // FILE_SIZE}.o:{address:016x} T {name}\n"
                   for number, (address, name) in enumerate(functions))


def symbols(path):
    """All symbols of the image PATH; none if it is no ELF file."""
    with open(path, "rb") as image:
        data = image.read()
    if data[:4] != b"\x7fELF":
        return []
    is_64 = data[4] == 2
    order = "<" if data[5] == 1 else ">"
    sections = _sections(data, is_64, order)
    found = []
    for section in sections:
        if section["type"] == SHT_SYMTAB:
            strings = sections[section["link"]]
            found += _symbols(data, section, strings["offset"], is_64, order)
    return found


def _wide(address, machine):
    """ADDRESS as libbfd has it: of 32 bits, it may be signed."""
    is_negative = machine == EM_MIPS and 2 ** 31 <= address < 2 ** 32
    return address | 0xffffffff << 32 if is_negative else address


def word_bits(path):
    """32 or 64: the word size of the ELF image PATH."""
    with open(path, "rb") as image:
        return 64 if image.read(5)[4] == 2 else 32


def _find_section(data, name):
    """The section called NAME of the ELF image DATA, or None, and the order of
    its bytes."""
    is_64, order = data[4] == 2, "<" if data[5] == 1 else ">"
    sections = _sections(data, is_64, order)
    index, = struct.unpack_from(order + "H", data, 0x3e if is_64 else 0x32)
    names = sections[index]["offset"]
    for section in sections:
        if data.startswith(name + b"\0", names + section["name"]):
            return section, order
    return None, order


def text_range(path):
    """The address of the section .text of the ELF image PATH, and the one
    behind it."""
    with open(path, "rb") as image:
        section, _ = _find_section(image.read(), b".text")
    if section is None:
        raise ValueError(f"{path}: no section .text")
    return section["address"], section["address"] + section["size"]


def has_hidden_names(path):
    """Whether a local function has a dot or a dollar in its name."""
    names = local_functions(path)
    return (any("." in name or "$" in name for name in names)
            or bool(names) and _has_descriptors(path))


def _has_descriptors(path):
    """Whether functions have descriptors; then libbfd puts a dot in front of
    the name of the code."""
    with open(path, "rb") as image:
        header = image.read(0x34)
    order = "<" if header[5] == 1 else ">"
    machine, = struct.unpack_from(order + "H", header, 0x12)
    flags, = struct.unpack_from(order + "I", header, 0x30)
    return machine == EM_PPC64 and flags & 3 < 2


def has_hidden_lines(path):
    """Whether there is DWARF 5 that GNU gprof's libbfd does not read: units
    of 64-bit DWARF, and those that only point to another file (R3.9h)."""
    return any(version == 5 and (is_wide or kind == DW_UT_SKELETON)
               for version, kind, is_wide in _units(path))


def has_d_names(path):
    """Whether a symbol has a name as compilers of D make them."""
    return any(re.match("_D(main$|[0-9])", symbol.name)
               for symbol in symbols(path))


def has_dwarf_5(path):
    """Whether there is any DWARF 5."""
    return any(version == 5 for version, _, _ in _units(path))


def _units(path):
    """Version, kind (from version 5 on) and whether it is of 64-bit DWARF, of
    each unit of the ELF image PATH."""
    with open(path, "rb") as image:
        data = image.read()
    section, order = _find_section(data, b".debug_info")
    if section is None:
        return
    information = _contents(section, data, order)
    at = 0
    while at + 12 <= len(information):
        length, = struct.unpack_from(order + "I", information, at)
        at += 4
        is_wide = length == 0xffffffff
        if is_wide:
            length, = struct.unpack_from(order + "Q", information, at)
            at += 8
        version, kind = struct.unpack_from(order + "HB", information, at)
        yield version, kind, is_wide
        at += length


def _contents(section, data, order):
    """The bytes of a SECTION of DATA, inflated if need be."""
    start = section["offset"]
    content = data[start:start + section["size"]]
    if not section["flags"] & SHF_COMPRESSED:
        return content
    kind, = struct.unpack_from(order + "I", content)
    header = 24 if data[4] == 2 else 12
    return zlib.decompress(content[header:]) if kind == ZLIB else b""


def _sections(data, is_64, order):
    if is_64:
        table, = struct.unpack_from(order + "Q", data, 0x28)
        size, count = struct.unpack_from(order + "HH", data, 0x3a)
        layout = order + "IIQQQQI"
    else:
        table, = struct.unpack_from(order + "I", data, 0x20)
        size, count = struct.unpack_from(order + "HH", data, 0x2e)
        layout = order + "IIIIIII"
    sections = []
    for number in range(count):
        fields = struct.unpack_from(layout, data, table + number * size)
        sections.append({"name": fields[0], "type": fields[1],
                         "flags": fields[2],
                         "address": fields[3], "offset": fields[4],
                         "size": fields[5], "link": fields[6]})
    return sections


def _symbols(data, section, strings, is_64, order):
    layout = order + ("IBBHQQ" if is_64 else "IIIBBH")
    value_field, info_field, index_field = (4, 1, 3) if is_64 else (1, 3, 5)
    machine, = struct.unpack_from(order + "H", data, 0x12)
    table = data[section["offset"]:section["offset"] + section["size"]]
    for fields in struct.iter_unpack(layout, table):
        info = fields[info_field]
        start = strings + fields[0]
        end = data.index(b"\0", start)
        yield Symbol(_wide(fields[value_field], machine), info >> 4,
                     info & 15, fields[index_field],
                     data[start:end].decode("latin-1"))
