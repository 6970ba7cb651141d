"""Recipes: the description files of the programs in this folder.

To add a program, copy a folder, change its sources and its file `recipe`.
Everything is found by looking for `*/recipe`; no list needs to be changed.

A recipe has one statement per line; `#` starts a comment line.  How to build
and run:

  language c|c++            which compiler (default c)
  flags FLAGS...            for every variant, besides -pg
  variant NAME FLAGS...     one way to build it; the first one is the one that
                            a quick test run uses
  generate SCRIPT           run `SCRIPT DIRECTORY` first; sources it writes
                            there are compiled too, and a file `expected` it
                            writes there holds more expectations
  arguments WORDS...        the program's command-line arguments
  env NAME=VALUE            one more environment variable for the run
  runs N                    run it N times, each with its own data file

All `*.c`, `*.cc` in the folder are compiled in one command.  A run that
leaves several data files (GMON_OUT_PREFIX) gets them as gmon.out, gmon.out.2,
gmon.out.3 and so on.

What the call graph must show (names as printed, quoted as in a shell):

  arc CALLER CALLEE N       calls along one arc, added up over equal names
  arc-at-most CALLER CALLEE N
  calls NAME N              calls, without self calls, added up likewise
  self-calls NAME N         the number after the plus sign
  cycle N NAME...           a cycle of exactly these members, called N times
                            from outside (0: never, so it has no entry)
  spontaneous NAME          an entry without known caller
  absent NAME               no entry of this name
  uncalled NAME             an entry with -z only
  clone NAME N              calls of NAME and all NAME.suffix together
  clone-arc CALLER CALLEE N the same for an arc

`statement@VARIANT,VARIANT` holds for these variants only and
`statement!VARIANT,VARIANT` for all others.  `define NAME TEXT` replaces
@NAME@ in the statements; the last definition that applies is used.
"""
import os
import re
import shlex

EXPECTATIONS = {
    "arc": 3, "arc-at-most": 3, "calls": 2, "self-calls": 2, "cycle": None,
    "spontaneous": 1, "absent": 1, "uncalled": 1, "clone": 2, "clone-arc": 3,
}
STATEMENT = re.compile(r"([a-z-]+)(?:([@!])(\S+))?(?:\s+(.*))?$")


class RecipeError(Exception):
    """A recipe that cannot be understood; the text names file and line."""


class Recipe:
    """One program: how to build and run it, and what to expect."""

    def __init__(self, folder):
        self.folder = folder
        self.name = os.path.basename(folder)
        self.language = "c"
        self.flags = []
        self.variants = {}
        self.generator = None
        self.arguments = []
        self.environment = {}
        self.runs = 1
        self._conditional = []
        self._read(os.path.join(folder, "recipe"))

    def _read(self, path):
        for where, condition, keyword, text in _statements(path):
            if keyword in EXPECTATIONS or keyword == "define":
                self._conditional.append((where, condition, keyword, text))
            else:
                self._set(where, keyword, _words(where, text))
        if not self.variants:
            raise RecipeError(f"{path}: no variant")

    def _set(self, where, keyword, words):
        if keyword == "language" and words in (["c"], ["c++"]):
            self.language = words[0]
        elif keyword == "flags":
            self.flags += words
        elif keyword == "variant" and words:
            self.variants[words[0]] = words[1:]
        elif keyword == "generate" and len(words) == 1:
            self.generator = words[0]
        elif keyword == "arguments":
            self.arguments += words
        elif keyword == "env" and len(words) == 1 and "=" in words[0]:
            name, value = words[0].split("=", 1)
            self.environment[name] = value
        elif keyword == "runs" and len(words) == 1 and words[0].isdigit():
            self.runs = int(words[0])
        else:
            raise RecipeError(f"{where}: cannot understand '{keyword}'")

    def sources(self):
        """The source files of the folder, by name."""
        return [os.path.join(self.folder, name)
                for name in sorted(os.listdir(self.folder))
                if name.endswith((".c", ".cc"))]

    def files(self):
        """Every file of the folder: the program depends on all of them."""
        return [os.path.join(self.folder, name)
                for name in sorted(os.listdir(self.folder))]

    def expectations(self, variant, build_directory):
        """The expectations for VARIANT as lists of words."""
        statements = list(self._conditional)
        generated = os.path.join(build_directory, "expected")
        if os.path.exists(generated):
            statements += _statements(generated)
        statements = [(where, keyword, text)
                      for where, condition, keyword, text in statements
                      if _applies(condition, variant)]
        macros = dict(text.split(None, 1) for _, keyword, text in statements
                      if keyword == "define")
        return [_expectation(where, keyword, text, macros)
                for where, keyword, text in statements if keyword != "define"]


def load_all(folder):
    """The recipes of all programs below FOLDER, by name."""
    return [Recipe(os.path.join(folder, name))
            for name in sorted(os.listdir(folder))
            if os.path.exists(os.path.join(folder, name, "recipe"))]


def _statements(path):
    """Yield (place, condition, keyword, rest of line) of each statement."""
    with open(path) as lines:
        for number, line in enumerate(lines, 1):
            line = line.strip()
            if not line or line.startswith("#"):
                continue
            where = f"{path}:{number}"
            match = STATEMENT.match(line)
            if match is None:
                raise RecipeError(f"{where}: cannot understand '{line}'")
            keyword, sign, names, text = match.groups()
            condition = (sign, names.split(",")) if sign else None
            yield where, condition, keyword, text or ""


def _applies(condition, variant):
    if condition is None:
        return True
    sign, names = condition
    return (variant in names) == (sign == "@")


def _expectation(where, keyword, text, macros):
    for name, value in macros.items():
        text = text.replace(f"@{name}@", value)
    words = _words(where, text)
    wanted = EXPECTATIONS.get(keyword)
    if keyword not in EXPECTATIONS or wanted not in (None, len(words)):
        raise RecipeError(f"{where}: wrong number of words for '{keyword}'")
    return [keyword] + words


def _words(where, text):
    try:
        return shlex.split(text)
    except ValueError as error:
        raise RecipeError(f"{where}: {error}") from None
