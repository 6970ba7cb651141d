"""The examples of doc/gprof.texi: what is run, where, and what it prints.

An example is a block of @smallexample or @example.  If it has commands, lines
that begin with `$ `, a comment in the line before says what is to be done:

    @c run                  the commands are run in the directory `kept`
    @c run real             in the directory `real`
    @c not run: REASON      they are not

What follows a command is what it prints, standard error included, down to the
next command or the end of the block.  More words may follow `run`:

    ours                    GNU gprof prints something else; only ours is run
    status N                exit status of the last command, 0 without it
    needs COMMAND           left out if there is no such command
    recorder                left out if there is no libgprof-helper; that in
                            /usr/local/lib is the one of the build

A block may also show a file: with `@c file NAME` before it, its text must be
that of the file NAME in doc/examples/calc, or is written to NAME in both
directories if there is none.
A line @dots{} stands for any number of lines.  Form feeds, which a listing
has before it, are not shown; neither are blanks at the ends of lines.
"""
import re

BLOCK = re.compile(r"@(smallexample|example)$")
DOTS = "@dots{}"
ESCAPED = re.compile(r"@([@{}])")
SPECIAL = re.compile(r"[@{}]")


class Command:
    """A command and the lines it should print; SCRIPT is the command behind
    the `export` commands before it in the example, as a shell takes it."""

    def __init__(self, text, exports):
        self.text = text
        self.script = "\n".join([*exports, text])
        self.expected = []


class Example:
    """A block; FIRST and LAST are the indices of its first and last line."""

    def __init__(self, mark, lines, first):
        self.mark = mark
        self.lines = lines
        self.first = first
        self.commands = []
        for line in lines:
            if line.startswith("$ "):
                exports = [command.text for command in self.commands
                           if command.text.startswith("export ")]
                self.commands.append(Command(plain(line[2:]), exports))
            elif self.commands:
                self.commands[-1].expected.append(line)
        words = mark.split()
        self.is_run = words[:1] == ["run"]
        self.place = "real" if "real" in words else "kept"
        self.is_ours = "ours" in words
        self.is_recorded = "recorder" in words
        self.status = int(after(words, "status", 0))
        self.needs = after(words, "needs", None)
        self.file = after(words, "file", None)

    def number(self):
        """The line of the manual where it begins, from 1."""
        return self.first + 1


def after(words, keyword, default):
    return words[words.index(keyword) + 1] if keyword in words else default


def plain(line):
    """LINE of the manual as it is printed."""
    return ESCAPED.sub(r"\1", line)


def escaped(line):
    """LINE as it stands in the manual."""
    return SPECIAL.sub(r"@\g<0>", line)


def read(path):
    """The examples of the manual PATH, and its lines."""
    with open(path, encoding="utf-8") as file:
        lines = file.read().splitlines()
    examples = []
    index = 0
    while index < len(lines):
        match = BLOCK.match(lines[index])
        if match:
            end = lines.index("@end " + match[1], index)
            before = lines[index - 1]
            mark = before[3:] if before.startswith("@c ") else ""
            examples.append(Example(mark, lines[index + 1:end], index + 1))
            index = end
        index += 1
    return examples, lines


def shown(output):
    """The lines of OUTPUT as the manual shows them."""
    return [line.expandtabs().rstrip() for line in output.splitlines()
            if line != "\f"]


def matches(expected, found):
    """Whether the lines FOUND are those EXPECTED, in which DOTS stands for
    any number of lines."""
    pieces = [[]]
    for line in expected:
        if line == DOTS:
            pieces.append([])
        else:
            pieces[-1].append(plain(line).expandtabs().rstrip())
    if len(pieces) == 1:
        return pieces[0] == found
    first, last = pieces[0], pieces[-1]
    if (len(first) + len(last) > len(found) or found[:len(first)] != first
            or found[len(found) - len(last):] != last):
        return False
    return hold(found[len(first):len(found) - len(last)], pieces[1:-1])


def hold(lines, pieces):
    """Whether LINES hold all PIECES, one behind the other."""
    start = 0
    for piece in pieces:
        places = [i for i in range(start, len(lines) - len(piece) + 1)
                  if lines[i:i + len(piece)] == piece]
        if not places:
            return False
        start = places[0] + len(piece)
    return True
