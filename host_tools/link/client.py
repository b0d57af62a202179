"""The host's end of the link: greet, take records in order, acknowledge what is kept.

No I/O here: bytes come in by `receive`, bytes to send are in `outgoing`. What a record's bytes
are worth is decided by the keep: it is acknowledged only after the keep has it durably.
"""

from __future__ import annotations

from cardtable.desk.messages import PROTOCOL
from cardtable.link.lines import LineReader, frame, message
from cardtable.records import BrokenChain, dumps
from host_tools.common.problems import NOT_WHOLE, Problem
from host_tools.link.gap_detector import GapDetector
from host_tools.link.hello import Hello, read_hello
from host_tools.link.record_sink import RecordSink

_LONGEST_LINE = 4096


class LinkClient:
    """One conversation with one board. A new cable is a new client over the same keep."""

    def __init__(self, keep: RecordSink) -> None:
        self._keep = keep
        self._reader = LineReader(_LONGEST_LINE)
        self.outgoing = bytearray()
        self.hello: Hello | None = None
        self.errors: list[str] = []
        self.told: list[list] = []  # messages that are neither hello, record nor error
        self.twice = 0  # records that came again; storing twice equals storing once
        self._asking = False  # a greeting is on its way; what comes before its hello is older
        self._beginnings = GapDetector()
        self._noise_before = 0
        self.checked = False  # a record has come that fits what is kept: the same history
        self.accepted = False  # the board has answered the greeting that says how far we are
        self._greeted = 0  # how far that was
        self.greet()

    @property
    def noise(self) -> int:
        """Lines that were not ours, damaged or too long."""
        return self._reader.bad + self._reader.overlong

    def receive(self, data: bytes) -> list[list]:
        """The new records that `data` completes, each already kept and acknowledged."""
        fresh = []
        heard = False
        self._noise_before = self.noise  # the reader counts all of `data` at once
        for payload in self._reader.feed(data):
            told = _message(payload)
            if told is None:
                continue
            if isinstance(told[0], int):
                record = self._record(payload, told)
                heard = True
                if record is not None:
                    fresh.append(record)
            elif told[0] == "hello":
                self._take_hello(told)
            elif told[0] == "error" and len(told) == 3:
                self.errors.append(f"{told[1]}: {told[2]}")
            else:
                self.told.append(told)
        if heard and self.hello is not None:
            self._keep.commit()
            self._say("ack", self.hello.epoch, self._keep.number)
        return fresh

    @property
    def behind(self) -> bool:
        """The board has answered, and has less than what is kept of it."""
        # What it said before it was asked again is old: a board that is slow is not behind.
        answered = self.accepted and not self._asking
        return answered and self.hello is not None and self.hello.last < self._greeted

    def greet(self) -> None:
        """Say how far the keep has got: the board answers with its hello and sends the rest.

        Before it has said who it is, it is only asked that: records wait for the second greeting.
        """
        self._asking = True
        if self.hello is None or not self.hello.epoch:
            self._say("hail", PROTOCOL)
            return
        # The last record once more: if its bytes are the same, so is everything before it.
        self._greeted = self._keep.number
        have = self._greeted if self.checked else max(0, self._greeted - 1)
        self._say("greet", PROTOCOL, self.hello.epoch, have)

    def _take_hello(self, told: list) -> None:
        hello = read_hello(told)
        known = self.hello
        self.hello = hello
        asked, self._asking = self._asking, False
        self._beginnings.greeted(self._noise_before)
        if known is None or (hello.table, hello.epoch) != (known.table, known.epoch):
            self._beginnings.forget()
            self.checked = self.accepted = False
            if hello.epoch:
                self._keep.open(hello.table, hello.epoch)
                self.greet()
        elif asked:
            self.accepted = True
        else:
            self.checked = self.accepted = False
            self.greet()  # a board has started: it knows of no host, and may be another one

    def _record(self, payload: bytes, told: list) -> list | None:
        if self.hello is None or not self.hello.epoch:
            return None  # before its hello we do not know whose record this is
        ours = told[1:2] == [self.hello.epoch] and len(told) > 2 and isinstance(told[2], int)
        if ours and told[2] > self._keep.number + 1 and not self._comes_next(told[2]):
            return None
        try:
            record = self._keep.follow(payload)
        except BrokenChain as broken:
            raise Problem(
                f"table {self.hello.table}: {broken}",
                "The records kept here and those of the board do not belong together;"
                " nothing was changed.",
                NOT_WHOLE,
            ) from broken
        self.checked = self.checked or told[2] >= self._greeted
        self.twice += record is None
        self._beginnings.forget()
        return record

    def _comes_next(self, number: int) -> bool:
        """Whether a record later than the one due may be taken; else the board is asked again."""
        if self._asking:
            return False  # sent before the board heard that something is missing
        if self._beginnings.is_all_there_is(number, self.noise):
            self._keep.missing_before(number)
            return True
        self.greet()
        return False

    def _say(self, *told: object) -> None:
        self.outgoing += frame(dumps(told).encode())


def _message(payload: bytes) -> list | None:
    try:
        return message(payload)
    except RecursionError:
        return None  # brackets without end: nobody of ours
