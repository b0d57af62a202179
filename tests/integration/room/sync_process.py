"""A table's host as a service runs it: `cardtable sync --room` in a process of its own."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from host_tools.link.roles import DEMO_PINS, TECHNICIAN
from host_tools.link.session import PIN_VARIABLE
from sim.roots import ROOT
from tests.integration.room.room_process import RoomProcess
from tests.support.process import COMMAND

_LIMIT_S = (
    240.0  # a board that is flashed, fails three times and is flashed back, on a busy machine
)


class SyncProcess:
    """`public`: the releaser whose releases it may put on the board (--updates)."""

    def __init__(
        self,
        room: RoomProcess,
        folder: Path,
        table: str,
        port: str,
        public: Path | None = None,
        pin: str = DEMO_PINS[TECHNICIAN],
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        key, self.ledger = folder / f"{table}.room.json", folder / "ledger.db"
        room.enrol(table).write(key)
        self._log = folder / "sync.log"
        words = ["sync", "--port", port, "--ledger", str(self.ledger), "--room", str(key)]
        if public is not None:
            words += ["--updates", str(public)]
        self._words, self._pin = words, pin
        self.start()

    def start(self) -> None:
        with open(self._log, "ab") as log:
            self._process = subprocess.Popen(
                [*COMMAND, *self._words],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=ROOT,
                env={**os.environ, PIN_VARIABLE: self._pin},
            )  # fmt: skip

    def stop(self) -> None:
        self._process.kill()
        self._process.wait(60)

    def __enter__(self) -> SyncProcess:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def said(self) -> str:
        return self._log.read_text(errors="replace")

    def until(self, true: Callable[[], Any], what: str) -> Any:
        end = time.monotonic() + _LIMIT_S
        while True:
            found = true()
            if found:
                return found
            assert self._process.poll() is None, self.said()
            assert time.monotonic() < end, f"{what} has not come about: {self.said()}"
            time.sleep(0.1)
