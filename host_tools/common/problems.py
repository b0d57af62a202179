"""Expected failures: one line for people, a hint what to do next, a stable exit code."""

from __future__ import annotations

import sys
from pathlib import Path

# Exit codes are a promise to scripts (docs/host-tools.md): a number never changes its meaning.
FAILED = 1  # it was done, and something is wrong or different; see the message
BAD_INPUT = 2  # what was given cannot be used; the same code as a wrong option
NO_BOARD = 3  # no board is there, or what is there does not answer
NOT_WHOLE = 4  # records are missing, altered, or do not belong together
STOPPED = 5  # the board has stopped play and waits for a person
NO_LEDGER = 6  # the ledger is not there, in use, or cannot be read or written
DOES_NOT_FIT = 7  # the board has not the memory or the speed for it (boards/budget.toml)
INTERRUPTED = 130  # Ctrl-C, as shells count it


class Problem(Exception):
    """Something a person can mend. `cardtable` prints it as one line on stderr."""

    def __init__(self, text: str, hint: str = "", code: int = FAILED) -> None:
        super().__init__(text)
        self.hint = hint
        self.code = code

    def line(self) -> str:
        text = str(self)
        return f"{text}. {self.hint}" if self.hint else text


def unreadable(file: Path, failure: OSError) -> Problem:
    """A file that was named and cannot be read."""
    text = f"{file} cannot be read ({failure.strerror or failure})"
    return Problem(text, "Check its name, and who may read it.", BAD_INPUT)


def unwritable(file: Path, failure: OSError) -> Problem:
    """A file that was named and cannot be written."""
    text = f"{file} cannot be written ({failure.strerror or failure})"
    return Problem(text, "Choose another place.", BAD_INPUT)


def remark(text: str) -> None:
    """A line to people beside the data: on stderr, under the program's name."""
    print(f"cardtable: {text}", file=sys.stderr, flush=True)
