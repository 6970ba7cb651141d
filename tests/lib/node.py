"""Tests that are written in JavaScript, and run by node.

What they need besides node, packages of npm and chromium, is fetched by
"./bootstrap check-full".  Without it they are skipped; in CI that is a failure.
"""
import os
import re
import shutil
import subprocess

IN_CI = os.environ.get("CI") == "true"
RESULT = re.compile(r"(not )?ok \d+ - (.*?)(?: # SKIP (.*))?")


def package(name, *file):
    """The directory of the package NAME, or a FILE in it; None if it is not
    there."""
    root = os.path.join(os.environ.get("NODE_PATH", ""), name)
    path = os.path.join(root, *file)
    return path if os.environ.get("NODE_PATH") and os.path.exists(path) \
        else None


def what_is_missing(packages, programs):
    """A word for that, or None."""
    for name in ("node", *programs):
        if shutil.which(name) is None:
            return name + " is not installed"
    for name in packages:
        if package(name) is None:
            return "npm's %s is not there; ./bootstrap check-full fetches it" \
                % name
    return None


def is_there(tap, what, packages, programs=()):
    """Whether PACKAGES of npm and PROGRAMS are there, so that the test WHAT can
    run; else says why not."""
    missing = what_is_missing(packages, programs)
    if missing is None:
        return True
    if IN_CI:
        tap.result(False, "%s: %s" % (what, missing))
    else:
        tap.skip(what, missing)
    return False


def script(tap, file, *arguments, label=""):
    """Run FILE, which prints TAP; its results become those of TAP."""
    settings = dict(os.environ)
    settings.setdefault("CHROMIUM", shutil.which("chromium") or "")
    done = subprocess.run(["node", file, *arguments], env=settings,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE)
    finished = False
    passed, text, notes = True, None, []

    def pass_on():
        if text is not None:
            tap.result(passed, label + text, notes)

    for line in done.stdout.decode("utf-8", "replace").splitlines():
        match = RESULT.fullmatch(line)
        if match is None:
            finished = finished or line.startswith("1..")
            notes.append(re.sub("^# ?", "", line))
            continue
        pass_on()
        passed, text, notes = not match[1], match[2], []
        if match[3]:
            tap.skip(label + text, match[3])
            text = None
    pass_on()
    errors = done.stderr.decode("utf-8", "replace").splitlines()
    if done.returncode not in (0, 1) or not finished:
        tap.result(False, "%s%s ends" % (label, os.path.basename(file)),
                   ["status %d" % done.returncode] + errors[-20:])


def browser_tests(tap, file, *arguments, label=""):
    """The same for tests of pages."""
    if is_there(tap, label + os.path.basename(file), ["puppeteer-core"],
                ["chromium"]):
        script(tap, file, *arguments, label=label)
