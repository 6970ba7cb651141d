"""Random programs with debugging information in all the forms that DWARF has.

What no compiler writes is here, too: rows in any order, sequences that
overlap, functions whose ranges touch or cover each other, names along chains
of references.  Left out are cases in which libbfd's answers depend on earlier
lookups: units that overlap, or that have code outside their own ranges.
"""
import random

from make_dwarf import (ABSOLUTE, FUNC, GLOBAL, IFUNC, LOCAL, NOTYPE, OBJECT,
                        WEAK, LineTable, Program, Ranges)

MACHINES = ("x86-64",) * 5 + ("i386", "s390x", "powerpc", "mips", "aarch64")
LANGUAGES = (None, 0x01, 0x02, 0x04, 0x05, 0x09, 0x0c, 0x13, 0x14, 0x16, 0x1a,
             0x1c, 0x1d, 0x1e, 0x21, 0x8001)
DIRECTORIES = ([], ["/usr/inc", "rel"], ["/d0", "sub", "x/y"])
WORK_PLACES = ("/comp", "/other", "rel/comp", "", None, "/comp/")
SELECT_BASE = -1  # in a list of ranges of DWARF 2 to 4


class Maker:
    """Makes one program, by SEED."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.choice = self.random.choice
        self.text = self.choice((0x1000, 0x1fff0, 0x400000))
        self.size = self.choice((0x100, 0x300))
        self.step = self.choice((1, 4, 16))
        self.program = Program(self.choice(MACHINES), self.text, self.size)
        self.entries = []  # that may be referred to

    def often(self, percent):
        return self.random.random() * 100 < percent

    def span(self, low, high):
        """Some [start, end) within [LOW, HIGH)."""
        start = low + self.random.randrange(0, high - low, self.step)
        length = self.random.randint(not self.often(5),
                                     self.choice((2, 6, 30)))
        return start, min(high, start + self.step * length)

    def make(self):
        self._symbols()
        count = self.choice((1, 2, 4))
        for number in range(count):
            low = self.text + self.size * number // count
            high = self.text + self.size * (number + 1) // count
            UnitMaker(self, number, low, high).make()
        return self.program.finish()

    def _symbols(self):
        for number in range(self.choice((1, 2, 5, 20))):
            name = self.choice(("s%d", "s%d", "s%d.cold", ".L%d", "$x%d"))
            low, high = self.span(self.text, self.text + self.size)
            self.program.symbol(
                name % number, low, self.choice((0, high - low, 8)),
                self.choice((FUNC, FUNC, FUNC, NOTYPE, OBJECT, IFUNC)),
                self.choice((LOCAL, GLOBAL, WEAK)),
                self.choice((1, 1, 1, 1, ABSOLUTE)),
                self.choice((0, 0, 0, 2)))
        self.program.symbol("start", self.text, self.choice((0, 4)))


class UnitMaker:
    """Makes the unit NUMBER, whose code is [LOW, HIGH)."""

    def __init__(self, maker, number, low, high):
        self.maker, self.number = maker, number
        self.low, self.high = low, high
        self.choice, self.often = maker.choice, maker.often
        self.program = maker.program
        self.version = self.choice((2, 3, 4, 5, 5))
        self.is_wide = self.often(10)
        self.base = 0

    def make(self):
        table = self._table()
        attributes = self._attributes(table)
        tag = "compile_unit"
        if self.base == 0:
            tag = self.choice((tag,) * 8 + ("partial_unit", "type_unit"))
        self.unit = self.program.unit(self.version, attributes, tag=tag,
                                      dwarf64=self.is_wide)
        parents = [self.unit]
        for number in range(self.choice((0, 1, 4, 12, 30))):
            entry = self.choice(parents).add(*self._function(number))
            parents.append(entry)
            self.maker.entries.append(entry)

    # ---- lines

    def _table(self):
        choice, randint = self.choice, self.maker.random.randint
        directories = list(choice(DIRECTORIES))
        version = self.version if self.often(80) else choice((2, 3, 4, 5))
        if version >= 5 and not directories:
            directories = ["/first"]
        files = [(f"u{self.number}_{index}.c" if self.often(85)
                  else f"/abs/f{index}.c", randint(0, len(directories)))
                 for index in range(randint(1, 4))]
        table = LineTable(
            self.program, version, directories, files, dwarf64=self.is_wide,
            min_inst=choice((1, 1, 1, 2, 4)), default_is_stmt=choice((0, 1)),
            line_base=choice((-5, -3, -1, -10)),
            line_range=choice((14, 12, 10, 4)),
            opcode_base=choice((13, 13, 10, 20)),
            form="string" if version < 5 else choice(("string", "line_strp")))
        for _ in range(choice((0, 1, 1, 2, 4))):
            low, high = self.low, self.high
            if self.often(50):
                low, high = self.maker.span(low, high)
            if self.often(5):
                low, high = 0, high - low  # of a section that was discarded
            if self.often(30):
                self._rows_anywhere(table, low, high)
            else:
                self._rows_ahead(table, low)
            table.end(high)
        return table

    def _rows_anywhere(self, table, low, high):
        for _ in range(self.choice((0, 1, 3, 8))):
            table.address(self.maker.span(low, high)[0] if high > low else low)
            table.advance_line(self.maker.random.randint(-2, 9))
            if self.often(30):
                table.file(self._file(table))
            table.copy()

    def _rows_ahead(self, table, low):
        number = self.maker.random.randint
        table.address(low)
        steps = (
            lambda: table.advance_line(number(-3, 30)).copy(),
            lambda: table.special(number(table.opcode_base, 255)),
            lambda: table.special(number(table.opcode_base, 255)),
            lambda: table.special(number(table.opcode_base, 255)),
            table.const_add_pc,
            lambda: table.fixed_advance_pc(number(0, 20)),
            lambda: table.discriminator(3).column(4).negate_stmt(),
            lambda: table.file(self._file(table)),
            lambda: table.advance_pc(number(0, 12)).copy())
        for _ in range(self.choice((1, 3, 10))):
            self.choice(steps)()

    def _file(self, table):
        """The number of a file, now and then of none."""
        return self.maker.random.randint(0, len(table.files))

    # ---- the unit's own entry

    def _offset_form(self):
        if self.version >= 4:
            return "sec_offset"
        return "data8" if self.is_wide else "data4"

    def _attributes(self, table):
        choice = self.choice
        attributes = [("stmt_list", self._offset_form(), table)]
        if self.often(95):
            attributes.append(("name", choice(("string", "strp")),
                               f"u{self.number}.c"))
        for name, form, value in (
                ("comp_dir", choice(("string", "strp")), choice(WORK_PLACES)),
                ("language", "data2", choice(LANGUAGES))):
            if value is not None:
                attributes.append((name, form, value))
        if self.version >= 5:
            attributes += [("addr_base", "sec_offset", 8),
                           ("str_offsets_base", "sec_offset", 8)]
        if self.often(30):
            self.maker.random.shuffle(attributes)
        return attributes + self._addresses()

    def _addresses(self):
        if self.often(50):
            self.base = self.low
            return [("low_pc", "addr", self.low), self._end(self.low,
                                                            self.high)]
        self.base = self.choice((0, 0, self.maker.text))
        ranges = [(self.low, self.high)]
        if self.often(30):
            middle = (self.low + self.high) // 2
            ranges = [(middle, self.high), (self.low, middle)]
        return [("low_pc", "addr", self.base), self._ranges(ranges)]

    def _end(self, low, high):
        """An attribute that gives the end of the code from LOW."""
        if self.version < 4 or self.often(30):
            return "high_pc", "addr", high
        return ("high_pc", self.choice(("data4", "udata", "data8", "sdata")),
                high - low)

    # ---- ranges

    def _ranges(self, ranges):
        items = (self._items_of_5 if self.version >= 5
                 else self._items_of_4)(ranges)
        return "ranges", self._offset_form(), Ranges(
            self.program, items, 5 if self.version >= 5 else 4)

    def _new_base(self, low, base):
        """A base that some producer might take for LOW, instead of BASE."""
        if low >= base and self.often(70):
            return base
        return self.choice([0] + [new for new in (self.maker.text, self.low)
                                  if new <= low])

    def _items_of_4(self, ranges):
        items, base = [], self.base
        for low, high in ranges:
            # libbfd does not know a base that is selected in 32 bits.
            new = self._new_base(low, base)
            if new != base and self.program.bits == 64:
                items.append((SELECT_BASE, new))
                base = new
            if (low, high) != (base, base):  # that would end the list
                items.append((low - base, high - base))
        return items

    def _items_of_5(self, ranges):
        items, base = [], self.base
        for low, high in ranges:
            kind = self.choice(("start_end", "start_length", "offset_pair"))
            if kind == "start_end":
                items.append((kind, low, high))
            elif kind == "start_length":
                items.append((kind, low, high - low))
            else:
                new = self._new_base(low, base)
                if new != base:
                    items.append(("base_address", new, 0))
                    base = new
                items.append((kind, low - base, high - base))
        return items

    # ---- functions

    def _function(self, number):
        """Tag and attributes of an entry, mostly of a function."""
        name = f"f{self.number}_{number}"
        attributes = []
        if self.often(75):
            forms = ["string", "strp"]
            if self.version >= 5:
                forms += ["strx", "strx1", "line_strp"]
            attributes.append(("name", self.choice(forms),
                               name if self.often(97) else ""))
        if self.often(25):
            attributes.append((
                self.choice(("linkage_name", "MIPS_linkage_name")),
                self.choice(("string", "strp")),
                "_Z" + name if self.often(97) else ""))
        if self.maker.entries and self.often(40):
            attributes.append(self._reference())
        attributes += self._code() + self._others()
        if self.often(30):
            self.maker.random.shuffle(attributes)
        return self.choice(
            ("subprogram", "inlined_subroutine") * 3
            + ("entry_point", "lexical_block", "namespace", "variable")
        ), attributes

    def _reference(self):
        target = self.choice(self.maker.entries)
        is_near = target.unit is self.unit
        return (self.choice(("abstract_origin", "specification")),
                self.choice(("ref2", "ref4", "ref8", "ref_udata", "ref_addr"))
                if is_near else "ref_addr", target)

    def _code(self):
        low, high = self.maker.span(self.low, self.high)
        kind = self.maker.random.randrange(100)
        if kind < 45:
            form = "addrx" if self.version >= 5 and self.often(30) else "addr"
            return [("low_pc", form, low), self._end(low, high)]
        if kind < 70:
            return [self._ranges([self.maker.span(self.low, self.high)
                                  for _ in range(self.choice((1, 2, 4, 8)))])]
        if kind < 73:
            return [("low_pc", "addr", low)]
        if kind < 75:
            return [("low_pc", "addr", 0), self._end(0, high - low)]
        return []

    def _others(self):
        """Entries without information about lines."""
        result = []
        if self.often(10):
            result.append(("declaration", "flag", 1))
        if self.often(10):
            result.append(("decl_line", "udata", 5))
        if self.often(10):
            result.append(("frame_base", "exprloc" if self.version >= 4
                           else "block1", b"\x9c"))
        if self.version >= 5 and self.often(5):
            result.append(("decl_file", "implicit_const", 1))
        return result


def make(seed):
    """The bytes of the program SEED."""
    return Maker(seed).make()
