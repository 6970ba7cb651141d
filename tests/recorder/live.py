"""Reads and makes live files, strictly as doc/formats.md describes them."""
import collections
import pathlib
import re
import struct
import sys

HEADER, BLOCK, SLOT, OBJECT, TIMES, THREAD, SHORT = (
    {order: struct.Struct(order + fields) for order in "<>"}
    for fields in ("8sIBBHIIIIQIIQQQ", "8sQIIII32x", "QQQ", "IIQQQII",
                   "QQQQI4x", "Q16sIIQQQQQI20x", "QQ"))
HEADER_SIZE, BLOCK_SIZE, SLOT_SIZE, OBJECT_SIZE = (
    table["<"].size for table in (HEADER, BLOCK, SLOT, OBJECT))
ARCS, OBJECTS, STACKS, THREADS = 1, 2, 3, 4
KIND_BITS = 8
WAIT, WAIT_STEP, WAIT_KINDS = 2 ** 64 - 0x4000, 0x1000, 3
CUT_SHORT = 32  # a bit of what is lacking
EMPTY, SAMPLE, SQUARES = 0, 2 ** 64 - 1, 2 ** 64 - 2
OUTERMOST, LOST, CUT, SYSTEM = 0, 2 ** 64 - 1, 2 ** 64 - 3, 2 ** 64 - 4
GONE, OFFSET_BITS = 1 << 63, 40
CLOSED = 1 << 31
NOT_ALL_LIVE = 16
ORDER = "<" if sys.byteorder == "little" else ">"

Object = collections.namedtuple("Object",
                                "number start end bias build_id name")
Thread = collections.namedtuple(
    "Thread", "start name seat count elapsed processor began waits from_pc "
    "function shorts")


def wait_functions():
    """The names of the functions, in the order of their numbers."""
    header = pathlib.Path(__file__).resolve().parent.parent.parent \
        / "include/model/wait_functions.h"
    return re.findall(r"^  FUNCTION \((\w+)\)", header.read_text(), re.M)


class Bad(Exception):
    """The file is not what it should be."""


class Live:
    """What the live file NAME holds: header fields, objects, arcs and samples
    by address; several tables added up."""

    def __init__(self, name):
        with open(name, "rb") as file:
            self.data = file.read()
        if len(self.data) < HEADER_SIZE:
            raise Bad("cut short")
        self.order = "<" if self.data[8] == 1 else ">"
        (cookie, version, self.word_size, self.has_ended, self.machine,
         self.alignment, self.rate, self.process, self.image, self.start,
         self.lacks, self.flags, self.lost_calls, self.lost_samples,
         self.signals) = \
            HEADER[self.order].unpack_from(self.data)
        if cookie != b"gprofrec" or version != 1 or self.flags > 3:
            raise Bad("not a live file")
        (self.clock, self.elapsed, self.user, self.system, self.rank) = \
            TIMES[self.order].unpack_from(self.data, HEADER_SIZE)
        self.objects = []
        self.closed = set()
        self.arcs = collections.Counter()
        self.samples = collections.Counter()
        self.squares = collections.Counter()
        self.tables = 0
        # Addresses from the outermost to the innermost one; LOST is the first
        # if nobody knows who called it.
        self.stacks = collections.Counter()
        # By path, which ends where the function is called, and the function's
        # number: how many, nanoseconds, and those of the longest one.
        self.waits = collections.defaultdict(lambda: [0, 0, 0])
        self.threads = []
        self.read_blocks()

    def read_blocks(self):
        at = self.alignment
        while at + BLOCK_SIZE <= len(self.data):
            cookie, size, kind, _, capacity, used = \
                BLOCK[self.order].unpack_from(self.data, at)
            if cookie != b"gprofblk":
                at += self.alignment
                continue
            if size % self.alignment or not size:
                raise Bad(f"block at {at} has {size} bytes")
            if at + size > len(self.data):
                raise Bad(f"block at {at} is cut short")
            body = at + BLOCK_SIZE
            kind &= (1 << KIND_BITS) - 1
            if kind in (ARCS, STACKS):
                if capacity * SLOT_SIZE > size - BLOCK_SIZE:
                    raise Bad(f"block at {at} has {capacity} slots")
                self.read_slots(kind, body, min(used, capacity))
            elif kind == OBJECTS:
                if used > capacity or capacity > size - BLOCK_SIZE:
                    raise Bad(f"block at {at} has {capacity} bytes")
                self.read_objects(body, used)
            elif kind == THREADS:
                self.read_thread(body, capacity)
            else:
                raise Bad(f"block at {at} has kind {kind}")
            at += size

    def read_slots(self, kind, at, count):
        data = self.data[at:at + count * SLOT_SIZE]
        if kind == STACKS:
            self.read_stacks(data)
            return
        self.tables += 1
        for self_pc, from_pc, count in SLOT[self.order].iter_unpack(data):
            if self_pc == EMPTY:
                continue
            if from_pc == SAMPLE:
                self.samples[self_pc] += count
            elif from_pc == SQUARES:
                self.squares[self_pc] += count
            else:
                self.arcs[from_pc, self_pc] += count

    def read_stacks(self, data):
        paths = [()]
        for self_pc, from_slot, count in SLOT[self.order].iter_unpack(data):
            if from_slot != LOST and from_slot >= len(paths):
                raise Bad(f"slot {len(paths)} of a tree has the caller "
                          f"{from_slot}")
            if WAIT <= self_pc < WAIT + WAIT_KINDS * WAIT_STEP:
                self.add_wait(paths[from_slot], self_pc - WAIT, count)
                paths.append(None)
                continue
            path = (LOST,) if from_slot == LOST else paths[from_slot]
            paths.append(path + (self_pc,))
            if count:
                self.stacks[paths[-1]] += count

    def add_wait(self, path, mark, count):
        wait = self.waits[path, mark % WAIT_STEP]
        kind = mark // WAIT_STEP
        wait[kind] = max(wait[kind], count) if kind == 2 \
            else wait[kind] + count

    def read_thread(self, at, capacity):
        fields = list(THREAD[self.order].unpack_from(self.data, at))
        fields[1] = fields[1].rstrip(b"\0").decode()
        at += THREAD[self.order].size
        shorts = {}
        for i in range(capacity):
            count, time = SHORT[self.order].unpack_from(
                self.data, at + i * SHORT[self.order].size)
            if count:
                shorts[i] = count, time
        self.threads.append(Thread(*fields, shorts))

    def read_objects(self, at, used):
        end = at + used
        while at < end:
            size, number, start, limit, bias, id_size, name_size = \
                OBJECT[self.order].unpack_from(self.data, at)
            name_at = at + OBJECT_SIZE + id_size
            build_id = self.data[at + OBJECT_SIZE:name_at]
            name = self.data[name_at:name_at + name_size]
            if size % 8 or name_at + name_size > at + size:
                raise Bad(f"object at {at}")
            if not name.endswith(b"\0"):
                raise Bad(f"object at {at} has a name without an end")
            # One that is closed holds no addresses but those of GONE.
            self.closed |= {number & ~CLOSED} if number & CLOSED else set()
            self.objects.append(Object(number & ~CLOSED, start, limit, bias, build_id,
                                       name[:-1].decode()))
            at += size

    def find(self, address):
        """The object of ADDRESS and the address in its file; or two times
        None."""
        if address & GONE:
            for thing in self.objects:
                if thing.number == (address ^ GONE) >> OFFSET_BITS:
                    offset = address & ((1 << OFFSET_BITS) - 1)
                    return thing, thing.start + offset - thing.bias
        for thing in reversed(self.objects):
            if thing.start <= address < thing.end \
                    and thing.number not in self.closed:
                return thing, address - thing.bias
        return None, None


def block(kind, capacity, used, body):
    """A block of KIND with BODY."""
    size = -(-(BLOCK_SIZE + len(body)) // 4096) * 4096
    head = BLOCK[ORDER].pack(b"gprofblk", size, kind, 0, capacity, used)
    return (head + body).ljust(size, b"\0")


def make(name, program, memory, samples=(), calls=(), rate=100, signals=0,
         squares=()):
    """Write the live file NAME of PROGRAM, which has MEMORY, two addresses, as
    in its file: SAMPLES and SQUARES are (address, count), CALLS (caller,
    callee, count)."""
    path = program.encode() + b"\0"
    size = -(-(OBJECT_SIZE + len(path)) // 8) * 8
    thing = (OBJECT[ORDER].pack(size, 1, *memory, 0, 0, len(path))
             + path).ljust(size, b"\0")
    slots = [(pc, SAMPLE, count) for pc, count in samples]
    slots += [(pc, SQUARES, count) for pc, count in squares]
    slots += [(to, caller, count) for caller, to, count in calls]
    table = b"".join(SLOT[ORDER].pack(*slot) for slot in slots)
    header = HEADER[ORDER].pack(
        b"gprofrec", 1, struct.calcsize("P"), 1, 62, 4096, rate, 1, 0, 0, 0, 0,
        0, 0, signals)
    with open(name, "wb") as file:
        file.write(header.ljust(4096, b"\0"))
        file.write(block(OBJECTS, size, size, thing))
        file.write(block(ARCS, len(slots), len(slots), table))
