"""What all ways to a PN532 share: the Adafruit driver's base class, started lazily.

The base class builds and reads frames; a transport gives it bytes. Its constructor and its
`send_command()` wait for the chip, so neither is used in service: `pn532.py` sends, looks and
collects in steps. For a technician at the REPL the base class's own calls work as well; they wait.
"""

import adafruit_pn532.adafruit_pn532 as _driver  # pyright: ignore[reportMissingImports]
from adafruit_pn532.adafruit_pn532 import PN532  # pyright: ignore[reportMissingImports]
from micropython import const

from cardtable.unload import unload

_ACK = b"\x00\x00\xff\x00\xff\x00"  # UM0701-02 6.2.1.3
_NACK = b"\x00\x00\xff\xff\x00\x00"  # UM0701-02 6.2.1.4
_POLL_MS = const(1)

LONGEST_ANSWER = 64  # bytes of data we ever ask for
ACK_LENGTH = 6
FRAME_LENGTH = (
    9  # what an answer has beside its data: preamble, start, LEN, LCS, TFI, code, DCS, 00
)


_KEPT = const(16)  # all readers together use a dozen different commands
_built = {}  # body: frame


def use_clock(clock) -> None:
    """Make the base class wait by this clock instead of `time`."""
    _driver.time = clock


def trim_driver() -> None:
    """Free what a table in service never calls of the base class, some kB of a board's memory.

    At the REPL (maintenance) nobody calls this: the whole driver is there.
    """
    for name in dir(PN532):
        if name not in ("_write_frame", "_read_frame") and name[:2] != "__":
            setattr(PN532, name, None)
    _driver.Direction = None
    unload("digitalio")


class Transport(PN532):
    """A chip that has not been spoken to yet; subclasses carry the bytes.

    `irq` is the reader's IRQ pin (low: something to read), `reset` its RSTPDN pin behind
    digitalio.DigitalInOut; both may be absent.
    """

    # Of the class: an attribute of each of thirteen readers costs thirteen times as much.
    low_power = False
    debug = False
    _irq = None
    _reset_pin = None
    clock = None  # of the first one: a board has one

    def __init__(self, clock, irq=None, reset=None):
        # PN532.__init__ is not called on purpose: it resets the chip and asks for its version,
        # which blocks for 1.5 s when the chip is mute.
        if Transport.clock is None:
            Transport.clock = clock
        elif self.clock is not clock:
            self.clock = clock
        if irq is not None:
            self._irq = irq
        if reset is not None:
            self._reset_pin = reset

    # In steps, for pn532.py. OSError means that the bus is down.

    def _by_wire(self, *given):
        raise NotImplementedError

    # wake(): from power down; harmless when the chip is awake. carry(bytes): to the chip.
    # ready(count=0): True when an ACK or an answer can be read; `count` bytes are wanted at once,
    # and where a look is a read (I2C) they come along.
    wake = ready = carry = _by_wire

    # In a hurry (group_scan.py), after one connect(): sends(address, bytes), and reads(address,
    # buffer), a look that takes what is there into a buffer as long as the frame that is expected
    # and one byte before it: 1 there when it has come, 0 when it has not.
    address = 0
    route = None  # through a mux
    connect = sends = reads = _by_wire

    def send(self, body: bytes) -> None:
        """Send a command: D4, code, parameters. Frames of the usual ones are built once."""
        frame = _built.get(body)
        if frame is None:
            # The driver builds it and gives it to _write_data(); it takes any buffer.
            self._write_frame(body)  # type: ignore[arg-type]
            if len(_built) < _KEPT:
                _built[body] = self._sent
        else:
            self.carry(frame)

    def ack_received(self) -> bool:
        """Read what should be an ACK."""
        return self._read_data(ACK_LENGTH) == _ACK

    def answer(self, length: int):
        """Read an answer of at most `length` bytes of data: TFI, code, data. May raise."""
        return self._read_frame(length + 2)

    def _write_data(self, framebytes):
        self._sent = framebytes
        self.carry(framebytes)

    def abort(self) -> None:
        """Make the chip give up the running command (UM0701-02 6.2.2.1.e)."""
        self.carry(_ACK)

    def ask_again(self) -> None:
        """Ask for the last answer once more."""
        self.carry(_NACK)

    # What the base class calls when it is used directly

    def _wakeup(self):
        self.low_power = False
        self.wake()
        self.SAM_configuration()

    def _wait_ready(self, timeout=1):
        clock = self.clock
        start = clock.ticks_ms()  # type: ignore[union-attr]
        while not self.ready():
            if clock.ticks_diff(clock.ticks_ms(), start) >= timeout * 1000:  # type: ignore[union-attr]
                return False
            clock.sleep_ms(_POLL_MS)  # type: ignore[union-attr]
        return True
