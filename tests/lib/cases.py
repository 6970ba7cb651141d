"""The files NAME.case of tests/cases: what they hold and how to run one.

A case begins with comment lines that say what is shown and which rules of
doc/behaviour.md (R...) it covers, then has the command as a shell takes it,
with `gprof` for the program.  Behind it come sections.  A line `%% WORD
ARGUMENT` begins one, and what follows it, up to the next such line, is its
text:

    %% input NAME FIXTURE   input NAME is made from or is a copy of
                            tests/fixtures/FIXTURE; no text
    %% file NAME            an input with its text
    %% stdout               what the command prints (nothing without it)
    %% stderr               likewise
    %% status N             the exit status (0 without it); no text
    %% writes NAME          a file that it writes, and its text
    %% needs                a shell command that fails where the case cannot
                            be tried
    %% differs              a sentence: why GNU gprof does something else
    %% since N              the version of GNU gprof that first does so, if 2.40
                            does not; no text

One file may hold several cases that are one thing with several options or
inputs, since they can be read side by side:

    %% run WORD             the case NAME-WORD; the text is its comment and its
                            command, and the sections behind it are its own

Each such case has the inputs and needs of the first part of the file, too; of
two inputs of one name its own is taken.  Without a command, only comments, the
first part is no case.

NAME.image becomes a program NAME and NAME.profile a profile NAME (see
make_elf.py and make_gmon.py in tests/fixtures); the rest is copied.  A text
that cannot stand as it is, since it has control characters, is no UTF-8 or
does not end with a line feed, stands below a heading with `%%escaped `: there
\\\\ is a backslash, \\xHH any byte, and a backslash at the end of a line takes
the line feed away.
"""
import os
import re
import shlex
import shutil
import signal
import stat
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
TESTS = os.path.dirname(HERE)
CASES = os.path.join(TESTS, "cases")
FIXTURES = os.path.join(TESTS, "fixtures")
sys.path.insert(0, FIXTURES)
import make_elf  # noqa: E402
import make_gmon  # noqa: E402
import recipe  # noqa: E402

SUFFIX = ".case"
MARK = b"%% "
MARK_OF_ESCAPES = b"%%escaped "
MARKS = (MARK, MARK_OF_ESCAPES)
ESCAPED = re.compile(rb"\\(\\|\n|x[0-9a-f]{2})")
ODD = re.compile(rb"[\x00-\x08\x0b\x0d-\x1f\x7f-\xff\\]|(?m:^)%(?=%)")
# What update leaves alone.
GIVEN = {"input", "file", "needs", "differs", "since"}
# What of the first part all cases of a file have.
SHARED = {"input", "file", "needs"}
RUN = "run"
MAKERS = {".image": make_elf.make, ".profile": make_gmon.make}
COMPAT = " --gnu-compat"
SECONDS = int(os.environ.get("GPROF_TEST_SECONDS", "90"))  # for one command
PROBLEMS = (OSError, ValueError, recipe.RecipeError,
            subprocess.TimeoutExpired)  # what running a case may raise


class Outcome:
    """The result of a command."""

    def __init__(self, status=0, stdout=b"", stderr=b"", files=None):
        self.status = status
        self.stdout = stdout
        self.stderr = stderr
        self.files = files or {}


class Section:
    """A part of a case: WORD, what follows it in its line, and its text."""

    def __init__(self, word, argument="", text=b""):
        self.word = word
        self.argument = argument
        self.text = text

    @staticmethod
    def read(lines):
        """The section that consists of LINES, its heading first."""
        mark, heading = lines[0].decode().rstrip("\n").split(" ", 1)
        word, _, argument = heading.partition(" ")
        text = b"".join(lines[1:])
        if mark.encode() + b" " == MARK_OF_ESCAPES:
            text = ESCAPED.sub(unescaped, text)
        return Section(word, argument, text)

    def written(self):
        """The bytes from which read makes this section."""
        heading = f"{self.word} {self.argument}".strip().encode() + b"\n"
        if is_plain(self.text):
            return MARK + heading + self.text
        text = ODD.sub(lambda odd: b"\\\\" if odd[0] == b"\\"
                       else b"\\x%02x" % odd[0][0], self.text)
        if not text.endswith(b"\n"):
            text += b"\\\n"
        return MARK_OF_ESCAPES + heading + text


def unescaped(match):
    """The byte, or no byte, that an escape stands for."""
    word = match[1]
    if word.startswith(b"x"):
        return bytes.fromhex(word[1:].decode())
    return b"\\" if word == b"\\" else b""


def is_plain(text):
    """Whether TEXT can stand in a case as it is."""
    try:
        text.decode()
    except UnicodeDecodeError:
        return False
    return (re.search(rb"[\x00-\x08\x0b\x0d-\x1f\x7f]|(?m:^)%%", text) is None
            and text[-1:] in (b"", b"\n"))


class Part:
    """What a file says of one case: COMMAND, with comments, and sections.
    WORD is empty for the first part."""

    def __init__(self, word, command):
        self.word = word
        self.command = command
        self.sections = []

    def is_case(self):
        return any(line.strip() and not line.startswith("#")
                   for line in self.command.splitlines())

    def name(self, stem):
        return f"{stem}-{self.word}" if self.word else stem


def read_parts(path):
    """The parts of the file PATH."""
    with open(path, "rb") as file:
        lines = file.read().split(b"\n")
    lines = [line + b"\n" for line in lines[:-1]]
    starts = [i for i, line in enumerate(lines) if line.startswith(MARKS)]
    ends = starts[1:] + [len(lines)]
    parts = [Part("", b"".join(lines[:(starts + ends)[0]]).decode())]
    for start, end in zip(starts, ends):
        section = Section.read(lines[start:end])
        if section.word == RUN:
            parts.append(Part(section.argument, section.text.decode()))
        else:
            parts[-1].sections.append(section)
    return parts


def file_of(name):
    """The path and the parts of the file that has the case NAME, and which of
    them it is."""
    words = name.split("-")
    for count in range(len(words), 0, -1):
        stem = "-".join(words[:count])
        path = os.path.join(CASES, stem + SUFFIX)
        if os.path.exists(path):
            parts = read_parts(path)
            for part in parts:
                if part.is_case() and part.name(stem) == name:
                    return path, parts, part
    raise FileNotFoundError(f"there is no case {name}")


class Case:
    """One case."""

    def __init__(self, name):
        self.name = name
        self.path, self.parts, self.own = file_of(name)
        self.command = self.own.command

    def all_of(self, word):
        shared = self.parts[0].sections \
            if word in SHARED and self.own is not self.parts[0] else []
        return [section for section in shared + self.own.sections
                if section.word == word]

    def text(self, word):
        """The text of the section WORD; empty if there is none."""
        return b"".join(section.text for section in self.all_of(word))

    def differs(self):
        """Why GNU gprof behaves differently; empty if it does not."""
        return " ".join(self.text("differs").decode().split())

    def is_new(self):
        """Whether GNU gprof 2.40 differs from that of today."""
        return bool(self.all_of("since"))

    def is_compat(self):
        """Whether GNU gprof 2.40 is to be matched."""
        return COMPAT in self.command

    def expected(self):
        status = [int(section.argument) for section in self.all_of("status")]
        return Outcome(sum(status), self.text("stdout"), self.text("stderr"),
                       {section.argument: section.text
                        for section in self.all_of("writes")})

    def expect(self, outcome):
        """Make OUTCOME the expected one."""
        sections = self.own.sections = [
            section for section in self.own.sections if section.word in GIVEN]
        if outcome.status:
            sections.append(Section("status", str(outcome.status)))
        for word, text in (("stderr", outcome.stderr),
                           ("stdout", outcome.stdout)):
            if text:
                sections.append(Section(word, text=text))
        for name, text in sorted(outcome.files.items()):
            sections.append(Section("writes", name, text))
        self.save()

    def save(self):
        with open(self.path, "wb") as file:
            for part in self.parts:
                command = part.command.encode()
                file.write(Section(RUN, part.word, command).written()
                           if part.word else command)
                file.write(b"".join(section.written()
                                    for section in part.sections))

    def inputs(self):
        """Pairs: the name of an input with its suffix, its bytes."""
        found = {}
        for section in self.all_of("file") + self.all_of("input"):
            name, text = section.argument, section.text
            if section.word == "input":
                name, fixture = name.rsplit(maxsplit=1)
                name += os.path.splitext(fixture)[1]
                with open(os.path.join(FIXTURES, fixture), "rb") as file:
                    text = file.read()
            is_own = section in self.own.sections
            if is_own or made_from(name) not in found:
                found[made_from(name)] = name, text
        return list(found.values())

    def prepare(self, directory):
        """Put the inputs into DIRECTORY, which is made afresh."""
        remove(directory)
        os.makedirs(directory)
        for name, content in self.inputs():
            suffix = os.path.splitext(name)[1]
            if suffix in MAKERS:
                content = MAKERS[suffix](content.decode())
            with open(os.path.join(directory, made_from(name)), "wb") as file:
                file.write(content)

    def lacks(self):
        """Whether this host cannot run the case."""
        return any(subprocess.run(["sh", "-c", needs.text.decode()],
                                  stdin=subprocess.DEVNULL,
                                  check=False).returncode != 0
                   for needs in self.all_of("needs"))

    def run(self, directory, programs, command=None):
        """Run COMMAND (the case's own by default) in DIRECTORY; `gprof` is
        the one in the directory PROGRAMS."""
        self.prepare(directory)
        before = contents(directory)
        outcome = run_shell(command or self.command, directory,
                            environment(programs))
        outcome.files = {
            name: content for name, content in contents(directory).items()
            if before.get(name) != content}
        return outcome

    def command_for_gnu(self):
        return self.command.replace(COMPAT, "")


def run_shell(command, directory, variables):
    """The outcome of COMMAND.  When it takes too long, everything that it
    started is ended, too."""
    process = subprocess.Popen(
        ["sh", "-c", command], cwd=directory, env=variables,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, start_new_session=True)
    with process:
        try:
            stdout, stderr = process.communicate(timeout=SECONDS)
        except BaseException:
            os.killpg(process.pid, signal.SIGKILL)
            raise
    return Outcome(process.returncode, stdout, stderr)


def made_from(name):
    """The file that the input NAME becomes."""
    stem, suffix = os.path.splitext(name)
    return stem if suffix in MAKERS else name


def all_names():
    """The names of all cases."""
    names = []
    for file in os.listdir(CASES):
        stem, suffix = os.path.splitext(file)
        if suffix == SUFFIX:
            names += [part.name(stem)
                      for part in read_parts(os.path.join(CASES, file))
                      if part.is_case()]
    names.sort()
    for name, other in zip(names, names[1:]):
        if name == other:
            raise ValueError(f"there are two cases {name}")
    return names


def contents(directory):
    """The bytes of all readable regular files in DIRECTORY by name."""
    result = {}
    for entry in os.scandir(directory):
        if entry.is_file(follow_symlinks=False) and os.access(entry, os.R_OK):
            with open(entry.path, "rb") as file:
                result[entry.name] = file.read()
    return result


def environment(programs):
    """An environment with only what a run needs."""
    result = {name: value for name, value in os.environ.items()
              if name.endswith("SAN_OPTIONS")}
    result["PATH"] = os.pathsep.join([programs, os.environ["PATH"]])
    result["LC_ALL"] = "C"
    result["GCOV_ERROR_FILE"] = "/dev/null"  # where counts cannot be written
    return result


def provide(program, directory):
    """Make PROGRAM the `gprof` in DIRECTORY; returns DIRECTORY."""
    # Otherwise cases would run the next gprof on PATH.
    if not os.access(program, os.X_OK):
        sys.exit(f"cannot run {program}")
    remove(directory)
    os.makedirs(directory)
    os.symlink(os.path.abspath(program), os.path.join(directory, "gprof"))
    return directory


NOBODY = "as-nobody"


def provide_nobody(directory):
    """Make NOBODY in DIRECTORY a command that runs another as a user without
    rights.  Where a coverage build counts, that user may not write; so these
    counts go to a place of their own."""
    counts = os.path.join(directory, "counts")
    os.makedirs(counts)
    os.chmod(counts, 0o777)
    name = os.path.join(directory, NOBODY)
    with open(name, "w", encoding="utf-8") as file:
        file.write(f"""#!/bin/sh
exec env GCOV_PREFIX={shlex.quote(counts)} \\
  setpriv --reuid=65534 --regid=65534 --clear-groups "$@"
""")
    os.chmod(name, 0o755)


def remove(directory):
    """Remove DIRECTORY with all that is in it, if there is such a thing."""
    if os.path.isdir(directory):
        for place, _, _ in os.walk(directory):
            os.chmod(place, stat.S_IRWXU)
        shutil.rmtree(directory)


def has_terminals():
    """Whether tests can emulate a terminal here."""
    try:
        for end in os.openpty():
            os.close(end)
    except OSError:
        return False
    return True


def scratch(name):
    """Where tests may write: a directory of the build tree."""
    build = os.environ.get("abs_top_builddir") or os.getcwd()
    return os.path.join(build, "tests", name)


def fresh(name):
    """The directory scratch (NAME), made afresh, as an absolute name."""
    directory = os.path.abspath(scratch(name))
    remove(directory)
    os.makedirs(directory)
    return directory
