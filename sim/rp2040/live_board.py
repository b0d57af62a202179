"""A board that runs: its USB serial port is a TCP port, for mpremote and for `cardtable`."""

from __future__ import annotations

import contextlib
import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sim.rp2040.problem import Problem
from sim.rp2040.tools import Tools
from sim.rp2040.wiring import wiring

_END_S = 60.0


@contextlib.contextmanager
def live_board(tools: Tools, job: dict, scratch: Path) -> Iterator[str]:
    """The port to connect to, `socket://…`; afterwards the flash lies in `job["result"]`."""
    with live_table(tools, job, scratch) as (port, _):
        yield port


class Hands:
    """People's hands at the table around a live board."""

    def __init__(self, board: subprocess.Popen) -> None:
        self._board = board

    def do(self, what: str, *given: Any) -> None:
        """A method of the emulator's Table; comes back when it is done."""
        assert self._board.stdin is not None and self._board.stdout is not None
        self._board.stdin.write(json.dumps({"do": what, "with": given}) + "\n")
        self._board.stdin.flush()
        for line in self._board.stdout:
            if json.loads(line).get("done") == what:
                return
        raise Problem(f"the emulated table could not {what}")


@contextlib.contextmanager
def live_table(tools: Tools, job: dict, scratch: Path) -> Iterator[tuple[str, Hands]]:
    """The same, and hands that lay cards there."""
    path = scratch / "live.json"
    path.write_text(json.dumps({"bootrom": str(tools.bootrom), "wiring": wiring(), **job}))
    board = subprocess.Popen(
        tools.command("live.mjs", str(path)),
        env=tools.environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert board.stdout is not None
        told = board.stdout.readline()
        if not told:
            _, said = board.communicate(timeout=_END_S)
            raise Problem(f"the emulated board did not start: {said.strip()[-1000:]}")
        yield f"socket://127.0.0.1:{json.loads(told)['port']}", Hands(board)
        _, said = board.communicate(timeout=_END_S)  # its input ends: it writes its flash
        if board.returncode:
            raise Problem(f"the emulated board failed: {said.strip()[-1000:]}")
    finally:
        if board.poll() is None:
            board.kill()
            board.wait()
