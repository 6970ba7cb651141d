"""The function symbols of an ELF image: just enough to know which names GNU
gprof may hide."""
import struct

SHT_SYMTAB = 2
STB_LOCAL = 0
STT_FUNC = 2


def local_functions(path):
    """The names of all local function symbols of the image PATH."""
    with open(path, "rb") as image:
        data = image.read()
    if data[:4] != b"\x7fELF":
        return []
    is_64 = data[4] == 2
    order = "<" if data[5] == 1 else ">"
    sections = _sections(data, is_64, order)
    names = []
    for section in sections:
        if section["type"] == SHT_SYMTAB:
            strings = sections[section["link"]]
            names += _local_names(data, section, strings["offset"],
                                  is_64, order)
    return names


def has_hidden_names(path):
    """Whether a local function has a dot or a dollar in its name."""
    return any("." in name or "$" in name for name in local_functions(path))


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
        sections.append({"type": fields[1], "offset": fields[4],
                         "size": fields[5], "link": fields[6]})
    return sections


def _local_names(data, section, strings, is_64, order):
    layout = order + ("IBBHQQ" if is_64 else "IIIBBH")
    info_field = 1 if is_64 else 3
    table = data[section["offset"]:section["offset"] + section["size"]]
    for fields in struct.iter_unpack(layout, table):
        info = fields[info_field]
        if info >> 4 == STB_LOCAL and info & 15 == STT_FUNC:
            start = strings + fields[0]
            end = data.index(b"\0", start)
            yield data[start:end].decode("latin-1")
