"""Which lines of C sources a test executes, as gcov tells it."""


class Lines:
    """Of FILES, paths from the top of the sources."""

    def __init__(self, files):
        self.counted = {file: set() for file in files}  # lines with code
        self.executed = {}  # sets by test and file

    def add(self, test, text):
        """Note what gcov prints, TEXT, after TEST."""
        for file in self.counted:
            self.executed[test, file] = set()
        file = None
        for line in text.splitlines():
            count, number, rest = (line.split(":", 2) + ["", ""])[:3]
            if rest.startswith("Source:"):
                file = next((name for name in self.counted
                             if rest.endswith("/" + name)), None)
            elif file is not None and count.strip() not in ("-", ""):
                self.counted[file].add(int(number))
                if "#" not in count and "=" not in count:
                    self.executed[test, file].add(int(number))

    def may_execute(self, test, place, text):
        """Whether TEST may execute PLACE of TEXT.  A line without code is
        executed if one beside it is; what is in no function concerns all, and
        so does a test of which nothing is known."""
        before = text[:place.begin]
        if ((test, place.file) not in self.executed
                or before.rfind("\n}") >= before.rfind("\n{")):
            return True
        counted = self.counted[place.file]
        beside = {max((n for n in counted if n <= place.line), default=0)}
        if place.line not in counted:
            beside.add(min((n for n in counted if n > place.line), default=0))
        return bool(beside & self.executed[test, place.file])
