"""Made-up processes of one program: their live files, and what these say.

Each has its objects, open and closed, at other addresses, libraries that others
do not have, code in no object, stacks, threads, and waits.
"""
import collections
import itertools
import os
import struct

import live
import make_elf

LOW, STEP, COUNT = 0x1000, 0x40, 12     # functions of each object
HIGH = LOW + STEP * COUNT
STACKS, HAS_STACKS = 3, 1
HAS_WAITS, NO_WAITS, NO_TIMES = 2, 256, 512
MOST, FUNCTIONS = 2 ** 64 - 1, 110     # that wait, and some of newer recorders
WAITED = (0, 5, FUNCTIONS - 1)          # so few are often the same
TOP, LOST, CUT, SYSTEM = 0, 2 ** 64 - 1, 2 ** 64 - 3, 2 ** 64 - 4
# Behind what all headers have.
TIMES = {order: struct.Struct(order + "QQQQIIQ") for order in "<>"}
NO_PROCESS = 2 ** 22 + 7    # a number that the system gives to none
NOWHERE, KERNEL = "nowhere", "[vdso]"
# Words of make_elf, whose word size and byte order differ, and e_machine.
TARGETS = (("x86-64", 8, "<", 62), ("i386", 4, "<", 3), ("s390x", 8, ">", 22),
           ("m68k", 4, ">", 4))


# ---- files

Thing = collections.namedtuple("Thing", "name build_id")    # an object's file
Place = collections.namedtuple("Place", "number thing start end bias closed")


class File:
    """A live file of word size WORD and byte ORDER: places of objects, TABLES and
    TREES of slots (self, from, count), with the seats of the first ones, THREADS,
    and fields of the header."""

    def __init__(self, word, order, machine, **fields):
        self.word, self.order, self.machine = word, order, machine
        self.fields = {"ended": 1, "rate": 100, "process": NO_PROCESS,
                       "start": 1000, "lacks": 0, "flags": HAS_STACKS,
                       "lost_calls": 0, "lost_samples": 0, "signals": 0,
                       "clock": 0, "elapsed": 0, "user": 0, "system": 0,
                       "rank": 0, "processes": 0, "longest": 0, **fields}
        self.places, self.tables, self.trees = [], [], []
        self.table_seats, self.tree_seats, self.threads = [], [], []

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

    def thread(self, thread):
        """A block of a thread, with all that is waited in."""
        fields = [*thread[:-1]]
        fields[1] = fields[1].encode()
        shorts = [thread.shorts.get(i, (0, 0)) for i in range(FUNCTIONS)]
        body = live.THREAD[self.order].pack(*fields) + b"".join(
            live.SHORT[self.order].pack(*short) for short in shorts)
        return self.block(live.THREADS | thread.seat << live.KIND_BITS,
                          FUNCTIONS, body)

    def encode(self):
        f = self.fields
        header = live.HEADER[self.order].pack(
            b"gprofrec", 1, self.word, f["ended"], self.machine, 4096,
            f["rate"], f["process"], 0, f["start"], f["lacks"], f["flags"],
            f["lost_calls"], f["lost_samples"], f["signals"])
        header += TIMES[self.order].pack(
            f["clock"], f["elapsed"], f["user"], f["system"], f["rank"],
            f["processes"], f["longest"])
        things = b"".join(map(self.object, self.places))
        blocks = [header.ljust(4096, b"\0"),
                  self.block(live.OBJECTS, len(things), things)]
        blocks += map(self.thread, self.threads)
        for kind, tables, seats in (
                (live.ARCS, self.tables, self.table_seats),
                (STACKS, self.trees, self.tree_seats)):
            blocks += [self.block(kind | seat << live.KIND_BITS, len(slots),
                                  b"".join(live.SLOT[self.order].pack(*slot)
                                           for slot in slots))
                       for slots, seat in itertools.zip_longest(
                           tables, seats, fillvalue=0)]
        return b"".join(blocks)


class Meaning:
    """What the bytes of a live file say, whatever the addresses, which are
    (object, address in it), and the numbers of seats: what is counted is of
    (start of the thread, its name), or None."""

    def __init__(self, data, order):
        head = live.HEADER[order].unpack_from(data)
        (_, version, self.word, self.ended, self.machine, alignment, self.rate,
         self.process, _, self.start, self.lacks, self.flags, self.lost_calls,
         self.lost_samples, self.signals) = head
        assert version == 1
        (self.clock, self.elapsed, self.user, self.system, self.rank,
         self.processes, self.longest) = TIMES[order].unpack_from(
             data, live.HEADER_SIZE)
        self.order, self.places, self.seats = order, [], {0: None}
        # By thread, and ends of the arc; stack; stack and function.
        self.arcs, self.stacks = collections.Counter(), collections.Counter()
        self.waits = collections.defaultdict(lambda: (0, 0, 0))
        # By thread: number, nanoseconds, those of the processor; by thread and
        # function: number and nanoseconds of short waits.
        self.threads = collections.defaultdict(lambda: (0, 0, 0))
        self.shorts = collections.defaultdict(lambda: (0, 0))
        self.squares = self.samples = 0
        blocks, at = [], alignment
        while at < len(data):
            cookie, size, kind, _, count, used = live.BLOCK[order].unpack_from(
                data, at)
            assert cookie == b"gprofblk" and count == used
            blocks.append((kind & 0xff, kind >> live.KIND_BITS, used,
                           at + live.BLOCK_SIZE))
            at += size
        for kind, seat, used, at in blocks:
            if kind == live.OBJECTS:
                self.read_objects(data, at, at + used)
        for kind, seat, used, at in blocks:
            if kind == live.THREADS:
                self.read_thread(data, at, seat, used)
        for kind, seat, used, at in blocks:
            if kind in (live.ARCS, STACKS):
                read = self.read_arcs if kind == live.ARCS else self.read_tree
                read(self.seats.get(seat), live.SLOT[order].iter_unpack(
                    data[at:at + used * live.SLOT_SIZE]))
        self.complete()

    def complete(self):
        """Samples without a stack are those of unknown callers."""
        stacked = collections.Counter()
        for (thread, path), count in self.stacks.items():
            stacked[thread, path[-2] if path[-1] == SYSTEM
                    else path[-1]] += count
        for (thread, kind, leaf), count in self.arcs.items():
            if kind == live.SAMPLE and count > stacked[thread, leaf]:
                self.stacks[thread, (LOST, leaf)] += \
                    count - stacked[thread, leaf]

    def passed(self, since):
        """Nanoseconds up to the end, if that is known."""
        end = self.clock + self.elapsed if self.elapsed else 0
        return end - since if 0 < since < end else 0

    def read_thread(self, data, at, seat, count):
        (start, name, number, threads, elapsed, processor, began, waits,
         from_pc, function) = live.THREAD[self.order].unpack_from(data, at)
        assert number == seat
        thread = start and self.resolve(start), name.rstrip(b"\0")
        self.seats[seat] = thread
        self.threads[thread] = added_up(
            self.threads[thread],
            (threads, elapsed + self.passed(began), processor))
        at += live.THREAD[self.order].size
        for i, short in enumerate(live.SHORT[self.order].iter_unpack(
                data[at:at + count * live.SHORT[self.order].size])):
            if short != (0, 0):
                self.shorts[thread, i] = added_up(self.shorts[thread, i],
                                                  short)
        time = self.passed(waits)
        if time:
            path = (LOST, self.resolve(from_pc)) if from_pc else (LOST,)
            self.add_wait(thread, path, function, (1, time, time))

    def add_wait(self, thread, path, function, wait):
        self.waits[thread, path, function] = joined(
            self.waits[thread, path, function], wait)

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

    def read_arcs(self, thread, slots):
        for self_pc, from_pc, count in slots:
            if self_pc == live.EMPTY or count == 0:
                continue
            if from_pc == live.SQUARES:
                self.squares += count
            self.samples += count if from_pc == live.SAMPLE else 0
            self.arcs[thread, from_pc if from_pc in (live.SAMPLE, live.SQUARES)
                      else self.resolve(from_pc), self.resolve(self_pc)] \
                += count

    def read_tree(self, thread, slots):
        paths = []
        for i, (self_pc, caller, count) in enumerate(slots):
            assert caller in (TOP, LOST) or caller <= i
            above = (caller,) if caller in (TOP, LOST) else paths[caller - 1]
            if live.WAIT <= self_pc < SYSTEM:
                kind, function = divmod(self_pc - live.WAIT, live.WAIT_STEP)
                wait = [0, 0, 0]
                wait[kind] = count
                self.add_wait(thread, above, function, wait)
                paths.append(None)
                continue
            paths.append((*above, self_pc if self_pc in (CUT, SYSTEM)
                          else self.resolve(self_pc)))
            if count > 0:
                self.stacks[thread, paths[-1]] += count

    def all_arcs(self):
        """Counts of arcs and samples of all threads."""
        arcs = collections.Counter()
        for (_, *ends), count in self.arcs.items():
            arcs[tuple(ends)] += count
        return arcs

    def all(self):
        """What a sum should have."""
        return {"arcs": +self.arcs, "stacks": self.stacks,
                "waits": dict(self.waits), "threads": dict(self.threads),
                "shorts": dict(self.shorts), "ended": self.ended,
                "machine": self.machine, "word": self.word, "rate": self.rate,
                "process": self.process, "start": self.start,
                "lacks": self.lacks, "flags": self.flags,
                "lost_calls": self.lost_calls,
                "lost_samples": self.lost_samples, "signals": self.signals,
                "elapsed": self.elapsed, "user": self.user,
                "system": self.system, "rank": self.rank,
                "processes": self.processes, "longest": self.longest}


def added_up(one, two):
    return tuple(min(a + b, MOST) for a, b in zip(one, two))


def joined(one, two):
    """Waits: the last number is that of the longest one."""
    return (*added_up(one[:2], two[:2]), max(one[2], two[2]))


def sums(dictionaries, add):
    """One that has what ADD makes of the values of equal keys."""
    total = {}
    for one in dictionaries:
        for key, value in one.items():
            total[key] = add(total[key], value) if key in total else value
    return total


def added(meanings):
    """What the sum of MEANINGS, of one rate, should have."""
    total = collections.Counter()
    stacks = collections.Counter()
    for one in meanings:
        total.update(one.arcs)
        stacks.update(one.stacks)
        if one.squares == 0 and 0 < one.signals < one.samples:
            total[None, live.SQUARES, NOWHERE] += int(
                one.samples * (one.samples - one.signals) / one.signals + 0.5)
    first = meanings[0]
    lacks = flags = 0
    for one in meanings:
        lacks |= one.lacks | (0 if one.elapsed else NO_TIMES)
        flags |= one.flags
    ranks = {one.rank for one in meanings}
    return {"arcs": +total, "stacks": stacks,
            "waits": sums((one.waits for one in meanings), joined),
            "threads": sums((one.threads for one in meanings), added_up),
            "shorts": sums((one.shorts for one in meanings), added_up),
            "ended": int(all(one.ended for one in meanings)),
            "machine": first.machine, "word": first.word, "rate": first.rate,
            "process": 0, "start": min(one.start for one in meanings),
            "lacks": lacks, "flags": flags,
            "lost_calls": sum(one.lost_calls for one in meanings),
            "lost_samples": sum(one.lost_samples for one in meanings),
            "signals": sum(one.signals or one.samples for one in meanings),
            "elapsed": sum(one.elapsed for one in meanings),
            "user": sum(one.user for one in meanings),
            "system": sum(one.system for one in meanings),
            "rank": ranks.pop() if len(ranks) == 1 else 0,
            "processes": sum(one.processes or 1 for one in meanings),
            "longest": max(one.longest or one.elapsed for one in meanings)}


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
        self.has_threads = rng.random() < 0.8
        self.ranks = rng.choice(((3,), (0, 3, 4)))

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
                    lacks=rng.choice((0, 0, 1, 16, 32, 64, NO_WAITS)),
                    flags=rng.choice((HAS_STACKS, HAS_STACKS | HAS_WAITS,
                                      HAS_WAITS, 0)),
                    lost_calls=rng.randrange(3), lost_samples=rng.randrange(3))
        self.choose_places(file)
        points = [self.point(file) for _ in range(30)]
        numbers = [0, 0, 0]
        if self.has_threads and rng.random() < 0.8:
            self.take_times(file)
            file.threads = [self.thread(file, points, number) for number in
                            rng.sample(range(1, 99), rng.randrange(1, 5))]
            numbers = [thread.seat for thread in file.threads] + [0, 123]
        self.count(file, points, [rng.choice(numbers) for _ in range(3)])
        if file.fields["flags"]:
            for _ in range(rng.randrange(1, 4)):
                table = rng.randrange(len(file.tables))
                file.trees.append(self.tree(file, points, file.tables[table]))
                file.tree_seats.append(file.table_seats[table])
        return file

    def take_times(self, file):
        """Of one process in four, as after a crash, there are none."""
        rng = self.rng
        second = 10 ** 9
        times = {"clock": rng.randrange(second, 50 * second)}
        if rng.random() < 0.75:
            times.update(elapsed=rng.randrange(1, 9 * second),
                         user=rng.randrange(second),
                         system=rng.randrange(second))
        file.fields.update(times, rank=rng.choice(self.ranks))

    def thread(self, file, points, number):
        """One that may have begun like others, goes on, and waits."""
        rng = self.rng
        clock = file.fields["clock"]
        begin = rng.choice(file.places)
        start = begin.start + STEP * rng.randrange(2)
        if begin.closed:
            start = live.GONE | begin.number << live.OFFSET_BITS | STEP
        many = rng.choice((1, 1, MOST // 2))
        return live.Thread(
            rng.choice((0, start, start, points[0])),
            rng.choice(("worker", "work", "", "fifteen letters")), number,
            rng.randrange(1, 5), rng.randrange(9999), rng.randrange(9999),
            rng.choice((0, clock + rng.randrange(10 ** 9))),
            rng.choice((0, clock + rng.randrange(10 ** 9))),
            rng.choice((0, *points)), rng.choice(WAITED),
            {rng.choice(WAITED): (many * rng.randrange(3),
                                        many * rng.randrange(3))
             for _ in range(rng.randrange(4))})

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

    def count(self, file, points, seats):
        """Tables of arcs, samples and squares, some of them several times, one
        for each of SEATS."""
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
        file.tables = [[] for _ in seats]
        for slot in slots:
            rng.choice(file.tables).append(slot)
        file.table_seats = seats

    def tree(self, file, points, table):
        """Stacks, of which each leaf has as many samples in TABLE, marks, and
        waits."""
        rng = self.rng
        has_waits = file.fields["flags"] & HAS_WAITS
        slots, frames, callers = [], [], [TOP, LOST]
        for i in range(1, rng.randrange(2, 60)):
            count = rng.randrange(3) * (file.fields["flags"] & HAS_STACKS)
            if has_waits and rng.random() < 0.2:
                slots.append((live.WAIT + rng.randrange(3) * live.WAIT_STEP
                              + rng.choice(WAITED),
                              rng.choice([LOST, *frames]),
                              rng.choice((0, 7, 10 ** 9, MOST - 9))))
                continue
            if frames and rng.random() < 0.1:
                leaf = rng.choice(frames)
                slots.append((SYSTEM, leaf, count))
                table.append((slots[leaf - 1][0], live.SAMPLE, count))
                continue
            callers.append(i)
            caller = rng.choice(callers[:-1])
            if frames and rng.random() < 0.1:
                slots.append((CUT, caller, 0))
                continue
            frames.append(i)
            slots.append((rng.choice(points), caller, count))
            table.append((slots[-1][0], live.SAMPLE, count))
        return slots
