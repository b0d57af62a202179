"""One exchange with a PN532: command out, ACK, answer in, with one of seven results.

Nothing here waits: between looks the task sleeps on the loop, so that link and lamps stay alive.
A wrong checksum is answered with one NACK; whatever is not answered in time is aborted, so that
the chip is ready for the next command.
"""

from array import array

from adafruit_pn532.adafruit_pn532 import BusyError  # pyright: ignore[reportMissingImports]
from micropython import const

from cardtable.drivers.pn532_transport import ACK_LENGTH, FRAME_LENGTH, LONGEST_ANSWER
from cardtable.drivers.reader_codes import (
    BUS_DOWN,
    CHIP_ERROR,
    CORRUPT,
    COUNTERS,
    NACKS,
    NO_ACK,
    NO_TAG,
    OK,
    STARTS,
    TIMEOUT,
)

_ACK_MS = const(15)  # UM0701-02 6.2.2: the ACK comes within 15 ms
_ANSWER_MS = const(30)  # commands that do not use the air; model: under 2 ms
_POLL_MS = const(1)

_FROM_CHIP = const(0xD5)
_ERROR_TFI = const(0x7F)  # UM0701-02 6.2.1.5: application level error
_PN532_IC = const(0x32)  # UM0701-02 7.2.2
_RF_TIMEOUT = const(0x01)  # UM0701-02 7.1: the target has not answered
_STATUS_MASK = const(0x3F)

# Command codes whose answer begins with a status byte, or with the number of targets
_LIST = const(0x4A)
_MAX_UID = const(10)  # ISO 14443-3: 4, 7 or 10 bytes
_WITH_STATUS = (0x40, 0x42, 0x44, 0x52, 0x54)

_FIRMWARE_VERSION = b"\xd4\x02"
_SET_UP = (
    b"\xd4\x14\x01\x14\x01",  # SAMConfiguration: normal mode, 1 s, with IRQ
    b"\xd4\x32\x05\xff\x01\x00",  # MaxRetries: look once for a tag, then say that there is none
    b"\xd4\x32\x02\x00\x0b\x05",  # timings: 1.6 ms for a tag to answer
    b"\xd4\x32\x04\x00",  # no repeats on air
    b"\xd4\x32\x01\x00",  # field off
)


class Chip:
    """A PN532 behind a transport. `counters` are kept for its life."""

    wrong_chip = False
    bus_error = 0  # errno of the last transaction the bus failed at

    def __init__(self, transport, clock):
        self.transport = transport
        self.counters = array("I", [0] * COUNTERS)
        self.answer = b""  # data of the last answer
        self.version = 0  # firmware: version << 8 | revision

    def exchange(self, body, length, timeout_ms=_ANSWER_MS, due_ms=_POLL_MS, fetch=True):
        """A result code; data of the answer (at most `length` bytes) in `answer`.

        `body` is D4, command code, parameters. `due_ms` is when the answer is expected: nobody
        looks before. With `fetch` it is read with the first look; without, it may well be late. A
        longer answer than `length` is read when it is asked for again.
        """
        self.answer = b""
        transport = self.transport
        command = body[1]
        try:
            code = yield from self.command(body, due_ms)
            if code == OK:
                fetch_bytes = length + FRAME_LENGTH if fetch else 0
                if not transport.ready(fetch_bytes) and not (yield from self.wait(timeout_ms)):
                    transport.abort()
                    code = TIMEOUT
                else:
                    code = self.collect(command, length)
                    if code < 0:
                        code = yield from self.collect_again(command)
        except OSError as failure:
            code = BUS_DOWN
            self.bus_error = failure.args[0]
        self.counters[code] += 1
        return code

    def start(self):
        """Wake and set up the chip: OK, or why not. Nothing else works before."""
        self.counters[STARTS] += 1
        try:
            self.transport.wake()
        except OSError as failure:
            self.counters[BUS_DOWN] += 1
            self.bus_error = failure.args[0]
            return BUS_DOWN
        yield 2  # data sheet 8.3: awake within 2 ms
        code = yield from self.exchange(_FIRMWARE_VERSION, 4)
        if code != OK:
            return code
        wrong = len(self.answer) != 4 or self.answer[0] != _PN532_IC
        if wrong != self.wrong_chip:
            self.wrong_chip = wrong
        if wrong:
            self.counters[CHIP_ERROR] += 1
            return CHIP_ERROR
        self.version = self.answer[1] << 8 | self.answer[2]
        for body in _SET_UP:
            code = yield from self.exchange(body, 0)
            if code != OK:
                return code
        self.answer = b""  # fourteen empty answers are one object
        return OK

    # The parts, for a reader that waits inside the chip. They may raise OSError.

    def command(self, body, due_ms=_POLL_MS):
        """Send and see it acknowledged: OK, NO_ACK or CORRUPT. Looks after `due_ms`."""
        transport = self.transport
        transport.send(body)
        yield due_ms
        if not transport.ready(ACK_LENGTH) and not (yield from self.wait(_ACK_MS - due_ms)):
            transport.abort()
            return NO_ACK
        if not transport.ack_received():
            transport.abort()
            return CORRUPT
        return OK

    def wait(self, timeout_ms):
        """There was nothing to read: True when there is within `timeout_ms`."""
        transport = self.transport
        clock = transport.clock
        start = clock.ticks_ms()
        yield 0  # a near miss would cost a whole millisecond
        while not transport.ready():
            if clock.ticks_diff(clock.ticks_ms(), start) >= timeout_ms:
                return False
            yield _POLL_MS
        return True

    def collect(self, command, length):
        """Read and judge the answer to `command`: its code, -1 when it is corrupt."""
        try:
            data = self.transport.answer(length)
        except (RuntimeError, IndexError, BusyError):
            return -1  # the driver's words for a frame that makes no sense
        if len(data) == 1 and data[0] == _ERROR_TFI:
            return CHIP_ERROR
        # More than was asked for has been cut off: one time in 256 the driver takes what is left
        # for a good frame.
        if 2 <= len(data) <= length + 2 and self._answers(command, data):
            self.answer = bytes(data[2:])  # the buffer is every reader's
            return self._judge(command)
        return -1

    def collect_again(self, command):
        """The answer was corrupt: ask for it once more. CORRUPT when that does not help."""
        transport = self.transport
        self.counters[NACKS] += 1
        transport.ask_again()
        yield _POLL_MS
        if transport.ready() or (yield from self.wait(_ACK_MS - _POLL_MS)):
            code = self.collect(command, LONGEST_ANSWER)
            if code >= 0:
                return code
        transport.abort()
        return CORRUPT

    def _answers(self, command, data):
        return data[0] == _FROM_CHIP and data[1] == command + 1

    def _judge(self, command):
        answer = self.answer
        if command == _LIST:
            if not answer:
                return CHIP_ERROR
            if not answer[0]:
                return NO_TAG
            uid = answer[5] if len(answer) > 6 else 0
            return OK if 0 < uid <= _MAX_UID and len(answer) >= 6 + uid else -1
        if command in _WITH_STATUS:
            status = answer[0] & _STATUS_MASK if answer else 0xFF
            if status == _RF_TIMEOUT:
                return NO_TAG
            return OK if status == 0 else CHIP_ERROR
        return OK
