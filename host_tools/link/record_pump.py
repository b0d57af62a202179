"""Records from one board into a keep, pumped step by step, with the patience a cable needs."""

from __future__ import annotations

import time
from collections.abc import Callable

from host_tools import wording
from host_tools.common.problems import NO_BOARD, NOT_WHOLE, STOPPED, Problem
from host_tools.link.client import LinkClient
from host_tools.link.record_sink import RecordSink
from host_tools.link.wire import Unplugged, Wire

QUIET_S = 3.0  # without a new record for so long the board is greeted again
_NOTHING_MORE = 5  # silent pumps after which no record is on its way
_UNANSWERED = 3  # greetings before the board counts as gone


class BoardStopped(Problem):
    """The board waits for a person; `believed` are the meters as each copy has them."""

    def __init__(self, table: str, code: str, where: str, believed: list[list]) -> None:
        what, remedy = wording.FAULTS.get(code, (code, "See docs/vault.md."))
        super().__init__(f"table {table} has stopped play: {where}: {what}", remedy, STOPPED)
        self.believed = believed


class Syncing:
    """One board at the end of one wire. A new cable is a new one over the same keep."""

    def __init__(
        self, wire: Wire, keep: RecordSink, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._wire = wire
        self._keep = keep
        self._now = now
        self.client = LinkClient(keep)
        self.target = 0  # what the board had when it first said hello
        self._moved = now()
        self._unanswered = 1
        self._hello: object = None
        self._stopped: list | None = None
        self._believed: list[list] = []
        self.listener: Callable[[list], None] = lambda _told: None  # of what is no record
        self._silent = 0  # pumps without a byte, one after the other

    @property
    def caught_up(self) -> bool:
        """Everything that the board had when it said hello is durable here, of one history."""
        client = self.client
        if not client.accepted or self._keep.number < self.target:
            return False
        # A board that keeps no record any more has none to compare.
        return client.checked or self._silent >= _NOTHING_MORE

    def pump(self, wait_s: float = 0.2) -> list[list]:
        """Send what is to be sent, wait for bytes: the new records, durable and acknowledged."""
        self._send()
        data = self._wire.read(wait_s)
        self._silent = 0 if data else self._silent + 1
        fresh = self.client.receive(data)
        self._send()
        self._notice(bool(fresh))
        return fresh

    def _send(self) -> None:
        if self.client.outgoing:
            data = bytes(self.client.outgoing)
            self.client.outgoing.clear()
            self._wire.write(data)

    def _notice(self, moved: bool) -> None:
        hello = self.client.hello
        if hello is not self._hello:
            if self._hello is None and hello is not None:
                self.target = hello.last
            self._hello = hello
            self._unanswered = 0
        self._take_told()
        if moved:
            self._moved = self._now()
        elif self._now() - self._moved >= QUIET_S:
            self._ask_again()

    def _ask_again(self) -> None:
        if self._unanswered >= _UNANSWERED:
            if self.client.hello is not None:
                raise Unplugged
            text = "what is there does not speak as a board of ours"
            if self.client.noise:
                text += f" ({self.client.noise} lines of other text)"
            raise Problem(text, "Is it the right port? A board in maintenance is silent.", NO_BOARD)
        self._moved = self._now()
        self._unanswered += 1
        self.client.greet()

    def _take_told(self) -> None:
        told, self.client.told = self.client.told, []
        errors, self.client.errors = self.client.errors, []
        for one in told:
            self.listener(one)
            if one[0] == "stopped" and len(one) == 3:
                self._stopped, self._believed = one, []  # said again after every hello
            elif one[0] == "believed":
                self._believed.append(one[1:])
        hello = self.client.hello
        if hello is None:
            return
        behind = self.client.behind or any(error.startswith("greet") for error in errors)
        if self._stopped is not None and (behind or not told):  # all meters have been told
            _, code, where = self._stopped
            raise BoardStopped(hello.table, code, where, self._believed)
        if behind and hello.last < self._keep.number:
            raise Problem(
                f"table {hello.table}: record {self._keep.number} of epoch {hello.epoch} is in the"
                f" ledger, the board has only {hello.last}",
                "An older copy of its memory is fitted: find the right one, or: cardtable restore",
                NOT_WHOLE,
            )
