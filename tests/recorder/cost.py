#!/usr/bin/env python3
"""What it costs to count a call, with the C library's runtime and the recorder.

usage: cost.py [RUNS]

Not a test: prints the tables of doc/speed.md, "Recording".  Nanoseconds of
processor time for a call of an empty function and its counting, lowest and
highest of RUNS runs, 3 without it; the kinds of runs take turns.  To be run in
the build directory, on a machine that does nothing else.
"""
import os
import resource
import shutil
import statistics
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import recorded  # noqa: E402

CALLS = 20_000_000
# Callers, and functions that each of them calls.
ARCS = ((30, 30), (100, 100), (300, 300))
LEAST = 3_000_000  # bytes of code, or the C library refuses so many arcs


def nanoseconds(program, *arguments, calls, preload):
    """Processor time for a call."""
    def used():
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    before = used()
    shutil.rmtree("run", ignore_errors=True)
    os.makedirs("run")
    subprocess.run([program, *map(str, arguments)], cwd="run", check=True,
                   env=recorded.environment(preload=preload))
    return (used() - before) / calls * 1e9


def measure(runs, columns):
    """COLUMNS are lists of arguments of nanoseconds, or None: the times of
    each, in turns."""
    times = [[] for _ in columns]
    for _ in range(runs):
        for column, found in zip(columns, times):
            if column:
                words, keywords = column
                found.append(nanoseconds(*words, **keywords))
    return times


def span(times):
    return f"{min(times):.1f} – {max(times):.1f}" if times else "–"


def ratio(ours, theirs):
    return f"{statistics.median(ours) / statistics.median(theirs):.2f}" \
        if ours and theirs else "–"


def kinds(runs):
    print("| program | C library, 1 thread | ours, 1 thread | ratio (median)"
          " | ours, 4 threads |\n|---|--:|--:|--:|--:|")
    for name, flags, cc in recorded.KINDS:
        if not recorded.compiles(cc, *flags):
            continue
        program = recorded.build("calls", "calls.c", *flags, "-pthread", cc=cc)
        plain = [flag for flag in flags if "gprof-helper" not in flag]
        theirs = recorded.build("theirs", "calls.c", *plain, "-pthread", cc=cc)
        preload = recorded.SHARED if plain == flags else None
        one, ours, four = measure(runs, (
            ((theirs, 1, CALLS), {"calls": CALLS, "preload": None}),
            ((program, 1, CALLS), {"calls": CALLS, "preload": preload}),
            ((program, 4, CALLS), {"calls": CALLS, "preload": preload})))
        print(f"| {name} | {span(one)} | {span(ours)} | {ratio(ours, one)}"
              f" | {span(four)} |", flush=True)


def write_arcs(callers, callees, rounds):
    """A program in which each caller calls each callee, ROUNDS times."""
    with open("arcs.c", "w", encoding="ascii") as file:
        file.write("static volatile long sink;\n"
                   f"__asm__ (\".text\\n.fill {LEAST}, 1, 0x90\");\n")
        for i in range(callees):
            file.write(f"__attribute__ ((noinline)) void f{i} (void)"
                       " { sink++; }\n")
        for i in range(callers):
            file.write(f"__attribute__ ((noinline)) void c{i} (void) {{"
                       + " ".join(f"f{j} ();" for j in range(callees))
                       + " }\n")
        file.write(f"int main (void) {{ for (int i = 0; i < {rounds}; i++) {{"
                   + " ".join(f"c{i} ();" for i in range(callers))
                   + " } return 0; }\n")


def arcs(runs):
    print("\n| arcs, by direct calls | without -pg | C library | ours"
          " | ratio (median) |\n|---|--:|--:|--:|--:|")
    for callers, callees in ARCS:
        rounds = CALLS // (callers * callees)
        calls = rounds * callers * callees
        write_arcs(callers, callees, rounds)
        bare = recorded.build("bare", "./arcs.c")
        program = recorded.build("arcs", "./arcs.c", "-pg")
        without, theirs, ours = measure(runs, (
            ((bare,), {"calls": calls, "preload": None}),
            ((program,), {"calls": calls, "preload": None}),
            ((program,), {"calls": calls, "preload": recorded.SHARED})))
        print(f"| {callers * callees} | {span(without)} | {span(theirs)}"
              f" | {span(ours)} | {ratio(ours, theirs)} |", flush=True)


def main():
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    recorded.start("cost")
    kinds(runs)
    arcs(runs)
    recorded.remove(os.getcwd())


main()
