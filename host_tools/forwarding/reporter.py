"""What the room is told of a table beside its records: link, stops, software, determinations.

Everything here is what anybody beside the table may know. Filled in by `cardtable sync` as it goes
on; the forwarder sends it when it has changed, and as a sign of life.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.metadata import version
from typing import Any, Protocol

from cardtable.link.keys import ROOM
from cardtable.link.lines import frame
from cardtable.records import HEAD, dumps
from host_tools.common.problems import Problem
from host_tools.forwarding.forwarder import Forwarder, HttpsPost
from host_tools.forwarding.room_key import RoomKey
from host_tools.ledger.place import Place
from host_tools.link.client import LinkClient
from host_tools.link.hello import Hello
from host_tools.link.record_pump import BoardStopped

_ASKED = 1  # the only question that a sync asks
_LEASES = 1_000_000_000  # numbers of leases are tenths of seconds since 1970; commands count from 1
UP = "up"
LOST = "lost"


# A round is on from the first of these to its end: nobody takes the board away meanwhile.
_IN_PLAY = ("deal", "ante", "post", "players", "begin", "jackpot")
OF_ROUND = "it waits for the end of the round"


class Updates(Protocol):
    """Whoever carries out what the room wants of the board's software (host_tools/updating)."""

    changed: Callable[[], None]

    def ordered(self, table: str, order: Any) -> None: ...

    def status(self) -> dict[str, Any] | None: ...

    def is_due(self, table: str) -> bool: ...

    def waits(self, said: str) -> None: ...

    def lost(self, table: str, problem: Problem) -> None: ...

    def carry_out(self, port: str, board: str = "") -> None: ...


class Reporter:
    """Observes a sync, and forwards what it keeps."""

    def __init__(
        self,
        ledger: Place,
        keys: list[RoomKey],
        say: Callable[[str], None] = lambda _text: None,
        updates: Updates | None = None,
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
        self._updates = updates
        self._lease: tuple[str, Any] | None = None  # table, what the room has signed for it
        self._jackpot: list[Any] = []  # challenge, the board's time, epoch, records, what it said
        self._in_round = False  # the board itself refuses in a round, whatever is thought here
        for table, one in self.forwarders.items():
            one.leased = lambda lease, table=table: self._leased(table, lease)
        if updates is not None:
            updates.changed = self.recorded_nothing
            for table, one in self.forwarders.items():
                one.ordered = lambda order, table=table: updates.ordered(table, order)

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
            told = dict(self._status)
            if self._jackpot:
                told["jackpot"] = self._jackpot
            update = self._updates.status() if self._updates is not None else None
            return told | {"update": update} if update is not None else told

        return status

    # ---- leases of a linked jackpot

    def _leased(self, table: str, lease: Any) -> None:
        """From the forwarder's thread; `deliver` gives it to the board."""
        self._lease = (table, lease)

    def deliver(self, client: LinkClient) -> None:
        """What the room has signed for this board goes there as it is: nobody here can sign it."""
        lease, self._lease = self._lease, None
        hello = self._hello
        if lease is None or hello is None or lease[0] != hello.table:
            return
        match lease[1]:
            case [int(sequence), str(mac), str(text)]:
                client.outgoing += frame(dumps(("do", ROOM, sequence, mac, text)).encode())

    def _answered(self, message: list) -> None:
        """What the board says to a lease, and as of when its records are so many."""
        hello = self._hello
        match message:
            case ["reply", int(number), str(code), detail] if number >= _LEASES and hello:
                at = detail if isinstance(detail, list) and len(detail) == 3 else [0, 0, 0]
                self._jackpot = [hello.challenge, *at, code]
                self.recorded_nothing()

    # ---- the board's software

    def wants_the_board(self) -> bool:
        """An update is due, and no round is on."""
        hello = self._hello
        if self._updates is None or hello is None or not self._updates.is_due(hello.table):
            return False
        if self._in_round:
            self._updates.waits(OF_ROUND)
        return not self._in_round

    def update(self, port: str) -> None:
        """The board is let go of: it is updated, and comes back by itself."""
        assert self._updates is not None
        self._status |= {"link": UP, "why": "", "halt": None}
        self._updates.carry_out(port, self._hello.board if self._hello is not None else "")
        self._hello = None

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
        self._jackpot = [hello.challenge, 0, 0, 0, ""]
        told = {"link": UP, "why": "", "firmware": hello.firmware, "board": hello.board}
        self._status |= told | {"simulated": hello.simulated}
        # What it plays by is posted at the table; the records name only its fingerprint.
        self._config = []
        client.outgoing += frame(dumps(("ask", _ASKED, "config", [])).encode())

    def told(self, message: list) -> None:
        """Every message that is no record."""
        if message[:1] == ["reply"]:
            self._answered(message)
        if message[:2] != ["answer", _ASKED] or len(message) != 5:
            return
        if message[3]:
            self._config.append(message[4])
        else:
            self._status["config"] = self._config

    def recorded(self, fresh: Sequence[Sequence[Any]] = ()) -> None:
        for record in fresh:
            self._follow(str(record[HEAD]))
        if self._status["halt"] is not None:
            self._status["halt"] = None
        for one in self.forwarders.values():
            one.nudge()

    def _follow(self, kind: str) -> None:
        if kind in _IN_PLAY:
            self._in_round = True
        elif kind in ("end", "round", "boot"):
            self._in_round = False

    def failed(self, problem: Problem) -> None:
        """The cable, the board or the ledger: in words."""
        if isinstance(problem, BoardStopped):
            self._status |= {"link": UP, "why": "", "halt": str(problem)}
        else:
            self._status |= {"link": LOST, "why": str(problem)}
            if self._updates is not None:
                for table in self.forwarders:
                    self._updates.lost(table, problem)
        self._hello = None
        self._jackpot = []
        self.recorded_nothing()

    def recorded_nothing(self) -> None:
        for one in self.forwarders.values():
            one.nudge()
