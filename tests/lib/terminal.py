"""A terminal that tests can type in and look at, by tmux."""
import itertools
import os
import subprocess
import time

SOCKET = f"gprof-test-{os.getpid()}-"
SECONDS = 120
NUMBERS = itertools.count()  # a server may still be ending


class Window:
    """A shell in a terminal of 100 columns and 30 rows, called NAME."""

    def __init__(self, name):
        self.name = f"{SOCKET}{next(NUMBERS)}-{name}"
        self.tmux("new-session", "-d", "-x", "100", "-y", "30", "-s", "w",
                  "env LC_ALL=C PS1='$ ' bash --norc")

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        self.tmux("kill-server")

    def tmux(self, *words):
        return subprocess.run(
            ["tmux", "-L", self.name, "-f", "/dev/null", *words], check=False,
            capture_output=True, timeout=SECONDS).stdout.decode()

    def type(self, line):
        self.tmux("send-keys", "-t", "w", "-l", line + "\n")

    def press(self, key):
        self.tmux("send-keys", "-t", "w", key)

    def resize(self, columns, rows):
        self.tmux("resize-window", "-t", "w", "-x", str(columns),
                  "-y", str(rows))

    def text(self):
        return self.tmux("capture-pane", "-p", "-t", "w")

    def children(self):
        """Numbers of what the shell runs."""
        shell = self.tmux("display-message", "-p", "-t", "w",
                          "#{pane_pid}").strip()
        with open(f"/proc/{shell}/task/{shell}/children",
                  encoding="ascii") as file:
            return [int(number) for number in file.read().split()]

    def is_plain(self):
        """Are the screen, the cursor and the ends of lines as they were?"""
        return self.tmux(
            "display-message", "-p", "-t", "w",
            "#{alternate_on} #{cursor_flag} #{wrap_flag}") == "0 1 1\n"

    def wait(self, wanted):
        """What is on the screen when WANTED(text) is true, or at last."""
        end = time.monotonic() + SECONDS
        text = self.text()
        while not wanted(text) and time.monotonic() < end:
            time.sleep(0.05)
            text = self.text()
        return text
