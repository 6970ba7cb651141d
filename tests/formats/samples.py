"""Programs and profiles for the tests of formats."""
import fcntl
import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
TESTS = os.path.dirname(HERE)
sys.path += [os.path.join(TESTS, name) for name in ("fixtures", "lib")]
import make_elf  # noqa: E402
import make_gmon  # noqa: E402
import sizes  # noqa: E402

GPROF = os.path.abspath(os.environ.get("GPROF", "gprof"))
PROGRAMS = (("basics", "-O2"), ("cycles", "-O0"), ("cxx", "-O1"),
            ("deep", "-O1"))
LONG = ("basics", "deep")   # short tests do without
REAL = ("sqlite3-O1-g", "cppcheck-O1-g")
# Options that add something to JSON.
JSON_VARIANTS = ("", "-l", "-C", "-A -x -l", "--cycles -q", "--per-file",
                 "-c -q", "--diff=gmon.out", "--group-by=file",
                 "--top=2 --cycles", "-p", "--attribution=gnu", "-z",
                 "--names=short -z -q", "--explain -q")
LIBRARIES = (("libscan.so.1", "scan.c"), ("libstore.so.1", "store.c"),
             ("plugin.so", "plugin.c"))
OBJECTS = re.compile(rb"[ _]\[(libscan\.so\.1|libstore\.so\.1|plugin\.so)\]")
IN_CI = os.environ.get("CI") == "true"
# A recording with waits, that of its place 5 in MPI, and with four threads, two
# of which only waited; what it says is worked out in waits.test.
WAITS = {"a.out": (make_elf.make, """section .text 1000 2000
T 1000 _start
T 1100 main
T 1200 parse
T 1400 hash
T 1500 _ZN3net4loadEi
T 1600 serve
T 1700 MPI_Recv
T 1800 __mcount_internal
T 1900 read
"""), "prof": (make_gmon.make, """live 100 flags=3 clock=1000000000 \
elapsed=4000000000 user=1500000000 system=500000000
object 55550fc0 55553fc0 55550000 a.out
seat 1 name=a.out elapsed=4000000000 processor=1750000000
path 50 55551410 55551250 55551120 55551010
path 25 55551710 55551252 55551120 55551010
path 5 55551910 55551258 55551120 55551010
path 4 55551810 55551410 55551250 55551120 55551010
waits nanosleep 10 1000000000 100000000 55551254 55551120 55551010
waits nanosleep 4 500000000 250000000 55551530 55551120 55551010
waits read 5 250000000 60000000 55551258 55551120 55551010
waits poll 2 300000000 200000000 55551720 55551252 55551120 55551010
short read 1000 3000000
seat 2 start=55551600 began=2000000000 waits=4000000000 from=55551610 \
function=accept
path 10 55551620
seat 3 start=55551600 name=worker elapsed=2900000000 processor=1000000 count=2
waits pthread_cond_wait 3 2800000000 1500000000 55551612
""")}


def sources_of(*folder):
    """The sources in a folder below tests."""
    place = os.path.join(TESTS, *folder)
    return sorted(os.path.join(place, name) for name in os.listdir(place)
                  if name.endswith((".c", ".cc", ".h")))


def shared(work, name, flags, sources, make):
    """A copy below WORK of what MAKE makes in a directory NAME, where all
    tests of formats find it: made once, and again if FLAGS or SOURCES have
    changed since.  Returns the directory, or None if MAKE does."""
    origin = os.path.join(os.getcwd(), "tests", "formats", "made", name)
    stamp = os.path.join(origin, "stamp")
    wanted = repr([flags, *((source, os.stat(source).st_mtime_ns)
                            for source in sources)])
    os.makedirs(os.path.dirname(origin), exist_ok=True)
    with open(origin + ".lock", "w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not os.path.exists(stamp) or read_text(stamp) != wanted:
            shutil.rmtree(origin, ignore_errors=True)
            os.mkdir(origin)
            if make(origin) is None:
                return None
            with open(stamp, "w", encoding="utf-8") as file:
                file.write(wanted)
        directory = os.path.join(work, name)
        shutil.copytree(origin, directory,
                        ignore=shutil.ignore_patterns("stamp"))
    return directory


def read_text(name):
    with open(name, encoding="utf-8") as file:
        return file.read()


def build(directory, files, flags):
    """Compile and run a program in DIRECTORY, which is returned, or None."""
    files = [name for name in files if not name.endswith(".h")]
    compiler = "g++" if files[0].endswith(".cc") else "gcc"
    if shutil.which(compiler) is None:
        return None
    done = subprocess.run([compiler, "-w", "-g", "-pg", flags, *files, "-o",
                           "a.out"], cwd=directory, stderr=subprocess.PIPE)
    if done.returncode != 0:
        return None
    for _ in until_sampled(directory):
        subprocess.run(["./a.out"], cwd=directory, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
        if not os.path.exists(directory + "/gmon.out"):
            return None
    return directory


def until_sampled(directory):
    """Again until the profiles in DIRECTORY have samples: a short program may
    get none where others use the processors."""
    for _ in range(100):
        yield
        if b"no time accumulated" not in run(directory, "-b", "-p")[1]:
            break


def build_objects(directory):
    """Compile and run in DIRECTORY a program and three shared libraries, which
    LD_PROFILE profiles one at a time; the directory, or None."""
    source = os.path.join(TESTS, "objects")
    flags = ["-g", "-O1", "-fno-optimize-sibling-calls", "-Wl,-z,lazy", "-w",
             "-I", source]
    linked = ["./libscan.so.1", "./libstore.so.1", "-Wl,-rpath,$ORIGIN",
              "-ldl"]
    words = [["-o", library, os.path.join(source, name), "-fPIC", "-shared",
              "-Wl,-soname," + library, *(linked[:i] if i < 2 else linked[:2])]
             for i, (library, name) in enumerate(LIBRARIES)]
    words += [["-o", "plain", os.path.join(source, "app.c"), *linked],
              ["-o", "a.out", os.path.join(source, "app.c"), "-pg", *linked]]
    for word in words:
        if subprocess.run(["gcc", *flags, *word], cwd=directory,
                          stderr=subprocess.PIPE).returncode != 0:
            return None
    profiles = [name + ".profile" for name, _ in LIBRARIES]
    with open(os.path.join(directory, "files"), "w",
              encoding="ascii") as file:
        file.write("\n".join(["a.out", "gmon.out", *profiles]))
    for _ in until_sampled(directory):
        run_objects(directory)
        if not all(os.path.exists(os.path.join(directory, name))
                   for name in ("gmon.out", *profiles)):
            return None
    return directory


def run_objects(directory):
    for program, library in (("a.out", None), *(("plain", name)
                                                for name, _ in LIBRARIES)):
        settings = {"LD_PROFILE": library, "LD_PROFILE_OUTPUT": directory} \
            if library else {}
        subprocess.run(["./" + program, "./plugin.so"], cwd=directory,
                       env=dict(os.environ, **settings), timeout=300,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def files_of(directory):
    """The arguments that name the profiles there, if not the usual ones."""
    path = os.path.join(directory, "files")
    if not os.path.exists(path):
        return []
    with open(path, encoding="ascii") as file:
        return file.read().split("\n")


def run(directory, *options, **settings):
    """Run gprof; status, standard output and standard error."""
    done = subprocess.run([GPROF, *options, *files_of(directory)],
                          cwd=directory,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          env=dict(os.environ, **settings))
    return (done.returncode, done.stdout,
            done.stderr.decode("utf-8", "replace"))


def gprof(directory, *options):
    """What gprof prints, without the objects that some formats have behind
    names and others in a column of their own (R16.40)."""
    status, text, errors = run(directory, *options)
    if status != 0:
        raise RuntimeError(errors)
    return OBJECTS.sub(b"", text)


def program(work, folder, flags):
    """A directory below WORK with that program of tests/programs and its
    profile, or None."""
    files = sources_of("programs", folder)
    return shared(work, folder, flags, files,
                  lambda place: build(place, files, flags))


def all_programs(tap, work):
    """Name and directory of each program that is there or can be built."""
    for folder, flags in PROGRAMS:
        if sizes.is_short() and folder in LONG:
            continue
        directory = program(work, folder, flags)
        if directory is None:
            tap.skip(folder, "it cannot be built with -pg here")
        else:
            yield folder, directory
    directory = shared(work, "objects", "", sources_of("objects"),
                       build_objects)
    if directory is None:
        tap.skip("objects", "no shared libraries can be profiled here")
    else:
        yield "objects", directory
    for name in REAL:
        directory = os.path.abspath(os.path.join("tests", "real", name))
        if os.path.exists(directory + "/gmon.out"):
            yield name, directory


def hostile_names_as(form):
    """Each name of tests/unit/hostile_names.h that is not empty, and what FORM
    makes of it."""
    done = subprocess.run(["tests/unit/test_quoting", form], check=True,
                          stdout=subprocess.PIPE)
    words = done.stdout.split(b"\0")[:-1]
    return [(name, text) for name, text in zip(words[::2], words[1::2])
            if name]


def hostile_names():
    return [name for name, _ in hostile_names_as("json")]


def write_hostile(work, names, folder="hostile"):
    """A program whose functions have NAMES, and a profile of it; each is called
    by the one before it."""
    directory = os.path.join(work, folder)
    os.mkdir(directory)
    limit = 0x1000 + 16 * len(names)
    recipe = ["section .text 1000 %x" % limit]
    for number, name in enumerate(names):
        place = ("n%d" % number).ljust(len(name), "_")[:len(name)]
        if len(name) < 5:
            place = chr(0x41 + number % 26) * len(name)
        recipe.append("T %x %s" % (0x1000 + 16 * number, place))
    image = make_elf.make("\n".join(recipe) + "\n")
    for line, name in zip(recipe[1:], names):
        old = line.split()[2].encode()
        image = image.replace(b"\0" + old + b"\0", b"\0" + name + b"\0", 1)
    bins = " ".join("%d" % (number + 1) for number in range(len(names)))
    records = ["hist 1000 %x 100 seconds s %d %s" % (limit, len(names), bins)]
    for number in range(1, len(names)):
        place = 0x1000 + 16 * number
        records.append("arc %x %x %d" % (place - 12, place, number))
    profile = make_gmon.make("\n".join(records) + "\n")
    for name, content in (("a.out", image), ("gmon.out", profile)):
        with open(os.path.join(directory, name), "wb") as file:
            file.write(content)
    return directory


def reader_is_missing(tap, program):
    """Says why the tests that need PROGRAM are not run; in CI a failure."""
    if IN_CI:
        tap.result(False, program + " is missing")
    else:
        tap.skip(program, "it is not installed")


def write_variants(work, directory):
    """Reports as JSON of the program in DIRECTORY, with all that there can be
    in them: names of files."""
    names = []
    for number, options in enumerate(JSON_VARIANTS):
        names.append(os.path.join(work, "variant%d.json" % number))
        gprof(directory, *options.split(), "--output=" + names[-1])
    return names


def write_recordings(work, folder, recordings):
    """A directory FOLDER below WORK with the program of WAITS and the
    RECORDINGS of it, by name."""
    directory = os.path.join(work, folder)
    os.mkdir(directory)
    make, text = WAITS["a.out"]
    files = {"a.out": make(text)}
    for name, recording in recordings.items():
        files[name] = make_gmon.make(recording)
    files["files"] = "\n".join(files).encode()
    for name, content in files.items():
        with open(os.path.join(directory, name), "wb") as file:
            file.write(content)
    return directory


def write_waits(work):
    """A directory below WORK with a recording of waits."""
    return write_recordings(work, "waits", {"prof": WAITS["prof"][1]})


def write_waits_of_ranks(work):
    """The same of two processes; see waits.test for what is another in the
    second."""
    text = WAITS["prof"][1]
    other = text.replace("10 1000000000", "10 2000000000") \
        .replace("path 25", "path 75").replace("=4000000000", "=6000000000")
    other = other[:other.index("seat 2")] + other[other.index("seat 3"):]
    return write_recordings(work, "ranks", {
        "prof.%d" % rank: waits.replace("clock", "rank=%d clock" % (rank + 1))
        for rank, waits in enumerate((text, other))})
