"""The USB cable in memory, with a listener at the other end that stores and acknowledges.

The listener knows only what the link's lines say. It runs on both interpreters, so a whole
table can be played on either without another process.
"""

from cardtable.desk.messages import PROTOCOL
from cardtable.link.lines import LineReader, frame, message
from cardtable.records import Chain, body, dumps


class Cable:
    """The board's end: `readinto` and `write`. Bytes written go straight to the listener."""

    def __init__(self):
        self._to_board = bytearray()
        self.listener = None

    def readinto(self, buffer):
        count = min(len(buffer), len(self._to_board))
        buffer[:count] = self._to_board[:count]
        self._to_board = self._to_board[count:]
        return count

    def write(self, data):
        if self.listener is not None:
            self.listener.feed(data)

    def to_board(self, told) -> None:
        """The host's end: say one message."""
        self._to_board += frame(dumps(told).encode())


class Listener:
    """Greets, follows the chain, keeps every record's bytes with `keep(line)`, acknowledges."""

    def __init__(self, cable, heard=None, keep=None):
        self._cable = cable
        self._reader = LineReader()
        self._heard = heard  # called with (kind, field, …) of each new record
        self._chain: Chain = None  # type: ignore[assignment]  # until the hello
        self.lines = []
        self._keep = keep if keep is not None else self.lines.append
        self._greeted = False  # and the answer is to come
        self.errors = []
        self.twice = 0
        cable.listener = self

    def feed(self, data):
        for payload in self._reader.feed(data):
            told = message(payload)
            if told is None:
                raise ValueError("a good line without an array: {}".format(payload))
            if isinstance(told[0], int):
                self._record(payload, told)
            elif told[0] == "hello":
                self._hello(told)
            else:
                self.errors.append(told)

    def _hello(self, told):
        """Unasked it is the board's start: greet, and it says hello once more."""
        if self._chain is None:
            self._chain = Chain(told[4], told[5])
        self._greeted = not self._greeted
        if self._greeted:
            self._cable.to_board(("greet", PROTOCOL, told[5], self._chain.number))

    def _record(self, payload, told):
        if told[2] <= self._chain.number:
            self.twice += 1
        else:
            record = self._chain.follow(payload)
            self._keep(payload)
            if self._heard is not None:
                self._heard(body(record))
        self._cable.to_board(("ack", self._chain.epoch, self._chain.number))
