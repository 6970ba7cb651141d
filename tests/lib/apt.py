"""Packages of the distribution, fetched without touching the system.

apt-get works with package lists and a cache of its own; the entries of its
lists are made from the system's own entries of its release, so the
configuration of the system is only read.  Nothing is installed.
"""
import os
import re
import shlex
import subprocess

STEP_SECONDS = 600


class Skip(Exception):
    """Something is not available here; the text says why."""


def run(command, directory=None, stdin=None, output=None):
    """Run COMMAND and return what it printed; a failure is a Skip."""
    try:
        with open(stdin or os.devnull, "rb") as source:
            result = subprocess.run(
                command, cwd=directory, stdin=source, check=False,
                stdout=output or subprocess.PIPE, timeout=STEP_SECONDS,
                stderr=subprocess.DEVNULL if output else subprocess.STDOUT)
    except (OSError, subprocess.TimeoutExpired) as problem:
        raise Skip(f"{os.path.basename(command[0])}: {problem}") from None
    text = (result.stdout or b"").decode(errors="replace").strip()
    if result.returncode != 0:
        last = text.splitlines()[-1] if text else ""
        raise Skip(f"{os.path.basename(command[0])} failed"
                   f" ({result.returncode}): {last}")
    return text


def release_names():
    """Names the system's release has in package lists."""
    names = {"stable", "testing", "unstable", "sid"}
    try:
        with open("/etc/os-release") as lines:
            for line in lines:
                if line.startswith("VERSION_CODENAME="):
                    names = {line.split("=", 1)[1].strip().strip('"')}
    except OSError:
        pass
    return names


class Entries:
    """The system's entries for its own release, as entries of another KIND,
    "deb" or "deb-src", and for another RELEASE if one is given."""

    def __init__(self, kind, release=None):
        self.kind = kind
        self.release = release
        self.own_names = release_names()
        if release:
            # A name that moves on may stand for this system's release.
            self.own_names |= {"stable", "testing", "unstable", "sid"}

    def suite(self, suite):
        """The replacement for SUITE, or None if it is not needed: bookworm,
        bookworm-updates, bookworm/updates, bookworm-security..."""
        name, rest = re.match(r"([^-/]*)(.*)", suite).groups()
        if name not in self.own_names or (rest and self.release == "sid"):
            return None  # nothing updates an unstable release
        return (self.release or name) + rest

    def line(self, line):
        """The form of a one-line entry, or None."""
        match = re.match(
            r"deb(?:-src)?\s+(\[[^]]*\]\s+)?(\S+)\s+(\S+)\s+(.*)",
            line.strip())
        suite = match and self.suite(match[3])
        if not suite:
            return None
        return f"{self.kind} {match[1] or ''}{match[2]} {suite} {match[4]}"

    def stanza(self, stanza):
        """The form of a deb822 entry, or None."""
        lines = [line for line in stanza.splitlines()
                 if line and not line.startswith("#")]
        fields = {line.split(":", 1)[0].lower(): line.split(":", 1)[1].strip()
                  for line in lines if ":" in line and not line[0].isspace()}
        suites = list(filter(None, map(self.suite,
                                       fields.get("suites", "").split())))
        if not suites or fields.get("enabled", "yes").lower() == "no":
            return None
        return "\n".join(
            [f"Types: {self.kind}", "Suites: " + " ".join(suites)]
            + list(_fields_except(lines, ("types", "suites"))))

    def write(self, directory):
        """Write the entries into two files in DIRECTORY."""
        one_line, stanzas = [], []
        for path in configured_files():
            with open(path, errors="replace") as content:
                text = content.read()
            if path.endswith(".list"):
                one_line += map(self.line, text.splitlines())
            elif path.endswith(".sources"):
                stanzas += map(self.stanza, re.split(r"\n\s*\n", text))
        one_line = list(dict.fromkeys(filter(None, one_line)))
        stanzas = list(dict.fromkeys(filter(None, stanzas)))
        if not one_line and not stanzas:
            raise Skip("no package sources of this release are configured")
        with open(os.path.join(directory, "private.list"), "w") as output:
            output.write("\n".join(one_line) + "\n")
        with open(os.path.join(directory, "private.sources"), "w") as output:
            output.write("\n\n".join(stanzas) + "\n")


def _fields_except(lines, names):
    """The lines of a stanza without some fields and their continuations."""
    keeps = True
    for line in lines:
        if not line[0].isspace():
            keeps = line.split(":", 1)[0].lower() not in names
        if keeps:
            yield line


def configured_files():
    """The files in which the system's package sources are configured."""
    text = run(["apt-config", "shell", "LIST", "Dir::Etc::sourcelist/f",
                "PARTS", "Dir::Etc::sourceparts/d"])
    places = dict(word.split("=", 1) for word in shlex.split(text))
    files = [places.get("LIST", "")]
    parts = places.get("PARTS", "")
    if os.path.isdir(parts):
        files += [os.path.join(parts, name)
                  for name in sorted(os.listdir(parts))]
    return [path for path in files if os.path.isfile(path)]


class Repository:
    """apt-get with private lists and cache below DIRECTORY.  KIND and RELEASE
    are those of Entries."""

    def __init__(self, directory, kind, release=None):
        self.directory = directory
        self.downloads = os.path.join(directory, "downloads")
        self.entries = Entries(kind, release)
        self.problem = None
        self.is_updated = False

    def fetch(self, *words):
        """Let apt-get do what WORDS say, in the directory of downloads."""
        if not self.is_updated:
            self._update()
        self._apt_get(*words)

    def _apt_get(self, *words):
        places = {"Dir::Etc::sourcelist": os.devnull,
                  "Dir::Etc::sourceparts": "parts",
                  "Dir::State::lists": "lists", "Dir::Cache": "cache"}
        if self.entries.release:
            # What is installed here is of another release.
            places["Dir::State::status"] = os.devnull
        settings = []
        for key, name in places.items():
            path = os.path.join(self.directory, name)
            settings += ["-o", f"{key}={path}"]
        run(["apt-get", "-q", "-o", "Acquire::Retries=2",
             "-o", "APT::Sandbox::User=root", *settings, *words],
            self.downloads)

    def _update(self):
        if self.problem:
            raise Skip(self.problem)
        try:
            for name in ("parts", "lists/partial", "cache/archives/partial",
                         "downloads"):
                os.makedirs(os.path.join(self.directory, name), exist_ok=True)
            self.entries.write(os.path.join(self.directory, "parts"))
            self._apt_get("update")
            self._check_lists()
        except Skip as skip:
            self.problem = str(skip)
            raise
        self.is_updated = True

    def _check_lists(self):
        """apt-get update reports success even if it fetched nothing."""
        wanted = "_Sources" if self.entries.kind == "deb-src" else "_Packages"
        names = os.listdir(os.path.join(self.directory, "lists"))
        if not any(wanted in name for name in names):
            raise Skip("the package lists could not be fetched")
