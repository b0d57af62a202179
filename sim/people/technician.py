"""A technician at a table whose board is a process of its own: hands that do, eyes that look.

The other end is Hands of sim/micropython/board_world.py. Any process that knows the table's folder
may lend a hand.
"""

import contextlib
import json
import os
import time
from pathlib import Path

_LIMIT_S = 30.0


class Technician:
    def __init__(self, folder: Path):
        line = hands_file(Path(folder))
        self._seen = line.with_name(line.name + ".seen")
        self._line = fifo(line)

    def close(self) -> None:
        os.close(self._line)

    def does(self, *words) -> None:
        """["hold", card, where], ["release"], ["key", name], ["chip", seat, on], ["switch", on]"""
        os.write(self._line, json.dumps(words).encode() + b"\n")

    def looks(self, limit_s: float = _LIMIT_S) -> dict:
        """Colours of the lamps, text of the sign, and the time of the world, in microseconds."""
        self._seen.unlink(missing_ok=True)
        self.does("look_at")

        def whole():
            try:
                return json.loads(self._seen.read_text())
            except (OSError, ValueError):
                return None  # not there yet, or half of it

        return waited(whole, "a look at the table", limit_s)


def hands_file(folder: Path) -> Path:
    """Beside the FRAM's file: that one the board is told of when it starts."""
    return folder / "fram.bin.hands"


def fifo(path: Path) -> int:
    """Open for both: a FIFO without a reader would hold the board at its start."""
    with contextlib.suppress(FileExistsError):
        os.mkfifo(path)
    return os.open(path, os.O_RDWR | os.O_NONBLOCK)


def waited(condition, what: str, limit_s: float = _LIMIT_S):
    """Wait until `condition()` is true; what it returned."""
    end = time.monotonic() + limit_s
    while True:
        found = condition()
        if found:
            return found
        if time.monotonic() > end:
            raise TimeoutError(f"waited {limit_s:g} s for {what}")
        time.sleep(0.01)
