"""A simulated table and its console as processes of their own, for a browser to look at."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

from host_tools.cli.sim import prepare
from sim.roots import ROOT
from tests.e2e.browser.chromium import Browser, Page

PINS = {"dealer": "1111", "technician": "2222", "supervisor": "3333"}
_LIMIT_S = 60.0


def _started(words: list[str], *patterns: str) -> tuple[subprocess.Popen[str], list[str]]:
    """A process, and what it says about where it listens."""
    process = subprocess.Popen(
        [sys.executable, *words], stdout=subprocess.PIPE, text=True, cwd=ROOT
    )
    assert process.stdout is not None
    found = []
    for pattern in patterns:
        for line in process.stdout:
            match = re.search(pattern, line)
            if match:
                found.append(match.group(1))
                break
        else:
            raise AssertionError(f"it ended before it said {pattern}")
    return process, found


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


class Table:
    """One simulated board with its side channel, and a console that serves it."""

    def __init__(
        self,
        folder: Path,
        game: str,
        speed: float,
        house: str = "cards",
        seats: int | None = None,
        console: tuple[str, ...] = (),
    ) -> None:
        """`console`: further words for the verb."""
        self.folder = prepare(folder / "board")
        self._words = ["--game", game, "--speed", str(speed), "--house", house, "--full"]
        self._words += [] if seats is None else ["--seats", str(seats)]
        self._ports = (_free_port(), _free_port())
        self.board: subprocess.Popen[str] | None = None
        self.start_board()
        port, side = self._ports
        words = ["-m", "host_tools.main", "console", "--listen", "0"]
        words += ["--port", f"socket://127.0.0.1:{port}", "--side", f"127.0.0.1:{side}"]
        self.ledger = folder / "ledger.db"
        words += ["--ledger", str(self.ledger), "--log", str(folder / "console.log"), *console]
        self._console, (self.address,) = _started(words, r"(http://\S+)")

    def start_board(self) -> None:
        """The board, at the same place and with what it knew."""
        port, side = self._ports
        words = ["-m", "sim.harness.serve", "--folder", str(self.folder), *self._words]
        words += ["--port", str(port), "--side", str(side)]
        self.board, _ = _started(words, r"listening on (\S+)", r"side channel on (\S+)")

    def kill_board(self) -> None:
        assert self.board is not None
        self.board.kill()
        self.board.wait(_LIMIT_S)

    def side(self, **asked: Any) -> Any:
        """Ask the side channel itself."""
        with socket.create_connection(("127.0.0.1", self._ports[1]), timeout=_LIMIT_S) as line:
            line.sendall(json.dumps(asked).encode() + b"\n")
            told = json.loads(line.makefile("rb").readline())
        assert told["ok"], told
        return told["value"]

    def state(self) -> dict[str, Any]:
        with urllib.request.urlopen(self.address + "api/table", timeout=_LIMIT_S) as answer:
            return json.load(answer)

    def close(self) -> None:
        for process in (self._console, self.board):
            if process is not None and process.poll() is None:
                process.terminate()
                process.wait(_LIMIT_S)


def open_page(browser: Browser, table: Table, view: str = "felt", **size: Any) -> Page:
    """A page at a view, once it has been told about the table."""
    page = browser.page(**size)
    page.goto(f"{table.address}#{view}")
    page.wait("window.page?.table?.link.state === 'up' && window.page.table.round")
    return page


def enter(page: Page, role: str, pin: str | None = None) -> None:
    """Be somebody: the PIN, through the page's own dialog."""
    page.evaluate(f"void page.pins.ask({json.dumps(role)})")
    page.wait("document.querySelector('#dialog').open")
    page.keys((pin or PINS[role]) + "\n")


def become(page: Page, *roles: str) -> None:
    for role in roles:
        enter(page, role)
        page.wait(f"!document.querySelector('#dialog').open && {json.dumps(role)} in page.roles")


def seat_players(page: Page, *seats: int, cents: int = 20000) -> None:
    """Players with chips, entered as a supervisor."""
    for seat in seats:
        page.evaluate(f"page.input('join', {seat}, {cents})", wait=True)
        page.wait(f"page.table.seats[{seat - 1}].in")
