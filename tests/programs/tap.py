"""Test Anything Protocol: one line per test, the plan at the end."""
import sys


class Tap:
    """Prints results as they come; finish() prints the plan."""

    def __init__(self):
        self.count = 0
        self.failures = 0

    def result(self, passed, text, notes=()):
        """One test; NOTES are printed below it when it failed."""
        self.count += 1
        if not passed:
            self.failures += 1
        print(f"{'' if passed else 'not '}ok {self.count} - {text}")
        if not passed:
            self.comment(*notes)
        sys.stdout.flush()

    def skip(self, text, reason):
        self.count += 1
        print(f"ok {self.count} - {text} # SKIP {reason}", flush=True)

    @staticmethod
    def comment(*texts):
        for text in texts:
            for line in text.splitlines() or [""]:
                print(f"# {line}".rstrip(), flush=True)

    def finish(self):
        print(f"1..{self.count}", flush=True)


def skip_all(reason):
    """The whole script does not apply here: say why and leave."""
    print(f"1..0 # SKIP {reason}")
    sys.exit(0)
