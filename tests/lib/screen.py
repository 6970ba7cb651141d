"""A terminal that a program runs in, with a size and keys."""
import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import termios
import time

import signals

SECONDS = 60
PLAIN = ("COLUMNS", "LINES", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE",
         "GPROF_PAGER", "PAGER", "LESS")  # what could change the result


def environment(**variables):
    """The environment without PLAIN, with VARIABLES; those that are None are
    not set."""
    result = {name: value for name, value in os.environ.items()
              if name not in PLAIN}
    result.update({"LC_ALL": "C", "TERM": "xterm"})
    result.update(variables)
    return {name: value for name, value in result.items() if value is not None}


class Screen:
    """A terminal of ROWS and COLUMNS that keeps what is written to it."""

    def __init__(self, rows=0, columns=0):
        self.ours, self.theirs = pty.openpty()
        attributes = termios.tcgetattr(self.theirs)
        attributes[1] &= ~termios.OPOST
        attributes[3] &= ~termios.ECHO
        termios.tcsetattr(self.theirs, termios.TCSANOW, attributes)
        fcntl.ioctl(self.theirs, termios.TIOCSWINSZ,
                    struct.pack("HHHH", rows, columns, 0, 0))
        self.text = b""

    def run(self, command, directory, variables, streams, key_at=None):
        """Run COMMAND with STREAMS at this terminal, the others in pipes; press
        Ctrl-C when KEY_AT has been written.  Returns its status, what was
        written to the terminal, and what the other streams got."""
        theirs = self.theirs

        def control():
            fcntl.ioctl(theirs, termios.TIOCSCTTY, 0)
            signals.heed()  # a job in the background ignores Ctrl-C

        # pylint: disable=subprocess-popen-preexec-fn
        with subprocess.Popen(
                command, cwd=directory, env=variables,
                start_new_session=True, preexec_fn=control,
                **{"stdin": theirs, "stdout": subprocess.PIPE,
                   "stderr": subprocess.PIPE,
                   **dict.fromkeys(streams, theirs)}) as process:
            os.close(theirs)
            others = self.listen([stream for stream in (process.stdout,
                                                        process.stderr)
                                  if stream is not None], key_at)
            try:
                status = process.wait(SECONDS)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                status = None
        os.close(self.ours)
        return status, self.text, others

    def listen(self, pipes, key_at):
        """Read the terminal and PIPES to their ends."""
        others = b""
        files = [self.ours, *(pipe.fileno() for pipe in pipes)]
        end = time.monotonic() + SECONDS
        while files and time.monotonic() < end:
            for file in select.select(files, [], [], 1)[0]:
                try:
                    piece = os.read(file, 65536)
                except OSError:
                    piece = b""  # so a terminal says that nobody writes
                if not piece:
                    files.remove(file)
                elif file == self.ours:
                    self.text += piece
                else:
                    others += piece
            if key_at is not None and key_at in self.text:
                os.write(self.ours, b"\003")
                key_at = None
        return others


def run(command, directory, streams=("stdout", "stderr"), size=(0, 0),
        key_at=None, **variables):
    """COMMAND at a new terminal: see Screen.run."""
    return Screen(*size).run(command, directory, environment(**variables),
                             streams, key_at)


def run_piped(command, directory, **variables):
    """COMMAND without any terminal: its standard output."""
    return subprocess.run(command, cwd=directory, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          env=environment(**variables), check=False,
                          timeout=SECONDS).stdout
