"""Programs of many languages, each with all kinds of debugging information.

LANGUAGES says how the sources in languages/ become programs; VARIANTS, what
flags they are built with and what is done to them afterwards.  build_all makes
each in a directory of its own, where the sources are copied to, so that they
are named as in a usual build, relative to the directory of compilation.
"""
import fcntl
import os
import shlex
import shutil
import subprocess

import sizes

SOURCES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "languages")
SECONDS = 120
READY, SKIPPED, FAILED = "ready", "skipped", "failed"
SOME = {"header": 2, "from-line": 2, "yacc-lex": 2}
ALL = 99

# Flags for the C family, and commands that run on the finished program.  Of
# each compiler's list the first belongs to a quick test.  elfutils finds a unit
# by .debug_aranges, which clang writes only when told to, and with wrong
# addresses for split units.
GCC = {
    "dwarf5": ("-O0 -g -gdwarf-5",),
    "dwarf5-O2": ("-O2 -g -gdwarf-5",),
    "dwarf4": ("-O2 -gdwarf-4",),
    "dwarf3": ("-O2 -gdwarf-3 -gstrict-dwarf",),
    "dwarf2": ("-O2 -gdwarf-2 -gstrict-dwarf",),
    "dwarf64": ("-O2 -gdwarf-5 -gdwarf64",),
    "split": ("-O2 -gdwarf-5 -gsplit-dwarf",),
    "split4": ("-O2 -gdwarf-4 -gsplit-dwarf",),
    "types": ("-O1 -gdwarf-5 -fdebug-types-section",),
    "sections": ("-O2 -g -ffunction-sections -Wl,--gc-sections",),
    "lto": ("-O2 -g -flto",),
    "g3": ("-O1 -g3",),
    "gz": ("-O1 -g -gz",),
    "dwz": ("-O2 -g", "dwz a.out"),
    # Two programs, so that there is something to share.
    "dwz-shared": ("-O2 -g", "cp a.out b.out", "dwz -m shared.debug a.out"
                   " b.out"),
    "stripped": ("-O2 -g", "objcopy --only-keep-debug a.out a.debug",
                 "strip -g a.out", "objcopy --add-gnu-debuglink=a.debug"
                 " a.out"),
}
CLANG = {
    "clang": ("-gdwarf-aranges -O0 -g -gdwarf-5",),
    "clang-O2": ("-gdwarf-aranges -O2 -g -gdwarf-5",),
    "clang-dwarf4": ("-gdwarf-aranges -O2 -gdwarf-4",),
    "clang-dwarf3": ("-gdwarf-aranges -O1 -gdwarf-3",),
    "clang-dwarf2": ("-gdwarf-aranges -O1 -gdwarf-2",),
    "clang-dwarf64": ("-gdwarf-aranges -O1 -gdwarf-5 -gdwarf64",),
    "clang-types": ("-gdwarf-aranges -O1 -gdwarf-5 -fdebug-types-section",),
}
PLAIN = {
    "O0": ("-O0 -g",),
    "O2": ("-O2 -g",),
    "dwarf4": ("-O1 -gdwarf-4",),
    "dwz": ("-O2 -g", "dwz a.out"),
}
RUST = {
    "O0": ("-g",),
    "O2": ("-g -C opt-level=2",),
}

# Name, tables of variants by compiler, sources, commands with %FLAGS% and
# %CC%, files that some code must be from.
LANGUAGES = [
    ("header", {"gcc": GCC, "clang": CLANG}, "header.c header2.c pinl.h",
     ["%CC% %FLAGS% header.c header2.c -o a.out"],
     "header.c header2.c pinl.h"),
    ("from-line", {"gcc": GCC, "clang": CLANG}, "from-line.c",
     ["%CC% %FLAGS% from-line.c -o a.out"], "grammar.in other.in"),
    ("yacc-lex", {"gcc": GCC, "clang": CLANG}, "sum.y sum.l",
     ["bison -o parse.c sum.y", "flex -o scan.c sum.l",
      "%CC% %FLAGS% parse.c scan.c -o a.out"],
     "sum.y sum.l parse.c scan.c"),
    ("c++", {"g++": GCC, "clang++": CLANG}, "shapes.cc shapes2.cc shapes.h",
     ["%CC% %FLAGS% shapes.cc shapes2.cc -o a.out"],
     "shapes.cc shapes2.cc shapes.h"),
    ("fortran", {"gfortran": PLAIN}, "sums.f90 fill.inc",
     ["%CC% %FLAGS% sums.f90 -o a.out"], "sums.f90 fill.inc"),
    ("ada", {"gnatmake": PLAIN}, "lists.adb stacks.ads stacks.adb",
     ["%CC% -q %FLAGS% lists.adb -o a.out -bargs -E -largs -g"],
     "lists.adb stacks.adb"),
    ("d", {"gdc": PLAIN}, "words.d", ["%CC% %FLAGS% words.d -o a.out"],
     "words.d words.d-mixin-8"),
    ("rust", {"rustc": RUST}, "pairs.rs",
     ["%CC% %FLAGS% pairs.rs -o a.out"], "pairs.rs"),
]


class Stop(Exception):
    """It cannot be built; args are the state and the reason."""


class Product:
    """One program: where it is and how it went."""

    def __init__(self, language, variant, compiler, steps, output):
        self.language = language[0]
        self.sources = language[2].split()
        self.expected = language[4].split()
        self.name = f"{self.language}-{variant}"
        self.directory = os.path.join(output, self.name)
        self.image = os.path.join(self.directory, "a.out")
        flags = steps[0]
        self.commands = [
            command.replace("%CC%", compiler).replace("%FLAGS%", flags)
            for command in language[3]] + list(steps[1:])
        self.state, self.reason = READY, ""

    def make(self):
        """Build it, unless another test has done so; several may try at the
        same time."""
        os.makedirs(os.path.dirname(self.directory), exist_ok=True)
        with open(self.directory + ".lock", "w", encoding="ascii") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            stamp = os.path.join(self.directory, "stamp")
            wanted = self._stamp()
            if os.path.exists(stamp):
                with open(stamp, encoding="utf-8") as file:
                    if file.read() == wanted:
                        return
            try:
                self._prepare()
                for command in self.commands:
                    self._run(shlex.split(command))
            except Stop as stop:
                self.state, self.reason = stop.args
                return
            with open(stamp, "w", encoding="utf-8") as file:
                file.write(wanted)

    def _stamp(self):
        """What it is made of and by."""
        tools = [shutil.which(shlex.split(command)[0])
                 for command in self.commands]
        files = [os.path.join(SOURCES, name) for name in self.sources]
        return repr([self.commands,
                     [(name, os.stat(name).st_mtime_ns)
                      for name in [*filter(None, tools), *files]]])

    def _prepare(self):
        shutil.rmtree(self.directory, ignore_errors=True)
        os.makedirs(self.directory)
        for name in self.sources:
            shutil.copy(os.path.join(SOURCES, name), self.directory)

    def _run(self, words):
        if shutil.which(words[0]) is None:
            raise Stop(SKIPPED, f"there is no {words[0]}")
        try:
            result = subprocess.run(
                words, cwd=self.directory, stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
                timeout=SECONDS)
        except subprocess.TimeoutExpired:
            raise Stop(FAILED, f"{words[0]} takes too long") from None
        if result.returncode != 0:
            text = result.stdout.decode(errors="replace")
            raise Stop(FAILED, f"{shlex.join(words)}: {text}")


def build_all(output, wanted=()):
    """Build the variants of every language, of those of C only some, as C++ has
    the same: WANTED, if not empty, are the names that matter.  Yields each
    Product when it is made."""
    for language in LANGUAGES:
        most = sizes.choose(1, SOME.get(language[0], ALL), ALL)
        for compiler, variants in language[1].items():
            for variant in list(variants)[:most]:
                product = Product(language, variant, compiler,
                                  variants[variant], output)
                if wanted and product.name not in wanted:
                    continue
                product.make()
                yield product
