"""Is every option in the manual, and everything there an option?  Is every
variable there that the program reads?  And is it the manual of this version?

Options have their items in doc/gprof.texi between `@c options` and
`@c end of options`, which look like

    @item -A[@var{symspec}]
    @itemx --annotated-source[=@var{symspec}]
    @opindex -A
    @opindex --annotated-source

and everywhere else they stand in @option{}.
"""
import glob
import os
import re

ROW = re.compile(r"\{ ('(.)'|KEY_\w+), (NULL|\"([^\"]*)\"),"
                 r" (NONE|REQUIRED|OPTIONAL)")
ITEM = re.compile(r"@itemx? (-\w|--[\w-]+)(.*)")
MENTIONED = re.compile(r"@option\{(--[\w-]+|-\w)")
NONE, REQUIRED, OPTIONAL = "NONE", "REQUIRED", "OPTIONAL"


def table(top):
    """Each option of the program, and what argument it has."""
    path = os.path.join(top, "src", "input", "option_table.c")
    with open(path, encoding="utf-8") as file:
        text = file.read()
    options = {}
    for match in ROW.finditer(text):
        if match[2]:
            options["-" + match[2]] = match[5]
        if match[4]:
            options["--" + match[4]] = match[5]
    return options


def variables(top):
    """The environment variables that the program reads."""
    names = set()
    for name in glob.glob(os.path.join(top, "src", "**", "*.c"),
                          recursive=True):
        with open(name, encoding="utf-8") as file:
            names |= set(re.findall(r'getenv \("(\w+)"\)', file.read()))
    return names


def version(top):
    """The version that configure.ac has."""
    with open(os.path.join(top, "configure.ac"), encoding="utf-8") as file:
        return re.search(r"AC_INIT\(\[gprof\], \[([^]]*)\]", file.read())[1]


def argument(rest):
    """The kind of argument that REST, behind an item's name, shows."""
    if not rest:
        return NONE
    return OPTIONAL if rest.startswith("[") else REQUIRED


def described(lines):
    """Each option that has an item, and what argument it shows."""
    start = lines.index("@c options")
    part = lines[start:lines.index("@c end of options", start)]
    return {match[1]: argument(match[2])
            for match in map(ITEM.match, part) if match}


def checks(top, lines):
    """Pairs: what was checked, and what is wrong."""
    options, items = table(top), described(lines)
    indexed = {line.split()[1] for line in lines
               if line.startswith("@opindex ")}
    mentioned = set(MENTIONED.findall("\n".join(lines)))
    return [
        (f"the {len(options)} names in the table of options are described",
         sorted(set(options) - set(items)) if options else ["none"]),
        ("every option described is in the table",
         sorted(set(items) - set(options))),
        ("arguments are described as the table has them",
         [name for name in sorted(items)
          if options.get(name, items[name]) != items[name]]),
        ("every option is in the index of options, and no other",
         sorted(set(options) ^ indexed)),
        ("every option mentioned is in the table",
         sorted(mentioned - set(options))),
        ("every variable that the program reads is in the index",
         sorted(variables(top) - {line.split()[1] for line in lines
                                  if line.startswith("@vindex ")})),
        ("the manual is that of this version",
         [] if f"@set VERSION {version(top)}" in lines else [version(top)])]
