"""A PN532 on a UART (high speed UART). Whole frames are picked out of what has arrived."""

from micropython import const

from cardtable.drivers.pn532_transport import Transport

_WAKE_UP = b"\x55\x55" + bytes(14)  # UM0701-02 7.2.11
_ROOM = const(160)  # an ACK and the longest answer, twice
_SHORTEST = const(6)  # an ACK: 00 00 FF 00 FF 00
_FRAMING = const(7)  # preamble, start code, LEN, LCS before the body; DCS, postamble after it


class HSUTransport(Transport):
    """`uart` is open at 115200 8N1 without time-out."""

    def __init__(self, uart, clock, reset=None):
        super().__init__(clock, None, reset)
        self._uart = uart
        self._buffer = bytearray(_ROOM)
        self._view = memoryview(self._buffer)
        self._have = 0
        self._start = 0  # where the frame begins that ready() found
        self._length = 0
        self._taken = False

    def wake(self):
        """Some 55 wake the chip; it takes them for noise when it is awake."""
        self._flush()
        self._uart.write(_WAKE_UP)

    def ready(self, count=0):
        if self._taken:
            self._drop_read()
        self._fetch()
        return self._find()

    def _read_data(self, count):
        if not self._length and not self.ready():
            return self._view[:0]
        self._taken = True
        return self._view[self._start : self._start + self._length]

    def carry(self, framebytes):
        self._flush()  # whatever arrived before belongs to no question of ours
        self._uart.write(framebytes)

    def _fetch(self):
        waiting = self._uart.any()
        while waiting:
            if self._have == _ROOM:
                self._have = 0  # more than any answer: noise
            count = self._uart.readinto(self._view[self._have :])
            if not count:
                break
            self._have += count
            waiting = self._uart.any()

    def _find(self):
        """True when a whole frame is there; `_start` and `_length` say where."""
        buffer = self._buffer
        have = self._have
        at = 0
        while at + 2 < have:
            if buffer[at] == 0 and buffer[at + 1] == 0 and buffer[at + 2] == 0xFF:
                return self._measure(at)
            at += 1
        return False

    def _measure(self, at):
        left = self._have - at
        if left < 5:
            return False
        body = self._buffer[at + 3]
        lcs = self._buffer[at + 4]
        if (body == 0 and lcs == 0xFF) or (body == 0xFF and lcs == 0) or (body + lcs) & 0xFF:
            length = _SHORTEST  # ACK, NACK, or a wrong length: let it be read and judged
        else:
            length = body + _FRAMING
        if left < length:
            return False
        self._start = at
        self._length = length
        return True

    def _drop_read(self):
        """Forget the frame that was handed out; what came after it moves to the front."""
        end = self._start + self._length
        for k in range(end, self._have):
            self._buffer[k - end] = self._buffer[k]
        self._have -= end
        self._start = 0
        self._length = 0
        self._taken = False

    def _flush(self):
        self._taken = False
        self._length = 0
        self._have = 0
        while self._uart.any():
            self._uart.readinto(self._buffer)
