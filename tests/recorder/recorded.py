"""What the tests of the recorder share: programs, runs and profiles."""
import bisect
import collections
import os
import re
import resource
import shutil
import struct
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
TESTS = os.path.dirname(HERE)
sys.path[:0] = [os.path.join(TESTS, name) for name in ("lib", "programs")]
import live  # noqa: E402,F401
from tap import skip_all  # noqa: E402

BUILD = os.environ.get("abs_top_builddir", os.getcwd())
SHARED = os.path.join(BUILD, "libgprof-helper.so")
STATIC = os.path.join(BUILD, "libgprof-helper.a")
CC = os.environ.get("CC", "gcc").split()
GPROF = os.environ.get("GPROF", os.path.join(BUILD, "gprof"))
GNU_GPROF = os.environ.get("GNU_GPROF") or shutil.which("gprof")
SECONDS = 300
END = time.monotonic() + 300  # of patience with a machine that spoils runs
NO_EVENTS = 128  # LIVE_NO_EVENTS
# Kinds of programs: name, flags, compiler.
KINDS = (
    ("mcount", ["-pg"], CC),
    ("-mfentry", ["-pg", "-mfentry"], CC),
    ("no PIE", ["-pg", "-no-pie"], CC),
    ("clang", ["-pg"], ["clang"]),
    ("static", ["-pg", "-static", STATIC], CC),
    ("static PIE", ["-pg", "-static-pie", STATIC], CC),
    ("linked", ["-pg", "-L" + BUILD, "-Wl,-rpath," + BUILD,
                "-Wl,--no-as-needed", "-lgprof-helper"], CC),
)


def start(name):
    """An empty folder for test NAME, which is now the current one; skips the
    test if there is no recorder."""
    if not os.path.exists(SHARED):
        skip_all("no libgprof-helper")
    work = os.path.join(os.getcwd(), name + ".work")
    shutil.rmtree(work, ignore_errors=True)
    os.makedirs(work)
    os.chdir(work)


def remove(folder):
    """Remove FOLDER, in which what a program left behind may still write."""
    for _ in range(100):
        shutil.rmtree(folder, ignore_errors=True)
        if not os.path.exists(folder):
            break
        time.sleep(0.1)


def finish(tap):
    """End the test, whose folder stays only if something failed."""
    tap.finish()
    if tap.failures == 0:
        remove(os.getcwd())
    sys.exit(tap.failures > 0)


def processor_time():
    """What all programs that ended had of the processor, in seconds."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def attempts(count):
    """As many attempts as a check may take: COUNT at least, since others that
    use the processors can spoil some."""
    for _ in range(count):
        yield
    while time.monotonic() < END:
        yield


def compiles(cc, *flags):
    """Can CC make programs with FLAGS?"""
    with open("try.c", "w", encoding="ascii") as file:
        file.write("int main (void) { return 0; }\n")
    try:
        return subprocess.run([*cc, *flags, "try.c", "-o", "try"],
                              capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def recorder_flags():
    """What all of the recorder is compiled with, whatever CFLAGS is."""
    with open(os.path.join(BUILD, "Makefile"), encoding="utf-8") as file:
        return re.search(r"^RECORDER_CFLAGS = (.*)$", file.read(),
                         re.MULTILINE).group(1).split()


def build(output, source, *flags, cc=None):
    """Build programs/SOURCE, or any file with a slash in its name."""
    if "/" not in source:
        source = os.path.join(HERE, "programs", source)
    subprocess.run([*(cc or CC), "-O1", "-g", "-o", output, source, *flags],
                   check=True)
    return os.path.abspath(output)


Run = collections.namedtuple("Run", "status out err folder files")


def environment(helper=None, preload=SHARED, prefix=None):
    variables = {key: value for key, value in os.environ.items()
                 if key not in ("GMON_OUT_PREFIX", "GPROF_HELPER")}
    if preload:
        variables["LD_PRELOAD"] = preload
    if helper:
        variables["GPROF_HELPER"] = helper
    if prefix:
        variables["GMON_OUT_PREFIX"] = prefix
    return variables


def run(program, *arguments, folder="run", preload=SHARED, helper=None,
        prefix=None, before=None, wrapper=()):
    """Run PROGRAM in a new FOLDER, with the recorder unless PRELOAD is
    None."""
    remove(folder)
    os.makedirs(folder)
    variables = environment(helper, preload, prefix)
    ran = subprocess.run([*wrapper, program, *map(str, arguments)], cwd=folder,
                         env=variables, capture_output=True, check=False,
                         timeout=SECONDS, preexec_fn=before)
    return Run(ran.returncode, ran.stdout.decode(), ran.stderr.decode(),
               folder, sorted(os.listdir(folder)))


def makes_what_runs(cc, *flags):
    """Can CC make programs with FLAGS that run here?  Sanitizers want more
    addresses than there are under a limit, as "make mutants" sets one."""
    return (compiles(cc, *flags)
            and run("../try", folder="try.run", preload=None).status == 0)


def has_events(program):
    """Does the system let PROGRAM have perf events?"""
    run(program, "1", "1", helper="timer=perf")
    return not live.Live("run/gmon.out.live").lacks & NO_EVENTS


def symbols(image, nm="nm"):
    """Sorted pairs: address, name of each function."""
    text = subprocess.run([nm, image], capture_output=True, check=True).stdout
    found = re.findall(r"^([0-9a-f]+) [tTwWi] (\S+)$", text.decode(),
                       re.MULTILINE)
    return sorted((int(address, 16), name) for address, name in found)


class Names:
    """Functions of IMAGE by address."""

    def __init__(self, image, nm="nm"):
        self.table = symbols(image, nm)

    def of(self, address):
        at = bisect.bisect(self.table, (address, "\x7f"))
        return self.table[at - 1][1] if at else "?"


def live_calls(recording, image):
    """Counter of calls of each function of IMAGE, and of (caller, callee),
    where callers in other objects are named by these."""
    names = {}
    calls = collections.Counter()
    arcs = collections.Counter()
    for (from_pc, self_pc), count in recording.arcs.items():
        ends = []
        for pc in (from_pc, self_pc):
            thing, address = recording.find(pc)
            if thing is None:
                ends.append("?")
            elif os.path.basename(thing.name) == os.path.basename(image):
                if thing.name not in names:
                    names[thing.name] = Names(image)
                ends.append(names[thing.name].of(address))
            else:
                ends.append(os.path.basename(thing.name))
        calls[ends[1]] += count
        arcs[tuple(ends)] += count
    return calls, arcs


def plain(name, word="Q", order="="):
    """(histograms, arcs) of the gmon.out file NAME: [(low, high, rate,
    bins)], Counter {(from, self): count}."""
    with open(name, "rb") as file:
        data = file.read()
    if data[:4] != b"gmon" or struct.unpack_from(order + "I", data, 4) != (1,):
        raise ValueError(name)
    size = struct.calcsize(order + word)
    at, histograms, arcs = 20, [], collections.Counter()
    while at < len(data):
        tag = data[at]
        low, high = struct.unpack_from(order + "2" + word, data, at + 1)
        at += 1 + 2 * size
        if tag == 0:
            bins, rate = struct.unpack_from(order + "II", data, at)
            if data[at + 8:at + 24] != b"seconds".ljust(15, b"\0") + b"s":
                raise ValueError("dimension")
            at += 24
            histograms.append((low, high, rate, struct.unpack_from(
                f"{order}{bins}H", data, at)))
            at += 2 * bins
        elif tag == 1:
            arcs[low, high] += struct.unpack_from(order + "I", data, at)[0]
            at += 4
        else:
            raise ValueError(f"tag {tag}")
    return histograms, arcs


def listed_calls(gprof, image, *profiles):
    """Calls of each function by the flat profile of GPROF.  Where a name is
    that of a descriptor, the code has it with a dot before it."""
    ran = subprocess.run([gprof, "-b", "-p", "-z", image, *profiles],
                         capture_output=True, check=False, timeout=SECONDS)
    if ran.returncode != 0:
        return {"failed": ran.stderr.decode()}
    rows = re.findall(r"^ *[\d.]+ +[\d.]+ +[\d.]+ +(\d+) .*?(\S+)$",
                      ran.stdout.decode(), re.MULTILINE)
    return {name.lstrip("."): int(calls) for calls, name in rows}


def seconds_seen(recording):
    return sum(recording.samples.values()) / recording.rate
