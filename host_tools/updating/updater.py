"""Orders of the room about the board's software, carried out by the table's own host.

An order comes with the room's answer to a report. The release is fetched with the table's key,
checked against the releaser's public key that lies here (never one that the room sends), and put
on the board by the same code as `cardtable flash`, between rounds. A release with which the table
does not come up is taken back at once. What came of it goes to the room with the next report.
"""

from __future__ import annotations

import hashlib
import http.client
import os
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

from host_tools.boards import compiled
from host_tools.boards.load import Board, load, names
from host_tools.common.problems import BAD_INPUT, Problem
from host_tools.flashing import find, flasher
from host_tools.flashing.flasher import Outcome, Steps
from host_tools.flashing.service import InRound
from host_tools.forwarding.reporter import OF_ROUND
from host_tools.forwarding.room_key import RoomKey
from host_tools.link import sharing
from host_tools.link.session import PIN_VARIABLE
from host_tools.release.build import Release
from host_tools.release.packed import MOST_BYTES, unpacked

FLASH, BACK = "flash", "back"
_TRIES = 3
_AGAIN_S = 5.0
_FETCH_S = 60.0
_GONE_S = 180.0  # a slow flash takes 50 s, and a board is let go of and found again


class Updater:
    """One board. `ordered` comes from the forwarder's thread, `carry_out` from the sync's."""

    def __init__(
        self,
        keys: dict[str, RoomKey],
        public: Path,
        say: Callable[[str], None],
        steps: Steps | None = None,
    ) -> None:
        self._keys = keys
        self._public = public
        self._say = say
        self._steps = steps or Steps(say=say, ask_pin=_nobody_types)
        self._lock = threading.Lock()
        self._order: dict[str, Any] | None = None
        self._table = ""
        self._told: dict[str, Any] | None = None
        self._tries = 0
        self._next = 0.0
        self._gone_at: float | None = None  # since when nothing answers at the port
        self._fetched: tuple[str, dict[str, Release]] | None = None
        self.changed: Callable[[], None] = lambda: None  # there is news for the room

    # ---- what the room wants

    def ordered(self, table: str, order: Any) -> None:
        if not _is_order(order):
            return
        with self._lock:
            key = (order["rollout"], order["how"])
            if self._order is not None and (self._order["rollout"], self._order["how"]) == key:
                return
            self._order, self._table = dict(order), table
            self._told, self._tries, self._next = None, 0, 0.0
            self._gone_at = None

    def status(self) -> dict[str, Any] | None:
        """How far the last order is, for the room."""
        with self._lock:
            return dict(self._told) if self._told is not None else None

    def is_due(self, table: str) -> bool:
        """Whether the board is wanted, once its round is over."""
        return self._is_open(table) and time.monotonic() >= self._next

    def waits(self, said: str) -> None:
        """The room is told once why the order is not carried out yet."""
        told = self.status()
        if told is None or (told["state"], told["said"]) != ("waiting", said):
            self._tell("waiting", said)

    def lost(self, table: str, problem: Problem) -> None:
        """The board cannot be reached: what was to be done waits, what was begun fails in time."""
        told = self.status()
        if not self._is_open(table):
            return
        if told is None or told["state"] == "waiting":
            self.waits(f"it waits for the board: {problem}")
            return
        self._gone_at = self._gone_at or time.monotonic()
        if time.monotonic() - self._gone_at > _GONE_S:
            self._say(f"update: {problem.line()} It is given up.")
            self._tell("failed", f"the board does not answer any more ({problem}): look at it")

    def _is_open(self, table: str) -> bool:
        """Whether there is an order for that table of which nothing has come yet."""
        with self._lock:
            over = self._told is not None and self._told["state"] in ("done", "failed")
            return self._order is not None and not over and table == self._table

    def _tell(self, state: str, said: str = "") -> None:
        with self._lock:
            assert self._order is not None
            names = ("rollout", "how", "software")
            self._told = {name: self._order[name] for name in names}
            self._told |= {"state": state, "said": said[:300]}
        self.changed()

    # ---- what is done

    def carry_out(self, port: str, board: str = "") -> None:
        """Try the order once; what goes wrong is told, never raised. `board`: the definition that
        it plays by, as its hello names it: a MicroPython of one's own may call it anything."""
        order = self._order
        assert order is not None
        self._gone_at = None
        try:
            place = find.find(port)
            holder = sharing.holder(place.now())
            if holder is not None:
                self._later(f"{holder} has the board's port: end it, and the update begins")
                return
            self._tries += 1
            releases = self._release(order) if order["how"] == FLASH else {}
            self._tell("working", "the board is being updated")
            if order["how"] == BACK:
                outcome = flasher.rollback(place, self._steps)
                self._settle(_up(outcome), outcome, f"back on {outcome.name}")
                return
            outcome = flasher.flash(place, _of(releases), _defined(board), _board_json, self._steps)
            if _up(outcome):
                self._settle(True, outcome, f"runs {outcome.name}")
            else:
                self._take_back(place, outcome)
        except InRound:
            self._tries -= 1
            self._later(OF_ROUND)
        except Problem as problem:
            self._failed(port, problem)
        except Exception as unexpected:  # whatever it is, the table goes on and the room is told
            said = f"{type(unexpected).__name__}: {unexpected}"
            self._failed(port, Problem(said, "Look at the board with cardtable doctor."))

    def _settle(self, up: bool, outcome: Outcome, said: str) -> None:
        self._say(said if up else f"{said}, but it does not come up: {outcome.error}")
        self._tell("done" if up else "failed", said if up else f"{said}: {outcome.error}")

    def _take_back(self, place: find.Place, outcome: Outcome) -> None:
        why = outcome.error or "it did not say hello"
        if outcome.hello is not None and "altered" in outcome.hello.able:
            why = "files on the board are not as released"
        back = flasher.rollback(place, self._steps)
        ended = f"back on {back.name}" if _up(back) else "AND THE WAY BACK FAILED: look at it"
        self._say(f"{outcome.name} does not start ({why}); {ended}")
        self._tell("failed", f"{outcome.name} does not start ({why}); {ended}")

    def _later(self, said: str) -> None:
        self._next = time.monotonic() + _AGAIN_S
        self.waits(said)

    def _failed(self, port: str, problem: Problem) -> None:
        if self._tries < _TRIES and problem.code != BAD_INPUT:  # a wrong PIN is not tried twice
            self._say(f"update: {problem.line()} It is tried again.")
            self._next = time.monotonic() + _AGAIN_S
            self._tell("working", f"{problem}; it is tried again")
            return
        self._say(f"update: {problem.line()} It is given up.")
        self._tell("failed", f"{problem}; {self._in_service(port)}")

    def _in_service(self, port: str) -> str:
        """After the last try: the board plays, with whichever release is whole on it."""
        try:
            place = find.find(port)
            hello = flasher.service.hello(place.now()) or flasher.end_maintenance(place)
        except Problem as away:
            return f"the board does not answer ({away})"
        if hello is None or hello.safe:
            return "the board does not play: look at it"
        return f"the table plays on with {hello.firmware}"

    # ---- the release

    def _release(self, order: dict[str, Any]) -> dict[str, Release]:
        if self._fetched is None or self._fetched[0] != order["digest"]:
            content = self._fetch(order["software"])
            if hashlib.sha256(content).hexdigest() != order["digest"]:
                raise Problem(
                    "the release did not come as the room has it",
                    "It is fetched again; if that goes on, publish it in the room anew.",
                )
            self._fetched = order["digest"], unpacked(content, self._public)
        return self._fetched[1]

    def _fetch(self, name: str) -> bytes:
        key = self._keys[self._table]
        at = urlsplit(key.room)
        line = http.client.HTTPSConnection(
            at.hostname or "", at.port or 443, timeout=_FETCH_S, context=key.context()
        )
        try:
            path = f"/intake/{quote(self._table)}/software/{quote(name)}"
            line.request("GET", path, headers={"authorization": f"Bearer {key.secret}"})
            answer = line.getresponse()
            content = answer.read(MOST_BYTES + 1)
        except (OSError, http.client.HTTPException) as failure:
            raise Problem(
                f"the release could not be fetched ({failure})",
                "It is tried again; look at the room and the network between.",
            ) from failure
        finally:
            line.close()
        if answer.status != 200 or len(content) > MOST_BYTES:
            raise Problem(
                f"the room does not give the release out (status {answer.status})",
                "Look whether the room still has it and knows this table: cardtable room tables.",
            )
        return content


def _is_order(order: Any) -> bool:
    return (
        isinstance(order, dict)
        and isinstance(order.get("rollout"), int)
        and order.get("how") in (FLASH, BACK)
        and all(isinstance(order.get(name), str) for name in ("software", "digest"))
    )


def _of(releases: dict[str, Release]) -> Callable[[str], Release]:
    def release(arch: str) -> Release:
        if arch not in releases:
            raise Problem(f"the release has nothing for {arch}", f"It has: {', '.join(releases)}.")
        return releases[arch]

    return release


def _up(outcome: Outcome) -> bool:
    hello = outcome.hello
    return hello is not None and not hello.safe and "altered" not in hello.able


def _defined(name: str) -> Board | None:
    """The definition of that name, where it is one of Cardtable's: others are not at hand here."""
    return load(name) if name in names() else None


def _board_json(board: Board) -> str:
    return compiled.as_json(board.data)


def _nobody_types() -> str:
    raise Problem(
        "the board wants the technician's PIN",
        f"Give it to the service that syncs: {PIN_VARIABLE}"
        + (" (it is set, and empty)" if PIN_VARIABLE in os.environ else ""),
    )
