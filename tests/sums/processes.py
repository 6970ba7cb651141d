"""Made-up processes of one program: their live files, and what these say.

Each has its objects, open and closed, at other addresses, libraries that others
do not have, code in no object, and stacks.
"""
import collections
import os
import struct

import live
import make_elf

LOW, STEP, COUNT = 0x1000, 0x40, 12     # functions of each object
HIGH = LOW + STEP * COUNT
STACKS, HAS_STACKS = 3, 1
TOP, LOST, CUT, SYSTEM = 0, 2 ** 64 - 1, 2 ** 64 - 3, 2 ** 64 - 4
NOWHERE, KERNEL = "nowhere", "[vdso]"
# Words of make_elf, whose word size and byte order differ, and e_machine.
TARGETS = (("x86-64", 8, "<", 62), ("i386", 4, "<", 3), ("s390x", 8, ">", 22),
           ("m68k", 4, ">", 4))


# ---- files

Thing = collections.namedtuple("Thing", "name build_id")    # an object's file
Place = collections.namedtuple("Place", "number thing start end bias closed")


class File:
    """A live file of word size WORD and byte ORDER: places of objects, TABLES and
    TREES of slots (self, from, count), and fields of the header."""

    def __init__(self, word, order, machine, **fields):
        self.word, self.order, self.machine = word, order, machine
        self.fields = {"ended": 1, "rate": 100, "process": 7, "start": 1000,
                       "lacks": 0, "flags": HAS_STACKS, "lost_calls": 0,
                       "lost_samples": 0, "signals": 0, **fields}
        self.places, self.tables, self.trees = [], [], []

    def block(self, kind, count, body):
        size = -(-(live.BLOCK_SIZE + len(body)) // 4096) * 4096
        head = live.BLOCK[self.order].pack(b"gprofblk", size, kind, 1, count,
                                           count)
        return (head + body).ljust(size, b"\0")

    def object(self, place):
        path = os.fsencode(place.thing.name) + b"\0"
        texts = place.thing.build_id + path
        size = -(-(live.OBJECT_SIZE + len(texts)) // 8) * 8
        head = live.OBJECT[self.order].pack(
            size, place.number | (live.CLOSED if place.closed else 0),
            place.start, place.end, place.bias % 2 ** 64,
            len(place.thing.build_id), len(path))
        return (head + texts).ljust(size, b"\0")

    def encode(self):
        f = self.fields
        header = live.HEADER[self.order].pack(
            b"gprofrec", 1, self.word, f["ended"], self.machine, 4096,
            f["rate"], f["process"], 0, f["start"], f["lacks"], f["flags"],
            f["lost_calls"], f["lost_samples"], f["signals"])
        things = b"".join(map(self.object, self.places))
        blocks = [header.ljust(4096, b"\0"),
                  self.block(live.OBJECTS, len(things), things)]
        for kind, tables in ((live.ARCS, self.tables), (STACKS, self.trees)):
            blocks += [self.block(kind, len(slots), b"".join(
                live.SLOT[self.order].pack(*slot) for slot in slots))
                for slots in tables]
        return b"".join(blocks)


class Meaning:
    """What the bytes of a live file say, whatever the addresses: counts of arcs
    and samples, and of stacks, by (object, address in it)."""

    def __init__(self, data, order):
        head = live.HEADER[order].unpack_from(data)
        (_, version, self.word, self.ended, self.machine, alignment, self.rate,
         self.process, _, self.start, self.lacks, self.flags, self.lost_calls,
         self.lost_samples, self.signals) = head
        assert version == 1
        self.order, self.places = order, []
        self.arcs, self.stacks = collections.Counter(), collections.Counter()
        self.squares = self.samples = 0
        blocks, at = [], alignment
        while at < len(data):
            cookie, size, kind, _, count, used = live.BLOCK[order].unpack_from(
                data, at)
            assert cookie == b"gprofblk" and count == used
            blocks.append((kind, used, at + live.BLOCK_SIZE))
            at += size
        for kind, used, at in blocks:
            if kind == live.OBJECTS:
                self.read_objects(data, at, at + used)
        for kind, used, at in blocks:
            if kind != live.OBJECTS:
                read = self.read_arcs if kind == live.ARCS else self.read_tree
                read(live.SLOT[order].iter_unpack(
                    data[at:at + used * live.SLOT_SIZE]))
        self.complete()

    def complete(self):
        """Samples without a stack are those of unknown callers."""
        stacked = collections.Counter()
        for path, count in self.stacks.items():
            stacked[path[-2] if path[-1] == SYSTEM else path[-1]] += count
        for (kind, leaf), count in self.arcs.items():
            if kind == live.SAMPLE and count > stacked[leaf]:
                self.stacks[LOST, leaf] += count - stacked[leaf]

    def read_objects(self, data, at, end):
        while at < end:
            size, number, start, limit, bias, id_size, name_size = \
                live.OBJECT[self.order].unpack_from(data, at)
            text = at + live.OBJECT_SIZE
            thing = Thing(data[text + id_size:text + id_size + name_size - 1],
                          data[text:text + id_size])
            self.places.append(Place(number & ~live.CLOSED, thing, start,
                                     limit, bias, number & live.CLOSED))
            at += size
        self.places.sort()

    def resolve(self, pc):
        if pc & live.GONE:
            number = (pc ^ live.GONE) >> live.OFFSET_BITS
            found = [p for p in self.places if p.number == number]
            pc = found[0].start + (pc & (2 ** live.OFFSET_BITS - 1))
        else:
            found = [p for p in self.places
                     if p.start <= pc < p.end and not p.closed]
        if not found:
            return NOWHERE
        place = found[-1]
        # The program may have been renamed.
        name = "image" if place.number == 1 else (place.thing.build_id
                                                  or place.thing.name)
        return name, (pc - place.bias) % 2 ** (8 * self.word)

    def read_arcs(self, slots):
        for self_pc, from_pc, count in slots:
            if self_pc == live.EMPTY or count == 0:
                continue
            if from_pc == live.SQUARES:
                self.squares += count
            self.samples += count if from_pc == live.SAMPLE else 0
            ends = [from_pc if from_pc in (live.SAMPLE, live.SQUARES)
                    else self.resolve(from_pc), self.resolve(self_pc)]
            self.arcs[tuple(ends)] += count

    def read_tree(self, slots):
        paths = []
        for i, (self_pc, caller, count) in enumerate(slots):
            assert caller in (TOP, LOST) or caller <= i
            above = (caller,) if caller in (TOP, LOST) else paths[caller - 1]
            paths.append((*above, self_pc if self_pc in (CUT, SYSTEM)
                          else self.resolve(self_pc)))
            if count > 0:
                self.stacks[paths[-1]] += count

    def all(self):
        """What a sum should have."""
        return (+self.arcs, self.stacks, self.ended, self.machine, self.word,
                self.rate, self.process, self.start, self.lacks, self.flags,
                self.lost_calls, self.lost_samples, self.signals)


def added(meanings):
    """What the sum of MEANINGS, of one rate, should have."""
    total = collections.Counter()
    stacks = collections.Counter()
    for one in meanings:
        total.update(one.arcs)
        stacks.update(one.stacks)
        if one.squares == 0 and 0 < one.signals < one.samples:
            total[live.SQUARES, NOWHERE] += int(
                one.samples * (one.samples - one.signals) / one.signals + 0.5)
    first = meanings[0]
    lacks = flags = 0
    for one in meanings:
        lacks |= one.lacks
        flags |= one.flags
    return (+total, stacks, int(all(one.ended for one in meanings)),
            first.machine, first.word, first.rate, 0,
            min(one.start for one in meanings), lacks, flags,
            sum(one.lost_calls for one in meanings),
            sum(one.lost_samples for one in meanings),
            sum(one.signals or one.samples for one in meanings))


# ---- made-up processes

class Program:
    """Files of the program's objects, and processes of it."""

    def __init__(self, rng, place, target):
        self.rng = rng
        name, self.word, self.order, self.machine = target
        self.image = place.path("program")
        self.has_ids = rng.random() < 0.5
        self.things = []
        for thing in ("program", "libone.so", "libtwo.so", "plugin.so"):
            build_id = bytes(rng.randrange(256) for _ in range(20)) \
                if self.has_ids else b""
            place.write(thing, make_elf.make(
                f"target {name}\n" + self.recipe(thing, build_id)))
            self.things.append(Thing(place.path(thing), build_id))
        self.things.append(Thing(KERNEL, b""))

    def recipe(self, thing, build_id):
        lines = [f"section .text {LOW:x} {HIGH:x}"]
        if build_id:
            note = (struct.pack(self.order + "III", 4, len(build_id), 3)
                    + b"GNU\0" + build_id)
            lines += [f"section .note.gnu.build-id 8000 {0x8000 + len(note):x}",
                      "bytes 8000 " + note.hex(" ")]
        return "\n".join(lines + [f"T {pc:x} {thing.split('.')[0]}_{i}"
                                  for i, pc in enumerate(
                                      range(LOW, HIGH, STEP))]) + "\n"

    def process(self):
        """A live file."""
        rng = self.rng
        file = File(self.word, self.order, self.machine,
                    ended=int(rng.random() < 0.8),
                    start=rng.randrange(1000, 2000),
                    process=rng.randrange(1, 9999),
                    lacks=rng.choice((0, 0, 1, 16, 32, 64)),
                    flags=rng.choice((HAS_STACKS, HAS_STACKS, 0)),
                    lost_calls=rng.randrange(3), lost_samples=rng.randrange(3))
        self.choose_places(file)
        points = [self.point(file) for _ in range(30)]
        self.count(file, points)
        if file.fields["flags"] & HAS_STACKS:
            file.trees = [self.tree(file, points)
                          for _ in range(rng.randrange(1, 4))]
        return file

    def choose_places(self, file):
        """Objects, some closed, whose memory others may have, some again."""
        rng = self.rng
        others = rng.sample(self.things[1:], rng.randrange(len(self.things)))
        others += rng.sample(others, rng.randrange(len(others) + 1))
        program = self.things[0]
        if not self.has_ids and rng.random() < 0.5:
            program = Thing(f"/node{rng.randrange(99)}/program", b"")
        slots = iter(rng.sample(range(16, 4096), 64))
        last = None
        for number, thing in enumerate([program, *others], 1):
            closed = number > 1 and rng.random() < 0.4
            base = 0x10000 * next(slots)
            if last is not None and last.closed and rng.random() < 0.7:
                base = last.bias + 0x80    # overlaps with what was there
            last = Place(number, thing, base + LOW, base + HIGH, base, closed)
            file.places.append(last)
        rng.shuffle(file.places)

    def point(self, file, places=None):
        """An address of the process, in one of PLACES, or in no object."""
        rng = self.rng
        if rng.random() < 0.1:
            return 0xf0000000 + rng.randrange(999)   # made while it ran
        place = rng.choice(places or file.places)
        offset = rng.randrange(HIGH - LOW)
        if place.closed:
            return live.GONE | place.number << live.OFFSET_BITS | offset
        return place.start + offset

    def entry(self, file):
        """Where a function calls the recorder, shortly behind its start."""
        pc = self.point(file, [place for place in file.places
                               if place.thing.name != KERNEL])
        return pc - pc % STEP + 4

    def count(self, file, points):
        """Tables of arcs, samples and squares, some of them several times."""
        rng = self.rng
        entries = [self.entry(file) for _ in range(9)]
        slots = [(rng.choice(entries), rng.choice(points), rng.randrange(0, 9))
                 for _ in range(40)]
        samples = [(rng.choice(points), rng.randrange(1, 30))
                   for _ in range(15)]
        slots += [(pc, live.SAMPLE, count) for pc, count in samples]
        total = sum(count for _, count in samples)
        kind = rng.randrange(3)
        if kind == 0:
            slots += [(pc, live.SQUARES, count * (count - 1))
                      for pc, count in samples if count > 1]
        if kind < 2:
            file.fields["signals"] = rng.randrange(total // 3, total + 1)
        slots += [(live.EMPTY, rng.choice(points), 5)]
        rng.shuffle(slots)
        cut = rng.randrange(len(slots))
        file.tables = [slots[:cut], slots[cut:]]

    def tree(self, file, points):
        """Stacks, of which each leaf has as many samples in the first table,
        and marks."""
        rng = self.rng
        slots, frames, callers = [], [], [TOP, LOST]
        for i in range(1, rng.randrange(2, 60)):
            count = rng.randrange(3)
            if frames and rng.random() < 0.1:
                leaf = rng.choice(frames)
                slots.append((SYSTEM, leaf, count))
                file.tables[0].append((slots[leaf - 1][0], live.SAMPLE, count))
                continue
            callers.append(i)
            caller = rng.choice(callers[:-1])
            if frames and rng.random() < 0.1:
                slots.append((CUT, caller, 0))
                continue
            frames.append(i)
            slots.append((rng.choice(points), caller, count))
            file.tables[0].append((slots[-1][0], live.SAMPLE, count))
        return slots
