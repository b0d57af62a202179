"""Emulated boards as processes of their own, a runner at them, and dealers who deal when told to.

The firmware is the real one, the wire a socket, the records go into a real ledger; people, cards
and readers are emulated. A dealer deals when the director's runner says that the table is as
it should be: as at a real table, where between two rounds there is time.
"""

from __future__ import annotations

import contextlib
import json
import re
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from cardtable.rules.determinations import settled
from host_tools.cli.sim import prepare
from host_tools.directing.board_link import BoardLink
from host_tools.directing.runner import Desk, Runner
from host_tools.ledger.intake import Intake
from host_tools.ledger.place import Place
from host_tools.link.roles import DEMO_PINS, SUPERVISOR
from host_tools.tournament.director import opened
from sim.harness.world import GAMES
from sim.roots import ROOT

LIMIT_S = 300.0  # a busy machine is no failure
# Virtual seconds a second: a board that only waits would keep a processor busy at full speed
WAITS, DEALS = 5, 1000
_LOOK_S = 0.01


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


class BoardTable:
    """One simulated table behind a socket, with the hand that plugs, cuts and deals."""

    def __init__(self, folder: Path, name: str, game: str, seed: int, full: bool = False) -> None:
        self.name = name
        self.port, self.side = free_port(), free_port()
        self.folder = prepare(folder / name)
        words = ["--folder", str(self.folder), "--table", name, "--game", game, "--waits"]
        words += ["--port", str(self.port), "--side", str(self.side), "--with-stdin"]
        words += ["--seed", str(seed), "--speed", str(WAITS), *(["--full"] if full else [])]
        self._line: Any = None
        self.process = subprocess.Popen(
            [sys.executable, "-m", "sim.harness.serve", *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )

    def listening(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if re.search("side channel on", line):
                break
        self._line = socket.create_connection(("127.0.0.1", self.side)).makefile("rw")

    @property
    def address(self) -> str:
        return f"socket://127.0.0.1:{self.port}"

    def do(self, what: str, **given: Any) -> Any:
        self._line.write(json.dumps({"do": what, **given}) + "\n")
        self._line.flush()
        answer = json.loads(self._line.readline())
        assert answer["ok"], answer
        return answer["value"]

    def deal(self) -> None:
        self.do("speed", value=DEALS)
        self.do("house", mode="play", rounds=1)

    def rest(self) -> None:
        self.do("speed", value=WAITS)

    def end(self) -> None:
        with contextlib.suppress(OSError):
            if self._line is not None:
                self._line.close()
        self.process.terminate()
        self.process.wait(20)
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                stream.close()


class BoardRoom:
    """Tables, their director and what has happened."""

    def __init__(
        self,
        folder: Path,
        conditions: str,
        game: str,
        tables: int,
        ledger: Place | None = None,
        seed: int = 1,
        full: tuple[str, ...] = (),
    ) -> None:
        self.folder = folder / "tournament"
        self.ledger = ledger or folder / "ledger.db"
        Intake(self.ledger).close()  # it is there before the first record, as for the verbs
        self.conditions_game, given = GAMES[game]
        self.came_with = settled(self.conditions_game, given)["values"]
        opened(self.folder, conditions, "director")
        names = [f"t{n:02d}" for n in range(1, tables + 1)]
        self.tables = {
            name: BoardTable(folder, name, game, seed + n, name in full)
            for n, name in enumerate(names)
        }
        for table in self.tables.values():
            table.listening()
        self.desk = Desk(self.folder, "director")
        self.told: list[str] = []
        self.happened: Counter[str] = Counter()
        self.runner = self.run()

    def run(self) -> Runner:
        """A director's computer that has just been switched on."""
        boards = {
            name: BoardLink(name, one.address, self.ledger, lambda: DEMO_PINS[SUPERVISOR], False)
            for name, one in self.tables.items()
        }
        made = Runner(self.desk, self.ledger, boards, self.told.append)
        made.start()
        return made

    def restart(self) -> None:
        """The director's computer goes, and another one takes over from folder and ledger."""
        self.runner.stop()
        self.desk = Desk(self.folder, "director")
        self.runner = self.run()
        self.happened["restart"] += 1

    def end(self) -> None:
        self.runner.stop()
        for table in self.tables.values():
            table.end()

    def until(self, holds: Callable[[], Any], what: str) -> None:
        until = time.monotonic() + LIMIT_S
        while True:
            self.runner.step()
            if holds():
                return
            assert time.monotonic() < until, (what, self.runner.troubles, self.told[-12:])
            time.sleep(_LOOK_S)

    @property
    def state(self):
        with self.desk.director() as director:
            return director.state

    def sat_down(self, absent: Sequence[int] = (), boxes: int = 10) -> None:
        with self.desk.director() as director:
            drawn = director.draw_seats({n: list(range(1, boxes + 1)) for n in self.tables})
            for number in drawn:
                if number not in absent:
                    director.seat(number)

    def playing(self) -> list[str]:
        return [name for name, who in self.state.tables().items() if len(who) > 1]

    def settled(self) -> list[str]:
        """Every board is as the tournament has it; returns the tables that can play."""
        self.until(lambda: all(one.ready for one in self.runner.now.values()), "boards set up")
        return self.playing()

    def play(self, meanwhile: Callable[[list[str]], None] = lambda _: None) -> None:
        """One round at each table where there are two players, counted."""
        names = self.settled()
        before = {name: self.state.session_rounds.get(name, 0) for name in names}
        for name in names:
            self.tables[name].deal()
        meanwhile(names)
        self.until(
            lambda: (
                not self.state.playing
                or all(self.state.session_rounds.get(n, 0) > before[n] for n in names)
            ),
            f"a round at {names}",
        )
        self.happened["rounds"] += len(names)

    def in_play(self, name: str) -> None:
        self.until(lambda: self.runner.now[name].in_play, f"{name} deals")

    def plays_as_before(self, name: str) -> bool:
        """Whether the board has the determinations that it came with, and plays live."""
        board = self.runner.boards[name]
        now = board.setup(self.conditions_game)
        return now.mode == "live" and now.values == self.came_with
