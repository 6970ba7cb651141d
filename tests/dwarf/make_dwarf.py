"""Programs whose debugging information is made to order, DWARF 2 to 5.

No compiler writes what is needed here: everything that the format allows, and
some that it does not.  A Program is filled with units, line tables and lists
of ranges, and then turned into the bytes of an ELF file:

    program = Program()
    program.symbol("f", 0x1000, size=0x10)
    table = LineTable(program, version=4, files=[("a.c", 0)])
    table.address(0x1000).advance_line(4).copy()
    table.address(0x1010).end_sequence()
    unit = program.unit(4, [("name", "string", "a.c"),
                            ("stmt_list", "sec_offset", table)])
    unit.add("subprogram", [("name", "string", "f"),
                            ("low_pc", "addr", 0x1000),
                            ("high_pc", "udata", 0x10)])
    content = program.finish()

An attribute is a triple: its name, its form, its value.  A reference's value
is an Entry; that of a section offset is a LineTable, a Ranges or a number.
"""
import struct

LOCAL, GLOBAL, WEAK = 0, 1, 2
NOTYPE, OBJECT, FUNC, SECTION, FILE, TLS, IFUNC = 0, 1, 2, 3, 4, 6, 10
ABSOLUTE = 0xfff1
PROGBITS, SYMTAB, STRTAB = 1, 2, 3
ALLOC, EXECUTE, WRITE = 2, 4, 1

TAGS = {
    "array_type": 0x01, "class_type": 0x02, "entry_point": 0x03,
    "enumeration_type": 0x04, "formal_parameter": 0x05,
    "imported_declaration": 0x08, "label": 0x0a, "lexical_block": 0x0b,
    "pointer_type": 0x0f, "compile_unit": 0x11, "structure_type": 0x13,
    "typedef": 0x16, "common_block": 0x1a, "inlined_subroutine": 0x1d,
    "module": 0x1e, "base_type": 0x24, "subprogram": 0x2e, "try_block": 0x32,
    "variable": 0x34, "interface_type": 0x38, "namespace": 0x39,
    "imported_module": 0x3a, "unspecified_type": 0x3b, "partial_unit": 0x3c,
    "imported_unit": 0x3d, "type_unit": 0x41, "call_site": 0x48,
    "skeleton_unit": 0x4a, "GNU_call_site": 0x4109,
}

ATTRIBUTES = {
    "sibling": 0x01, "location": 0x02, "name": 0x03, "byte_size": 0x0b,
    "stmt_list": 0x10, "low_pc": 0x11, "high_pc": 0x12, "language": 0x13,
    "comp_dir": 0x1b, "const_value": 0x1c, "inline": 0x20, "producer": 0x25,
    "prototyped": 0x27, "abstract_origin": 0x31, "artificial": 0x34,
    "decl_file": 0x3a, "decl_line": 0x3b, "declaration": 0x3c,
    "external": 0x3f, "frame_base": 0x40, "specification": 0x47, "type": 0x49,
    "entry_pc": 0x52, "use_UTF8": 0x53, "extension": 0x54, "ranges": 0x55,
    "trampoline": 0x56, "call_column": 0x57, "call_file": 0x58,
    "call_line": 0x59, "description": 0x5a, "signature": 0x69,
    "main_subprogram": 0x6a, "linkage_name": 0x6e,
    "str_offsets_base": 0x72, "addr_base": 0x73, "rnglists_base": 0x74,
    "dwo_name": 0x76, "MIPS_linkage_name": 0x2007, "GNU_ranges_base": 0x2132,
    "GNU_addr_base": 0x2133,
}

FORMS = {
    "addr": 0x01, "block2": 0x03, "block4": 0x04, "data2": 0x05, "data4": 0x06,
    "data8": 0x07, "string": 0x08, "block": 0x09, "block1": 0x0a,
    "data1": 0x0b, "flag": 0x0c, "sdata": 0x0d, "strp": 0x0e, "udata": 0x0f,
    "ref_addr": 0x10, "ref1": 0x11, "ref2": 0x12, "ref4": 0x13, "ref8": 0x14,
    "ref_udata": 0x15, "indirect": 0x16, "sec_offset": 0x17, "exprloc": 0x18,
    "flag_present": 0x19, "strx": 0x1a, "addrx": 0x1b, "ref_sup4": 0x1c,
    "data16": 0x1e, "line_strp": 0x1f, "ref_sig8": 0x20,
    "implicit_const": 0x21, "rnglistx": 0x23, "strx1": 0x25, "strx2": 0x26,
    "strx3": 0x27, "strx4": 0x28, "addrx1": 0x29, "addrx2": 0x2a,
    "addrx3": 0x2b, "addrx4": 0x2c, "GNU_addr_index": 0x1f01,
    "GNU_str_index": 0x1f02,
}

UNIT_COMPILE, UNIT_TYPE, UNIT_PARTIAL, UNIT_SKELETON = 1, 2, 3, 4

# Machines: ELF number, bits of a word, big-endian.
MACHINES = {"x86-64": (62, 64, False), "i386": (3, 32, False),
            "s390x": (22, 64, True), "powerpc": (20, 32, True),
            "aarch64": (183, 64, False), "arm": (40, 32, False),
            "mips": (8, 32, True)}


def uleb(value):
    result = b""
    while value > 127:
        result += bytes([value & 127 | 128])
        value >>= 7
    return result + bytes([value])


def sleb(value):
    result = b""
    while not -64 <= value < 64:
        result += bytes([value & 127 | 128])
        value >>= 7
    return result + bytes([value & 127])


class Packer:
    """Numbers in a byte order and word size."""

    def __init__(self, big_endian, word_size):
        self.order = "big" if big_endian else "little"
        self.word_size = word_size

    def number(self, value, size):
        return (value & (1 << 8 * size) - 1).to_bytes(size, self.order)

    def word(self, value):
        return self.number(value, self.word_size)


class Symbol:
    def __init__(self, name, value, size, kind, binding, section, other):
        self.other = other  # visibility
        self.name, self.value, self.size = name, value, size
        self.kind, self.binding, self.section = kind, binding, section


class Entry:
    """One entry of the tree of a unit."""

    def __init__(self, unit, tag, attributes):
        self.unit, self.tag, self.attributes = unit, tag, list(attributes)
        self.children = []
        self.offset = None  # in .debug_info

    def add(self, tag, attributes=()):
        child = Entry(self.unit, tag, attributes)
        self.children.append(child)
        return child


class Unit(Entry):
    """A unit; SECTION is `.debug_info` or `.debug_types`."""

    def __init__(self, program, version, attributes, tag="compile_unit",
                 dwarf64=False, kind=UNIT_COMPILE, signature=0,
                 section=".debug_info"):
        super().__init__(self, tag, attributes)
        self.program, self.version, self.dwarf64 = program, version, dwarf64
        self.kind, self.signature, self.section = kind, signature, section
        self.start = 0

    @property
    def offset_size(self):
        return 8 if self.dwarf64 else 4


class LineTable:
    """A line table under construction; every method returns the table."""

    def __init__(self, program, version=4, dirs=(), files=(), dwarf64=False,
                 min_inst=1, max_ops=1, default_is_stmt=1, line_base=-5,
                 line_range=14, opcode_base=13, form="string"):
        self.program, self.version, self.dwarf64 = program, version, dwarf64
        self.dirs, self.files = list(dirs), list(files)
        self.min_inst, self.max_ops = min_inst, max_ops
        self.default_is_stmt = default_is_stmt
        self.line_base, self.line_range = line_base, line_range
        self.opcode_base, self.form = opcode_base, form
        self.code = b""
        self.offset = None
        program.tables.append(self)

    def raw(self, content):
        self.code += content
        return self

    def extended(self, opcode, content=b""):
        return self.raw(b"\0" + uleb(1 + len(content)) + bytes([opcode])
                        + content)

    def address(self, pc):
        return self.extended(2, self.program.packer.word(pc))

    def end_sequence(self):
        return self.extended(1)

    def define_file(self, name, directory=0):
        return self.extended(3, name.encode() + b"\0" + uleb(directory)
                             + b"\0\0")

    def discriminator(self, value):
        return self.extended(4, uleb(value))

    def copy(self):
        return self.raw(b"\1")

    def advance_pc(self, by):
        return self.raw(b"\2" + uleb(by))

    def advance_line(self, by):
        return self.raw(b"\3" + sleb(by))

    def file(self, index):
        return self.raw(b"\4" + uleb(index))

    def column(self, value):
        return self.raw(b"\5" + uleb(value))

    def negate_stmt(self):
        return self.raw(b"\6")

    def const_add_pc(self):
        return self.raw(b"\x08")

    def fixed_advance_pc(self, by):
        return self.raw(b"\x09" + self.program.packer.number(by, 2))

    def special(self, opcode):
        return self.raw(bytes([opcode]))

    def row(self, pc, line_step=0, file=None):
        """Set the address, and a row there."""
        self.address(pc)
        if file is not None:
            self.file(file)
        return self.advance_line(line_step).copy()

    def end(self, pc):
        return self.address(pc).end_sequence()

    def _names(self):
        """The directories and files as the version wants them."""
        if self.version < 5:
            return (b"".join(name.encode() + b"\0" for name in self.dirs)
                    + b"\0"
                    + b"".join(name.encode() + b"\0" + uleb(index) + b"\0\0"
                               for name, index in self.files) + b"\0")
        result = b"\1\1" + uleb(FORMS[self.form]) + uleb(len(self.dirs))
        result += b"".join(self._text(name) for name in self.dirs)
        result += b"\2\1" + uleb(FORMS[self.form]) + b"\2" + uleb(
            FORMS["udata"]) + uleb(len(self.files))
        return result + b"".join(self._text(name) + uleb(index)
                                 for name, index in self.files)

    def _text(self, name):
        if self.form == "string":
            return name.encode() + b"\0"
        section = {"strp": ".debug_str", "line_strp": ".debug_line_str"}
        return self.program.packer.number(
            self.program.text(section[self.form], name),
            8 if self.dwarf64 else 4)

    def content(self):
        number = self.program.packer.number
        standard = bytes([0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1])
        lengths = (standard + b"\1" * 20)[:self.opcode_base - 1]
        header = bytes([self.min_inst])
        if self.version >= 4:
            header += bytes([self.max_ops])
        header += (bytes([self.default_is_stmt, self.line_base & 255,
                          self.line_range, self.opcode_base])
                   + lengths + self._names())
        size = 8 if self.dwarf64 else 4
        body = number(self.version, 2)
        if self.version >= 5:
            body += bytes([self.program.packer.word_size, 0])
        body += number(len(header), size) + header + self.code
        escape = b"\xff" * 4 if self.dwarf64 else b""
        return escape + number(len(body), size) + body


class Ranges:
    """A list of ranges; ITEMS are pairs as .debug_ranges has them, or for
    DWARF 5 triples of a kind, see _item, and its operands."""

    def __init__(self, program, items, version=4):
        self.program, self.items, self.version = program, items, version
        self.offset = None
        program.lists.append(self)

    def content(self):
        word = self.program.packer.word
        if self.version < 5:
            return b"".join(word(low) + word(high)
                            for low, high in self.items) + word(0) + word(0)
        result = b""
        for item in self.items:
            result += self._item(*item)
        return result + b"\0"

    def _item(self, *item):
        word = self.program.packer.word
        if len(item) == 2:
            return b"\6" + word(item[0]) + word(item[1])
        kind, a, b = item
        if kind == "base_addressx":
            return b"\1" + uleb(a)
        if kind == "startx_endx":
            return b"\2" + uleb(a) + uleb(b)
        if kind == "startx_length":
            return b"\3" + uleb(a) + uleb(b)
        if kind == "offset_pair":
            return b"\4" + uleb(a) + uleb(b)
        if kind == "base_address":
            return b"\5" + word(a)
        if kind == "start_end":
            return b"\6" + word(a) + word(b)
        assert kind == "start_length", kind
        return b"\7" + word(a) + uleb(b)


class Program:
    """An ELF program; its text is [TEXT, TEXT + SIZE)."""

    def __init__(self, machine="x86-64", text=0x1000, size=0x1000):
        self.machine, self.bits, self.big_endian = MACHINES[machine]
        self.packer = Packer(self.big_endian, self.bits // 8)
        self.sections = [(".text", text, size, ALLOC | EXECUTE)]
        self.symbols = []
        self.units, self.tables, self.lists = [], [], []
        self.addresses = []  # what .debug_addr holds
        self.texts = {".debug_str": b"\0", ".debug_line_str": b"\0"}
        self.strings = []    # offsets that .debug_str_offsets holds
        self.list_index = [] # Ranges that rnglistx can name

    def section(self, name, low, size, flags=ALLOC | EXECUTE):
        self.sections.append((name, low, size, flags))

    def symbol(self, name, value, size=0, kind=FUNC, binding=GLOBAL,
               section=1, other=0):
        self.symbols.append(Symbol(name, value, size, kind, binding, section,
                                   other))

    def unit(self, version, attributes, **others):
        unit = Unit(self, version, attributes, **others)
        self.units.append(unit)
        return unit

    def text(self, section, string):
        """The offset of STRING, added to SECTION."""
        wanted = string.encode() + b"\0"
        found = self.texts[section].find(b"\0" + wanted)
        if string and found >= 0:
            return found + 1
        self.texts[section] += wanted
        return len(self.texts[section]) - len(wanted)

    # ---- attributes

    def _offset(self, value):
        return value if isinstance(value, int) else value.offset or 0

    def _value(self, unit, form, value, final):
        """The bytes of an attribute; references are zero until FINAL."""
        number = self.packer.number
        if form == "addr":
            return self.packer.word(value)
        if form in ("data1", "flag", "ref1", "strx1", "addrx1"):
            size = 1
        elif form in ("data2", "ref2", "strx2", "addrx2"):
            size = 2
        elif form in ("strx3", "addrx3"):
            size = 3
        elif form in ("data4", "ref4", "strx4", "addrx4"):
            size = 4
        elif form in ("data8", "ref8", "ref_sig8"):
            size = 8
        elif form in ("sec_offset", "strp", "line_strp"):
            size = unit.offset_size
        elif form == "ref_addr":
            size = (self.packer.word_size if unit.version == 2
                    else unit.offset_size)
        else:
            size = 0
        if form in ("addrx", "addrx1", "addrx2", "addrx3", "addrx4",
                    "GNU_addr_index"):
            if value not in self.addresses:
                self.addresses.append(value)
            index = self.addresses.index(value)
            return number(index, size) if size else uleb(index)
        if form in ("strx", "strx1", "strx2", "strx3", "strx4",
                    "GNU_str_index"):
            offset = self.text(".debug_str", value)
            if offset not in self.strings:
                self.strings.append(offset)
            index = self.strings.index(offset)
            return number(index, size) if size else uleb(index)
        if form == "strp":
            return number(self.text(".debug_str", value), size)
        if form == "line_strp":
            return number(self.text(".debug_line_str", value), size)
        if form == "string":
            return value.encode() + b"\0"
        if form == "udata":
            return uleb(value)
        if form == "sdata":
            return sleb(value)
        if form == "ref_udata":  # always four bytes long
            at = (value.offset - unit.start) if final else 0
            return bytes([at & 127 | 128, at >> 7 & 127 | 128,
                          at >> 14 & 127 | 128, at >> 21 & 127])
        if form in ("ref1", "ref2", "ref4", "ref8"):
            if isinstance(value, int):
                return number(value, size)
            return number((value.offset - unit.start) if final else 0, size)
        if form == "ref_addr":
            if isinstance(value, int):
                return number(value, size)
            return number(value.offset if final else 0, size)
        if form == "rnglistx":
            if value not in self.list_index:
                self.list_index.append(value)
            return uleb(self.list_index.index(value))
        if form == "exprloc" or form == "block":
            return uleb(len(value)) + value
        if form == "block1":
            return bytes([len(value)]) + value
        if form == "flag_present" or form == "implicit_const":
            return b""
        if form == "indirect":
            return uleb(FORMS[value[0]]) + self._value(unit, *value, final)
        return number(self._offset(value), size)

    def _entry(self, entry, at, codes, final):
        """The bytes of ENTRY and its children, which begin at AT."""
        entry.offset = at
        key = (TAGS.get(entry.tag, entry.tag), bool(entry.children), tuple(
            (ATTRIBUTES.get(name, name), FORMS[form],
             value if form == "implicit_const" else None)
            for name, form, value in entry.attributes))
        code = codes.setdefault(key, len(codes) + 1)
        result = uleb(code)
        for _, form, value in entry.attributes:
            result += self._value(entry.unit, form, value, final)
        if entry.children:
            for child in entry.children:
                result += self._entry(child, at + len(result), codes, final)
            result += b"\0"
        return result

    def _unit(self, unit, at, codes, final):
        number = self.packer.number
        size = unit.offset_size
        unit.start = at
        header = number(unit.version, 2)
        word = bytes([self.packer.word_size])
        if unit.version >= 5:
            header += bytes([unit.kind]) + word + number(0, size)
            if unit.kind in (UNIT_SKELETON, 5):
                header += number(unit.signature, 8)
        else:
            header += number(0, size) + word
        if unit.kind == UNIT_TYPE or unit.section == ".debug_types":
            header += number(unit.signature, 8) + number(0, size)
        first = at + (12 if unit.dwarf64 else 4) + len(header)
        body = header + self._entry(unit, first, codes, final)
        escape = b"\xff" * 4 if unit.dwarf64 else b""
        return escape + number(len(body), size) + body

    def _all_units(self, codes, final):
        result = {".debug_info": b"", ".debug_types": b""}
        for unit in self.units:
            result[unit.section] += self._unit(
                unit, len(result[unit.section]), codes, final)
        return result

    # ---- sections

    def _abbreviations(self, codes):
        result = b""
        for (tag, children, attributes), code in codes.items():
            result += uleb(code) + uleb(tag) + bytes([children])
            for name, form, value in attributes:
                result += uleb(name) + uleb(form)
                if form == FORMS["implicit_const"]:
                    result += sleb(value)
            result += b"\0\0"
        return result + b"\0"

    RNGLISTS_HEADER = 12

    def debug_sections(self):
        """The debugging information, a dictionary by section name."""
        number = self.packer.number
        sections = dict.fromkeys([".debug_line", ".debug_ranges"], b"")
        for table in self.tables:
            table.offset = len(sections[".debug_line"])
            sections[".debug_line"] += table.content()
        self._all_units({}, False)  # finds addresses, strings, lists
        lists = b""
        first = self.RNGLISTS_HEADER + 4 * len(self.list_index)
        for one in self.lists:
            if one.version < 5:
                one.offset = len(sections[".debug_ranges"])
                sections[".debug_ranges"] += one.content()
            else:
                one.offset = first + len(lists)
                lists += one.content()
        if lists:
            table = b"".join(number(one.offset - self.RNGLISTS_HEADER, 4)
                             for one in self.list_index)
            sections[".debug_rnglists"] = (
                number(8 + len(table) + len(lists), 4) + number(5, 2)
                + bytes([self.packer.word_size, 0])
                + number(len(self.list_index), 4) + table + lists)
        if self.addresses:
            words = b"".join(map(self.packer.word, self.addresses))
            sections[".debug_addr"] = (
                number(4 + len(words), 4) + number(5, 2)
                + bytes([self.packer.word_size, 0]) + words)
        if self.strings:
            words = b"".join(number(offset, 4) for offset in self.strings)
            sections[".debug_str_offsets"] = (
                number(4 + len(words), 4) + number(5, 2) + b"\0\0" + words)
        codes = {}
        self._all_units(codes, False)
        sections.update(self._all_units(codes, True))
        sections[".debug_abbrev"] = self._abbreviations(codes)
        sections.update(self.texts)
        return {name: content for name, content in sections.items() if content}

    # ---- ELF

    def _symbols(self):
        number, word = self.packer.number, self.packer.word
        names, entries, local = b"\0", [b"\0" * (24 if self.bits == 64
                                                else 16)], 1
        for symbol in sorted(self.symbols, key=lambda s: s.binding != LOCAL):
            local += symbol.binding == LOCAL
            info = bytes([symbol.binding << 4 | symbol.kind, symbol.other])
            name = number(len(names), 4)
            names += symbol.name.encode() + b"\0"
            index = number(symbol.section, 2)
            if self.bits == 64:
                entries.append(name + info + index + word(symbol.value)
                               + word(symbol.size))
            else:
                entries.append(name + word(symbol.value) + word(symbol.size)
                               + info + index)
        return names, b"".join(entries), local, len(entries[0])

    def finish(self):
        """The bytes of the file."""
        number, word = self.packer.number, self.packer.word
        header_size = 64 if self.bits == 64 else 52
        content, names = b"", b"\0"
        headers = [b"\0" * (64 if self.bits == 64 else 40)]

        def add(name, kind, data, flags=0, address=0, link=0, info=0, size=0):
            nonlocal content, names
            headers.append(
                number(len(names), 4) + number(kind, 4) + word(flags)
                + word(address) + word(header_size + len(content))
                + word(len(data)) + number(link, 4) + number(info, 4)
                + word(1) + word(size))
            names += name.encode() + b"\0"
            content += data
        for name, low, size, flags in self.sections:
            add(name, PROGBITS, b"\0" * size, flags, low)
        for name, data in self.debug_sections().items():
            add(name, PROGBITS, data)
        strings, symbols, local, entry_size = self._symbols()
        add(".strtab", STRTAB, strings)
        add(".symtab", SYMTAB, symbols, link=len(headers) - 1, info=local,
            size=entry_size)
        add(".shstrtab", STRTAB, names + b".shstrtab\0")
        magic = b"\x7fELF" + bytes([2 if self.bits == 64 else 1,
                                    2 if self.big_endian else 1, 1])
        return (magic.ljust(16, b"\0")
                + number(2, 2) + number(self.machine, 2) + number(1, 4)
                + word(0) + word(0) + word(header_size + len(content))
                + number(0, 4) + number(header_size, 2) + number(0, 2)
                + number(0, 2) + number(len(headers[0]), 2)
                + number(len(headers), 2) + number(len(headers) - 1, 2)
                + content + b"".join(headers))
