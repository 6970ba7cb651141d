"""Running two gprofs on the same input and comparing what they do.

A Subject is an image with its data files.  Every run gets a directory with
nothing in it but links a.out, gmon.out, gmon.out.2, ... to them and the files
the option line asks for, so both programs see the same names.  Compared are
standard output, exit status and every file that was written; standard error
is free.  Runs of the reference that crash or take too long prove nothing and
are only counted.  So are those where it loses count of line symbols, as it
does in many C++ programs (doc/differences.md, "Line symbols"); there ours must
succeed, whatever it prints.

There are two references, one for each mode of ours: with --gnu-compat it does
as GNU gprof 2.40, by default as the GNU gprof of today.  Where only the former
is available the default mode is compared with that, but not on images with
DWARF 5 or names of D, which both read in different ways (R3.9e, R3.40).

Data of some kinds give other results in the default mode on purpose.  The
`differs` of a subject says for which option lines that may be so: "always",
"by-line" (-l or -s), "sum" (-s).
"""
import collections
import contextlib
import difflib
import hashlib
import os
import pickle
import shlex
import shutil
import signal
import subprocess
import tempfile

import elfsyms
import matrix
import prose

RUN_SECONDS = 120
DIFF_LINES = 24
SPARE = slice(8, 20)  # of gmon.sum, left to chance by the reference
COMPAT_OPTION = "--gnu-compat"
COMPAT, DEFAULT = "compat", "default"  # the modes
MODES = (COMPAT, DEFAULT)
LOST_COUNT = b"somebody miscounted"
# What came of a run of the reference.
COUNTS, CRASHED, GAVE_UP = "counts", "crashed", "gave up"
CACHE_FORMAT = 4  # changes with the meaning of what is remembered
MAKERS = {"table": elfsyms.text_table, "map": elfsyms.text_map}


class Outcome:
    """What one run did."""

    def __init__(self, status, stdout=b"", files=None, timed_out=False,
                 lost_count=False):
        self.status = status
        self.stdout = stdout
        self.files = files or {}
        self.timed_out = timed_out
        self.lost_count = lost_count

    @property
    def verdict(self):
        """The verdict on the run if it is one of the reference."""
        if self.timed_out or self.status < 0:
            return CRASHED
        return GAVE_UP if self.lost_count else COUNTS

    def digest(self):
        """Equal for outcomes that count as equal."""
        content = repr((self.status, self.stdout, sorted(self.files.items())))
        return hashlib.sha256(content.encode()).hexdigest()


class Subject:
    """An image and its data files.  DIFFERS says for which option lines the
    default mode is not compared; KIND is that of made-up data."""

    def __init__(self, name, image, data_files, kind=None, differs=()):
        self.name = name
        self.kind = kind
        self.differs = differs
        self.image = os.path.abspath(image)
        self.data_files = [os.path.abspath(path) for path in data_files]
        self.data_names = ["gmon.out" if number == 1 else f"gmon.out.{number}"
                           for number in range(1, len(data_files) + 1)]

    def links(self):
        return dict(zip(["a.out"] + self.data_names,
                        [self.image] + self.data_files))

    def differs_by_default(self, case):
        """Whether the default mode differs on purpose for CASE."""
        return case.compat_only or any(
            {"always": True, "sum": case.is_sum,
             "by-line": case.is_by_line}[kind] for kind in self.differs)

    def identity(self):
        """Changes whenever a file of the subject does."""
        return [identify(path) for path in [self.image] + self.data_files]


def identify(path):
    """A value that changes with the file PATH."""
    status = os.stat(path)
    return path, status.st_mtime_ns, status.st_size


@contextlib.contextmanager
def _time_limit(seconds):
    """Raise TimeoutError in the body after SECONDS.  (The timeout of the
    subprocess module polls, which costs more than most runs.)"""
    def expire(_signal, _frame):
        raise TimeoutError
    previous = signal.signal(signal.SIGALRM, expire)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)


class Workplace:
    """A directory made afresh for a run whenever the last one changed it."""

    def __init__(self, links):
        self.links = links
        self.root = tempfile.mkdtemp(prefix="differ-")
        self.directory = os.path.join(self.root, "run")
        self.environment = {
            name: value for name, value in os.environ.items()
            if name == "PATH" or name.endswith("SAN_OPTIONS")}
        self.environment["LC_ALL"] = "C"
        self.errors = tempfile.TemporaryFile()
        self._reset()

    def close(self):
        self.errors.close()
        shutil.rmtree(self.root)

    def _reset(self):
        shutil.rmtree(self.directory, ignore_errors=True)
        os.mkdir(self.directory)
        for name, target in self.links.items():
            os.symlink(target, os.path.join(self.directory, name))
        self.originals = {target: identify(target)
                          for target in self.links.values()}

    def run(self, command, case):
        """Run COMMAND as CASE asks; the outcome includes files written."""
        for name, text in case.files.items():
            with open(os.path.join(self.directory, name), "w") as output:
                output.write(text)
        outcome = self._run(command, case)
        outcome.files = self._collect(case)
        if outcome.files or case.files:
            self._reset()
        return outcome

    def _run(self, command, case):
        environment = dict(self.environment, **case.environment)
        source = (os.path.join(self.directory, case.stdin) if case.stdin
                  else os.devnull)
        self.errors.seek(0)
        self.errors.truncate()
        with open(source, "rb") as stdin, subprocess.Popen(
                command, cwd=self.directory, env=environment, stdin=stdin,
                stdout=subprocess.PIPE, stderr=self.errors) as process:
            try:
                with _time_limit(RUN_SECONDS):
                    stdout = process.stdout.read()
                    status = process.wait()
                return Outcome(status, stdout,
                               lost_count=status == 1 and self._lost_count())
            except TimeoutError:
                process.kill()
                return Outcome(-signal.SIGKILL, timed_out=True)

    def _lost_count(self):
        self.errors.seek(0)
        return LOST_COUNT in self.errors.read()

    def _collect(self, case):
        """Files that are new or not as they were, with their contents."""
        written = {}
        for entry in os.scandir(self.directory):
            if entry.name in case.files:
                given = case.files[entry.name].encode()
                if _content(entry.path) != given:
                    written[entry.name] = _content(entry.path)
            elif not entry.is_symlink():
                written[entry.name] = _content(entry.path)
        for target, identity in self.originals.items():
            if identify(target) != identity:
                written[target] = b"changed"
        present = set(os.listdir(self.directory))
        for name in set(self.links) - present:
            written[name] = b"deleted"
        return written


def _content(path):
    """The part of the bytes in PATH that is compared."""
    if os.path.isdir(path):
        return b"a directory"
    with open(path, "rb") as file:
        content = file.read()
    if os.path.basename(path) == "gmon.sum" and content.startswith(b"gmon"):
        spare = bytes(len(content[SPARE]))
        return content[:SPARE.start] + spare + content[SPARE.stop:]
    return content


class References:
    """The GNU gprofs that ours is compared with: GNU with --gnu-compat, and
    NOW, or GNU if there is none, by default.  Without GNU there is no mode
    with --gnu-compat."""

    def __init__(self, gnu, now=None):
        self.has_now = bool(now)
        self.programs = {COMPAT: os.path.abspath(gnu)} if gnu else {}
        self.programs[DEFAULT] = os.path.abspath(now or gnu)
        self.modes = tuple(self.programs)

    def report_lack(self, tap):
        """Count the mode that there is not as skipped."""
        if COMPAT not in self.programs:
            tap.skip(COMPAT_OPTION, "there is no GNU gprof 2.40")

    def describe(self, mode):
        """What is compared in MODE."""
        first = subprocess.run(
            [self.programs[mode], "--version"], stdout=subprocess.PIPE,
            check=False).stdout.decode("latin-1").partition("\n")[0]
        name = "default mode" if mode == DEFAULT else COMPAT_OPTION
        return f"{name} against {first.rpartition(' ')[2]}"


class Oracle:
    """One reference program.  Remembers digests of its outcomes in the file
    CACHE (None: nowhere), so unchanged inputs need no second run."""

    def __init__(self, program, subject, cache):
        self.program = program
        self.known = {}
        self.path = None
        self.is_changed = False
        if cache:
            key = hashlib.sha256(repr((CACHE_FORMAT, identify(program),
                                       subject.identity())).encode())
            self.path = cache
            self.key = key.hexdigest()
            self._load()

    def _load(self):
        try:
            with open(self.path, "rb") as content:
                key, known = pickle.load(content)
        except (OSError, ValueError, EOFError, pickle.PickleError):
            return
        if key == self.key:
            self.known = known

    def save(self):
        if self.path and self.is_changed:
            os.makedirs(os.path.dirname(self.path), exist_ok=True)
            with open(self.path, "wb") as content:
                pickle.dump((self.key, self.known), content)

    def judge(self, case, arguments, run):
        """The verdict on the reference's outcome, and its digest.  RUN makes
        the outcome if it is not known."""
        key = (case.line, tuple(arguments), tuple(case.files.values()))
        if key not in self.known:
            outcome = run()
            self.known[key] = outcome.verdict, outcome.digest()
            self.is_changed = True
        return self.known[key]


class Report:
    """Counts and difference texts for one subject, by mode."""

    def __init__(self, name):
        self.name = name
        self.cases = collections.Counter()
        self.crashed = 0
        self.gave_up = 0
        self.by_rule = 0
        self.differences = []
        self.differing = collections.Counter()


class Comparison:
    """Compares OURS with its REFERENCES on one subject.  Outcomes of these are
    remembered below CACHE."""

    def __init__(self, ours, references, subject, cache=None):
        self.ours = ours
        self.subject = subject
        self.oracles = {
            mode: Oracle(program, subject, cache and os.path.join(
                cache, mode, subject.name + ".cache"))
            for mode, program in references.programs.items()}
        self.local_names = elfsyms.local_functions(subject.image)
        self.hides_names = elfsyms.has_hidden_names(subject.image)
        self.hides_lines = elfsyms.has_hidden_lines(subject.image)
        self.is_changed = not references.has_now and (
            elfsyms.has_dwarf_5(subject.image)
            or elfsyms.has_d_names(subject.image))
        self.repeats_names = len(set(self.local_names)) < len(self.local_names)
        self.report = Report(subject.name)
        self.texts = {}

    def _make(self, kind):
        """The text file of KIND about the image."""
        if kind not in self.texts:
            self.texts[kind] = MAKERS[kind](self.subject.image)
        return self.texts[kind]

    def _is_by_rule(self, case):
        """Whether the default mode may differ: GNU hides functions or lines,
        or did so when this one was made; which one of several symbols of a
        name stands for its file is undefined; a function with a dot in its
        name is meant, which GNU takes for a file (R2.7a); or the subject says
        so."""
        return (self.hides_names or self.hides_lines or self.is_changed
                or case.names_dotted(self._names(self.oracles[DEFAULT]))
                or self.repeats_names and "map" in case.made_files.values()
                or self.subject.differs_by_default(case))

    def _names(self, oracle):
        """The values of placeholders, as ORACLE would have them."""
        names = oracle.known.get("names")
        if names is None:
            names = matrix.find_names(oracle.program, self.subject.image,
                                      self.subject.data_files,
                                      self.local_names)
            oracle.known["names"] = names
            oracle.is_changed = True
        return names

    def run(self, cases, modes=MODES):
        """Compare all CASES in all MODES that there are."""
        return self.run_pairs((case, mode) for case in cases for mode in modes
                              if mode in self.oracles)

    def run_shared(self, cases, turn=0):
        """Compare each of the CASES in one mode, turn and turn about, or where
        the default mode differs on purpose, in the other.  TURN says which one
        is first."""
        modes = tuple(self.oracles)

        def pairs(turn):
            for case in cases:
                if self._is_by_rule(case):
                    self.report.by_rule += 1
                    if COMPAT in self.oracles:
                        yield case, COMPAT
                else:
                    yield case, modes[turn % len(modes)]
                    turn += 1
        return self.run_pairs(pairs(turn))

    def run_pairs(self, pairs):
        """Compare all PAIRS of a case and a mode."""
        self.workplace = Workplace(self.subject.links())
        try:
            for case, mode in pairs:
                self._compare(case, mode)
        finally:
            self.workplace.close()
        for oracle in self.oracles.values():
            oracle.save()
        return self.report

    def _compare(self, case, mode):
        if mode == DEFAULT and self._is_by_rule(case):
            self.report.by_rule += 1
            return
        oracle = self.oracles[mode]
        case = case.with_files_made(self._make)
        arguments = case.arguments(self._names(oracle),
                                   self.subject.data_names)
        verdict, wanted = oracle.judge(
            case, arguments,
            lambda: self._outcome([oracle.program], case, arguments))
        if verdict == CRASHED:
            self.report.crashed += 1
            return
        command = [self.ours] + ([COMPAT_OPTION] if mode == COMPAT else [])
        outcome = self._outcome(command, case, arguments)
        if verdict == GAVE_UP:
            self.report.gave_up += 1
            agrees = outcome.status == 0 or case.is_error
        else:
            self.report.cases[mode] += 1
            agrees = not outcome.timed_out and outcome.digest() == wanted
        if not agrees:
            self.report.differing[mode] += 1
            self._describe(case, arguments, command, outcome, oracle)

    def _outcome(self, command, case, arguments):
        """Run it, and keep only what counts for CASE."""
        outcome = self.workplace.run(command + arguments, case)
        if case.prose:
            brief = self.workplace.run(command + ["-b"] + arguments, case)
            outcome.stdout = prose.reduce(brief.stdout, outcome.stdout)
        if case.status_only:
            outcome.stdout = b""
        return outcome

    def _describe(self, case, arguments, command, outcome, oracle):
        wanted = self._outcome([oracle.program], case, arguments)
        text = [self._command_line(case, command + arguments),
                f"  option line: {case.line}"]
        if outcome.timed_out:
            text.append(f"  ours: no end after {RUN_SECONDS} s")
        elif outcome.status != wanted.status:
            text.append(f"  exit status: GNU {wanted.status},"
                        f" ours {outcome.status}")
        text += _diff("standard output", wanted.stdout, outcome.stdout)
        for name in sorted(set(wanted.files) | set(outcome.files)):
            text += _diff(f"file {name}", wanted.files.get(name),
                          outcome.files.get(name))
        self.report.differences.append("\n".join(text))

    def _command_line(self, case, command):
        """The command as one could type it anywhere."""
        links = self.subject.links()
        words = [f"{name}={shlex.quote(value)}"
                 for name, value in case.environment.items()]
        words += [shlex.quote(links.get(word, word)) for word in command]
        if case.stdin:
            words.append("< " + shlex.quote(links.get(case.stdin, case.stdin)))
        return " ".join(words)


def _text_lines(content):
    """The lines of CONTENT, or what stands for them if it is no text."""
    if b"\0" not in content:
        return content.decode("latin-1").split("\n")
    return [f"{place:6x}: {content[place:place + 20].hex(' ', 4)}"
            for place in range(0, len(content), 20)]


def _diff(what, wanted, found):
    """A short unified diff; None stands for a file that is not there."""
    if wanted == found:
        return []
    if wanted is None or found is None:
        who = "ours" if wanted is None else "GNU"
        return [f"  {what}: only {who} wrote it"]
    lines = list(difflib.unified_diff(
        _text_lines(wanted), _text_lines(found),
        f"GNU {what}", f"our {what}", lineterm="", n=2))
    if len(lines) > DIFF_LINES:
        lines[DIFF_LINES:] = [f"({len(lines) - DIFF_LINES} more lines)"]
    return ["  " + line.replace("\f", "^L") for line in lines]
