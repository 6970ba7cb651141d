"""Build and run the programs: the work behind the `build` script.

Each variant of a program gets a directory NAME-VARIANT below the output
directory, with the image a.out and its data files gmon.out, gmon.out.2, ...
A file `stamp` there holds a digest of everything the result depends on, so a
second call has nothing to do.
"""
import fcntl
import hashlib
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from multiprocessing.pool import ThreadPool

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(os.path.dirname(HERE), "lib"))
import recipes  # noqa: E402
import sizes  # noqa: E402

JOBS = 2
RUN_SECONDS = 60
READY, SKIPPED, FAILED = "ready", "skipped", "failed"
# What short tests leave out: so many functions take long to compile.
LONG = ("many",)


class Tools:
    """What makes and runs the programs: $CC, $CXX and the machine itself,
    unless told otherwise.  RUNNER is a command put in front of the program;
    VARIANTS, flags by name, stand in for those of every recipe."""

    def __init__(self, cc=None, cxx=None, runner=(), variants=None):
        self.compilers = {
            "c": cc or shlex.split(os.environ.get("CC") or "gcc"),
            "c++": cxx or shlex.split(os.environ.get("CXX") or "g++")}
        self.runner = list(runner)
        self._variants = variants

    def variants(self, recipe):
        return self._variants or recipe.variants


class Product:
    """One built variant: where it is and how it went."""

    def __init__(self, recipe, variant, output, tools):
        self.recipe = recipe
        self.variant = variant
        self.tools = tools
        self.flags = tools.variants(recipe)[variant]
        self.name = f"{recipe.name}-{variant}"
        self.directory = os.path.join(output, self.name)
        self.image = os.path.join(self.directory, "a.out")
        self.state = READY
        self.reason = ""
        self.was_current = False

    def data_files(self):
        """The data files, gmon.out first and the others in order."""
        names = [name for name in os.listdir(self.directory)
                 if name == "gmon.out" or name.startswith("gmon.out.")]
        names.sort(key=lambda name: (len(name), name))
        return [os.path.join(self.directory, name) for name in names]

    def expectations(self):
        return self.recipe.expectations(self.variant, self.directory)


class Stop(Exception):
    """The variant cannot be made; args are the state and the reason."""


def default_output():
    """Where the programs are built unless a script is told otherwise."""
    top = os.environ.get("abs_top_builddir")
    if not top:
        top = os.path.dirname(os.path.dirname(HERE))
    return os.path.join(top, "tests", "programs")


def build_all(output=None, only=None, quick=None, folder=HERE, tools=None):
    """Build every variant (with QUICK: each program's first one) of the
    programs below FOLDER with TOOLS; ONLY is a list of program names."""
    output = output or default_output()
    tools = tools or Tools()
    quick = sizes.is_short() if quick is None else quick
    products = []
    for recipe in recipes.load_all(folder):
        if only and recipe.name not in only:
            continue
        if not only and recipe.name in LONG and sizes.is_short():
            continue
        variants = list(tools.variants(recipe))[:1 if quick else None]
        products += [Product(recipe, variant, output, tools)
                     for variant in variants]
    with ThreadPool(JOBS) as pool:
        pool.map(_make, products, chunksize=1)
    return products


def _make(product):
    """Make PRODUCT unless it is current.  One that cannot be made here is
    tried by every test that wants it, so by several at once."""
    os.makedirs(os.path.dirname(product.directory), exist_ok=True)
    with open(product.directory + ".lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        try:
            _make_alone(product)
        except Stop as stop:
            product.state, product.reason = stop.args


def _make_alone(product):
    stamp = os.path.join(product.directory, "stamp")
    digest = _digest(product)
    if _read(stamp) == digest:
        product.was_current = True
        return
    shutil.rmtree(product.directory, ignore_errors=True)
    os.makedirs(product.directory)
    _compile(product)
    _run(product)
    with open(stamp, "w") as output:
        output.write(digest)


def _read(path):
    try:
        with open(path) as text:
            return text.read()
    except OSError:
        return None


def _digest(product):
    digest = hashlib.sha256(repr(_command(product, [])).encode())
    recipe = product.recipe
    digest.update(repr((recipe.environment, recipe.arguments, recipe.runs,
                        recipe.generator, product.tools.runner)).encode())
    for path in recipe.files():
        if os.path.basename(path) == "recipe" or not os.path.isfile(path):
            continue
        with open(path, "rb") as content:
            digest.update(path.encode() + b"\0" + content.read())
    return digest.hexdigest()


def _command(product, sources):
    recipe = product.recipe
    return (product.tools.compilers[recipe.language]
            + ["-pg"] + recipe.flags + product.flags
            + ["-I", product.directory, "-o", product.image] + sources)


def _compile(product):
    sources = product.recipe.sources()
    if product.recipe.generator:
        script = os.path.join(product.recipe.folder, product.recipe.generator)
        _check(subprocess.run([sys.executable, script, product.directory],
                              stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, check=False))
        sources += [os.path.join(product.directory, name)
                    for name in sorted(os.listdir(product.directory))
                    if name.endswith((".c", ".cc"))]
    result = _try(_command(product, sources), product.directory)
    if result.returncode != 0:
        _explain_failure(product)
        _check(result)


def _try(command, directory, **options):
    try:
        return subprocess.run(command, cwd=directory, check=False,
                              stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, **options)
    except OSError as error:
        raise Stop(SKIPPED, f"cannot run {command[0]}: {error.strerror}"
                   ) from None
    except subprocess.TimeoutExpired:
        raise Stop(FAILED, f"{command[0]} takes too long") from None


def _check(result):
    if result.returncode != 0:
        raise Stop(FAILED, result.stdout.decode(errors="replace").strip()
                   or f"exit status {result.returncode}")


def _explain_failure(product):
    """Skip the variant if the flags fail for any program whatever."""
    suffix = ".cc" if product.recipe.language == "c++" else ".c"
    with tempfile.TemporaryDirectory(dir=product.directory) as scratch:
        source = os.path.join(scratch, "empty" + suffix)
        with open(source, "w") as output:
            output.write("int main (void) { return 0; }\n")
        command = _command(product, [source])
        command[command.index("-o") + 1] = os.path.join(scratch, "empty")
        if _try(command, scratch).returncode != 0:
            flags = " ".join(product.flags)
            raise Stop(SKIPPED, f"the compiler cannot do -pg {flags}")


def _run(product):
    recipe = product.recipe
    environment = dict(os.environ)
    environment.pop("GMON_OUT_PREFIX", None)
    environment.update(recipe.environment)
    if recipe.runs > 1:
        environment["GMON_OUT_PREFIX"] = "gmon.out"
    for _ in range(recipe.runs):
        result = _try(product.tools.runner + [product.image]
                      + recipe.arguments, product.directory,
                      env=environment, timeout=RUN_SECONDS)
        _check(result)
    if not product.data_files():
        raise Stop(FAILED, "the program wrote no data file: "
                   + result.stdout.decode(errors="replace").strip())
    _rename_data(product)


def _rename_data(product):
    """Process ids in names become small numbers; the order is kept."""
    found = product.data_files()
    if os.path.basename(found[0]) == "gmon.out":
        return
    for number, path in enumerate(found, 1):
        name = "gmon.out" if number == 1 else f"gmon.out.{number}"
        os.rename(path, os.path.join(product.directory, "new." + name))
    for name in os.listdir(product.directory):
        if name.startswith("new.gmon.out"):
            os.rename(os.path.join(product.directory, name),
                      os.path.join(product.directory, name[len("new."):]))
