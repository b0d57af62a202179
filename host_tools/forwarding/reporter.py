"""What the room is told of a table beside its records: link, stops, software, determinations.

Everything here is what anybody beside the table may know. Filled in by `cardtable sync` as it goes
on; the forwarder sends it when it has changed, and as a sign of life.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import version
from typing import Any

from cardtable.link.lines import frame
from cardtable.records import dumps
from host_tools.common.problems import Problem
from host_tools.forwarding.forwarder import Forwarder, HttpsPost
from host_tools.forwarding.room_key import RoomKey
from host_tools.ledger.place import Place
from host_tools.link.client import LinkClient
from host_tools.link.hello import Hello
from host_tools.link.record_pump import BoardStopped

_ASKED = 1  # the only question that a sync asks
UP = "up"
LOST = "lost"


class Reporter:
    """Observes a sync, and forwards what it keeps."""

    def __init__(
        self, ledger: Place, keys: list[RoomKey], say: Callable[[str], None] = lambda _text: None
    ) -> None:
        self._status: dict[str, Any] = {
            "link": LOST,
            "why": "looking for the board",
            "halt": None,
            "software": version("cardtable"),
        }
        self._hello: Hello | None = None
        self._config: list[Any] = []
        self.forwarders = {
            key.table: Forwarder(ledger, key.table, HttpsPost(key), self._of(key.table), say)
            for key in keys
        }
        self._say = say
        self._told_stranger = ""

    def start(self) -> None:
        for one in self.forwarders.values():
            one.start()

    def stop(self) -> None:
        for one in self.forwarders.values():
            one.stop()

    def _of(self, table: str) -> Callable[[], dict[str, Any]]:
        def status() -> dict[str, Any]:
            hello = self._hello
            if hello is not None and hello.table != table:
                return {"link": LOST, "why": f"table {hello.table} is at this cable"}
            return dict(self._status)

        return status

    # ---- what the sync tells

    def greeted(self, client: LinkClient) -> None:
        """After each hello of the board."""
        hello = client.hello
        if hello is None or hello is self._hello:
            return
        if (
            hello.epoch
            and hello.table not in self.forwarders
            and hello.table != self._told_stranger
        ):
            self._told_stranger = hello.table
            self._say(f"table {hello.table} has no key for the room: its records stay here")
        self._hello = hello
        told = {"link": UP, "why": "", "firmware": hello.firmware, "board": hello.board}
        self._status |= told | {"simulated": hello.simulated}
        # What it plays by is posted at the table; the records name only its fingerprint.
        self._config = []
        client.outgoing += frame(dumps(("ask", _ASKED, "config", [])).encode())

    def told(self, message: list) -> None:
        """Every message that is no record."""
        if message[:2] != ["answer", _ASKED] or len(message) != 5:
            return
        if message[3]:
            self._config.append(message[4])
        else:
            self._status["config"] = self._config

    def recorded(self) -> None:
        if self._status["halt"] is not None:
            self._status["halt"] = None
        for one in self.forwarders.values():
            one.nudge()

    def failed(self, problem: Problem) -> None:
        """The cable, the board or the ledger: in words."""
        if isinstance(problem, BoardStopped):
            self._status |= {"link": UP, "why": "", "halt": str(problem)}
        else:
            self._status |= {"link": LOST, "why": str(problem)}
        self._hello = None
        self.recorded_nothing()

    def recorded_nothing(self) -> None:
        for one in self.forwarders.values():
            one.nudge()
