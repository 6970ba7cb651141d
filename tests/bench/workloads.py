"""The workloads: what is made or found for each, and its targets.

A target against the limit is how many times the limit's time ours may take,
one against GNU how many times faster ours must be.  Memory is in MB.  A
workload whose peer is another run of our own program has that one in the
limit's place.
"""
import glob
import os
import shutil
import subprocess

import generate

HERE = os.path.dirname(os.path.abspath(__file__))
SYNTHETIC = 2.5     # times the limit
NAMES_OF_SPECS = 1000


class Skip(Exception):
    """The workload cannot be run here; the text says why."""


class Task:
    """One workload, ready to run."""

    def __init__(self, image, profiles, options, limit, sum_file=None,
                 stack_kib=None, is_compared=True, peer=None):
        self.image = image
        self.profiles = profiles
        self.options = options
        self.limit = limit      # names of limit programs; "" is `true`
        self.sum_file = sum_file
        self.stack_kib = stack_kib
        self.is_compared = is_compared
        self.peer = peer        # another Task for our own program

    def command(self, program):
        return ([program] + self.options
                + ([self.image] if self.image else []) + self.profiles)

    def limit_command(self, tools, name):
        if not name:
            return ["true"]
        return ([os.path.join(tools, name)]
                + [self.sum_file if self.sum_file and name == "limit_sum"
                   else self.image] + self.profiles)


class Row:
    """A line of the table."""

    def __init__(self, name, make, gnu=None, limit=None, memory=None,
                 more_memory=None, in_quick=True):
        self.name = name
        self.make = make        # called with Data, gives a Task
        self.gnu, self.limit, self.memory = gnu, limit, memory
        self.more_memory = more_memory  # than the limit's
        self.in_quick = in_quick


def size(full, quick, is_quick):
    return quick if is_quick else full


class Data:
    """Generated files below OUT/data, kept while generate.py stays."""

    def __init__(self, out, real, kernel, fetches, is_quick):
        self.out = out
        self.directory = os.path.join(out, "data")
        self.real = real
        self._kernel = kernel
        self._fetches = fetches
        self.is_quick = is_quick
        os.makedirs(self.directory, exist_ok=True)

    def size(self, full, quick):
        return size(full, quick, self.is_quick)

    def _made(self, name, write):
        path = os.path.join(self.directory, name)
        changed = os.path.getmtime(generate.__file__)
        if not os.path.exists(path) or os.path.getmtime(path) < changed:
            write(path + ".new")
            os.replace(path + ".new", path)
        return path

    def program(self, count, debug):
        kind = "debug" if debug else "plain"
        return self._made(f"{kind}-{count}", lambda path:
                          generate.write_program(path, count, debug))

    def profile(self, shape, count):
        return self._made(f"{shape}-{count}.gmon", lambda path:
                          generate.write_profile(path, count, shape))

    def image_profile(self, image, shape, arcs, seed=1):
        return self._made(
            f"{os.path.basename(image)}-{shape}-{arcs}-{seed}.gmon",
            lambda path: generate.write_image_profile(path, image, shape, arcs,
                                                      seed))

    def _many(self, name, write):
        """The files that WRITE puts into a directory; remove_files takes
        them away."""
        directory = os.path.join(self.directory, f"files-{name}")
        if not os.path.isdir(directory):
            os.makedirs(directory + ".new", exist_ok=True)
            write(directory + ".new")
            os.rename(directory + ".new", directory)
        names = sorted(os.listdir(directory))
        return [os.path.join(directory, name) for name in names]

    def files(self, functions, count):
        """COUNT profiles, different files."""
        return self._many(f"{functions}-{count}", lambda path:
                          generate.write_files(path, functions, count))

    def ranges(self, count):
        """COUNT profiles, each with a range of its own."""
        return self._many(f"ranges-{count}", lambda path:
                          generate.write_ranges(path, count))

    def large_file(self, megabytes):
        return self._many(f"large-{megabytes}", lambda path:
                          generate.write_large(os.path.join(path, "gmon.out"),
                                               megabytes))[0]

    def remove_files(self):
        for directory in glob.glob(os.path.join(self.directory, "files-*")):
            shutil.rmtree(directory)

    def real_program(self, name):
        for directory in self.real:
            paths = [os.path.join(directory, name, file)
                     for file in ("a.out", "gmon.out")]
            if all(map(os.path.exists, paths)):
                return paths
        raise Skip(f"no {name} in {' or '.join(self.real)}")

    def kernel(self):
        if not self._kernel and self._fetches:
            self._kernel = fetch_kernel(os.path.join(self.out, "kernel"))
        if not self._kernel:
            raise Skip("no kernel image: --kernel FILE or --fetch")
        if not os.path.exists(self._kernel):
            raise Skip(f"{self._kernel} is not there")
        return self._kernel


def run(*words):
    try:
        return subprocess.run(words, check=True, text=True,
                              stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL).stdout
    except (OSError, subprocess.CalledProcessError) as problem:
        raise Skip(f"{words[0]}: {problem}") from None


def fetch_kernel(directory):
    """The distribution's kernel image with debugging information."""
    found = glob.glob(os.path.join(directory, "vmlinux-*"))
    if found:
        return found[0]
    machine = run("dpkg", "--print-architecture").strip()
    if machine != "amd64":
        raise Skip("profiles are made for images of amd64 only")
    depends = run("apt-cache", "depends", "linux-image-amd64-dbg")
    packages = [line.split()[1] for line in depends.splitlines()
                if line.strip().startswith("Depends:")]
    if not packages:
        raise Skip("linux-image-amd64-dbg is not in the package lists")
    os.makedirs(directory, exist_ok=True)
    run("sh", "-c", 'cd "$1" && apt-get -q download "$2" && dpkg-deb'
        ' --fsys-tarfile ./*.deb | tar -x --strip-components=5 --wildcards'
        ' "./usr/lib/debug/boot/vmlinux-*" && rm -f ./*.deb',
        "sh", directory, packages[0])
    found = glob.glob(os.path.join(directory, "vmlinux-*"))
    if not found:
        raise Skip(f"no vmlinux in {packages[0]}")
    return found[0]


# ------------------------------------------------------------------ the rows

LINES = ["limit_lines", "limit_lines_libdw"]


def real(name, options, limit, sum_file=None):
    def make(data):
        image, profile = data.real_program(name)
        return Task(image, [profile], options, limit, sum_file)
    return make


def kernel(shape, options, limit):
    def make(data):
        image = data.kernel()
        return Task(image, [data.image_profile(image, shape, 200000)],
                    options, limit)
    return make


def kernel_diff(data):
    """Two profiles compared, and the listing of one."""
    image = data.kernel()
    old, new = (data.image_profile(image, "few-cycles", 200000, seed)
                for seed in (2, 1))
    return Task(image, [new], ["-b", f"--diff={old}"], [], is_compared=False,
                peer=Task(image, [new], ["-b"], []))


def exact(make_data, options):
    """Samples where they were counted, and by GNU gprof's rule."""
    def make(data):
        image, profile = make_data(data)
        return Task(image, [profile], options + ["--attribution=exact"], [],
                    is_compared=False,
                    peer=Task(image, [profile], options, []))
    return make


def kernel_data(data):
    image = data.kernel()
    return image, data.image_profile(image, "few-cycles", 200000)


def synthetic_data(data):
    count = data.size(100000, 10000)
    return data.program(count, False), data.profile("acyclic", count)


def synthetic(shape, full, quick, debug=False, options=("-b",),
              limit=("limit_graph",), stack_kib=None):
    def make(data):
        count = data.size(full, quick)
        return Task(data.program(count, debug), [data.profile(shape, count)],
                    list(options), list(limit), stack_kib=stack_kib)
    return make


def files(options, limit, sum_file=None):
    def make(data):
        functions = 6000
        return Task(data.program(functions, True),
                    data.files(functions, data.size(10000, 1000)), options,
                    limit, sum_file)
    return make


def many_specs(data):
    """Every 100th function is asked for by name."""
    count = data.size(100000, 10000)
    specs = ["-p" + generate.name_of(i * (count // NAMES_OF_SPECS)).decode()
             for i in range(NAMES_OF_SPECS)]
    return Task(data.program(count, True), [data.profile("acyclic", count)],
                ["-b"] + specs, ["limit_flat"])


def per_file(options):
    """How times vary between files, and the sum of these."""
    def make(data):
        functions = 6000
        image = data.program(functions, False)
        profiles = data.files(functions, data.size(10000, 1000))
        return Task(image, profiles, ["-b", "--per-file"] + options, [],
                    is_compared=False, peer=Task(image, profiles, ["-s"], []))
    return make


def in_format(form, *options):
    """The format, and the text of the same data."""
    def make(data):
        count = data.size(100000, 10000)
        image = data.program(count, True)
        profile = data.profile("program", count)
        return Task(image, [profile], ["--format=" + form, *options], [],
                    is_compared=False,
                    peer=Task(image, [profile], ["-b", *options], []))
    return make


def kernel_in_format(form):
    """The same of the kernel."""
    def make(data):
        image = data.kernel()
        profiles = [data.image_profile(image, "few-cycles", 200000)]
        return Task(image, profiles, ["--format=" + form], [],
                    is_compared=False, peer=Task(image, profiles, ["-b"], []))
    return make


def ranges(data):
    """Files with ranges of their own, and half as many of them."""
    count = data.size(16000, 4000)
    files_of_all, image = data.ranges(count), data.program(count, False)
    half = Task(image, files_of_all[:count // 2], ["-b", "-p"], [])
    return Task(image, files_of_all, ["-b", "-p"], [], is_compared=False,
                peer=half)


def large_files(data):
    """One file under many names, too large to be read ahead."""
    files_of_all = [data.large_file(63)] * 24
    image = data.program(10, False)
    words = ["-b", "-q"]
    return Task(image, files_of_all, ["--jobs=16"] + words, [],
                is_compared=False,
                peer=Task(image, files_of_all, ["--jobs=1"] + words, []))


ROWS = [
    Row("--version", lambda data: Task(None, [], ["--version"], [""],
                                       is_compared=False), limit=1.6),
    Row("tiny program, -b",
        synthetic("chain", 10, 10, debug=True, limit=[""]), limit=1.6),
    Row("Lua, -b", real("lua-O2-g", ["-b"], ["limit_graph"]), gnu=3.6),
    Row("sqlite3 -g, -b -p",
        real("sqlite3-O1-g", ["-b", "-p"], ["limit_flat"]), gnu=9.5),
    Row("sqlite3 -g, -b", real("sqlite3-O1-g", ["-b"], ["limit_graph"]),
        gnu=3.3),
    Row("sqlite3 -g, -b -l", real("sqlite3-O1-g", ["-b", "-l"], LINES),
        gnu=10),
    Row("cppcheck, -b -p",
        real("cppcheck-O1-g", ["-b", "-p"], ["limit_flat"]), gnu=20),
    Row("cppcheck, -b", real("cppcheck-O1-g", ["-b"], ["limit_graph"]),
        gnu=20),
    Row("cppcheck, -b -l", real("cppcheck-O1-g", ["-b", "-l"], LINES),
        limit=10.7),
    Row("cppcheck, -s",
        real("cppcheck-O1-g", ["-s"], LINES, "gmon.sum"), limit=10.7),
    Row("kernel, -b -p", kernel("few-cycles", ["-b", "-p"], ["limit_flat"]),
        gnu=73, memory=200, in_quick=False),
    Row("kernel, few cycles, -b",
        kernel("few-cycles", ["-b"], ["limit_graph"]), gnu=30, memory=400,
        in_quick=False),
    Row("kernel, one giant cycle, -b",
        kernel("random", ["-b"], ["limit_graph"]), limit=SYNTHETIC,
        memory=400, in_quick=False),
    Row("kernel, -b -l", kernel("few-cycles", ["-b", "-l"], LINES),
        limit=11.5, in_quick=False),
    # The peer prints one listing; two of them may take 1.2 times as long.
    Row("kernel, --diff: -b", kernel_diff, limit=2.4, in_quick=False),
    # Instructions are decoded only where a bin has several symbols.
    Row("kernel, -b -p, exact: gnu", exact(kernel_data, ["-b", "-p"]), limit=2,
        in_quick=False),
    Row("{n} functions, -b, exact: gnu", exact(synthetic_data, ["-b"]),
        limit=1.5),
    Row("kernel, --format=json: -b", kernel_in_format("json"), limit=2,
        in_quick=False),
    Row("kernel, --format=html: -b", kernel_in_format("html"), limit=4,
        in_quick=False),
    Row("{files} files, -s", files(["-s"], ["limit_sum"], "gmon.sum"),
        gnu=24, limit=SYNTHETIC),
    Row("{files} files, -b -p", files(["-b", "-p"], ["limit_flat"]), gnu=24,
        limit=SYNTHETIC),
    Row("{files} files, --per-file: -s", per_file([]), limit=2),
    Row("{files} files, --per-file, exact: -s",
        per_file(["--attribution=exact"]), limit=3),
    Row("{n} functions, no -g, chain, -b", synthetic("chain", 100000, 10000),
        limit=SYNTHETIC),
    Row("{n} functions, star, -b",
        synthetic("star", 100000, 10000, debug=True), limit=SYNTHETIC),
    Row("{n} functions, {arcs} arcs, random, -b",
        synthetic("random", 100000, 10000, debug=True), limit=SYNTHETIC),
    Row("{n} functions, {arcs} arcs, program-like, -b",
        synthetic("program", 100000, 10000, debug=True), limit=SYNTHETIC),
    Row("{n} functions, {arcs} arcs, acyclic, -b",
        synthetic("acyclic", 100000, 10000, debug=True), limit=SYNTHETIC),
    Row("{n} functions, {arcs} arcs, program-like, -b -l",
        synthetic("program", 100000, 10000, debug=True,
                  options=["-b", "-l"], limit=LINES), limit=11.5),
    Row("{n} functions, {arcs} arcs, program-like, --format=json: -b",
        in_format("json"), limit=2),
    Row("{n} functions, program-like, --format=csv -p: -b -p",
        in_format("csv", "-p"), limit=3),
    Row("{n} functions, {arcs} arcs, program-like, --format=csv -q: -b -q",
        in_format("csv", "-q"), limit=2),
    Row("{n} functions, {arcs} arcs, program-like, --format=callgrind: -b",
        in_format("callgrind"), limit=2),
    Row("{n} functions, {arcs} arcs, program-like, --format=dot: -b",
        in_format("dot"), limit=2),
    Row("{n} functions, {arcs} arcs, program-like, --format=folded: -b",
        in_format("folded"), limit=2),
    Row("{n} functions, {arcs} arcs, program-like, --format=speedscope: -b",
        in_format("speedscope"), limit=2),
    Row("{n} functions, {arcs} arcs, program-like, --format=pprof: -b",
        in_format("pprof"), limit=2),
    Row("{n} functions, {arcs} arcs, program-like, --format=html: -b",
        in_format("html"), limit=4),
    Row("300,000-deep chain, -b",
        synthetic("chain", 300000, 300000, debug=True), limit=SYNTHETIC),
    Row("1,000,000-deep chain, -b, stack of 256 KiB",
        synthetic("chain", 1000000, 1000000, debug=True, stack_kib=256),
        limit=SYNTHETIC, in_quick=False),
    Row("1,000 -p symspecs, {n} functions", many_specs, gnu=8.8,
        limit=SYNTHETIC),
    Row("{ranges} files, a range each: at half of them", ranges, limit=2.5),
    Row("24 files of 63 MB, --jobs=16: --jobs=1", large_files,
        more_memory=256),
]


def title(row, is_quick):
    """The name of ROW with the sizes of this run in it."""
    count = size(100000, 10000, is_quick)
    return row.name.format(
        n=f"{count:,}", arcs=f"{count * generate.ARCS_PER_FUNCTION:,}",
        files=f"{size(10000, 1000, is_quick):,}",
        ranges=f"{size(16000, 4000, is_quick):,}")


# ------------------------------------------------ series: time against size

SERIES = ["chain", "reverse-chain", "star-in", "star-out", "star",
          "one-cycle", "acyclic", "random", "program"]
SERIES_TARGET = 1.15


def series_kinds():
    """(name, shape, debug, options, limit program) of each curve."""
    for shape in SERIES:
        yield shape, shape, False, ["-b"], "limit_graph"
    yield "program -g", "program", True, ["-b"], "limit_graph"
    yield "program -g -l", "program", True, ["-b", "-l"], "limit_lines"
