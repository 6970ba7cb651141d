"""The folders of tests/cases: what they hold and how to run one.

A folder is a case.  Its files:

    cmd       comment lines that say what is shown and which rules of
              doc/behaviour.md (R...) it covers, then the command as a shell
              takes it, with `gprof` for the program
    stdout    what it prints (nothing if there is no such file)
    stderr    likewise
    status    the exit status (0 if there is no such file)
    files/    the files that it writes, if any
    inputs    lines `NAME FIXTURE`: input NAME is made from or is a copy of
              tests/fixtures/FIXTURE
    needs     a shell command that fails where the case cannot be tried
    differs   a sentence: why GNU gprof does something else
    since     the version of GNU gprof that first does so, if 2.40 does not

Every other file is an input.  NAME.image becomes a program NAME and
NAME.profile a profile NAME (see make_elf.py and make_gmon.py in
tests/fixtures); the rest is copied.
"""
import os
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

ABOUT_THE_CASE = {"cmd", "stdout", "stderr", "status", "files", "inputs",
                  "needs", "differs", "since"}
MAKERS = {".image": make_elf.make, ".profile": make_gmon.make}
COMPAT = " --gnu-compat"
SECONDS = int(os.environ.get("GPROF_TEST_SECONDS", "20"))  # for one command
PROBLEMS = (OSError, ValueError, recipe.RecipeError,
            subprocess.TimeoutExpired)  # what running a case may raise


class Outcome:
    """What a command did."""

    def __init__(self, status=0, stdout=b"", stderr=b"", files=None):
        self.status = status
        self.stdout = stdout
        self.stderr = stderr
        self.files = files or {}


class Case:
    """One folder."""

    def __init__(self, name):
        self.name = name
        self.directory = os.path.join(CASES, name)
        self.command = self.read("cmd").decode()

    def path(self, *names):
        return os.path.join(self.directory, *names)

    def read(self, name, default=b""):
        try:
            with open(self.path(name), "rb") as file:
                return file.read()
        except FileNotFoundError:
            return default

    def differs(self):
        """Why GNU gprof does something else; empty if it does not."""
        return " ".join(self.read("differs").decode().split())

    def is_new(self):
        """Whether GNU gprof 2.40 does something else than that of today."""
        return bool(self.read("since"))

    def is_compat(self):
        """Whether GNU gprof 2.40 is to be matched."""
        return COMPAT in self.command

    def expected(self):
        files = {}
        if os.path.isdir(self.path("files")):
            files = contents(self.path("files"))
        return Outcome(int(self.read("status", b"0")), self.read("stdout"),
                       self.read("stderr"), files)

    def expect(self, outcome):
        """Make OUTCOME what is expected from now on."""
        self._write("stdout", outcome.stdout)
        self._write("stderr", outcome.stderr)
        self._write("status", b"%d\n" % outcome.status
                    if outcome.status else b"")
        shutil.rmtree(self.path("files"), ignore_errors=True)
        for name, content in outcome.files.items():
            self._write(os.path.join("files", name), content)

    def _write(self, name, content):
        """Write the file NAME, or remove it if there is no CONTENT."""
        if content:
            os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
            with open(self.path(name), "wb") as file:
                file.write(content)
        elif os.path.exists(self.path(name)):
            os.remove(self.path(name))

    def inputs(self):
        """Pairs: the name of an input with its suffix, its source."""
        for name in sorted(os.listdir(self.directory)):
            if name not in ABOUT_THE_CASE:
                yield name, self.path(name)
        for line in self.read("inputs").decode().splitlines():
            name, fixture = line.rsplit(maxsplit=1)
            suffix = os.path.splitext(fixture)[1]
            yield name + suffix, os.path.join(FIXTURES, fixture)

    def prepare(self, directory):
        """Put the inputs into DIRECTORY, which is made afresh."""
        remove(directory)
        os.makedirs(directory)
        for name, source in self.inputs():
            stem, suffix = os.path.splitext(name)
            if suffix in MAKERS:
                make_file(MAKERS[suffix], source,
                          os.path.join(directory, stem))
            else:
                shutil.copyfile(source, os.path.join(directory, name))

    def lacks(self):
        """Whether this host cannot run the case."""
        needs = self.read("needs").decode()
        return bool(needs) and subprocess.run(
            ["sh", "-c", needs], stdin=subprocess.DEVNULL,
            check=False).returncode != 0

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


def all_names():
    return sorted(name for name in os.listdir(CASES)
                  if os.path.exists(os.path.join(CASES, name, "cmd")))


def make_file(maker, source, target):
    with open(source, encoding="utf-8") as text:
        content = maker(text.read())
    with open(target, "wb") as file:
        file.write(content)


def contents(directory):
    """The bytes of all readable regular files in DIRECTORY by name."""
    result = {}
    for entry in os.scandir(directory):
        if entry.is_file(follow_symlinks=False) and os.access(entry, os.R_OK):
            with open(entry.path, "rb") as file:
                result[entry.name] = file.read()
    return result


def environment(programs):
    """Nothing but what a run needs."""
    result = {name: value for name, value in os.environ.items()
              if name.endswith("SAN_OPTIONS")}
    result["PATH"] = os.pathsep.join([programs, os.environ["PATH"]])
    result["LC_ALL"] = "C"
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


def remove(directory):
    """Remove DIRECTORY with all that is in it, if there is such a thing."""
    if os.path.isdir(directory):
        for place, _, _ in os.walk(directory):
            os.chmod(place, stat.S_IRWXU)
        shutil.rmtree(directory)


def has_terminals():
    """Whether tests can play a terminal here."""
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
