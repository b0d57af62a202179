"""The host's end of the link: greet, take records in order, acknowledge what is kept.

No I/O here: bytes come in by `receive`, bytes to send are in `outgoing`. What a record's bytes
are worth is decided by the keep: it is acknowledged only after the keep has it durably.
"""

from __future__ import annotations

from dataclasses import dataclass

from cardtable.link.lines import LineReader, frame, message
from cardtable.link.messages import MESSAGES, PROTOCOL
from cardtable.records import BrokenChain, dumps
from host_tools.keep import Keep
from host_tools.problems import Problem

_LONGEST_LINE = 4096


@dataclass(frozen=True)
class Hello:
    """What a board says about itself."""

    protocol: int
    firmware: str
    board: str
    table: str
    epoch: int
    last: int


class LinkClient:
    """One conversation with one board. A new cable is a new client over the same keep."""

    def __init__(self, keep: Keep) -> None:
        self._keep = keep
        self._reader = LineReader(_LONGEST_LINE)
        self.outgoing = bytearray()
        self.hello: Hello | None = None
        self.errors: list[str] = []
        self.twice = 0  # records that came again; storing twice equals storing once
        self._say("greet", PROTOCOL, 0, 0)

    @property
    def noise(self) -> int:
        """Lines that were not ours, damaged or too long."""
        return self._reader.bad + self._reader.overlong

    def receive(self, data: bytes) -> list[list]:
        """The new records that `data` completes, each already kept and acknowledged."""
        fresh = []
        for payload in self._reader.feed(data):
            told = message(payload)
            if told is None:
                continue
            if isinstance(told[0], int):
                record = self._record(payload, told)
                if record is not None:
                    fresh.append(record)
            elif told[0] == "hello":
                self._take_hello(told)
            elif told[0] == "error":
                self.errors.append(f"{told[1]}: {told[2]}")
        if fresh:
            self._acknowledge()
        return fresh

    def _take_hello(self, told: list) -> None:
        why_not = MESSAGES.why_not(told)
        if why_not:
            raise Problem(f"the board's hello cannot be read: {why_not}", "Update its firmware.")
        hello = Hello(*told[1:])
        if hello.protocol != PROTOCOL:
            raise Problem(
                f"the board speaks protocol {hello.protocol}, this program {PROTOCOL}",
                "Update the older of the two.",
            )
        if self.hello is None or (hello.table, hello.epoch) != (self.hello.table, self.hello.epoch):
            self._keep.open(hello.table, hello.epoch)
            self._greet(hello.epoch)
        self.hello = hello

    def _greet(self, epoch: int) -> None:
        self._say("greet", PROTOCOL, epoch, self._keep.number)

    def _record(self, payload: bytes, told: list) -> list | None:
        if self.hello is None:
            return None  # before its hello we do not know whose record this is
        if told[1] == self.hello.epoch and isinstance(told[2], int):
            if told[2] <= self._keep.number:
                self.twice += 1
                self._acknowledge()
                return None
            if told[2] > self._keep.number + 1:
                self._greet(self.hello.epoch)  # one was lost: ask for it again
                return None
        try:
            return self._keep.follow(payload)
        except BrokenChain as broken:
            raise Problem(
                f"table {self.hello.table}: {broken}",
                "The records kept here and those of the board do not belong together.",
            ) from broken

    def _acknowledge(self) -> None:
        if self.hello is not None:
            self._say("ack", self.hello.epoch, self._keep.number)

    def _say(self, *told: object) -> None:
        self.outgoing += frame(dumps(told).encode())
