#!/usr/bin/python3
"""What a program with a window shows.

usage: window.py OUTPUT SECONDS WORD PROGRAM [ARGUMENT...]

Runs PROGRAM on an X server of its own, Xvfb, until one of its labels has WORD,
SECONDS at most, and writes JSON to OUTPUT: "titles" of windows, "labels",
"tables", which are lists of rows of texts, and "errors", the lines on standard
error.  Then it ends the program.  The texts are those that screen readers get,
over AT-SPI; so it must be run by dbus-run-session, and by the Python of the
distribution, which has its package gi.  With GPROF_TEST_PICTURES=DIR it leaves
a picture in the format of xwd, DIR/PROGRAM.xwd.
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

SCREEN = "1400x900x24"
SETTINGS = {"NO_AT_BRIDGE": "0", "LC_ALL": "C.UTF-8",
            "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1", "QT_QPA_PLATFORM": "xcb"}
# Rarely a program cannot open its window.
TRIES = 2


def start_server(directory):
    """Xvfb, and the name of its display."""
    reader, writer = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writer), "-screen", "0", SCREEN,
         "-nolisten", "tcp", "-fbdir", directory], pass_fds=[writer],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(writer)
    with os.fdopen(reader) as pipe:
        number = pipe.readline().strip()
    return server, ":" + number


def objects(application):
    """All that the application shows, outermost first, with its depth."""
    left = [(application, 0)]
    while left:
        item, depth = left.pop()
        yield item, depth
        children = [item.get_child_at_index(number)
                    for number in range(item.get_child_count())]
        left += [(child, depth + 1) for child in reversed(children) if child]


def shown_by(application):
    """Titles, labels and tables of what the application shows."""
    titles, labels, tables = [], [], []
    table, inside = None, 0
    for item, depth in objects(application):
        role, name = item.get_role_name(), item.get_name()
        if table is not None and depth <= inside:
            table = None
        if role in ("tree", "table", "tree table"):
            table, inside = ([], []), depth
            tables.append(table)
        elif table is not None and role.endswith("header"):
            table[0].append(name)
        elif table is not None and role.endswith("cell"):
            table[1].append(name)
        elif role == "label":
            labels.append(name)
        elif role in ("frame", "dialog"):
            titles.append(name)
    return {"titles": titles, "labels": labels, "tables": [
        [heads] + [cells[start:start + len(heads)] for start
                   in range(0, len(cells), len(heads) or 1)]
        for heads, cells in tables]}


def look(output, name):
    """Write what the program NAME shows now."""
    import gi
    gi.require_version("Atspi", "2.0")
    from gi.repository import Atspi
    desktop = Atspi.get_desktop(0)
    for number in range(desktop.get_child_count()):
        application = desktop.get_child_at_index(number)
        if application and application.get_name() == name:
            write(output, shown_by(application))


def write(output, found):
    with open(output, "w", encoding="utf-8") as file:
        json.dump(found, file)


def wait_for(word, output, command, program, limit):
    """What is shown when a label has WORD and nothing changes any more; None
    if that is not by LIMIT.  What was not there yet when a process asked is not
    there for it later either, so each time another one looks."""
    before = None
    while time.monotonic() < limit and program.poll() is None:
        time.sleep(0.5)
        with open(output, "w", encoding="utf-8") as file:
            file.write("null")
        subprocess.run([sys.executable, __file__, "--look", output,
                        os.path.basename(command[0])], check=False,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with open(output, encoding="utf-8") as file:
            found = json.load(file)
        if (found and found == before
                and any(word in label for label in found["labels"])):
            return found
        before = found
    return None


def run(word, output, command, seconds, directory):
    """What COMMAND has shown, or None, and its lines on standard error."""
    server, display = start_server(directory)
    errors = os.path.join(directory, "errors")
    try:
        with open(errors, "wb") as file:
            program = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                stderr=file, env=dict(os.environ, DISPLAY=display))
        found = wait_for(word, output, command, program,
                         time.monotonic() + seconds)
        pictures = os.environ.get("GPROF_TEST_PICTURES")
        if pictures:
            shutil.copy(os.path.join(directory, "Xvfb_screen0"), os.path.join(
                pictures, os.path.basename(command[0]) + ".xwd"))
        program.terminate()
        program.wait()
    finally:
        server.terminate()
        server.wait()
    with open(errors, encoding="utf-8", errors="replace") as file:
        return found, file.read().splitlines()


def main():
    if sys.argv[1] == "--look":
        look(*sys.argv[2:])
        return
    output, seconds, word, *command = sys.argv[1:]
    directory = tempfile.mkdtemp(prefix="window.")
    os.environ.update(SETTINGS, XDG_RUNTIME_DIR=directory)
    os.environ.pop("WAYLAND_DISPLAY", None)
    found = None
    for _ in range(TRIES):
        if found is None:
            found, errors = run(word, output, command, float(seconds),
                                directory)
    shutil.rmtree(directory)
    write(output, dict(found or {"titles": [], "labels": [], "tables": []},
                       errors=errors))


if __name__ == "__main__":
    main()
