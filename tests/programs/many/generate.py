#!/usr/bin/env python3
"""Write the sources of the `many` program and what is expected of them.

usage: generate.py DIRECTORY

The functions form three groups: a chain (each calls the next), a star (one
hub calls all, all call one sink) and a mesh (each calls a few later ones,
picked by a fixed rule).  A function calls another only on its first call, so
the run stays short and every count is known.
"""
import os
import sys

CHAIN, STAR, MESH = 500, 500, 500
FILES = 4
PROLOGUE = """/* Generated: one part of the many program.  */
#include "many.h"
"""
HEADER = """/* Generated: declarations of the many program.  */
#if defined __GNUC__ && !defined __clang__
# define KEEP __attribute__ ((noipa))
#else
# define KEEP __attribute__ ((noinline))
#endif
extern volatile unsigned sink;
"""


def chain_calls():
    return {f"chain_{i}": [f"chain_{i + 1}"] if i + 1 < CHAIN else []
            for i in range(CHAIN)}


def star_calls():
    calls = {"star_hub": [f"star_{i}" for i in range(STAR)], "star_sink": []}
    calls.update({f"star_{i}": ["star_sink"] for i in range(STAR)})
    return calls


def mesh_calls():
    calls = {}
    for i in range(MESH):
        later = sorted({i + 1 + (i * step) % 37 for step in (0, 3, 11, 29)})
        calls[f"mesh_{i}"] = [f"mesh_{j}" for j in later if j < MESH]
    return calls


def function_text(name, callees, number):
    lines = [f"\nKEEP void\n{name} (void)\n{{",
             "  static int called;",
             f"  for (unsigned i = 0; i < {number % 7}000; i++)",
             "    sink += i;",
             "  if (called++ > 0)",
             "    return;"]
    lines += [f"  {callee} ();" for callee in callees]
    return "\n".join(lines + ["}"]) + "\n"


def main():
    directory = sys.argv[1]
    calls = {}
    calls.update(chain_calls())
    calls.update(star_calls())
    calls.update(mesh_calls())
    calls["main"] = ["chain_0", "star_hub", "mesh_0"]

    def write(name, text):
        with open(os.path.join(directory, name), "w") as output:
            output.write(text)

    functions = [name for name in calls if name != "main"]
    declarations = "".join(f"extern void {name} (void);\n" for name in functions)
    write("many.h", HEADER + declarations)
    share = -(-len(functions) // FILES)
    for part in range(FILES):
        names = functions[part * share:(part + 1) * share]
        write(f"part{part}.c", PROLOGUE + "".join(
            function_text(name, calls[name], part + i)
            for i, name in enumerate(names)))
    write("main.c", PROLOGUE + "volatile unsigned sink;\n\nint\nmain (void)\n{\n"
          + "".join(f"  {name} ();\n" for name in calls["main"])
          + "  for (unsigned i = 0; i < 30000000; i++)\n    sink += i;\n"
          + "  return 0;\n}\n")
    write("expected", "".join(
        f"arc {caller} {callee} 1\n"
        for caller in calls for callee in calls[caller]))


main()
