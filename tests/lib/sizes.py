"""How much the tests do, which GPROF_TEST_SIZE in the environment says.

    short        make check, and whatever says nothing: a minute in all
    full         make check-full
    exhaustive   make check-exhaustive: everything with everything; hours
"""
import os
import sys

SIZES = ("short", "full", "exhaustive")


def choose(short, full, exhaustive=None):
    """The value for the size asked for; FULL if there is none for exhaustive
    tests."""
    name = os.environ.get("GPROF_TEST_SIZE") or "short"
    if name not in SIZES:
        sys.exit(f"GPROF_TEST_SIZE is {name}, and none of {', '.join(SIZES)}")
    if name == "exhaustive" and exhaustive is None:
        name = "full"
    return (short, full, exhaustive)[SIZES.index(name)]


def is_short():
    return choose(True, False)
