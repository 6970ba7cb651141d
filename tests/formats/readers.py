"""Small readers of our own, one for each format.

Each reads no more than the format promises, and raises ValueError for what
breaks the promise.
"""
import collections
import gzip
import json
import re

NAME = re.compile(r"(ob|fl|fn|cob|cfi|cfn)=\((\d+)\)(?: (.*))?")
SPACES = {"ob": "ob", "cob": "ob", "fl": "fl", "cfi": "fl", "fn": "fn",
          "cfn": "fn"}


# --- Costs of functions and calls -------------------------------------------

class Costs:
    """What the file says of each function, by (file, name)."""

    def __init__(self, text):
        self.head, self.totals = {}, None
        self.own = collections.defaultdict(lambda: [0, 0])
        self.inclusive = collections.defaultdict(lambda: [0, 0])
        self.functions = collections.Counter()
        self.calls = collections.Counter()
        names, now, is_call = {}, {}, False
        for line in text.split("\n"):
            named = NAME.fullmatch(line)
            if named:
                key, number, name = named.groups()
                known = names.setdefault((SPACES[key], number), name)
                if known is None or name not in (None, known):
                    raise ValueError("unknown or other name: " + line)
                now[key] = known
                if key == "fl":
                    now.pop("cfi", None)
                if key == "fn":
                    self.functions[now["fl"], known] += 1
            elif line.startswith("calls="):
                count = int(line[6:].split()[0])
                place = (now.pop("cfi", now["fl"]), now["cfn"])
                self.calls[now["fl"], now["fn"], *place] += count
                is_call = True
            elif re.fullmatch(r"[0-9]+( [0-9]+)+", line):
                self.add((now["fl"], now["fn"]), is_call,
                         [int(word) for word in line.split()[1:]])
                is_call = False
            elif line.startswith("totals: "):
                self.totals = [int(word) for word in line.split()[1:]]
            elif line and not line.startswith("#"):
                key, value = line.split(": ", 1)
                self.head[key] = value

    def add(self, place, is_call, costs):
        for event, cost in enumerate(costs):
            self.inclusive[place][event] += cost
            if not is_call:
                self.own[place][event] += cost


# --- Pictures ---------------------------------------------------------------

TEXT = r'"(?:[^"\\\n]|\\[nl"\\])*"'
ATTRIBUTES = re.compile(r'(\w+)=(%s|[\w.#]+)(?:, *|$)' % TEXT)
STATEMENT = re.compile(r"  n(\d+)(?: -> n(\d+))? \[(.*)\];")


def text_of(word):
    """What a reader of DOT understands."""
    word = re.sub(r"\\(.)", lambda match: {"n": "\n", "l": "\n"}.get(
        match[1], match[1]), word[1:-1])
    return word.replace("&amp;", "&")


def attributes(words):
    found, end = {}, 0
    while end < len(words):
        match = ATTRIBUTES.match(words, end)
        if match is None:
            raise ValueError("no attribute: " + words[end:])
        value = match[2]
        found[match[1]] = text_of(value) if value[0] == '"' else value
        end = match.end()
    return found


class Picture:
    def __init__(self, text):
        self.nodes, self.arcs, self.clusters = {}, {}, []
        lines = text.split("\n")
        if lines[-2:] != ["}", ""]:
            raise ValueError("cut off")
        for line in lines:
            match = STATEMENT.fullmatch(line)
            if match and match[2]:
                self.arcs[int(match[1]), int(match[2])] = attributes(match[3])
            elif match:
                self.nodes[int(match[1])] = attributes(match[3])
            elif re.fullmatch(r"   ( n\d+;)+", line):
                self.clusters.append(sorted(map(int,
                                                re.findall(r"\d+", line))))
            elif line.startswith("  label="):
                self.label = text_of(line[8:-1])


# --- Stacks: each returns [(frames, value)], the outermost frame first ------

def folded_name(name):
    return re.sub("[ \u00a0]", "_", name).replace(";", ":")


def read_folded(data):
    paths = []
    for line in data.decode("utf-8").splitlines():
        stack, _, count = line.rpartition(" ")
        if " " in stack or not stack:
            raise ValueError(line)
        paths.append((stack.split(";"), int(count)))
    return paths


def read_speedscope(data, name="synthesised"):
    """The paths of the profile that has NAME in its name."""
    text = json.loads(data)
    profile, = [profile for profile in text["profiles"]
                if name in profile["name"]]
    frames = [frame["name"] for frame in text["shared"]["frames"]]
    if len(profile["samples"]) != len(profile["weights"]) \
            or profile["type"] != "sampled":
        raise ValueError("not as the format has it")
    return [([frames[number] for number in sample], weight)
            for sample, weight in zip(profile["samples"], profile["weights"])]


def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return value, at


def fields(data):
    """The fields of a message: {number: [int or bytes]}."""
    found = collections.defaultdict(list)
    at = 0
    while at < len(data):
        key, at = varint(data, at)
        if key & 7 == 0:
            value, at = varint(data, at)
        elif key & 7 == 2:
            size, at = varint(data, at)
            value = data[at:at + size]
            if len(value) != size:
                raise ValueError("a field is cut short")
            at += size
        else:
            raise ValueError("wire type %d" % (key & 7))
        found[key >> 3].append(value)
    return found


def packed(values):
    numbers = []
    for data in values:
        at = 0
        while at < len(data):
            value, at = varint(data, at)
            numbers.append(value)
    return numbers


class Pprof:
    """A profile, decoded: messages by what profile.proto says of fields."""

    def __init__(self, data):
        top = fields(gzip.decompress(data)
                     if data.startswith(b"\x1f\x8b") else data)
        self.strings = [text.decode("utf-8") for text in top[6]]
        self.types = [tuple(self.string(fields(value), field)
                            for field in (1, 2)) for value in top[1]]
        self.comments = [self.strings[number] for number in top[13]]
        self.period = top[12]
        self.mappings = [fields(value) for value in top[3]]
        functions = {}
        for value in top[5]:
            function = fields(value)
            functions[function[1][0]] = self.string(function, 2)
        self.names = {}
        self.homes = {}  # names of files by those of functions
        files = {mapping[1][0]: self.string(mapping, 5)
                 for mapping in self.mappings}
        for value in top[4]:
            location = fields(value)
            line, = location[4]
            name = functions[fields(line)[1][0]]
            self.names[location[1][0]] = name
            if location[2]:
                self.homes[name] = files[location[2][0]]
        self.samples = []
        for value in top[2]:
            sample = fields(value)
            self.samples.append(([self.names[number] for number
                                  in reversed(packed(sample[1]))],
                                 packed(sample[2])))

    def string(self, message, field):
        return self.strings[message[field][0]] if message[field] else ""

    def paths(self, value):
        return [(frames, values[value]) for frames, values in self.samples]


def sums(paths):
    """Self and total of each name, and all."""
    own = collections.Counter()
    total = collections.Counter()
    for frames, value in paths:
        own[frames[-1]] += value
        for name in set(frames):
            total[name] += value
    return own, total, sum(own.values())
