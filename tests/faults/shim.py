"""The preloaded library of inject.c: building it and running gprof with it."""
import bisect
import os
import resource
import shlex
import signal
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(os.path.dirname(HERE), "differential"))
import elfsyms  # noqa: E402

SOURCE = os.path.join(HERE, "inject.c")
SECONDS = 120  # what a run may take, beside much else
SANITIZERS = (b"__asan_init", b"__tsan_init", b"__msan_init")


class Absent(Exception):
    """Why calls cannot be made to fail here."""


def build(directory, allocations=True):
    """Build the library in DIRECTORY; its file name."""
    if not sys.platform.startswith("linux"):
        raise Absent("calls are made to fail only on Linux")
    library = os.path.join(directory, "inject.so")
    compiler = shlex.split(os.environ.get("CC", "cc"))
    made = subprocess.run(
        compiler + ([] if allocations else ["-DWITHOUT_ALLOCATIONS"])
        + ["-shared", "-fPIC", "-O1", "-pthread", "-o", library,
                    SOURCE, "-ldl"],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if made.returncode != 0:
        raise Absent("the library to preload cannot be built: "
                     + made.stdout.decode(errors="replace")[:200])
    return library


def preloaded(library, directory=os.curdir):
    """The LD_PRELOAD of programs that run in DIRECTORY: a blank or colon would
    end a name, so there are none of the directories that both are in."""
    return os.path.join(os.curdir, os.path.relpath(library, directory))


def sanitizer(program):
    """The name of the sanitizer that PROGRAM was built with, if any.  It has
    an allocator of its own and must be loaded first."""
    with open(program, "rb") as file:
        content = file.read()
    for name in SANITIZERS:
        if name in content:
            return name.decode().strip("_").split("_", 1)[0]
    return None


def wait(pid):
    """The exit status of PID, negative for a signal; SIGALRM if it had to be
    ended."""
    def end(*_):
        os.kill(pid, signal.SIGKILL)
        timed_out.append(pid)

    timed_out = []
    signal.signal(signal.SIGALRM, end)
    signal.alarm(SECONDS)
    _, status = os.waitpid(pid, 0)
    signal.alarm(0)
    return (-signal.SIGALRM if timed_out
            else os.waitstatus_to_exitcode(status))


class Functions:
    """The functions of a program, by offset from its first byte."""

    def __init__(self, program):
        found = sorted({(symbol.address, symbol.name)
                        for symbol in elfsyms.symbols(program)
                        if symbol.type == elfsyms.STT_FUNC})
        self.addresses = [address for address, _ in found]
        self.names = [name for _, name in found]

    def name(self, offset):
        at = bisect.bisect_right(self.addresses, offset) - 1
        return self.names[at].split(".")[0] if at >= 0 else "?"


def content(fd):
    return os.pread(fd, os.fstat(fd).st_size, 0)


class Run:
    """What one run of gprof did."""

    def __init__(self, status, stdout, stderr, report):
        self.status = status  # negative: the signal that ended it
        self.stdout = stdout
        self.stderr = stderr
        self.failed = ""  # the name of the call that was made to fail
        self.calls = None  # if nobody counts them
        self.stack = []  # its callers, innermost first
        self.leaks = []
        for line in report.decode().splitlines():
            what, rest = line.split(" ", 1)
            if what == "failed":
                self.failed = rest
            elif what == "in":
                self.stack.append(int(rest, 16))
            elif what == "calls":
                self.calls = int(rest)
            else:
                self.leaks.append(line)


class Shim:
    """Runs a program in the current directory, with calls that fail.  Files
    for what it prints are in the directory ASIDE."""

    def __init__(self, library, program, aside):
        self.library = library
        self.program = os.path.abspath(program)
        self.aside = aside
        # A crash shall leave no file behind.
        hard = resource.getrlimit(resource.RLIMIT_CORE)[1]
        resource.setrlimit(resource.RLIMIT_CORE, (0, hard))
        # Runs shall have no descriptors but those that they are given.
        for name in os.listdir("/proc/self/fd"):
            try:
                os.set_inheritable(int(name), int(name) < 3)
            except OSError:
                pass  # that of the listing itself

    def run(self, words, stdin=os.devnull, **plan):
        """Run the program with WORDS; PLAN is what inject.c finds in the
        environment: kind="alloc", at=3."""
        variables = {"PATH": os.environ["PATH"], "LC_ALL": "C",
                     "LD_PRELOAD": preloaded(self.library)}
        for name in ("LSAN_OPTIONS", "UBSAN_OPTIONS"):
            if name in os.environ:
                variables[name] = os.environ[name]
        variables["ASAN_OPTIONS"] = (os.environ.get("ASAN_OPTIONS", "")
                                     + ":verify_asan_link_order=0")
        for name, value in plan.items():
            variables["FAULT_" + name.upper()] = str(value)
        names = [os.path.join(self.aside, name)
                 for name in ("stdout", "stderr", "report")]
        files = [os.open(name, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600)
                 for name in names]
        variables["FAULT_REPORT"] = "9"
        actions = [(os.POSIX_SPAWN_OPEN, 0, stdin, os.O_RDONLY, 0)]
        actions += [(os.POSIX_SPAWN_DUP2, fd, target)
                    for fd, target in zip(files, (1, 2, 9))]
        try:
            pid = os.posix_spawn(self.program, ["gprof"] + words, variables,
                                 file_actions=actions)
            status = wait(pid)
            return Run(status, *(content(fd) for fd in files))
        finally:
            for fd in files:
                os.close(fd)
